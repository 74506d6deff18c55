//! The danger to a king: attackers, weak squares, checks, and men in hand that can be dropped near it.

use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::check_squares::CheckSquares;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::attacks::{Attacks, files_beside, king_flank, roles};
use crate::pawns::{self, add_each};
use crate::term::{Sum, Term};
use crate::weights::{KingWeights, Weights};

/// What the danger to the king of `us` costs, zero or less; `standing` are the units that the
/// accumulator keeps.
#[inline(always)]
pub(crate) fn danger<const SUPER: bool, const HANDS: bool, S: Term>(
    core: &Core,
    us: Color,
    weights: &Weights<S>,
    ours: &Attacks<S>,
    theirs: &Attacks<S>,
    zone: Bitboard,
    standing: S::Sum,
) -> S::Sum {
    let w = &weights.king;
    let board = core.board();
    let Some(king) = board.king(us) else { return S::Sum::default() };
    let covered = ours.all_but_king();
    let exposed = theirs.all & !covered;
    let checks = CheckSquares::of(us, king, board.occupied());
    let mut units = theirs.units.clone();
    units += standing;
    units += w.base;
    units += w.attackers[theirs.attackers.min(w.attackers.len() - 1)];
    units += w.weak * (zone & exposed).count() as i32;
    let near = attacks::king(king);
    units += w.contact * (near & exposed & theirs.twice).count() as i32;
    let escapes = near & !board.color(us) & !theirs.all;
    units += w.escapes[escapes.count() as usize];
    let flank = king_flank(king, us);
    units += w.flank_attacked * (flank & theirs.all).count() as i32;
    units += w.flank_attacked_twice * (flank & theirs.twice).count() as i32;
    units += w.flank_defended * (flank & ours.all).count() as i32;
    let safe = !board.color(!us) & (!ours.all | (exposed & theirs.twice));
    for &role in roles::<SUPER>() {
        let squares = checks.by(role) & theirs.by[role.index()] & !board.color(!us);
        if squares.is_empty() {
            continue;
        }
        let safe = squares & safe;
        units += match (safe.any(), safe.many()) {
            (false, _) => w.check[role.index()],
            (true, false) => w.safe_check[role.index()],
            (true, true) => w.safe_checks[role.index()],
        };
    }
    if HANDS {
        units += from_hands(core, us, w, ours, zone, exposed, &checks);
    }
    let strong = board.role(Role::Queen) | board.role(Role::Empress) | board.role(Role::Amazon);
    if (board.color(!us) & strong).is_empty() && !(HANDS && core.stock().of(!us).has(Role::Queen)) {
        units += w.no_queen;
    }
    units.danger()
}

/// The roles that can be in a hand.
const IN_HAND: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Units from the places where the enemy can drop men.
#[inline(always)]
fn from_hands<S: Term>(
    core: &Core,
    us: Color,
    w: &KingWeights<S>,
    ours: &Attacks<S>,
    zone: Bitboard,
    exposed: Bitboard,
    checks: &CheckSquares,
) -> S::Sum {
    let mut units = S::Sum::default();
    let hand = core.stock().of(!us);
    if !hand.is_empty() {
        let empty = !core.board().occupied();
        let uncovered = zone & empty & !ours.all_but_king();
        units += w.hole * uncovered.count() as i32;
        for role in IN_HAND {
            if !hand.has(role) {
                continue;
            }
            let drops = checks.by(role) & empty;
            if (drops & (!ours.all | exposed)).any() {
                units += w.safe_drop_check[role.index()];
            } else if drops.any() {
                units += w.drop_check[role.index()];
            }
        }
    }
    units
}

/// Units of the pawns before both kings and of the files without them.
pub(crate) fn shelters<S: Term>(core: &Core, weights: &Weights<S>) -> [S::Sum; 2] {
    [shelter(core, Color::White, &weights.king), shelter(core, Color::Black, &weights.king)]
}

#[inline(always)]
fn shelter<S: Term>(core: &Core, us: Color, w: &KingWeights<S>) -> S::Sum {
    let mut units = S::Sum::default();
    let Some(king) = core.board().king(us) else { return units };
    let [own, theirs] = [us, !us].map(|color| core.board().men(color, Role::Pawn));
    let files = files_beside(king);
    let first = files & Bitboard::rank(king.rank()).forward(us);
    let without = |pawns: Bitboard| {
        let filled = pawns::fill_forward(pawns & files, Color::Black);
        (files & Bitboard::rank(0)).without(filled)
    };
    add_each(own & first, w.shield[0], &mut units);
    add_each(own & first.forward(us), w.shield[1], &mut units);
    add_each(without(own), w.open_file, &mut units);
    add_each(without(theirs), w.their_open_file, &mut units);
    units
}
