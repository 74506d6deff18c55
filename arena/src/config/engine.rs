//! One engine of a match.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Serialize;

use crate::dialect::Dialect;
use crate::options::{EngineOptions, Restart, TimeLimit};
use crate::time_control::{TimeControl, as_seconds};

/// An engine and its conditions, complete. What does not decide how it plays is not kept in state files.
#[derive(Clone, PartialEq, Debug, Serialize)]
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
    #[serde(skip)]
    pub stderr: Option<PathBuf>,
    /// Lines that it is sent before the protocol begins.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub init: Vec<String>,
    /// Clock.
    pub tc: Option<TimeControl>,
    /// Time for each move.
    #[serde(serialize_with = "as_seconds")]
    pub st: Option<Duration>,
    /// Depth for each move.
    pub depth: Option<u32>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// What it may overstep.
    #[serde(serialize_with = "as_seconds")]
    pub margin: Option<Duration>,
    /// Whether it is started anew for each game.
    pub restart: bool,
    /// Whether its scores are White's, not its own.
    pub white_scores: bool,
    /// The rules that it knows; `None`: by what the engine calls itself.
    pub fen: Option<Dialect>,
    /// Its own name of the game, if not ours.
    pub variant: Option<String>,
    /// UCI options in the order given.
    pub options: Vec<(String, String)>,
}

impl EngineConfig {
    /// An engine with what `-each` gives to all; its own options are set after those.
    pub(crate) fn new(own: EngineOptions, each: &EngineOptions) -> Result<EngineConfig, String> {
        let cmd = own.cmd.or_else(|| each.cmd.clone()).ok_or("cmd= is missing")?;
        let file = Path::new(&cmd).file_name().and_then(|name| name.to_str());
        let name = own.name.unwrap_or_else(|| file.unwrap_or(&cmd).to_string());
        // A clock and a time for each move exclude each other.
        let (tc, st) = match (own.tc, own.st) {
            (None, None) => (each.tc, each.st),
            own => own,
        };
        let tc = match tc {
            Some(TimeLimit::Clock(clock)) => Some(clock),
            Some(TimeLimit::Infinite) | None => None,
        };
        let (depth, nodes) = (own.depth.or(each.depth), own.nodes.or(each.nodes));
        if tc.is_none() && st.is_none() && depth.is_none() && nodes.is_none() {
            return Err(format!("`{name}` has no limit: tc=, st=, depth= or nodes= is needed"));
        }
        if tc.is_some() && st.is_some() {
            return Err(format!("`{name}` has both tc= and st="));
        }
        let is_own = |name: &str| own.option.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        let common = each.option.iter().filter(|(name, _)| !is_own(name));
        let options = common.chain(&own.option).cloned().collect();
        let arguments = [&each.args, &each.arg, &own.args, &own.arg];
        let init = each.initstr.iter().chain(&own.initstr).flat_map(|text| text.split("\\n"));
        Ok(EngineConfig {
            name,
            cmd,
            args: arguments.into_iter().flatten().cloned().collect(),
            dir: own.dir.or_else(|| each.dir.clone()),
            stderr: own.stderr.or_else(|| each.stderr.clone()),
            init: init.flat_map(str::lines).map(String::from).collect(),
            tc,
            st,
            depth,
            nodes,
            margin: own.timemargin.or(each.timemargin),
            restart: own.restart.or(each.restart) == Some(Restart::On),
            white_scores: own.whitepov.or(each.whitepov).unwrap_or(false),
            fen: own.fen.or(each.fen),
            variant: own.variant.or_else(|| each.variant.clone()),
            options,
        })
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
}
