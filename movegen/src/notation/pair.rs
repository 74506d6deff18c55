//! Two-board text (rules.md 1, "Two boards"): entries of move lists `1e2e4`, `2N@f3`, `1e7e8qd5`, `1over=0-1`,
//! `over=1-1`; joint actions of a team `(e2e4,pass)`; SAN per board.

use crate::moves::{Move, MoveKind, MoveList};
use crate::notation::error::{Fault, MoveError, fault};
use crate::notation::san::{self, Pattern};
use crate::notation::uci::{self, candidates};
use crate::pair::action::{Action, ActionError};
use crate::pair::status::Endings;
use crate::pair::{Pair, Team};
use crate::piece::Role;
use crate::position::Selection;
use crate::rules::{AgreedDraw, MatchEnd, Promotion, Status};
use crate::setup::GameResult;

/// One move for each board, A first; `None` where the team passes.
pub type Joint = [Option<Move>; 2];

/// The entry of a move list for an action.
pub fn write(pair: &Pair, action: Action) -> String {
    match action {
        Action::Move(mv) => format!("{}{}", mv.board() + 1, board_text(pair, mv)),
        Action::Over { board, result } => format!("{}over={}", (board & 1) + 1, result.text()),
        Action::MatchDraw => match pair.rules().match_end {
            MatchEnd::FirstResult => "over=1/2-1/2".to_string(),
            MatchEnd::Sum => "over=1-1".to_string(),
        },
    }
}

/// The UCI text of a move without the digit of its board.
pub fn board_text(pair: &Pair, mv: Move) -> String {
    uci::write(mv, pair.board(mv.board()).core.chess960())
}

/// Reads an entry of a move list as an action that is possible now.
///
/// # Errors
/// The text is no entry, or why the action is not possible.
pub fn parse(pair: &Pair, text: &str) -> Result<Action, MoveError> {
    if let Some(score) = text.strip_prefix("over=") {
        return parse_match_draw(pair, text, score);
    }
    let (board, rest) = match text.split_at_checked(1) {
        Some(("1", rest)) => (0, rest),
        Some(("2", rest)) => (1, rest),
        _ => return Err(MoveError::not_a_move(text)),
    };
    let action = match rest.strip_prefix("over=") {
        Some(result) => {
            let result = GameResult::parse(result).ok_or_else(|| MoveError::not_a_move(text))?;
            Action::Over { board, result }
        }
        None => return parse_move(pair, board, rest, text).map(Action::Move),
    };
    possible(pair, action, text)
}

fn parse_match_draw(pair: &Pair, text: &str, score: &str) -> Result<Action, MoveError> {
    match (score, pair.rules().agreed_draw) {
        ("1/2-1/2", AgreedDraw::AllFour) | ("1-1", AgreedDraw::OpponentsOrAllFour) => {
            possible(pair, Action::MatchDraw, text)
        }
        ("1/2-1/2" | "1-1", agreed) => {
            let variant = pair.variant();
            let error = match agreed {
                AgreedDraw::Opponents => ActionError::NoMatchDraw(variant),
                AgreedDraw::AllFour => ActionError::MatchDrawForm { variant, written: "over=1/2-1/2" },
                AgreedDraw::OpponentsOrAllFour => ActionError::MatchDrawForm { variant, written: "over=1-1" },
            };
            Err(MoveError::illegal(text, Fault::Action(error)))
        }
        _ => Err(MoveError::not_a_move(text)),
    }
}

fn possible(pair: &Pair, action: Action, text: &str) -> Result<Action, MoveError> {
    pair.check(action).map_err(|error| MoveError::illegal(text, Fault::Action(error)))?;
    Ok(action)
}

/// Reads the UCI text of a move on this board (0 = A); `whole` is what an error names.
fn parse_move(pair: &Pair, board: usize, text: &str, whole: &str) -> Result<Move, MoveError> {
    let candidates = candidates(&pair.board(board).core, text).ok_or_else(|| MoveError::not_a_move(whole))?;
    match candidates.iter().map(|mv| mv.on_board(board)).find(|&mv| pair.is_legal(mv)) {
        Some(mv) => Ok(mv),
        None => Err(MoveError::illegal(whole, pair_fault(pair, board, candidates.typical()))),
    }
}

/// Why a move may not be played; `None` if it may.
pub fn why_illegal(pair: &Pair, mv: Move) -> Option<Fault> {
    if pair.is_legal(mv) { None } else { Some(pair_fault(pair, mv.board(), mv.on_board(0))) }
}

/// Why a well-formed move is not legal on this board.
fn pair_fault(pair: &Pair, board: usize, mv: Move) -> Fault {
    let mine = pair.board(board);
    if let Err(error @ (ActionError::MatchOver | ActionError::BoardOver(_))) =
        pair.check(Action::Move(mv.on_board(board)))
    {
        return Fault::Action(error);
    }
    let promotion = Move::new(MoveKind::Promotion, Role::Queen, mv.from(), mv.to());
    if mine.rules().promotion == Promotion::Taken && mv.is_promotion() && pair_can_promote(pair, board, promotion) {
        return match mv.kind() {
            MoveKind::Taking => Fault::NothingToTake(mv.role(), mv.second()),
            _ => Fault::TakingMissing,
        };
    }
    match mv.kind() {
        MoveKind::Taking => fault(mine, Move::new(MoveKind::Promotion, mv.role(), mv.from(), mv.to())),
        _ => fault(mine, mv),
    }
}

fn pair_can_promote(pair: &Pair, board: usize, promotion: Move) -> bool {
    crate::position::Position::is_legal(pair.board(board), promotion)
}

/// The SAN of a legal move on its board, with `+` or `#`.
pub fn san(pair: &Pair, mv: Move) -> String {
    let legal = san::Reading::legal(&OnBoard { pair, board: mv.board() });
    let mut text = san::stem(pair.board(mv.board()), mv, &legal);
    text.push_str(suffix(pair, mv));
    text
}

/// `#` if the legal move wins the game on its board, `+` if it gives check there.
fn suffix(pair: &Pair, mv: Move) -> &'static str {
    let mut after = pair.clone();
    after.make(mv);
    after.settle(Endings::All);
    match after.over(mv.board()) {
        Some(Status::Won { .. }) => "#",
        Some(_) => "",
        None if after.board(mv.board()).core.checkers().any() => "+",
        None => "",
    }
}

/// Reads SAN, as tolerantly as [`parse_san`](crate::notation::parse_san), as a legal move on this board (0 = A).
///
/// # Errors
/// The text is no move, fits no legal move, or fits several.
pub fn parse_san(pair: &Pair, board: usize, text: &str) -> Result<Move, MoveError> {
    san::read(&OnBoard { pair, board: board & 1 }, text)
}

/// One board of two, where SAN is read.
struct OnBoard<'a> {
    pair: &'a Pair,
    board: usize,
}

impl san::Reading for OnBoard<'_> {
    fn legal(&self) -> MoveList {
        let mut legal = MoveList::new();
        self.pair.generate_on(self.board, Selection::All, &mut legal);
        legal
    }

    fn uci(&self, mv: Move) -> String {
        board_text(self.pair, mv)
    }

    fn parse_uci(&self, text: &str, whole: &str) -> Result<Move, MoveError> {
        parse_move(self.pair, self.board, text, whole)
    }

    fn fault(&self, pattern: &Pattern) -> Fault {
        match self.pair.over(self.board) {
            _ if self.pair.is_over() => Fault::Action(ActionError::MatchOver),
            Some(_) => Fault::Action(ActionError::BoardOver(self.board)),
            None => pattern.fault(self.pair.board(self.board)),
        }
    }
}

/// The text of a team's joint action, board A first: `(e2e4,pass)`.
pub fn write_joint(pair: &Pair, joint: Joint) -> String {
    let [a, b] = joint.map(|mv| mv.map_or("pass".to_string(), |mv| board_text(pair, mv)));
    format!("({a},{b})")
}

/// Reads a joint action of a team. The move on board A is made first: what it captures may be dropped on board B.
///
/// # Errors
/// The text has another form, a move is not legal, or belongs to the other team.
pub fn parse_joint(pair: &Pair, team: Team, text: &str) -> Result<Joint, MoveError> {
    let parts = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).and_then(|text| text.split_once(','));
    let (a, b) = parts.ok_or_else(|| MoveError::not_a_move(text))?;
    let mut after = pair.clone();
    let mut joint = [None; 2];
    for (board, part) in [(0, a.trim()), (1, b.trim())] {
        if part == "pass" {
            continue;
        }
        if after.team_on_move(board) != team {
            return Err(MoveError::illegal(text, Fault::OtherTeam(board)));
        }
        let mv = parse_move(&after, board, part, text)?;
        after.make(mv);
        after.settle(Endings::All);
        joint[board] = Some(mv);
    }
    Ok(joint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::rules::Variant;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

    fn pair(variant: Variant, a: &str, b: &str) -> Pair {
        fen::parse_pair(&format!("{a} | {b}"), variant, false).unwrap()
    }

    fn mv(pair: &Pair, text: &str) -> Move {
        match parse(pair, text) {
            Ok(Action::Move(mv)) => mv,
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn entries_of_move_lists() {
        let bughouse = pair(Variant::Bughouse, START, START);
        for text in ["1e2e4", "2g1f3", "1over=0-1", "2over=1/2-1/2", "over=1/2-1/2"] {
            assert_eq!(write(&bughouse, parse(&bughouse, text).unwrap()), text);
        }
        for text in ["", "e2e4", "3e2e4", "1", "1over=", "1over=2-0", "over=", "1e2", "é2e4", "1flag"] {
            let error = parse(&bughouse, text).unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
    }

    #[test]
    fn san_marks_what_wins_the_game_on_its_board() {
        let mating = "6k1/8/8/8/6n1/8/6PP/6RK[] b - - 0 1";
        let doorgeef = pair(Variant::Doorgeef, START, mating);
        assert_eq!(san(&doorgeef, mv(&doorgeef, "2g4f2")), "Nf2#");
        let euwe = pair(Variant::Euwe, START, mating);
        // White-B's partner, Black-A, has pawns: not definitive (Euwe 7d).
        assert_eq!(san(&euwe, mv(&euwe, "2g4f2")), "Nf2+");
        assert_eq!(parse_san(&euwe, 1, "Nf2#"), Ok(mv(&euwe, "2g4f2")));
        assert_eq!(parse_san(&euwe, 0, "Nf3").map(|mv| mv.board()), Ok(0));
        let error = parse_san(&euwe, 1, "Qh4").unwrap_err().to_string();
        assert_eq!(error, "illegal move Qh4: no queen can go to h4");
    }

    #[test]
    fn san_of_a_taking_names_the_square_robbed() {
        let euwe = pair(Variant::Euwe, "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", START);
        let taking = mv(&euwe, "1a7a8qd1");
        assert_eq!(san(&euwe, taking), "a8=Qd1+");
        assert_eq!(parse_san(&euwe, 0, "a8=Qd1+"), Ok(taking));
        assert_eq!(parse_san(&euwe, 0, "a8=Q"), Ok(taking));
        assert!(matches!(parse_san(&euwe, 0, "a8=N"), Err(MoveError::Ambiguous { .. })));
        for text in ["1a7a8Qd1", "1a7a8qd1"] {
            assert_eq!(parse(&euwe, text), Ok(Action::Move(taking)), "{text}");
        }
    }

    #[test]
    fn joint_actions_move_on_board_a_first() {
        let bughouse =
            pair(Variant::Bughouse, "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[] b - - 0 1");
        for text in ["(e4d5,pass)", "(pass,e8e7)", "(e4d5,N@f3)", "(pass,pass)"] {
            assert_eq!(write_joint(&bughouse, parse_joint(&bughouse, Team::One, text).unwrap()), text);
        }
        let early = parse_joint(&bughouse, Team::One, "(pass,N@f3)").unwrap_err().to_string();
        assert_eq!(early, "illegal move (pass,N@f3): no knight in hand");
        let other = parse_joint(&bughouse, Team::Two, "(e4d5,pass)").unwrap_err().to_string();
        assert_eq!(other, "illegal move (e4d5,pass): the other team is on move on board A");
        for text in ["", "(e4d5)", "e4d5,pass", "(e4d5,)"] {
            assert!(matches!(parse_joint(&bughouse, Team::One, text), Err(MoveError::NotAMove(_))), "{text}");
        }
    }
}
