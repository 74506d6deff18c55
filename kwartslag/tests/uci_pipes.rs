//! What is asked for through a pipe is finished, whether the input ends by `quit` or just ends.

mod common;

use common::Gui;

/// The output of the program for this input.
#[track_caller]
fn output(input: &str) -> Vec<String> {
    let mut gui = Gui::start();
    gui.send_bytes(input.as_bytes());
    gui.close();
    let lines = gui.rest();
    assert!(gui.wait().success(), "{input}");
    lines
}

#[test]
fn a_perft_is_finished_before_quit_and_before_the_end() {
    for end in ["\nquit\n", "\n", ""] {
        let lines = output(&format!("position startpos\ngo perft 5{end}"));
        assert!(lines.contains(&"Nodes searched: 4865609".to_string()), "{end:?}: {lines:?}");
    }
}

#[test]
fn so_it_is_on_two_boards() {
    let lines = output("setoption name UCI_Variant value bughouse\nposition startpos2\ngo perft 3\nquit\n");
    assert!(lines.iter().any(|line| line.starts_with("Nodes searched: ")), "{lines:?}");
}

#[test]
fn perfts_in_a_row_are_all_finished() {
    let lines = output("go perft 4\nposition startpos moves e2e4\ngo perft 4\nquit\n");
    let sums: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("Nodes searched: ")).collect();
    assert_eq!(sums, ["197281", "405385"]);
}

#[test]
fn the_bench_is_finished() {
    for end in ["\nquit\n", "\n"] {
        let lines = output(&format!("bench 3{end}"));
        assert!(lines.last().unwrap().ends_with(" nps") && lines.len() == 9, "{lines:?}");
    }
}

#[test]
fn the_end_of_input_lets_a_search_end_by_its_limit() {
    for (variant, position) in [("chess", "startpos"), ("bughouse", "startpos2")] {
        let setup = format!("setoption name UCI_Variant value {variant}\nposition {position}\n");
        let lines = output(&format!("{setup}go depth 5\n"));
        assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{lines:?}");
        let lines = output(&format!("{setup}go nodes 30000\n"));
        let nodes = |line: &String| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
        assert!(lines.iter().filter_map(nodes).any(|nodes| nodes >= 20_000), "{lines:?}");
        let lines = output(&format!("{setup}go movetime 300\n"));
        let time = |line: &String| line.split(" time ").nth(1)?.split(' ').next()?.parse::<u64>().ok();
        assert!(lines.iter().filter_map(time).any(|time| time >= 100), "{lines:?}");
        for lines in [&lines, &output(&format!("{setup}go wtime 500 btime 500\n"))] {
            assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        }
    }
}

#[test]
fn quit_ends_a_search_but_it_still_answers() {
    for go in ["go depth 99", "go movetime 60000", "go infinite"] {
        let lines = output(&format!("position startpos\n{go}\nquit\n"));
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    }
}

#[test]
fn stop_ends_a_perft_and_the_bench() {
    let lines = output("go perft 12\nstop\nbench 60\nstop\nquit\n");
    assert_eq!(&lines[lines.len() - 2..], ["info string perft stopped", "info string bench stopped"]);
}
