//! The squares from which men of each role check a king.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::piece::{Color, Role};
use crate::square::Square;

/// The squares from which men of each role check a king. The lines of sliders are looked up once for all roles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSquares {
    color: Color,
    king: Square,
    straight: Bitboard,
    diagonal: Bitboard,
}

impl CheckSquares {
    /// Those around the king of a colour over this occupation.
    #[inline(always)]
    pub fn of(color: Color, king: Square, occupied: Bitboard) -> CheckSquares {
        CheckSquares { color, king, straight: attacks::rook(king, occupied), diagonal: attacks::bishop(king, occupied) }
    }

    /// Those of an enemy man of this role; none of a king.
    #[inline(always)]
    pub fn by(&self, role: Role) -> Bitboard {
        match role {
            Role::Pawn => attacks::pawn(self.color, self.king),
            Role::Knight => attacks::knight(self.king),
            Role::Bishop => self.diagonal,
            Role::Rook => self.straight,
            Role::Queen => self.straight | self.diagonal,
            Role::King => Bitboard::EMPTY,
            Role::Veteran => attacks::king(self.king) | attacks::knight(self.king),
            Role::Princess => self.diagonal | attacks::knight(self.king),
            Role::Empress => self.straight | attacks::knight(self.king),
            Role::Amazon => self.straight | self.diagonal | attacks::knight(self.king),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_on_a_check_square_attacks_the_king_and_from_elsewhere_it_does_not() {
        let king = Square::at(4, 3);
        let occupied = Bitboard::of(king) | Square::at(4, 5).into() | Square::at(1, 3).into() | Square::at(6, 1).into();
        for color in Color::ALL {
            let checks = CheckSquares::of(color, king, occupied);
            for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
                for from in Bitboard::ALL.without(king.into()) {
                    let attacks = attacks::attacks(role, !color, from, occupied).has(king);
                    assert_eq!(checks.by(role).has(from), attacks, "{role:?} {from}");
                }
            }
        }
    }
}
