//! An engine as a child process: lines in, lines out with the moment they were read, and a certain end.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded};

use crate::config::EngineConfig;
use crate::transcript::Tap;

/// What a process said.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A line, and when it was read.
    Line(Instant, String),
    /// The process closed its output.
    Closed,
    /// Nothing before the deadline.
    Silence,
}

/// A running child with its own process group, so that what it starts ends with it.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<(Instant, String)>,
    tap: Arc<Tap>,
    gone: bool,
}

/// How long a process may leave its full input unread.
pub(crate) const LISTEN: Duration = Duration::from_secs(if cfg!(test) { 1 } else { 20 });

/// Longest line that is taken as one; an engine that never ends its line cannot fill the memory.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that wait for a reader at most; a process that writes more while nobody listens has to wait.
const MOST_LINES: usize = 4096;

impl Process {
    /// Starts an engine's program. Its messages on standard error go to the file, if one is given.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn start(config: &EngineConfig, mut tap: Tap) -> io::Result<Process> {
        let mut command = Command::new(&config.cmd);
        command.args(&config.args).stdin(Stdio::piped()).stdout(Stdio::piped());
        match &config.stderr {
            Some(path) => {
                let file = OpenOptions::new().append(true).create(true).open(path);
                command.stderr(file.map_err(|error| about(path, &error))?)
            }
            None => command.stderr(Stdio::null()),
        };
        if let Some(dir) = &config.dir {
            std::fs::metadata(dir).map_err(|error| about(dir, &error))?;
            command.current_dir(dir);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        tap.begin(child.id());
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let (sender, lines) = bounded(MOST_LINES);
        let tap = Arc::new(tap);
        // From here on the child ends with this value, whatever fails.
        let process = Process { child, input, lines, tap: Arc::clone(&tap), gone: false };
        #[cfg(unix)]
        if let Some(input) = &process.input {
            rustix::fs::fcntl_setfl(input, rustix::fs::OFlags::NONBLOCK)?;
        }
        let output = output.ok_or_else(|| io::Error::other("no output pipe"))?;
        let reader = std::thread::Builder::new().name("engine output".to_string());
        reader.spawn(move || read_lines(output, &sender, &tap))?;
        Ok(process)
    }

    /// Sends one line. A process that does not read for [`LISTEN`] while its pipe is full is not waited for (Unix).
    ///
    /// # Errors
    /// If the process has closed its input, or [`ErrorKind::TimedOut`].
    pub(crate) fn send(&mut self, line: &str) -> io::Result<()> {
        self.write(line, LISTEN)
    }

    fn write(&mut self, line: &str, patience: Duration) -> io::Result<()> {
        let input = self.input.as_mut().ok_or_else(|| io::Error::from(ErrorKind::BrokenPipe))?;
        self.tap.sent(line);
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        let mut deadline = Instant::now() + patience;
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => {
                    rest = &rest[written..];
                    deadline = Instant::now() + patience;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() != ErrorKind::WouldBlock => return Err(error),
                Err(_) if Instant::now() >= deadline => return Err(ErrorKind::TimedOut.into()),
                Err(_) => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        Ok(())
    }

    /// The next line, waited for until the deadline.
    pub(crate) fn receive(&self, deadline: Instant) -> Event {
        match self.lines.recv_deadline(deadline) {
            Ok((read, line)) => Event::Line(read, line),
            Err(RecvTimeoutError::Timeout) => Event::Silence,
            Err(RecvTimeoutError::Disconnected) => Event::Closed,
        }
    }

    /// Forgets lines that have arrived.
    pub(crate) fn drain(&self) {
        // Not more than there are now, or one that never stops writing would never be heard.
        self.lines.try_iter().take(MOST_LINES).for_each(drop);
    }

    /// Says `quit`, waits for `grace`, then kills the process and everything in its group.
    pub(crate) fn quit(mut self, grace: Duration) {
        // If the process is gone already, there is nobody to tell.
        let _ = self.write("quit", grace);
        self.input = None;
        self.wait(grace);
    }

    /// How the process ended, if it does within this time. Whatever it left in its group is killed then.
    pub(crate) fn wait(&mut self, grace: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + grace;
        while !self.has_ended() {
            if Instant::now() >= deadline {
                return None;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        self.kill()
    }

    #[cfg(unix)]
    fn group(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id()).ok().and_then(rustix::process::Pid::from_raw)
    }

    /// Whether the process has ended. It stays on the process table, so that its number, which is that of the group,
    /// cannot go to another process before the group is killed.
    #[cfg(unix)]
    fn has_ended(&mut self) -> bool {
        use rustix::process::{WaitId, WaitIdOptions, waitid};
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        self.group().is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    #[cfg(not(unix))]
    fn has_ended(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Kills the process and its group, and takes it off the process table.
    fn kill(&mut self) -> Option<ExitStatus> {
        self.input = None;
        if self.gone {
            return None;
        }
        self.gone = true;
        #[cfg(unix)]
        if let Some(group) = self.group() {
            // An error means that no member is left.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The error of a path that is not the program's own.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn read_lines(output: impl Read, sender: &Sender<(Instant, String)>, tap: &Tap) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let now = Instant::now();
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        tap.said(&line);
        // While nobody takes the lines the process must wait: a line lost might be the move.
        if sender.send((now, line)).is_err() {
            return;
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn start(cmd: &str, args: &[&str]) -> Process {
        let text = format!("cmd = {cmd:?}\narg = {args:?}\ndepth = 1");
        let config = EngineConfig::new(toml::from_str(&text).unwrap(), &Default::default()).unwrap();
        Process::start(&config, Tap::new(Arc::default(), cmd)).unwrap()
    }

    #[test]
    fn a_process_that_does_not_read_is_not_waited_for_without_end() {
        let mut process = start("sleep", &["600"]);
        process.send("a line that waits for it").unwrap();
        let error = process.send(&"x".repeat(1 << 20)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
        let mut reader = start("cat", &[]);
        reader.send(&"y".repeat(1 << 15)).unwrap();
        let soon = Instant::now() + Duration::from_secs(10);
        assert!(matches!(reader.receive(soon), Event::Line(_, line) if line.len() == 1 << 15));
    }

    #[test]
    fn a_process_that_never_stops_writing_fills_no_memory_and_is_heard() {
        let mut process = start("yes", &[]);
        let soon = || Instant::now() + Duration::from_secs(10);
        assert!(matches!(process.receive(soon()), Event::Line(..)));
        let deadline = soon();
        while process.lines.len() < MOST_LINES {
            assert!(Instant::now() < deadline, "{} lines", process.lines.len());
            std::thread::yield_now();
        }
        process.drain();
        assert!(matches!(process.receive(soon()), Event::Line(_, line) if line == "y"));
        assert!(process.wait(Duration::ZERO).is_none());
        process.quit(Duration::from_millis(10));
    }
}
