//! The thread that thinks, and the queue of what it has to do.
//!
//! The reader of commands never waits for a search: it puts tasks into the queue and sets switches. The
//! transposition table belongs to the thinking thread alone, so that a new size or `ucinewgame` during a
//! search simply waits for its end.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::output::{Output, info_line};
use crate::limits::{Control, Limits};
use crate::memory;
use crate::search::STACK;
use crate::search::SharedState;
use crate::session::{Answer, Request, Session, Standing};

/// Something for the thinking thread to do, in the order of the commands.
pub(crate) enum Task {
    /// Search or count, and answer.
    Go(GoTask),
    /// Give the table another size, in mebibytes, when it is next needed.
    Resize(usize),
    /// Forget all earlier searches.
    Clear,
    /// Get ready for a search: allocate what it needs.
    Prepare,
}

/// A `go`.
pub(crate) struct GoTask {
    /// The game.
    pub(crate) session: Arc<dyn Session>,
    /// What to do with it.
    pub(crate) work: Work,
    /// Whether lines say what their scores mean for the result (`UCI_ShowWDL`).
    pub(crate) show_wdl: bool,
    /// The switches of this `go` alone.
    pub(crate) control: Arc<Control>,
    /// Whether another search had to end first.
    waited: bool,
}

/// What a `go` wants.
pub(crate) enum Work {
    /// A search.
    Search(Box<Request>),
    /// Perft to this depth.
    Perft(u32),
}

impl GoTask {
    /// A `go` that has just arrived.
    pub(crate) fn new(session: Arc<dyn Session>, work: Work, show_wdl: bool) -> GoTask {
        let ponder = matches!(&work, Work::Search(request) if request.limits.ponder);
        GoTask { session, work, show_wdl, control: Arc::new(Control::new(ponder)), waited: false }
    }

    /// Gives a search that had to wait the whole of its time from now on; what it was told meanwhile still holds. The
    /// clocks of a game have run since it was asked for.
    fn restart_clock(&mut self) {
        if matches!(&self.work, Work::Search(request) if is_on_the_clock(request)) {
            return;
        }
        let control = Control::new(self.control.pondering());
        if self.control.stopped() {
            control.stop();
        }
        self.control = Arc::new(control);
    }

    /// Whether only a command, or a mate found, ends it, ponder or not.
    fn is_unlimited(&self) -> bool {
        let Work::Search(request) = &self.work else { return false };
        let Limits { depth, nodes, movetime, infinite, .. } = request.limits;
        infinite || (depth.is_none() && nodes.is_none() && movetime.is_none() && !is_on_the_clock(request))
    }

    /// Whether it has no limit as things stand.
    fn is_endless(&self) -> bool {
        self.control.pondering() || self.is_unlimited()
    }
}

/// The switches of the search that runs.
struct Running {
    control: Arc<Control>,
    unlimited: bool,
}

impl Running {
    fn is_endless(&self) -> bool {
        self.control.pondering() || self.unlimited
    }
}

fn is_on_the_clock(request: &Request) -> bool {
    request.limits.is_on_the_clock() || request.clocks_b.time != [None; 2]
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    /// Whether a task is being done.
    busy: bool,
    /// The search that runs, if the task is one.
    running: Option<Running>,
}

impl Queue {
    fn waiting_searches(&self) -> impl Iterator<Item = &GoTask> {
        self.tasks.iter().filter_map(|task| match task {
            Task::Go(go) => Some(go),
            _ => None,
        })
    }

    fn controls(&self) -> impl Iterator<Item = &Control> {
        let running = self.running.iter().map(|running| &*running.control);
        running.chain(self.waiting_searches().map(|go| &*go.control))
    }
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

impl Shared {
    /// The queue is consistent after every statement, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the queue changes.
    fn wait<'a>(&self, queue: MutexGuard<'a, Queue>) -> MutexGuard<'a, Queue> {
        self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the queue changes, but not longer than this.
    fn wait_for<'a>(&self, queue: MutexGuard<'a, Queue>, patience: Duration) -> MutexGuard<'a, Queue> {
        self.changed.wait_timeout(queue, patience).unwrap_or_else(PoisonError::into_inner).0
    }
}

/// The reader's hold on the thinking thread.
pub(crate) struct Worker {
    shared: Arc<Shared>,
}

impl Worker {
    /// Starts the thinking thread with a table of so many mebibytes, not allocated yet.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) fn start(output: Arc<Output>, mebibytes: usize) -> std::io::Result<Worker> {
        let shared = Arc::new(Shared::default());
        let mut thinker = Thinker { shared: Arc::clone(&shared), output, mebibytes, state: None };
        std::thread::Builder::new().name("think".to_string()).stack_size(STACK).spawn(move || thinker.run())?;
        Ok(Worker { shared })
    }

    /// Adds a task that is no search.
    pub(crate) fn push(&self, task: Task) {
        self.shared.lock().tasks.push_back(task);
        self.shared.changed.notify_all();
    }

    /// Adds a search. Searches without a limit, and those that ponder, end now; others are let finish first.
    pub(crate) fn go(&self, mut task: GoTask) {
        let mut queue = self.shared.lock();
        task.waited = queue.controls().next().is_some();
        if let Some(running) = queue.running.iter().find(|running| running.is_endless()) {
            running.control.stop();
        }
        for go in queue.waiting_searches().filter(|go| go.is_endless()) {
            go.control.stop();
        }
        queue.tasks.push_back(Task::Go(task));
        self.shared.changed.notify_all();
    }

    /// Ends every search asked for so far, and none to come. Whether there was one.
    pub(crate) fn stop(&self) -> bool {
        let queue = self.shared.lock();
        let mut any = false;
        for control in queue.controls() {
            control.stop();
            any = true;
        }
        self.shared.changed.notify_all();
        any
    }

    /// The pondered move was played. Whether a search was pondering.
    pub(crate) fn ponderhit(&self) -> bool {
        let queue = self.shared.lock();
        let mut any = false;
        for control in queue.controls() {
            any |= control.pondering();
            control.ponderhit();
        }
        self.shared.changed.notify_all();
        any
    }

    /// Whether a search runs or waits its turn.
    pub(crate) fn is_searching(&self) -> bool {
        self.shared.lock().controls().next().is_some()
    }

    /// Waits until nothing is left to do, but not beyond the patience given.
    pub(crate) fn wait_until_idle(&self, patience: Option<Duration>) {
        let deadline = patience.map(|patience| Instant::now() + patience);
        let mut queue = self.shared.lock();
        while queue.busy || !queue.tasks.is_empty() {
            match deadline.map(|deadline| deadline.saturating_duration_since(Instant::now())) {
                None => queue = self.shared.wait(queue),
                Some(Duration::ZERO) => return,
                Some(rest) => queue = self.shared.wait_for(queue, rest),
            }
        }
    }
}

/// What the thinking thread owns.
struct Thinker {
    shared: Arc<Shared>,
    output: Arc<Output>,
    /// Size of the table when it is next needed.
    mebibytes: usize,
    /// Table and histories; allocated when first needed.
    state: Option<SharedState>,
}

impl Thinker {
    fn run(&mut self) {
        loop {
            let task = self.next_task();
            match task {
                Task::Go(go) => self.go(go),
                Task::Resize(mebibytes) => self.resize(mebibytes),
                Task::Clear => {
                    if let Some(state) = &mut self.state {
                        state.clear();
                    }
                }
                Task::Prepare => {
                    self.state();
                }
            }
            let mut queue = self.shared.lock();
            queue.busy = false;
            self.shared.changed.notify_all();
        }
    }

    /// Waits for a task. A search gets its running switches under the lock, so that no `stop` misses it.
    fn next_task(&self) -> Task {
        let mut queue = self.shared.lock();
        let mut task = loop {
            match queue.tasks.pop_front() {
                Some(task) => break task,
                None => queue = self.shared.wait(queue),
            }
        };
        queue.busy = true;
        if let Task::Go(go) = &mut task {
            if go.waited {
                go.restart_clock();
            }
            queue.running = Some(Running { control: Arc::clone(&go.control), unlimited: go.is_unlimited() });
        }
        task
    }

    /// What is known, with a table of the size wanted.
    fn state(&mut self) -> &SharedState {
        let mebibytes = self.mebibytes;
        self.state.get_or_insert_with(|| SharedState::new(mebibytes))
    }

    /// Sets the size of the next table: what was asked for, or what fits into memory.
    fn resize(&mut self, wanted: usize) {
        if self.mebibytes == wanted {
            return;
        }
        self.state = None;
        let fit = memory::fit(wanted);
        if fit < wanted {
            self.output.note(format_args!("option Hash: {wanted} MiB do not fit into memory, {fit} are used"));
        }
        self.mebibytes = fit;
    }

    fn go(&mut self, task: GoTask) {
        let GoTask { session, work, show_wdl, control, .. } = task;
        let output = Arc::clone(&self.output);
        match work {
            Work::Search(request) => {
                let infinite = request.limits.infinite;
                let state = self.state();
                let report = |info: &_, pv: &str| output.lines(&info_line(info, pv, show_wdl));
                let answer = session.think(state, &control, *request, &report);
                if answer.best.is_none() {
                    output.note(format_args!("{}: {}", without_move(&answer.standing), answer.standing));
                }
                self.wait_for_release(&control, infinite, answer.due);
                output.lines(&best_move(&answer));
            }
            Work::Perft(depth) => {
                let mut report = |mv: &str, nodes: u64| output.lines(&format!("{mv}: {nodes}"));
                let sum = session.perft(depth, &control, &mut report);
                self.shared.lock().running = None;
                match sum {
                    Some(nodes) => output.lines(&format!("\nNodes searched: {nodes}\n")),
                    None => output.note("perft stopped"),
                }
            }
        }
    }

    /// Waits until the answer may be given: after `infinite` for `stop`, after `ponder` also for `ponderhit`, and until it
    /// is `due`. From then on no search runs: what the GUI sends when it has read the answer must not be taken for part
    /// of it.
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
        queue.running = None;
    }
}

/// The line that ends a search.
fn best_move(answer: &Answer) -> String {
    match (&answer.best, &answer.ponder) {
        (Some(best), Some(ponder)) => format!("bestmove {best} ponder {ponder}"),
        (Some(best), None) => format!("bestmove {best}"),
        (None, _) => format!("bestmove {}", answer.standing.no_move()),
    }
}

/// Why there is no move.
fn without_move(standing: &Standing) -> &'static str {
    match standing {
        Standing::Game(status) if status.is_over() => "the game is over",
        Standing::Game(_) => "the player on move waits",
        Standing::Match(_) if standing.is_over() => "the match is over",
        Standing::Match(_) => "the team has no move",
    }
}
