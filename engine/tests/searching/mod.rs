//! What the search tests share.
#![allow(dead_code, reason = "every test binary uses a part")]
#![allow(unreachable_pub, missing_docs, reason = "a module of test binaries")]

use std::sync::Mutex;

use engine::limits::{Control, Limits, SearchOptions};
use engine::report::{Info, Outcome};
use engine::search::SharedState;
use engine::search::think;
use eval::Evaluate;
use movegen::fen;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::rules::Variant;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

pub fn position<P: Evaluate>(variant: Variant, fen: &str) -> Game<P> {
    Game::new(fen::parse(fen, variant, false).expect(fen))
}

pub fn start<P: Evaluate>(variant: Variant) -> Game<P> {
    position(variant, variant.start_fen())
}

pub fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

pub fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// A search with a fresh table, and everything it reported.
pub fn search<P: Evaluate>(game: &Game<P>, limits: &Limits, options: &SearchOptions) -> (Outcome, Vec<Info>) {
    search_under(game, limits, options, &Control::new(limits.ponder))
}

pub fn search_under<P: Evaluate>(
    game: &Game<P>,
    limits: &Limits,
    options: &SearchOptions,
    control: &Control,
) -> (Outcome, Vec<Info>) {
    let infos = Mutex::new(Vec::new());
    let state = SharedState::new(2);
    let outcome = think(game, &state, control, limits, options, &|info| infos.lock().unwrap().push(info.clone()));
    (outcome, infos.into_inner().unwrap())
}

/// The move of a search to so many nodes.
pub fn best<P: Evaluate>(game: &Game<P>, state: &SharedState, limit: u64) -> Option<Move> {
    think(game, state, &Control::new(false), &nodes(limit), &SearchOptions::default(), &|_| {}).best
}

pub fn random_move<P: Evaluate>(game: &Game<P>, random: &mut ChaCha8Rng) -> Option<Move> {
    let moves = game.position().legal_moves();
    if moves.is_empty() { None } else { Some(moves[random.random_range(0..moves.len())]) }
}

/// Calls a generic function with the position type of the game.
#[macro_export]
macro_rules! for_game {
    ($variant:expr, $function:ident ( $($argument:expr),* )) => {
        movegen::with_position_type!($variant, P => $function::<P>($($argument),*))
    };
}

/// One test for each of these games, of a function that is generic over the position type and gets the variant.
#[macro_export]
macro_rules! test_games {
    ($function:ident: $($name:ident: $variant:ident),*) => {
        $(#[test]
        fn $name() {
            for_game!(Variant::$variant, $function(Variant::$variant));
        })*
    };
}
