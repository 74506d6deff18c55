//! Replays two-board games by the rules of their variant, or of another one.

use movegen::fen::{self, FenError};
use movegen::moves::Move;
use movegen::notation::MoveError;
use movegen::notation::pair as text;
use movegen::pair::Pair;
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::pair::status::{MatchScore, MatchStatus};
use movegen::position::Position;
use movegen::rules::Variant;

use super::{BpgnGame, BpgnMove, Seat};
use crate::replay::ReplayFault;

/// A two-board game understood: as far as it could be.
pub struct PairReplay {
    /// The match and its history, after the last move that could be played.
    pub game: PairGame,
    /// FENs of the start.
    pub start: String,
    /// The entries of the move list (rules.md 1): moves `1e2e4`, and results given in comments, `1over=0-1`.
    pub entries: Vec<String>,
    /// The first thing that is wrong with it.
    pub fault: Option<ReplayFault>,
}

/// Replays a game by the rules of `variant`, or without one by its own. Without a position to start from there is
/// nothing to keep: then the fault comes alone. The result is checked only by the rules of the game itself.
///
/// # Errors
/// The variant is unknown or the `FEN` tag is no position of it.
pub fn replay(bpgn: &BpgnGame, variant: Option<Variant>, chess960: bool) -> Result<PairReplay, ReplayFault> {
    let tag_fault =
        |tag, value: &str, what: String| ReplayFault::Tag { line: bpgn.line, tag, value: value.to_string(), what };
    let own = bpgn.variant();
    let same = variant.is_none_or(|variant| own.as_ref().is_ok_and(|&(own, _)| own == variant));
    let named_960 = own.as_ref().is_ok_and(|&(_, chess960)| chess960);
    let variant = match (variant, own) {
        (Some(variant), _) | (None, Ok((variant, _))) => variant,
        (None, Err(name)) => {
            return Err(tag_fault("Variant", &name, "no game on two boards of this name is known".to_string()));
        }
    };
    let given = bpgn.tag("FEN").unwrap_or("startpos2");
    let pair =
        open(bpgn, variant, chess960 || named_960).map_err(|error| tag_fault("FEN", given, error.to_string()))?;
    let start = fen::write_pair(&pair);
    let mut replay = PairReplay { game: PairGame::new(pair), start, entries: Vec::new(), fault: None };
    replay.fault = replay.play(bpgn).err().map(|fault| *fault);
    if replay.fault.is_none() {
        replay.fault = bpgn.fault.clone().map(ReplayFault::Text);
    }
    if replay.fault.is_none() && same {
        replay.fault = replay.result_fault(bpgn);
    }
    Ok(replay)
}

/// The start. A FEN may say Chess960 by its castling field alone.
fn open(bpgn: &BpgnGame, variant: Variant, chess960: bool) -> Result<Pair, FenError> {
    let Some(text) = bpgn.tag("FEN") else { return Ok(Pair::start(variant, chess960)?) };
    fen::parse_pair(text, variant, chess960).or_else(|error| fen::parse_pair(text, variant, true).map_err(|_| error))
}

impl PairReplay {
    fn play(&mut self, bpgn: &BpgnGame) -> Result<(), Box<ReplayFault>> {
        self.end_games(&bpgn.preface).map_err(|(entry, error)| {
            let what = error.to_string();
            Box::new(ReplayFault::Move { line: bpgn.line, number: "0.".to_string(), text: entry, what })
        })?;
        for mv in &bpgn.moves {
            let fault = |text: &str, what: String| {
                let what = format!("board {}: {what}", board_name(mv.seat));
                Box::new(ReplayFault::Move { line: mv.line, number: mv.label(), text: text.to_string(), what })
            };
            let legal = self.read_move(mv).map_err(|what| fault(&mv.text, what))?;
            self.play_action(Action::Move(legal)).map_err(|error| fault(&mv.text, error.to_string()))?;
            self.end_games(&mv.comments).map_err(|(entry, error)| fault(&entry, error.to_string()))?;
        }
        Ok(())
    }

    fn play_action(&mut self, action: Action) -> Result<(), movegen::pair::action::ActionError> {
        let entry = text::write(self.game.pair(), action);
        self.game.play(action)?;
        self.entries.push(entry);
        Ok(())
    }

    fn read_move(&self, mv: &BpgnMove) -> Result<Move, String> {
        let (pair, Seat { board, color }) = (self.game.pair(), mv.seat);
        let open = !pair.is_over() && pair.over(board).is_none();
        if open && pair.board(board).core().turn() != color {
            return Err(format!("{} is on move there", (!color).word()));
        }
        read_san(pair, board, &mv.text).map_err(|error| error.to_string())
    }

    /// Ends games where comments are entries that do.
    fn end_games(&mut self, comments: &[String]) -> Result<(), (String, MoveError)> {
        for comment in comments.iter().filter(|comment| is_ending_entry(comment)) {
            let fault = |error| (comment.clone(), error);
            let action = text::parse(self.game.pair(), comment).map_err(fault)?;
            // It has just been read as possible.
            let _ = self.play_action(action);
        }
        Ok(())
    }

    /// Compares the result with what the boards say, where they say anything.
    fn result_fault(&self, bpgn: &BpgnGame) -> Option<ReplayFault> {
        let MatchStatus::Over(score) = self.game.status().of_match else { return None };
        let (line, status) = (bpgn.line, self.game.status().to_string());
        let given = bpgn.result();
        if given != result_of(score) && given != "*" {
            return Some(ReplayFault::Result { line, given: given.to_string(), status });
        }
        let given = bpgn.tag("MatchScore").filter(|given| *given != score.to_string())?;
        let what = format!("the moves end in `{status}`");
        Some(ReplayFault::Tag { line, tag: "MatchScore", value: given.to_string(), what })
    }
}

/// The result of a match for White-A's team.
pub(super) fn result_of(score: MatchScore) -> &'static str {
    let [one, two] = score.halves;
    match one.cmp(&two) {
        std::cmp::Ordering::Greater => "1-0",
        std::cmp::Ordering::Less => "0-1",
        std::cmp::Ordering::Equal => "1/2-1/2",
    }
}

fn board_name(seat: Seat) -> &'static str {
    if seat.board & 1 == 0 { "A" } else { "B" }
}

/// Whether a comment is an entry that ends a game or the match: `1over=0-1`, `over=1-1`.
fn is_ending_entry(comment: &str) -> bool {
    let entry = comment.strip_prefix(['1', '2']).unwrap_or(comment);
    entry.starts_with("over=") && !entry.contains(' ')
}

/// Reads SAN. The capture of a pawn may lack the file that it leaves, as bughouse.pro writes it, if one fits.
fn read_san(pair: &Pair, board: usize, san: &str) -> Result<Move, MoveError> {
    if !san.starts_with('x') {
        return text::parse_san(pair, board, san);
    }
    let mut fitting = ('a'..='h').filter_map(|file| text::parse_san(pair, board, &format!("{file}{san}")).ok());
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(mv), Some(other)) => {
            let choices = format!("{}, {}", text::board_text(pair, mv), text::board_text(pair, other));
            Err(MoveError::Ambiguous { text: san.to_string(), choices })
        }
        _ => text::parse_san(pair, board, san),
    }
}
