//! A GUI made of pipes, for tests against the real program.
#![allow(dead_code, unreachable_pub)] // no test file uses everything

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything that a test waits for takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// Time in which an answer that must not come would have come.
pub const SILENCE: Duration = Duration::from_millis(150);

/// The program, with pipes.
pub struct Gui {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    /// Starts the program without arguments.
    pub fn start() -> Gui {
        Gui::start_by(&mut Command::new(env!("CARGO_BIN_EXE_kwartslag")))
    }

    /// Starts the program by a command, as a shell.
    pub fn start_by(command: &mut Command) -> Gui {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in stdout.lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let stdin = child.stdin.take();
        Gui { child, stdin, lines }
    }

    /// Starts the program and chooses a game.
    pub fn with_variant(variant: &str) -> Gui {
        let mut gui = Gui::start();
        gui.send(&format!("setoption name UCI_Variant value {variant}"));
        gui.until("info string variant ");
        gui
    }

    /// Sends lines in one write; the last line end is added.
    pub fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    /// Sends bytes in one write.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(bytes).unwrap();
        stdin.flush().unwrap();
    }

    /// The next line.
    #[track_caller]
    pub fn line(&mut self) -> String {
        self.lines.recv_timeout(PATIENCE).expect("a line from the engine")
    }

    /// All lines up to the first that starts so.
    #[track_caller]
    pub fn until(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => {
                    let found = line.starts_with(start);
                    lines.push(line);
                    if found {
                        return lines;
                    }
                }
                Err(_) => panic!("no line `{start}...` but {lines:#?}"),
            }
        }
    }

    /// The move of the next `bestmove`.
    #[track_caller]
    pub fn best_move(&mut self) -> String {
        let lines = self.until("bestmove ");
        lines.last().unwrap().split(' ').nth(1).unwrap().to_string()
    }

    /// Sends `isready` and gives the lines before the answer.
    #[track_caller]
    pub fn sync(&mut self) -> Vec<String> {
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Asserts that no line starts so for a while.
    #[track_caller]
    pub fn no_line(&mut self, start: &str) {
        let deadline = Instant::now() + SILENCE;
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => assert!(!line.starts_with(start), "{line}"),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended"),
            }
        }
    }

    /// The value of a line of `d`, as `Fen: `.
    #[track_caller]
    pub fn shown(&mut self, key: &str) -> String {
        self.send("d");
        let lines = self.sync();
        let line = lines.iter().find_map(|line| line.strip_prefix(key));
        line.unwrap_or_else(|| panic!("no {key} in {lines:#?}")).trim().to_string()
    }

    /// All further lines, to the end of the output.
    #[track_caller]
    pub fn rest(&mut self) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => return lines,
                Err(RecvTimeoutError::Timeout) => panic!("the output has no end: {lines:#?}"),
            }
        }
    }

    /// Ends the input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Sends `quit` and asserts that the program ends well.
    #[track_caller]
    pub fn quit(mut self) {
        self.send("quit");
        assert!(self.wait().success());
    }

    /// Waits for the end of the program.
    #[track_caller]
    pub fn wait(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("the engine does not end");
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Asserts that the lines are exactly one error, and returns it.
#[track_caller]
pub fn one_error(lines: &[String]) -> &str {
    assert_eq!(lines.len(), 1, "{lines:#?}");
    lines[0].strip_prefix("info string error: ").unwrap_or_else(|| panic!("{lines:#?}"))
}
