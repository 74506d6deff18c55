//! Writes set-ups as FEN: the one form that every reader knows (rules.md 1).

use std::fmt;

use super::COUNTER_MAX;
use crate::piece::Color;
use crate::setup::Setup;
use crate::square::Square;

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            self.write_rank(rank, f)?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        if let Some(stock) = self.stock {
            write!(f, "[{stock}]")?;
        }
        f.write_str(if self.turn == Color::White { " w " } else { " b " })?;
        if self.castling.is_empty() {
            f.write_str("-")?;
        }
        for letter in &self.castling {
            write!(f, "{letter}")?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove.min(COUNTER_MAX), self.fullmove.min(COUNTER_MAX))?;
        if let Some(action) = self.prelude {
            write!(f, " prelude={action}")?;
        }
        if let Some((frame, frames)) = self.frame {
            write!(f, " frame={frame}/{frames}")?;
        }
        if let Some((white, black)) = self.won {
            write!(f, " won={white}-{black}")?;
        }
        if let Some(over) = self.over {
            write!(f, " over={}", over.text())?;
        }
        Ok(())
    }
}

impl Setup {
    fn write_rank(&self, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for square in (0..8).map(|file| Square::at(file, rank)) {
            let Some(piece) = self.board.piece_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", piece.letter())?;
            if self.promoted.has(square) {
                f.write_str("~")?;
            }
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}
