//! Files of records, and what a state knows of them.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::StorageError;

/// Kinds of records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Pgn,
    Epd,
    Json,
}

/// How much of a match a file of records holds: its length, and how many of the games that the state knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Extent {
    pub(super) length: u64,
    pub(super) games: usize,
}

/// What the state knows of a file of records: before and after the last writing to it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) kind: Kind,
    pub(super) path: PathBuf,
    pub(super) before: Extent,
    pub(super) after: Extent,
}

/// An open file of records.
pub(super) struct Output {
    pub(super) kind: Kind,
    pub(super) path: PathBuf,
    file: File,
    pub(super) extent: Extent,
    /// Whether the state knows the file.
    pub(super) known: bool,
    /// Whether it ends inside of what was written last.
    torn: bool,
}

impl Output {
    /// Opens a file of records and checks that it is not shorter than the state says, which knows so many games.
    pub(super) fn open(kind: Kind, path: &Path, files: &[Known], games: usize) -> Result<Output, StorageError> {
        let io = |error| StorageError::Io { path: path.into(), error };
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(io)?;
        let found = file.metadata().map_err(io)?;
        let length = found.len();
        let empty = Extent { length, games: 0 };
        let mut output = Output { kind, path: path.into(), file, extent: empty, known: false, torn: false };
        if !found.is_file() {
            output.extent.games = games;
        } else if let Some(known) = files.iter().rfind(|known| known.kind == kind && is_same(&known.path, path)) {
            if length < known.before.length {
                return Err(StorageError::Shorter { path: path.into(), length, expected: known.before.length });
            }
            output.known = true;
            output.torn = length < known.after.length;
            output.extent = if output.torn { known.before } else { known.after };
        }
        Ok(output)
    }

    /// Cuts off what is torn.
    pub(super) fn mend(&mut self) -> Result<(), StorageError> {
        if self.torn {
            self.file.set_len(self.extent.length).map_err(|error| self.io(error))?;
        }
        self.find_end()
    }

    /// Takes note of what others have added to the file.
    pub(super) fn find_end(&mut self) -> Result<(), StorageError> {
        self.extent.length = self.file.metadata().map_err(|error| self.io(error))?.len();
        Ok(())
    }

    /// Writes to the end of the file, and to the disk.
    pub(super) fn append(&mut self, text: &str) -> Result<(), StorageError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| match self.file.metadata()?.is_file() {
            true => self.file.sync_data(),
            // A terminal or a pipe has no disk behind it.
            false => Ok(()),
        });
        written.map_err(|error| self.io(error))
    }

    fn io(&self, error: io::Error) -> StorageError {
        StorageError::Io { path: self.path.clone(), error }
    }
}

/// Files that did not exist before, which are removed when the match cannot begin.
#[derive(Default)]
pub(super) struct Created(Vec<PathBuf>);

impl Created {
    /// To be called before a file is opened.
    pub(super) fn note(&mut self, path: &Path) {
        if std::fs::symlink_metadata(path).is_err() {
            self.0.push(path.into());
        }
    }

    /// The match begins: they stay.
    pub(super) fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for Created {
    fn drop(&mut self) {
        for path in &self.0 {
            // Nothing of value is in it; if it cannot be removed, it stays.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Whether two paths name the same file, which exists.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}
