//! Men in hand.

use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::term::Term;
use crate::weights::{MEN_IN_HAND, Weights};

/// The roles that can be in a hand.
pub(crate) const IN_HAND: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What the men in one colour's hand are worth.
#[inline(always)]
pub(crate) fn hand<S: Term>(core: &Core, us: Color, weights: &Weights<S>) -> S::Sum {
    let mut score = S::Sum::default();
    let hand = core.stock().of(us);
    if hand.is_empty() {
        return score;
    }
    for role in IN_HAND {
        let table = &weights.hand[role.index()];
        let count = hand.count(role) as usize;
        for &weight in &table[..count.min(MEN_IN_HAND)] {
            score += weight;
        }
        if count > MEN_IN_HAND {
            score += table[MEN_IN_HAND - 1] * (count - MEN_IN_HAND) as i32;
        }
    }
    score
}
