//! A match on two boards.

use super::{AnyGame, Standing};
use crate::fen;
use crate::moves::Move;
use crate::name::GameName;
use crate::notation::{Fault, MoveError, pair as text};
use crate::pair::action::Action;
use crate::pair::game::PairGame;
use crate::pair::{self, Pair};
use crate::piece::Color;
use crate::setup::Setup;

/// A match and what takes back its actions.
#[derive(Clone, Debug)]
pub struct TwoBoards {
    game: PairGame,
    /// Each action and the position before it, which endings found since have changed.
    played: Vec<(Action, Pair)>,
}

impl TwoBoards {
    /// A match that begins here.
    pub fn new(pair: Pair) -> TwoBoards {
        TwoBoards { game: PairGame::new(pair), played: Vec::new() }
    }

    /// The present position and the history that repetition needs.
    pub fn game(&self) -> &PairGame {
        &self.game
    }
}

impl AnyGame for TwoBoards {
    fn name(&self) -> GameName {
        let pair = self.game.pair();
        GameName::new(pair.variant(), pair.board(0).core.chess960())
    }

    fn boards(&self) -> usize {
        2
    }

    fn turn(&self, board: usize) -> Color {
        self.game.pair().board(board).core.turn()
    }

    fn setup(&self, board: usize) -> Setup {
        let [a, b] = self.game.pair().to_setups();
        if board & 1 == 0 { a } else { b }
    }

    fn fen(&self) -> String {
        fen::write_pair(self.game.pair())
    }

    fn status(&self) -> Standing {
        Standing::Match(self.game.status())
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.game.pair().legal_moves().to_vec()
    }

    fn why_illegal(&self, mv: Move) -> Option<Fault> {
        text::why_illegal(self.game.pair(), mv)
    }

    fn parse_uci(&self, text: &str) -> Result<Action, MoveError> {
        text::parse(self.game.pair(), text)
    }

    fn parse_san(&self, board: usize, text: &str) -> Result<Move, MoveError> {
        text::parse_san(self.game.pair(), board, text)
    }

    fn uci(&self, action: Action) -> String {
        text::write(self.game.pair(), action)
    }

    fn san(&self, mv: Move) -> String {
        text::san(self.game.pair(), mv)
    }

    fn play(&mut self, action: Action) -> Result<(), Fault> {
        if let Action::Move(mv) = action
            && let Some(fault) = self.why_illegal(mv)
        {
            return Err(fault);
        }
        let before = self.game.pair().clone();
        self.game.play(action).map_err(Fault::Action)?;
        self.played.push((action, before));
        Ok(())
    }

    fn undo(&mut self) -> Option<Action> {
        let (action, before) = self.played.pop()?;
        self.game.take_back(action, before);
        Some(action)
    }

    fn played(&self) -> Vec<Action> {
        self.played.iter().map(|&(action, _)| action).collect()
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool, report: &mut dyn FnMut(Move, u64)) -> Option<u64> {
        pair::perft::divide(self.game.pair(), depth, stop, report)
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
