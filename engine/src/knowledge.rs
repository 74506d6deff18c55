//! What the engine keeps from one search to the next: the transposition table, and what each thread has learnt.

use std::sync::{Mutex, PoisonError};

use crate::correction::Correction;
use crate::history::History;
use crate::table::TranspositionTable;

/// What one thread learns about moves and about its own evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Experience {
    pub(crate) history: History,
    pub(crate) correction: Correction,
}

/// The memory of the engine in one game. A new game begins with a [`clear`](Knowledge::clear) one.
#[derive(Debug)]
pub struct Knowledge {
    /// The transposition table.
    pub table: TranspositionTable,
    /// One a thread, while no search has it.
    experiences: Mutex<Vec<Experience>>,
}

impl Knowledge {
    /// Knows nothing; the table has so many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> Knowledge {
        Knowledge { table: TranspositionTable::new(mebibytes), experiences: Mutex::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experiences = Mutex::default();
    }

    /// What so many threads have learnt, the main thread's first.
    pub(crate) fn take(&self, threads: usize) -> Vec<Experience> {
        let mut kept = std::mem::take(&mut *self.experiences.lock().unwrap_or_else(PoisonError::into_inner));
        kept.resize_with(threads, Experience::default);
        kept
    }

    /// Keeps what the threads of a search have learnt, in the order of [`take`](Knowledge::take).
    pub(crate) fn keep(&self, experiences: Vec<Experience>) {
        *self.experiences.lock().unwrap_or_else(PoisonError::into_inner) = experiences;
    }
}
