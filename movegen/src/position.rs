//! What every game offers to search, evaluation and tools.

use crate::core::Core;
use crate::moves::{Move, MoveCount, MoveKind, MoveList, MoveSink};
pub use crate::observer::Observer;
use crate::piece::{Color, Role};
use crate::rules::{Reason, Status, Variant};
use crate::setup::{PositionError, Setup};

/// Which moves to generate. `Tactical` and `Quiet` together are `All`, without overlap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// All legal moves.
    All,
    /// Captures (en passant included) and moves of pawns to the last rank.
    Tactical,
    /// The rest: quiet moves, castling, drops.
    Quiet,
}

/// What a repeated position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// The third occurrence is a draw.
    Draw,
    /// A move to a position that has stood in this frame is illegal (HA-lijnen).
    Illegal,
}

/// A legal position of a game, with its moves.
///
/// Positions are made from a checked [`Setup`] and changed by [`make`](Position::make) and
/// [`unmake`](Position::unmake) alone.
pub trait Position: Clone + Send + Sync + std::fmt::Debug + 'static {
    /// What `unmake` needs to restore the position before a move.
    type Undo: Clone + Send + Sync + std::fmt::Debug;

    /// What a repeated position means in this family of games.
    const REPETITION: Repetition = Repetition::Draw;
    /// Whether halfmove clock 100 is a draw.
    const FIFTY_MOVES: bool = false;

    /// Checks a set-up and makes a position of the game `variant` of it.
    ///
    /// # Errors
    /// Names the first field, square or number that breaks the rules of the game.
    fn from_setup(setup: &Setup, variant: Variant, chess960: bool) -> Result<Self, PositionError>;

    /// The position as a set-up, ready to be written as a FEN.
    fn to_setup(&self) -> Setup;

    /// The game.
    fn variant(&self) -> Variant;

    /// The board, the stocks, the side to move and the counters.
    fn core(&self) -> &Core;

    /// Key of the position for transposition tables: equal positions have equal keys.
    fn key(&self) -> u64 {
        self.core().key()
    }

    /// Key under which the position counts for repetition.
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// Whose action the next move is: the side to move.
    fn actor(&self) -> Color {
        self.core().turn()
    }

    /// Passes the selected legal moves to the sink, each once. None if the game is over by [`over`](Position::over);
    /// draws by repetition, fifty moves or dead position do not stop the moves.
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S);

    /// Whether the word is exactly one of the moves that [`generate`](Position::generate) lists.
    /// Any 32-bit word that is a [`Move`] may be asked.
    fn is_legal(&self, mv: Move) -> bool;

    /// Whether the move may be played: a legal move, or what a game has besides (the HA-lijnen move `flag`, which is
    /// not listed among the legal moves).
    fn accepts(&self, mv: Move) -> bool {
        self.is_legal(mv)
    }

    /// Whether the move would be legal but for the positions that have already stood (the HA-lijnen ban on repetition).
    /// Any move may be asked.
    fn is_barred_by_history(&self, _mv: Move) -> bool {
        false
    }

    /// Makes a legal move.
    fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> Self::Undo;

    /// Takes back the move that was made last.
    fn unmake(&mut self, mv: Move, undo: Self::Undo);

    /// The key after a legal move as far as it is told at a glance, for fetching what a table knows of it ahead of time:
    /// special moves and lost rights make another one.
    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        self.core().key_after(mv)
    }

    /// Passes the turn without a move; only for search, and only when the player is not in check.
    fn make_null(&mut self) -> Self::Undo;

    /// Takes back [`make_null`](Position::make_null).
    fn unmake_null(&mut self, undo: Self::Undo);

    /// Whether the king of the side to move could be captured next.
    fn in_check(&self) -> bool {
        self.core().checkers().any()
    }

    /// How the game ended, if the last move or the set-up ended it whatever moves there are now:
    /// a captured king, too few men, the last frame, a given result.
    fn over(&self) -> Option<Status> {
        None
    }

    /// How the game stands when the side to move has no legal move.
    fn stuck(&self) -> Status;

    /// Whether no sequence of moves can end in mate (a draw where the game has that rule).
    fn is_dead(&self) -> bool {
        false
    }

    /// Most plies ago that a position equal to this one can have stood: moves that cannot be undone lie before. Without
    /// stocks that captured men come back from, those are captures and pawn moves.
    fn reversible_plies(&self) -> usize {
        self.core().halfmove() as usize
    }

    /// If positions that have already stood bar one of the moves that are `wanted` here: how many plies ago the earliest of
    /// them stood. A score that rests on such a ban holds only where that position has stood.
    fn plies_to_banned(&self, _wanted: impl Fn(Move) -> bool) -> Option<usize> {
        None
    }

    /// The role that a legal move captures.
    fn captured(&self, mv: Move) -> Option<Role> {
        match mv.kind() {
            MoveKind::Normal | MoveKind::Promotion | MoveKind::Taking | MoveKind::PawnBack => {
                self.core().board().role_on(mv.to())
            }
            MoveKind::EnPassant => Some(Role::Pawn),
            _ => None,
        }
    }

    /// Whether [`Selection::Tactical`] contains the legal move.
    fn is_tactical(&self, mv: Move) -> bool {
        mv.is_promotion() || self.captured(mv).is_some()
    }

    /// Whether the exchange that the move starts on its target square wins at least `threshold`,
    /// counted with these values by role (any unit).
    fn see_ge(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool;

    /// All legal moves in a new list.
    fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Selection::All, &mut list);
        list
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        let mut count = MoveCount::default();
        self.generate(Selection::All, &mut count);
        count.0 != 0
    }

    /// How the game stands, if this position has stood so often in the game, now included. The reason is the first of
    /// mate, stalemate, dead position, repetition, fifty moves (rules.md 3, "Draws").
    fn status(&self, occurrences: u32) -> Status {
        if let Some(status) = self.over() {
            return status;
        }
        if !self.has_legal_move() {
            return self.stuck();
        }
        if self.is_dead() {
            return Status::Drawn(Reason::DeadPosition);
        }
        if Self::REPETITION == Repetition::Draw && occurrences >= 3 {
            return Status::Drawn(Reason::Repetition);
        }
        if Self::FIFTY_MOVES && self.core().halfmove() >= 100 {
            return Status::Drawn(Reason::FiftyMoves);
        }
        Status::Ongoing
    }
}
