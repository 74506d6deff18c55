//! Searches the boards of a team one after the other, each as a board alone, and shares the time between them.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use movegen::game::Game;
use movegen::moves::{Move, MoveKind};
use movegen::rules::MatchEnd;
use movegen::variants::drops::Drops;

use super::lookahead::Candidates;
use super::{GAME, Task, TeamEvent, TeamReport};
use crate::clock::Clock;
use crate::limits::{Control, Limits, SearchOptions};
use crate::report::{Bound, Info, Score};
use crate::search::SharedState;
use crate::strength;

/// What the search of one board came to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The best move, as on a board alone.
    pub(super) best: Move,
    /// The score, from the view of the team.
    pub(super) score: Score,
    /// Depth of the last finished iteration, in plies.
    pub(super) depth: u32,
    /// Deepest ply reached.
    pub(super) seldepth: u32,
    /// Moves made.
    pub(super) nodes: u64,
}

/// The move as the board alone knows it: on board A, and a taking (Euwe 5) as an ordinary promotion.
pub(super) fn alone(mv: Move) -> Move {
    match mv.kind() {
        MoveKind::Taking => Move::new(MoveKind::Promotion, mv.role(), mv.from(), mv.to()),
        _ => mv.on_board(0),
    }
}

/// A score as centipawns: a game won for sure is one of two.
pub(super) fn centipawns(score: Score) -> i32 {
    match score {
        Score::Centipawns(centipawns) => centipawns,
        Score::Mate(moves) if moves > 0 => GAME,
        Score::Mate(_) => -GAME,
    }
}

/// How long the team may think. All its clocks that run count, and the shortest time holds.
pub(super) fn clock(task: &Task<'_>) -> Clock {
    let pair = task.game.pair();
    // The clock of a player who waits for a man runs, too.
    let runs = |board: usize| pair.over(board).is_none() && pair.team_on_move(board) == task.seating.team;
    let clocks = (0..2).filter(|&board| runs(board)).map(|board| {
        let mut limits = task.limits.clone();
        for color in 0..2 {
            let time = [limits.time[color], task.clocks_b.time[color]];
            let increment = [limits.increment[color], task.clocks_b.increment[color]];
            limits.time[color] = time[board].or(time[1 - board]);
            limits.increment[color] = increment[board].or(increment[1 - board]);
        }
        Clock::new(&limits, task.options, task.seating.team.color(board))
    });
    clocks.min_by_key(|clock| clock.soft.or(clock.hard).unwrap_or(Duration::MAX)).unwrap_or_default()
}

/// The first slice of a search without end; each further one is twice as long.
const SLICE: Duration = Duration::from_millis(50);

/// The searches of both boards.
pub(super) struct BoardSearch<'a> {
    task: &'a Task<'a>,
    state: &'a SharedState,
    control: &'a Control,
    report: &'a TeamReport<'a>,
    found: [Option<Found>; 2],
}

impl<'a> BoardSearch<'a> {
    pub(super) fn new(
        task: &'a Task<'a>,
        state: &'a SharedState,
        control: &'a Control,
        report: &'a TeamReport<'a>,
    ) -> BoardSearch<'a> {
        BoardSearch { task, state, control, report, found: [None; 2] }
    }

    /// Searches each board on which there is something to choose. A search whose end only a command can bring goes from
    /// board to board in slices of growing length.
    pub(super) fn run(&mut self, candidates: &[Candidates; 2], budget: Option<Duration>) -> [Option<Found>; 2] {
        let mut open: Vec<usize> =
            (0..2).filter(|&board| !candidates[board].wins && !candidates[board].kept.is_empty()).collect();
        let limits = self.task.limits;
        let endless = limits.infinite || (budget.is_none() && limits.depth.is_none() && limits.nodes.is_none());
        let mut slice = SLICE;
        let control = self.control;
        let goes_on = |ponders| (endless || ponders) && !control.stopped();
        while goes_on(control.pondering()) && !open.is_empty() {
            open.retain(|&board| {
                let ponders = control.pondering();
                !goes_on(ponders) || !self.search(board, candidates, &control.part(ponders), Some(slice), None)
            });
            slice *= 2;
        }
        if !endless {
            self.run_to_limits(&open, candidates, budget);
        }
        for &board in &open {
            if self.found[board].is_none() {
                // Not even begun: one iteration is always done.
                self.search(board, candidates, &control.part(false), Some(Duration::ZERO), None);
            }
        }
        self.found
    }

    /// Searches each of these boards once; each gets an equal share of the time and of the nodes that are left.
    fn run_to_limits(&mut self, open: &[usize], candidates: &[Candidates; 2], budget: Option<Duration>) {
        let deadline = budget.map(|budget| self.control.started() + budget);
        let mut nodes_left = self.task.limits.nodes;
        for (done, &board) in open.iter().enumerate() {
            let boards_left = (open.len() - done) as u32;
            let time = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()) / boards_left);
            let nodes = nodes_left.map(|nodes| (nodes / u64::from(boards_left)).max(1));
            let before = self.found[board];
            if before.is_some() && (time == Some(Duration::ZERO) || self.control.stopped()) {
                // Pondering has used the time up, or was the end of it.
                continue;
            }
            self.search(board, candidates, &self.control.part(false), time, nodes);
            let used = self.found[board].map_or(0, |found| found.nodes) - before.map_or(0, |found| found.nodes);
            nodes_left = nodes_left.map(|nodes| nodes.saturating_sub(used));
        }
    }

    /// Searches a board for this long; returns whether the search came to an end of its own.
    fn search(
        &mut self,
        board: usize,
        candidates: &[Candidates; 2],
        control: &Control,
        time: Option<Duration>,
        nodes: Option<u64>,
    ) -> bool {
        let task = self.task;
        let mut roots: Vec<Move> = candidates[board].kept.iter().copied().map(alone).collect();
        roots.dedup();
        let limits = Limits {
            depth: task.limits.depth,
            nodes,
            movetime: time,
            mate: task.limits.mate,
            search_moves: roots,
            ..Limits::default()
        };
        let options = SearchOptions { move_overhead: Duration::ZERO, ..*task.options };
        let before = self.found[board];
        let depth_before = before.map_or(0, |found| found.depth);
        let nodes_before = self.found.iter().flatten().map(|found| found.nodes).sum::<u64>();
        let last: Mutex<Option<Info>> = Mutex::new(None);
        let report = |info: &Info| {
            if info.depth > depth_before {
                self.tell(board, &Info { nodes: nodes_before + info.nodes, ..info.clone() });
            }
            if info.multipv == 1 && info.bound != Bound::Upper {
                *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(info.clone());
            }
        };
        let outcome =
            strength::think(&self.game(board), self.state, control, &limits, &options, task.strength, &report);
        let last = last.into_inner().unwrap_or_else(PoisonError::into_inner);
        let nodes = before.map_or(0, |found| found.nodes) + outcome.nodes;
        if let (Some(best), Some(info)) = (outcome.best, last) {
            let newer = Found { best, score: info.score, depth: info.depth, seldepth: info.seldepth, nodes };
            let kept = before.filter(|before| before.depth > info.depth);
            self.found[board] = Some(kept.map_or(newer, |before| Found { nodes, ..before }));
        }
        !control.stopped() && time.is_none_or(|time| control.started().elapsed() < time)
    }

    /// One board of the match with the history of its positions.
    fn game(&self, board: usize) -> Game<Drops> {
        let keys = self.task.game.keys(board);
        let earlier = keys.split_last().map_or(&[][..], |(_, earlier)| earlier);
        Game::with_history(self.task.game.pair().board(board).clone(), earlier.to_vec())
    }

    /// Reports a line of one board. Where results are added up, a won game is not a mate of the match.
    fn tell(&self, board: usize, info: &Info) {
        let score = match self.task.game.pair().rules().match_end {
            MatchEnd::FirstResult => info.score,
            MatchEnd::Sum => Score::Centipawns(centipawns(info.score)),
        };
        let time = self.control.started().elapsed();
        (self.report)(&Info { score, time, ..info.clone() }, TeamEvent::Line(board, &info.pv));
    }
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::pair::Team;
    use movegen::pair::game::PairGame;
    use movegen::piece::Color;
    use movegen::rules::Variant;

    use super::*;
    use crate::team::{ClocksB, Mode, Seating};

    const WHITE: &str = "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1";
    const BLACK: &str = "4k3/p7/8/8/8/8/P7/4K3[] b - - 0 1";

    /// The clocks of board A: White has 60 s and 100 ms, Black 50 s and 200 ms.
    const A: ([Option<i64>; 2], [Option<i64>; 2]) = ([Some(60_000), Some(50_000)], [Some(100), Some(200)]);
    /// Those of board B: White has 4 s and 10 ms, Black 3 s and 20 ms.
    const B: ClocksB = ClocksB { time: [Some(4000), Some(3000)], increment: [Some(10), Some(20)] };

    /// How long team One, White on board A and Black on board B, may think.
    fn of_team([a, b]: [&str; 2], clocks_b: ClocksB) -> Clock {
        let pair = fen::parse_pair(&format!("{a} | {b}"), Variant::Bughouse, false).unwrap();
        let limits = Limits { time: A.0, increment: A.1, ..Limits::default() };
        let task = Task {
            game: &PairGame::new(pair),
            seating: Seating { team: Team::One, mode: Mode::Go },
            limits: &limits,
            clocks_b,
            wanted: &[],
            options: &SearchOptions::default(),
            strength: None,
        };
        clock(&task)
    }

    /// The clock of a player with this time and increment, in milliseconds.
    fn alone(time: i64, increment: i64) -> Clock {
        let limits = Limits { time: [Some(time); 2], increment: [Some(increment); 2], ..Limits::default() };
        Clock::new(&limits, &SearchOptions::default(), Color::White)
    }

    #[test]
    fn a_board_on_which_the_team_is_on_move_uses_its_own_clock() {
        assert_eq!(of_team([WHITE, WHITE], B), alone(60_000, 100), "White on A");
        assert_eq!(of_team([BLACK, BLACK], B), alone(3000, 20), "Black on B");
    }

    #[test]
    fn of_two_running_clocks_the_shorter_holds() {
        assert_eq!(of_team([WHITE, BLACK], B), alone(3000, 20));
        let long = ClocksB { time: [Some(90_000), Some(80_000)], ..B };
        assert_eq!(of_team([WHITE, BLACK], long), alone(60_000, 100));
    }

    #[test]
    fn a_clock_that_is_missing_is_that_of_the_other_board() {
        assert_eq!(of_team([BLACK, BLACK], ClocksB::default()), alone(50_000, 200));
        assert_eq!(of_team([BLACK, BLACK], ClocksB { increment: [None; 2], ..B }), alone(3000, 200));
    }
}
