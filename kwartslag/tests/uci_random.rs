//! Commands in random order, as no sane client sends them: every `go` has one answer, and nothing hangs.

mod common;

use common::Gui;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const COMMANDS: [&str; 22] = [
    "go infinite",
    "go infinite searchmoves e2e4",
    "go ponder wtime 50 btime 50",
    "go ponder depth 2",
    "go depth 2",
    "go movetime 3",
    "go wtime 20 btime 20",
    "go nodes 100",
    "go depth x",
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "isready",
    "ucinewgame",
    "position startpos",
    "position startpos moves e2e4 e7e5",
    "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Threads value 1",
    "d",
];

#[test]
fn every_go_has_exactly_one_answer_in_any_order_of_commands() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut gui = Gui::start();
    for _ in 0..300 {
        let length = random.random_range(1..=12);
        let commands: Vec<&str> = (0..length).map(|_| COMMANDS[random.random_range(0..COMMANDS.len())]).collect();
        gui.send(&commands.join("\n"));
        let searches = commands.iter().filter(|command| command.starts_with("go")).count();
        let pings = commands.iter().filter(|command| **command == "isready").count();
        // The marker is printed by the reader, the answers by the thinking thread.
        gui.send("stop\nsetoption name Marker");
        let mut lines = gui.until("info string error: there is no option `Marker`");
        let answers = |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        while answers(&lines) < searches {
            lines.push(gui.line());
        }
        lines.extend(gui.sync());
        assert_eq!(answers(&lines), searches, "{commands:?}: {lines:#?}");
        let pongs = lines.iter().filter(|line| *line == "readyok").count();
        assert_eq!(pongs, pings, "{commands:?}: {lines:#?}");
    }
    gui.quit();
}
