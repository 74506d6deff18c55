//! How quiet moves are listed with what is thought of them, and how a list tells its best move.

use eval::Evaluate;
use movegen::bitboard::Bitboard;
use movegen::check_squares;
use movegen::core::Core;
use movegen::moves::{Move, MoveList, MoveSink};
use movegen::piece::Role;
use movegen::square::Square;

use super::history::Quiets;
use super::parameters as p;

/// No list of moves is longer (the longest, in Euwe, has about 1,500).
const PLACES: i32 = 1 << 12;

/// The score of a move, and where it stands on the list, in one number: of equal scores the first is the greatest, so
/// that one pass finds the place of the best, many at once. Scores reach from -2^19 to 2^19 - 1.
#[inline(always)]
pub(crate) fn rank(score: i32, place: usize) -> i32 {
    debug_assert!((-(1 << 19)..1 << 19).contains(&score) && place < PLACES as usize, "{score} {place}");
    score * PLACES + (PLACES - 1 - place as i32)
}

#[inline(always)]
pub(crate) fn score_of(rank: i32) -> i32 {
    rank.div_euclid(PLACES)
}

#[inline(always)]
pub(crate) fn place_of(rank: i32) -> usize {
    (PLACES - 1 - rank.rem_euclid(PLACES)) as usize
}

/// The squares from which a man of each role attacks the king of the player who is not on move. In a game without
/// exchanges, where most such attacks are no threat, the decisive square instead (see [`Evaluate::decisive_square`]).
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckSquares([Bitboard; Role::COUNT]);

impl CheckSquares {
    /// None.
    pub(crate) const NONE: CheckSquares = CheckSquares([Bitboard::EMPTY; Role::COUNT]);

    /// Those of a position.
    #[inline(always)]
    pub(crate) fn of<P: Evaluate>(position: &P) -> CheckSquares {
        match position.decisive_square() {
            _ if P::EXCHANGES => CheckSquares::of_king(position.core()),
            Some(square) => CheckSquares([square.into(); Role::COUNT]),
            None => CheckSquares::NONE,
        }
    }

    #[inline(always)]
    fn of_king(core: &Core) -> CheckSquares {
        let us = core.turn();
        let Some(king) = core.board().king(!us) else { return CheckSquares::NONE };
        let squares = check_squares::CheckSquares::of(!us, king, core.board().occupied());
        CheckSquares(Role::ALL.map(|role| squares.by(role)))
    }

    /// Those of a man of this role.
    #[inline(always)]
    fn by(&self, role: Role) -> Bitboard {
        self.0[role.index()]
    }

    /// Whether the target of the move is one of the squares for its man.
    #[inline(always)]
    pub(crate) fn attacked_by(&self, mv: Move) -> bool {
        self.by(mv.role()).has(mv.to())
    }
}

/// Whether a quiet move decides something at once (see [`Evaluate::decisive_square`]).
pub(crate) fn is_decisive<P: Evaluate>(position: &P, mv: Move) -> bool {
    position.decisive_square() == Some(mv.to())
}

/// Whether the move loses the man for less, by more than a trifle.
#[inline(always)]
pub(crate) fn loses_much<P: Evaluate>(position: &P, mv: Move) -> bool {
    !position.see_ge(mv, -p::see_check(), position.values())
}

/// Lists quiet moves and scores them by what was learnt of them, safe checks and the squares that enemy pawns cover.
pub(crate) struct QuietScorer<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) learnt: Quiets<'a>,
    pub(crate) checks: CheckSquares,
    /// Whether no move that is listed gives a check and loses the man.
    pub(crate) checks_are_safe: bool,
    /// The squares that enemy pawns attack.
    pub(crate) covered: Bitboard,
    pub(crate) moves: &'a mut MoveList,
    pub(crate) ranks: &'a mut Vec<i32>,
}

impl<P: Evaluate> QuietScorer<'_, P> {
    /// Scores the moves of one man to these squares; `any` is one of them or stands for them, `towards` makes each.
    #[inline(always)]
    fn score(&mut self, any: Move, targets: Bitboard, towards: impl Fn(Square) -> Move) {
        let man = self.learnt.of_piece(any);
        let covered = if any.mover() == Role::Pawn { Bitboard::EMPTY } else { self.covered };
        let base = p::pawn_threat() * i32::from(!any.is_drop() && covered.has(any.from()));
        let mut checks = targets & self.checks.by(any.role());
        if !self.checks_are_safe {
            for to in checks {
                if loses_much(self.position, towards(to)) {
                    checks ^= to.into();
                }
            }
        }
        let first = self.moves.len();
        self.ranks.extend(targets.into_iter().enumerate().map(|(i, to)| {
            let bonus = p::check_bonus() * i32::from(checks.has(to));
            let threat = p::pawn_threat() * i32::from(covered.has(to));
            rank(base + man.to(to) + bonus - threat, first + i)
        }));
    }
}

impl<P: Evaluate> MoveSink for QuietScorer<'_, P> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.score(mv, mv.to().into(), |_| mv);
        self.moves.push(mv);
    }

    #[inline(always)]
    fn extend(&mut self, first: Move, targets: Bitboard) {
        self.score(first, targets, |to| first.towards(to));
        self.moves.extend(first, targets);
    }
}

/// Lists only moves that attack the king from their target and do not lose the man.
pub(crate) struct SafeChecks<'a, P>(pub(crate) QuietScorer<'a, P>);

impl<P: Evaluate> MoveSink for SafeChecks<'_, P> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if self.0.checks.attacked_by(mv) && !loses_much(self.0.position, mv) {
            self.0.push(mv);
        }
    }

    #[inline(always)]
    fn extend(&mut self, first: Move, targets: Bitboard) {
        for to in targets & self.0.checks.by(first.role()) {
            self.push(first.towards(to));
        }
    }
}

/// Keeps only moves to the decisive square.
pub(crate) struct Decisive<'a, P> {
    pub(crate) position: &'a P,
    pub(crate) list: &'a mut MoveList,
}

impl<P: Evaluate> MoveSink for Decisive<'_, P> {
    fn push(&mut self, mv: Move) {
        if is_decisive(self.position, mv) {
            self.list.push(mv);
        }
    }
}
