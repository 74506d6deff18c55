//! The options of the engine: one table, from which the handshake is written and values are read.

use std::fmt::Write as _;
use std::time::Duration;

use movegen::rules::Variant;
use movegen::variants::ha_lijnen::MAX_FRAMES;
use thiserror::Error;

use super::parse::whole_number;
use crate::limits::{Limits, SearchOptions};
#[cfg(feature = "tune")]
use crate::search::parameters;
use crate::session::Rules;
use crate::strength::{ELO_RANGE, FULL, Strength};
use crate::team::{MODES, Seating, TEAMS};

/// All options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    Threads,
    Hash,
    ClearHash,
    MultiPv,
    Ponder,
    MoveOverhead,
    SkillLevel,
    LimitStrength,
    Elo,
    ShowWdl,
    AnalyseMode,
    Chess960,
    Variant,
    Frames,
    Team,
    Mode,
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin { default: i64, min: i64, max: i64 },
    Variants,
    Teams,
    Modes,
    Button,
}

/// Name, text of the name, and kind, in the order of the handshake.
const TABLE: [(Name, &str, Kind); 16] = [
    (Name::Threads, "Threads", Kind::Spin { default: 1, min: 1, max: 256 }),
    (Name::Hash, "Hash", Kind::Spin { default: DEFAULT_HASH as i64, min: 1, max: 1 << 20 }),
    (Name::ClearHash, "Clear Hash", Kind::Button),
    (Name::MultiPv, "MultiPV", Kind::Spin { default: 1, min: 1, max: 500 }),
    (Name::Ponder, "Ponder", Kind::Check),
    (Name::MoveOverhead, "Move Overhead", Kind::Spin { default: 10, min: 0, max: 10_000 }),
    (Name::SkillLevel, "Skill Level", Kind::Spin { default: FULL as i64, min: 0, max: FULL as i64 }),
    (Name::LimitStrength, "UCI_LimitStrength", Kind::Check),
    (Name::Elo, "UCI_Elo", Kind::Spin { default: USUAL_ELO as i64, min: ELO_RANGE.0 as i64, max: ELO_RANGE.1 as i64 }),
    (Name::ShowWdl, "UCI_ShowWDL", Kind::Check),
    (Name::AnalyseMode, "UCI_AnalyseMode", Kind::Check),
    (Name::Chess960, "UCI_Chess960", Kind::Check),
    (Name::Variant, "UCI_Variant", Kind::Variants),
    (Name::Frames, "Frames", Kind::Spin { default: Rules::FRAMES as i64, min: 3, max: MAX_FRAMES as i64 }),
    (Name::Team, "Team", Kind::Teams),
    (Name::Mode, "Mode", Kind::Modes),
];

/// The size of the transposition table unless told otherwise, in mebibytes.
pub(crate) const DEFAULT_HASH: usize = 16;

/// The rating of `UCI_Elo` unless told otherwise: a club player's.
const USUAL_ELO: u32 = 1600;

/// The values of the options that matter between commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options {
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
            skill_level: FULL,
            elo: USUAL_ELO,
            limits_strength: false,
            analyses: false,
        }
    }
}

/// What has to be done after an option was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing.
    None,
    /// The game is another one.
    Variant,
    /// The same game is written or started otherwise.
    Rules,
    /// The table has another size.
    Hash,
    /// The table is to be emptied.
    ClearHash,
}

/// A changed option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Change {
    /// What has to be done.
    pub effect: Effect,
    /// What the user should know: that a number was too small or too large.
    pub note: Option<String>,
}

/// Why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum OptionError {
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
    /// No game has this name.
    #[error("option UCI_Variant: there is no variant `{0}`; there are {names}", names = variant_names(", "))]
    Variant(String),
    /// A combo has no such value.
    #[error("option {name}: there is no `{value}`; there are {values}")]
    Combo {
        /// Which option.
        name: &'static str,
        /// The value given.
        value: String,
        /// The values there are.
        values: String,
    },
    /// Draws are impossible in HA-lijnen, so frames come in odd numbers (rules.md 4).
    #[error("option Frames: {0} is even; HA-lijnen is played in an odd number of frames")]
    EvenFrames(i64),
}

fn variant_names(separator: &str) -> String {
    Variant::ALL.map(Variant::id).join(separator)
}

/// The game with this name, in any case; `standard` and `normal` are chess.
fn variant_named(text: &str) -> Option<Variant> {
    match text.to_ascii_lowercase().as_str() {
        "standard" | "normal" => Some(Variant::Chess),
        id => Variant::from_id(id),
    }
}

/// The values of a combo, in one text.
fn names<T>(values: &[(&'static str, T)], separator: &str) -> String {
    values.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(separator)
}

/// The value with this name, in any case.
fn chosen<T: Copy>(option: &'static str, name: &str, values: &[(&'static str, T)]) -> Result<T, OptionError> {
    let value = values.iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|&(_, value)| value);
    value.ok_or_else(|| OptionError::Combo { name: option, value: name.to_string(), values: names(values, ", ") })
}

impl Options {
    /// Sets the option with this name, in any case; out of range numbers become the nearest that is allowed.
    ///
    /// # Errors
    /// Names the option and the value that cannot be; nothing is changed.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, OptionError> {
        #[cfg(feature = "tune")]
        if let Some(number) = value.and_then(whole_number)
            && parameters::tuned::set(name, number)
        {
            return Ok(Change { effect: Effect::None, note: None });
        }
        let entry = TABLE.iter().find(|(_, text, _)| text.eq_ignore_ascii_case(name));
        let &(name, text, kind) = entry.ok_or_else(|| OptionError::Unknown(name.to_string()))?;
        let given = || value.filter(|value| !value.is_empty()).ok_or(OptionError::NoValue(text));
        let mut note = None;
        let effect = match kind {
            Kind::Button => Effect::ClearHash,
            Kind::Variants => {
                let id = given()?;
                let variant = variant_named(id).ok_or_else(|| OptionError::Variant(id.to_string()))?;
                self.rules.variant = variant;
                Effect::Variant
            }
            Kind::Teams => {
                self.seating.team = chosen(text, given()?, &TEAMS)?;
                Effect::None
            }
            Kind::Modes => {
                self.seating.mode = chosen(text, given()?, &MODES)?;
                Effect::None
            }
            Kind::Check => {
                let on = match given()? {
                    value if value.eq_ignore_ascii_case("true") => true,
                    value if value.eq_ignore_ascii_case("false") => false,
                    value => return Err(OptionError::Check { name: text, value: value.to_string() }),
                };
                self.set_check(name, on)
            }
            Kind::Spin { min, max, .. } => {
                let value = given()?;
                let number =
                    whole_number(value).ok_or_else(|| OptionError::Spin { name: text, value: value.to_string() })?;
                let fit = number.clamp(min, max);
                if fit != number {
                    note = Some(format!("option {text}: {value} is not from {min} to {max}, {fit} is used"));
                }
                self.set_spin(name, fit)?
            }
        };
        Ok(Change { effect, note })
    }

    /// How strong to play in a search with these limits. Only play is weakened: what is asked for without end, for a mate or
    /// in analysis mode wants the truth. A rating goes before a level.
    pub(crate) fn strength(&self, limits: &Limits, seed: u64) -> Option<Strength> {
        if limits.infinite || limits.mate.is_some() || self.analyses {
            return None;
        }
        if self.limits_strength {
            return Some(Strength::of_elo(self.elo, seed));
        }
        Strength::of_level(self.skill_level, seed)
    }

    fn set_check(&mut self, name: Name, on: bool) -> Effect {
        match name {
            Name::ShowWdl => self.show_wdl = on,
            Name::LimitStrength => self.limits_strength = on,
            Name::AnalyseMode => self.analyses = on,
            Name::Chess960 if self.rules.chess960 != on => {
                self.rules.chess960 = on;
                return Effect::Rules;
            }
            _ => {}
        }
        Effect::None
    }

    fn set_spin(&mut self, name: Name, number: i64) -> Result<Effect, OptionError> {
        let size = usize::try_from(number).unwrap_or_default();
        match name {
            Name::Threads => self.search.threads = size,
            Name::MultiPv => self.search.multipv = size,
            Name::SkillLevel => self.skill_level = u32::try_from(number).unwrap_or(FULL),
            Name::Elo => self.elo = u32::try_from(number).unwrap_or(USUAL_ELO),
            Name::MoveOverhead => self.search.move_overhead = Duration::from_millis(number.unsigned_abs()),
            Name::Hash => {
                self.hash = size;
                return Ok(Effect::Hash);
            }
            Name::Frames if number % 2 == 0 => return Err(OptionError::EvenFrames(number)),
            Name::Frames => {
                self.rules.frames = u32::try_from(number).unwrap_or(Rules::FRAMES);
                return Ok(Effect::Rules);
            }
            _ => {}
        }
        Ok(Effect::None)
    }
}

/// The `option` lines of the handshake.
pub(crate) fn handshake() -> String {
    let mut lines = String::new();
    for (_, name, kind) in TABLE {
        let rest = match kind {
            Kind::Check => "check default false".to_string(),
            Kind::Spin { default, min, max } => format!("spin default {default} min {min} max {max}"),
            Kind::Variants => format!("combo default {} var {}", Variant::Chess, variant_names(" var ")),
            Kind::Teams => format!("combo default white var {}", names(&TEAMS, " var ")),
            Kind::Modes => format!("combo default go var {}", names(&MODES, " var ")),
            Kind::Button => "button".to_string(),
        };
        let _ = writeln!(lines, "option name {name} type {rest}");
    }
    #[cfg(feature = "tune")]
    for (name, value, low, high) in parameters::tuned::TABLE {
        let _ = writeln!(lines, "option name {name} type spin default {value} min {low} max {high}");
    }
    lines
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

    #[test]
    fn names_and_variants_are_read_in_any_case() {
        let mut options = Options::default();
        assert_eq!(options.set("uci_variant", Some("Euwe")).map(|change| change.effect), Ok(Effect::Variant));
        assert_eq!(options.rules.variant, Variant::Euwe);
        for alias in ["standard", "normal", "chess"] {
            options.rules.variant = Variant::Euwe;
            options.set("UCI_Variant", Some(alias)).unwrap();
            assert_eq!(options.rules.variant, Variant::Chess);
        }
        assert_eq!(options.set("clear hash", None).map(|change| change.effect), Ok(Effect::ClearHash));
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
    fn the_overhead_of_a_move_is_one_of_the_search() {
        let mut options = Options::default();
        assert_eq!(options.set("Move Overhead", Some("250")), Ok(Change { effect: Effect::None, note: None }));
        assert_eq!(options.search.move_overhead, Duration::from_millis(250));
    }

    #[test]
    fn an_even_number_of_frames_is_refused() {
        assert_eq!(
            error("Frames", Some("4")),
            "option Frames: 4 is even; HA-lijnen is played in an odd number of frames"
        );
        let mut options = Options::default();
        assert_eq!(options.set("Frames", Some("5")).map(|change| change.effect), Ok(Effect::Rules));
        assert_eq!(options.rules.frames, 5);
    }

    #[test]
    fn errors_name_the_option_and_the_value() {
        assert_eq!(error("Hash", Some("abc")), "option Hash: `abc` is not a whole number");
        assert_eq!(error("Hash", None), "option Hash: the value is missing");
        assert_eq!(error("Hush", Some("1")), "there is no option `Hush`");
        assert_eq!(error("Ponder", Some("maybe")), "option Ponder: `maybe` is neither true nor false");
        assert_eq!(error("Team", Some("red")), "option Team: there is no `red`; there are white, black");
        assert!(error("UCI_Variant", Some("atomic")).contains("`atomic`; there are chess, crazyhouse,"));
    }

    #[test]
    fn every_option_has_a_type_and_a_default_within_its_range() {
        let text = handshake();
        #[cfg(not(feature = "tune"))]
        assert_eq!(text.lines().count(), TABLE.len());
        for (_, name, kind) in TABLE {
            assert!(text.contains(&format!("option name {name} type ")));
            if let Kind::Spin { default, min, max } = kind {
                assert!((min..=max).contains(&default), "{name}");
            }
        }
    }
}
