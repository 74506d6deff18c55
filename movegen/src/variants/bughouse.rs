//! Bughouse: captured men go to the partner; what mate means when men may still arrive (rules.md 2.2).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};
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
