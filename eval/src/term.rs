//! What the evaluation needs of the numbers it adds up, so that one code path plays and is traced for tuning: in play
//! an entry of the tables is a [`Tapered`](crate::tapered::Tapered) score, in tuning the number of a
//! [`Parameter`](crate::trace::Parameter).

use std::ops::{AddAssign, Mul, Neg, SubAssign};

/// An entry of a table of weights: a middle-game and an endgame score.
pub trait Term: Copy + Mul<i32, Output = Self::Sum> {
    /// Entries times whole numbers, added up.
    type Sum: Sum<Self>;
}

/// Entries times whole numbers, added up.
pub trait Sum<T>: Clone + Default + AddAssign + AddAssign<T> + SubAssign + Neg<Output = Self> {
    /// So many 64ths of the sum.
    fn share(self, sixty_fourths: i32) -> Self;

    /// What so many units of danger cost a king, zero or less: their square divided by [`DANGER_DIVISOR`], in each
    /// phase.
    fn danger(self) -> Self;
}

/// Centipawns = units of danger squared / this.
pub const DANGER_DIVISOR: i32 = 256;

/// More units of danger than these count no more.
pub const MOST_DANGER: i32 = 900;
