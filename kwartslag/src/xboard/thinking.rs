//! Lines of thinking.

use engine::report::{Bound, Info, Score, nodes_per_second};

/// What the protocol adds to the number of moves to a mate.
const MATE: i64 = 100_000;

/// A score in centipawns, mates as 100000 + N.
pub(crate) fn score(score: Score) -> i64 {
    match score {
        Score::Centipawns(centipawns) => i64::from(centipawns),
        Score::Mate(moves) if moves > 0 => MATE + i64::from(moves),
        Score::Mate(moves) => -MATE + i64::from(moves),
    }
}

/// `depth score centiseconds nodes seldepth speed tablebase-hits TAB line`; a line that shows only a bound ends in `?`
/// (at most) or `!` (at least).
pub(crate) fn line(info: &Info, pv: &str) -> String {
    let score = score(info.score);
    let centiseconds = info.time.as_millis() / 10;
    let speed = nodes_per_second(info.nodes, info.time);
    let mark = match info.bound {
        Bound::Exact => "",
        Bound::Upper => "?",
        Bound::Lower => "!",
    };
    format!("{} {score} {centiseconds} {} {} {speed} 0\t{pv}{mark}", info.depth, info.nodes, info.seldepth)
}

/// The number of moves to the mate that a score announces for the side that thinks.
pub(crate) fn winning_in(score: i64) -> Option<u32> {
    u32::try_from(score - MATE).ok().filter(|&moves| moves > 0)
}

/// The answer to `.`: time, nodes, depth, moves left at this depth, legal moves. How many moves are left is not known
/// between two iterations, so it is said that none are.
pub(crate) fn progress(info: &Info, legal_moves: usize, first: &str) -> String {
    let centiseconds = info.time.as_millis() / 10;
    format!("stat01: {centiseconds} {} {} 0 {legal_moves} {first}", info.nodes, info.depth).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use engine::win_rates::WinRates;

    use super::*;

    fn info(score: Score, bound: Bound) -> Info {
        Info {
            depth: 9,
            seldepth: 14,
            multipv: 1,
            score,
            bound,
            win_rates: WinRates::DRAW,
            nodes: 48_000,
            time: Duration::from_millis(10_846),
            hashfull: 3,
            pv: Vec::new(),
        }
    }

    #[test]
    fn a_line_has_the_fields_of_the_protocol_and_a_tab_before_the_moves() {
        let text = line(&info(Score::Centipawns(156), Bound::Exact), "Nf3 Nc6");
        assert_eq!(text, "9 156 1084 48000 14 4425 0\tNf3 Nc6");
    }

    #[test]
    fn mates_are_a_hundred_thousand_and_the_number_of_moves() {
        assert_eq!(score(Score::Mate(3)), 100_003);
        assert_eq!(score(Score::Mate(-3)), -100_003);
        assert_eq!(score(Score::Mate(0)), -100_000);
        assert_eq!(winning_in(100_003), Some(3));
        assert_eq!([winning_in(-100_003), winning_in(500), winning_in(100_000)], [None; 3]);
    }

    #[test]
    fn bounds_are_marked_at_the_end() {
        assert!(line(&info(Score::Centipawns(20), Bound::Lower), "e4").ends_with("\te4!"));
        assert!(line(&info(Score::Centipawns(20), Bound::Upper), "e4").ends_with("\te4?"));
    }

    #[test]
    fn progress_is_told_in_one_line() {
        let told = info(Score::Centipawns(1), Bound::Exact);
        assert_eq!(progress(&told, 30, "Nf3"), "stat01: 1084 48000 9 0 30 Nf3");
        assert_eq!(progress(&told, 30, ""), "stat01: 1084 48000 9 0 30");
    }
}
