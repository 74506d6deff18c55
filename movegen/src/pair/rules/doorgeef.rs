//! Doorgeefschaak by KNSB rules on two boards: the sum of both games, and flags (KNSB 7 and 8).

use crate::pair::Pair;
use crate::pair::status::MatchScore;
use crate::piece::{Color, Role};
use crate::setup::GameResult;
use crate::variants::chess::one_square_colour;

/// The result of a match: the sum of both games, once both are over (KNSB 8).
pub(crate) fn match_score(results: [Option<GameResult>; 2]) -> Option<MatchScore> {
    let [a, b] = [MatchScore::of_board(0, results[0]?).halves, MatchScore::of_board(1, results[1]?).halves];
    Some(MatchScore { halves: [a[0] + b[0], a[1] + b[1]] })
}

/// Whether the opponent of a player whose flag falls cannot possibly win (KNSB 7), "not even by dropping men that
/// his partner has captured or can still capture", as rules.md 2.2 decides it: nothing can arrive for him, and on
/// board and in hand he has (i) a bare king; (ii) king and one knight against nothing but king and queens; or (iii)
/// king and bishops of one square colour on the board, or one bishop in hand, against no pawn, no knight and no
/// bishop in hand or on the other colour. Men that could still reach the flagged player are not counted.
pub(crate) fn cannot_possibly_win(pair: &Pair, board: usize, flagged: Color) -> bool {
    let opponent = !flagged;
    if pair.over(1 - board).is_none() && !has_bare_king(pair, 1 - board, opponent) {
        return false;
    }
    let core = &pair.board(board).core;
    let on_board = |color, role| core.board.men(color, role);
    let in_hand = |color, role| core.state.stock.of(color).count(role);
    let count = |color, role| on_board(color, role).count() + in_hand(color, role);
    let none = |color, roles: &[Role]| roles.iter().all(|&role| count(color, role) == 0);
    if !none(opponent, &[Role::Pawn, Role::Rook, Role::Queen]) {
        return false;
    }
    let (knights, bishops) = (count(opponent, Role::Knight), count(opponent, Role::Bishop));
    match (knights, bishops) {
        (0, 0) => true,
        (1, 0) => none(flagged, &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]),
        (0, _) if !none(flagged, &[Role::Pawn, Role::Knight]) || in_hand(flagged, Role::Bishop) > 0 => false,
        // A bishop in hand may go to either colour: every bishop of the flagged player stands on "the other" one.
        (0, 1) if in_hand(opponent, Role::Bishop) == 1 => on_board(flagged, Role::Bishop).is_empty(),
        (0, _) => in_hand(opponent, Role::Bishop) == 0 && one_square_colour(core.board.role(Role::Bishop)),
        _ => false,
    }
}

/// Whether a colour has only the king, on a board and in hand.
pub(crate) fn has_bare_king(pair: &Pair, board: usize, color: Color) -> bool {
    let core = &pair.board(board).core;
    core.board.count(color) <= 1 && core.state.stock.of(color).is_empty()
}
