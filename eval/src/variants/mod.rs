//! The games, and the evaluation that the games of the check rule share.

mod chess;
mod drops;
mod ha_lijnen;
mod superschaak;

use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::accumulator::Accumulator;
use crate::pieces::{self, Attacks};
use crate::tapered::{FULL_PHASE, Tapered};
use crate::weights::Weights;
use crate::{EVALUATION_LIMIT, king, pawns};

/// What the men on the board and in hand are worth to the side to move, in a game with a check rule.
/// `promotion` says for each colour how many 64ths of a promotion the stock offers.
#[inline(always)]
pub(crate) fn evaluate<const SUPER: bool, const HANDS: bool>(
    core: &Core,
    sums: &Accumulator,
    weights: &Weights,
    promotion: [i32; 2],
) -> i32 {
    use Color::{Black, White};
    let mut attacks = [Attacks::begin(core, White), Attacks::begin(core, Black)];
    let zones = [pieces::king_zone(core, White), pieces::king_zone(core, Black)];
    let pawn_attacks = attacks.map(|side| side.by[Role::Pawn.index()]);
    let mut score = sums.score();
    score += pieces::mobility::<SUPER>(core, White, weights, &mut attacks[0], pawn_attacks[1], zones[1]);
    score -= pieces::mobility::<SUPER>(core, Black, weights, &mut attacks[1], pawn_attacks[0], zones[0]);
    let [white, black] = &attacks;
    score += pieces::placement(core, White, weights, white, black);
    score -= pieces::placement(core, Black, weights, black, white);
    score += pawns::score(core, White, weights, promotion[0]);
    score -= pawns::score(core, Black, weights, promotion[1]);
    score += king::danger::<SUPER, HANDS>(core, White, weights, white, black, zones[0]);
    score -= king::danger::<SUPER, HANDS>(core, Black, weights, black, white, zones[1]);
    let mut phase = sums.phase();
    if HANDS {
        let (hands, weight) = hands(core, weights);
        score += hands;
        phase += weight;
    }
    if core.turn() == Black {
        score = -score;
    }
    (score + weights.tempo).at(phase.min(FULL_PHASE)).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
}

/// The men in hand, White minus Black, and their phase.
#[inline(always)]
fn hands(core: &Core, weights: &Weights) -> (Tapered, i32) {
    let mut score = Tapered::ZERO;
    let mut phase = 0;
    let [white, black] = core.stock().0;
    if white.is_empty() && black.is_empty() {
        return (score, phase);
    }
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let (w, b) = (white.count(role) as i32, black.count(role) as i32);
        score += weights.hand[role.index()] * (w - b);
        phase += weights.phase[role.index()] * (w + b);
    }
    (score, phase)
}
