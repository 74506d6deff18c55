//! Club evenings: who plays whom, where and with which colour; results and standings (rules.md 5).
//!
//! Knows no engines: people play here. Participants are players (zomerschaak) or teams of two (doorgeefschaak).

pub mod render;
pub mod results;
pub mod roster;
pub mod rotation;
pub mod standings;

use std::fmt;

use thiserror::Error;

use roster::Roster;
use rotation::Round;

/// What is wrong with names or results.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// Too few or too many take part.
    #[error("a schedule has 2 to 60 participants, not {0}")]
    Participants(usize),
    /// A name that is taken.
    #[error("`{name}` is already on line {first}")]
    NameTwice {
        /// The name.
        name: String,
        /// Where it stands first, from 1.
        first: usize,
    },
    /// Not two names.
    #[error("`{0}` is not a team: write `TEAM: FIRST, SECOND` or `FIRST, SECOND`")]
    NotATeam(String),
    /// The results are no table.
    #[error("not a table of results: {0}")]
    NotATable(String),
    /// The header of the results lacks something.
    #[error(
        "the header has no column `result`, or neither `white` and `black` nor `round` and `table` (with teams `board` too)"
    )]
    Header,
    /// Not a result.
    #[error("`{0}` is not a result: write 1-0, 0-1 or 1/2-1/2")]
    Result(String),
    /// No such game in the schedule.
    #[error("there is no game {0} in this schedule")]
    NoGame(String),
    /// The names and the place are those of different games.
    #[error("{place} is {scheduled}, not {given}")]
    OtherGame {
        /// Round, table and board.
        place: String,
        /// Who plays there.
        scheduled: String,
        /// Who is named.
        given: String,
    },
    /// A game with two results.
    #[error("{game} already has a result on line {first}")]
    ResultTwice {
        /// The game.
        game: String,
        /// Where its result stands first, from 1.
        first: usize,
    },
}

impl Fault {
    fn on_line(self, line: usize) -> FileFault {
        FileFault { line: Some(line), fault: self }
    }

    fn in_file(self) -> FileFault {
        FileFault { line: None, fault: self }
    }
}

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct FileFault {
    /// The line, from 1; `None` if it is the file as a whole.
    pub line: Option<usize>,
    /// What is wrong there.
    #[source]
    pub fault: Fault,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        self.fault.fmt(f)
    }
}

/// A board of a table with two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Board {
    /// That of the teams' first players.
    A,
    /// That of their second players.
    B,
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Board::A => "A",
            Board::B => "B",
        })
    }
}

/// A player: the number of the participant, and which of its players, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Player {
    /// The participant.
    pub participant: usize,
    /// 0, or 1 for the second player of a team.
    pub member: usize,
}

/// One game of a schedule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pairing {
    /// The round, from 1.
    pub round: usize,
    /// The table, from 1.
    pub table: usize,
    /// The board, where the table has two.
    pub board: Option<Board>,
    /// Who has White.
    pub white: Player,
    /// Who has Black.
    pub black: Player,
}

impl Pairing {
    /// Where it is played, for people.
    pub fn place(&self) -> String {
        let place = format!("round {}, table {}", self.round, self.table);
        match self.board {
            Some(board) => format!("{place}, board {board}"),
            None => place,
        }
    }
}

/// Everything that is played in an evening or a competition.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Who takes part.
    pub roster: Roster,
    /// The rounds.
    pub rounds: Vec<Round>,
    /// All games, by round, table and board.
    pub games: Vec<Pairing>,
}

impl Schedule {
    /// A round robin of these participants.
    pub fn new(roster: Roster) -> Schedule {
        let rounds = rotation::round_robin(roster.participants.len());
        let mut games = Vec::new();
        for (round, seating) in (1..).zip(&rounds) {
            for (table, seats) in (1..).zip(&seating.tables) {
                let (white, black) = seats.white_and_black();
                // Partners have opposite colours, so the second players sit the other way round.
                let boards: &[(Option<Board>, usize, usize, usize)] = if roster.teams {
                    &[(Some(Board::A), white, black, 0), (Some(Board::B), black, white, 1)]
                } else {
                    &[(None, white, black, 0)]
                };
                games.extend(boards.iter().map(|&(board, white, black, member)| Pairing {
                    round,
                    table,
                    board,
                    white: Player { participant: white, member },
                    black: Player { participant: black, member },
                }));
            }
        }
        Schedule { roster, rounds, games }
    }

    /// The name of a player.
    pub fn name(&self, player: Player) -> &str {
        &self.roster.participants[player.participant].players[player.member]
    }

    /// The name of a participant.
    pub fn participant(&self, number: usize) -> &str {
        &self.roster.participants[number].name
    }

    /// The table whose board is turned after every round, from 1: that of the one who stays.
    pub fn turned_table(&self) -> Option<usize> {
        self.roster.participants.len().is_multiple_of(2).then_some(self.roster.participants.len() / 2)
    }

    /// The players of a game, White first.
    fn players(&self, game: &Pairing) -> String {
        format!("{} - {}", self.name(game.white), self.name(game.black))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partners_have_opposite_colours_and_first_players_meet_first_players() {
        for n in rotation::PARTICIPANTS {
            let schedule = Schedule::new(Roster::numbered(n, true).unwrap());
            for boards in schedule.games.chunks(2) {
                let [a, b] = boards else { panic!("a table has two boards") };
                assert_eq!((a.board, b.board), (Some(Board::A), Some(Board::B)));
                assert_eq!((a.round, a.table), (b.round, b.table));
                assert_eq!(a.white.participant, b.black.participant);
                assert_eq!(a.black.participant, b.white.participant);
                assert_eq!([a.white.member, a.black.member, b.white.member, b.black.member], [0, 0, 1, 1]);
            }
        }
    }

    #[test]
    fn a_player_meets_all_others_and_colours_are_those_of_the_seats() {
        let schedule = Schedule::new(Roster::numbered(7, false).unwrap());
        assert_eq!(schedule.games.len(), 21);
        assert_eq!(schedule.turned_table(), None);
        let first = &schedule.games[0];
        assert_eq!((first.round, first.table, first.board), (1, 1, None));
        assert_eq!(schedule.players(first), "1 - 7");
        assert_eq!(Schedule::new(Roster::numbered(8, false).unwrap()).turned_table(), Some(4));
    }
}
