//! The games, and the evaluation that the games of the check rule share.

mod chess;
mod drops;
mod ha_lijnen;
mod superschaak;

use movegen::core::Core;
use movegen::piece::Color;

use crate::accumulator::Accumulator;
use crate::attacks::{Attacks, king_zone};
use crate::passed::passed;
use crate::pawns::Pawns;
use crate::tapered::{FULL_PHASE, Tapered};
use crate::term::{Sum, Term};
use crate::threats::threats;
use crate::trace::{Parameter, Trace};
use crate::weights::Weights;
use crate::{EVALUATION_LIMIT, endgame, king, pieces};

/// The evaluation of a position from the view of the side to move, and its phase.
pub(crate) struct Judgement<S: Term> {
    score: S::Sum,
    phase: i32,
}

impl Judgement<Tapered> {
    /// The score in centipawns.
    #[inline(always)]
    fn centipawns(self) -> i32 {
        self.score.at(self.phase).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }
}

impl From<Judgement<Parameter>> for Trace {
    fn from(judgement: Judgement<Parameter>) -> Trace {
        Trace { form: judgement.score.collect(), phase: judgement.phase }
    }
}

/// What the men are worth in centipawns (see [`judge`]), reckoned by instructions that count bits where the processor has
/// them.
#[inline(always)]
pub(crate) fn centipawns<const SUPER: bool, const HANDS: bool>(
    core: &Core,
    sums: &Accumulator,
    weights: &Weights,
    promotion: impl Fn(Color) -> i32,
) -> i32 {
    #[cfg(all(
        target_arch = "x86_64",
        not(all(target_feature = "popcnt", target_feature = "bmi1", target_feature = "bmi2"))
    ))]
    if is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just said that it has the instructions for which the function is compiled.
        #[allow(unsafe_code)]
        return unsafe { with_bit_counts::<SUPER, HANDS>(core, sums, weights, promotion) };
    }
    judge::<SUPER, HANDS, Tapered>(core, sums, weights, promotion).centipawns()
}

/// [`centipawns`], compiled for processors with POPCNT, BMI1 and BMI2: half of the evaluation is counting squares
/// (benches/benches/evaluation.rs).
#[cfg(all(
    target_arch = "x86_64",
    not(all(target_feature = "popcnt", target_feature = "bmi1", target_feature = "bmi2"))
))]
#[target_feature(enable = "popcnt,bmi1,bmi2")]
fn with_bit_counts<const SUPER: bool, const HANDS: bool>(
    core: &Core,
    sums: &Accumulator,
    weights: &Weights,
    promotion: impl Fn(Color) -> i32,
) -> i32 {
    judge::<SUPER, HANDS, Tapered>(core, sums, weights, promotion).centipawns()
}

/// What the men on the board and in hand are worth to the side to move, in a game with a check rule.
/// `promotion` says how many 64ths of a promotion the stock of a colour offers.
#[inline(always)]
pub(crate) fn judge<const SUPER: bool, const HANDS: bool, S: Term>(
    core: &Core,
    sums: &Accumulator<S>,
    weights: &Weights<S>,
    promotion: impl Fn(Color) -> i32,
) -> Judgement<S> {
    use Color::{Black, White};
    let mut attacks = [Attacks::begin(core, White), Attacks::begin(core, Black)];
    let zones = [king_zone(core, White), king_zone(core, Black)];
    let pawns = [Pawns::new(core, White), Pawns::new(core, Black)];
    let mut score = sums.score();
    score += pieces::mobility::<SUPER, S>(core, White, weights, &mut attacks[0], pawns[1].attacks, zones[1]);
    score -= pieces::mobility::<SUPER, S>(core, Black, weights, &mut attacks[1], pawns[0].attacks, zones[0]);
    let [white, black] = &attacks;
    let [white_pawns, black_pawns] = &pawns;
    score += pieces::placement(core, White, weights, [white_pawns, black_pawns]);
    score -= pieces::placement(core, Black, weights, [black_pawns, white_pawns]);
    score += threats::<SUPER, S>(core, White, weights, white, black);
    score -= threats::<SUPER, S>(core, Black, weights, black, white);
    score += passed(core, White, weights, [white_pawns, black_pawns], [white, black], &promotion);
    score -= passed(core, Black, weights, [black_pawns, white_pawns], [black, white], &promotion);
    if !HANDS && !SUPER {
        score = score.share(endgame::share(core, &weights.values, sums.phase()));
    }
    score += king::danger::<SUPER, HANDS, S>(core, White, weights, white, black, zones[0], sums.danger(White));
    score -= king::danger::<SUPER, HANDS, S>(core, Black, weights, black, white, zones[1], sums.danger(Black));
    if core.turn() == Black {
        score = -score;
    }
    score += weights.tempo;
    Judgement { score, phase: sums.phase().min(FULL_PHASE) }
}
