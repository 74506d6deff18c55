//! Bad input: one clear error each, and the program lives on.

mod common;

use common::{Gui, one_error};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const INVALID_FENS: &str = include_str!("../../tests/data/games/invalid-fen.tsv");
const LENIENT_FENS: &str = include_str!("../../tests/data/games/lenient-fen.tsv");

/// The commands that choose a game as data files name it.
fn chosen(game: &str) -> String {
    let (name, chess960) = if game == "chess960" { ("chess", true) } else { (game, false) };
    format!("setoption name UCI_Chess960 value {chess960}\nsetoption name UCI_Variant value {name}")
}

#[test]
fn every_lenient_fen_is_read_as_it_is_meant_and_a_note_says_what_was_changed() {
    let mut gui = Gui::start();
    for line in LENIENT_FENS.lines().skip(1) {
        let [game, fen, written, why] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        gui.send(&chosen(game));
        gui.sync();
        gui.send(&format!("position fen {fen}"));
        let notes = gui.sync();
        assert!(!notes.is_empty(), "{fen} ({why})");
        for note in &notes {
            assert!(note.starts_with("info string ") && !note.contains("error"), "{fen} ({why}): {note}");
        }
        assert_eq!(gui.shown("Fen: "), written, "{why}");
        // The same position again need not be explained again.
        gui.send(&format!("position fen {fen}"));
        assert_eq!(gui.sync(), Vec::<String>::new());
    }
}

#[test]
fn every_invalid_fen_gives_one_error_and_leaves_no_position() {
    let mut gui = Gui::start();
    for line in INVALID_FENS.lines().skip(1) {
        let [variant, fen, reason] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        gui.send(&format!("{}\nposition startpos", chosen(variant)));
        gui.sync();
        gui.send(&format!("position fen {fen}"));
        let lines = gui.sync();
        assert!(one_error(&lines).len() > 10, "{variant} {fen} ({reason}): {lines:?}");
        gui.send("d");
        assert!(one_error(&gui.sync()).starts_with("there is no position"), "{variant} {fen}");
    }
    gui.send("setoption name UCI_Variant value chess\nposition startpos\ngo depth 1");
    assert_ne!(gui.best_move(), "(none)");
}

/// A line of random bytes without line ends.
fn random_bytes(random: &mut ChaCha8Rng) -> Vec<u8> {
    let len = random.random_range(1..=200);
    (0..len).map(|_| random.random()).filter(|byte| !matches!(byte, b'\n' | b'\r')).collect()
}

#[test]
fn random_bytes_as_a_line_give_one_error_at_most() {
    let mut gui = Gui::start();
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..300 {
        let mut line = vec![b'?'];
        line.extend(random_bytes(&mut random));
        line.push(b'\n');
        gui.send_bytes(&line);
        one_error(&gui.sync());
    }
}

#[test]
fn random_bytes_as_a_fen_give_one_error() {
    let mut gui = Gui::start();
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for variant in ["chess", "euwe", "superschaak", "halijnen"] {
        gui.send(&format!("setoption name UCI_Variant value {variant}"));
        gui.sync();
        for _ in 0..100 {
            let mut line = b"position fen ".to_vec();
            line.extend(random_bytes(&mut random));
            line.push(b'\n');
            gui.send_bytes(&line);
            one_error(&gui.sync());
        }
    }
}

#[test]
fn damaged_fens_never_end_the_program() {
    let mut gui = Gui::start();
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let fen = "r3k2r/pppppppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR[PNq] b KQkq d3 0 1";
    for variant in ["chess", "crazyhouse", "doorgeef", "euwe", "superschaak", "halijnen"] {
        gui.send(&format!("setoption name UCI_Variant value {variant}"));
        gui.sync();
        for _ in 0..200 {
            let mut line = format!("position fen {fen}").into_bytes();
            for _ in 0..random.random_range(1..=3) {
                let place = random.random_range(13..line.len());
                line[place] = b"pPkKqQrRnN12345678/[]~ -=@ahxw"[random.random_range(0..30)];
            }
            line.extend(b"\n");
            gui.send_bytes(&line);
            let lines = gui.sync();
            // Refused with one error, or read, perhaps with notes.
            let is_note = |line: &String| line.starts_with("info string ") && !line.starts_with("info string error");
            assert!(lines.iter().all(is_note) || one_error(&lines).len() > 5);
        }
        gui.send("go depth 1");
        gui.until("bestmove ");
    }
}

#[test]
fn random_move_texts_give_one_error_that_names_the_ply() {
    let mut gui = Gui::start();
    let mut random = ChaCha8Rng::seed_from_u64(4);
    for _ in 0..200 {
        let mut line = b"position startpos moves e2e4 ?".to_vec();
        line.extend(random_bytes(&mut random));
        line.push(b'\n');
        gui.send_bytes(&line);
        assert!(one_error(&gui.sync()).contains("ply 2"));
    }
}

#[test]
fn a_very_long_line_is_survived() {
    let mut gui = Gui::start();
    gui.send(&format!("position startpos moves {}", "g1f3 g8f6 f3g1 f6g8 ".repeat(2000)));
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.send(&"x".repeat(1 << 20));
    assert!(one_error(&gui.sync()).len() < 1000);
    gui.send("go depth 1");
    gui.best_move();
}

#[test]
fn empty_and_blank_lines_are_nothing() {
    let mut gui = Gui::start();
    gui.send("\n \t \r\n\r");
    assert_eq!(gui.sync(), Vec::<String>::new());
}
