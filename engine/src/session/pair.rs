//! The session of a match on two boards.

use std::fmt::Write as _;
use std::sync::Arc;

use eval::Evaluate;
use movegen::fen::{self, FenError};
use movegen::moves::{Move, MoveKind, MoveList};
use movegen::notation::pair::{self as text, Joint};
use movegen::notation::{Fault, MoveError};
use movegen::pair::Pair;
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::pair::perft::perft;
use movegen::pair::status::Endings;
use movegen::piece::Color;
use movegen::position::{Position, Selection};
use movegen::rules::{Reason, Status};

use super::{Answer, IllegalMove, Notation, Opened, Report, Request, Rules, START_BOTH, Session, Standing};
use crate::display;
use crate::limits::Control;
use crate::report::Info;
use crate::search::SharedState;
use crate::team::{self, Seating, Task, Told};

/// A match set up for thinking.
struct Table {
    game: PairGame,
}

/// Sets up a match from two FENs or [`START_BOTH`] and plays the entries of a move list.
///
/// # Errors
/// Names the board and what is wrong with it.
pub(super) fn open(rules: &Rules, fen: &str, moves: &[String]) -> Result<Opened, FenError> {
    let pair = if fen == START_BOTH {
        Pair::start(rules.variant, rules.writes_chess960())?
    } else {
        fen::parse_pair(fen, rules.variant, rules.writes_chess960())?
    };
    Ok(Table { game: PairGame::new(pair) }.continued(moves))
}

/// The board that an entry of a move list names.
fn board_of(entry: &str) -> Option<&'static str> {
    match entry.as_bytes() {
        [b'1', ..] => Some("A"),
        [b'2', ..] => Some("B"),
        _ => None,
    }
}

impl Session for Table {
    fn think(&self, state: &SharedState, control: &Control, request: Request, report: &Report<'_>) -> Answer {
        let pair = self.game.pair();
        let wanted =
            request.roots.choose(|| pair.legal_moves().to_vec(), |entry| self.choosable(entry, request.seating).ok());
        let task = Task {
            game: &self.game,
            seating: request.seating,
            limits: &request.limits,
            clocks_b: request.clocks_b,
            wanted: &wanted,
            options: &request.options,
            strength: request.strength,
        };
        let told = |info: &Info, told: Told<'_>| match told {
            Told::Line(board, moves) => report(info, &line(pair, board, moves, request.notation)),
            Told::Action(joint) => report(info, &joint_text(pair, joint, request.notation)),
        };
        let joint = team::think(&task, state, control, &told);
        Answer {
            best: joint.map(|joint| joint_text(pair, joint, request.notation)),
            ponder: None,
            standing: self.standing(),
            due: team::answer_time(&task),
        }
    }

    fn illegal(&self, moves: &[String], seating: Seating) -> Vec<MoveError> {
        moves.iter().filter_map(|entry| self.choosable(entry, seating).err()).collect()
    }

    fn continued(&self, moves: &[String]) -> Opened {
        let mut game = self.game.clone();
        let mut fault = None;
        for (index, entry) in moves.iter().enumerate() {
            let played = text::parse(game.pair(), entry)
                .and_then(|action| game.play(action).map_err(|error| MoveError::illegal(entry, Fault::Action(error))));
            if let Err(error) = played {
                fault = Some(IllegalMove { ply: index + 1, board: board_of(entry), error });
                break;
            }
        }
        Opened { session: Arc::new(Table { game }), fault }
    }

    fn perft(&self, depth: u32, control: &Control, report: &mut dyn FnMut(&str, u64)) -> Option<u64> {
        let mut pair = without_draws_by_history(self.game.pair());
        if depth == 0 {
            return Some(1);
        }
        let mut total = 0;
        for &mv in pair.legal_moves().iter() {
            let undo = pair.make(mv);
            let nodes = count(&mut pair, depth - 1, control);
            pair.unmake(mv, undo);
            let nodes = nodes?;
            report(&text::write(&pair, Action::Move(mv)), nodes);
            total += nodes;
        }
        Some(total)
    }

    fn display(&self) -> String {
        let pair = self.game.pair();
        let mut text = display::draw_pair(pair);
        let _ = write!(text, "Fen: {}\nKey: {:016X}\nCheckers:", fen::write_pair(pair), pair.key());
        for (board, digit) in [(0, '1'), (1, '2')] {
            for square in pair.board(board).core().checkers() {
                let _ = write!(text, " {digit}{square}");
            }
        }
        let _ = write!(text, "\nStatus: {}", self.game.status());
        text
    }

    fn evaluation(&self) -> String {
        let [a, b] = [0, 1].map(|board| {
            let position = self.game.pair().board(board);
            let score = position.evaluate(&position.fresh());
            f64::from(if position.actor() == Color::White { score } else { -score }) / 100.0
        });
        format!("Static evaluation: {a:+.2} pawns for White on board A, {b:+.2} for White on board B")
    }

    fn standing(&self) -> Standing {
        Standing::Match(self.game.status())
    }
}

impl Table {
    /// Reads an entry of a move list that is a legal move of this team.
    fn choosable(&self, entry: &str, seating: Seating) -> Result<Move, MoveError> {
        let pair = self.game.pair();
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

/// The position as perft counts it, in which repetition and dead position end no game (rules.md 6).
fn without_draws_by_history(pair: &Pair) -> Pair {
    let is_drawn_so =
        |board| matches!(pair.over(board), Some(Status::Drawn(Reason::DeadPosition | Reason::Repetition)));
    if !(0..2).any(is_drawn_so) {
        return pair.clone();
    }
    let mut setups = pair.to_setups();
    for (_, setup) in setups.iter_mut().enumerate().filter(|&(board, _)| is_drawn_so(board)) {
        setup.over = None;
    }
    Pair::from_setups(&setups, pair.variant(), pair.board(0).core().chess960()).unwrap_or_else(|_| pair.clone())
}

/// Depth of a perft that is done in one go, without a look at the control.
const UNINTERRUPTED: u32 = 2;

fn count(pair: &mut Pair, depth: u32, control: &Control) -> Option<u64> {
    if control.stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED {
        return Some(perft(pair, depth));
    }
    let settled = pair.settle(Endings::Stuck);
    let mut total = Some(0);
    for &mv in pair.legal_moves().iter() {
        let undo = pair.make(mv);
        let nodes = count(pair, depth - 1, control);
        pair.unmake(mv, undo);
        total = total.zip(nodes).map(|(total, nodes)| total + nodes);
        if total.is_none() {
            break;
        }
    }
    pair.unsettle(settled);
    total
}
