//! Doorgeefschaak by the rules of the Euwe club on two boards: definitive mate (7d), and the piece that a promoting
//! pawn takes from the other board (5).

use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::generate::Scope;
use crate::moves::{Move, MoveKind, MoveSink};
use crate::pair::Pair;
use crate::pair::rules::doorgeef::has_bare_king;
use crate::piece::{Color, Piece, Role, Roles};
use crate::position::Position;
use crate::square::Square;
use crate::variants::drops::Drops;
use crate::variants::euwe::find_contact_of_kings;

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
        robbed.core.lapse_en_passant::<Drops>();
    }
}
