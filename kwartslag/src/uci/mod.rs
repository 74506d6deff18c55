//! The Universal Chess Interface.
//!
//! Three threads: the reader takes lines and answers at once; the thinking thread (`engine::host`) searches; the one
//! that called [`run`] waits for the end. The rules that keep a GUI from hanging:
//!
//! * every `go` gets exactly one `bestmove` (`go perft` gets its sum instead);
//! * `stop` ends all that was asked for before it and nothing that comes later;
//! * `infinite` and `ponder` are answered only after `stop` (or `ponderhit`, or a new `go`);
//! * the reader waits only for work that ends by itself;
//! * `quit` ends searches at once, but a perft or bench is finished;
//! * at the end of the input whatever has an end of its own is finished, too;
//! * a GUI that no longer reads ends everything.
//!
//! A `position` that is refused leaves no position: the engine never answers for another one than was asked about.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod front;
mod game;
mod messages;
mod output;
mod parse;
mod request;
#[cfg(test)]
mod vampirc_tests;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, mpsc};

use front::{Flow, Front};
use output::Output;

/// Serves a GUI until it says `quit`, its input ends, or it no longer reads.
///
/// # Errors
/// The system gives no thread.
pub(crate) fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let (end, ended) = mpsc::channel();
    let gone = end.clone();
    let output = Output::new(output, move || {
        let _ = gone.send(());
    });
    let front = Front::start(Arc::new(output))?;
    std::thread::Builder::new().name("read".to_string()).spawn(move || {
        read(input, front);
        let _ = end.send(());
    })?;
    // An error means that both senders are gone, which is an end as well.
    let _ = ended.recv();
    Ok(())
}

/// Obeys line after line until one says `quit` or there are no more.
fn read(mut input: impl BufRead, mut front: Front) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => {
                log::info!("the input has ended");
                return front.finish();
            }
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        log::trace!("< {}", line.trim_end());
        if front.obey(&line) == Flow::Quit {
            return front.quit();
        }
    }
}
