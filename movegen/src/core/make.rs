//! Moving men about, with rights, clocks and key, and putting them back.

use super::{Core, CoreUndo, Family};
use crate::bitboard::Bitboard;
use crate::moves::{Move, MoveKind};
use crate::observer::Observer;
use crate::piece::{Color, Piece, Role};
use crate::square::Square;
use crate::zobrist;

impl Core {
    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.put(piece, square);
        self.state.key ^= zobrist::piece(piece, square);
        observer.added(piece, square);
    }

    /// Takes a man off.
    #[inline(always)]
    pub(crate) fn take<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.take(piece, square);
        self.state.key ^= zobrist::piece(piece, square);
        observer.removed(piece, square);
    }

    /// Adds a man to a stock.
    #[inline(always)]
    pub(crate) fn add_stock<O: Observer>(&mut self, color: Color, role: Role, observer: &mut O) {
        let hand = self.state.stock.of_mut(color);
        let before = hand.count(role);
        hand.add(role);
        let after = hand.count(role);
        self.state.key ^= zobrist::stock(color, role, before) ^ zobrist::stock(color, role, after);
        if after > before {
            observer.stocked(color, role, after);
        }
    }

    /// Takes a man from a stock that has it.
    #[inline(always)]
    pub(crate) fn take_stock<O: Observer>(&mut self, color: Color, role: Role, observer: &mut O) {
        let hand = self.state.stock.of_mut(color);
        let before = hand.count(role);
        hand.remove(role);
        let after = hand.count(role);
        self.state.key ^= zobrist::stock(color, role, before) ^ zobrist::stock(color, role, after);
        observer.spent(color, role, before);
    }

    /// Sets the mark `~`.
    #[inline(always)]
    pub(crate) fn mark(&mut self, square: Square) {
        self.state.promoted |= square.into();
        self.state.key ^= zobrist::promoted(square);
    }

    /// Removes the mark `~` if there is one, and says whether there was.
    #[inline(always)]
    pub(crate) fn unmark(&mut self, square: Square) -> bool {
        let marked = self.state.promoted.has(square);
        if marked {
            self.state.promoted ^= square.into();
            self.state.key ^= zobrist::promoted(square);
        }
        marked
    }

    /// Removes these castling rights, as far as they exist.
    #[inline(always)]
    pub(crate) fn lose_castling(&mut self, rooks: Bitboard) {
        let lost = self.state.castling & rooks;
        if lost.any() {
            self.state.castling ^= lost;
            self.state.key = lost.iter().fold(self.state.key, |key, rook| key ^ zobrist::castling(rook));
        }
    }

    /// Forgets the en passant square.
    #[inline(always)]
    pub(crate) fn clear_en_passant(&mut self) {
        if let Some(square) = self.state.en_passant.take() {
            self.state.key ^= zobrist::en_passant(square);
        }
    }

    /// Sets the en passant square.
    pub(crate) fn set_en_passant(&mut self, square: Square) {
        self.clear_en_passant();
        self.state.en_passant = Some(square);
        self.state.key ^= zobrist::en_passant(square);
    }

    /// The square of the pawn that an en passant capture takes.
    #[inline(always)]
    pub(crate) fn en_passant_victim(mv: Move) -> Square {
        Square::at(mv.to().file(), mv.from().rank())
    }

    /// Where king and rook go when castling: to the g- and f-file, or to the c- and d-file.
    #[inline(always)]
    pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
        let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
        (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()))
    }

    /// Moves the men of a displacement (any kind but drops and what single games add) and updates rights
    /// and clocks, without passing the turn. Returns the captured role and whether that man carried `~`.
    #[inline(always)]
    pub(crate) fn displace<F: Family, O: Observer>(&mut self, mv: Move, observer: &mut O) -> Option<(Role, bool)> {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        self.clear_en_passant();
        self.state.halfmove += 1;
        let mover = Piece { color: us, role: mv.mover() };
        match mv.kind() {
            MoveKind::Castling => {
                let rook = Piece { color: us, role: Role::Rook };
                let (king_to, rook_to) = Core::castling_targets(from, to);
                self.take(mover, from, observer);
                self.take(rook, to, observer);
                self.put(mover, king_to, observer);
                self.put(rook, rook_to, observer);
                self.lose_castling(Bitboard::relative_rank(us, 0));
                None
            }
            MoveKind::EnPassant => {
                let victim = Piece { color: !us, role: Role::Pawn };
                self.take(victim, Core::en_passant_victim(mv), observer);
                self.take(mover, from, observer);
                self.put(mover, to, observer);
                self.state.halfmove = 0;
                Some((Role::Pawn, false))
            }
            _ => {
                let captured = self.capture::<F, O>(to, observer);
                self.take(mover, from, observer);
                self.put(Piece { color: us, role: mv.role() }, to, observer);
                if F::MARKS && self.state.promoted.has(from) {
                    self.unmark(from);
                    self.mark(to);
                }
                if self.state.castling.any() {
                    let home = if mover.role == Role::King { Bitboard::relative_rank(us, 0) } else { from.into() };
                    self.lose_castling(home | to.into());
                }
                if mover.role == Role::Pawn || captured.is_some() {
                    self.state.halfmove = 0;
                }
                captured
            }
        }
    }

    /// Takes the enemy man on a square off, if there is one; returns its role and whether it carried `~`.
    #[inline(always)]
    fn capture<F: Family, O: Observer>(&mut self, square: Square, observer: &mut O) -> Option<(Role, bool)> {
        let role = self.board.role_on(square)?;
        self.take(Piece { color: !self.turn, role }, square, observer);
        Some((role, F::MARKS && self.unmark(square)))
    }

    /// Puts the men of a displacement back; `self.turn` is the mover again.
    #[inline(always)]
    pub(crate) fn replace(&mut self, mv: Move, captured: Option<Role>) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mover = Piece { color: us, role: mv.mover() };
        match mv.kind() {
            MoveKind::Castling => {
                let rook = Piece { color: us, role: Role::Rook };
                let (king_to, rook_to) = Core::castling_targets(from, to);
                self.board.take(mover, king_to);
                self.board.take(rook, rook_to);
                self.board.put(mover, from);
                self.board.put(rook, to);
            }
            MoveKind::EnPassant => {
                self.board.take(mover, to);
                self.board.put(mover, from);
                self.board.put(Piece { color: !us, role: Role::Pawn }, Core::en_passant_victim(mv));
            }
            _ => {
                self.board.take(Piece { color: us, role: mv.role() }, to);
                self.board.put(mover, from);
                if let Some(role) = captured {
                    self.board.put(Piece { color: !us, role }, to);
                }
            }
        }
    }

    /// Gives the turn to the other side, and finds the checks, pins and the en passant right there.
    #[inline(always)]
    pub(crate) fn pass_turn<F: Family>(&mut self, mv: Move) {
        self.switch_turn();
        self.find_checks_and_pins::<F>();
        if mv.kind() == MoveKind::DoubleStep {
            self.offer_en_passant::<F>(mv.from().forward(!self.turn));
        }
    }

    /// Changes the side to move and the move number.
    #[inline(always)]
    pub(crate) fn switch_turn(&mut self) {
        self.fullmove += (self.turn == Color::Black) as u32;
        self.turn = !self.turn;
        self.state.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Reverses [`switch_turn`](Core::switch_turn), but for the key.
    #[inline(always)]
    pub(crate) fn switch_turn_back(&mut self) {
        self.turn = !self.turn;
        self.fullmove -= (self.turn == Color::Black) as u32;
    }

    /// Passes the turn without a move, for search.
    pub(crate) fn make_null<F: Family>(&mut self) -> CoreUndo {
        let state = self.state;
        self.clear_en_passant();
        self.state.halfmove += 1;
        self.switch_turn();
        if F::CHECK {
            self.find_checks_and_pins::<F>();
        }
        CoreUndo { state, captured: None }
    }

    /// Takes back [`make_null`](Core::make_null).
    pub(crate) fn unmake_null(&mut self, undo: CoreUndo) {
        self.switch_turn_back();
        self.state = undo.state;
    }
}
