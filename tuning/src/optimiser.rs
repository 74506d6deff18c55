//! The optimiser: what a fit minimises, and how.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::data::{Data, Example};
use crate::model::{Model, Values, expected};

/// What is minimised, and in which steps.
#[derive(clap::Args, Clone, Debug)]
pub struct Settings {
    /// Weight of the game's result in the target, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub lambda: f32,
    /// Passes over the data
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub epochs: usize,
    /// Size of the first step, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    pub rate: f32,
    /// Strength of the pull towards the first guess, in positions
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    pub pull: f32,
    /// Strength with which neighbouring squares, distances and numbers change alike, in positions
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    pub smooth: f32,
    /// Seed of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// Positions that make up the gradient of one step.
const BATCH: usize = 8_192;
/// The last step as a share of the first.
const LAST_STEP: f32 = 0.01;
/// Decay rates of Adam's running means of the gradient and of its square.
const DECAY: [f32; 2] = [0.9, 0.999];

/// Mean squared errors of the evaluation's expected results.
#[derive(Clone, Copy, Debug)]
pub struct Errors {
    /// Against the target: results and scores of searches.
    pub target: f64,
    /// Against the results alone.
    pub result: f64,
}

/// A fit under way.
#[derive(Debug)]
pub struct Optimiser<'a> {
    settings: &'a Settings,
    data: &'a Data,
    model: Model<'a>,
    /// Slope of the expected result per centipawn.
    steepness: f32,
    /// Pairs of parameters that are expected to change alike.
    neighbours: Vec<(u16, u16)>,
    start: Values,
    values: Values,
}

impl<'a> Optimiser<'a> {
    /// A fit that starts with these values.
    pub fn new(settings: &'a Settings, data: &'a Data, neighbours: Vec<(u16, u16)>, start: Values) -> Optimiser<'a> {
        let model = Model { entries: &data.entries };
        let steepness = steepness(&data.training);
        Optimiser { settings, data, model, steepness, neighbours, values: start.clone(), start }
    }

    /// The slope of the expected result per centipawn that predicts the results best from the scores of the searches.
    pub fn steepness(&self) -> f32 {
        self.steepness
    }

    /// The values so far.
    pub fn values(&self) -> &Values {
        &self.values
    }

    fn target(&self, example: &Example) -> f32 {
        let lambda = self.settings.lambda;
        lambda * example.result + (1.0 - lambda) * expected(example.score, self.steepness)
    }

    /// The errors in these examples.
    pub fn errors(&self, examples: &[Example]) -> Errors {
        let mut errors = Errors { target: 0.0, result: 0.0 };
        let count = examples.len().max(1) as f64;
        for example in examples {
            let expectation = expected(self.model.evaluate(example, &self.values), self.steepness);
            errors.target += f64::from(expectation - self.target(example)).powi(2) / count;
            errors.result += f64::from(expectation - example.result).powi(2) / count;
        }
        errors
    }

    /// Adam (Kingma, Ba 2015) with steps that shrink geometrically. `after` is called after each epoch, from 1 on.
    pub fn minimise(&mut self, mut after: impl FnMut(usize, &Optimiser)) {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        let mut order: Vec<usize> = (0..self.data.training.len()).collect();
        let mut adam = Adam::new(self.values.len());
        let steps = (self.settings.epochs * order.len().div_ceil(BATCH)).max(1);
        for epoch in 1..=self.settings.epochs {
            order.shuffle(&mut random);
            for batch in order.chunks(BATCH) {
                let gradient = self.gradient(batch);
                let rate = self.settings.rate * LAST_STEP.powf((adam.steps + 1) as f32 / steps as f32);
                adam.step(&gradient, rate, &mut self.values);
            }
            after(epoch, self);
        }
    }

    /// The gradient over a batch of half the squared error and the priors, divided by the square of the steepness: in
    /// units of centipawns, so that its size does not depend on the steepness.
    fn gradient(&self, batch: &[usize]) -> Values {
        let mut gradient = vec![[0.0; 2]; self.values.len()];
        for &i in batch {
            let example = &self.data.training[i];
            let expectation = expected(self.model.evaluate(example, &self.values), self.steepness);
            let slope = expectation * (1.0 - expectation);
            let by = (expectation - self.target(example)) * slope / self.steepness;
            self.model.add_gradient(example, &self.values, by, &mut gradient);
        }
        self.add_priors(batch.len(), &mut gradient);
        gradient
    }

    /// Adds the gradient of what is expected before looking at positions: that values stay near the first guess, and
    /// change like their neighbours.
    fn add_priors(&self, batch: usize, gradient: &mut Values) {
        // A position's curvature is at most the slope squared, a sixteenth.
        let position = batch as f32 / self.data.training.len().max(1) as f32 / 16.0;
        let (pull, smooth) = (self.settings.pull * position, self.settings.smooth * position);
        let change = |i: usize, half: usize| self.values[i][half] - self.start[i][half];
        for half in 0..2 {
            for (i, slot) in gradient.iter_mut().enumerate() {
                slot[half] += pull * change(i, half);
            }
            for &(a, b) in &self.neighbours {
                let (a, b) = (usize::from(a), usize::from(b));
                let force = smooth * (change(a, half) - change(b, half));
                gradient[a][half] += force;
                gradient[b][half] -= force;
            }
        }
    }
}

/// The state of Adam.
struct Adam {
    mean: Values,
    square: Values,
    steps: i32,
}

impl Adam {
    fn new(parameters: usize) -> Adam {
        Adam { mean: vec![[0.0; 2]; parameters], square: vec![[0.0; 2]; parameters], steps: 0 }
    }

    /// Moves the values against the gradient by steps of about `rate`.
    fn step(&mut self, gradient: &Values, rate: f32, values: &mut Values) {
        self.steps += 1;
        let corrections = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        for (i, value) in values.iter_mut().enumerate() {
            for half in 0..2 {
                let slope = gradient[i][half];
                let (mean, square) = (&mut self.mean[i][half], &mut self.square[i][half]);
                *mean += (1.0 - DECAY[0]) * (slope - *mean);
                *square += (1.0 - DECAY[1]) * (slope * slope - *square);
                let root = (*square / corrections[1]).sqrt();
                value[half] -= rate * *mean / corrections[0] / (root + 1e-6);
            }
        }
    }
}

/// The slope per centipawn with which the scores of the searches predict the results best.
fn steepness(examples: &[Example]) -> f32 {
    let error = |steepness: f32| -> f64 {
        examples.iter().map(|e| f64::from(expected(e.score, steepness) - e.result).powi(2)).sum()
    };
    // The error has one minimum: narrow the interval by the golden section.
    let (mut low, mut high) = (0.0005f32, 0.02f32);
    for _ in 0..25 {
        let (a, b) = (high - 0.618 * (high - low), low + 0.618 * (high - low));
        if error(a) < error(b) { high = b } else { low = a }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::data::Entry;

    /// Parameters of the linear part, and of the units of danger.
    const LINEAR: u16 = 8;
    const UNITS: u16 = 4;

    /// Weights to be found.
    fn truth() -> Values {
        (0..LINEAR + UNITS)
            .map(|i| {
                if i < LINEAR {
                    [40.0 - 9.0 * f32::from(i), f32::from(i * i)]
                } else {
                    [60.0 + 20.0 * f32::from(i - LINEAR), 90.0]
                }
            })
            .collect()
    }

    /// Positions with random entries whose scores are those of the true weights.
    fn synthetic(count: usize) -> Data {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut data = Data::default();
        for _ in 0..count {
            let mut store = |parameters: std::ops::Range<u16>, counts: std::ops::RangeInclusive<i16>| {
                let start = data.entries.len() as u32;
                for parameter in parameters {
                    data.entries.push(Entry { parameter, count: 64 * rng.random_range(counts.clone()) });
                }
                start..data.entries.len() as u32
            };
            let linear = store(0..LINEAR, -3..=3);
            let dangers =
                vec![(store(LINEAR..LINEAR + UNITS, 0..=1), 1.0), (store(LINEAR..LINEAR + UNITS, 0..=1), -1.0)];
            let example = Example { linear, dangers, middle: rng.random(), score: 0.0, result: 0.5 };
            data.training.push(example);
        }
        let model = Model { entries: &data.entries };
        for example in &mut data.training {
            example.score = model.evaluate(example, &truth());
            example.result = f32::from(u8::from(rng.random::<f32>() < expected(example.score, 0.004)));
        }
        data
    }

    fn settings() -> Settings {
        Settings { lambda: 0.0, epochs: 400, rate: 3.0, pull: 0.0, smooth: 0.0, seed: 1 }
    }

    /// Everything at a value that is not the true one.
    fn start() -> Values {
        (0..LINEAR + UNITS).map(|i| if i < LINEAR { [0.0; 2] } else { [80.0; 2] }).collect()
    }

    #[test]
    fn known_weights_are_found_again_from_scores() {
        let (data, settings) = (synthetic(4_000), settings());
        let mut optimiser = Optimiser::new(&settings, &data, Vec::new(), start());
        let mut epochs = Vec::new();
        optimiser.minimise(|epoch, _| epochs.push(epoch));
        assert_eq!((epochs.len(), epochs[0]), (400, 1));
        for (found, known) in optimiser.values().iter().zip(truth()) {
            assert!((0..2).all(|half| (found[half] - known[half]).abs() < 2.0), "{found:?} for {known:?}");
        }
        assert!(optimiser.errors(&data.training).target < 1e-5);
    }

    #[test]
    fn the_steepness_is_that_with_which_the_results_were_drawn() {
        assert!((steepness(&synthetic(4_000).training) - 0.004).abs() < 0.0006);
    }

    /// What [`Optimiser::gradient`] says that it is the gradient of.
    fn loss(optimiser: &Optimiser, batch: &[usize], values: &Values) -> f64 {
        let share = batch.len() as f64 / optimiser.data.training.len() as f64 / 16.0;
        let errors = batch.iter().map(|&i| {
            let example = &optimiser.data.training[i];
            let expectation = expected(optimiser.model.evaluate(example, values), optimiser.steepness);
            let error = f64::from(expectation - optimiser.target(example)) / f64::from(optimiser.steepness);
            error * error / 2.0
        });
        let change = |i: usize, half: usize| f64::from(values[i][half] - optimiser.start[i][half]);
        let squares = |pairs: &mut dyn Iterator<Item = f64>| pairs.map(|change| change * change / 2.0).sum::<f64>();
        let all = || (0..values.len()).flat_map(|i| [(i, 0), (i, 1)]);
        let pull = squares(&mut all().map(|(i, half)| change(i, half)));
        let smooth = squares(
            &mut optimiser
                .neighbours
                .iter()
                .flat_map(|&(a, b)| [0, 1].map(|half| change(a.into(), half) - change(b.into(), half))),
        );
        let (by_pull, by_smooth) = (f64::from(optimiser.settings.pull), f64::from(optimiser.settings.smooth));
        errors.sum::<f64>() + share * (by_pull * pull + by_smooth * smooth)
    }

    #[test]
    fn the_gradient_of_the_whole_is_that_found_by_small_steps() {
        let data = synthetic(200);
        let settings = Settings { lambda: 0.4, pull: 500.0, smooth: 300.0, ..settings() };
        let mut optimiser = Optimiser::new(&settings, &data, vec![(0, 1), (8, 9)], start());
        for (i, value) in optimiser.values.iter_mut().enumerate() {
            *value = [value[0] + 3.0 * i as f32, value[1] - 2.0 * i as f32];
        }
        let batch: Vec<usize> = (0..150).collect();
        let gradient = optimiser.gradient(&batch);
        for (i, slopes) in gradient.iter().enumerate() {
            for half in 0..2 {
                let at = |step: f32| {
                    let mut values = optimiser.values.clone();
                    values[i][half] += step;
                    loss(&optimiser, &batch, &values)
                };
                let numeric = at(0.5) - at(-0.5);
                let slope = f64::from(slopes[half]);
                assert!((numeric - slope).abs() < 1.0 + 0.01 * slope.abs(), "{i} {half}: {slope}, {numeric}");
            }
        }
    }

    #[test]
    fn a_strong_pull_keeps_the_first_guess_and_neighbours_change_alike() {
        let data = synthetic(500);
        let fitted = |settings: &Settings| {
            let mut optimiser = Optimiser::new(settings, &data, vec![(0, 1)], start());
            optimiser.minimise(|_, _| {});
            optimiser.values
        };
        let pulled = fitted(&Settings { pull: 1e9, rate: 0.1, ..settings() });
        assert!(pulled.iter().zip(start()).all(|(found, start)| (found[0] - start[0]).abs() < 1.0));
        let smooth = fitted(&Settings { smooth: 1e5, ..settings() });
        assert!((smooth[0][0] - smooth[1][0]).abs() < 1.0, "{smooth:?}");
    }

    #[test]
    fn the_order_of_positions_depends_on_the_seed_alone() {
        let data = synthetic(300);
        let fitted = |settings: &Settings| {
            let mut optimiser = Optimiser::new(settings, &data, Vec::new(), start());
            optimiser.minimise(|_, _| {});
            optimiser.values
        };
        let settings = Settings { epochs: 5, ..settings() };
        assert_eq!(fitted(&settings), fitted(&settings));
    }
}
