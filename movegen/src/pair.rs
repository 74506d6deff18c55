//! The two-board position of bughouse, doorgeef and euwe: two [`Drops`] boards between which men pass.
//!
//! Moves come from either board in any order; [`Move::board`] says on which board a move is made. Making a
//! move here passes men and robs boards, but does not look for endings: [`Pair::settle`] does
//! (see [`status`]), and [`game::PairGame`] plays whole matches.

pub mod action;
pub mod game;
pub mod perft;
pub(crate) mod rules;
pub mod status;
#[cfg(test)]
mod tests;

use crate::core::{CoreUndo, State};
use crate::generate::Scope;
use crate::moves::{Move, MoveKind, MoveList, MoveSink};
use crate::pair::rules::euwe;
use crate::pair::status::Endings;
use crate::piece::{Color, Piece, Role, Roles};
use crate::position::{Position, Selection};
use crate::rules::{DropRules, MatchEnd, Promotion, Variant};
use crate::setup::{GameResult, PositionError, Setup};
use crate::variants::drops::Drops;
use crate::zobrist;

/// The two teams of a match. Partners have opposite colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Team {
    /// White on board A and Black on board B; its result comes first.
    One,
    /// Black on board A and White on board B.
    Two,
}

impl Team {
    /// Both teams.
    pub const ALL: [Team; 2] = [Team::One, Team::Two];

    /// The team of the player with this colour on this board (0 = A, 1 = B).
    #[inline(always)]
    pub const fn of(board: usize, color: Color) -> Team {
        if (board & 1) ^ color.index() == 0 { Team::One } else { Team::Two }
    }

    /// The colour with which the team plays on this board.
    #[inline(always)]
    pub const fn color(self, board: usize) -> Color {
        if (board & 1) ^ (self as usize) == 0 { Color::White } else { Color::Black }
    }

    /// 0 for team 1, 1 for team 2.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::ops::Not for Team {
    type Output = Team;

    #[inline(always)]
    fn not(self) -> Team {
        match self {
            Team::One => Team::Two,
            Team::Two => Team::One,
        }
    }
}

/// A position on two boards. Boards are numbered 0 = A and 1 = B; of larger numbers only the lowest bit counts.
#[derive(Clone, Debug)]
pub struct Pair {
    boards: [Drops; 2],
    /// All four players have agreed on a draw of the match.
    agreed: bool,
    /// The states of the robbed boards before the takings made so far, to undo them. Kept here, so that the undo of
    /// other moves carries no room for them.
    robbed: Vec<State>,
}

/// Positions are equal whatever led to them.
impl PartialEq for Pair {
    fn eq(&self, other: &Pair) -> bool {
        self.boards == other.boards && self.agreed == other.agreed
    }
}

impl Eq for Pair {}

/// What [`Pair::unmake`] needs to restore both boards.
#[derive(Clone, Copy, Debug)]
pub struct PairUndo(CoreUndo);

impl Pair {
    /// Checks two set-ups and makes a position of the two-board game `variant` of them. A game that is over for want of
    /// moves is found to be (rules.md 2.2, board A first).
    ///
    /// # Errors
    /// Names the board and what is wrong on it; a game with one board; a bughouse match with two results.
    pub fn from_setups(setups: &[Setup; 2], variant: Variant, chess960: bool) -> Result<Pair, PositionError> {
        if !variant.has_two_boards() {
            return Err(PositionError::OneBoard(variant));
        }
        let board = |board: usize| {
            Drops::from_setup(&setups[board], variant, chess960)
                .map_err(|error| PositionError::OnBoard { board, error: Box::new(error) })
        };
        let mut pair = Pair { boards: [board(0)?, board(1)?], agreed: false, robbed: Vec::new() };
        if pair.rules().match_end == MatchEnd::FirstResult && pair.boards.iter().all(|board| board.over.is_some()) {
            return Err(PositionError::BothOver);
        }
        pair.settle(Endings::Stuck);
        Ok(pair)
    }

    /// The start position of both boards.
    ///
    /// # Errors
    /// The game is not played on two boards.
    pub fn start(variant: Variant, chess960: bool) -> Result<Pair, PositionError> {
        match variant.start_fen().parse::<Setup>() {
            Ok(setup) => Pair::from_setups(&[setup.clone(), setup], variant, chess960),
            Err(_) => Err(PositionError::OneBoard(variant)),
        }
    }

    /// Both boards as set-ups. A board has its result in `over`; that a bughouse board was stopped, or a match
    /// drawn by agreement, is no part of a set-up.
    pub fn to_setups(&self) -> [Setup; 2] {
        [self.boards[0].to_setup(), self.boards[1].to_setup()]
    }

    /// The game.
    pub fn variant(&self) -> Variant {
        self.rules().variant
    }

    /// The house rules.
    #[inline(always)]
    pub fn rules(&self) -> &DropRules {
        self.boards[0].rules()
    }

    /// One board.
    #[inline(always)]
    pub fn board(&self, board: usize) -> &Drops {
        &self.boards[board & 1]
    }

    /// The team of the player on move on a board.
    #[inline(always)]
    pub fn team_on_move(&self, board: usize) -> Team {
        Team::of(board, self.board(board).core.turn)
    }

    /// Whether the match is over: in bughouse by the first result, else by both, or by an agreement of all four.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        let [a, b] = &self.boards;
        self.agreed
            || match self.rules().match_end {
                MatchEnd::FirstResult => a.over.is_some() || b.over.is_some(),
                MatchEnd::Sum => a.over.is_some() && b.over.is_some(),
            }
    }

    /// Key of the position for transposition tables: both boards and their results. It does not depend on the order
    /// of moves made on different boards.
    #[inline]
    pub fn key(&self) -> u64 {
        let [a, b] = &self.boards;
        let key = a.core.key() ^ b.core.key().rotate_left(32);
        if a.over.is_some() || b.over.is_some() || self.agreed { key ^ self.results_key() } else { key }
    }

    #[cold]
    fn results_key(&self) -> u64 {
        let mut key = if self.agreed { zobrist::extra(RESULT_KEYS + 3) } else { 0 };
        for board in 0..2 {
            if let Some(result) = self.boards[board].over.as_ref().and_then(GameResult::of) {
                key ^= zobrist::extra(RESULT_KEYS + 4 * board as u8 + result as u8);
            }
        }
        key
    }

    /// Key under which a position of one board counts for repetition: men, side to move, rights and hands there.
    #[inline(always)]
    pub fn repetition_key(&self, board: usize) -> u64 {
        self.board(board).core.key()
    }

    /// Passes the selected legal moves of both boards to the sink, board A first, each once. None on a board that is
    /// over, none if the match is.
    #[inline]
    pub fn generate<S: MoveSink>(&self, selection: Selection, sink: &mut S) {
        self.generate_on(0, selection, sink);
        self.generate_on(1, selection, sink);
    }

    /// Passes the selected legal moves of one board to the sink.
    #[inline]
    pub fn generate_on<S: MoveSink>(&self, board: usize, selection: Selection, sink: &mut S) {
        if self.is_over() {
            return;
        }
        let board = board & 1;
        let mine = &self.boards[board];
        let scope = Scope::of(selection, &mine.core);
        match mine.rules().promotion {
            Promotion::Taken => euwe::generate_with_takings(mine, board, &self.boards[1 - board].core, &scope, sink),
            Promotion::Marked if board == 0 => mine.generate_in(&scope, Roles::ORTHODOX, sink),
            Promotion::Marked => mine.generate_in(&scope, Roles::ORTHODOX, &mut OnBoardB(sink)),
        }
    }

    /// All legal moves in a new list.
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.generate(Selection::All, &mut list);
        list
    }

    /// Whether the word is exactly one of the moves that [`generate`](Pair::generate) lists.
    /// Any 32-bit word that is a [`Move`] may be asked.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (mine, other) = (self.board(mv.board()), self.board(1 - mv.board()));
        let alone = mv.on_board(0);
        if self.is_over() {
            return false;
        }
        match (mine.rules().promotion, mv.kind()) {
            (Promotion::Taken, MoveKind::Promotion) => false,
            (Promotion::Taken, MoveKind::Taking) => euwe::is_legal_taking(mine, &other.core, alone),
            _ => mine.is_legal(alone),
        }
    }

    /// The role that a legal move captures.
    pub fn captured(&self, mv: Move) -> Option<Role> {
        self.board(mv.board()).captured(mv)
    }

    /// Makes a legal move and all that it does to the other board, without looking for endings (but for a captured
    /// king).
    #[inline]
    pub fn make(&mut self, mv: Move) -> PairUndo {
        let [a, b] = &mut self.boards;
        let (mine, other) = if mv.board() == 0 { (a, b) } else { (b, a) };
        let us = mine.core.turn;
        let undo = PairUndo(mine.make(mv, &mut ()));
        if mv.kind() == MoveKind::Taking {
            rob(other, us, mv, &mut self.robbed);
        }
        if let Some(role) = passed(mv, &undo.0, other) {
            other.core.add_stock(!us, role, &mut ());
        }
        undo
    }

    /// Takes back the move that was made last. Endings found since then must have been taken back
    /// ([`unsettle`](Pair::unsettle)).
    #[inline]
    pub fn unmake(&mut self, mv: Move, undo: PairUndo) {
        let [a, b] = &mut self.boards;
        let (mine, other) = if mv.board() == 0 { (a, b) } else { (b, a) };
        let us = !mine.core.turn;
        if mv.kind() == MoveKind::Taking {
            give_back(other, us, mv, &mut self.robbed);
        } else if let Some(role) = passed(mv, &undo.0, other) {
            other.core.take_stock(!us, role, &mut ());
        }
        mine.unmake(mv, undo.0);
    }

    /// The key computed from scratch; always equal to [`key`](Pair::key).
    #[cfg(test)]
    pub(crate) fn computed_key(&self) -> u64 {
        let kept = self.boards[0].core.key() ^ self.boards[1].core.key().rotate_left(32);
        let computed = self.boards[0].core.computed_key() ^ self.boards[1].core.computed_key().rotate_left(32);
        self.key() ^ kept ^ computed
    }
}

/// The other board's part of a taking. Out of line, so that other moves pay nothing for it.
#[inline(never)]
fn rob(other: &mut Drops, us: Color, mv: Move, saved: &mut Vec<State>) {
    saved.push(other.core.state);
    euwe::take_from(other, Piece { color: us, role: mv.role() }, mv.second());
}

/// Undoes [`rob`], and what a capture by the same move passed.
#[inline(never)]
fn give_back(other: &mut Drops, us: Color, mv: Move, saved: &mut Vec<State>) {
    other.core.board.put(Piece { color: us, role: mv.role() }, mv.second());
    if let Some(state) = saved.pop() {
        other.core.state = state;
    }
}

/// Where the keys of results begin among the further numbers.
const RESULT_KEYS: u8 = 240;

/// What a captured man goes to the other board as (rules.md 2: at once, in its own colour; marked men as pawns):
/// nothing if nothing was captured, the king was, or the other game is over.
#[inline(always)]
fn passed(mv: Move, undo: &CoreUndo, other: &Drops) -> Option<Role> {
    let captured = undo.captured?;
    if captured == Role::King || other.over.is_some() {
        return None;
    }
    let marked = mv.kind() != MoveKind::EnPassant && undo.state.promoted.has(mv.to());
    Some(Drops::passed_role(captured, marked))
}

/// Hands on the moves of a board as moves on board B.
struct OnBoardB<'a, S>(&'a mut S);

impl<S: MoveSink> MoveSink for OnBoardB<'_, S> {
    #[inline(always)]
    fn push(&mut self, mv: Move) {
        self.0.push(mv.on_board(1));
    }

    #[inline(always)]
    fn extend(&mut self, first: Move, targets: crate::bitboard::Bitboard) {
        self.0.extend(first.on_board(1), targets);
    }
}
