//! Frames, the quarter turn, and the ends of the game (rules.md 4).

use super::{HaLijnen, Record};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Role};
use crate::position::Observer;
use crate::rules::{Reason, Status};
use crate::setup::{PositionError, Setup};
use crate::zobrist;

/// Fewest men with which a player is still in the game, king and pawns included.
pub const MIN_MEN: u32 = 8;

/// Most frames of a game: scores are counted in bytes.
pub const MAX_FRAMES: u32 = 255;

/// Which frame is played, of how many, and who won the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frames {
    current: u8,
    count: u8,
    won: [u8; 2],
    /// Distinguishes positions that differ only here.
    key: u64,
}

impl Frames {
    fn new(current: u8, count: u8, won: [u8; 2]) -> Frames {
        let packed = [current, count, won[0], won[1]].map(u64::from).into_iter().fold(0, |all, part| all << 8 | part);
        Frames { current, count, won, key: zobrist::number(packed) }
    }

    /// Reads `frame=` and `won=`; without them the first of three frames.
    ///
    /// # Errors
    /// The number of frames is even, below 3 or above [`MAX_FRAMES`], the frame is none of them, or the frames won do
    /// not add up.
    pub(super) fn of_setup(setup: &Setup) -> Result<Frames, PositionError> {
        let (current, count) = setup.frame.unwrap_or((1, 3));
        let (white, black) = setup.won.unwrap_or((0, 0));
        let wrong = |what| Err(PositionError::Frame(what));
        if count < 3 || count % 2 == 0 || count > MAX_FRAMES {
            return wrong(format!("{count} frames, not an odd number from 3 to {MAX_FRAMES}"));
        }
        if current == 0 || current > count {
            return wrong(format!("there is no frame {current} of {count}"));
        }
        let played = white.saturating_add(black);
        if played != current - 1 && !(current == count && played == count) {
            return wrong(format!("won={white}-{black} does not fit frame {current} of {count}"));
        }
        Ok(Frames::new(current as u8, count as u8, [white as u8, black as u8]))
    }

    /// The frame now played, from 1.
    #[inline(always)]
    pub fn current(&self) -> u32 {
        self.current.into()
    }

    /// The number of frames, odd, from 3.
    #[inline(always)]
    pub fn count(&self) -> u32 {
        self.count.into()
    }

    /// Frames won by a colour.
    #[inline(always)]
    pub fn won_by(&self, color: Color) -> u32 {
        self.won[color.index()].into()
    }

    /// Whether no frame follows this one.
    #[inline(always)]
    pub fn is_last(&self) -> bool {
        self.current == self.count
    }

    #[inline(always)]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn frame(&self) -> (u32, u32) {
        (self.current(), self.count())
    }

    pub(super) fn won(&self) -> (u32, u32) {
        (self.won_by(Color::White), self.won_by(Color::Black))
    }

    /// The result, if all frames have been played.
    pub(super) fn finished(&self) -> Option<Status> {
        let [white, black] = self.won;
        if u32::from(white) + u32::from(black) < self.count() {
            return None;
        }
        let winner = if white > black { Color::White } else { Color::Black };
        Some(Status::Won { winner, score: (white, black), reason: Reason::Frames })
    }

    /// The colour loses by the maximum score.
    pub(super) fn lost(&self, loser: Color, reason: Reason) -> Status {
        let score = match loser {
            Color::White => (0, self.count),
            Color::Black => (self.count, 0),
        };
        Status::Won { winner: !loser, score, reason }
    }

    fn after_win(&self, winner: Color) -> Frames {
        let mut won = self.won;
        won[winner.index()] += 1;
        let current = if self.is_last() { self.current } else { self.current + 1 };
        Frames::new(current, self.count, won)
    }
}

/// What the end of a frame changed.
#[derive(Clone, Debug)]
pub(super) struct FrameUndo {
    board: Board,
    frames: Frames,
    record: Record,
}

impl HaLijnen {
    /// Whether the capture that `us` has just made ended the game (rules.md 4, "End of the game", 1 and 2).
    pub(super) fn ended_by_capture(&mut self, us: Color) -> bool {
        let reason = if self.core.board.men(!us, Role::King).is_empty() {
            Reason::KingCaptured
        } else if self.core.board.count(!us) < MIN_MEN {
            Reason::FewMen
        } else {
            return false;
        };
        self.over = Some(self.frames.lost(!us, reason));
        true
    }

    /// Ends the frame: after the last one the game is over; else the board makes a quarter turn, castling and en
    /// passant rights are gone, and a new record begins.
    #[cold]
    pub(super) fn end_frame<O: Observer>(&mut self, winner: Color, observer: &mut O) -> Box<FrameUndo> {
        let frames = self.frames.after_win(winner);
        let undo = FrameUndo {
            board: self.core.board.clone(),
            frames: std::mem::replace(&mut self.frames, frames),
            record: std::mem::replace(&mut self.record, Record::new()),
        };
        self.over = frames.finished();
        if self.over.is_none() {
            self.core.board = self.core.board.turned();
            self.core.state.castling = Bitboard::EMPTY;
            self.core.state.en_passant = None;
            self.core.state.key = self.core.computed_key();
            observer.refresh();
        }
        self.record.begin(&self.core);
        Box::new(undo)
    }

    pub(super) fn restore_frame(&mut self, undo: FrameUndo) {
        self.core.board = undo.board;
        self.frames = undo.frames;
        self.record = undo.record;
    }
}
