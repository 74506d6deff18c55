//! What is done in a match apart from moving: results given by flags, forfeits and agreements (rules.md 1 and 2.2).

use thiserror::Error;

use crate::moves::Move;
use crate::pair::Pair;
use crate::pair::rules::doorgeef;
use crate::piece::Color;
use crate::rules::{AgreedDraw, FlagFall, Variant};
use crate::setup::GameResult;

/// One entry of the move list of a match.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// A half-move on one of the boards.
    Move(Move),
    /// `1over=0-1`: the game on a board (0 = A, 1 = B) ends by flag, forfeit or agreement; in bughouse the match.
    Over {
        /// 0 = A, 1 = B.
        board: usize,
        /// Its result, White first.
        result: GameResult,
    },
    /// `over=1-1` (euwe), `over=1/2-1/2` (bughouse): all four agree on a draw of the match.
    MatchDraw,
}

impl From<Move> for Action {
    fn from(mv: Move) -> Action {
        Action::Move(mv)
    }
}

/// Why an action is not possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ActionError {
    /// The match is over.
    #[error("the match is over")]
    MatchOver,
    /// The game on this board is over.
    #[error("the game on board {} is over", ["A", "B"][*.0 & 1])]
    BoardOver(usize),
    /// The move is not legal.
    #[error("illegal move on board {}", ["A", "B"][.0.board() & 1])]
    Illegal(Move),
    /// All four cannot agree on a draw of the match in this game.
    #[error("a match of {0} is not drawn by agreement of all four")]
    NoMatchDraw(Variant),
    /// The draw agreed by all four is written otherwise in this game.
    #[error("a draw of the match is written {written} in {variant}")]
    MatchDrawForm {
        /// The game.
        variant: Variant,
        /// The form it uses.
        written: &'static str,
    },
    /// Two opponents cannot agree on a draw in this game.
    #[error("in {0} two opponents alone do not agree on a draw")]
    NoGameDraw(Variant),
}

/// How players end a game without a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The time of a player has run out.
    Flag {
        /// 0 = A, 1 = B.
        board: usize,
        /// The player's colour there.
        color: Color,
    },
    /// A player resigns, or makes an illegal move or crashes in a match.
    Forfeit {
        /// 0 = A, 1 = B.
        board: usize,
        /// The player's colour there.
        color: Color,
    },
    /// The two opponents on a board agree on a draw.
    DrawOfTwo {
        /// 0 = A, 1 = B.
        board: usize,
    },
    /// All four players agree on a draw of the match.
    DrawOfFour,
}

impl Pair {
    /// The action by which such an ending stands in the move list, with the result that the game's rules give it.
    ///
    /// # Errors
    /// The board or the match is over, or the game knows no such agreement.
    pub fn ending(&self, ending: Ending) -> Result<Action, ActionError> {
        let variant = self.variant();
        let rules = self.rules();
        let action = match ending {
            Ending::Flag { board, color } => {
                let saved = rules.flag_fall == FlagFall::LosesIfOpponentCanWin
                    && doorgeef::cannot_possibly_win(self, board & 1, color);
                Action::Over { board, result: if saved { GameResult::Draw } else { GameResult::won_by(!color) } }
            }
            Ending::Forfeit { board, color } => Action::Over { board, result: GameResult::won_by(!color) },
            Ending::DrawOfTwo { .. } if rules.agreed_draw == AgreedDraw::AllFour => {
                return Err(ActionError::NoGameDraw(variant));
            }
            Ending::DrawOfTwo { board } => Action::Over { board, result: GameResult::Draw },
            Ending::DrawOfFour => Action::MatchDraw,
        };
        self.check(action)?;
        Ok(action)
    }

    /// Whether an action is possible now.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, action: Action) -> Result<(), ActionError> {
        let board = match action {
            Action::Move(mv) => Some(mv.board()),
            Action::Over { board, .. } => Some(board & 1),
            Action::MatchDraw => None,
        };
        if self.is_over() {
            return Err(ActionError::MatchOver);
        }
        if let Some(board) = board.filter(|&board| self.over(board).is_some()) {
            return Err(ActionError::BoardOver(board));
        }
        match action {
            Action::Move(mv) if !self.is_legal(mv) => Err(ActionError::Illegal(mv)),
            Action::MatchDraw if self.rules().agreed_draw == AgreedDraw::Opponents => {
                Err(ActionError::NoMatchDraw(self.variant()))
            }
            _ => Ok(()),
        }
    }

    /// How a board on which the match waits ends without clocks (rules.md 2.2): a waiting player in check has lost, one
    /// not in check has drawn. `None` where nobody waits.
    pub fn result_without_clocks(&self, board: usize) -> Option<GameResult> {
        match self.board_status(board) {
            crate::rules::Status::Waiting { color, check: true } => Some(GameResult::won_by(!color)),
            crate::rules::Status::Waiting { check: false, .. } => Some(GameResult::Draw),
            _ => None,
        }
    }
}
