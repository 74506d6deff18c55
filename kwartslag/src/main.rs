//! The program `kwartslag`: without arguments an engine for UCI and XBoard, with a command a tool.

mod cli;
mod protocol;
mod uci;
mod xboard;

use std::io::{self, BufReader, ErrorKind, Write};
use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};
use cli::{analyse, arrays, bench, matches, perft, verify};
use engine::search::STACK;

/// Engine for chess and the Dutch chess variants. Without a command it speaks UCI and XBoard's protocol.
#[derive(Parser)]
#[command(name = "kwartslag", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Think about a position and show the lines found
    Analyse(analyse::Args),
    /// List the 432 starting arrays of superschaak
    Arrays(arrays::Args),
    /// Search a fixed set of positions: nodes and speed
    Bench(bench::Args),
    /// Play a match between UCI engines
    Match(matches::Args),
    /// Count sequences of legal moves
    Perft(perft::Args),
    /// Replay recorded games and check what data files say
    Verify(verify::Args),
}

fn main() -> ExitCode {
    // Commands search on this thread, and the system may give the first one too small a stack.
    let work = || run(Cli::parse().command).unwrap_or_else(|error| fail(&error));
    match thread::Builder::new().name("main".to_string()).stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or(ExitCode::FAILURE),
        Err(error) => fail(&error.into()),
    }
}

fn run(command: Option<Command>) -> anyhow::Result<ExitCode> {
    match command {
        None => {
            protocol::serve(BufReader::new(io::stdin()), io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Arrays(args)) => arrays::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
    }
}

/// One line on the error output and exit code 2; that nobody reads our output any more is no failure.
fn fail(error: &anyhow::Error) -> ExitCode {
    let is_broken_pipe = |cause: &io::Error| cause.kind() == ErrorKind::BrokenPipe;
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(is_broken_pipe) {
        return ExitCode::SUCCESS;
    }
    let _ = writeln!(io::stderr(), "kwartslag: {error:#}");
    ExitCode::from(2)
}
