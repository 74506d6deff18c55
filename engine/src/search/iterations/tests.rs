//! Iterations seen from within: windows, reports, ends.

use std::sync::Mutex;

use movegen::fen;
use movegen::game::Game;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;

use super::*;
use crate::clock::Clock;
use crate::limits::{Control, Limits};
use crate::report::Score;
use crate::score::MATE;
use crate::search::job::Job;
use crate::search::root_move::root_moves;
use crate::search::state::ThreadState;

/// A single thread's iterations, from the start of chess unless another position is named.
struct Setting<'a> {
    fen: &'a str,
    control: Control,
    limits: Limits,
    clock: Clock,
    multipv: usize,
    infos: Mutex<Vec<Info>>,
}

impl Default for Setting<'_> {
    fn default() -> Self {
        Setting {
            fen: Variant::Chess.start_fen(),
            control: Control::new(false),
            limits: Limits::default(),
            clock: Clock::default(),
            multipv: 1,
            infos: Mutex::default(),
        }
    }
}

impl Setting<'_> {
    fn with<T>(&self, run: impl FnOnce(&mut Iterations<'_, Chess>) -> T) -> T {
        let game = Game::new(fen::parse(self.fen, Variant::Chess, false).expect("a sound position"));
        let lines = root_moves(game.position(), &self.limits, None);
        let job = Job::of_one(self.control.clone(), self.limits.clone(), self.clock);
        let worker = Worker::new(game, Arc::new(job), 0, ThreadState::default());
        let report = |info: &Info| self.infos.lock().expect("no panic").push(info.clone());
        run(&mut Iterations::new(worker, lines, self.multipv, Some(&report)))
    }

    /// Searches five plies where so many centipawns are expected; gives the best line.
    fn surprised(&self, expected: i32) -> RootMove {
        self.with(|search| {
            search.lines.iter_mut().for_each(|line| line.expected = expected);
            assert!(search.iterate(5));
            search.report_lines();
            search.lines[0].clone()
        })
    }

    fn bounds(&self) -> Vec<Bound> {
        let mut infos = self.infos.lock().expect("no panic");
        for info in infos.iter() {
            assert!(matches!(info.score, Score::Centipawns(_)), "{info:?}");
        }
        infos.drain(..).map(|info| info.bound).collect()
    }
}

#[test]
fn a_window_widens_until_it_holds_the_score() {
    for expected in [-900, 0, 900] {
        let line = Setting::default().surprised(expected);
        assert!(line.bound == Bound::Exact && line.score.abs() < 300, "{expected}: {line:?}");
    }
}

#[test]
fn bounds_are_reported_in_long_searches_alone() {
    let long = || Setting { control: Control::since(REPORT_BOUNDS_AFTER), ..Setting::default() };
    for (expected, bound) in [(900, Bound::Upper), (-900, Bound::Lower)] {
        let setting = long();
        setting.surprised(expected);
        let bounds = setting.bounds();
        let (last, before) = bounds.split_last().expect("reports");
        assert!(*last == Bound::Exact && before.contains(&bound), "{expected}: {bounds:?}");
        let short = Setting::default();
        short.surprised(expected);
        assert_eq!(short.bounds(), [Bound::Exact]);
        let lines = Setting { multipv: 2, ..long() };
        lines.surprised(expected);
        assert!(lines.bounds().iter().all(|bound| *bound == Bound::Exact));
    }
}

#[test]
fn a_mate_beyond_the_window_is_not_claimed_without_its_line() {
    Setting::default().with(|search| {
        let before = search.lines.clone();
        let best = search.lines[3].best;
        search.lines.swap(0, 3);
        search.lines[0].expected = 25;
        search.lines[0].score = MATE - 5;
        search.lines[0].bound = Bound::Lower;
        search.keep_what_is_proved(before);
        assert_eq!((search.lines[0].best, search.lines[0].score), (best, 25));
    });
}

/// Cut short: a move that had raised the score stands, one that had lowered it does not.
#[test]
fn an_iteration_that_is_cut_short_leaves_its_best_move_if_the_score_rose() {
    Setting::default().with(|search| {
        let before = search.lines.clone();
        search.lines.swap(0, 3);
        (search.lines[0].score, search.lines[0].bound) = (40, Bound::Lower);
        search.raised = Some(search.lines.clone());
        let risen = search.lines[0].best;
        search.lines.swap(0, 5);
        (search.lines[0].score, search.lines[0].bound) = (30, Bound::Upper);
        search.keep_what_is_proved(before.clone());
        assert_eq!(search.lines[0].best, risen);
        search.lines.swap(0, 5);
        (search.lines[0].score, search.lines[0].bound) = (30, Bound::Upper);
        search.keep_what_is_proved(before.clone());
        assert_eq!(search.lines[0].best, before[0].best);
    });
}

#[test]
fn no_iteration_is_begun_after_the_soft_limit() {
    let clock = Clock { soft: Some(Duration::ZERO), hard: Some(Duration::from_secs(3600)) };
    let depth = Setting { clock, ..Setting::default() }.with(|search| {
        search.run();
        search.depth
    });
    assert_eq!(depth, 1);
}

/// The queen must be taken back: the clock hears of it.
#[test]
fn the_course_of_a_search_is_that_of_its_best_move() {
    let fen = "rnbqkbnr/ppp1pppp/8/3Q4/8/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3";
    Setting { fen, limits: Limits { depth: Some(6), ..Limits::default() }, ..Setting::default() }.with(|search| {
        search.run();
        assert!(search.stability >= 4, "{}", search.stability);
        assert!(search.lines[0].nodes * 2 > search.worker.nodes);
    });
}

/// The first move is mated, and the search was cut short before the others were looked at.
#[test]
fn a_move_that_loses_by_force_gives_way_to_one_not_looked_at() {
    for bound in [Bound::Exact, Bound::Upper] {
        Setting::default().with(|search| {
            search.lines[0].score = -50;
            let before = search.lines.clone();
            let [first, second] = [0, 1].map(|rank| search.lines[rank].best);
            (search.lines[0].score, search.lines[0].bound) = (2 - MATE, bound);
            search.worker.root_moves_tried = 1;
            search.keep_what_is_proved(before.clone());
            assert_eq!((search.lines[0].best, search.lines[0].score), (second, -50));
            assert_eq!(search.lines[0].pv, [second]);
            // All were looked at: it is mate.
            search.lines = before.clone();
            (search.lines[0].score, search.lines[0].bound) = (2 - MATE, Bound::Exact);
            search.worker.root_moves_tried = search.lines.len();
            search.keep_what_is_proved(before);
            assert_eq!((search.lines[0].best, search.lines[0].score), (first, 2 - MATE));
        });
    }
}

/// While the opponent thinks, a search that would end goes on; it ends when the expected move is played.
#[test]
fn a_hit_ends_at_once_what_has_been_searched_long_enough() {
    for enough in [false, true] {
        let soft = if enough { Duration::ZERO } else { Duration::from_secs(3600) };
        let clock = Clock { soft: Some(soft), hard: Some(Duration::from_secs(3600)) };
        Setting { clock, control: Control::new(true), ..Setting::default() }.with(|search| {
            assert!(search.iterate(2) && !search.is_enough(2, 0), "the opponent still thinks");
            search.worker.job.control.ponderhit();
            assert_eq!(search.is_enough(2, 0), enough);
        });
    }
}
