//! Replays recorded games by the rules of their variant: here those on one board.

use std::fmt;

use movegen::any_game::{self, AnyGame, Opened};
use movegen::fen::{self, FenError, FenNote};
use movegen::message::shown;
use movegen::moves::Move;
use movegen::name::GameName;
use movegen::notation::MoveError;
use movegen::piece::{Color, Role};
use movegen::rules::{Status, Variant};
use movegen::setup::{GameResult, Setup};
use movegen::square::Square;
use movegen::stock::Stock;
use thiserror::Error;

use crate::pgn::PgnGame;
use crate::record::frame_winner;
use crate::text::{GameText, TextFault};

/// A game understood, as far as it could be.
#[derive(Debug)]
pub struct Replay {
    /// The game and its history, after the last move that could be played.
    pub game: Box<dyn AnyGame>,
    /// FEN of the start; on two boards two FENs.
    pub start: String,
    /// The moves in UCI text, on two boards with the board's digit. Entries that end a game without a move stand among
    /// them: `flag` where a frame of HA-lijnen was lost on time, `1over=0-1` where a comment says so.
    pub moves: Vec<String>,
    /// What was taken for granted.
    pub notes: Vec<ReplayNote>,
    /// The first thing that is wrong with it.
    pub fault: Option<ReplayFault>,
}

/// What a replay took for granted because the record does not say it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayNote {
    /// What was changed in the FEN to read it.
    Fen(FenNote),
    /// One board of a game on two, whose other board is not in the record.
    OtherBoardUnknown,
    /// A FEN of board A alone; board B begins at its array.
    BoardBAtSameArray,
    /// A FEN of board A alone; board B begins at the usual array.
    BoardBAtStart,
}

impl fmt::Display for ReplayNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ReplayNote::Fen(note) => return note.fmt(f),
            ReplayNote::OtherBoardUnknown => {
                "one board of a game on two: the hands are not known, so every man that is dropped is taken to be in hand"
            }
            ReplayNote::BoardBAtSameArray => "the FEN is that of board A: board B begins at the same array",
            ReplayNote::BoardBAtStart => "the FEN is that of board A: board B begins at the usual array",
        })
    }
}

/// What is wrong with a recorded game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayFault {
    /// The text breaks off.
    #[error(transparent)]
    Text(#[from] TextFault),
    /// A tag that cannot be understood.
    #[error("line {line}: {tag} `{value}`: {what}")]
    Tag {
        /// Line of the game's first tag.
        line: usize,
        /// The tag's name.
        tag: &'static str,
        /// Its value.
        value: String,
        /// What is wrong with it.
        what: String,
    },
    /// A move that is not legal.
    #[error("line {line}: move {number} {}: {what}", shown(.text))]
    Move {
        /// Its line.
        line: usize,
        /// The move number, with `...` for Black.
        number: String,
        /// As written.
        text: String,
        /// Why it is not legal.
        what: String,
    },
    /// The moves end the game with another result.
    #[error("line {line}: Result {given}, but the moves end in `{status}`")]
    Result {
        /// Line of the game's first tag.
        line: usize,
        /// The result as given.
        given: String,
        /// What the moves say.
        status: String,
    },
}

impl ReplayFault {
    /// The line of the file, from 1, and what is wrong there.
    pub fn at_line(&self) -> (usize, String) {
        let line = match self {
            ReplayFault::Text(fault) => fault.line,
            ReplayFault::Tag { line, .. } | ReplayFault::Move { line, .. } | ReplayFault::Result { line, .. } => *line,
        };
        let text = self.to_string();
        let what = text.strip_prefix(&format!("line {line}: ")).unwrap_or(&text);
        (line, what.to_string())
    }
}

/// Replays a game. Without a position to start from there is nothing to keep: then the fault comes alone.
///
/// # Errors
/// The `Variant` tag is unknown or the `FEN` tag is no position of it.
pub fn replay(pgn: &PgnGame) -> Result<Replay, ReplayFault> {
    let (variant, chess960) =
        pgn.variant().map_err(|name| tag_fault(pgn, "Variant", &name, "no game of this name is known"))?;
    let fen = pgn.tag("FEN").unwrap_or(fen::START);
    let opened = open(variant, chess960, fen).map_err(|error| tag_fault(pgn, "FEN", fen, error))?;
    let mut replay = Replay::begin(opened);
    if variant.has_two_boards() {
        replay.notes.push(ReplayNote::OtherBoardUnknown);
    }
    replay.prelude(pgn);
    replay.play(pgn);
    Ok(replay)
}

/// Sets up a game. A FEN may say Chess960 by its castling field alone: it is read so if that field makes no sense in chess
/// but all of it does in Chess960, where the kings begin on the same file. Otherwise the field is a careless one.
///
/// # Errors
/// What is wrong with the FEN.
pub(crate) fn open(variant: Variant, chess960: bool, fen: &str) -> Result<Opened, FenError> {
    let as_named = any_game::open(GameName::new(variant, chess960), fen)?;
    if chess960 || keeps_castling_rights(&as_named) {
        return Ok(as_named);
    }
    match any_game::open(GameName::new(variant, true), fen) {
        Ok(as_960) if keeps_castling_rights(&as_960) && kings_may_castle_in_960(&*as_960.game) => Ok(as_960),
        _ => Ok(as_named),
    }
}

/// Whether no castling right was dropped.
fn keeps_castling_rights(opened: &Opened) -> bool {
    !opened.notes.iter().any(|note| {
        let note = if let FenNote::OnBoard { note, .. } = note { note } else { note };
        matches!(note, FenNote::Castling { .. })
    })
}

/// Whether on each board the kings stand on one file, as they have from the start, if both may still castle.
fn kings_may_castle_in_960(game: &dyn AnyGame) -> bool {
    (0..game.boards()).all(|board| {
        let setup = game.setup(board);
        let file_of_castling_king = |color: Color| {
            let may_castle = |letter: &char| letter.is_ascii_uppercase() == (color == Color::White);
            setup.castling.iter().any(may_castle).then(|| setup.board.king(color).map(Square::file)).flatten()
        };
        match (file_of_castling_king(Color::White), file_of_castling_king(Color::Black)) {
            (Some(white), Some(black)) => white == black,
            _ => true,
        }
    })
}

/// A tag that cannot be understood.
pub(crate) fn tag_fault<M>(game: &GameText<M>, tag: &'static str, value: &str, what: impl ToString) -> ReplayFault {
    ReplayFault::Tag { line: game.line, tag, value: value.to_string(), what: what.to_string() }
}

impl Replay {
    /// A game before its first move.
    pub(crate) fn begin(opened: Opened) -> Replay {
        Replay {
            start: opened.game.fen(),
            game: opened.game,
            moves: Vec::new(),
            notes: opened.notes.into_iter().map(ReplayNote::Fen).collect(),
            fault: None,
        }
    }

    pub(crate) fn fail(&mut self, fault: ReplayFault) {
        self.fault.get_or_insert(fault);
    }

    /// How the game stands. On one board of two nothing is a draw: a repetition needs equal hands, and the other board
    /// may bring men.
    fn status(&self) -> Status {
        match self.game.status().of_board(0) {
            Status::Drawn(_) if self.game.name().variant.has_two_boards() => Status::Ongoing,
            status => status,
        }
    }

    /// The `Prelude` tag: leads to the FEN, or, without one, is played first.
    fn prelude(&mut self, pgn: &PgnGame) {
        let Some(text) = pgn.tag("Prelude") else { return };
        let fault = |what: String| tag_fault(pgn, "Prelude", text, what);
        if self.game.name().variant != Variant::Superschaak {
            return self.fail(fault("only superschaak has a prelude".to_string()));
        }
        let mut game = match any_game::open(Variant::Superschaak.into(), fen::START) {
            Ok(opened) => opened.game,
            Err(error) => return self.fail(fault(error.to_string())),
        };
        for action in text.split_ascii_whitespace() {
            if let Err(error) = game.play_uci(action) {
                return self.fail(fault(error.to_string()));
            }
        }
        let (played, given) = (game.setup(0), self.game.setup(0));
        let same = |a: &Setup, b: &Setup| a.board == b.board && a.prelude == b.prelude;
        if pgn.tag("FEN").is_none() {
            self.start = game.fen();
            self.game = game;
        } else if !same(&played, &given) {
            self.fail(fault(format!("it leads to {played}, not to the FEN")));
        }
    }

    fn play(&mut self, pgn: &PgnGame) {
        let start = self.game.setup(0);
        let line = pgn.line;
        for mv in &pgn.moves {
            let setup = self.game.setup(0);
            let dots = if setup.turn == Color::White { "." } else { "..." };
            let fault = |what: String| ReplayFault::Move {
                line: mv.line,
                number: format!("{}{dots}", setup.fullmove),
                text: mv.text.clone(),
                what,
            };
            if setup.frame != start.frame {
                return self.fail(fault("the frame is over".to_string()));
            }
            let status = self.status();
            if status.is_over() {
                return self.fail(fault(format!("the game is over ({status})")));
            }
            if let Err(error) = self.play_san(&mv.text) {
                return self.fail(fault(error.to_string()));
            }
        }
        if let Some(fault) = pgn.fault.clone() {
            return self.fail(fault.into());
        }
        let forfeit = pgn.tag("Termination").is_some_and(|text| text.eq_ignore_ascii_case("time forfeit"));
        let open = self.game.setup(0).frame == start.frame && !self.status().is_over();
        if forfeit && open && start.frame.is_some() && self.game.play_uci("flag").is_ok() {
            self.moves.push("flag".to_string());
        }
        self.check_result(pgn, &start, line);
    }

    fn play_san(&mut self, san: &str) -> Result<(), MoveError> {
        let mv = self.game.parse_san(0, san).or_else(|error| self.give_dropped_man(san, error))?;
        let text = self.game.uci(mv.into());
        self.game.play(mv.into()).map_err(|fault| MoveError::illegal(&text, fault))?;
        self.moves.push(text);
        Ok(())
    }

    /// On one board of two: puts the man that is dropped in the hand of the player on move and reads the drop again. `error`
    /// is why it could not be read.
    fn give_dropped_man(&mut self, san: &str, error: MoveError) -> Result<Move, MoveError> {
        let GameName { variant, chess960 } = self.game.name();
        let role =
            san.split_once('@').and_then(|(man, _)| man.chars().next().map_or(Some(Role::Pawn), Role::from_letter));
        let Some(role) = role.filter(|_| variant.has_two_boards()) else { return Err(error) };
        let mut setup = self.game.setup(0);
        setup.stock.get_or_insert(Stock::EMPTY).of_mut(setup.turn).add(role);
        let Ok(opened) = any_game::open(GameName { variant, chess960 }, &setup.to_string()) else { return Err(error) };
        let mv = opened.game.parse_san(0, san)?;
        self.game = opened.game;
        Ok(mv)
    }

    /// Compares the result with what the moves say, where they say anything.
    fn check_result(&mut self, pgn: &PgnGame, start: &Setup, line: usize) {
        let (given, status, end) = (pgn.result(), self.status(), self.game.setup(0));
        let wrong = |status: String| ReplayFault::Result { line, given: given.to_string(), status };
        let frame_winner = frame_winner(start, &end);
        let expected = frame_winner.map(GameResult::won_by).or_else(|| GameResult::of(&status));
        // `*` says nothing, so it contradicts nothing.
        let Some(expected) = expected.filter(|_| given != "*") else { return };
        if given != expected.text() {
            let said = match frame_winner {
                Some(winner) => format!("{} wins the frame", winner.word()),
                None => status.to_string(),
            };
            return self.fail(wrong(said));
        }
        let score = match status {
            Status::Won { score: (white, black), .. } => format!("{white}-{black}"),
            _ => return,
        };
        if let Some(given) = pgn.tag("MatchResult").filter(|given| *given != score) {
            self.fail(tag_fault(pgn, "MatchResult", given, format!("the moves end in `{status}`")));
        }
    }
}
