//! One engine of a match.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::directives::{ConfigError, Directive};
use crate::time_control::{TimeControl, seconds};

/// How positions are given to an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FenStyle {
    /// As rules.md 1 writes them.
    Full,
    /// In superschaak without stock and marks, from the array on, as Fairy-Stockfish reads them.
    Plain,
}

/// An engine and its conditions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EngineConfig {
    /// Name in reports and records.
    pub name: String,
    /// The program: a path, or a name that the system finds.
    pub cmd: String,
    /// Its arguments.
    pub args: Vec<String>,
    /// Its working directory.
    pub dir: Option<PathBuf>,
    /// File for what it writes on standard error.
    pub stderr: Option<PathBuf>,
    /// `tc=inf`: no clock, whatever the others have.
    pub clockless: bool,
    /// Clock.
    pub tc: Option<TimeControl>,
    /// Time for each move.
    pub st: Option<Duration>,
    /// Depth for each move.
    pub depth: Option<u32>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// What it may overstep.
    pub margin: Option<Duration>,
    /// Whether it is started anew for each game.
    pub restart: Option<bool>,
    /// How positions are written; `None`: by what the engine calls itself.
    pub fen: Option<FenStyle>,
    /// Its own name of the game, if not ours.
    pub variant: Option<String>,
    /// UCI options in the order given.
    pub options: Vec<(String, String)>,
}

impl EngineConfig {
    /// Takes the `key=value` words of `-engine` or `-each`.
    pub(super) fn read(&mut self, directive: &Directive) -> Result<(), ConfigError> {
        for (key, value) in directive.pairs() {
            self.set(key, value).map_err(|what| directive.fault(what))?;
        }
        Ok(())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let wrong = |expected: &str| format!("{key}=`{value}` is not {expected}");
        if value.is_empty() && !key.starts_with("option.") {
            return Err(format!("`{key}` has no value"));
        }
        match key {
            "cmd" => self.cmd = value.to_string(),
            "name" => self.name = value.to_string(),
            "dir" => self.dir = Some(value.into()),
            "stderr" => self.stderr = Some(value.into()),
            "args" => self.args.extend(split_words(value)?),
            "arg" => self.args.push(value.to_string()),
            "tc" if value == "inf" => (self.tc, self.clockless) = (None, true),
            "tc" => (self.tc, self.clockless) = (Some(value.parse()?), false),
            "st" => {
                self.st = Some(seconds(value).filter(|st| !st.is_zero()).ok_or_else(|| wrong("a time in seconds"))?)
            }
            "depth" => {
                self.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(|| wrong("a number from 1"))?)
            }
            "nodes" => {
                self.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(|| wrong("a number from 1"))?)
            }
            "timemargin" => {
                let margin: u32 = value.parse().map_err(|_| wrong("a number of milliseconds"))?;
                self.margin = Some(Duration::from_millis(margin.into()));
            }
            "restart" => {
                self.restart = Some(match value {
                    "on" => true,
                    "off" | "auto" => false,
                    _ => return Err(wrong("on, off or auto")),
                });
            }
            "fen" => {
                self.fen = Some(match value {
                    "full" => FenStyle::Full,
                    "plain" => FenStyle::Plain,
                    _ => return Err(wrong("full or plain")),
                });
            }
            "variant" => self.variant = Some(value.to_string()),
            "proto" if value == "uci" => {}
            "proto" => return Err(wrong("uci, the protocol spoken here")),
            _ => match key.strip_prefix("option.") {
                Some(option) if !option.is_empty() => self.options.push((option.to_string(), value.to_string())),
                _ => {
                    return Err(format!(
                        "`{key}` is none of cmd, name, dir, args, arg, tc, st, depth, nodes, timemargin, restart, fen, \
                         variant, stderr, option.NAME"
                    ));
                }
            },
        }
        Ok(())
    }

    /// Fills what is missing from `-each`; an engine's own options come after those of all.
    pub(super) fn complete(&mut self, each: &EngineConfig) -> Result<(), String> {
        if self.cmd.is_empty() {
            self.cmd.clone_from(&each.cmd);
        }
        if self.cmd.is_empty() {
            return Err("cmd= is missing".to_string());
        }
        if self.name.is_empty() {
            let stem = Path::new(&self.cmd).file_name().and_then(|name| name.to_str());
            self.name = stem.unwrap_or(&self.cmd).to_string();
        }
        // A clock and a time for each move exclude each other.
        if self.tc.is_none() && self.st.is_none() && !self.clockless {
            (self.tc, self.st) = (each.tc, each.st);
        }
        self.depth = self.depth.or(each.depth);
        self.nodes = self.nodes.or(each.nodes);
        if self.tc.is_none() && self.st.is_none() && self.depth.is_none() && self.nodes.is_none() {
            return Err(format!("`{}` has no limit: tc=, st=, depth= or nodes= is needed", self.name));
        }
        if self.tc.is_some() && self.st.is_some() {
            return Err(format!("`{}` has both tc= and st=", self.name));
        }
        self.dir = self.dir.take().or_else(|| each.dir.clone());
        self.stderr = self.stderr.take().or_else(|| each.stderr.clone());
        self.margin = self.margin.or(each.margin);
        self.restart = self.restart.or(each.restart);
        self.fen = self.fen.or(each.fen);
        self.variant = self.variant.take().or_else(|| each.variant.clone());
        self.args.splice(0..0, each.args.iter().cloned());
        let own = |name: &str| self.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let common: Vec<_> = each.options.iter().filter(|(name, _)| !own(name)).cloned().collect();
        self.options.splice(0..0, common);
        Ok(())
    }

    /// Its limits in words: `5+0.05`, `10000 nodes`, ...
    pub fn limits(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.tc.map(|tc| tc.to_string()));
        parts.extend(self.st.map(|st| format!("{} s a move", st.as_secs_f64())));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.join(", ")
    }

    /// What decides how it plays.
    pub(super) fn fingerprint(&self) -> Vec<(&'static str, String)> {
        let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        vec![
            ("cmd", self.cmd.clone()),
            ("args", self.args.join(" ")),
            ("dir", self.dir.as_ref().map(|dir| dir.display().to_string()).unwrap_or_default()),
            ("limits", self.limits()),
            ("timemargin", format!("{} ms", self.margin.unwrap_or_default().as_millis())),
            ("restart", self.restart.unwrap_or_default().to_string()),
            ("fen", format!("{:?}", self.fen)),
            ("variant", self.variant.clone().unwrap_or_default()),
            ("options", options.join(" ")),
        ]
    }
}

/// Words separated by blanks; quotes keep blanks together.
fn split_words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (letter, quote) {
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        return Err(format!("args=`{text}`: a quote is not closed"));
    }
    words.extend(word);
    Ok(words)
}
