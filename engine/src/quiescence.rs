//! Quiescence: from the horizon on only moves that change much, until the position is quiet.

use eval::Evaluate;
use movegen::moves::Move;
use movegen::piece::Role;

use crate::ordering::Wanted;
use crate::report::Bound;
use crate::score::{DECIDED, INFINITE, MATE, MAX_PLY, to_table};
use crate::table::Entry;
use crate::worker::{Node, Worker};

/// A capture must come so near to alpha with what it takes.
const DELTA: i32 = 180;

impl<P: Evaluate> Worker<'_, P> {
    /// The score of a node from the view of its actor, who may be content with the position as it stands
    /// unless in check. `below` counts plies of quiescence so far.
    pub(crate) fn quiesce<N: Node>(&mut self, mut alpha: i32, beta: i32, ply: usize, below: u32) -> i32 {
        self.seldepth = self.seldepth.max(ply);
        if N::PV {
            self.plies[ply].pv.clear();
        }
        if let Some(score) = self.settled(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let known = self.probe(ply);
        if let Some(entry) = known.filter(|entry| !N::PV && entry.settles(alpha, beta)) {
            return entry.score;
        }
        let evaluation = known.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluate(ply));
        let in_check = self.position().in_check();
        let mut best = if in_check { ply as i32 - MATE } else { evaluation };
        if !in_check {
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let node = Horizon { alpha, beta, ply, below, in_check, evaluation };
        let mut best_move = None;
        let mut picker = self.pickers.pop().unwrap_or_default();
        let wanted = if in_check { Wanted::All } else { Wanted::Loud };
        picker.begin(self.position(), wanted, known.and_then(|entry| entry.best), [None; 2]);
        let mut count = 0;
        while let Some(mv) = picker.next(self.position(), &self.history, &[None; 2]) {
            count += 1;
            if best > -DECIDED && self.is_idle(mv, count, &node) {
                continue;
            }
            if self.must_stop() {
                break;
            }
            let score = self.quiesce_move::<N>(mv, alpha, &node);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(mv, ply);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.pickers.push(picker);
        if in_check && count == 0 {
            best = self.stuck(ply);
        }
        if !self.stopped {
            self.remember_horizon(best, best_move, &node);
        }
        best
    }

    fn quiesce_move<N: Node>(&mut self, mv: Move, alpha: i32, node: &Horizon) -> i32 {
        let actor = self.position().actor();
        let undo = self.make(mv, node.ply);
        let score = if self.position().actor() == actor {
            self.quiesce::<N>(alpha, node.beta, node.ply + 1, node.below + 1)
        } else {
            -self.quiesce::<N>(-node.beta, -alpha, node.ply + 1, node.below + 1)
        };
        self.game.unmake(mv, undo);
        score
    }

    /// Whether a move is not worth making: a capture that cannot reach alpha, or a late quiet evasion.
    fn is_idle(&self, mv: Move, count: usize, node: &Horizon) -> bool {
        if !P::EXCHANGES {
            return false;
        }
        let position = self.position();
        if node.in_check {
            // Once one way out is known, drops and king walks far down the line add nothing.
            return node.below > 2 && count > 3 && !position.is_tactical(mv);
        }
        let values = position.values();
        let captured = position.captured(mv).map_or(0, |role| values[role.index()]);
        let promotion = if mv.is_promotion() { values[mv.role().index()] - values[Role::Pawn.index()] } else { 0 };
        node.evaluation + DELTA + (captured + promotion) * position.swing() <= node.alpha
    }

    fn remember_horizon(&self, score: i32, best: Option<Move>, node: &Horizon) {
        let bound = match score {
            s if s >= node.beta => Bound::Lower,
            _ => Bound::Upper,
        };
        let entry =
            Entry { best, score: to_table(score, node.ply), evaluation: Some(node.evaluation), depth: 0, bound };
        if score > -INFINITE {
            self.shared.table.store(self.position().key(), entry);
        }
    }
}

/// What a node of quiescence is judged by.
struct Horizon {
    alpha: i32,
    beta: i32,
    ply: usize,
    below: u32,
    in_check: bool,
    evaluation: i32,
}
