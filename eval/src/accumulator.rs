//! What the evaluation keeps up to date move by move.

use movegen::core::Core;
use movegen::piece::{Color, Piece};
use movegen::position::Observer;
use movegen::square::Square;

use crate::tapered::Tapered;
use crate::term::Term;
use crate::weights::Weights;

/// Material and piece-square values of the men on the board, White minus Black, and the phase they make.
#[derive(Clone, Debug)]
pub struct Accumulator<S: Term + 'static = Tapered> {
    weights: &'static Weights<S>,
    score: S::Sum,
    phase: i32,
    stale: bool,
}

impl<S: Term> Accumulator<S> {
    /// The sums over this board.
    pub fn new(core: &Core, weights: &'static Weights<S>) -> Accumulator<S> {
        let mut sums = Accumulator { weights, score: S::Sum::default(), phase: 0, stale: false };
        for square in core.board().occupied() {
            if let Some(piece) = core.board().piece_on(square) {
                sums.added(piece, square);
            }
        }
        sums
    }

    /// Material and squares, White minus Black.
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
    fn count(&mut self, piece: Piece, square: Square, times: i32) {
        let times_white = if piece.color == Color::White { times } else { -times };
        let role = piece.role.index();
        self.score += self.weights.material[role] * times_white;
        self.score += self.weights.squares[role][square.relative(piece.color).index()] * times_white;
        self.phase += self.weights.phase[role] * times;
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
        (self.score, self.phase, self.stale) == (other.score, other.phase, other.stale)
    }
}

impl<S: Term> Observer for Accumulator<S> {
    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        self.count(piece, square, 1);
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.count(piece, square, -1);
    }

    #[inline(always)]
    fn refresh(&mut self) {
        self.stale = true;
    }
}
