//! Reads BPGN, liberally: any line ends, UTF-8 or Latin-1, a byte order mark, escaped lines, several tags on a line.

use super::{BpgnGame, BpgnMove, Seat, Stamp};
use crate::pgn::{EVENT, PgnFault, comment_end, decode, parse_tag, result_of, shorten, tidy};
use crate::text::Text;

/// All games of a file. Faults stand in the game in which they occur, with their line and the move before them;
/// reading goes on behind them.
pub fn read(bytes: &[u8]) -> Vec<BpgnGame> {
    let text = decode(bytes);
    let mut reader =
        Reader { text: Text::new(&text), at_line_start: true, games: Vec::new(), game: BpgnGame::default(), due: None };
    while reader.step() {}
    reader.finish_game();
    reader.games
}

struct Reader<'a> {
    text: Text<'a>,
    at_line_start: bool,
    games: Vec<BpgnGame>,
    game: BpgnGame,
    /// Number and seat that have been read, their move not yet.
    due: Option<(u32, Seat)>,
}

impl Reader<'_> {
    /// Reads one item; false at the end of the text.
    fn step(&mut self) -> bool {
        let Some(first) = self.text.rest.chars().next() else { return false };
        let line_start = std::mem::replace(&mut self.at_line_start, false);
        match first {
            '%' if line_start => {
                self.text.take_line();
            }
            _ if first.is_whitespace() => {
                self.text.take(first.len_utf8());
                self.at_line_start = first == '\n';
            }
            '[' => self.tag(),
            '{' => self.comment(),
            '}' | ']' | '(' | ')' | ';' => {
                self.fault(&format!("`{first}` has no place here"));
                self.text.take(1);
            }
            _ => self.word(),
        }
        true
    }

    fn begin(&mut self) {
        if self.game.line == 0 {
            self.game.line = self.text.line;
        }
    }

    fn finish_game(&mut self) {
        if let Some((number, seat)) = self.due.take() {
            self.fault(&format!("the move {number}{}. is missing", seat.letter()));
        }
        let game = std::mem::take(&mut self.game);
        // A comment between games is none.
        if !game.tags.is_empty() || !game.moves.is_empty() || game.ending.is_some() || game.fault.is_some() {
            self.games.push(game);
        }
    }

    /// Keeps the first fault, with the move before it.
    fn fault(&mut self, what: &str) {
        self.begin();
        let after = self.game.moves.last().map_or_else(String::new, |mv| format!("after {} {}: ", mv.label(), mv.text));
        let fault = PgnFault { line: self.text.line, what: format!("{after}{what}") };
        self.game.fault.get_or_insert(fault);
    }

    /// `[Name "value"]`.
    fn tag(&mut self) {
        if !self.game.moves.is_empty()
            || self.game.ending.is_some()
            || !self.game.preface.is_empty()
            || self.due.is_some()
        {
            self.finish_game();
        }
        self.begin();
        let line_end = self.text.line_end();
        // Other tags may follow on the line: a tag ends at the first quote with `]` behind it.
        let text = &self.text.rest[..line_end];
        match parse_tag(text) {
            Some((name, value, length)) => {
                // The match before was torn off among its tags.
                if name == "Event" && self.game.tag(&name).is_some() {
                    self.finish_game();
                    self.begin();
                }
                self.game.tags.push((name, value));
                self.text.take(length);
            }
            None => {
                self.fault(&format!("`{}` is no tag of the form [Name \"value\"]", shorten(text)));
                self.text.take(text[1..].find(EVENT).map_or(line_end, |next| next + 1));
            }
        }
    }

    /// A time or another comment; it belongs to the move before it.
    fn comment(&mut self) {
        self.begin();
        let text = match comment_end(self.text.rest) {
            Ok(end) => tidy(self.text.take(end).trim_matches(['{', '}'])),
            Err(end) => {
                self.fault("the comment that begins here is not closed");
                tidy(self.text.take(end).trim_start_matches('{'))
            }
        };
        if text.is_empty() {
            return;
        }
        let Some(mv) = self.game.moves.last_mut() else { return self.game.preface.push(text) };
        match Stamp::parse(&text) {
            Some(stamp) if mv.stamp.is_none() => mv.stamp = Some(stamp),
            _ => mv.comments.push(text),
        }
    }

    /// A number with its seat, a move, or a result.
    fn word(&mut self) {
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | ';');
        let end = self.text.rest.find(ends).unwrap_or(self.text.rest.len());
        let (line, word) = (self.text.line, self.text.take(end));
        self.begin();
        if let Some(result) = result_of(word) {
            self.game.ending = Some(result.to_string());
            return self.finish_game();
        }
        let (due, text) = match label(word) {
            Some((number, seat, text)) => {
                if let Some((number, seat)) = self.due.take() {
                    self.fault(&format!("the move {number}{}. is missing", seat.letter()));
                }
                (Some((number, seat)), text)
            }
            None => (self.due, word),
        };
        match due {
            _ if word.starts_with('$') => {}
            Some((number, seat)) if !text.is_empty() => {
                self.due = None;
                let text = text.to_string();
                self.game.moves.push(BpgnMove { seat, number, text, stamp: None, comments: Vec::new(), line });
            }
            Some(_) => self.due = due,
            None => self.fault(&format!("`{}` has no number like 1A. in front", shorten(word))),
        }
    }
}

/// Number, seat and rest of a word like `12a.` or `12a.Nf3`.
fn label(word: &str) -> Option<(u32, Seat, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    let mut letters = rest.chars();
    let seat = Seat::of_letter(letters.next()?)?;
    let text = letters.as_str().strip_prefix('.')?;
    Some((number.parse().ok()?, seat, text.trim_start_matches('.')))
}
