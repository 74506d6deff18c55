//! Faults that users of engines report, one test each: hanging, missing or unwanted answers.

mod common;

use std::time::{Duration, Instant};

use common::{Gui, one_error};

/// White mates, Black is mated, Black is stalemated.
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
const STALEMATED: &str = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";

#[test]
fn isready_is_answered_during_a_search_without_ending_it() {
    let mut gui = Gui::start();
    gui.send("go infinite\nisready");
    gui.until("readyok");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
}

#[test]
fn every_go_has_its_bestmove_when_stop_position_go_come_in_a_row() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.send("stop\nposition startpos moves e2e4\ngo infinite");
    gui.best_move();
    gui.no_line("bestmove");
    gui.send("stop");
    let answer = gui.best_move();
    assert!(matches!(answer.chars().nth(1), Some('7' | '8')), "Black moves: {answer}");
}

#[test]
fn stop_when_idle_is_not_remembered_for_the_next_search() {
    let mut gui = Gui::start();
    gui.send("stop\nstop\ngo infinite");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
    gui.send("stop\nposition startpos\ngo infinite");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
}

#[test]
fn stop_right_after_go_ends_that_search() {
    let mut gui = Gui::start();
    for _ in 0..20 {
        gui.send("go infinite\nstop");
        gui.best_move();
    }
    assert_eq!(gui.sync(), Vec::<String>::new());
}

#[test]
fn stop_and_ponderhit_when_idle_are_ignored_silently_even_before_any_position() {
    let mut gui = Gui::start();
    gui.send("stop\nponderhit");
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.send("stop\nquit");
    assert!(gui.wait().success());
}

#[test]
fn infinite_is_answered_only_after_stop_whatever_was_found() {
    for command in [
        "position startpos\ngo infinite depth 1",
        "position startpos\ngo infinite nodes 1 movetime 1",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1\ngo infinite",
        "position fen 7k/8/6R1/8/8/8/8/K7 b - - 0 1\ngo infinite",
        &format!("position fen {MATED}\ngo infinite"),
        &format!("position fen {STALEMATED}\ngo infinite"),
    ] {
        let mut gui = Gui::start();
        gui.send(command);
        gui.no_line("bestmove");
        gui.send("ponderhit");
        gui.no_line("bestmove");
        gui.send("stop");
        gui.until("bestmove ");
    }
}

#[test]
fn ponder_is_answered_only_after_ponderhit_or_stop() {
    for command in ["go ponder depth 1", "go ponder wtime 1 btime 1", "go ponder movetime 1", "go ponder nodes 1"] {
        for end in ["ponderhit", "stop"] {
            let mut gui = Gui::start();
            gui.send(command);
            gui.no_line("bestmove");
            gui.send(end);
            gui.best_move();
        }
    }
    let mut gui = Gui::start();
    gui.send(&format!("position fen {MATED}\ngo ponder"));
    gui.no_line("bestmove");
    gui.send("ponderhit");
    assert_eq!(gui.best_move(), "(none)");
}

#[test]
fn there_is_always_a_move_however_short_the_time() {
    for limit in [
        "movetime 0",
        "movetime -5",
        "movetime 1",
        "nodes 0",
        "nodes 1",
        "depth 0",
        "depth -3",
        "wtime 0 btime 0",
        "wtime -100 btime -100",
        "wtime -9223372036854775808 btime 99999999999999999999",
        "wtime 1 btime 1 winc 0 binc 0 movestogo 0",
        "wtime 1 btime 1 movestogo 1",
        "wtime 5",
        "btime 5 wtime 5 winc -4",
        "winc 10 wtime 10",
        "mate 0 depth 1",
        "depth 99999999999999999999 nodes 10",
        "depth 18 movetime 20",
    ] {
        let mut gui = Gui::start();
        gui.send(&format!("position startpos\ngo {limit}"));
        let lines = gui.until("bestmove ");
        assert_ne!(lines.last().unwrap(), "bestmove (none)", "{limit}");
        assert!(lines.iter().any(|line| line.starts_with("info depth ")), "{limit}: {lines:?}");
    }
}

#[test]
fn a_clock_of_one_side_only_is_enough() {
    for line in [
        "position startpos\ngo wtime 100",
        "position startpos moves e2e4\ngo btime 100",
        // The opponent's is better than none.
        "position startpos\ngo btime 100",
    ] {
        let mut gui = Gui::start();
        gui.send(line);
        gui.best_move();
    }
}

#[test]
fn time_counts_from_go_not_from_position() {
    let mut gui = Gui::start();
    gui.send("position startpos");
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    gui.send("go movetime 200");
    gui.best_move();
    // A little is kept back for transmission.
    assert!(begun.elapsed() >= Duration::from_millis(150), "{:?}", begun.elapsed());
}

#[test]
fn the_end_of_input_ends_what_has_no_end_of_its_own() {
    for command in ["", "go infinite\n", "go ponder\n", "go ponder movetime 1\n", "go mate 9\n", "isready"] {
        let mut gui = Gui::start();
        gui.send_bytes(command.as_bytes());
        gui.close();
        assert!(gui.wait().success(), "{command}");
    }
}

#[test]
fn quit_ends_a_search_at_once() {
    for command in
        ["go infinite", "go ponder", "go depth 100", "go movetime 100000", "go infinite\ngo depth 99\ngo ponder"]
    {
        let mut gui = Gui::start();
        gui.send(command);
        gui.quit();
    }
}

#[test]
fn a_last_line_without_line_end_is_obeyed() {
    let mut gui = Gui::start();
    gui.send_bytes(b"position startpos\ngo depth 1");
    gui.close();
    assert_ne!(gui.best_move(), "(none)");
    assert!(gui.wait().success());
}

/// A GUI sends the whole game before each move. What was played already is not played again, and must not be taken for
/// played where it differs: another start, another game, fewer moves, a fault.
#[test]
fn a_position_that_continues_the_game_is_the_same_as_one_set_up_anew() {
    let mut gui = Gui::start();
    let other = "fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
    let mut check = |command: &str, fen: &str, fault: Option<&str>| {
        gui.send(&format!("position {command}"));
        let lines = gui.sync();
        match fault {
            Some(fault) => {
                assert!(one_error(&lines).contains(fault), "{command}: {lines:?}");
                gui.send("d");
                assert!(one_error(&gui.sync()).contains(fault), "{command}");
            }
            None => {
                assert!(!lines.iter().any(|line| line.contains("error")), "{command}: {lines:?}");
                assert!(gui.shown("Fen: ").starts_with(fen), "{command}");
            }
        }
    };
    let open = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w";
    let knight = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b";
    check("startpos moves e2e4 e7e5", open, None);
    check("startpos moves e2e4 e7e5 g1f3", knight, None);
    check("startpos moves e2e4 e7e5 g1f3", knight, None);
    check("startpos moves e2e4 e7e5 g1f3 f3g5 b8c6", "", Some("ply 4"));
    check("startpos moves e2e4 e7e5 g1f3 f3g5 b8c6", "", Some("ply 4"));
    check("startpos moves e2e4 e7e5 g1f3", knight, None);
    check("startpos moves e2e4 e7e5 g1f3 b8c6 g1g3", "", Some("ply 5"));
    check("startpos moves e2e4 e7e5", open, None);
    check("startpos moves d2d4", "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b", None);
    check(other, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b", None);
    check(&format!("{other} moves e7e5"), "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w", None);
    gui.send("setoption name UCI_Variant value crazyhouse");
    gui.send("position startpos moves e2e4 e7e5");
    gui.sync();
    assert!(gui.shown("Fen: ").starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR[] w"));
}

#[test]
fn setoption_ucinewgame_position_and_go_during_a_search_do_not_dead_lock() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.send(
        "setoption name Hash value 2\nsetoption name Threads value 2\nsetoption name Clear Hash\n\
         setoption name UCI_Variant value crazyhouse\nucinewgame\nposition startpos moves e2e4\nisready",
    );
    gui.until("readyok");
    gui.no_line("bestmove");
    gui.send("d\neval\nuci\ndebug on\nisready");
    gui.until("readyok");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
    gui.sync();
    gui.send("go depth 1");
    gui.best_move();
}

#[test]
fn a_go_during_an_endless_search_ends_it_and_both_are_answered() {
    for first in ["go infinite", "go ponder wtime 1000 btime 1000", "go", "go mate 30"] {
        let mut gui = Gui::start();
        gui.send(first);
        gui.sync();
        gui.send("position startpos moves e2e4\ngo depth 1");
        let (first, second) = (gui.best_move(), gui.best_move());
        let rank = |text: &str| text.chars().nth(1);
        assert!(matches!(rank(&first), Some('1' | '2')), "White moves: {first}");
        assert!(matches!(rank(&second), Some('7' | '8')), "Black moves: {second}");
        gui.no_line("bestmove");
    }
}

#[test]
fn a_go_during_a_search_with_an_end_waits_for_it() {
    let mut gui = Gui::start();
    gui.send("go movetime 200\ngo depth 1\ngo movetime 100");
    for _ in 0..3 {
        assert_ne!(gui.best_move(), "(none)");
    }
    gui.no_line("bestmove");
}

#[test]
fn stop_ends_all_searches_asked_for() {
    let mut gui = Gui::start();
    gui.send("go depth 200\ngo infinite\ngo infinite\nstop");
    for _ in 0..3 {
        gui.best_move();
    }
    gui.no_line("bestmove");
    gui.send("go infinite");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
}

#[test]
fn illegal_searchmoves_are_skipped() {
    let mut gui = Gui::start();
    gui.send("position startpos\ngo depth 1 searchmoves e2e5 a2a3 nonsense");
    assert_eq!(gui.line(), "info string searchmoves: skipped, illegal move e2e5: the pawn cannot go to e5");
    assert_eq!(gui.line(), "info string searchmoves: skipped, `nonsense` is not a move");
    assert_eq!(gui.best_move(), "a2a3");
    gui.send("go searchmoves b2b3 infinite");
    gui.no_line("bestmove");
    gui.send("stop");
    assert_eq!(gui.best_move(), "b2b3");
}

#[test]
fn if_none_of_searchmoves_is_legal_all_moves_are_searched() {
    let mut gui = Gui::start();
    gui.send("go searchmoves e2e5 h8h9 depth 1");
    let lines = gui.until("bestmove ");
    assert_eq!(lines[2], "info string searchmoves: none is left, all moves are searched");
    assert_ne!(lines.last().unwrap(), "bestmove (none)");
}

#[test]
fn the_flag_is_no_move_to_search() {
    let mut gui = Gui::with_variant("halijnen");
    gui.send("go searchmoves flag e2e4 depth 1");
    let lines = gui.until("bestmove ");
    let note = "info string searchmoves: skipped, illegal move flag: the clock makes it, nobody chooses it";
    assert_eq!(lines[0], note);
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("e2e4"));
    gui.send("position startpos moves flag\ngo depth 1");
    assert!(gui.until("bestmove ").iter().all(|line| !line.starts_with("info string")));
}

#[test]
fn without_a_legal_move_the_state_of_the_game_and_no_move_are_told() {
    for (variant, fen, state) in [
        ("chess", MATED, "the game is over: win white 1-0 mate"),
        ("chess", STALEMATED, "the game is over: draw 1/2-1/2 stalemate"),
        ("bughouse", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "the player on move waits: waiting black stalemate"),
        ("doorgeef", "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1", "the player on move waits: waiting black check"),
    ] {
        let mut gui = Gui::with_variant(variant);
        gui.send(&format!("position fen {fen}\ngo wtime 1000 btime 1000"));
        let lines = gui.until("bestmove ");
        assert!(lines.contains(&format!("info string {state}")), "{lines:?}");
        assert_eq!(lines.last().unwrap(), "bestmove (none)");
        gui.send("position startpos\ngo depth 1");
        assert_ne!(gui.best_move(), "(none)");
    }
}

#[test]
fn a_broken_go_is_named_and_still_answered() {
    let mut gui = Gui::start();
    gui.send("go depth abc");
    let lines = gui.until("bestmove ");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error: ")).count(), 1, "{lines:?}");
    assert!(lines[0].contains("`abc`"), "{lines:?}");
    gui.send("go infinite nodes x");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
}

#[test]
fn lines_of_thinking_are_whole_numbers_in_the_usual_order_with_the_moves_last() {
    let mut gui = Gui::start();
    gui.send("setoption name MultiPV value 3\nposition startpos\ngo depth 5");
    let lines = gui.until("bestmove ");
    let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth ")).collect();
    assert!(infos.len() >= 3, "{lines:?}");
    for info in &infos {
        check_info(info);
    }
    let last: Vec<&str> = infos[infos.len() - 3..].iter().map(|line| line.split(' ').nth(6).unwrap()).collect();
    assert_eq!(last, ["1", "2", "3"]);
}

/// `info depth D seldepth S multipv K score cp|mate X [bound] nodes N nps V hashfull H tbhits 0 time T pv ...`
#[track_caller]
fn check_info(line: &str) {
    let numbered = |words: &mut dyn Iterator<Item = &str>, key: &str| {
        assert_eq!(words.next(), Some(key), "{line}");
        assert!(words.next().is_some_and(|word| word.parse::<i64>().is_ok()), "{key} in {line}");
    };
    let line_without_bound = line.replace(" lowerbound", "").replace(" upperbound", "");
    let mut words = line_without_bound.split(' ');
    assert_eq!(words.next(), Some("info"));
    ["depth", "seldepth", "multipv"].into_iter().for_each(|key| numbered(&mut words, key));
    assert_eq!(words.next(), Some("score"), "{line}");
    let unit = words.next().unwrap_or_default();
    assert!(matches!(unit, "cp" | "mate"), "{line}");
    assert!(words.next().is_some_and(|word| word.parse::<i64>().is_ok()), "{line}");
    ["nodes", "nps", "hashfull", "tbhits", "time"].into_iter().for_each(|key| numbered(&mut words, key));
    assert_eq!(words.next(), Some("pv"), "{line}");
    assert!(words.next().is_some(), "{line}");
}

#[test]
fn the_best_move_begins_the_last_line_and_the_ponder_move_is_its_second() {
    let mut gui = Gui::start();
    gui.send("position startpos\ngo depth 5");
    let lines = gui.until("bestmove ");
    let last = lines.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
    let pv: Vec<&str> = last.split(" pv ").nth(1).unwrap().split(' ').collect();
    let answer: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert_eq!(answer, ["bestmove", pv[0], "ponder", pv[1]]);
}

/// Bounds come only after some seconds: many GUIs take them for scores.
#[test]
fn a_short_search_shows_no_bounds() {
    let mut gui = Gui::start();
    gui.send("position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    for limit in ["depth 9", "nodes 20000"] {
        gui.send(&format!("setoption name Clear Hash\ngo {limit}"));
        for line in gui.until("bestmove ") {
            let time = line.split(" time ").nth(1).and_then(|rest| rest.split(' ').next());
            let is_late = time.is_some_and(|time| time.parse::<u64>().unwrap() >= 3000);
            assert!(is_late || !(line.contains(" lowerbound") || line.contains(" upperbound")), "{line}");
        }
    }
}

#[test]
fn quick_skipping_through_positions_leaves_nothing_stuck() {
    let mut gui = Gui::start();
    let moves = ["", " moves e2e4", " moves e2e4 e7e5", " moves e2e4 e7e5 g1f3"];
    for i in 0..50 {
        gui.send(&format!("stop\nposition startpos{}\ngo infinite", moves[i % moves.len()]));
    }
    gui.send("stop");
    for _ in 0..50 {
        gui.best_move();
    }
    gui.no_line("bestmove");
}

#[test]
fn a_gui_that_no_longer_reads_ends_the_program_quietly() {
    use std::process::{Command, Stdio};
    for command in ["uci\nisready\nuci\nisready\n", "go infinite\n", "d\nd\n"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kwartslag"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, command.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{command}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
        drop(stdin);
    }
}

#[test]
fn perft_prints_each_move_and_the_sum_and_can_be_stopped() {
    let mut gui = Gui::start();
    gui.send("position startpos\ngo perft 3");
    let lines = gui.until("Nodes searched: ");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 8902");
    assert!(lines.contains(&"e2e4: 600".to_string()));
    for depth in ["12", "1000000"] {
        gui.send(&format!("go perft {depth}\nisready"));
        gui.until("readyok");
        gui.send("stop");
        gui.until("info string perft stopped");
    }
}

#[test]
fn no_search_runs_any_more_once_its_answer_is_read() {
    let mut gui = Gui::start();
    gui.send("debug on");
    for (go, answer) in [("go depth 1", "bestmove "), ("go perft 1", "Nodes searched: ")].repeat(50) {
        gui.send(go);
        gui.until(answer);
        gui.send("stop");
        let lines = gui.sync();
        assert!(lines.contains(&"info string stop: no search runs".to_string()), "{go}: {lines:#?}");
    }
}

#[test]
fn debug_only_adds_info_strings() {
    let mut gui = Gui::start();
    gui.send("joho debug on\nstop");
    assert!(gui.sync().iter().all(|line| line.starts_with("info string ")));
    gui.send("debug off\nstop");
    assert_eq!(gui.sync(), Vec::<String>::new());
}

#[test]
fn d_shows_board_fen_key_checkers_and_status() {
    let mut gui = Gui::with_variant("doorgeef");
    gui.send("position fen R5k1/5ppp/8/8/8/8/8/4K3[Pn] b - - 0 1\nd");
    let text = gui.sync().join("\n");
    for part in [
        "| R |   |",
        "white [P]",
        "black [N]",
        "black to move",
        "Fen: R5k1/5ppp/8/8/8/8/8/4K3[Pn] b - - 0 1",
        "Key: ",
        "Checkers: a8",
    ] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert_eq!(gui.shown("Status: "), "ongoing");
    assert_eq!(gui.shown("Key: ").len(), 16);
}

#[test]
fn lines_of_thinking_end_with_the_game() {
    let mut gui = Gui::with_variant("crazyhouse");
    let fen = "rn1qk2r/ppp2ppp/8/3Bp3/2P1n3/P3P2P/PB1P2P1/R3KB1n[RBPqnp] b kq - 0 16";
    gui.send(&format!("position fen {fen}\ngo depth 4"));
    for line in gui.until("bestmove ").iter().filter_map(|line| line.split_once(" pv ")) {
        gui.send(&format!("position fen {fen} moves {}", line.1));
        assert_eq!(gui.sync(), Vec::<String>::new(), "{}", line.1);
    }
}
