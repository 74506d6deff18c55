//! The thinking thread.

use std::sync::Arc;
use std::time::Duration;

use movegen::moves::Move;

use super::queue::{Shared, Task};
use super::{Event, Job, Work};
use crate::bench;
use crate::limits::Control;
use crate::search::SharedState;
use crate::session::{Request, Session};

/// What the thinking thread owns.
pub(super) struct Thinker {
    shared: Arc<Shared>,
    notice: Box<dyn Fn(&str) + Send>,
    /// Size of the table when it is next needed.
    mebibytes: usize,
    /// Table and threads; small until they are first needed.
    state: SharedState,
}

impl Thinker {
    pub(super) fn new(shared: Arc<Shared>, notice: Box<dyn Fn(&str) + Send>, mebibytes: usize) -> Thinker {
        Thinker { shared, notice, mebibytes, state: SharedState::new(1) }
    }

    /// Does task after task, for ever.
    pub(super) fn run(&mut self) {
        loop {
            match self.shared.next_task() {
                Task::Job(job) => self.work(job),
                Task::Resize(mebibytes) => self.mebibytes = mebibytes,
                Task::Clear => self.state.clear(),
                Task::Prepare { threads } => self.prepare(threads),
                Task::Call(call) => call(),
            }
            self.shared.task_done();
        }
    }

    /// Makes the table as large as wanted and starts the threads, if that has not been done.
    fn prepare(&mut self, threads: usize) {
        for note in self.state.prepare(self.mebibytes, threads) {
            (self.notice)(&note.to_string());
        }
    }

    fn work(&mut self, job: Job) {
        let Job { work, listener, control, .. } = job;
        match work {
            Work::Search(session, request) => self.search(&*session, *request, &control, &listener),
            Work::Perft(session, depth) => {
                let game = session.game();
                let mut report = |mv: Move, nodes| listener(Event::PerftMove(game.uci(mv.into()), nodes));
                let sum = game.perft(depth, &|| control.stopped(), &mut report);
                self.release();
                listener(Event::Perft(sum));
            }
            Work::Bench(depth) => {
                let lines = bench::bench(None, depth, &control);
                self.release();
                listener(Event::Bench(lines));
            }
            Work::NoPosition(limits) => {
                self.wait_for_release(&control, limits.infinite, Duration::ZERO);
                listener(Event::NoPosition);
            }
        }
    }

    fn search(&mut self, session: &dyn Session, request: Request, control: &Control, listener: &super::Listener) {
        let infinite = request.limits.infinite;
        let report = |info: &crate::report::Info, pv: &str| listener(Event::Info(info.clone(), pv.to_string()));
        self.prepare(request.options.threads);
        let answer = session.think(&self.state, control, request, &report);
        self.wait_for_release(control, infinite, answer.due);
        listener(Event::Best(answer));
    }

    /// Waits until the answer may be given: after `infinite` for `stop`, after `ponder` also for `ponderhit`, and until it
    /// is `due`. From then on no job runs: what a front hears after it has given the answer must not be taken for part of
    /// it.
    fn wait_for_release(&self, control: &Control, infinite: bool, due: Duration) {
        let mut queue = self.shared.lock();
        while !control.stopped() {
            let early = due.saturating_sub(control.started().elapsed());
            queue = if infinite || control.pondering() {
                self.shared.wait(queue)
            } else if !early.is_zero() {
                self.shared.wait_for(queue, early)
            } else {
                break;
            };
        }
        queue.release_job();
    }

    fn release(&self) {
        self.shared.lock().release_job();
    }
}
