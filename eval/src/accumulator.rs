//! What the evaluation keeps up to date move by move.

use movegen::core::Core;
use movegen::piece::{Color, Piece, Role};
use movegen::position::Observer;
use movegen::square::Square;

use crate::relation::relation;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::weights::Weights;

/// Material and the places of the men on the board, on their own and from both kings, White minus Black, and the phase
/// they make.
#[derive(Clone, Debug)]
pub struct Accumulator<S: Term + 'static = Tapered> {
    weights: &'static Weights<S>,
    kings: [Square; 2],
    score: S::Sum,
    phase: i32,
    stale: bool,
}

impl<S: Term> Accumulator<S> {
    /// The sums over this board.
    pub fn new(core: &Core, weights: &'static Weights<S>) -> Accumulator<S> {
        // Without a king, on a board that is over, any square will do.
        let kings = Color::ALL.map(|color| core.board().king(color).unwrap_or(Square::A1));
        let mut sums = Accumulator { weights, kings, score: S::Sum::default(), phase: 0, stale: false };
        for square in core.board().occupied() {
            if let Some(piece) = core.board().piece_on(square) {
                sums.count(piece, square, 1);
            }
        }
        sums
    }

    /// Material and places, White minus Black.
    #[inline(always)]
    pub fn score(&self) -> S::Sum {
        self.score.clone()
    }

    /// Phase of the men on the board, about 24 in the orthodox array.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.phase
    }

    /// A man counts once more, or once less.
    #[inline(always)]
    fn count(&mut self, Piece { color, role }: Piece, square: Square, times: i32) {
        let signed = if color == Color::White { times } else { -times };
        let (w, role) = (self.weights, role.index());
        let square = square.relative(color);
        let [own_king, their_king] = [color, !color].map(|side| self.kings[side.index()].relative(color));
        self.score += w.material[role] * signed;
        self.score += w.squares[role][square.index()] * signed;
        self.score += w.from_own_king[role][relation(own_king, square)] * signed;
        self.score += w.from_their_king[role][relation(their_king, square)] * signed;
        self.phase += w.phase[role] * times;
    }

    /// Redoes the sums if the last move could not be followed man by man.
    #[inline(always)]
    pub fn settle(&mut self, core: &Core) {
        if self.stale {
            *self = Accumulator::new(core, self.weights);
        }
    }
}

impl PartialEq for Accumulator {
    fn eq(&self, other: &Accumulator) -> bool {
        (self.kings, self.score, self.phase, self.stale) == (other.kings, other.score, other.phase, other.stale)
    }
}

impl<S: Term> Observer for Accumulator<S> {
    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        if piece.role == Role::King {
            self.stale = true;
        } else {
            self.count(piece, square, 1);
        }
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        if piece.role == Role::King {
            self.stale = true;
        } else {
            self.count(piece, square, -1);
        }
    }

    #[inline(always)]
    fn refresh(&mut self) {
        self.stale = true;
    }
}
