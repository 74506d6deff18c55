//! The Universal Chess Interface.
//!
//! Three threads: the reader takes lines and answers at once; the thinking thread (`worker`) searches; the one
//! that called [`run`] waits for the end. The rules that keep a GUI from hanging:
//!
//! * every `go` gets exactly one `bestmove` (`go perft` gets its sum instead);
//! * `stop` ends every search asked for before it and none that comes later;
//! * `infinite` and `ponder` are answered only after `stop` (or `ponderhit`, or a new `go`);
//! * the reader waits only for work that ends by itself;
//! * the end of input, and a GUI that no longer reads, are `quit`.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod commands;
pub(crate) mod options;
mod output;
pub mod parse;
mod worker;

use std::io::{self, BufRead, Write};
use std::sync::{Arc, mpsc};

use commands::{Engine, Flow};
use output::Output;

/// Serves a GUI until it says `quit`, its input ends, or it no longer reads.
///
/// # Errors
/// The system gives no thread.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let (end, ended) = mpsc::channel();
    let gone = end.clone();
    let output = Output::new(output, move || {
        let _ = gone.send(());
    });
    let engine = Engine::start(Arc::new(output))?;
    std::thread::Builder::new().name("read".to_string()).spawn(move || {
        read(input, engine);
        let _ = end.send(());
    })?;
    // An error means that both senders are gone, which is an end as well.
    let _ = ended.recv();
    Ok(())
}

/// Hands the engine line after line until one says `quit` or there are no more.
fn read(mut input: impl BufRead, mut engine: Engine) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        if engine.obey(&String::from_utf8_lossy(&line)) == Flow::Quit {
            break;
        }
    }
    engine.quit();
}
