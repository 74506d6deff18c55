//! The command line of a match.

use crate::config::MatchConfig;
use crate::directives::{ConfigError, Directive, from_command_line, from_toml};

/// What `--help` shows.
pub const HELP: &str = include_str!("help.txt");

/// What the words ask for.
#[derive(Clone, Debug)]
pub enum Request {
    /// Show [`HELP`].
    Help,
    /// Play.
    Match(Box<MatchConfig>),
}

/// Understands a command line; `-config FILE` stands for the options in the file.
///
/// # Errors
/// The first option that is wrong, by name and file.
pub fn parse(words: &[String]) -> Result<Request, ConfigError> {
    if words.is_empty() || words.iter().any(|word| matches!(word.as_str(), "-h" | "-help" | "--help" | "help")) {
        return Ok(Request::Help);
    }
    let mut directives: Vec<Directive> = Vec::new();
    for directive in from_command_line(words)? {
        match directive.name.as_str() {
            "config" => directives.extend(from_toml(directive.word()?.as_ref())?),
            _ => directives.push(directive),
        }
    }
    MatchConfig::from_directives(&directives).map(|config| Request::Match(Box::new(config)))
}
