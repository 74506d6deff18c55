use movegen::rules::Status;

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::pgn::read;
use crate::replay::replay;

/// Plays random moves (every so often `flag` where there is one) and returns the record.
fn random_game(variant: Variant, seed: u64, plies: usize) -> Record {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = any_game::open(variant.into(), "startpos").unwrap().game;
    let mut moves = Vec::new();
    while moves.len() < plies && !game.status().is_over() {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let flag = variant == Variant::Halijnen && random.random_range(0..40) == 0;
        let text = if flag { "flag".to_string() } else { game.uci(legal[random.random_range(0..legal.len())].into()) };
        game.play_uci(&text).unwrap();
        moves.push((text, (random.random_range(0..3) == 0).then(|| "+0.31/9 0.12s".to_string())));
    }
    let (result, score) = match game.status().of_board(0) {
        Status::Won { winner, score, .. } => {
            (if winner == movegen::piece::Color::White { "1-0" } else { "0-1" }, Some(score))
        }
        Status::Drawn(_) => ("1/2-1/2", None),
        _ => ("*", None),
    };
    Record {
        variant,
        chess960: false,
        fen: variant.start_fen().to_string(),
        moves,
        result: result.to_string(),
        score: score.filter(|_| variant == Variant::Halijnen),
        termination: if result == "*" { "unterminated" } else { "normal" }.to_string(),
        round: "3".to_string(),
        tags: vec![("White".into(), "a \"b\" \\".into()), ("Black".into(), "c".into())],
    }
}

fn moves_of(pgn: &str) -> (Vec<String>, Vec<String>) {
    let (mut moves, mut prelude) = (Vec::new(), Vec::new());
    for game in read(pgn.as_bytes()) {
        let replay = replay(&game).unwrap_or_else(|fault| panic!("{fault}\n{pgn}"));
        assert_eq!(replay.fault, None, "{pgn}");
        prelude = game.tag("Prelude").map(|text| text.split(' ').map(String::from).collect()).unwrap_or(prelude);
        moves.extend(replay.moves);
    }
    (moves, prelude)
}

#[test]
fn pgn_of_random_games_reads_back_as_the_same_moves() {
    for variant in Variant::ALL {
        for seed in 0..12 {
            let record = random_game(variant, seed, 20 + 40 * seed as usize);
            let (moves, prelude) = moves_of(&to_pgn(&record).unwrap());
            let expected: Vec<String> = record.moves.iter().map(|(uci, _)| uci.clone()).collect();
            assert_eq!([prelude, moves].concat(), expected, "{variant}");
        }
    }
}

#[test]
fn a_superschaak_game_begins_at_its_array_with_the_prelude_as_a_tag() {
    let mut record = random_game(Variant::Superschaak, 1, 0);
    record.moves = ["A@g1", "E@b8", "S@f1", "V@a8", "e2e4"].map(|uci| (uci.to_string(), None)).to_vec();
    let text = to_pgn(&record).unwrap();
    assert!(text.contains("[Prelude \"A@g1 E@b8 S@f1 V@a8\"]\n"), "{text}");
    assert!(text.contains("[FEN \"vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1\"]\n"), "{text}");
    assert!(text.contains("[Variant \"Superschaak\"]\n") && text.ends_with("\n\n1. e4 *\n\n"), "{text}");
}

#[test]
fn a_game_that_begins_inside_of_the_prelude_says_so_by_its_fen_alone() {
    let mut record = random_game(Variant::Superschaak, 1, 0);
    let mut game = any_game::open(Variant::Superschaak.into(), &record.fen).unwrap().game;
    for action in ["A@g1", "E@b8"] {
        game.play_uci(action).unwrap();
    }
    record.fen = game.fen();
    record.moves = ["S@f1", "V@a8", "e2e4"].map(|uci| (uci.to_string(), None)).to_vec();
    for played in [3, 1, 0] {
        record.moves.truncate(played);
        let text = to_pgn(&record).unwrap();
        assert!(!text.contains("[Prelude "), "{text}");
        let replay = crate::replay::replay(&read(text.as_bytes())[0]).unwrap();
        assert_eq!(replay.fault, None, "{text}");
    }
}

#[test]
fn a_frame_of_ha_lijnen_is_a_game_of_its_own() {
    let mut record = random_game(Variant::Halijnen, 1, 0);
    record.moves = ["e2e4", "flag", "flag"].map(|uci| (uci.to_string(), None)).to_vec();
    record.result = "1-0".to_string();
    record.score = Some((3, 0));
    record.termination = "illegal move".to_string();
    let text = to_pgn(&record).unwrap();
    let games = read(text.as_bytes());
    let tags = |name: &str| games.iter().map(|game| game.tag(name).unwrap_or("-").to_string()).collect::<Vec<_>>();
    assert_eq!(tags("Round"), ["3.1", "3.2", "3.3"]);
    assert_eq!(tags("Frame"), ["1/3", "2/3", "3/3"]);
    assert_eq!(tags("Termination"), ["time forfeit", "time forfeit", "illegal move"]);
    assert_eq!(tags("Result")[0], "1-0", "Black's flag fell");
    assert_eq!(tags("MatchResult"), ["-", "-", "3-0"]);
}

#[test]
fn an_illegal_record_names_its_move() {
    let mut record = random_game(Variant::Chess, 1, 0);
    record.moves = vec![("e2e4".to_string(), None), ("e2e4".to_string(), None)];
    assert!(to_pgn(&record).unwrap_err().to_string().starts_with("move 2: "));
}

#[test]
fn no_line_of_a_comment_hides_itself() {
    let mut record = random_game(Variant::Chess, 1, 0);
    record.moves = vec![("e2e4".to_string(), Some("% 100 %".repeat(30)))];
    let text = to_pgn(&record).unwrap();
    assert!(text.lines().all(|line| !line.starts_with('%')), "{text}");
    assert_eq!(read(text.as_bytes())[0].moves[0].comments, ["% 100 %".repeat(30)]);
}
