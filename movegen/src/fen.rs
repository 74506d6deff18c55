//! FEN, reading and writing (rules.md 1).

mod note;
mod read;
mod write;

use thiserror::Error;

pub use note::FenNote;

use crate::message::{counted, shown_letter};
use crate::name::GameName;
use crate::pair::Pair;
use crate::position::Position;
use crate::rules::Variant;
use crate::setup::{PositionError, Setup};
use crate::square::Square;

/// Why a text is not the FEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is missing.
    #[error("FEN: the field `{0}` is missing")]
    Missing(&'static str),
    /// The placement has too many or too few ranks.
    #[error("placement: {}, not 8", counted(*.0, "rank"))]
    Ranks(usize),
    /// A rank has too many or too few squares.
    #[error("placement: rank {rank} has {}, not 8", counted(*.squares as usize, "square"))]
    RankSquares {
        /// 1 to 8.
        rank: u8,
        /// What was counted.
        squares: u32,
    },
    /// A letter that is no man.
    #[error("placement: unknown letter {} on {square}", shown_letter(*.letter))]
    Letter {
        /// What stands there.
        letter: char,
        /// Where.
        square: Square,
    },
    /// A `~` that follows no man.
    #[error("placement: ~ follows no man on rank {0}")]
    StrayMark(u8),
    /// The stock is not `[` letters `]` at the end of the placement.
    #[error("stock: `{0}` is not letters in square brackets at the end of the placement")]
    StockForm(String),
    /// A letter in the stock that is no man.
    #[error("stock: unknown letter {}", shown_letter(*.0))]
    StockLetter(char),
    /// A count in the stock that is 0, too large or without a letter.
    #[error("stock: `{0}` has a count that is not followed by a letter, or is not from 1 to 63")]
    StockCount(String),
    /// The stock holds more men of a role than any game has.
    #[error("stock: too many `{0}`")]
    StockSize(char),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: `{0}` is neither w nor b")]
    Turn(String),
    /// A letter in the castling field.
    #[error("castling: unknown letter {}", shown_letter(*.0))]
    CastlingLetter(char),
    /// The en passant field is no square.
    #[error("en passant: `{0}` is no square")]
    EnPassant(String),
    /// A counter is not a number, or out of range.
    #[error("{field}: `{text}` is not a number from 0 to {COUNTER_MAX}")]
    Counter {
        /// Which counter.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// An extension field that is not `key=value` with a known key.
    #[error("extension: unknown field `{0}`")]
    UnknownField(String),
    /// An extension field twice.
    #[error("extension: `{0}=` stands twice")]
    FieldTwice(&'static str),
    /// The value of an extension field.
    #[error("{key}: `{value}` is not {expected}")]
    FieldValue {
        /// Which field.
        key: &'static str,
        /// What stands there.
        value: String,
        /// What should.
        expected: &'static str,
    },
    /// A board of a two-board position cannot be read.
    #[error("board {}: {error}", ["A", "B"][*.board & 1])]
    OnBoard {
        /// 0 = A, 1 = B.
        board: usize,
        /// What is wrong there.
        error: Box<FenError>,
    },
    /// A two-board position has not two boards.
    #[error("FEN: {0} boards, not 2 joined by ` | `")]
    Boards(usize),
    /// The text was read, but it is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Largest counter that is read, and written of a game that goes on beyond it.
const COUNTER_MAX: u32 = 1_000_000;

/// What stands for the FEN of the start position.
pub const START: &str = "startpos";

/// What stands for the FENs of two boards that both begin at the start position.
pub const START_BOTH: &str = "startpos2";

/// Whether a FEN speaks of two boards.
pub fn is_two_boards(fen: &str) -> bool {
    fen.trim() == START_BOTH || fen.contains('|')
}

/// Reads the FEN of a position of the game, or [`START`], generously where nothing is in doubt (rules.md 1, "FEN"):
/// the notes say what was changed.
///
/// ```
/// use movegen::fen;
/// use movegen::rules::Variant;
/// use movegen::variants::chess::Chess;
///
/// let (position, notes) = fen::read::<Chess>("4k3/8/8/8/8/8/8/4K2R w K -", Variant::Chess.into()).unwrap();
/// assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
/// assert_eq!(notes[0].to_string(), "the halfmove clock and the move number are missing, read as 0 1");
/// ```
///
/// # Errors
/// The first field that is malformed, or the first rule of the game that the position breaks.
pub fn read<P: Position>(text: &str, game: GameName) -> Result<(P, Vec<FenNote>), FenError> {
    let text = if text.trim() == START { game.variant.start_fen() } else { text };
    if text.contains('|') && !game.variant.has_two_boards() {
        return Err(PositionError::OneBoard(game.variant).into());
    }
    let (setup, notes) = read_board(text, game)?;
    Ok((P::from_setup(&setup, game.variant, game.chess960)?, notes))
}

/// Reads a two-board position: two FENs joined by ` | `, board A first, or [`START_BOTH`]; as generously as [`read()`].
///
/// # Errors
/// Names the board and its first field that is malformed, or the first rule of the game that the position breaks.
pub fn read_pair(text: &str, game: GameName) -> Result<(Pair, Vec<FenNote>), FenError> {
    if text.trim() == START_BOTH {
        return Ok((Pair::start(game.variant, game.chess960)?, Vec::new()));
    }
    if !game.variant.has_two_boards() {
        return Err(PositionError::OneBoard(game.variant).into());
    }
    let boards: Vec<&str> = text.split('|').collect();
    let [a, b] = boards[..] else { return Err(FenError::Boards(boards.len())) };
    let mut notes = Vec::new();
    let mut read = |board: usize, text: &str| -> Result<Setup, FenError> {
        let (setup, of_board) =
            read_board(text, game).map_err(|error| FenError::OnBoard { board, error: Box::new(error) })?;
        notes.extend(of_board.into_iter().map(|note| FenNote::OnBoard { board, note: Box::new(note) }));
        Ok(setup)
    };
    let setups = [read(0, a)?, read(1, b)?];
    Ok((Pair::from_setups(&setups, game.variant, game.chess960)?, notes))
}

/// Reads the FEN of one board and drops the rights in it that the board does not bear out.
fn read_board(text: &str, game: GameName) -> Result<(Setup, Vec<FenNote>), FenError> {
    let (mut setup, mut notes) = read::read_setup(text)?;
    notes.extend(note::drop_unfounded_rights(&mut setup, game)?);
    Ok((setup, notes))
}

/// [`read()`] without the notes.
///
/// # Errors
/// As [`read()`].
pub fn parse<P: Position>(text: &str, variant: Variant, chess960: bool) -> Result<P, FenError> {
    Ok(read(text, GameName::new(variant, chess960))?.0)
}

/// [`read_pair`] without the notes.
///
/// # Errors
/// As [`read_pair`].
pub fn parse_pair(text: &str, variant: Variant, chess960: bool) -> Result<Pair, FenError> {
    Ok(read_pair(text, GameName::new(variant, chess960))?.0)
}

/// Reads a FEN without asking whether it is a position of any game.
impl std::str::FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        Ok(read::read_setup(text)?.0)
    }
}

/// The two FENs of a two-board position, joined by ` | `.
pub fn write_pair(pair: &Pair) -> String {
    let [a, b] = pair.to_setups();
    format!("{a} | {b}")
}

/// The FEN of a position.
pub fn write<P: Position>(position: &P) -> String {
    position.to_setup().to_string()
}

#[cfg(test)]
mod tests;
