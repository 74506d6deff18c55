//! The thinking thread, whatever the protocol: a front gives it jobs and hears of what comes of them.
//!
//! A front (UCI, XBoard, a page in a browser) never waits for a search: it puts jobs into a queue and sets switches. The
//! transposition table belongs to the thinking thread alone, so that a new size or a new game during a search simply
//! waits for its end. What a job comes to is told to its own [`Listener`] as [`Event`]s, on the thinking thread: a front
//! that numbers its jobs knows by itself which of them an event belongs to, and may drop those of a job that it no
//! longer cares about.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use engine::host::{Event, Host, Job, Work};
//! use engine::limits::Limits;
//! use engine::session::{self, Request, Rules};
//! use movegen::rules::Variant;
//!
//! let host = Host::start(1, |note| eprintln!("{note}"))?;
//! let opened = session::open(&Rules::new(Variant::Chess), None, &[])?;
//! let request = Request::new(Limits { depth: Some(3), ..Limits::default() });
//! let (sender, events) = mpsc::channel();
//! host.begin(Job::new(Work::Search(opened.session, Box::new(request)), move |event| drop(sender.send(event))));
//! let best = events.iter().find_map(|event| match event {
//!     Event::Best(answer) => answer.best,
//!     _ => None,
//! });
//! assert!(best.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing))]

mod queue;
mod thinker;

#[cfg(test)]
mod tests;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::bench::{BenchError, BenchLine};
use crate::limits::{Control, Limits};
use crate::report::Info;
use crate::session::{Answer, Request, Session};
use crate::threads::STACK;
use queue::{Shared, Task};
use thinker::Thinker;

/// What a job tells while it is done.
#[derive(Clone, PartialEq, Debug)]
pub enum Event {
    /// A line of thinking, and its moves in the notation of the request.
    Info(Info, String),
    /// The answer to a search: its last event.
    Best(Answer),
    /// The answer to a [`Work::NoPosition`].
    NoPosition,
    /// Perft: a legal move, and how many sequences begin with it.
    PerftMove(String, u64),
    /// The sum of a perft, its last event; `None` if it was stopped.
    Perft(Option<u64>),
    /// The bench, its last event: a line for each game.
    Bench(Result<Vec<BenchLine>, BenchError>),
}

/// Hears the events of one job, on the thinking thread.
pub type Listener = Box<dyn Fn(Event) + Send + Sync>;

/// What a job wants.
pub enum Work {
    /// A search.
    Search(Arc<dyn Session>, Box<Request>),
    /// Perft to this depth.
    Perft(Arc<dyn Session>, u32),
    /// The bench to this depth.
    Bench(u32),
    /// A search was asked for, but there is no position to think about. The answer waits where that of a search would:
    /// for the end of earlier jobs, and for `stop` under `infinite` and `ponder`.
    NoPosition(Limits),
}

/// Something to be done by the thinking thread that has a result.
pub struct Job {
    work: Work,
    listener: Listener,
    /// The switches of this job alone.
    control: Arc<Control>,
    /// Whether another job had to end first.
    waited: bool,
}

impl Job {
    /// A job that has just been asked for: its clock runs from now on.
    pub fn new(work: Work, listener: impl Fn(Event) + Send + Sync + 'static) -> Job {
        let ponder = match &work {
            Work::Search(_, request) => request.limits.ponder,
            Work::NoPosition(limits) => limits.ponder,
            Work::Perft(..) | Work::Bench(_) => false,
        };
        Job { work, listener: Box::new(listener), control: Arc::new(Control::new(ponder)), waited: false }
    }

    /// Gives a search that had to wait the whole of its time from now on; what it was told meanwhile still holds. The
    /// clocks of a game have run since it was asked for.
    fn restart_clock(&mut self) {
        if matches!(&self.work, Work::Search(_, request) if request.is_on_the_clock()) {
            return;
        }
        let control = Control::new(self.control.pondering());
        if self.control.stopped() {
            control.stop();
        }
        self.control = Arc::new(control);
    }

    fn kind(&self) -> Kind {
        let is_unlimited = match &self.work {
            Work::Search(_, request) => request.is_unlimited(),
            Work::NoPosition(limits) => limits.infinite,
            Work::Perft(..) | Work::Bench(_) => return Kind::Count,
        };
        if is_unlimited { Kind::Unlimited } else { Kind::Limited }
    }
}

/// By what a job ends if no command ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A search that ends by a limit.
    Limited,
    /// A search that only a command ends.
    Unlimited,
    /// A count: it is over when it is complete.
    Count,
}

/// What the thinking thread is doing, or will do first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Activity {
    /// A search that ends by a limit: thinking on one's own move.
    Thinking,
    /// A search on the opponent's time: it ends by `stop`, or some time after `ponderhit`.
    Pondering,
    /// A search that only a command ends.
    Analysing,
    /// Perft or the bench.
    Counting,
}

impl Activity {
    fn of(control: &Control, kind: Kind) -> Activity {
        match kind {
            Kind::Count => Activity::Counting,
            _ if control.pondering() => Activity::Pondering,
            Kind::Unlimited => Activity::Analysing,
            Kind::Limited => Activity::Thinking,
        }
    }

    /// Whether it has no end of its own as things stand.
    pub fn is_endless(self) -> bool {
        matches!(self, Activity::Pondering | Activity::Analysing)
    }
}

/// A front's hold on the thinking thread.
pub struct Host {
    shared: Arc<Shared>,
}

impl Host {
    /// Starts the thinking thread. The size of its table is in mebibytes; the table is allocated when it is first needed.
    /// What users should know beside the results of jobs, such as how much memory was really taken, goes to `notice`.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn start(mebibytes: usize, notice: impl Fn(&str) + Send + 'static) -> io::Result<Host> {
        let shared = Arc::new(Shared::default());
        let mut thinker = Thinker::new(Arc::clone(&shared), Box::new(notice), mebibytes);
        std::thread::Builder::new().name("think".to_string()).stack_size(STACK).spawn(move || thinker.run())?;
        Ok(Host { shared })
    }

    /// Gives the table another size, in mebibytes, after the jobs asked for so far.
    pub fn resize(&self, mebibytes: usize) {
        self.shared.push(Task::Resize(mebibytes));
    }

    /// Forgets all searches that were asked for so far.
    pub fn clear(&self) {
        self.shared.push(Task::Clear);
    }

    /// Allocates what a search by so many threads needs, if that has not been done.
    pub fn prepare(&self, threads: usize) {
        self.shared.push(Task::Prepare { threads });
    }

    /// Calls a function on the thinking thread after all that was asked for so far: so a front answers what must wait for
    /// a move, as `ping` of XBoard.
    pub fn after(&self, call: impl FnOnce() + Send + 'static) {
        self.shared.push(Task::Call(Box::new(call)));
    }

    /// Adds a job. Searches that are [endless](Activity::is_endless) end now; others are let finish first.
    pub fn begin(&self, mut job: Job) {
        let mut queue = self.shared.lock();
        job.waited = queue.jobs().next().is_some();
        for (control, kind) in queue.jobs() {
            if Activity::of(control, kind).is_endless() {
                control.stop();
            }
        }
        queue.push(Task::Job(job));
        self.shared.notify();
    }

    /// Ends every job asked for so far, and none to come. Whether there was one.
    pub fn stop(&self) -> bool {
        self.stop_those(|_| true)
    }

    /// Ends every search asked for so far, but no count. Whether there was one.
    pub fn stop_searches(&self) -> bool {
        self.stop_those(|activity| activity != Activity::Counting)
    }

    /// Ends the searches that have no end of their own. Whether there was one.
    pub fn stop_endless(&self) -> bool {
        self.stop_those(Activity::is_endless)
    }

    fn stop_those(&self, is_meant: impl Fn(Activity) -> bool) -> bool {
        let queue = self.shared.lock();
        let mut any = false;
        for (control, _) in queue.jobs().filter(|&(control, kind)| is_meant(Activity::of(control, kind))) {
            control.stop();
            any = true;
        }
        self.shared.notify();
        any
    }

    /// The pondered move was played: from now on the clock counts. Whether a search was pondering.
    pub fn ponderhit(&self) -> bool {
        let queue = self.shared.lock();
        let mut any = false;
        for (control, _) in queue.jobs() {
            any |= control.pondering();
            control.ponderhit();
        }
        self.shared.notify();
        any
    }

    /// What is being done; `None` when no job runs or waits its turn. While a front handles the last event of a job, that
    /// job no longer runs.
    pub fn activity(&self) -> Option<Activity> {
        self.shared.lock().jobs().next().map(|(control, kind)| Activity::of(control, kind))
    }

    /// Whether a perft or a bench runs or waits its turn.
    pub fn is_counting(&self) -> bool {
        self.shared.lock().jobs().any(|(_, kind)| kind == Kind::Count)
    }

    /// Waits until nothing is left to do, but not beyond the patience given. Whether nothing is left.
    pub fn wait_until_idle(&self, patience: Option<Duration>) -> bool {
        let deadline = patience.map(|patience| Instant::now() + patience);
        let mut queue = self.shared.lock();
        while !queue.is_idle() {
            match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => queue = self.shared.wait(queue),
                Some(Duration::ZERO) => return false,
                Some(rest) => queue = self.shared.wait_for(queue, rest),
            }
        }
        true
    }
}
