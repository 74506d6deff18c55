//! Where games begin: positions and lines from files, random moves, the arrays of superschaak. All are read and
//! checked before the first game.

#[cfg(test)]
mod tests;

use std::hash::Hasher;
use std::path::PathBuf;

use fnv::FnvHasher;
use movegen::any_game::{self, AnyGame};
use movegen::fen::FenError;
use movegen::moves::Move;
use movegen::name::GameName;
use movegen::variants::superschaak;
use records::{epd, pgn, replay};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::Random;

/// Format of a file of openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// A FEN or EPD on each line; empty lines and lines that begin with `#` are skipped.
    #[serde(alias = "fen")]
    Epd,
    /// Games, of which the first plies are taken.
    Pgn,
}

/// Where openings come from.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// The start position, again and again.
    #[default]
    Start,
    /// A file.
    File {
        /// Its path.
        path: PathBuf,
        /// Its format.
        format: Format,
    },
    /// Random legal moves from the start position.
    Random,
    /// The 432 arrays of superschaak in random order.
    Arrays,
}

/// The order in which the openings of a file are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As in the file.
    #[default]
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// Openings as they were asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct OpeningConfig {
    /// Where they come from.
    pub source: Source,
    /// In which order.
    pub order: Order,
    /// Plies taken from a game of a PGN file (default: all), or random plies (default: 8; after an array 0).
    pub plies: Option<u32>,
    /// Openings passed over at the beginning.
    pub first: u32,
}

impl OpeningConfig {
    /// A checksum of the file, if there is one: another content means other games.
    pub(crate) fn checksum(&self) -> Option<String> {
        let Source::File { path, .. } = &self.source else { return None };
        let mut hasher = FnvHasher::default();
        hasher.write(&std::fs::read(path).unwrap_or_default());
        Some(format!("{:016x}", hasher.finish()))
    }
}

/// A position and moves from it, in UCI text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// The FEN to begin from.
    pub fen: String,
    /// Moves played before the engines move.
    pub moves: Vec<String>,
}

/// Why openings cannot be used; names file and line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// The file cannot be read.
    #[error("{}: {error}", .path.display())]
    File {
        /// Its path.
        path: PathBuf,
        /// What the system says.
        error: String,
    },
    /// A line or game that is no opening of the game.
    #[error("{}:{line}: {what}", .path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Line, from 1.
        line: usize,
        /// What is wrong.
        what: String,
    },
    /// Nothing in the file.
    #[error("{}: no openings, or fewer than start= passes over", .0.display())]
    Empty(PathBuf),
    /// That many random moves always end the game.
    #[error("-openings plies={0}: no game was found that goes on after that many random moves")]
    Plies(u32),
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    /// These in turn, at least one,
    list: Vec<Opening>,
    /// each followed by this number of random plies.
    random_plies: u32,
    name: GameName,
    seed: u64,
}

/// How often random moves are tried until they do not end the game.
const ATTEMPTS: u64 = 1000;

impl Openings {
    /// Reads and checks all openings of a match of this game. `start` is the FEN of the start position.
    ///
    /// # Errors
    /// The first file or line that is wrong.
    pub(crate) fn load(
        config: &OpeningConfig,
        name: GameName,
        start: String,
        seed: u64,
    ) -> Result<Openings, OpeningError> {
        let at_start = || vec![Opening { fen: start.clone(), moves: Vec::new() }];
        let (mut list, order, random_plies) = match &config.source {
            Source::Start => (at_start(), Order::Sequential, 0),
            Source::Random => (at_start(), Order::Sequential, config.plies.unwrap_or(8)),
            Source::Arrays => {
                let arrays = superschaak::arrays().into_iter().map(|array| movegen::fen::write(&array.position));
                let arrays = arrays.map(|fen| Opening { fen, moves: Vec::new() }).collect();
                (arrays, Order::Random, config.plies.unwrap_or(0))
            }
            Source::File { path, format } => {
                let bytes = std::fs::read(path)
                    .map_err(|error| OpeningError::File { path: path.clone(), error: error.to_string() })?;
                let read = match format {
                    Format::Epd => read_epd(&bytes, name),
                    Format::Pgn => read_pgn(&bytes, name, config.plies),
                };
                let list = read.map_err(|(line, what)| OpeningError::Line { path: path.clone(), line, what })?;
                if list.len() <= config.first as usize {
                    return Err(OpeningError::Empty(path.clone()));
                }
                (list, config.order, 0)
            }
        };
        if order == Order::Random {
            let order = Random::new(seed, u64::MAX).order(list.len());
            list = order.into_iter().map(|i| list[i].clone()).collect();
        }
        let first = config.first as usize % list.len();
        list.rotate_left(first);
        let openings = Openings { list, random_plies, name, seed };
        if random_plies > 0 && openings.of_pair(0).moves.is_empty() {
            return Err(OpeningError::Plies(random_plies));
        }
        Ok(openings)
    }

    /// The opening of a pair, counted from 0: depends on the seed and this number alone.
    pub(crate) fn of_pair(&self, pair: u64) -> Opening {
        let opening = &self.list[(pair % self.list.len() as u64) as usize];
        let mut lines = (0..ATTEMPTS).filter_map(|attempt| self.random_line(opening, pair, attempt));
        lines.next().unwrap_or_else(|| opening.clone())
    }

    /// The opening followed by random moves; `None` if they end the game.
    fn random_line(&self, opening: &Opening, pair: u64, attempt: u64) -> Option<Opening> {
        let mut random = Random::new(self.seed, pair.wrapping_mul(ATTEMPTS).wrapping_add(attempt));
        let mut game = self.open(opening).ok()?.game;
        let mut line = opening.clone();
        for _ in 0..self.random_plies {
            // By name, so that the order in which moves are generated does not matter.
            let mut legal: Vec<(String, Move)> =
                game.legal_moves().iter().map(|&mv| (game.uci(mv.into()), mv)).collect();
            legal.sort_unstable_by(|one, other| one.0.cmp(&other.0));
            let chosen = random.below(legal.len());
            let (text, mv) = legal.into_iter().nth(chosen)?;
            line.moves.push(text);
            game.play(mv.into()).ok()?;
            if game.status().is_over() {
                return None;
            }
        }
        Some(line)
    }

    fn open(&self, opening: &Opening) -> Result<any_game::Opened, FenError> {
        any_game::open(self.name, &opening.fen)
    }

    /// Whether a game with any of these openings begins before or inside of the prelude of superschaak.
    pub(crate) fn begins_in_prelude(&self) -> bool {
        let in_prelude = |opening: &Opening| {
            self.open(opening).ok().and_then(|opened| opened.game.setup(0).prelude).is_some_and(|action| {
                let played = opening.moves.len() + self.random_plies as usize;
                usize::from(action) + played <= 4
            })
        };
        self.list.iter().any(in_prelude)
    }
}

type Lines = Result<Vec<Opening>, (usize, String)>;

fn playable(game: &dyn AnyGame) -> Result<(), String> {
    let status = game.status();
    if status.is_over() { Err(format!("the game is over here: {status}")) } else { Ok(()) }
}

/// Plays an opening by the rules of the match, as each of its games will.
fn follow(opening: &Opening, name: GameName) -> Result<(), String> {
    let mut game = any_game::open(name, &opening.fen).map_err(|error| error.to_string())?.game;
    for text in &opening.moves {
        game.play_uci(text).map_err(|error| error.to_string())?;
    }
    playable(game.as_ref())
}

fn read_epd(bytes: &[u8], name: GameName) -> Lines {
    let text = String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes));
    let mut list = Vec::new();
    for (line, text) in text.lines().enumerate().map(|(i, text)| (i + 1, text.trim())) {
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let at_line = |what: String| (line, what);
        let epd = epd::parse(text).map_err(|error| at_line(error.to_string()))?;
        let game = any_game::open(name, &epd.fen).map_err(|error| at_line(error.to_string()))?.game;
        playable(game.as_ref()).map_err(at_line)?;
        list.push(Opening { fen: game.fen(), moves: Vec::new() });
    }
    Ok(list)
}

fn read_pgn(bytes: &[u8], name: GameName, plies: Option<u32>) -> Lines {
    let mut list = Vec::new();
    for mut game in pgn::read(bytes) {
        let line = game.line;
        match game.variant() {
            Ok((other, _)) if other != name.variant && game.tag("Variant").is_some() => {
                return Err((line, format!("a game of {other}, not of {}", name.variant)));
            }
            Err(name) => return Err((line, format!("Variant `{name}`: no game of this name is known"))),
            Ok(_) => {}
        }
        // Castling is written as this match writes it.
        game.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Variant"));
        game.tags.push(("Variant".to_string(), pgn::variant_name(name.variant, name.chess960)));
        // How the game went on is of no interest: neither its result nor a fault after the plies taken.
        let plies = plies.map_or(usize::MAX, |plies| plies as usize);
        if game.moves.len() > plies {
            game.moves.truncate(plies);
            game.fault = None;
        }
        game.ending = None;
        game.tags.retain(|(name, _)| !name.eq_ignore_ascii_case("Termination"));
        let replay = replay::replay(&game).map_err(|fault| fault.at_line())?;
        match replay.fault {
            None | Some(replay::ReplayFault::Result { .. }) => {}
            Some(fault) => return Err(fault.at_line()),
        }
        let opening = Opening { fen: replay.start, moves: replay.moves };
        follow(&opening, name).map_err(|what| (line, what))?;
        list.push(opening);
    }
    Ok(list)
}
