//! The positions of data files as linear forms of the parameters, packed.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::Range;
use std::path::PathBuf;

use anyhow::Context;
use eval::Tunable;
use eval::tapered::FULL_PHASE;
use eval::trace::{Coefficient, Parameter, Trace};
use eval::weights::Weights;
use movegen::fen;
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::Variant;

use crate::sample::Sample;

/// A parameter and how many 64ths of it count.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which parameter.
    pub parameter: u16,
    /// 64ths.
    pub count: i16,
}

/// A position: where its entries are, and what became of it.
#[derive(Clone, Debug)]
pub struct Example {
    /// The linear part.
    pub linear: Range<u32>,
    /// The units of the dangers, and whether they cost the side to move (1) or its opponent (-1).
    pub dangers: Vec<(Range<u32>, f32)>,
    /// Share of the middle game, 0 to 1.
    pub middle: f32,
    /// The score of the search for the side to move, in centipawns.
    pub score: f32,
    /// The result for the side to move, 0 to 1.
    pub result: f32,
}

/// Positions to fit to and positions to test with, never of the same game.
#[derive(Debug, Default)]
pub struct Data {
    /// All entries.
    pub entries: Vec<Entry>,
    /// To fit to.
    pub training: Vec<Example>,
    /// To test with.
    pub test: Vec<Example>,
}

/// One game in so many is kept for the test.
const TEST_GAMES: u64 = 8;

impl Data {
    /// Reads files of positions. `ties` says for each parameter which one stands for it.
    ///
    /// # Errors
    /// Names the file and line that cannot be read.
    pub fn read<P: Tunable>(
        paths: &[PathBuf],
        variant: Variant,
        parameters: &'static Weights<Parameter>,
        ties: &[u16],
    ) -> anyhow::Result<Data> {
        let mut data = Data::default();
        for path in paths {
            let file = File::open(path).with_context(|| path.display().to_string())?;
            for (number, line) in BufReader::new(file).lines().enumerate() {
                let context = || format!("{}:{}", path.display(), number + 1);
                let sample: Sample = line.with_context(context)?.parse().with_context(context)?;
                let position: P = fen::parse(&sample.fen, variant, false).with_context(context)?;
                data.add(&sample, &position, position.trace(parameters), ties);
            }
        }
        Ok(data)
    }

    fn add<P: Position>(&mut self, sample: &Sample, position: &P, trace: Trace, ties: &[u16]) {
        let white = position.actor() == Color::White;
        let result = f32::from(sample.result) / 2.0;
        let example = Example {
            linear: self.store(&trace.form.linear, ties),
            dangers: trace.form.dangers.iter().map(|(units, times)| (self.store(units, ties), *times as f32)).collect(),
            middle: trace.phase as f32 / FULL_PHASE as f32,
            score: if white { sample.score } else { -sample.score } as f32,
            result: if white { result } else { 1.0 - result },
        };
        if sample.game.is_multiple_of(TEST_GAMES) { self.test.push(example) } else { self.training.push(example) }
    }

    fn store(&mut self, terms: &[Coefficient], ties: &[u16]) -> Range<u32> {
        let start = self.entries.len() as u32;
        let entry = |&(parameter, count): &Coefficient| Entry {
            parameter: ties[usize::from(parameter.0)],
            count: count as i16,
        };
        self.entries.extend(terms.iter().map(entry));
        start..self.entries.len() as u32
    }
}
