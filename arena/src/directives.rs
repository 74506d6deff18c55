//! What a user asks of a match: options with their words, from the command line as cutechess writes it
//! (`-engine cmd=a tc=5+0.05 -rounds 10`) or from a TOML file with the same names.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use thiserror::Error;
use toml::de::DeTable;

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

/// One option with its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Without hyphens.
    pub name: String,
    /// What follows it.
    pub words: Vec<String>,
    /// Where it stands in a file.
    pub place: Option<Place>,
}

impl Directive {
    /// A fault of this option.
    pub fn fault(&self, what: impl Into<String>) -> ConfigError {
        let hyphen = if self.place.is_some() { "" } else { "-" };
        ConfigError { place: self.place.clone(), option: format!("{hyphen}{}", self.name), what: what.into() }
    }

    /// The words as `key=value` pairs; a word without `=` is a key without a value.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.words.iter().map(|word| word.split_once('=').unwrap_or((word, "")))
    }

    /// The only word.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn word(&self) -> Result<&str, ConfigError> {
        match &self.words[..] {
            [word] => Ok(word),
            [] => Err(self.fault("a value is missing")),
            [_, second, ..] => Err(self.fault(format!("one value is expected, but `{second}` follows"))),
        }
    }

    /// The only word as a number.
    ///
    /// # Errors
    /// If it is none, or too small.
    pub fn number(&self, least: u64) -> Result<u64, ConfigError> {
        let word = self.word()?;
        word.parse()
            .ok()
            .filter(|&number| number >= least)
            .ok_or_else(|| self.fault(format!("`{word}` is not a number from {least}")))
    }
}

/// Splits a command line. Options may begin with one hyphen or two.
///
/// # Errors
/// A word before the first option.
pub(crate) fn from_command_line(args: &[String]) -> Result<Vec<Directive>, ConfigError> {
    let mut directives: Vec<Directive> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        let is_option = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains('=');
        match (name, directives.last_mut()) {
            (Some(name), _) if is_option(name) => {
                directives.push(Directive { name: name.to_string(), words: Vec::new(), place: None });
            }
            (_, Some(last)) => last.words.push(arg.clone()),
            (_, None) => {
                let what = "an option such as -engine must come first".to_string();
                return Err(ConfigError { place: None, option: format!("`{arg}`"), what });
            }
        }
    }
    Ok(directives)
}

/// Reads a TOML file: a value for an option with one word, a table for one with `key=value` words, an array of
/// tables for one that occurs several times (`[[engine]]`); `option.Hash = 32` inside of an engine.
///
/// # Errors
/// The file cannot be read, is not TOML, or holds something else than text, numbers and truth values.
pub(crate) fn from_toml(path: &Path) -> Result<Vec<Directive>, ConfigError> {
    let place = |line| Some(Place { file: path.into(), line });
    let unreadable = |error: std::io::Error| ConfigError {
        place: place(None),
        option: "cannot be read".to_string(),
        what: error.to_string(),
    };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let line = |offset: usize| Some(text[..offset.min(text.len())].matches('\n').count() + 1);
    let syntax = |error: toml::de::Error| ConfigError {
        place: place(line(error.span().map_or(0, |span| span.start))),
        option: "not TOML".to_string(),
        what: error.message().to_string(),
    };
    let table: toml::Table = text.parse().map_err(syntax)?;
    let spans = DeTable::parse(&text).map_err(syntax)?;
    let mut directives = Vec::new();
    for (name, value) in &table {
        let spanned = spans.get_ref().get(name.as_str());
        let at = |span: Option<Range<usize>>| place(span.and_then(|span| line(span.start)));
        let directive = |words, span| Directive { name: name.clone(), words, place: at(span) };
        let fault = |what, span| directive(Vec::new(), span).fault(what);
        let span = spanned.map(|value| value.span());
        let element = |i: usize| spanned?.get_ref().as_array()?.get(i).map(|value| value.span());
        match value {
            toml::Value::Boolean(true) => directives.push(directive(Vec::new(), span)),
            toml::Value::Boolean(false) => {}
            toml::Value::Table(table) => {
                let words = words_of(table).map_err(|what| fault(what, span.clone()))?;
                directives.push(directive(words, span));
            }
            toml::Value::Array(tables) => {
                for (i, table) in tables.iter().enumerate() {
                    let words = table.as_table().ok_or("tables are expected".to_string()).and_then(words_of);
                    directives.push(directive(words.map_err(|what| fault(what, element(i)))?, element(i)));
                }
            }
            scalar => {
                let text = text_of(scalar).ok_or("a text or number is expected".to_string());
                directives.push(directive(vec![text.map_err(|what| fault(what, span.clone()))?], span));
            }
        }
    }
    Ok(directives)
}

/// `key=value` words of a table; a table in it gives `key.inner=value`, an array one word for each element.
fn words_of(table: &toml::Table) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            toml::Value::Boolean(true) if is_bare(key) => words.push(key.clone()),
            toml::Value::Boolean(false) if is_bare(key) => {}
            toml::Value::Table(inner) => {
                words.extend(words_of(inner)?.into_iter().map(|word| format!("{key}.{word}")));
            }
            toml::Value::Array(values) => {
                for value in values {
                    let text = text_of(value).ok_or_else(|| format!("{key}: a text or number is expected"))?;
                    words.push(format!("{key}={text}"));
                }
            }
            value => {
                let text = text_of(value).ok_or_else(|| format!("{key}: a text or number is expected"))?;
                words.push(format!("{key}={text}"));
            }
        }
    }
    Ok(words)
}

/// Keys that are words without a value on the command line.
fn is_bare(key: &str) -> bool {
    matches!(key, "random" | "arrays" | "twosided")
}

fn text_of(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(value) => Some(value.to_string()),
        _ => None,
    }
}
