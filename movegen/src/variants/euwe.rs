//! Doorgeefschaak by the rules of the Euwe club: pawns dropped up from the first rank (4d), and kings that a
//! taking has exposed may be captured (2b). The taking itself needs both boards.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::generate::{Scope, piece_moves};
use crate::moves::{Move, MoveKind, MoveSink};
use crate::piece::{Role, Roles};
use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};
use crate::variants::chess;
use crate::variants::drops::Drops;

/// The rules of the Euwe club.
pub const RULES: DropRules = DropRules {
    variant: Variant::Euwe,
    captured: Captured::Partner,
    drop_check: DropCheck::Forbidden,
    pawn_drop: PawnDrop::FromFirstRank,
    promotion: Promotion::Taken,
    no_move: NoMove::Definitive,
    match_end: MatchEnd::Sum,
    flag_fall: FlagFall::Loses,
    agreed_draw: AgreedDraw::OpponentsOrAllFour,
};

const _: () = assert!(RULES.verify());

/// Captures of the enemy king that the ordinary generator leaves out: by pinned men, by the king itself, or
/// leaving the own king attacked (rules.md 2.3: any pseudo-legal capture of an exposed king is legal).
#[cold]
pub(crate) fn generate_king_captures<S: MoveSink>(core: &Core, scope: &Scope, promote: Roles, sink: &mut S) {
    let us = core.turn;
    let king = core.king(!us);
    if !scope.to.has(king) {
        return;
    }
    let attackers = core.attackers::<Drops>(king, core.board.occupied()) & core.board.color(us) & scope.from;
    for from in attackers {
        let Some(role) = core.board.role_on(from) else { continue };
        if role == Role::Pawn && king.relative_rank(us) == 7 {
            for role in promote {
                sink.push(Move::new(MoveKind::Promotion, role, from, king));
            }
        } else {
            sink.extend(piece_moves(role, from), king.into());
        }
    }
}

/// Whether the side to move can capture the enemy king.
#[inline(always)]
pub(crate) fn king_is_exposed(core: &Core) -> bool {
    chess::opponent_in_check::<Drops>(core)
}

/// Counts the enemy king among the checkers where it stands beside the own one. No play leads there, but a FEN may
/// (rules.md 2.3): the king can be captured, and no other move may leave the own one beside it.
pub(crate) fn find_contact_of_kings(core: &mut Core) {
    let contact = attacks::king(core.king(core.turn)) & core.board.men(!core.turn, Role::King);
    core.state.checkers |= contact;
}

/// The own ranks on which a pawn dropped by the side to move may stand (Euwe 4d: 1 to 7).
#[inline(always)]
pub(crate) fn pawn_drop_ranks(core: &Core) -> Bitboard {
    !Bitboard::relative_rank(core.turn, 7)
}
