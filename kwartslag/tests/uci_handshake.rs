//! Handshake and options.

mod common;

#[cfg(target_os = "linux")]
use std::process::Command;

use common::{Gui, one_error};

#[test]
fn the_handshake_names_the_engine_its_author_and_its_options() {
    let mut gui = Gui::start();
    for _ in 0..2 {
        gui.send("uci");
        let lines = gui.until("uciok");
        assert!(lines[0].starts_with("id name Kwartslag "), "{lines:?}");
        assert!(lines[1].starts_with("id author "), "{lines:?}");
        for option in [
            "Hash type spin default 16 min 1 max ",
            "Threads type spin default 1 min 1 max ",
            "MultiPV type spin default 1 min 1 max ",
            "Ponder type check default false",
            "Move Overhead type spin default 10 min 0 max ",
            "Clear Hash type button",
            "UCI_AnalyseMode type check default false",
            "UCI_ShowWDL type check default false",
            "UCI_LimitStrength type check default false",
            "UCI_Elo type spin default 1600 min 850 max 2330",
            "Skill Level type spin default 20 min 0 max 20",
            "UCI_Chess960 type check default false",
            "UCI_Variant type combo default chess var chess var crazyhouse var bughouse var doorgeef var euwe \
             var doorgeefsolo var superschaak var halijnen",
            "Frames type spin default 3 min 3 max ",
            "Debug Log File type string default <empty>",
        ] {
            assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}");
        }
    }
    gui.quit();
}

#[test]
fn nothing_is_printed_before_the_first_command() {
    let mut gui = Gui::start();
    assert_eq!(gui.sync(), Vec::<String>::new());
}

#[test]
fn a_variant_is_described_for_boards_that_do_not_know_it() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let mut gui = Gui::start();
    for (name, rest) in [
        ("chess", format!("pocket 0 template fairy startpos {start} w KQkq - 0 1")),
        ("crazyhouse", format!("pocket 5 template crazyhouse startpos {start}[] w KQkq - 0 1")),
        ("doorgeefsolo", format!("pocket 5 template crazyhouse startpos {start}[] w KQkq - 0 1")),
        ("bughouse", format!("pocket 5 template bughouse startpos {start}[] w KQkq - 0 1")),
        ("doorgeef", format!("pocket 5 template bughouse startpos {start}[] w KQkq - 0 1")),
        ("euwe", format!("pocket 5 template bughouse startpos {start}[] w KQkq - 0 1")),
        ("superschaak", format!("pocket 8 template super startpos {start}[AESVaesv] w KQkq - 0 1 prelude=1")),
        ("halijnen", format!("pocket 5 template fairy startpos {start}[] w KQkq - 0 1 frame=1/3 won=0-0")),
    ] {
        gui.send(&format!("setoption name UCI_Variant value {name}"));
        assert_eq!(gui.sync(), [format!("info string variant {name} files 8 ranks 8 {rest}")]);
        gui.send("go depth 1");
        assert_ne!(gui.best_move(), "(none)");
    }
}

#[test]
fn standard_and_normal_mean_chess() {
    for alias in ["standard", "normal", "Chess"] {
        let mut gui = Gui::with_variant("crazyhouse");
        gui.send(&format!("setoption name uci_variant value {alias}"));
        assert!(gui.line().starts_with("info string variant chess files 8"));
    }
}

#[test]
fn bad_values_are_refused_and_numbers_out_of_range_are_clamped_with_a_message() {
    let mut gui = Gui::start();
    gui.send("setoption name Hash value abc");
    assert!(one_error(&gui.sync()).contains("`abc`"));
    gui.send("setoption name UCI_Variant value atomic");
    assert!(one_error(&gui.sync()).contains("`atomic`"));
    gui.send("setoption name Threads value 0");
    assert!(gui.sync()[0].contains("1 is used"));
    gui.send("setoption name NoSuchThing value 1");
    assert!(one_error(&gui.sync()).contains("`NoSuchThing`"));
    gui.send("setoption name Hash value");
    assert!(one_error(&gui.sync()).contains("missing"));
    gui.send("go depth 1");
    gui.best_move();
}

#[test]
fn a_huge_hash_neither_aborts_nor_hangs() {
    let mut gui = Gui::start();
    gui.send("setoption name Hash value 99999999999999999999\nsetoption name Hash value 1");
    assert!(gui.sync()[0].contains("is not from 1 to "));
    gui.send("go depth 1");
    gui.best_move();
}

/// The nodes of a search of the start position.
fn nodes(gui: &mut Gui) -> u64 {
    gui.send("position startpos\ngo depth 8");
    let lines = gui.until("bestmove ");
    let last = lines.iter().rfind(|line| line.starts_with("info depth ")).unwrap();
    last.split(' ').skip_while(|&word| word != "nodes").nth(1).unwrap().parse().unwrap()
}

/// A search that knows what an earlier one has learnt takes another way.
#[test]
fn clear_hash_and_ucinewgame_forget_all_that_was_learnt() {
    let mut gui = Gui::start();
    let fresh = nodes(&mut gui);
    assert_ne!(nodes(&mut gui), fresh);
    for command in ["setoption name Clear Hash", "ucinewgame"] {
        gui.send(command);
        assert_eq!(nodes(&mut gui), fresh, "{command}");
        assert_ne!(nodes(&mut gui), fresh, "{command}");
    }
}

/// GUIs repeat options at will: the position stays, and so does what was learnt.
#[test]
fn the_same_value_again_changes_nothing() {
    let mut gui = Gui::start();
    let same = "setoption name UCI_Variant value Chess\nsetoption name UCI_Chess960 value false\n\
                setoption name Hash value 16\nsetoption name Threads value 1\nsetoption name Frames value 3";
    let fresh = nodes(&mut gui);
    gui.send("setoption name Clear Hash");
    assert_eq!(nodes(&mut gui), fresh);
    gui.send(same);
    assert_ne!(nodes(&mut gui), fresh, "the table was cleared");
    gui.send("position startpos moves e2e4");
    let before = gui.shown("Fen: ");
    gui.send(same);
    assert_eq!(gui.shown("Fen: "), before);
}

#[test]
fn the_same_value_again_changes_nothing_on_two_boards() {
    let mut gui = Gui::with_variant("bughouse");
    gui.send("position startpos2 moves 1e2e4");
    let before = gui.shown("Fen: ");
    gui.send(
        "setoption name UCI_Variant value bughouse\nsetoption name Team value white\nsetoption name Mode value go",
    );
    assert_eq!(gui.shown("Fen: "), before);
}

/// A search that goes on is not disturbed either.
#[test]
fn the_same_value_again_does_not_make_the_engine_pause() {
    let mut gui = Gui::start();
    gui.send("go infinite");
    gui.until("info depth 3 ");
    for _ in 0..20 {
        gui.send("setoption name UCI_Variant value chess\nsetoption name Hash value 16\nisready");
        gui.until("readyok");
    }
    gui.send("stop");
    gui.best_move();
}

#[test]
fn an_even_number_of_frames_is_refused_and_an_odd_one_starts_longer_games() {
    let mut gui = Gui::with_variant("halijnen");
    gui.send("setoption name Frames value 4");
    assert!(one_error(&gui.sync()).contains("odd"));
    assert!(gui.shown("Fen: ").ends_with("frame=1/3 won=0-0"));
    gui.send("setoption name Frames value 5");
    assert!(gui.shown("Fen: ").ends_with("frame=1/5 won=0-0"));
    gui.send("position startpos moves e2e4");
    assert!(gui.shown("Fen: ").ends_with("frame=1/5 won=0-0"));
}

#[test]
fn castling_is_written_as_the_option_says() {
    let fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let mut gui = Gui::start();
    gui.send(&format!("position fen {fen} moves e1g1"));
    assert!(gui.shown("Fen: ").starts_with("4k3/8/8/8/8/8/8/R4RK1 b"));
    gui.send(&format!("setoption name UCI_Chess960 value true\nposition fen {fen} moves e1h1"));
    assert!(gui.shown("Fen: ").starts_with("4k3/8/8/8/8/8/8/R4RK1 b"));
    gui.send(&format!("position fen {fen}\ngo depth 1 searchmoves e1h1"));
    assert_eq!(gui.best_move(), "e1h1");
}

#[test]
fn no_lines_of_thinking_come_before_uci_although_options_do() {
    let mut gui = Gui::start();
    gui.send("setoption name Threads value 1\nsetoption name Hash value 1\nsetoption name Ponder value true\nuci");
    assert!(gui.line().starts_with("id name"));
}

/// GUIs start engines only to ask for their options: no table is allocated for that.
#[cfg(target_os = "linux")]
#[test]
fn without_the_table_little_memory_is_used() {
    let mut gui = Gui::start();
    gui.send("uci\nsetoption name Hash value 256\nd");
    gui.until("Status: ");
    let status = std::fs::read_to_string(format!("/proc/{}/status", gui.id())).unwrap();
    let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    let kibibytes: u32 = resident.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kibibytes < 32 << 10, "{kibibytes} KiB");
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_into_memory_is_made_smaller() {
    // About 400 MB of address space.
    let script = "ulimit -v 400000; exec \"$0\"";
    let mut gui = Gui::start_by(Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_kwartslag")]));
    gui.send("setoption name Hash value 1048576");
    assert!(gui.sync()[0].starts_with("info string Hash: 1048576 MiB do not fit into memory; using "));
    gui.send("setoption name Hash value 1048576");
    assert_eq!(gui.sync().len(), 0, "nothing has changed");
    gui.send("go depth 2");
    assert_ne!(gui.best_move(), "(none)");
}

#[test]
fn more_threads_than_processors_are_told() {
    let mut gui = Gui::start();
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get()) + 5;
    gui.send(&format!("setoption name Threads value {threads}"));
    let notes = gui.sync();
    assert!(notes[0].starts_with(&format!("info string Threads: {threads} threads share ")), "{notes:?}");
    assert_eq!(gui.sync().len(), 0);
}
