//! Thinking for a team on two boards: which joint action to play.
//!
//! First a one-move safety check on both boards together (`lookahead`) finds moves that win a game at once and avoids
//! those that let the opponents win one. Among the moves that remain, a search of each board on its own chooses
//! (`boards`). Every move of the answer is legal by the rules of the pair, in either order.

mod boards;
mod lookahead;

use std::time::Duration;

use movegen::fen;
use movegen::moves::Move;
use movegen::notation::pair::Joint;
use movegen::pair::Team;
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::pair::status::MatchStatus;
use movegen::position::Position;
use movegen::rules::{MatchEnd, Status};

use crate::limits::{Control, Limits, SearchOptions, chosen};
use crate::report::{Bound, Info, Score};
use crate::search::SharedState;
use crate::strength::Strength;
use crate::win_rates::WinRates;
use boards::{BoardSearch, Found};
use lookahead::{Candidates, Consequences, Lookahead};

/// Whether a team may wait on both boards.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Mode {
    /// It moves if it can.
    #[default]
    Go,
    /// It has the time advantage and may wait on both boards.
    Sit,
}

/// The names of the teams, by the colour on board A.
pub const TEAMS: [(&str, Team); 2] = [("white", Team::One), ("black", Team::Two)];

/// The names of the modes.
pub const MODES: [(&str, Mode); 2] = [("go", Mode::Go), ("sit", Mode::Sit)];

/// The team with this name, in any case.
pub fn named(name: &str) -> Option<Team> {
    TEAMS.into_iter().find(|(text, _)| text.eq_ignore_ascii_case(name)).map(|(_, team)| team)
}

/// For whom and how to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The team.
    pub team: Team,
    /// Whether it may wait on both boards.
    pub mode: Mode,
}

impl Default for Seating {
    fn default() -> Seating {
        Seating { team: Team::One, mode: Mode::Go }
    }
}

/// Clocks of board B, White and Black, in milliseconds; where one is missing that of the other board holds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ClocksB {
    /// `wtime2` and `btime2`.
    pub time: [Option<i64>; 2],
    /// `winc2` and `binc2`.
    pub increment: [Option<i64>; 2],
}

/// A search for a team.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task<'a> {
    /// The match.
    pub game: &'a PairGame,
    /// The team and its mode.
    pub seating: Seating,
    /// When the search ends; the clocks are those of board A. Its root moves do not count here.
    pub limits: &'a Limits,
    /// The clocks of board B.
    pub clocks_b: ClocksB,
    /// Only these root moves, on a board for which one of them is legal.
    pub wanted: &'a [Move],
    /// Threads, lines, overhead.
    pub options: &'a SearchOptions,
    /// How strong to play on each board, if not as strong as possible. What one move of either side decides is never
    /// overlooked.
    pub strength: Option<Strength>,
}

/// What is told while a team thinks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TeamEvent<'a> {
    /// A line of one board (0 = A, 1 = B), the moves as on a board alone: promotions without takings.
    Line(usize, &'a [Move]),
    /// The joint action that will be played.
    Action(Joint),
}

/// Takes what is told, with the figures to it; the score is the team's.
pub(crate) type TeamReport<'a> = dyn Fn(&Info, TeamEvent<'_>) + Sync + 'a;

/// What a game that is over, or a forced win of one that does not decide the match, counts, in centipawns.
const GAME: i32 = 1000;

/// Thinks until the limits or the control end it; `None` if the team cannot move on any board.
pub(crate) fn think(task: &Task<'_>, state: &SharedState, control: &Control, report: &TeamReport<'_>) -> Option<Joint> {
    let moves = [0, 1].map(|board| root_moves(task, board));
    if moves.iter().all(Vec::is_empty) {
        return None;
    }
    let mut ahead = Lookahead::new(task.game.pair().clone(), task.seating.team);
    let clock = boards::clock(task);
    let budget = clock.soft.or(clock.hard);
    let patience = budget.map(|budget| budget / 4);
    let candidates = moves.map(|moves| ahead.sift(moves, || control.stopped() || is_late(control, patience)));
    let mut search = BoardSearch::new(task, state, control, report);
    let found = search.run(&candidates, budget);
    let joint = choose(task, &mut ahead, &candidates, &found);
    report(&summary(task, control, state, &found, joint), TeamEvent::Action(joint));
    Some(joint)
}

/// When the answer should be given, counted from the start of the search: see [`Strength::answer_time`].
pub(crate) fn answer_time(task: &Task<'_>) -> Duration {
    let Some(strength) = task.strength else { return Duration::ZERO };
    let moves = [0, 1].map(|board| root_moves(task, board));
    strength.answer_time(&boards::clock(task), moves.iter().map(Vec::len).sum())
}

fn is_late(control: &Control, patience: Option<Duration>) -> bool {
    patience.is_some_and(|patience| control.started().elapsed() >= patience)
}

/// The legal moves of the team on a board; those wanted, if there are any.
fn root_moves(task: &Task<'_>, board: usize) -> Vec<Move> {
    let pair = task.game.pair();
    if pair.team_on_move(board) != task.seating.team {
        return Vec::new();
    }
    let moves = pair.legal_moves().iter().copied().filter(|mv| mv.board() == board).collect();
    chosen(moves, task.wanted)
}

/// How good a joint action is: first what it decides, then on how many boards it moves (the clocks run), then how
/// the boards stand.
type Rank = (Consequences, usize, i32);

/// The best joint action of the moves that were found. On a board a team passes only where moving there would lose a
/// game that waiting does not lose, or where it waits for a man that wins; on both boards only in [`Mode::Sit`].
fn choose(task: &Task<'_>, ahead: &mut Lookahead, candidates: &[Candidates; 2], found: &[Option<Found>; 2]) -> Joint {
    let [a, b] = [0, 1].map(|board| choices(ahead, &candidates[board], found[board].as_ref()));
    let mut joints: Vec<Joint> = ahead.finishing_pairs(candidates);
    joints.extend(ahead.promising_captures(candidates));
    for first in std::iter::once(None).chain(a.iter().copied().map(Some)) {
        joints.extend(std::iter::once(None).chain(b.iter().copied().map(Some)).map(|second| [first, second]));
    }
    let is_whole = |joint: &Joint| joint.iter().all(Option::is_some) && is_playable(task.game, *joint);
    if let ([first, ..], [second, ..]) = (&a[..], &b[..])
        && !joints.iter().any(is_whole)
    {
        // The best moves exclude each other, as where one takes the man that the other captures (Euwe 5): each goes
        // with others, too.
        let others = |board: usize| candidates[board].kept.iter().copied().take(TAKINGS).map(Some);
        joints.extend(others(1).map(|second| [Some(*first), second]));
        joints.extend(others(0).map(|first| [first, Some(*second)]));
    }
    let may_wait = task.seating.mode == Mode::Sit;
    let mut best: Option<(Rank, Joint)> = None;
    for joint in joints {
        let count = joint.iter().flatten().count();
        if (count == 0 && !may_wait) || !is_playable(task.game, joint) {
            continue;
        }
        let (consequences, standing) = ahead.consequences(&joint);
        let rank = (consequences, count, standing);
        if best.is_none_or(|(other, _)| rank > other) {
            best = Some((rank, joint));
        }
    }
    // A single legal move is always playable.
    best.map_or([None, None], |(_, joint)| joint)
}

/// How many takings of one promotion are compared.
const TAKINGS: usize = 16;

/// The moves on a board to choose from: what the search found, with all the takings that it may stand for; the first
/// ones that decide something where nothing was searched.
fn choices(ahead: &Lookahead, candidates: &Candidates, found: Option<&Found>) -> Vec<Move> {
    let same: Vec<Move> = match found {
        Some(found) => candidates.kept.iter().copied().filter(|&mv| boards::alone(mv) == found.best).collect(),
        None => candidates.kept.clone(),
    };
    debug_assert!(same.is_empty() == candidates.kept.is_empty(), "{}", fen::write_pair(ahead.pair()));
    same.into_iter().take(TAKINGS).collect()
}

/// Whether the moves can be made one after the other, in either order.
fn is_playable(game: &PairGame, joint: Joint) -> bool {
    let [a, b] = joint;
    [[a, b], [b, a]].into_iter().all(|order| {
        let mut game = game.clone();
        order.into_iter().flatten().all(|mv| game.play(Action::Move(mv)).is_ok())
    })
}

/// The last line of a search: the action itself, and what the boards say of it.
fn summary(task: &Task<'_>, control: &Control, state: &SharedState, found: &[Option<Found>; 2], joint: Joint) -> Info {
    let mut after = task.game.clone();
    for mv in joint.into_iter().flatten() {
        let _ = after.play(Action::Move(mv));
    }
    let searched = || found.iter().flatten();
    let score = score(task.seating.team, &after, found);
    Info {
        depth: searched().map(|found| found.depth).min().unwrap_or(1).max(1),
        seldepth: searched().map(|found| found.seldepth).max().unwrap_or(1).max(1),
        multipv: 1,
        score,
        bound: Bound::Exact,
        win_rates: win_rates(task.seating.team, &after, found, score),
        nodes: searched().map(|found| found.nodes).sum(),
        time: control.started().elapsed(),
        hashfull: state.hashfull(),
        pv: joint.into_iter().flatten().collect(),
    }
}

/// The team's score after its action: a mate where the match is decided, else the sum of both boards.
fn score(team: Team, after: &PairGame, found: &[Option<Found>; 2]) -> Score {
    let points = lookahead::points(after.pair(), team);
    if let MatchStatus::Over(_) = after.status().of_match {
        return match points {
            0 => Score::Centipawns(0),
            points => Score::Mate(points.signum()),
        };
    }
    let boards = (0..2).map(|board| match after.pair().over(board) {
        None => boards::centipawns(of_open_board(team, after, found, board)),
        Some(_) => 0,
    });
    Score::Centipawns(points * GAME + boards.sum::<i32>())
}

/// How a board stands for the team: as its search says or, if there was none, as it looks.
fn of_open_board(team: Team, after: &PairGame, found: &[Option<Found>; 2], board: usize) -> Score {
    found[board].map_or(Score::Centipawns(lookahead::standing(after.pair(), team, board)), |found| found.score)
}

/// What the team's score after its action means for the match.
fn win_rates(team: Team, after: &PairGame, found: &[Option<Found>; 2], score: Score) -> WinRates {
    let pair = after.pair();
    let variant = pair.board(0).variant();
    let of_board = |board: usize| match pair.over(board) {
        Some(Status::Won { winner, .. }) if Team::of(board, winner) == team => WinRates::WIN,
        Some(Status::Won { .. }) => WinRates::LOSS,
        Some(_) => WinRates::DRAW,
        None => WinRates::of(variant, of_open_board(team, after, found, board)),
    };
    match (pair.rules().match_end, after.status().of_match, score) {
        (MatchEnd::FirstResult, MatchStatus::Over(_), Score::Centipawns(_)) => WinRates::DRAW,
        (MatchEnd::FirstResult, ..) => WinRates::of(variant, score),
        (MatchEnd::Sum, ..) => WinRates::of_sum([of_board(0), of_board(1)]),
    }
}
