//! The commands of the program: what they print and how they fail.

use std::process::{Command, Output, Stdio};

fn kwartslag(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kwartslag")).args(arguments).stdin(Stdio::null()).output().unwrap()
}

#[track_caller]
fn succeeds(arguments: &[&str]) -> String {
    let output = kwartslag(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn bench_ends_with_nodes_and_speed_and_repeats_its_count() {
    let count = || {
        let text = succeeds(&["bench", "--depth", "3"]);
        let words: Vec<&str> = text.lines().last().unwrap().split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{text}");
        assert!(words[2].parse::<u64>().is_ok(), "{text}");
        words[0].parse::<u64>().unwrap()
    };
    let first = count();
    assert!(first > 0);
    assert_eq!(count(), first);
}

#[test]
fn bench_of_one_game_is_its_line_alone() {
    let text = succeeds(&["bench", "--depth", "3", "--variant", "euwe"]);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.starts_with("euwe "), "{text}");
}

#[test]
fn bench_knows_chess960_like_every_other_command() {
    let text = succeeds(&["bench", "--depth", "2", "--variant", "chess960"]);
    assert!(text.starts_with("chess960 "), "{text}");
}

#[test]
fn analyse_shows_the_board_and_lines_in_san() {
    let fen = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let text = succeeds(&["analyse", "--variant", "chess", "--fen", fen, "--depth", "4"]);
    assert!(text.contains("| R |") && text.contains(fen), "{text}");
    assert!(text.contains("win 1  Ra8#"), "{text}");
    assert_eq!(text.lines().last(), Some("Best move: Ra8#"));
}

#[test]
fn analyse_ranks_several_lines_and_stops_at_every_limit() {
    for limit in [["--depth", "3"], ["--nodes", "2000"], ["--movetime", "50"]] {
        let text = succeeds(&["analyse", "--variant", "doorgeef", limit[0], limit[1], "--multipv", "3"]);
        assert!(text.lines().any(|line| line.starts_with("  3. depth ")), "{text}");
    }
}

#[test]
fn analyse_says_how_a_finished_or_waiting_game_stands() {
    let mated = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    let text = succeeds(&["analyse", "--variant", "chess", "--fen", mated]);
    assert_eq!(text.lines().last(), Some("The game is over: win white 1-0 mate"));
    let waiting = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
    let text = succeeds(&["analyse", "--variant", "doorgeef", "--fen", waiting]);
    assert_eq!(text.lines().last(), Some("No legal move now: waiting black check"));
}

#[test]
fn errors_are_one_clear_line_and_exit_code_2() {
    for (arguments, culprit) in [
        (&["analyse", "--variant", "chess", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"][..], "king"),
        (&["analyse", "--variant", "chess", "--moves", "e2e4", "e2e4"][..], "ply 2"),
        (&["perft", "--fen", "x", "2"][..], "rank"),
        (&["perft", "--suite", "no-such-file.tsv"][..], "no-such-file.tsv"),
        (&["verify", "no-such-file.tsv"][..], "no-such-file.tsv"),
    ] {
        let output = kwartslag(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        assert!(text.contains(culprit), "{arguments:?}: {text}");
    }
    for arguments in [&["frobnicate"][..], &["analyse", "--variant", "atomic"], &["bench", "--depth", "0"]] {
        let output = kwartslag(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_record_without_a_game_is_no_success() {
    let path = std::env::temp_dir().join(format!("kwartslag-empty-{}.bpgn", std::process::id()));
    std::fs::write(&path, "").unwrap();
    let output = kwartslag(&["verify", path.to_str().unwrap()]);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("nothing to check"));
}

#[test]
fn several_files_are_verified_together() {
    let games = |file: &str| format!("{}/../tests/data/games/{file}", env!("CARGO_MANIFEST_DIR"));
    let (endings, illegal) = (games("endings.tsv"), games("illegal.tsv"));
    let passed = |arguments: &[&str]| -> u64 { succeeds(arguments).split(' ').next().unwrap().parse().unwrap() };
    let sum = passed(&["verify", &endings]) + passed(&["verify", &illegal]);
    assert_eq!(passed(&["verify", &endings, &illegal]), sum);
}

#[test]
fn a_minus_stands_for_the_standard_input() {
    let game = std::env::temp_dir().join(format!("kwartslag-stdin-{}.pgn", std::process::id()));
    std::fs::write(&game, "1. e4 e5 2. Ke3 *\n").unwrap();
    let input = std::fs::File::open(&game).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_kwartslag")).args(["verify", "-"]).stdin(input).output().unwrap();
    std::fs::remove_file(&game).unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with("-:1: game 1: move 2. Ke3: ") && text.ends_with("0 passed, 1 failed\n"), "{text}");
}

#[test]
fn a_damaged_line_is_not_repeated_whole() {
    let game = std::env::temp_dir().join(format!("kwartslag-long-{}.pgn", std::process::id()));
    std::fs::write(&game, format!("1. e4 {} *\n", "x".repeat(100_000))).unwrap();
    let output = kwartslag(&["verify", game.to_str().unwrap()]);
    std::fs::remove_file(&game).unwrap();
    assert!(output.stdout.len() < 1000, "{} bytes", output.stdout.len());
}

#[test]
fn moves_to_analyse_are_words_or_one_list() {
    let board = |moves: &[&str]| {
        let text = succeeds(&[&["analyze", "--depth", "1", "--moves"], moves].concat());
        text.lines().find(|line| line.starts_with("Fen: ")).map(str::to_string)
    };
    assert_eq!(board(&["e2e4 e7e5"]), board(&["e2e4", "e7e5"]));
    assert!(board(&["e2e4 e7e5"]).is_some());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    for arguments in [
        &["analyse", "--variant", "chess", "--nodes", "100000"][..],
        &["perft", "--divide", "3"],
        &["bench", "--depth", "1"],
        &["verify", concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/games/illegal.tsv")],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kwartslag"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {text}");
        assert!(!text.contains("panicked") && !text.contains("kwartslag:"), "{arguments:?}: {text}");
    }
}

#[test]
fn help_and_version_are_there() {
    assert!(succeeds(&["--help"]).contains("analyse"));
    assert!(succeeds(&["--version"]).starts_with("kwartslag "));
}

#[test]
fn arrays_lists_432_different_ones_and_draws_one() {
    let all = succeeds(&["arrays"]);
    let different: std::collections::HashSet<&str> = all.lines().collect();
    assert_eq!((all.lines().count(), different.len()), (432, 432));
    assert!(different.contains("vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1"));
    let drawn = succeeds(&["arrays", "--random"]);
    assert!(different.contains(drawn.trim_end()), "{drawn}");
    let with_prelude = succeeds(&["arrays", "--prelude"]);
    let wanted = "A@f1 E@a8 S@g1 V@b8\t";
    assert!(with_prelude.lines().any(|line| line.starts_with(wanted)), "{with_prelude}");
}

#[test]
fn two_boards_are_analysed_for_a_team() {
    let arguments =
        ["analyse", "--variant", "bughouse", "--fen", "startpos2", "--depth", "3", "--moves", "1e2e4", "2d2d4"];
    let text = succeeds(&arguments);
    assert!(text.contains("Status: A: ongoing | B: ongoing | match: ongoing"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("Best move: A: pass, B: "), "{text}");
    let text = succeeds(&[&arguments[..], &["--team", "black"]].concat());
    assert!(text.contains("  A: ") && !text.contains("  B: "), "{text}");
    assert!(text.lines().last().unwrap().ends_with(", B: pass"), "{text}");
    let lost = "7k/8/8/8/8/5p2/P1q4P/7K[] w - - 0 1 | 4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1";
    let text = succeeds(&["analyse", "--variant", "bughouse", "--fen", lost, "--depth", "2", "--sit"]);
    assert!(text.ends_with("Best move: A: pass, B: pass\n"), "{text}");
    let output = kwartslag(&["analyse", "--fen", "startpos2"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn bpgn_games_are_verified() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/games/bpgn/chesscom-01.bpgn");
    assert_eq!(succeeds(&["verify", "--variant", "bughouse", file]), "1 passed, 0 failed\n");
    let output = kwartslag(&["verify", "--variant", "doorgeef", file]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(":18: game 1: move 10A. N@e5+: board A: illegal move N@e5+: "), "{text}");
    assert_eq!(kwartslag(&["verify", "--variant", "chess", file]).status.code(), Some(2));
}

#[test]
fn games_are_named_in_any_case() {
    for name in ["Crazyhouse", "HALIJNEN", "Chess960", "standard", "Normal"] {
        assert!(succeeds(&["perft", "--variant", name, "1"]).lines().count() == 1, "{name}");
    }
    assert!(succeeds(&["bench", "--variant", "Doorgeef", "--depth", "1"]).starts_with("doorgeef "));
    assert!(succeeds(&["analyse", "--variant", "EUWE", "--depth", "1"]).contains("Best move: "));
}

#[test]
fn a_program_that_talks_to_the_engine_gets_nothing_but_answers() {
    let output = Command::new(env!("CARGO_BIN_EXE_kwartslag")).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn what_was_changed_in_a_fen_is_told_on_the_error_output() {
    let fen = "r3k2r/8/8/8/8/8/8/4K2R w KQkq -";
    for arguments in [&["perft", "--fen", fen, "1"][..], &["analyse", "--fen", fen, "--depth", "1"]] {
        let output = kwartslag(arguments);
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.contains("note: castling right `Q` dropped: no king on e1 and unmoved rook on a1\n"), "{text}");
        assert!(text.contains("note: the halfmove clock and the move number are missing, read as 0 1\n"), "{text}");
    }
}
