//! Pawn structure.

use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::term::{Sum, Term};
use crate::weights::Weights;

/// The squares and all those ahead of them on their files.
#[inline(always)]
fn fill_forward(set: Bitboard, color: Color) -> Bitboard {
    let mut bits = set.0;
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

/// All squares of the files on which the set has squares.
#[inline(always)]
pub(crate) fn files(set: Bitboard) -> Bitboard {
    fill_forward(set, Color::White) | fill_forward(set, Color::Black)
}

/// The squares that these pawns attack.
#[inline(always)]
pub(crate) fn attacks(pawns: Bitboard, color: Color) -> Bitboard {
    let ahead = pawns.forward(color);
    ahead.west() | ahead.east()
}

/// The structure of one colour's pawns. Passed pawns count `promotion` 64ths: what the stock offers them.
#[inline(always)]
pub(crate) fn score<S: Term>(core: &Core, us: Color, weights: &Weights<S>, promotion: i32) -> S::Sum {
    let w = &weights.pawns;
    let board = core.board();
    let ours = board.men(us, Role::Pawn);
    let theirs = board.men(!us, Role::Pawn);
    // Behind the front of enemy pawns on the own and the neighbouring files nothing is passed.
    let front = fill_forward(theirs, !us).forward(!us);
    let guarded = front | front.west() | front.east();
    let neighbours = files(ours).west() | files(ours).east();
    let ahead = fill_forward(ours, us).forward(us);
    let doubled = fill_forward(ours, !us).forward(!us) & ours;
    let connected = ours & (attacks(ours, us) | ours.west() | ours.east());
    let mut score = w.isolated * ours.without(neighbours).count() as i32;
    score += w.doubled * doubled.count() as i32;
    for square in connected {
        score += w.connected[square.relative_rank(us) as usize];
    }
    let mut passed = S::Sum::default();
    for square in ours.without(guarded | (ahead & doubled)) {
        let rank = square.relative_rank(us) as usize;
        passed += w.passed[rank];
        if board.role_on(square.forward(us)).is_none() {
            passed += w.passed_free[rank];
        }
    }
    score += passed.share(promotion);
    score
}
