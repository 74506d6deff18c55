//! Searches by several threads.

use std::time::Duration;

use movegen::fen;
use movegen::moves::Move;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;

use super::*;
use crate::score::{Bound, MATE};
use crate::search::root_move::RootMove;

fn found(depth: u32, score: i32, seldepth: usize) -> Found {
    let line = RootMove {
        best: Move::FLAG,
        score,
        expected: score,
        bound: Bound::Exact,
        seldepth,
        pv: vec![Move::FLAG],
        nodes: 0,
    };
    Found { depth, lines: vec![line] }
}

#[test]
fn the_vote_prefers_the_shortest_win_then_depth_then_score_then_the_main_thread() {
    let winner = |main: Found, helper: Found| vote(main, vec![helper]).lines[0].seldepth;
    assert_eq!(winner(found(5, MATE - 5, 1), found(6, 300, 2)), 1);
    assert_eq!(winner(found(5, MATE - 5, 1), found(5, MATE - 3, 2)), 2);
    assert_eq!(winner(found(5, 100, 1), found(6, 50, 2)), 2);
    assert_eq!(winner(found(6, 50, 1), found(6, 60, 2)), 2);
    assert_eq!(winner(found(6, 50, 1), found(6, 50, 2)), 1);
    // Being mated is no reason to prefer a result, nor to doubt the deeper one.
    assert_eq!(winner(found(5, 40, 1), found(6, 4 - MATE, 2)), 2);
}

fn start() -> Game<Chess> {
    Game::new(fen::parse(Variant::Chess.start_fen(), Variant::Chess, false).expect("the start is sound"))
}

fn by(threads: usize) -> SearchOptions {
    SearchOptions { threads, ..SearchOptions::default() }
}

#[test]
fn every_thread_searches_and_keeps_what_it_learns() {
    let (mut state, control) = (SharedState::new(1), Control::new(false));
    let limits = Limits { infinite: true, ..Limits::default() };
    let stop_at_ten = |info: &Info| {
        if info.depth >= 10 {
            control.stop();
        }
    };
    let learned = |state: &SharedState| {
        let threads = state.threads();
        let of_helpers = threads.helpers.start((0..1).map(|_| |kept: &mut Option<ThreadState>| kept.clone())).wait();
        of_helpers
            .into_iter()
            .chain([threads.main.clone()])
            .filter(|kept| *kept != Some(ThreadState::default()))
            .count()
    };
    think(&start(), &state, &control, &limits, &by(2), &stop_at_ten);
    assert_eq!(learned(&state), 2);
    state.clear();
    assert_eq!(learned(&state), 0);
}

#[test]
fn the_number_of_nodes_is_exact_by_any_number_of_threads() {
    let state = SharedState::new(1);
    for (nodes, threads) in [(1, 1), (777, 1), (1, 4), (50, 16), (30_001, 2), (100_003, 5), (2048, 1)] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let outcome = think(&start(), &state, &Control::new(false), &limits, &by(threads), &|_| {});
        assert_eq!(outcome.nodes, nodes, "{threads} threads");
        assert!(outcome.best.is_some());
    }
}

/// Many more threads than processors, each of which must see by itself that the time is up.
#[test]
fn many_threads_end_in_time() {
    let mut state = SharedState::new(1);
    state.prepare(1, 32);
    let limits = Limits { movetime: Some(Duration::from_millis(200)), ..Limits::default() };
    let control = Control::new(false);
    think(&start(), &state, &control, &limits, &by(32), &|_| {});
    let taken = control.started().elapsed();
    assert!((Duration::from_millis(150)..Duration::from_secs(5)).contains(&taken), "{taken:?}");
}
