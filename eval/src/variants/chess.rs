//! Orthodox chess.

use movegen::piece::Role;
use movegen::position::Position;
use movegen::variants::chess::Chess;

use crate::Evaluate;
use crate::accumulator::Accumulator;
use crate::weights;

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
        super::evaluate::<false, false>(self.core(), accumulator, &weights::CHESS, [64; 2])
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
