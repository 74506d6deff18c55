//! What a user asks of a match, on the command line or in a file of TOML with the same names. Here each value is
//! checked by itself; [`crate::config`] makes a match of them and checks how they fit together.

mod command_line;
mod values;

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use movegen::name::GameName;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use thiserror::Error;
use toml::{Table, Value};

use self::values::{milliseconds, number, parsed, real, settings, switch, text, texts, time, words};
use crate::dialect::Dialect;
use crate::openings::{Format, Order};
use crate::schedule::Tournament;
use crate::stats::Model;
use crate::time_control::TimeControl;

/// What is wrong with a request; names the option and the word.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{option}: {what}", .place.as_ref().map(|place| format!("{place}: ")).unwrap_or_default())]
pub struct ConfigError {
    /// Where it stands, if not on the command line.
    pub place: Option<Place>,
    /// The option, with its hyphen on the command line.
    pub option: String,
    /// What is wrong.
    pub what: String,
}

impl ConfigError {
    pub(crate) fn new(option: impl Into<String>, what: impl Into<String>) -> ConfigError {
        ConfigError { place: None, option: option.into(), what: what.into() }
    }
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub file: PathBuf,
    /// The line, from 1; `None` for the file as a whole.
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file.display())?;
        self.line.map_or(Ok(()), |line| write!(f, ": line {line}"))
    }
}

/// The options of a match.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct MatchOptions {
    pub(crate) engine: Vec<EngineOptions>,
    pub(crate) each: EngineOptions,
    #[serde(deserialize_with = "parsed")]
    pub(crate) variant: Option<GameName>,
    #[serde(deserialize_with = "number::<3, _, _>")]
    pub(crate) frames: Option<u32>,
    pub(crate) tournament: Option<Tournament>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) seeds: Option<usize>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) games: Option<u64>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) rounds: Option<u64>,
    #[serde(deserialize_with = "repetitions")]
    pub(crate) repeat: Option<u64>,
    #[serde(deserialize_with = "switch")]
    pub(crate) noswap: Option<bool>,
    #[serde(deserialize_with = "switch")]
    pub(crate) reverse: Option<bool>,
    #[serde(deserialize_with = "switch")]
    pub(crate) recover: Option<bool>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) concurrency: Option<usize>,
    #[serde(deserialize_with = "milliseconds")]
    pub(crate) wait: Option<Duration>,
    pub(crate) openings: Option<OpeningOptions>,
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) srand: Option<u64>,
    pub(crate) sprt: Option<SprtOptions>,
    pub(crate) resign: Option<ResignOptions>,
    pub(crate) draw: Option<DrawOptions>,
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) maxmoves: Option<u32>,
    #[serde(deserialize_with = "text")]
    pub(crate) event: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(crate) site: Option<String>,
    pub(crate) pgnout: Option<PgnOptions>,
    pub(crate) epdout: Option<PathBuf>,
    pub(crate) jsonout: Option<PathBuf>,
    pub(crate) state: Option<PathBuf>,
    pub(crate) log: Option<LogOptions>,
    #[serde(deserialize_with = "switch")]
    pub(crate) debug: Option<bool>,
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) ratinginterval: Option<u64>,
    #[serde(deserialize_with = "time")]
    pub(crate) stall: Option<Duration>,
}

/// The keys of `engine` and `each`.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct EngineOptions {
    #[serde(deserialize_with = "text")]
    pub(crate) cmd: Option<String>,
    #[serde(deserialize_with = "text")]
    pub(crate) name: Option<String>,
    pub(crate) dir: Option<PathBuf>,
    pub(crate) stderr: Option<PathBuf>,
    #[serde(deserialize_with = "words")]
    pub(crate) args: Vec<String>,
    #[serde(deserialize_with = "texts")]
    pub(crate) arg: Vec<String>,
    #[serde(deserialize_with = "texts")]
    pub(crate) initstr: Vec<String>,
    pub(crate) proto: Option<Protocol>,
    #[serde(deserialize_with = "parsed")]
    pub(crate) tc: Option<TimeLimit>,
    #[serde(deserialize_with = "time")]
    pub(crate) st: Option<Duration>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) depth: Option<u32>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) nodes: Option<u64>,
    #[serde(deserialize_with = "milliseconds")]
    pub(crate) timemargin: Option<Duration>,
    pub(crate) restart: Option<Restart>,
    #[serde(deserialize_with = "switch")]
    pub(crate) whitepov: Option<bool>,
    pub(crate) fen: Option<Dialect>,
    #[serde(deserialize_with = "text")]
    pub(crate) variant: Option<String>,
    #[serde(deserialize_with = "settings")]
    pub(crate) option: Vec<(String, String)>,
}

/// The protocol of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Protocol {
    /// The only one that is spoken here.
    Uci,
}

/// When an engine is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Restart {
    /// For every game.
    On,
    /// When it has ended.
    Off,
    /// As the engine wants it: UCI engines can play one game after the other.
    Auto,
}

/// `tc=`: a clock, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TimeLimit {
    /// No clock, whatever the others have.
    Infinite,
    /// A clock.
    Clock(TimeControl),
}

impl std::str::FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<TimeLimit, String> {
        match text {
            "inf" | "infinite" => Ok(TimeLimit::Infinite),
            _ => text.parse().map(TimeLimit::Clock),
        }
    }
}

/// The keys of `openings`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct OpeningOptions {
    pub(crate) file: Option<PathBuf>,
    #[serde(deserialize_with = "switch")]
    pub(crate) random: Option<bool>,
    #[serde(deserialize_with = "switch")]
    pub(crate) arrays: Option<bool>,
    pub(crate) format: Option<Format>,
    pub(crate) order: Option<Order>,
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) plies: Option<u32>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) start: Option<u32>,
}

/// The keys of `sprt`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct SprtOptions {
    #[serde(deserialize_with = "real")]
    pub(crate) elo0: Option<f64>,
    #[serde(deserialize_with = "real")]
    pub(crate) elo1: Option<f64>,
    #[serde(deserialize_with = "real")]
    pub(crate) alpha: Option<f64>,
    #[serde(deserialize_with = "real")]
    pub(crate) beta: Option<f64>,
    pub(crate) model: Option<Model>,
}

/// The keys of `resign`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ResignOptions {
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) movecount: Option<u32>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) score: Option<u32>,
    #[serde(deserialize_with = "switch")]
    pub(crate) twosided: Option<bool>,
}

/// The keys of `draw`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct DrawOptions {
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) movenumber: Option<u32>,
    #[serde(deserialize_with = "number::<1, _, _>")]
    pub(crate) movecount: Option<u32>,
    #[serde(deserialize_with = "number::<0, _, _>")]
    pub(crate) score: Option<u32>,
}

/// Where games go in PGN: a path, or a table with these keys.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PgnOptions {
    pub(crate) file: PathBuf,
    /// Without comments and tags that replaying does not need.
    pub(crate) min: bool,
    /// Without games that do not count.
    pub(crate) fi: bool,
}

impl<'de> Deserialize<'de> for PgnOptions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PgnOptions, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Keys {
            file: PathBuf,
            #[serde(default, deserialize_with = "switch")]
            min: Option<bool>,
            #[serde(default, deserialize_with = "switch")]
            fi: Option<bool>,
        }
        struct PathOrTable;
        impl<'de> Visitor<'de> for PathOrTable {
            type Value = PgnOptions;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a path, or a table with file, min and fi")
            }
            fn visit_str<E>(self, file: &str) -> Result<PgnOptions, E> {
                Ok(PgnOptions { file: file.into(), ..PgnOptions::default() })
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PgnOptions, A::Error> {
                let Keys { file, min, fi } = Keys::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                Ok(PgnOptions { file, min: min.unwrap_or(false), fi: fi.unwrap_or(false) })
            }
        }
        deserializer.deserialize_any(PathOrTable)
    }
}

/// The keys of `log`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LogOptions {
    pub(crate) file: PathBuf,
}

/// `repeat`: a number of games, or as a switch two.
fn repetitions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let text: Option<String> = text(deserializer)?;
    match text.as_deref() {
        Some("true") => Ok(Some(2)),
        Some("false") | None => Ok(None),
        Some(text) => {
            let number = text.parse().ok().filter(|&number: &u64| number > 0);
            number.map(Some).ok_or_else(|| serde::de::Error::custom(format!("`{text}` is not a number from 1")))
        }
    }
}

/// The options of a command line with what is left aside of it; `-config FILE` stands for the options in the file.
///
/// # Errors
/// The first option that is wrong, by name and file.
pub(crate) fn from_command_line(args: &[String]) -> Result<(MatchOptions, Vec<String>), ConfigError> {
    let line = command_line::read(args)?;
    let mut all = Table::new();
    for options in line.options {
        match options.get("config").and_then(Value::as_str) {
            Some(file) => merge(&mut all, from_file(file.as_ref())?),
            None => {
                // By itself first, so that a fault has its name.
                check(&options)?;
                merge(&mut all, options);
            }
        }
    }
    let options = MatchOptions::deserialize(Value::Table(all));
    let options = options.map_err(|error| ConfigError::new("options", error.message()))?;
    Ok((options, line.notes))
}

/// Reads an option of the command line by itself.
fn check(options: &Table) -> Result<(), ConfigError> {
    let mut value = options.clone();
    if let Some(engine) = value.get_mut("engine") {
        *engine = Value::Array(vec![engine.clone()]);
    }
    let read: Result<MatchOptions, _> = serde_path_to_error::deserialize(Value::Table(value));
    read.map(drop).map_err(|error| {
        let (option, what) = explain(error.path(), error.inner());
        ConfigError::new(format!("-{option}"), what)
    })
}

/// Reads a file of TOML: a value for an option with one word, a table for one with `key=value` words, an array of tables
/// for engines (`[[engine]]`); `option.Hash = 32` in an engine.
///
/// # Errors
/// The file cannot be read, is not TOML, or an option in it is wrong.
pub(crate) fn from_file(path: &Path) -> Result<Table, ConfigError> {
    let error = |line: Option<usize>, option: String, what: String| ConfigError {
        place: Some(Place { file: path.into(), line }),
        option,
        what,
    };
    let text = std::fs::read_to_string(path).map_err(|io| error(None, "cannot be read".into(), io.to_string()))?;
    let line = |span: Option<std::ops::Range<usize>>| Some(text.get(..span?.start)?.matches('\n').count() + 1);
    let not_toml = |toml: toml::de::Error| error(line(toml.span()), "not TOML".into(), toml.message().to_string());
    let table: Table = text.parse().map_err(not_toml)?;
    let deserializer = toml::Deserializer::parse(&text).map_err(not_toml)?;
    let read: Result<MatchOptions, _> = serde_path_to_error::deserialize(deserializer);
    match read {
        Ok(_) => Ok(table),
        Err(fault) => {
            let (option, what) = explain(fault.path(), fault.inner());
            Err(error(line(fault.inner().span()), option, what))
        }
    }
}

/// The option that a path begins with, and what is wrong there with the key in it.
fn explain(path: &serde_path_to_error::Path, error: &toml::de::Error) -> (String, String) {
    let mut names = path.iter().filter_map(|segment| match segment {
        serde_path_to_error::Segment::Map { key } => Some(key.as_str()),
        _ => None,
    });
    let option = names.next().unwrap_or("options").to_string();
    let key = names.collect::<Vec<_>>().join(".");
    match error.message() {
        // The message names the key.
        message if key.is_empty() || message.starts_with("unknown field") => (option, message.to_string()),
        message => (option, format!("{key}: {message}")),
    }
}

/// Adds options to those before them: engines add up, what is said of each engine too; otherwise the later ones hold.
fn merge(all: &mut Table, later: Table) {
    for (name, value) in later {
        match (name.as_str(), all.get_mut(&name), value) {
            ("engine", None, Value::Table(engine)) => {
                all.insert(name, Value::Array(vec![Value::Table(engine)]));
            }
            ("engine", Some(Value::Array(engines)), Value::Table(engine)) => engines.push(Value::Table(engine)),
            ("engine", Some(Value::Array(engines)), Value::Array(more)) => engines.extend(more),
            ("each", Some(Value::Table(each)), Value::Table(more)) => merge_each(each, more),
            (_, _, value) => drop(all.insert(name, value)),
        }
    }
}

fn merge_each(each: &mut Table, later: Table) {
    for (key, value) in later {
        match (each.get_mut(&key), value) {
            (Some(Value::Table(settings)), Value::Table(more)) => settings.extend(more),
            (_, value) => drop(each.insert(key, value)),
        }
    }
}
