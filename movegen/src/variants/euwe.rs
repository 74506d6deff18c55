//! Doorgeefschaak by the rules of the Euwe club: pawns dropped up from the first rank (4d), kings that a
//! taking has exposed may be captured (2b), and on promoting a piece is taken from the other board (5).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::generate::{Scope, piece_moves};
use crate::moves::{Move, MoveKind, MoveSink};
use crate::pair::Pair;
use crate::piece::{Color, Piece, Role, Roles};
use crate::position::Position;
use crate::rules::{
    AgreedDraw, Captured, DropCheck, DropRules, FlagFall, MatchEnd, NoMove, PawnDrop, Promotion, Variant,
};
use crate::square::Square;
use crate::variants::chess;
use crate::variants::doorgeef::has_bare_king;
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

/// Counts the enemy king among the checkers where it stands beside the own one. No play leads there, but a FEN may:
/// the king can be captured, and no other move may leave the own one beside it.
pub(crate) fn find_contact_of_kings(core: &mut Core) {
    let contact = attacks::king(core.king(core.turn)) & core.board.men(!core.turn, Role::King);
    core.state.checkers |= contact;
}

/// The own ranks on which a pawn dropped by the side to move may stand (Euwe 4d: 1 to 7).
#[inline(always)]
pub(crate) fn pawn_drop_ranks(core: &Core) -> Bitboard {
    !Bitboard::relative_rank(core.turn, 7)
}

/// Whether the player on move, in check without a legal move, is definitively mated (Euwe 7d, rules.md 2.2).
/// `partner_board_stuck`: on the other board the player on move has no legal move.
pub(crate) fn definitively_mated(pair: &Pair, board: usize, partner_board_stuck: bool) -> bool {
    let player = pair.board(board).core.turn;
    let partner = !player;
    let other = pair.board(1 - board);
    let partner_over = other.over.is_some();
    let partner_stuck = partner_board_stuck && other.core.turn == partner;
    let nothing_can_be_passed = partner_over || partner_stuck || has_bare_king(pair, 1 - board, player);
    let no_interposition = nothing_can_be_passed || !pair.board(board).check_can_be_parried_by_a_drop();
    let has_pawn =
        other.core.board.men(partner, Role::Pawn).any() || other.core.state.stock.of(partner).has(Role::Pawn);
    let partner_mated = partner_stuck && other.in_check();
    no_interposition && (partner_over || partner_mated || !has_pawn)
}

/// The pieces that a promoting player of this colour may take from a board: any but kings and pawns.
#[inline(always)]
fn takeable(board: &Core, color: Color) -> Bitboard {
    board.board.color(color).without(board.board.role(Role::King) | board.board.role(Role::Pawn))
}

/// The legal moves of a board beside another one: each promotion takes a piece from there (Euwe 5). Without a piece
/// to take there is no promotion.
#[inline(always)]
pub(crate) fn generate_with_takings<S: MoveSink>(
    mine: &Drops,
    board: usize,
    other: &Core,
    scope: &Scope,
    sink: &mut S,
) {
    let takeable = takeable(other, mine.core.turn);
    mine.generate_in(scope, ONE_PROMOTION, &mut Takings { sink, board, other, takeable });
}

/// Stands for a promotion until the piece is taken.
const ONE_PROMOTION: Roles = Roles::NONE.with(Role::Queen);

/// Turns each promotion into takings of all pieces there are, and hands on all moves as moves on `board`.
struct Takings<'a, S> {
    sink: &'a mut S,
    board: usize,
    other: &'a Core,
    takeable: Bitboard,
}

impl<S: MoveSink> MoveSink for Takings<'_, S> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        if mv.kind() != MoveKind::Promotion {
            return self.sink.push(mv.on_board(self.board));
        }
        for second in self.takeable {
            if let Some(role) = self.other.board.role_on(second) {
                let taking = Move::with_second(MoveKind::Taking, role, mv.from(), mv.to(), second);
                self.sink.push(taking.on_board(self.board));
            }
        }
    }

    #[inline(always)]
    fn extend(&mut self, first: Move, targets: Bitboard) {
        self.sink.extend(first.on_board(self.board), targets);
    }
}

/// Whether a taking (without its board) is legal: the letter matches a piece of the own colour that may be taken,
/// and the pawn can promote.
pub(crate) fn is_legal_taking(mine: &Drops, other: &Core, mv: Move) -> bool {
    let promotion = Move::new(MoveKind::Promotion, Role::Queen, mv.from(), mv.to());
    mv == Move::with_second(MoveKind::Taking, mv.role(), mv.from(), mv.to(), mv.second())
        && takeable(other, mine.core.turn).has(mv.second())
        && other.board.role_on(mv.second()) == Some(mv.role())
        && mine.is_legal(promotion)
}

/// What a taking does to the board that is robbed (rules.md 2.3): the piece goes, with its castling right; the
/// promoted pawn goes to the hand of the robbed player, or leaves play if that game is over; side to move and clocks
/// stay; checks and pins change, and an en passant right may lapse.
pub(crate) fn take_from(robbed: &mut Drops, piece: Piece, square: Square) {
    robbed.core.take(piece, square, &mut ());
    robbed.core.lose_castling(square.into());
    if robbed.over.is_none() {
        robbed.core.add_stock(piece.color, Role::Pawn, &mut ());
        robbed.core.find_checks_and_pins::<Drops>();
        find_contact_of_kings(&mut robbed.core);
        robbed.core.lapse_en_passant();
    }
}
