//! One search thread: its game, its memory of the present line, its limits, and the ends of the game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use eval::Evaluate;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::position::Repetition;

use super::correction::Features;
use super::history::{Context, PieceTo};
use super::job::Job;
use super::ordering::Picker;
use super::state::ThreadState;
#[cfg(test)]
use crate::clock::Clock;
#[cfg(test)]
use crate::limits::{Control, Limits};
use crate::score::{DECIDED, MAX_PLY, from_table, of_status};
use crate::table::Entry;

/// A thread looks at the clock and at the other threads after so many nodes. That takes much less than a millisecond even if
/// many threads share a processor, of which each must still see that the time is up.
const NODES_BETWEEN_CHECKS: u64 = 256;

/// The first iteration of the main thread may take so long whatever the clock, or a `stop`, says.
const FIRST_ITERATION: Duration = Duration::from_millis(10);

/// From so many half-moves without progress on, the draw after a hundred may come before what a search has found.
const FEW_MOVES_LEFT: u32 = 90;

/// Value of a draw.
pub(crate) const DRAW: i32 = 0;

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

/// One search thread.
pub(crate) struct Worker<P: Evaluate> {
    pub(crate) game: Game<P>,
    pub(crate) job: Arc<Job>,
    /// 0 for the main thread.
    pub(crate) id: usize,
    pub(crate) plies: Vec<Ply<P>>,
    pub(crate) nodes: u64,
    /// Nodes that the thread has been granted.
    granted: u64,
    /// The node count at which the limits are looked at next.
    next_check: u64,
    pub(crate) seldepth: usize,
    pub(crate) stopped: bool,
    /// Whether the thread has voted for the end of the search.
    votes_for_end: bool,
    pub(crate) learned: ThreadState,
    pub(crate) pickers: Vec<Picker>,
    /// The earliest ply whose position the score returned last rests on, because a move back to it is banned;
    /// `usize::MAX` if none.
    pub(crate) rests_on: usize,
    pub(crate) root_depth: i32,
    /// How many root moves the last window has been searched with, to the end.
    pub(crate) root_moves_tried: usize,
    /// When the thread began; later than the arrival of `go` if other work was to be done first.
    began: Instant,
}

impl<P: Evaluate> Worker<P> {
    pub(crate) fn new(game: Game<P>, job: Arc<Job>, id: usize, learned: ThreadState) -> Worker<P> {
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
            job,
            id,
            plies,
            nodes: 0,
            granted: 0,
            next_check: 0,
            seldepth: 0,
            stopped: false,
            votes_for_end: false,
            learned,
            pickers: Vec::new(),
            rests_on: usize::MAX,
            root_depth: 0,
            root_moves_tried: 0,
            began: Instant::now(),
        }
    }

    /// Whether the search must end now. To be asked once before every move that is made.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self) -> bool {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.stopped
    }

    #[cold]
    fn check_limits(&mut self) {
        self.publish_nodes();
        if self.nodes >= self.granted {
            let grant = self.job.grant_nodes();
            self.granted = self.granted.saturating_add(grant);
            self.stopped |= grant == 0;
        }
        self.next_check = (self.nodes + NODES_BETWEEN_CHECKS).min(self.granted);
        // Without the main thread's first iteration any move would do.
        if self.id != 0 || self.root_depth > 1 || self.began.elapsed() >= FIRST_ITERATION {
            self.stopped |= self.job.must_end();
        }
    }

    /// Tells the other threads how many nodes this one has searched.
    pub(crate) fn publish_nodes(&self) {
        self.job.count_nodes(self.id, self.nodes);
    }

    /// Says whether this thread would begin no further iteration.
    pub(crate) fn vote(&mut self, to_end: bool) {
        if self.votes_for_end != to_end {
            self.votes_for_end = to_end;
            self.job.vote(to_end);
        }
    }

    /// Makes a move, keeping the accumulator of the next ply.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move, ply: usize) -> P::Undo {
        self.nodes += 1;
        self.job.table.prefetch(self.position().key_after(mv));
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
        (evaluation + self.learned.correction.of(features)).clamp(1 - DECIDED, DECIDED - 1)
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
        let entry = self.job.table.probe(self.position().key())?;
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
pub(crate) fn with_worker<P: Evaluate, T>(game: Game<P>, run: impl FnOnce(Worker<P>) -> T) -> T {
    let job = Arc::new(Job::of_one(Control::new(false), Limits::default(), Clock::default()));
    run(Worker { root_depth: 8, ..Worker::new(game, job, 0, ThreadState::default()) })
}

#[cfg(test)]
mod tests {
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::{fen, notation};

    use super::*;

    /// Whether the position is a draw by repetition after moves of the game and further moves of the search.
    fn is_repeated(played: &[&str], searched: &[&str]) -> bool {
        let mut game: Game<Chess> =
            Game::new(fen::parse(Variant::Chess.start_fen(), Variant::Chess, false).expect("the start is sound"));
        let mv = |game: &Game<Chess>, text| notation::parse_uci(game.position(), text).expect("a legal move");
        for text in played {
            game.play(mv(&game, text));
        }
        with_worker(game, |mut worker| {
            for (ply, text) in searched.iter().enumerate() {
                let mv = mv(&worker.game, text);
                worker.make(mv, ply);
            }
            worker.repeats(searched.len())
        })
    }

    const ROUND: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

    #[test]
    fn a_position_that_stood_before_in_the_search_is_a_draw() {
        assert!(is_repeated(&[], &[&ROUND[..], &ROUND[..1]].concat()));
        assert!(!is_repeated(&[], &ROUND[..3]));
    }

    /// The opponent may not want to repeat: the root position is like those before it in the game.
    #[test]
    fn the_position_at_the_root_is_no_draw_when_it_stands_a_second_time() {
        assert!(!is_repeated(&[], &ROUND));
        assert!(is_repeated(&ROUND, &ROUND), "it is when it stands a third time");
        assert!(!is_repeated(&ROUND[..2], &ROUND[2..]), "nor is a position of the game");
    }
}
