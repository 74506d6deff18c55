//! What a FEN says that its board does not bear out, and what was changed to read it.

use std::fmt;

use crate::name::GameName;
use crate::setup::{PositionError, Setup};
use crate::square::Square;
use crate::stock::Stock;

/// What was changed in a FEN to read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenNote {
    /// Both counters are missing.
    CountersMissing,
    /// The move number is missing.
    MoveNumberMissing,
    /// The move number is 0.
    MoveNumberZero,
    /// A stock written otherwise than letter by letter.
    Stock {
        /// As it was given.
        written: String,
        /// As it was read.
        read: Stock,
    },
    /// A castling right without its king or rook.
    Castling {
        /// The letter of the castling field.
        letter: char,
        /// Whether the game is played with the arrays of Chess960.
        chess960: bool,
    },
    /// HA-lijnen: a castling right after the first frame.
    CastlingAfterFirstFrame(char),
    /// An en passant square that no pawn can have just passed.
    EnPassant(Square),
    /// EPD operations.
    Operations(String),
    /// A note about a board of a two-board position.
    OnBoard {
        /// 0 = A, 1 = B.
        board: usize,
        /// What was changed there.
        note: Box<FenNote>,
    },
}

impl fmt::Display for FenNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenNote::CountersMissing => f.write_str("the halfmove clock and the move number are missing, read as 0 1"),
            FenNote::MoveNumberMissing => f.write_str("the move number is missing, read as 1"),
            FenNote::MoveNumberZero => f.write_str("move number 0 read as 1"),
            FenNote::Stock { written, read } => write!(f, "stock `{written}` read as [{read}]"),
            FenNote::Castling { letter, chess960 } => write_castling(f, *letter, *chess960),
            FenNote::CastlingAfterFirstFrame(letter) => {
                write!(f, "castling right `{letter}` dropped: there is no castling after the first frame")
            }
            FenNote::EnPassant(square) => {
                write!(f, "en passant square {square} dropped: no pawn can have just passed it")
            }
            FenNote::Operations(text) => write!(f, "EPD operations skipped: {text}"),
            FenNote::OnBoard { board, note } => write!(f, "board {}: {note}", ["A", "B"][*board & 1]),
        }
    }
}

/// Says which king and rook the right lacks.
fn write_castling(f: &mut fmt::Formatter<'_>, letter: char, chess960: bool) -> fmt::Result {
    let rank = if letter.is_ascii_uppercase() { 1 } else { 8 };
    let small = letter.to_ascii_lowercase();
    write!(f, "castling right `{letter}` dropped: ")?;
    match (small, chess960) {
        ('k' | 'h', false) => write!(f, "no king on e{rank} and unmoved rook on h{rank}"),
        ('q' | 'a', false) => write!(f, "no king on e{rank} and unmoved rook on a{rank}"),
        (file, false) => write!(f, "a rook on {file}{rank} castles in Chess960 only"),
        ('k', true) => write!(f, "no king on rank {rank} with an unmoved rook towards the h-file"),
        ('q', true) => write!(f, "no king on rank {rank} with an unmoved rook towards the a-file"),
        (file, true) => write!(f, "no king on rank {rank} and unmoved rook on {file}{rank}"),
    }
}

/// Drops castling rights that no king and rook bear out, and an en passant square that no pawn can have just passed.
///
/// # Errors
/// A letter of the castling field twice.
pub(super) fn drop_unfounded_rights(setup: &mut Setup, game: GameName) -> Result<Vec<FenNote>, PositionError> {
    let mut notes = Vec::new();
    let mut kept = Vec::new();
    let later_frame = setup.frame.is_some_and(|(frame, _)| frame > 1);
    for (i, &letter) in setup.castling.iter().enumerate() {
        if setup.castling[..i].contains(&letter) {
            return Err(PositionError::CastlingTwice(letter));
        }
        if later_frame {
            notes.push(FenNote::CastlingAfterFirstFrame(letter));
        } else if setup.castling_rook(letter, game.chess960).is_err() {
            notes.push(FenNote::Castling { letter, chess960: game.chess960 });
        } else {
            kept.push(letter);
        }
    }
    setup.castling = kept;
    if let Some(square) = setup.en_passant.filter(|_| !setup.can_have_been_passed(game.variant)) {
        setup.en_passant = None;
        notes.push(FenNote::EnPassant(square));
    }
    Ok(notes)
}
