//! The log file and the messages on the standard error output.

mod common;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use common::{Gui, one_error};

/// A file of the test's own, removed at its end.
struct LogFile(PathBuf);

impl LogFile {
    fn new(name: &str) -> LogFile {
        let path = std::env::temp_dir().join(format!("kwartslag-log-{}-{name}.txt", std::process::id()));
        let _ = std::fs::remove_file(&path);
        LogFile(path)
    }

    fn text(&self) -> String {
        std::fs::read_to_string(&self.0).unwrap()
    }
}

impl Drop for LogFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_log_file_holds_both_directions_with_times_options_refused_input_and_memory() {
    let file = LogFile::new("both directions");
    let mut gui = Gui::start();
    gui.send(&format!("setoption name debug log file value {}", file.0.display()));
    gui.send("setoption name Hash value 2\nisready\nposition startpos moves e2e5\nposition startpos\ngo depth 2");
    let answer = gui.best_move();
    let text = file.text();
    for expected in [
        " INFO Kwartslag ".to_string(),
        " TRACE < isready\n".to_string(),
        " TRACE > readyok\n".to_string(),
        " TRACE < go depth 2\n".to_string(),
        format!(" TRACE > bestmove {answer}"),
        " INFO option Hash set to 2\n".to_string(),
        " WARN refused: ply 1: illegal move e2e5".to_string(),
        " INFO a transposition table of 2 MiB is taken\n".to_string(),
    ] {
        assert!(text.contains(&expected), "{expected}: {text}");
    }
    for line in text.lines() {
        let (date, rest) = line.split_once('T').unwrap();
        assert!(date.len() == 10 && rest.as_bytes()[15] == b'Z', "{line}");
    }
    gui.send("setoption name Debug Log File value <empty>\nisready");
    gui.until("readyok");
    let length = file.text().len();
    gui.send("go depth 1");
    gui.best_move();
    assert_eq!(file.text().len(), length, "the file is closed");
    // Another process adds to it.
    let mut gui = Gui::start();
    gui.send(&format!("setoption name Debug Log File value {}", file.0.display()));
    gui.sync();
    assert!(file.text().len() > length && file.text().starts_with(&text));
}

#[test]
fn a_log_file_that_cannot_be_opened_is_told_and_changes_nothing() {
    let file = LogFile::new("unopened");
    let mut gui = Gui::start();
    gui.send(&format!("setoption name Debug Log File value {}", file.0.display()));
    gui.sync();
    for _ in 0..2 {
        gui.send("setoption name Debug Log File value /no/such/directory/log.txt");
        let error = one_error(&gui.sync()).to_string();
        assert!(error.starts_with("option Debug Log File: /no/such/directory/log.txt: "), "{error}");
    }
    gui.send("go depth 1");
    gui.best_move();
    let text = file.text();
    assert!(text.contains("TRACE < go depth 1"), "the log that was open stays open");
    assert!(!text.contains("set to /no/such/directory"), "{text}");
}

#[test]
fn rust_log_shows_messages_on_the_standard_error_output_alone() {
    let run = |level: &str| {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kwartslag"))
            .env("RUST_LOG", level)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), b"isready\nnonsense\n").unwrap();
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (out, none) = run("");
    assert_eq!((out.lines().count(), none.as_str()), (2, ""));
    let (same, shown) = run("warn");
    assert_eq!(same, out);
    assert!(shown.contains("refused: unknown command") && !shown.contains("isready"), "{shown}");
    assert!(run("trace").1.contains("< isready"));
}
