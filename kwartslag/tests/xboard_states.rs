//! Every command of XBoard's protocol in every state of the engine: none hangs it, and none gets an answer that does
//! not belong to it.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use common::Gui;

/// A state, and the commands that lead to it from anywhere.
struct State {
    name: &'static str,
    commands: &'static [&'static str],
    /// The line that shows that it is reached.
    reached: &'static str,
}

const STATES: [State; 7] = [
    State { name: "idle", commands: &["new", "usermove e2e4", "?", "ping 1"], reached: "pong 1" },
    State { name: "forced", commands: &["new", "force", "usermove e2e4", "ping 1"], reached: "pong 1" },
    State { name: "thinking", commands: &["new", "post", "st 1000", "usermove e2e4"], reached: "3 " },
    State { name: "pondering", commands: &["new", "hard", "post", "sd 4", "usermove e2e4"], reached: "move " },
    State { name: "analysing", commands: &["new", "force", "post", "usermove e2e4", "analyze"], reached: "3 " },
    State { name: "paused", commands: &["new", "post", "st 1000", "usermove e2e4", "pause", "hint"], reached: "1 " },
    State {
        name: "without a position",
        commands: &["new", "force", "setboard 8/8/8/8/8/8/8/8 w - - 0 1"],
        reached: "tellusererror Illegal position",
    },
];

/// A command, and how the lines that it may bring begin.
const COMMANDS: [(&str, &[&str]); 68] = [
    ("", &[]),
    ("xboard", &[]),
    ("protover 2", &["feature "]),
    ("accepted ping", &[]),
    ("rejected usermove", &[]),
    ("new", &[]),
    ("variant normal", &[]),
    ("variant fischerandom", &[]),
    ("variant super", &[]),
    ("variant superschaak", &["setup ", "piece "]),
    ("variant doorgeef", &["setup "]),
    ("variant halijnen", &["setup ", "piece "]),
    ("variant bughouse", &[]),
    ("variant xiangqi", &["Error (unknown variant)"]),
    ("random", &[]),
    ("force", &[]),
    ("go", &["move ", "Error (illegal position)"]),
    ("playother", &["Error (illegal position)"]),
    ("white", &[]),
    ("black", &[]),
    ("level 40 0:30 0", &[]),
    ("level 0 2 12.5", &[]),
    ("level 40 25+5 0 x", &[]),
    ("level soon", &["Error (parameter missing)"]),
    ("st 500", &[]),
    ("sd 40", &[]),
    ("nps 1000", &["Error (unknown command)"]),
    ("time 60000", &[]),
    ("otim 60000", &[]),
    ("usermove e7e5", &["move ", "Illegal move "]),
    ("usermove a2a1", &["Illegal move "]),
    ("e7e5", &["move ", "Illegal move "]),
    ("?", &["move "]),
    ("ping 5", &["pong 5"]),
    ("draw", &["offer draw"]),
    ("result 1-0 {Black resigns}", &[]),
    ("setboard 4k3/8/8/8/8/8/8/4K2R b K - 0 1", &[]),
    ("setboard rubbish", &["tellusererror Illegal position"]),
    ("edit", &["tellusererror Illegal position"]),
    ("edit\n#\nKe1\nc\nKe8\n.", &[]),
    ("edit\n#\n.", &["tellusererror Illegal position"]),
    ("hint", &["Hint: "]),
    ("bk", &[" There is no opening book.", ""]),
    ("undo", &[]),
    ("remove", &[]),
    ("hard", &[]),
    ("easy", &[]),
    ("post", &[]),
    ("nopost", &[]),
    ("analyze", &[]),
    ("exit", &[]),
    (".", &["stat01: "]),
    ("pause", &[]),
    ("resume", &[]),
    ("memory 8", &[]),
    ("cores 2", &[]),
    ("egtpath nalimov /nowhere", &[]),
    ("option MultiPV=2", &[]),
    ("option Hush=2", &["Error (there is no option"]),
    ("exclude e7e5", &["Error ("]),
    ("exclude all", &[]),
    ("include all", &[]),
    ("lift e7", &["highlight "]),
    ("put e5", &["choice "]),
    ("partner anna\nptell hello\nptell sit", &[]),
    ("holding [P] [n]", &["Error ("]),
    ("name Anna\nrating 1500 1600\ncomputer\nics -", &[]),
    ("rubbish", &["Error (unknown command): rubbish"]),
];

/// After these no move of a search that ran before may come.
const ENDS_THINKING: [&str; 5] = ["new", "force", "result 1-0", "setboard", "analyze"];

fn is_thinking_line(line: &str) -> bool {
    line.split('\t').next().is_some_and(|numbers| {
        let words: Vec<&str> = numbers.split(' ').collect();
        words.len() == 7 && words.iter().all(|word| word.parse::<i64>().is_ok())
    })
}

#[test]
fn every_command_in_every_state() {
    for State { name, commands, reached } in STATES {
        let mut gui = Gui::start();
        gui.send("xboard\nprotover 2\ncores 1\noption MultiPV=1\nsd 4");
        gui.until("feature done=1");
        for (number, (command, answers)) in COMMANDS.into_iter().enumerate() {
            let reach = if name == "paused" { &commands[..5] } else { commands };
            gui.send(&format!(
                "resume\nnopost\neasy\ncores 1\noption MultiPV=1\nforce\nexit\nsd 4\n{}",
                reach.join("\n")
            ));
            if name != "paused" {
                gui.until(reached);
            }
            // Whatever was said on the way is read before the command is sent.
            if name != "thinking" && name != "paused" {
                gui.send("ping 11");
                gui.until("pong 11");
            }
            gui.send(command);
            gui.send(&format!(".\n?\nresume\n?\nping 1{number}"));
            let lines = gui.until(&format!("pong 1{number}"));
            for line in &lines[..lines.len() - 1] {
                let is_answer = answers
                    .iter()
                    .any(|start| if start.is_empty() { line.is_empty() } else { line.starts_with(start) });
                let is_known = is_answer || is_thinking_line(line) || line.starts_with("stat01: ");
                let is_move = line.starts_with("move ") && !ENDS_THINKING.iter().any(|end| command.starts_with(end));
                assert!(is_known || is_move, "{name}, {command:?}: {line:?} in {lines:#?}");
            }
        }
        gui.quit();
    }
}

#[test]
fn quit_and_the_end_of_the_input_end_the_program_in_every_state() {
    for State { commands, .. } in STATES {
        let mut gui = Gui::start();
        gui.send(&format!("xboard\n{}", commands.join("\n")));
        gui.quit();
    }
    for State { name, commands, .. } in STATES.into_iter().filter(|state| state.name != "thinking") {
        let mut gui = Gui::start();
        gui.send(&format!("xboard\n{}", commands.join("\n")));
        gui.close();
        assert!(gui.wait().success(), "{name}");
    }
}

#[test]
fn a_move_that_is_owed_at_the_end_of_the_input_is_made() {
    let mut gui = Gui::start();
    gui.send("xboard\nnew\nsd 3\nusermove e2e4\nping 1");
    gui.close();
    let lines = gui.rest();
    assert!(lines.len() == 2 && lines[0].starts_with("move ") && lines[1] == "pong 1", "{lines:?}");
    assert!(gui.wait().success());
}

#[test]
fn a_gui_that_no_longer_reads_ends_the_program() {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_kwartslag")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"xboard\nnew\npost\nanalyze\nping 1\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_first_word_tells_the_protocol() {
    for (first, answer) in
        [("protover 2", "feature done=1"), ("\n xboard\nprotover 2", "feature done=1"), ("uci", "uciok")]
    {
        let mut gui = Gui::start();
        gui.send(first);
        gui.until(answer);
        gui.quit();
    }
}
