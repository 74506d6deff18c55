//! What lasts from one search to the next: the transposition table, the threads, and what each has learnt.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::correction::Correction;
use super::history::History;
use crate::memory;
use crate::table::TranspositionTable;
use crate::threads::{ThreadPool, processors};

/// What one thread learns about moves and about its own evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ThreadState {
    pub(crate) history: History,
    pub(crate) correction: Correction,
}

/// The threads of a search, and what they have learnt; nothing of those that have not searched yet.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    /// What the main thread has learnt: the one that calls [`think`](super::think()).
    pub(crate) main: Option<ThreadState>,
    /// The other threads.
    pub(crate) helpers: ThreadPool<Option<ThreadState>>,
}

/// The transposition table and the threads of an engine. A new game begins with a [`clear`](SharedState::clear) one.
#[derive(Debug)]
pub struct SharedState {
    table: Arc<TranspositionTable>,
    /// The size that was asked for last, in mebibytes.
    wanted: usize,
    threads: Mutex<Threads>,
}

/// What a user should know about a new size of the table or number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResourceNote {
    /// The table wanted does not fit into memory; both sizes in mebibytes.
    SmallerTable {
        /// What was asked for.
        wanted: usize,
        /// What is used.
        taken: usize,
    },
    /// The system gives fewer threads.
    FewerThreads {
        /// What was asked for.
        wanted: usize,
        /// What is used.
        given: usize,
    },
    /// More threads than can run at the same time.
    MoreThanProcessors {
        /// Threads.
        threads: usize,
        /// What can run at the same time.
        processors: usize,
    },
}

impl fmt::Display for ResourceNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResourceNote::SmallerTable { wanted, taken } => {
                write!(f, "Hash: {wanted} MiB do not fit into memory; using {taken} MiB")
            }
            ResourceNote::FewerThreads { wanted, given } => {
                write!(f, "Threads: the system gives only {given} of {wanted}")
            }
            ResourceNote::MoreThanProcessors { threads, processors } => {
                write!(f, "Threads: {threads} threads share {processors} processor(s)")
            }
        }
    }
}

impl SharedState {
    /// Knows nothing. The table has so many mebibytes, at least one; there is one thread.
    pub fn new(mebibytes: usize) -> SharedState {
        let table = Arc::new(TranspositionTable::new(mebibytes));
        SharedState { table, wanted: mebibytes, threads: Mutex::default() }
    }

    /// Gets ready for searches with a table of so many mebibytes, or as many as fit into memory, and so many threads, or as
    /// many as the system gives. Allocates and clears everything, so that the first search loses no time. What is already as
    /// wanted stays as it is; a table of another size is empty.
    ///
    /// Returns what the user should know, if anything has changed.
    pub fn prepare(&mut self, mebibytes: usize, threads: usize) -> Vec<ResourceNote> {
        let mut notes = self.set_threads(threads.max(1));
        notes.extend(self.set_table(mebibytes.max(1), memory::fit));
        notes
    }

    fn set_threads(&mut self, wanted: usize) -> Vec<ResourceNote> {
        let threads = self.threads.get_mut().unwrap_or_else(PoisonError::into_inner);
        threads.main.get_or_insert_default();
        if threads.helpers.len() + 1 == wanted {
            return Vec::new();
        }
        threads.helpers.resize(wanted - 1);
        let given = threads.helpers.len() + 1;
        let get_ready = |kept: &mut Option<ThreadState>| {
            kept.get_or_insert_default();
        };
        threads.helpers.start((1..given).map(|_| get_ready)).wait();
        let mut notes = Vec::new();
        if given < wanted {
            notes.push(ResourceNote::FewerThreads { wanted, given });
        }
        let processors = processors();
        if given > processors {
            notes.push(ResourceNote::MoreThanProcessors { threads: given, processors });
        }
        notes
    }

    /// `fit` tells how much of what is wanted there is.
    fn set_table(&mut self, wanted: usize, fit: fn(usize) -> usize) -> Option<ResourceNote> {
        if self.wanted == wanted {
            return None;
        }
        self.wanted = wanted;
        // The old table makes room for the new one.
        self.table = Arc::new(TranspositionTable::new(1));
        let taken = fit(wanted);
        self.table = Arc::new(TranspositionTable::allocate(taken));
        self.clear_table();
        log::info!("a transposition table of {taken} MiB is taken");
        (taken < wanted).then_some(ResourceNote::SmallerTable { wanted, taken })
    }

    /// Size of the table, in mebibytes.
    pub fn table_size(&self) -> usize {
        self.table.bytes() >> 20
    }

    /// How full the table is with entries of the last search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        self.table.hashfull()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clear_table();
        let threads = self.threads();
        let forget = |kept: &mut Option<ThreadState>| *kept = Some(ThreadState::default());
        let helpers = threads.helpers.start((0..threads.helpers.len()).map(|_| forget));
        drop(threads);
        self.threads().main = Some(ThreadState::default());
        helpers.wait();
    }

    /// Empties the table, each thread its part.
    fn clear_table(&mut self) {
        let threads = self.threads();
        let parts = threads.helpers.len() + 1;
        let helpers = threads.helpers.start((1..parts).map(|part| {
            let table = Arc::clone(&self.table);
            move |_: &mut Option<ThreadState>| table.clear_part(part, parts)
        }));
        self.table.clear_part(0, parts);
        helpers.wait();
    }

    /// The transposition table.
    pub(crate) fn table(&self) -> &Arc<TranspositionTable> {
        &self.table
    }

    /// The threads, for one search at a time.
    pub(crate) fn threads(&self) -> MutexGuard<'_, Threads> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Puts an entry into the table, by which it is known again.
    fn mark(state: &SharedState) {
        let entry =
            crate::table::Entry { best: None, score: 1, evaluation: None, depth: 1, bound: crate::score::Bound::Exact };
        state.table.store(7, entry);
    }

    #[test]
    fn the_same_size_again_changes_nothing() {
        let mut state = SharedState::new(1);
        assert_eq!(state.prepare(3, 1), []);
        mark(&state);
        assert_eq!((state.prepare(3, 1), state.table_size()), (vec![], 3));
        assert!(state.table.probe(7).is_some());
        state.prepare(2, 1);
        assert!(state.table_size() == 2 && state.table.probe(7).is_none());
    }

    #[test]
    fn a_table_that_does_not_fit_is_made_smaller_once() {
        let mut state = SharedState::new(1);
        let note = ResourceNote::SmallerTable { wanted: 4096, taken: 2 };
        assert_eq!(state.set_table(4096, |_| 2), Some(note));
        assert_eq!(note.to_string(), "Hash: 4096 MiB do not fit into memory; using 2 MiB");
        mark(&state);
        assert_eq!((state.set_table(4096, |_| 3), state.table_size()), (None, 2), "nothing was asked for anew");
        assert!(state.table.probe(7).is_some());
    }

    #[test]
    fn more_threads_than_processors_are_used_but_told() {
        let mut state = SharedState::new(1);
        let threads = processors() + 3;
        let note = ResourceNote::MoreThanProcessors { threads, processors: processors() };
        assert_eq!(state.prepare(1, threads), [note]);
        assert_eq!(state.threads().helpers.len() + 1, threads);
        assert_eq!(state.prepare(1, threads), [], "nothing has changed");
        assert_eq!(state.prepare(1, 1), []);
    }

    #[test]
    fn threads_that_the_system_does_not_give_are_told() {
        let mut state = SharedState::new(1);
        state.threads().helpers = ThreadPool::without_threads();
        assert_eq!(state.prepare(1, 3), [ResourceNote::FewerThreads { wanted: 3, given: 1 }]);
    }

    #[test]
    fn a_clear_state_knows_nothing() {
        let mut state = SharedState::new(1);
        state.prepare(5, 3);
        mark(&state);
        state.clear();
        assert_eq!(state.table.probe(7), None);
    }
}
