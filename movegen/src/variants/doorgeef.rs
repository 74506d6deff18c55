//! Doorgeefschaak by KNSB rules: a drop never gives check (regulation 2); and `doorgeefsolo`, the
//! one-board practice game with crazyhouse hands.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::piece::Role;
use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};
use crate::variants::crazyhouse;

/// The rules of the KNSB.
pub const RULES: DropRules = DropRules {
    variant: Variant::Doorgeef,
    captured: Captured::Partner,
    drop_check: DropCheck::Forbidden,
    pawn_drop: PawnDrop::FromSecondRank,
    promotion: Promotion::Marked,
    no_move: NoMove::MateForGood,
    match_end: MatchEnd::Sum,
    flag_fall: FlagFall::LosesIfOpponentCanWin,
    agreed_draw: AgreedDraw::Opponents,
};

const _: () = assert!(RULES.verify());

/// Crazyhouse with doorgeef's drops.
pub const SOLO_RULES: DropRules =
    DropRules { variant: Variant::Doorgeefsolo, drop_check: DropCheck::Forbidden, ..crazyhouse::RULES };

const _: () = assert!(SOLO_RULES.verify());

/// The squares from which a man of this role, dropped by the side to move, would attack the enemy king
/// (KNSB 2, Euwe 4c: no drop with check, not even to parry one or to mate).
#[inline(always)]
pub(crate) fn checking_drops(core: &Core, role: Role) -> Bitboard {
    let king = core.king(!core.turn);
    attacks::attacks(role, !core.turn, king, core.board.occupied())
}
