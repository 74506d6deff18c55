//! `kwartslag bench`: the node count that is the checksum of search and evaluation, and the speed.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use engine::bench::{self, BenchLine};
use engine::limits::Control;
use engine::report::nodes_per_second;
use movegen::name::GameName;

/// Arguments of `kwartslag bench`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Search to this depth, in plies
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Only this game [default: all]
    #[arg(long, value_name = "GAME")]
    variant: Option<GameName>,
    /// Search nothing: list the positions, each line a game and a FEN with a tab between
    #[arg(long, conflicts_with = "depth")]
    list: bool,
}

/// Prints the [`report`] of the bench, or its positions.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if args.list {
        for game in bench::games(args.variant) {
            for fen in bench::positions(game) {
                writeln!(out, "{game}\t{fen}")?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let lines = bench::bench(args.variant, args.depth, &Control::new(false))?;
    out.write_all(report(&lines).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// A line for each game, and last `N nodes M nps`, which is what OpenBench reads.
pub(crate) fn report(lines: &[BenchLine]) -> String {
    let mut text = String::new();
    for line in lines {
        let speed = nodes_per_second(line.nodes, line.time);
        let _ = writeln!(text, "{:<12} {:>10} nodes {speed:>9} nps", line.game.to_string(), line.nodes);
    }
    let nodes = lines.iter().map(|line| line.nodes).sum();
    let speed = nodes_per_second(nodes, lines.iter().map(|line| line.time).sum());
    let _ = writeln!(text, "{nodes} nodes {speed} nps");
    text
}
