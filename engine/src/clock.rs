//! How long to think.

use std::time::Duration;

use movegen::piece::Color;

use crate::limits::{Limits, SearchOptions};

/// Moves for which the time left must do if nobody says how many.
const MOVES_TO_GO: i64 = 32;

/// When to stop, counted from the start of the search. `None` = not by the clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Clock {
    /// No new iteration is begun after this, more or less as the search is stable or not.
    pub soft: Option<Duration>,
    /// The search ends at once after this.
    pub hard: Option<Duration>,
}

impl Clock {
    /// The times for a search by these limits, the player on move being `actor`.
    pub fn new(limits: &Limits, options: &SearchOptions, actor: Color) -> Clock {
        if limits.infinite {
            return Clock::default();
        }
        let overhead = options.move_overhead;
        let by_movetime = limits.movetime.map(|time| time.saturating_sub(overhead));
        let Some(left) = limits.time[actor.index()] else {
            return Clock { soft: None, hard: by_movetime };
        };
        let increment = limits.increment[actor.index()].unwrap_or(0).max(0);
        let overhead = overhead.as_millis().min(i64::MAX as u128) as i64;
        let usable = left.saturating_sub(overhead).max(0);
        let moves = limits.moves_to_go.map_or(MOVES_TO_GO, i64::from).clamp(1, 60);
        // With a last move before the control everything may go but a little.
        let most = if moves == 1 { usable * 9 / 10 } else { usable * 2 / 5 };
        let soft = (usable / moves + increment * 3 / 4).min(most);
        let hard = (soft * 4).min(most.max(usable / moves));
        let hard = millis(hard);
        Clock {
            soft: Some(millis(soft).min(by_movetime.unwrap_or(Duration::MAX))),
            hard: Some(by_movetime.map_or(hard, |time| time.min(hard))),
        }
    }

    /// Whether to begin no further iteration after so long. `stability` counts the last iterations with the same
    /// best move, `drop` is by how many centipawns the score has fallen since the last iteration.
    pub fn is_enough(&self, elapsed: Duration, stability: u32, drop: i32) -> bool {
        let Some(soft) = self.soft else { return false };
        // Per cent of the soft limit: less when the best move stands, more when the score falls.
        let by_move = [160, 120, 95, 80, 70][stability.min(4) as usize];
        let by_score = 100 + drop.clamp(-20, 60);
        let share = by_move * by_score / 100;
        elapsed.as_micros() * 100 >= soft.as_micros() * share as u128
    }
}

fn millis(time: i64) -> Duration {
    Duration::from_millis(time.max(0) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: SearchOptions = SearchOptions { threads: 1, multipv: 1, move_overhead: Duration::from_millis(10) };

    fn clock(time: i64, increment: i64, moves: Option<u32>) -> Clock {
        let limits = Limits {
            time: [Some(time), Some(1)],
            increment: [Some(increment), None],
            moves_to_go: moves,
            ..Limits::default()
        };
        Clock::new(&limits, &OPTIONS, Color::White)
    }

    #[test]
    fn no_limit_uses_more_time_than_there_is() {
        for time in [-500, 0, 1, 9, 10, 50, 1000, 60_000, 7_200_000] {
            for increment in [-5, 0, 10, 1000, 60_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(500)] {
                    let Clock { soft: Some(soft), hard: Some(hard) } = clock(time, increment, moves) else { panic!() };
                    let left = Duration::from_millis((time - 10).max(0) as u64);
                    assert!(soft <= left && hard <= left && soft <= hard.max(soft), "{time} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_that_has_run_out_means_at_once() {
        assert_eq!(clock(-20, 1000, None), Clock { soft: Some(Duration::ZERO), hard: Some(Duration::ZERO) });
    }

    #[test]
    fn infinite_knows_no_time() {
        let limits = Limits { infinite: true, time: [Some(5); 2], ..Limits::default() };
        assert_eq!(Clock::new(&limits, &OPTIONS, Color::White), Clock::default());
    }

    #[test]
    fn an_unstable_search_may_take_longer() {
        let clock = clock(60_000, 0, None);
        let soft = clock.soft.unwrap();
        assert!(!clock.is_enough(soft, 0, 0));
        assert!(clock.is_enough(soft, 4, 0));
        assert!(!clock.is_enough(soft, 2, 60));
    }
}
