//! The moves at the root of the search.

use movegen::moves::Move;
use movegen::position::Position;

use crate::limits::{Limits, chosen};
use crate::score::{Bound, INFINITE};

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) best: Move,
    pub(crate) score: i32,
    /// The score of the iteration before.
    pub(crate) expected: i32,
    pub(crate) bound: Bound,
    pub(crate) seldepth: usize,
    pub(crate) pv: Vec<Move>,
    /// Nodes spent on the move by this thread.
    pub(crate) nodes: u64,
}

/// The legal root moves, or those asked for: the best one as far as it is known, then captures.
pub(crate) fn root_moves<P: Position>(position: &P, limits: &Limits, known: Option<Move>) -> Vec<RootMove> {
    let mut moves = chosen(position.legal_moves().to_vec(), &limits.search_moves);
    moves.sort_by_key(|&mv| (Some(mv) != known, !position.is_tactical(mv)));
    moves
        .into_iter()
        .map(|best| RootMove {
            best,
            score: -INFINITE,
            expected: -INFINITE,
            bound: Bound::Exact,
            seldepth: 1,
            pv: vec![best],
            nodes: 0,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;

    use super::*;

    #[test]
    fn the_move_that_the_table_knows_is_searched_first() {
        let start: Chess = fen::parse(Variant::Chess.start_fen(), Variant::Chess, false).expect("the start is sound");
        let known = start.legal_moves()[7];
        assert_eq!(root_moves(&start, &Limits::default(), Some(known))[0].best, known);
    }
}
