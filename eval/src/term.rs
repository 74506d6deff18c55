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

    /// What so many units of danger cost a king, zero or less.
    fn danger(self, shape: &DangerShape) -> Self;
}

/// How units of danger to a king become a score: their square divided by the divisor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DangerShape {
    /// Score = danger squared / divisor.
    pub divisor: i32,
    /// Most that danger may cost.
    pub most: i32,
    /// 64ths of it that count in the endgame.
    pub end_share: i32,
}
