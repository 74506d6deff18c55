//! `kwartslag bench`: the node count that is the checksum of search and evaluation, and the speed.

use std::io::{self, Write};
use std::process::ExitCode;

use movegen::name::GameName;

use crate::bench;
use crate::report::nodes_per_second;

/// Arguments of `kwartslag bench`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Search to this depth, in plies
    #[arg(long, value_name = "N", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Only this game [default: all]
    #[arg(long, value_name = "GAME")]
    variant: Option<GameName>,
    /// Search nothing: list the positions, a game and a FEN a line, with a tab between
    #[arg(long, conflicts_with = "depth")]
    list: bool,
}

/// Prints a line a game, and last `N nodes M nps`, which is what OpenBench reads.
///
/// # Errors
/// The output cannot be written.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if args.list {
        for game in bench::games(args.variant) {
            for fen in bench::positions(game) {
                writeln!(out, "{game}\t{fen}")?;
            }
        }
        return Ok(ExitCode::SUCCESS);
    }
    let lines = bench::bench(args.variant, args.depth)?;
    for line in &lines {
        let speed = nodes_per_second(line.nodes, line.time);
        writeln!(out, "{:<12} {:>10} nodes {speed:>9} nps", line.game.to_string(), line.nodes)?;
    }
    let nodes = lines.iter().map(|line| line.nodes).sum();
    let speed = nodes_per_second(nodes, lines.iter().map(|line| line.time).sum());
    writeln!(out, "{nodes} nodes {speed} nps")?;
    Ok(ExitCode::SUCCESS)
}
