//! Moves in 32 bits, and lists of them.

use std::num::NonZeroU32;

use crate::bitboard::Bitboard;
use crate::piece::Role;
use crate::square::Square;

/// What sort of action a [`Move`] is. Never zero, so that `Option<Move>` takes four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A man goes from one square to another, capturing what stands there.
    Normal = 1,
    /// A pawn steps two squares.
    DoubleStep = 2,
    /// A pawn captures en passant; the captured pawn stands on the file of `to` and the rank of `from`.
    EnPassant = 3,
    /// `from` is the king's square, `to` the own rook's.
    Castling = 4,
    /// A pawn becomes a piece.
    Promotion = 5,
    /// A man comes from the hand to `to`.
    Drop = 6,
    /// Euwe: a pawn becomes the piece taken from the square `second` of the other board (rules.md 2.3).
    Taking = 7,
    /// HA-lijnen: the promoting pawn is put back on `second`, a free square of its own second rank (rules.md 4).
    PawnBack = 8,
    /// Superschaak: a superpiece replaces the man on `to`; with an exchange `from` and `second` change places too.
    Prelude = 9,
    /// HA-lijnen: the time of the player on move has run out; the frame is lost.
    Flag = 10,
}

impl MoveKind {
    const fn from_bits(bits: u32) -> Option<MoveKind> {
        Some(match bits {
            1 => MoveKind::Normal,
            2 => MoveKind::DoubleStep,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Castling,
            5 => MoveKind::Promotion,
            6 => MoveKind::Drop,
            7 => MoveKind::Taking,
            8 => MoveKind::PawnBack,
            9 => MoveKind::Prelude,
            10 => MoveKind::Flag,
            _ => return None,
        })
    }
}

/// One move: bits 0-5 `from`, 6-11 `to`, 12-17 `second`, 18-21 the role, 22-25 the kind, 26 the board.
/// Fields that a kind does not use are zero.
///
/// The role is that of the moving man, of the man that a pawn becomes, or of the man dropped or placed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Move(NonZeroU32);

const TO: u32 = 6;
const SECOND: u32 = 12;
const ROLE: u32 = 18;
const KIND: u32 = 22;
const BOARD: u32 = 26;

impl Move {
    #[inline(always)]
    const fn pack(kind: MoveKind, role: Role, from: u32, to: u32, second: u32) -> Move {
        let bits = (kind as u32) << KIND | (role as u32) << ROLE | second << SECOND | to << TO | from;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => Move(NonZeroU32::MIN),
        }
    }

    /// A displacement, double step, en passant capture, castling (king and rook square) or promotion.
    #[inline(always)]
    pub const fn new(kind: MoveKind, role: Role, from: Square, to: Square) -> Move {
        Move::pack(kind, role, from.index() as u32, to.index() as u32, 0)
    }

    /// A drop from the hand.
    #[inline(always)]
    pub const fn drop(role: Role, to: Square) -> Move {
        Move::pack(MoveKind::Drop, role, 0, to.index() as u32, 0)
    }

    /// A promotion with a second square: the square robbed (Euwe) or the pawn's new square (HA-lijnen).
    #[inline(always)]
    pub const fn with_second(kind: MoveKind, role: Role, from: Square, to: Square, second: Square) -> Move {
        Move::pack(kind, role, from.index() as u32, to.index() as u32, second.index() as u32)
    }

    /// A prelude action without or with an exchange of two squares (the lower file first).
    pub const fn prelude(role: Role, to: Square, exchange: Option<(Square, Square)>) -> Move {
        match exchange {
            Some((a, b)) => Move::with_second(MoveKind::Prelude, role, a, to, b),
            None => Move::pack(MoveKind::Prelude, role, 0, to.index() as u32, 0),
        }
    }

    /// The HA-lijnen move `flag`.
    pub const FLAG: Move = Move::pack(MoveKind::Flag, Role::Pawn, 0, 0, 0);

    /// The raw word, for tables.
    #[inline(always)]
    pub const fn bits(self) -> u32 {
        self.0.get()
    }

    /// A move from a raw word; `None` if the kind or the role does not exist. Whether the move is
    /// legal, or well formed, is for `is_legal` to say.
    #[inline(always)]
    pub fn from_bits(bits: u32) -> Option<Move> {
        MoveKind::from_bits(bits >> KIND & 15)?;
        Role::from_index((bits >> ROLE & 15) as usize)?;
        NonZeroU32::new(bits).map(Move)
    }

    /// The square left; the king's in castling; a8 to h8 or a1 in a prelude; a1 in a drop.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::new((self.bits() & 63) as u8)
    }

    /// The square reached; the rook's in castling.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::new((self.bits() >> TO & 63) as u8)
    }

    /// The second square of the kinds that have one.
    #[inline(always)]
    pub const fn second(self) -> Square {
        Square::new((self.bits() >> SECOND & 63) as u8)
    }

    /// The role field.
    #[inline(always)]
    pub const fn role(self) -> Role {
        match Role::from_index((self.bits() >> ROLE & 15) as usize) {
            Some(role) => role,
            None => Role::Pawn,
        }
    }

    /// What sort of action it is.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.bits() >> KIND & 15) {
            Some(kind) => kind,
            None => MoveKind::Normal,
        }
    }

    /// The board the move is made on: 0 = A (and every one-board game), 1 = B.
    #[inline(always)]
    pub const fn board(self) -> usize {
        (self.bits() >> BOARD & 1) as usize
    }

    /// The same move on the given board (0 = A, 1 = B).
    #[inline(always)]
    pub const fn on_board(self, board: usize) -> Move {
        let bits = self.bits() & !(1 << BOARD) | (board as u32 & 1) << BOARD;
        match NonZeroU32::new(bits) {
            Some(bits) => Move(bits),
            None => self,
        }
    }

    /// Whether a pawn becomes something, or is put back.
    #[inline(always)]
    pub const fn is_promotion(self) -> bool {
        matches!(self.kind(), MoveKind::Promotion | MoveKind::Taking | MoveKind::PawnBack)
    }

    /// Whether a man comes from the hand.
    #[inline(always)]
    pub const fn is_drop(self) -> bool {
        matches!(self.kind(), MoveKind::Drop)
    }

    /// The role of the man that leaves `from` or is dropped: the pawn for promotions.
    #[inline(always)]
    pub const fn mover(self) -> Role {
        if self.is_promotion() { Role::Pawn } else { self.role() }
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} {:?} {}-{}/{}", self.kind(), self.role(), self.from(), self.to(), self.second())
    }
}

/// Takes moves from a generator, one by one or as sets of target squares.
pub trait MoveSink {
    /// Takes one move.
    fn push(&mut self, mv: Move);

    /// Takes the moves of one man: `first` with each of these squares as `to` (its own `to` is a1).
    #[inline(always)]
    fn extend(&mut self, first: Move, targets: Bitboard) {
        for to in targets {
            self.push(first.towards(to));
        }
    }

    /// Takes the moves of many pawns, each `step` squares below its target in the numbering.
    #[inline(always)]
    fn extend_pawns(&mut self, kind: MoveKind, role: Role, targets: Bitboard, step: i32) {
        for to in targets {
            self.push(Move::new(kind, role, Square::A1, Square::A1).of_pawn(to, step));
        }
    }
}

impl Move {
    /// The move with another target; `self` must have a1 there.
    #[inline(always)]
    pub fn towards(self, to: Square) -> Move {
        Move(self.0 | (to.index() as u32) << TO)
    }

    /// The pawn move to a square from `step` squares below it in the numbering; `self` must have a1 twice.
    #[inline(always)]
    fn of_pawn(self, to: Square, step: i32) -> Move {
        Move(self.0 | ((to.index() as i32 - step) as u32 & 63) | (to.index() as u32) << TO)
    }
}

/// A list of moves that grows when it must and keeps its memory when cleared.
///
/// Lists are long in these games: a Euwe board can have about 1,500 moves (32 men with up to 27
/// squares each, five kinds to drop, 22 pawn promotions with up to 31 pieces to take).
#[derive(Clone, Debug)]
pub struct MoveList {
    moves: Vec<Move>,
    len: usize,
}

/// Room for one set of targets beyond the moves already there.
const WINDOW: usize = 64;

impl MoveList {
    /// An empty list.
    pub fn new() -> MoveList {
        MoveList { moves: vec![Move::FLAG; 4 * WINDOW], len: 0 }
    }

    /// Empties the list.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// The moves.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Move] {
        &self.moves[..self.len]
    }

    /// Exchanges two moves of the list and returns the one now in the `first` place.
    ///
    /// # Panics
    /// If a place is beyond the end.
    #[inline(always)]
    pub fn swap(&mut self, first: usize, second: usize) -> Move {
        let moves = &mut self.moves[..self.len];
        moves.swap(first, second);
        moves[first]
    }

    /// The 64 places after the last move.
    #[inline(always)]
    fn window(&mut self) -> &mut [Move; WINDOW] {
        if self.len + WINDOW > self.moves.len() {
            self.grow();
        }
        match self.moves[self.len..].first_chunk_mut() {
            Some(window) => window,
            None => unreachable!("grown just above"),
        }
    }

    #[cold]
    fn grow(&mut self) {
        self.moves.resize(2 * self.moves.len(), Move::FLAG);
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl std::ops::Deref for MoveList {
    type Target = [Move];

    #[inline(always)]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl MoveSink for MoveList {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.window()[0] = mv;
        self.len += 1;
    }

    #[inline(always)]
    fn extend(&mut self, first: Move, targets: Bitboard) {
        let window = self.window();
        let mut count = 0;
        for to in targets {
            window[count % WINDOW] = first.towards(to);
            count += 1;
        }
        self.len += count;
    }

    #[inline(always)]
    fn extend_pawns(&mut self, kind: MoveKind, role: Role, targets: Bitboard, step: i32) {
        let first = Move::new(kind, role, Square::A1, Square::A1);
        let window = self.window();
        let mut count = 0;
        for to in targets {
            window[count % WINDOW] = first.of_pawn(to, step);
            count += 1;
        }
        self.len += count;
    }
}

/// Counts moves without storing them.
#[derive(Clone, Copy, Default, Debug)]
pub struct MoveCount(pub u64);

impl MoveSink for MoveCount {
    #[inline(always)]
    fn push(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn extend(&mut self, _: Move, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline(always)]
    fn extend_pawns(&mut self, _: MoveKind, _: Role, targets: Bitboard, _: i32) {
        self.0 += u64::from(targets.count());
    }
}

/// Looks for one move among those generated.
pub(crate) struct MoveSearch {
    wanted: Move,
    /// Whether it was generated.
    pub(crate) found: bool,
}

impl MoveSearch {
    pub(crate) fn new(wanted: Move) -> MoveSearch {
        MoveSearch { wanted, found: false }
    }
}

impl MoveSink for MoveSearch {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.found |= mv == self.wanted;
    }
}
