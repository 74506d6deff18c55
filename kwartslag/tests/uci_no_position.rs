//! A `position` that is refused leaves no position: the engine never answers for another one than was asked about.

mod common;

use common::{Gui, one_error};

/// A match on two boards from its start, as FENs.
const BOARDS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 | \
                      rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// Nothing is shown, evaluated, counted or searched, and all answers say why: because of `fault`.
#[track_caller]
fn there_is_none(gui: &mut Gui, fault: &str) {
    for command in ["d", "eval", "go perft 3"] {
        gui.send(command);
        let lines = gui.sync();
        let error = one_error(&lines);
        assert!(error.starts_with("there is no position") && error.contains(fault), "{command}: {error}");
    }
    for go in ["go depth 3", "go", "go movetime 60000", "go wtime 1000 btime 1000", "go depth x", "go searchmoves e2e4"]
    {
        gui.send(go);
        let lines = gui.until("bestmove ");
        assert_eq!(lines.last().unwrap(), "bestmove (none)", "{go}: {lines:?}");
        let reason = &lines[lines.len() - 2];
        assert!(reason.starts_with("info string error: there is no position") && reason.contains(fault), "{lines:?}");
    }
}

#[test]
fn a_bad_fen_leaves_none() {
    let mut gui = Gui::start();
    for (fen, fault) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", "king"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1", "x"),
        ("moves e2e4", ""),
    ] {
        gui.send(&format!("position startpos moves e2e4\nposition fen {fen}"));
        assert!(one_error(&gui.sync()).contains(fault), "{fen}");
        there_is_none(&mut gui, fault);
    }
    gui.send("position startpos moves e2e4\ngo depth 1");
    assert_ne!(gui.best_move(), "(none)");
}

#[test]
fn an_illegal_move_leaves_none_and_is_named_with_its_ply() {
    let mut gui = Gui::start();
    gui.send("position startpos moves e2e4 e7e5\nposition startpos moves e2e4 e7e5 e4e5 g8f6");
    let error = "ply 3: illegal move e4e5";
    assert!(one_error(&gui.sync()).starts_with(error));
    there_is_none(&mut gui, error);
}

/// `fen` was forgotten, or all of it.
#[test]
fn a_position_command_that_names_no_position_leaves_none() {
    let mut gui = Gui::start();
    for command in ["position 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "position", "position moves e2e4", "position fen"] {
        gui.send(&format!("position startpos moves e2e4\n{command}"));
        one_error(&gui.sync());
        there_is_none(&mut gui, "");
    }
}

#[test]
fn on_two_boards_as_well() {
    let mut gui = Gui::with_variant("doorgeef");
    for (position, fault) in [
        ("startpos2 moves 1e2e4 2e2e5 1e7e5", "ply 2 on board B: illegal move 2e2e5"),
        ("startpos2 moves e2e4", "ply 1: "),
        ("fen 4k3/8/8/8/8/8/8/4K3[] w - - 0 1 | 8/8/8/8/8/8/8/4K3[] w - - 0 1", "board B: "),
    ] {
        gui.send(&format!("position fen {BOARDS} moves 1e2e4\nposition {position}"));
        assert!(one_error(&gui.sync()).starts_with(fault), "{position}");
        there_is_none(&mut gui, fault);
    }
    gui.send(&format!("position fen {BOARDS}\ngo depth 1"));
    assert_ne!(gui.best_move(), "(none)");
}

#[test]
fn neither_options_nor_a_new_game_bring_one_back() {
    let mut gui = Gui::start();
    let options = "setoption name UCI_Variant value euwe\nsetoption name UCI_Chess960 value true\nucinewgame";
    gui.send(&format!("position fen x\n{options}"));
    gui.sync();
    there_is_none(&mut gui, "");
    gui.send("position startpos\nd");
    assert!(gui.sync().iter().any(|line| line.starts_with("Fen: ")));
}

#[test]
fn without_a_position_infinite_and_ponder_still_wait() {
    let mut gui = Gui::start();
    gui.send("position fen x");
    one_error(&gui.sync());
    for (go, end) in [("go infinite", "stop"), ("go ponder wtime 1000 btime 1000", "ponderhit")] {
        gui.send(go);
        assert!(one_error(&gui.sync()).starts_with("there is no position"));
        gui.no_line("bestmove");
        gui.send(end);
        assert_eq!(gui.best_move(), "(none)");
    }
}

#[test]
fn the_answer_comes_after_that_of_the_search_before() {
    let mut gui = Gui::start();
    gui.send("position startpos\ngo nodes 20000\nposition fen x\ngo depth 1");
    assert_ne!(gui.best_move(), "(none)");
    assert_eq!(gui.best_move(), "(none)");
}
