//! The drop games.

use movegen::piece::Role;
use movegen::position::Position;
use movegen::rules::{Captured, Variant};
use movegen::variants::drops::Drops;

use crate::accumulator::Accumulator;
use crate::term::Term;
use crate::trace::{Parameter, Trace};
use crate::variants::{Judgement, centipawns, judge};
use crate::weights::{self, Weights};
use crate::{Evaluate, Tunable};

/// The numbers of the game: one table for those in which drops may check, one for the others.
#[inline(always)]
fn table(position: &Drops) -> &'static Weights {
    match position.rules().variant {
        Variant::Doorgeef | Variant::Euwe | Variant::Doorgeefsolo => &weights::DOORGEEFSOLO,
        // Those without drops never stand on this board.
        Variant::Crazyhouse | Variant::Bughouse | Variant::Chess | Variant::Superschaak | Variant::Halijnen => {
            &weights::CRAZYHOUSE
        }
    }
}

#[inline(always)]
fn weigh<S: Term>(position: &Drops, sums: &Accumulator<S>, weights: &Weights<S>) -> Judgement<S> {
    judge::<false, true, S>(position.core(), sums, weights, |_| 64)
}

impl Evaluate for Drops {
    type Accumulator = Accumulator;

    fn fresh(&self) -> Accumulator {
        Accumulator::new(self.core(), table(self))
    }

    #[inline(always)]
    fn settle(&self, accumulator: &mut Accumulator) {
        accumulator.settle(self.core());
    }

    fn evaluate(&self, accumulator: &Accumulator) -> i32 {
        centipawns::<false, true>(self.core(), accumulator, table(self), |_| 64)
    }

    #[inline(always)]
    fn values(&self) -> &'static [i32; Role::COUNT] {
        &table(self).values
    }

    #[inline(always)]
    fn swing(&self) -> i32 {
        match self.rules().captured {
            Captured::OwnHand => 2,
            Captured::Partner => 1,
        }
    }

    fn may_pass(&self) -> bool {
        let board = self.core().board();
        let turn = self.core().turn();
        let small = board.role(Role::Pawn) | board.role(Role::King);
        board.color(turn).without(small).any() || !self.core().stock().of(turn).is_empty()
    }
}

impl Tunable for Drops {
    fn evaluate_anywhere(&self, accumulator: &Accumulator) -> i32 {
        weigh(self, accumulator, table(self)).centipawns()
    }

    fn weights(&self) -> &'static Weights {
        table(self)
    }

    fn trace(&self, parameters: &'static Weights<Parameter>) -> Trace {
        weigh(self, &Accumulator::new(self.core(), parameters), parameters).into()
    }
}
