//! Pawn structure.

use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::term::Term;
use crate::weights::Weights;

/// The squares and all those ahead of them on their files.
#[inline(always)]
pub(crate) fn fill_forward(set: Bitboard, color: Color) -> Bitboard {
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

/// The pawns of one colour and what follows from their places alone.
pub(crate) struct Pawns {
    pub(crate) men: Bitboard,
    /// The squares they attack.
    pub(crate) attacks: Bitboard,
    /// The squares they attack or will attack on their way.
    pub(crate) attack_span: Bitboard,
    /// The squares ahead of them on their files.
    pub(crate) ahead: Bitboard,
}

impl Pawns {
    #[inline(always)]
    pub(crate) fn new(core: &Core, us: Color) -> Pawns {
        let men = core.board().men(us, Role::Pawn);
        let next = men.forward(us);
        let ahead = fill_forward(next, us);
        Pawns { men, attacks: next.west() | next.east(), attack_span: ahead.west() | ahead.east(), ahead }
    }

    /// The pawns that no enemy pawn can stop or capture on their way, the foremost of each file.
    #[inline(always)]
    pub(crate) fn passed(&self, theirs: &Pawns, us: Color) -> Bitboard {
        let foremost = self.men.without(fill_forward(self.men, !us).forward(!us));
        foremost.without(theirs.ahead | theirs.attack_span)
    }
}

/// Adds a weight for each square of a set that has few: cheaper than counting without instructions for it.
#[inline(always)]
pub(crate) fn add_each<S: Term>(set: Bitboard, weight: S, sum: &mut S::Sum) {
    for _ in set {
        *sum += weight;
    }
}

/// The structure of the pawns, White minus Black.
pub(crate) fn structure<S: Term>(core: &Core, weights: &Weights<S>) -> S::Sum {
    let [white, black] = Color::ALL.map(|color| Pawns::new(core, color));
    let mut score = structure_of(Color::White, weights, &white, &black);
    score -= structure_of(Color::Black, weights, &black, &white);
    score
}

/// The structure of one colour's pawns.
#[inline(always)]
fn structure_of<S: Term>(us: Color, weights: &Weights<S>, ours: &Pawns, theirs: &Pawns) -> S::Sum {
    let w = &weights.pawns;
    let neighbours = files(ours.men);
    let neighbours = neighbours.west() | neighbours.east();
    let unopposed = !theirs.ahead;
    let isolated = ours.men.without(neighbours);
    let doubled = ours.men & fill_forward(ours.men, !us).forward(!us);
    // No own pawn beside or behind can ever protect it, and an enemy pawn guards the square ahead.
    let backward =
        ours.men.without(ours.attack_span | isolated | ours.men.west() | ours.men.east()) & theirs.attacks.forward(!us);
    let mut score = S::Sum::default();
    add_each(isolated, w.isolated, &mut score);
    add_each(doubled, w.doubled, &mut score);
    add_each(backward, w.backward, &mut score);
    add_each((isolated | backward) & unopposed, w.weak_unopposed, &mut score);
    for square in ours.men & ours.attacks {
        score += w.supported[square.relative_rank(us) as usize];
    }
    for square in ours.men & (ours.men.west() | ours.men.east()) {
        score += w.phalanx[square.relative_rank(us) as usize];
    }
    score
}
