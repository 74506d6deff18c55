//! A game of any variant behind one type, for tools that choose the variant at run time.

use movegen::fen::{self, FenError};
use movegen::game::Game;
use movegen::moves::{Move, MoveKind};
use movegen::notation::MoveError;
use movegen::notation::san::{parse_san, san};
use movegen::notation::uci::{parse_uci, uci};
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::setup::Setup;
use movegen::with_position_type;

/// A one-board game in progress, with its history. One virtual call for each question, none in move generation.
pub trait AnyGame: Send {
    /// The game that is played.
    fn variant(&self) -> Variant;

    /// Who is on move.
    fn turn(&self) -> Color;

    /// The present position, with frame, prelude and stock.
    fn setup(&self) -> Setup;

    /// How the game stands, repetition included.
    fn status(&self) -> Status;

    /// All legal moves.
    fn legal_moves(&self) -> Vec<Move>;

    /// Reads UCI text as a legal move.
    ///
    /// # Errors
    /// The text is no move, or why the move is not legal.
    fn parse_uci(&self, text: &str) -> Result<Move, MoveError>;

    /// Reads SAN as a legal move.
    ///
    /// # Errors
    /// The text is no move, or why no legal move fits.
    fn parse_san(&self, text: &str) -> Result<Move, MoveError>;

    /// UCI text of a legal move.
    fn uci(&self, mv: Move) -> String;

    /// SAN of a legal move.
    fn san(&self, mv: Move) -> String;

    /// Makes a legal move, or in HA-lijnen `flag`.
    fn play(&mut self, mv: Move);

    /// A copy with its history.
    fn copy(&self) -> Box<dyn AnyGame>;

    /// The FEN of the present position.
    fn fen(&self) -> String {
        self.setup().to_string()
    }
}

impl<P: Position> AnyGame for Game<P> {
    fn variant(&self) -> Variant {
        self.position().variant()
    }

    fn turn(&self) -> Color {
        self.position().core().turn()
    }

    fn setup(&self) -> Setup {
        self.position().to_setup()
    }

    fn status(&self) -> Status {
        Game::status(self)
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves().to_vec()
    }

    fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        parse_uci(self.position(), text)
    }

    fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        parse_san(self.position(), text)
    }

    fn uci(&self, mv: Move) -> String {
        uci(self.position(), mv)
    }

    fn san(&self, mv: Move) -> String {
        if mv.kind() == MoveKind::Flag { "flag".to_string() } else { san(self.position(), mv) }
    }

    fn play(&mut self, mv: Move) {
        Game::play(self, mv);
    }

    fn copy(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

/// Sets up a game of the variant.
///
/// # Errors
/// The first fault of the FEN.
pub fn open(fen: &str, variant: Variant, chess960: bool) -> Result<Box<dyn AnyGame>, FenError> {
    with_position_type!(variant, P => {
        let position: P = fen::parse(fen, variant, chess960)?;
        Ok(Box::new(Game::new(position)))
    })
}

/// Makes the move that the UCI text means; in HA-lijnen `flag` is read too.
///
/// # Errors
/// The text is no move, or why the move is not legal.
pub fn play_uci(game: &mut dyn AnyGame, text: &str) -> Result<Move, MoveError> {
    let mv = game.parse_uci(text)?;
    game.play(mv);
    Ok(mv)
}
