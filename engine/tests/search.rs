//! What a search promises to its caller, in every game.

mod searching;

use std::thread;
use std::time::{Duration, Instant};

use engine::limits::{Control, Limits, SearchOptions};
use engine::report::{Bound, Info, Outcome, Score};
use eval::Evaluate;
use movegen::game::Game;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::ha_lijnen::HaLijnen;
use movegen::variants::superschaak::Superschaak;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use searching::{depth, nodes, position, random_move, search, search_under, start};

const ONE: SearchOptions = SearchOptions { threads: 1, multipv: 1, move_overhead: Duration::from_millis(10) };

/// Every variation is legal to its end, which is not beyond the end of the game, and as long as the mate that it claims, with
/// which it ends; lines come best first, and the last report of the first is exact and gives the outcome.
fn check_reports<P: Evaluate>(game: &Game<P>, outcome: &Outcome, infos: &[Info], multipv: usize) {
    for info in infos {
        let mut line = game.clone();
        assert!(!info.pv.is_empty());
        for &mv in &info.pv {
            assert!(!line.status().is_over(), "{mv:?} follows after the end in {:?}", info.pv);
            assert!(line.position().is_legal(mv), "{mv:?} in {:?}", info.pv);
            line.play(mv);
        }
        if let Score::Mate(moves) = info.score {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            if info.bound == Bound::Exact {
                // In HA-lijnen either player can make the move that wins for one.
                let spare = i32::from(game.position().variant() == Variant::Halijnen);
                assert!((info.pv.len() as i32 - plies).abs() <= spare, "{info:?}");
                let winner = if moves > 0 { game.position().actor() } else { !game.position().actor() };
                assert!(matches!(line.status(), Status::Won { winner: by, .. } if by == winner), "{info:?}");
            }
        }
        assert!(info.bound == Bound::Exact || info.time >= Duration::from_secs(3), "{info:?}");
    }
    let lines = multipv.min(game.position().legal_moves().len());
    let last_of_each: Vec<_> = infos.iter().rev().take(lines).map(|info| value(info.score)).collect();
    assert!(last_of_each.is_sorted(), "the best line is reported first: {last_of_each:?}");
    for rank in 1..=lines {
        let last = infos.iter().rfind(|info| info.multipv == rank).expect("a report of every line");
        assert_eq!(last.bound, Bound::Exact);
        if rank == 1 {
            assert_eq!(outcome.best, Some(last.pv[0]));
            assert_eq!(outcome.ponder, last.pv.get(1).copied());
            assert_eq!(outcome.nodes, last.nodes);
        }
    }
    let firsts = infos.iter().rev().take(lines).map(|info| info.pv[0]);
    assert_eq!(firsts.collect::<std::collections::HashSet<_>>().len(), lines, "lines differ");
}

/// Scores in their order.
fn value(score: Score) -> i32 {
    match score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}

fn play_and_check<P: Evaluate>(variant: Variant) {
    let mut random = ChaCha8Rng::seed_from_u64(variant as u64);
    for _ in 0..3 {
        let mut game = start::<P>(variant);
        for ply in 0..60 {
            let Some(mv) = random_move(&game, &mut random) else { break };
            game.play(mv);
            if ply % 7 == 0 && !game.position().legal_moves().is_empty() {
                let multipv = 1 + ply / 7 % 3;
                let (outcome, infos) = search(&game, &nodes(1500), &SearchOptions { multipv, ..ONE });
                check_reports(&game, &outcome, &infos, multipv);
                assert_eq!(outcome.nodes, 1500);
            }
        }
    }
}

#[test]
fn variations_are_legal_and_end_with_the_outcome() {
    for variant in Variant::ALL {
        for_game!(variant, play_and_check(variant));
    }
}

/// Whatever the search was about to prove when its nodes were used up.
#[test]
fn a_search_that_is_cut_short_makes_no_node_more_and_claims_no_mate_without_its_line() {
    for fen in [
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        "2r3k1/pp3ppp/4p3/3pP3/3P4/1P3N2/P4PPP/2R3K1 b - - 0 24",
        "5rk1/pp4pp/4p3/2R3Q1/3n4/2q4r/P1P2PPP/5RK1 b - - 0 1",
    ] {
        let game = position::<Chess>(Variant::Chess, fen);
        for limit in (1..=90).map(|i| i * 97) {
            let (outcome, infos) = search(&game, &nodes(limit), &ONE);
            check_reports(&game, &outcome, &infos, 1);
            assert!(outcome.nodes <= limit, "{fen} {limit} {}", outcome.nodes);
        }
    }
}

/// What is lost by force is said to be only when every move was looked at.
#[test]
fn a_search_that_is_cut_short_is_not_mated_sooner_than_it_is() {
    let crazyhouse = |fen| (fen, for_mates(position::<Drops>(Variant::Crazyhouse, fen)));
    let chess = |fen| (fen, for_mates(position::<Chess>(Variant::Chess, fen)));
    for ((fen, mates), soonest) in [
        (crazyhouse("r3kb1N/p1p1p2p/2p2pPn/1b1n2pP/3PbbQ1/8/PPP1RP2/1R2K2R[qnpp] w K - 5 23"), 4),
        (crazyhouse("r1bqk1nQ~/p1pppp1p/6p1/1Q6/P2P4/5N2/1Pn1PPPP/RNbK1B1R[Rbp] b q - 1 8"), 4),
        (crazyhouse("r1bqk1nr/p2pp1bp/p4p2/8/6n1/2P5/PPpPPPPP/R1B1KBNR[Pqn] w KQkq - 0 11"), 2),
        (chess("6r1/5Q2/2p5/3p1k2/1B5P/4Pp2/2PPB3/r1R1KR2 b - - 3 39"), 3),
    ] {
        assert!(mates.iter().all(|&moves| moves > 0 || -moves >= soonest), "{fen}: {mates:?}");
    }
}

/// The mates that searches of 20 to 2,000 nodes end with.
fn for_mates<P: Evaluate>(game: Game<P>) -> Vec<i32> {
    let ends = (1..=100).filter_map(|i| search(&game, &nodes(20 * i), &ONE).1.pop());
    let moves = |info: Info| if let Score::Mate(moves) = info.score { Some(moves) } else { None };
    ends.filter_map(moves).collect()
}

#[test]
fn several_threads_share_a_limit_of_nodes_exactly() {
    let game = start::<Drops>(Variant::Crazyhouse);
    for threads in [2, 4] {
        let options = SearchOptions { threads, ..ONE };
        assert_eq!(search(&game, &nodes(20_000), &options).0.nodes, 20_000);
    }
}

#[test]
fn node_limits_are_exact_and_searches_repeatable() {
    fn check<P: Evaluate>(variant: Variant) {
        let game = start::<P>(variant);
        for limit in [1, 2, 33, 1000, 4321] {
            let (first, reports) = search(&game, &nodes(limit), &ONE);
            assert_eq!(first.nodes, limit, "{variant}");
            assert!(first.best.is_some_and(|mv| game.position().is_legal(mv)));
            let (second, again) = search(&game, &nodes(limit), &ONE);
            assert_eq!(first, second);
            let timeless = |infos: Vec<Info>| {
                infos.into_iter().map(|info| Info { time: Duration::ZERO, ..info }).collect::<Vec<_>>()
            };
            assert_eq!(timeless(reports), timeless(again));
        }
    }
    for variant in Variant::ALL {
        for_game!(variant, check(variant));
    }
}

/// A search that finishes its last iteration knows the score of its move exactly.
#[test]
fn a_search_to_a_depth_ends_with_an_exact_score() {
    fn check<P: Evaluate>(variant: Variant) {
        let (outcome, _) = search(&start::<P>(variant), &depth(6), &ONE);
        assert_eq!(outcome.bound, Bound::Exact);
    }
    for variant in Variant::ALL {
        for_game!(variant, check(variant));
    }
}

fn score_of<P: Evaluate>(variant: Variant, fen: &str, limits: &Limits) -> (Score, Vec<String>) {
    let game = position::<P>(variant, fen);
    let (outcome, infos) = search(&game, limits, &ONE);
    check_reports(&game, &outcome, &infos, 1);
    let last = infos.last().unwrap();
    (last.score, last.pv.iter().map(|mv| format!("{}{}", mv.from(), mv.to())).collect())
}

#[test]
fn mates_are_counted_in_moves_and_their_lines_are_whole() {
    let (score, line) = score_of::<Chess>(Variant::Chess, "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", &depth(4));
    assert_eq!((score, line), (Score::Mate(1), vec!["a1a8".to_owned()]));
    let (score, line) = score_of::<Chess>(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", &depth(7));
    assert_eq!((score, line.len()), (Score::Mate(2), 3));
    let (score, line) = score_of::<Chess>(Variant::Chess, "7k/R7/8/1R6/8/8/8/7K b - - 0 1", &depth(7));
    assert_eq!((score, line.len()), (Score::Mate(-1), 2));
    let (score, _) = score_of::<Drops>(Variant::Crazyhouse, "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1", &depth(4));
    assert_eq!(score, Score::Mate(1));
    // The same drop gives check, and is no move in doorgeefsolo.
    let (score, _) = score_of::<Drops>(Variant::Doorgeefsolo, "6k1/5ppp/8/8/8/8/8/7K[R] w - - 0 1", &depth(4));
    assert_ne!(score, Score::Mate(1));
    let (score, _) = score_of::<Superschaak>(Variant::Superschaak, "7k/8/5V2/8/4A3/8/8/7K[] w - - 0 1", &depth(4));
    assert_eq!(score, Score::Mate(1));
}

#[test]
fn go_mate_stops_when_the_mate_is_found() {
    let game = position::<Chess>(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let (outcome, infos) = search(&game, &Limits { mate: Some(2), ..Limits::default() }, &ONE);
    let last = infos.last().unwrap();
    assert_eq!(last.score, Score::Mate(2));
    assert!(last.depth <= 8 && outcome.nodes < 100_000, "{last:?}");
}

#[test]
fn fifty_moves_are_a_draw_in_chess() {
    let (score, _) = score_of::<Chess>(Variant::Chess, "8/8/8/8/8/1k6/8/K6Q w - - 99 80", &depth(6));
    assert_eq!(score, Score::Centipawns(0));
    // Crazyhouse has no fifty-move rule.
    let (score, _) = score_of::<Drops>(Variant::Crazyhouse, "8/8/8/8/8/1k6/8/K6Q[] w - - 99 80", &depth(6));
    assert!(matches!(score, Score::Centipawns(200..) | Score::Mate(1..)), "{score:?}");
}

#[test]
fn perpetual_check_is_a_draw() {
    let (score, line) = score_of::<Chess>(Variant::Chess, "6k1/6p1/8/7Q/8/1q6/1r1r2PP/7K w - - 0 1", &depth(8));
    assert_eq!((score, line[0].as_str()), (Score::Centipawns(0), "h5e8"));
}

#[test]
fn the_third_occurrence_in_the_game_counts_at_once() {
    // White is a queen up, but the position after any return of the pieces stands for the third time.
    let mut game = position::<Chess>(Variant::Chess, "7k/8/8/8/8/8/Q7/K7 w - - 0 1");
    let play = |game: &mut Game<Chess>, text: &str| {
        let mv = game.position().legal_moves().iter().copied().find(|mv| format!("{}{}", mv.from(), mv.to()) == text);
        game.play(mv.unwrap());
    };
    for _ in 0..2 {
        for text in ["a2a3", "h8g8", "a3a2", "g8h8"] {
            play(&mut game, text);
        }
    }
    play(&mut game, "a2a3");
    // Black's answer h8g8 would make a draw; no other king move does.
    let (outcome, infos) = search(&game, &depth(5), &ONE);
    assert_eq!(infos.last().unwrap().score, Score::Centipawns(0));
    assert_eq!(outcome.best.map(|mv| mv.to().to_string()).as_deref(), Some("g8"));
}

/// Men that are captured and dropped again repeat the position: no variation goes on after the third time.
#[test]
fn captures_and_drops_repeat_positions() {
    for fen in [
        "rn1q1k1r/pp3ppp/2p2n2/3Pp3/1B2P3/1P6/P2P1PPP/RQ2KBNR[BPbn] b - - 0 12",
        "rnbqkbn1/pp2p3/2p2pp1/3P3r/4PP2/N7/PP1P3P/R1BQKBNR[PPp] b KQq - 0 9",
    ] {
        let mut game = position::<Drops>(Variant::Crazyhouse, fen);
        for _ in 0..8 {
            let (outcome, infos) = search(&game, &nodes(20_000), &ONE);
            check_reports(&game, &outcome, &infos, 1);
            game.play(outcome.best.expect("a move"));
        }
    }
}

#[test]
fn a_waiting_player_stands_badly_but_is_not_mated() {
    let score = |fen| score_of::<Drops>(Variant::Bughouse, fen, &depth(5)).0;
    let (waits, escapes) = (score("6k1/5ppp/8/8/8/8/8/R6K[] w - - 0 1"), score("6k1/5pp1/7p/8/8/8/8/R6K[] w - - 0 1"));
    let (Score::Centipawns(waits), Score::Centipawns(escapes)) = (waits, escapes) else {
        panic!("{waits:?} {escapes:?}")
    };
    assert!(waits > 0 && waits > escapes + 500, "in check and waiting {waits}, with an escape {escapes}");
    // Contact mate is for good in bughouse and doorgeef, but waits in euwe (rules.md 2.2).
    let contact = "7k/8/5KQ1/8/8/8/8/8[] w - - 0 1";
    for variant in [Variant::Bughouse, Variant::Doorgeef] {
        assert_eq!(score_of::<Drops>(variant, contact, &depth(5)).0, Score::Mate(1), "{variant}");
    }
    assert!(matches!(score_of::<Drops>(Variant::Euwe, contact, &depth(5)).0, Score::Centipawns(_)));
}

#[test]
fn a_player_without_moves_gets_no_move() {
    let game = position::<Chess>(Variant::Chess, "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    let (outcome, infos) = search(&game, &nodes(100), &ONE);
    assert_eq!(outcome, Outcome::default());
    assert!(infos.is_empty());
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let game = start::<Chess>(Variant::Chess);
    let wanted = game.position().legal_moves()[3];
    let limits = Limits { search_moves: vec![wanted], ..depth(4) };
    assert_eq!(search(&game, &limits, &ONE).0.best, Some(wanted));
}

#[test]
fn halijnen_fills_its_line_takes_kings_and_wins_the_game_before_the_margin() {
    // Seven men on the h-file, and the queen comes to the eighth square.
    let line = "rnbqkbn1/pppppp1P/7P/7P/3Q3P/7P/7P/R1B1K2R[PPNNBrpp] w - - 0 40";
    let fen = format!("{line} frame=3/3 won=1-1");
    let (score, moves) = score_of::<HaLijnen>(Variant::Halijnen, &fen, &depth(3));
    assert_eq!((score, moves), (Score::Mate(1), vec!["d4h8".to_owned()]));
    // In the first frame that wins no game yet.
    let fen = format!("{line} frame=1/3 won=0-0");
    let (score, moves) = score_of::<HaLijnen>(Variant::Halijnen, &fen, &depth(1));
    assert!(matches!(score, Score::Centipawns(300..)), "{score:?}");
    assert_eq!(moves[0], "d4h8");
    // The black king stands on the h-file under the rook's eye.
    let king = "rnbq1bnr/pppppppp/8/7k/8/8/PPPPPPP1/RNBQKBNR[P] w Q - 0 9 frame=1/3 won=0-0";
    let (score, line) = score_of::<HaLijnen>(Variant::Halijnen, king, &depth(3));
    assert_eq!((score, line), (Score::Mate(1), vec!["h1h5".to_owned()]));
}

#[test]
fn a_stopped_search_returns_soon() {
    let game = start::<Drops>(Variant::Crazyhouse);
    let control = Control::new(false);
    let limits = Limits { infinite: true, time: [Some(1); 2], ..Limits::default() };
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(200));
            control.stop();
        });
        let (outcome, infos) = search_under(&game, &limits, &SearchOptions { threads: 2, ..ONE }, &control);
        assert!(begun.elapsed() >= Duration::from_millis(200), "infinite ignores the clock");
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
        check_reports(&game, &outcome, &infos, 1);
    });
}

#[test]
fn pondering_ignores_the_clock_until_ponderhit() {
    let game = start::<Chess>(Variant::Chess);
    answers_after_the_hit(&game, 100);
}

/// Ponders with so many milliseconds on both clocks: the answer comes after the hit, and soon.
fn answers_after_the_hit(game: &Game<Chess>, time: i64) {
    let limits = Limits { ponder: true, time: [Some(time); 2], ..Limits::default() };
    let control = Control::new(true);
    let begun = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(300));
            control.ponderhit();
        });
        search_under(game, &limits, &ONE, &control);
        assert!(!control.pondering(), "the answer came before the hit");
        assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    });
}

#[test]
fn without_time_a_move_comes_at_once() {
    let game = start::<Drops>(Variant::Doorgeef);
    for limits in [
        Limits { movetime: Some(Duration::ZERO), ..Limits::default() },
        Limits { time: [Some(0); 2], ..Limits::default() },
        Limits { time: [Some(-5000); 2], increment: [Some(5000); 2], ..Limits::default() },
    ] {
        let begun = Instant::now();
        let (outcome, infos) = search(&game, &limits, &ONE);
        check_reports(&game, &outcome, &infos, 1);
        assert!(begun.elapsed() < Duration::from_secs(2));
    }
}

/// Time that passed before the search could begin does not make it answer blindly.
#[test]
fn a_search_that_begins_late_still_looks_one_ply_ahead() {
    let game = position::<Chess>(Variant::Chess, "6k1/5ppp/8/8/8/3p4/2P5/R6K w - - 0 1");
    let control = Control::new(false);
    thread::sleep(Duration::from_millis(30));
    let limits = Limits { movetime: Some(Duration::from_millis(20)), ..Limits::default() };
    let (outcome, _) = search_under(&game, &limits, &ONE, &control);
    assert_eq!(outcome.best.map(|mv| mv.to().to_string()).as_deref(), Some("a8"));
}

#[test]
fn a_search_that_is_stopped_at_once_still_looks_one_ply_ahead() {
    let game = position::<Chess>(Variant::Chess, "6k1/5ppp/8/8/8/3p4/2P5/R6K w - - 0 1");
    let control = Control::new(false);
    control.stop();
    let begun = Instant::now();
    let limits = Limits { infinite: true, ..Limits::default() };
    let (outcome, _) = search_under(&game, &limits, &ONE, &control);
    assert_eq!(outcome.best.map(|mv| mv.to().to_string()).as_deref(), Some("a8"));
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn an_only_move_is_played_as_soon_as_the_opponent_makes_the_move_pondered_on() {
    let game = position::<Chess>(Variant::Chess, "k7/p7/8/8/8/5B2/8/R6K b - - 0 1");
    assert_eq!(game.position().legal_moves().len(), 1);
    answers_after_the_hit(&game, 3_600_000);
}

#[test]
fn no_more_lines_are_shown_than_moves_were_asked_for() {
    let game = start::<Chess>(Variant::Chess);
    let wanted = game.position().legal_moves()[5..8].to_vec();
    let limits = Limits { search_moves: wanted.clone(), ..depth(5) };
    let (outcome, infos) = search(&game, &limits, &SearchOptions { multipv: 5, ..ONE });
    check_reports(&game, &outcome, &infos, 3);
    assert!(infos.iter().all(|info| info.multipv <= 3 && wanted.contains(&info.pv[0])));
}

/// HA-lijnen: a pawn that promotes may come back on the second rank, so promotions follow each other without end.
#[test]
fn quiescence_ends_where_pawns_come_back() {
    for fen in [
        "rqb1pnnb/R3k1R1/Kp6/PpB5/Pp6/PpN5/1pp5/Q1N1PP1B[PPPrp] w - - 17 242 frame=3/3 won=1-1",
        "b6B/nR6/n6P/pk5P/8/b2B1NpN/q1ppppp1/rRKPPP1Q[PPPrp] w - - 17 242 frame=2/3 won=1-0",
    ] {
        let (outcome, _) = search(&position::<HaLijnen>(Variant::Halijnen, fen), &depth(3), &ONE);
        assert!(outcome.nodes < 200_000, "{fen}: {}", outcome.nodes);
    }
}

#[test]
fn several_threads_agree_on_one_legal_answer() {
    fn check<P: Evaluate>(variant: Variant) {
        let game = start::<P>(variant);
        let options = SearchOptions { threads: 3, multipv: 2, ..ONE };
        let (outcome, infos) = search(&game, &depth(5), &options);
        check_reports(&game, &outcome, &infos, 2);
    }
    for variant in Variant::ALL {
        for_game!(variant, check(variant));
    }
}
