//! A game as it stands in a file, before anybody asks what it means.

use crate::result;

/// A game of a file: its tags, comments and moves, the moves of type `M`.
///
/// What its moves mean, by the rules of its variant, is for a replay to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameText<M> {
    /// Its number in the file, from 1; 0 if it comes from no file.
    pub number: usize,
    /// Line of its first tag or move, from 1.
    pub line: usize,
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves of the game itself; variations are left out.
    pub moves: Vec<M>,
    /// The result after the moves, if there is one: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub ending: Option<&'static str>,
    /// What is wrong with the text, if anything; the rest has been read.
    pub fault: Option<TextFault>,
}

/// Where the text of a game is damaged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct TextFault {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// A game without tags and moves.
impl<M> Default for GameText<M> {
    fn default() -> GameText<M> {
        GameText {
            number: 0,
            line: 0,
            tags: Vec::new(),
            preface: Vec::new(),
            moves: Vec::new(),
            ending: None,
            fault: None,
        }
    }
}

impl<M> GameText<M> {
    /// The value of a tag; names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The result as the file gives it: that after the moves, else the tag's, else `*`.
    pub(crate) fn given_result(&self) -> &'static str {
        let ending = self.ending.filter(|ending| *ending != "*");
        ending.or_else(|| self.tag("Result").and_then(result::parse)).unwrap_or("*")
    }
}
