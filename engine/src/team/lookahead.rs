//! The one-move safety check: what joint actions decide at once by the rules of both boards. It finds games that are won,
//! and games that the opponents can win by their next move or, in bughouse, by a capture and the drop of the captured piece.

use eval::Evaluate;
use movegen::bitboard::Bitboard;
use movegen::moves::{Move, MoveList};
use movegen::notation::pair::Joint;
use movegen::pair::status::Endings;
use movegen::pair::{Pair, Team};
use movegen::piece::Role;
use movegen::position::{Position, Selection};
use movegen::rules::{DropCheck, Status};
use movegen::stock::Hand;

/// What an action decides, in games won by the team less games lost. The better is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Consequences {
    /// By itself.
    now: i32,
    /// After the move by which the opponents win the most.
    after_reply: i32,
    /// Whether the team then wins by dropping a man for which a player waits: nobody can take that move away.
    promise: bool,
    /// After the capture and the drop of the captured man by which the opponents win the most.
    after_drop: i32,
}

/// What the opponents can come to: points after one move, and after a capture and the drop of the captured man. The
/// better prospect is the greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Prospect {
    reply: i32,
    drop: i32,
}

/// The moves of a board that are worth a search.
pub(super) struct Candidates {
    /// Those with the best consequences.
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

/// How a board that is not over stands for the team without search, in centipawns.
pub(super) fn standing(pair: &Pair, team: Team, board: usize) -> i32 {
    let position = pair.board(board);
    let score = position.evaluate(&position.fresh());
    if pair.team_on_move(board) == team { score } else { -score }
}

/// Looks one move ahead on both boards, for a team.
pub(super) struct Lookahead {
    pair: Pair,
    team: Team,
}

impl Lookahead {
    pub(super) fn new(pair: Pair, team: Team) -> Lookahead {
        Lookahead { pair, team }
    }

    pub(super) fn pair(&self) -> &Pair {
        &self.pair
    }

    /// Sorts out the moves that win a game at once or, if there is none, those after which the opponents win the
    /// least by their next move. When it gets late, moves not looked at yet count as harmless.
    pub(super) fn sift(&mut self, moves: Vec<Move>, is_late: impl Fn() -> bool) -> Candidates {
        let before = points(&self.pair, self.team);
        let now: Vec<i32> =
            moves.iter().map(|&mv| self.after(&[mv], |ahead| points(&ahead.pair, ahead.team))).collect();
        let best = now.iter().copied().max().unwrap_or(before);
        let mut kept: Vec<Move> = moves.iter().zip(&now).filter(|&(_, &now)| now == best).map(|(&mv, _)| mv).collect();
        let wins = best > before;
        if !wins && kept.len() > 1 {
            let harmless = Prospect { reply: best, drop: best };
            let prospects: Vec<Prospect> = kept
                .iter()
                .map(|&mv| if is_late() { harmless } else { self.after(&[mv], Lookahead::prospect) })
                .collect();
            let most = prospects.iter().copied().max();
            let mut prospects = prospects.into_iter();
            kept.retain(|_| prospects.next() == most);
        }
        Candidates { kept, all: moves, wins }
    }

    /// What a joint action that can be played leads to, and how both boards then stand for the team, in centipawns
    /// without search.
    pub(super) fn consequences(&mut self, joint: &Joint) -> (Consequences, i32) {
        let moves: Vec<Move> = joint.iter().copied().flatten().collect();
        self.after(&moves, |ahead| {
            let now = points(&ahead.pair, ahead.team);
            let Prospect { reply, drop } = ahead.prospect();
            let promise = match moves[..] {
                [mv] => ahead.drop_promises(1 - mv.board(), now),
                _ => false,
            };
            (Consequences { now, after_reply: reply, promise, after_drop: drop }, ahead.standing())
        })
    }

    /// Whether a drop by the team on this board, if it is on move there, wins a game.
    fn drop_promises(&mut self, board: usize, before: i32) -> bool {
        if self.pair.team_on_move(board) != self.team {
            return false;
        }
        let roles = self.hand(board).roles();
        self.points_after_drops(board, roles).into_iter().any(|points| points > before)
    }

    /// Joint actions that capture a man with whose drop the partner, waiting for it, wins.
    pub(super) fn promising_captures(&mut self, candidates: &[Candidates; 2]) -> Vec<Joint> {
        let before = points(&self.pair, self.team);
        let mut joints = Vec::new();
        for board in (0..2).filter(|&board| !candidates[1 - board].all.is_empty()) {
            for &mv in candidates[board].kept.iter() {
                if self.pair.captured(mv).is_some() && self.after(&[mv], |ahead| ahead.drop_promises(1 - board, before))
                {
                    joints.push(if board == 0 { [Some(mv), None] } else { [None, Some(mv)] });
                }
            }
        }
        joints
    }

    /// Joint actions of which the first move leaves a player waiting and the second makes it a mate: by taking away
    /// the last man that could have parried or promoted.
    pub(super) fn finishing_pairs(&mut self, candidates: &[Candidates; 2]) -> Vec<Joint> {
        let before = points(&self.pair, self.team);
        let mut joints = Vec::new();
        for board in 0..2 {
            for &first in &candidates[board].all {
                let undo = self.pair.make(first);
                let waits = self.pair.over(board).is_none() && !self.pair.can_move(board);
                for &second in candidates[1 - board].all.iter().filter(|_| waits) {
                    if self.pair.is_legal(second)
                        && self.after(&[second], |ahead| points(&ahead.pair, ahead.team)) > before
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

    /// What the opponents can come to.
    fn prospect(&mut self) -> Prospect {
        let now = points(&self.pair, self.team);
        let mut worst = Prospect { reply: now, drop: now };
        if self.pair.is_over() {
            return worst;
        }
        let waiting = [0, 1].map(|board| self.pair.over(board).is_none() && !self.pair.can_move(board));
        let theirs = [0, 1].map(|board| self.pair.team_on_move(board) != self.team);
        let mut list = MoveList::new();
        for board in (0..2).filter(|&board| theirs[board]) {
            self.pair.generate_on(board, Selection::All, &mut list);
        }
        for &mv in list.iter() {
            let other = 1 - mv.board();
            let passes = theirs[other] && self.pair.captured(mv).is_some();
            let before = self.hand(other);
            let undo = self.pair.make(mv);
            if waiting[other] || self.may_have_ended(mv.board()) {
                let settled = self.pair.settle(Endings::Stuck);
                worst.reply = worst.reply.min(points(&self.pair, self.team));
                self.pair.unsettle(settled);
            }
            if passes {
                let new = self.hand(other).roles().filter(|&role| !before.has(role));
                let lost = self.points_after_drops(other, new).into_iter().min();
                worst.drop = worst.drop.min(lost.unwrap_or(now));
            }
            self.pair.unmake(mv, undo);
        }
        worst
    }

    /// The men in hand of the player on move on a board.
    fn hand(&self, board: usize) -> Hand {
        let core = self.pair.board(board).core();
        core.stock().of(core.turn())
    }

    /// The points after each drop of one of these roles, which are in hand, by the player on move on a board, as far as
    /// it may end a game.
    fn points_after_drops(&mut self, board: usize, roles: impl Iterator<Item = Role>) -> Vec<i32> {
        let mut found = Vec::new();
        let open = !self.pair.is_over() && self.pair.over(board).is_none();
        if !open || self.pair.rules().drop_check == DropCheck::Forbidden {
            return found;
        }
        let check = self.pair.board(board).in_check();
        for role in roles {
            for square in self.pair.board(board).drop_squares(role, Bitboard::ALL) {
                let mv = Move::drop(role, square).on_board(board);
                if check && !self.pair.is_legal(mv) {
                    continue;
                }
                let undo = self.pair.make(mv);
                if self.may_have_ended(board) {
                    let settled = self.pair.settle(Endings::Stuck);
                    found.push(points(&self.pair, self.team));
                    self.pair.unsettle(settled);
                }
                self.pair.unmake(mv, undo);
            }
        }
        found
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
            .map(|board| standing(&self.pair, self.team, board))
            .sum()
    }

    /// What holds after these moves (at most one per board), made one after the other, with all endings found.
    fn after<T>(&mut self, moves: &[Move], ask: impl FnOnce(&mut Lookahead) -> T) -> T {
        let mut made = Vec::with_capacity(moves.len());
        for &mv in moves {
            let undo = self.pair.make(mv);
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

#[cfg(test)]
mod tests {
    use movegen::fen::parse_pair;
    use movegen::notation::pair::parse;
    use movegen::pair::action::Action;
    use movegen::rules::Variant;

    use super::*;

    fn consequences(fen: &str, team: Team, joint: [Option<&str>; 2]) -> Consequences {
        let pair = parse_pair(fen, Variant::Bughouse, false).unwrap();
        let joint = joint.map(|text| match text.map(|text| parse(&pair, text)) {
            Some(Ok(Action::Move(mv))) => Some(mv),
            None => None,
            other => panic!("{other:?}"),
        });
        Lookahead::new(pair, team).consequences(&joint).0
    }

    #[test]
    fn a_man_that_mates_on_the_other_board_is_not_given_away() {
        let fen = "4k3/4n3/8/8/4P3/8/8/4K3[] b - - 0 1 | 4k3/8/8/8/8/8/6PP/6RK[] b - - 0 1";
        let given = consequences(fen, Team::Two, [Some("1e7d5"), None]);
        let kept = consequences(fen, Team::Two, [Some("1e7c6"), None]);
        assert_eq!((given.now, given.after_reply, given.after_drop), (0, 0, -1));
        assert_eq!((kept.now, kept.after_reply, kept.after_drop), (0, 0, 0));
        assert!(kept > given);
    }

    #[test]
    fn a_partner_waits_for_the_man_that_mates() {
        let fen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1 | 4k3/p7/8/8/8/8/6PP/6RK[] b - - 0 1";
        let waits = consequences(fen, Team::One, [Some("1e4d5"), None]);
        let moves = consequences(fen, Team::One, [Some("1e4d5"), Some("2a7a6")]);
        assert!(waits.promise && !moves.promise && waits > moves);
    }
}
