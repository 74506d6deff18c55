//! The parameters of `go` as the limits of a search.

use std::time::Duration;

use engine::limits::Limits;
use engine::team::ClocksB;

use super::parse::Go;

/// The number, or the least that makes sense if it is smaller.
pub(super) fn at_least(number: i64, least: u32) -> u32 {
    u32::try_from(number.max(i64::from(least))).unwrap_or(u32::MAX)
}

/// The clocks of board B.
pub(super) fn clocks_b(go: &Go) -> ClocksB {
    ClocksB { time: go.time_b, increment: go.increment_b.map(increment) }
}

/// An increment, never negative.
fn increment(given: Option<i64>) -> Option<i64> {
    given.map(|increment| increment.max(0))
}

/// The limits of a search: numbers that make no sense become the smallest that do, so that `movetime 0` ends
/// at once instead of never; clocks keep their sign.
pub(super) fn limits(go: &Go) -> Limits {
    let positive = |number: i64| at_least(number, 1);
    Limits {
        depth: go.depth.map(positive),
        nodes: go.nodes.map(|nodes| nodes.max(1).unsigned_abs()),
        movetime: go.movetime.map(|time| Duration::from_millis(time.max(1).unsigned_abs())),
        time: go.time,
        increment: go.increment.map(increment),
        moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(positive),
        mate: go.mate.map(positive),
        search_moves: Vec::new(),
        infinite: go.infinite,
        ponder: go.ponder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_numbers_become_the_smallest_sensible_ones() {
        let go = Go {
            depth: Some(0),
            nodes: Some(-7),
            movetime: Some(0),
            time: [Some(-50), None],
            increment: [Some(-1), Some(20)],
            moves_to_go: Some(0),
            mate: Some(i64::MAX),
            ..Go::default()
        };
        let limits = limits(&go);
        assert_eq!(limits.depth, Some(1));
        assert_eq!(limits.nodes, Some(1));
        assert_eq!(limits.movetime, Some(Duration::from_millis(1)));
        assert_eq!(limits.time, [Some(-50), None]);
        assert_eq!(limits.increment, [Some(0), Some(20)]);
        assert_eq!(limits.moves_to_go, None);
        assert_eq!(limits.mate, Some(u32::MAX));
    }
}
