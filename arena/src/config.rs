//! A match as it was asked for, checked.

mod engine;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use movegen::rules::Variant;
use movegen::variants::ha_lijnen::MAX_FRAMES;

pub(crate) use engine::{EngineConfig, FenStyle};

use crate::directives::{ConfigError, Directive};
use crate::openings::{Format, OpeningConfig, Order, Source};
use crate::schedule::Schedule;
use crate::stats::{Model, Sprt};

/// Games that a match has at most.
const MOST_GAMES: u64 = 10_000_000;

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tournament {
    /// Everybody plays everybody.
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

/// An engine that sees itself lost resigns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// So many own moves in a row,
    pub moves: u32,
    /// with a score of minus this many hundredths of a pawn or less;
    pub score: i64,
    /// and the opponent must agree.
    pub two_sided: bool,
}

/// Both engines think that nobody wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// From this move number on,
    pub from_move: u32,
    /// so many moves in a row of both, without capture or pawn move,
    pub moves: u32,
    /// with scores of at most this many hundredths of a pawn.
    pub score: i64,
}

/// Files that a match writes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputPaths {
    /// Games in PGN.
    pub pgn: Option<PathBuf>,
    /// Final positions.
    pub epd: Option<PathBuf>,
    /// Games as JSON, one a line.
    pub json: Option<PathBuf>,
    /// State from which the match can be resumed.
    pub state: Option<PathBuf>,
}

/// A match.
#[derive(Clone, Debug)]
pub struct MatchConfig {
    /// At least two, with different names.
    pub engines: Vec<EngineConfig>,
    /// The game.
    pub variant: Variant,
    /// Castling as in Chess960.
    pub chess960: bool,
    /// Frames of HA-lijnen, odd, from 3 to [`MAX_FRAMES`].
    pub frames: u32,
    /// Who plays whom.
    pub tournament: Tournament,
    /// Games with each opening, colours swapped from one to the next.
    pub games: u64,
    /// Openings for each two engines.
    pub rounds: u64,
    /// Games at the same time.
    pub concurrency: usize,
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
    /// Games between two reports.
    pub report_interval: u64,
    /// How long an engine without a clock may think for a move, and any engine may take to stop.
    pub stall: Duration,
}

impl MatchConfig {
    /// Makes a match of options; later ones override earlier ones, engines add up.
    ///
    /// # Errors
    /// The first option that is unknown, malformed or does not fit the game.
    pub fn from_directives(directives: &[Directive]) -> Result<MatchConfig, ConfigError> {
        let mut config = MatchConfig::empty();
        let mut each = EngineConfig::default();
        let mut engines: Vec<(EngineConfig, &Directive)> = Vec::new();
        for directive in directives {
            match directive.name.as_str() {
                "engine" => {
                    let mut engine = EngineConfig::default();
                    engine.read(directive)?;
                    engines.push((engine, directive));
                }
                "each" if directive.pairs().any(|(key, _)| key == "name") => {
                    return Err(directive.fault("name= is for one engine"));
                }
                "each" => each.read(directive)?,
                _ => config.read(directive)?,
            }
        }
        for (engine, directive) in &mut engines {
            engine.complete(&each).map_err(|what| directive.fault(what))?;
        }
        config.engines = engines.into_iter().map(|(engine, _)| engine).collect();
        config.check(directives)?;
        Ok(config)
    }

    fn empty() -> MatchConfig {
        MatchConfig {
            engines: Vec::new(),
            variant: Variant::Chess,
            chess960: false,
            frames: 3,
            tournament: Tournament::RoundRobin,
            games: 2,
            rounds: 1,
            concurrency: 1,
            openings: OpeningConfig::default(),
            seed: 1,
            sprt: None,
            resign: None,
            draw: None,
            max_moves: None,
            event: "?".to_string(),
            site: "?".to_string(),
            outputs: OutputPaths::default(),
            report_interval: 10,
            stall: Duration::from_secs(60),
        }
    }

    fn read(&mut self, directive: &Directive) -> Result<(), ConfigError> {
        match directive.name.as_str() {
            "variant" => self.read_variant(directive)?,
            "frames" => {
                let frames = directive.number(3)?;
                let frames = u32::try_from(frames).ok().filter(|frames| frames % 2 == 1 && *frames <= MAX_FRAMES);
                let expected = format!("an odd number from 3 to {MAX_FRAMES} is expected");
                self.frames = frames.ok_or_else(|| directive.fault(expected))?;
            }
            "tournament" => {
                self.tournament = match directive.word()? {
                    "round-robin" | "roundrobin" => Tournament::RoundRobin,
                    "gauntlet" => Tournament::Gauntlet,
                    other => return Err(directive.fault(format!("`{other}` is neither round-robin nor gauntlet"))),
                }
            }
            "games" => self.games = directive.number(1)?,
            "rounds" => self.rounds = directive.number(1)?,
            "concurrency" => self.concurrency = directive.number(1)?.min(1024) as usize,
            "openings" => self.openings = read_openings(directive)?,
            "srand" => self.seed = directive.number(0)?,
            "sprt" => self.sprt = Some(read_sprt(directive)?),
            "resign" => self.resign = Some(read_resign(directive)?),
            "draw" => self.draw = Some(read_draw(directive)?),
            "maxmoves" => self.max_moves = Some(directive.number(1)?.min(1 << 30) as u32),
            "event" => self.event = directive.words.join(" "),
            "site" => self.site = directive.words.join(" "),
            "pgnout" => self.outputs.pgn = Some(directive.word()?.into()),
            "epdout" => self.outputs.epd = Some(directive.word()?.into()),
            "jsonout" => self.outputs.json = Some(directive.word()?.into()),
            "state" => self.outputs.state = Some(directive.word()?.into()),
            "ratinginterval" => self.report_interval = directive.number(1)?,
            "stall" => {
                let word = directive.word()?;
                let time = crate::time_control::seconds(word).filter(|time| !time.is_zero());
                self.stall = time.ok_or_else(|| directive.fault(format!("`{word}` is no time in seconds")))?;
            }
            // What these ask for is always so.
            "repeat" | "recover" => {}
            _ => return Err(directive.fault("there is no such option; `kwartslag match --help` lists them all")),
        }
        Ok(())
    }

    fn read_variant(&mut self, directive: &Directive) -> Result<(), ConfigError> {
        let word = directive.word()?;
        let (id, chess960) = match word {
            "chess960" | "fischerandom" => ("chess", true),
            "standard" | "normal" => ("chess", false),
            _ => match word.strip_suffix("960") {
                Some(id) => (id, true),
                None => (word, false),
            },
        };
        let variant = Variant::from_id(id).filter(|variant| !chess960 || variant.allows_chess960());
        let variant = variant.ok_or_else(|| directive.fault(format!("there is no game `{word}`")))?;
        if variant.has_two_boards() {
            let what = format!("`{word}` is played on two boards; doorgeefsolo is its one-board relative");
            return Err(directive.fault(what));
        }
        (self.variant, self.chess960) = (variant, chess960);
        Ok(())
    }

    /// What single options cannot know.
    fn check(&self, directives: &[Directive]) -> Result<(), ConfigError> {
        let whose = |name: &str| {
            let given = directives.iter().rev().find(|directive| directive.name == name).cloned();
            given.unwrap_or(Directive { name: name.to_string(), words: Vec::new(), place: None })
        };
        if self.engines.len() < 2 {
            return Err(whose("engine").fault(format!("two engines are needed, not {}", self.engines.len())));
        }
        for (i, engine) in self.engines.iter().enumerate() {
            if self.engines[..i].iter().any(|other| other.name == engine.name) {
                return Err(
                    whose("engine").fault(format!("two engines are called `{}`: give them a name=", engine.name))
                );
            }
        }
        if Schedule::new(self).total() > MOST_GAMES {
            return Err(whose("rounds").fault(format!("more than {MOST_GAMES} games")));
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(whose("sprt").fault("a test is between two engines"));
        }
        if self.sprt.is_some() && self.games != 2 {
            return Err(whose("games").fault("a test needs pairs of games: 2"));
        }
        if self.draw.is_some() && self.variant == Variant::Halijnen {
            return Err(whose("draw").fault("a game of halijnen is never a draw"));
        }
        if directives.iter().any(|directive| directive.name == "frames") && self.variant != Variant::Halijnen {
            return Err(whose("frames").fault(format!("{} has no frames; halijnen has", self.variant)));
        }
        let by_file = matches!(self.openings.source, Source::File { .. });
        if by_file && directives.iter().any(|directive| directive.name == "frames") {
            return Err(whose("frames").fault("the positions of the opening file say how many frames a game has"));
        }
        if self.openings.source == Source::Arrays && self.variant != Variant::Superschaak {
            return Err(whose("openings").fault(format!("{} has no arrays; superschaak has", self.variant)));
        }
        Ok(())
    }

    /// All that decides which games are played and how: what must not change when a match is resumed. More rounds may
    /// be asked for, and another concurrency, test or file of records.
    pub fn fingerprint(&self) -> BTreeMap<String, String> {
        let mut map = BTreeMap::new();
        let mut put = |key: &str, value: String| drop(map.insert(key.to_string(), value));
        put("variant", format!("{}{}", self.variant, if self.chess960 { "960" } else { "" }));
        if self.variant == Variant::Halijnen {
            put("frames", self.frames.to_string());
        }
        put("tournament", format!("{:?}", self.tournament).to_lowercase());
        put("games", self.games.to_string());
        put("openings", self.openings.fingerprint());
        put("srand", self.seed.to_string());
        put("resign", format!("{:?}", self.resign));
        put("draw", format!("{:?}", self.draw));
        put("maxmoves", format!("{:?}", self.max_moves));
        put("stall", format!("{} s", self.stall.as_secs_f64()));
        // Games are counted for the engine of their seat.
        let names: Vec<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        put("engines", names.join(", "));
        for engine in &self.engines {
            for (key, value) in engine.fingerprint() {
                put(&format!("engine {}: {key}", engine.name), value);
            }
        }
        map
    }
}

fn read_openings(directive: &Directive) -> Result<OpeningConfig, ConfigError> {
    let mut openings = OpeningConfig::default();
    let mut format = None;
    for (key, value) in directive.pairs() {
        let number = || value.parse::<u32>().map_err(|_| directive.fault(format!("{key}=`{value}` is no number")));
        match key {
            "random" | "arrays" | "file" => {
                if openings.source != Source::Start {
                    return Err(directive.fault("only one of file=, random and arrays is possible"));
                }
                openings.source = match key {
                    "random" => Source::Random,
                    "arrays" => Source::Arrays,
                    _ => Source::File { path: value.into(), format: Format::Epd },
                };
            }
            "format" => {
                format = Some(match value {
                    "epd" | "fen" => Format::Epd,
                    "pgn" => Format::Pgn,
                    _ => return Err(directive.fault(format!("format=`{value}` is none of epd, fen, pgn"))),
                });
            }
            "order" => {
                openings.order = match value {
                    "random" => Order::Random,
                    "sequential" => Order::Sequential,
                    _ => return Err(directive.fault(format!("order=`{value}` is neither sequential nor random"))),
                }
            }
            "plies" => openings.plies = Some(number()?),
            "start" => {
                openings.first = number()?.checked_sub(1).ok_or_else(|| directive.fault("start= counts from 1"))?;
            }
            _ => {
                return Err(
                    directive.fault(format!("`{key}` is none of file, format, order, plies, start, random, arrays"))
                );
            }
        }
    }
    if let Source::File { path, format: file_format } = &mut openings.source {
        let by_name = match path.extension().and_then(|extension| extension.to_str()) {
            Some(extension) if extension.eq_ignore_ascii_case("pgn") => Format::Pgn,
            _ => Format::Epd,
        };
        *file_format = format.unwrap_or(by_name);
    }
    refuse_useless_keys(directive, &openings.source)?;
    Ok(openings)
}

/// Refuses openings without a source, and keys that mean nothing for this one.
fn refuse_useless_keys(directive: &Directive, source: &Source) -> Result<(), ConfigError> {
    let useless: &[&str] = match source {
        Source::Start => return Err(directive.fault("file=, random or arrays is missing")),
        Source::Random => &["format", "order", "start"],
        Source::Arrays => &["format", "order"],
        Source::File { format: Format::Epd, .. } => &["plies"],
        Source::File { format: Format::Pgn, .. } => &[],
    };
    match useless.iter().find(|useless| directive.pairs().any(|(given, _)| given == **useless)) {
        Some(key) => Err(directive.fault(format!("{key}= has no meaning for these openings"))),
        None => Ok(()),
    }
}

fn read_sprt(directive: &Directive) -> Result<Sprt, ConfigError> {
    let mut sprt = Sprt { elo0: f64::NAN, elo1: f64::NAN, alpha: 0.05, beta: 0.05, model: Model::Normalized };
    for (key, value) in directive.pairs() {
        let number = || value.parse::<f64>().map_err(|_| directive.fault(format!("{key}=`{value}` is no number")));
        match key {
            "elo0" => sprt.elo0 = number()?,
            "elo1" => sprt.elo1 = number()?,
            "alpha" => sprt.alpha = number()?,
            "beta" => sprt.beta = number()?,
            "model" => {
                sprt.model = match value {
                    "logistic" => Model::Logistic,
                    "normalized" | "normalised" => Model::Normalized,
                    _ => return Err(directive.fault(format!("model=`{value}` is neither normalized nor logistic"))),
                }
            }
            _ => return Err(directive.fault(format!("`{key}` is none of elo0, elo1, alpha, beta, model"))),
        }
    }
    if sprt.elo0.is_nan() || sprt.elo1.is_nan() {
        return Err(directive.fault("elo0= and elo1= are needed"));
    }
    match sprt.fault() {
        Some(fault) => Err(directive.fault(fault)),
        None => Ok(sprt),
    }
}

/// The value of a key as a number from 1.
fn positive(directive: &Directive, key: &str, value: &str) -> Result<u32, ConfigError> {
    let number = value.parse().ok().filter(|&number: &u32| number > 0);
    number.ok_or_else(|| directive.fault(format!("{key}=`{value}` is not a number from 1")))
}

fn read_resign(directive: &Directive) -> Result<Resign, ConfigError> {
    let (mut moves, mut score, mut two_sided) = (3, None, false);
    for (key, value) in directive.pairs() {
        match key {
            "movecount" => moves = positive(directive, key, value)?,
            "score" => score = Some(positive(directive, key, value)?.into()),
            "twosided" => {
                two_sided = match value {
                    "" | "true" => true,
                    "false" => false,
                    _ => return Err(directive.fault(format!("twosided=`{value}` is neither true nor false"))),
                }
            }
            _ => return Err(directive.fault(format!("`{key}` is none of movecount, score, twosided"))),
        }
    }
    let score = score.ok_or_else(|| directive.fault("score= is missing"))?;
    Ok(Resign { moves, score, two_sided })
}

fn read_draw(directive: &Directive) -> Result<DrawRule, ConfigError> {
    let (mut from_move, mut moves, mut score) = (1, 8, None);
    for (key, value) in directive.pairs() {
        match key {
            "movenumber" => from_move = positive(directive, key, value)?,
            "movecount" => moves = positive(directive, key, value)?,
            "score" => {
                let number =
                    value.parse::<u32>().map_err(|_| directive.fault(format!("score=`{value}` is no number")))?;
                score = Some(number.into());
            }
            _ => return Err(directive.fault(format!("`{key}` is none of movenumber, movecount, score"))),
        }
    }
    let score = score.ok_or_else(|| directive.fault("score= is missing"))?;
    Ok(DrawRule { from_move, moves, score })
}
