//! Lines to the GUI.

use std::fmt::Display;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Longest text of an `info string`, in characters; bad input is echoed no further.
const LONGEST_NOTE: usize = 400;

/// The way to the GUI, shared by all threads: each line is written whole and flushed at once. After the
/// first failure (the GUI is gone) nothing more is written and `on_failure` has been called once.
pub(super) struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    failed: AtomicBool,
    on_failure: Box<dyn Fn() + Send + Sync>,
}

impl Output {
    /// An output that calls `on_failure` when writing fails for the first time.
    pub(super) fn new(writer: impl Write + Send + 'static, on_failure: impl Fn() + Send + Sync + 'static) -> Output {
        Output {
            writer: Mutex::new(Box::new(writer)),
            failed: AtomicBool::new(false),
            on_failure: Box::new(on_failure),
        }
    }

    /// Writes one or more lines; the last line end is added.
    pub(super) fn lines(&self, text: &str) {
        if self.failed.load(Ordering::Relaxed) {
            return;
        }
        text.lines().for_each(|line| log::trace!("> {line}"));
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        let written = match self.writer.lock() {
            Ok(mut writer) => writer.write_all(&bytes).and_then(|()| writer.flush()).is_ok(),
            Err(_) => false,
        };
        if !written && !self.failed.swap(true, Ordering::Relaxed) {
            (self.on_failure)();
        }
    }

    /// Writes an `info string`, on one line whatever the text holds.
    pub(super) fn note(&self, text: impl Display) {
        self.lines(&format!("info string {}", printable(&text.to_string())));
    }

    /// Writes an error as an `info string`.
    pub(super) fn error(&self, error: impl Display) {
        let text = error.to_string();
        log::warn!("refused: {text}");
        self.note(format_args!("error: {text}"));
    }
}

/// The text with control characters escaped, cut where it gets long.
fn printable(text: &str) -> String {
    let mut result = String::new();
    for (count, letter) in text.chars().enumerate() {
        if count == LONGEST_NOTE {
            result.push_str("...");
            break;
        }
        if letter.is_control() { result.extend(letter.escape_default()) } else { result.push(letter) }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_stay_on_one_line() {
        assert_eq!(printable("a\nb\u{7}"), "a\\nb\\u{7}");
        assert_eq!(printable(&"x".repeat(1000)).len(), LONGEST_NOTE + 3);
    }
}
