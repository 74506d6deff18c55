//! Reads PGN, liberally: any line ends, UTF-8 or Latin-1, a byte order mark, comments of both kinds, escaped lines,
//! variations, annotation glyphs, numbers with or without dots, quotes inside of tag values.

use crate::pgn::{PgnFault, PgnGame, PgnMove};
use crate::text::Text;

/// All games of a file. Faults stand in the game in which they occur; reading goes on with the next tag.
pub fn read(bytes: &[u8]) -> Vec<PgnGame> {
    let text = decode(bytes);
    let mut reader =
        Reader { text: Text::new(&text), at_line_start: true, games: Vec::new(), game: PgnGame::default() };
    while reader.step() {}
    reader.finish_game();
    reader.games
}

/// UTF-8 where a line is UTF-8, else Latin-1. Line ends become `\n`.
pub(crate) fn decode(bytes: &[u8]) -> String {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut text = String::with_capacity(bytes.len());
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        match std::str::from_utf8(line) {
            Ok(line) => text.push_str(line),
            Err(_) => text.extend(line.iter().map(|&byte| byte as char)),
        }
    }
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

struct Reader<'a> {
    text: Text<'a>,
    at_line_start: bool,
    games: Vec<PgnGame>,
    game: PgnGame,
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
            '{' => {
                if let Some(comment) = self.brace_comment() {
                    self.note(&comment);
                }
            }
            ';' => {
                let comment = self.line_comment();
                self.note(&comment);
            }
            '(' => self.variation(),
            ')' | '}' | ']' => {
                self.fault(format!("`{first}` closes nothing"));
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
        let game = std::mem::take(&mut self.game);
        // A comment between games is none.
        if !game.tags.is_empty() || !game.moves.is_empty() || game.ending.is_some() || game.fault.is_some() {
            self.games.push(game);
        }
    }

    fn fault(&mut self, what: String) {
        self.begin();
        let line = self.text.line;
        self.game.fault.get_or_insert(PgnFault { line, what });
    }

    /// `[Name "value"]`; a value ends at a quote with `]` behind it.
    fn tag(&mut self) {
        let game = &self.game;
        if !game.moves.is_empty() || game.ending.is_some() || !game.preface.is_empty() {
            self.finish_game();
        }
        self.begin();
        let line_end = self.text.line_end();
        let text = &self.text.rest[..line_end];
        match parse_tag(text) {
            Some((name, value, length)) => {
                // The game before was torn off among its tags.
                if name == "Event" && self.game.tag(&name).is_some() {
                    self.finish_game();
                    self.begin();
                }
                self.game.tags.push((name, value));
                self.text.take(length);
            }
            None => {
                self.fault(format!("`{}` is no tag of the form [Name \"value\"]", shorten(text)));
                self.text.take(text[1..].find(EVENT).map_or(line_end, |next| next + 1));
            }
        }
    }

    fn brace_comment(&mut self) -> Option<String> {
        match comment_end(self.text.rest) {
            Ok(end) => self.text.take(end).strip_prefix('{').and_then(|text| text.strip_suffix('}')).map(tidy),
            Err(end) => {
                self.fault("the comment that begins here is not closed".to_string());
                Some(tidy(self.text.take(end).trim_start_matches('{')))
            }
        }
    }

    fn line_comment(&mut self) -> String {
        tidy(self.text.take_line().trim_start_matches(';'))
    }

    /// Keeps a comment with the move before it.
    fn note(&mut self, comment: &str) {
        if comment.is_empty() {
            return;
        }
        self.begin();
        match self.game.moves.last_mut() {
            Some(mv) => mv.comments.push(comment.to_string()),
            None => self.game.preface.push(comment.to_string()),
        }
    }

    /// Skips a variation with everything in it.
    fn variation(&mut self) {
        let mut depth = 0usize;
        while let Some(first) = self.text.rest.chars().next() {
            match first {
                '(' => {
                    depth += 1;
                    self.text.take(1);
                }
                ')' => {
                    depth -= 1;
                    self.text.take(1);
                    if depth == 0 {
                        return;
                    }
                }
                '{' => drop(self.brace_comment()),
                ';' => drop(self.line_comment()),
                '[' if self.text.rest.starts_with("[Event ") => break,
                _ => drop(self.text.take(first.len_utf8())),
            }
        }
        self.fault("a variation is not closed".to_string());
    }

    /// A move, a number, a result or a glyph.
    fn word(&mut self) {
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ';' | '(' | ')' | '[' | ']');
        let bytes = self.text.rest.as_bytes();
        let promotes = |at: usize| {
            matches!(bytes[at..], [b'(', b'A'..=b'Z', b')', ..])
                && bytes[..at].ends_with(b"8") | bytes[..at].ends_with(b"1")
        };
        // A glyph ends the move before it.
        let mut end = self
            .text
            .rest
            .char_indices()
            .find(|&(at, letter)| ends(letter) || (letter == '$' && at > 0))
            .map_or(self.text.rest.len(), |(at, _)| at);
        if end < self.text.rest.len() && promotes(end) {
            end += 3;
        }
        let line = self.text.line;
        let word = self.text.take(end);
        if let Some(result) = result_of(word) {
            self.begin();
            self.game.ending = Some(result.to_string());
            // Without tags the next game begins with the next move.
            return self.finish_game();
        }
        let text = without_number(word);
        let silent = text.is_empty()
            || text.starts_with('$')
            || matches!(text, "e.p." | "ep" | "+" | "#" | "+-" | "-+" | "=")
            || text.chars().all(|c| matches!(c, '!' | '?' | '.' | '\u{2026}'));
        if silent {
            return;
        }
        self.begin();
        self.game.moves.push(PgnMove { text: text.to_string(), comments: Vec::new(), line });
    }
}

/// How the tags of a game begin.
pub(crate) const EVENT: &str = "[Event \"";

/// The length in bytes of the comment in braces at the start of the text; as an error if it is not closed before the tags
/// of the next game, which are not part of it.
pub(crate) fn comment_end(text: &str) -> Result<usize, usize> {
    match text.find('}') {
        Some(end) => text[..end].find(EVENT).map_or(Ok(end + 1), Err),
        None => Err(text.find(EVENT).or_else(|| text.find("\n[")).unwrap_or(text.len())),
    }
}

/// Name, value and length in bytes of the tag at the start of the text.
pub(crate) fn parse_tag(text: &str) -> Option<(String, String, usize)> {
    let inner = text.strip_prefix('[')?;
    let quote = inner.find('"')?;
    let name = inner[..quote].trim();
    if name.is_empty() || name.contains(|letter: char| letter.is_whitespace() || letter == '[') {
        return None;
    }
    let start = 1 + quote + 1;
    let mut value = String::new();
    let mut letters = text[start..].char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' if matches!(letters.peek(), Some((_, '"' | '\\'))) => {
                value.extend(letters.next().map(|(_, escaped)| escaped));
            }
            '"' => {
                let behind = &text[start + at + 1..];
                if let Some(rest) = behind.trim_start().strip_prefix(']') {
                    return Some((name.to_string(), value, text.len() - rest.len()));
                }
                value.push('"');
            }
            _ => value.push(letter),
        }
    }
    None
}

/// The word as a result, in its usual form.
pub(crate) fn result_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "1-0" | "1:0" => "1-0",
        "0-1" | "0:1" => "0-1",
        "1/2-1/2" | "1/2" | "\u{bd}-\u{bd}" | "1/2:1/2" => "1/2-1/2",
        "*" => "*",
        _ => return None,
    })
}

/// The word without a move number in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let dots = rest.trim_start_matches(['.', '\u{2026}']);
    if rest.is_empty() || dots.len() < rest.len() { dots } else { word }
}

/// Blanks and line ends in a comment become single blanks.
pub(crate) fn tidy(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.chars().count() <= LONGEST {
        text.to_string()
    } else {
        text.chars().take(LONGEST).collect::<String>() + "..."
    }
}
