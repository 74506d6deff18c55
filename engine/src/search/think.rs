//! One search from `go` to `bestmove`, by all threads.

use std::sync::Arc;

use eval::Evaluate;
use movegen::game::Game;

use super::iterations::{Found, Iterations};
use super::job::Job;
use super::root_move::root_moves;
use super::state::{SharedState, ThreadState};
use super::worker::Worker;
use crate::clock::Clock;
use crate::limits::{Control, Limits, SearchOptions};
use crate::report::{Info, Outcome};
use crate::score::{INFINITE, is_decided};

/// Searches the position of the game and returns when the limits or the control say so, or when there is nothing left to
/// search. With one thread and a limit other than time the result depends on nothing but the arguments. Searches with the
/// same state wait for each other.
///
/// Under `infinite`, and while the control ponders, the clock does not count, but the search may still come to its own end:
/// the caller keeps back the move until it may be told. Before the end every line is reported once more, unless its last
/// report still holds; its first move is then the outcome's.
pub fn think<P: Evaluate>(
    game: &Game<P>,
    state: &SharedState,
    control: &Control,
    limits: &Limits,
    options: &SearchOptions,
    report: &(dyn Fn(&Info) + Sync),
) -> Outcome {
    let table = state.table();
    let known = table.probe(game.position().key()).and_then(|entry| entry.best);
    let lines = root_moves(game.position(), limits, known);
    if lines.is_empty() {
        return Outcome::default();
    }
    let mut threads = state.threads();
    // Nothing to do if the state was prepared.
    threads.helpers.resize(options.threads.max(1) - 1);
    table.new_search();
    let clock = Clock::new(limits, options, game.position().actor());
    let count = threads.helpers.len() + 1;
    let job = Arc::new(Job::new(Arc::clone(table), control.clone(), limits.clone(), clock, count));
    let multipv = options.multipv.clamp(1, lines.len());
    let helpers = threads.helpers.start((1..count).map(|id| {
        let (game, lines, job) = (game.clone(), lines.clone(), Arc::clone(&job));
        move |kept: &mut Option<ThreadState>| {
            let worker = Worker::new(game, job, id, kept.take().unwrap_or_default());
            let mut iterations = Iterations::new(worker, lines, multipv, None);
            iterations.run();
            let found = iterations.result();
            *kept = Some(iterations.worker.learned);
            found
        }
    }));
    let worker = Worker::new(game.clone(), Arc::clone(&job), 0, threads.main.take().unwrap_or_default());
    let mut main = Iterations::new(worker, lines, multipv, Some(report));
    main.run();
    // Nodes that helpers have been granted are still searched: their number is exact.
    if !job.is_out_of_nodes() {
        job.end();
    }
    let found = helpers.wait();
    if !found.is_empty() {
        main.adopt(vote(main.result(), found));
    }
    let outcome = main.finish();
    threads.main = Some(main.worker.learned);
    outcome
}

/// The result to trust: the shortest win that is proved, else the deepest, among equals the best score, among equals the
/// main thread's.
fn vote(main: Found, helpers: Vec<Found>) -> Found {
    let rank = |found: &Found| {
        let score = found.lines.first().map_or(-INFINITE, |line| line.score);
        (if is_decided(score) { score.max(0) } else { 0 }, found.depth, score)
    };
    helpers.into_iter().fold(main, |best, other| if rank(&other) > rank(&best) { other } else { best })
}

#[cfg(test)]
mod tests;
