//! Quiescence: from the horizon on only moves that change much, until the position is quiet.

use eval::Evaluate;
use movegen::moves::Move;

use super::correction::Features;
use super::history::Context;
use super::node::Node;
use super::ordering::{Picker, Wanted, material_gain};
use super::parameters as p;
use super::quiet_scores::is_decisive;
use super::worker::Worker;
use crate::score::Bound;
use crate::score::{DECIDED, INFINITE, MATE, MAX_PLY, to_table};
use crate::table::Entry;

/// Plies of quiescence in which promotions are looked at where pawns come back to the board.
const PROMOTING: u32 = 1;

impl<P: Evaluate> Worker<P> {
    /// The score of a node from the view of its actor, who may be content with the position as it stands
    /// unless in check. `below` counts plies of quiescence so far.
    pub(crate) fn quiesce<N: Node>(&mut self, mut alpha: i32, beta: i32, ply: usize, below: u32) -> i32 {
        self.rests_on = usize::MAX;
        self.seldepth = self.seldepth.max(ply);
        if N::PV {
            self.plies[ply].pv.clear();
        }
        if let Some(score) = self.terminal_score(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluate(ply);
        }
        let known = self.probe(ply);
        if let Some(entry) = known.filter(|entry| !N::PV && entry.settles(alpha, beta) && self.may_cut()) {
            return entry.score;
        }
        let in_check = self.position().in_check();
        let context = self.context(ply);
        let raw = self.static_evaluation(ply, in_check, known);
        let corrected = |raw| self.corrected(raw, &Features::of(self.position().core(), &context));
        let evaluation = raw.map_or(ply as i32 - MATE, corrected);
        if !in_check {
            alpha = alpha.max(evaluation);
        }
        let node = QsearchState { alpha, beta, ply, below, in_check, evaluation, raw };
        if alpha >= beta {
            if known.is_none() {
                self.store_quiescence(evaluation, None, usize::MAX, &node);
            }
            return evaluation;
        }
        let mut picker = self.pickers.pop().unwrap_or_default();
        let wanted = if in_check { Wanted::All } else { Wanted::Noisy };
        picker.begin(self.position(), wanted, known.and_then(|entry| entry.best), [None; 2]);
        let score = self.quiesce_moves::<N>(&mut picker, wanted, &context, &node);
        self.pickers.push(picker);
        score
    }

    /// The best of standing as it is, unless in check, and of the moves that the picker deals.
    #[inline(always)]
    fn quiesce_moves<N: Node>(
        &mut self,
        picker: &mut Picker,
        wanted: Wanted,
        context: &Context,
        node: &QsearchState,
    ) -> i32 {
        let &QsearchState { mut alpha, beta, ply, in_check, evaluation, .. } = node;
        let (mut best, mut best_move) = (evaluation, None);
        let mut rests_on = self.banned(ply, wanted);
        let mut count = 0;
        while let Some(mv) = picker.next(self.position(), &self.learned.history, context) {
            count += 1;
            if best > -DECIDED
                && let Some(most) = self.futility_bound(mv, count, node)
            {
                best = best.max(most);
                continue;
            }
            if self.must_stop() {
                break;
            }
            let score = self.quiesce_move::<N>(mv, alpha, node);
            if self.stopped {
                break;
            }
            rests_on = self.rests_on_with(rests_on, score >= beta);
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
        if in_check && count == 0 {
            best = self.no_moves_score(ply);
        }
        if !self.stopped {
            self.store_quiescence(best, best_move, rests_on, node);
        }
        best
    }

    fn quiesce_move<N: Node>(&mut self, mv: Move, alpha: i32, node: &QsearchState) -> i32 {
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

    /// If a move is not worth making, a score that it does not exceed: for a capture that cannot reach alpha. Of the others,
    /// such as late quiet evasions, nothing is said: minus infinity leaves the score alone.
    fn futility_bound(&self, mv: Move, count: usize, node: &QsearchState) -> Option<i32> {
        let position = self.position();
        if !P::EXCHANGES {
            // Promotions with pawns put back could go on for ever, captures cannot.
            let quiet = position.captured(mv).is_none() && !is_decisive(position, mv);
            return (node.below >= PROMOTING && (quiet || mv.is_promotion())).then_some(-INFINITE);
        }
        if node.in_check {
            // Once one way out is known, drops and king walks far down the line add nothing.
            return (node.below > 2 && count > 3 && !position.is_tactical(mv)).then_some(-INFINITE);
        }
        let most = node.evaluation + p::delta() + material_gain(position, mv) * position.swing();
        (most <= node.alpha).then_some(most)
    }

    /// Stores the result of a node, unless it rests on how the node was reached.
    fn store_quiescence(&mut self, score: i32, best: Option<Move>, rests_on: usize, node: &QsearchState) {
        if self.rests_on_line(rests_on, node.ply) {
            return;
        }
        let bound = match score {
            s if s >= node.beta => Bound::Lower,
            _ => Bound::Upper,
        };
        let entry = Entry { best, score: to_table(score, node.ply), evaluation: node.raw, depth: 0, bound };
        if score > -INFINITE {
            self.job.table.store(self.position().key(), entry);
        }
    }
}

/// What a node of quiescence is judged by.
struct QsearchState {
    alpha: i32,
    beta: i32,
    ply: usize,
    below: u32,
    in_check: bool,
    evaluation: i32,
    /// The static evaluation, not corrected; none in check.
    raw: Option<i32>,
}

#[cfg(test)]
mod tests {
    use movegen::game::Game;
    use movegen::piece::Role;
    use movegen::position::Position;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::variants::drops::Drops;
    use movegen::variants::ha_lijnen::HaLijnen;
    use movegen::{fen, notation};

    use super::*;
    use crate::score::is_decided;
    use crate::search::node::Principal;
    use crate::search::worker::with_worker;

    /// The score of the horizon after the last of the moves, what it rests on, and whether the table keeps it.
    fn horizon(fen: &str, moves: &[&str]) -> (i32, usize, bool) {
        let mut game: Game<HaLijnen> = Game::new(fen::parse(fen, Variant::Halijnen, false).unwrap());
        let (last, before) = moves.split_last().unwrap();
        for text in before {
            game.play(notation::parse_uci(game.position(), text).unwrap());
        }
        let last = notation::parse_uci(game.position(), last).unwrap();
        with_worker(game, |mut worker| {
            worker.make(last, 0);
            let score = worker.quiesce::<Principal>(-INFINITE, INFINITE, 1, 0);
            (score, worker.rests_on, worker.job.table.probe(worker.position().key()).is_some())
        })
    }

    #[test]
    fn a_horizon_score_that_rests_on_a_banned_move_stays_out_of_the_table() {
        // White's king, attacked along the a-file, has one square left, b1, where it has stood with the rook on a8.
        let men = "/2pppppp/8/8/8/8/1PPPPPPP/1K6[QRRBBNNPqrbbnnpp] b - - 0 1 frame=1/3 won=0-0";
        let (score, rests_on, kept) = horizon(&format!("r3k3{men}"), &["a8b8", "b1a1", "b8a8"]);
        assert!(is_decided(score) && score < 0, "{score}");
        assert_eq!((rests_on, kept), (0, false));
        // The same position, reached from another: the king may go there.
        let (score, rests_on, kept) = horizon(&format!("1r2k3{men}").replace(" b ", " w "), &["b1a1", "b8a8"]);
        assert!(!is_decided(score), "{score}");
        assert_eq!((rests_on, kept), (usize::MAX, true));
    }

    /// A pawn that is taken is missing there and comes to hand here: the capture can reach a score two pawns higher.
    #[test]
    fn a_capture_counts_twice_where_captures_come_to_hand() {
        fn is_left_out<P: Evaluate>(variant: Variant, text: &str, pawns: i32) -> bool {
            let position: P = fen::parse(text, variant, false).expect("a sound position");
            let capture = notation::parse_uci(&position, "e4d5").expect("a legal move");
            let pawn = position.values()[Role::Pawn.index()];
            with_worker(Game::new(position), |worker| {
                // A bit less than what the capture reaches if it counts so often.
                let alpha = p::delta() + pawns * pawn - pawn / 2;
                let node = QsearchState {
                    alpha,
                    beta: alpha + 1,
                    ply: 1,
                    below: 1,
                    in_check: false,
                    evaluation: 0,
                    raw: Some(0),
                };
                worker.futility_bound(capture, 1, &node).is_some()
            })
        }
        let text = "4k3/8/8/3p4/4P3/8/8/4K3";
        let in_chess = |pawns| is_left_out::<Chess>(Variant::Chess, &format!("{text} w - - 0 1"), pawns);
        let in_crazyhouse = |pawns| is_left_out::<Drops>(Variant::Crazyhouse, &format!("{text}[] w - - 0 1"), pawns);
        assert_eq!([1, 2].map(in_chess), [false, true]);
        assert_eq!([1, 2, 3].map(in_crazyhouse), [false, false, true]);
    }
}
