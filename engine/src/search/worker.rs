//! One search thread: its game, its memory of the present line, its limits, and the ends of the game.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use eval::Evaluate;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::position::Repetition;

use super::correction::Features;
use super::history::{Context, PieceTo};
use super::ordering::Picker;
use super::state::ThreadState;
use crate::clock::Clock;
use crate::limits::{Control, Limits};
use crate::score::Bound;
use crate::score::{DECIDED, MAX_PLY, from_table, of_status};
use crate::table::{Entry, TranspositionTable};

/// A clock is read once in so many nodes.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// The first iteration may take so long whatever the clock, or a `stop`, says: without it any move would do.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// From so many half-moves without progress on, the draw after a hundred may come before what a search has found.
const FEW_MOVES_LEFT: u32 = 90;

/// Value of a draw.
pub(crate) const DRAW: i32 = 0;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) clock: Clock,
    /// Set when the search ends, by whatever.
    pub(crate) ended: AtomicBool,
    /// Nodes that the threads have asked for, if their number is limited: each is granted before it is made.
    pub(crate) granted: AtomicU64,
    /// Nodes of each thread, brought up to date now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl<'a> Shared<'a> {
    /// What one thread alone needs, without a clock.
    #[cfg(test)]
    pub(crate) fn of_one(table: &'a TranspositionTable, control: &'a Control, limits: &'a Limits) -> Shared<'a> {
        let nodes = vec![AtomicU64::new(0)];
        let (ended, granted) = (AtomicBool::new(false), AtomicU64::new(0));
        Shared { table, control, limits, clock: Clock::default(), ended, granted, nodes }
    }

    /// Nodes of all threads.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }
}

/// What a thread keeps for each ply of the present line.
pub(crate) struct Ply<P: Evaluate> {
    pub(crate) accumulator: P::Accumulator,
    /// The principal variation from here.
    pub(crate) pv: Vec<Move>,
    pub(crate) killers: [Option<Move>; 2],
    /// The move made here; `None` for a pass.
    pub(crate) current: Option<PieceTo>,
    pub(crate) passed: bool,
    /// The static evaluation, corrected by experience.
    pub(crate) evaluation: i32,
    /// The move left out of a search that asks whether it is the only good one.
    pub(crate) excluded: Option<Move>,
    /// Plies by which singular moves were extended on the line to here.
    pub(crate) extended: i32,
}

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) best: Move,
    pub(crate) score: i32,
    /// The score of the iteration before.
    pub(crate) expected: i32,
    pub(crate) bound: Bound,
    pub(crate) seldepth: usize,
    pub(crate) pv: Vec<Move>,
    /// Nodes spent on the move by this thread.
    pub(crate) nodes: u64,
}

/// One search thread.
pub(crate) struct Worker<'a, P: Evaluate> {
    pub(crate) game: Game<P>,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) id: usize,
    pub(crate) plies: Vec<Ply<P>>,
    pub(crate) nodes: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    pub(crate) experience: ThreadState,
    pub(crate) pickers: Vec<Picker>,
    /// The earliest ply whose position the score returned last rests on, because a move back to it is banned;
    /// `usize::MAX` if none.
    pub(crate) rests_on: usize,
    pub(crate) root_depth: i32,
    /// How many root moves the last window has been searched with, to the end.
    pub(crate) root_moves_tried: usize,
    /// Whether enough has been searched, so that the answer is given when the opponent makes the move pondered on.
    pub(crate) awaits_hit: bool,
    /// When the thread began; later than the arrival of `go` if other work was to be done first.
    began: Instant,
}

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(crate) fn new(game: Game<P>, shared: &'a Shared<'a>, id: usize, experience: ThreadState) -> Worker<'a, P> {
        let fresh = game.position().fresh();
        let plies = (0..MAX_PLY + 2)
            .map(|_| Ply {
                accumulator: fresh.clone(),
                pv: Vec::with_capacity(MAX_PLY),
                killers: [None; 2],
                current: None,
                passed: false,
                evaluation: 0,
                excluded: None,
                extended: 0,
            })
            .collect();
        Worker {
            game,
            shared,
            id,
            plies,
            nodes: 0,
            seldepth: 0,
            stopped: false,
            experience,
            pickers: Vec::new(),
            rests_on: usize::MAX,
            root_depth: 0,
            root_moves_tried: 0,
            awaits_hit: false,
            began: Instant::now(),
        }
    }

    /// Whether the search must end now. Asked before every move that is made, once.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) || self.shared.limits.nodes.is_some() {
            self.check_limits();
        }
        self.stopped
    }

    fn check_limits(&mut self) {
        let shared = self.shared;
        shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
        if let Some(limit) = shared.limits.nodes {
            self.stopped |= shared.granted.fetch_add(1, Ordering::Relaxed) >= limit;
        }
        if !self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            return;
        }
        if self.id != 0 {
            self.stopped |= shared.ended.load(Ordering::Relaxed);
        } else if self.root_depth > 1 || self.began.elapsed() >= FIRST_ITERATION {
            let control = shared.control;
            let is_late = || shared.clock.hard.is_some_and(|hard| control.started().elapsed() >= hard);
            self.stopped |= control.stopped() || (!control.pondering() && (self.awaits_hit || is_late()));
        }
    }

    /// Makes a move, keeping the accumulator of the next ply.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move, ply: usize) -> P::Undo {
        self.nodes += 1;
        self.shared.table.prefetch(self.position().key_after(mv));
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let here = &mut before[ply];
        let next = &mut after[0];
        here.current = Some(PieceTo::of(mv));
        here.passed = false;
        next.accumulator = here.accumulator.clone();
        let undo = self.game.make(mv, &mut next.accumulator);
        self.game.position().settle(&mut next.accumulator);
        undo
    }

    #[inline(always)]
    pub(crate) fn position(&self) -> &P {
        self.game.position()
    }

    /// Whether what the table knows of the position may settle or prune the node: not near the draw of the fifty-move rule, of
    /// which the table does not know.
    #[inline(always)]
    pub(crate) fn may_cut(&self) -> bool {
        !P::FIFTY_MOVES || self.position().core().halfmove() < FEW_MOVES_LEFT
    }

    /// The static evaluation of the node at this ply.
    #[inline(always)]
    pub(crate) fn evaluate(&self, ply: usize) -> i32 {
        self.position().evaluate(&self.plies[ply].accumulator)
    }

    /// The static evaluation of a node of which the table may know it; none in check, where it says nothing.
    #[inline(always)]
    pub(crate) fn static_evaluation(&self, ply: usize, in_check: bool, known: Option<Entry>) -> Option<i32> {
        if in_check {
            return None;
        }
        Some(known.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(ply)))
    }

    /// The static evaluation as experience corrects it.
    #[inline(always)]
    pub(crate) fn corrected(&self, evaluation: i32, features: &Features) -> i32 {
        (evaluation + self.experience.correction.of(features)).clamp(1 - DECIDED, DECIDED - 1)
    }

    /// The moves one, two and four plies ago.
    #[inline(always)]
    pub(crate) fn context(&self, ply: usize) -> Context {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|ply| self.plies[ply].current);
        [ago(1), ago(2), ago(4)]
    }

    /// Whether the position is a draw by repetition: it has stood before in the search, or twice in the game.
    fn repeats(&self, ply: usize) -> bool {
        if P::REPETITION != Repetition::Draw || self.game.is_surely_new() {
            return false;
        }
        let Some((last, earlier)) = self.game.keys().split_last() else { return false };
        let reversible = self.game.reversible_plies();
        let mut in_game = 0;
        for distance in (2..=reversible).step_by(2) {
            if earlier[earlier.len() - distance] == *last {
                in_game += 1;
                if distance < ply || in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// The score of a node that is decided without looking at moves: the game is over or drawn.
    #[inline(always)]
    pub(crate) fn terminal_score(&self, ply: usize) -> Option<i32> {
        let position = self.position();
        if let Some(status) = position.over() {
            return Some(of_status(status, position.actor(), ply, self.evaluate(ply)));
        }
        if position.is_dead() || self.repeats(ply) {
            return Some(DRAW);
        }
        if P::FIFTY_MOVES && position.core().halfmove() >= 100 {
            let mated = position.in_check() && !position.has_legal_move();
            return Some(if mated { self.no_moves_score(ply) } else { DRAW });
        }
        None
    }

    /// The score of a player without a legal move.
    pub(crate) fn no_moves_score(&self, ply: usize) -> i32 {
        let position = self.position();
        of_status(position.stuck(), position.actor(), ply, self.evaluate(ply))
    }

    /// The entry of the table, its score counted from the root. A move that may not be played here takes its
    /// score with it: the score may rest on a move that only this line bans.
    pub(crate) fn probe(&self, ply: usize) -> Option<Entry> {
        let entry = self.shared.table.probe(self.position().key())?;
        if P::REPETITION == Repetition::Illegal && entry.best.is_some_and(|mv| !self.position().is_legal(mv)) {
            return None;
        }
        Some(Entry { score: from_table(entry.score, ply), ..entry })
    }

    /// Puts a move before the variation of the next ply.
    pub(crate) fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let pv = &mut before[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0].pv);
    }
}

/// What `run` says of a lone worker on this position of a game, which need not be its start.
#[cfg(test)]
pub(crate) fn with_worker<P: Evaluate, T>(game: Game<P>, run: impl FnOnce(Worker<'_, P>) -> T) -> T {
    let (table, limits, control) = (TranspositionTable::new(1), Limits::default(), Control::new(false));
    let shared = Shared::of_one(&table, &control, &limits);
    run(Worker { root_depth: 8, ..Worker::new(game, &shared, 0, ThreadState::default()) })
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;

    use super::*;

    #[test]
    fn a_hit_ends_at_once_what_has_been_searched_long_enough() {
        let start: Chess = fen::parse(Variant::Chess.start_fen(), Variant::Chess, false).expect("the start is sound");
        for awaits_hit in [false, true] {
            let (table, limits, control) = (TranspositionTable::new(1), Limits::default(), Control::new(true));
            let shared = Shared::of_one(&table, &control, &limits);
            let worker = Worker::new(Game::new(start.clone()), &shared, 0, ThreadState::default());
            let mut worker = Worker { root_depth: 2, awaits_hit, ..worker };
            assert!(!worker.must_stop(), "the opponent still thinks");
            control.ponderhit();
            assert_eq!(worker.must_stop(), awaits_hit);
        }
    }
}
