//! What a match leaves on disk: records of its games, and a state file from which it can be resumed.
//!
//! The state file is a line of JSON for the match and one for each finished game. A game counts as played when its
//! line is on disk; the line also says how long the files of records were then. After an interruption, even `kill -9`
//! between two writes, a torn last line is cut off and the records are cut to the length that the last line names, so that
//! no game is lost and none stands twice.

mod records_text;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::MatchConfig;
use crate::outcome::GameReport;

/// Why a file cannot be used; names it.
#[derive(Debug, Error)]
pub enum StorageError {
    /// The system refuses.
    #[error("{}: {error}", .path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The file given for the state is something else.
    #[error("{}: not the state file of a match; it is left as it is", .0.display())]
    NotAState(PathBuf),
    /// A line in the middle cannot be read.
    #[error("{}:{line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong with it.
        what: String,
    },
    /// The state belongs to a match under other conditions.
    #[error("{}: the state of another match: {key} was `{was}`, now it is `{is}`", .path.display())]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// Which condition differs.
        key: String,
        /// Its value in the file.
        was: String,
        /// Its value now.
        is: String,
    },
    /// A file of records is shorter than it was.
    #[error("{}: {length} bytes, but the state file knows of {expected}: games are missing from it", .path.display())]
    Shorter {
        /// The file of records.
        path: PathBuf,
        /// Its length.
        length: u64,
        /// Its length when the last game was stored.
        expected: u64,
    },
    /// Another process uses the state file.
    #[error("{}: another match is using it", .0.display())]
    InUse(PathBuf),
    /// A game that cannot be written as PGN.
    #[error("game {game} cannot be written: {what}")]
    Game {
        /// Its number.
        game: u64,
        /// Why.
        what: String,
    },
}

/// What the first line of a state file begins with.
const MAGIC: &str = "{\"kwartslag_match\":";

#[derive(Serialize, Deserialize)]
struct Header {
    kwartslag_match: u32,
    setup: BTreeMap<String, String>,
    files: Lengths,
}

#[derive(Serialize, Deserialize)]
struct Line {
    files: Lengths,
    report: GameReport,
}

/// Path and length of each file of records, by kind.
type Lengths = BTreeMap<Kind, (PathBuf, u64)>;

/// Kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Pgn,
    Epd,
    Json,
}

struct Output {
    kind: Kind,
    path: PathBuf,
    file: File,
    length: u64,
}

/// The open files of a match.
pub struct Storage {
    state: Option<(PathBuf, File)>,
    outputs: Vec<Output>,
    texts: records_text::Texts,
}

impl Storage {
    /// Opens or creates the files and returns the games that have been played already.
    ///
    /// # Errors
    /// A file cannot be opened, or the state is none of this match. Then nothing has been changed.
    pub fn open(config: &MatchConfig) -> Result<(Storage, Vec<GameReport>), StorageError> {
        let paths = &config.outputs;
        let mut state = paths.state.as_deref().map(open_state).transpose()?;
        let loaded = match &mut state {
            Some((path, file)) => load(path, file, config)?,
            None => Loaded::default(),
        };
        let kinds = [(Kind::Pgn, &paths.pgn), (Kind::Epd, &paths.epd), (Kind::Json, &paths.json)];
        let mut outputs = Vec::new();
        for (kind, path) in kinds {
            if let Some(path) = path {
                outputs.push(Output::open(kind, path, loaded.files.get(&kind))?);
            }
        }
        let mut storage = Storage { state, outputs, texts: records_text::Texts::new(config) };
        storage.settle(config, &loaded)?;
        Ok((storage, loaded.reports))
    }

    /// Everything is in order: cuts off what is torn, writes the header of a new state, and completes records that are
    /// asked for only now.
    fn settle(&mut self, config: &MatchConfig, loaded: &Loaded) -> Result<(), StorageError> {
        for output in &mut self.outputs {
            output.cut(loaded.files.get(&output.kind))?;
            let known = loaded.files.get(&output.kind).is_some_and(|(path, _)| *path == output.path);
            for report in loaded.reports.iter().filter(|_| !known) {
                output.append(&self.texts.text(output.kind, report)?)?;
            }
        }
        let files = self.lengths();
        if let Some((path, file)) = &mut self.state {
            let io = |error| StorageError::Io { path: path.clone(), error };
            file.set_len(loaded.length).map_err(io)?;
            file.seek(SeekFrom::End(0)).map_err(io)?;
            if loaded.length == 0 {
                let header = Header { kwartslag_match: 1, setup: config.fingerprint(), files };
                write_line(file, &header).map_err(io)?;
            }
        }
        Ok(())
    }

    fn lengths(&self) -> Lengths {
        self.outputs.iter().map(|output| (output.kind, (output.path.clone(), output.length))).collect()
    }

    /// Stores a finished game. When this returns, it is on disk.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn store(&mut self, report: &GameReport) -> Result<(), StorageError> {
        for output in &mut self.outputs {
            output.append(&self.texts.text(output.kind, report)?)?;
        }
        let files = self.lengths();
        if let Some((path, file)) = &mut self.state {
            let line = Line { files, report: report.clone() };
            write_line(file, &line).map_err(|error| StorageError::Io { path: path.clone(), error })?;
        }
        Ok(())
    }
}

impl Output {
    /// Opens a file of records and checks that it is not shorter than the state says.
    fn open(kind: Kind, path: &Path, known: Option<&(PathBuf, u64)>) -> Result<Output, StorageError> {
        let io = |error| StorageError::Io { path: path.into(), error };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        if let Some((_, expected)) = known.filter(|(known, expected)| known == path && length < *expected) {
            return Err(StorageError::Shorter { path: path.into(), length, expected: *expected });
        }
        Ok(Output { kind, path: path.into(), file, length })
    }

    /// Cuts off what was written after the last game that the state knows.
    fn cut(&mut self, known: Option<&(PathBuf, u64)>) -> Result<(), StorageError> {
        if let Some((_, length)) = known.filter(|(path, length)| *path == self.path && *length < self.length) {
            self.file.set_len(*length).map_err(|error| StorageError::Io { path: self.path.clone(), error })?;
            self.length = *length;
        }
        Ok(())
    }

    fn append(&mut self, text: &str) -> Result<(), StorageError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| StorageError::Io { path: self.path.clone(), error })?;
        self.length += text.len() as u64;
        Ok(())
    }
}

fn open_state(path: &Path) -> Result<(PathBuf, File), StorageError> {
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let file = opened.map_err(|error| StorageError::Io { path: path.into(), error })?;
    #[cfg(unix)]
    rustix::fs::flock(&file, rustix::fs::FlockOperation::NonBlockingLockExclusive)
        .map_err(|_| StorageError::InUse(path.into()))?;
    Ok((path.into(), file))
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    file.write_all(line.as_bytes())?;
    file.sync_data()
}

/// What a state file holds.
#[derive(Default)]
struct Loaded {
    reports: Vec<GameReport>,
    files: Lengths,
    /// Its length without a torn last line.
    length: u64,
}

fn load(path: &Path, file: &mut File, config: &MatchConfig) -> Result<Loaded, StorageError> {
    let io = |error| StorageError::Io { path: path.into(), error };
    let mut text = String::new();
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(io)?;
    // What is torn may end inside of a letter.
    text.push_str(&String::from_utf8_lossy(&bytes));
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    if !(text.starts_with(MAGIC) || MAGIC.starts_with(&text)) {
        return Err(StorageError::NotAState(path.into()));
    }
    let mut loaded = Loaded { length: whole as u64, ..Loaded::default() };
    let lines = String::from_utf8_lossy(&bytes[..whole]).into_owned();
    for (number, line) in lines.lines().enumerate() {
        let fault = |error: serde_json::Error| StorageError::Line {
            path: path.into(),
            line: number + 1,
            what: error.to_string(),
        };
        if number == 0 {
            let header: Header = serde_json::from_str(line).map_err(fault)?;
            compare(path, &header.setup, &config.fingerprint())?;
            loaded.files = header.files;
        } else {
            let line: Line = serde_json::from_str(line).map_err(fault)?;
            loaded.files = line.files;
            loaded.reports.push(line.report);
        }
    }
    Ok(loaded)
}

fn compare(path: &Path, was: &BTreeMap<String, String>, is: &BTreeMap<String, String>) -> Result<(), StorageError> {
    let value = |map: &BTreeMap<String, String>, key: &str| map.get(key).cloned().unwrap_or_default();
    let differs = was.keys().chain(is.keys()).find(|key| value(was, key) != value(is, key));
    match differs {
        Some(key) => Err(StorageError::OtherMatch {
            path: path.into(),
            key: key.clone(),
            was: value(was, key),
            is: value(is, key),
        }),
        None => Ok(()),
    }
}
