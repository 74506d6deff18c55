//! Bughouse on two boards: what mate means when men may still arrive, and the result of the match (rules.md 2.2).

use crate::pair::Pair;
use crate::pair::status::MatchScore;
use crate::setup::GameResult;

/// Whether nothing can arrive on a board any more: the partner's game is over (rules.md 2.2).
pub(crate) fn nothing_can_arrive(pair: &Pair, board: usize) -> bool {
    pair.over(1 - board).is_some()
}

/// Whether the player on move, in check without a legal move, is mated: no drop of any kind of man could parry the
/// check, or nothing can arrive any more (rules.md 2.2). Otherwise the player waits.
pub(crate) fn mated_for_good(pair: &Pair, board: usize) -> bool {
    nothing_can_arrive(pair, board) || !pair.board(board).check_can_be_parried_by_a_drop()
}

/// The result of a bughouse match: that of the board that was decided.
pub(crate) fn match_score(results: [Option<GameResult>; 2]) -> Option<MatchScore> {
    let [a, b] = results;
    a.map(|result| MatchScore::of_board(0, result)).or(b.map(|result| MatchScore::of_board(1, result)))
}
