//! The drop games as one family: crazyhouse, doorgeefsolo, and one board of bughouse, doorgeef and euwe.
//! What differs between them is a [`DropRules`] value; what a rule means stands in the file of its game.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::{Core, CoreUndo, Family};
use crate::generate::Scope;
use crate::moves::{Move, MoveKind, MoveSearch, MoveSink};
use crate::piece::{Color, Role, Roles};
use crate::position::{Observer, Position, Selection};
use crate::rules::{Captured, DropCheck, DropRules, NoMove, PawnDrop, Promotion, Reason, Status, Variant};
use crate::setup::{GameResult, PositionError, Setup};
use crate::variants::{bughouse, chess, crazyhouse, doorgeef, euwe};
use crate::zobrist;

/// One board of a drop game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drops {
    pub(crate) core: Core,
    rules: DropRules,
    pub(crate) over: Option<Status>,
}

impl Family for Drops {
    const SUPER: bool = false;
    const MARKS: bool = true;
    const CHECK: bool = true;
}

impl DropRules {
    /// The rules of a drop game; `None` for the other games.
    pub const fn of(variant: Variant) -> Option<DropRules> {
        Some(match variant {
            Variant::Crazyhouse => crazyhouse::RULES,
            Variant::Doorgeefsolo => doorgeef::SOLO_RULES,
            Variant::Bughouse => bughouse::RULES,
            Variant::Doorgeef => doorgeef::RULES,
            Variant::Euwe => euwe::RULES,
            Variant::Chess | Variant::Superschaak | Variant::Halijnen => return None,
        })
    }

    /// The squares, empty or not, on which the side to move may drop a pawn.
    #[inline(always)]
    pub(crate) fn pawn_drop_squares(&self, core: &Core) -> Bitboard {
        match self.pawn_drop {
            PawnDrop::FromSecondRank => !(Bitboard::rank(0) | Bitboard::rank(7)),
            PawnDrop::FromFirstRank => euwe::pawn_drop_ranks(core),
        }
    }
}

/// The roles that can be in a hand, in the order in which drops are listed.
const IN_HAND: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

impl Drops {
    /// The house rules.
    #[inline(always)]
    pub fn rules(&self) -> &DropRules {
        &self.rules
    }

    /// The empty ones of these squares on which the side to move may drop a man of this role, whether it has one or
    /// not and whether it is in check or not.
    #[inline(always)]
    pub fn drop_squares(&self, role: Role, wanted: Bitboard) -> Bitboard {
        let core = &self.core;
        let mut squares = wanted & !core.board.occupied();
        if role == Role::Pawn {
            squares &= self.rules.pawn_drop_squares(core);
        }
        match self.rules.drop_check {
            DropCheck::Allowed => squares,
            DropCheck::Forbidden => squares.without(doorgeef::checking_drops(core, role)),
        }
    }

    /// The legal moves within the scope, pawns becoming these roles; none on a board that is over.
    #[inline(always)]
    pub(crate) fn generate_in<S: MoveSink>(&self, scope: &Scope, promote: Roles, sink: &mut S) {
        if self.over.is_some() {
            return;
        }
        if self.rules.kings_fall() && euwe::king_is_exposed(&self.core) {
            euwe::generate_king_captures(&self.core, scope, promote, sink);
            let king = self.core.king(!self.core.turn).into();
            let others = Scope { to: scope.to.without(king), ..*scope };
            return self.generate_others(&others, promote, sink);
        }
        self.generate_others(scope, promote, sink);
    }

    #[inline(always)]
    fn generate_others<S: MoveSink>(&self, scope: &Scope, promote: Roles, sink: &mut S) {
        self.core.generate_displacements::<Drops, S>(scope, promote, sink);
        let hand = self.core.state.stock.of(self.core.turn);
        if hand.is_empty() || scope.drop.is_empty() {
            return;
        }
        let wanted = scope.drop & self.core.evasions(self.core.king(self.core.turn));
        for role in IN_HAND {
            if hand.has(role) {
                sink.extend(Move::drop(role, crate::square::Square::A1), self.drop_squares(role, wanted));
            }
        }
    }

    /// A cheap test: `true` if there is a legal move for sure, `false` if one would have to be looked for.
    #[inline]
    pub(crate) fn can_surely_move(&self) -> bool {
        let core = &self.core;
        let us = core.turn;
        if core.state.checkers.any() {
            return false;
        }
        let empty = !core.board.occupied();
        let free = core.board.color(us).without(core.state.pinned);
        let steps = (core.board.role(Role::Pawn) & free).forward(us) & empty;
        // A step to the last rank may lack a piece to take (euwe).
        steps.without(Bitboard::relative_rank(us, 7)).any()
            || (core.board.role(Role::Knight) & free)
                .iter()
                .any(|from| attacks::knight(from).without(core.board.color(us)).any())
            || core.state.stock.of(us).roles().any(|role| self.drop_squares(role, Bitboard::ALL).any())
    }

    /// Ends the game by the capture of the king, which has just been taken off: no hand gets it (euwe).
    #[cold]
    fn capture_king(&mut self, mv: Move, undo: CoreUndo) -> CoreUndo {
        self.over = Some(Status::won(self.core.turn, Reason::KingCaptured));
        self.core.lose_castling(Bitboard::relative_rank(!self.core.turn, 0));
        self.core.pass_turn::<Drops>(mv);
        self.core.state.checkers = Bitboard::EMPTY;
        self.core.state.pinned = Bitboard::EMPTY;
        undo
    }

    /// What a captured man counts as in a hand: a pawn if it carried `~`.
    #[inline(always)]
    pub(crate) fn passed_role(role: Role, marked: bool) -> Role {
        if marked { Role::Pawn } else { role }
    }

    fn check_men(setup: &Setup) -> Result<(), PositionError> {
        let stock = setup.stock.unwrap_or_default();
        for color in Color::ALL {
            let hand = stock.of(color);
            let pawns = setup.board.men(color, Role::Pawn).count() + hand.count(Role::Pawn);
            if pawns > 16 {
                return Err(PositionError::ManyPawns { color, count: pawns, limit: 16 });
            }
            let count = setup.board.count(color) + hand.total();
            if count > 32 {
                return Err(PositionError::ManyMenAndStock { color, count, limit: 32 });
            }
        }
        Ok(())
    }

    fn check_setup(setup: &Setup, rules: &DropRules) -> Result<(), PositionError> {
        let variant = rules.variant;
        setup.check_fields(variant)?;
        match setup.check_kings() {
            Err(PositionError::NoKing(_)) if setup.over.is_some() => {}
            result => result?,
        }
        setup.check_roles(variant, chess::MEN)?;
        let marks = match rules.promotion {
            Promotion::Marked => Roles::ORTHODOX,
            Promotion::Taken => Roles::NONE,
        };
        setup.check_marks(variant, marks)?;
        setup.check_stock_roles(variant, Roles::DROPPABLE)?;
        let first = match rules.pawn_drop {
            PawnDrop::FromSecondRank => 1,
            PawnDrop::FromFirstRank => 0,
        };
        setup.check_pawn_ranks(variant, first, 6)?;
        Drops::check_men(setup)?;
        setup.check_en_passant(variant)
    }
}

impl Position for Drops {
    type Undo = CoreUndo;

    fn from_setup(setup: &Setup, variant: Variant, chess960: bool) -> Result<Drops, PositionError> {
        let rules = DropRules::of(variant).ok_or(PositionError::OtherGame(variant))?;
        Drops::check_setup(setup, &rules)?;
        let castling = setup.castling_rooks(chess960)?;
        let mut core = Core::from_setup::<Drops>(setup, castling, chess960);
        if let Some(result) = setup.over {
            core.state.checkers = Bitboard::EMPTY;
            core.state.pinned = Bitboard::EMPTY;
            return Ok(Drops { core, rules, over: Some(result.into()) });
        }
        if !rules.kings_fall() && chess::opponent_in_check::<Drops>(&core) {
            return Err(PositionError::OpponentInCheck(!core.turn));
        }
        if rules.kings_fall() {
            euwe::find_contact_of_kings(&mut core);
        }
        if let Some(square) = setup.en_passant {
            core.offer_en_passant::<Drops>(square);
        }
        Ok(Drops { core, rules, over: None })
    }

    fn to_setup(&self) -> Setup {
        Setup { over: self.over.as_ref().and_then(GameResult::of), ..self.core.to_setup(true) }
    }

    fn variant(&self) -> Variant {
        self.rules.variant
    }

    #[inline(always)]
    fn core(&self) -> &Core {
        &self.core
    }

    #[inline]
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        self.generate_in(&Scope::of(selection, &self.core), Roles::ORTHODOX, sink);
    }

    fn is_legal(&self, mv: Move) -> bool {
        let mut search = MoveSearch::new(mv);
        self.generate_in(&Scope::around(mv), Roles::ORTHODOX, &mut search);
        search.found
    }

    #[inline]
    fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> CoreUndo {
        let state = self.core.state;
        let core = &mut self.core;
        let us = core.turn;
        if mv.kind() == MoveKind::Drop {
            core.clear_en_passant();
            core.take_stock(us, mv.role(), observer);
            core.put(crate::piece::Piece { color: us, role: mv.role() }, mv.to(), observer);
            core.state.halfmove = if mv.role() == Role::Pawn { 0 } else { core.state.halfmove + 1 };
            core.pass_turn::<Drops>(mv);
            return CoreUndo { state, captured: None };
        }
        let captured = core.displace::<Drops, O>(mv, observer);
        if mv.kind() == MoveKind::Promotion && self.rules.promotion == Promotion::Marked {
            core.mark(mv.to());
        }
        if let Some((role, marked)) = captured {
            if role == Role::King {
                return self.capture_king(mv, CoreUndo { state, captured: Some(role) });
            }
            if self.rules.captured == Captured::OwnHand {
                core.add_stock(us, Drops::passed_role(role, marked), observer);
            }
        }
        core.pass_turn::<Drops>(mv);
        CoreUndo { state, captured: captured.map(|(role, _)| role) }
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        let core = &self.core;
        let key = core.key_after(mv);
        if mv.is_drop() {
            let count = core.state.stock.of(core.turn).count(mv.role());
            return key ^ zobrist::stock(core.turn, mv.role(), count) ^ zobrist::stock(core.turn, mv.role(), count - 1);
        }
        match core.board.role_on(mv.to()) {
            Some(role) if self.rules.captured == Captured::OwnHand => {
                let role = Drops::passed_role(role, core.state.promoted.has(mv.to()));
                core.key_with_stocked(key, core.turn, role)
            }
            _ => key,
        }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: CoreUndo) {
        let core = &mut self.core;
        core.switch_turn_back();
        if mv.kind() == MoveKind::Drop {
            core.board.take(crate::piece::Piece { color: core.turn, role: mv.role() }, mv.to());
        } else {
            core.replace(mv, undo.captured);
        }
        core.state = undo.state;
        self.over = None;
    }

    fn make_null(&mut self) -> CoreUndo {
        self.core.make_null::<Drops>()
    }

    fn unmake_null(&mut self, undo: CoreUndo) {
        self.core.unmake_null(undo);
    }

    fn over(&self) -> Option<Status> {
        self.over
    }

    /// A man that is captured and dropped again undoes the capture, a pawn that is dropped its advance. Men from and to
    /// the partner's board do not come back.
    fn reversible_plies(&self) -> usize {
        match self.rules.captured {
            Captured::OwnHand => usize::MAX,
            Captured::Partner => self.core.halfmove() as usize,
        }
    }

    /// Rules.md 2.2 for a board seen alone, where men may always arrive.
    fn stuck(&self) -> Status {
        let color = self.core.turn;
        let check = self.in_check();
        let mated = match self.rules.no_move {
            NoMove::Ends if !check => return Status::Drawn(Reason::Stalemate),
            NoMove::Ends => true,
            NoMove::MateForGood => check && !self.check_can_be_parried_by_a_drop(),
            NoMove::Definitive => false,
        };
        if mated { Status::won(!color, Reason::Mate) } else { Status::Waiting { color, check } }
    }

    fn see_ge(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool {
        self.core.see_ge::<Drops>(mv, threshold, values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mated_player_waits_on_a_board_of_euwe_seen_alone() {
        let status = |variant| {
            let fen = "7k/6Q1/5K2/8/8/8/8/8[] b - - 0 1";
            crate::fen::parse::<Drops>(fen, variant, false).unwrap().status(1)
        };
        assert_eq!(status(Variant::Euwe), Status::Waiting { color: Color::Black, check: true });
        assert_eq!(status(Variant::Doorgeef), Status::won(Color::White, Reason::Mate));
    }

    #[test]
    fn every_preset_names_its_own_game() {
        for variant in Variant::ALL {
            assert!(DropRules::of(variant).is_none_or(|rules| rules.variant == variant), "{variant}");
        }
    }
}
