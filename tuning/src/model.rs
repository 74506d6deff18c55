//! The evaluation as a differentiable function of its parameters.

use std::ops::Range;

use eval::term::{DANGER_DIVISOR, MOST_DANGER};

use crate::data::{Entry, Example};

/// A middle-game and an endgame value for each parameter.
pub type Values = Vec<[f32; 2]>;

/// The evaluation as a function of the values of its parameters.
#[derive(Clone, Copy, Debug)]
pub struct Model<'a> {
    /// The entries to which examples refer.
    pub entries: &'a [Entry],
}

impl Model<'_> {
    fn sum(&self, range: &Range<u32>, values: &Values) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for entry in &self.entries[range.start as usize..range.end as usize] {
            let value = values[usize::from(entry.parameter)];
            let count = f32::from(entry.count);
            sum[0] += value[0] * count;
            sum[1] += value[1] * count;
        }
        sum.map(|sum| sum / 64.0)
    }

    /// The cost of these units of danger, and its derivative: middle game, endgame.
    fn cost(units: [f32; 2]) -> [(f32, f32); 2] {
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
            let cost = Self::cost(self.sum(units, values));
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
            let cost = Self::cost(self.sum(units, values));
            self.spread(units, [-times * cost[0].1 * shares[0], -times * cost[1].1 * shares[1]], gradient);
        }
    }

    fn spread(&self, range: &Range<u32>, by: [f32; 2], gradient: &mut Values) {
        for entry in &self.entries[range.start as usize..range.end as usize] {
            let slot = &mut gradient[usize::from(entry.parameter)];
            let count = f32::from(entry.count);
            slot[0] += by[0] * count;
            slot[1] += by[1] * count;
        }
    }
}

/// The expected result of a score in centipawns, 0 to 1.
pub fn expected(score: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-steepness * score).exp())
}

#[cfg(test)]
mod tests {
    use eval::Tunable;
    use eval::tapered::Tapered;
    use eval::trace::parameters;
    use movegen::fen;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::variants::drops::Drops;
    use movegen::variants::superschaak::Superschaak;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;
    use crate::data::Data;
    use crate::sample::Sample;

    /// Positions of random games, each parameter standing for itself, and the values of the weights that play.
    fn games<P: Tunable>(variant: Variant) -> (Vec<P>, Data, Values) {
        let start: P = fen::parse(variant.start_fen(), variant, false).unwrap();
        let numbered = Box::leak(Box::new(parameters(start.weights())));
        let mut values = Values::new();
        start.weights().map(&mut |value: Tapered| values.push([value.middle() as f32, value.end() as f32]));
        let own: Vec<u16> = (0..values.len() as u16).collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let (mut positions, mut data) = (Vec::new(), Data::default());
        for _ in 0..4 {
            let mut position = start.clone();
            for ply in 0..100 {
                let Some(&mv) = position.legal_moves().choose(&mut rng) else { break };
                position.make(mv, &mut ());
                if position.over().is_some() {
                    break;
                }
                if ply % 5 == 0 {
                    let sample = Sample { game: 1, fen: String::new(), score: 0, result: 1 };
                    data.add(&sample, &position, position.trace(numbered), &own);
                    positions.push(position.clone());
                }
            }
        }
        assert!(positions.len() > 30);
        (positions, data, values)
    }

    fn check<P: Tunable>(variant: Variant) {
        let (positions, data, values) = games::<P>(variant);
        let model = Model { entries: &data.entries };
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for (position, example) in positions.iter().zip(&data.training) {
            let fen = fen::write(position);
            let played = position.evaluate(&position.fresh()) as f32;
            let score = model.evaluate(example, &values);
            // Play rounds the units, their cost and the phase.
            assert!((score - played).abs() < 16.0, "{fen}: {score}, played {played}");

            let mut gradient = vec![[0.0; 2]; values.len()];
            model.add_gradient(example, &values, 1.0, &mut gradient);
            assert_eq!(example.dangers.len(), 2);
            let dangers = example.dangers.iter().map(|(range, _)| range);
            for range in dangers.chain([&example.linear]) {
                for entry in model.entries[range.start as usize..range.end as usize].sample(&mut rng, 12) {
                    let parameter = usize::from(entry.parameter);
                    for half in 0..2 {
                        let at = |step: f32| {
                            let mut values = values.clone();
                            values[parameter][half] += step;
                            f64::from(model.evaluate(example, &values))
                        };
                        let numeric = at(0.5) - at(-0.5);
                        let slope = f64::from(gradient[parameter][half]);
                        assert!(
                            (numeric - slope).abs() < 0.1 + 0.01 * slope.abs(),
                            "{fen}: {parameter}: {slope}, {numeric}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn the_gradient_of_every_part_is_that_found_by_small_steps() {
        check::<Chess>(Variant::Chess);
        check::<Superschaak>(Variant::Superschaak);
        check::<Drops>(Variant::Crazyhouse);
        check::<Drops>(Variant::Doorgeefsolo);
    }

    #[test]
    fn danger_costs_the_square_of_its_units_and_its_derivative_is_twice_the_units() {
        let divisor = DANGER_DIVISOR as f32;
        assert_eq!(Model::cost([-5.0, 32.0]), [(0.0, 0.0), (32.0 * 32.0 / divisor, 64.0 / divisor)]);
        let most = MOST_DANGER as f32;
        assert_eq!(Model::cost([most, most + 1.0]).map(|(cost, _)| cost), [most * most / divisor; 2]);
        assert_eq!(Model::cost([most, most + 1.0])[1].1, 0.0);
    }

    #[test]
    fn expected_results_are_points_for_the_side_ahead() {
        assert_eq!(expected(0.0, 0.01), 0.5);
        assert!(expected(100.0, 0.01) > 0.7 && (expected(100.0, 0.01) + expected(-100.0, 0.01) - 1.0).abs() < 1e-6);
    }
}
