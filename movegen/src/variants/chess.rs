//! Orthodox chess and Chess960, by the laws of FIDE.

use crate::bitboard::Bitboard;
use crate::core::{Core, CoreUndo, Family};
use crate::generate::Scope;
use crate::moves::{Move, MoveSearch, MoveSink};
use crate::piece::{Color, Role, Roles};
use crate::position::{Observer, Position, Selection};
use crate::rules::{Reason, Status, Variant};
use crate::setup::{PositionError, Setup};

/// A position of chess or Chess960.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chess {
    core: Core,
}

impl Family for Chess {
    const SUPER: bool = false;
    const MARKS: bool = false;
    const CHECK: bool = true;
}

/// The men of orthodox chess.
pub(crate) const MEN: Roles = Roles::DROPPABLE.with(Role::King);

/// FIDE 5.2.2 as rules.md 3 decides it: only kings, or kings and one bishop or knight in all, or kings and
/// bishops all on squares of one colour.
pub(crate) fn dead_position(core: &Core) -> bool {
    let board = &core.board;
    let others = board.occupied().without(board.role(Role::King));
    let bishops = board.role(Role::Bishop);
    if others.is_empty() {
        return true;
    }
    if !others.many() {
        return (others & (bishops | board.role(Role::Knight))).any();
    }
    others == bishops && one_square_colour(bishops)
}

/// Whether all these squares have the same colour.
pub(crate) fn one_square_colour(squares: Bitboard) -> bool {
    const LIGHT: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    (squares & LIGHT).is_empty() || squares.without(LIGHT).is_empty()
}

/// Whether the side not on move is in check.
pub(crate) fn opponent_in_check<F: Family>(core: &Core) -> bool {
    let king = core.king(!core.turn);
    core.attacked::<F>(core.turn, king, core.board.occupied())
}

impl Position for Chess {
    type Undo = CoreUndo;
    const FIFTY_MOVES: bool = true;

    fn from_setup(setup: &Setup, variant: Variant, chess960: bool) -> Result<Chess, PositionError> {
        if variant != Variant::Chess {
            return Err(PositionError::OtherGame(variant));
        }
        if setup.stock.is_some() {
            return Err(PositionError::NoStock(variant));
        }
        setup.check_fields(variant)?;
        setup.check_kings()?;
        setup.check_roles(variant, MEN)?;
        setup.check_marks(variant, Roles::NONE)?;
        setup.check_pawn_ranks(variant, 1, 6)?;
        for color in Color::ALL {
            let (pawns, count) = (setup.board.men(color, Role::Pawn).count(), setup.board.count(color));
            if pawns > 8 {
                return Err(PositionError::ManyPawns { color, count: pawns, limit: 8 });
            }
            if count > 16 {
                return Err(PositionError::ManyMen { color, count, limit: 16 });
            }
        }
        setup.check_en_passant(variant)?;
        let castling = setup.castling_rooks(chess960)?;
        let mut core = Core::from_setup::<Chess>(setup, castling, chess960);
        if opponent_in_check::<Chess>(&core) {
            return Err(PositionError::OpponentInCheck(!core.turn));
        }
        if let Some(square) = setup.en_passant {
            core.offer_en_passant::<Chess>(square);
        }
        Ok(Chess { core })
    }

    fn to_setup(&self) -> Setup {
        self.core.to_setup(false)
    }

    fn variant(&self) -> Variant {
        Variant::Chess
    }

    #[inline(always)]
    fn core(&self) -> &Core {
        &self.core
    }

    #[inline]
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        let scope = Scope::of(selection, &self.core);
        self.core.generate_displacements::<Chess, S>(&scope, Roles::ORTHODOX, sink);
    }

    fn is_legal(&self, mv: Move) -> bool {
        let mut search = MoveSearch::new(mv);
        self.core.generate_displacements::<Chess, _>(&Scope::around(mv), Roles::ORTHODOX, &mut search);
        search.found
    }

    #[inline]
    fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> CoreUndo {
        let state = self.core.state;
        let captured = self.core.displace::<Chess, O>(mv, observer);
        self.core.pass_turn::<Chess>(mv);
        CoreUndo { state, captured: captured.map(|(role, _)| role) }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: CoreUndo) {
        self.core.switch_turn_back();
        self.core.replace(mv, undo.captured);
        self.core.state = undo.state;
    }

    fn make_null(&mut self) -> CoreUndo {
        self.core.make_null::<Chess>()
    }

    fn unmake_null(&mut self, undo: CoreUndo) {
        self.core.unmake_null(undo);
    }

    fn stuck(&self) -> Status {
        if self.in_check() { Status::won(!self.core.turn, Reason::Mate) } else { Status::Drawn(Reason::Stalemate) }
    }

    fn is_dead(&self) -> bool {
        dead_position(&self.core)
    }

    fn see_ge(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool {
        self.core.see_ge::<Chess>(mv, threshold, values)
    }
}
