//! What the commands that read data files share: lines with their numbers, and the count of lines that passed and failed.

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use movegen::fen::FenNote;
use records::encoding;

/// The text of a file, or of the standard input if the path is `-`, in any encoding that files of games have.
///
/// # Errors
/// If it cannot be read; names it.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let read = if path == Path::new("-") {
        io::stdin().read_to_end(&mut bytes).map(|_| ())
    } else {
        std::fs::read(path).map(|content| bytes = content)
    };
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(encoding::decode(&bytes))
}

/// The lines that are not blank, with their numbers from 1.
pub(crate) fn numbered_lines(text: &str) -> Vec<(usize, &str)> {
    (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect()
}

/// Says on the standard error output what was changed in a FEN to read it.
pub(crate) fn tell_notes(notes: &[FenNote]) {
    for note in notes {
        // A courtesy: that nobody reads it is no error.
        let _ = writeln!(io::stderr(), "note: {note}");
    }
}

/// What became of one line of a data file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Checked {
    /// As it says.
    Passed,
    /// Not so; why.
    Failed(String),
    /// Not looked at; the same words for all lines that are left out for this reason.
    Skipped(&'static str),
}

impl From<Result<(), String>> for Checked {
    fn from(result: Result<(), String>) -> Checked {
        match result {
            Ok(()) => Checked::Passed,
            Err(why) => Checked::Failed(why),
        }
    }
}

/// How many lines of a file passed, failed or were left out.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tally {
    /// Lines that are as they say.
    pub(crate) passed: u64,
    /// Lines that are not.
    pub(crate) failed: u64,
    /// Lines left out, by reason.
    pub(crate) skipped: Vec<(&'static str, u64)>,
}

impl Tally {
    /// Counts a line; one that failed is written as `FILE:LINE: why`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn count(&mut self, path: &Path, line: usize, checked: Checked, out: &mut dyn Write) -> io::Result<()> {
        match checked {
            Checked::Passed => self.passed += 1,
            Checked::Failed(why) => {
                self.failed += 1;
                writeln!(out, "{}:{line}: {why}", path.display())?;
            }
            Checked::Skipped(why) => self.skip(why, 1),
        }
        Ok(())
    }

    /// Adds the count of another file.
    pub(crate) fn add(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        for (why, count) in other.skipped {
            self.skip(why, count);
        }
    }

    fn skip(&mut self, why: &'static str, lines: u64) {
        match self.skipped.iter_mut().find(|(reason, _)| *reason == why) {
            Some((_, count)) => *count += lines,
            None => self.skipped.push((why, lines)),
        }
    }

    /// Whether no line was met, not even one to leave out.
    pub(crate) fn is_empty(&self) -> bool {
        self.passed == 0 && self.failed == 0 && self.skipped.is_empty()
    }

    /// Writes the closing line, and on the standard error output what was left out. The exit code is 1 if a line failed.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn close(&self, out: &mut dyn Write) -> io::Result<ExitCode> {
        for (why, count) in &self.skipped {
            let _ = writeln!(io::stderr(), "{count} skipped: {why}");
        }
        writeln!(out, "{} passed, {} failed", self.passed, self.failed)?;
        out.flush()?;
        Ok(if self.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
