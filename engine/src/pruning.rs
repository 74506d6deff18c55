//! What is left out or searched less deep.

use std::sync::LazyLock;

use eval::Evaluate;
use movegen::attacks;
use movegen::bitboard::Bitboard;
use movegen::moves::Move;

use crate::history::Context;
use crate::ordering::Picker;
use crate::score::is_decided;
use crate::search::Facts;
use crate::worker::{Node, Scout, Worker};

/// Reductions in plies for late moves, by depth and number of the move.
fn reduction(depth: i32, count: usize) -> i32 {
    let product = f64::from(depth.max(1)).ln() * (count.max(1) as f64).ln();
    (0.6 + product / 2.2) as i32
}

static REDUCTIONS: LazyLock<[[i8; 64]; 64]> =
    LazyLock::new(|| std::array::from_fn(|depth| std::array::from_fn(|count| reduction(depth as i32, count) as i8)));

impl<P: Evaluate> Worker<'_, P> {
    /// Reverse futility and the null move: a node that stands so well that no search is needed.
    pub(crate) fn prune_whole_node(
        &mut self,
        beta: i32,
        depth: i32,
        ply: usize,
        evaluation: i32,
        improving: bool,
    ) -> Option<i32> {
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

    /// By how much a late move, which has been made, is searched less deep.
    #[inline(always)]
    pub(crate) fn reduction<N: Node>(&self, tactical: bool, count: usize, learnt: i32, node: &Facts) -> i32 {
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
    pub(crate) fn is_hopeless(
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
}

/// Whether the man that the move brings to its target attacks the enemy king from there.
#[inline(always)]
fn attacks_king<P: Evaluate>(position: &P, mv: Move) -> bool {
    let core = position.core();
    let us = core.turn();
    let occupied = core.board().occupied().without(if mv.is_drop() { Bitboard::EMPTY } else { mv.from().into() });
    core.board().king(!us).is_some_and(|king| attacks::attacks(mv.role(), us, mv.to(), occupied).has(king))
}
