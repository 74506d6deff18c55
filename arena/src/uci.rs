//! An engine that speaks UCI: start and options, new games, thinking.

mod commands;
mod info;
mod option;

use std::io::ErrorKind;
use std::time::{Duration, Instant};

use movegen::name::GameName;
use movegen::piece::Color;
use movegen::rules::Variant;

use self::option::UciOption;
use crate::config::EngineConfig;
use crate::connection::{Connection, Control, EngineError, Info, SearchEnd, Turn};
use crate::dialect::Dialect;
use crate::process::{Event, LISTEN, Process};
use crate::transcript::Tap;

/// How long an engine may take to start.
const START: Duration = Duration::from_secs(35);
/// How long an engine may take to end after `quit`.
const QUIT: Duration = Duration::from_secs(2);
/// Lines of thinking that are kept of a search, the last ones. When there are twice as many, the older half is forgotten.
const KEPT_INFOS: usize = 500;
/// How often a wait looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// A running UCI engine.
#[derive(Debug)]
pub(crate) struct UciEngine {
    process: Process,
    config: EngineConfig,
    options: Vec<UciOption>,
    dialect: Dialect,
    control: Control,
    /// Whether the scores of the present search are the opponent's.
    reversed: bool,
}

impl UciEngine {
    /// Starts an engine and sets its options and the game.
    ///
    /// # Errors
    /// It does not start, does not answer, lacks an option, or does not play the game.
    pub(crate) fn start(config: &EngineConfig, game: GameName, control: Control) -> Result<UciEngine, EngineError> {
        let tap = Tap::new(control.transcript.clone(), &config.name);
        let process = Process::start(config, tap).map_err(|error| EngineError::Start {
            engine: config.name.clone(),
            cmd: config.cmd.clone(),
            error: error.to_string(),
        })?;
        let (config, options, dialect) = (config.clone(), Vec::new(), Dialect::Full);
        let mut engine = UciEngine { process, config, options, dialect, control, reversed: false };
        for line in engine.config.init.clone() {
            engine.send(&line, "uciok")?;
        }
        let own_name = engine.shake_hands()?;
        engine.dialect = Dialect::of(engine.config.fen, &own_name, game.variant);
        for (name, value) in engine.config.options.clone() {
            engine.set_option(&name, &value)?;
            // This one changes what the engine plays, which it says when it is asked again.
            if name.eq_ignore_ascii_case("VariantPath") {
                engine.shake_hands()?;
            }
        }
        engine.choose_game(game)?;
        engine.ready(START)?;
        Ok(engine)
    }

    /// `uci` to `uciok`; returns the name that the engine calls itself.
    fn shake_hands(&mut self) -> Result<String, EngineError> {
        self.options.clear();
        self.send("uci", "uciok")?;
        let mut name = String::new();
        self.wait_for("uciok", START, |line, options| {
            if let Some(text) = line.strip_prefix("id name ") {
                name = text.to_string();
            } else if let Some(text) = line.strip_prefix("option ") {
                options.extend(UciOption::parse(text));
            }
        })?;
        Ok(name)
    }

    fn option(&self, name: &str) -> Option<&UciOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let engine = self.config.name.clone();
        let fault = |what: String| EngineError::Option { engine, option: name.to_string(), what };
        let Some(option) = self.option(name) else {
            return Err(fault("the engine has no such option".to_string()));
        };
        if let Some(what) = option.fault(value) {
            return Err(fault(what));
        }
        let line = match option.kind.as_str() {
            "button" => format!("setoption name {}", option.name),
            _ => format!("setoption name {} value {value}", option.name),
        };
        self.send(&line, "readyok")
    }

    fn choose_game(&mut self, game: GameName) -> Result<(), EngineError> {
        let name = self.config.variant.clone().unwrap_or_else(|| game.variant.id().to_string());
        match self.option("UCI_Variant") {
            Some(option) if option.vars.contains(&name) => self.set_option("UCI_Variant", &name)?,
            None if game.variant == Variant::Chess => {}
            option => {
                let known = option.map_or("chess".to_string(), |option| option.vars.join(" "));
                return Err(EngineError::Variant { engine: self.config.name.clone(), variant: name, known });
            }
        }
        if self.option("UCI_Chess960").is_some() || game.chess960 {
            self.set_option("UCI_Chess960", if game.chess960 { "true" } else { "false" })?;
        }
        Ok(())
    }

    fn ready(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.send("isready", "readyok")?;
        self.wait_for("readyok", patience, |_, _| {})
    }

    fn send(&mut self, line: &str, awaited: &'static str) -> Result<(), EngineError> {
        match self.process.send(line) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                Err(EngineError::Silent { engine: self.config.name.clone(), awaited, time: LISTEN })
            }
            Err(_) => Err(self.died(awaited)),
        }
    }

    fn died(&mut self, awaited: &'static str) -> EngineError {
        let how = self.process.wait(QUIT).map(|status| status.to_string());
        EngineError::Died { engine: self.config.name.clone(), awaited, how }
    }

    fn wait_for(
        &mut self,
        awaited: &'static str,
        time: Duration,
        mut read: impl FnMut(&str, &mut Vec<UciOption>),
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + time;
        loop {
            let now = match self.process.receive(deadline.min(Instant::now() + GLANCE)) {
                Event::Line(_, line) if line == awaited => return Ok(()),
                Event::Line(at, line) => {
                    read(&line, &mut self.options);
                    at
                }
                Event::Closed => return Err(self.died(awaited)),
                Event::Silence => Instant::now(),
            };
            if self.control.stopped() {
                return Err(EngineError::Stopped);
            }
            if now >= deadline {
                return Err(EngineError::Silent { engine: self.config.name.clone(), awaited, time });
            }
        }
    }

    /// Takes a line of thinking.
    fn note(&self, text: &str, infos: &mut Vec<Info>) {
        let Some(mut info) = info::parse(text) else { return };
        if self.reversed {
            info.score = info.score.map(crate::connection::EngineScore::reversed);
        }
        if infos.len() >= 2 * KEPT_INFOS {
            infos.drain(..KEPT_INFOS);
        }
        infos.push(info);
    }
}

impl Connection for UciEngine {
    fn dialect(&self) -> Dialect {
        self.dialect
    }

    fn new_game(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.process.drain();
        self.send("ucinewgame", "readyok")?;
        self.ready(patience.max(START))
    }

    fn go(&mut self, turn: &Turn<'_>) -> Result<Instant, EngineError> {
        self.reversed = self.config.white_scores && turn.color == Color::Black;
        let position = commands::position(turn, self.dialect);
        let go = commands::go(turn, &self.config);
        // Taken before: the engine may run before this thread runs again.
        let told = Instant::now();
        self.send(&format!("{position}\n{go}"), "bestmove")?;
        Ok(told)
    }

    fn think(&mut self, deadline: Instant, infos: &mut Vec<Info>) -> SearchEnd {
        loop {
            // An engine that never stops talking is late, too: what counts is when a line was read.
            let now = match self.process.receive(deadline.min(Instant::now() + GLANCE)) {
                Event::Line(read, line) => {
                    match line.split_once(' ').unwrap_or((&line, "")) {
                        ("bestmove", text) => {
                            let best = text.split_ascii_whitespace().next().unwrap_or("").to_string();
                            return SearchEnd::Move(read, best);
                        }
                        ("info", text) => self.note(text, infos),
                        _ => {}
                    }
                    read
                }
                Event::Closed => return SearchEnd::Died(self.died("bestmove")),
                Event::Silence => Instant::now(),
            };
            if self.control.stopped() {
                return SearchEnd::Stopped;
            }
            if now >= deadline {
                return SearchEnd::Overdue;
            }
        }
    }

    fn interrupt(&mut self, patience: Duration) -> bool {
        self.send("stop", "bestmove").is_ok()
            && matches!(self.think(Instant::now() + patience, &mut Vec::new()), SearchEnd::Move(..))
    }

    fn is_alive(&mut self, patience: Duration) -> bool {
        !matches!(self.ready(patience), Err(EngineError::Died { .. }))
    }

    fn quit(self: Box<Self>) {
        self.process.quit(QUIT);
    }
}
