//! A game on one board.

use super::{AnyGame, Standing};
use crate::game::Game;
use crate::moves::Move;
use crate::name::GameName;
use crate::notation::{self, Fault, MoveError};
use crate::pair::action::Action;
use crate::perft;
use crate::piece::Color;
use crate::position::Position;
use crate::setup::Setup;

/// A game on one board and what takes back its moves.
#[derive(Clone, Debug)]
pub struct OneBoard<P: Position> {
    game: Game<P>,
    played: Vec<(Move, P::Undo)>,
}

impl<P: Position> OneBoard<P> {
    /// A game that begins here.
    pub fn new(position: P) -> OneBoard<P> {
        OneBoard { game: Game::new(position), played: Vec::new() }
    }

    /// The present position and the history that repetition needs.
    pub fn game(&self) -> &Game<P> {
        &self.game
    }
}

impl<P: Position> AnyGame for OneBoard<P> {
    fn name(&self) -> GameName {
        let position = self.game.position();
        GameName::new(position.variant(), position.core().chess960())
    }

    fn boards(&self) -> usize {
        1
    }

    fn turn(&self, _board: usize) -> Color {
        self.game.position().core().turn()
    }

    fn setup(&self, _board: usize) -> Setup {
        self.game.position().to_setup()
    }

    fn fen(&self) -> String {
        self.setup(0).to_string()
    }

    fn status(&self) -> Standing {
        Standing::Game(self.game.status())
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.game.position().legal_moves().to_vec()
    }

    fn why_illegal(&self, mv: Move) -> Option<Fault> {
        notation::why_illegal(self.game.position(), mv)
    }

    fn parse_uci(&self, text: &str) -> Result<Action, MoveError> {
        notation::parse_uci(self.game.position(), text).map(Action::Move)
    }

    fn parse_san(&self, _board: usize, text: &str) -> Result<Move, MoveError> {
        notation::parse_san(self.game.position(), text)
    }

    fn uci(&self, action: Action) -> String {
        match action {
            Action::Move(mv) => notation::uci(self.game.position(), mv),
            Action::Over { result, .. } => format!("over={}", result.text()),
            Action::MatchDraw => "over=1/2-1/2".to_string(),
        }
    }

    fn san(&self, mv: Move) -> String {
        notation::san(self.game.position(), mv)
    }

    fn play(&mut self, action: Action) -> Result<(), Fault> {
        let Action::Move(mv) = action else { return Err(Fault::OneBoard) };
        match self.why_illegal(mv) {
            Some(fault) => Err(fault),
            None => {
                let undo = self.game.make(mv, &mut ());
                self.played.push((mv, undo));
                Ok(())
            }
        }
    }

    fn undo(&mut self) -> Option<Action> {
        let (mv, undo) = self.played.pop()?;
        self.game.unmake(mv, undo);
        Some(Action::Move(mv))
    }

    fn played(&self) -> Vec<Action> {
        self.played.iter().map(|&(mv, _)| Action::Move(mv)).collect()
    }

    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool, report: &mut dyn FnMut(Move, u64)) -> Option<u64> {
        perft::divide(&mut self.game.position().clone(), depth, stop, report)
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}
