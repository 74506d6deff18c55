//! The drop games.

use movegen::piece::Role;
use movegen::position::Position;
use movegen::rules::{Captured, Variant};
use movegen::variants::drops::Drops;

use crate::Evaluate;
use crate::accumulator::Accumulator;
use crate::weights::{self, Weights};

/// The numbers of the game; crazyhouse's for those that have none of their own.
#[inline(always)]
fn table(position: &Drops) -> &'static Weights {
    match position.rules().variant {
        Variant::Bughouse => &weights::BUGHOUSE,
        Variant::Doorgeef | Variant::Euwe => &weights::DOORGEEF,
        Variant::Doorgeefsolo => &weights::DOORGEEFSOLO,
        _ => &weights::CRAZYHOUSE,
    }
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
        super::evaluate::<false, true>(self.core(), accumulator, table(self), [64; 2])
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
