//! What the engines of a match are sent and answer, line by line with the time: so that a match that stalls, or an engine
//! that misbehaves, can be understood afterwards.
//!
//! ```text
//! 2026-12-01T12:00:00.123456Z Kwartslag[4711] < isready
//! 2026-12-01T12:00:00.123502Z Kwartslag[4711] > readyok
//! ```
//!
//! `<` is what an engine is sent, `>` what it says, `#` what the match says of a game. Every line also goes to [`log`] as
//! a message of level trace with the target `arena::protocol`, what the match says as one of level info.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};

use jiff::Timestamp;

/// The target of messages in [`log`].
const TARGET: &str = "arena::protocol";

/// Where lines are written to.
#[derive(Debug, Default)]
pub(crate) struct Transcript {
    file: Option<Mutex<File>>,
    /// Whether they are shown on standard error.
    shown: bool,
}

impl Transcript {
    /// Adds to a file if one is given, and shows the lines if asked to.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub(crate) fn open(file: Option<&Path>, shown: bool) -> io::Result<Transcript> {
        let file = file.map(|path| OpenOptions::new().create(true).append(true).open(path)).transpose()?;
        Ok(Transcript { file: file.map(Mutex::new), shown })
    }

    /// Writes what the match says of a game.
    pub(crate) fn remark(&self, remark: fmt::Arguments<'_>) {
        log::info!(target: TARGET, "{remark}");
        self.write(format_args!("# {remark}"));
    }

    fn write(&self, text: fmt::Arguments<'_>) {
        if self.file.is_none() && !self.shown {
            return;
        }
        let line = format!("{:.6} {text}\n", Timestamp::now());
        // A log that cannot be written must not disturb the match.
        if let Some(Ok(mut file)) = self.file.as_ref().map(Mutex::lock) {
            drop(file.write_all(line.as_bytes()));
        }
        if self.shown {
            drop(io::stderr().lock().write_all(line.as_bytes()));
        }
    }
}

/// The lines of one process.
#[derive(Clone, Debug)]
pub(crate) struct Tap {
    transcript: Arc<Transcript>,
    /// The engine's name.
    engine: String,
    /// The number of its process, as there may be several.
    process: u32,
}

impl Tap {
    /// The lines of an engine whose process has not begun.
    pub(crate) fn new(transcript: Arc<Transcript>, engine: &str) -> Tap {
        Tap { transcript, engine: engine.to_string(), process: 0 }
    }

    /// The process has begun.
    pub(crate) fn begin(&mut self, process: u32) {
        self.process = process;
    }

    /// What is sent, one line or several.
    pub(crate) fn sent(&self, lines: &str) {
        lines.lines().for_each(|line| self.line('<', line));
    }

    /// A line that the engine said.
    pub(crate) fn said(&self, line: &str) {
        self.line('>', line);
    }

    fn line(&self, direction: char, line: &str) {
        let Tap { engine, process, .. } = self;
        log::trace!(target: TARGET, "{engine}[{process}] {direction} {line}");
        self.transcript.write(format_args!("{engine}[{process}] {direction} {line}"));
    }
}
