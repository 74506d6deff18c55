//! What a score means for the result: the share of games won, drawn and lost from it (`UCI_ShowWDL`).
//!
//! The model is Stockfish's, with constants instead of polynomials: at a score of `v` centipawns the player wins with
//! probability `1 / (1 + exp((a - v) / b))` and loses with that of the opponent's score `-v`; the rest is drawn.

use movegen::rules::Variant;

use crate::score::Score;

/// Wins, draws and losses of the player whose score it is, in thousandths; together 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRates {
    /// Games won.
    pub win: u16,
    /// Games drawn.
    pub draw: u16,
    /// Games lost.
    pub loss: u16,
}

/// How the result of a game depends on the score.
struct Curve {
    /// The score at which half of the games are won; 0 where there are no draws.
    even: f64,
    /// By how much more the odds of winning grow e-fold.
    spread: f64,
}

/// Fitted by `tests/scripts/fit_win_rates.py` to games of the engine against itself at 1500 nodes per move: 90 of chess, 155 of
/// crazyhouse, 96 of doorgeefsolo, 90 of superschaak from its arrays, 40 of HA-lijnen. Boards of two-board games are never
/// played alone to an end: they have the curves of the games with the same drops.
const fn curve(variant: Variant) -> Curve {
    match variant {
        Variant::Chess => Curve { even: 157.0, spread: 225.0 },
        Variant::Crazyhouse | Variant::Bughouse => Curve { even: 2.0, spread: 634.0 },
        Variant::Doorgeefsolo | Variant::Doorgeef | Variant::Euwe => Curve { even: 120.0, spread: 776.0 },
        Variant::Superschaak => Curve { even: 147.0, spread: 254.0 },
        // Draws are forbidden (rules.md 4).
        Variant::Halijnen => Curve { even: 0.0, spread: 679.0 },
    }
}

impl WinRates {
    /// A game that is won.
    pub const WIN: WinRates = WinRates { win: 1000, draw: 0, loss: 0 };
    /// A game that is drawn.
    pub const DRAW: WinRates = WinRates { win: 0, draw: 1000, loss: 0 };
    /// A game that is lost.
    pub const LOSS: WinRates = WinRates { win: 0, draw: 0, loss: 1000 };

    /// Those of a game on one board at this score; a forced end is certain.
    pub fn of(variant: Variant, score: Score) -> WinRates {
        let score = match score {
            Score::Mate(moves) if moves > 0 => return WinRates::WIN,
            Score::Mate(_) => return WinRates::LOSS,
            Score::Centipawns(centipawns) => f64::from(centipawns),
        };
        let Curve { even, spread } = curve(variant);
        let win = |score: f64| (1000.0 / (1.0 + ((even - score) / spread).exp())).round() as u16;
        if even == 0.0 {
            return WinRates { win: win(score), draw: 0, loss: 1000 - win(score) };
        }
        let (win, loss) = (win(score), win(-score));
        // Both may be rounded up.
        WinRates { win, draw: 1000u16.saturating_sub(win + loss), loss: loss.min(1000 - win) }
    }

    /// Those of a match whose games add up, if each board has these and they do not depend on each other.
    pub fn of_sum([a, b]: [WinRates; 2]) -> WinRates {
        let both = |a: u16, b: u16| u32::from(a) * u32::from(b);
        let thousandths = |millionths: u32| ((millionths + 500) / 1000) as u16;
        let win = thousandths(both(a.win, b.win) + both(a.win, b.draw) + both(a.draw, b.win));
        let loss = thousandths(both(a.loss, b.loss) + both(a.loss, b.draw) + both(a.draw, b.loss)).min(1000 - win);
        WinRates { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(variant: Variant, centipawns: i32) -> WinRates {
        WinRates::of(variant, Score::Centipawns(centipawns))
    }

    #[test]
    fn rates_add_up_and_mirror_each_other() {
        for variant in Variant::ALL {
            for score in (-30_000..=30_000).step_by(7) {
                let (ours, theirs) = (at(variant, score), at(variant, -score));
                assert_eq!(ours.win + ours.draw + ours.loss, 1000, "{variant} {score}: {ours:?}");
                assert!(
                    ours.win.abs_diff(theirs.loss) <= 1 && ours.draw.abs_diff(theirs.draw) <= 1,
                    "{variant} {score}"
                );
            }
            assert!(at(variant, 400).win > at(variant, 100).win && at(variant, 100).win > at(variant, -100).win);
        }
    }

    #[test]
    fn halijnen_knows_no_draw() {
        assert!((-3000..3000).all(|score| at(Variant::Halijnen, score).draw == 0));
        assert_eq!(at(Variant::Halijnen, 0), WinRates { win: 500, draw: 0, loss: 500 });
    }

    #[test]
    fn a_forced_end_is_certain() {
        for variant in Variant::ALL {
            assert_eq!(WinRates::of(variant, Score::Mate(3)), WinRates::WIN);
            assert_eq!(WinRates::of(variant, Score::Mate(-1)), WinRates::LOSS);
            assert_eq!(WinRates::of(variant, Score::Mate(0)), WinRates::LOSS);
        }
    }

    #[test]
    fn a_sum_of_games_is_drawn_by_one_win_each() {
        assert_eq!(WinRates::of_sum([WinRates::WIN, WinRates::LOSS]), WinRates::DRAW);
        assert_eq!(WinRates::of_sum([WinRates::WIN, WinRates::DRAW]), WinRates::WIN);
        let open = WinRates { win: 500, draw: 0, loss: 500 };
        assert_eq!(WinRates::of_sum([open, open]), WinRates { win: 250, draw: 500, loss: 250 });
        assert_eq!(WinRates::of_sum([WinRates::WIN, open]), WinRates { win: 500, draw: 500, loss: 0 });
    }
}
