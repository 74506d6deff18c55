//! Superschaak: chess with superpieces, and pawns worth what the stock lets them become.

use movegen::piece::{Color, Role};
use movegen::position::Position;
use movegen::variants::superschaak::Superschaak;

use crate::accumulator::Accumulator;
use crate::term::Term;
use crate::trace::{Parameter, Trace};
use crate::variants::{Judgement, centipawns, judge};
use crate::weights::{SUPERSCHAAK, Weights};
use crate::{Evaluate, Tunable};

/// What an empty stock still promises: captures may fill it.
const LEAST_PROMISE: i32 = 14;

/// How many 64ths of a queen's promotion the stock of a colour offers (rules.md 3, "Promotion").
#[inline(never)]
fn promotion(position: &Superschaak, color: Color) -> i32 {
    let values = &SUPERSCHAAK.values;
    let stock = position.core().stock().of(color);
    // During the prelude an Amazon lies there too, but nobody promotes then.
    let best = stock.roles().map(|role| values[role.index()]).max().unwrap_or(0);
    (best * 64 / values[Role::Queen.index()]).clamp(LEAST_PROMISE, 64)
}

#[inline(always)]
fn weigh<S: Term>(position: &Superschaak, sums: &Accumulator<S>, weights: &Weights<S>) -> Judgement<S> {
    judge::<true, false, S>(position.core(), sums, weights, |color| promotion(position, color))
}

impl Evaluate for Superschaak {
    type Accumulator = Accumulator;

    fn fresh(&self) -> Accumulator {
        Accumulator::new(self.core(), &SUPERSCHAAK)
    }

    #[inline(always)]
    fn settle(&self, accumulator: &mut Accumulator) {
        accumulator.settle(self.core());
    }

    fn evaluate(&self, accumulator: &Accumulator) -> i32 {
        centipawns::<true, false>(self.core(), accumulator, &SUPERSCHAAK, |color| promotion(self, color))
    }

    #[inline(always)]
    fn values(&self) -> &'static [i32; Role::COUNT] {
        &SUPERSCHAAK.values
    }

    fn may_pass(&self) -> bool {
        let board = self.core().board();
        let small = board.role(Role::Pawn) | board.role(Role::King);
        self.prelude().is_none() && board.color(self.core().turn()).without(small).any()
    }
}

impl Tunable for Superschaak {
    fn evaluate_anywhere(&self, accumulator: &Accumulator) -> i32 {
        weigh(self, accumulator, &SUPERSCHAAK).centipawns()
    }

    fn weights(&self) -> &'static Weights {
        &SUPERSCHAAK
    }

    fn trace(&self, parameters: &'static Weights<Parameter>) -> Trace {
        weigh(self, &Accumulator::new(self.core(), parameters), parameters).into()
    }
}
