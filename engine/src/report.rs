//! What a search tells while it runs and when it ends.

use std::time::Duration;

use movegen::moves::Move;

pub use crate::score::{Bound, Score};
use crate::win_rates::WinRates;

/// One line of thinking.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Iteration, in plies.
    pub depth: u32,
    /// Deepest ply reached.
    pub seldepth: u32,
    /// Rank of the line, from 1.
    pub multipv: usize,
    /// The score.
    pub score: Score,
    /// Whether it is exact.
    pub bound: Bound,
    /// What the score means for the result: of the game or, where the score is that of a match, of the match.
    pub win_rates: WinRates,
    /// Moves made so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// The principal variation; every move legal.
    pub pv: Vec<Move>,
}

/// Nodes per second; a time below a microsecond counts as one.
pub fn nodes_per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000 / time.as_micros().max(1)) as u64
}

/// The outcome of a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// Moves made, by all threads.
    pub nodes: u64,
    /// Whether the score of the last report of the first line is exact, or exceeded, as the search was cut short. In a
    /// short search the report itself calls it exact all the same.
    pub bound: Bound,
}
