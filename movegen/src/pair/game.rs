//! A two-board match with the history that repetition needs.

use crate::pair::Pair;
use crate::pair::action::{Action, ActionError, Ending};
use crate::pair::status::{Endings, PairStatus};
use crate::rules::{Reason, Status};

/// Occurrences of a position that make a draw.
const REPETITIONS: u32 = 3;

/// A match and, for each board, the keys of the positions after each move made there, the present one last.
#[derive(Clone, Debug)]
pub struct PairGame {
    pair: Pair,
    keys: [Vec<u64>; 2],
}

impl PairGame {
    /// A match that begins here. The set-up position counts for repetition, and is tested for being dead.
    pub fn new(pair: Pair) -> PairGame {
        let keys = [0, 1].map(|board| vec![pair.repetition_key(board)]);
        let mut game = PairGame { pair, keys };
        game.pair.settle(Endings::All);
        game
    }

    /// The present position.
    #[inline(always)]
    pub fn pair(&self) -> &Pair {
        &self.pair
    }

    /// The repetition keys of one board: the set-up, and after each move made there, with the hands as they then stood.
    #[inline(always)]
    pub fn keys(&self, board: usize) -> &[u64] {
        &self.keys[board & 1]
    }

    /// How often the position that stood on a board after the last move there has stood there.
    pub fn occurrences(&self, board: usize) -> u32 {
        let keys = self.keys(board);
        keys.last().map_or(0, |last| keys.iter().filter(|key| *key == last).count() as u32)
    }

    /// Plays an entry of the move list for good and ends what it ends: both boards are tested (rules.md 2.2). The
    /// reason given is the first of mate, stalemate, dead position, repetition.
    ///
    /// # Errors
    /// The action is not possible; nothing has changed.
    pub fn play(&mut self, action: Action) -> Result<(), ActionError> {
        self.pair.check(action)?;
        match action {
            Action::Move(mv) => {
                self.pair.make(mv);
                self.keys[mv.board()].push(self.pair.repetition_key(mv.board()));
                self.pair.settle(Endings::All);
                self.end_repetition(mv.board());
            }
            Action::Over { board, result } => self.pair.end_game(board, Status::from(result)),
            Action::MatchDraw => self.pair.end_match(),
        }
        Ok(())
    }

    /// Goes back to the position before the action that was played last.
    pub(crate) fn take_back(&mut self, action: Action, before: Pair) {
        self.pair = before;
        if let Action::Move(mv) = action {
            self.keys[mv.board()].pop();
        }
    }

    /// Ends a game, or the match, without a move, and returns the entry of the move list for it.
    ///
    /// # Errors
    /// The board or the match is over, or the game knows no such agreement; nothing has changed.
    pub fn end(&mut self, ending: Ending) -> Result<Action, ActionError> {
        let action = self.pair.ending(ending)?;
        self.play(action)?;
        Ok(action)
    }

    /// How both games and the match stand.
    pub fn status(&self) -> PairStatus {
        self.pair.status()
    }

    fn end_repetition(&mut self, board: usize) {
        let open = !self.pair.is_over() && self.pair.over(board).is_none();
        if open && self.occurrences(board) >= REPETITIONS {
            self.pair.end_game(board, Status::Drawn(Reason::Repetition));
        }
    }
}
