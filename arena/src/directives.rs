//! What a user asks of a match: options with their words, from the command line as cutechess writes it
//! (`-engine cmd=a tc=5+0.05 -rounds 10`) or from a TOML file with the same names.

use std::path::{Path, PathBuf};

use thiserror::Error;

/// What is wrong with a request; names the option and the word.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{option}: {what}", .file.as_ref().map(|file| format!("{}: ", file.display())).unwrap_or_default())]
pub struct ConfigError {
    /// The file in which it stands, if not on the command line.
    pub file: Option<PathBuf>,
    /// The option, with its hyphen on the command line.
    pub option: String,
    /// What is wrong.
    pub what: String,
}

/// One option with its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directive {
    /// Without hyphens.
    pub name: String,
    /// What follows it.
    pub words: Vec<String>,
    /// The file it stands in.
    pub file: Option<PathBuf>,
}

impl Directive {
    /// A fault of this option.
    pub fn fault(&self, what: impl Into<String>) -> ConfigError {
        let hyphen = if self.file.is_some() { "" } else { "-" };
        ConfigError { file: self.file.clone(), option: format!("{hyphen}{}", self.name), what: what.into() }
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
pub fn from_command_line(args: &[String]) -> Result<Vec<Directive>, ConfigError> {
    let mut directives: Vec<Directive> = Vec::new();
    for arg in args {
        let name = arg.strip_prefix("--").or_else(|| arg.strip_prefix('-'));
        let is_option = |name: &str| name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.contains('=');
        match (name, directives.last_mut()) {
            (Some(name), _) if is_option(name) => {
                directives.push(Directive { name: name.to_string(), words: Vec::new(), file: None });
            }
            (_, Some(last)) => last.words.push(arg.clone()),
            (_, None) => {
                let what = "an option such as -engine must come first".to_string();
                return Err(ConfigError { file: None, option: format!("`{arg}`"), what });
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
pub fn from_toml(path: &Path) -> Result<Vec<Directive>, ConfigError> {
    let fault = |option: &str, what: String| ConfigError { file: Some(path.into()), option: option.into(), what };
    let text = std::fs::read_to_string(path).map_err(|error| fault("cannot be read", error.to_string()))?;
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error.span().map_or(1, |span| text[..span.start].matches('\n').count() + 1);
        fault(&format!("line {line}"), error.message().to_string())
    })?;
    let mut directives = Vec::new();
    for (name, value) in &table {
        let mut push = |words| directives.push(Directive { name: name.clone(), words, file: Some(path.into()) });
        match value {
            toml::Value::Boolean(true) => push(Vec::new()),
            toml::Value::Boolean(false) => {}
            toml::Value::Table(table) => push(words_of(table).map_err(|what| fault(name, what))?),
            toml::Value::Array(tables) => {
                for table in tables {
                    let table = table.as_table().ok_or_else(|| fault(name, "tables are expected".to_string()))?;
                    push(words_of(table).map_err(|what| fault(name, what))?);
                }
            }
            scalar => push(vec![text_of(scalar).ok_or_else(|| fault(name, "a text or number is expected".into()))?]),
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
