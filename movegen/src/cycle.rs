//! Moves that lead back to an earlier position, found without generating moves: two positions that one reversible
//! move of a piece turns into each other differ in their keys by the key of that move (M. van Kervinck, The design
//! and implementation of the Rookie 2.0 chess playing program, 2002, chapter 4.2). Men marked `~` change more of the key
//! when they move, and are not foreseen.

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
struct Moves {
    slots: Box<[Slot]>,
    /// Whether a move has the uppermost 17 bits of a key: small enough to stay in the first cache, and fifteen in
    /// sixteen keys of no move are known by it.
    filter: Box<[u64]>,
}

static MOVES: LazyLock<Moves> = LazyLock::new(|| {
    let mut moves = Moves {
        slots: vec![Slot { key: 0, squares: [Square::A1; 2] }; SLOTS].into_boxed_slice(),
        filter: vec![0; 1 << 11].into_boxed_slice(),
    };
    for color in Color::ALL {
        for role in Role::ALL.into_iter().filter(|&role| role != Role::Pawn) {
            for from in !Bitboard::EMPTY {
                let piece = Piece { color, role };
                for to in attacks::attacks(role, color, from, Bitboard::EMPTY) {
                    if from < to {
                        let key = zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::BLACK_TO_MOVE;
                        moves.add(Slot { key, squares: [from, to] });
                    }
                }
            }
        }
    }
    moves
});

impl Moves {
    fn add(&mut self, new: Slot) {
        let slot = slots(new.key).find(|&slot| self.slots[slot].key == 0);
        self.slots[slot.unwrap_or_default()] = new;
        self.filter[(new.key >> 53) as usize] |= 1 << (new.key >> 47 & 63);
    }

    #[inline(always)]
    fn may_have(&self, key: u64) -> bool {
        self.filter[(key >> 53) as usize] >> (key >> 47 & 63) & 1 != 0
    }
}

/// The slots where a key may lie, in order.
#[inline(always)]
fn slots(key: u64) -> impl Iterator<Item = usize> {
    (0..SLOTS).map(move |step| (key as usize).wrapping_add(step) & (SLOTS - 1))
}

/// Whether a move of `mover` on this board turns one position into another, `difference` being their keys combined by
/// exclusive or.
#[inline]
pub(crate) fn joins(board: &Board, mover: Color, difference: u64) -> bool {
    let moves = &*MOVES;
    if !moves.may_have(difference) {
        return false;
    }
    for slot in slots(difference) {
        let Slot { key, squares: [a, b] } = moves.slots[slot];
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
