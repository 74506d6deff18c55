//! Superschaak (Dutch Open Superchess): chess with superpieces, a prelude, and promotion to what is available.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::core::{Core, CoreUndo, Family};
use crate::generate::Scope;
use crate::moves::{Move, MoveKind, MoveSearch, MoveSink};
use crate::piece::{Color, Role, Roles};
use crate::position::{Observer, Position, Selection};
use crate::rules::{Reason, Status, Variant};
use crate::setup::{PositionError, Setup};
use crate::square::Square;
use crate::variants::chess;
use crate::variants::prelude::{self, Action};

/// A position of superschaak, in the prelude or in play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Superschaak {
    core: Core,
    prelude: Option<Action>,
}

impl Family for Superschaak {
    const SUPER: bool = true;
    const MARKS: bool = true;
    const CHECK: bool = true;
}

/// The men that may wait in the stock for a promotion (rules.md 3, "Promotion": no Amazon, no pawn).
const AVAILABLE: Roles = Roles::ORTHODOX.with(Role::Veteran).with(Role::Princess).with(Role::Empress);
/// What the stock may hold during the prelude.
const IN_PRELUDE: Roles = AVAILABLE.with(Role::Amazon);
const ALL_ROLES: Roles = IN_PRELUDE.with(Role::King).with(Role::Pawn);

/// Set-up limits of a colour (rules.md 1): pawns on the board, and men on the board and in the stock.
const MAX_PAWNS: u32 = 8;
const MAX_MEN: u32 = 20;

/// One of the 432 arrays with which play can begin, and a prelude that leads to it.
#[derive(Clone, Debug)]
pub struct Array {
    /// Four actions without an exchange.
    pub prelude: [Move; 4],
    /// The array, White to move.
    pub position: Superschaak,
}

/// All 432 arrays: three pairs of files among f to h, six among a to d, 24 orders of the superpieces.
pub fn arrays() -> Vec<Array> {
    let mut start = Superschaak::start();
    let mut arrays = Vec::with_capacity(432);
    for (first, third) in pairs(&[5, 6, 7]) {
        for (second, fourth) in pairs(&[0, 1, 2, 3]) {
            for roles in orders() {
                let squares =
                    [Square::at(first, 0), Square::at(second, 7), Square::at(third, 0), Square::at(fourth, 7)];
                let prelude = std::array::from_fn(|i| Move::prelude(roles[i], squares[i], None));
                let undo = prelude.map(|mv| start.make(mv, &mut ()));
                arrays.push(Array { prelude, position: start.clone() });
                for (mv, undo) in prelude.into_iter().zip(undo).rev() {
                    start.unmake(mv, undo);
                }
            }
        }
    }
    arrays
}

fn pairs(files: &[u8]) -> Vec<(u8, u8)> {
    let after = |i: usize| files[i + 1..].iter().map(move |&second| (files[i], second));
    (0..files.len()).flat_map(after).collect()
}

/// The 24 orders of the four superpieces.
fn orders() -> Vec<[Role; 4]> {
    let mut orders = Vec::with_capacity(24);
    for number in 0..256usize {
        let order = [6, 4, 2, 0].map(|shift| Role::SUPER[number >> shift & 3]);
        if Role::SUPER.into_iter().all(|role| order.contains(&role)) {
            orders.push(order);
        }
    }
    orders
}

impl Superschaak {
    /// The orthodox array before the first action.
    pub fn start() -> Superschaak {
        let (board, stock) = prelude::reached(&Board::EMPTY);
        let castling = board.role(Role::Rook);
        let setup = Setup {
            board,
            promoted: Bitboard::EMPTY,
            stock: Some(stock),
            turn: Color::White,
            castling: Vec::new(),
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            prelude: None,
            frame: None,
            won: None,
            over: None,
        };
        let core = Core::from_setup::<Superschaak>(&setup, castling, false);
        Superschaak { core, prelude: Some(Action::First) }
    }

    /// The action of the prelude to come; `None` in play.
    #[inline(always)]
    pub fn prelude(&self) -> Option<Action> {
        self.prelude
    }

    /// What a pawn of the side to move may become now; empty too if no pawn is near the last rank.
    #[inline(always)]
    fn promotions(&self) -> Roles {
        let us = self.core.turn;
        let near = self.core.board.men(us, Role::Pawn) & Bitboard::relative_rank(us, 6);
        if near.is_empty() { Roles::NONE } else { self.core.state.stock.of(us).roles() }
    }

    #[inline(always)]
    fn generate_in<S: MoveSink>(&self, scope: &Scope, sink: &mut S) {
        self.core.generate_displacements::<Superschaak, S>(scope, self.promotions(), sink);
    }

    fn check_men(setup: &Setup) -> Result<(), PositionError> {
        let stock = setup.stock.unwrap_or_default();
        for color in Color::ALL {
            let pawns = setup.board.men(color, Role::Pawn).count();
            if pawns > MAX_PAWNS {
                return Err(PositionError::ManyPawns { color, count: pawns, limit: MAX_PAWNS });
            }
            let count = setup.board.count(color) + stock.of(color).total();
            if count > MAX_MEN {
                return Err(PositionError::ManyMenAndStock { color, count, limit: MAX_MEN });
            }
        }
        Ok(())
    }

    fn check_setup(setup: &Setup, variant: Variant) -> Result<(), PositionError> {
        setup.check_fields(variant)?;
        setup.check_kings()?;
        setup.check_roles(variant, ALL_ROLES)?;
        setup.check_marks(variant, AVAILABLE)?;
        setup.check_stock_roles(variant, if setup.prelude.is_some() { IN_PRELUDE } else { AVAILABLE })?;
        setup.check_pawn_ranks(variant, 1, 6)?;
        Superschaak::check_men(setup)?;
        setup.check_en_passant(variant)
    }
}

impl Position for Superschaak {
    type Undo = CoreUndo;
    const FIFTY_MOVES: bool = true;

    fn from_setup(setup: &Setup, variant: Variant, _chess960: bool) -> Result<Superschaak, PositionError> {
        if variant != Variant::Superschaak {
            return Err(PositionError::OtherGame(variant));
        }
        Superschaak::check_setup(setup, variant)?;
        let castling = setup.castling_rooks(false)?;
        let prelude = setup.prelude.map(Superschaak::action).transpose()?;
        if let Some(action) = prelude {
            prelude::check(setup, action, castling)?;
        }
        let mut core = Core::from_setup::<Superschaak>(setup, castling, false);
        if chess::opponent_in_check::<Superschaak>(&core) {
            return Err(PositionError::OpponentInCheck(!core.turn));
        }
        if let Some(square) = setup.en_passant {
            core.offer_en_passant::<Superschaak>(square);
        }
        Ok(Superschaak { core, prelude })
    }

    fn to_setup(&self) -> Setup {
        Setup { prelude: self.prelude.map(Action::number), ..self.core.to_setup(true) }
    }

    fn variant(&self) -> Variant {
        Variant::Superschaak
    }

    #[inline(always)]
    fn core(&self) -> &Core {
        &self.core
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.prelude.map_or(self.core.key(), |action| self.core.key() ^ action.key())
    }

    #[inline]
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        match self.prelude {
            None => self.generate_in(&Scope::of(selection, &self.core), sink),
            Some(_) if selection == Selection::Tactical => {}
            Some(action) => prelude::generate(&self.core, action, sink),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let mut search = MoveSearch::new(mv);
        match self.prelude {
            None => self.generate_in(&Scope::around(mv), &mut search),
            Some(action) => prelude::generate(&self.core, action, &mut search),
        }
        search.found
    }

    #[inline]
    fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> CoreUndo {
        let state = self.core.state;
        if mv.kind() == MoveKind::Prelude {
            self.make_action(mv);
            observer.refresh();
            return CoreUndo { state, captured: None };
        }
        let us = self.core.turn;
        let captured = self.core.displace::<Superschaak, O>(mv, observer);
        if mv.kind() == MoveKind::Promotion {
            self.core.take_stock(us, mv.role(), observer);
            self.core.mark(mv.to());
        }
        if let Some((role, marked)) = captured
            && becomes_available(role, marked)
        {
            self.core.add_stock(!us, role, observer);
        }
        self.core.pass_turn::<Superschaak>(mv);
        CoreUndo { state, captured: captured.map(|(role, _)| role) }
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        let core = &self.core;
        let key = core.key_after(mv);
        match core.board.role_on(mv.to()) {
            Some(role) if becomes_available(role, core.state.promoted.has(mv.to())) => {
                core.key_with_stocked(key, !core.turn, role)
            }
            _ => key,
        }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: CoreUndo) {
        if mv.kind() == MoveKind::Prelude {
            self.unmake_action(mv);
        } else {
            self.core.switch_turn_back();
            self.core.replace(mv, undo.captured);
        }
        self.core.state = undo.state;
    }

    fn make_null(&mut self) -> CoreUndo {
        self.core.make_null::<Superschaak>()
    }

    fn unmake_null(&mut self, undo: CoreUndo) {
        self.core.unmake_null(undo);
    }

    fn stuck(&self) -> Status {
        if self.in_check() { Status::won(!self.core.turn, Reason::Mate) } else { Status::Drawn(Reason::Stalemate) }
    }

    fn is_dead(&self) -> bool {
        chess::dead_position(&self.core)
    }

    fn see_ge(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool {
        match mv.kind() {
            MoveKind::Prelude => threshold <= 0,
            _ => self.core.see_ge::<Superschaak>(mv, threshold, values),
        }
    }
}

/// Whether a captured man can come back by a promotion of its owner (rules.md 3, "Promotion"): no pawn, no
/// Amazon, nothing that came from promotion itself.
#[inline(always)]
fn becomes_available(role: Role, marked: bool) -> bool {
    !marked && AVAILABLE.has(role)
}

impl Superschaak {
    fn action(number: u8) -> Result<Action, PositionError> {
        Action::from_number(number).ok_or_else(|| PositionError::Prelude(format!("there is no action {number}")))
    }

    #[cold]
    fn make_action(&mut self, mv: Move) {
        prelude::make(&mut self.core, mv);
        self.prelude = self.prelude.and_then(Action::next);
        self.core.find_checks_and_pins::<Superschaak>();
    }

    #[cold]
    fn unmake_action(&mut self, mv: Move) {
        prelude::unmake(&mut self.core, mv);
        self.prelude = Action::before(self.prelude);
    }
}

#[cfg(test)]
mod tests;
