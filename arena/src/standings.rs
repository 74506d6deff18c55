//! How a match stands: results between each two engines, faults, and the test.

use std::collections::HashMap;

use crate::config::MatchConfig;
use crate::outcome::{Faults, GameReport, Outcome, Overhead};
use crate::stats::{Pentanomial, Sprt, TestState, Wld};

/// What the standings need of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of its pair, from 0.
    pub pair: u64,
    /// The engines by number, White first.
    pub seats: [usize; 2],
    /// The result.
    pub result: Outcome,
    /// Faults of White and Black.
    pub faults: [Faults; 2],
    /// Time between the moves.
    pub overhead: Overhead,
}

impl GameSummary {
    /// The summary of a report; `seats` are the engines by number.
    pub fn of(report: &GameReport, seats: [usize; 2]) -> GameSummary {
        GameSummary {
            game: report.game.saturating_sub(1),
            pair: report.pair.saturating_sub(1),
            seats,
            result: report.result,
            faults: report.faults,
            overhead: report.overhead,
        }
    }

    /// Half points of the engine with the lower number; `None` if the game does not count.
    fn half_points(&self) -> Option<u8> {
        let white = self.result.half_points()?;
        Some(if self.seats[0] < self.seats[1] { white } else { 2 - white })
    }
}

/// Results of one engine against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Games won, lost and drawn.
    pub wld: Wld,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games that do not count.
    pub void: u64,
}

/// All results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standings {
    /// Names of the engines.
    pub names: Vec<String>,
    /// Results between two engines, by their numbers, the lower first, from its side.
    pub scores: HashMap<(usize, usize), Score>,
    /// Results of White.
    pub white: Wld,
    /// Faults of each engine.
    pub faults: Vec<Faults>,
    /// Time between the moves.
    pub overhead: Overhead,
    /// First games of pairs whose second is not finished.
    open: HashMap<u64, Option<u8>>,
    games_in_pair: u64,
}

impl Standings {
    /// Before the first game.
    pub fn new(config: &MatchConfig) -> Standings {
        Standings {
            names: config.engines.iter().map(|engine| engine.name.clone()).collect(),
            scores: HashMap::new(),
            white: Wld::default(),
            faults: vec![Faults::default(); config.engines.len()],
            overhead: Overhead::default(),
            open: HashMap::new(),
            games_in_pair: config.pairing.games,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameSummary) {
        for (seat, faults) in game.seats.into_iter().zip(&game.faults) {
            if let Some(sum) = self.faults.get_mut(seat) {
                sum.add(faults);
            }
        }
        self.overhead.add(&game.overhead);
        let [a, b] = game.seats;
        let score = self.scores.entry((a.min(b), a.max(b))).or_default();
        let points = game.half_points();
        match points {
            Some(2) => score.wld.wins += 1,
            Some(1) => score.wld.draws += 1,
            Some(_) => score.wld.losses += 1,
            None => score.void += 1,
        }
        match game.result {
            Outcome::White => self.white.wins += 1,
            Outcome::Black => self.white.losses += 1,
            Outcome::Draw => self.white.draws += 1,
            Outcome::Void => {}
        }
        if self.games_in_pair != 2 {
            return;
        }
        match self.open.remove(&game.pair) {
            None => drop(self.open.insert(game.pair, points)),
            Some(first) => {
                if let (Some(first), Some(second)) = (first, points) {
                    score.pairs.add(usize::from(first + second));
                }
            }
        }
    }

    /// The score between two engines from the first one's side.
    pub fn between(&self, a: usize, b: usize) -> Score {
        let score = self.scores.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b {
            return score;
        }
        let mut pairs = score.pairs;
        pairs.0.reverse();
        Score { wld: score.wld.reversed(), pairs, void: score.void }
    }

    /// The score of an engine against all others.
    pub fn total(&self, engine: usize) -> Score {
        let mut total = Score::default();
        for other in (0..self.names.len()).filter(|&other| other != engine) {
            let score = self.between(engine, other);
            total.wld.wins += score.wld.wins;
            total.wld.losses += score.wld.losses;
            total.wld.draws += score.wld.draws;
            total.void += score.void;
            for (sum, count) in total.pairs.0.iter_mut().zip(score.pairs.0) {
                *sum += count;
            }
        }
        total
    }

    /// Games finished, those that do not count included.
    pub fn games(&self) -> u64 {
        self.scores.values().map(|score| score.wld.games() + score.void).sum()
    }
}

/// Follows the test over the pairs in the order of the schedule, whatever order they finish in: so the decision does not
/// depend on chance in time, and a resumed match decides as an uninterrupted one.
#[derive(Clone, Debug)]
pub struct Test {
    sprt: Sprt,
    /// Half points of the finished games of pairs not yet counted.
    waiting: HashMap<u64, Vec<Option<u8>>>,
    next: u64,
    /// The pairs counted.
    pub pairs: Pentanomial,
    /// The decision, and the pair after which it fell, from 0.
    pub decision: Option<(TestState, u64)>,
}

impl Test {
    /// A test before the first pair.
    pub fn new(sprt: Sprt) -> Test {
        Test { sprt, waiting: HashMap::new(), next: 0, pairs: Pentanomial::default(), decision: None }
    }

    /// Takes a game.
    pub fn add(&mut self, game: &GameSummary) {
        self.waiting.entry(game.pair).or_default().push(game.half_points());
        while self.decision.is_none() && self.waiting.get(&self.next).is_some_and(|games| games.len() == 2) {
            let games = self.waiting.remove(&self.next).unwrap_or_default();
            if let [Some(first), Some(second)] = games[..] {
                self.pairs.add(usize::from(first + second));
            }
            let verdict = self.sprt.state(&self.pairs);
            if verdict != TestState::Undecided {
                self.decision = Some((verdict, self.next));
            }
            self.next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    fn game(game: u64, result: Outcome) -> GameSummary {
        let seats = if game.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let (faults, overhead) = (Default::default(), Overhead::default());
        GameSummary { game, pair: game / 2, seats, result, faults, overhead }
    }

    fn standings() -> Standings {
        Standings {
            names: vec!["a".into(), "b".into()],
            scores: HashMap::new(),
            white: Wld::default(),
            faults: vec![Faults::default(); 2],
            overhead: Overhead::default(),
            open: HashMap::new(),
            games_in_pair: 2,
        }
    }

    #[test]
    fn games_and_pairs_are_counted_from_the_first_engines_side() {
        let mut standings = standings();
        use Outcome::{Black, Draw, Void, White};
        for (number, result) in [(0, White), (3, White), (1, White), (2, Draw), (4, Void), (5, Black), (6, White)] {
            standings.add(&game(number, result));
        }
        let score = standings.between(0, 1);
        assert_eq!(score.wld, Wld { wins: 3, losses: 2, draws: 1 });
        assert_eq!((score.void, score.pairs), (1, Pentanomial([0, 1, 1, 0, 0])));
        assert_eq!(standings.between(1, 0).pairs, Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(standings.white, Wld { wins: 4, losses: 1, draws: 1 });
        assert_eq!(standings.games(), 7);
    }

    #[test]
    fn the_order_in_which_games_finish_does_not_change_the_decision() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let results = |number: u64| if number.is_multiple_of(2) { Outcome::White } else { Outcome::Black };
        let mut forward = Test::new(sprt);
        (0..400).for_each(|number| {
            forward.add(&game(number, if number.is_multiple_of(14) { Outcome::Draw } else { results(number) }))
        });
        let mut other = Test::new(sprt);
        for block in 0..40 {
            for number in (block * 10..block * 10 + 10).rev() {
                other.add(&game(number, if number.is_multiple_of(14) { Outcome::Draw } else { results(number) }));
            }
        }
        let (verdict, pair) = forward.decision.unwrap();
        assert_eq!(verdict, TestState::H1);
        assert!(pair < 199);
        assert_eq!(other.decision, forward.decision);
    }
}
