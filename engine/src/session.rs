//! A game set up for thinking, whatever the game: what a protocol talks to.
//!
//! A [`Session`] is a [game](AnyGame) that can think. In [`open`] lies the one `match` on the variant; every protocol
//! command costs one virtual call, no node of the search does.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod one_board;
mod request;
mod two_boards;

use std::sync::Arc;

use movegen::any_game::{AnyGame, OneBoard, TwoBoards};
use movegen::fen::{self, FenError, FenNote};
use movegen::name::GameName;
use movegen::notation::MoveError;
use movegen::rules::Variant;
use movegen::with_position_type;
use thiserror::Error;

pub use request::{Answer, Notation, Request, Roots};

use crate::limits::Control;
use crate::report::Info;
use crate::search::SharedState;
use crate::team::Seating;
use one_board::OneBoardSession;
use two_boards::TwoBoardSession;

/// Which game is played, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// The game.
    pub variant: Variant,
    /// Whether Chess960 arrays and king-takes-rook castling are wanted; means nothing where the game has none.
    pub chess960: bool,
    /// HA-lijnen: number of frames of a game from the start position, odd, from 3 to 255.
    pub frames: u32,
}

impl Rules {
    /// The usual number of frames of HA-lijnen (rules.md 4).
    pub const FRAMES: u32 = 3;

    /// A game in its usual form.
    pub const fn new(variant: Variant) -> Rules {
        Rules { variant, chess960: false, frames: Rules::FRAMES }
    }

    /// The FEN from which a game starts.
    pub fn start_fen(&self) -> String {
        self.variant.start_fen_of(self.frames)
    }

    /// The game, with the form of Chess960 where it is wanted and the game has one.
    pub fn name(&self) -> GameName {
        GameName::new(self.variant, self.chess960)
    }
}

/// Takes a line of thinking, and its moves as text.
pub type Report<'a> = dyn Fn(&Info, &str) + Sync + 'a;

/// A game set up for thinking. It does not change: the next position is another session.
pub trait Session: Send + Sync {
    /// Thinks until the limits or the control end it. Every line that is found goes to `report`.
    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer;

    /// Those of the moves that nobody can choose here, with the reason: they are not legal or, on two boards, not those
    /// of this seat.
    fn illegal(&self, moves: &[String], seating: Seating) -> Vec<MoveError>;

    /// The game: all that can be asked about it without thinking.
    fn game(&self) -> &dyn AnyGame;

    /// The same game after further moves, given as UCI text.
    ///
    /// # Errors
    /// The first move that is not legal; its place counts from the first of them.
    fn continued(&self, moves: &[String]) -> Result<Arc<dyn Session>, IllegalMove>;

    /// The board, stocks, FEN, key, checkers and status, for people.
    fn display(&self) -> String;

    /// The static evaluation, for people.
    fn evaluation(&self) -> String;
}

/// A move list that breaks off at a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("ply {ply}{}: {error}", .board.map(|board| format!(" on board {board}")).unwrap_or_default())]
pub struct IllegalMove {
    /// Its place in the list, from 1.
    pub ply: usize,
    /// Two boards: the board it names, `A` or `B`.
    pub board: Option<&'static str>,
    /// What is wrong with it; names its text.
    pub error: MoveError,
}

/// Why there is no session.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpenError {
    /// The FEN is not one of the game.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move of the list is not legal.
    #[error(transparent)]
    Move(#[from] IllegalMove),
}

/// A game that was set up.
pub struct Opened {
    /// The game, after its moves.
    pub session: Arc<dyn Session>,
    /// What was changed in the FEN to read it.
    pub notes: Vec<FenNote>,
}

/// Sets up a game from a FEN (`None`: from its start) and plays moves, given as UCI text. Two FENs joined by `|`, or
/// `startpos2`, are a match on two boards.
///
/// # Errors
/// Names what is wrong with the FEN, or the first illegal move.
pub fn open(rules: &Rules, fen: Option<&str>, moves: &[String]) -> Result<Opened, OpenError> {
    let start = rules.start_fen();
    let (fen, name) = (fen.unwrap_or(&start), rules.name());
    if fen::is_two_boards(fen) {
        let (pair, notes) = fen::read_pair(fen, name)?;
        let session = TwoBoardSession { game: TwoBoards::new(pair) }.continued(moves)?;
        return Ok(Opened { session, notes });
    }
    with_position_type!(rules.variant, P => {
        let (position, notes) = fen::read::<P>(fen, name)?;
        let session = OneBoardSession { game: OneBoard::new(position) }.continued(moves)?;
        Ok(Opened { session, notes })
    })
}

/// Plays moves, given as UCI text, up to the first that is not legal.
fn play(game: &mut dyn AnyGame, moves: &[String]) -> Result<(), IllegalMove> {
    for (index, text) in moves.iter().enumerate() {
        if let Err(error) = game.play_uci(text) {
            let board = if game.boards() == 2 { board_of(text) } else { None };
            return Err(IllegalMove { ply: index + 1, board, error });
        }
    }
    Ok(())
}

/// The board that an entry of a move list names.
fn board_of(entry: &str) -> Option<&'static str> {
    match entry.as_bytes() {
        [b'1', ..] => Some("A"),
        [b'2', ..] => Some("B"),
        _ => None,
    }
}
