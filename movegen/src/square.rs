//! Squares, files and ranks.

use std::fmt;

use crate::piece::Color;

/// One of the 64 squares, numbered a1 = 0, b1 = 1, ... h8 = 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square(u8);

impl Square {
    /// The square a1.
    pub const A1: Square = Square(0);
    /// The square h8.
    pub const H8: Square = Square(63);

    /// The square with this number; only the lowest six bits count.
    #[inline(always)]
    pub const fn new(index: u8) -> Square {
        Square(index & 63)
    }

    /// The square on this file (0 = a, 7 = h) and rank (0 = first, 7 = eighth).
    #[inline(always)]
    pub const fn at(file: u8, rank: u8) -> Square {
        Square(((rank & 7) << 3) | (file & 7))
    }

    /// Number from 0 (a1) to 63 (h8).
    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// File from 0 (a) to 7 (h).
    #[inline(always)]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// Rank from 0 (first) to 7 (eighth).
    #[inline(always)]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// Rank as seen by a colour: 0 is its own first rank.
    #[inline(always)]
    pub const fn relative_rank(self, color: Color) -> u8 {
        match color {
            Color::White => self.rank(),
            Color::Black => 7 - self.rank(),
        }
    }

    /// The square mirrored in the line between ranks 4 and 5 (a1 becomes a8).
    #[inline(always)]
    pub const fn flip(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The square as the colour sees it: itself for White, [`flip`](Square::flip)ped for Black.
    #[inline(always)]
    pub const fn relative(self, color: Color) -> Square {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }

    /// The square straight ahead of a pawn of this colour; wraps round the board on the last rank.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Square {
        match color {
            Color::White => Square::new(self.0.wrapping_add(8)),
            Color::Black => Square::new(self.0.wrapping_sub(8)),
        }
    }

    /// Where a man on this square stands after the board has turned 90 degrees clockwise:
    /// (file f, rank r) goes to (file r, rank 9-f) (rules.md 4, "The board turns").
    pub const fn turned(self) -> Square {
        Square::at(self.rank(), 7 - self.file())
    }

    /// Reads `a1` to `h8`.
    pub fn parse(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square::at(file - b'a', rank - b'1')),
            _ => None,
        }
    }

    /// All squares from a1 to h8.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file()) as char, (b'1' + self.rank()) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_turn_maps_the_corners_as_rules_4_says() {
        for (from, to) in [("h1", "a1"), ("h8", "h1"), ("a1", "a8"), ("a8", "h8")] {
            assert_eq!(Square::parse(from).unwrap().turned(), Square::parse(to).unwrap());
        }
    }

    #[test]
    fn text_round_trip() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        assert_eq!(Square::parse("i1"), None);
        assert_eq!(Square::parse("a9"), None);
        assert_eq!(Square::parse("a"), None);
    }
}
