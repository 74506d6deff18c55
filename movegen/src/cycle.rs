//! Moves that lead back to an earlier position, found without generating moves: two positions that one reversible
//! move of a piece turns into each other differ in their keys by the key of that move (M. van Kervinck, The design
//! and implementation of the Rookie 2.0 chess playing program, 2002, chapter 4.2).

use std::sync::LazyLock;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, Role};
use crate::square::Square;
use crate::zobrist;

/// Slots of the table, a power of two; a quarter of them is used.
const SLOTS: usize = 1 << 15;

/// A reversible move by its key; key 0 for an empty slot.
#[derive(Clone, Copy)]
struct Slot {
    key: u64,
    squares: [Square; 2],
}

/// The reversible moves of all pieces on an empty board, by linear probing.
static MOVES: LazyLock<Box<[Slot]>> = LazyLock::new(|| {
    let mut table = vec![Slot { key: 0, squares: [Square::A1; 2] }; SLOTS].into_boxed_slice();
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for from in !Bitboard::EMPTY {
                let piece = Piece { color, role };
                for to in attacks::attacks(role, color, from, Bitboard::EMPTY) {
                    if from < to {
                        let key = zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::BLACK_TO_MOVE;
                        let slot = slots(key).find(|&slot| table[slot].key == 0);
                        table[slot.unwrap_or_default()] = Slot { key, squares: [from, to] };
                    }
                }
            }
        }
    }
    table
});

/// The slots where a key may lie, in order.
#[inline(always)]
fn slots(key: u64) -> impl Iterator<Item = usize> {
    (0..SLOTS).map(move |step| (key as usize).wrapping_add(step) & (SLOTS - 1))
}

/// Whether a move of `mover` on this board turns one position into another, `difference` being their keys combined by
/// exclusive or.
#[inline]
pub(crate) fn joins(board: &Board, mover: Color, difference: u64) -> bool {
    for slot in slots(difference) {
        let Slot { key, squares: [a, b] } = MOVES[slot];
        if key == 0 {
            return false;
        }
        if key == difference {
            let free = (attacks::between(a, b) & board.occupied()).is_empty();
            return free && (board.color(mover).has(a) || board.color(mover).has(b));
        }
    }
    false
}
