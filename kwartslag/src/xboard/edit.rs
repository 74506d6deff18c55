//! `edit`: the way to set up a position without `setboard`, for GUIs of protocol 1 and those that refuse it.

use movegen::piece::Color;

/// What a line of edit mode leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// More lines follow.
    More,
    /// `.`: the position is complete.
    Done,
    /// The line is none of edit mode.
    Unknown,
}

/// A board being edited.
#[derive(Clone, Debug)]
pub(crate) struct Editor {
    /// Ranks from 8 to 1, files from a to h.
    squares: [[Option<char>; 8]; 8],
    color: Color,
}

impl Editor {
    /// A board with the placement of a FEN.
    pub(crate) fn new(fen: &str) -> Editor {
        let mut squares = [[None; 8]; 8];
        let placement = fen.split(['[', ' ']).next().unwrap_or_default();
        for (row, text) in squares.iter_mut().zip(placement.split('/')) {
            let mut cells = row.iter_mut();
            for c in text.chars() {
                match c.to_digit(10) {
                    Some(empty) => drop(cells.by_ref().take(empty as usize).count()),
                    None if c == '~' => {}
                    None => {
                        if let Some(cell) = cells.next() {
                            *cell = Some(c);
                        }
                    }
                }
            }
        }
        Editor { squares, color: Color::White }
    }

    /// Obeys one line.
    pub(crate) fn obey(&mut self, line: &str) -> Step {
        match line.trim().as_bytes() {
            b"." => return Step::Done,
            b"#" => self.squares = [[None; 8]; 8],
            b"c" => self.color = !self.color,
            [man, file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                let man = match (man, self.color) {
                    (b'x' | b'X', _) => None,
                    (man, Color::White) => Some(char::from(man.to_ascii_uppercase())),
                    (man, Color::Black) => Some(char::from(man.to_ascii_lowercase())),
                };
                let row = self.squares.get_mut(usize::from(b'8' - rank));
                if let Some(cell) = row.and_then(|row| row.get_mut(usize::from(file - b'a'))) {
                    *cell = man;
                }
            }
            _ => return Step::Unknown,
        }
        Step::More
    }

    /// The position as a FEN with this side on move. A king and a rook at home may castle.
    pub(crate) fn fen(&self, turn: Color) -> String {
        let placement: Vec<String> = self.squares.iter().map(rank_text).collect();
        let on = |row: usize, file: usize| self.squares.get(row).and_then(|row| row.get(file)).copied().flatten();
        let castling: String = [(7, 'K', 'R'), (0, 'k', 'r')]
            .into_iter()
            .filter(|&(row, king, _)| on(row, 4) == Some(king))
            .flat_map(|(row, king, rook)| {
                let queen = if king == 'K' { 'Q' } else { 'q' };
                [(7, king), (0, queen)].into_iter().filter(move |&(file, _)| on(row, file) == Some(rook))
            })
            .map(|(_, right)| right)
            .collect();
        let castling = if castling.is_empty() { "-" } else { &castling };
        let turn = if turn == Color::White { 'w' } else { 'b' };
        format!("{} {turn} {castling} - 0 1", placement.join("/"))
    }
}

fn rank_text(row: &[Option<char>; 8]) -> String {
    let mut text = String::new();
    let mut empty = 0;
    for cell in row {
        match cell {
            None => empty += 1,
            Some(man) => {
                if empty > 0 {
                    text.push_str(&empty.to_string());
                    empty = 0;
                }
                text.push(*man);
            }
        }
    }
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn edited(fen: &str, lines: &[&str]) -> Editor {
        let mut editor = Editor::new(fen);
        for line in lines {
            assert_eq!(editor.obey(line), Step::More, "{line}");
        }
        assert_eq!(editor.obey("."), Step::Done);
        editor
    }

    #[test]
    fn a_position_is_edited_from_the_present_one() {
        assert_eq!(edited(START, &[]).fen(Color::White), START);
        let editor = edited(START, &["xe2", "Pe4", "xh1", "c", "xa8"]);
        let fen = "1nbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBN1 b Qk - 0 1";
        assert_eq!(editor.fen(Color::Black), fen);
    }

    #[test]
    fn a_position_is_built_on_an_empty_board() {
        let editor = edited(START, &["#", "Ke1", "Rh1", "c", "Ke8", "qd8"]);
        assert_eq!(editor.fen(Color::White), "3qk3/8/8/8/8/8/8/4K2R w K - 0 1");
    }

    #[test]
    fn other_lines_are_not_of_edit_mode() {
        let mut editor = Editor::new(START);
        for line in ["quit", "Pe9", "new", ""] {
            assert_eq!(editor.obey(line), Step::Unknown, "{line}");
        }
    }
}
