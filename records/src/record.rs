//! A game that was played, and its PGN (rules.md 7).

use movegen::any_game::{self, AnyGame};
use movegen::fen::FenError;
use movegen::moves::MoveKind;
use movegen::name::GameName;
use movegen::notation::MoveError;
use movegen::pair::action::Action;
use movegen::piece::Color;
use movegen::rules::Variant;
use movegen::setup::{GameResult, Setup};
use thiserror::Error;

use crate::pgn::{self, PgnGame, PgnMove};
use crate::result;

/// A whole game: where it began, its moves in UCI text, how it ended.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game.
    pub variant: Variant,
    /// Whether castling is that of Chess960.
    pub chess960: bool,
    /// Where it began.
    pub fen: String,
    /// The moves in UCI text (prelude actions and `flag` included), each with its comment.
    pub moves: Vec<(String, Option<String>)>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// HA-lijnen: the score of the match in frames, when it is over.
    pub score: Option<(u8, u8)>,
    /// How it ended: `normal`, `time forfeit`, `adjudication`, ...
    pub termination: String,
    /// Round: in HA-lijnen the number of the frame is added.
    pub round: String,
    /// The tags of the event and the players, `Event` to `Black` and others, `Round` and `Result` excepted.
    pub tags: Vec<(String, String)>,
}

/// Why a record cannot be written.
#[derive(Clone, Debug, Error)]
pub enum RecordError {
    /// It does not begin with a position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of it is not legal.
    #[error("move {ply}: {error}")]
    Move {
        /// Counted from 1.
        ply: usize,
        /// What is wrong.
        error: MoveError,
    },
}

/// The PGN text of a game: one PGN game, or in HA-lijnen one for each frame.
///
/// # Errors
/// The record is not that of a legal game.
pub fn to_pgn(record: &Record) -> Result<String, RecordError> {
    let mut game = any_game::open(GameName::new(record.variant, record.chess960), &record.fen)?.game;
    // The tag tells of a whole prelude; what came before a FEN inside of it is not known.
    let tells_prelude = game.setup(0).prelude == Some(1);
    let mut prelude = Vec::new();
    let mut part = Part::begin(game.as_ref());
    let mut text = String::new();
    for (i, (uci, comment)) in record.moves.iter().enumerate() {
        let before = game.copy();
        let action = game.play_uci(uci).map_err(|error| RecordError::Move { ply: i + 1, error })?;
        let Action::Move(mv) = action else { continue };
        match mv.kind() {
            MoveKind::Prelude => {
                prelude.extend(tells_prelude.then(|| uci.clone()));
                part = Part::begin(game.as_ref());
                continue;
            }
            MoveKind::Flag => part.flag = true,
            _ => {
                part.moves.push(PgnMove { text: before.san(mv), comments: comment.iter().cloned().collect(), line: 0 })
            }
        }
        let (now, then) = (game.setup(0), before.setup(0));
        if now.frame != then.frame {
            let result = frame_result(&then, &now).unwrap_or(&record.result);
            let termination = if part.flag { "time forfeit" } else { "normal" };
            text.push_str(&part.write(record, &prelude, result, termination, false));
            part = Part::begin(game.as_ref());
        }
    }
    if part.moves.is_empty() && !part.flag && !text.is_empty() && record.result == "*" {
        return Ok(text);
    }
    let termination = if part.flag { "time forfeit" } else { &record.termination };
    // Who wins the last frame need not have won the match.
    let result = frame_result(&part.setup, &game.setup(0)).unwrap_or(&record.result);
    text.push_str(&part.write(record, &prelude, result, termination, true));
    Ok(text)
}

/// The winner of a frame of HA-lijnen that was really won between the two positions.
pub(crate) fn frame_winner(then: &Setup, now: &Setup) -> Option<Color> {
    let ((white, black), (before_white, before_black)) = (now.won?, then.won?);
    match (white > before_white, black > before_black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    }
}

/// The result of a frame that was really won between the two positions.
fn frame_result(then: &Setup, now: &Setup) -> Option<&'static str> {
    frame_winner(then, now).map(|winner| GameResult::won_by(winner).text())
}

/// The moves of one PGN game.
struct Part {
    setup: Setup,
    moves: Vec<PgnMove>,
    flag: bool,
}

impl Part {
    fn begin(game: &dyn AnyGame) -> Part {
        Part { setup: game.setup(0), moves: Vec::new(), flag: false }
    }

    fn write(&self, record: &Record, prelude: &[String], result: &str, termination: &str, last: bool) -> String {
        let mut game = PgnGame { moves: self.moves.clone(), ..PgnGame::default() };
        let mut tag = |name: &str, value: String| game.tags.push((name.to_string(), value));
        let frame = self.setup.frame;
        let round = frame.map_or_else(|| record.round.clone(), |(frame, _)| format!("{}.{frame}", record.round));
        let roster = |name: &str| {
            let given = record.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.clone());
            given.unwrap_or_else(|| if name == "Date" { "????.??.??" } else { "?" }.to_string())
        };
        for name in ["Event", "Site", "Date"] {
            tag(name, roster(name));
        }
        tag("Round", round);
        for name in ["White", "Black"] {
            tag(name, roster(name));
        }
        tag("Result", result.to_string());
        tag("Variant", pgn::variant_name(record.variant, record.chess960));
        if let Some(rules) = pgn::rules_name(record.variant) {
            tag("Rules", rules.to_string());
        }
        let fen = self.setup.to_string();
        if fen != record.variant.start_fen() || record.variant == Variant::Superschaak {
            tag("SetUp", "1".to_string());
            tag("FEN", fen);
        }
        if !prelude.is_empty() {
            tag("Prelude", prelude.join(" "));
        }
        if let Some((frame, frames)) = frame {
            tag("Frame", format!("{frame}/{frames}"));
            if let (true, Some((white, black))) = (last, record.score) {
                tag("MatchResult", format!("{white}-{black}"));
            }
        }
        let others = |name: &str| !matches!(name, "Event" | "Site" | "Date" | "White" | "Black");
        for (name, value) in record.tags.iter().filter(|(name, _)| others(name)) {
            tag(name, value.clone());
        }
        tag("PlyCount", self.moves.len().to_string());
        tag("Termination", termination.to_string());
        game.ending = result::parse(result);
        pgn::write(&game, self.setup.turn, self.setup.fullmove)
    }
}

#[cfg(test)]
mod tests;
