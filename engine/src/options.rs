//! The options of the engine as data: from one table every protocol writes what there is to set, and reads values.

use std::time::Duration;

use movegen::rules::Variant;
use movegen::variants::ha_lijnen::MAX_FRAMES;
use thiserror::Error;

use crate::limits::{Limits, SearchOptions};
#[cfg(feature = "tune")]
use crate::search::parameters::tuned;
use crate::session::Rules;
use crate::strength::{ELO_RANGE, FULL, Strength};
use crate::team::{MODES, Seating, TEAMS};

/// All options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Id {
    /// Search threads.
    Threads,
    /// Size of the transposition table, in mebibytes.
    Hash,
    /// Forget all earlier searches.
    ClearHash,
    /// Number of lines.
    MultiPv,
    /// Whether the front may let the engine ponder; the engine itself need not know.
    Ponder,
    /// Time reserved for transmission at each move, in milliseconds.
    MoveOverhead,
    /// How strong to play, as a level.
    SkillLevel,
    /// Whether the rating limits the strength.
    LimitStrength,
    /// How strong to play, as a rating.
    Elo,
    /// Whether lines say what their scores mean for the result.
    ShowWdl,
    /// Whether positions are analysed, not played.
    AnalyseMode,
    /// Castling and arrays of Chess960.
    Chess960,
    /// The game.
    Variant,
    /// HA-lijnen: number of frames of a game from the start position.
    Frames,
    /// Two boards: for whom to think.
    Team,
    /// Two boards: whether the team may wait on both.
    Mode,
    /// The file to which all that is said on both sides goes; empty for none.
    LogFile,
    /// A parameter of the search, by its place in the table of parameters.
    #[cfg(feature = "tune")]
    Parameter(usize),
}

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// On or off; off unless told otherwise.
    Check,
    /// A whole number.
    Spin {
        /// Unless told otherwise.
        default: i64,
        /// The least that is allowed.
        min: i64,
        /// The greatest that is allowed.
        max: i64,
    },
    /// One of these, the first unless told otherwise; in any case of letters.
    Combo(Vec<&'static str>),
    /// Any text; empty unless told otherwise.
    Text,
    /// Something to be done, without a value.
    Button,
}

/// One option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// Which.
    pub id: Id,
    /// The name by which it is set, in any case of letters.
    pub name: &'static str,
    /// The values.
    pub kind: Kind,
}

/// The size of the transposition table unless told otherwise, in mebibytes.
pub const DEFAULT_HASH: usize = 16;

/// The rating of `UCI_Elo` unless told otherwise: a club player's.
const USUAL_ELO: u32 = 1600;

/// All options, in the order in which they are announced.
pub fn definitions() -> Vec<Definition> {
    let spin = |default, min, max| Kind::Spin { default, min, max };
    let (elo_min, elo_max) = ELO_RANGE;
    let table = [
        (Id::Threads, "Threads", spin(1, 1, 256)),
        (Id::Hash, "Hash", spin(DEFAULT_HASH as i64, 1, 1 << 20)),
        (Id::ClearHash, "Clear Hash", Kind::Button),
        (Id::MultiPv, "MultiPV", spin(1, 1, 500)),
        (Id::Ponder, "Ponder", Kind::Check),
        (Id::MoveOverhead, "Move Overhead", spin(10, 0, 10_000)),
        (Id::SkillLevel, "Skill Level", spin(FULL.into(), 0, FULL.into())),
        (Id::LimitStrength, "UCI_LimitStrength", Kind::Check),
        (Id::Elo, "UCI_Elo", spin(USUAL_ELO.into(), elo_min.into(), elo_max.into())),
        (Id::ShowWdl, "UCI_ShowWDL", Kind::Check),
        (Id::AnalyseMode, "UCI_AnalyseMode", Kind::Check),
        (Id::Chess960, "UCI_Chess960", Kind::Check),
        (Id::Variant, "UCI_Variant", Kind::Combo(Variant::ALL.map(Variant::id).to_vec())),
        (Id::Frames, "Frames", spin(Rules::FRAMES.into(), 3, MAX_FRAMES.into())),
        (Id::Team, "Team", Kind::Combo(TEAMS.map(|(name, _)| name).to_vec())),
        (Id::Mode, "Mode", Kind::Combo(MODES.map(|(name, _)| name).to_vec())),
        (Id::LogFile, "Debug Log File", Kind::Text),
    ];
    let table = table.into_iter().map(|(id, name, kind)| Definition { id, name, kind });
    #[cfg(feature = "tune")]
    let table = table.chain(tuned::TABLE.iter().enumerate().map(|(index, &(name, default, min, max))| Definition {
        id: Id::Parameter(index),
        name,
        kind: spin(default.into(), min.into(), max.into()),
    }));
    table.collect()
}

/// The values of the options that matter between commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The game, and how it is played.
    pub rules: Rules,
    /// What a search reads.
    pub search: SearchOptions,
    /// Size of the transposition table, in mebibytes.
    pub hash: usize,
    /// Two boards: for whom to think.
    pub seating: Seating,
    /// Whether lines say what their scores mean for the result.
    pub show_wdl: bool,
    /// The file to which all that is said on both sides goes; empty for none.
    pub log_file: String,
    /// How strong to play, if not limited by a rating; [`FULL`] is not weakened.
    skill_level: u32,
    /// The rating to play at.
    elo: u32,
    /// Whether the rating limits the strength.
    limits_strength: bool,
    /// Whether positions are analysed, not played.
    analyses: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Rules::new(Variant::Chess),
            search: SearchOptions::default(),
            hash: DEFAULT_HASH,
            seating: Seating::default(),
            show_wdl: false,
            log_file: String::new(),
            skill_level: FULL,
            elo: USUAL_ELO,
            limits_strength: false,
            analyses: false,
        }
    }
}

/// What has to be done after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing: what the option says is looked up when it is needed, or it says what it said before.
    None,
    /// The game is another one.
    Variant,
    /// The same game is written or started otherwise.
    Rules,
    /// The table has another size.
    Hash,
    /// The table is to be emptied.
    ClearHash,
    /// The log goes elsewhere.
    LogFile,
}

/// An option that was set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Which.
    pub id: Id,
    /// What has to be done.
    pub effect: Effect,
    /// What the user should know: that a number was too small or too large.
    pub note: Option<String>,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The value is missing.
    #[error("option {0}: the value is missing")]
    NoValue(&'static str),
    /// A check is neither `true` nor `false`.
    #[error("option {name}: `{value}` is neither true nor false")]
    Check {
        /// Which option.
        name: &'static str,
        /// The value given.
        value: String,
    },
    /// A spin is no number.
    #[error("option {name}: `{value}` is not a whole number")]
    Spin {
        /// Which option.
        name: &'static str,
        /// The value given.
        value: String,
    },
    /// A combo has no such value.
    #[error("option {name}: `{value}` is not a value; choose one of {}", .values.join(", "))]
    Combo {
        /// Which option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values there are.
        values: Vec<&'static str>,
    },
    /// Draws are impossible in HA-lijnen, so frames come in odd numbers (rules.md 4).
    #[error("option Frames: {0} is even; HA-lijnen is played in an odd number of frames")]
    EvenFrames(i64),
}

/// A value that fits its option.
enum Value<'a> {
    Check(bool),
    Spin(i64),
    /// The place among the values of the combo.
    Combo(usize),
    Text(&'a str),
    Button,
}

impl Definition {
    /// Reads a value; a number out of range becomes the nearest that is allowed, with a note.
    fn read<'a>(&self, value: Option<&'a str>) -> Result<(Value<'a>, Option<String>), OptionError> {
        let name = self.name;
        let given = || value.filter(|value| !value.is_empty()).ok_or(OptionError::NoValue(name));
        let value = match self.kind {
            Kind::Button => Value::Button,
            Kind::Text => Value::Text(value.filter(|value| *value != "<empty>").unwrap_or_default()),
            Kind::Check => match given()? {
                text if ["true", "1", "on"].iter().any(|on| text.eq_ignore_ascii_case(on)) => Value::Check(true),
                text if ["false", "0", "off"].iter().any(|off| text.eq_ignore_ascii_case(off)) => Value::Check(false),
                text => return Err(OptionError::Check { name, value: text.to_string() }),
            },
            Kind::Combo(ref values) => {
                let text = given()?;
                let place = self.place_of(text, values);
                let unknown = || OptionError::Combo { name, value: text.to_string(), values: values.clone() };
                Value::Combo(place.ok_or_else(unknown)?)
            }
            Kind::Spin { min, max, .. } => {
                let text = given()?;
                let number = whole_number(text).ok_or_else(|| OptionError::Spin { name, value: text.to_string() })?;
                let fit = number.clamp(min, max);
                let note =
                    (fit != number).then(|| format!("option {name}: {text} is not from {min} to {max}, {fit} is used"));
                return Ok((Value::Spin(fit), note));
            }
        };
        Ok((value, None))
    }

    /// The place of a value of a combo; `standard` and `normal` are chess.
    fn place_of(&self, text: &str, values: &[&str]) -> Option<usize> {
        let is_alias =
            self.id == Id::Variant && ["standard", "normal"].iter().any(|name| text.eq_ignore_ascii_case(name));
        let text = if is_alias { Variant::Chess.id() } else { text };
        values.iter().position(|value| value.eq_ignore_ascii_case(text))
    }
}

impl Options {
    /// Sets the option with this name, in any case; out of range numbers become the nearest that is allowed. The value that
    /// an option has already has no effect.
    ///
    /// # Errors
    /// Names the option and the value that cannot be; nothing is changed.
    pub fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        let definition = definitions().into_iter().find(|definition| definition.name.eq_ignore_ascii_case(name));
        let definition = definition.ok_or_else(|| OptionError::Unknown(name.to_string()))?;
        let (value, note) = definition.read(value)?;
        let before = self.clone();
        let effect = self.take(definition.id, value)?;
        let effect = if *self == before && effect != Effect::ClearHash { Effect::None } else { effect };
        Ok(Change { id: definition.id, effect, note })
    }

    /// How strong to play in a search with these limits. Only play is weakened: what is asked for without end, for a mate or
    /// in analysis mode wants the truth. A rating goes before a level.
    pub fn strength(&self, limits: &Limits, seed: u64) -> Option<Strength> {
        if limits.infinite || limits.mate.is_some() || self.analyses {
            return None;
        }
        if self.limits_strength {
            return Some(Strength::of_elo(self.elo, seed));
        }
        Strength::of_level(self.skill_level, seed)
    }

    /// Stores a value that was read for this option.
    fn take(&mut self, id: Id, value: Value<'_>) -> Result<Effect, OptionError> {
        match value {
            Value::Check(on) => Ok(self.take_check(id, on)),
            Value::Spin(number) => self.take_spin(id, number),
            Value::Combo(place) => Ok(self.take_combo(id, place)),
            Value::Text(text) => {
                self.log_file = text.to_string();
                Ok(Effect::LogFile)
            }
            Value::Button => Ok(Effect::ClearHash),
        }
    }

    fn take_check(&mut self, id: Id, on: bool) -> Effect {
        match id {
            Id::ShowWdl => self.show_wdl = on,
            Id::LimitStrength => self.limits_strength = on,
            Id::AnalyseMode => self.analyses = on,
            Id::Chess960 => {
                self.rules.chess960 = on;
                return Effect::Rules;
            }
            _ => {}
        }
        Effect::None
    }

    fn take_combo(&mut self, id: Id, place: usize) -> Effect {
        let seating = &mut self.seating;
        match id {
            Id::Team => seating.team = TEAMS.get(place).map_or(seating.team, |&(_, team)| team),
            Id::Mode => seating.mode = MODES.get(place).map_or(seating.mode, |&(_, mode)| mode),
            _ => {
                self.rules.variant = Variant::ALL.get(place).copied().unwrap_or(self.rules.variant);
                return Effect::Variant;
            }
        }
        Effect::None
    }

    fn take_spin(&mut self, id: Id, number: i64) -> Result<Effect, OptionError> {
        let size = usize::try_from(number).unwrap_or_default();
        match id {
            Id::Threads => self.search.threads = size,
            Id::MultiPv => self.search.multipv = size,
            Id::SkillLevel => self.skill_level = u32::try_from(number).unwrap_or(FULL),
            Id::Elo => self.elo = u32::try_from(number).unwrap_or(USUAL_ELO),
            Id::MoveOverhead => self.search.move_overhead = Duration::from_millis(number.unsigned_abs()),
            Id::Hash => {
                self.hash = size;
                return Ok(Effect::Hash);
            }
            Id::Frames if number % 2 == 0 => return Err(OptionError::EvenFrames(number)),
            Id::Frames => {
                self.rules.frames = u32::try_from(number).unwrap_or(Rules::FRAMES);
                return Ok(Effect::Rules);
            }
            #[cfg(feature = "tune")]
            Id::Parameter(index) => tuned::set(index, number),
            _ => {}
        }
        Ok(Effect::None)
    }
}

/// A whole number with an optional sign; beyond 64 bits the nearest that fits.
pub fn whole_number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(digits.parse::<i64>().map_or(sign * i64::MAX, |number| sign * number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(name: &str, value: Option<&str>) -> String {
        let mut options = Options::default();
        let message = options.set(name, value).unwrap_err().to_string();
        assert_eq!(options, Options::default(), "{message}");
        message
    }

    fn effect(options: &mut Options, name: &str, value: &str) -> Effect {
        options.set(name, Some(value)).unwrap().effect
    }

    #[test]
    fn names_and_variants_are_read_in_any_case() {
        let mut options = Options::default();
        assert_eq!(effect(&mut options, "uci_variant", "Euwe"), Effect::Variant);
        assert_eq!(options.rules.variant, Variant::Euwe);
        for alias in ["standard", "Normal", "chess"] {
            options.rules.variant = Variant::Euwe;
            options.set("UCI_Variant", Some(alias)).unwrap();
            assert_eq!(options.rules.variant, Variant::Chess);
        }
        assert_eq!(options.set("clear hash", None).unwrap().effect, Effect::ClearHash);
    }

    #[test]
    fn the_same_value_again_has_no_effect() {
        let mut options = Options::default();
        let values = [
            ("UCI_Variant", "halijnen"),
            ("UCI_Chess960", "true"),
            ("Frames", "5"),
            ("Hash", "32"),
            ("Debug Log File", "/tmp/x"),
        ];
        for (name, value) in values {
            assert_ne!(effect(&mut options, name, value), Effect::None, "{name}");
            let before = options.clone();
            assert_eq!(effect(&mut options, name, value), Effect::None, "{name}");
            assert_eq!(options, before);
        }
        assert_eq!(effect(&mut options, "UCI_Variant", "HALIJNEN"), Effect::None);
    }

    #[test]
    fn spins_are_clamped_with_a_note() {
        let mut options = Options::default();
        let change = options.set("Hash", Some("99999999999999999999999")).unwrap();
        assert_eq!((options.hash, change.effect), (1 << 20, Effect::Hash));
        assert!(change.note.unwrap().contains("Hash"));
        options.set("Threads", Some("-3")).unwrap();
        assert_eq!(options.search.threads, 1);
        assert_eq!(options.set("MultiPV", Some("4")).unwrap().note, None);
        assert_eq!(options.search.multipv, 4);
    }

    #[test]
    fn checks_are_read_as_both_protocols_write_them() {
        let mut options = Options::default();
        for (text, on) in [("true", true), ("False", false), ("1", true), ("0", false)] {
            options.set("UCI_ShowWDL", Some(text)).unwrap();
            assert_eq!(options.show_wdl, on, "{text}");
        }
    }

    #[test]
    fn a_text_may_be_empty() {
        let mut options = Options::default();
        for (text, file) in [(Some("a b.txt"), "a b.txt"), (Some("<empty>"), ""), (Some("x"), "x"), (None, "")] {
            assert_eq!(options.set("Debug Log File", text).unwrap().effect, Effect::LogFile);
            assert_eq!(options.log_file, file);
        }
    }

    #[test]
    fn the_overhead_of_a_move_is_one_of_the_search() {
        let mut options = Options::default();
        assert_eq!(effect(&mut options, "Move Overhead", "250"), Effect::None);
        assert_eq!(options.search.move_overhead, Duration::from_millis(250));
    }

    #[test]
    fn an_even_number_of_frames_is_refused() {
        assert_eq!(
            error("Frames", Some("4")),
            "option Frames: 4 is even; HA-lijnen is played in an odd number of frames"
        );
        let mut options = Options::default();
        assert_eq!(effect(&mut options, "Frames", "5"), Effect::Rules);
        assert_eq!(options.rules.frames, 5);
    }

    #[test]
    fn errors_name_the_option_and_the_value() {
        assert_eq!(error("Hash", Some("abc")), "option Hash: `abc` is not a whole number");
        assert_eq!(error("Hash", None), "option Hash: the value is missing");
        assert_eq!(error("Hush", Some("1")), "there is no option `Hush`");
        assert_eq!(error("Ponder", Some("maybe")), "option Ponder: `maybe` is neither true nor false");
        assert_eq!(error("Team", Some("red")), "option Team: `red` is not a value; choose one of white, black");
        assert!(
            error("UCI_Variant", Some("atomic")).contains("`atomic` is not a value; choose one of chess, crazyhouse,")
        );
    }

    #[test]
    fn every_default_is_within_its_range_and_what_a_new_engine_has() {
        for Definition { name, kind, .. } in definitions() {
            let default = match kind {
                Kind::Check => "false".to_string(),
                Kind::Spin { default, min, max } => {
                    assert!((min..=max).contains(&default), "{name}");
                    default.to_string()
                }
                Kind::Combo(values) => values[0].to_string(),
                Kind::Text => String::new(),
                Kind::Button => continue,
            };
            let mut options = Options::default();
            options.set(name, Some(&default)).unwrap();
            assert_eq!(options, Options::default(), "{name}");
        }
    }
}
