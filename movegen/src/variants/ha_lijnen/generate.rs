//! The moves of HA-lijnen (rules.md 4, "Moves"), but for the ban on repetition.

use super::HaLijnen;
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::generate::{Scope, piece_moves};
use crate::moves::{Move, MoveKind, MoveSink};
use crate::piece::{Color, Role};
use crate::square::Square;

/// The free squares of a colour's second rank, where promoting pawns are put back.
#[inline(always)]
pub(super) fn second_rank(core: &Core, color: Color) -> Bitboard {
    Bitboard::relative_rank(color, 1).without(core.board.occupied())
}

impl HaLijnen {
    /// All moves within the scope, those included that the ban on repetition bars.
    #[inline(always)]
    pub(super) fn generate_all<S: MoveSink>(&self, scope: &Scope, sink: &mut S) {
        let board = &self.core.board;
        let us = self.core.turn;
        let occupied = board.occupied();
        let captures = board.color(!us) & HaLijnen::line(us);
        let targets = (captures | !occupied) & scope.to;
        let own = board.color(us) & scope.from;
        let mut pieces = |role: Role, reach: fn(Square, Bitboard) -> Bitboard| {
            for from in board.role(role) & own {
                sink.extend(piece_moves(role, from), reach(from, occupied) & targets);
            }
        };
        pieces(Role::Knight, |from, _| attacks::knight(from));
        pieces(Role::Bishop, attacks::bishop);
        pieces(Role::Rook, attacks::rook);
        pieces(Role::Queen, |from, occupied| attacks::rook(from, occupied) | attacks::bishop(from, occupied));
        pieces(Role::King, |from, _| attacks::king(from));
        if scope.castling && self.core.state.castling.any() {
            let king = self.core.king(us);
            if scope.from.has(king) {
                // No check rule: attacks on the way do not matter.
                self.core.generate_castling(king, sink, |_, _, _| true);
            }
        }
        match us {
            Color::White => self.generate_pawns::<S, true>(scope, sink),
            Color::Black => self.generate_pawns::<S, false>(scope, sink),
        }
    }

    #[inline(always)]
    fn generate_pawns<S: MoveSink, const WHITE: bool>(&self, scope: &Scope, sink: &mut S) {
        let us = if WHITE { Color::White } else { Color::Black };
        let board = &self.core.board;
        let empty = !board.occupied();
        let last = Bitboard::relative_rank(us, 7);
        // Pawns that a turn has brought to the last rank cannot move.
        let pawns = board.men(us, Role::Pawn) & scope.from & !last;
        let (up, west, east) = if WHITE { (8, 7, 9) } else { (-8, -9, -7) };
        let en_passant = self.core.state.en_passant;
        let captures = board.color(!us) & HaLijnen::line(us) & scope.to;
        let single = pawns.forward(us) & empty;
        let first_ranks = Bitboard::relative_rank(us, 1) | Bitboard::relative_rank(us, 2);
        let double = (single & first_ranks).forward(us) & empty & scope.push;
        let single = single & scope.push;
        // A blockaded pawn steps as if it captured; on the en passant square that step is the capture.
        let blockaded = pawns & board.occupied().forward(!us);
        let aside = empty & scope.push & en_passant.map_or(Bitboard::ALL, |square| !Bitboard::of(square));
        let to_west = pawns.west().forward(us) & captures | blockaded.west().forward(us) & aside;
        let to_east = pawns.east().forward(us) & captures | blockaded.east().forward(us) & aside;
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, single & !last, up);
        sink.extend_pawns(MoveKind::DoubleStep, Role::Pawn, double, 2 * up);
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, to_west & !last, west);
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, to_east & !last, east);
        if ((single | to_west | to_east) & last).any() {
            for (targets, step) in [(single, up), (to_west, west), (to_east, east)] {
                self.generate_promotions(targets & last, step, sink);
            }
        }
        if let Some(to) = en_passant.filter(|_| scope.en_passant) {
            for from in attacks::pawn(!us, to) & pawns {
                sink.push(Move::new(MoveKind::EnPassant, Role::Pawn, from, to));
            }
        }
    }

    /// Moves to the last rank: to a piece of the stock there, or to a pawn on a free square of the second rank.
    fn generate_promotions<S: MoveSink>(&self, targets: Bitboard, step: i32, sink: &mut S) {
        let us = self.core.turn;
        for role in self.available(us) {
            sink.extend_pawns(MoveKind::Promotion, role, targets, step);
        }
        for to in targets {
            let from = Square::new((to.index() as i32 - step) as u8);
            for second in second_rank(&self.core, us) {
                sink.push(Move::with_second(MoveKind::PawnBack, Role::Pawn, from, to, second));
            }
        }
    }
}
