//! The program `kwartslag`: without arguments an engine for UCI and XBoard, with a command a tool.

mod cli;
mod diagnostics;
mod protocol;
mod uci;
mod xboard;

use std::io::{self, BufReader, ErrorKind, IsTerminal, Write};
use std::process::ExitCode;
use std::thread;

use clap::{Parser, Subcommand};
use cli::{analyse, arrays, bench, matches, perft, schedule, verify};
use engine::threads::STACK;

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
    #[command(alias = "analyze")]
    Analyse(analyse::Args),
    /// List the 432 starting arrays of superschaak
    Arrays(arrays::Args),
    /// Search a fixed set of positions: nodes and speed
    Bench(bench::Args),
    /// Play a match between UCI engines
    Match(matches::Args),
    /// Count sequences of legal moves
    Perft(perft::Args),
    /// Plan a club evening: rounds, tables, boards and colours; results and standings
    Schedule(schedule::Args),
    /// Replay recorded games and check what data files say
    Verify(verify::Args),
}

/// What a person who starts the program without a command should know. A program that talks to it does not get this.
const GREETING: &str = concat!(
    "Kwartslag ",
    env!("CARGO_PKG_VERSION"),
    " plays chess and the Dutch chess variants; it is an engine for programs that speak UCI or XBoard.\n",
    "Help: `kwartslag --help` lists commands for people, such as analyse and match; `quit` ends this conversation.\n",
    "To begin: type `position startpos moves e2e4`, then `go movetime 1000`; `d` shows the board.\n",
);

fn main() -> ExitCode {
    diagnostics::start();
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
            if io::stdin().is_terminal() && io::stdout().is_terminal() {
                io::stdout().write_all(GREETING.as_bytes())?;
            }
            protocol::serve(BufReader::new(io::stdin()), io::stdout())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Arrays(args)) => arrays::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Match(args)) => matches::run(&args),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Schedule(args)) => schedule::run(&args),
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
