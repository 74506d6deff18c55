//! Orthodox chess.

use movegen::piece::Role;
use movegen::position::Position;
use movegen::variants::chess::Chess;

use crate::accumulator::Accumulator;
use crate::term::Term;
use crate::trace::{Parameter, Trace};
use crate::variants::{Judgement, centipawns, judge};
use crate::weights::{self, Weights};
use crate::{Evaluate, Tunable};

#[inline(always)]
fn weigh<S: Term>(position: &Chess, sums: &Accumulator<S>, weights: &Weights<S>) -> Judgement<S> {
    judge::<false, false, S>(position.core(), sums, weights, |_| 64)
}

impl Evaluate for Chess {
    type Accumulator = Accumulator;

    fn fresh(&self) -> Accumulator {
        Accumulator::new(self.core(), &weights::CHESS)
    }

    #[inline(always)]
    fn settle(&self, accumulator: &mut Accumulator) {
        accumulator.settle(self.core());
    }

    fn evaluate(&self, accumulator: &Accumulator) -> i32 {
        centipawns::<false, false>(self.core(), accumulator, &weights::CHESS, |_| 64)
    }

    #[inline(always)]
    fn values(&self) -> &'static [i32; Role::COUNT] {
        &weights::CHESS.values
    }

    fn may_pass(&self) -> bool {
        let board = self.core().board();
        let small = board.role(Role::Pawn) | board.role(Role::King);
        board.color(self.core().turn()).without(small).any()
    }
}

impl Tunable for Chess {
    fn evaluate_anywhere(&self, accumulator: &Accumulator) -> i32 {
        weigh(self, accumulator, &weights::CHESS).centipawns()
    }

    fn weights(&self) -> &'static Weights {
        &weights::CHESS
    }

    fn trace(&self, parameters: &'static Weights<Parameter>) -> Trace {
        weigh(self, &Accumulator::new(self.core(), parameters), parameters).into()
    }
}
