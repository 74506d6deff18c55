//! Replays PGN games by the rules of their variant.

use movegen::any_game::{self, AnyGame};
use movegen::fen;
use movegen::name::GameName;
use movegen::piece::Color;
use movegen::rules::{Status, Variant};
use movegen::setup::{GameResult, Setup};
use thiserror::Error;

use crate::pgn::PgnGame;
use crate::record::frame_winner;
use crate::text::TextFault;

/// A PGN game understood: as far as it could be.
pub struct Replay {
    /// The game and its history, after the last move that could be played.
    pub game: Box<dyn AnyGame>,
    /// FEN of the start.
    pub start: String,
    /// The moves in UCI text; `flag` where a frame of HA-lijnen was lost on time.
    pub moves: Vec<String>,
    /// The first thing that is wrong with it.
    pub fault: Option<ReplayFault>,
}

/// What is wrong with a PGN game.
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
    #[error("line {line}: move {number} {text}: {what}")]
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
    let tag_fault =
        |tag, value: &str, what: String| ReplayFault::Tag { line: pgn.line, tag, value: value.to_string(), what };
    let (variant, chess960) =
        pgn.variant().map_err(|name| tag_fault("Variant", &name, "no game of this name is known".to_string()))?;
    // A FEN says Chess960 by its castling field alone: then king takes rook is read as well.
    let fen = pgn.tag("FEN").unwrap_or(variant.start_fen());
    let open = |chess960| any_game::open(GameName::new(variant, chess960), fen);
    let game = open(chess960)
        .or_else(|error| if variant == Variant::Chess { open(true) } else { Err(error) })
        .map_err(|error| tag_fault("FEN", fen, error.to_string()))?
        .game;
    let mut replay = Replay { game, start: String::new(), moves: Vec::new(), fault: None };
    replay.start = replay.game.fen();
    replay.prelude(pgn);
    replay.play(pgn);
    Ok(replay)
}

impl Replay {
    fn fail(&mut self, fault: ReplayFault) {
        self.fault.get_or_insert(fault);
    }

    fn status(&self) -> Status {
        self.game.status().of_board(0)
    }

    /// The `Prelude` tag: leads to the FEN, or, without one, is played first.
    fn prelude(&mut self, pgn: &PgnGame) {
        let Some(text) = pgn.tag("Prelude") else { return };
        let fault = |what: String| ReplayFault::Tag { line: pgn.line, tag: "Prelude", value: text.to_string(), what };
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
            let played = self.game.parse_san(0, &mv.text).map_err(|error| error.to_string()).and_then(|legal| {
                let text = self.game.uci(legal.into());
                self.game.play(legal.into()).map_err(|fault| fault.to_string()).map(|()| text)
            });
            match played {
                Ok(text) => self.moves.push(text),
                Err(error) => return self.fail(fault(error)),
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
            self.fail(ReplayFault::Tag {
                line,
                tag: "MatchResult",
                value: given.to_string(),
                what: format!("the moves end in `{status}`"),
            });
        }
    }
}
