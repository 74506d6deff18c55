//! Splits a text of games, PGN or BPGN, into tags, comments, words and results.
//!
//! One pass, in time linear in the size of the text whatever it holds: nothing that is looked through is looked through
//! again, but for the tags that end an unclosed comment. What is no token is reported, and reading goes on after it.

mod tag;
#[cfg(test)]
mod tests;

use crate::result;

/// A token and the line on which it begins, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token<'a> {
    pub(crate) line: usize,
    pub(crate) kind: Kind<'a>,
}

/// What a token is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind<'a> {
    /// `[Name "value"]`
    Tag { name: &'a str, value: String },
    /// `{...}` or `; ...`, its blanks made single.
    Comment(String),
    /// `(`
    Open,
    /// `)`
    Close,
    /// A move, a number, a sign, or both a number and a move.
    Word(&'a str),
    /// A result in its usual form.
    Result(&'static str),
    /// Text that is no token, and what is wrong with it.
    Fault(String),
}

/// The tokens of a text whose lines end in `\n`.
pub(crate) struct Lexer<'a> {
    /// What has not been taken yet.
    rest: &'a str,
    /// The line of its first character.
    line: usize,
    /// Whether it begins a line.
    at_line_start: bool,
    /// A fault of the token that has just been returned.
    fault: Option<Token<'a>>,
}

impl<'a> Lexer<'a> {
    /// A lexer at the start of the text.
    pub(crate) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { rest: text, line: 1, at_line_start: true, fault: None }
    }

    /// Takes this many bytes off the text.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
        self.at_line_start = taken.ends_with('\n') || (self.at_line_start && taken.is_empty());
        self.rest = rest;
        taken
    }

    /// Takes what is left of the line.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    /// Passes over blanks and over lines that `%` at their start excludes.
    fn skip_blanks(&mut self) {
        loop {
            let blanks = self.rest.find(|letter| !is_blank(letter)).unwrap_or(self.rest.len());
            self.take(blanks);
            if !(self.at_line_start && self.rest.starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    fn tag(&mut self) -> Kind<'a> {
        match tag::parse(self.rest) {
            Ok(tag) => {
                self.take(tag.length);
                Kind::Tag { name: tag.name, value: tag.value }
            }
            Err(length) => {
                let text = self.take(length);
                Kind::Fault(format!("`{}` is no tag of the form [Name \"value\"]", shorten(text)))
            }
        }
    }

    fn comment(&mut self) -> Kind<'a> {
        let text = match comment_end(self.rest) {
            Ok(length) => self.take(length).strip_suffix('}').unwrap_or_default(),
            Err(length) => {
                let what = "the comment that begins here is not closed".to_string();
                self.fault = Some(Token { line: self.line, kind: Kind::Fault(what) });
                self.take(length)
            }
        };
        Kind::Comment(single_blanks(&text[1..]))
    }

    fn word(&mut self) -> Kind<'a> {
        if let Some((result, length)) = result::read(self.rest) {
            self.take(length);
            return Kind::Result(result);
        }
        Kind::Word(self.take(word_length(self.rest)))
    }
}

impl<'a> Iterator for Lexer<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if let Some(fault) = self.fault.take() {
            return Some(fault);
        }
        self.skip_blanks();
        let first = self.rest.chars().next()?;
        let line = self.line;
        let kind = match first {
            '[' => self.tag(),
            '{' => self.comment(),
            ';' => Kind::Comment(single_blanks(&self.take_line()[1..])),
            '(' | ')' => {
                self.take(1);
                if first == '(' { Kind::Open } else { Kind::Close }
            }
            '}' | ']' => {
                self.take(1);
                Kind::Fault(format!("`{first}` closes nothing"))
            }
            _ => self.word(),
        };
        Some(Token { line, kind })
    }
}

/// White space, and what old or careless programs leave in files: the end mark of DOS, zeros, byte order marks in the
/// middle, spaces without width.
fn is_blank(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '\0' | '\u{1a}' | '\u{200b}' | '\u{feff}')
}

/// The length in bytes of the word at the start of the text. A glyph (`$1`) ends the move before it; in brackets only a
/// promotion belongs to the move: `b8(Q)`.
fn word_length(text: &str) -> usize {
    let ends = |letter: char| is_blank(letter) || matches!(letter, '{' | '}' | ';' | '(' | ')' | '[' | ']' | '$');
    let first = text.chars().next().map_or(0, char::len_utf8);
    let end = first + text[first..].find(ends).unwrap_or(text.len() - first);
    let (word, after) = text.as_bytes().split_at(end);
    match (word, after) {
        ([.., b'1' | b'8'], [b'(', b'A'..=b'Z', b')', ..]) => end + 3,
        _ => end,
    }
}

/// The length in bytes of the comment in braces at the start of the text; as an error if it is not closed.
///
/// A closed comment may hold anything, tags of a game included. But a file that was torn inside a comment goes on with
/// the next game, whose comments have braces, too: a comment with tags in it and then another `{` ends before the tags.
fn comment_end(text: &str) -> Result<usize, usize> {
    let mut next_game = None;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'}' => return Ok(at + 1),
            b'{' if next_game.is_some() => break,
            b'[' if next_game.is_none() && starts_game(text, at) => next_game = Some(at),
            _ => {}
        }
    }
    Err(next_game.unwrap_or(text.len()))
}

/// Whether the tags of a game begin at this `[`: an `Event` tag, or any tag at the start of a line.
fn starts_game(text: &str, at: usize) -> bool {
    let tag = &text[at..];
    tag.starts_with(tag::EVENT) || (text[..at].ends_with('\n') && tag::begins(tag))
}

/// Blanks and line ends become single blanks.
fn single_blanks(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At most 60 characters of a text, for messages.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}
