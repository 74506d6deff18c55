//! What all threads of one search share: its limits, and how it ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use crate::clock::Clock;
use crate::limits::{Control, Limits};
use crate::table::TranspositionTable;

/// Most nodes that a thread is granted at once.
const LARGEST_GRANT: u64 = 1024;

/// A value with a cache line of its own, and its neighbour, which processors fetch with it: what one thread writes often does
/// not slow down the others.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Isolated<T>(T);

/// One search.
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) table: Arc<TranspositionTable>,
    pub(crate) control: Control,
    pub(crate) limits: Limits,
    pub(crate) clock: Clock,
    /// Set when the search ends, for whatever reason.
    ended: AtomicBool,
    /// Nodes that no thread has been granted yet, if their number is limited.
    nodes_left: Isolated<AtomicU64>,
    /// Threads that would begin no further iteration.
    votes: AtomicUsize,
    /// Set when more search would not change the move.
    settled: AtomicBool,
    /// Nodes searched by each thread, updated now and then.
    nodes: Vec<Isolated<AtomicU64>>,
}

impl Job {
    /// A search by so many threads, at least one.
    pub(crate) fn new(
        table: Arc<TranspositionTable>,
        control: Control,
        limits: Limits,
        clock: Clock,
        threads: usize,
    ) -> Job {
        let nodes_left = Isolated(AtomicU64::new(limits.nodes.unwrap_or(0)));
        Job {
            table,
            control,
            limits,
            clock,
            ended: AtomicBool::new(false),
            nodes_left,
            votes: AtomicUsize::new(0),
            settled: AtomicBool::new(false),
            nodes: std::iter::repeat_with(Isolated::default).take(threads.max(1)).collect(),
        }
    }

    /// A search by one thread with a small table and nothing that limits it.
    #[cfg(test)]
    pub(crate) fn of_one(control: Control, limits: Limits, clock: Clock) -> Job {
        Job::new(Arc::new(TranspositionTable::new(1)), control, limits, clock, 1)
    }

    /// Ends the search.
    pub(crate) fn end(&self) {
        self.ended.store(true, Ordering::Relaxed);
    }

    /// Whether the search must end now: it has ended for another thread, was told to, or its time is up. Whichever thread
    /// sees it first ends the search for all.
    pub(crate) fn must_end(&self) -> bool {
        if self.ended.load(Ordering::Relaxed) {
            return true;
        }
        let is_late = || self.clock.hard.is_some_and(|hard| self.control.started().elapsed() >= hard);
        let ends = self.control.stopped() || (!self.control.pondering() && (self.is_settled() || is_late()));
        if ends {
            self.end();
        }
        ends
    }

    /// Grants a thread further nodes, exactly as many in total as the limit says; 0 if none are left. The fewer are left, the
    /// smaller the grant, so that the threads come to the end together. Without a limit there is no end of them.
    pub(crate) fn grant_nodes(&self) -> u64 {
        if self.limits.nodes.is_none() {
            return u64::MAX;
        }
        let share = 4 * self.nodes.len() as u64;
        let grant = |left: u64| (left / share).clamp(1, LARGEST_GRANT).min(left);
        let left =
            self.nodes_left.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| Some(left - grant(left)));
        left.map_or(0, grant)
    }

    /// Whether all nodes have been granted; threads may still be searching them.
    pub(crate) fn is_out_of_nodes(&self) -> bool {
        self.limits.nodes.is_some() && self.nodes_left.0.load(Ordering::Relaxed) == 0
    }

    /// Says that the search may end as soon as the clock counts: no further search would change the move.
    pub(crate) fn settle(&self) {
        self.settled.store(true, Ordering::Relaxed);
    }

    /// Counts the vote of a thread that by its clock would begin no further iteration, or takes it back.
    pub(crate) fn vote(&self, to_end: bool) {
        if to_end {
            self.votes.fetch_add(1, Ordering::Relaxed);
        } else {
            self.votes.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Whether the move is settled, or most threads have voted for the end.
    fn is_settled(&self) -> bool {
        self.settled.load(Ordering::Relaxed) || 2 * self.votes.load(Ordering::Relaxed) > self.nodes.len()
    }

    /// Publishes the node count of a thread.
    pub(crate) fn count_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// Nodes searched by all threads, as far as published.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.0.load(Ordering::Relaxed)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn job(limits: Limits, clock: Clock, threads: usize) -> Job {
        Job::new(Arc::new(TranspositionTable::new(1)), Control::new(false), limits, clock, threads)
    }

    #[test]
    fn exactly_as_many_nodes_are_granted_as_the_limit_says() {
        for (limit, threads) in [(0, 1), (1, 8), (1000, 3), (1_000_003, 8)] {
            let job = job(Limits { nodes: Some(limit), ..Limits::default() }, Clock::default(), threads);
            let granted: u64 = thread::scope(|scope| {
                let threads: Vec<_> = (0..threads)
                    .map(|_| scope.spawn(|| std::iter::repeat_with(|| job.grant_nodes()).take_while(|&n| n > 0).sum()))
                    .collect();
                threads.into_iter().map(|thread| thread.join().unwrap_or(0)).sum()
            });
            assert_eq!(granted, limit);
            assert!(job.is_out_of_nodes());
        }
        let unlimited = job(Limits::default(), Clock::default(), 1);
        assert!(unlimited.grant_nodes() > 1 << 60 && !unlimited.is_out_of_nodes());
    }

    #[test]
    fn any_thread_that_sees_the_deadline_ends_the_search() {
        let clock = |hard: Duration| Clock { soft: None, hard: Some(hard) };
        assert!(!job(Limits::default(), clock(Duration::from_secs(3600)), 2).must_end());
        let late = job(Limits::default(), clock(Duration::ZERO), 2);
        assert!(late.must_end() && late.ended.load(Ordering::Relaxed));
    }

    #[test]
    fn most_threads_must_vote_for_the_end() {
        let job = job(Limits::default(), Clock::default(), 3);
        job.vote(true);
        assert!(!job.must_end());
        job.vote(true);
        job.vote(false);
        assert!(!job.must_end(), "a vote taken back does not count");
        job.vote(true);
        assert!(job.must_end());
    }

    #[test]
    fn a_settled_move_is_kept_back_while_pondering() {
        let control = Control::new(true);
        let job = Job::of_one(control.clone(), Limits::default(), Clock::default());
        job.settle();
        assert!(!job.must_end());
        control.ponderhit();
        assert!(job.must_end());
    }
}
