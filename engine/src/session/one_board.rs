//! The session of a game on one board.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use eval::Evaluate;
use movegen::any_game::{AnyGame, OneBoard, Standing};
use movegen::fen;
use movegen::moves::Move;
use movegen::notation::{self, Fault, MoveError};
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::Status;

use super::{Answer, IllegalMove, Notation, Report, Request, Session, play};
use crate::clock::Clock;
use crate::display;
use crate::limits::Control;
use crate::report::{Bound, Info, Outcome, Score};
use crate::search::SharedState;
use crate::strength;
use crate::team::Seating;
use crate::win_rates::WinRates;

/// A game of one family that can think.
pub(super) struct OneBoardSession<P: Position> {
    pub(super) game: OneBoard<P>,
}

impl<P: Evaluate> Session for OneBoardSession<P> {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn continued(&self, moves: &[String]) -> Result<Arc<dyn Session>, IllegalMove> {
        let mut game = self.game.clone();
        play(&mut game, moves)?;
        Ok(Arc::new(OneBoardSession { game }))
    }

    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer {
        let position = self.position();
        if !position.has_legal_move() {
            return self.without_move(report);
        }
        let mut limits = request.limits;
        limits.search_moves =
            request.roots.choose(|| position.legal_moves().to_vec(), |text| self.choosable(text).ok());
        let told = |info: &Info| report(info, &texts(position, &info.pv, request.notation).join(" "));
        let Request { options, strength, .. } = request;
        let Outcome { best, ponder, .. } =
            strength::think(self.game.game(), state, control, &limits, &options, strength, &told);
        let expected: Vec<Move> = [best, ponder].into_iter().map_while(|mv| mv).collect();
        let mut texts = texts(position, &expected, request.notation).into_iter();
        let clock = Clock::new(&limits, &options, position.actor());
        let due =
            strength.map_or(Duration::ZERO, |strength| strength.answer_time(&clock, position.legal_moves().len()));
        Answer { best: texts.next(), ponder: texts.next(), standing: self.game.status(), due }
    }

    fn illegal(&self, moves: &[String], _seating: Seating) -> Vec<MoveError> {
        moves.iter().filter_map(|text| self.choosable(text).err()).collect()
    }

    fn display(&self) -> String {
        let position = self.position();
        let mut text = display::draw(position);
        let _ = write!(text, "Fen: {}\nKey: {:016X}\nCheckers:", fen::write(position), position.key());
        for square in position.core().checkers() {
            let _ = write!(text, " {square}");
        }
        let _ = write!(text, "\nStatus: {}", self.game.game().status());
        text
    }

    fn evaluation(&self) -> String {
        let position = self.position();
        let score = position.evaluate(&position.fresh());
        let white = if position.actor() == Color::White { score } else { -score };
        format!(
            "Static evaluation: {:+.2} pawns for White, {score} centipawns for the side to move",
            f64::from(white) / 100.0
        )
    }
}

impl<P: Evaluate> OneBoardSession<P> {
    fn position(&self) -> &P {
        self.game.game().position()
    }

    /// Reads a move that the player on move can choose: the flag of HA-lijnen is none.
    fn choosable(&self, text: &str) -> Result<Move, MoveError> {
        let mv = notation::parse_uci(self.position(), text)?;
        if self.position().is_legal(mv) { Ok(mv) } else { Err(MoveError::illegal(text, Fault::NotChosen)) }
    }

    /// What there is to say about a position without a legal move: its value, if the game is over.
    fn without_move(&self, report: &Report<'_>) -> Answer {
        let status = self.game.game().status();
        let score = match status {
            Status::Won { winner, .. } if winner != self.position().actor() => Some((Score::Mate(0), WinRates::LOSS)),
            Status::Drawn(_) => Some((Score::Centipawns(0), WinRates::DRAW)),
            _ => None,
        };
        if let Some((score, win_rates)) = score {
            let info = Info {
                depth: 0,
                seldepth: 0,
                multipv: 1,
                score,
                bound: Bound::Exact,
                win_rates,
                nodes: 0,
                time: Duration::ZERO,
                hashfull: 0,
                pv: Vec::new(),
            };
            report(&info, "");
        }
        Answer { best: None, ponder: None, standing: Standing::Game(status), due: Duration::ZERO }
    }
}

/// The moves of a line as texts, as far as they are legal (all of them, or the search is at fault).
fn texts<P: Position>(position: &P, moves: &[Move], notation: Notation) -> Vec<String> {
    let mut position = position.clone();
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in moves {
        let legal = position.is_legal(mv);
        debug_assert!(legal, "illegal {mv:?} in a line at {}", fen::write(&position));
        if !legal {
            break;
        }
        texts.push(match notation {
            Notation::Uci => notation::uci(&position, mv),
            Notation::San => notation::san(&position, mv),
        });
        position.make(mv, &mut ());
    }
    texts
}
