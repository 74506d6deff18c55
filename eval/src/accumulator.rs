//! What the evaluation keeps up to date move by move.

use movegen::core::Core;
use movegen::piece::{Color, Piece};
use movegen::position::Observer;
use movegen::square::Square;

use crate::tapered::Tapered;
use crate::weights::Weights;

/// Material and piece-square values of the men on the board, White minus Black, and the phase they make.
#[derive(Clone, Debug)]
pub struct Accumulator {
    weights: &'static Weights,
    score: Tapered,
    phase: i32,
    stale: bool,
}

impl Accumulator {
    /// The sums over this board.
    pub fn new(core: &Core, weights: &'static Weights) -> Accumulator {
        let mut sums = Accumulator { weights, score: Tapered::ZERO, phase: 0, stale: false };
        for square in core.board().occupied() {
            if let Some(piece) = core.board().piece_on(square) {
                sums.added(piece, square);
            }
        }
        sums
    }

    /// Material and squares, White minus Black.
    #[inline(always)]
    pub fn score(&self) -> Tapered {
        self.score
    }

    /// Phase of the men on the board, about 24 in the orthodox array.
    #[inline(always)]
    pub fn phase(&self) -> i32 {
        self.phase
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

impl Observer for Accumulator {
    #[inline(always)]
    fn added(&mut self, piece: Piece, square: Square) {
        let value = self.weights.man(piece.role, square.relative(piece.color));
        match piece.color {
            Color::White => self.score += value,
            Color::Black => self.score -= value,
        }
        self.phase += self.weights.phase[piece.role.index()];
    }

    #[inline(always)]
    fn removed(&mut self, piece: Piece, square: Square) {
        let value = self.weights.man(piece.role, square.relative(piece.color));
        match piece.color {
            Color::White => self.score -= value,
            Color::Black => self.score += value,
        }
        self.phase -= self.weights.phase[piece.role.index()];
    }

    #[inline(always)]
    fn refresh(&mut self) {
        self.stale = true;
    }
}
