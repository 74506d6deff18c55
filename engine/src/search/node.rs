//! What the search keeps for one node.

use movegen::moves::Move;

use super::correction::Features;
use crate::score::Bound;
use crate::table::Entry;

/// The kinds of nodes: on the principal variation, or tested against one bound.
pub(crate) trait Node {
    const PV: bool;
}
/// A node whose exact score is wanted.
pub(crate) struct Principal;
/// A node that is only compared with a bound.
pub(crate) struct Scout;
impl Node for Principal {
    const PV: bool = true;
}
impl Node for Scout {
    const PV: bool = false;
}

/// What a score says that was searched with this window.
#[inline(always)]
pub(super) fn bound_of(score: i32, alpha: i32, beta: i32) -> Bound {
    match score {
        s if s >= beta => Bound::Lower,
        s if s <= alpha => Bound::Upper,
        _ => Bound::Exact,
    }
}

/// What a node's moves are judged by.
#[derive(Clone, Copy)]
pub(crate) struct NodeInfo {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) depth: i32,
    pub(crate) ply: usize,
    pub(crate) in_check: bool,
    /// A score of beta or more is expected.
    pub(crate) cut: bool,
    /// The static evaluation, corrected by experience; in check lower than any score.
    pub(crate) evaluation: i32,
    /// The static evaluation as it is; none in check.
    pub(crate) raw: Option<i32>,
    /// Better than two plies ago.
    pub(crate) improving: bool,
    /// What the table says.
    pub(crate) known: Option<Entry>,
    /// The move left out (see [`Ply::excluded`](super::worker::Ply::excluded)).
    pub(crate) excluded: Option<Move>,
    pub(crate) features: Features,
}

/// How one move's position is to be searched.
pub(super) struct Step {
    /// Plies, not reduced.
    pub(super) depth: i32,
    pub(super) reduction: i32,
    /// Whether it is the first move of its node.
    pub(super) first: bool,
    /// Ply of the node the move is made in.
    pub(super) ply: usize,
    /// Whether that node expects a cut.
    pub(super) cut: bool,
}

/// The first moves tried at a node without success.
pub(super) struct SearchedMoves {
    moves: [[Move; SearchedMoves::MOST]; 2],
    counts: [usize; 2],
}

impl Default for SearchedMoves {
    #[inline(always)]
    fn default() -> SearchedMoves {
        SearchedMoves { moves: [[Move::FLAG; SearchedMoves::MOST]; 2], counts: [0; 2] }
    }
}

impl SearchedMoves {
    const MOST: usize = 32;

    #[inline(always)]
    pub(super) fn note(&mut self, mv: Move, tactical: bool) {
        let kind = usize::from(tactical);
        if self.counts[kind] < SearchedMoves::MOST {
            self.moves[kind][self.counts[kind]] = mv;
            self.counts[kind] += 1;
        }
    }

    pub(super) fn quiets(&self) -> &[Move] {
        &self.moves[0][..self.counts[0]]
    }

    pub(super) fn tacticals(&self) -> &[Move] {
        &self.moves[1][..self.counts[1]]
    }
}
