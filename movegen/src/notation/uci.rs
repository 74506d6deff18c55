//! UCI move text: `e2e4`, `e1g1`, `e7e8q`, `N@f3`, `e7e8qd5`, `e7e8pd2`, `V@a8b8g8`, `flag` (rules.md 1, "Moves").

use crate::core::Core;
use crate::moves::{Move, MoveKind};
use crate::notation::error::{MoveError, fault};
use crate::piece::{Piece, Role};
use crate::position::Position;
use crate::square::Square;

/// The UCI text of a move of the position.
pub fn uci<P: Position>(position: &P, mv: Move) -> String {
    write(mv, position.core().chess960())
}

/// The UCI text of a move on one board; with `chess960` castling is written as king takes own rook.
pub fn write(mv: Move, chess960: bool) -> String {
    let (from, to, second) = (mv.from(), mv.to(), mv.second());
    let letter = mv.role().letter();
    let small = letter.to_ascii_lowercase();
    match mv.kind() {
        MoveKind::Castling if !chess960 => format!("{from}{}", Core::castling_targets(from, to).0),
        MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Castling => format!("{from}{to}"),
        MoveKind::Promotion => format!("{from}{to}{small}"),
        MoveKind::Taking | MoveKind::PawnBack => format!("{from}{to}{small}{second}"),
        MoveKind::Prelude if from != second => format!("{letter}@{to}{from}{second}"),
        MoveKind::Drop | MoveKind::Prelude => format!("{letter}@{to}"),
        MoveKind::Flag => "flag".to_string(),
    }
}

/// Reads UCI text as a legal move of the position. Besides the form that [`uci`] writes, the letter of a promotion, a
/// drop or a prelude action may be of either case, and the squares of a prelude's exchange may stand in either order.
///
/// # Errors
/// The text is no move, or why the move is not legal.
pub fn parse_uci<P: Position>(position: &P, text: &str) -> Result<Move, MoveError> {
    parse_named(position, text, text)
}

/// [`parse_uci`] of a part of the text `whole`, which errors name.
pub(crate) fn parse_named<P: Position>(position: &P, text: &str, whole: &str) -> Result<Move, MoveError> {
    let candidates = candidates(position.core(), text).ok_or_else(|| MoveError::not_a_move(whole))?;
    match candidates.iter().find(|&mv| position.accepts(mv)) {
        Some(mv) => Ok(mv),
        None => Err(MoveError::illegal(whole, fault(position, candidates.typical()))),
    }
}

/// The moves that a text can mean on a board: one or two. Which of them is legal, if any, the rules of the game say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidates {
    special: Option<Move>,
    plain: Move,
}

impl Candidates {
    /// The candidates, the one that needs more from the position first.
    pub fn iter(&self) -> impl Iterator<Item = Move> + use<> {
        self.special.into_iter().chain([self.plain])
    }

    /// The candidate that a message about the text should be about.
    pub(crate) fn typical(&self) -> Move {
        self.special.filter(|mv| mv.kind() == MoveKind::Castling).unwrap_or(self.plain)
    }
}

impl From<Move> for Candidates {
    fn from(plain: Move) -> Candidates {
        Candidates { special: None, plain }
    }
}

/// Builds the moves that the text can mean, from the text and what stands on its squares; `None` if it has the form of
/// no move.
pub fn candidates(core: &Core, text: &str) -> Option<Candidates> {
    if text == "flag" {
        return Some(Move::FLAG.into());
    }
    match *text.as_bytes() {
        [letter, b'@', ref squares @ ..] => placement(letter, squares),
        [a, b, c, d, ref rest @ ..] => {
            let (from, to) = (square(a, b)?, square(c, d)?);
            match *rest {
                [] => Some(displacement(core, from, to)),
                [letter] => Some(Move::new(MoveKind::Promotion, role(letter)?, from, to).into()),
                [letter, e, f] => {
                    let role = role(letter)?;
                    let kind = if role == Role::Pawn { MoveKind::PawnBack } else { MoveKind::Taking };
                    Some(Move::with_second(kind, role, from, to, square(e, f)?).into())
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn square(file: u8, rank: u8) -> Option<Square> {
    match (file, rank) {
        (b'a'..=b'h', b'1'..=b'8') => Some(Square::at(file - b'a', rank - b'1')),
        _ => None,
    }
}

/// The role of a letter of either case.
fn role(letter: u8) -> Option<Role> {
    Role::from_letter(letter as char)
}

/// What follows the letter and `@`: a drop or prelude action on a square, or one with an exchange.
fn placement(letter: u8, squares: &[u8]) -> Option<Candidates> {
    let role = role(letter)?;
    match *squares {
        [a, b] => {
            let to = square(a, b)?;
            Some(Candidates { special: Some(Move::prelude(role, to, None)), plain: Move::drop(role, to) })
        }
        [a, b, c, d, e, f] => {
            let (to, x, y) = (square(a, b)?, square(c, d)?, square(e, f)?);
            let exchange = if x.file() <= y.file() { (x, y) } else { (y, x) };
            // The word of a move cannot tell a1 exchanged with itself from no exchange.
            (x != y).then(|| Move::prelude(role, to, Some(exchange)).into())
        }
        _ => None,
    }
}

/// A move from square to square: castling, a pawn's special moves, or an ordinary one.
fn displacement(core: &Core, from: Square, to: Square) -> Candidates {
    let us = core.turn();
    let role = core.board().role_on(from).unwrap_or(Role::Pawn);
    let plain = Move::new(MoveKind::Normal, role, from, to);
    let special = match role {
        Role::King if core.chess960() => {
            let rook = Piece { color: us, role: Role::Rook };
            (core.board().piece_on(to) == Some(rook)).then(|| Move::new(MoveKind::Castling, role, from, to))
        }
        Role::King if from.file() == 4 && from.rank() == to.rank() && matches!(to.file(), 2 | 6) => {
            let rook = Square::at(if to.file() == 6 { 7 } else { 0 }, from.rank());
            Some(Move::new(MoveKind::Castling, role, from, rook))
        }
        Role::Pawn if core.en_passant() == Some(to) && from.file() != to.file() => {
            Some(Move::new(MoveKind::EnPassant, role, from, to))
        }
        Role::Pawn if from.file() == to.file() && from.rank().abs_diff(to.rank()) == 2 => {
            Some(Move::new(MoveKind::DoubleStep, role, from, to))
        }
        _ => None,
    };
    Candidates { special, plain }
}
