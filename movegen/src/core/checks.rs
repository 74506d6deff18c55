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

    /// Forgets the en passant square for good if no capture on it is legal (any more).
    pub(crate) fn lapse_en_passant<F: Family>(&mut self) {
        if let Some(square) = self.state.en_passant {
            self.clear_en_passant();
            self.offer_en_passant::<F>(square);
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

#[cfg(test)]
mod tests {
    use crate::fen;
    use crate::notation::parse_uci;
    use crate::position::Position;
    use crate::rules::Variant;
    use crate::with_position_type;

    /// Whether the move is legal after the move in the game.
    fn may(variant: Variant, fen: &str, first: &str, text: &str) -> bool {
        with_position_type!(variant, P => {
            let mut position: P = fen::parse(fen, variant, false).unwrap();
            if !first.is_empty() {
                let mv = parse_uci(&position, first).unwrap();
                position.make(mv, &mut ());
            }
            parse_uci(&position, text).is_ok()
        })
    }

    #[test]
    fn en_passant_does_not_parry_the_check_of_a_leaper() {
        let fen = "4k3/8/8/3pP3/8/LEAPER/8/4K3[] w - d6 0 2";
        for (leaper, rank) in [("n", "3n4"), ("v", "3v4"), ("s", "3s4"), ("e", "3e4"), ("a", "3a4")] {
            assert!(!may(Variant::Superschaak, &fen.replace("LEAPER", rank), "", "e5d6"), "{leaper}");
        }
        assert!(!may(Variant::Superschaak, "4k3/8/8/3pP3/8/8/5v2/4K3[] w - d6 0 2", "", "e5d6"));
        assert!(may(Variant::Superschaak, "4k3/8/8/3pP3/8/2n5/8/4K3[] w - d6 0 2", "", "e5d6"));
        assert!(!may(Variant::Chess, "4k3/8/8/3pP3/8/3n4/8/4K3 w - d6 0 2", "", "e5d6"));
    }

    #[test]
    fn in_euwe_play_leads_to_the_check_of_a_leaper_beside_an_en_passant_right() {
        let fen = "4k3/3p4/8/4P3/8/3n4/8/4K3[] b - - 0 1";
        assert!(!may(Variant::Euwe, fen, "d7d5", "e5d6"));
        assert!(may(Variant::Euwe, &fen.replace("3n4", "8"), "d7d5", "e5d6"));
    }
}
