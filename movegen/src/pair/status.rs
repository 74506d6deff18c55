//! How the games on two boards and the match stand (rules.md 2.2). What each game makes of it is in its own file:
//! waiting, mate for good and the end of the match in `bughouse`, the sum of both games and flags in `doorgeef`,
//! definitive mate in `euwe`.

use std::fmt;

use crate::bitboard::Bitboard;
use crate::moves::MoveCount;
use crate::pair::rules::{bughouse, doorgeef, euwe};
use crate::pair::{Pair, Team};
use crate::piece::Color;
use crate::position::{Position, Selection};
use crate::rules::{MatchEnd, NoMove, Reason, Status};
use crate::setup::GameResult;
use crate::square::Square;
use crate::variants::chess;

/// The result of a match in half points, team 1 (White on A, Black on B) first. Two games share four halves; a
/// bughouse match has two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MatchScore {
    /// Half points of team 1 and team 2.
    pub halves: [u8; 2],
}

impl MatchScore {
    /// The score of one board.
    pub(crate) fn of_board(board: usize, result: GameResult) -> MatchScore {
        let winner = match result {
            GameResult::White => Team::of(board, Color::White),
            GameResult::Black => Team::of(board, Color::Black),
            GameResult::Draw => return MatchScore { halves: [1, 1] },
        };
        match winner {
            Team::One => MatchScore { halves: [2, 0] },
            Team::Two => MatchScore { halves: [0, 2] },
        }
    }
}

/// `1-0`, `0-1`, `1/2-1/2` for a bughouse match; `2-0`, `1.5-0.5`, `1-1`, ... for two games.
impl fmt::Display for MatchScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.halves == [1, 1] {
            return f.write_str("1/2-1/2");
        }
        let [one, two] = self.halves.map(|halves| f64::from(halves) / 2.0);
        write!(f, "{one}-{two}")
    }
}

/// How a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MatchStatus {
    /// Somebody can move.
    Ongoing,
    /// Nobody can move on either board and nothing is over: only flags end the match.
    Waiting,
    /// The match is over.
    Over(MatchScore),
}

/// The word of game records: `ongoing`, `waiting` or the score.
impl fmt::Display for MatchStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MatchStatus::Ongoing => f.write_str("ongoing"),
            MatchStatus::Waiting => f.write_str("waiting"),
            MatchStatus::Over(score) => score.fmt(f),
        }
    }
}

/// How both games and the match stand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PairStatus {
    /// Board A, board B.
    pub boards: [Status; 2],
    /// The match.
    pub of_match: MatchStatus,
}

/// The status words of game records: `A: ongoing | B: waiting white check | match: ongoing`.
impl fmt::Display for PairStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.boards;
        write!(f, "A: {a} | B: {b} | match: {}", self.of_match)
    }
}

/// Which endings [`Pair::settle`] looks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Endings {
    /// Mate and stalemate for good: what ends a perft (rules.md 6).
    Stuck,
    /// Dead positions too.
    All,
}

/// What [`Pair::unsettle`] needs to take back endings that were found.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    boards: [Option<Unfinished>; 2],
}

/// What a board loses when its game ends.
#[derive(Clone, Copy, Debug)]
struct Unfinished {
    checkers: Bitboard,
    pinned: Bitboard,
    en_passant: Option<Square>,
}

impl Settled {
    /// Whether no game was found to be over.
    pub fn is_nothing(&self) -> bool {
        self.boards.iter().all(Option::is_none)
    }
}

impl Pair {
    /// The result of a board whose game is over.
    #[inline(always)]
    pub fn over(&self, board: usize) -> Option<Status> {
        self.board(board).over
    }

    /// Whether the player on move on a board has a legal move.
    pub fn can_move(&self, board: usize) -> bool {
        if self.is_over() || self.over(board).is_some() {
            return false;
        }
        self.board(board).can_surely_move() || self.count_moves(board) != 0
    }

    #[cold]
    fn count_moves(&self, board: usize) -> u64 {
        let mut count = MoveCount::default();
        self.generate_on(board, Selection::All, &mut count);
        count.0
    }

    /// Tests both boards for being over (rules.md 2.2: after each half-move, and on a position set up, board A first),
    /// and records what it finds. Draws by repetition need the history that a
    /// [`PairGame`](crate::pair::game::PairGame) has. Finding nothing is cheap.
    pub fn settle(&mut self, endings: Endings) -> Settled {
        let mut found = Settled { boards: [None; 2] };
        if self.is_over() {
            return found;
        }
        let stuck = [0, 1].map(|board| self.over(board).is_none() && !self.can_move(board));
        while let Some((board, status)) = self.next_ending(endings, stuck) {
            found.boards[board] = Some(self.finish(board, status));
        }
        found
    }

    /// Takes back what [`settle`](Pair::settle) found.
    pub fn unsettle(&mut self, settled: Settled) {
        for (board, unfinished) in self.boards.iter_mut().zip(settled.boards) {
            let Some(unfinished) = unfinished else { continue };
            board.over = None;
            board.core.state.checkers = unfinished.checkers;
            board.core.state.pinned = unfinished.pinned;
            if let Some(square) = unfinished.en_passant {
                board.core.set_en_passant(square);
            }
        }
    }

    /// The first board whose game is over, but not yet found to be. `stuck`: its player on move has no legal move.
    fn next_ending(&self, endings: Endings, stuck: [bool; 2]) -> Option<(usize, Status)> {
        if self.is_over() {
            return None;
        }
        [0, 1].into_iter().filter(|&board| self.over(board).is_none()).find_map(|board| {
            let for_want_of_moves = if stuck[board] { self.stuck(board, stuck[1 - board]) } else { None };
            let dead =
                || (endings == Endings::All && self.is_dead(board)).then_some(Status::Drawn(Reason::DeadPosition));
            Some((board, for_want_of_moves.or_else(dead)?))
        })
    }

    /// How the game of a player ends who is on move without a legal move; `None` if the player waits.
    fn stuck(&self, board: usize, partner_board_stuck: bool) -> Option<Status> {
        let mine = self.board(board);
        let check = mine.in_check();
        let final_mate = || match self.rules().no_move {
            NoMove::Ends => true,
            NoMove::MateForGood => bughouse::mated_for_good(self, board),
            NoMove::Definitive => euwe::definitively_mated(self, board, partner_board_stuck),
        };
        if check && final_mate() {
            return Some(Status::won(!mine.core.turn, Reason::Mate));
        }
        (!check && bughouse::nothing_can_arrive(self, board)).then_some(Status::Drawn(Reason::Stalemate))
    }

    /// Ends the game on a board.
    fn finish(&mut self, board: usize, status: Status) -> Unfinished {
        let board = &mut self.boards[board & 1];
        let state = &mut board.core.state;
        let before = Unfinished { checkers: state.checkers, pinned: state.pinned, en_passant: state.en_passant };
        state.checkers = Bitboard::EMPTY;
        state.pinned = Bitboard::EMPTY;
        board.core.clear_en_passant();
        board.over = Some(status);
        before
    }

    /// Ends the game on a board for good, and whatever else ends by it.
    pub(crate) fn end_game(&mut self, board: usize, status: Status) {
        self.finish(board, status);
        self.settle(Endings::All);
    }

    /// Ends the match by an agreement of all four players.
    pub(crate) fn end_match(&mut self) {
        self.agreed = true;
    }

    /// Whether the game on a board is a draw because no mate is possible any more: in doorgeef and euwe, once the
    /// other game is over and both hands are empty (KNSB 6, rules.md 2).
    fn is_dead(&self, board: usize) -> bool {
        let core = &self.board(board).core;
        self.rules().match_end == MatchEnd::Sum
            && self.over(board).is_none()
            && self.over(1 - (board & 1)).is_some()
            && Color::ALL.into_iter().all(|color| core.state.stock.of(color).is_empty())
            && chess::dead_position(core)
    }

    /// How the game on one board stands, endings found before included.
    pub fn board_status(&self, board: usize) -> Status {
        let mine = self.board(board);
        if let Some(status) = mine.over {
            return status;
        }
        if self.is_over() {
            return Status::Stopped;
        }
        if self.can_move(board) {
            return Status::Ongoing;
        }
        Status::Waiting { color: mine.core.turn, check: mine.in_check() }
    }

    /// The result of the match once it is over.
    pub fn score(&self) -> Option<MatchScore> {
        let results = [0, 1].map(|board| self.over(board).as_ref().and_then(GameResult::of));
        match self.rules().match_end {
            MatchEnd::FirstResult if self.agreed => Some(MatchScore { halves: [1, 1] }),
            MatchEnd::Sum if self.agreed => Some(MatchScore { halves: [2, 2] }),
            MatchEnd::FirstResult => bughouse::match_score(results),
            MatchEnd::Sum => doorgeef::match_score(results),
        }
    }

    /// How both games and the match stand.
    pub fn status(&self) -> PairStatus {
        let boards = [self.board_status(0), self.board_status(1)];
        let waiting = |status: &Status| matches!(status, Status::Waiting { .. });
        let of_match = match self.score() {
            Some(score) => MatchStatus::Over(score),
            None if boards.iter().all(waiting) => MatchStatus::Waiting,
            None => MatchStatus::Ongoing,
        };
        PairStatus { boards, of_match }
    }
}
