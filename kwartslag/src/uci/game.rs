//! The game that `go` thinks about.

use std::sync::Arc;

use engine::session::{self, Opened, Rules, START_BOTH, Session};
use thiserror::Error;

use super::parse::Origin;

/// There is nothing to think about: what was asked for last was refused, and the position before it is not the one that
/// is meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no position, as the last one was refused: {0}")]
pub(super) struct NoPosition(String);

/// The game as the last `position` set it up.
pub(super) struct CurrentGame {
    state: State,
    /// Whether no position has been set up since the variant was chosen.
    untouched: bool,
}

enum State {
    Game { session: Arc<dyn Session>, source: Source },
    Refused(NoPosition),
}

/// What a session was set up from.
struct Source {
    rules: Rules,
    origin: Origin,
    moves: Vec<String>,
}

impl CurrentGame {
    /// The start of a game by these rules.
    pub(super) fn start_of(rules: Rules) -> CurrentGame {
        CurrentGame { state: State::opened(rules, Origin::Start, Vec::new()), untouched: true }
    }

    /// The game as it stands.
    ///
    /// # Errors
    /// The last `position` was refused.
    pub(super) fn session(&self) -> Result<&Arc<dyn Session>, &NoPosition> {
        match &self.state {
            State::Game { session, .. } => Ok(session),
            State::Refused(error) => Err(error),
        }
    }

    /// Sets up a position. Moves that continue the present game are played on from there: replaying a long game would cost
    /// time at every move.
    ///
    /// # Errors
    /// What is wrong with the FEN, or which move is not legal. Then there is no position until the next good one: a GUI
    /// that goes on would take the analysis of another position for that of its own.
    pub(super) fn set(&mut self, rules: Rules, origin: Origin, moves: Vec<String>) -> Result<(), String> {
        self.untouched = false;
        let continued = match &self.state {
            State::Game { session, source } => source
                .continued_by(rules, &origin, &moves)
                .map(|further| (session.continued(further), source.moves.len())),
            State::Refused(_) => None,
        };
        self.state = match continued {
            Some((opened, played)) => State::of(opened, played, Source { rules, origin, moves }),
            None => State::opened(rules, origin, moves),
        };
        match &self.state {
            State::Game { .. } => Ok(()),
            State::Refused(NoPosition(why)) => Err(why.clone()),
        }
    }

    /// The same game is written or started otherwise. A position that was given stays as it is written until the next one.
    pub(super) fn rules_changed(&mut self, rules: Rules) {
        if self.untouched {
            *self = CurrentGame::start_of(rules);
        }
    }

    /// Another game is played, from its start; but where a position is missing it still is.
    pub(super) fn variant_changed(&mut self, rules: Rules) {
        if let State::Game { .. } = self.state {
            *self = CurrentGame::start_of(rules);
        }
    }
}

impl State {
    fn opened(rules: Rules, origin: Origin, moves: Vec<String>) -> State {
        let fen = match &origin {
            Origin::Start => None,
            Origin::StartBoth => Some(START_BOTH),
            Origin::Fen(fen) => Some(fen.as_str()),
        };
        match session::open(&rules, fen, &moves) {
            Ok(opened) => State::of(opened, 0, Source { rules, origin, moves }),
            Err(error) => State::Refused(NoPosition(error.to_string())),
        }
    }

    /// What came of opening a game, or of continuing it after so many moves.
    fn of(opened: Opened, played: usize, source: Source) -> State {
        match opened.fault {
            None => State::Game { session: opened.session, source },
            Some(mut fault) => {
                fault.ply += played;
                State::Refused(NoPosition(fault.to_string()))
            }
        }
    }
}

impl Source {
    /// The moves by which this list goes on from the game, if it does.
    fn continued_by<'a>(&self, rules: Rules, origin: &Origin, moves: &'a [String]) -> Option<&'a [String]> {
        let is_known = rules == self.rules && *origin == self.origin;
        moves.strip_prefix(self.moves.as_slice()).filter(|_| is_known)
    }
}
