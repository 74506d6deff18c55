//! What the thinking thread has to do, in the order in which it was asked for.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::{Job, Kind};
use crate::limits::Control;

/// Something for the thinking thread to do.
pub(super) enum Task {
    /// Search or count, and answer.
    Job(Job),
    /// Give the table another size, in mebibytes, when it is next needed.
    Resize(usize),
    /// Forget all earlier searches.
    Clear,
    /// Get ready for a search: allocate what it needs.
    Prepare {
        /// How many threads it uses.
        threads: usize,
    },
    /// Call this.
    Call(Box<dyn FnOnce() + Send>),
}

/// The tasks that wait, and what is known of the one that is being done.
#[derive(Default)]
pub(super) struct Queue {
    tasks: VecDeque<Task>,
    /// Whether a task is being done.
    busy: bool,
    /// The switches and the kind of the job that runs, if the task is one and its answer is not due yet.
    running: Option<(Arc<Control>, Kind)>,
}

impl Queue {
    pub(super) fn push(&mut self, task: Task) {
        self.tasks.push_back(task);
    }

    /// The job that runs, then those that wait.
    pub(super) fn jobs(&self) -> impl Iterator<Item = (&Control, Kind)> {
        let running = self.running.iter().map(|(control, kind)| (&**control, *kind));
        let waiting = self.tasks.iter().filter_map(|task| match task {
            Task::Job(job) => Some((&*job.control, job.kind())),
            _ => None,
        });
        running.chain(waiting)
    }

    pub(super) fn is_idle(&self) -> bool {
        !self.busy && self.tasks.is_empty()
    }

    /// The job that runs is about to give its answer: commands no longer concern it.
    pub(super) fn release_job(&mut self) {
        self.running = None;
    }
}

/// The queue, between the front and the thinking thread.
#[derive(Default)]
pub(super) struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    /// The queue is consistent after every statement, so a poisoned lock is as good as any.
    pub(super) fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn push(&self, task: Task) {
        self.lock().push(task);
        self.notify();
    }

    /// Wakes all who wait for a change of the queue or of a switch.
    pub(super) fn notify(&self) {
        self.changed.notify_all();
    }

    /// Waits until the queue changes.
    pub(super) fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the queue changes, but not longer than this.
    pub(super) fn wait_for<'a>(&self, queue: MutexGuard<'a, Queue>, patience: Duration) -> MutexGuard<'a, Queue> {
        self.changed.wait_timeout(queue, patience).unwrap_or_else(PoisonError::into_inner).0
    }

    /// Waits for a task and marks it as being done. A job gets its switches under the lock, so that no `stop` misses it.
    pub(super) fn next_task(&self) -> Task {
        let mut queue = self.lock();
        let mut task = loop {
            match queue.tasks.pop_front() {
                Some(task) => break task,
                None => queue = self.wait(queue),
            }
        };
        queue.busy = true;
        if let Task::Job(job) = &mut task {
            if job.waited {
                job.restart_clock();
            }
            queue.running = Some((Arc::clone(&job.control), job.kind()));
        }
        task
    }

    /// The task is done.
    pub(super) fn task_done(&self) {
        let mut queue = self.lock();
        queue.busy = false;
        queue.running = None;
        self.notify();
    }
}
