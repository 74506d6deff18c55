//! A position with the history that repetition needs.

use crate::moves::Move;
use crate::position::{Observer, Position};
use crate::rules::Status;

/// A position and the keys of all positions of the game so far, the present one last.
#[derive(Clone, Debug)]
pub struct Game<P> {
    position: P,
    keys: Vec<u64>,
}

impl<P: Position> Game<P> {
    /// A game that begins here; the set-up position counts for repetition.
    pub fn new(position: P) -> Game<P> {
        let keys = vec![position.repetition_key()];
        Game { position, keys }
    }

    /// A game that has come to this position after those with these repetition keys, the earliest first.
    pub fn with_history(position: P, earlier: Vec<u64>) -> Game<P> {
        let mut keys = earlier;
        keys.push(position.repetition_key());
        Game { position, keys }
    }

    /// The present position.
    #[inline(always)]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The repetition keys of all positions of the game, the present one last.
    #[inline(always)]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a legal move.
    #[inline]
    pub fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> P::Undo {
        let undo = self.position.make(mv, observer);
        self.keys.push(self.position.repetition_key());
        undo
    }

    /// Takes back the move that was made last.
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: P::Undo) {
        self.keys.pop();
        self.position.unmake(mv, undo);
    }

    /// Passes the turn (search only, see [`Position::make_null`]).
    #[inline]
    pub fn make_null(&mut self) -> P::Undo {
        let undo = self.position.make_null();
        self.keys.push(self.position.repetition_key());
        undo
    }

    /// Takes back [`make_null`](Game::make_null).
    #[inline]
    pub fn unmake_null(&mut self, undo: P::Undo) {
        self.keys.pop();
        self.position.unmake_null(undo);
    }

    /// Makes a legal move for good.
    pub fn play(&mut self, mv: Move) {
        self.make(mv, &mut ());
    }

    /// How often the present position has stood, now included.
    pub fn occurrences(&self) -> u32 {
        match self.keys.last() {
            Some(last) => self.keys.iter().filter(|key| *key == last).count() as u32,
            None => 0,
        }
    }

    /// How the game stands, repetition included.
    pub fn status(&self) -> Status {
        self.position.status(self.occurrences())
    }
}
