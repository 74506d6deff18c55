//! Iterative deepening of one thread: windows, ends and reports.

use std::sync::Arc;
use std::time::Duration;

use eval::Evaluate;

use super::parameters as p;
use super::root_move::RootMove;
use super::worker::Worker;
use crate::clock::SearchProgress;
use crate::report::{Bound, Info, Outcome};
use crate::score::{self, DECIDED, INFINITE, MAX_PLY, is_decided, plies_to_end};
use crate::win_rates::WinRates;

/// Scores outside the window are reported only in searches that last so long.
const REPORT_BOUNDS_AFTER: Duration = Duration::from_secs(3);

/// Where reports go.
type Report<'a> = &'a (dyn Fn(&Info) + Sync);

/// What a thread found: the lines of its last iteration, and its depth.
pub(super) struct Found {
    pub(super) depth: u32,
    pub(super) lines: Vec<RootMove>,
}

/// Iterative deepening of one thread.
pub(super) struct Iterations<'a, P: Evaluate> {
    pub(super) worker: Worker<P>,
    /// All root moves, best first.
    lines: Vec<RootMove>,
    multipv: usize,
    /// Reports of the main thread; helpers are silent.
    report: Option<Report<'a>>,
    /// The last finished iteration.
    depth: u32,
    /// Nodes at the last full report; reports of the end are left out if nothing has happened since.
    reported: Option<u64>,
    stability: u32,
    /// The lines of this iteration when the root last failed high: better than those of the iteration before.
    raised: Option<Vec<RootMove>>,
}

impl<'a, P: Evaluate> Iterations<'a, P> {
    pub(super) fn new(
        worker: Worker<P>,
        lines: Vec<RootMove>,
        multipv: usize,
        report: Option<Report<'a>>,
    ) -> Iterations<'a, P> {
        Iterations { worker, lines, multipv, report, depth: 0, reported: None, stability: 0, raised: None }
    }

    pub(super) fn run(&mut self) {
        let limits = &self.worker.job.limits;
        let deepest = limits.depth.unwrap_or(MAX_PLY as u32 - 1).clamp(1, MAX_PLY as u32 - 1);
        for depth in 1..=deepest {
            self.lines.iter_mut().for_each(|line| line.expected = line.score);
            let before = self.lines.clone();
            self.raised = None;
            let finished = self.iterate(depth);
            if !finished {
                self.keep_what_is_proved(before);
                break;
            }
            self.depth = depth;
            self.report_lines();
            let drop = before[0].score.saturating_sub(self.lines[0].score);
            self.stability = if before[0].best == self.lines[0].best { self.stability + 1 } else { 0 };
            if self.is_enough(depth, drop) {
                break;
            }
        }
        self.worker.publish_nodes();
    }

    /// Searches all wanted lines one ply deeper. False if the search was ended meanwhile.
    fn iterate(&mut self, depth: u32) -> bool {
        for first in 0..self.multipv {
            if !self.aspire(depth, first) {
                return false;
            }
            self.lines[..=first].sort_by_key(|line| -line.score);
        }
        true
    }

    /// Searches the line of this rank with a window round its last score, widened until it holds.
    fn aspire(&mut self, depth: u32, first: usize) -> bool {
        let expected = self.lines[first].expected;
        let mut width = p::aspiration_window() + expected.abs() / p::aspiration_share();
        let (mut alpha, mut beta) = if depth >= 4 && !is_decided(expected) {
            (expected - width, expected + width)
        } else {
            (-INFINITE, INFINITE)
        };
        loop {
            let score = self.worker.search_root(&mut self.lines, first, (alpha, beta), depth as i32);
            self.lines[first..].sort_by_key(|line| -line.score);
            if self.worker.stopped {
                return false;
            }
            if score > alpha && score < beta {
                return true;
            }
            self.report_bound(depth, first);
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = if width > 500 || is_decided(score) { -INFINITE } else { score.max(-INFINITE + width) - width };
            } else {
                self.raised = Some(self.lines.clone());
                beta = if width > 500 || is_decided(score) { INFINITE } else { score.min(INFINITE - width) + width };
            }
            width *= 2;
        }
    }

    /// After an interrupted iteration: its result stands if its best line has been searched to a proved score or
    /// to more than was hoped for; else that of the iteration before. A move that has turned out to lose by force gives way
    /// to one that was not looked at any more.
    fn keep_what_is_proved(&mut self, before: Vec<RootMove>) {
        let best = &self.lines[0];
        let proved = best.score > -INFINITE && best.bound != Bound::Upper;
        // The moves that were not looked at stand last.
        let untried = self.lines.get(self.worker.root_moves_tried).map(|line| line.best);
        let lost = -INFINITE < best.score && best.score <= -DECIDED;
        let was_lost = -INFINITE < before[0].score && before[0].score <= -DECIDED;
        if self.multipv > 1 {
            self.lines = before;
        } else if let Some(untried) = untried.filter(|_| lost && !was_lost) {
            let hope = before[0].score;
            self.lines.iter_mut().for_each(|line| line.score = -INFINITE);
            self.lines.sort_by_key(|line| line.best != untried);
            let line = &mut self.lines[0];
            (line.score, line.bound, line.pv) = (hope, Bound::Upper, vec![untried]);
        } else if !proved {
            self.lines = self.raised.take().unwrap_or(before);
        }
        let static_score = self.worker.evaluate(0);
        for line in &mut self.lines[..self.multipv] {
            // A mate that was seen beyond the window has no line to show for it.
            if line.bound == Bound::Lower && is_decided(line.score) {
                line.score = line.expected;
            }
            if line.score == -INFINITE {
                (line.score, line.bound) = (static_score, Bound::Exact);
            }
        }
    }

    /// Whether nothing more need be searched, by the clock or by what has been found. Any thread can find a mate; how long the
    /// search lasts is put to the vote.
    fn is_enough(&mut self, depth: u32, drop: i32) -> bool {
        let job = Arc::clone(&self.worker.job);
        let best = self.lines[0].score;
        if let Some(moves) = job.limits.mate
            && best > 0
            && is_decided(best)
            && (plies_to_end(best) + 1) / 2 <= moves.min(i32::MAX as u32) as i32
        {
            job.end();
            return true;
        }
        if job.clock.hard.is_none() {
            return false;
        }
        let certain = is_decided(best) && plies_to_end(best) * 2 <= depth as i32;
        let forced = self.lines.len() == 1 && job.clock.soft.is_some();
        if certain || forced {
            job.settle();
        }
        let effort = (100 * self.lines[0].nodes / self.worker.nodes.max(1)) as u32;
        let progress = SearchProgress { stability: self.stability, drop, effort };
        self.worker.vote(job.clock.is_enough(job.control.started().elapsed(), progress));
        job.must_end()
    }

    pub(super) fn result(&self) -> Found {
        Found { depth: self.depth, lines: self.lines.clone() }
    }

    /// Takes the result of another thread for its own.
    pub(super) fn adopt(&mut self, found: Found) {
        if found.lines[0].pv != self.lines[0].pv || found.depth != self.depth {
            self.reported = None;
        }
        (self.depth, self.lines) = (found.depth, found.lines);
    }

    /// Completes the best line by an answer from the table, reports what has not been, and gives the outcome.
    pub(super) fn finish(&mut self) -> Outcome {
        let nodes = self.worker.job.total_nodes();
        self.expect_answer();
        if self.reported != Some(nodes) {
            self.report_lines();
        }
        let line = &self.lines[0];
        Outcome { best: Some(line.best), ponder: line.pv.get(1).copied(), nodes, bound: line.bound }
    }

    /// If the best line is its first move alone, adds the answer that the table expects.
    fn expect_answer(&mut self) {
        if self.lines[0].pv.len() > 1 || is_decided(self.lines[0].score) {
            return;
        }
        let best = self.lines[0].best;
        let undo = self.worker.game.make(best, &mut ());
        let answer = self
            .worker
            .job
            .table
            .probe(self.worker.position().key())
            .and_then(|entry| entry.best)
            .filter(|&mv| self.worker.position().is_legal(mv) && !self.worker.game.status().is_over());
        self.worker.game.unmake(best, undo);
        if let Some(mv) = answer {
            self.lines[0].pv.push(mv);
            self.reported = None;
        }
    }

    /// Reports the wanted lines. A best move that was found as a long search was cut short has a bound that it exceeds.
    fn report_lines(&mut self) {
        if self.report.is_none() {
            return;
        }
        self.worker.publish_nodes();
        // Other threads still count: what is reported is what is remembered.
        let nodes = self.worker.job.total_nodes();
        let is_long = self.is_long();
        for rank in 0..self.multipv {
            let bound = if is_long { self.lines[rank].bound } else { Bound::Exact };
            self.report_line(self.depth.max(1), rank, bound, nodes);
        }
        self.reported = Some(nodes);
    }

    /// Reports a score outside the window, if the search takes long. A mate seen beyond it, for either side, has no line yet.
    fn report_bound(&mut self, depth: u32, rank: usize) {
        if self.multipv == 1 && self.is_long() && !is_decided(self.lines[rank].score) {
            self.worker.publish_nodes();
            self.report_line(depth, rank, self.lines[rank].bound, self.worker.job.total_nodes());
        }
    }

    /// Whether the search takes so long that bounds are of interest.
    fn is_long(&self) -> bool {
        self.worker.job.control.started().elapsed() >= REPORT_BOUNDS_AFTER
    }

    fn report_line(&self, depth: u32, rank: usize, bound: Bound, nodes: u64) {
        let (Some(report), line, job) = (self.report, &self.lines[rank], &self.worker.job) else { return };
        let score = score::report(line.score);
        report(&Info {
            depth,
            seldepth: line.seldepth.max(line.pv.len()) as u32,
            multipv: rank + 1,
            score,
            bound,
            win_rates: WinRates::of(self.worker.position().variant(), score),
            nodes,
            time: job.control.started().elapsed(),
            hashfull: job.table.hashfull(),
            pv: line.pv.clone(),
        });
    }
}

#[cfg(test)]
mod tests;
