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
