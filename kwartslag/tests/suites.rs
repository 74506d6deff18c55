//! The data files: perft suites, replayed games, endings, illegal moves, wrong FENs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Larger counts are left to `kwartslag perft --suite`.
const MAX_NODES: &str = "10000000";

/// A file of `tests/data`.
fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name)
}

fn kwartslag(arguments: &[&str], file: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kwartslag")).args(arguments).arg(file).output().unwrap()
}

/// Every line of the file is as it says, and there is one.
#[track_caller]
fn passes(arguments: &[&str], file: &Path) {
    let output = kwartslag(arguments, file);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.ends_with(" passed, 0 failed\n") && !text.starts_with("0 "), "{output:?}");
}

#[track_caller]
fn perft_suite(name: &str) {
    passes(&["perft", "--max-nodes", MAX_NODES, "--suite"], &data(&format!("perft/{name}.tsv")));
}

#[track_caller]
fn verified(name: &str) {
    passes(&["verify"], &data(&format!("games/{name}")));
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
    lenient_fens "lenient-fen.tsv";
}

/// All BPGN files, replayed by the rules of a game: how many pass, and what is said of the others.
fn verified_bpgn(variant: &str) -> (usize, String) {
    let mut found = String::new();
    let mut passed = 0;
    for entry in std::fs::read_dir(data("games/bpgn")).unwrap() {
        let output = kwartslag(&["verify", "--variant", variant], &entry.unwrap().path());
        let text = String::from_utf8(output.stdout).unwrap();
        let (faults, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text.trim_end()));
        passed += last.split(' ').next().unwrap().parse::<usize>().unwrap();
        found.extend(faults.lines().map(|line| format!("{line}\n")));
    }
    (passed, found)
}

#[test]
fn bpgn_games_are_legal_bughouse() {
    let (passed, output) = verified_bpgn("bughouse");
    assert_eq!(output, "");
    assert_eq!(passed, std::fs::read_dir(data("games/bpgn")).unwrap().count());
}

#[test]
fn bpgn_games_break_the_rules_of_doorgeefschaak_by_a_checking_drop_only() {
    let (passed, output) = verified_bpgn("doorgeef");
    assert!(passed > 0, "{output}");
    let drop =
        |line: &str| line.contains("@") && line.ends_with("a drop may not give check") && line.contains(": board ");
    assert!(output.lines().count() > 5 && output.lines().all(drop), "{output}");
}
