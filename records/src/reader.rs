//! Tells the games of a file apart, and those on one board from those on two. PGN and BPGN have the same form but for
//! the words that are moves.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use movegen::notation::san::Pattern;

use crate::bpgn::{self, BpgnGame};
use crate::encoding::decode;
use crate::lexer::{Kind, Lexer, Token};
use crate::pgn::{self, PgnGame};
use crate::replay::{Replay, ReplayFault, replay};
use crate::signs::move_text;
use crate::text::TextFault;

/// A game of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyGameText {
    /// PGN.
    OneBoard(PgnGame),
    /// BPGN.
    TwoBoards(BpgnGame),
}

impl AnyGameText {
    /// Its number in the file, from 1.
    pub fn number(&self) -> usize {
        match self {
            AnyGameText::OneBoard(game) => game.number,
            AnyGameText::TwoBoards(game) => game.number,
        }
    }

    /// Line of its first tag or move, from 1.
    pub fn line(&self) -> usize {
        match self {
            AnyGameText::OneBoard(game) => game.line,
            AnyGameText::TwoBoards(game) => game.line,
        }
    }

    /// The result as the file gives it, on two boards for White-A's team.
    pub fn result(&self) -> &'static str {
        match self {
            AnyGameText::OneBoard(game) => game.result(),
            AnyGameText::TwoBoards(game) => game.result(),
        }
    }

    /// Replays the game by its own rules.
    ///
    /// # Errors
    /// The `Variant` tag is unknown or the `FEN` tag is no position of it.
    pub fn replay(&self) -> Result<Replay, ReplayFault> {
        match self {
            AnyGameText::OneBoard(game) => replay(game),
            AnyGameText::TwoBoards(game) => bpgn::replay::replay(game, None, false),
        }
    }
}

/// All games of a file, each read as what it is: the text decides, not the name of the file.
pub fn read(bytes: &[u8]) -> Vec<AnyGameText> {
    games(&decode(bytes)).collect()
}

/// The games of a text, one after the other: only one is held in memory.
///
/// Faults stand in the game in which they occur; reading goes on after them.
pub fn games(text: &str) -> impl Iterator<Item = AnyGameText> + '_ {
    RawGames::new(text).map(|game| match game.has_two_boards() {
        true => AnyGameText::TwoBoards(bpgn::interpret(game)),
        false => AnyGameText::OneBoard(pgn::interpret(game)),
    })
}

/// Whether a text looks like games: its first words are tags, a move number or a move.
pub fn holds_games(text: &str) -> bool {
    let first = RawGames::new(text).next();
    first.is_some_and(|game| {
        let word = game.items.iter().find_map(|item| match item {
            Item::Word { text, .. } => Some(text),
            Item::Comment(_) => None,
        });
        !game.tags.is_empty() || word.is_some_and(|word| starts_with_number(word) || looks_like_move(word))
    })
}

/// A game as far as PGN and BPGN have the same form.
#[derive(Clone, Debug, Default)]
pub(crate) struct RawGame<'a> {
    pub(crate) number: usize,
    pub(crate) line: usize,
    pub(crate) tags: Vec<(String, String)>,
    /// Words and comments outside variations, in order.
    pub(crate) items: Vec<Item<'a>>,
    /// How many of them are words.
    words: usize,
    pub(crate) ending: Option<&'static str>,
    /// The first fault, and the number of items before it.
    pub(crate) fault: Option<(usize, TextFault)>,
}

/// A word or comment among the moves.
#[derive(Clone, Debug)]
pub(crate) enum Item<'a> {
    Word { text: &'a str, line: usize },
    Comment(String),
}

impl RawGame<'_> {
    /// Whether it is a game on two boards: by its tags, or the number of its first move (`1A.`).
    fn has_two_boards(&self) -> bool {
        let names_seat = |name: &str| bpgn::Seat::ALL.into_iter().any(|seat| seat.tag().eq_ignore_ascii_case(name));
        let mut words = self.items.iter().filter_map(|item| match item {
            Item::Word { text, .. } => Some(text),
            Item::Comment(_) => None,
        });
        self.tags.iter().any(|(name, _)| names_seat(name))
            || words.next().is_some_and(|word| bpgn::label(word).is_some())
    }

    /// Comments alone are no game.
    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.words == 0 && self.ending.is_none() && self.fault.is_none()
    }

    fn fail(&mut self, line: usize, what: String) {
        self.begin(line);
        self.fault.get_or_insert((self.items.len(), TextFault { line, what }));
    }

    fn begin(&mut self, line: usize) {
        if self.line == 0 {
            self.line = line;
        }
    }
}

/// The games of a text, their moves not yet looked at.
pub(crate) struct RawGames<'a> {
    lexer: Lexer<'a>,
    /// The game that is being read.
    game: RawGame<'a>,
    /// The names of its tags in lower case.
    names: HashSet<String>,
    /// A game that has been read and not yet returned.
    ready: Option<RawGame<'a>>,
    /// How many games have been read.
    count: usize,
    /// The lines on which the variations began that are open.
    variations: Vec<usize>,
    /// Whether the words of the game, which has no tags yet, are the prose before the first game of a file.
    prose: bool,
    /// The line of the last tag, while nothing but blanks has followed.
    last_tag: Option<usize>,
}

impl<'a> RawGames<'a> {
    pub(crate) fn new(text: &'a str) -> RawGames<'a> {
        RawGames {
            lexer: Lexer::new(text),
            game: RawGame::default(),
            names: HashSet::new(),
            ready: None,
            count: 0,
            variations: Vec::new(),
            prose: false,
            last_tag: None,
        }
    }

    fn token(&mut self, Token { line, kind }: Token<'a>) {
        let last_tag = self.last_tag.take();
        match kind {
            Kind::Tag { name, value } => self.tag(line, name, value, last_tag),
            Kind::Comment(text) if self.variations.is_empty() && !text.is_empty() => {
                self.game.items.push(Item::Comment(text));
            }
            Kind::Comment(_) => {}
            Kind::Word(text) => self.word(line, text),
            Kind::Result(_) if self.prose || self.is_before_first() => self.discard(),
            Kind::Result(result) if self.variations.is_empty() => {
                self.game.begin(line);
                self.game.ending = Some(result);
                // Without tags the next game begins with the next move.
                self.finish();
            }
            Kind::Result(_) => {}
            Kind::Open => self.variations.push(line),
            Kind::Close => {
                if self.variations.pop().is_none() {
                    self.game.fail(line, "`)` closes nothing".to_string());
                }
            }
            Kind::Fault(what) => self.game.fail(line, what),
        }
    }

    fn tag(&mut self, line: usize, name: &str, value: String, last_tag: Option<usize>) {
        if self.prose || self.game.is_empty() {
            self.discard();
        } else if self.game.words > 0 || self.is_repeated(line, name, last_tag) {
            self.finish();
        }
        self.game.begin(line);
        self.game.tags.push((name.to_string(), value));
        self.names.insert(name.to_lowercase());
        self.last_tag = Some(line);
    }

    /// Whether a tag is that of another game, the one before having no moves: the second `Event`, or one that is there
    /// already and stands apart from the others.
    fn is_repeated(&self, line: usize, name: &str, last_tag: Option<usize>) -> bool {
        let apart = last_tag.is_none_or(|last| line > last + 1);
        (name.eq_ignore_ascii_case("Event") || apart) && self.names.contains(&name.to_lowercase())
    }

    /// Whether no game has begun yet.
    fn is_before_first(&self) -> bool {
        self.count == 0 && self.game.tags.is_empty() && self.game.words == 0
    }

    fn word(&mut self, line: usize, text: &'a str) {
        if self.prose && starts_with_number(text) {
            self.discard();
        } else if self.is_before_first() {
            self.prose = !starts_with_number(text) && !looks_like_move(text);
        }
        if self.variations.is_empty() {
            self.game.begin(line);
            self.game.items.push(Item::Word { text, line });
            self.game.words += 1;
        }
    }

    /// Forgets what has been read: it was no game.
    fn discard(&mut self) {
        self.game = RawGame::default();
        self.names.clear();
        self.variations.clear();
        self.prose = false;
    }

    fn finish(&mut self) {
        if let Some(&line) = self.variations.first() {
            self.game.fail(line, "the variation that begins here is not closed".to_string());
        }
        let mut game = std::mem::take(&mut self.game);
        self.discard();
        if !game.is_empty() {
            self.count += 1;
            game.number = self.count;
            self.ready = Some(game);
        }
    }
}

impl<'a> Iterator for RawGames<'a> {
    type Item = RawGame<'a>;

    fn next(&mut self) -> Option<RawGame<'a>> {
        while self.ready.is_none() {
            match self.lexer.next() {
                Some(token) => self.token(token),
                None => {
                    self.finish();
                    break;
                }
            }
        }
        self.ready.take()
    }
}

/// Whether a word is a move number or begins with one: `1`, `1.`, `1.e4`, `1A.`.
fn starts_with_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    rest.len() < word.len() && (rest.is_empty() || rest.starts_with(['.', '\u{2026}']) || bpgn::label(word).is_some())
}

fn looks_like_move(word: &str) -> bool {
    Pattern::parse(move_text(word).trim_end_matches(['+', '#', '!', '?'])).is_some()
}
