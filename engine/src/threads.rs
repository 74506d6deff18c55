//! Threads that are started once and wait for work between searches.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

/// Stack of a thread that searches, in bytes. The search recurses to [`MAX_PLY`](crate::score::MAX_PLY) and quiescence; an
/// unoptimised build needs some kilobytes per ply.
pub const STACK: usize = 16 << 20;

/// How many threads the machine runs at the same time, as far as it tells.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, |count| count.get())
}

/// What a thread is given to do.
type Task<S> = Box<dyn FnOnce(&mut S) + Send>;

/// Threads that wait for work. Each owns an `S` that it keeps from task to task.
#[derive(Debug)]
pub(crate) struct ThreadPool<S> {
    threads: Vec<PoolThread<S>>,
    /// Stack of each thread, in bytes.
    stack: usize,
}

#[derive(Debug)]
struct PoolThread<S> {
    /// The thread ends when this is dropped.
    tasks: Sender<Task<S>>,
    handle: JoinHandle<()>,
}

impl<S> Default for ThreadPool<S> {
    fn default() -> ThreadPool<S> {
        ThreadPool { threads: Vec::new(), stack: STACK }
    }
}

impl<S: Default + 'static> ThreadPool<S> {
    /// A pool that the system gives no thread, as the stacks do not fit into memory.
    #[cfg(test)]
    pub(crate) fn without_threads() -> ThreadPool<S> {
        ThreadPool { threads: Vec::new(), stack: 1 << 60 }
    }

    /// Number of threads.
    pub(crate) fn len(&self) -> usize {
        self.threads.len()
    }

    /// Starts or ends threads until there are as many as wanted, or as many as the system gives.
    pub(crate) fn resize(&mut self, wanted: usize) {
        // Dropping the sender tells a thread to end; all are told before one is waited for.
        let surplus = self.threads.split_off(wanted.min(self.threads.len()));
        let ending: Vec<_> = surplus.into_iter().map(|thread| thread.handle).collect();
        for handle in ending {
            // A thread that has panicked has nothing left to end.
            let _ = handle.join();
        }
        while self.threads.len() < wanted {
            let (tasks, inbox) = mpsc::channel();
            let name = format!("search {}", self.threads.len() + 1);
            match thread::Builder::new().name(name).stack_size(self.stack).spawn(move || serve(&inbox)) {
                Ok(handle) => self.threads.push(PoolThread { tasks, handle }),
                Err(_) => break,
            }
        }
    }

    /// Gives every thread one of the tasks, the first to the first thread, and does not wait for them.
    pub(crate) fn start<T, F>(&self, tasks: impl Iterator<Item = F>) -> Running<T>
    where
        T: Send + 'static,
        F: FnOnce(&mut S) -> T + Send + 'static,
    {
        let (results, receiver) = mpsc::channel();
        for (thread, task) in self.threads.iter().zip(tasks) {
            let results = results.clone();
            let task: Task<S> = Box::new(move |kept| {
                let result = task(kept);
                // Nobody waits for the results of tasks whose `Running` was dropped.
                let _ = results.send(result);
            });
            // A thread that has panicked takes no tasks: its result is missing.
            let _ = thread.tasks.send(task);
        }
        Running { results: receiver }
    }
}

impl<S> Drop for ThreadPool<S> {
    fn drop(&mut self) {
        let handles: Vec<_> = self.threads.drain(..).map(|thread| thread.handle).collect();
        for handle in handles {
            let _ = handle.join();
        }
    }
}

fn serve<S: Default>(inbox: &Receiver<Task<S>>) {
    let mut kept = S::default();
    while let Ok(task) = inbox.recv() {
        task(&mut kept);
    }
}

/// Tasks that have been started.
pub(crate) struct Running<T> {
    results: Receiver<T>,
}

impl<T> Running<T> {
    /// Waits for all tasks; the results come in the order in which they were ready.
    pub(crate) fn wait(self) -> Vec<T> {
        self.results.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_does_its_task_and_keeps_what_it_owns() {
        let mut pool: ThreadPool<usize> = ThreadPool::default();
        pool.resize(5);
        for round in 1..=3 {
            let tasks = (0..5).map(|number| {
                move |kept: &mut usize| {
                    *kept += number;
                    *kept
                }
            });
            let mut results = pool.start(tasks).wait();
            results.sort_unstable();
            assert_eq!(results, [0, 1, 2, 3, 4].map(|number| number * round));
        }
    }

    #[test]
    fn a_pool_can_grow_and_shrink() {
        let mut pool: ThreadPool<usize> = ThreadPool::default();
        for size in [3, 1, 0, 7] {
            pool.resize(size);
            assert_eq!(pool.len(), size);
            let results = pool.start((0..size).map(|number| move |_: &mut usize| number)).wait();
            assert_eq!(results.len(), size);
        }
    }

    #[test]
    fn a_pool_does_without_threads_that_the_system_does_not_give() {
        let mut pool: ThreadPool<()> = ThreadPool::without_threads();
        pool.resize(3);
        assert_eq!(pool.len(), 0);
        assert!(pool.start((0..3).map(|_| |_: &mut ()| ())).wait().is_empty());
    }

    #[test]
    fn a_thread_that_has_panicked_is_missing() {
        let mut pool: ThreadPool<()> = ThreadPool::default();
        pool.resize(2);
        pool.start((0..1).map(|_| |_: &mut ()| panic!("a task that fails"))).wait();
        let results = pool.start((0..2).map(|number| move |_: &mut ()| number)).wait();
        assert_eq!(results, [1]);
        pool.resize(0);
    }
}
