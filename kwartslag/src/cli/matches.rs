//! `kwartslag match`: plays matches between engines.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arena::cli::{HELP, Request, parse};
use arena::runner::{self, MatchError};

/// Arguments of `kwartslag match`.
#[derive(clap::Args, Clone, Debug)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Options as cutechess-cli names them; `kwartslag match --help` lists them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<String>,
}

/// Runs the command.
///
/// # Errors
/// What is wrong with the request, or what prevents the match.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout();
    let config = match parse(&args.words)? {
        Request::Help => {
            out.write_all(HELP.as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        Request::Match(config) => config,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    // The first signal ends the match in order; the engines have groups of their own and do not get it.
    ctrlc::set_handler(move || stopper.store(true, Ordering::Relaxed))?;
    let summary = match runner::run(&config, &stop, &mut out) {
        // Nobody reads any more: the match is not played to its end.
        Err(MatchError::Output(error)) if error.kind() == ErrorKind::BrokenPipe => return Ok(ExitCode::from(2)),
        summary => summary?,
    };
    if summary.interrupted {
        let resume = if config.outputs.state.is_some() { "; the same command resumes it" } else { "" };
        writeln!(out, "Interrupted{resume}.")?;
        return Ok(ExitCode::from(2));
    }
    Ok(ExitCode::SUCCESS)
}
