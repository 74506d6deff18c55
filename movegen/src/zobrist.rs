//! Random numbers for position keys (Zobrist 1970).

use crate::piece::{Color, Piece, Role};
use crate::square::Square;
use crate::stock::Hand;

/// splitmix64 (Steele, Lea, Flood 2014), as a constant function.
const fn random(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

const fn table<const N: usize>(start: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = random(start + i as u64);
        i += 1;
    }
    table
}

const PIECES: usize = 2 * Role::COUNT * 64;
static PIECE: [u64; PIECES] = table(0);
static PROMOTED: [u64; 64] = table(10_000);
static CASTLING: [u64; 64] = table(11_000);
static EN_PASSANT: [u64; 64] = table(12_000);
static EXTRA: [u64; 256] = table(13_000);
static STOCK: [u64; PIECES] = stock_table();

const fn stock_table() -> [u64; PIECES] {
    let mut table = table(14_000);
    let mut i = 0;
    while i < PIECES {
        table[i] = 0;
        i += 64;
    }
    table
}

/// Key of Black being on move.
pub(crate) const BLACK_TO_MOVE: u64 = random(20_000);

/// Key of a man on a square.
#[inline(always)]
pub(crate) fn piece(piece: Piece, square: Square) -> u64 {
    PIECE[(piece.color.index() * Role::COUNT + piece.role.index()) * 64 + square.index()]
}

/// Key of the mark `~` on a square.
#[inline(always)]
pub(crate) fn promoted(square: Square) -> u64 {
    PROMOTED[square.index()]
}

/// Key of the right to castle with the rook on this square.
#[inline(always)]
pub(crate) fn castling(rook: Square) -> u64 {
    CASTLING[rook.index()]
}

/// Key of the right to capture en passant on this square.
#[inline(always)]
pub(crate) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.index()]
}

/// Key of a number of men (0 to 63) of a role in the stock of a colour; zero for none.
#[inline(always)]
pub(crate) fn stock(color: Color, role: Role, count: u32) -> u64 {
    STOCK[(color.index() * Role::COUNT + role.index()) * 64 + (count & 63) as usize]
}

/// Key of a whole hand.
pub(crate) fn hand(color: Color, hand: Hand) -> u64 {
    Role::ALL.into_iter().fold(0, |key, role| key ^ stock(color, role, hand.count(role)))
}

/// Further numbers for what single games add (frame, frames won, prelude, results).
#[inline(always)]
pub(crate) fn extra(index: u8) -> u64 {
    EXTRA[index as usize]
}

/// Key of a number below 2^40 that a single game adds, different for each.
pub(crate) const fn number(number: u64) -> u64 {
    random(30_000 + number)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_keys_differ() {
        let mut keys: Vec<u64> =
            PIECE.into_iter().chain(PROMOTED).chain(CASTLING).chain(EN_PASSANT).chain(EXTRA).collect();
        keys.push(BLACK_TO_MOVE);
        for color in Color::ALL {
            for role in Role::ALL {
                assert_eq!(stock(color, role, 0), 0);
                keys.extend((1..=63).map(|count| stock(color, role, count)));
            }
        }
        let count = keys.len();
        assert_eq!(keys.into_iter().collect::<HashSet<_>>().len(), count);
    }
}
