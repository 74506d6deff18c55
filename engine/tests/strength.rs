//! Weakened play: what it promises in every game.

mod searching;

use std::sync::Mutex;
use std::time::Duration;

use engine::clock::Clock;
use engine::limits::{Control, Limits, SearchOptions};
use engine::report::{Bound, Info, Outcome, Score};
use engine::search::SharedState;
use engine::strength::{ELO_RANGE, FULL, Strength, think};
use eval::Evaluate;
use movegen::game::Game;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use searching::{nodes, position, random_move, start};

const ONE: SearchOptions = SearchOptions { threads: 1, multipv: 1, move_overhead: Duration::from_millis(10) };

fn play<P: Evaluate>(
    game: &Game<P>,
    limits: &Limits,
    options: &SearchOptions,
    strength: Option<Strength>,
) -> (Outcome, Vec<Info>) {
    let infos = Mutex::new(Vec::new());
    let report = |info: &Info| infos.lock().unwrap().push(info.clone());
    let outcome = think(game, &SharedState::new(1), &Control::new(false), limits, options, strength, &report);
    (outcome, infos.into_inner().unwrap())
}

/// The move of a level in a position, for one of the seeds.
fn best<P: Evaluate>(game: &Game<P>, level: u32, seed: u64) -> String {
    let (outcome, _) = play(game, &Limits::default(), &ONE, Strength::of_level(level, seed));
    movegen::notation::uci(game.position(), outcome.best.expect("a move"))
}

#[test]
fn a_mate_in_one_is_given_from_level_three_on_however_few_the_nodes() {
    let fen = "N6r/1p1kpQpp/1Q3n2/p2p4/3P4/1P2P1b1/P1PK1nPP/2R2BRR[BBNPPp] w - - 0 25";
    let game = position::<Drops>(Variant::Crazyhouse, fen);
    for level in [3, 8, 12] {
        for seed in 0..5 {
            let (outcome, infos) = play(&game, &nodes(2_000), &ONE, Strength::of_level(level, seed));
            assert_eq!(infos.last().map(|info| info.score), Some(Score::Mate(1)), "level {level}: {outcome:?}");
        }
    }
}

#[test]
fn every_level_plays_legal_moves_in_every_game() {
    fn check<P: Evaluate>(variant: Variant) {
        let mut random = ChaCha8Rng::seed_from_u64(variant as u64);
        let mut game = start::<P>(variant);
        for ply in 0..80 {
            if game.status() != Status::Ongoing {
                break;
            }
            let strength = Strength::of_level(ply % 8, ply.into());
            let (outcome, infos) = play(&game, &nodes(20_000), &ONE, strength);
            let (best, last) = (outcome.best.expect("a move"), infos.last().expect("a report"));
            assert!(game.position().is_legal(best), "{variant}: {best:?}");
            assert_eq!(last.pv[0], best, "the answer is the first move of the line reported last");
            assert_eq!((last.multipv, last.bound, last.nodes), (1, Bound::Exact, outcome.nodes));
            assert_eq!(last.pv.get(1), outcome.ponder.as_ref());
            game.play(if ply % 3 == 2 { random_move(&game, &mut random).unwrap() } else { best });
        }
    }
    for variant in Variant::ALL {
        for_game!(variant, check(variant));
    }
}

#[test]
fn the_highest_level_is_not_weakened_and_ratings_lead_to_levels() {
    assert_eq!(Strength::of_level(FULL, 7), None);
    let (low, high) = ELO_RANGE;
    assert_eq!(Some(Strength::of_elo(low, 7)), Strength::of_level(0, 7));
    assert_eq!(Some(Strength::of_elo(high, 7)), Strength::of_level(FULL - 1, 7));
    assert_eq!(Strength::of_elo(0, 7), Strength::of_elo(low, 7));
    assert_eq!(Strength::of_elo(5000, 7), Strength::of_elo(high, 7));
}

#[test]
fn equal_seeds_choose_equal_moves_and_others_vary() {
    let game = start::<Chess>(Variant::Chess);
    let moves: Vec<String> = (0..12).map(|seed| best(&game, 2, seed)).collect();
    assert_eq!(moves, (0..12).map(|seed| best(&game, 2, seed)).collect::<Vec<_>>());
    assert!(moves.iter().any(|mv| *mv != moves[0]), "{moves:?}");
}

#[test]
fn a_trivial_recapture_is_never_missed() {
    // White has just taken the knight on c6 with the bishop.
    let fen = "r1bqkbnr/1ppp1ppp/p1B5/4p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 4";
    let game = position::<Chess>(Variant::Chess, fen);
    for level in 0..8 {
        for seed in 0..20 {
            let mv = best(&game, level, seed);
            assert!(["b7c6", "d7c6"].contains(&mv.as_str()), "level {level}: {mv}");
        }
    }
}

#[test]
fn from_level_3_on_no_move_allows_a_mate_in_one_that_another_avoids() {
    // White threatens Qxf7 mate; many natural moves overlook it.
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";
    let game = position::<Chess>(Variant::Chess, fen);
    for level in 3..10 {
        for seed in 0..30 {
            let text = best(&game, level, seed);
            let mv = movegen::notation::parse_uci(game.position(), &text).unwrap();
            let mut after = game.clone();
            after.play(mv);
            let mated = after.position().legal_moves().iter().any(|&answer| {
                let mut end = after.clone();
                end.play(answer);
                matches!(end.status(), Status::Won { .. })
            });
            assert!(!mated, "level {level}, seed {seed}: {text}");
        }
    }
}

#[test]
fn a_mate_in_one_is_played_by_all_but_the_lowest_levels() {
    let game = position::<Chess>(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    for level in 3..20 {
        assert_eq!(best(&game, level, 11), "a1a8", "level {level}");
    }
}

#[test]
fn weakened_play_uses_one_thread_and_shows_only_the_lines_asked_for() {
    let game = start::<Chess>(Variant::Chess);
    for multipv in [1, 3] {
        let options = SearchOptions { threads: 3, multipv, ..ONE };
        let strength = Strength::of_level(5, 3);
        let (outcome, infos) = play(&game, &Limits::default(), &options, strength);
        assert!(infos.iter().all(|info| info.multipv <= multipv));
        let last: Vec<_> = infos.iter().rev().take(multipv).rev().collect();
        assert_eq!(last.iter().map(|info| info.multipv).collect::<Vec<_>>(), (1..=multipv).collect::<Vec<_>>());
        assert_eq!(Some(last[0].pv[0]), outcome.best);
        // One thread alone gives the same nodes every time.
        assert_eq!(play(&game, &Limits::default(), &options, strength).0, outcome);
    }
}

#[test]
fn weakened_play_keeps_to_the_moves_asked_for() {
    let game = start::<Chess>(Variant::Chess);
    let wanted = game.position().legal_moves()[3..5].to_vec();
    for seed in 0..20 {
        let limits = Limits { search_moves: wanted.clone(), ..Limits::default() };
        let (outcome, _) = play(&game, &limits, &ONE, Strength::of_level(0, seed));
        assert!(wanted.contains(&outcome.best.unwrap()));
    }
}

#[test]
fn weakened_play_takes_its_time_but_not_for_a_forced_move() {
    let strength = Strength::of_level(1, 5).unwrap();
    let second = Duration::from_secs(1);
    let clock = Clock { soft: Some(second), hard: Some(4 * second) };
    assert!((second * 2 / 5..=second * 6 / 5).contains(&strength.answer_time(&clock, 20)));
    assert_eq!(strength.answer_time(&clock, 1), Duration::ZERO);
    assert_eq!(strength.answer_time(&Clock { soft: None, hard: Some(second) }, 20), second, "movetime is kept");
    assert_eq!(strength.answer_time(&Clock::default(), 20), Duration::ZERO, "nodes and depth know no time");
}

#[test]
fn a_node_limit_below_that_of_the_level_holds() {
    let game = start::<Chess>(Variant::Chess);
    let (outcome, infos) = play(&game, &nodes(7), &ONE, Strength::of_level(15, 1));
    assert_eq!(outcome.nodes, 7);
    assert_eq!(infos.last().map(|info| info.pv[0]), outcome.best);
    assert!(matches!(infos.last().unwrap().score, Score::Centipawns(_)));
}
