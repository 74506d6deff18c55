//! Positions drawn in letters.

use std::fmt::Write as _;

use movegen::core::Core;
use movegen::pair::Pair;
use movegen::piece::{Color, Piece};
use movegen::position::Position;
use movegen::square::Square;

/// The board as White sees it, with the stocks of the games that have one and who is on move.
pub(crate) fn draw<P: Position>(position: &P) -> String {
    let core = position.core();
    let mut text = board(core);
    if position.variant().has_stock() {
        for color in Color::ALL {
            let _ = writeln!(text, " {:<6}[{:?}]", color.word(), core.stock().of(color));
        }
    }
    let _ = writeln!(text, " {} to move", core.turn().word());
    text
}

/// Both boards of a match side by side, A on the left.
pub(crate) fn draw_pair(pair: &Pair) -> String {
    let [a, b] = [0, 1].map(|board| draw(pair.board(board)));
    let width = a.lines().map(|line| line.chars().count()).max().unwrap_or_default() + 3;
    let mut text = format!("{:<width$}{}\n", " board A (1)", " board B (2)");
    for (left, right) in a.lines().zip(b.lines()) {
        let _ = writeln!(text, "{left:<width$}{right}");
    }
    text
}

fn board(core: &Core) -> String {
    const EDGE: &str = " +---+---+---+---+---+---+---+---+\n";
    let mut text = EDGE.to_string();
    for rank in (0..8).rev() {
        text.push(' ');
        for square in (0..8).map(|file| Square::at(file, rank)) {
            let letter = core.board().piece_on(square).map_or(' ', Piece::letter);
            let mark = if core.promoted().has(square) { '~' } else { ' ' };
            let _ = write!(text, "| {letter}{mark}");
        }
        let _ = writeln!(text, "| {}", rank + 1);
        text.push_str(EDGE);
    }
    text.push_str("   a   b   c   d   e   f   g   h\n");
    text
}

#[cfg(test)]
mod tests {
    use movegen::rules::Variant;
    use movegen::variants::drops::Drops;

    use super::*;

    #[test]
    fn a_picture_shows_marks_stocks_and_the_side_to_move() {
        let fen = "4k2Q~/8/8/8/8/8/8/4K3[PNq] b - - 0 1";
        let position: Drops = movegen::fen::parse(fen, Variant::Crazyhouse, false).unwrap();
        let text = draw(&position);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], " |   |   |   |   | k |   |   | Q~| 8");
        assert_eq!(lines[15], " |   |   |   |   | K |   |   |   | 1");
        assert_eq!(&lines[17..], ["   a   b   c   d   e   f   g   h", " white [NP]", " black [Q]", " black to move"]);
    }
}
