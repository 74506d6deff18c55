//! Plays the match of its arguments, so that tests can kill it in the middle.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use arena::cli::{Request, parse};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let config = match parse(&words) {
        Ok(Request::Match(config)) => config,
        Ok(Request::Help) => return ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    match arena::runner::run(&config, &Arc::new(AtomicBool::new(false)), &mut std::io::stdout()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}
