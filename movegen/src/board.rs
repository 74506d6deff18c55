//! The placement of the men.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::piece::{Color, Piece, Role};
use crate::square::Square;

/// Who stands where: one set a role, one a colour, and the roles by square. The only mutators are
/// [`put`](Board::put) and [`take`](Board::take), so the three views never disagree.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Board {
    roles: [Bitboard; Role::COUNT],
    colors: [Bitboard; 2],
    squares: [Option<Role>; 64],
}

impl Board {
    /// A board without men.
    pub const EMPTY: Board =
        Board { roles: [Bitboard::EMPTY; Role::COUNT], colors: [Bitboard::EMPTY; 2], squares: [None; 64] };

    /// The men of a role, both colours.
    #[inline(always)]
    pub const fn role(&self, role: Role) -> Bitboard {
        self.roles[role.index()]
    }

    /// The men of a colour.
    #[inline(always)]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The men of a role and colour.
    #[inline(always)]
    pub fn men(&self, color: Color, role: Role) -> Bitboard {
        self.color(color) & self.role(role)
    }

    /// All men.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// What stands on the square, whatever its colour.
    #[inline(always)]
    pub const fn role_on(&self, square: Square) -> Option<Role> {
        self.squares[square.index()]
    }

    /// The man on the square.
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Option<Piece> {
        let role = self.role_on(square)?;
        let color = if self.color(Color::White).has(square) { Color::White } else { Color::Black };
        Some(Piece { color, role })
    }

    /// The king's square, `None` if there is no king (finished boards).
    #[inline(always)]
    pub fn king(&self, color: Color) -> Option<Square> {
        self.men(color, Role::King).first()
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub fn put(&mut self, piece: Piece, square: Square) {
        debug_assert!(self.role_on(square).is_none(), "{square} is occupied");
        let bit = Bitboard::of(square);
        self.roles[piece.role.index()] |= bit;
        self.colors[piece.color.index()] |= bit;
        self.squares[square.index()] = Some(piece.role);
    }

    /// Takes this man from the square on which it stands.
    #[inline(always)]
    pub fn take(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.piece_on(square), Some(piece), "on {square}");
        let bit = Bitboard::of(square);
        self.roles[piece.role.index()] ^= bit;
        self.colors[piece.color.index()] ^= bit;
        self.squares[square.index()] = None;
    }

    /// Number of men of a colour, the king included.
    pub fn count(&self, color: Color) -> u32 {
        self.color(color).count()
    }

    /// The board after a quarter turn (see [`Square::turned`]).
    pub fn turned(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                board.put(piece, square.turned());
            }
        }
        board
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            let row: String =
                (0..8).map(|file| self.piece_on(Square::at(file, rank)).map_or('.', Piece::letter)).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}
