//! What is left out or searched less deep.

use std::sync::LazyLock;

use eval::Evaluate;
use movegen::moves::Move;

use super::history::Context;
use super::node::{Node, NodeInfo, Scout};
use super::ordering::{Picker, Wanted};
use super::parameters as p;
use super::worker::Worker;
use crate::score::Bound;
use crate::score::{is_decided, to_table};
use crate::table::Entry;

/// Reductions in plies for late moves, by depth and number of the move.
fn reduction(depth: i32, count: usize) -> i32 {
    let product = f64::from(depth.max(1)).ln() * (count.max(1) as f64).ln();
    (f64::from(p::reduction_base()) / 100.0 + product / (f64::from(p::reduction_divisor()) / 100.0)) as i32
}

/// Whether the quiet moves from this number on come too late, or are too quiet for the distance to alpha.
fn quiets_are_hopeless(count: usize, node: &NodeInfo) -> bool {
    let depth = node.depth;
    let most = (p::late_moves() + depth * depth) as usize / if node.improving { 1 } else { 2 };
    let is_futile = || {
        depth <= p::futility_depth() && node.evaluation + p::futility_base() + p::futility_slope() * depth <= node.alpha
    };
    depth <= p::late_depth() && (count > most || is_futile())
}

/// What a search without the best move says of it.
pub(crate) enum Singularity {
    /// Search it so many plies deeper, or less deep.
    Extend(i32),
    /// Another move is good enough, too: the node cuts with this score (multi-cut).
    Cut(i32),
}

static REDUCTIONS: LazyLock<[[i8; 64]; 64]> =
    LazyLock::new(|| std::array::from_fn(|depth| std::array::from_fn(|count| reduction(depth as i32, count) as i8)));

impl<P: Evaluate> Worker<P> {
    /// A node that stands so well or so badly that no full search is needed: razoring, reverse futility, the null
    /// move, ProbCut.
    pub(crate) fn prune_whole_node(&mut self, node: &NodeInfo) -> Option<i32> {
        if !P::EXCHANGES {
            return None;
        }
        let &NodeInfo { alpha, beta, depth, ply, improving, .. } = node;
        // What the table knows of the position is worth more than its looks.
        let known = node.known.filter(|entry| {
            !is_decided(entry.score) && entry.settles(node.evaluation, node.evaluation) && self.may_cut()
        });
        let evaluation = known.map_or(node.evaluation, |entry| entry.score);
        if depth <= p::razoring_depth() && evaluation + p::razoring_base() + p::razoring_slope() * depth * depth < alpha
        {
            let score = self.quiesce::<Scout>(alpha, beta, ply, 0);
            if score <= alpha {
                return Some(score);
            }
        }
        let margin = p::reverse_slope() * (depth - i32::from(improving));
        if depth <= p::reverse_depth() && evaluation - margin >= beta {
            return Some((evaluation + beta) / 2);
        }
        let passed_before = ply > 0 && self.plies[ply - 1].passed;
        if depth >= p::null_depth() && evaluation >= beta && !passed_before && self.position().may_pass() {
            let score = self.pass(beta, depth, ply, evaluation);
            if score >= beta && !self.stopped {
                return Some(if is_decided(score) { beta } else { score });
            }
        }
        self.probcut(node)
    }

    /// A capture that wins so much that a shallower search suffices to see the cut (M. Buro 1995).
    fn probcut(&mut self, node: &NodeInfo) -> Option<i32> {
        let &NodeInfo { depth, ply, beta, .. } = node;
        let target = beta + p::probcut_margin() - p::probcut_improving() * i32::from(node.improving);
        if depth < p::probcut_depth()
            || is_decided(target)
            || node.known.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < target)
        {
            return None;
        }
        let actor = self.position().actor();
        let context = self.context(ply);
        let mut picker = self.pickers.pop().unwrap_or_default();
        picker.begin(self.position(), Wanted::Noisy, node.known.and_then(|entry| entry.best), [None; 2]);
        let mut found = None;
        while let Some(mv) = picker.next(self.position(), &self.learned.history, &context) {
            let position = self.position();
            if !position.see_ge(mv, target - node.evaluation, position.values()) {
                continue;
            }
            if self.must_stop() {
                break;
            }
            self.plies[ply + 1].extended = self.plies[ply].extended;
            let undo = self.make(mv, ply);
            let mut score = self.descend::<Scout>(actor, (target - 1, target), 0, ply, false);
            if score >= target {
                score =
                    self.descend::<Scout>(actor, (target - 1, target), depth - p::probcut_reduction(), ply, !node.cut);
            }
            self.game.unmake(mv, undo);
            if self.stopped {
                break;
            }
            if score >= target {
                let entry = Entry {
                    best: Some(mv),
                    score: to_table(score, ply),
                    evaluation: node.raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                self.job.table.store(self.position().key(), entry);
                found = Some(score);
                break;
            }
        }
        self.pickers.push(picker);
        found
    }

    /// Whether the move of the table is the only good one here, judged by a shallower search without it.
    pub(crate) fn singularity<N: Node>(&mut self, mv: Move, node: &NodeInfo) -> Singularity {
        let &NodeInfo { depth, ply, beta, .. } = node;
        let Some(entry) = node.known.filter(|entry| {
            depth >= p::singular_depth()
                && entry.best == Some(mv)
                && node.excluded.is_none()
                && entry.bound != Bound::Upper
                && entry.depth >= depth - 3
                && !is_decided(entry.score)
                && ply < 2 * self.root_depth as usize
        }) else {
            return Singularity::Extend(0);
        };
        let bound = entry.score - p::singular_slope() * depth;
        let killers = self.plies[ply].killers;
        self.plies[ply].excluded = Some(mv);
        let score = self.search::<Scout>(bound - 1, bound, (depth - 1) / 2, ply, node.cut);
        self.plies[ply].excluded = None;
        self.plies[ply].killers = killers;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if score < bound {
            let twice = !N::PV && score < bound - p::singular_twice() && self.plies[ply].extended < self.root_depth / 2;
            return Singularity::Extend(1 + i32::from(twice));
        }
        if bound >= beta && !N::PV {
            return Singularity::Cut(bound);
        }
        Singularity::Extend(if entry.score >= beta || node.cut { -1 } else { 0 })
    }

    /// The score after passing the turn, searched less deep.
    fn pass(&mut self, beta: i32, depth: i32, ply: usize, evaluation: i32) -> i32 {
        let actor = self.position().actor();
        let reduction = p::null_base() + depth / p::null_divisor() + ((evaluation - beta) / p::null_margin()).min(3);
        self.plies[ply].current = None;
        self.plies[ply].passed = true;
        self.plies[ply + 1].extended = self.plies[ply].extended;
        self.plies[ply + 1].accumulator = self.plies[ply].accumulator.clone();
        let undo = self.game.make_null();
        let score = self.descend::<Scout>(actor, (beta - 1, beta), depth - reduction, ply, false);
        self.game.unmake_null(undo);
        score
    }

    /// By how much a late move, which has been made, is searched less deep.
    #[inline(always)]
    pub(crate) fn reduction<N: Node>(&self, tactical: bool, count: usize, learnt: i32, node: &NodeInfo) -> i32 {
        if node.depth < 3 || count < 2 + 2 * usize::from(N::PV) || self.position().in_check() {
            return 0;
        }
        let mut plies = i32::from(REDUCTIONS[node.depth.clamp(0, 63) as usize][count.min(63)]);
        if tactical {
            plies /= 2;
        } else {
            plies -= learnt / p::reduction_history();
        }
        plies += i32::from(!node.improving) + i32::from(node.cut) - i32::from(N::PV) - i32::from(node.in_check);
        plies.clamp(0, node.depth - 2)
    }

    /// Spares the picker the quiet moves of a node if all that it has not dealt yet are hopeless, but safe checks.
    #[inline(always)]
    pub(crate) fn skip_hopeless_quiets(&self, count: usize, node: &NodeInfo, picker: &mut Picker) {
        if P::EXCHANGES && picker.is_before_quiets() && quiets_are_hopeless(count + 1, node) {
            picker.only_checks();
        }
    }

    /// Whether a move near the horizon can be left out unseen: too late, too quiet for the distance to alpha,
    /// or losing material.
    #[inline(always)]
    pub(crate) fn is_prunable(
        &self,
        mv: Move,
        tactical: bool,
        count: usize,
        node: &NodeInfo,
        picker: &mut Picker,
        context: &Context,
    ) -> bool {
        let position = self.position();
        let depth = node.depth;
        if !P::EXCHANGES {
            // Only the number of moves says anything; one that decides the frame comes first on the list of quiet moves.
            if !tactical && depth <= 4 && count as i32 > 8 + 3 * depth * depth && !picker.is_before_quiets() {
                picker.skip_quiets();
            }
            return false;
        }
        if depth > p::late_depth() {
            return false;
        }
        if tactical {
            return !position.see_ge(mv, -p::see_capture() * depth, position.values());
        }
        if picker.check_squares(position).attacked_by(mv) {
            return false;
        }
        if quiets_are_hopeless(count, node) {
            picker.skip_quiets();
            return true;
        }
        self.learned.history.quiets(position.actor(), context).of(mv) < -p::history_slope() * depth
            || !position.see_ge(mv, -p::see_quiet() * depth, position.values())
    }
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::game::Game;
    use movegen::notation;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::variants::ha_lijnen::HaLijnen;

    use super::*;
    use crate::score::DECIDED;
    use crate::search::worker::with_worker;

    /// HA-lijnen: forty promotions, and perhaps a killer, come before the queen's move to h8, which fills the line.
    #[test]
    fn the_move_that_fills_the_line_does_not_come_too_late() {
        let text = "r3kbn1/1PPP3P/7N/7P/3Q3P/pppp3P/7P/4K2R[RBBNqrbnpppp] w - - 0 40 frame=3/3 won=1-1";
        let position: HaLijnen = fen::parse(text, Variant::Halijnen, false).expect("a sound position");
        let killer = notation::parse_uci(&position, "e1f1").expect("a legal move");
        for killers in [[None; 2], [Some(killer), None]] {
            let score = with_worker(Game::new(position.clone()), |mut worker| {
                worker.plies[1].killers = killers;
                worker.search::<Scout>(DECIDED - 1, DECIDED, 1, 1, true)
            });
            assert!(score >= DECIDED, "{score}");
        }
    }

    /// After a pass Black's only move allows mate, which proves nothing: White might be in zugzwang.
    #[test]
    fn a_mate_that_a_null_move_finds_is_not_claimed() {
        let text = "7k/R7/1R6/8/8/8/8/K7 w - - 0 1";
        let position: Chess = fen::parse(text, Variant::Chess, false).expect("a sound position");
        with_worker(Game::new(position), |mut worker| {
            // More than White can have without the mate.
            let beta = worker.evaluate(1) + 200;
            let node = NodeInfo { evaluation: beta, ..worker.node_info((beta - 1, beta), 8, 1, true, None) };
            assert!(worker.pass(beta, 8, 1, node.evaluation) >= DECIDED);
            assert_eq!(worker.prune_whole_node(&node), Some(beta));
        });
    }
}
