//! A match as it was asked for, checked.

mod engine;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use movegen::name::GameName;
use movegen::rules::Variant;
use movegen::variants::ha_lijnen::MAX_FRAMES;
use serde::Serialize;

pub(crate) use engine::EngineConfig;

use crate::openings::{Format, OpeningConfig, Source};
use crate::options::{ConfigError, DrawOptions, MatchOptions, OpeningOptions, PgnOptions, ResignOptions, SprtOptions};
use crate::schedule::{Pairing, Schedule, Tournament};
use crate::stats::{Model, Sprt};
use crate::time_control::as_seconds;

/// Games that a match has at most.
const MOST_GAMES: u64 = 10_000_000;
/// Games that are played at the same time at most.
const MOST_AT_ONCE: usize = 1024;
/// Moves of a game at most.
const MOST_MOVES: u32 = 1 << 30;

/// An engine that sees itself lost resigns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Resign {
    /// Moves of its own in a row
    pub moves: u32,
    /// with a score of minus this many centipawns or less,
    pub score: i64,
    /// and whether the opponent must agree.
    pub two_sided: bool,
}

/// Both engines think that nobody wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct DrawRule {
    /// The move number from which on it holds,
    pub from_move: u32,
    /// the moves in a row of both, without capture or pawn move,
    pub moves: u32,
    /// and the centipawns that their scores may differ from zero.
    pub score: i64,
}

/// Files that a match writes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputPaths {
    /// Games in PGN.
    pub(crate) pgn: Option<PgnOptions>,
    /// Final positions.
    pub epd: Option<PathBuf>,
    /// Games as JSON, one on each line.
    pub json: Option<PathBuf>,
    /// State from which the match can be resumed.
    pub state: Option<PathBuf>,
    /// What the engines are sent and answer, with times.
    pub log: Option<PathBuf>,
}

/// A match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// At least two, with different names.
    pub engines: Vec<EngineConfig>,
    /// The game.
    pub game: GameName,
    /// Frames of HA-lijnen, odd, from 3 to [`MAX_FRAMES`].
    pub frames: u32,
    /// Who plays whom, and how often.
    pub pairing: Pairing,
    /// Games at the same time.
    pub concurrency: usize,
    /// Pause before each game but the first.
    pub pause: Duration,
    /// Where games begin.
    pub openings: OpeningConfig,
    /// Seed of everything random.
    pub seed: u64,
    /// Test that ends the match early.
    pub sprt: Option<Sprt>,
    /// Adjudication of lost games.
    pub resign: Option<Resign>,
    /// Adjudication of drawn games.
    pub draw: Option<DrawRule>,
    /// Moves (of both players) after which a game is adjudicated.
    pub max_moves: Option<u32>,
    /// Name of the event in records.
    pub event: String,
    /// Place in records.
    pub site: String,
    /// Files to write.
    pub outputs: OutputPaths,
    /// Whether the protocol of the engines is shown on standard error.
    pub debug: bool,
    /// Games between two reports; `None` for a report at the end only.
    pub report_interval: Option<u64>,
    /// How long an engine without a clock may think about a move, and any engine may take to stop.
    pub stall: Duration,
    /// What was asked for and is left aside.
    pub notes: Vec<String>,
}

/// All that decides which games are played and how: what must not change when a match is resumed. More rounds may be
/// asked for, and another concurrency, test or file of records.
#[derive(Serialize)]
struct Conditions<'a> {
    variant: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<u32>,
    pairing: Pairing,
    openings: &'a OpeningConfig,
    #[serde(skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
    srand: u64,
    resign: Option<Resign>,
    draw: Option<DrawRule>,
    maxmoves: Option<u32>,
    #[serde(serialize_with = "as_seconds")]
    stall: Option<Duration>,
    engines: &'a [EngineConfig],
}

impl MatchConfig {
    /// Makes a match of options.
    ///
    /// # Errors
    /// The first option that does not fit the others or the game.
    pub(crate) fn new(options: MatchOptions) -> Result<MatchConfig, ConfigError> {
        let frames = options.frames;
        let seeds = options.seeds;
        let games_set = options.games.is_some();
        let config = MatchConfig::of_options(options)?;
        config.check_engines()?;
        config.check_pairing(seeds, games_set)?;
        config.check_game(frames)?;
        Ok(config)
    }

    fn of_options(options: MatchOptions) -> Result<MatchConfig, ConfigError> {
        let pairing = pairing(&options)?;
        if options.each.name.is_some() {
            return Err(fault("each", "name= is for one engine"));
        }
        let engines = options.engine.into_iter().map(|engine| EngineConfig::new(engine, &options.each));
        Ok(MatchConfig {
            engines: engines.collect::<Result<_, _>>().map_err(|what| fault("engine", what))?,
            game: one_board(options.variant)?,
            frames: options.frames.unwrap_or(3),
            pairing,
            concurrency: options.concurrency.unwrap_or(1).min(MOST_AT_ONCE),
            pause: options.wait.unwrap_or_default(),
            openings: options.openings.map(openings).transpose()?.unwrap_or_default(),
            seed: options.srand.unwrap_or(1),
            sprt: options.sprt.map(|sprt| sprt_of(&sprt)).transpose()?,
            resign: options.resign.map(|resign| resign_of(&resign)).transpose()?,
            draw: options.draw.map(|draw| draw_of(&draw)).transpose()?,
            max_moves: options.maxmoves.filter(|&moves| moves > 0).map(|moves| moves.min(MOST_MOVES)),
            event: options.event.unwrap_or("?".to_string()),
            site: options.site.unwrap_or("?".to_string()),
            outputs: OutputPaths {
                pgn: options.pgnout,
                epd: options.epdout,
                json: options.jsonout,
                state: options.state,
                log: options.log.map(|log| log.file),
            },
            debug: options.debug.unwrap_or(false),
            report_interval: Some(options.ratinginterval.unwrap_or(10)).filter(|&games| games > 0),
            stall: options.stall.unwrap_or(Duration::from_secs(60)),
            notes: Vec::new(),
        })
    }

    fn check_engines(&self) -> Result<(), ConfigError> {
        if self.engines.len() < 2 {
            return Err(fault("engine", format!("two engines are needed, not {}", self.engines.len())));
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines[..i].iter().any(|other| other.name == engine.name) {
                return Err(fault("engine", format!("two engines are called `{}`: give them a name=", engine.name)));
            }
        }
        Ok(())
    }

    fn check_pairing(&self, seeds: Option<usize>, games_set: bool) -> Result<(), ConfigError> {
        if Schedule::new(self.pairing, self.engines.len()).total() > MOST_GAMES {
            return Err(fault("rounds", format!("more than {MOST_GAMES} games")));
        }
        if seeds.is_some() && self.pairing.tournament != Tournament::Gauntlet {
            return Err(fault("seeds", "a round robin has no seeds; a gauntlet has"));
        }
        if self.pairing.seeds >= self.engines.len() {
            return Err(fault("seeds", format!("no opponent is left for {} engines", self.pairing.seeds)));
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(fault("sprt", "a test is between two engines"));
        }
        if self.sprt.is_some() && self.pairing.games != 2 {
            let option = if games_set { "games" } else { "repeat" };
            return Err(fault(option, "a test needs pairs of games: 2"));
        }
        Ok(())
    }

    fn check_game(&self, frames: Option<u32>) -> Result<(), ConfigError> {
        let variant = self.game.variant;
        if self.draw.is_some() && variant == Variant::Halijnen {
            return Err(fault("draw", "a game of halijnen is never a draw"));
        }
        if frames.is_some_and(|frames| frames % 2 == 0 || frames > MAX_FRAMES) {
            return Err(fault("frames", format!("an odd number from 3 to {MAX_FRAMES} is expected")));
        }
        if frames.is_some() && variant != Variant::Halijnen {
            return Err(fault("frames", format!("{variant} has no frames; halijnen has")));
        }
        if frames.is_some() && matches!(self.openings.source, Source::File { .. }) {
            return Err(fault("frames", "the positions of the opening file say how many frames a game has"));
        }
        if self.openings.source == Source::Arrays && variant != Variant::Superschaak {
            return Err(fault("openings", format!("{variant} has no arrays; superschaak has")));
        }
        Ok(())
    }

    /// What must not change when a match is resumed, as the state file keeps it.
    pub(crate) fn conditions(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::to_value(Conditions {
            variant: self.game.to_string(),
            frames: (self.game.variant == Variant::Halijnen).then_some(self.frames),
            pairing: self.pairing,
            openings: &self.openings,
            checksum: self.openings.checksum(),
            srand: self.seed,
            resign: self.resign,
            draw: self.draw,
            maxmoves: self.max_moves,
            stall: Some(self.stall),
            engines: &self.engines,
        })
    }
}

/// A fault that lies between options: it names the one to change.
fn fault(option: &str, what: impl Into<String>) -> ConfigError {
    ConfigError::new(format!("-{option}"), what)
}

fn one_board(game: Option<GameName>) -> Result<GameName, ConfigError> {
    let game = game.unwrap_or(Variant::Chess.into());
    if game.variant.has_two_boards() {
        let what = format!("`{game}` is played on two boards; doorgeefsolo is its one-board relative");
        return Err(fault("variant", what));
    }
    Ok(game)
}

/// Without `repeat`, `games` is the number of games with each opening. With it, as cutechess-cli has it, `games` is what
/// two engines play in a round, and each opening is repeated as often as `repeat` says.
fn pairing(options: &MatchOptions) -> Result<Pairing, ConfigError> {
    let default = Pairing::default();
    let (games, openings) = match (options.games, options.repeat) {
        (None, repeat) => (repeat.unwrap_or(default.games), 1),
        (Some(games), None) => (games, 1),
        (Some(games), Some(repeat)) if games <= repeat => (games, 1),
        (Some(games), Some(repeat)) if games.is_multiple_of(repeat) => (repeat, games / repeat),
        (Some(games), Some(repeat)) => {
            return Err(fault("games", format!("{games} games are not a multiple of -repeat {repeat}")));
        }
    };
    Ok(Pairing {
        tournament: options.tournament.unwrap_or_default(),
        seeds: options.seeds.unwrap_or(default.seeds),
        games,
        swap: !options.noswap.unwrap_or(false),
        reverse: options.reverse.unwrap_or(false),
        rounds: options.rounds.unwrap_or(default.rounds).saturating_mul(openings),
    })
}

fn openings(options: OpeningOptions) -> Result<OpeningConfig, ConfigError> {
    let fault = |what: &str| Err(fault("openings", what));
    let source = match (options.file, options.random.unwrap_or(false), options.arrays.unwrap_or(false)) {
        (Some(path), false, false) => {
            let pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
            let format = options.format.unwrap_or(if pgn { Format::Pgn } else { Format::Epd });
            Source::File { path, format }
        }
        (None, true, false) => Source::Random,
        (None, false, true) => Source::Arrays,
        (None, false, false) => return fault("file=, random or arrays is missing"),
        _ => return fault("only one of file=, random and arrays is possible"),
    };
    let by_file = matches!(source, Source::File { .. });
    let useless = [
        ("format", options.format.is_some() && !by_file),
        ("order", options.order.is_some() && !by_file),
        ("start", options.start.is_some() && source == Source::Random),
    ];
    if let Some((key, _)) = useless.iter().find(|(_, useless)| *useless) {
        return fault(&format!("{key}= has no meaning for these openings"));
    }
    Ok(OpeningConfig {
        source,
        order: options.order.unwrap_or_default(),
        plies: options.plies,
        first: options.start.map_or(0, |start| start - 1),
    })
}

fn sprt_of(options: &SprtOptions) -> Result<Sprt, ConfigError> {
    let (Some(elo0), Some(elo1)) = (options.elo0, options.elo1) else {
        return Err(fault("sprt", "elo0= and elo1= are needed"));
    };
    let sprt = Sprt {
        elo0,
        elo1,
        alpha: options.alpha.unwrap_or(0.05),
        beta: options.beta.unwrap_or(0.05),
        model: options.model.unwrap_or(Model::Normalized),
    };
    sprt.fault().map_or(Ok(sprt), |what| Err(fault("sprt", what)))
}

fn resign_of(options: &ResignOptions) -> Result<Resign, ConfigError> {
    let score = options.score.ok_or_else(|| fault("resign", "score= is missing"))?;
    Ok(Resign {
        moves: options.movecount.unwrap_or(3),
        score: score.into(),
        two_sided: options.twosided.unwrap_or(false),
    })
}

fn draw_of(options: &DrawOptions) -> Result<DrawRule, ConfigError> {
    let score = options.score.ok_or_else(|| fault("draw", "score= is missing"))?;
    Ok(DrawRule {
        from_move: options.movenumber.unwrap_or(1),
        moves: options.movecount.unwrap_or(8),
        score: score.into(),
    })
}
