//! The program `kwartslag-tuning`.

use clap::{Parser, Subcommand};
use tuning::{fit, selfplay};

/// Makes the tables of Kwartslag's evaluation.
#[derive(Parser)]
#[command(name = "kwartslag-tuning", version, about)]
enum Cli {
    #[command(flatten)]
    Command(Command),
}

#[derive(Subcommand)]
enum Command {
    /// Play games of the engine against itself and write down their quiet positions
    Play(selfplay::Args),
    /// Fit the table of a game to such positions and write it as Rust source
    Fit(fit::Args),
}

fn main() -> anyhow::Result<()> {
    let Cli::Command(command) = Cli::parse();
    match command {
        Command::Play(args) => selfplay::run(&args),
        Command::Fit(args) => fit::run(&args),
    }
}
