//! How long to think.

use std::time::Duration;

use movegen::piece::Color;

use crate::limits::{Limits, SearchOptions};

/// Moves for which the time left must do if nobody says how many. In HA-lijnen the clock is that of the frame, of which half
/// last no more than 41 moves of a player (240 frames of the engine against itself at 1+0.01); what is left of it is not
/// lost, but added to the next frame (rules.md 4).
const MOVES_TO_GO: i64 = 32;

/// With so many times the overhead on the clock time is spent as it comes; with less some of the increment is saved, and
/// no move may take long. A clock near the overhead would not survive a delay much longer than usual.
const CUSHION: i64 = 10;

/// Longer times are as good as this, some weeks in milliseconds.
const LONGEST: i64 = 1 << 31;

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
        // Who names only the opponent's clock means that both have as much.
        let named = if limits.time[actor.index()].is_some() { actor } else { !actor };
        let Some(left) = limits.time[named.index()] else {
            return Clock { soft: None, hard: by_movetime };
        };
        let increment = limits.increment[actor.index()].or(limits.increment[named.index()]);
        let increment = increment.unwrap_or(0).clamp(0, LONGEST);
        let overhead = overhead.as_millis().min(LONGEST as u128) as i64;
        let usable = left.saturating_sub(overhead).clamp(0, LONGEST);
        let moves = limits.moves_to_go.map_or(MOVES_TO_GO, i64::from).clamp(1, 60);
        let cushion = (CUSHION * overhead).max(1);
        let eased = |time: i64| time * usable.min(cushion) / cushion;
        // With a last move before the control everything may go but a little.
        let most = if moves == 1 { usable * 9 / 10 } else { eased(usable * 2 / 5) };
        let spent = eased((increment * 3 / 4).min(usable));
        let soft = (usable / moves + spent).min(most);
        let hard = (soft * 4).min(if moves == 1 { most } else { most.max(usable / moves) });
        let hard = millis(hard);
        Clock {
            soft: Some(millis(soft).min(by_movetime.unwrap_or(Duration::MAX))),
            hard: Some(by_movetime.map_or(hard, |time| time.min(hard))),
        }
    }

    /// Whether to begin no further iteration after so long, as the search goes.
    pub fn is_enough(&self, elapsed: Duration, progress: SearchProgress) -> bool {
        let Some(soft) = self.soft else { return false };
        // Per cent of the soft limit: less when the best move stands, more when the score falls, less when hardly
        // another move needed refutation.
        let by_move = [160, 120, 95, 80, 70][progress.stability.min(4) as usize];
        let by_score = 100 + progress.drop.clamp(-20, 60);
        let by_effort = 175 - progress.effort.min(100) as i32;
        let share = by_move * by_score / 100 * by_effort / 100;
        elapsed.as_micros() * 100 >= soft.as_micros() * share as u128
    }
}

/// How a search has gone so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchProgress {
    /// The last iterations with the same best move.
    pub stability: u32,
    /// By how many centipawns the score has fallen since the last iteration.
    pub drop: i32,
    /// Per cent of all nodes that went into the best move.
    pub effort: u32,
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
        for time in [i64::MIN, -500, 0, 1, 9, 10, 50, 1000, 60_000, 7_200_000, i64::MAX] {
            for increment in [i64::MIN, -5, 0, 10, 1000, 60_000, i64::MAX] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40), Some(500)] {
                    let Clock { soft: Some(soft), hard: Some(hard) } = clock(time, increment, moves) else { panic!() };
                    let left = Duration::from_millis(time.saturating_sub(10).max(0) as u64);
                    assert!(soft <= left && hard <= left && soft <= hard, "{time} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn a_clock_that_has_run_out_means_at_once() {
        assert_eq!(clock(-20, 1000, None), Clock { soft: Some(Duration::ZERO), hard: Some(Duration::ZERO) });
    }

    #[test]
    fn each_player_has_a_clock_and_an_increment_of_his_own() {
        let of = |time: [Option<i64>; 2], increment: [Option<i64>; 2], actor| {
            Clock::new(&Limits { time, increment, ..Limits::default() }, &OPTIONS, actor)
        };
        let alone = |time, increment| of([Some(time); 2], [Some(increment); 2], Color::White);
        let (time, increment) = ([Some(60_000), Some(1000)], [Some(100), Some(2000)]);
        assert_eq!(of(time, increment, Color::White), alone(60_000, 100));
        assert_eq!(of(time, increment, Color::Black), alone(1000, 2000));
        assert_ne!(alone(60_000, 100), alone(60_000, 2000));
        // Where only the opponent's is given, it holds for both.
        assert_eq!(of([None, Some(1000)], [None, Some(2000)], Color::White), alone(1000, 2000));
        assert_eq!(of(time, [None, Some(2000)], Color::White), alone(60_000, 0));
    }

    #[test]
    fn infinite_knows_no_time() {
        let limits = Limits { infinite: true, time: [Some(5); 2], ..Limits::default() };
        assert_eq!(Clock::new(&limits, &OPTIONS, Color::White), Clock::default());
    }

    const CALM: SearchProgress = SearchProgress { stability: 2, drop: 0, effort: 75 };

    #[test]
    fn an_unstable_search_may_take_longer() {
        let clock = clock(60_000, 0, None);
        let soft = clock.soft.unwrap();
        assert!(!clock.is_enough(soft, SearchProgress { stability: 0, ..CALM }));
        assert!(clock.is_enough(soft, SearchProgress { stability: 4, ..CALM }));
        assert!(!clock.is_enough(soft, SearchProgress { drop: 60, ..CALM }));
    }

    #[test]
    fn a_move_that_takes_few_of_the_nodes_may_be_wrong() {
        let clock = clock(60_000, 0, None);
        let soft = clock.soft.unwrap();
        assert!(clock.is_enough(soft, CALM));
        assert!(!clock.is_enough(soft, SearchProgress { effort: 30, ..CALM }));
        assert!(clock.is_enough(soft * 4 / 5, SearchProgress { effort: 95, ..CALM }));
    }

    #[test]
    fn some_of_the_increment_is_saved_for_a_cushion() {
        let options = SearchOptions { move_overhead: Duration::from_millis(50), ..OPTIONS };
        let soft = |left| {
            let limits = Limits { time: [Some(left); 2], increment: [Some(10); 2], ..Limits::default() };
            Clock::new(&limits, &options, Color::White).soft.unwrap().as_millis()
        };
        assert_eq!(soft(1000), 29 + 7);
        assert!(soft(120) < 6, "more than half of the increment is kept");
        assert_eq!(soft(50), 0);
    }

    #[test]
    fn no_move_takes_long_on_a_clock_near_the_overhead() {
        // Half of the cushion, 100 ms, is left beside the overhead: half of two fifths of it.
        assert!(clock(60, 10, None).hard.unwrap() <= Duration::from_millis(10));
        assert!(clock(60, 1000, Some(2)).hard.unwrap() <= Duration::from_millis(25));
    }

    #[test]
    fn the_hard_limit_leaves_most_of_the_time_but_before_a_control() {
        for left in [60, 100, 300, 1000, 60_000] {
            for increment in [0, 10, 1000] {
                let hard = clock(left, increment, None).hard.unwrap();
                assert!(hard * 5 <= Duration::from_millis(left as u64 * 2), "{left} {increment}: {hard:?}");
                let last = clock(left, increment, Some(1));
                assert!(last.soft > clock(left, increment, Some(2)).soft);
                assert!(last.hard.unwrap() * 10 <= Duration::from_millis(left as u64 * 9));
            }
        }
    }

    #[test]
    fn a_score_that_rises_needs_less_time() {
        let clock = clock(60_000, 0, None);
        let soft = clock.soft.unwrap();
        assert!(!clock.is_enough(soft * 9 / 10, CALM));
        assert!(clock.is_enough(soft * 9 / 10, SearchProgress { drop: -20, ..CALM }));
    }
}
