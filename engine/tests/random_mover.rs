//! The engine at a few hundred nodes a move beats a player who moves at random, in every game.
//!
//! Ten games a game by default; `KWARTSLAG_GAMES=200` plays the full number.

mod searching;

use engine::search::SharedState;
use eval::Evaluate;
use movegen::piece::Color;
use movegen::rules::{Status, Variant};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use searching::{best, position, random_move};

const NODES: u64 = 600;
/// Three frames of HA-lijnen, which knows no draw, can be long.
const LONGEST: usize = 800;

/// The start, on a board of a two-board game with men in both hands: nothing else arrives there.
fn fen(variant: Variant, random: &mut ChaCha8Rng) -> String {
    if !variant.has_two_boards() {
        return variant.start_fen().to_owned();
    }
    let mut hand = String::new();
    for _ in 0..3 + random.random_range(0..4) {
        let letter = ["P", "P", "N", "B", "R", "Q"][random.random_range(0..6)];
        hand.push_str(letter);
        hand.push_str(&letter.to_lowercase());
    }
    variant.start_fen().replace("[]", &format!("[{hand}]"))
}

/// Who won. On a board seen alone nothing arrives and nobody else can move: then a waiting player in check has lost,
/// and one not in check has drawn (rules.md 2.2).
fn winner(status: Status) -> Option<Color> {
    match status {
        Status::Won { winner, .. } => Some(winner),
        Status::Waiting { color, check: true } => Some(!color),
        _ => None,
    }
}

fn play<P: Evaluate>(variant: Variant, number: usize) -> (Status, Color, usize) {
    let mut random = ChaCha8Rng::seed_from_u64(1000 * variant as u64 + number as u64);
    let mut game = position::<P>(variant, &fen(variant, &mut random));
    let engine = if number.is_multiple_of(2) { Color::White } else { Color::Black };
    let state = SharedState::new(1);
    for ply in 0..LONGEST {
        let status = game.status();
        if status != Status::Ongoing {
            return (status, engine, ply);
        }
        let mv = if game.position().actor() == engine {
            best(&game, &state, NODES)
        } else {
            random_move(&game, &mut random)
        };
        match mv {
            Some(mv) => game.play(mv),
            None => return (game.status(), engine, ply),
        }
    }
    (game.status(), engine, LONGEST)
}

fn all_won<P: Evaluate>(variant: Variant) {
    let count = std::env::var("KWARTSLAG_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(10);
    let mut plies = 0;
    for number in 0..count {
        let (status, engine, length) = play::<P>(variant, number);
        assert_eq!(winner(status), Some(engine), "{variant} game {number}: {status} after {length} plies");
        plies += length;
    }
    println!("{variant}: {count} games won in {} plies on average", plies / count);
}

test_games!(
    all_won:
    chess: Chess,
    crazyhouse: Crazyhouse,
    bughouse: Bughouse,
    doorgeef: Doorgeef,
    euwe: Euwe,
    doorgeefsolo: Doorgeefsolo,
    superschaak: Superschaak,
    halijnen: Halijnen
);
