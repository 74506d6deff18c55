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
use crate::term::Term;
use crate::trace::{Parameter, Trace};
use crate::weights::Weights;
use crate::{EVALUATION_LIMIT, king, pawns};

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

/// What the men on the board and in hand are worth to the side to move, in a game with a check rule.
/// `promotion` says for each colour how many 64ths of a promotion the stock offers.
#[inline(always)]
pub(crate) fn judge<const SUPER: bool, const HANDS: bool, S: Term>(
    core: &Core,
    sums: &Accumulator<S>,
    weights: &Weights<S>,
    promotion: [i32; 2],
) -> Judgement<S> {
    use Color::{Black, White};
    let mut attacks = [Attacks::begin(core, White), Attacks::begin(core, Black)];
    let zones = [pieces::king_zone(core, White), pieces::king_zone(core, Black)];
    let [white_pawns, black_pawns] = [White, Black].map(|color| attacks[color.index()].by[Role::Pawn.index()]);
    let mut score = sums.score();
    score += pieces::mobility::<SUPER, S>(core, White, weights, &mut attacks[0], black_pawns, zones[1]);
    score -= pieces::mobility::<SUPER, S>(core, Black, weights, &mut attacks[1], white_pawns, zones[0]);
    let [white, black] = &attacks;
    score += pieces::placement(core, White, weights, white, black);
    score -= pieces::placement(core, Black, weights, black, white);
    score += pawns::score(core, White, weights, promotion[0]);
    score -= pawns::score(core, Black, weights, promotion[1]);
    score += king::danger::<SUPER, HANDS, S>(core, White, weights, white, black, zones[0]);
    score -= king::danger::<SUPER, HANDS, S>(core, Black, weights, black, white, zones[1]);
    let mut phase = sums.phase();
    if HANDS {
        let (hands, weight) = hands(core, weights);
        score += hands;
        phase += weight;
    }
    if core.turn() == Black {
        score = -score;
    }
    score += weights.tempo;
    Judgement { score, phase: phase.min(FULL_PHASE) }
}

/// The men in hand, White minus Black, and their phase.
#[inline(always)]
fn hands<S: Term>(core: &Core, weights: &Weights<S>) -> (S::Sum, i32) {
    let mut score = S::Sum::default();
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
