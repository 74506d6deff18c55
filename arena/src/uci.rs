//! An engine that speaks UCI: start and options, new games, thinking.

use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movegen::rules::Variant;
use thiserror::Error;

use crate::config::{EngineConfig, FenStyle};
use crate::process::{Event, LISTEN, Process};

/// How long an engine may take to start.
const START: Duration = Duration::from_secs(35);
/// How long an engine may take to end after `quit`.
const QUIT: Duration = Duration::from_secs(2);
/// Lines of thinking that are kept of a search, the last ones. When there are twice as many, the older half is forgotten.
const KEPT_INFOS: usize = 500;
/// How often a wait looks whether the match was stopped.
const GLANCE: Duration = Duration::from_millis(50);

/// Why an engine cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EngineError {
    /// The program does not start.
    #[error("engine {engine}: cannot start `{cmd}`: {error}")]
    Start {
        /// Name of the engine.
        engine: String,
        /// Its program.
        cmd: String,
        /// What the system says.
        error: String,
    },
    /// It does not answer.
    #[error("engine {engine}: no `{awaited}` within {} s", .time.as_secs_f64())]
    Silent {
        /// Name of the engine.
        engine: String,
        /// What was waited for.
        awaited: &'static str,
        /// How long.
        time: Duration,
    },
    /// It ended.
    #[error("engine {engine}: ended{} while `{awaited}` was awaited", .how.as_ref().map(|how| format!(" ({how})")).unwrap_or_default())]
    Died {
        /// Name of the engine.
        engine: String,
        /// What was waited for.
        awaited: &'static str,
        /// How it ended, if known.
        how: Option<String>,
    },
    /// An option that it does not have, or a value that the option does not take.
    #[error("engine {engine}: option.{option}: {what}")]
    Option {
        /// Name of the engine.
        engine: String,
        /// Name of the option.
        option: String,
        /// What is wrong.
        what: String,
    },
    /// It does not play the game.
    #[error("engine {engine}: it does not play `{variant}`; its UCI_Variant knows: {known}")]
    Variant {
        /// Name of the engine.
        engine: String,
        /// The game by the engine's name for it.
        variant: String,
        /// What it plays.
        known: String,
    },
    /// The match was stopped meanwhile.
    #[error("stopped")]
    Stopped,
}

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct UciOption {
    /// Its name.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// Least value of a spin.
    pub min: Option<i64>,
    /// Greatest value of a spin.
    pub max: Option<i64>,
    /// Values of a combo.
    pub vars: Vec<String>,
}

impl UciOption {
    /// Reads what follows the word `option`.
    pub(crate) fn parse(text: &str) -> Option<UciOption> {
        let mut option = UciOption::default();
        let mut key = "";
        let mut value: Vec<&str> = Vec::new();
        let words = text.split_ascii_whitespace().chain(["var"]);
        for word in words {
            // In a name or a default these words may occur; nobody does so before `type`.
            if matches!(word, "name" | "type" | "default" | "min" | "max" | "var") && (key != "name" || word == "type")
            {
                let text = value.join(" ");
                match key {
                    "name" => option.name = text,
                    "type" => option.kind = text,
                    "min" => option.min = text.parse().ok(),
                    "max" => option.max = text.parse().ok(),
                    "var" => option.vars.push(text),
                    _ => {}
                }
                (key, value) = (word, Vec::new());
            } else {
                value.push(word);
            }
        }
        (!option.name.is_empty() && !option.kind.is_empty()).then_some(option)
    }

    /// What is wrong with a value, if anything.
    fn fault(&self, value: &str) -> Option<String> {
        match self.kind.as_str() {
            "check" if !matches!(value, "true" | "false") => Some(format!("`{value}` is neither true nor false")),
            "spin" => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                let fits = value.parse().is_ok_and(|number: i64| (min..=max).contains(&number));
                (!fits).then(|| format!("`{value}` is not a number from {min} to {max}"))
            }
            "combo" if !self.vars.iter().any(|var| var.eq_ignore_ascii_case(value)) => {
                Some(format!("`{value}` is none of {}", self.vars.join(", ")))
            }
            _ => None,
        }
    }
}

/// A line of thinking that carries a score or moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Info {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// Hundredths of a pawn or moves to mate, from the engine's side.
    pub score: Option<EngineScore>,
    /// Rank of the line, from 1.
    pub multipv: u32,
    /// Moves, as written.
    pub pv: Vec<String>,
}

/// A score as an engine says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EngineScore {
    /// Hundredths of a pawn.
    Centipawns(i64),
    /// Moves to mate; negative if the engine is mated.
    Mate(i64),
}

impl EngineScore {
    /// For comparisons with limits: mates are beyond all limits.
    pub(crate) fn centipawns(self) -> i64 {
        match self {
            EngineScore::Centipawns(cp) => cp,
            EngineScore::Mate(moves) if moves > 0 => 1_000_000,
            EngineScore::Mate(_) => -1_000_000,
        }
    }
}

impl Info {
    /// Reads what follows the word `info`; `None` if it holds neither score nor moves.
    pub(crate) fn parse(text: &str) -> Option<Info> {
        let mut info = Info { multipv: 1, ..Info::default() };
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.next()?.parse().unwrap_or(0),
                "nodes" => info.nodes = words.next()?.parse().unwrap_or(0),
                "multipv" => info.multipv = words.next()?.parse().unwrap_or(1),
                "score" => {
                    let (kind, number) = (words.next()?, words.next()?.parse().ok()?);
                    info.score = match kind {
                        "cp" => Some(EngineScore::Centipawns(number)),
                        "mate" => Some(EngineScore::Mate(number)),
                        _ => None,
                    };
                }
                "pv" => info.pv = words.by_ref().map(String::from).collect(),
                "string" => break,
                _ => {}
            }
        }
        (info.score.is_some() || !info.pv.is_empty()).then_some(info)
    }
}

/// The end of a search.
#[derive(Clone, Debug)]
pub(crate) enum Thought {
    /// The move, as written, and when it was read.
    Move(Instant, String),
    /// Nothing before the deadline.
    Overdue,
    /// The engine ended.
    Died(EngineError),
    /// The match was stopped.
    Stopped,
}

/// A running engine. It plays one game after the other.
#[derive(Debug)]
pub(crate) struct Engine {
    process: Process,
    name: String,
    options: Vec<UciOption>,
    fen: FenStyle,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts an engine and sets its options and the game.
    ///
    /// # Errors
    /// It does not start, does not answer, lacks an option, or does not play the game.
    pub(crate) fn start(
        config: &EngineConfig,
        variant: Variant,
        chess960: bool,
        stop: Arc<AtomicBool>,
    ) -> Result<Engine, EngineError> {
        let process = Process::start(&config.cmd, &config.args, config.dir.as_deref(), config.stderr.as_deref());
        let process = process.map_err(|error| EngineError::Start {
            engine: config.name.clone(),
            cmd: config.cmd.clone(),
            error: error.to_string(),
        })?;
        let fen = config.fen.unwrap_or(FenStyle::Full);
        let mut engine = Engine { process, name: config.name.clone(), options: Vec::new(), fen, stop };
        let own_name = engine.shake_hands()?;
        if config.fen.is_none() && own_name.to_lowercase().contains("fairy-stockfish") {
            engine.fen = FenStyle::Plain;
        }
        for (name, value) in &config.options {
            engine.set_option(name, value)?;
            // This one changes what the engine plays, which it says when it is asked again.
            if name.eq_ignore_ascii_case("VariantPath") {
                engine.shake_hands()?;
            }
        }
        engine.choose_game(config.variant.as_deref().unwrap_or(variant.id()), variant, chess960)?;
        engine.ready(START)?;
        Ok(engine)
    }

    /// How positions are written for it.
    pub(crate) fn fen_style(&self) -> FenStyle {
        self.fen
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
        let fault = |what: String| EngineError::Option { engine: self.name.clone(), option: name.to_string(), what };
        let option = self.option(name).ok_or_else(|| fault("the engine has no such option".to_string()))?;
        if let Some(what) = option.fault(value) {
            return Err(fault(what));
        }
        let line = match option.kind.as_str() {
            "button" => format!("setoption name {}", option.name),
            _ => format!("setoption name {} value {value}", option.name),
        };
        self.send(&line, "readyok")
    }

    fn choose_game(&mut self, name: &str, variant: Variant, chess960: bool) -> Result<(), EngineError> {
        match self.option("UCI_Variant") {
            Some(option) if option.vars.iter().any(|var| var == name) => self.set_option("UCI_Variant", name)?,
            None if variant == Variant::Chess => {}
            option => {
                let known = option.map_or("chess".to_string(), |option| option.vars.join(" "));
                return Err(EngineError::Variant { engine: self.name.clone(), variant: name.to_string(), known });
            }
        }
        if self.option("UCI_Chess960").is_some() || chess960 {
            self.set_option("UCI_Chess960", if chess960 { "true" } else { "false" })?;
        }
        Ok(())
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// It does not answer in time.
    pub(crate) fn new_game(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.process.drain();
        self.send("ucinewgame", "readyok")?;
        self.ready(patience.max(START))
    }

    fn ready(&mut self, patience: Duration) -> Result<(), EngineError> {
        self.send("isready", "readyok")?;
        self.wait_for("readyok", patience, |_, _| {})
    }

    /// Gives a position and lets the engine think; returns when it was told.
    ///
    /// # Errors
    /// The engine no longer reads.
    pub(crate) fn go(&mut self, position: &str, go: &str) -> Result<Instant, EngineError> {
        // Taken before: the engine may run before this thread runs again.
        let told = Instant::now();
        self.send(&format!("{position}\n{go}"), "bestmove")?;
        Ok(told)
    }

    /// Waits for `bestmove` and keeps what the engine says of its thinking, in a long search the last lines.
    pub(crate) fn think(&mut self, deadline: Instant, infos: &mut Vec<Info>) -> Thought {
        loop {
            // An engine that never stops talking is late, too: what counts is when a line was read.
            let now = match self.process.receive(deadline.min(Instant::now() + GLANCE)) {
                Event::Line(read, line) => {
                    match line.split_once(' ').unwrap_or((&line, "")) {
                        ("bestmove", text) => {
                            let best = text.split_ascii_whitespace().next().unwrap_or("").to_string();
                            return Thought::Move(read, best);
                        }
                        ("info", text) => {
                            if infos.len() >= 2 * KEPT_INFOS {
                                infos.drain(..KEPT_INFOS);
                            }
                            infos.extend(Info::parse(text));
                        }
                        _ => {}
                    }
                    read
                }
                Event::Closed => return Thought::Died(self.died("bestmove")),
                Event::Silence => Instant::now(),
            };
            if self.stop.load(Ordering::Relaxed) {
                return Thought::Stopped;
            }
            if now >= deadline {
                return Thought::Overdue;
            }
        }
    }

    /// Ends a search that is overdue: whether the engine answered in time and can go on playing.
    pub(crate) fn interrupt(&mut self, patience: Duration) -> bool {
        self.send("stop", "bestmove").is_ok()
            && matches!(self.think(Instant::now() + patience, &mut Vec::new()), Thought::Move(..))
    }

    /// Whether the match has been stopped.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The engine, unless it has ended since its last game.
    pub(crate) fn if_alive(mut self, patience: Duration) -> Option<Engine> {
        let ended = matches!(self.ready(patience), Err(EngineError::Died { .. }));
        (!ended).then_some(self)
    }

    /// Says goodbye and makes sure that it ends.
    pub(crate) fn quit(self) {
        self.process.quit(QUIT);
    }

    fn send(&mut self, line: &str, awaited: &'static str) -> Result<(), EngineError> {
        match self.process.send(line) {
            Ok(()) => Ok(()),
            Err(error) if error.kind() == ErrorKind::TimedOut => {
                Err(EngineError::Silent { engine: self.name.clone(), awaited, time: LISTEN })
            }
            Err(_) => Err(self.died(awaited)),
        }
    }

    fn died(&mut self, awaited: &'static str) -> EngineError {
        let how = self.process.wait(QUIT).map(|status| status.to_string());
        EngineError::Died { engine: self.name.clone(), awaited, how }
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
            if self.stop.load(Ordering::Relaxed) {
                return Err(EngineError::Stopped);
            }
            if now >= deadline {
                return Err(EngineError::Silent { engine: self.name.clone(), awaited, time });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_with_blanks_in_names_and_values() {
        let option = UciOption::parse("name Move Overhead type spin default 10 min 0 max 5000").unwrap();
        assert_eq!((option.name.as_str(), option.min, option.max), ("Move Overhead", Some(0), Some(5000)));
        assert_eq!(option.fault("5001").unwrap(), "`5001` is not a number from 0 to 5000");
        let option = UciOption::parse("name UCI_Variant type combo default chess var chess var super schaak").unwrap();
        assert_eq!(option.vars, ["chess", "super schaak"]);
        assert_eq!(option.fault("go").unwrap(), "`go` is none of chess, super schaak");
        let option = UciOption::parse("name Clear Hash type button").unwrap();
        assert_eq!((option.kind.as_str(), option.fault("")), ("button", None));
        assert!(UciOption::parse("name x type check default true").unwrap().fault("1").is_some());
        assert_eq!(UciOption::parse("type check"), None);
    }

    #[test]
    fn thinking_is_read_in_any_order_of_its_fields() {
        let info = Info::parse("depth 9 seldepth 12 score cp -31 upperbound nodes 77 pv e2e4 e7e5").unwrap();
        assert_eq!((info.depth, info.nodes, info.score), (9, 77, Some(EngineScore::Centipawns(-31))));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        assert_eq!(Info::parse("score mate -3").unwrap().score, Some(EngineScore::Mate(-3)));
        assert_eq!(Info::parse("currmove e2e4 currmovenumber 1"), None);
        assert_eq!(Info::parse("string pv e2e4 score cp 3"), None);
        assert_eq!(Info::parse("depth"), None);
        assert!(EngineScore::Mate(-1).centipawns() < -30_000 && EngineScore::Mate(2).centipawns() > 30_000);
    }
}
