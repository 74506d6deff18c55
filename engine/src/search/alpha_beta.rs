//! Principal variation search over any game. It asks the position who acts, so that games whose players do not
//! alternate need no search of their own.

use eval::Evaluate;
use movegen::moves::Move;
use movegen::piece::Color;
use movegen::position::Repetition;

use super::correction::Features;
use super::history::Context;
use super::node::{Node, NodeInfo, Principal, Scout, SearchedMoves, Step, bound_of};
use super::ordering::{Picker, Wanted, is_noisy};
use super::parameters as p;
use super::pruning::Singularity;
use super::root_move::RootMove;
use super::worker::{DRAW, Worker};
use crate::score::Bound;
use crate::score::{DECIDED, INFINITE, MATE, MAX_PLY, is_decided, to_table};
use crate::table::Entry;

impl<P: Evaluate> Worker<P> {
    /// Searches the position after a move of `actor`. Window and score are those of `actor`: they change
    /// sign only if somebody else acts next. `cut` says that a score of beta or more is expected there.
    #[inline(always)]
    pub(crate) fn descend<N: Node>(
        &mut self,
        actor: Color,
        window: (i32, i32),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        let (alpha, beta) = window;
        if self.position().actor() == actor {
            self.search::<N>(alpha, beta, depth, ply + 1, cut)
        } else {
            -self.search::<N>(-beta, -alpha, depth, ply + 1, cut)
        }
    }

    /// The score of a node, searched `depth` plies deep, from the view of its actor: exact between `alpha` and
    /// `beta`, else a bound. Meaningless once [`stopped`](Worker::stopped).
    pub(crate) fn search<N: Node>(&mut self, alpha: i32, beta: i32, mut depth: i32, ply: usize, cut: bool) -> i32 {
        self.rests_on = usize::MAX;
        if N::PV {
            self.plies[ply].pv.clear();
        }
        let excluded = self.plies[ply].excluded;
        let in_check = self.position().in_check();
        if in_check && excluded.is_none() && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<N>(alpha, beta, ply, 0);
        }
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let (alpha, beta, least) = self.narrow(alpha, beta, ply);
        if alpha >= beta {
            return alpha;
        }
        let known = self.probe(ply);
        if let Some(entry) = known.filter(|entry| !N::PV && entry.depth >= depth && entry.settles(alpha, beta))
            && excluded.is_none()
            && self.may_cut()
        {
            return entry.score;
        }
        let mut node = self.node_info((alpha, beta), depth, ply, cut, known);
        if !N::PV
            && !in_check
            && excluded.is_none()
            && !is_decided(beta)
            && let Some(score) = self.prune_whole_node(&node)
        {
            return score;
        }
        // Without a move to begin with, a shallower search finds one soon enough.
        if depth >= 4 && known.is_none_or(|entry| entry.best.is_none()) {
            node.depth -= 1;
        }
        let mut picker = self.pickers.pop().unwrap_or_default();
        picker.begin(self.position(), Wanted::All, known.and_then(|entry| entry.best), self.plies[ply].killers);
        let score = self.search_moves::<N>(&mut picker, node);
        self.pickers.push(picker);
        score.max(least)
    }

    /// The part of the window that a node at this ply can reach, empty if its score is certain; and the least score that it
    /// has for certain, as it can return to a position of the line.
    #[inline(always)]
    fn narrow(&self, alpha: i32, beta: i32, ply: usize) -> (i32, i32, i32) {
        let alpha = alpha.max(ply as i32 - MATE);
        let beta = beta.min(MATE - ply as i32 - 1);
        if P::REPETITION == Repetition::Draw && alpha < DRAW && ply > 3 && self.game.can_repeat(ply - 1) {
            (DRAW, beta, DRAW)
        } else {
            (alpha, beta, -INFINITE)
        }
    }

    /// What the moves of a node are judged by. Forgets the killers of the next ply.
    #[inline(always)]
    pub(super) fn node_info(
        &mut self,
        window: (i32, i32),
        depth: i32,
        ply: usize,
        cut: bool,
        known: Option<Entry>,
    ) -> NodeInfo {
        let (alpha, beta) = window;
        let in_check = self.position().in_check();
        let features = Features::of(self.position().core(), &self.context(ply));
        let raw = self.static_evaluation(ply, in_check, known);
        let evaluation = raw.map_or(-INFINITE, |raw| self.corrected(raw, &features));
        let improving = !in_check && ply >= 2 && evaluation > self.plies[ply - 2].evaluation;
        let excluded = self.plies[ply].excluded;
        self.plies[ply].evaluation = evaluation;
        self.plies[ply + 1].killers = [None; 2];
        NodeInfo { alpha, beta, depth, ply, in_check, cut, evaluation, raw, improving, known, excluded, features }
    }

    fn search_moves<N: Node>(&mut self, picker: &mut Picker, node: NodeInfo) -> i32 {
        let NodeInfo { mut alpha, beta, depth, ply, in_check, .. } = node;
        let actor = self.position().actor();
        let context = self.context(ply);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut rests_on = self.banned(ply, Wanted::All);
        let mut searched = SearchedMoves::default();
        let mut count = 0;
        loop {
            if best > -DECIDED && !in_check {
                self.skip_hopeless_quiets(count, &node, picker);
            }
            let Some(mv) = picker.next(self.position(), &self.learned.history, &context) else { break };
            if Some(mv) == node.excluded {
                continue;
            }
            count += 1;
            let tactical = self.position().is_tactical(mv);
            if best > -DECIDED && !in_check && self.is_prunable(mv, tactical, count, &node, picker, &context) {
                continue;
            }
            let extension = match self.singularity::<N>(mv, &node) {
                Singularity::Extend(plies) => plies,
                Singularity::Cut(score) => return score,
            };
            if self.must_stop() {
                return DRAW;
            }
            let learnt = if tactical { 0 } else { self.learned.history.quiets(actor, &context).of(mv) };
            self.plies[ply + 1].extended = self.plies[ply].extended + extension.max(0);
            let undo = self.make(mv, ply);
            let reduction = if count > 1 { self.reduction::<N>(tactical, count, learnt, &node) } else { 0 };
            let step = Step { depth: depth - 1 + extension, reduction, first: count == 1, ply, cut: node.cut };
            let score = self.search_child::<N>(actor, (alpha, beta), step);
            self.game.unmake(mv, undo);
            if self.stopped {
                return DRAW;
            }
            rests_on = self.rests_on_with(rests_on, score >= beta);
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if N::PV {
                        self.extend_pv(mv, ply);
                    }
                    if score >= beta {
                        self.update_histories(mv, tactical, &searched, &node, &context);
                        break;
                    }
                }
            }
            searched.note(mv, tactical);
        }
        if count == 0 {
            best = if node.excluded.is_some() { node.alpha } else { self.no_moves_score(ply) };
        }
        self.store_result(best, best_move, rests_on, &node);
        best
    }

    /// Principal variation search of one move's position: the first with the full window, later ones
    /// reduced and with a null window first.
    #[inline(always)]
    fn search_child<N: Node>(&mut self, actor: Color, (alpha, beta): (i32, i32), step: Step) -> i32 {
        let Step { depth, reduction, first, ply, cut } = step;
        if first {
            return self.descend::<N>(actor, (alpha, beta), depth, ply, !N::PV && !cut);
        }
        if N::PV {
            self.plies[ply + 1].pv.clear();
        }
        let mut score = INFINITE;
        if reduction > 0 {
            score = self.descend::<Scout>(actor, (alpha, alpha + 1), depth - reduction, ply, true);
        }
        if score > alpha {
            score = self.descend::<Scout>(actor, (alpha, alpha + 1), depth, ply, !cut);
        }
        if N::PV && score > alpha && score < beta {
            score = self.descend::<Principal>(actor, (alpha, beta), depth, ply, false);
        }
        score
    }

    /// The earliest ply on the present line to whose position one of the `wanted` moves is banned here: leaving that
    /// move out makes every score but a lower bound depend on the line (rules.md 4, "Repetition").
    #[inline(always)]
    pub(crate) fn banned(&self, ply: usize, wanted: Wanted) -> usize {
        if P::REPETITION != Repetition::Illegal {
            return usize::MAX;
        }
        let position = self.position();
        match position.plies_to_banned(|mv| wanted == Wanted::All || is_noisy(position, mv)) {
            Some(distance) => ply.saturating_sub(distance),
            None => usize::MAX,
        }
    }

    /// What the score of a node rests on, with the move searched last: a lower bound rests on that move alone.
    #[inline(always)]
    pub(crate) fn rests_on_with(&self, earlier: usize, cuts: bool) -> usize {
        if P::REPETITION != Repetition::Illegal {
            return usize::MAX;
        }
        if cuts { self.rests_on } else { earlier.min(self.rests_on) }
    }

    /// Whether the score of a node at `ply` rests on an earlier position of the line; tells the node above what it
    /// rests on.
    #[inline(always)]
    pub(crate) fn rests_on_line(&mut self, rests_on: usize, ply: usize) -> bool {
        if P::REPETITION != Repetition::Illegal {
            return false;
        }
        let rests = rests_on < ply;
        self.rests_on = if rests { rests_on } else { usize::MAX };
        rests
    }

    /// Stores the result of a node, unless it rests on how the node was reached.
    fn store_result(&mut self, score: i32, best: Option<Move>, rests_on: usize, node: &NodeInfo) {
        if self.rests_on_line(rests_on, node.ply) || node.excluded.is_some() {
            return;
        }
        let bound = bound_of(score, node.alpha, node.beta);
        self.update_correction(score, bound, best, node);
        let entry = Entry { best, score: to_table(score, node.ply), evaluation: node.raw, depth: node.depth, bound };
        self.job.table.store(self.position().key(), entry);
    }

    /// Remembers by how much the static evaluation was wrong, if a quiet position says so.
    #[inline(always)]
    fn update_correction(&mut self, score: i32, bound: Bound, best: Option<Move>, node: &NodeInfo) {
        if node.in_check || is_decided(score) || best.is_some_and(|mv| self.position().is_tactical(mv)) {
            return;
        }
        let error = score - node.evaluation;
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => error > 0,
            Bound::Upper => error < 0,
        };
        if tells {
            self.learned.correction.note(&node.features, error, node.depth);
        }
    }

    /// Remembers a move that cut, and that those tried before it did not.
    fn update_histories(
        &mut self,
        mv: Move,
        tactical: bool,
        searched: &SearchedMoves,
        node: &NodeInfo,
        context: &Context,
    ) {
        let actor = self.position().actor();
        let bonus = (p::bonus_slope() * node.depth - p::bonus_offset()).min(p::bonus_most());
        if tactical {
            if let Some(role) = self.position().captured(mv) {
                self.learned.history.note_capture(mv, role, bonus);
            }
        } else {
            self.learned.history.note_quiet(actor, mv, context, bonus);
            let killers = &mut self.plies[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            for &quiet in searched.quiets() {
                self.learned.history.note_quiet(actor, quiet, context, -bonus);
            }
        }
        for &capture in searched.tacticals() {
            if let Some(role) = self.position().captured(capture) {
                self.learned.history.note_capture(capture, role, -bonus);
            }
        }
    }

    /// Searches the root moves from `first` on, with this window. Leaves the scores in the lines: the exact ones
    /// and the bound of the best.
    pub(crate) fn search_root(&mut self, lines: &mut [RootMove], first: usize, window: (i32, i32), depth: i32) -> i32 {
        let (mut alpha, beta) = window;
        let actor = self.position().actor();
        self.root_depth = depth;
        self.root_moves_tried = first;
        self.plies[1].extended = 0;
        let node = NodeInfo { improving: true, ..self.node_info(window, depth, 0, false, None) };
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
            let before = self.nodes;
            let undo = self.make(line.best, 0);
            let reduction = if i > 0 { self.reduction::<Principal>(tactical, i + 1, 0, &node) } else { 0 };
            let step = Step { depth: depth - 1, reduction, first: i == 0, ply: 0, cut: false };
            let score = self.search_child::<Principal>(actor, (alpha, beta), step);
            self.game.unmake(line.best, undo);
            line.nodes += self.nodes - before;
            if self.stopped {
                return best;
            }
            best = best.max(score);
            self.root_moves_tried += 1;
            if i == 0 || score > alpha {
                self.extend_pv(line.best, 0);
                line.score = score;
                line.seldepth = self.seldepth;
                line.pv.clone_from(&self.plies[0].pv);
                line.bound = bound_of(score, alpha, beta);
                alpha = alpha.max(score);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests;
