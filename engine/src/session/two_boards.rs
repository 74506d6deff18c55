//! The session of a match on two boards.

use std::fmt::Write as _;
use std::sync::Arc;

use eval::Evaluate;
use movegen::any_game::{AnyGame, TwoBoards};
use movegen::fen;
use movegen::moves::{Move, MoveKind, MoveList};
use movegen::notation::pair::{self as text, Joint};
use movegen::notation::{Fault, MoveError};
use movegen::pair::Pair;
use movegen::pair::action::Action;
use movegen::pair::status::Endings;
use movegen::piece::Color;
use movegen::position::{Position, Selection};

use super::{Answer, IllegalMove, Notation, Report, Request, Session, play};
use crate::display;
use crate::limits::Control;
use crate::report::Info;
use crate::search::SharedState;
use crate::team::{self, Seating, Task, TeamEvent};

/// A match that can think.
pub(super) struct TwoBoardSession {
    pub(super) game: TwoBoards,
}

impl Session for TwoBoardSession {
    fn game(&self) -> &dyn AnyGame {
        &self.game
    }

    fn continued(&self, moves: &[String]) -> Result<Arc<dyn Session>, IllegalMove> {
        let mut game = self.game.clone();
        play(&mut game, moves)?;
        Ok(Arc::new(TwoBoardSession { game }))
    }

    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer {
        let pair = self.pair();
        let wanted =
            request.roots.choose(|| pair.legal_moves().to_vec(), |entry| self.choosable(entry, request.seating).ok());
        let task = Task {
            game: self.game.game(),
            seating: request.seating,
            limits: &request.limits,
            clocks_b: request.clocks_b,
            wanted: &wanted,
            options: &request.options,
            strength: request.strength,
        };
        let told = |info: &Info, event: TeamEvent<'_>| match event {
            TeamEvent::Line(board, moves) => report(info, &line(pair, board, moves, request.notation)),
            TeamEvent::Action(joint) => report(info, &joint_text(pair, joint, request.notation)),
        };
        let joint = team::think(&task, state, control, &told);
        Answer {
            best: joint.map(|joint| joint_text(pair, joint, request.notation)),
            ponder: None,
            standing: self.game.status(),
            due: team::answer_time(&task),
        }
    }

    fn illegal(&self, moves: &[String], seating: Seating) -> Vec<MoveError> {
        moves.iter().filter_map(|entry| self.choosable(entry, seating).err()).collect()
    }

    fn display(&self) -> String {
        let pair = self.pair();
        let mut text = display::draw_pair(pair);
        let _ = write!(text, "Fen: {}\nKey: {:016X}\nCheckers:", fen::write_pair(pair), pair.key());
        for (board, digit) in [(0, '1'), (1, '2')] {
            for square in pair.board(board).core().checkers() {
                let _ = write!(text, " {digit}{square}");
            }
        }
        let _ = write!(text, "\nStatus: {}", self.game.game().status());
        text
    }

    fn evaluation(&self) -> String {
        let [a, b] = [0, 1].map(|board| {
            let position = self.pair().board(board);
            let score = position.evaluate(&position.fresh());
            f64::from(if position.actor() == Color::White { score } else { -score }) / 100.0
        });
        format!("Static evaluation: {a:+.2} pawns for White on board A, {b:+.2} for White on board B")
    }
}

impl TwoBoardSession {
    fn pair(&self) -> &Pair {
        self.game.game().pair()
    }

    /// Reads an entry of a move list that is a legal move of this team.
    fn choosable(&self, entry: &str, seating: Seating) -> Result<Move, MoveError> {
        let pair = self.pair();
        match text::parse(pair, entry)? {
            Action::Move(mv) if pair.team_on_move(mv.board()) == seating.team => Ok(mv),
            Action::Move(mv) => Err(MoveError::illegal(entry, Fault::OtherTeam(mv.board()))),
            Action::Over { .. } | Action::MatchDraw => Err(MoveError::not_a_move(entry)),
        }
    }
}

/// A line of one board as joint actions, the other board passing; for people with the board in front. As far as the
/// moves are legal beside the other board as it stands: a promotion there needs a piece to take (Euwe 5).
fn line(pair: &Pair, board: usize, moves: &[Move], notation: Notation) -> String {
    let mut pair = pair.clone();
    let mut words = Vec::with_capacity(moves.len() + 1);
    if notation == Notation::San {
        words.push(format!("{}:", if board == 0 { "A" } else { "B" }));
    }
    for &mv in moves {
        let Some(mv) = beside_the_other(&pair, board, mv) else { break };
        let joint = if board == 0 { [Some(mv), None] } else { [None, Some(mv)] };
        words.push(match notation {
            Notation::Uci => text::write_joint(&pair, joint),
            Notation::San => text::san(&pair, mv),
        });
        pair.make(mv);
        pair.settle(Endings::All);
    }
    words.join(" ")
}

/// The legal move that a move of the board alone stands for.
fn beside_the_other(pair: &Pair, board: usize, mv: Move) -> Option<Move> {
    let same = mv.on_board(board);
    if pair.is_legal(same) {
        return Some(same);
    }
    let mut moves = MoveList::new();
    pair.generate_on(board, Selection::All, &mut moves);
    let promotion = |other: &Move| {
        mv.kind() == MoveKind::Promotion
            && other.kind() == MoveKind::Taking
            && (other.from(), other.to(), other.role()) == (mv.from(), mv.to(), mv.role())
    };
    moves.iter().copied().find(promotion)
}

fn joint_text(pair: &Pair, joint: Joint, notation: Notation) -> String {
    match notation {
        Notation::Uci => text::write_joint(pair, joint),
        Notation::San => {
            let [a, b] = joint.map(|mv| mv.map_or("pass".to_string(), |mv| text::san(pair, mv)));
            format!("A: {a}, B: {b}")
        }
    }
}
