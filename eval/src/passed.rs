//! Passed pawns: how near they are to promotion, and who is near enough to help or to hinder.

use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::attacks::Attacks;
use crate::pawns::{Pawns, fill_forward};
use crate::relation::distance;
use crate::term::{Sum, Term};
use crate::weights::Weights;

/// The passed pawns of one colour. They count `promotion` 64ths: what the stock offers them.
#[inline(always)]
pub(crate) fn passed<S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    pawns: [&Pawns; 2],
    attacks: [&Attacks<S>; 2],
    promotion: impl Fn(Color) -> i32,
) -> S::Sum {
    let w = &weights.passed;
    let board = core.board();
    let [ours, theirs] = attacks;
    let mut score = S::Sum::default();
    let passed = pawns[0].passed(pawns[1], us);
    if passed.is_empty() {
        return score;
    }
    for square in passed {
        let rank = square.relative_rank(us) as usize;
        let next = square.forward(us);
        score += w.rank[rank];
        if board.role_on(next).is_none() {
            score += w.free[rank];
        }
        for (color, distances) in [(us, &w.own_king), (!us, &w.their_king)] {
            if let Some(king) = board.king(color) {
                score += distances[rank][distance(king, next)];
            }
        }
        let path = fill_forward(next.into(), us);
        if (path & (theirs.all | board.color(!us))).is_empty() {
            score += w.safe_path[rank];
        }
        if theirs.all.has(next) {
            score += w.hindered[rank];
        }
        if ours.all.has(next) {
            score += w.helped[rank];
        }
        let behind = fill_forward(square.into(), !us);
        let rooks = board.role(Role::Rook) & behind;
        if (rooks & board.color(us)).any() {
            score += w.rook_behind[0];
        }
        if (rooks & board.color(!us)).any() {
            score += w.rook_behind[1];
        }
    }
    score.share(promotion(us))
}
