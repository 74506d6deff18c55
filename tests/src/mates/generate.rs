//! Forced wins from seeded self-play of the engine.

use std::ops::RangeInclusive;

use engine::limits::{Control, Limits, SearchOptions};
use engine::search::SharedState;
use engine::search::think;
use eval::Evaluate;
use movegen::fen;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::piece::{Color, Role};
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};

use super::prover::{Attack, Verdict, wins_within};
use super::{ForcedWin, LENGTHS, Split};

/// What the prover may spend on each question, and on wins other than by checks where there is none by checks.
const BUDGET: u64 = 3_000_000;
const QUIET_BUDGET: u64 = 200_000;

/// Up to so many moves all moves of the attacker are tried, beyond only checks: wins in no more than one move more are
/// the shortest, longer ones the shortest by checks.
const ALL_MOVES: u32 = 3;

/// Self-play: one move in so many is random, the others are searched to a few nodes.
const WILD: u32 = 5;
const SELF_PLAY_NODES: u64 = 200;
const PLIES: u32 = 200;

/// On a board of a two-board game a man arrives in a hand at one move in so many, unless it already holds so many.
const ARRIVAL: u32 = 4;
const FULL_HAND: u32 = 6;

/// HA-lijnen begins with its last frame: who wins the frame wins the game.
const LAST_FRAME: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w - - 0 1 frame=3/3 won=1-1";

/// What arrives, as often as it is written here.
const ARRIVING: [Role; 8] =
    [Role::Pawn, Role::Pawn, Role::Pawn, Role::Knight, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Plays games until there are `each` wins of every length, or `games` are played. No two wins come from one game;
/// half of each length, chosen by lot, is held back.
pub fn collect<P: Evaluate>(variant: Variant, seed: u64, each: usize, games: u64) -> Vec<ForcedWin> {
    let mut by_length: Vec<Vec<ForcedWin>> = LENGTHS.map(|_| Vec::new()).collect();
    for number in 0..games {
        if by_length.iter().all(|wins| wins.len() >= each) {
            break;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed << 32 | number);
        let is_wanted = |moves| LENGTHS.contains(&moves) && by_length[place(moves)].len() < each;
        if let Some(win) = search_game::<P>(variant, &mut rng, is_wanted) {
            by_length[place(win.moves)].push(win);
            let found: Vec<usize> = by_length.iter().map(Vec::len).collect();
            eprintln!("{variant}: {found:?} after {} games", number + 1);
        }
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for wins in &mut by_length {
        let mut drawn: Vec<&mut ForcedWin> = wins.iter_mut().collect();
        drawn.shuffle(&mut rng);
        let half = drawn.len() / 2;
        drawn.into_iter().take(half).for_each(|win| win.split = Split::Held);
    }
    by_length.into_iter().flatten().collect()
}

/// Where wins of this length are kept.
fn place(moves: u32) -> usize {
    (moves - LENGTHS.start()) as usize
}

/// Plays a game up to the first position with a win of a wanted length.
fn search_game<P: Evaluate>(
    variant: Variant,
    rng: &mut ChaCha8Rng,
    is_wanted: impl Fn(u32) -> bool,
) -> Option<ForcedWin> {
    let start = if variant == Variant::Halijnen { LAST_FRAME } else { variant.start_fen() };
    let mut game = Game::new(fen::parse::<P>(start, variant, false).ok()?);
    let state = SharedState::new(1);
    for _ in 0..PLIES {
        if game.status() != Status::Ongoing {
            return None;
        }
        let fen = fen::write(game.position());
        // As read from the FEN: without what stood before.
        let position = fen::parse::<P>(&fen, variant, false).ok()?;
        if let Some(moves) = shortest_win(&position, &is_wanted) {
            return Some(ForcedWin { variant, fen, moves, split: Split::Development });
        }
        let mv = if rng.random_range(0..WILD) == 0 {
            game.position().legal_moves().choose(rng).copied()
        } else {
            best(&game, &state)
        };
        game.play(mv?);
        if variant.has_two_boards() && rng.random_range(0..ARRIVAL) == 0 {
            game = with_arrival(&game, rng);
        }
    }
    None
}

fn best<P: Evaluate>(game: &Game<P>, state: &SharedState) -> Option<Move> {
    let limits = Limits { nodes: Some(SELF_PLAY_NODES), ..Limits::default() };
    think(game, state, &Control::new(false), &limits, &SearchOptions::default(), &|_| {}).best
}

/// In how many moves the side to move wins at the least, as far as [`ALL_MOVES`] goes; `None` if that is not a wanted
/// length, or if the prover cannot say.
fn shortest_win<P: Position>(position: &P, is_wanted: impl Fn(u32) -> bool) -> Option<u32> {
    let by_checks = first_proved(position, 1..=*LENGTHS.end(), Attack::Checks, BUDGET)?;
    let by_any_moves = match by_checks {
        Some(moves) => first_proved(position, 1..=(moves - 1).min(ALL_MOVES), Attack::All, BUDGET)?,
        None if (1..=ALL_MOVES).any(&is_wanted) => first_proved(position, 1..=ALL_MOVES, Attack::All, QUIET_BUDGET)?,
        None => None,
    };
    by_any_moves.or(by_checks).filter(|&moves| is_wanted(moves))
}

/// The first of these numbers of moves in which a win is proved, if there is one; `None` if the prover cannot say.
fn first_proved<P: Position>(
    position: &P,
    moves: RangeInclusive<u32>,
    attack: Attack,
    budget: u64,
) -> Option<Option<u32>> {
    for moves in moves {
        match wins_within(position, moves, attack, budget) {
            Verdict::Proved => return Some(Some(moves)),
            Verdict::Disproved => {}
            Verdict::Unknown => return None,
        }
    }
    Some(None)
}

/// The game with a man more in a hand, if there is room.
fn with_arrival<P: Position>(game: &Game<P>, rng: &mut ChaCha8Rng) -> Game<P> {
    let position = game.position();
    let mut setup = position.to_setup();
    let color = if rng.random() { Color::White } else { Color::Black };
    let role = ARRIVING[rng.random_range(0..ARRIVING.len())];
    let mut stock = setup.stock.unwrap_or_default();
    if stock.of(color).total() < FULL_HAND {
        stock.of_mut(color).add(role);
    }
    setup.stock = Some(stock);
    match P::from_setup(&setup, position.variant(), false) {
        Ok(position) => Game::new(position),
        Err(_) => game.clone(),
    }
}
