//! The positions of data files, each as the parameters that make up its evaluation.

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

/// A parameter and how often it counts.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Which parameter.
    pub parameter: u16,
    /// How often, in 64ths.
    pub count: i16,
}

/// A position: where its entries are, and how the game ended.
#[derive(Clone, Debug)]
pub struct Example {
    /// The linear part.
    pub linear: Range<u32>,
    /// The units of danger to each king, and whether that danger costs the side to move (1) or its opponent (-1).
    pub dangers: Vec<(Range<u32>, f32)>,
    /// Weight of the middle-game values, 0 to 1; the rest is the endgame's.
    pub middle: f32,
    /// The score of the search for the side to move, in centipawns.
    pub score: f32,
    /// The result for the side to move, 0 to 1.
    pub result: f32,
}

/// Positions to train on and positions to test with, never from the same game.
#[derive(Debug, Default)]
pub struct Data {
    /// All entries.
    pub entries: Vec<Entry>,
    /// To train on.
    pub training: Vec<Example>,
    /// To test with.
    pub test: Vec<Example>,
}

/// One game in this many is kept for the test.
const TEST_GAMES: u64 = 8;

impl Data {
    /// Reads files of positions. `ties` names for each parameter the one that stands for it.
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
            let name = path.display().to_string();
            let file = File::open(path).with_context(|| name.clone())?;
            data.read_lines::<P>(BufReader::new(file), &name, variant, parameters, ties)?;
        }
        Ok(data)
    }

    fn read_lines<P: Tunable>(
        &mut self,
        lines: impl BufRead,
        name: &str,
        variant: Variant,
        parameters: &'static Weights<Parameter>,
        ties: &[u16],
    ) -> anyhow::Result<()> {
        for (number, line) in lines.lines().enumerate() {
            let context = || format!("{name}:{}", number + 1);
            let sample: Sample = line.with_context(context)?.parse().with_context(context)?;
            let position: P = fen::parse(&sample.fen, variant, false).with_context(context)?;
            self.add(&sample, &position, position.trace(parameters), ties);
        }
        Ok(())
    }

    pub(crate) fn add<P: Position>(&mut self, sample: &Sample, position: &P, trace: Trace, ties: &[u16]) {
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

#[cfg(test)]
mod tests {
    use eval::trace::parameters;
    use eval::weights::CHESS;
    use movegen::variants::chess::Chess;

    use super::*;
    use crate::structure;

    /// The data of these lines about chess.
    fn read(lines: &str) -> anyhow::Result<Data> {
        let numbered = Box::leak(Box::new(parameters(&CHESS)));
        let mut data = Data::default();
        data.read_lines::<Chess>(lines.as_bytes(), "games.tsv", Variant::Chess, numbered, &structure::ties(numbered))?;
        Ok(data)
    }

    const MEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn scores_and_results_are_those_of_the_side_to_move() {
        let data = read(&format!("1\t{MEN} w KQkq - 0 1\t35\t2\n1\t{MEN} b KQkq - 0 1\t35\t2\n")).unwrap();
        let seen: Vec<(f32, f32)> = data.training.iter().map(|example| (example.score, example.result)).collect();
        assert_eq!(seen, [(35.0, 1.0), (-35.0, 0.0)]);
        assert!(data.training.iter().all(|example| example.middle == 1.0));
    }

    #[test]
    fn one_game_in_eight_is_kept_for_the_test() {
        let lines: String = (0..16).map(|game| format!("{game}\t{MEN} w KQkq - 0 1\t0\t1\n")).collect();
        let data = read(&lines).unwrap();
        assert_eq!((data.training.len(), data.test.len()), (14, 2));
    }

    #[test]
    fn a_bad_line_is_named() {
        for bad in ["1\tnonsense\t0\t1", "1\t", "x\ty\tz"] {
            let error = read(&format!("1\t{MEN} w KQkq - 0 1\t0\t1\n{bad}\n")).unwrap_err();
            assert!(error.to_string().starts_with("games.tsv:2"), "{error:#}");
        }
    }
}
