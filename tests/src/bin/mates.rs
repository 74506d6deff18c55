//! Makes the suites of forced wins, and measures how many of them the engine finds.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kwartslag_tests::mates::measure::{Attempts, attempt, report};
use kwartslag_tests::mates::{GAMES, HEADER, Split, generate, suite};
use movegen::rules::Variant;
use movegen::with_position_type;

/// Forced wins in two to six moves: how many the engine finds.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write a suite to the standard output
    Generate {
        /// The game
        #[arg(long, value_parser = game)]
        variant: Variant,
        /// Chooses the games that are played
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Positions of each length
        #[arg(long, default_value_t = 20)]
        each: usize,
        /// Play no more games than this
        #[arg(long, default_value_t = 10_000)]
        games: u64,
    },
    /// Search the positions of the suites; a search without success counts with all nodes
    Measure {
        /// Nodes for each position
        #[arg(long, default_value_t = 100_000)]
        nodes: u64,
        /// Only this game
        #[arg(long, value_parser = game)]
        variant: Option<Variant>,
        /// Only the positions looked at in development (dev), or only those held back (held)
        #[arg(long)]
        split: Option<Split>,
        /// A line for each length too
        #[arg(long)]
        lengths: bool,
    },
}

fn game(id: &str) -> Result<Variant, String> {
    Variant::from_id(id).ok_or_else(|| format!("unknown game `{id}`"))
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mates: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    match command {
        Command::Generate { variant, seed, each, games } => {
            let wins = with_position_type!(variant, P => generate::collect::<P>(variant, seed, each, games));
            writeln!(out, "{}", HEADER.join("\t"))?;
            for win in wins {
                writeln!(out, "{win}")?;
            }
        }
        Command::Measure { nodes, variant, split, lengths } => {
            let mut attempts = Attempts::new();
            for game in GAMES.into_iter().filter(|&game| variant.is_none_or(|only| only == game)) {
                for win in suite(game)?.into_iter().filter(|win| split.is_none_or(|only| only == win.split)) {
                    let attempt = attempt(&win, nodes)?;
                    if let Some(fault) = &attempt.fault {
                        eprintln!("{win}: {fault}");
                    }
                    attempts.push((win, attempt));
                }
            }
            report(&attempts, nodes, lengths, &mut out)?;
        }
    }
    Ok(())
}
