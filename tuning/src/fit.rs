//! The command `fit`: reads positions, fits the weights of a game to them, and writes them as source.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context;
use eval::Tunable;
use eval::tapered::Tapered;
use eval::trace::{Parameter, parameters};
use eval::weights::Weights;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::superschaak::Superschaak;

use crate::data::Data;
use crate::guess::first_guess;
use crate::model::Values;
use crate::optimiser::{Errors, Optimiser, Settings};
use crate::{finish, source, structure};

/// A game with weights of its own to fit. Bughouse plays with those of crazyhouse, doorgeef and Euwe with those of
/// doorgeefsolo; those of HA-lijnen are chosen by hand.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum Fitted {
    /// Orthodox chess, and Chess960
    Chess,
    /// Superschaak
    Superschaak,
    /// Crazyhouse, and bughouse
    Crazyhouse,
    /// Doorgeefsolo, doorgeef and Euwe
    Doorgeefsolo,
}

impl Fitted {
    fn variant(self) -> Variant {
        match self {
            Fitted::Chess => Variant::Chess,
            Fitted::Superschaak => Variant::Superschaak,
            Fitted::Crazyhouse => Variant::Crazyhouse,
            Fitted::Doorgeefsolo => Variant::Doorgeefsolo,
        }
    }
}

/// Arguments of `fit`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game
    #[arg(long, value_name = "GAME", ignore_case = true)]
    variant: Fitted,
    /// Files of positions, written by `play`
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where to write the table, as Rust source
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    settings: Settings,
}

/// Fits the weights of the game, prints the errors, and writes the table.
///
/// # Errors
/// A file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    match args.variant {
        Fitted::Chess => fit::<Chess>(args),
        Fitted::Superschaak => fit::<Superschaak>(args),
        Fitted::Crazyhouse | Fitted::Doorgeefsolo => fit::<Drops>(args),
    }
}

fn fit<P: Tunable>(args: &Args) -> anyhow::Result<()> {
    let variant = args.variant.variant();
    let weights = &first_guess(args.variant);
    let numbered: &'static Weights<Parameter> = Box::leak(Box::new(parameters(weights)));
    let ties = structure::ties(numbered);
    let neighbours = structure::neighbours(numbered, &ties);
    let begun = Instant::now();
    let data = Data::read::<P>(&args.data, variant, numbered, &ties)?;
    eprintln!(
        "{} parameters, {} training positions, {} test positions, {:.1} entries per position, read in {:.0} s",
        ties.len(),
        data.training.len(),
        data.test.len(),
        data.entries.len() as f64 / (data.training.len() + data.test.len()).max(1) as f64,
        begun.elapsed().as_secs_f64()
    );
    let start = start_values(weights, &ties);
    let mut optimiser = Optimiser::new(&args.settings, &data, neighbours, start);
    eprintln!("steepness {:.5} per centipawn predicts the results best from the search scores", optimiser.steepness());
    report("before", &optimiser, &data);
    optimiser.minimise(|epoch, optimiser| {
        if epoch.is_multiple_of(REPORT) {
            report(&format!("epoch {epoch}"), optimiser, &data);
        }
    });
    report("after", &optimiser, &data);
    let values: Values = ties.iter().map(|&tie| optimiser.values()[usize::from(tie)]).collect();
    if let Some(path) = &args.out {
        let values = finish::with_first_rank(numbered, finish::centred(numbered, values));
        let table = source::table(variant, &rounded(weights, &values));
        std::fs::write(path, table).with_context(|| path.display().to_string())?;
    }
    Ok(())
}

/// Epochs between two reports.
const REPORT: usize = 10;

/// Prints the errors of the evaluation.
fn report(when: &str, optimiser: &Optimiser, data: &Data) {
    for (name, examples) in [("training", &data.training), ("test", &data.test)] {
        let Errors { target, result } = optimiser.errors(examples);
        eprintln!("{when}, {name}: error {target:.5}, against results alone {result:.5}");
    }
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
