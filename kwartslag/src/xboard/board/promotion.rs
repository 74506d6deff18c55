//! `super`: promotions that XBoard lets through although nothing is there to promote to.

use movegen::bitboard::Bitboard;
use movegen::piece::{Color, Piece, Role};
use movegen::setup::Setup;
use movegen::square::Square;
use movegen::stock::Stock;

use super::{Board, Played};

impl Board {
    /// Accepts a promotion to a man that is not available, so that the game goes on as the GUI shows it; `None` if
    /// that is not all that is wrong with the move.
    pub(super) fn accept_promotion(&mut self, text: &str) -> Option<Played> {
        let from = Square::parse(text.get(..2)?)?;
        let to = Square::parse(text.get(2..4)?)?;
        let role = Role::from_letter(text.get(4..)?.trim_start_matches('=').chars().next()?.to_ascii_uppercase())?;
        let setup = promoted(self.game().setup(0), from, to, role)?;
        self.restart(&setup, true).ok()?;
        let note = format!("promotion: no {} is available; accepted as the board shows it", role.name());
        Some(Played { note: Some(note), claim: self.claim() })
    }
}

/// The position after a pawn has become this man, whether or not there was one.
fn promoted(mut setup: Setup, from: Square, to: Square, role: Role) -> Option<Setup> {
    let us = setup.turn;
    let pawn = Piece { color: us, role: Role::Pawn };
    let target = setup.board.piece_on(to);
    let file_step = from.file().abs_diff(to.file());
    let is_reached = match target {
        None => file_step == 0,
        Some(man) => file_step == 1 && man.color != us && man.role != Role::King,
    };
    let is_superchess = !matches!(role, Role::Pawn | Role::King);
    let is_promotion = from.relative_rank(us) == 6 && to.relative_rank(us) == 7;
    if setup.board.piece_on(from) != Some(pawn) || !is_promotion || !is_reached || !is_superchess {
        return None;
    }
    if let Some(man) = target {
        setup.board.take(man, to);
        let returns = !matches!(man.role, Role::Pawn | Role::Amazon) && !setup.promoted.has(to);
        if returns {
            setup.stock.get_or_insert(Stock::EMPTY).of_mut(man.color).add(man.role);
        }
        setup.promoted = setup.promoted.without(Bitboard::of(to));
    }
    setup.board.take(pawn, from);
    setup.board.put(Piece { color: us, role }, to);
    if role != Role::Amazon {
        setup.promoted |= Bitboard::of(to);
    }
    setup.en_passant = None;
    setup.halfmove = 0;
    setup.fullmove += u32::from(us == Color::Black);
    setup.turn = !us;
    Some(setup)
}
