//! What joint actions decide at once, by the rules of both boards: games won, and games that the opponents can win by
//! their next move.

use eval::Evaluate;
use movegen::moves::{Move, MoveList};
use movegen::notation::pair::Joint;
use movegen::pair::status::Endings;
use movegen::pair::{Pair, Team};
use movegen::position::{Position, Selection};
use movegen::rules::Status;

/// What an action decides, in games won by the team less games lost. The better verdict is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Verdict {
    /// By itself.
    now: i32,
    /// After the move by which the opponents win the most.
    after_reply: i32,
}

/// The moves of a board that are worth a search.
pub(super) struct Judged {
    /// Those with the best verdict.
    pub(super) kept: Vec<Move>,
    /// All of them.
    all: Vec<Move>,
    /// Whether the kept ones win a game at once: then nothing need be searched.
    pub(super) wins: bool,
}

/// Games won by the team less games lost.
pub(super) fn points(pair: &Pair, team: Team) -> i32 {
    (0..2)
        .map(|board| match pair.over(board) {
            Some(Status::Won { winner, .. }) if Team::of(board, winner) == team => 1,
            Some(Status::Won { .. }) => -1,
            _ => 0,
        })
        .sum()
}

/// Judges what a team does in a position.
pub(super) struct Judge {
    pair: Pair,
    team: Team,
}

impl Judge {
    pub(super) fn new(pair: Pair, team: Team) -> Judge {
        Judge { pair, team }
    }

    pub(super) fn pair(&self) -> &Pair {
        &self.pair
    }

    /// Sorts out the moves that win a game at once or, if there is none, those after which the opponents win the
    /// least by their next move. When it gets late, moves not looked at yet count as harmless.
    pub(super) fn sift(&mut self, moves: Vec<Move>, is_late: impl Fn() -> bool) -> Judged {
        let before = points(&self.pair, self.team);
        let now: Vec<i32> =
            moves.iter().map(|&mv| self.after(&[mv], |judge| points(&judge.pair, judge.team))).collect();
        let best = now.iter().copied().max().unwrap_or(before);
        let mut kept: Vec<Move> = moves.iter().zip(&now).filter(|&(_, &now)| now == best).map(|(&mv, _)| mv).collect();
        let wins = best > before;
        if !wins && kept.len() > 1 {
            let replies: Vec<i32> =
                kept.iter().map(|&mv| if is_late() { best } else { self.after(&[mv], Judge::worst_reply) }).collect();
            let most = replies.iter().copied().max().unwrap_or(best);
            let mut replies = replies.into_iter();
            kept.retain(|_| replies.next() == Some(most));
        }
        Judged { kept, all: moves, wins }
    }

    /// The verdict on a joint action that can be played, and how both boards then stand for the team, in centipawns
    /// without search.
    pub(super) fn judge(&mut self, joint: &Joint) -> (Verdict, i32) {
        let moves: Vec<Move> = joint.iter().copied().flatten().collect();
        self.after(&moves, |judge| {
            let now = points(&judge.pair, judge.team);
            (Verdict { now, after_reply: judge.worst_reply() }, judge.standing())
        })
    }

    /// Joint actions of which the first move leaves a player waiting and the second makes it a mate: by taking away
    /// the last man that could have parried or promoted.
    pub(super) fn finishing_pairs(&mut self, judged: &[Judged; 2]) -> Vec<Joint> {
        let before = points(&self.pair, self.team);
        let mut joints = Vec::new();
        for board in 0..2 {
            for &first in &judged[board].all {
                let undo = self.pair.make(first, &mut ());
                let waits = self.pair.over(board).is_none() && !self.pair.can_move(board);
                for &second in judged[1 - board].all.iter().filter(|_| waits) {
                    if self.pair.is_legal(second)
                        && self.after(&[second], |judge| points(&judge.pair, judge.team)) > before
                    {
                        joints.push(if board == 0 { [Some(first), Some(second)] } else { [Some(second), Some(first)] });
                        break;
                    }
                }
                self.pair.unmake(first, undo);
            }
        }
        joints
    }

    /// The points after the move by which the opponents win the most.
    fn worst_reply(&mut self) -> i32 {
        let mut worst = points(&self.pair, self.team);
        if self.pair.is_over() {
            return worst;
        }
        let waiting = [0, 1].map(|board| self.pair.over(board).is_none() && !self.pair.can_move(board));
        let mut list = MoveList::new();
        for board in (0..2).filter(|&board| self.pair.team_on_move(board) != self.team) {
            self.pair.generate_on(board, Selection::All, &mut list);
        }
        for &mv in list.iter() {
            let undo = self.pair.make(mv, &mut ());
            if waiting[1 - mv.board()] || self.may_have_ended(mv.board()) {
                let settled = self.pair.settle(Endings::Stuck);
                worst = worst.min(points(&self.pair, self.team));
                self.pair.unsettle(settled);
            }
            self.pair.unmake(mv, undo);
        }
        worst
    }

    /// Whether the last move, made on this board, can have won a game where nobody waited before: by check or by
    /// taking the king.
    fn may_have_ended(&self, board: usize) -> bool {
        self.pair.over(board).is_some() || (0..2).any(|board| self.pair.board(board).in_check())
    }

    /// How both boards stand for the team.
    fn standing(&self) -> i32 {
        (0..2)
            .filter(|&board| self.pair.over(board).is_none())
            .map(|board| {
                let position = self.pair.board(board);
                let score = position.evaluate(&position.fresh());
                if self.pair.team_on_move(board) == self.team { score } else { -score }
            })
            .sum()
    }

    /// What holds after these moves (at most one a board), made one after the other, with all endings found.
    fn after<T>(&mut self, moves: &[Move], ask: impl FnOnce(&mut Judge) -> T) -> T {
        let mut made = Vec::with_capacity(moves.len());
        for &mv in moves {
            let undo = self.pair.make(mv, &mut ());
            made.push((mv, undo, self.pair.settle(Endings::All)));
        }
        let answer = ask(self);
        while let Some((mv, undo, settled)) = made.pop() {
            self.pair.unsettle(settled);
            self.pair.unmake(mv, undo);
        }
        answer
    }
}
