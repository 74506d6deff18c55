//! What a position is worth, without search. One code path for playing and for tuning; every number lies in
//! [`weights`].

pub mod accumulator;
mod attacks;
mod endgame;
mod king;
mod passed;
mod pawns;
mod pieces;
pub mod relation;
pub mod tapered;
pub mod term;
mod threats;
pub mod trace;
mod variants;
pub mod weights;

use movegen::piece::Role;
use movegen::position::{Observer, Position};
use movegen::square::Square;

use crate::trace::{Parameter, Trace};
use crate::weights::Weights;

/// Scores stay within this bound, so that no evaluation looks like a mate.
pub const EVALUATION_LIMIT: i32 = 20_000;

/// A position that can be evaluated.
pub trait Evaluate: Position {
    /// What is kept up to date move by move, as the observer of [`Position::make`].
    type Accumulator: Observer + Clone + Send;

    /// Whether men win and lose material by exchanges on any square, so that static exchange evaluation and
    /// margins in material mean something.
    const EXCHANGES: bool = true;

    /// The accumulator of this position from scratch.
    fn fresh(&self) -> Self::Accumulator;

    /// To be called when a move has been made with this accumulator as observer.
    fn settle(&self, accumulator: &mut Self::Accumulator);

    /// The score in centipawns from the view of [`actor`](Position::actor), within [`EVALUATION_LIMIT`].
    fn evaluate(&self, accumulator: &Self::Accumulator) -> i32;

    /// Values by role in centipawns, for exchanges and move ordering.
    fn values(&self) -> &'static [i32; Role::COUNT];

    /// By how many times a man's value its capture changes the balance: twice where it comes to the captor's hand.
    fn swing(&self) -> i32 {
        1
    }

    /// A square to which a quiet move decides something, that quiescence must not overlook.
    fn decisive_square(&self) -> Option<Square> {
        None
    }

    /// Whether a pass by the player on move would be a fair test of the position: enough men that zugzwang is
    /// unlikely.
    fn may_pass(&self) -> bool {
        true
    }
}

/// A game whose evaluation is a table of [`Weights`] that can be tuned.
pub trait Tunable: Evaluate {
    /// [`evaluate`](Evaluate::evaluate) by code that runs on any processor.
    fn evaluate_anywhere(&self, accumulator: &Self::Accumulator) -> i32;

    /// The table that plays.
    fn weights(&self) -> &'static Weights;

    /// What [`evaluate`](Evaluate::evaluate) adds up, on a table of [`parameters`](trace::parameters).
    fn trace(&self, parameters: &'static Weights<Parameter>) -> Trace;
}
