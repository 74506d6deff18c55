//! PGN of one-board games (rules.md 7), as text: tags, moves in SAN, comments, result.
//!
//! What the text means, move by move, is for [`replay`](crate::replay) to say.

#[cfg(test)]
mod tests;
mod writer;

pub use writer::write;
pub(crate) use writer::{Lines, write_tags};

use movegen::rules::Variant;

use crate::encoding::decode;
use crate::reader::{Item, RawGame, RawGames};
use crate::signs::{is_sign, move_text};
use crate::text::GameText;

/// One game of a PGN file, as it stands there.
pub type PgnGame = GameText<PgnMove>;

/// One move of a PGN game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// As written, without number; `!` and `?` still on it.
    pub text: String,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Its line, from 1.
    pub line: usize,
}

impl PgnGame {
    /// The result: that after the moves, else the tag's, else `*`.
    pub fn result(&self) -> &'static str {
        self.given_result()
    }

    /// The variant, and whether castling is that of Chess960.
    ///
    /// # Errors
    /// The name of a variant that is unknown.
    pub fn variant(&self) -> Result<(Variant, bool), String> {
        variant_of(self.tag("Variant").unwrap_or("chess"), self.tag("Rules").unwrap_or("KNSB"))
            .ok_or_else(|| self.tag("Variant").unwrap_or_default().to_string())
    }
}

/// All games of a file, each as a game on one board; [`reader::read`](crate::reader::read) tells those on two boards
/// apart. Faults stand in the game in which they occur; reading goes on after them.
pub fn read(bytes: &[u8]) -> Vec<PgnGame> {
    RawGames::new(&decode(bytes)).map(interpret).collect()
}

/// Reads the words of a game as moves on one board.
pub(crate) fn interpret(raw: RawGame<'_>) -> PgnGame {
    let mut game = PgnGame {
        number: raw.number,
        line: raw.line,
        tags: raw.tags,
        ending: raw.ending,
        fault: raw.fault.map(|(_, fault)| fault),
        ..PgnGame::default()
    };
    for item in raw.items {
        match item {
            Item::Comment(text) => match game.moves.last_mut() {
                Some(mv) => mv.comments.push(text),
                None => game.preface.push(text),
            },
            Item::Word { text, line } => {
                let text = without_number(text);
                if !text.starts_with('$') && !is_sign(text) {
                    game.moves.push(PgnMove { text: move_text(text), comments: Vec::new(), line });
                }
            }
        }
    }
    game
}

/// The word without a move number in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = rest.trim_start_matches(['.', '\u{2026}']);
    if rest.is_empty() || text.len() < rest.len() { text } else { word }
}

/// The value of the `Variant` tag (rules.md 7), `960` added where castling is that of Chess960.
pub fn variant_name(variant: Variant, chess960: bool) -> String {
    let name = variant.info().pgn_name;
    if chess960 { format!("{name}960") } else { name.to_string() }
}

/// The value of the `Rules` tag, in doorgeefschaak.
pub fn rules_name(variant: Variant) -> Option<&'static str> {
    variant.info().house_rules
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
