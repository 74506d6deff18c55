//! What real clients send, in the order in which they send it.

mod common;

use common::Gui;

#[test]
fn cutechess_with_ponder() {
    let mut gui = Gui::start();
    gui.send("uci");
    gui.until("uciok");
    gui.sync();
    gui.send("ucinewgame\nsetoption name Ponder value true\nposition startpos");
    gui.sync();
    gui.send("go wtime 550 btime 550 winc 50 binc 50");
    gui.best_move();
    gui.send("position startpos moves d2d4 g8f6");
    gui.sync();
    gui.send("go ponder wtime 550 btime 550 winc 50 binc 50");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
    gui.send("position startpos moves d2d4 d7d5");
    gui.sync();
    gui.send("go wtime 550 btime 550 winc 50 binc 50");
    gui.best_move();
    gui.send("position startpos moves d2d4 d7d5 c2c4 e7e6");
    gui.sync();
    gui.send("go ponder wtime 550 btime 550 winc 50 binc 50");
    gui.no_line("bestmove");
    gui.send("ponderhit");
    gui.best_move();
    gui.quit();
}

#[test]
fn python_chess_sends_ponder_and_ponderhit_at_once() {
    let mut gui = Gui::start();
    for _ in 0..10 {
        gui.send("position startpos\ngo ponder wtime 300 btime 300\nponderhit");
        gui.best_move();
    }
    gui.send("setoption name MultiPV value 2\ngo depth 2");
    gui.best_move();
    gui.send("stop\nquit");
    assert!(gui.wait().success());
}

#[test]
fn a_whole_game_in_one_write() {
    let mut gui = Gui::start();
    gui.send(
        "uci\nsetoption name Threads value 1\nsetoption name Hash value 1\nucinewgame\nisready\nisready\n\
         position startpos\nisready\ngo depth 2",
    );
    gui.until("uciok");
    gui.until("readyok");
    gui.until("readyok");
    gui.until("readyok");
    gui.best_move();
    gui.sync();
    gui.send("stop\nquit");
    assert!(gui.wait().success());
}

#[test]
fn en_croissant_and_liground_stop_set_options_and_go_on() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    for (variant, moves) in [("crazyhouse", "e2e4"), ("chess", "e2e4 e7e5"), ("doorgeefsolo", "d2d4")] {
        gui.send(&format!(
            "stop\nsetoption name UCI_AnalyseMode value true\nsetoption name MultiPV value 2\n\
             setoption name UCI_Variant value {variant}\nposition startpos moves {moves}\ngo infinite"
        ));
        gui.best_move();
    }
    gui.send("stop\nisready\nsetoption name MultiPV value 1\nposition startpos\ngo movetime 200 depth 3");
    gui.best_move();
    gui.best_move();
    gui.quit();
}

/// The position of the last `position` in a search of pychess, which sends the variant before every `go`.
#[test]
fn pychess_sends_the_variant_before_every_go() {
    let mut gui = Gui::start();
    let fen = "7k/8/5KQ1/8/8/8/8/8[] w - - 0 1";
    gui.send("uci");
    gui.until("uciok");
    gui.send("setoption name UCI_Variant value crazyhouse\nucinewgame");
    gui.sync();
    for _ in 0..5 {
        gui.send(&format!("position fen {fen}\nsetoption name UCI_Variant value crazyhouse\ngo depth 3"));
        assert_eq!(gui.best_move(), "g6g7");
        gui.send("stop\nisready");
        gui.until("readyok");
    }
}

/// tinyChessServer and pychess, in the browser.
#[test]
fn browsers_stop_wait_set_options_and_search_by_depth_or_time() {
    let mut gui = Gui::start();
    gui.send("uci");
    gui.until("uciok");
    for (options, go) in [("Threads value 1", "go depth 5"), ("MultiPV value 3", "go movetime 90 depth 18")].repeat(3) {
        gui.send("stop\nisready");
        gui.until("readyok");
        gui.send(&format!("setoption name {options}\nposition fen {MIDDLE_GAME}\n{go}"));
        gui.best_move();
    }
}

/// A match of fastchess: threads first, `isready` before and after each command of a move.
#[test]
fn fastchess_asks_whether_we_are_ready_at_every_step() {
    let mut gui = Gui::start();
    gui.send("uci");
    gui.until("uciok");
    gui.send("setoption name Threads value 1\nsetoption name Hash value 4\nucinewgame");
    gui.sync();
    let mut moves = String::new();
    for _ in 0..6 {
        assert_eq!(gui.sync(), Vec::<String>::new());
        gui.send(&format!("position startpos moves{moves}"));
        assert_eq!(gui.sync(), Vec::<String>::new());
        gui.send("go wtime 600 btime 600 winc 10 binc 10");
        moves.push_str(&format!(" {}", gui.best_move()));
        assert_eq!(gui.sync(), Vec::<String>::new());
    }
    gui.send("stop\nquit");
    assert!(gui.wait().success());
}

/// A user holds down a key: En Croissant and lichess must not be left with an engine that is stuck.
#[test]
fn quick_skipping_through_a_game_gives_one_answer_for_each_position() {
    let mut gui = Gui::start();
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"];
    for count in 0..50 {
        gui.send(&format!("stop\nposition startpos moves {}\ngo infinite", moves[..count % 7].join(" ")));
    }
    gui.send("stop");
    for _ in 0..50 {
        assert_ne!(gui.best_move(), "(none)");
    }
    assert_eq!(gui.sync(), Vec::<String>::new());
}

const MIDDLE_GAME: &str = "3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27";
const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

/// The forty steps of `fastchess --compliance`.
#[test]
fn fastchess_compliance() {
    let mut gui = Gui::start();
    gui.send("uci");
    let lines = gui.until("uciok");
    assert!(lines.iter().any(|line| line.starts_with("id name ")));
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    gui.sync();
    gui.send("ucinewgame");
    gui.sync();
    gui.send("position startpos");
    gui.sync();
    gui.send(&format!("position fen {MIDDLE_GAME}"));
    gui.sync();
    searched(&mut gui, "go wtime 100");
    for go in ["go btime 100", "go wtime 100 winc 100 btime 100 binc 100", "go btime 100 binc 100 wtime 100 winc 100"] {
        gui.send(&format!("position fen {BLACK_TO_MOVE}"));
        gui.sync();
        searched(&mut gui, go);
    }
    gui.send("ucinewgame");
    gui.sync();
    gui.send("position startpos");
    searched(&mut gui, "go wtime 100 btime 100");
    gui.send("position startpos moves e2e4 e7e5");
    searched(&mut gui, "go wtime 100 btime 100");
    gui.quit();
}

/// Sends a `go`; the last line is the best move, the one before it an info line with a score, in whole numbers.
#[track_caller]
fn searched(gui: &mut Gui, go: &str) {
    gui.send(go);
    let lines = gui.until("bestmove ");
    let info = &lines[lines.len() - 2];
    let words: Vec<&str> = info.split(' ').collect();
    assert_eq!(words[0], "info", "{go}: {lines:?}");
    for key in ["time", "nps", "score"] {
        let place = words.iter().position(|word| *word == key).unwrap_or_else(|| panic!("{key} in {info}"));
        assert!(words.get(place + 1).is_some_and(|value| !value.contains('.')), "{info}");
    }
}

/// In every game: the moves that the engine plays and the lines that it shows are legal, and games go on.
#[test]
fn every_game_is_played_move_by_move_with_legal_lines() {
    for variant in ["chess", "crazyhouse", "bughouse", "doorgeef", "euwe", "doorgeefsolo", "superschaak", "halijnen"] {
        let mut gui = Gui::with_variant(variant);
        let mut moves = String::new();
        for _ in 0..12 {
            gui.send(&format!("position startpos moves{moves}\ngo nodes 400"));
            let lines = gui.until("bestmove ");
            for line in lines.iter().filter_map(|line| line.split_once(" pv ")) {
                gui.send(&format!("position startpos moves{moves} {}", line.1));
                assert_eq!(gui.sync(), Vec::<String>::new(), "{variant}: {moves}");
            }
            let best: Vec<&str> = lines.last().unwrap().split(' ').collect();
            moves.push_str(&format!(" {}", best[1]));
        }
        gui.send(&format!("position startpos moves{moves}"));
        assert_eq!(gui.sync(), Vec::<String>::new(), "{variant}: {moves}");
    }
}
