//! A game of any kind, on one board or two, behind one type: for programs that learn at run time what is played.
//!
//! ```
//! use movegen::any_game;
//!
//! let mut game = any_game::open("crazyhouse".parse().unwrap(), "startpos").unwrap().game;
//! for text in ["e2e4", "d7d5", "e4d5"] {
//!     game.play_uci(text).unwrap();
//! }
//! assert_eq!(game.fen(), "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2");
//! assert_eq!(game.play_uci("d8d4").unwrap_err().to_string(), "illegal move d8d4: the queen cannot go to d4");
//! game.undo();
//! assert_eq!(game.status().to_string(), "ongoing");
//! ```

mod one_board;
mod two_boards;

use std::fmt;

pub use one_board::OneBoard;
pub use two_boards::TwoBoards;

use crate::fen::{self, FenError, FenNote};
use crate::moves::Move;
use crate::name::GameName;
use crate::notation::{Fault, MoveError};
use crate::pair::action::Action;
use crate::pair::status::{MatchStatus, PairStatus};
use crate::piece::Color;
use crate::rules::Status;
use crate::setup::Setup;
use crate::with_position_type;

/// How a game, or a match on two boards, stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Standing {
    /// A game on one board.
    Game(Status),
    /// Both games and the match.
    Match(PairStatus),
}

impl Standing {
    /// Whether the game or the match is over.
    pub fn is_over(&self) -> bool {
        match self {
            Standing::Game(status) => status.is_over(),
            Standing::Match(status) => matches!(status.of_match, MatchStatus::Over(_)),
        }
    }

    /// How the game on a board (0 = A, 1 = B) stands; a game on one board has board 0 alone.
    pub fn of_board(&self, board: usize) -> Status {
        match self {
            Standing::Game(status) => *status,
            Standing::Match(status) => status.boards[board & 1],
        }
    }
}

/// The status words of game records.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Game(status) => status.fmt(f),
            Standing::Match(status) => status.fmt(f),
        }
    }
}

/// A game in progress with its history, on one board (an [`OneBoard`]) or two ([`TwoBoards`]).
///
/// Boards are numbered 0 = A and 1 = B; a game on one board has board 0. What is played is an [`Action`]: a move, or
/// in a match an entry of the move list that ends a game without a move. Every question costs one virtual call; move
/// generation has none inside.
pub trait AnyGame: Send + Sync + fmt::Debug {
    /// The game that is played.
    fn name(&self) -> GameName;

    /// The number of boards: 1 or 2.
    fn boards(&self) -> usize;

    /// Who is on move on a board.
    fn turn(&self, board: usize) -> Color;

    /// The present position of a board, with frame, prelude and stock.
    fn setup(&self, board: usize) -> Setup;

    /// The FEN of the present position; two joined by ` | ` on two boards.
    fn fen(&self) -> String;

    /// How the game stands, repetition included.
    fn status(&self) -> Standing;

    /// All legal moves, of both boards if there are two.
    fn legal_moves(&self) -> Vec<Move>;

    /// Why a move may not be played now; `None` if it may.
    fn why_illegal(&self, mv: Move) -> Option<Fault>;

    /// Reads UCI text as an action that is possible now: a legal move, in HA-lijnen `flag`; on two boards with the
    /// board's digit in front, or `over=` entries.
    ///
    /// # Errors
    /// The text is no move, or why the move is not legal.
    fn parse_uci(&self, text: &str) -> Result<Action, MoveError>;

    /// Reads SAN as a legal move on a board.
    ///
    /// # Errors
    /// The text is no move, or why no legal move fits, or which fit.
    fn parse_san(&self, board: usize, text: &str) -> Result<Move, MoveError>;

    /// UCI text of an action that is possible now, on two boards with the board's digit in front.
    fn uci(&self, action: Action) -> String;

    /// Whether this text of an action is the form in which [`uci`](AnyGame::uci) writes it: not so with a letter of the
    /// other case, or the squares of an exchange in the other order.
    fn is_written_form(&self, action: Action, text: &str) -> bool {
        self.uci(action) == text
    }

    /// SAN of a legal move on its board.
    fn san(&self, mv: Move) -> String;

    /// Plays an action.
    ///
    /// # Errors
    /// Why it is not possible; nothing has changed. A draw by repetition, by the fifty-move rule or by a dead position
    /// does not keep a game on one board from going on.
    fn play(&mut self, action: Action) -> Result<(), Fault>;

    /// Takes back the action that was played last and returns it; `None` at the beginning.
    fn undo(&mut self) -> Option<Action>;

    /// The actions played since the game was set up, the first one first.
    fn played(&self) -> Vec<Action>;

    /// Counts the sequences of `depth` legal moves and reports the count below each legal move; the sum. `None` if
    /// `stop` says that nobody waits for it any more.
    fn perft(&self, depth: u32, stop: &dyn Fn() -> bool, report: &mut dyn FnMut(Move, u64)) -> Option<u64>;

    /// A copy with its history.
    fn copy(&self) -> Box<dyn AnyGame>;

    /// Reads UCI text, plays the action that it means, and returns it.
    ///
    /// # Errors
    /// The text is no move, or why the move is not legal; nothing has changed.
    fn play_uci(&mut self, text: &str) -> Result<Action, MoveError> {
        let action = self.parse_uci(text)?;
        self.play(action).map_err(|fault| MoveError::illegal(text, fault))?;
        Ok(action)
    }
}

/// A game that was set up.
#[derive(Debug)]
pub struct Opened {
    /// The game, before its first move.
    pub game: Box<dyn AnyGame>,
    /// What was changed in the FEN to read it.
    pub notes: Vec<FenNote>,
}

/// Sets up a game from a FEN, `startpos`, two FENs joined by ` | `, or `startpos2`.
///
/// # Errors
/// The first thing that is wrong with the FEN.
pub fn open(name: GameName, fen: &str) -> Result<Opened, FenError> {
    if fen::is_two_boards(fen) {
        let (pair, notes) = fen::read_pair(fen, name)?;
        return Ok(Opened { game: Box::new(TwoBoards::new(pair)), notes });
    }
    with_position_type!(name.variant, P => {
        let (position, notes) = fen::read::<P>(fen, name)?;
        Ok(Opened { game: Box::new(OneBoard::new(position)), notes })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::MoveKind;
    use crate::piece::Role;
    use crate::rules::Variant;
    use crate::square::Square;

    fn start(name: GameName, fen: &str) -> Box<dyn AnyGame> {
        open(name, fen).unwrap().game
    }

    #[test]
    fn every_game_opens_at_its_start_on_the_boards_it_has() {
        for variant in Variant::ALL {
            let one = start(variant.into(), "startpos");
            assert_eq!((one.boards(), one.fen()), (1, variant.start_fen().to_string()));
            assert_eq!(one.name(), variant.into());
            match open(variant.into(), "startpos2") {
                Ok(Opened { game, .. }) => assert_eq!((game.boards(), variant.has_two_boards()), (2, true)),
                Err(error) => {
                    assert!(!variant.has_two_boards());
                    assert_eq!(error.to_string(), format!("{variant} has one board"));
                }
            }
        }
    }

    #[test]
    fn plies_are_taken_back_to_the_beginning_repetition_included() {
        let mut game = start(Variant::Chess.into(), "startpos");
        let begin = game.fen();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
            game.play_uci(text).unwrap();
        }
        assert_eq!(game.status().to_string(), "draw 1/2-1/2 repetition");
        assert_eq!(game.played().len(), 8);
        let last = game.undo().unwrap();
        assert_eq!(game.uci(last), "f6g8");
        assert_eq!(game.status().to_string(), "ongoing");
        while game.undo().is_some() {}
        assert_eq!(game.fen(), begin);
        game.play_uci("e2e4").unwrap();
    }

    #[test]
    fn a_frame_and_a_prelude_are_taken_back() {
        let mut frames = start(Variant::Halijnen.into(), "startpos");
        frames.play_uci("flag").unwrap();
        assert_eq!(frames.setup(0).frame, Some((2, 3)));
        frames.undo();
        assert_eq!(frames.fen(), Variant::Halijnen.start_fen());
        let mut prelude = start(Variant::Superschaak.into(), "startpos");
        prelude.play_uci("A@g1").unwrap();
        assert_eq!(prelude.setup(0).prelude, Some(2));
        prelude.undo();
        assert_eq!(prelude.fen(), Variant::Superschaak.start_fen());
    }

    #[test]
    fn a_match_takes_back_results_and_passed_men() {
        let mut game = start(Variant::Doorgeef.into(), "startpos2");
        let begin = game.fen();
        for text in ["1e2e4", "2e2e4", "1d7d5", "1e4d5", "2over=1/2-1/2", "1over=0-1"] {
            let action = game.play_uci(text).unwrap();
            assert_eq!(game.played().last(), Some(&action));
        }
        assert_eq!(game.status().to_string(), "A: win black 0-1 given | B: draw 1/2-1/2 given | match: 0.5-1.5");
        let error = game.play_uci("1a2a3").unwrap_err().to_string();
        assert_eq!(error, "illegal move 1a2a3: the match is over");
        game.undo();
        assert_eq!(game.status().of_board(0), Status::Ongoing);
        while game.undo().is_some() {}
        assert_eq!(game.fen(), begin);
    }

    #[test]
    fn what_is_not_possible_is_refused_and_changes_nothing() {
        let mut game = start(Variant::Chess.into(), "startpos");
        let [king, rook] = ["e1", "h1"].map(|square| Square::parse(square).unwrap());
        let castling = Move::new(MoveKind::Castling, Role::King, king, rook);
        assert_eq!(game.play(castling.into()), Err(Fault::CannotCastle));
        assert_eq!(game.why_illegal(castling), Some(Fault::CannotCastle));
        assert_eq!(game.play(Action::MatchDraw), Err(Fault::OneBoard));
        assert_eq!(game.fen(), Variant::Chess.start_fen());
        assert_eq!(game.undo(), None);
        let legal = game.legal_moves();
        assert!(legal.iter().all(|&mv| game.why_illegal(mv).is_none()));
    }

    #[test]
    fn perft_counts_as_the_typed_walk_does() {
        for (name, fen, depth, nodes) in
            [("chess", "startpos", 3, 8902), ("bughouse", "startpos2", 2, 1600), ("superschaak", "startpos", 3, 576)]
        {
            let game = start(name.parse().unwrap(), fen);
            let mut sum = 0;
            assert_eq!(game.perft(depth, &|| false, &mut |_, nodes| sum += nodes), Some(nodes), "{name}");
            assert_eq!(sum, nodes);
        }
    }
}
