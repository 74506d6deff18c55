//! The prelude of superschaak as plies that XBoard can show.
//!
//! The regulation has four actions, each followed by the opponent's forced mirroring. XBoard has no move that changes
//! two men, and lets the colours take turns. So the eight placings are played one by one, in an order in which they do:
//!
//! | ply | by | what |
//! |---|---|---|
//! | 1 | White | the first action |
//! | 2 | Black | the second action |
//! | 3 | White | mirrors the second |
//! | 4 | Black | mirrors the first |
//! | 5 | White | the third action |
//! | 6 | Black | the fourth action |
//! | 7 | White | mirrors the fourth |
//! | 8 | Black | mirrors the third |
//!
//! A superpiece waits on rank 4 (White) or 5 (Black) and is placed by a move onto the man that it replaces. Black's
//! exchange at the end changes two men and is left out.

use movegen::piece::{Color, Role};
use movegen::square::Square;

/// How many plies the prelude takes in XBoard.
const PLIES: usize = 8;

/// What a ply of the prelude is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ply {
    /// An action of the regulation.
    Action,
    /// The mirroring of the action with this number, counted from 0.
    Mirror(usize),
}

const ORDER: [Ply; PLIES] = [
    Ply::Action,
    Ply::Action,
    Ply::Mirror(1),
    Ply::Mirror(0),
    Ply::Action,
    Ply::Action,
    Ply::Mirror(3),
    Ply::Mirror(2),
];

/// What the ply with this number is, counted from 0; `None` after the prelude.
pub(crate) fn ply(number: usize) -> Option<Ply> {
    ORDER.get(number).copied()
}

/// Whose ply it is.
pub(crate) fn turn(number: usize) -> Color {
    if number.is_multiple_of(2) { Color::White } else { Color::Black }
}

/// The order in which the superpieces wait, from the a-file.
const WAITING: [Role; 4] = [Role::Amazon, Role::Empress, Role::Princess, Role::Veteran];

fn waiting_square(role: Role, color: Color) -> Option<Square> {
    let file = WAITING.iter().position(|&waiting| waiting == role)?;
    let rank = if color == Color::White { 3 } else { 4 };
    Some(Square::at(u8::try_from(file).ok()?, rank))
}

/// The superpiece of this colour that waits on a square.
pub(crate) fn waiting_on(square: Square, color: Color) -> Option<Role> {
    WAITING.into_iter().find(|&role| waiting_square(role, color) == Some(square))
}

/// A placing as XBoard's move: `b4h1` for White's Empress on h1.
pub(crate) fn write(role: Role, to: Square, color: Color) -> Option<String> {
    Some(format!("{}{to}", waiting_square(role, color)?))
}

/// An action, `E@h1`, as XBoard writes the same by this colour: the other colour's mirror of it stands on the other
/// side of the board.
pub(crate) fn placing(action: &str, color: Color) -> Option<String> {
    let (letter, square) = action.split_once('@')?;
    let role = Role::from_letter(letter.chars().next()?)?;
    let to = Square::parse(square.get(..2)?)?;
    let rank = if color == Color::White { 0 } else { 7 };
    write(role, Square::at(to.file(), rank), color)
}

/// XBoard's move as an action: `b4h1` is `E@h1`.
pub(crate) fn read(text: &str, color: Color) -> Option<String> {
    let from = Square::parse(text.get(..2)?)?;
    let to = Square::parse(text.get(2..)?)?;
    Some(format!("{}@{to}", waiting_on(from, color)?.letter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_take_turns_and_every_action_is_mirrored_by_the_other() {
        let actions: Vec<usize> = (0..PLIES).filter(|&number| ply(number) == Some(Ply::Action)).collect();
        for number in 0..PLIES {
            if let Some(Ply::Mirror(action)) = ply(number) {
                assert!(actions[action] < number);
                assert_ne!(turn(actions[action]), turn(number));
            }
        }
        assert_eq!(ply(PLIES), None);
    }

    #[test]
    fn a_placing_is_a_move_from_the_waiting_square() {
        assert_eq!(placing("E@h1", Color::White).as_deref(), Some("b4h1"));
        assert_eq!(placing("E@h1", Color::Black).as_deref(), Some("b5h8"));
        assert_eq!(placing("V@a8b8g8", Color::White).as_deref(), Some("d4a1"));
        assert_eq!(read("b4h1", Color::White).as_deref(), Some("E@h1"));
        assert_eq!(read("b5h8", Color::Black).as_deref(), Some("E@h8"));
        for text in ["e2e4", "b5h8", "b4", "b4h9", "E@h1", ""] {
            assert_eq!(read(text, Color::White), None, "{text}");
        }
    }
}
