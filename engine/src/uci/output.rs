//! Lines to the GUI.

use std::fmt::Display;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::report::{Bound, Info, Score, nodes_per_second};
use crate::win_rates::WinRates;

/// Longest text of an `info string`, in characters; bad input is echoed no further.
const LONGEST_NOTE: usize = 400;

/// The way to the GUI, shared by all threads: each line is written whole and flushed at once. After the
/// first failure (the GUI is gone) nothing more is written and `on_failure` has been called once.
pub(crate) struct Output {
    writer: Mutex<Box<dyn Write + Send>>,
    failed: AtomicBool,
    on_failure: Box<dyn Fn() + Send + Sync>,
}

impl Output {
    /// An output that calls `on_failure` when writing fails for the first time.
    pub(crate) fn new(writer: impl Write + Send + 'static, on_failure: impl Fn() + Send + Sync + 'static) -> Output {
        Output {
            writer: Mutex::new(Box::new(writer)),
            failed: AtomicBool::new(false),
            on_failure: Box::new(on_failure),
        }
    }

    /// Writes one or more lines; the last line end is added.
    pub(crate) fn lines(&self, text: &str) {
        if self.failed.load(Ordering::Relaxed) {
            return;
        }
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
    pub(crate) fn note(&self, text: impl Display) {
        self.lines(&format!("info string {}", printable(&text.to_string())));
    }

    /// Writes an error as an `info string`.
    pub(crate) fn error(&self, error: impl Display) {
        self.note(format_args!("error: {error}"));
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

/// The `info` line of a line of thinking, its moves already written; with `show_wdl` what the score means for the
/// result, as Stockfish tells it.
///
/// The order of the fields is the one that clients with a regular expression expect; all numbers are whole.
pub(crate) fn info_line(info: &Info, pv: &str, show_wdl: bool) -> String {
    let score = match info.score {
        Score::Centipawns(centipawns) => format!("cp {centipawns}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let WinRates { win, draw, loss } = info.win_rates;
    let wdl = if show_wdl { format!(" wdl {win} {draw} {loss}") } else { String::new() };
    let Info { depth, seldepth, multipv, nodes, hashfull, .. } = info;
    let time = info.time.as_millis();
    let nps = nodes_per_second(*nodes, info.time);
    let pv = if pv.is_empty() { String::new() } else { format!(" pv {pv}") };
    format!(
        "info depth {depth} seldepth {seldepth} multipv {multipv} score {score}{wdl}{bound} nodes {nodes} nps {nps} \
         hashfull {hashfull} tbhits 0 time {time}{pv}"
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn info_has_the_order_that_clients_expect() {
        let mut info = Info {
            depth: 7,
            seldepth: 12,
            multipv: 2,
            score: Score::Centipawns(-31),
            bound: Bound::Lower,
            win_rates: WinRates { win: 120, draw: 680, loss: 200 },
            nodes: 5000,
            time: Duration::from_millis(20),
            hashfull: 3,
            pv: Vec::new(),
        };
        assert_eq!(
            info_line(&info, "e2e4 e7e5", false),
            "info depth 7 seldepth 12 multipv 2 score cp -31 lowerbound nodes 5000 nps 250000 hashfull 3 tbhits 0 \
             time 20 pv e2e4 e7e5"
        );
        let with_rates = info_line(&info, "e2e4 e7e5", true);
        assert!(with_rates.contains(" score cp -31 wdl 120 680 200 lowerbound nodes 5000 "), "{with_rates}");
        info.score = Score::Mate(-2);
        info.bound = Bound::Exact;
        info.time = Duration::ZERO;
        assert!(info_line(&info, "a2a3", false).contains("score mate -2 nodes 5000 nps 5000000000 "));
    }

    #[test]
    fn notes_stay_on_one_line() {
        assert_eq!(printable("a\nb\u{7}"), "a\\nb\\u{7}");
        assert_eq!(printable(&"x".repeat(1000)).len(), LONGEST_NOTE + 3);
    }
}
