//! The fit: what to minimise, and how.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use eval::Tunable;
use eval::tapered::Tapered;
use eval::trace::{Parameter, parameters};
use eval::weights::Weights;
use movegen::name::GameName;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::superschaak::Superschaak;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use crate::data::{Data, Example};
use crate::guess::first_guess;
use crate::model::{Model, Values, expected};
use crate::{source, structure};

/// Arguments of `fit`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game
    #[arg(long, value_name = "GAME")]
    variant: GameName,
    /// Files of positions
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where the table goes, as Rust source
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How much the result of the game counts beside the score of the search, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    lambda: f32,
    /// Passes over the data
    #[arg(long, value_name = "N", default_value_t = 40)]
    epochs: usize,
    /// First step, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 2.0)]
    rate: f32,
    /// How many positions the first guess of a parameter weighs
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    pull: f32,
    /// How many positions say that neighbouring squares, distances or numbers change alike
    #[arg(long, value_name = "N", default_value_t = 100.0)]
    smooth: f32,
    /// Seed of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Positions whose gradient makes one step.
const BATCH: usize = 8_192;
/// The last step as a share of the first.
const LAST_STEP: f32 = 0.01;

/// Fits the table of the game, tells the errors, and writes the table.
///
/// # Errors
/// A file cannot be read or written, or the game has no such table.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.variant.variant {
        _ if args.variant.chess960 => bail!("chess960 has no table of its own; fit chess"),
        Variant::Chess => fit::<Chess>(args),
        Variant::Superschaak => fit::<Superschaak>(args),
        Variant::Halijnen => bail!("halijnen has no table to fit"),
        _ => fit::<Drops>(args),
    }
}

fn fit<P: Tunable>(args: &Args) -> anyhow::Result<()> {
    let variant = args.variant.variant;
    let weights = &first_guess(variant);
    let numbered: &'static Weights<Parameter> = Box::leak(Box::new(parameters(weights)));
    let ties = structure::ties(numbered);
    let neighbours = structure::neighbours(numbered, &ties);
    let begun = Instant::now();
    let data = Data::read::<P>(&args.data, variant, numbered, &ties)?;
    eprintln!(
        "{} parameters, {} positions to fit to, {} to test with, {:.1} entries a position, read in {:.0} s",
        ties.len(),
        data.training.len(),
        data.test.len(),
        data.entries.len() as f64 / (data.training.len() + data.test.len()).max(1) as f64,
        begun.elapsed().as_secs_f64()
    );
    let start = start_values(weights, &ties);
    let mut fit = Fit::new(args, &data, neighbours, start);
    fit.tell("before");
    fit.minimise();
    fit.tell("after");
    let values: Values = ties.iter().map(|&tie| fit.values[usize::from(tie)]).collect();
    if let Some(path) = &args.out {
        let values = source::with_first_rank(numbered, source::centred(numbered, values));
        let table = source::table(variant, &rounded(weights, &values));
        std::fs::write(path, table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// The values of a table; those of tied parameters averaged.
fn start_values(weights: &Weights, ties: &[u16]) -> Values {
    let mut values = Vec::new();
    weights.map(&mut |value: Tapered| values.push([value.middle() as f32, value.end() as f32]));
    let mut sums = vec![([0.0; 2], 0.0f32); values.len()];
    for (&tie, value) in ties.iter().zip(&values) {
        let (sum, count) = &mut sums[usize::from(tie)];
        *sum = [sum[0] + value[0], sum[1] + value[1]];
        *count += 1.0;
    }
    sums.into_iter().map(|(sum, count)| sum.map(|sum| sum / count.max(1.0))).collect()
}

fn rounded(weights: &Weights, values: &Values) -> Weights {
    let mut values = values.iter();
    weights.map(&mut |_| {
        let [middle, end] = values.next().copied().unwrap_or_default();
        Tapered::new(middle.round() as i32, end.round() as i32)
    })
}

/// The state of a fit.
struct Fit<'a> {
    args: &'a Args,
    data: &'a Data,
    model: Model<'a>,
    /// Slope of the expected result, by centipawn.
    steepness: f32,
    neighbours: Vec<(u16, u16)>,
    start: Values,
    values: Values,
}

impl<'a> Fit<'a> {
    fn new(args: &'a Args, data: &'a Data, neighbours: Vec<(u16, u16)>, start: Values) -> Fit<'a> {
        let model = Model { entries: &data.entries };
        let steepness = steepness(&data.training);
        eprintln!("{steepness:.5} a centipawn fits the scores of the searches to the results best");
        Fit { args, data, model, steepness, neighbours, values: start.clone(), start }
    }

    fn target(&self, example: &Example) -> f32 {
        let lambda = self.args.lambda;
        lambda * example.result + (1.0 - lambda) * expected(example.score, self.steepness)
    }

    /// Prints the errors of the evaluation: against the target and against the result alone.
    fn tell(&self, when: &str) {
        for (name, examples) in [("fitted", &self.data.training), ("test", &self.data.test)] {
            let (mut target, mut result) = (0.0f64, 0.0f64);
            for example in examples {
                let expectation = expected(self.model.evaluate(example, &self.values), self.steepness);
                target += f64::from(expectation - self.target(example)).powi(2);
                result += f64::from(expectation - example.result).powi(2);
            }
            let count = examples.len().max(1) as f64;
            eprintln!("{when}, {name}: error {:.5}, against results alone {:.5}", target / count, result / count);
        }
    }

    /// Adam (Kingma, Ba 2015) with steps that shrink geometrically.
    fn minimise(&mut self) {
        let mut random = ChaCha8Rng::seed_from_u64(self.args.seed);
        let mut order: Vec<usize> = (0..self.data.training.len()).collect();
        let (mut mean, mut square) = (vec![[0.0f32; 2]; self.values.len()], vec![[0.0f32; 2]; self.values.len()]);
        let steps = (self.args.epochs * self.data.training.len().div_ceil(BATCH)).max(1);
        let mut step = 0;
        for epoch in 0..self.args.epochs {
            let begun = Instant::now();
            order.shuffle(&mut random);
            for batch in order.chunks(BATCH) {
                let gradient = self.gradient(batch);
                step += 1;
                let rate = self.args.rate * LAST_STEP.powf(step as f32 / steps as f32);
                let corrections = [1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step)];
                for i in 0..self.values.len() {
                    for half in 0..2 {
                        let slope = gradient[i][half];
                        mean[i][half] += 0.1 * (slope - mean[i][half]);
                        square[i][half] += 0.001 * (slope * slope - square[i][half]);
                        let root = (square[i][half] / corrections[1]).sqrt();
                        self.values[i][half] -= rate * mean[i][half] / corrections[0] / (root + 1e-6);
                    }
                }
            }
            if epoch % 10 == 9 {
                self.tell(&format!("epoch {} ({:.1} s)", epoch + 1, begun.elapsed().as_secs_f64()));
            }
        }
    }

    /// The gradient of the squared error over a batch, in units of which a position typically gives 1 to a parameter.
    fn gradient(&self, batch: &[usize]) -> Values {
        let mut gradient = vec![[0.0; 2]; self.values.len()];
        for &i in batch {
            let example = &self.data.training[i];
            let expectation = expected(self.model.evaluate(example, &self.values), self.steepness);
            let slope = expectation * (1.0 - expectation);
            let by = (expectation - self.target(example)) * slope / self.steepness;
            self.model.add_gradient(example, &self.values, by, &mut gradient);
        }
        self.add_expectations(batch.len(), &mut gradient);
        gradient
    }

    /// Adds what is expected without looking at positions: that values stay, and change like their neighbours.
    fn add_expectations(&self, batch: usize, gradient: &mut Values) {
        // A position's curvature is at most the slope squared, a sixteenth.
        let position = batch as f32 / self.data.training.len().max(1) as f32 / 16.0;
        let (pull, smooth) = (self.args.pull * position, self.args.smooth * position);
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

/// The slope, by centipawn, with which the scores of the search predict the results best.
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
