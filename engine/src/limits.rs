//! What a search is asked to do, and how it is told to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movegen::moves::Move;

/// When a search ends, and what it looks at. What is absent does not limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes (moves made in search and quiescence), exact with any number of threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Time left, White and Black, in milliseconds; may be negative.
    pub time: [Option<i64>; 2],
    /// Increment per move, White and Black, in milliseconds.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Look for a mate in this many moves, then stop.
    pub mate: Option<u32>,
    /// Only these root moves; empty for all.
    pub search_moves: Vec<Move>,
    /// Think until told to stop.
    pub infinite: bool,
    /// Think on the opponent's time until `ponderhit` or `stop`.
    pub ponder: bool,
}

impl Limits {
    /// Whether the clock of a player runs.
    pub fn is_on_the_clock(&self) -> bool {
        self.time.iter().any(Option::is_some)
    }
}

/// The legal root moves that are wanted, or all if none of them is.
pub(crate) fn chosen(mut legal: Vec<Move>, wanted: &[Move]) -> Vec<Move> {
    if legal.iter().any(|mv| wanted.contains(mv)) {
        legal.retain(|mv| wanted.contains(mv));
    }
    legal
}

/// Options that a search reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchOptions {
    /// Search threads, at least 1.
    pub threads: usize,
    /// Lines wanted, at least 1.
    pub multipv: usize,
    /// Time reserved for transmission at each move.
    pub move_overhead: Duration,
}

impl Default for SearchOptions {
    fn default() -> SearchOptions {
        SearchOptions { threads: 1, multipv: 1, move_overhead: Duration::from_millis(10) }
    }
}

/// The switches of one running search, shared between the protocol and the search threads. A new search
/// gets a new control, so that an old `stop` cannot reach it; clones are the same switches.
#[derive(Clone, Debug)]
pub struct Control {
    stop: Arc<AtomicBool>,
    pondering: Arc<AtomicBool>,
    /// A part of a search that ponders ends with the pondering.
    ponders_in_part: bool,
    started: Instant,
}

impl Control {
    /// Switches of a search that starts now (the arrival of `go`).
    pub fn new(ponder: bool) -> Control {
        Control {
            stop: Arc::new(AtomicBool::new(false)),
            pondering: Arc::new(AtomicBool::new(ponder)),
            ponders_in_part: false,
            started: Instant::now(),
        }
    }

    /// Switches of a search that began this long ago.
    #[cfg(test)]
    pub(crate) fn since(ago: Duration) -> Control {
        let started = Instant::now().checked_sub(ago).expect("the clock runs longer");
        Control { started, ..Control::new(false) }
    }

    /// Switches of a part of this search, with a clock of its own that starts now and always counts. The part ends when
    /// the whole is stopped and, if the part `ponders`, when the pondered move is, or already was, played.
    pub fn part(&self, ponders: bool) -> Control {
        Control {
            stop: Arc::clone(&self.stop),
            pondering: Arc::clone(&self.pondering),
            ponders_in_part: ponders,
            started: Instant::now(),
        }
    }

    /// Asks the search to end at once; the first iteration, if it is short, is finished.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been asked to end.
    #[inline(always)]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || (self.ponders_in_part && !self.pondering.load(Ordering::Relaxed))
    }

    /// The pondered move was played: from now on the limits count.
    pub fn ponderhit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search runs on the opponent's time.
    #[inline(always)]
    pub fn pondering(&self) -> bool {
        !self.ponders_in_part && self.pondering.load(Ordering::Relaxed)
    }

    /// When the search began.
    pub fn started(&self) -> Instant {
        self.started
    }
}
