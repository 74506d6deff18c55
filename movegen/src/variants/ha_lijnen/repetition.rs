//! The ban on repetition (rules.md 4, "Repetition"): a move to a position that has already stood in this
//! frame is illegal.
//!
//! A position that stands again differs from the present one by one man of the side to move. So the positions of
//! the frame that one move could reproduce are found by comparing who stood where, and only those are compared
//! by key. Captures, promotions to a piece and lost castling rights cannot be undone; pawn moves can, for a pawn that
//! promotes may be put back on the second rank.

use super::en_passant_is_offered;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::moves::{Move, MoveKind, MoveSink};
use crate::piece::{Color, Piece, Role};
use crate::square::Square;
use crate::zobrist;

/// One position that has stood in the frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    key: u64,
    colors: [Bitboard; 2],
}

/// The positions of this frame, the present one last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Record {
    entries: Vec<Entry>,
    /// How many of the last moves can be undone by further moves.
    reversible: u32,
}

impl Record {
    pub(super) fn new() -> Record {
        Record { entries: Vec::new(), reversible: 0 }
    }

    /// Begins with the position that starts the frame, or was set up.
    pub(super) fn begin(&mut self, core: &Core) {
        self.push(core, true);
    }

    /// Adds the position after a move.
    #[inline(always)]
    pub(super) fn push(&mut self, core: &Core, irreversible: bool) {
        let colors = Color::ALL.map(|color| core.board.color(color));
        self.entries.push(Entry { key: core.key(), colors });
        self.reversible = if irreversible { 0 } else { self.reversible + 1 };
    }

    /// Takes the last position off; `reversible` is what it was before.
    #[inline(always)]
    pub(super) fn pop(&mut self, reversible: u32) {
        self.entries.pop();
        self.reversible = reversible;
    }

    #[inline(always)]
    pub(super) fn reversible(&self) -> u32 {
        self.reversible
    }

    /// The moves of one man that the ban bars, whether that man can make them or not.
    #[inline]
    pub(super) fn bans(&self, core: &Core) -> Bans {
        let mut bans = Bans { pairs: Vec::new(), earliest: 0, theirs: core.board.color(!core.turn) };
        // The move to come would be the fourth of those that lead back.
        if self.reversible >= 3 {
            self.find_bans(core, &mut bans);
        }
        bans
    }

    fn find_bans(&self, core: &Core, bans: &mut Bans) {
        let us = core.turn;
        let own = core.board.color(us);
        // Backwards from the present position: entry 3 is four plies before the one to come.
        let window = self.entries.iter().rev().take(self.reversible as usize + 1);
        for (plies, entry) in window.enumerate().skip(3).step_by(2) {
            if entry.colors[(!us).index()] != bans.theirs {
                continue;
            }
            let then = entry.colors[us.index()];
            let (left, entered) = (own.without(then), then.without(own));
            let (Some(from), Some(to)) = (left.first(), entered.first()) else { continue };
            if !left.many() && !entered.many() && key_after(core, from, to) == Some(entry.key) {
                bans.pairs.push((from, to));
                bans.earliest = plies;
            }
        }
    }
}

/// The key after a man of the side to move has gone to an empty square; `None` for an empty `from`.
fn key_after(core: &Core, from: Square, to: Square) -> Option<u64> {
    let (us, role) = (core.turn, core.board.role_on(from)?);
    let piece = Piece { color: us, role };
    let mut key = core.key() ^ zobrist::piece(piece, from) ^ zobrist::piece(piece, to) ^ zobrist::BLACK_TO_MOVE;
    if let Some(square) = core.state.en_passant {
        key ^= zobrist::en_passant(square);
    }
    let passed = from.forward(us);
    if role == Role::Pawn && passed.forward(us) == to && from.relative_rank(us) <= 1 && offers(core, passed) {
        key ^= zobrist::en_passant(passed);
    }
    Some(key)
}

/// Whether a double step over the square gives the opponent an en passant capture.
fn offers(core: &Core, passed: Square) -> bool {
    en_passant_is_offered(core, !core.turn, passed)
}

/// Barred moves, as the square left and the square reached; a pawn put back reaches the square it is put on.
pub(super) struct Bans {
    pairs: Vec<(Square, Square)>,
    /// How many plies ago the earliest position stood to which one of them leads back.
    earliest: usize,
    /// The opponent's men: a capture leads to a new position, wherever the capturing pawn is put back.
    theirs: Bitboard,
}

impl Bans {
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// How many plies ago the earliest position stood to which a barred move leads back.
    pub(super) fn earliest(&self) -> usize {
        self.earliest
    }

    /// Whether the move, otherwise legal, is barred.
    pub(super) fn contain(&self, mv: Move) -> bool {
        let reached = match mv.kind() {
            MoveKind::Normal | MoveKind::DoubleStep => mv.to(),
            MoveKind::PawnBack if !self.theirs.has(mv.to()) => mv.second(),
            _ => return false,
        };
        self.pairs.contains(&(mv.from(), reached))
    }

    /// Passes on what is not barred.
    pub(super) fn filter<'a, S: MoveSink>(&'a self, sink: &'a mut S) -> Filter<'a, S> {
        Filter { bans: self, sink }
    }

    /// Looks for a barred move among those that are `wanted`.
    pub(super) fn search<W: Fn(Move) -> bool>(&self, wanted: W) -> BarredSearch<'_, W> {
        BarredSearch { bans: self, wanted, found: false }
    }
}

/// See [`Bans::filter`].
pub(super) struct Filter<'a, S> {
    bans: &'a Bans,
    sink: &'a mut S,
}

impl<S: MoveSink> MoveSink for Filter<'_, S> {
    fn push(&mut self, mv: Move) {
        if !self.bans.contain(mv) {
            self.sink.push(mv);
        }
    }
}

/// See [`Bans::search`].
pub(super) struct BarredSearch<'a, W> {
    bans: &'a Bans,
    wanted: W,
    pub(super) found: bool,
}

impl<W: Fn(Move) -> bool> MoveSink for BarredSearch<'_, W> {
    fn push(&mut self, mv: Move) {
        self.found |= self.bans.contain(mv) && (self.wanted)(mv);
    }
}
