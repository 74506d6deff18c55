//! The evaluation as a function of its parameters: values and gradients.

use eval::term::{DANGER_DIVISOR, MOST_DANGER};

use crate::data::{Entry, Example};

/// A middle-game and an endgame value for each parameter.
pub type Values = Vec<[f32; 2]>;

/// The function that the examples are fitted with.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The entries that examples refer to.
    pub entries: &'a [Entry],
}

impl Model<'_> {
    fn sum(&self, range: &std::ops::Range<u32>, values: &Values) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for entry in &self.entries[range.start as usize..range.end as usize] {
            let value = values[usize::from(entry.parameter)];
            let count = f32::from(entry.count);
            sum[0] += value[0] * count;
            sum[1] += value[1] * count;
        }
        sum.map(|sum| sum / 64.0)
    }

    /// What the units cost and by how much more a unit more costs: middle game, endgame.
    fn cost(&self, units: [f32; 2]) -> [(f32, f32); 2] {
        units.map(|units| {
            let counted = units.clamp(0.0, MOST_DANGER as f32);
            let slope = if counted == units { 2.0 * units } else { 0.0 };
            (counted * counted / DANGER_DIVISOR as f32, slope / DANGER_DIVISOR as f32)
        })
    }

    /// The evaluation in centipawns for the side to move.
    pub fn evaluate(&self, example: &Example, values: &Values) -> f32 {
        let mut sum = self.sum(&example.linear, values);
        for (units, times) in &example.dangers {
            let cost = self.cost(self.sum(units, values));
            sum[0] -= times * cost[0].0;
            sum[1] -= times * cost[1].0;
        }
        sum[0] * example.middle + sum[1] * (1.0 - example.middle)
    }

    /// Adds the gradient of one example's evaluation, times `by`.
    pub fn add_gradient(&self, example: &Example, values: &Values, by: f32, gradient: &mut Values) {
        let shares = [example.middle * by / 64.0, (1.0 - example.middle) * by / 64.0];
        self.spread(&example.linear, shares, gradient);
        for (units, times) in &example.dangers {
            let cost = self.cost(self.sum(units, values));
            self.spread(units, [-times * cost[0].1 * shares[0], -times * cost[1].1 * shares[1]], gradient);
        }
    }

    fn spread(&self, range: &std::ops::Range<u32>, by: [f32; 2], gradient: &mut Values) {
        for entry in &self.entries[range.start as usize..range.end as usize] {
            let slot = &mut gradient[usize::from(entry.parameter)];
            let count = f32::from(entry.count);
            slot[0] += by[0] * count;
            slot[1] += by[1] * count;
        }
    }
}

/// The share of points expected of a score, at this steepness a centipawn.
pub fn expected(score: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-steepness * score).exp())
}
