//! The game that `go` thinks about.

use std::fmt::Display;
use std::sync::Arc;

use engine::session::{self, OpenError, Opened, Rules, Session};
use movegen::fen::{FenNote, START_BOTH};
use thiserror::Error;

use super::parse::Origin;

/// There is nothing to think about: what was asked for last was refused, and the position before it is not the one that
/// is meant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("there is no position, as the last one was refused: {0}")]
pub(super) struct NoPosition(String);

/// The game as the last `position` set it up.
pub(super) struct CurrentGame {
    state: Result<Game, NoPosition>,
    /// Whether no position has been set up since the variant was chosen.
    untouched: bool,
}

/// A session, and what it was set up from.
struct Game {
    session: Arc<dyn Session>,
    rules: Rules,
    origin: Origin,
    moves: Vec<String>,
}

impl CurrentGame {
    /// The start of a game by these rules.
    pub(super) fn start_of(rules: Rules) -> CurrentGame {
        let state = match open(rules, &Origin::Start, &[]) {
            Ok(Opened { session, .. }) => Ok(Game { session, rules, origin: Origin::Start, moves: Vec::new() }),
            Err(error) => Err(NoPosition(error.to_string())),
        };
        CurrentGame { state, untouched: true }
    }

    /// The game as it stands.
    ///
    /// # Errors
    /// The last `position` was refused.
    pub(super) fn session(&self) -> Result<&Arc<dyn Session>, &NoPosition> {
        self.state.as_ref().map(|game| &game.session)
    }

    /// Sets up a position, and says what was changed in its FEN to read it. Moves that continue the present game are played
    /// on from there: replaying a long game would cost time at every move.
    ///
    /// # Errors
    /// What is wrong with the FEN, or which move is not legal. Then there is no position until the next good one: a GUI
    /// that goes on would take the analysis of another position for that of its own.
    pub(super) fn set(&mut self, rules: Rules, origin: Origin, moves: Vec<String>) -> Result<Vec<FenNote>, OpenError> {
        self.untouched = false;
        let present = self.state.as_ref().ok().filter(|game| game.rules == rules && game.origin == origin);
        let opened = match present.and_then(|game| Some((game, moves.strip_prefix(game.moves.as_slice())?))) {
            Some((game, further)) => game.continued(further),
            None => open(rules, &origin, &moves),
        };
        match opened {
            Ok(Opened { session, notes }) => {
                self.state = Ok(Game { session, rules, origin, moves });
                Ok(notes)
            }
            Err(error) => {
                self.refuse(&error);
                Err(error)
            }
        }
    }

    /// A `position` cannot be obeyed: there is none until the next good one.
    pub(super) fn refuse(&mut self, why: impl Display) {
        self.untouched = false;
        self.state = Err(NoPosition(why.to_string()));
    }

    /// The same game is written or started otherwise. A position that was given stays as it is written until the next one.
    pub(super) fn rules_changed(&mut self, rules: Rules) {
        if self.untouched {
            *self = CurrentGame::start_of(rules);
        }
    }

    /// Another game is played, from its start; but where a position is missing it still is.
    pub(super) fn variant_changed(&mut self, rules: Rules) {
        if self.state.is_ok() {
            *self = CurrentGame::start_of(rules);
        }
    }
}

impl Game {
    /// The same game after further moves.
    fn continued(&self, further: &[String]) -> Result<Opened, OpenError> {
        let session = self.session.continued(further).map_err(|mut error| {
            error.ply += self.moves.len();
            error
        })?;
        Ok(Opened { session, notes: Vec::new() })
    }
}

fn open(rules: Rules, origin: &Origin, moves: &[String]) -> Result<Opened, OpenError> {
    let fen = match origin {
        Origin::Start => None,
        Origin::StartBoth => Some(START_BOTH),
        Origin::Fen(fen) => Some(fen.as_str()),
    };
    session::open(&rules, fen, moves)
}
