//! HA-lijnen (rules.md 4): White captures on the h-file only, Black on the a-file only; whoever fills the own
//! line wins the frame and the board makes a quarter turn; no position may stand twice in a frame.
//!
//! The moves are in `generate`, the ends of frames and of the game in `frames`, the ban in `repetition`.

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::{Core, CoreUndo, Family};
use crate::generate::Scope;
use crate::moves::{Move, MoveKind, MoveSearch, MoveSink};
use crate::piece::{Color, Piece, Role, Roles};
use crate::position::{Observer, Position, Repetition, Selection};
use crate::rules::{Reason, Status, Variant};
use crate::setup::{PositionError, Setup};
use crate::square::Square;
use crate::variants::chess;

mod frames;
mod generate;
mod repetition;
#[cfg(test)]
mod tests;

use frames::FrameUndo;
pub use frames::{Frames, MAX_FRAMES, MIN_MEN};
use repetition::{Bans, Record};

/// A position of HA-lijnen with what has stood in its frame.
///
/// There is no check rule, so [`Core::checkers`] and [`Core::pinned`] are always empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HaLijnen {
    core: Core,
    frames: Frames,
    record: Record,
    over: Option<Status>,
}

impl Family for HaLijnen {
    const SUPER: bool = false;
    const MARKS: bool = false;
    const CHECK: bool = false;
}

/// What unmaking a move of HA-lijnen needs.
#[derive(Clone, Debug)]
pub struct Undo {
    core: CoreUndo,
    /// [`Record::reversible`] before the move.
    reversible: u32,
    /// What the end of a frame changed.
    frame: Option<Box<FrameUndo>>,
}

/// Number of men of a colour, on the board and off it.
const MEN: u32 = 16;

impl HaLijnen {
    /// The line of a colour: the file on which it captures and which it must fill. The h-file for White, the
    /// a-file for Black, on the board as it stands now.
    #[inline(always)]
    pub const fn line(color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::FILE_H,
            Color::Black => Bitboard::FILE_A,
        }
    }

    /// The frames of the game.
    #[inline(always)]
    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    /// The men of `by` that could capture what stands on the square, were they on move and the squares
    /// `occupied` taken; empty if the square is not on their line.
    #[inline]
    pub fn capturers(&self, by: Color, square: Square, occupied: Bitboard) -> Bitboard {
        if !HaLijnen::line(by).has(square) {
            return Bitboard::EMPTY;
        }
        let men = self.core.attackers::<HaLijnen>(square, occupied) & self.core.board.color(by) & occupied;
        let promotes = square.relative_rank(by) == 7;
        if promotes && !self.can_promote(by) { men.without(self.core.board.role(Role::Pawn)) } else { men }
    }

    /// Whether a pawn of the colour that moves to the last rank has something to become: a piece of the stock,
    /// or a free square on the own second rank to be put back on.
    #[inline]
    pub fn can_promote(&self, color: Color) -> bool {
        !self.available(color).is_empty() || generate::second_rank(&self.core, color).any()
    }

    /// The pieces off the board that a pawn of the colour may become.
    #[inline(always)]
    pub(crate) fn available(&self, color: Color) -> Roles {
        Roles(self.core.state.stock.of(color).roles().0 & Roles::ORTHODOX.0)
    }

    /// Whether the king of the colour stands on the enemy's line and could be captured there by the next move of the
    /// enemy, were it his turn.
    #[inline]
    pub fn king_can_be_captured(&self, color: Color) -> bool {
        let exposed = self.core.board.men(color, Role::King) & HaLijnen::line(!color);
        exposed.first().is_some_and(|king| self.capturers(!color, king, self.core.board.occupied()).any())
    }

    /// Whether the player on move may write `flag`: as long as the game is not over.
    pub fn flag_is_possible(&self) -> bool {
        self.over.is_none() && self.has_legal_move()
    }

    #[inline]
    fn bans(&self) -> Bans {
        self.record.bans(&self.core)
    }

    /// Whether the move is legal but for the ban on repetition.
    fn is_pseudo_legal(&self, mv: Move) -> bool {
        let mut search = MoveSearch::new(mv);
        if self.over.is_none() {
            self.generate_all(&Scope::around(mv), &mut search);
        }
        search.found
    }

    /// Sets the en passant square if the pawn that passed it stands on the line of the side to move and a pawn
    /// of that side attacks the square (rules.md 1).
    #[inline]
    fn offer_en_passant(&mut self, square: Square) {
        if en_passant_is_offered(&self.core, self.core.turn, square) {
            self.core.set_en_passant(square);
        }
    }

    fn check_men(setup: &Setup) -> Result<(), PositionError> {
        let stock = setup.stock.unwrap_or_default();
        for color in Color::ALL {
            let board = setup.board.count(color);
            let count = board + stock.of(color).total();
            if count != MEN {
                return Err(PositionError::NotAllMen { color, count, needed: MEN });
            }
            if board < MIN_MEN {
                return Err(PositionError::FewMen { color, count: board });
            }
        }
        Ok(())
    }

    fn check_setup(setup: &Setup, variant: Variant) -> Result<(), PositionError> {
        setup.check_fields(variant)?;
        setup.check_kings()?;
        setup.check_roles(variant, chess::MEN)?;
        setup.check_marks(variant, Roles::NONE)?;
        setup.check_stock_roles(variant, Roles::DROPPABLE)?;
        HaLijnen::check_men(setup)?;
        setup.check_en_passant(variant)
    }
}

/// Whether a pawn that has passed the square can be captured there by a pawn of `by`.
#[inline(always)]
fn en_passant_is_offered(core: &Core, by: Color, square: Square) -> bool {
    HaLijnen::line(by).has(square) && (attacks::pawn(!by, square) & core.board.men(by, Role::Pawn)).any()
}

impl Position for HaLijnen {
    type Undo = Undo;
    const REPETITION: Repetition = Repetition::Illegal;

    fn from_setup(setup: &Setup, variant: Variant, _chess960: bool) -> Result<HaLijnen, PositionError> {
        if variant != Variant::Halijnen {
            return Err(PositionError::OtherGame(variant));
        }
        HaLijnen::check_setup(setup, variant)?;
        let frames = Frames::of_setup(setup)?;
        if let Some(&letter) = setup.castling.first().filter(|_| frames.current() > 1) {
            return Err(PositionError::CastlingNever(letter));
        }
        let castling = setup.castling_rooks(false)?;
        let core = Core::from_setup::<HaLijnen>(setup, castling, false);
        let over = frames.finished();
        let mut position = HaLijnen { core, frames, record: Record::new(), over };
        if let Some(square) = setup.en_passant.filter(|_| over.is_none()) {
            position.offer_en_passant(square);
        }
        position.record.begin(&position.core);
        Ok(position)
    }

    fn to_setup(&self) -> Setup {
        Setup { frame: Some(self.frames.frame()), won: Some(self.frames.won()), ..self.core.to_setup(true) }
    }

    fn variant(&self) -> Variant {
        Variant::Halijnen
    }

    #[inline(always)]
    fn core(&self) -> &Core {
        &self.core
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.core.key() ^ self.frames.key()
    }

    /// Placement, side to move, castling and en passant rights, as FIDE defines a position; the frame stands apart.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.core.key()
    }

    #[inline]
    fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        if self.over.is_some() {
            return;
        }
        let scope = Scope::of(selection, &self.core);
        let bans = self.bans();
        if bans.is_empty() {
            self.generate_all(&scope, sink);
        } else {
            self.generate_all(&scope, &mut bans.filter(sink));
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && !self.bans().contain(mv)
    }

    fn accepts(&self, mv: Move) -> bool {
        self.is_legal(mv) || mv == Move::FLAG && self.flag_is_possible()
    }

    fn is_barred_by_history(&self, mv: Move) -> bool {
        self.bans().contain(mv) && self.is_pseudo_legal(mv)
    }

    fn plies_to_banned(&self, wanted: impl Fn(Move) -> bool) -> Option<usize> {
        let bans = self.bans();
        if self.over.is_some() || bans.is_empty() {
            return None;
        }
        // What would reproduce a position by placement alone need not be a move.
        let mut barred = bans.search(wanted);
        self.generate_all(&Scope::ALL, &mut barred);
        barred.found.then(|| bans.earliest())
    }

    #[inline]
    fn make<O: Observer>(&mut self, mv: Move, observer: &mut O) -> Undo {
        if mv.kind() == MoveKind::Flag {
            return self.make_flag(observer);
        }
        let us = self.core.turn;
        let core = CoreUndo { state: self.core.state, captured: None };
        let reversible = self.record.reversible();
        let captured = self.core.displace::<HaLijnen, O>(mv, observer).map(|(role, _)| role);
        match mv.kind() {
            MoveKind::Promotion => {
                self.core.add_stock(us, Role::Pawn, observer);
                self.core.take_stock(us, mv.role(), observer);
            }
            MoveKind::PawnBack => self.put_pawn_back(mv, observer),
            _ => {}
        }
        if let Some(role) = captured {
            self.core.add_stock(!us, role, observer);
        }
        self.core.switch_turn();
        let irreversible =
            captured.is_some() || mv.kind() == MoveKind::Promotion || self.core.state.castling != core.state.castling;
        let undo = Undo { core: CoreUndo { captured, ..core }, reversible, frame: None };
        if captured.is_some() && self.ended_by_capture(us) {
            self.record.push(&self.core, irreversible);
            return undo;
        }
        if self.core.board.color(us) & HaLijnen::line(us) == HaLijnen::line(us) {
            let frame = Some(self.end_frame(us, observer));
            return Undo { frame, ..undo };
        }
        if mv.kind() == MoveKind::DoubleStep {
            self.offer_en_passant(mv.from().forward(us));
        }
        self.record.push(&self.core, irreversible);
        undo
    }

    #[inline(always)]
    fn key_after(&self, mv: Move) -> u64 {
        let key = self.core.key_after(mv) ^ self.frames.key();
        match self.core.board.role_on(mv.to()) {
            Some(role) => self.core.key_with_stocked(key, !self.core.turn, role),
            None => key,
        }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        match undo.frame {
            Some(frame) => self.restore_frame(*frame),
            None => self.record.pop(undo.reversible),
        }
        self.over = None;
        if mv.kind() != MoveKind::Flag {
            self.core.switch_turn_back();
            if mv.kind() == MoveKind::PawnBack {
                let pawn = Piece { color: self.core.turn, role: Role::Pawn };
                self.core.board.take(pawn, mv.second());
                self.core.board.put(pawn, mv.to());
            }
            self.core.replace(mv, undo.core.captured);
        }
        self.core.state = undo.core.state;
    }

    /// Nothing that stood before a null move counts for the ban after it.
    fn make_null(&mut self) -> Undo {
        let reversible = self.record.reversible();
        let core = self.core.make_null::<HaLijnen>();
        self.record.push(&self.core, true);
        Undo { core, reversible, frame: None }
    }

    fn unmake_null(&mut self, undo: Undo) {
        self.record.pop(undo.reversible);
        self.core.unmake_null(undo.core);
    }

    /// Whether the king of the side to move stands on the opponent's line and could be captured there next.
    /// It may stay there: this is a threat, not a rule.
    fn in_check(&self) -> bool {
        self.king_can_be_captured(self.core.turn)
    }

    fn over(&self) -> Option<Status> {
        self.over
    }

    /// Rules.md 4, "End of the game", 4: for whatever reason there is no legal move.
    fn stuck(&self) -> Status {
        self.frames.lost(self.core.turn, Reason::NoLegalMove)
    }

    /// An exchange is at most one capture and one answer: what White captures stands on the h-file, where Black never
    /// captures, and the other way round. So a capture cannot be answered on its square, but a man that lands
    /// on the enemy's line can be captured there, and nothing captures in its turn. The king is worth more than
    /// any threshold, whatever its value, and so is the capture that leaves the enemy with too few men.
    fn see_ge(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool {
        let us = self.core.turn;
        if !matches!(
            mv.kind(),
            MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant | MoveKind::Promotion | MoveKind::PawnBack
        ) {
            return threshold <= 0;
        }
        let captured = self.captured(mv);
        if captured == Some(Role::King) || captured.is_some() && self.core.board.count(!us) <= MIN_MEN {
            return true;
        }
        let mut gain = captured.map_or(0, |role| values[role.index()]);
        if mv.kind() == MoveKind::Promotion {
            gain += values[mv.role().index()] - values[Role::Pawn.index()];
        }
        let landing = if mv.kind() == MoveKind::PawnBack { mv.second() } else { mv.to() };
        let mut occupied = self.core.board.occupied().without(mv.from().into()) | landing.into();
        if mv.kind() == MoveKind::EnPassant {
            occupied = occupied.without(Core::en_passant_victim(mv).into());
        }
        if self.capturers(!us, landing, occupied).is_empty() {
            return gain >= threshold;
        }
        mv.role() != Role::King && gain - values[mv.role().index()] >= threshold
    }
}

impl HaLijnen {
    /// Moves the pawn that has reached the last rank to the second square (rules.md 4, "Promotion"). It goes through the
    /// stock, which therefore stays as it was.
    #[cold]
    fn put_pawn_back<O: Observer>(&mut self, mv: Move, observer: &mut O) {
        let pawn = Piece { color: self.core.turn, role: Role::Pawn };
        self.core.take(pawn, mv.to(), observer);
        self.core.put(pawn, mv.second(), observer);
    }

    #[cold]
    fn make_flag<O: Observer>(&mut self, observer: &mut O) -> Undo {
        let core = CoreUndo { state: self.core.state, captured: None };
        let reversible = self.record.reversible();
        let frame = Some(self.end_frame(!self.core.turn, observer));
        Undo { core, reversible, frame }
    }
}
