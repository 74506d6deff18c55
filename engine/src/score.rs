//! Scores inside the search: plain integers in centipawns, with bands at both ends for decided games.
//!
//! A win lies at [`MATE`] less the plies to it, and less [`MARGIN`] for every point or frame that the loser
//! keeps: the win of the game comes first, then the margin (rules.md 4), then the distance.

use movegen::piece::Color;
use movegen::rules::Status;

/// A score from the view of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves (not plies) to the forced end of the game: positive when winning, negative or zero when losing.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Bound {
    /// As it is.
    #[default]
    Exact,
    /// At least so good.
    Lower,
    /// At most so good.
    Upper,
}

/// Deepest ply of a search, quiescence included.
pub const MAX_PLY: usize = 128;

/// The game is won, with the greatest margin, at this ply.
pub const MATE: i32 = 32_000;

/// Beyond every score.
pub const INFINITE: i32 = MATE + 1;

/// What a point or frame kept by the loser takes from a win.
pub const MARGIN: i32 = 1_000;

/// Margins beyond this are not told apart.
const MARGINS: i32 = 8;

/// Scores of this size or more mean that the game is decided.
pub const DECIDED: i32 = MATE - MARGINS * MARGIN - MAX_PLY as i32;

/// A waiting player's score relative to the static evaluation (rules.md 2.2: not mated, but in need of a man).
const WAITING: i32 = 600;

/// The same for one who is in check.
const WAITING_IN_CHECK: i32 = 900;

/// The score, from the view of `actor`, of a game that stands so at this ply. `evaluation` is the static one,
/// which a waiting player's score builds on.
pub fn of_status(status: Status, actor: Color, ply: usize, evaluation: i32) -> i32 {
    match status {
        Status::Won { winner, score: (white, black), .. } => {
            let lost = i32::from(if winner == Color::White { black } else { white }).min(MARGINS);
            let value = MATE - MARGIN * lost - ply as i32;
            if winner == actor { value } else { -value }
        }
        Status::Waiting { color, check } => {
            let loss = if check { WAITING_IN_CHECK } else { WAITING };
            (if color == actor { evaluation - loss } else { evaluation + loss }).clamp(1 - DECIDED, DECIDED - 1)
        }
        Status::Ongoing | Status::Stopped | Status::Drawn(_) => 0,
    }
}

/// Whether the score means that the game is decided.
#[inline(always)]
pub fn is_decided(score: i32) -> bool {
    score.abs() >= DECIDED
}

/// Plies from the root to the end of the game, of a decided score.
pub fn plies_to_end(score: i32) -> i32 {
    let distance = MATE - score.abs();
    // Within a band the distance counts from its upper end.
    distance % MARGIN
}

/// The score as it is reported.
pub fn report(score: i32) -> Score {
    if !is_decided(score) {
        return Score::Centipawns(score);
    }
    // Either colour can end a game of HA-lijnen that White wins: the last move may be the loser's.
    let moves = (plies_to_end(score) + 1) / 2;
    Score::Mate(if score > 0 { moves } else { -moves })
}

/// A score counted from the root as one counted from this ply, for the transposition table.
#[inline(always)]
pub fn to_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= DECIDED => s + ply as i32,
        s if s <= -DECIDED => s - ply as i32,
        s => s,
    }
}

/// The reverse of [`to_table`].
#[inline(always)]
pub fn from_table(score: i32, ply: usize) -> i32 {
    match score {
        s if s >= DECIDED => s - ply as i32,
        s if s <= -DECIDED => s + ply as i32,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use movegen::rules::Reason;

    use super::*;

    #[test]
    fn mates_are_reported_in_moves() {
        assert_eq!(report(MATE - 1), Score::Mate(1));
        assert_eq!(report(MATE - 5), Score::Mate(3));
        assert_eq!(report(-(MATE - 4)), Score::Mate(-2));
        assert_eq!(report(-MATE), Score::Mate(0));
        // The loser fills the line in the last frame (rules.md 4, "End of the game", 3).
        assert_eq!(report(-(MATE - 2 * MARGIN - 1)), Score::Mate(-1));
        assert_eq!(report(-35), Score::Centipawns(-35));
    }

    #[test]
    fn a_narrow_win_is_worth_less_than_any_wide_one_and_more_than_no_win() {
        let won = |score| Status::Won { winner: Color::White, score, reason: Reason::Frames };
        let narrow = of_status(won((2, 1)), Color::White, 3, 0);
        let wide = of_status(won((3, 0)), Color::White, 99, 0);
        assert!(wide > narrow && is_decided(narrow) && narrow > 20_000);
        assert_eq!(report(narrow), Score::Mate(2));
        assert_eq!(of_status(won((2, 1)), Color::Black, 3, 0), -narrow);
    }

    #[test]
    fn a_waiting_player_stands_badly_but_is_not_mated() {
        let waiting = Status::Waiting { color: Color::White, check: true };
        let score = of_status(waiting, Color::White, 4, 100);
        assert_eq!(score, -800);
        assert!(!is_decided(score));
        assert_eq!(of_status(waiting, Color::Black, 4, 100), 1000);
    }

    #[test]
    fn table_scores_count_from_their_own_node() {
        for score in [0, 300, MATE - 7, -(MATE - 7), MATE - MARGIN - 9] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        assert_eq!(to_table(MATE - 7, 5), MATE - 2);
    }
}
