//! Doorgeefschaak by the rules of the Euwe club: pawns dropped up from the first rank (4d), kings that a
//! taking has exposed may be captured (2b), and on promoting a piece is taken from the other board (5).

use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::generate::{Scope, piece_moves};
use crate::moves::{Move, MoveKind, MoveSink};
use crate::piece::{Role, Roles};
use crate::rules::{Captured, DropCheck, DropRules, MatchEnd, NoMove, PawnDrop, Promotion, Variant};
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
};

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

/// The own ranks on which a pawn dropped by the side to move may stand (Euwe 4d: 1 to 7).
#[inline(always)]
pub(crate) fn pawn_drop_ranks(core: &Core) -> Bitboard {
    !Bitboard::relative_rank(core.turn, 7)
}
