//! Two scores in one word: for the middle game and for the endgame.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::term::{DANGER_DIVISOR, MOST_DANGER, Sum, Term};

/// A middle-game and an endgame score in centipawns, each from -32768 to 32767, packed so that both are added
/// at once: the endgame in the upper half, the middle game in the lower.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

/// The phase of a full board of men; see [`Tapered::at`].
pub const FULL_PHASE: i32 = 24;

impl Tapered {
    /// Nothing for either.
    pub const ZERO: Tapered = Tapered(0);

    /// The pair of a middle-game and an endgame score.
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered((end << 16) + middle)
    }

    /// The middle-game score.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame score.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        ((self.0 + 0x8000) >> 16) as i16 as i32
    }

    /// The score in a phase from 0 (bare endgame) to [`FULL_PHASE`].
    #[inline(always)]
    pub const fn at(self, phase: i32) -> i32 {
        let phase = if phase > FULL_PHASE { FULL_PHASE } else { phase };
        (self.middle() * phase + self.end() * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// The sum, in constants.
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * times)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        self.0 -= other.0;
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tapered").field(&self.middle()).field(&self.end()).finish()
    }
}

impl Term for Tapered {
    type Sum = Tapered;
}

impl Sum<Tapered> for Tapered {
    #[inline(always)]
    fn share(self, sixty_fourths: i32) -> Tapered {
        if sixty_fourths == 64 {
            return self;
        }
        Tapered::new(self.middle() * sixty_fourths / 64, self.end() * sixty_fourths / 64)
    }

    #[inline(always)]
    fn danger(self) -> Tapered {
        let cost = |units: i32| {
            let units = units.clamp(0, MOST_DANGER);
            units * units / DANGER_DIVISOR
        };
        Tapered::new(-cost(self.middle()), -cost(self.end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_arithmetic() {
        for (a, b) in [(100, -200), (-1, 1), (-300, -7), (0, -1), (3000, 2500)] {
            let score = Tapered::new(a, b);
            assert_eq!((score.middle(), score.end()), (a, b));
            let sum = score + Tapered::new(-5, 9) - Tapered::new(7, -3);
            assert_eq!((sum.middle(), sum.end()), (a - 12, b + 12));
            assert_eq!(((-score).middle(), (-score).end()), (-a, -b));
            assert_eq!(((score * -3).middle(), (score * -3).end()), (-3 * a, -3 * b));
        }
        assert_eq!(Tapered::new(240, 0).at(12), 120);
        assert_eq!(Tapered::new(240, 0).at(99), 240);
    }
}
