//! The data files: perft suites, replayed games, endings, illegal moves, wrong FENs.

use engine::cli::data::Tally;
use engine::cli::{perft, verify};
use kwartslag_tests::data;

/// Larger counts are left to `kwartslag perft --suite`.
const MAX_NODES: u64 = 10_000_000;

#[track_caller]
fn passes(tally: Tally, output: Vec<u8>) {
    assert_eq!(tally.failed, 0, "{}", String::from_utf8_lossy(&output));
    assert!(tally.passed > 0, "nothing was checked: {tally:?}");
}

#[track_caller]
fn perft_suite(name: &str) {
    let mut output = Vec::new();
    let path = data(&format!("perft/{name}.tsv"));
    let tally = perft::run_suite(&path, false, Some(MAX_NODES), &mut output).unwrap();
    passes(tally, output);
}

#[track_caller]
fn verified(name: &str) {
    let mut output = Vec::new();
    let tally = verify::verify_file(&data(&format!("games/{name}")), None, false, &mut output).unwrap();
    passes(tally, output);
}

macro_rules! suites {
    ($check:ident: $($test:ident $name:expr;)*) => {
        $(
            #[test]
            fn $test() {
                $check($name);
            }
        )*
    };
}

suites! { perft_suite:
    perft_chess "chess";
    perft_chess960 "chess960";
    perft_crazyhouse "crazyhouse";
    perft_bughouse "bughouse";
    perft_euwe "euwe";
    perft_doorgeef "doorgeef";
    perft_doorgeefsolo "doorgeefsolo";
    perft_superschaak "superschaak";
    perft_halijnen "halijnen";
    perft_of_fairy_stockfish "fairy-stockfish";
}

suites! { verified:
    games_chess "random-chess.txt";
    games_chess960 "random-chess960.txt";
    games_crazyhouse "random-crazyhouse.txt";
    games_bughouse "random-bughouse.txt";
    games_doorgeef "random-doorgeef.txt";
    games_doorgeefsolo "random-doorgeefsolo.txt";
    games_euwe "random-euwe.txt";
    games_superschaak "random-superschaak.txt";
    games_halijnen "random-halijnen.txt";
    endings "endings.tsv";
    illegal_moves "illegal.tsv";
    invalid_fens "invalid-fen.tsv";
}

/// All BPGN files, replayed by the rules of a game: how many pass, and what is said of the others.
fn verified_bpgn(variant: &str) -> (u64, String) {
    let mut output = Vec::new();
    let mut passed = 0;
    for entry in std::fs::read_dir(data("games/bpgn")).unwrap() {
        let path = entry.unwrap().path();
        passed += verify::verify_file(&path, variant.parse().ok(), false, &mut output).unwrap().passed;
    }
    (passed, String::from_utf8(output).unwrap())
}

#[test]
fn bpgn_games_are_legal_bughouse() {
    let (passed, output) = verified_bpgn("bughouse");
    assert_eq!(output, "");
    assert_eq!(passed, std::fs::read_dir(data("games/bpgn")).unwrap().count() as u64);
}

#[test]
fn bpgn_games_break_the_rules_of_doorgeefschaak_by_a_checking_drop_only() {
    let (passed, output) = verified_bpgn("doorgeef");
    assert!(passed > 0, "{output}");
    let drop =
        |line: &str| line.contains("@") && line.ends_with("a drop may not give check") && line.contains(": board ");
    assert!(output.lines().count() > 5 && output.lines().all(drop), "{output}");
}
