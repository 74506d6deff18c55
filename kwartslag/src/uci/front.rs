//! What each command does.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use engine::bench;
use engine::host::{Host, Job, Work};
use engine::limits::Limits;
use engine::options::{Change, Effect, Id, Options};
use engine::session::{Notation, Request, Roots, Session};
use engine::team::ClocksB;
use movegen::perft::DEEPEST;

use super::game::CurrentGame;
use super::messages;
use super::output::Output;
use super::parse::{self, Command, Go, ParseError};
use super::request::{at_least, clocks_b, limits};
use crate::diagnostics;

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// The next line.
    Next,
    /// The end.
    Quit,
}

/// How long `quit` waits for running searches to give their answers.
const FAREWELL: Duration = Duration::from_secs(1);

/// The reader's side: obeys commands, and never waits for a search.
pub(super) struct Front {
    output: Arc<Output>,
    host: Host,
    options: Options,
    game: CurrentGame,
    debug: bool,
    /// Seed of the choices of weakened play, another one for each search.
    seed: u64,
}

impl Front {
    /// All options at their defaults, and the start position of chess.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(super) fn start(output: Arc<Output>) -> io::Result<Front> {
        let options = Options::default();
        let notices = Arc::clone(&output);
        let host = Host::start(options.hash, move |text| {
            log::info!("{text}");
            notices.note(text);
        })?;
        let game = CurrentGame::start_of(options.rules);
        Ok(Front { output, host, options, game, debug: false, seed: RandomState::new().build_hasher().finish() })
    }

    /// Obeys one line.
    pub(super) fn obey(&mut self, line: &str) -> Flow {
        match parse::parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Flow::Quit,
            Ok(Some(command)) => self.execute(command),
            Err(error) => {
                self.output.error(&error);
                match error {
                    ParseError::GoNumber { infinite, ponder, .. } => self.answer_anyway(infinite, ponder),
                    ParseError::NoOrigin => self.game.refuse(error),
                    ParseError::Unknown(_) | ParseError::Debug | ParseError::NoName => {}
                }
            }
        }
        Flow::Next
    }

    fn execute(&mut self, command: Command) {
        match command {
            Command::Uci => self.output.lines(&messages::introduction()),
            Command::Debug(on) => self.debug = on,
            Command::IsReady => self.get_ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame => self.host.clear(),
            Command::Position { origin, moves } => match self.game.set(self.options.rules, origin, moves) {
                Ok(notes) => notes.into_iter().for_each(|note| self.output.note(note)),
                Err(error) => self.output.error(error),
            },
            Command::Go(go) => self.go(*go),
            Command::Stop => {
                if !self.host.stop() {
                    self.explain("stop: no search runs");
                }
            }
            Command::PonderHit => {
                if !self.host.ponderhit() {
                    self.explain("ponderhit: no search ponders");
                }
            }
            Command::Bench(depth) => {
                let depth = depth.map_or(bench::DEPTH, |depth| at_least(depth, 1));
                self.begin(Work::Bench(depth));
            }
            Command::Display => self.show(|session| session.display()),
            Command::Eval => self.show(|session| session.evaluation()),
            Command::Register | Command::Quit => {}
        }
    }

    /// `quit`: ends all searches at once and lets them answer. A count that was asked for is finished first.
    pub(super) fn quit(&self) {
        self.host.stop_searches();
        let patience = (!self.host.is_counting()).then_some(FAREWELL);
        self.host.wait_until_idle(patience);
    }

    /// The end of the input: what has an end of its own is finished, the rest ends now.
    pub(super) fn finish(&self) {
        self.host.stop_endless();
        self.host.wait_until_idle(None);
    }

    /// Says something that only a developer wants to know (`debug on`).
    fn explain(&self, text: &str) {
        if self.debug {
            self.output.note(text);
        }
    }

    /// `isready`: at once while a search runs, else when all is done and the table is there.
    fn get_ready(&self) {
        if self.host.activity().is_none() {
            self.host.prepare(self.options.search.threads);
            self.host.wait_until_idle(None);
        }
        self.output.lines("readyok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        let before = self.options.log_file.clone();
        let Change { id, effect, note } = match self.options.set(name, value) {
            Ok(change) => change,
            Err(error) => return self.output.error(error),
        };
        if let Some(note) = note {
            self.output.note(note);
        }
        match effect {
            Effect::None => {}
            Effect::LogFile => {
                if let Err(error) = diagnostics::log_to(&self.options.log_file) {
                    self.output.error(format_args!("option Debug Log File: {}: {error}", self.options.log_file));
                    self.options.log_file = before;
                    return;
                }
            }
            Effect::Hash => self.host.resize(self.options.hash),
            Effect::ClearHash => self.host.clear(),
            Effect::Rules => self.game.rules_changed(self.options.rules),
            Effect::Variant => {
                self.game.variant_changed(self.options.rules);
                self.host.clear();
            }
        }
        log::info!("option {name} set to {}", value.unwrap_or_default());
        if id == Id::Variant {
            self.output.note(messages::variant(&self.options.rules));
        }
    }

    /// Shows something of the position, if there is one.
    fn show(&self, text: impl Fn(&dyn Session) -> String) {
        match self.game.session() {
            Ok(session) => self.output.lines(&text(&**session)),
            Err(error) => self.output.error(error),
        }
    }

    fn go(&mut self, go: Go) {
        let Some(depth) = go.perft else {
            self.explain_search_moves(&go.search_moves);
            return self.search(limits(&go), clocks_b(&go), go.search_moves);
        };
        match self.game.session() {
            Ok(session) => {
                let session = Arc::clone(session);
                self.begin(Work::Perft(session, at_least(depth, 0).min(DEEPEST)));
            }
            Err(error) => self.output.error(error),
        }
    }

    /// Names the moves of `searchmoves` that cannot be searched. The search is never left without a move: a GUI that
    /// asks for nothing but illegal ones gets the best of all.
    fn explain_search_moves(&self, moves: &[String]) {
        let Ok(session) = self.game.session() else { return };
        let illegal = session.illegal(moves, self.options.seating);
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
        self.search(limits, ClocksB::default(), Vec::new());
    }

    fn search(&mut self, limits: Limits, clocks_b: ClocksB, search_moves: Vec<String>) {
        self.seed = self.seed.wrapping_add(1);
        let session = match self.game.session() {
            Ok(session) => Arc::clone(session),
            Err(error) => {
                self.output.error(error);
                return self.begin(Work::NoPosition(limits));
            }
        };
        let (options, seating) = (self.options.search, self.options.seating);
        let strength = self.options.strength(&limits, self.seed);
        let roots = if search_moves.is_empty() { Roots::All } else { Roots::Only(search_moves) };
        let request = Request { limits, roots, options, strength, notation: Notation::Uci, seating, clocks_b };
        self.begin(Work::Search(session, Box::new(request)));
    }

    fn begin(&self, work: Work) {
        let (output, show_wdl) = (Arc::clone(&self.output), self.options.show_wdl);
        self.host.begin(Job::new(work, move |event| messages::tell(&output, event, show_wdl)));
    }
}
