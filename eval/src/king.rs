//! The danger to a king: attackers, weak squares, checks, and men in hand that can be dropped near it.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::pawns;
use crate::pieces::{Attacks, roles};
use crate::term::{Sum, Term};
use crate::weights::Weights;

/// The men that can be in a hand.
const IN_HAND: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// What the danger to the king of `us` costs, zero or less.
#[inline(always)]
pub(crate) fn danger<const SUPER: bool, const HANDS: bool, S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &Attacks<S>,
    theirs: &Attacks<S>,
    zone: Bitboard,
) -> S::Sum {
    let w = &weights.king;
    let board = core.board();
    let Some(king) = board.king(us) else { return S::Sum::default() };
    let occupied = board.occupied();
    let covered_by_men = ours.all_but_king();
    let weak = zone & theirs.all & !covered_by_men;
    let safe = !(board.color(!us)) & (!ours.all | (weak & theirs.twice));
    let mut units = theirs.units.clone();
    units += w.base;
    units += w.weak * weak.count() as i32;

    let (straight, diagonal) = (attacks::rook(king, occupied), attacks::bishop(king, occupied));
    let checks_from = |role: Role| match role {
        Role::Pawn => attacks::pawn(us, king),
        Role::Knight => attacks::knight(king),
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight | diagonal,
        Role::King => Bitboard::EMPTY,
        Role::Veteran => attacks::king(king) | attacks::knight(king),
        Role::Princess => diagonal | attacks::knight(king),
        Role::Empress => straight | attacks::knight(king),
        Role::Amazon => straight | diagonal | attacks::knight(king),
    };
    for &role in roles::<SUPER>() {
        if (checks_from(role) & theirs.by[role.index()] & safe).any() {
            units += w.safe_check[role.index()];
        }
    }

    let hand = core.stock().of(!us);
    if HANDS && !hand.is_empty() {
        let empty = !occupied;
        let uncovered = empty & !covered_by_men;
        units += w.hole * (zone & uncovered).count() as i32;
        for role in IN_HAND {
            let count = hand.count(role) as i32;
            if count == 0 {
                continue;
            }
            units += w.hand[role.index()] * count.min(3);
            let drops = checks_from(role) & empty;
            if (drops & (!ours.all | (theirs.all & !covered_by_men))).any() {
                units += w.safe_drop_check[role.index()];
            } else if drops.any() {
                units += w.drop_check[role.index()];
            }
        }
    }
    units -= shelter(core, us, weights, king.into());
    let queens = board.color(!us) & (board.role(Role::Queen) | board.role(Role::Empress) | board.role(Role::Amazon));
    if queens.is_empty() && !(HANDS && hand.has(Role::Queen)) {
        units += w.no_queen;
    }
    units.danger(&weights.danger)
}

/// Units by which the pawns before the king lessen the danger; less than zero for open files.
#[inline(always)]
fn shelter<S: Term>(core: &Core, us: Color, weights: &Weights<S>, king: Bitboard) -> S::Sum {
    let w = &weights.king;
    let pawns = core.board().men(us, Role::Pawn);
    let beside = king | king.west() | king.east();
    let first = beside.forward(us);
    let second = first.forward(us);
    let files = pawns::files(beside);
    let open = (files & Bitboard::rank(0)).without(pawns::files(pawns & files)).count() as i32;
    let mut units = w.shield[0] * (pawns & first).count() as i32;
    units += w.shield[1] * (pawns & second).count() as i32;
    units += w.open_file * -open;
    units
}

impl<S: Term> Attacks<S> {
    /// The squares that a man other than the king covers.
    #[inline(always)]
    fn all_but_king(&self) -> Bitboard {
        let king = self.by[Role::King.index()];
        self.all & (!king | self.twice)
    }
}
