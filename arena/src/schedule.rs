//! Which games a match consists of. A game's number decides everything about it, so that games can be played in any
//! order and a match can be resumed or lengthened.

use crate::config::{MatchConfig, Tournament};
use crate::openings::{Opening, Openings};

/// One game to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Job {
    /// Number of the game, from 0.
    pub game: u64,
    /// Number of the pair: the games with this opening between these two engines, from 0.
    pub pair: u64,
    /// The engines by number, White first.
    pub seats: [usize; 2],
    /// Where the game begins.
    pub opening: Opening,
}

/// All games, round by round.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    encounters: Vec<[usize; 2]>,
    games: u64,
    rounds: u64,
}

impl Schedule {
    /// The games of a match.
    pub(crate) fn new(config: &MatchConfig) -> Schedule {
        let engines = config.engines.len();
        let firsts = if config.tournament == Tournament::Gauntlet { 1 } else { engines };
        let encounters = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        Schedule { encounters, games: config.games, rounds: config.rounds }
    }

    /// Number of games.
    pub(crate) fn total(&self) -> u64 {
        (self.encounters.len() as u64).saturating_mul(self.games).saturating_mul(self.rounds)
    }

    /// The game with this number, from 0.
    pub(crate) fn job(&self, game: u64, openings: &Openings) -> Job {
        let pair = game / self.games;
        Job { game, pair, seats: self.seats(game), opening: openings.of_pair(pair) }
    }

    /// Who sits where in a game. Colours change from game to game of a pair, and, if a pair has an odd number of
    /// games, from round to round.
    pub(crate) fn seats(&self, game: u64) -> [usize; 2] {
        let pair = game / self.games;
        let encounters = self.encounters.len().max(1) as u64;
        let [a, b] = self.encounters.get((pair % encounters) as usize).copied().unwrap_or([0, 1]);
        let turns = game % self.games + if self.games % 2 == 1 { pair / encounters } else { 0 };
        if turns.is_multiple_of(2) { [a, b] } else { [b, a] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(encounters: &[[usize; 2]], games: u64, rounds: u64) -> Schedule {
        Schedule { encounters: encounters.to_vec(), games, rounds }
    }

    #[test]
    fn colours_are_swapped_in_a_pair() {
        let two = schedule(&[[0, 1]], 2, 3);
        assert_eq!(two.total(), 6);
        let seats: Vec<_> = (0..4).map(|game| two.seats(game)).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let single = schedule(&[[0, 1]], 1, 3);
        assert_eq!((0..3).map(|game| single.seats(game)).collect::<Vec<_>>(), [[0, 1], [1, 0], [0, 1]]);
    }

    #[test]
    fn a_round_lets_everybody_play_everybody() {
        let three = schedule(&[[0, 1], [0, 2], [1, 2]], 2, 2);
        let round: Vec<_> = (0..6).map(|game| three.seats(game)).collect();
        assert_eq!(round, [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(three.seats(6), [0, 1]);
    }
}
