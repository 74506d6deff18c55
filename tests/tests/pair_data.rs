//! Two-board moves as text, over the recorded games: what is read is written back, and errors name the move.

use std::path::PathBuf;

use movegen::fen::{self, FenError};
use movegen::notation::pair::{self as text, parse};
use movegen::pair::Pair;
use movegen::pair::game::PairGame;
use movegen::rules::Variant;

const GAMES: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

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
fn illegal_moves() {
    for line in lines("games/illegal.tsv", "\t") {
        let [variant, fen, moves, reason] = &line[..] else { panic!("{line:?}") };
        let mut game = PairGame::new(position(fen, Variant::from_id(variant).unwrap()).unwrap());
        let (legal, illegal) = moves.rsplit_once(' ').unwrap_or(("", moves));
        replay(&mut game, legal).unwrap_or_else(|error| panic!("{fen} {moves}: {error}"));
        let error = parse(game.pair(), illegal).expect_err(reason).to_string();
        assert!(error.contains(illegal), "{error}");
    }
}
