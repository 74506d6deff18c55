//! Crazyhouse: captured men change colour and go to the capturer's own hand (rules.md 2).

use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};

/// The rules of crazyhouse.
pub const RULES: DropRules = DropRules {
    variant: Variant::Crazyhouse,
    captured: Captured::OwnHand,
    drop_check: DropCheck::Allowed,
    pawn_drop: PawnDrop::FromSecondRank,
    promotion: Promotion::Marked,
    no_move: NoMove::Ends,
    match_end: MatchEnd::FirstResult,
    flag_fall: FlagFall::Loses,
    agreed_draw: AgreedDraw::Opponents,
};

const _: () = assert!(RULES.verify());
