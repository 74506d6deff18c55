//! What the engine keeps from one search to the next: the transposition table, and what each thread has learnt.

use std::sync::{Mutex, PoisonError};

use super::correction::Correction;
use super::history::History;
use crate::table::TranspositionTable;

/// What one thread learns about moves and about its own evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ThreadState {
    pub(crate) history: History,
    pub(crate) correction: Correction,
}

/// The memory of the engine in one game. A new game begins with a [`clear`](SharedState::clear) one.
#[derive(Debug)]
pub struct SharedState {
    /// The transposition table.
    pub table: TranspositionTable,
    /// One a thread, while no search has it.
    experiences: Mutex<Vec<ThreadState>>,
}

impl SharedState {
    /// Knows nothing; the table has so many mebibytes, at least one.
    pub fn new(mebibytes: usize) -> SharedState {
        SharedState { table: TranspositionTable::new(mebibytes), experiences: Mutex::default() }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.experiences = Mutex::default();
    }

    /// What so many threads have learnt, the main thread's first.
    pub(crate) fn take(&self, threads: usize) -> Vec<ThreadState> {
        let mut kept = std::mem::take(&mut *self.experiences.lock().unwrap_or_else(PoisonError::into_inner));
        kept.resize_with(threads, ThreadState::default);
        kept
    }

    /// Keeps what the threads of a search have learnt, in the order of [`take`](SharedState::take).
    pub(crate) fn keep(&self, experiences: Vec<ThreadState>) {
        *self.experiences.lock().unwrap_or_else(PoisonError::into_inner) = experiences;
    }
}
