//! The protocol of XBoard (CECP, versions 1 and 2).
//!
//! Three threads: one reads lines, the thinking thread (`engine::host`) searches, and the one that called [`run`] obeys
//! the lines and hears the thinking thread, one message after the other. It waits only for work that ends by itself.
//!
//! * a `ping` is answered after the move that is being thought about, else at once;
//! * no `move` comes after `force`, `new`, `result` or `setboard`;
//! * after a position that cannot be, there is none until the next good one;
//! * `quit` and a GUI that no longer reads end everything, the end of the input as soon as no move is owed.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod board;
mod clocks;
mod edit;
mod features;
mod front;
mod highlight;
mod parse;
mod prelude;
mod results;
mod tells;
mod thinker;
mod thinking;
mod variants;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::Instant;

use engine::host::{Event, Host};
use engine::options::Options;

use front::{Flow, Front};
use thinker::{HostThinker, SearchId};

/// What the front obeys and hears, in its order.
#[derive(Debug)]
enum Message {
    /// A line of the GUI.
    Line(String),
    /// There are no more lines.
    EndOfInput,
    /// The GUI no longer reads.
    Gone,
    /// Something that a search has found.
    Event(SearchId, Event),
    /// A notice of the thinking thread.
    Notice(String),
}

/// Serves a GUI until it says `quit`, its input ends, or it no longer reads.
///
/// # Errors
/// The system gives no thread.
pub(crate) fn run(input: impl BufRead + Send + 'static, output: impl Write + 'static) -> io::Result<()> {
    let (messages, inbox) = mpsc::channel();
    let notices = messages.clone();
    let host = Host::start(Options::default().hash, move |text| {
        let _ = notices.send(Message::Notice(text.to_string()));
    })?;
    let thinker = HostThinker::new(host, messages.clone());
    let seed = RandomState::new().build_hasher().finish();
    let front = Front::new(thinker, seed, writer(output, messages.clone())).map_err(io::Error::other)?;
    std::thread::Builder::new().name("read".to_string()).spawn(move || read(input, &messages))?;
    serve(front, &inbox);
    Ok(())
}

/// Writes lines, each flushed at once, until writing fails for the first time.
fn writer(mut output: impl Write + 'static, messages: Sender<Message>) -> impl FnMut(&str) + 'static {
    let mut failed = false;
    move |text| {
        text.lines().for_each(|line| log::trace!("> {line}"));
        if !failed && writeln!(output, "{text}").and_then(|()| output.flush()).is_err() {
            failed = true;
            let _ = messages.send(Message::Gone);
        }
    }
}

/// Passes on line after line.
fn read(mut input: impl BufRead, messages: &Sender<Message>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        let message = match input.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Message::EndOfInput,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).trim_end().to_string();
                log::trace!("< {line}");
                Message::Line(line)
            }
        };
        let is_last = matches!(message, Message::EndOfInput);
        if messages.send(message).is_err() || is_last {
            return;
        }
    }
}

/// Obeys message after message.
fn serve(mut front: Front<HostThinker>, inbox: &Receiver<Message>) {
    let mut input_has_ended = false;
    while !input_has_ended || front.thinks_about_move() {
        match next(inbox, front.deadline()) {
            Ok(Message::Line(line)) => {
                if front.obey(&line) == Flow::Quit {
                    return;
                }
            }
            Ok(Message::EndOfInput) => input_has_ended = true,
            Ok(Message::Event(id, event)) => front.hear(id, event),
            Ok(Message::Notice(text)) => front.notice(&text),
            Ok(Message::Gone) | Err(RecvTimeoutError::Disconnected) => return,
            Err(RecvTimeoutError::Timeout) => front.look_at_clock(),
        }
    }
}

fn next(inbox: &Receiver<Message>, deadline: Option<Instant>) -> Result<Message, RecvTimeoutError> {
    match deadline {
        Some(deadline) => inbox.recv_timeout(deadline.saturating_duration_since(Instant::now())),
        None => inbox.recv().map_err(RecvTimeoutError::from),
    }
}
