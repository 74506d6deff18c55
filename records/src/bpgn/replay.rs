//! Replays two-board games by the rules of their variant, or of another one.

use movegen::any_game::{Opened, Standing};
use movegen::fen::{self, FenError};
use movegen::moves::Move;
use movegen::notation::MoveError;
use movegen::pair::status::{MatchScore, MatchStatus};
use movegen::piece::Color;
use movegen::rules::Variant;
use movegen::setup::Setup;
use movegen::stock::Stock;

use super::{BpgnGame, BpgnMove, Seat};
use crate::replay::{self, Replay, ReplayFault, ReplayNote, tag_fault};

/// Replays a game by the rules of `variant`, or without one by its own. Without a position to start from there is
/// nothing to keep: then the fault comes alone. The result is checked only by the rules of the game itself.
///
/// # Errors
/// The variant is unknown or the `FEN` tag is no position of it.
pub fn replay(bpgn: &BpgnGame, variant: Option<Variant>, chess960: bool) -> Result<Replay, ReplayFault> {
    let own = bpgn.variant();
    let same = variant.is_none_or(|variant| own.as_ref().is_ok_and(|&(own, _)| own == variant));
    let named_960 = own.as_ref().is_ok_and(|&(_, chess960)| chess960);
    let variant = match (variant, own) {
        (Some(variant), _) | (None, Ok((variant, _))) => variant,
        (None, Err(name)) => {
            return Err(tag_fault(bpgn, "Variant", &name, "no game on two boards of this name is known"));
        }
    };
    let fen = bpgn.tag("FEN").unwrap_or(fen::START_BOTH);
    let (opened, note) =
        open(fen, variant, chess960 || named_960).map_err(|error| tag_fault(bpgn, "FEN", fen, error))?;
    let mut replay = Replay::begin(opened);
    replay.notes.extend(note);
    if let Err(fault) = play(&mut replay, bpgn) {
        replay.fail(*fault);
    } else if let Some(fault) = bpgn.fault.clone() {
        replay.fail(fault.into());
    } else if let Some(fault) = result_fault(&replay, bpgn).filter(|_| same) {
        replay.fail(fault);
    }
    Ok(replay)
}

/// The start. One FEN is that of board A: board B begins at the same array, or, if it is none, at the usual one.
fn open(fen: &str, variant: Variant, chess960: bool) -> Result<(Opened, Option<ReplayNote>), FenError> {
    if fen::is_two_boards(fen) {
        return Ok((replay::open(variant, chess960, fen)?, None));
    }
    let board_a = replay::open(variant, chess960, fen)?;
    let (board_b, note) = match array(&board_a.game.setup(0)) {
        Some(array) => (array.to_string(), ReplayNote::BoardBAtSameArray),
        None => (variant.start_fen().to_string(), ReplayNote::BoardBAtStart),
    };
    Ok((replay::open(variant, chess960, &format!("{fen} | {board_b}"))?, Some(note)))
}

/// The position with empty hands and White on move, if the men stand as at the beginning of a game, perhaps of Chess960.
fn array(setup: &Setup) -> Option<Setup> {
    let text = setup.to_string();
    let (black, white) = text.split(['[', ' ']).next()?.split_once("/pppppppp/8/8/8/8/PPPPPPPP/")?;
    let is_full = black.bytes().all(|letter| letter.is_ascii_lowercase());
    (is_full && black.to_ascii_uppercase() == white).then(|| Setup {
        stock: Some(Stock::EMPTY),
        turn: Color::White,
        en_passant: None,
        halfmove: 0,
        fullmove: 1,
        over: None,
        ..setup.clone()
    })
}

fn play(replay: &mut Replay, bpgn: &BpgnGame) -> Result<(), Box<ReplayFault>> {
    end_games(replay, &bpgn.preface).map_err(|(text, error)| {
        Box::new(ReplayFault::Move { line: bpgn.line, number: "0.".to_string(), text, what: error.to_string() })
    })?;
    for mv in &bpgn.moves {
        let fault = |text: &str, what: String| {
            let what = format!("board {}: {what}", board_name(mv.seat));
            Box::new(ReplayFault::Move { line: mv.line, number: mv.label(), text: text.to_string(), what })
        };
        let legal = read_move(replay, mv).map_err(|what| fault(&mv.text, what))?;
        let text = replay.game.uci(legal.into());
        replay.game.play(legal.into()).map_err(|error| fault(&mv.text, error.to_string()))?;
        replay.moves.push(text);
        end_games(replay, &mv.comments).map_err(|(entry, error)| fault(&entry, error.to_string()))?;
    }
    Ok(())
}

fn read_move(replay: &Replay, mv: &BpgnMove) -> Result<Move, String> {
    let Seat { board, color } = mv.seat;
    let status = replay.game.status();
    let open = !status.is_over() && !status.of_board(board).is_over();
    if open && replay.game.turn(board) != color {
        return Err(format!("{} is on move there", (!color).word()));
    }
    read_san(replay, board, &mv.text).map_err(|error| error.to_string())
}

/// Reads SAN. The capture of a pawn may lack the file that it leaves, as bughouse.pro writes it, if one fits.
fn read_san(replay: &Replay, board: usize, san: &str) -> Result<Move, MoveError> {
    let game = &replay.game;
    if !san.starts_with('x') {
        return game.parse_san(board, san);
    }
    let fitting = ('a'..='h').filter_map(|file| game.parse_san(board, &format!("P{file}{san}")).ok());
    let fitting: Vec<Move> = fitting.collect();
    match fitting[..] {
        [] => game.parse_san(board, san),
        [mv] => Ok(mv),
        _ => {
            let texts: Vec<String> = fitting.iter().map(|&mv| game.uci(mv.into())[1..].to_string()).collect();
            Err(MoveError::Ambiguous { text: san.to_string(), choices: texts.join(", ") })
        }
    }
}

/// Ends games where comments are entries that do.
fn end_games(replay: &mut Replay, comments: &[String]) -> Result<(), (String, MoveError)> {
    for comment in comments.iter().filter(|comment| is_ending_entry(comment)) {
        let action = replay.game.parse_uci(comment).map_err(|error| (comment.clone(), error))?;
        let text = replay.game.uci(action);
        let played = replay.game.play(action);
        played.map_err(|fault| (comment.clone(), MoveError::illegal(comment, fault)))?;
        replay.moves.push(text);
    }
    Ok(())
}

/// Compares the result with what the boards say, where they say anything.
fn result_fault(replay: &Replay, bpgn: &BpgnGame) -> Option<ReplayFault> {
    let Standing::Match(status) = replay.game.status() else { return None };
    let MatchStatus::Over(score) = status.of_match else { return None };
    let given = bpgn.result();
    if given != result_of(score) && given != "*" {
        return Some(ReplayFault::Result { line: bpgn.line, given: given.to_string(), status: status.to_string() });
    }
    let given = bpgn.tag("MatchScore").filter(|given| *given != score.to_string())?;
    Some(tag_fault(bpgn, "MatchScore", given, format!("the moves end in `{status}`")))
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
