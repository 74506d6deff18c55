//! The two-board lines of the test data: perft, recorded games, endings, illegal moves, invalid FENs.

use std::path::PathBuf;

use movegen::fen::{self, FenError};
use movegen::notation::pair::{self as text, parse};
use movegen::pair::game::PairGame;
use movegen::pair::{Pair, perft};
use movegen::rules::Variant;

const GAMES: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

/// Most nodes of a perft line that is counted.
const NODE_LIMIT: u64 = 2_000_000;

/// A line that counts 154 nodes fewer than rules.md 6 asks for. After 1c7d8na1 (a captured king ends board A), a pawn
/// dropped on rank 7, a black king move and a promotion that takes the knight back from d8, board B has king and
/// knight against king: a dead position, which does not end a perft. The line stops those 25 games there, yet counts
/// on with bare kings, as do three more lines.
const DISPUTED: (&str, &str, u64) =
    ("3k4/2P5/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/N3K3[] w - - 0 1", "5", 790_911);

fn data(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The two-board lines of a file, split at `separator`.
fn lines(name: &str, separator: &str) -> Vec<Vec<String>> {
    data(name)
        .lines()
        .filter(|line| line.contains(" | ") || line.contains("startpos2"))
        .map(|line| line.split(separator).map(|field| field.trim().to_string()).collect())
        .collect()
}

fn position(fen: &str, variant: Variant) -> Result<Pair, FenError> {
    match fen {
        "startpos2" => Ok(Pair::start(variant, false)?),
        _ => fen::parse_pair(fen, variant, false),
    }
}

/// Replays moves; stops at the first that is not possible and says why.
fn replay(game: &mut PairGame, moves: &str) -> Result<(), String> {
    for (ply, entry) in moves.split_whitespace().enumerate() {
        let action = parse(game.pair(), entry).map_err(|error| format!("ply {}: {error}", ply + 1))?;
        assert_eq!(text::write(game.pair(), action), entry);
        game.play(action).map_err(|error| format!("ply {}: {entry}: {error}", ply + 1))?;
    }
    Ok(())
}

#[test]
fn perft_lines() {
    let mut count = 0;
    let mut failures = Vec::new();
    for variant in GAMES {
        for line in lines(&format!("perft/{variant}.tsv"), "\t") {
            let [_, fen, depth, nodes] = &line[..] else { panic!("{line:?}") };
            let nodes: u64 = nodes.parse().unwrap();
            if nodes > NODE_LIMIT {
                continue;
            }
            let mut pair = position(fen, variant).unwrap_or_else(|error| panic!("{fen}: {error}"));
            let found = perft::perft(&mut pair, depth.parse().unwrap());
            if found != nodes && !(DISPUTED.0 == fen && DISPUTED.1 == depth && found == DISPUTED.2) {
                failures.push(format!("{variant} {fen} depth {depth}: {found}, not {nodes}"));
            }
            count += 1;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 100, "{count} lines");
}

#[test]
fn recorded_games() {
    for variant in GAMES {
        for line in lines(&format!("games/random-{variant}.txt"), ";") {
            let [fen, moves, status] = &line[..] else { panic!("{line:?}") };
            let mut game = PairGame::new(position(fen, variant).unwrap());
            replay(&mut game, moves).unwrap_or_else(|error| panic!("{variant} {fen} {moves}: {error}"));
            assert_eq!(&game.status().to_string(), status, "{variant} {fen} {moves}");
        }
    }
}

#[test]
fn endings() {
    for line in lines("games/endings.tsv", "\t") {
        let [variant, fen, moves, status] = &line[..] else { panic!("{line:?}") };
        let variant = Variant::from_id(variant).unwrap();
        let mut game = PairGame::new(position(fen, variant).unwrap_or_else(|error| panic!("{fen}: {error}")));
        replay(&mut game, moves).unwrap_or_else(|error| panic!("{variant} {fen} {moves}: {error}"));
        assert_eq!(&game.status().to_string(), status, "{variant} {fen} {moves}");
    }
}

#[test]
fn illegal_moves() {
    for line in lines("games/illegal.tsv", "\t") {
        let [variant, fen, moves, reason] = &line[..] else { panic!("{line:?}") };
        let mut game = PairGame::new(position(fen, Variant::from_id(variant).unwrap()).unwrap());
        let (legal, illegal) = moves.rsplit_once(' ').unwrap_or(("", moves));
        replay(&mut game, legal).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        let error = parse(game.pair(), illegal).expect_err(reason).to_string();
        assert!(error.contains(illegal), "{error}");
        println!("{illegal}\t{reason}\t{error}");
    }
}

#[test]
fn invalid_fens() {
    for line in lines("games/invalid-fen.tsv", "\t") {
        let [variant, fen, reason] = &line[..] else { panic!("{line:?}") };
        let error = position(fen, Variant::from_id(variant).unwrap()).expect_err(reason).to_string();
        println!("{reason}\t{error}");
    }
}
