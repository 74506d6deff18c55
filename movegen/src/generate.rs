//! The generator of displacements in the games with a check rule, orthodox men and superpieces, legal at once. HA-lijnen
//! and the prelude of superschaak have their own; HA-lijnen shares [`Scope`] and castling.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::{Core, Family};
use crate::moves::{Move, MoveKind, MoveSink};
use crate::piece::{Color, Role, Roles};
use crate::position::Selection;
use crate::square::Square;

/// Narrows a generation to some moves, so that testing one move and listing all run through the same code.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// Men that may move.
    pub(crate) from: Bitboard,
    /// Squares to move to or capture on.
    pub(crate) to: Bitboard,
    /// Squares to which pawns may step.
    pub(crate) push: Bitboard,
    /// Squares to drop on; empty for no drops.
    pub(crate) drop: Bitboard,
    /// Whether en passant captures are wanted.
    pub(crate) en_passant: bool,
    /// Whether castling is wanted.
    pub(crate) castling: bool,
}

impl Scope {
    /// Everything.
    pub(crate) const ALL: Scope = Scope {
        from: Bitboard::ALL,
        to: Bitboard::ALL,
        push: Bitboard::ALL,
        drop: Bitboard::ALL,
        en_passant: true,
        castling: true,
    };

    /// The moves of a selection.
    #[inline(always)]
    pub(crate) fn of(selection: Selection, core: &Core) -> Scope {
        match selection {
            Selection::All => Scope::ALL,
            Selection::Tactical => Scope {
                to: core.board.color(!core.turn),
                push: Bitboard::relative_rank(core.turn, 7),
                drop: Bitboard::EMPTY,
                castling: false,
                ..Scope::ALL
            },
            Selection::Quiet => Scope {
                to: !core.board.occupied(),
                push: !Bitboard::relative_rank(core.turn, 7),
                en_passant: false,
                ..Scope::ALL
            },
        }
    }

    /// Few moves, this one among them if it is legal.
    #[inline(always)]
    pub(crate) fn around(mv: Move) -> Scope {
        let to = Bitboard::of(mv.to());
        let drop = mv.is_drop();
        Scope {
            from: if drop { Bitboard::EMPTY } else { mv.from().into() },
            to,
            push: to,
            drop: if drop { to } else { Bitboard::EMPTY },
            en_passant: mv.kind() == MoveKind::EnPassant,
            castling: mv.kind() == MoveKind::Castling,
        }
    }
}

impl Core {
    /// The squares on which a man may land that is not the king, so that the king is not left in check by the
    /// men that check it now; empty in double check.
    #[inline(always)]
    pub(crate) fn evasions(&self, king: Square) -> Bitboard {
        let checkers = self.state.checkers;
        match checkers.first() {
            None => Bitboard::ALL,
            Some(_) if checkers.many() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        }
    }

    /// All legal displacements within the scope, in a game with a check rule. Pawns become the given roles.
    #[inline(always)]
    pub(crate) fn generate_displacements<F: Family, S: MoveSink>(&self, scope: &Scope, promote: Roles, sink: &mut S) {
        let us = self.turn;
        let king = self.king(us);
        let evasions = self.evasions(king);
        if evasions.any() {
            let targets = evasions & scope.to & !self.board.color(us);
            self.generate_pieces::<F, S>(scope.from, targets, king, sink);
            match us {
                Color::White => self.generate_pawns::<F, S, true>(scope, evasions, promote, sink),
                Color::Black => self.generate_pawns::<F, S, false>(scope, evasions, promote, sink),
            }
        }
        if scope.from.has(king) {
            self.generate_king::<F, S>(scope, king, sink);
        }
    }

    /// Moves of all pieces but the king to these squares, along the pin lines where pinned.
    #[inline(always)]
    fn generate_pieces<F: Family, S: MoveSink>(&self, from: Bitboard, targets: Bitboard, king: Square, sink: &mut S) {
        let own = self.board.color(self.turn) & from;
        let pinned = self.state.pinned;
        let occupied = self.board.occupied();
        for from in self.board.role(Role::Knight) & own & !pinned {
            sink.extend(piece_moves(Role::Knight, from), attacks::knight(from) & targets);
        }
        let far = Far { own, targets, king };
        self.generate_far(Role::Bishop, &far, |from| attacks::bishop(from, occupied), sink);
        self.generate_far(Role::Rook, &far, |from| attacks::rook(from, occupied), sink);
        let queen = |from| attacks::rook(from, occupied) | attacks::bishop(from, occupied);
        self.generate_far(Role::Queen, &far, queen, sink);
        if F::SUPER {
            let amazon = |from| queen(from) | attacks::knight(from);
            self.generate_far(Role::Amazon, &far, amazon, sink);
            let empress = |from| attacks::rook(from, occupied) | attacks::knight(from);
            self.generate_far(Role::Empress, &far, empress, sink);
            let princess = |from| attacks::bishop(from, occupied) | attacks::knight(from);
            self.generate_far(Role::Princess, &far, princess, sink);
            self.generate_far(Role::Veteran, &far, |from| attacks::king(from) | attacks::knight(from), sink);
        }
    }

    /// Moves of the men of one role that may have moves even when pinned.
    #[inline(always)]
    fn generate_far<S: MoveSink>(&self, role: Role, far: &Far, reach: impl Fn(Square) -> Bitboard, sink: &mut S) {
        for from in self.board.role(role) & far.own {
            let mut squares = reach(from) & far.targets;
            if self.state.pinned.has(from) {
                squares &= attacks::line(far.king, from);
            }
            sink.extend(piece_moves(role, from), squares);
        }
    }

    /// King moves to squares that are not attacked, and castling.
    #[inline(always)]
    fn generate_king<F: Family, S: MoveSink>(&self, scope: &Scope, king: Square, sink: &mut S) {
        let us = self.turn;
        let occupied = self.board.occupied();
        let without_king = occupied ^ king.into();
        let mut safe = Bitboard::EMPTY;
        for to in attacks::king(king) & scope.to & !self.board.color(us) {
            if !self.attacked::<F>(!us, to, without_king) {
                safe |= to.into();
            }
        }
        sink.extend(piece_moves(Role::King, king), safe);
        if scope.castling && self.state.castling.any() && self.state.checkers.is_empty() {
            self.generate_castling(king, sink, |core, path, rook| {
                let after = without_king ^ rook.into();
                !path.iter().any(|square| core.attacked::<F>(!us, square, after))
            });
        }
    }

    /// Castling with every rook that has the right and a free way, if `safe(core, king's way with its end, rook)`.
    #[inline(always)]
    pub(crate) fn generate_castling<S: MoveSink>(
        &self,
        king: Square,
        sink: &mut S,
        safe: impl Fn(&Core, Bitboard, Square) -> bool,
    ) {
        for rook in self.state.castling & self.board.color(self.turn) {
            let (king_to, rook_to) = Core::castling_targets(king, rook);
            let king_path = attacks::between(king, king_to) | king_to.into();
            let path = king_path | attacks::between(rook, rook_to) | rook_to.into();
            let others = self.board.occupied() ^ Bitboard::of(king) ^ rook.into();
            // The rook also sweeps the squares between king and rook when it passes over the king.
            if (path & others).is_empty() && safe(self, king_path, rook) {
                sink.push(Move::new(MoveKind::Castling, Role::King, king, rook));
            }
        }
    }

    #[inline(always)]
    fn generate_pawns<F: Family, S: MoveSink, const WHITE: bool>(
        &self,
        scope: &Scope,
        evasions: Bitboard,
        promote: Roles,
        sink: &mut S,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let pawns = self.board.men(us, Role::Pawn) & scope.from;
        let free = pawns & !self.state.pinned;
        self.generate_pawn_set::<S, WHITE>(free, scope, evasions, promote, sink);
        for pawn in pawns & self.state.pinned {
            let line = evasions & attacks::line(self.king(us), pawn);
            self.generate_pawn_set::<S, WHITE>(pawn.into(), scope, line, promote, sink);
        }
        if let Some(to) = self.state.en_passant.filter(|_| scope.en_passant) {
            for from in attacks::pawn(!us, to) & pawns {
                if self.en_passant_is_legal::<F>(from, to) {
                    sink.push(Move::new(MoveKind::EnPassant, Role::Pawn, from, to));
                }
            }
        }
    }

    /// Steps and captures of these pawns to the allowed squares.
    #[inline(always)]
    fn generate_pawn_set<S: MoveSink, const WHITE: bool>(
        &self,
        pawns: Bitboard,
        scope: &Scope,
        allowed: Bitboard,
        promote: Roles,
        sink: &mut S,
    ) {
        let us = if WHITE { Color::White } else { Color::Black };
        let empty = !self.board.occupied();
        let enemies = self.board.color(!us) & allowed & scope.to;
        let last = Bitboard::relative_rank(us, 7);
        let (up, west, east) = if WHITE { (8, 7, 9) } else { (-8, -9, -7) };
        let single = pawns.forward(us) & empty;
        let double = (single & Bitboard::relative_rank(us, 2)).forward(us) & empty & allowed & scope.push;
        let single = single & allowed & scope.push;
        let to_west = pawns.west().forward(us) & enemies;
        let to_east = pawns.east().forward(us) & enemies;
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, single & !last, up);
        sink.extend_pawns(MoveKind::DoubleStep, Role::Pawn, double, 2 * up);
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, to_west & !last, west);
        sink.extend_pawns(MoveKind::Normal, Role::Pawn, to_east & !last, east);
        if (pawns & Bitboard::relative_rank(us, 6)).any() {
            for role in promote {
                sink.extend_pawns(MoveKind::Promotion, role, single & last, up);
                sink.extend_pawns(MoveKind::Promotion, role, to_west & last, west);
                sink.extend_pawns(MoveKind::Promotion, role, to_east & last, east);
            }
        }
    }
}

/// Where the men of the side to move may go, and the king behind which they may be pinned.
struct Far {
    own: Bitboard,
    targets: Bitboard,
    king: Square,
}

/// The moves of one piece, to be completed by targets.
#[inline(always)]
pub(crate) fn piece_moves(role: Role, from: Square) -> Move {
    Move::new(MoveKind::Normal, role, from, Square::A1)
}
