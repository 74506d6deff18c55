//! The search of one thread: principal variation search over any game.
//!
//! It asks the position who acts, so that games whose players do not alternate need no search of their own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use eval::Evaluate;
use movegen::game::Game;
use movegen::moves::Move;
use movegen::position::Repetition;

use crate::clock::Clock;
use crate::history::{Context, History, Place};
use crate::limits::{Control, Limits};
use crate::ordering::{Picker, Wanted};
use crate::report::Bound;
use crate::score::{DECIDED, INFINITE, MATE, MAX_PLY, from_table, is_decided, of_status, to_table};
use crate::table::{Entry, TranspositionTable};

/// A clock is read once in so many nodes.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// Value of a draw.
const DRAW: i32 = 0;

/// What all threads of one search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) clock: Clock,
    /// Set when the search ends, by whatever.
    pub(crate) ended: AtomicBool,
    /// Nodes of each thread, brought up to date now and then.
    pub(crate) nodes: Vec<AtomicU64>,
}

impl Shared<'_> {
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
    killers: [Option<Move>; 2],
    /// The move made here; `None` for a pass.
    current: Option<Place>,
    passed: bool,
    evaluation: i32,
}

/// A root move with what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) best: Move,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) seldepth: usize,
    pub(crate) pv: Vec<Move>,
}

/// Depths a node can be: on the principal variation, or tested against one bound.
pub(crate) trait Node {
    const PV: bool;
}
/// A node whose exact score is wanted.
pub(crate) struct Principal;
/// A node that is only compared with a bound.
pub(crate) struct Scout;
impl Node for Principal {
    const PV: bool = true;
}
impl Node for Scout {
    const PV: bool = false;
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
    pub(crate) history: History,
    pub(crate) pickers: Vec<Picker>,
    /// The earliest ply whose position the score returned last rests on, because a move back to it is banned;
    /// `usize::MAX` if none.
    rests_on: usize,
    root_depth: i32,
}

/// Reductions in plies for late moves, by depth and number of the move.
fn reduction(depth: i32, count: usize) -> i32 {
    let product = f64::from(depth.max(1)).ln() * (count.max(1) as f64).ln();
    (0.6 + product / 2.2) as i32
}

static REDUCTIONS: std::sync::LazyLock<[[i8; 64]; 64]> = std::sync::LazyLock::new(|| {
    std::array::from_fn(|depth| std::array::from_fn(|count| reduction(depth as i32, count) as i8))
});

impl<'a, P: Evaluate> Worker<'a, P> {
    pub(crate) fn new(game: Game<P>, shared: &'a Shared<'a>, id: usize) -> Worker<'a, P> {
        let fresh = game.position().fresh();
        let plies = (0..MAX_PLY + 2)
            .map(|_| Ply {
                accumulator: fresh.clone(),
                pv: Vec::with_capacity(MAX_PLY),
                killers: [None; 2],
                current: None,
                passed: false,
                evaluation: 0,
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
            history: History::new(),
            pickers: Vec::new(),
            rests_on: usize::MAX,
            root_depth: 0,
        }
    }

    /// Whether the search must end now. Asked before every move that is made.
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
        if shared.limits.nodes.is_some_and(|limit| shared.total_nodes() >= limit) {
            self.stopped = true;
        }
        if !self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            return;
        }
        let control = shared.control;
        self.stopped |= control.stopped() || shared.ended.load(Ordering::Relaxed);
        if self.id == 0 && !control.pondering() {
            self.stopped |= shared.clock.hard.is_some_and(|hard| control.started().elapsed() >= hard);
        }
    }

    /// Makes a move, keeping the accumulator of the next ply.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move, ply: usize) -> P::Undo {
        self.nodes += 1;
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let here = &mut before[ply];
        let next = &mut after[0];
        here.current = Some(Place::of(mv));
        here.passed = false;
        next.accumulator = here.accumulator.clone();
        let undo = self.game.make(mv, &mut next.accumulator);
        self.shared.table.touch(self.game.position().key());
        self.game.position().settle(&mut next.accumulator);
        undo
    }

    #[inline(always)]
    pub(crate) fn position(&self) -> &P {
        self.game.position()
    }

    /// The static evaluation of the node at this ply.
    #[inline(always)]
    pub(crate) fn evaluate(&self, ply: usize) -> i32 {
        self.position().evaluate(&self.plies[ply].accumulator)
    }

    /// The moves one and two plies ago.
    #[inline(always)]
    fn context(&self, ply: usize) -> Context {
        let ago = |plies: usize| ply.checked_sub(plies).and_then(|ply| self.plies[ply].current);
        [ago(1), ago(2)]
    }

    /// Searches the position after a move of `actor`. Window and score are those of `actor`: they change
    /// sign only if somebody else acts next.
    #[inline(always)]
    fn descend<N: Node>(&mut self, actor: movegen::piece::Color, window: (i32, i32), depth: i32, ply: usize) -> i32 {
        let (alpha, beta) = window;
        if self.position().actor() == actor {
            self.search::<N>(alpha, beta, depth, ply + 1)
        } else {
            -self.search::<N>(-beta, -alpha, depth, ply + 1)
        }
    }

    /// Whether the position is a draw by repetition: it has stood before in the search, or twice in the game.
    fn repeats(&self, ply: usize) -> bool {
        if P::REPETITION != Repetition::Draw {
            return false;
        }
        let Some((last, earlier)) = self.game.keys().split_last() else { return false };
        let reversible = self.position().core().halfmove() as usize;
        let mut in_game = 0;
        for (distance, key) in (1..=reversible).zip(earlier.iter().rev()) {
            if key == last {
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
    pub(crate) fn settled(&self, ply: usize) -> Option<i32> {
        let position = self.position();
        if let Some(status) = position.over() {
            return Some(of_status(status, position.actor(), ply, self.evaluate(ply)));
        }
        if position.is_dead() || self.repeats(ply) {
            return Some(DRAW);
        }
        if P::FIFTY_MOVES && position.core().halfmove() >= 100 {
            let mated = position.in_check() && !position.has_legal_move();
            return Some(if mated { self.stuck(ply) } else { DRAW });
        }
        None
    }

    /// The score of a player without a legal move.
    pub(crate) fn stuck(&self, ply: usize) -> i32 {
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

    /// The score of a node, searched `depth` plies deep, from the view of its actor: exact between `alpha` and
    /// `beta`, else a bound. Meaningless once [`stopped`](Worker::stopped).
    pub(crate) fn search<N: Node>(&mut self, mut alpha: i32, mut beta: i32, mut depth: i32, ply: usize) -> i32 {
        self.rests_on = usize::MAX;
        if N::PV {
            self.plies[ply].pv.clear();
        }
        let in_check = self.position().in_check();
        if in_check && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply, 0);
        }
        if let Some(score) = self.settled(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        alpha = alpha.max(ply as i32 - MATE);
        beta = beta.min(MATE - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let known = self.probe(ply);
        if let Some(entry) = known.filter(|entry| !N::PV && entry.depth >= depth) {
            let holds = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if holds {
                return entry.score;
            }
        }
        let evaluation = known.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(ply));
        self.plies[ply].evaluation = if in_check { -INFINITE } else { evaluation };
        let improving = !in_check && ply >= 2 && evaluation > self.plies[ply - 2].evaluation;
        if !N::PV
            && !in_check
            && !is_decided(beta)
            && let Some(score) = self.prune_whole_node(beta, depth, ply, evaluation, improving)
        {
            return score;
        }
        // Without a move to begin with, a shallower search finds one soon enough.
        if depth >= 4 && known.is_none_or(|entry| entry.best.is_none()) {
            depth -= 1;
        }
        let mut picker = self.pickers.pop().unwrap_or_default();
        self.plies[ply + 1].killers = [None; 2];
        picker.begin(self.position(), Wanted::All, known.and_then(|entry| entry.best), self.plies[ply].killers);
        let node = Facts { alpha, beta, depth, ply, in_check, evaluation, improving };
        let score = self.search_moves::<N>(&mut picker, node);
        self.pickers.push(picker);
        score
    }

    /// Reverse futility and the null move: a node that stands so well that no search is needed.
    fn prune_whole_node(&mut self, beta: i32, depth: i32, ply: usize, evaluation: i32, improving: bool) -> Option<i32> {
        if !P::EXCHANGES {
            return None;
        }
        let margin = 85 * (depth - i32::from(improving));
        if depth <= 6 && evaluation - margin >= beta {
            return Some((evaluation + beta) / 2);
        }
        let passed_before = ply > 0 && self.plies[ply - 1].passed;
        if depth >= 3 && evaluation >= beta && !passed_before && self.position().may_pass() {
            let score = self.pass(beta, depth, ply, evaluation);
            if score >= beta && !self.stopped {
                return Some(if is_decided(score) { beta } else { score });
            }
        }
        None
    }

    /// The score after passing the turn, searched less deep.
    fn pass(&mut self, beta: i32, depth: i32, ply: usize, evaluation: i32) -> i32 {
        let actor = self.position().actor();
        let reduction = 3 + depth / 4 + ((evaluation - beta) / 200).min(3);
        self.plies[ply].current = None;
        self.plies[ply].passed = true;
        self.plies[ply + 1].accumulator = self.plies[ply].accumulator.clone();
        let undo = self.game.make_null();
        let score = self.descend::<Scout>(actor, (beta - 1, beta), depth - reduction, ply);
        self.game.unmake_null(undo);
        score
    }

    fn search_moves<N: Node>(&mut self, picker: &mut Picker, node: Facts) -> i32 {
        let Facts { mut alpha, beta, depth, ply, in_check, .. } = node;
        let actor = self.position().actor();
        let context = self.context(ply);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut rests_on = self.banned(ply);
        let mut tried = Tried::default();
        let mut count = 0;
        while let Some(mv) = picker.next(self.position(), &self.history, &context) {
            count += 1;
            let tactical = self.position().is_tactical(mv);
            if best > -DECIDED && !in_check && self.is_hopeless(mv, tactical, count, &node, picker, &context) {
                continue;
            }
            if self.must_stop() {
                return DRAW;
            }
            let learnt = if tactical { 0 } else { self.history.quiet(actor, mv, &context) };
            let undo = self.make(mv, ply);
            let reduction = if count > 1 { self.reduction::<N>(tactical, count, learnt, &node) } else { 0 };
            let score = self.search_child::<N>(actor, (alpha, beta), depth - 1, reduction, count == 1, ply);
            self.game.unmake(mv, undo);
            if self.stopped {
                return DRAW;
            }
            if score >= beta {
                // A lower bound rests on this move alone.
                rests_on = self.rests_on;
            } else {
                rests_on = rests_on.min(self.rests_on);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if N::PV {
                        self.extend_pv(mv, ply);
                    }
                    if score >= beta {
                        self.reward(mv, tactical, &tried, &node, &context);
                        break;
                    }
                }
            }
            tried.note(mv, tactical);
        }
        if count == 0 {
            best = self.stuck(ply);
        }
        self.remember(best, best_move, rests_on, &node);
        best
    }

    /// Principal variation search of one move's position: the first with the full window, later ones
    /// reduced and with a null window first.
    #[inline(always)]
    fn search_child<N: Node>(
        &mut self,
        actor: movegen::piece::Color,
        (alpha, beta): (i32, i32),
        depth: i32,
        reduction: i32,
        first: bool,
        ply: usize,
    ) -> i32 {
        if first {
            return self.descend::<N>(actor, (alpha, beta), depth, ply);
        }
        if N::PV {
            self.plies[ply + 1].pv.clear();
        }
        let mut score = INFINITE;
        if reduction > 0 {
            score = self.descend::<Scout>(actor, (alpha, alpha + 1), depth - reduction, ply);
        }
        if score > alpha {
            score = self.descend::<Scout>(actor, (alpha, alpha + 1), depth, ply);
        }
        if N::PV && score > alpha && score < beta {
            score = self.descend::<Principal>(actor, (alpha, beta), depth, ply);
        }
        score
    }

    /// By how much a late move, which has been made, is searched less deep.
    #[inline(always)]
    fn reduction<N: Node>(&self, tactical: bool, count: usize, learnt: i32, node: &Facts) -> i32 {
        if node.depth < 3 || count < 2 + 2 * usize::from(N::PV) || self.position().in_check() {
            return 0;
        }
        let mut plies = i32::from(REDUCTIONS[node.depth.clamp(0, 63) as usize][count.min(63)]);
        if tactical {
            plies /= 2;
        } else {
            plies -= learnt / 10_000;
        }
        plies += i32::from(!node.improving) - i32::from(N::PV) - i32::from(node.in_check);
        plies.clamp(0, node.depth - 2)
    }

    /// Whether a move near the horizon can be left out unseen: too late, too quiet for the distance to alpha,
    /// or losing material.
    #[inline(always)]
    fn is_hopeless(
        &self,
        mv: Move,
        tactical: bool,
        count: usize,
        node: &Facts,
        picker: &mut Picker,
        context: &Context,
    ) -> bool {
        let position = self.position();
        let depth = node.depth;
        if !P::EXCHANGES {
            // Only the number of quiet moves says anything.
            if !tactical && depth <= 4 && count as i32 > 8 + 3 * depth * depth {
                picker.skip_quiets();
            }
            return false;
        }
        if depth > 7 {
            return false;
        }
        if tactical {
            return !position.see_ge(mv, -90 * depth, position.values());
        }
        if attacks_king(position, mv) {
            return false;
        }
        let most = (4 + depth * depth) as usize / if node.improving { 1 } else { 2 };
        if count > most || (depth <= 5 && node.evaluation + 110 + 95 * depth <= node.alpha) {
            picker.skip_quiets();
            return true;
        }
        self.history.quiet(position.actor(), mv, context) < -4_000 * depth
            || !position.see_ge(mv, -40 * depth, position.values())
    }

    /// The earliest ply on the present line to whose position a move back is banned here: leaving that
    /// move out makes every score but a lower bound depend on the line (rules.md 4, "Repetition").
    #[inline(always)]
    fn banned(&self, ply: usize) -> usize {
        if P::REPETITION != Repetition::Illegal {
            return usize::MAX;
        }
        match self.position().plies_to_banned() {
            Some(distance) => ply.saturating_sub(distance),
            None => usize::MAX,
        }
    }

    /// Stores the result of a node, unless it rests on how the node was reached.
    fn remember(&mut self, score: i32, best: Option<Move>, rests_on: usize, node: &Facts) {
        if rests_on < node.ply {
            self.rests_on = rests_on;
            return;
        }
        self.rests_on = usize::MAX;
        let bound = match score {
            s if s >= node.beta => Bound::Lower,
            s if s > node.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry = Entry {
            best,
            score: to_table(score, node.ply),
            evaluation: Some(node.evaluation),
            depth: node.depth,
            bound,
        };
        self.shared.table.store(self.position().key(), entry);
    }

    /// Puts a move before the variation of the next ply.
    pub(crate) fn extend_pv(&mut self, mv: Move, ply: usize) {
        let (before, after) = self.plies.split_at_mut(ply + 1);
        let pv = &mut before[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&after[0].pv);
    }

    /// Remembers a move that cut, and that those tried before it did not.
    fn reward(&mut self, mv: Move, tactical: bool, tried: &Tried, node: &Facts, context: &Context) {
        let actor = self.position().actor();
        let bonus = (170 * node.depth - 60).min(1700);
        if tactical {
            if let Some(role) = self.position().captured(mv) {
                self.history.note_capture(mv, role, bonus);
            }
        } else {
            self.history.note_quiet(actor, mv, context, bonus);
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for &quiet in tried.quiets() {
                self.history.note_quiet(actor, quiet, context, -bonus);
            }
        }
        for &capture in tried.tacticals() {
            if let Some(role) = self.position().captured(capture) {
                self.history.note_capture(capture, role, -bonus);
            }
        }
    }

    /// Searches the root moves from `first` on, with this window. Leaves the scores in the lines: the exact ones
    /// and the bound of the best.
    pub(crate) fn search_root(&mut self, lines: &mut [Line], first: usize, window: (i32, i32), depth: i32) -> i32 {
        let (mut alpha, beta) = window;
        let actor = self.position().actor();
        self.root_depth = depth;
        self.plies[0].evaluation = self.evaluate(0);
        self.plies[1].killers = [None; 2];
        let in_check = self.position().in_check();
        let node =
            Facts { alpha, beta, depth, ply: 0, in_check, evaluation: self.plies[0].evaluation, improving: true };
        let mut best = -INFINITE;
        for line in &mut lines[first..] {
            line.score = -INFINITE;
        }
        for (i, line) in lines[first..].iter_mut().enumerate() {
            if self.must_stop() {
                return best;
            }
            let tactical = self.position().is_tactical(line.best);
            self.seldepth = 0;
            let undo = self.make(line.best, 0);
            let reduction = if i > 0 { self.reduction::<Principal>(tactical, i + 1, 0, &node) } else { 0 };
            let score = self.search_child::<Principal>(actor, (alpha, beta), depth - 1, reduction, i == 0, 0);
            self.game.unmake(line.best, undo);
            if self.stopped {
                return best;
            }
            best = best.max(score);
            if i == 0 || score > alpha {
                self.extend_pv(line.best, 0);
                line.score = score;
                line.seldepth = self.seldepth;
                line.pv.clone_from(&self.plies[0].pv);
                line.bound = match score {
                    s if s >= beta => Bound::Lower,
                    s if s <= alpha => Bound::Upper,
                    _ => Bound::Exact,
                };
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

/// What a node's moves are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Facts {
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
    in_check: bool,
    evaluation: i32,
    improving: bool,
}

/// The first moves tried at a node without success.
struct Tried {
    moves: [[Move; Tried::MOST]; 2],
    counts: [usize; 2],
}

impl Default for Tried {
    #[inline(always)]
    fn default() -> Tried {
        Tried { moves: [[Move::FLAG; Tried::MOST]; 2], counts: [0; 2] }
    }
}

impl Tried {
    const MOST: usize = 32;

    #[inline(always)]
    fn note(&mut self, mv: Move, tactical: bool) {
        let kind = usize::from(tactical);
        if self.counts[kind] < Tried::MOST {
            self.moves[kind][self.counts[kind]] = mv;
            self.counts[kind] += 1;
        }
    }

    fn quiets(&self) -> &[Move] {
        &self.moves[0][..self.counts[0]]
    }

    fn tacticals(&self) -> &[Move] {
        &self.moves[1][..self.counts[1]]
    }
}

/// Whether the man that the move brings to its target attacks the enemy king from there.
#[inline(always)]
pub(crate) fn attacks_king<P: Evaluate>(position: &P, mv: Move) -> bool {
    let core = position.core();
    let us = core.turn();
    let occupied = core.board().occupied().without(if mv.is_drop() {
        movegen::bitboard::Bitboard::EMPTY
    } else {
        mv.from().into()
    });
    core.board().king(!us).is_some_and(|king| movegen::attacks::attacks(mv.role(), us, mv.to(), occupied).has(king))
}
