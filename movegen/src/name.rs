//! Names of games, as people and programs give them.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::message::shown;
use crate::rules::Variant;

/// A game as it is named on the command line, in protocols and in data files: a [`Variant`], with or without the arrays
/// and the castling of Chess960. Read in any letter case; `960` after a name adds the castling of Chess960, and
/// `fischerandom` is `chess960`.
///
/// ```
/// use movegen::name::GameName;
/// use movegen::rules::Variant;
///
/// assert_eq!("Crazyhouse".parse(), Ok(GameName::from(Variant::Crazyhouse)));
/// assert_eq!("chess960".parse(), Ok(GameName::new(Variant::Chess, true)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameName {
    /// The game.
    pub variant: Variant,
    /// Whether castling is written and set up as in Chess960.
    pub chess960: bool,
}

/// Why a text names no game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NameError {
    /// No game has this name.
    #[error("unknown game `{}`; the games are chess960, {}", shown(.0), Variant::ALL.map(Variant::id).join(", "))]
    Unknown(String),
    /// The game is never played with the arrays of Chess960.
    #[error("{0} has no Chess960 form")]
    NoChess960(Variant),
}

impl GameName {
    /// A game; `chess960` means nothing where the game has no such form.
    pub const fn new(variant: Variant, chess960: bool) -> GameName {
        GameName { variant, chess960: chess960 && variant.allows_chess960() }
    }

    /// The same game with Chess960 castling if `chess960` is set.
    ///
    /// # Errors
    /// The game is never played so.
    pub fn with_chess960(self, chess960: bool) -> Result<GameName, NameError> {
        if chess960 && !self.variant.allows_chess960() {
            return Err(NameError::NoChess960(self.variant));
        }
        Ok(GameName { chess960: self.chess960 || chess960, ..self })
    }
}

impl From<Variant> for GameName {
    fn from(variant: Variant) -> GameName {
        GameName { variant, chess960: false }
    }
}

impl FromStr for GameName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<GameName, NameError> {
        let unknown = || NameError::Unknown(text.to_string());
        if text.eq_ignore_ascii_case("fischerandom") {
            return Ok(GameName { variant: Variant::Chess, chess960: true });
        }
        match text.strip_suffix("960") {
            Some(id) => GameName::from(Variant::from_id(id).ok_or_else(unknown)?).with_chess960(true),
            None => Variant::from_id(text).map(GameName::from).ok_or_else(unknown),
        }
    }
}

impl fmt::Display for GameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.variant, if self.chess960 { "960" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_names_chess_with_its_castling() {
        assert_eq!("chess960".parse(), Ok(GameName { variant: Variant::Chess, chess960: true }));
        assert_eq!("euwe".parse(), Ok(GameName { variant: Variant::Euwe, chess960: false }));
        for name in ["chess960", "chess", "halijnen", "crazyhouse960"] {
            assert_eq!(name.parse::<GameName>().unwrap().to_string(), name);
        }
        assert!("halijnen".parse::<GameName>().unwrap().with_chess960(true).is_err());
    }

    #[test]
    fn names_are_read_in_any_letter_case() {
        for name in ["Euwe", "EUWE", "euwe"] {
            assert_eq!(name.parse(), Ok(GameName::from(Variant::Euwe)), "{name}");
        }
        for name in ["Chess960", "fischerandom", "FischeRandom"] {
            assert_eq!(name.parse(), Ok(GameName::new(Variant::Chess, true)), "{name}");
        }
        assert_eq!("superschaak960".parse::<GameName>(), Err(NameError::NoChess960(Variant::Superschaak)));
        for name in ["standard", "Standard", "normal"] {
            assert_eq!(name.parse(), Ok(GameName::from(Variant::Chess)), "{name}");
        }
        let error = "draughts\n".parse::<GameName>().unwrap_err().to_string();
        assert!(error.starts_with("unknown game `draughts\\n`; the games are chess960, chess, "), "{error}");
    }
}
