//! What came of a game: the full report that is stored, and what the standings need of it.

use movegen::piece::Color;
use serde::{Deserialize, Serialize};

/// Result of a game as seen from White.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// White won.
    #[serde(rename = "1-0")]
    White,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody won.
    #[serde(rename = "1/2-1/2")]
    Draw,
    /// Not counted.
    #[serde(rename = "*")]
    Void,
}

impl Outcome {
    /// As written in records.
    pub fn text(self) -> &'static str {
        match self {
            Outcome::White => "1-0",
            Outcome::Black => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::Void => "*",
        }
    }

    /// The result in which this colour wins.
    pub const fn won_by(winner: Color) -> Outcome {
        match winner {
            Color::White => Outcome::White,
            Color::Black => Outcome::Black,
        }
    }

    /// Half points of White; `None` if the game does not count.
    pub fn half_points(self) -> Option<u8> {
        match self {
            Outcome::White => Some(2),
            Outcome::Draw => Some(1),
            Outcome::Black => Some(0),
            Outcome::Void => None,
        }
    }
}

/// What ended a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// The rules of the game.
    Normal,
    /// The arena, by the engines' scores or the number of moves.
    Adjudication,
    /// A flag.
    TimeForfeit,
    /// A move that the rules forbid.
    IllegalMove,
    /// An engine ended.
    Crash,
    /// An engine did not answer.
    Stall,
    /// A move that the engine's rules allow and ours forbid.
    Void,
}

impl Termination {
    /// The value of the PGN tag.
    pub fn text(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Adjudication => "adjudication",
            Termination::TimeForfeit => "time forfeit",
            Termination::IllegalMove => "rules infraction",
            Termination::Crash => "abandoned",
            Termination::Stall => "stalled connection",
            Termination::Void => "unterminated",
        }
    }
}

/// What an engine did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Faults {
    /// Illegal moves.
    pub illegal_moves: u64,
    /// Times overstepped (frames of HA-lijnen included).
    pub time_losses: u64,
    /// Unexpected ends.
    pub crashes: u64,
    /// No answer.
    pub stalls: u64,
    /// Lines of thinking with an illegal move, a move after the end, or another first move than the one played.
    pub bad_pvs: u64,
}

impl Faults {
    /// Adds those of another game.
    pub fn add(&mut self, other: &Faults) {
        self.illegal_moves += other.illegal_moves;
        self.time_losses += other.time_losses;
        self.crashes += other.crashes;
        self.stalls += other.stalls;
        self.bad_pvs += other.bad_pvs;
    }
}

/// Time between reading one engine's move and having told the other, or the same, to go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Overhead {
    /// Moves counted.
    pub moves: u64,
    /// Sum in microseconds.
    pub total_us: u64,
    /// The longest, in microseconds.
    pub longest_us: u64,
}

impl Overhead {
    /// Counts one move.
    pub fn count(&mut self, microseconds: u64) {
        self.add(&Overhead { moves: 1, total_us: microseconds, longest_us: microseconds });
    }

    /// Adds that of another game.
    pub fn add(&mut self, other: &Overhead) {
        self.moves += other.moves;
        self.total_us += other.total_us;
        self.longest_us = self.longest_us.max(other.longest_us);
    }
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlayedMove {
    /// UCI text.
    pub uci: String,
    /// What the engine thought of it, as PGN comments show it: `+0.31/9`, `-M4/12`; absent in openings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    /// Seconds used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Nodes searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameReport {
    /// Number in the match, from 1.
    pub game: u64,
    /// Number of its pair, from 1.
    pub pair: u64,
    /// The game's id, followed by `960` for Chess960.
    pub variant: String,
    /// Name of White.
    pub white: String,
    /// Name of Black.
    pub black: String,
    /// The FEN it began from.
    pub fen: String,
    /// How many of the moves belong to the opening.
    pub opening: usize,
    /// The moves.
    pub moves: Vec<PlayedMove>,
    /// The result.
    pub result: Outcome,
    /// HA-lijnen: the score in frames, White first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<(u8, u8)>,
    /// What ended it.
    pub termination: Termination,
    /// In words: `mate`, `White's flag fell`, ...
    pub reason: String,
    /// The FEN it ended in.
    pub final_fen: String,
    /// Faults of White and Black.
    pub faults: [Faults; 2],
    /// The first bad line of thinking, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_pv: Option<String>,
    /// What was odd in it, but no fault: moves in another letter case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Time between the moves.
    pub overhead: Overhead,
    /// When it began, in seconds since 1970.
    pub began: u64,
    /// How long it took, in seconds.
    pub seconds: f64,
}
