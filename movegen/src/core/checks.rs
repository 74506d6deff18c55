//! Who attacks what: checks, pins, and whether an en passant capture leaves the own king safe.

use super::{Core, Family};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};
use crate::square::Square;

impl Core {
    /// Rooks, queens and what else moves along ranks and files.
    #[inline(always)]
    pub(crate) fn straight<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Rook) | self.board.role(Role::Queen);
        if F::SUPER { men | self.board.role(Role::Empress) | self.board.role(Role::Amazon) } else { men }
    }

    /// Bishops, queens and what else moves along diagonals.
    #[inline(always)]
    pub(crate) fn diagonal<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Bishop) | self.board.role(Role::Queen);
        if F::SUPER { men | self.board.role(Role::Princess) | self.board.role(Role::Amazon) } else { men }
    }

    /// Knights and what else moves like one.
    #[inline(always)]
    pub(crate) fn jumping<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Knight);
        if F::SUPER {
            men | self.board.role(Role::Veteran)
                | self.board.role(Role::Princess)
                | self.board.role(Role::Empress)
                | self.board.role(Role::Amazon)
        } else {
            men
        }
    }

    /// Kings and veterans.
    #[inline(always)]
    pub(crate) fn stepping<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::King);
        if F::SUPER { men | self.board.role(Role::Veteran) } else { men }
    }

    /// The men of both colours that attack a square over this occupation.
    #[inline(always)]
    pub(crate) fn attackers<F: Family>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::knight(square) & self.jumping::<F>())
            | (attacks::king(square) & self.stepping::<F>())
            | (attacks::rook(square, occupied) & self.straight::<F>())
            | (attacks::bishop(square, occupied) & self.diagonal::<F>())
            | (attacks::pawn(Color::Black, square) & self.board.men(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.board.men(Color::Black, Role::Pawn))
    }

    /// Whether a colour attacks a square over this occupation. Men that are not part of it still count as leapers.
    #[inline(always)]
    pub(crate) fn attacked<F: Family>(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        let men = self.board.color(by);
        let leapers = (attacks::knight(square) & self.jumping::<F>())
            | (attacks::king(square) & self.stepping::<F>())
            | (attacks::pawn(!by, square) & self.board.role(Role::Pawn));
        (leapers & men).any()
            || (attacks::rook(square, occupied) & self.straight::<F>() & men).any()
            || (attacks::bishop(square, occupied) & self.diagonal::<F>() & men).any()
    }

    /// Finds who checks the side to move and which of its men are pinned.
    #[inline(always)]
    pub(crate) fn find_checks_and_pins<F: Family>(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let theirs = self.board.color(!us);
        let occupied = self.board.occupied();
        let mut checkers = theirs
            & ((attacks::knight(king) & self.jumping::<F>()) | (attacks::pawn(us, king) & self.board.role(Role::Pawn)));
        if F::SUPER {
            checkers |= theirs & attacks::king(king) & self.board.role(Role::Veteran);
        }
        let mut pinned = Bitboard::EMPTY;
        let snipers = theirs
            & ((attacks::rook_rays(king) & self.straight::<F>()) | (attacks::bishop_rays(king) & self.diagonal::<F>()));
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned & self.board.color(us);
    }

    /// Sets the en passant square if a capture on it is legal for the side to move.
    #[inline(always)]
    pub(crate) fn offer_en_passant<F: Family>(&mut self, square: Square) {
        let pawns = attacks::pawn(!self.turn, square) & self.board.men(self.turn, Role::Pawn);
        if pawns.any() && pawns.iter().any(|from| self.en_passant_is_legal::<F>(from, square)) {
            self.set_en_passant(square);
        }
    }

    /// Whether the own king is safe after a pawn of the side to move captures from `from` on `to` en passant.
    pub(crate) fn en_passant_is_legal<F: Family>(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let victim = Bitboard::of(Square::at(to.file(), from.rank()));
        let occupied = (self.board.occupied() ^ Bitboard::of(from) ^ victim) | to.into();
        let theirs = self.board.color(!us).without(victim);
        let sliders = (attacks::rook(king, occupied) & self.straight::<F>())
            | (attacks::bishop(king, occupied) & self.diagonal::<F>());
        let leapers = self.state.checkers.without(self.straight::<F>() | self.diagonal::<F>());
        // A man that both slides and leaps is judged by its leap here, by its lines above.
        let jumpers = attacks::knight(king) & self.jumping::<F>();
        ((sliders | leapers | jumpers) & theirs).is_empty()
    }
}
