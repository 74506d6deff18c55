//! The command line of a match.

use crate::config::MatchConfig;
use crate::options::{self, ConfigError};

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
    let (options, notes) = options::from_command_line(words)?;
    let config = MatchConfig::new(options)?;
    Ok(Request::Match(Box::new(MatchConfig { notes, ..config })))
}
