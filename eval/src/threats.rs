//! What attacks on enemy men are worth.

use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::attacks::{Attacks, strong_roles};
use crate::term::Term;
use crate::weights::Weights;

/// The threats of one colour.
#[inline(always)]
pub(crate) fn threats<const SUPER: bool, S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &Attacks<S>,
    theirs: &Attacks<S>,
) -> S::Sum {
    let w = &weights.threats;
    let board = core.board();
    let enemies = board.color(!us).without(board.role(Role::King));
    let pieces = enemies.without(board.role(Role::Pawn));
    let role = |square| board.role_on(square).unwrap_or(Role::Pawn).index();
    let mut score = S::Sum::default();
    for square in pieces & ours.by[Role::Pawn.index()] {
        score += w.by_pawn[role(square)];
    }
    let protected = theirs.by[Role::Pawn.index()] | (theirs.twice & !ours.twice);
    let mut by = |attackers: Bitboard, weights: &[[S; Role::COUNT]; 2]| {
        for square in enemies & attackers {
            score += weights[usize::from(protected.has(square))][role(square)];
        }
    };
    by(ours.by_any(&[Role::Knight, Role::Bishop]), &w.by_minor);
    by(ours.by[Role::Rook.index()], &w.by_rook);
    by(ours.by_any(strong_roles::<SUPER>()), &w.by_strong);
    for square in enemies & ours.all & !theirs.all {
        score += w.hanging[role(square)];
    }
    let king = ours.by[Role::King.index()] & enemies & !protected;
    score += w.by_king * king.count() as i32;
    score += w.by_push * (pieces & pushes(core, us, ours, theirs)).count() as i32;
    score
}

/// What pawns would attack after a step on which they are not lost at once.
#[inline(always)]
fn pushes<S: Term>(core: &Core, us: Color, ours: &Attacks<S>, theirs: &Attacks<S>) -> Bitboard {
    let empty = !core.board().occupied();
    let step = core.board().men(us, Role::Pawn).forward(us) & empty;
    let double = (step & Bitboard::relative_rank(us, 2)).forward(us) & empty;
    let safe = (step | double) & !theirs.by[Role::Pawn.index()] & (ours.all | !theirs.all);
    let ahead = safe.forward(us);
    ahead.west() | ahead.east()
}
