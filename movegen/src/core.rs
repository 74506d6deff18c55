//! What all one-board games share: board, side to move, rights, counters, key, checks and pins, and the
//! mechanics of moving men about. The rules of each game are in its own file under `variants`.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::{Color, Piece, Role};
use crate::setup::Setup;
use crate::square::Square;
use crate::stock::Stock;
use crate::zobrist;

mod checks;
mod make;

/// What the compiler may take for granted about a family of games.
pub(crate) trait Family {
    /// Whether superpieces occur.
    const SUPER: bool;
    /// Whether men carry the mark `~`.
    const MARKS: bool;
    /// Whether kings may not be left in check.
    const CHECK: bool;
}

/// The part of a position that a move cannot undo from its own data; saved whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub(crate) key: u64,
    pub(crate) checkers: Bitboard,
    pub(crate) pinned: Bitboard,
    pub(crate) castling: Bitboard,
    pub(crate) promoted: Bitboard,
    pub(crate) stock: Stock,
    pub(crate) halfmove: u32,
    pub(crate) en_passant: Option<Square>,
}

/// What unmaking a move needs.
#[derive(Clone, Copy, Debug)]
pub struct CoreUndo {
    pub(crate) state: State,
    pub(crate) captured: Option<Role>,
}

/// The common part of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Core {
    pub(crate) board: Board,
    pub(crate) state: State,
    pub(crate) turn: Color,
    pub(crate) fullmove: u32,
    pub(crate) chess960: bool,
}

impl Core {
    /// The board.
    #[inline(always)]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Who is on move.
    #[inline(always)]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The stocks of both colours.
    #[inline(always)]
    pub fn stock(&self) -> &Stock {
        &self.state.stock
    }

    /// The men marked `~`.
    #[inline(always)]
    pub fn promoted(&self) -> Bitboard {
        self.state.promoted
    }

    /// The rooks with which their owner may still castle.
    #[inline(always)]
    pub fn castling(&self) -> Bitboard {
        self.state.castling
    }

    /// The square on which a pawn can be captured en passant; only where such a capture is legal.
    #[inline(always)]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// The men that attack the king of the side to move.
    #[inline(always)]
    pub fn checkers(&self) -> Bitboard {
        self.state.checkers
    }

    /// The men of the side to move that stand alone between their king and an enemy slider.
    #[inline(always)]
    pub fn pinned(&self) -> Bitboard {
        self.state.pinned
    }

    /// Half-moves since the last capture or pawn move.
    #[inline(always)]
    pub fn halfmove(&self) -> u32 {
        self.state.halfmove
    }

    /// Number of the move, from 1.
    #[inline(always)]
    pub fn fullmove(&self) -> u32 {
        self.fullmove
    }

    /// Whether castling is written as king takes rook.
    #[inline(always)]
    pub fn chess960(&self) -> bool {
        self.chess960
    }

    #[inline(always)]
    pub(crate) fn key(&self) -> u64 {
        self.state.key
    }

    /// The key after a plain move or capture, but for what the move does to a stock.
    #[inline(always)]
    pub(crate) fn key_after(&self, mv: Move) -> u64 {
        let (us, to) = (self.turn, mv.to());
        let mut key =
            self.state.key ^ zobrist::BLACK_TO_MOVE ^ zobrist::piece(Piece { color: us, role: mv.role() }, to);
        if !mv.is_drop() {
            key ^= zobrist::piece(Piece { color: us, role: mv.mover() }, mv.from());
            if let Some(role) = self.board.role_on(to) {
                key ^= zobrist::piece(Piece { color: !us, role }, to);
            }
        }
        self.state.en_passant.map_or(key, |square| key ^ zobrist::en_passant(square))
    }

    /// What one man more in the stock makes of a key.
    #[inline(always)]
    pub(crate) fn key_with_stocked(&self, key: u64, color: Color, role: Role) -> u64 {
        let count = self.state.stock.of(color).count(role);
        key ^ zobrist::stock(color, role, count) ^ zobrist::stock(color, role, count + 1)
    }

    /// The king of a colour; a1 if there is none (boards that are over, whose checks and pins do not matter).
    #[inline(always)]
    pub(crate) fn king(&self, color: Color) -> Square {
        Square::new(self.board.men(color, Role::King).0.trailing_zeros() as u8)
    }

    /// A core with this placement, without rights, checks or pins computed. The caller has checked the set-up.
    pub(crate) fn from_setup<F: Family>(setup: &Setup, castling: Bitboard, chess960: bool) -> Core {
        let mut core = Core {
            board: setup.board.clone(),
            state: State {
                key: 0,
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                castling,
                promoted: if F::MARKS { setup.promoted } else { Bitboard::EMPTY },
                stock: setup.stock.unwrap_or_default(),
                halfmove: setup.halfmove,
                en_passant: None,
            },
            turn: setup.turn,
            fullmove: setup.fullmove,
            chess960,
        };
        if F::CHECK {
            core.find_checks_and_pins::<F>();
        }
        core.state.key = core.computed_key();
        core
    }

    /// The set-up of this core, without the fields of single games. The stock is left out if `stock` is false.
    pub(crate) fn to_setup(&self, stock: bool) -> Setup {
        Setup {
            board: self.board.clone(),
            promoted: self.state.promoted,
            stock: stock.then_some(self.state.stock),
            turn: self.turn,
            castling: self.castling_letters(),
            en_passant: self.state.en_passant,
            halfmove: self.state.halfmove,
            fullmove: self.fullmove,
            prelude: None,
            frame: None,
            won: None,
            over: None,
        }
    }

    /// X-FEN: `K` or `Q` for the outermost rook on that side of the king, else the file letter.
    fn castling_letters(&self) -> Vec<char> {
        let mut letters = Vec::new();
        for color in Color::ALL {
            let king = self.king(color);
            let home = Bitboard::relative_rank(color, 0);
            let rooks = self.board.men(color, Role::Rook) & home;
            let rights = self.state.castling & self.board.color(color);
            let mut sides: Vec<Square> = rights.iter().collect();
            sides.reverse();
            for rook in sides {
                let east = rook.file() > king.file();
                let beyond = rooks
                    .iter()
                    .any(|other| if east { other.file() > rook.file() } else { other.file() < rook.file() });
                let letter = match (beyond, east) {
                    (true, _) => (b'A' + rook.file()) as char,
                    (false, true) => 'K',
                    (false, false) => 'Q',
                };
                letters.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
        letters
    }

    /// The key computed from scratch; always equal to the one kept move by move.
    pub(crate) fn computed_key(&self) -> u64 {
        let mut key = 0;
        for square in self.board.occupied() {
            if let Some(piece) = self.board.piece_on(square) {
                key ^= zobrist::piece(piece, square);
            }
        }
        key = self.state.promoted.iter().fold(key, |key, square| key ^ zobrist::promoted(square));
        key = self.state.castling.iter().fold(key, |key, square| key ^ zobrist::castling(square));
        for color in Color::ALL {
            key ^= zobrist::hand(color, self.state.stock.of(color));
        }
        if let Some(square) = self.state.en_passant {
            key ^= zobrist::en_passant(square);
        }
        if self.turn == Color::Black { key ^ zobrist::BLACK_TO_MOVE } else { key }
    }
}
