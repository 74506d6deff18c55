//! The evaluation as a form of its parameters, for tuning: the code that plays, run on a table whose entries know
//! their own number.

use std::ops::{AddAssign, Mul, Neg, SubAssign};

use crate::term::{Sum, Term};
use crate::weights::Weights;

/// A number of the tables: stands for a middle-game and an endgame score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Parameter(pub u16);

/// A parameter and how many 64ths of it count.
pub type Coefficient = (Parameter, i32);

/// What a sum is made of: a linear part, and dangers to kings, each from a linear number of units.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Form {
    /// The linear part; a parameter may occur several times until [`Form::collect`].
    pub linear: Vec<Coefficient>,
    /// The units of each danger, and how many times (1 or -1) what it costs is part of the sum.
    pub dangers: Vec<(Vec<Coefficient>, i32)>,
}

/// So many 64ths are a whole.
const WHOLE: i32 = 64;

impl Form {
    /// The form with each parameter once in each part, in order, and none that counts nothing.
    pub fn collect(mut self) -> Form {
        collect(&mut self.linear);
        for (units, _) in &mut self.dangers {
            collect(units);
        }
        self
    }
}

fn collect(terms: &mut Vec<Coefficient>) {
    terms.sort_unstable();
    terms.dedup_by(|later, earlier| {
        let same = later.0 == earlier.0;
        if same {
            earlier.1 += later.1;
        }
        same
    });
    terms.retain(|&(_, count)| count != 0);
}

/// The evaluation of one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The score from the view of the side to move.
    pub form: Form,
    /// From 0 (bare endgame) to [`FULL_PHASE`](crate::tapered::FULL_PHASE).
    pub phase: i32,
}

/// A table of the shape of `weights` whose entries are numbered from 0 in the order of [`Weights::map`].
pub fn parameters<S: Term>(weights: &Weights<S>) -> Weights<Parameter> {
    let mut next = 0;
    weights.map(&mut |_| {
        next += 1;
        Parameter(next - 1)
    })
}

impl Term for Parameter {
    type Sum = Form;
}

impl Mul<i32> for Parameter {
    type Output = Form;
    fn mul(self, times: i32) -> Form {
        Form { linear: vec![(self, WHOLE * times)], dangers: Vec::new() }
    }
}

impl AddAssign<Parameter> for Form {
    fn add_assign(&mut self, parameter: Parameter) {
        self.linear.push((parameter, WHOLE));
    }
}

impl AddAssign for Form {
    fn add_assign(&mut self, other: Form) {
        self.linear.extend(other.linear);
        self.dangers.extend(other.dangers);
    }
}

impl SubAssign for Form {
    fn sub_assign(&mut self, other: Form) {
        *self += -other;
    }
}

impl Neg for Form {
    type Output = Form;
    fn neg(mut self) -> Form {
        self.linear.iter_mut().for_each(|(_, count)| *count = -*count);
        self.dangers.iter_mut().for_each(|(_, times)| *times = -*times);
        self
    }
}

impl Sum<Parameter> for Form {
    fn share(mut self, sixty_fourths: i32) -> Form {
        debug_assert!(self.dangers.is_empty(), "only linear sums are shared");
        self.linear.iter_mut().for_each(|(_, count)| *count = *count * sixty_fourths / WHOLE);
        self
    }

    fn danger(self) -> Form {
        debug_assert!(self.dangers.is_empty(), "units are linear");
        Form { linear: Vec::new(), dangers: vec![(self.linear, 1)] }
    }
}
