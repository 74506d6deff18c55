//! Writes PGN.

use movegen::piece::Color;

use crate::pgn::PgnGame;

/// Longest line of the moves.
const WIDTH: usize = 80;

/// The text of a game and an empty line. The first move is that of `turn`, with this number.
pub fn write(game: &PgnGame, turn: Color, number: u32) -> String {
    let mut lines = Lines::after(write_tags(&game.tags));
    for comment in &game.preface {
        lines.comment(comment);
    }
    let (mut turn, mut number, mut number_due) = (turn, number, true);
    for mv in &game.moves {
        match turn {
            Color::White => lines.word(&format!("{number}.")),
            Color::Black if number_due => lines.word(&format!("{number}...")),
            Color::Black => {}
        }
        lines.word(&mv.text);
        for comment in &mv.comments {
            lines.comment(comment);
        }
        number_due = !mv.comments.is_empty();
        number += u32::from(turn == Color::Black);
        turn = !turn;
    }
    lines.word(game.result());
    lines.finish()
}

/// The tags, one per line, and an empty line.
pub(crate) fn write_tags(tags: &[(String, String)]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{}\"]\n", value.replace(['\n', '\r'], " ")));
    }
    text.push('\n');
    text
}

/// Text that is broken into lines at blanks.
pub(crate) struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Lines that follow a text.
    pub(crate) fn after(text: String) -> Lines {
        Lines { text, column: 0 }
    }

    /// All of the text and an empty line.
    pub(crate) fn finish(mut self) -> String {
        self.text.push_str("\n\n");
        self.text
    }

    /// A word, after a blank or on a new line. A line does not begin with `%`, which would hide it.
    pub(crate) fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH && !word.starts_with('%') {
            self.text.push('\n');
            self.column = 0;
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    /// A comment; braces in it, which would end it, become parentheses.
    pub(crate) fn comment(&mut self, comment: &str) {
        let comment = format!("{{{}}}", comment.replace('{', "(").replace('}', ")"));
        for word in comment.split_ascii_whitespace() {
            self.word(word);
        }
    }
}
