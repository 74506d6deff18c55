//! What each command does.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use movegen::perft::DEEPEST;
use movegen::piece::{Role, Roles};
use movegen::rules::Variant;

use super::options::{self, Change, Effect, Options};
use super::output::Output;
use super::parse::{self, Command, Go, Origin, ParseError};
use super::worker::{GoTask, Task, Work, Worker};
use crate::limits::Limits;
use crate::session::{self, Notation, Opened, Request, Rules, START_BOTH, Session};
use crate::team::ClocksB;

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// The next line.
    Next,
    /// The end.
    Quit,
}

/// What the session was set up from.
struct Source {
    rules: Rules,
    origin: Origin,
    moves: Vec<String>,
}

/// How long `quit` waits for running searches to give their answers.
const FAREWELL: Duration = Duration::from_secs(1);

/// The reader's side of the engine.
pub(crate) struct Engine {
    output: Arc<Output>,
    worker: Worker,
    options: Options,
    session: Arc<dyn Session>,
    source: Source,
    /// Whether no position has been set up since the variant was chosen.
    untouched: bool,
    debug: bool,
    /// Seed of the choices of weakened play, another one for each search.
    seed: u64,
}

impl Engine {
    /// An engine with all options at their defaults and the start position of chess.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) fn start(output: Arc<Output>) -> io::Result<Engine> {
        let options = Options::default();
        let worker = Worker::start(Arc::clone(&output), options.hash)?;
        let opened = session::open(&options.rules, None, &[]).map_err(io::Error::other)?;
        let source = Source { rules: options.rules, origin: Origin::Start, moves: Vec::new() };
        Ok(Engine {
            output,
            worker,
            options,
            session: opened.session,
            source,
            untouched: true,
            debug: false,
            seed: RandomState::new().build_hasher().finish(),
        })
    }

    /// Obeys one line.
    pub(crate) fn obey(&mut self, line: &str) -> Flow {
        match parse::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Flow::Quit,
            Ok(Some(command)) => self.execute(command),
            Err(error) => {
                self.output.error(&error);
                if let ParseError::GoNumber { infinite, ponder, .. } = error {
                    self.answer_anyway(infinite, ponder);
                }
            }
        }
        Flow::Next
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.get_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.worker.push(Task::Clear),
            Command::Position { origin, moves } => {
                self.set_position(origin, moves);
            }
            Command::Go(go) => self.go(*go),
            Command::Stop => {
                if !self.worker.stop() {
                    self.explain("stop: no search runs");
                }
            }
            Command::PonderHit => {
                if !self.worker.ponderhit() {
                    self.explain("ponderhit: no search ponders");
                }
            }
            Command::Display => self.output.lines(&self.session.display()),
            Command::Eval => self.output.lines(&self.session.evaluation()),
            Command::Register | Command::Quit => {}
        }
    }

    /// Ends all searches and lets them answer.
    pub(crate) fn quit(&self) {
        self.worker.stop();
        self.worker.wait_until_idle(Some(FAREWELL));
    }

    /// Says something that only a developer wants to know (`debug on`).
    fn explain(&self, text: &str) {
        if self.debug {
            self.output.note(text);
        }
    }

    fn introduce(&self) {
        let (version, options) = (env!("CARGO_PKG_VERSION"), options::handshake());
        self.output
            .lines(&format!("id name Kwartslag {version}\nid author the authors of Kwartslag\n\n{options}uciok"));
    }

    /// `isready`: at once while a search runs, else when all is done and the table is there.
    fn get_ready(&self) {
        if !self.worker.is_searching() {
            self.worker.push(Task::Prepare);
            self.worker.wait_until_idle(None);
        }
        self.output.lines("readyok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let Change { effect, note } = match self.options.set(name, value) {
            Ok(change) => change,
            Err(error) => return self.output.error(error),
        };
        if let Some(note) = note {
            self.output.note(note);
        }
        match effect {
            Effect::None => {}
            Effect::Hash => self.worker.push(Task::Resize(self.options.hash)),
            Effect::ClearHash => self.worker.push(Task::Clear),
            // A position that was given stays as it is written until the next one.
            Effect::Rules if self.untouched => {
                self.set_position(Origin::Start, Vec::new());
                self.untouched = true;
            }
            Effect::Rules => {}
            Effect::Variant => {
                self.set_position(Origin::Start, Vec::new());
                self.untouched = true;
                self.describe_variant();
                self.worker.push(Task::Clear);
            }
        }
    }

    /// What boards need to know of a game they have never heard of, as Fairy-Stockfish tells it.
    fn describe_variant(&self) {
        let rules = &self.options.rules;
        let (name, start) = (rules.variant, rules.start_fen());
        let (pocket, template) = pocket_and_template(name);
        self.output
            .note(format_args!("variant {name} files 8 ranks 8 pocket {pocket} template {template} startpos {start}"));
    }

    /// Sets up a position. With a bad FEN the old one stays; at an illegal move the game stops before it. Moves that
    /// continue the present game are played on from there: replaying a long game would cost time at every move.
    fn set_position(&mut self, origin: Origin, mut moves: Vec<String>) {
        let rules = self.options.rules;
        let Source { rules: old_rules, origin: old_origin, moves: old_moves } = &self.source;
        let is_known = rules == *old_rules && origin == *old_origin;
        let further = moves.strip_prefix(old_moves.as_slice()).filter(|_| is_known);
        let played = further.map_or(0, |further| moves.len() - further.len());
        let fen = match &origin {
            Origin::Start => None,
            Origin::StartBoth => Some(START_BOTH),
            Origin::Fen(fen) => Some(fen.as_str()),
        };
        let opened = match further {
            Some(further) => Ok(self.session.continued(further)),
            None => session::open(&rules, fen, &moves),
        };
        match opened {
            Ok(Opened { session, fault }) => {
                self.session = session;
                self.untouched = false;
                if let Some(mut fault) = fault {
                    fault.ply += played;
                    moves.truncate(fault.ply - 1);
                    self.output.error(fault);
                }
                self.source = Source { rules, origin, moves };
            }
            Err(error) => self.output.error(error),
        }
    }

    fn go(&mut self, go: Go) {
        self.explain_search_moves(&go.search_moves);
        let work = match go.perft {
            Some(depth) => Work::Perft(at_least(depth, 0).min(DEEPEST)),
            None => self.search(limits(&go), clocks_b(&go), go.search_moves),
        };
        self.begin(work);
    }

    fn begin(&mut self, work: Work) {
        self.seed = self.seed.wrapping_add(1);
        self.worker.go(GoTask::new(Arc::clone(&self.session), work, self.options.show_wdl));
    }

    /// Names the moves of `searchmoves` that cannot be searched. The search is never left without a move: a GUI that
    /// asks for nothing but illegal ones gets the best of all.
    fn explain_search_moves(&self, moves: &[String]) {
        let illegal = self.session.illegal(moves, self.options.seating);
        for error in &illegal {
            self.output.note(format_args!("searchmoves: skipped, {error}"));
        }
        if !illegal.is_empty() && illegal.len() == moves.len() {
            self.output.note("searchmoves: none is left, all moves are searched");
        }
    }

    /// The answer to a `go` that could not be understood: any move will do, soon.
    fn answer_anyway(&mut self, infinite: bool, ponder: bool) {
        let limits = Limits { depth: Some(1), infinite, ponder, ..Limits::default() };
        let work = self.search(limits, ClocksB::default(), Vec::new());
        self.begin(work);
    }

    fn search(&self, limits: Limits, clocks_b: ClocksB, search_moves: Vec<String>) -> Work {
        let (options, seating) = (self.options.search, self.options.seating);
        let strength = self.options.strength(&limits, self.seed);
        let notation = Notation::Uci;
        Work::Search(Box::new(Request { limits, search_moves, options, strength, notation, seating, clocks_b }))
    }
}

/// How many kinds of men may be in a stock, and the game that XBoard knows and whose board serves for this one.
fn pocket_and_template(variant: Variant) -> (usize, &'static str) {
    let droppable = Roles::DROPPABLE.count();
    match variant {
        Variant::Chess => (0, "fairy"),
        Variant::Crazyhouse | Variant::Doorgeefsolo => (droppable, "crazyhouse"),
        Variant::Bughouse | Variant::Doorgeef | Variant::Euwe => (droppable, "bughouse"),
        Variant::Superschaak => (Roles::ORTHODOX.count() + Role::SUPER.len(), "super"),
        Variant::Halijnen => (droppable, "fairy"),
    }
}

/// The number, or the least that makes sense if it is smaller.
fn at_least(number: i64, least: u32) -> u32 {
    u32::try_from(number.max(i64::from(least))).unwrap_or(u32::MAX)
}

/// The clocks of board B.
fn clocks_b(go: &Go) -> ClocksB {
    ClocksB { time: go.time_b, increment: go.increment_b.map(increment) }
}

/// An increment, never negative.
fn increment(given: Option<i64>) -> Option<i64> {
    given.map(|increment| increment.max(0))
}

/// The limits of a search: numbers that make no sense become the smallest that do, so that `movetime 0` ends
/// at once instead of never; clocks keep their sign.
fn limits(go: &Go) -> Limits {
    let positive = |number: i64| at_least(number, 1);
    Limits {
        depth: go.depth.map(positive),
        nodes: go.nodes.map(|nodes| nodes.max(1).unsigned_abs()),
        movetime: go.movetime.map(|time| Duration::from_millis(time.max(1).unsigned_abs())),
        time: go.time,
        increment: go.increment.map(increment),
        moves_to_go: go.moves_to_go.filter(|&moves| moves > 0).map(positive),
        mate: go.mate.map(positive),
        search_moves: Vec::new(),
        infinite: go.infinite,
        ponder: go.ponder,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn senseless_numbers_become_the_smallest_sensible_ones() {
        let go = Go {
            depth: Some(0),
            nodes: Some(-7),
            movetime: Some(0),
            time: [Some(-50), None],
            increment: [Some(-1), Some(20)],
            moves_to_go: Some(0),
            mate: Some(i64::MAX),
            ..Go::default()
        };
        let limits = limits(&go);
        assert_eq!(limits.depth, Some(1));
        assert_eq!(limits.nodes, Some(1));
        assert_eq!(limits.movetime, Some(Duration::from_millis(1)));
        assert_eq!(limits.time, [Some(-50), None]);
        assert_eq!(limits.increment, [Some(0), Some(20)]);
        assert_eq!(limits.moves_to_go, None);
        assert_eq!(limits.mate, Some(u32::MAX));
    }
}
