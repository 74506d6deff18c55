//! What a match leaves on disk: records of its games, and a state file from which it can be resumed.
//!
//! The state file is a line of JSON for the match and one for each finished game. A game counts as played when its
//! line is on disk, which is written before its records and says where in their files these stand. After an
//! interruption, even `kill -9` between two writes, a torn last line is cut off, and a file of records that ends inside of
//! what the last line names gets it anew: no game is lost and none stands twice. Only what this match has written is
//! ever cut off, so that others may add to the same file in between.

mod files;
mod game_text;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use self::files::{Created, Extent, Kind, Known, Output, is_same};
use self::game_text::GameWriter;
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
    /// The state was written by another version of the program.
    #[error("{}: the state file of another version of the program (form {found}, this one reads {STATE_FORM}); finish \
             the match with that version, or begin a new one with another -state file", .path.display())]
    OtherForm {
        /// The file.
        path: PathBuf,
        /// Its form.
        found: u32,
    },
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
    /// Two outputs cannot share a file.
    #[error("{}: this file is asked for twice, as {} too", .path.display(), .other.display())]
    Twice {
        /// The file.
        path: PathBuf,
        /// By its other name.
        other: PathBuf,
    },
    /// A game that cannot be written as PGN.
    #[error("game {game} cannot be written: {what}")]
    Game {
        /// Its number.
        game: u64,
        /// Why.
        what: String,
    },
}

/// The form of state files that this version writes and reads.
const STATE_FORM: u32 = 2;

/// What the first line of a state file begins with.
const MAGIC: &[u8] = b"{\"kwartslag_match\":";

/// What all forms of the first line have.
#[derive(Deserialize)]
struct AnyHeader {
    kwartslag_match: u32,
}

#[derive(Serialize, Deserialize)]
struct Header {
    kwartslag_match: u32,
    /// What must not change when the match is resumed.
    conditions: Value,
    files: Lengths,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    files: Lengths,
    /// What each file was before.
    #[serde(default)]
    before: BTreeMap<Kind, Extent>,
    /// Absent if games before this line were added to a file of records that lacked them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    report: Option<GameReport>,
}

/// Path of each file of records, and its length when everything is written, by kind.
type Lengths = BTreeMap<Kind, (PathBuf, u64)>;

/// The open files of a match.
pub(crate) struct Storage {
    state: Option<(PathBuf, File)>,
    outputs: Vec<Output>,
    writer: GameWriter,
    /// Games stored.
    games: usize,
}

impl Storage {
    /// Opens or creates the files and returns the games that have been played already.
    ///
    /// # Errors
    /// A file cannot be opened, or the state is none of this match. Then nothing has been changed.
    pub(crate) fn open(config: &MatchConfig) -> Result<(Storage, Vec<GameReport>), StorageError> {
        let mut created = Created::default();
        let opened = Storage::open_files(config, &mut created);
        if opened.is_ok() {
            created.keep();
        }
        opened
    }

    fn open_files(config: &MatchConfig, created: &mut Created) -> Result<(Storage, Vec<GameReport>), StorageError> {
        let paths = &config.outputs;
        let mut state = None;
        if let Some(path) = &paths.state {
            created.note(path);
            state = Some(open_state(path)?);
        }
        let loaded = match &mut state {
            Some((path, file)) => load(path, file, config)?,
            None => Loaded::default(),
        };
        let pgn = paths.pgn.as_ref().map(|pgn| pgn.file.clone());
        let kinds = [(Kind::Pgn, &pgn), (Kind::Epd, &paths.epd), (Kind::Json, &paths.json)];
        let mut outputs: Vec<Output> = Vec::new();
        for (kind, path) in kinds {
            let Some(path) = path else { continue };
            created.note(path);
            outputs.push(Output::open(kind, path, &loaded.files, loaded.reports.len())?);
            let others = outputs.iter().rev().skip(1).map(|output| &output.path).chain(&paths.state);
            if let Some(other) = others.into_iter().find(|other| is_same(other, path)) {
                return Err(StorageError::Twice { path: path.clone(), other: other.clone() });
            }
        }
        let mut storage = Storage { state, outputs, writer: GameWriter::new(config), games: 0 };
        storage.settle(config, &loaded)?;
        Ok((storage, loaded.reports))
    }

    /// Everything is in order: cuts off what is torn, writes the header of a new state, and completes records that lack
    /// games.
    fn settle(&mut self, config: &MatchConfig, loaded: &Loaded) -> Result<(), StorageError> {
        self.games = loaded.reports.len();
        self.outputs.iter_mut().try_for_each(Output::mend)?;
        let files = self.outputs.iter().map(|output| (output.kind, (output.path.clone(), output.extent.length)));
        let files: Lengths = files.collect();
        if let Some((path, file)) = &mut self.state {
            let io = |error| StorageError::Io { path: path.clone(), error };
            if file.metadata().map_err(io)?.len() > loaded.length {
                file.set_len(loaded.length).map_err(io)?;
            }
            file.seek(SeekFrom::Start(loaded.length)).map_err(io)?;
            if loaded.length == 0 {
                let header = Header { kwartslag_match: STATE_FORM, conditions: conditions(path, config)?, files };
                write_line(file, &header).map_err(io)?;
            }
        }
        let mut texts = Vec::new();
        for output in &mut self.outputs {
            let missing = &loaded.reports[output.extent.games.min(self.games)..];
            let text: Result<String, _> = missing.iter().map(|report| self.writer.text(output.kind, report)).collect();
            texts.push(text?);
        }
        let news = self.outputs.iter().any(|output| !output.known || output.extent.games < self.games);
        if self.games > 0 && news { self.write(texts, None) } else { Ok(()) }
    }

    /// Stores a finished game. When this returns, it is on disk.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(crate) fn store(&mut self, report: &GameReport) -> Result<(), StorageError> {
        let texts = self.outputs.iter().map(|output| self.writer.text(output.kind, report));
        let texts = texts.collect::<Result<_, _>>()?;
        self.games += 1;
        self.write(texts, Some(report))
    }

    /// Writes a line of state, then a text to each file of records, which holds all games afterwards.
    fn write(&mut self, texts: Vec<String>, report: Option<&GameReport>) -> Result<(), StorageError> {
        let mut line = Line { files: Lengths::new(), before: BTreeMap::new(), report: report.cloned() };
        for (output, text) in self.outputs.iter_mut().zip(&texts) {
            output.find_end()?;
            line.before.insert(output.kind, output.extent);
            line.files.insert(output.kind, (output.path.clone(), output.extent.length + text.len() as u64));
        }
        if let Some((path, file)) = &mut self.state {
            write_line(file, &line).map_err(|error| StorageError::Io { path: path.clone(), error })?;
        }
        for (output, text) in self.outputs.iter_mut().zip(&texts) {
            output.append(text)?;
            output.extent.games = self.games;
        }
        Ok(())
    }
}

fn open_state(path: &Path) -> Result<(PathBuf, File), StorageError> {
    let io = |error| StorageError::Io { path: path.into(), error };
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
    if !file.metadata().map_err(io)?.is_file() {
        return Err(StorageError::NotAState(path.into()));
    }
    file.try_lock().map_err(|error| match error {
        TryLockError::WouldBlock => StorageError::InUse(path.into()),
        TryLockError::Error(error) => io(error),
    })?;
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
    files: Vec<Known>,
    /// Its length without a torn last line.
    length: u64,
}

impl Loaded {
    /// Takes what a line says of the files.
    fn note(&mut self, lengths: Lengths, before: &BTreeMap<Kind, Extent>) {
        let games = self.reports.len();
        for (kind, (path, length)) in lengths {
            let after = Extent { length, games };
            let before = before.get(&kind).copied().unwrap_or(after);
            self.files.retain(|known| known.kind != kind || known.path != path);
            self.files.push(Known { kind, path, before, after });
        }
    }
}

fn load(path: &Path, file: &mut File, config: &MatchConfig) -> Result<Loaded, StorageError> {
    let io = |error| StorageError::Io { path: path.into(), error };
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(io)?;
    if !(bytes.starts_with(MAGIC) || MAGIC.starts_with(&bytes)) {
        return Err(StorageError::NotAState(path.into()));
    }
    // What is torn may end inside of a letter.
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let mut loaded = Loaded { length: whole as u64, ..Loaded::default() };
    let text = String::from_utf8_lossy(&bytes[..whole]);
    for (number, line) in text.lines().enumerate() {
        let fault = |error: serde_json::Error| StorageError::Line {
            path: path.into(),
            line: number + 1,
            what: error.to_string(),
        };
        if number == 0 {
            let AnyHeader { kwartslag_match: found } = serde_json::from_str(line).map_err(fault)?;
            if found != STATE_FORM {
                return Err(StorageError::OtherForm { path: path.into(), found });
            }
            let header: Header = serde_json::from_str(line).map_err(fault)?;
            compare(path, &header.conditions, &conditions(path, config)?)?;
            loaded.note(header.files, &BTreeMap::new());
        } else {
            let line: Line = serde_json::from_str(line).map_err(fault)?;
            loaded.reports.extend(line.report);
            loaded.note(line.files, &line.before);
        }
    }
    Ok(loaded)
}

fn conditions(path: &Path, config: &MatchConfig) -> Result<Value, StorageError> {
    config.conditions().map_err(|error| StorageError::Io { path: path.into(), error: error.into() })
}

fn compare(path: &Path, was: &Value, is: &Value) -> Result<(), StorageError> {
    match difference(was, is) {
        Some((key, was, is)) => {
            let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), String::from);
            Err(StorageError::OtherMatch { path: path.into(), key, was: text(was), is: text(is) })
        }
        None => Ok(()),
    }
}

/// The first value that differs, with the keys that lead to it.
fn difference<'a>(was: &'a Value, is: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    let within = |key: String, (inner, was, is): (String, &'a Value, &'a Value)| match inner.as_str() {
        "" => (key, was, is),
        inner => (format!("{key} {inner}"), was, is),
    };
    match (was, is) {
        (Value::Object(was), Value::Object(is)) => was.keys().chain(is.keys()).find_map(|key| {
            let value = |map: &'a Map<String, Value>| map.get(key).unwrap_or(&Value::Null);
            difference(value(was), value(is)).map(|found| within(key.clone(), found))
        }),
        (Value::Array(was), Value::Array(is)) if was.len() == is.len() => {
            let mut pairs = was.iter().zip(is).enumerate();
            pairs.find_map(|(i, (was, is))| difference(was, is).map(|found| within((i + 1).to_string(), found)))
        }
        _ => (was != is).then(|| (String::new(), was, is)),
    }
}
