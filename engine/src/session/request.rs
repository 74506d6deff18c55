//! What a session is asked, and what it answers.

use std::time::Duration;

use movegen::any_game::Standing;
use movegen::moves::Move;

use crate::limits::{Limits, SearchOptions};
use crate::strength::Strength;
use crate::team::{ClocksB, Seating};

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// For programs.
    Uci,
    /// For people.
    San,
}

/// Which of the legal moves to look at, as UCI text. Texts that are [`illegal`](super::Session::illegal) are skipped, and if no
/// move is left, all count.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum Roots {
    /// All.
    #[default]
    All,
    /// These alone (`searchmoves`).
    Only(Vec<String>),
    /// All but these (`exclude`).
    Except(Vec<String>),
}

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// When it ends; `search_moves` is filled in by the session.
    pub limits: Limits,
    /// Which moves to look at.
    pub roots: Roots,
    /// Threads, lines, overhead.
    pub options: SearchOptions,
    /// How strong to play, if not as strong as possible.
    pub strength: Option<Strength>,
    /// How the moves of the report and of the answer are written.
    pub notation: Notation,
    /// Two boards: for whom to think.
    pub seating: Seating,
    /// Two boards: the clocks of board B; those of board A, or of a board alone, are in `limits`.
    pub clocks_b: ClocksB,
}

impl Request {
    /// A search of all moves at full strength with these limits and the usual options, told in UCI notation; on two boards
    /// for the team with White on board A.
    pub fn new(limits: Limits) -> Request {
        Request {
            limits,
            roots: Roots::All,
            options: SearchOptions::default(),
            strength: None,
            notation: Notation::Uci,
            seating: Seating::default(),
            clocks_b: ClocksB::default(),
        }
    }

    /// Whether the clock of a player runs on one of the boards.
    pub fn is_on_the_clock(&self) -> bool {
        self.limits.is_on_the_clock() || self.clocks_b.time != [None; 2]
    }

    /// Whether only a command, or a mate found, ends it.
    pub fn is_unlimited(&self) -> bool {
        let Limits { depth, nodes, movetime, infinite, .. } = self.limits;
        infinite || (depth.is_none() && nodes.is_none() && movetime.is_none() && !self.is_on_the_clock())
    }
}

impl Roots {
    /// The moves to look at, none if there is no reason to leave any out.
    pub(super) fn choose(&self, legal: impl FnOnce() -> Vec<Move>, read: impl Fn(&str) -> Option<Move>) -> Vec<Move> {
        let read_all = |texts: &[String]| texts.iter().filter_map(|text| read(text)).collect::<Vec<_>>();
        match self {
            Roots::All => Vec::new(),
            Roots::Only(texts) => read_all(texts),
            Roots::Except(texts) => {
                let excluded = read_all(texts);
                legal().into_iter().filter(|mv| !excluded.contains(mv)).collect()
            }
        }
    }
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The move to play, on two boards a joint action; `None` if there is no legal one.
    pub best: Option<String>,
    /// The answer expected to it.
    pub ponder: Option<String>,
    /// How the game stands.
    pub standing: Standing,
    /// When the answer should be given, counted from the start of the search: weakened play takes its time.
    pub due: Duration,
}
