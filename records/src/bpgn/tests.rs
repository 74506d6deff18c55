use std::path::PathBuf;

use movegen::notation::pair as text;
use movegen::pair::Pair;
use movegen::pair::action::{Action, Ending};
use movegen::pair::game::PairGame;
use movegen::position::Position;
use movegen::rules::AgreedDraw;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::record::{PairEntry, PairRecord, to_bpgn, to_game};
use super::replay::replay;
use super::*;
use crate::replay::{Replay, ReplayNote};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/data/games/bpgn")
}

fn file(name: &str) -> BpgnGame {
    one(&std::fs::read(folder().join(name)).unwrap())
}

#[track_caller]
fn one(bytes: &[u8]) -> BpgnGame {
    let games = read(bytes);
    assert_eq!(games.len(), 1, "{games:?}");
    games.into_iter().next().unwrap()
}

/// All games of the data files, with the files' names.
fn all_files() -> Vec<(String, BpgnGame)> {
    let mut files: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    files.sort();
    files.into_iter().map(|name| name.to_string_lossy().into_owned()).map(|name| (name.clone(), file(&name))).collect()
}

#[track_caller]
fn replayed(game: &BpgnGame, variant: Option<Variant>) -> Replay {
    replay(game, variant, false).unwrap_or_else(|fault| panic!("{fault}"))
}

/// What must survive writing: everything but the place in the file.
fn without_place(mut game: BpgnGame) -> BpgnGame {
    (game.number, game.line) = (0, 0);
    game.moves.iter_mut().for_each(|mv| mv.line = 0);
    game
}

#[test]
fn real_games_replay_without_an_illegal_move_and_agree_with_their_result() {
    let files = all_files();
    assert!(files.len() >= 13);
    for (name, game) in files {
        assert_eq!(game.fault, None, "{name}");
        let replay = replayed(&game, Some(Variant::Bughouse));
        assert_eq!(replay.fault, None, "{name}");
        assert_eq!(replay.moves.len(), game.moves.len(), "{name}");
        assert!(!game.moves.is_empty() && game.moves.iter().all(|mv| mv.stamp.is_some()), "{name}");
    }
}

#[test]
fn what_was_read_and_written_reads_the_same() {
    for (name, game) in all_files() {
        let text = write(&game);
        assert!(text.lines().all(|line| line.starts_with('[') || line.chars().count() <= 80), "{name}");
        let mut expected = without_place(game);
        // A game that breaks off without a result gets the one that it is known to have.
        expected.ending = Some(expected.ending.unwrap_or_else(|| expected.result()));
        assert_eq!(without_place(one(text.as_bytes())), expected, "{name}");
    }
}

#[test]
fn negative_clocks_comments_and_holdings_are_kept() {
    let game = file("negative-clocks.bpgn");
    let stamps: Vec<i64> = game
        .moves
        .iter()
        .filter_map(|mv| match mv.stamp {
            Some(Stamp::Left(time)) => Some(time),
            _ => None,
        })
        .collect();
    assert_eq!(stamps, [59_900, 1_250, 4, 0, -350, -12_000, -13_500]);
    assert_eq!(game.preface, ["C: good luck all"]);
    assert_eq!(game.moves[1].comments, ["C: Bravo says: sit"]);
    assert_eq!(game.moves[2].comments, ["holdings A [][] B [][p]"]);
    assert_eq!(game.moves[4].label(), "2a.");
    assert!(write(&game).contains("2a. Qxd5{-0.350} 1b.\nP@e4{-12.000}"), "{}", write(&game));
    // Alpha is White-A: the ending is trusted, not the result.
    assert_eq!((game.ending, game.result()), (Some("1-0"), "0-1"));
}

#[test]
fn latin_1_and_line_ends_of_windows_are_read() {
    let game = file("latin-1.bpgn");
    assert_eq!(game.tag("WhiteA"), Some("Andr\u{e9}"));
    assert_eq!(game.moves[0].comments, ["h\u{e9} h\u{e9}"]);
    assert_eq!(game.moves[2].stamp, Some(Stamp::Since(3_123)));
    assert_eq!(game.outcome(), Some(Outcome::Won(Team::Two)));
    assert!(write(&game).contains("1A. e4 {[ts=0.500]} {h\u{e9} h\u{e9}}"));
}

#[test]
fn the_ending_is_trusted_more_than_the_result() {
    // `Delta checkmated` is Black-B, of White-A's team.
    let fics = file("fics-01.bpgn");
    assert_eq!((fics.tag("Result"), fics.ending, fics.result()), (Some("1-0"), Some("1-0"), "0-1"));
    assert_eq!(file("fics-04.bpgn").result(), "*");
    assert_eq!(file("chesscom-01.bpgn").outcome(), Some(Outcome::Won(Team::One)));
    assert_eq!(file("chesscom-03.bpgn").outcome(), Some(Outcome::Won(Team::Two)));
    assert_eq!(file("bughousepro-01.bpgn").outcome(), Some(Outcome::Won(Team::Two)));
    let outcome = |words: &str| {
        let tags = "[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"a\"]\n";
        one(format!("{tags}1A. e4 {{{words}}} 1-0").as_bytes()).outcome()
    };
    assert_eq!(outcome("a resigns"), Some(Outcome::Won(Team::Two)));
    assert_eq!(outcome("c's partner won"), Some(Outcome::Won(Team::Two)));
    assert_eq!(outcome("a & a won: c forfeits by disconnection"), Some(Outcome::Won(Team::One)));
    assert_eq!(outcome("Game drawn by mutual agreement"), Some(Outcome::Drawn));
    assert_eq!(outcome("b ran out of time and c has no material"), None);
    assert_eq!(outcome("what a game"), None);
}

#[test]
fn a_result_against_the_boards_is_a_fault_by_the_games_own_rules() {
    let mate = "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. a6 4A. Qxf7# 0-1";
    let game = one(mate.as_bytes());
    let fault = replayed(&game, None).fault.unwrap();
    assert!(
        fault.to_string().starts_with("line 1: Result 0-1, but the moves end in `A: win white 1-0 mate"),
        "{fault}"
    );
    let doorgeef = one(format!("[Variant \"Doorgeefschaak\"]\n[MatchScore \"2-0\"]\n{mate}").as_bytes());
    assert_eq!(replayed(&doorgeef, None).fault, None, "board B goes on");
    let wrong = one(b"[Variant \"Doorgeefschaak\"]\n[MatchScore \"2-0\"]\n1A. e4 {1over=1-0} {2over=1/2-1/2} 1-0");
    let fault = replayed(&wrong, None).fault.unwrap().to_string();
    assert_eq!(
        fault,
        "line 1: MatchScore `2-0`: the moves end in `A: win white 1-0 given | B: draw 1/2-1/2 given | match: 1.5-0.5`"
    );
}

#[test]
fn the_first_checking_drop_is_named_with_board_and_number() {
    let game = file("chesscom-01.bpgn");
    let fault = replayed(&game, Some(Variant::Doorgeef)).fault.unwrap().to_string();
    assert!(fault.starts_with("line 18: move 10A. N@e5+: board A: illegal move N@e5+"), "{fault}");
    assert!(fault.contains("check"), "{fault}");
}

#[test]
fn house_rules_name_the_game() {
    let variant = |tags: &str| one(format!("{tags}\n1A. e4 *").as_bytes()).variant();
    assert_eq!(variant("[Event \"x\"]"), Ok((Variant::Bughouse, false)));
    assert_eq!(variant("[Variant \"Bughouse Chess960\"]"), Ok((Variant::Bughouse, true)));
    assert_eq!(variant("[Promotion \"Steal\"][DropAggression \"No chess mate\"]"), Ok((Variant::Bughouse, false)));
    assert_eq!(variant("[Promotion \"Steal\"][DropAggression \"No check\"]"), Ok((Variant::Euwe, false)));
    assert_eq!(variant("[Variant \"Bughouse\"][DropAggression \"No check\"]"), Ok((Variant::Doorgeef, false)));
    assert_eq!(variant("[Variant \"Doorgeefschaak\"][Rules \"Euwe\"]"), Ok((Variant::Euwe, false)));
    assert_eq!(variant("[Variant \"crazyhouse\"]"), Err("crazyhouse".to_string()));
}

#[test]
fn a_pawn_capture_without_its_file_is_read_where_one_pawn_can() {
    let game = one(b"1A. e4 1a. d5 2A. xd5 *");
    assert_eq!(replayed(&game, None).moves, ["1e2e4", "1d7d5", "1e4d5"]);
    let two = one(b"1A. e4 1a. d5 2A. c4 2a. a6 3A. xd5 *");
    let fault = replayed(&two, None).fault.unwrap().to_string();
    assert!(fault.contains("3A. xd5") && fault.contains("c4d5, e4d5"), "{fault}");
}

#[test]
fn a_broken_record_names_line_and_move_and_keeps_what_was_read() {
    let text = "[WhiteA \"a\"]\n\n1A. e4{9} 1a. e5\nNf3 2A. Nf3 1B. d4\n{never closed\n\n[WhiteA \"b\"]\n1A. d4 1-0\n\
                [WhiteA c]\n1A. e4 1a. Ke5 2A. d4 *\n1B. e4 1b. ";
    let games = read(text.as_bytes());
    assert_eq!(games.len(), 4);
    assert_eq!(
        games[0].fault.as_ref().unwrap().to_string(),
        "line 4: after 1a. e5: `Nf3` has no number like 1A. in front"
    );
    assert_eq!(games[0].moves.len(), 4);
    assert_eq!((games[1].fault.clone(), games[1].result()), (None, "1-0"));
    assert!(games[2].fault.as_ref().unwrap().to_string().starts_with("line 9: `[WhiteA c]` is no tag"));
    assert!(games[3].fault.as_ref().unwrap().what.ends_with("the move 1b. is missing"), "{:?}", games[3]);
    let replay = replayed(&games[2], None);
    assert_eq!(replay.moves, ["1e2e4"]);
    assert!(replay.fault.unwrap().to_string().starts_with("line 10: move 1a. Ke5: board A: "));
    let turn = replayed(&one(b"1A. e4 1A. d4 1a. e5 *"), None).fault.unwrap().to_string();
    assert_eq!(turn, "line 1: move 1A. d4: board A: black is on move there");
}

/// A random match, with flags and agreements now and then.
fn random_record(variant: Variant, seed: u64, plies: usize) -> PairRecord {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = PairGame::new(Pair::start(variant, false).unwrap());
    let mut entries = Vec::new();
    while entries.len() < plies && !game.pair().is_over() {
        let moves = game.pair().legal_moves();
        let board = random.random_range(0..2);
        let ending = match random.random_range(0..60) {
            0 if game.pair().over(board).is_none() => {
                game.pair().ending(Ending::Flag { board, color: game.pair().board(board).core().turn() }).ok()
            }
            1 if game.pair().rules().agreed_draw != AgreedDraw::Opponents => {
                game.pair().ending(Ending::DrawOfFour).ok()
            }
            _ => None,
        };
        let Some(action) =
            ending.or_else(|| (!moves.is_empty()).then(|| Action::Move(moves[random.random_range(0..moves.len())])))
        else {
            break;
        };
        let is_move = matches!(action, Action::Move(_));
        entries.push(PairEntry {
            text: text::write(game.pair(), action),
            stamp: is_move.then(|| Stamp::Left(random.random_range(-20_000..70_000))),
            comment: (is_move && random.random_range(0..5) == 0).then(|| "+0.31/9".to_string()),
        });
        game.play(action).unwrap();
    }
    let tags = vec![("WhiteA".to_string(), "a \"b\" \\".to_string()), ("TimeControl".to_string(), "420+0".to_string())];
    PairRecord { variant, chess960: false, fen: None, entries, tags }
}

#[test]
fn bpgn_of_random_matches_reads_back_as_the_same_entries() {
    for variant in [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe] {
        for seed in 0..12 {
            let record = random_record(variant, seed, 20 + 20 * seed as usize);
            let written = to_bpgn(&record).unwrap();
            let game = one(written.as_bytes());
            assert_eq!(game.variant(), Ok((variant, false)));
            assert_eq!(game.tag("WhiteA"), Some("a \"b\" \\"));
            assert_eq!(without_place(game.clone()), to_game(&record).unwrap(), "{written}");
            let replay = replayed(&game, None);
            assert_eq!(replay.fault, None, "{written}");
            let expected: Vec<&str> = record.entries.iter().map(|entry| entry.text.as_str()).collect();
            assert_eq!(replay.moves, expected, "{written}");
        }
    }
}

#[test]
fn a_match_carries_the_tags_of_its_rules_and_score() {
    let entry = |text: &str| PairEntry { text: text.to_string(), stamp: None, comment: None };
    let mut record = random_record(Variant::Euwe, 1, 0);
    record.entries = ["1e2e4", "1over=1-0", "2over=1/2-1/2"].map(entry).to_vec();
    let text = to_bpgn(&record).unwrap();
    for tag in [
        "[Result \"1-0\"]",
        "[MatchScore \"1.5-0.5\"]",
        "[Variant \"Doorgeefschaak\"]",
        "[Rules \"Euwe\"]",
        "[Promotion \"Steal\"]",
        "[DropAggression \"No check\"]",
        "[PawnDropRanks \"1-7\"]",
        "[TimeControl \"420+0\"]",
    ] {
        assert!(text.contains(tag), "{tag}\n{text}");
    }
    assert!(text.ends_with("\n\n1A. e4 {1over=1-0} {2over=1/2-1/2} 1-0\n\n"), "{text}");
    record.entries = vec![entry("1e2e4"), entry("1e2e4")];
    assert!(to_bpgn(&record).unwrap_err().to_string().starts_with("move 2: illegal move 1e2e4"));
}

#[test]
fn capitals_for_both_colours_are_told_apart_by_the_side_to_move() {
    let game = one(b"1A. e4 1A. d5 1B. d4 2A. exd5 1B. e5 *");
    let labels: Vec<_> = game.moves.iter().map(BpgnMove::label).collect();
    assert_eq!(labels, ["1A.", "1a.", "1B.", "2A.", "1b."]);
    assert_eq!(replayed(&game, None).fault, None);
    let black_first = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let usual = Variant::Bughouse.start_fen();
    let from_fen = one(format!("[FEN \"{black_first} | {usual}\"]\n1A. e5 1B. d4 2A. d4 *").as_bytes());
    assert_eq!(replayed(&from_fen, None).moves, ["1e7e5", "2d2d4", "1d2d4"]);
}

#[test]
fn one_fen_is_that_of_board_a() {
    let start = |tags: &str| {
        let replay = replayed(&one(format!("[WhiteA \"a\"]{tags}\n1B. a3 *").as_bytes()), None);
        assert_eq!(replay.fault, None, "{tags}");
        (replay.start.split_once(" | ").unwrap().1.to_string(), replay.notes)
    };
    let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1".to_string();
    let middle = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[NPPP] w KQkq - 2 3";
    assert_eq!(start(&format!("[FEN \"{middle}\"]")), (usual, vec![ReplayNote::BoardBAtStart]));
    let array = "bbrknrqn/pppppppp/8/8/8/8/PPPPPPPP/BBRKNRQN[] w KQkq - 0 1".to_string();
    for variant in ["[Variant \"Bughouse960\"]", ""] {
        let given = array.replace("[]", "[Nn]");
        assert_eq!(start(&format!("{variant}[FEN \"{given}\"]")), (array.clone(), vec![ReplayNote::BoardBAtSameArray]));
    }
    // Black to move, and pieces missing on both sides.
    let black = array.replace(" w ", " b ");
    assert_eq!(start(&format!("[FEN \"{black}\"]")).0, array);
    let odds = "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R[] w KQkq - 0 1";
    assert_eq!(start(&format!("[FEN \"{odds}\"]")).1, [ReplayNote::BoardBAtStart]);
    assert_eq!(start("").1, []);
}

#[test]
fn variations_and_signs_are_left_out() {
    let game =
        one(b"1A. e4{120.0} (1A. d4 1a. d5 (1a. Nf6)) 1a. d5 ; why not\n2A. exd5 +/- {9.5} 1B. d4 ! 1b. $2 e5 N *");
    assert_eq!(game.fault, None);
    let moves: Vec<_> = game.moves.iter().map(|mv| (mv.label(), mv.text.as_str(), mv.stamp)).collect();
    let expected = [
        ("1A.", "e4", Some(Stamp::Left(120_000))),
        ("1a.", "d5", None),
        ("2A.", "exd5", Some(Stamp::Left(9_500))),
        ("1B.", "d4", None),
        ("1b.", "e5", None),
    ];
    assert_eq!(moves, expected.map(|(label, text, stamp)| (label.to_string(), text, stamp)));
    assert_eq!(game.moves[1].comments, ["why not"]);
}

#[test]
fn a_fault_of_the_text_names_the_move_before_it() {
    let fault = |text: &[u8]| one(text).fault.unwrap().to_string();
    assert_eq!(fault(b"1A. e4 ) 1a. e5 *"), "line 1: after 1A. e4: `)` closes nothing");
    assert_eq!(fault(b"1A. e4 1a. e5 )"), "line 1: after 1a. e5: `)` closes nothing");
}

#[test]
fn the_first_number_in_braces_is_the_time() {
    let game = one(b"1A e4 {119.9}{7} 1a e5 {999999999999999999} 1B. d4 {[ts=x]} *");
    let stamps: Vec<_> = game.moves.iter().map(|mv| (mv.text.as_str(), mv.stamp, mv.comments.concat())).collect();
    let expected = [
        ("e4", Some(Stamp::Left(119_900)), "7".to_string()),
        ("e5", None, "999999999999999999".to_string()),
        ("d4", None, "[ts=x]".to_string()),
    ];
    assert_eq!(stamps, expected);
}

#[test]
fn no_result_contradicts_no_mate() {
    let game = one(b"1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. a6 4A. Qxf7# *");
    assert_eq!(replayed(&game, None).fault, None);
    assert!(replayed(&game, None).game.status().is_over());
}
