//! Weaker play on request: `Skill Level`, and `UCI_LimitStrength` with `UCI_Elo`.
//!
//! A level makes human-like mistakes. It searches few nodes and adds random noise to the scores of its best lines before
//! it chooses one: so it may play a second-best move, but never misses one that is better by more than the noise, such as
//! a recapture. A move that wins a piece at once gets four times the noise as a bonus. Now and then the level overlooks
//! the answers to a move and takes it for what the board then shows; it always sees the exchange on the square that the
//! move goes to. All but the lowest levels check whether their move lets the opponent end the game.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use eval::Evaluate;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::piece::Role;
use movegen::position::Position;
use movegen::rules::Status;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::clock::Clock;
use crate::limits::{Control, Limits, SearchOptions, chosen};
use crate::report::{Bound, Info, Outcome, Score};
use crate::search;
use crate::search::SharedState;
use crate::win_rates::WinRates;

/// What holds a level back.
#[derive(Clone, Copy, Debug)]
struct Handicap {
    /// Deepest iteration, in plies.
    depth: u32,
    /// Nodes for each legal move, so that games with many moves are searched as deep as others.
    nodes: u64,
    /// Lines to choose from.
    lines: usize,
    /// The most that is added to the score of a line, in centipawns.
    noise: u32,
    /// How often, in thousandths, it overlooks the answers to a move that is not among the lines.
    overlooks: u32,
}

const fn handicap(depth: u32, nodes: u64, lines: usize, noise: u32, overlooks: u32) -> Handicap {
    Handicap { depth, nodes, lines, noise, overlooks }
}

/// The levels from 0. Up to 8 they are limited by depth; above that each has almost twice the nodes of the one below.
const LEVELS: [Handicap; FULL as usize] = [
    handicap(1, 200, 16, 450, 700),
    handicap(1, 200, 12, 300, 450),
    handicap(1, 200, 8, 180, 300),
    handicap(1, 200, 8, 150, 250),
    handicap(1, 200, 8, 120, 70),
    handicap(2, 200, 8, 100, 60),
    handicap(2, 200, 8, 80, 30),
    handicap(3, 200, 7, 60, 20),
    handicap(4, 200, 6, 45, 12),
    handicap(64, 130, 5, 28, 5),
    handicap(64, 240, 5, 24, 4),
    handicap(64, 450, 4, 20, 3),
    handicap(64, 830, 4, 17, 2),
    handicap(64, 1_550, 4, 14, 1),
    handicap(64, 2_900, 3, 12, 0),
    handicap(64, 5_400, 3, 10, 0),
    handicap(64, 10_000, 3, 8, 0),
    handicap(64, 18_500, 2, 7, 0),
    handicap(64, 34_000, 2, 6, 0),
    handicap(64, 64_000, 2, 5, 0),
];

/// The level that is not held back.
pub const FULL: u32 = 20;

/// Levels below this do not look whether their move lets the opponent end the game.
const LOOKS_AT_MATES: u32 = 3;

/// The rating of each level in chess, on the scale of Stockfish's `UCI_Elo`. Levels 1, 3, 5, 7, 9 and 11 were measured in
/// matches against Stockfish 15.1 at 1350, 1700 and 2000 (docs/strength.md), those between by matches of neighbours; above
/// 11 they are extrapolated by 60 per level.
const RATINGS: [u32; FULL as usize] = [
    850, 950, 1070, 1220, 1310, 1410, 1490, 1560, 1630, 1710, 1780, 1850, 1910, 1970, 2030, 2090, 2150, 2210, 2270,
    2330,
];

/// The lowest and the highest rating that can be asked for.
pub const ELO_RANGE: (u32, u32) = (RATINGS[0], RATINGS[FULL as usize - 1]);

/// Size of the table of a weakened search, in mebibytes. It has one of its own, so that it knows nothing of what was
/// found at full strength.
const TABLE: usize = 4;

/// How strong to play, below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Strength {
    /// In hundredths of a level, below those of [`FULL`]. Between two levels each move is by one or the other.
    level: u32,
    /// Of the random numbers; equal seeds in equal positions choose equal moves.
    seed: u64,
}

impl Strength {
    /// A level from 0; `None` from [`FULL`] on.
    pub fn of_level(level: u32, seed: u64) -> Option<Strength> {
        (level < FULL).then_some(Strength { level: 100 * level, seed })
    }

    /// The level with this rating; the nearest where it is out of [`ELO_RANGE`].
    pub fn of_elo(elo: u32, seed: u64) -> Strength {
        let above = RATINGS.iter().position(|&rating| rating > elo).unwrap_or(RATINGS.len());
        let level = match (above.checked_sub(1), RATINGS.get(above)) {
            (None, _) => 0,
            (Some(below), None) => 100 * below as u32,
            (Some(below), Some(next)) => 100 * below as u32 + 100 * (elo - RATINGS[below]) / (next - RATINGS[below]),
        };
        Strength { level, seed }
    }

    /// The level of one move.
    fn draw_level(self, random: &mut ChaCha8Rng) -> u32 {
        let level = self.level / 100 + u32::from(random.random_range(0..100) < self.level % 100);
        level.min(FULL - 1)
    }

    /// When to answer, counted from the start of the search: the answer is delayed to the time that a search at full
    /// strength would have used, so that weak levels do not reply instantly. Zero where no time is given, or where there
    /// is nothing to choose.
    pub fn answer_time(self, clock: &Clock, choices: usize) -> Duration {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        match (clock.soft, clock.hard) {
            _ if choices < 2 => Duration::ZERO,
            (Some(soft), Some(hard)) => (soft * (40 + random.random_range(0..81)) / 100).min(hard),
            (None, Some(hard)) => hard,
            _ => Duration::ZERO,
        }
    }
}

/// Searches like [`search::think`], but plays as weakly as asked: by one thread, with a small memory of its own,
/// to no more than the level sees, and with a choice among its lines. Reports the chosen line once more, as the first,
/// if it was not.
pub fn think<P: Evaluate>(
    game: &Game<P>,
    state: &SharedState,
    control: &Control,
    limits: &Limits,
    options: &SearchOptions,
    strength: Option<Strength>,
    report: &(dyn Fn(&Info) + Sync),
) -> Outcome {
    let Some(strength) = strength else { return search::think(game, state, control, limits, options, report) };
    let mut random = ChaCha8Rng::seed_from_u64(strength.seed ^ game.position().key());
    let level = strength.draw_level(&mut random);
    let handicap = LEVELS[level as usize];
    let sees_mates = level >= LOOKS_AT_MATES;
    let mut roots = chosen(game.position().legal_moves().to_vec(), &limits.search_moves);
    if let Some(mate) = roots.iter().copied().find(|&mv| sees_mates && wins_at_once(game.position(), mv)) {
        roots = vec![mate];
    }
    let weak_limits = Limits { search_moves: roots.clone(), ..handicap.limits(limits, roots.len()) };
    let weak_options = SearchOptions { threads: 1, multipv: options.multipv.max(handicap.lines), ..*options };
    let found: Mutex<Vec<Info>> = Mutex::new(Vec::new());
    let watch = |info: &Info| {
        if info.bound != Bound::Upper {
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.truncate(info.multipv - 1);
            found.push(info.clone());
        }
        if info.multipv <= options.multipv {
            report(info);
        }
    };
    let outcome = search::think(game, &SharedState::new(TABLE), control, &weak_limits, &weak_options, &watch);
    let lines = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    if !is_searched(&lines) {
        return outcome;
    }
    let played = Choice { game, lines: &lines, handicap, sees_mates }.choose(&roots, &mut random);
    if played.pv[0] != lines[0].pv[0] {
        let others = lines.iter().filter(|line| line.pv[0] != played.pv[0]);
        for (rank, line) in std::iter::once(&played).chain(others).take(options.multipv).enumerate() {
            let time = control.started().elapsed();
            report(&Info { multipv: rank + 1, nodes: outcome.nodes, time, ..line.clone() });
        }
    }
    Outcome { best: Some(played.pv[0]), ponder: played.pv.get(1).copied(), nodes: outcome.nodes, bound: played.bound }
}

/// Whether the lines come from a finished iteration. If not even one was, all have the same score and no answer.
fn is_searched(lines: &[Info]) -> bool {
    match lines {
        [] => false,
        [_] => true,
        [first, others @ ..] => others.iter().any(|line| line.score != first.score || line.pv.len() > 1),
    }
}

impl Handicap {
    /// The limits of the weakened search of this many root moves.
    fn limits(&self, limits: &Limits, roots: usize) -> Limits {
        let nodes = self.nodes * roots.max(16) as u64;
        Limits {
            depth: Some(limits.depth.map_or(self.depth, |depth| depth.min(self.depth))),
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..limits.clone()
        }
    }
}

/// The choice of a move at the end of a weakened search.
struct Choice<'a, P> {
    game: &'a Game<P>,
    lines: &'a [Info],
    handicap: Handicap,
    sees_mates: bool,
}

impl<P: Evaluate> Choice<'_, P> {
    /// The line to play: the one with the best noisy score that does not let the opponent end the game.
    fn choose(&self, roots: &[Move], random: &mut ChaCha8Rng) -> Info {
        let mut noisy: Vec<(i32, Info)> = Vec::new();
        for line in self.lines {
            let noise = random.random_range(0..=self.handicap.noise);
            let bonus = if self.wins_a_piece(line.pv[0]) { 4 * self.handicap.noise } else { noise };
            noisy.push((worth(line.score) + bonus as i32, line.clone()));
        }
        for &mv in roots {
            let overlooks = random.random_range(0..1000) < self.handicap.overlooks;
            if overlooks && self.lines.iter().all(|line| line.pv[0] != mv) && self.keeps_its_piece(mv) {
                let (line, noise) = (self.without_answers(mv), random.random_range(0..=self.handicap.noise));
                noisy.push((worth(line.score) + noise as i32, line));
            }
        }
        noisy.sort_by_key(|&(worth, _)| -worth);
        let best = || self.lines[0].clone();
        noisy
            .into_iter()
            .map(|(_, line)| line)
            .find(|line| !self.sees_mates || !self.loses_at_once(line))
            .unwrap_or_else(best)
    }

    /// Whether the move wins a piece by an exchange: people take it before they look for something better, while a shallow
    /// search thinks that it can be taken later.
    fn wins_a_piece(&self, mv: Move) -> bool {
        let position = self.game.position();
        let values = position.values();
        P::EXCHANGES && position.is_tactical(mv) && position.see_ge(mv, 2 * values[Role::Pawn.index()], values)
    }

    /// Whether an exchange on the square the move goes to loses nothing.
    fn keeps_its_piece(&self, mv: Move) -> bool {
        let position = self.game.position();
        !P::EXCHANGES || position.see_ge(mv, 0, position.values())
    }

    /// What a move seems to be worth to a player who does not look at the answers.
    fn without_answers(&self, mv: Move) -> Info {
        let mut position = self.game.position().clone();
        let (us, mut accumulator) = (position.actor(), position.fresh());
        position.make(mv, &mut accumulator);
        position.settle(&mut accumulator);
        let score = position.evaluate(&accumulator);
        let score = Score::Centipawns(if position.actor() == us { score } else { -score });
        let win_rates = WinRates::of(position.variant(), score);
        Info { depth: 1, seldepth: 1, score, win_rates, pv: vec![mv], ..self.lines[0].clone() }
    }

    /// Whether the opponent can win the game by the answer to the line's move.
    fn loses_at_once(&self, line: &Info) -> bool {
        let mut position = self.game.position().clone();
        let us = position.actor();
        position.make(line.pv[0], &mut ());
        if position.over().is_some() || position.actor() == us {
            return false;
        }
        position.legal_moves().iter().any(|&answer| wins_at_once(&position, answer))
    }
}

/// Whether the move ends the game with a win of its player.
fn wins_at_once<P: Position>(position: &P, mv: Move) -> bool {
    let (mut after, us) = (position.clone(), position.actor());
    after.make(mv, &mut ());
    let end = after.over().or_else(|| (!after.has_legal_move()).then(|| after.stuck()));
    matches!(end, Some(Status::Won { winner, .. }) if winner == us)
}

/// A score as a number to be compared, beyond all evaluations if the game is decided.
fn worth(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => 1_000_000 - 1000 * moves,
        Score::Mate(moves) => -1_000_000 - 1000 * moves,
    }
}
