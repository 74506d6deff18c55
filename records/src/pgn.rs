//! PGN of one-board games (rules.md 7), as text: tags, moves in SAN, comments, result.
//!
//! What the text means, move by move, is for [`replay`](crate::replay) to say.

mod reader;
#[cfg(test)]
mod tests;
mod writer;

pub use reader::read;
pub(crate) use reader::{EVENT, comment_end, decode, parse_tag, result_of, shorten, tidy};
pub use writer::write;
pub(crate) use writer::{Lines, write_tags};

use movegen::rules::Variant;

/// One game of a PGN file, as it stands there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// Line of its first tag or move, from 1.
    pub line: usize,
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves of the game itself; variations are left out.
    pub moves: Vec<PgnMove>,
    /// The result that ends the moves, if one does.
    pub ending: Option<String>,
    /// What is wrong with the text, if anything; everything before it has been read.
    pub fault: Option<PgnFault>,
}

/// One move of a PGN game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// As written, without number; `!` and `?` still on it.
    pub text: String,
    /// The comments behind it.
    pub comments: Vec<String>,
    /// Its line, from 1.
    pub line: usize,
}

/// Where a PGN text breaks off.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct PgnFault {
    /// Line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

impl PgnGame {
    /// The value of a tag; names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// The result: that behind the moves, else the tag's, else `*`.
    pub fn result(&self) -> &str {
        self.ending.as_deref().filter(|ending| *ending != "*").or_else(|| self.tag("Result")).unwrap_or("*")
    }

    /// The variant, and whether castling is that of Chess960. `Err` holds the name that is unknown.
    pub fn variant(&self) -> Result<(Variant, bool), String> {
        variant_of(self.tag("Variant").unwrap_or("chess"), self.tag("Rules").unwrap_or("KNSB"))
            .ok_or_else(|| self.tag("Variant").unwrap_or_default().to_string())
    }
}

/// The value of the `Variant` tag (rules.md 7), `960` added where castling is that of Chess960.
pub fn variant_name(variant: Variant, chess960: bool) -> String {
    let name = match variant {
        Variant::Doorgeef | Variant::Euwe => "Doorgeefschaak",
        Variant::Superschaak => "Superschaak",
        Variant::Halijnen => "HA-lijnen",
        Variant::Bughouse => "Bughouse",
        Variant::Crazyhouse => "Crazyhouse",
        Variant::Chess | Variant::Doorgeefsolo => variant.id(),
    };
    if chess960 { format!("{name}960") } else { name.to_string() }
}

/// The value of the `Rules` tag, in doorgeefschaak.
pub fn rules_name(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Doorgeef => Some("KNSB"),
        Variant::Euwe => Some("Euwe"),
        _ => None,
    }
}

/// The variant with this name in a `Variant` tag, read without regard to case, blanks and hyphens; the names that
/// other programs use are known too.
pub(crate) fn variant_of(name: &str, rules: &str) -> Option<(Variant, bool)> {
    let plain: String = name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    let (plain, chess960) = match plain.strip_suffix("960") {
        Some(base) => (base.to_string(), true),
        None => (plain, false),
    };
    let variant = match plain.as_str() {
        "" | "chess" | "standard" | "normal" | "classical" | "fromposition" => Variant::Chess,
        "fischerandom" | "fischerrandom" => return Some((Variant::Chess, true)),
        "doorgeefschaak" if rules.eq_ignore_ascii_case("Euwe") => Variant::Euwe,
        "doorgeefschaak" => Variant::Doorgeef,
        "super" | "superchess" => Variant::Superschaak,
        "bughousechess" => Variant::Bughouse,
        id => Variant::from_id(id)?,
    };
    Some((variant, chess960 && variant.allows_chess960()))
}
