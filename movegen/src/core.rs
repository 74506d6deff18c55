//! What all one-board games share: board, side to move, rights, counters, key, checks and pins, and the
//! mechanics of moving men about. The rules of each game are in its own file under `variants`.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::{Move, MoveKind};
use crate::piece::{Color, Piece, Role};
use crate::position::Observer;
use crate::setup::Setup;
use crate::square::Square;
use crate::stock::Stock;
use crate::zobrist;

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

    /// The king of a colour; a1 if there is none (boards that are over never ask).
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

    /// Rooks, queens and what else moves along ranks and files.
    #[inline(always)]
    pub(crate) fn straight<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Rook) | self.board.role(Role::Queen);
        if F::SUPER { men | self.board.role(Role::Empress) | self.board.role(Role::Amazon) } else { men }
    }

    /// Bishops, queens and what else moves along diagonals.
    #[inline(always)]
    pub(crate) fn diagonal<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Bishop) | self.board.role(Role::Queen);
        if F::SUPER { men | self.board.role(Role::Princess) | self.board.role(Role::Amazon) } else { men }
    }

    /// Knights and what else moves like one.
    #[inline(always)]
    pub(crate) fn jumping<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::Knight);
        if F::SUPER {
            men | self.board.role(Role::Veteran)
                | self.board.role(Role::Princess)
                | self.board.role(Role::Empress)
                | self.board.role(Role::Amazon)
        } else {
            men
        }
    }

    /// Kings and veterans.
    #[inline(always)]
    pub(crate) fn stepping<F: Family>(&self) -> Bitboard {
        let men = self.board.role(Role::King);
        if F::SUPER { men | self.board.role(Role::Veteran) } else { men }
    }

    /// The men of both colours that attack a square over this occupation.
    #[inline(always)]
    pub(crate) fn attackers<F: Family>(&self, square: Square, occupied: Bitboard) -> Bitboard {
        (attacks::knight(square) & self.jumping::<F>())
            | (attacks::king(square) & self.stepping::<F>())
            | (attacks::rook(square, occupied) & self.straight::<F>())
            | (attacks::bishop(square, occupied) & self.diagonal::<F>())
            | (attacks::pawn(Color::Black, square) & self.board.men(Color::White, Role::Pawn))
            | (attacks::pawn(Color::White, square) & self.board.men(Color::Black, Role::Pawn))
    }

    /// Whether a colour attacks a square over this occupation. Men that are not part of it still count as leapers.
    #[inline(always)]
    pub(crate) fn attacked<F: Family>(&self, by: Color, square: Square, occupied: Bitboard) -> bool {
        let men = self.board.color(by);
        let leapers = (attacks::knight(square) & self.jumping::<F>())
            | (attacks::king(square) & self.stepping::<F>())
            | (attacks::pawn(!by, square) & self.board.role(Role::Pawn));
        (leapers & men).any()
            || (attacks::rook(square, occupied) & self.straight::<F>() & men).any()
            || (attacks::bishop(square, occupied) & self.diagonal::<F>() & men).any()
    }

    /// Finds who checks the side to move and which of its men are pinned.
    #[inline(always)]
    pub(crate) fn find_checks_and_pins<F: Family>(&mut self) {
        let us = self.turn;
        let king = self.king(us);
        let theirs = self.board.color(!us);
        let occupied = self.board.occupied();
        let mut checkers = theirs
            & ((attacks::knight(king) & self.jumping::<F>()) | (attacks::pawn(us, king) & self.board.role(Role::Pawn)));
        if F::SUPER {
            checkers |= theirs & attacks::king(king) & self.board.role(Role::Veteran);
        }
        let mut pinned = Bitboard::EMPTY;
        let snipers = theirs
            & ((attacks::rook_rays(king) & self.straight::<F>()) | (attacks::bishop_rays(king) & self.diagonal::<F>()));
        for sniper in snipers {
            let blockers = attacks::between(king, sniper) & occupied;
            if blockers.is_empty() {
                checkers |= sniper.into();
            } else if !blockers.many() {
                pinned |= blockers;
            }
        }
        self.state.checkers = checkers;
        self.state.pinned = pinned & self.board.color(us);
    }

    /// Puts a man on an empty square.
    #[inline(always)]
    pub(crate) fn put<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.put(piece, square);
        self.state.key ^= zobrist::piece(piece, square);
        observer.added(piece, square);
    }

    /// Takes a man off.
    #[inline(always)]
    pub(crate) fn take<O: Observer>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.board.take(piece, square);
        self.state.key ^= zobrist::piece(piece, square);
        observer.removed(piece, square);
    }

    /// Adds a man to a stock.
    #[inline(always)]
    pub(crate) fn add_stock<O: Observer>(&mut self, color: Color, role: Role, observer: &mut O) {
        let hand = self.state.stock.of_mut(color);
        let before = hand.count(role);
        hand.add(role);
        let after = hand.count(role);
        self.state.key ^= zobrist::stock(color, role, before) ^ zobrist::stock(color, role, after);
        observer.stock(color, role, after);
    }

    /// Takes a man from a stock that has it.
    #[inline(always)]
    pub(crate) fn take_stock<O: Observer>(&mut self, color: Color, role: Role, observer: &mut O) {
        let hand = self.state.stock.of_mut(color);
        let before = hand.count(role);
        hand.remove(role);
        let after = hand.count(role);
        self.state.key ^= zobrist::stock(color, role, before) ^ zobrist::stock(color, role, after);
        observer.stock(color, role, after);
    }

    /// Sets the mark `~`.
    #[inline(always)]
    pub(crate) fn mark(&mut self, square: Square) {
        self.state.promoted |= square.into();
        self.state.key ^= zobrist::promoted(square);
    }

    /// Removes the mark `~` if there is one, and says whether there was.
    #[inline(always)]
    pub(crate) fn unmark(&mut self, square: Square) -> bool {
        let marked = self.state.promoted.has(square);
        if marked {
            self.state.promoted ^= square.into();
            self.state.key ^= zobrist::promoted(square);
        }
        marked
    }

    /// Removes these castling rights, as far as they exist.
    #[inline(always)]
    pub(crate) fn lose_castling(&mut self, rooks: Bitboard) {
        let lost = self.state.castling & rooks;
        if lost.any() {
            self.state.castling ^= lost;
            self.state.key = lost.iter().fold(self.state.key, |key, rook| key ^ zobrist::castling(rook));
        }
    }

    /// Forgets the en passant square.
    #[inline(always)]
    pub(crate) fn clear_en_passant(&mut self) {
        if let Some(square) = self.state.en_passant.take() {
            self.state.key ^= zobrist::en_passant(square);
        }
    }

    /// Sets the en passant square.
    pub(crate) fn set_en_passant(&mut self, square: Square) {
        self.clear_en_passant();
        self.state.en_passant = Some(square);
        self.state.key ^= zobrist::en_passant(square);
    }

    /// The square of the pawn that an en passant capture takes.
    #[inline(always)]
    pub(crate) fn en_passant_victim(mv: Move) -> Square {
        Square::at(mv.to().file(), mv.from().rank())
    }

    /// Where king and rook go when castling: to the g- and f-file, or to the c- and d-file.
    #[inline(always)]
    pub(crate) fn castling_targets(king: Square, rook: Square) -> (Square, Square) {
        let (king_file, rook_file) = if rook.file() > king.file() { (6, 5) } else { (2, 3) };
        (Square::at(king_file, king.rank()), Square::at(rook_file, king.rank()))
    }

    /// Moves the men of a displacement (any kind but drops and what single games add) and updates rights
    /// and clocks, without passing the turn. Returns the captured role and whether that man carried `~`.
    #[inline(always)]
    pub(crate) fn displace<F: Family, O: Observer>(&mut self, mv: Move, observer: &mut O) -> Option<(Role, bool)> {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        self.clear_en_passant();
        self.state.halfmove += 1;
        let mover = Piece { color: us, role: mv.mover() };
        match mv.kind() {
            MoveKind::Castling => {
                let rook = Piece { color: us, role: Role::Rook };
                let (king_to, rook_to) = Core::castling_targets(from, to);
                self.take(mover, from, observer);
                self.take(rook, to, observer);
                self.put(mover, king_to, observer);
                self.put(rook, rook_to, observer);
                self.lose_castling(Bitboard::relative_rank(us, 0));
                None
            }
            MoveKind::EnPassant => {
                let victim = Piece { color: !us, role: Role::Pawn };
                self.take(victim, Core::en_passant_victim(mv), observer);
                self.take(mover, from, observer);
                self.put(mover, to, observer);
                self.state.halfmove = 0;
                Some((Role::Pawn, false))
            }
            _ => {
                let captured = self.capture::<F, O>(to, observer);
                self.take(mover, from, observer);
                self.put(Piece { color: us, role: mv.role() }, to, observer);
                if F::MARKS && self.state.promoted.has(from) {
                    self.unmark(from);
                    self.mark(to);
                }
                if self.state.castling.any() {
                    let home = if mover.role == Role::King { Bitboard::relative_rank(us, 0) } else { from.into() };
                    self.lose_castling(home | to.into());
                }
                if mover.role == Role::Pawn || captured.is_some() {
                    self.state.halfmove = 0;
                }
                captured
            }
        }
    }

    /// Takes the enemy man on a square off, if there is one; returns its role and whether it carried `~`.
    #[inline(always)]
    fn capture<F: Family, O: Observer>(&mut self, square: Square, observer: &mut O) -> Option<(Role, bool)> {
        let role = self.board.role_on(square)?;
        self.take(Piece { color: !self.turn, role }, square, observer);
        Some((role, F::MARKS && self.unmark(square)))
    }

    /// Puts the men of a displacement back; `self.turn` is the mover again.
    #[inline(always)]
    pub(crate) fn replace(&mut self, mv: Move, captured: Option<Role>) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        let mover = Piece { color: us, role: mv.mover() };
        match mv.kind() {
            MoveKind::Castling => {
                let rook = Piece { color: us, role: Role::Rook };
                let (king_to, rook_to) = Core::castling_targets(from, to);
                self.board.take(mover, king_to);
                self.board.take(rook, rook_to);
                self.board.put(mover, from);
                self.board.put(rook, to);
            }
            MoveKind::EnPassant => {
                self.board.take(mover, to);
                self.board.put(mover, from);
                self.board.put(Piece { color: !us, role: Role::Pawn }, Core::en_passant_victim(mv));
            }
            _ => {
                self.board.take(Piece { color: us, role: mv.role() }, to);
                self.board.put(mover, from);
                if let Some(role) = captured {
                    self.board.put(Piece { color: !us, role }, to);
                }
            }
        }
    }

    /// Gives the turn to the other side, and finds the checks, pins and the en passant right there.
    #[inline(always)]
    pub(crate) fn pass_turn<F: Family>(&mut self, mv: Move) {
        self.switch_turn();
        self.find_checks_and_pins::<F>();
        if mv.kind() == MoveKind::DoubleStep {
            self.offer_en_passant::<F>(mv.from().forward(!self.turn));
        }
    }

    /// Changes the side to move and the move number.
    #[inline(always)]
    pub(crate) fn switch_turn(&mut self) {
        self.fullmove += (self.turn == Color::Black) as u32;
        self.turn = !self.turn;
        self.state.key ^= zobrist::BLACK_TO_MOVE;
    }

    /// Reverses [`switch_turn`](Core::switch_turn), but for the key.
    #[inline(always)]
    pub(crate) fn switch_turn_back(&mut self) {
        self.turn = !self.turn;
        self.fullmove -= (self.turn == Color::Black) as u32;
    }

    /// Passes the turn without a move, for search.
    pub(crate) fn make_null<F: Family>(&mut self) -> CoreUndo {
        let state = self.state;
        self.clear_en_passant();
        self.state.halfmove += 1;
        self.switch_turn();
        if F::CHECK {
            self.find_checks_and_pins::<F>();
        }
        CoreUndo { state, captured: None }
    }

    /// Takes back [`make_null`](Core::make_null).
    pub(crate) fn unmake_null(&mut self, undo: CoreUndo) {
        self.switch_turn_back();
        self.state = undo.state;
    }

    /// Sets the en passant square if a capture on it is legal for the side to move.
    #[inline(always)]
    pub(crate) fn offer_en_passant<F: Family>(&mut self, square: Square) {
        let pawns = attacks::pawn(!self.turn, square) & self.board.men(self.turn, Role::Pawn);
        if pawns.any() && pawns.iter().any(|from| self.en_passant_is_legal::<F>(from, square)) {
            self.set_en_passant(square);
        }
    }

    /// Whether the own king is safe after a pawn of the side to move captures from `from` on `to` en passant.
    pub(crate) fn en_passant_is_legal<F: Family>(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let king = self.king(us);
        let victim = Bitboard::of(Square::at(to.file(), from.rank()));
        let occupied = (self.board.occupied() ^ Bitboard::of(from) ^ victim) | to.into();
        let theirs = self.board.color(!us).without(victim);
        let sliders = (attacks::rook(king, occupied) & self.straight::<F>())
            | (attacks::bishop(king, occupied) & self.diagonal::<F>());
        let leapers = self.state.checkers.without(self.straight::<F>() | self.diagonal::<F>());
        // A man that both slides and leaps is judged by its leap here, by its lines above.
        let jumpers = attacks::knight(king) & self.jumping::<F>();
        ((sliders | leapers | jumpers) & theirs).is_empty()
    }
}
