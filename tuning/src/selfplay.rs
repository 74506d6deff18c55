//! Games of the engine against itself, with a fixed number of nodes a move from random openings.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Instant;

use anyhow::{Context, bail};
use engine::limits::{Control, Limits, SearchOptions};
use engine::report::{Bound, Info, Score};
use engine::search::SharedState;
use engine::search::think;
use eval::Evaluate;
use movegen::fen;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::name::GameName;
use movegen::piece::Color;
use movegen::rules::{Status, Variant};
use movegen::variants::superschaak;
use movegen::with_position_type;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::sample::Sample;

/// Arguments of `play`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The game
    #[arg(long, value_name = "GAME")]
    variant: GameName,
    /// Where the positions go; a file that is there already is continued
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stop after so many positions in the file
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    positions: u64,
    /// Nodes a move
    #[arg(long, value_name = "N", default_value_t = 1_200)]
    nodes: u64,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// Longest game, in plies after the opening; then it is a draw.
const LONGEST: usize = 300;
/// A game is over when both sides agree on so much for the same colour for so many plies.
const DECIDED: i32 = 2_000;
const LOST: i32 = -DECIDED;
const DECIDED_PLIES: i32 = 4;
/// Fewest and most random plies of an opening; behind an array of superschaak none is needed.
const PLIES: [usize; 2] = [4, 11];
const PLIES_AFTER_ARRAY: [usize; 2] = [0, 6];
/// Transposition table of a game, in mebibytes.
const TABLE: usize = 2;
/// Games between two lines of progress.
const PROGRESS: u64 = 500;

/// Plays until the file has the positions wanted.
///
/// # Errors
/// The file cannot be read or written.
pub fn run(args: &Args) -> anyhow::Result<()> {
    if args.variant.chess960 || args.variant.variant.has_two_boards() {
        bail!("--variant {}: games of chess960 and of two boards are not played here", args.variant);
    }
    let (mut out, mut written, mut number) = resume(&args.out)?;
    let begun = Instant::now();
    while written < args.positions {
        let samples = with_position_type!(args.variant.variant, P => play::<P>(args.variant.variant, args.nodes, args.seed, number)?);
        let text: String = samples.iter().map(|sample| format!("{sample}\n")).collect();
        out.write_all(text.as_bytes()).with_context(|| args.out.display().to_string())?;
        written += samples.len() as u64;
        number += 1;
        if number.is_multiple_of(PROGRESS) {
            eprintln!("{number} games, {written} positions, {:.0} s", begun.elapsed().as_secs_f64());
        }
    }
    Ok(())
}

/// The file ready for the next game, the number of its positions, and the number of the next game. A last line that was
/// cut off is dropped.
fn resume(path: &Path) -> anyhow::Result<(File, u64, u64)> {
    let context = || path.display().to_string();
    let mut file =
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).with_context(context)?;
    let (mut length, mut lines, mut last) = (0, 0, None);
    let mut reader = BufReader::new(&file);
    let mut line = String::new();
    while reader.read_line(&mut line).with_context(context)? > 0 && line.ends_with('\n') {
        last = Some(line.trim_end().parse::<Sample>().with_context(context)?.game);
        length += line.len() as u64;
        lines += 1;
        line.clear();
    }
    file.set_len(length).with_context(context)?;
    file.seek(SeekFrom::End(0)).with_context(context)?;
    Ok((file, lines, last.map_or(0, |game| game + 1)))
}

/// The quiet positions of one game.
fn play<P: Evaluate>(variant: Variant, nodes: u64, seed: u64, number: u64) -> anyhow::Result<Vec<Sample>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(number);
    let mut game = loop {
        if let Some(game) = opening::<P>(variant, &mut random)? {
            break game;
        }
    };
    let state = SharedState::new(TABLE);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    // Plies in a row with a decided score, negative if it is Black's.
    let (mut quiet, mut agreed) = (Vec::new(), 0i32);
    let mut result = 1;
    for _ in 0..LONGEST {
        match game.status() {
            Status::Ongoing => {}
            Status::Won { winner, .. } => {
                result = of_winner(winner);
                break;
            }
            _ => break,
        }
        let Some((best, score, bound)) = search(&game, &state, &limits) else { break };
        let position = game.position();
        let white = position.actor() == Color::White;
        let score = match score {
            Score::Centipawns(score) => {
                if white {
                    score
                } else {
                    -score
                }
            }
            Score::Mate(moves) => {
                result = of_winner(if (moves > 0) == white { Color::White } else { Color::Black });
                break;
            }
        };
        agreed = match score {
            DECIDED.. => agreed.max(0) + 1,
            ..=LOST => agreed.min(0) - 1,
            _ => 0,
        };
        if agreed.abs() >= DECIDED_PLIES {
            result = of_winner(if score > 0 { Color::White } else { Color::Black });
            break;
        }
        if bound == Bound::Exact && agreed == 0 && !position.in_check() && !position.is_tactical(best) {
            quiet.push((fen::write(position), score));
        }
        game.play(best);
    }
    Ok(quiet.into_iter().map(|(fen, score)| Sample { game: number, fen, score, result }).collect())
}

const fn of_winner(winner: Color) -> u8 {
    match winner {
        Color::White => 2,
        Color::Black => 0,
    }
}

/// A start position with random moves behind it; `None` if they end the game.
fn opening<P: Evaluate>(variant: Variant, random: &mut ChaCha8Rng) -> anyhow::Result<Option<Game<P>>> {
    let (fen, [least, most]) = if variant == Variant::Superschaak {
        let arrays = superschaak::arrays();
        (fen::write(&arrays[random.random_range(0..arrays.len())].position), PLIES_AFTER_ARRAY)
    } else {
        (variant.start_fen().to_string(), PLIES)
    };
    let mut game = Game::new(fen::parse::<P>(&fen, variant, false)?);
    for _ in 0..random.random_range(least..=most) {
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.choose(random) else { return Ok(None) };
        game.play(mv);
        if game.status().is_over() {
            return Ok(None);
        }
    }
    Ok(Some(game))
}

/// The best move, its score for the side to move, and whether that is exact.
fn search<P: Evaluate>(game: &Game<P>, state: &SharedState, limits: &Limits) -> Option<(Move, Score, Bound)> {
    let score = Mutex::new(None);
    let report = |info: &Info| {
        if let Ok(mut score) = score.lock() {
            *score = Some(info.score);
        }
    };
    let outcome = think(game, state, &Control::new(false), limits, &SearchOptions::default(), &report);
    Some((outcome.best?, score.into_inner().ok()??, outcome.bound))
}
