//! What pieces are worth where they stand: mobility, files, outposts, the bishops, the rights to castle.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::attacks::{Attacks, roles};
use crate::pawns::Pawns;
use crate::term::Term;
use crate::weights::Weights;

/// Mobility of one colour's pieces, noting what they attack. `zone` lies round the enemy king.
#[inline(always)]
pub(crate) fn mobility<const SUPER: bool, S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &mut Attacks<S>,
    their_pawns: Bitboard,
    zone: Bitboard,
) -> S::Sum {
    let board = core.board();
    let occupied = board.occupied();
    let own = board.color(us);
    let area = !(own & (board.role(Role::Pawn) | board.role(Role::King))) & !their_pawns;
    let mut score = S::Sum::default();
    for &role in roles::<SUPER>() {
        for from in board.role(role) & own {
            let squares = attacks::attacks(role, us, from, occupied);
            ours.note(role, squares);
            score += weights.mobility[role.index()][(squares & area).count() as usize];
            let hits = squares & zone;
            if hits.any() {
                ours.attackers += 1;
                ours.units += weights.king.attacker[role.index()];
                ours.units += weights.king.hit * hits.count() as i32;
            }
        }
    }
    score
}

/// The light squares.
pub(crate) const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

/// What the places of one colour's pieces are worth beyond the squares themselves.
#[inline(always)]
pub(crate) fn placement<S: Term>(core: &Core, us: Color, weights: &Weights<S>, pawns: [&Pawns; 2]) -> S::Sum {
    let w = &weights.pieces;
    let board = core.board();
    let [ours, theirs] = pawns;
    let mut score = S::Sum::default();
    let bishops = board.men(us, Role::Bishop);
    if bishops.many() {
        score += w.bishop_pair;
    }
    for bishop in bishops {
        let alike = if LIGHT.has(bishop) { LIGHT } else { !LIGHT };
        score += w.pawns_of_bishop * (ours.men & alike).count() as i32;
    }
    let minors = board.color(us) & (board.role(Role::Knight) | board.role(Role::Bishop));
    // Supported by a pawn, and no enemy pawn can ever drive it away.
    let ahead = Bitboard::relative_rank(us, 3) | Bitboard::relative_rank(us, 4) | Bitboard::relative_rank(us, 5);
    let outposts = ahead & ours.attacks & !theirs.attack_span;
    for square in minors & outposts {
        score += w.outpost[board.role_on(square).unwrap_or(Role::Knight).index()];
    }
    score += w.behind_pawn * (minors.forward(us) & board.role(Role::Pawn)).count() as i32;
    let rooks = board.men(us, Role::Rook);
    for rook in rooks {
        let file = Bitboard::file(rook.file());
        if (file & ours.men).is_empty() {
            score += if (file & theirs.men).is_empty() { w.rook_open } else { w.rook_half_open };
        }
    }
    let castling = core.castling() & board.color(us);
    if castling.any() {
        score += w.castling[usize::from(castling.many())];
    }
    let pawns = ours.men.count() as i32 - 5;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        score += w.with_pawns[role.index()] * (pawns * board.men(us, role).count() as i32);
    }
    for square in core.promoted() & board.color(us) {
        score += w.promoted[board.role_on(square).unwrap_or(Role::Queen).index()];
    }
    score
}
