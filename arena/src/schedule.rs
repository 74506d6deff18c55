//! Which games a match consists of. A game's number decides everything about it, so that games can be played in any
//! order and a match can be resumed or lengthened.

use serde::{Deserialize, Serialize};

use crate::openings::{Opening, Openings};

/// Who plays whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Everybody plays everybody.
    #[default]
    #[serde(alias = "roundrobin")]
    RoundRobin,
    /// The first engine, or the first few, play all others.
    Gauntlet,
}

/// What decides who plays whom, and how often.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Pairing {
    /// Who plays whom.
    pub tournament: Tournament,
    /// The number of engines that play a gauntlet.
    pub seeds: usize,
    /// Games with each opening.
    pub games: u64,
    /// Whether the engines change colours from one game to the next.
    pub swap: bool,
    /// Whether the second engine of an encounter has White first.
    pub reverse: bool,
    /// Openings for each two engines. More of them lengthen a match.
    #[serde(skip)]
    pub rounds: u64,
}

impl Default for Pairing {
    fn default() -> Pairing {
        Pairing { tournament: Tournament::RoundRobin, seeds: 1, games: 2, swap: true, reverse: false, rounds: 1 }
    }
}

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
    pairing: Pairing,
}

impl Schedule {
    /// The games between this many engines.
    pub(crate) fn new(pairing: Pairing, engines: usize) -> Schedule {
        let first = |a: usize| match pairing.tournament {
            Tournament::RoundRobin => Some(a + 1),
            Tournament::Gauntlet => (a < pairing.seeds).then_some(pairing.seeds),
        };
        let encounters = (0..engines).filter_map(|a| Some((a, first(a)?)));
        let encounters = encounters.flat_map(|(a, first)| (first..engines).map(move |b| [a, b])).collect();
        Schedule { encounters, pairing }
    }

    /// The number of games.
    pub(crate) fn total(&self) -> u64 {
        (self.encounters.len() as u64).saturating_mul(self.pairing.games).saturating_mul(self.pairing.rounds)
    }

    /// The game with this number, from 0.
    pub(crate) fn job(&self, game: u64, openings: &Openings) -> Job {
        let pair = game / self.pairing.games;
        Job { game, pair, seats: self.seats(game), opening: openings.of_pair(pair) }
    }

    /// Who sits where in a game. Colours change from game to game of a pair, and, if a pair has an odd number of
    /// games, from round to round.
    pub(crate) fn seats(&self, game: u64) -> [usize; 2] {
        let Pairing { games, swap, reverse, .. } = self.pairing;
        let pair = game / games;
        let encounters = self.encounters.len().max(1) as u64;
        let [a, b] = self.encounters.get((pair % encounters) as usize).copied().unwrap_or([0, 1]);
        let turns = game % games + if games % 2 == 1 { pair / encounters } else { 0 };
        let swapped = swap && !turns.is_multiple_of(2);
        if swapped == reverse { [a, b] } else { [b, a] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(pairing: Pairing, engines: usize, games: u64) -> Vec<[usize; 2]> {
        let schedule = Schedule::new(pairing, engines);
        (0..games).map(|game| schedule.seats(game)).collect()
    }

    const PAIRS: Pairing =
        Pairing { tournament: Tournament::RoundRobin, seeds: 1, games: 2, swap: true, reverse: false, rounds: 3 };

    #[test]
    fn colours_are_swapped_in_a_pair() {
        assert_eq!(Schedule::new(PAIRS, 2).total(), 6);
        assert_eq!(seats(PAIRS, 2, 4), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        assert_eq!(seats(Pairing { games: 1, ..PAIRS }, 2, 3), [[0, 1], [1, 0], [0, 1]]);
    }

    #[test]
    fn colours_stay_without_swapping_and_begin_the_other_way_round_when_reversed() {
        assert_eq!(seats(Pairing { swap: false, ..PAIRS }, 2, 3), [[0, 1], [0, 1], [0, 1]]);
        assert_eq!(seats(Pairing { reverse: true, ..PAIRS }, 2, 3), [[1, 0], [0, 1], [1, 0]]);
        assert_eq!(seats(Pairing { reverse: true, swap: false, ..PAIRS }, 2, 2), [[1, 0], [1, 0]]);
    }

    #[test]
    fn a_round_lets_everybody_play_everybody() {
        let all = Pairing { rounds: 2, ..PAIRS };
        assert_eq!(Schedule::new(all, 3).total(), 12);
        assert_eq!(seats(all, 3, 7), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1], [0, 1]]);
    }

    #[test]
    fn a_gauntlet_is_played_by_the_first_engines_against_all_others() {
        let gauntlet = Pairing { tournament: Tournament::Gauntlet, games: 1, swap: false, ..PAIRS };
        assert_eq!(Schedule::new(gauntlet, 4).total(), 9);
        assert_eq!(seats(gauntlet, 4, 4), [[0, 1], [0, 2], [0, 3], [0, 1]]);
        let two = Pairing { seeds: 2, ..gauntlet };
        assert_eq!(seats(two, 4, 5), [[0, 2], [0, 3], [1, 2], [1, 3], [0, 2]]);
    }
}
