//! Bughouse: captured men go to the partner; what mate means when men may still arrive (rules.md 2.2).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::pair::Pair;
use crate::pair::status::MatchScore;
use crate::piece::Role;
use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};
use crate::setup::GameResult;
use crate::variants::drops::Drops;

/// The rules of international bughouse, as played on FICS.
pub const RULES: DropRules = DropRules {
    variant: Variant::Bughouse,
    captured: Captured::Partner,
    drop_check: DropCheck::Allowed,
    pawn_drop: PawnDrop::FromSecondRank,
    promotion: Promotion::Marked,
    no_move: NoMove::MateForGood,
    match_end: MatchEnd::FirstResult,
    flag_fall: FlagFall::Loses,
    agreed_draw: AgreedDraw::AllFour,
};

const _: () = assert!(RULES.verify());

impl Drops {
    /// Whether a drop of some kind of man, in hand or not, could parry the check: one that the rules would
    /// allow on a square between the checking slider and the king. Never in contact, knight or double check.
    pub(crate) fn check_can_be_parried_by_a_drop(&self) -> bool {
        let core = &self.core;
        let king = core.king(core.turn());
        let checkers = core.checkers();
        let Some(checker) = checkers.first().filter(|_| !checkers.many()) else { return false };
        let between = attacks::between(king, checker);
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| (self.drop_squares(role, Bitboard::ALL) & between).any())
    }
}

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
