//! Suites of forced wins (`tests/data/mates`): how they are made, and how many the engine finds.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use movegen::rules::Variant;

use crate::data_text;

pub mod generate;
pub mod measure;
pub mod prover;

/// The games with a suite: all but Euwe, where nobody can be mated on a board seen alone (rules.md 2.2).
pub const GAMES: [Variant; 7] = [
    Variant::Chess,
    Variant::Crazyhouse,
    Variant::Bughouse,
    Variant::Doorgeef,
    Variant::Doorgeefsolo,
    Variant::Superschaak,
    Variant::Halijnen,
];

/// The columns of a suite, tab-separated.
pub const HEADER: [&str; 4] = ["variant", "fen", "moves", "split"];

/// The shortest and the longest wins of the suites, in moves.
pub const LENGTHS: RangeInclusive<u32> = 2..=6;

/// What a position may be used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Split {
    /// Looked at while the engine is developed.
    Development,
    /// Held back: measured now and then, never looked at.
    Held,
}

impl Split {
    /// Both.
    pub const ALL: [Split; 2] = [Split::Development, Split::Held];

    const fn word(self) -> &'static str {
        match self {
            Split::Development => "dev",
            Split::Held => "held",
        }
    }
}

impl fmt::Display for Split {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

impl FromStr for Split {
    type Err = String;

    fn from_str(text: &str) -> Result<Split, String> {
        let split = Split::ALL.into_iter().find(|split| split.word() == text);
        split.ok_or_else(|| format!("`{text}` is neither dev nor held"))
    }
}

/// A position in which the side to move wins by force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ForcedWin {
    /// The game.
    pub variant: Variant,
    /// The position.
    pub fen: String,
    /// In how many moves of the winner at most.
    pub moves: u32,
    /// What it may be used for.
    pub split: Split,
}

impl fmt::Display for ForcedWin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.variant, self.fen, self.moves, self.split)
    }
}

impl FromStr for ForcedWin {
    type Err = String;

    fn from_str(line: &str) -> Result<ForcedWin, String> {
        let [variant, fen, moves, split] = line.split('\t').collect::<Vec<_>>()[..] else {
            return Err(format!("not the fields `{}`, separated by tabs", HEADER.join(" ")));
        };
        Ok(ForcedWin {
            variant: Variant::from_id(variant).ok_or_else(|| format!("unknown game `{variant}`"))?,
            fen: fen.to_owned(),
            moves: moves.parse().map_err(|_| format!("moves: `{moves}` is not a number"))?,
            split: split.parse()?,
        })
    }
}

/// The suite of one of the [`GAMES`].
///
/// # Errors
/// Names the first line that is not one of a suite.
pub fn suite(variant: Variant) -> Result<Vec<ForcedWin>, String> {
    let name = format!("mates/{variant}.tsv");
    read(&data_text(&name)).map_err(|error| format!("{name}: {error}"))
}

/// Reads the text of a suite.
///
/// # Errors
/// Names the first line that is not one of a suite.
pub fn read(text: &str) -> Result<Vec<ForcedWin>, String> {
    let mut lines = (1..).zip(text.lines());
    match lines.next() {
        Some((_, header)) if header.split('\t').eq(HEADER) => {}
        _ => return Err(format!("line 1: not the header `{}`, separated by tabs", HEADER.join(" "))),
    }
    lines.map(|(number, line)| line.parse().map_err(|error| format!("line {number}: {error}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_is_read_as_it_is_written() {
        let win = ForcedWin {
            variant: Variant::Chess,
            fen: "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1".to_owned(),
            moves: 2,
            split: Split::Held,
        };
        let text = format!("{}\n{win}\n", HEADER.join("\t"));
        assert_eq!(read(&text), Ok(vec![win]));
    }

    #[test]
    fn a_wrong_line_is_named() {
        let header = HEADER.join("\t");
        assert!(read("").unwrap_err().starts_with("line 1: not the header"));
        for (line, why) in [
            ("chess\tfen\t2", "not the fields"),
            ("go\tfen\t2\tdev", "unknown game `go`"),
            ("chess\tfen\ttwo\tdev", "moves: `two`"),
            ("chess\tfen\t2\tnone", "`none` is neither"),
        ] {
            let error = read(&format!("{header}\n{line}\n")).unwrap_err();
            assert!(error.starts_with(&format!("line 2: {why}")), "{error}");
        }
    }
}
