//! An engine at the other end of a protocol: what a match asks of it, whatever it speaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use movegen::name::GameName;
use movegen::piece::Color;
use movegen::setup::Setup;
use thiserror::Error;

use crate::config::EngineConfig;
use crate::dialect::Dialect;
use crate::outcome::PlayedMove;
use crate::time_control::Clock;
use crate::transcript::Transcript;
use crate::uci::UciEngine;

/// A running engine. It plays one game after the other.
pub(crate) trait Connection: Send {
    /// The rules that it knows.
    fn dialect(&self) -> Dialect;

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    /// It does not answer in time.
    fn new_game(&mut self, patience: Duration) -> Result<(), EngineError>;

    /// Gives the position and lets the engine think; returns the moment when it was told.
    ///
    /// # Errors
    /// The engine no longer reads.
    fn go(&mut self, turn: &Turn<'_>) -> Result<Instant, EngineError>;

    /// Waits for the move and keeps what the engine says of its thinking, in a long search the last lines.
    fn think(&mut self, deadline: Instant, infos: &mut Vec<Info>) -> SearchEnd;

    /// Ends a search that is overdue: whether the engine answered in time and can go on playing.
    fn interrupt(&mut self, patience: Duration) -> bool;

    /// Whether the engine still runs.
    fn is_alive(&mut self, patience: Duration) -> bool;

    /// Says goodbye and makes sure that the engine ends.
    fn quit(self: Box<Self>);
}

/// What the engines of a match share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Control {
    /// Set to end the match.
    pub stop: Arc<AtomicBool>,
    /// Where their lines go.
    pub transcript: Arc<Transcript>,
}

impl Control {
    /// Whether the match has been stopped.
    pub(crate) fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Starts an engine, sets its options, and tells it which game is played.
///
/// # Errors
/// It does not start, does not answer, lacks an option, or does not play the game.
pub(crate) fn connect(
    config: &EngineConfig,
    game: GameName,
    control: &Control,
) -> Result<Box<dyn Connection>, EngineError> {
    Ok(Box::new(UciEngine::start(config, game, control.clone())?))
}

/// A game at the moment when an engine has to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn<'a> {
    /// The game.
    pub game: GameName,
    /// The FEN that it began from.
    pub start: &'a str,
    /// The moves from there on.
    pub moves: &'a [PlayedMove],
    /// The number of moves that belong to the opening.
    pub opening: usize,
    /// The position after the opening.
    pub after_opening: &'a Setup,
    /// Who is on move.
    pub color: Color,
    /// The clocks of White and Black.
    pub clocks: &'a [Option<Clock>; 2],
}

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

/// A line of thinking that carries a score or moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Info {
    /// Depth in plies.
    pub depth: u32,
    /// Nodes.
    pub nodes: u64,
    /// The score from the engine's side.
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

    /// The same from the other side.
    pub(crate) fn reversed(self) -> EngineScore {
        match self {
            EngineScore::Centipawns(cp) => EngineScore::Centipawns(cp.saturating_neg()),
            EngineScore::Mate(moves) => EngineScore::Mate(moves.saturating_neg()),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug)]
pub(crate) enum SearchEnd {
    /// The move, as written, and when it was read.
    Move(Instant, String),
    /// Nothing before the deadline.
    Overdue,
    /// The engine ended.
    Died(EngineError),
    /// The match was stopped.
    Stopped,
}
