//! A prover of forced wins. It shares nothing with the search of the engine but the rules.
//!
//! Depth-first proof-number search (df-pn) in a tree that ends after a number of plies. How many are left is part of what
//! a node is, so no line comes back to a node and what is known of one holds wherever it is met.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use movegen::moves::{Move, MoveCount};
use movegen::piece::Color;
use movegen::position::{Position, Selection};
use movegen::rules::Status;

/// Which moves of the attacker are tried. The defender's are always all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attack {
    /// Those that give check (HA-lijnen: that threaten to capture the king) or win at once. Quick, and a win all the
    /// same; but a win by a quiet move may be shorter.
    Checks,
    /// All.
    All,
}

/// What a prover says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The attacker wins by force.
    Proved,
    /// Not by the moves tried.
    Disproved,
    /// The budget did not suffice, or the fifty-move rule may interfere.
    Unknown,
}

/// Whether the side to move wins within so many moves of its own, as far as a look at `budget` positions can tell.
///
/// No position stands twice in a shortest win, so repetition matters only where it bars moves (HA-lijnen). There a
/// defender of whose moves one is barred counts as having escaped: a proof never rests on a ban.
pub fn wins_within<P: Position>(position: &P, moves: u32, attack: Attack, budget: u64) -> Verdict {
    if P::FIFTY_MOVES && position.core().halfmove() + 2 * moves > 100 {
        return Verdict::Unknown;
    }
    let Some(plies) = (2 * moves).checked_sub(1) else { return Verdict::Disproved };
    let mut prover =
        Prover { position: position.clone(), attacker: position.actor(), attack, table: Table::default(), budget };
    match prover.explore(plies, Effort { success: INFINITE, failure: INFINITE }) {
        Effort { success: 0, .. } => Verdict::Proved,
        Effort { failure: 0, .. } => Verdict::Disproved,
        _ => Verdict::Unknown,
    }
}

/// The least number of positions that must still be settled to show that the player on move reaches his aim, and that
/// he fails. The attacker's aim is to win in the plies left, the defender's to prevent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Effort {
    success: u32,
    failure: u32,
}

/// No effort suffices.
const INFINITE: u32 = 1 << 30;

/// The player on move has failed.
const FAILED: Effort = Effort { success: INFINITE, failure: 0 };

/// The player on move has succeeded.
const SUCCEEDED: Effort = Effort { success: 0, failure: INFINITE };

/// A move and what is known of the position after it, from the view of the player on move there.
struct Child {
    mv: Move,
    effort: Effort,
}

/// The efforts of the player on move, whose moves these are.
fn combine(children: &[Child]) -> Effort {
    let mut effort = Effort { success: INFINITE, failure: 0 };
    for child in children {
        effort.success = effort.success.min(child.effort.failure);
        effort.failure = match child.effort.success {
            INFINITE => INFINITE,
            _ if effort.failure == INFINITE => INFINITE,
            more => (effort.failure + more).min(INFINITE - 1),
        };
    }
    effort
}

struct Prover<P> {
    position: P,
    attacker: Color,
    attack: Attack,
    table: Table,
    /// Positions that may still be looked at.
    budget: u64,
}

impl<P: Position> Prover<P> {
    /// Looks into the present position until one of its efforts reaches its limit.
    fn explore(&mut self, left: u32, limits: Effort) -> Effort {
        let mut children = self.children(left);
        loop {
            let effort = combine(&children);
            if effort.success >= limits.success || effort.failure >= limits.failure || self.budget == 0 {
                self.table.insert(node(&self.position, left), effort);
                return effort;
            }
            let (best, second) = easiest(&children);
            let child = &mut children[best];
            // Not at once back to the second best: every visit generates the moves anew.
            let patience = second.saturating_add(second / 4 + 1);
            let within = Effort {
                success: limits.failure - (effort.failure - child.effort.success),
                failure: limits.success.min(patience),
            };
            let undo = self.position.make(child.mv, &mut ());
            child.effort = self.explore(left - 1, within);
            self.position.unmake(child.mv, undo);
        }
    }

    /// The moves to consider. One that settles the matter stands alone.
    fn children(&mut self, left: u32) -> Vec<Child> {
        let attacks = self.position.actor() == self.attacker;
        let moves = self.position.legal_moves();
        let mut children = Vec::new();
        // Elsewhere nothing is banned.
        let escaped = !attacks && self.position.plies_to_banned(|_| true).is_some();
        for &mv in moves.iter() {
            self.budget = self.budget.saturating_sub(1);
            let undo = self.position.make(mv, &mut ());
            let effort = match (attacks, escaped) {
                (true, _) => self.after_attack(left - 1),
                (false, true) => Some(FAILED),
                (false, false) => Some(self.after_defence(left - 1)),
            };
            self.position.unmake(mv, undo);
            match effort {
                Some(effort) if effort.failure == 0 => return vec![Child { mv, effort }],
                Some(effort) => children.push(Child { mv, effort }),
                None => {}
            }
        }
        children
    }

    /// What is known of the defender's position; `None` if the move before it is not to be tried, or leads to nothing.
    fn after_attack(&self, left: u32) -> Option<Effort> {
        if let Some(status) = self.position.over() {
            return self.is_win(status).then_some(FAILED);
        }
        if self.attack == Attack::Checks && !self.position.in_check() {
            return None;
        }
        let mut replies = MoveCount::default();
        self.position.generate(Selection::All, &mut replies);
        if replies.0 == 0 {
            return self.is_win(self.position.stuck()).then_some(FAILED);
        }
        if left == 0 {
            return None;
        }
        let known = self.table.get(&node(&self.position, left)).copied();
        Some(known.unwrap_or(Effort { success: 1, failure: replies.0 as u32 }))
    }

    /// What is known of the attacker's position.
    fn after_defence(&self, left: u32) -> Effort {
        match self.position.over() {
            Some(status) if self.is_win(status) => SUCCEEDED,
            Some(_) => FAILED,
            None => {
                let known = self.table.get(&node(&self.position, left)).copied();
                known.unwrap_or(Effort { success: 1, failure: 1 })
            }
        }
    }

    fn is_win(&self, status: Status) -> bool {
        matches!(status, Status::Won { winner, .. } if winner == self.attacker)
    }
}

/// The place of the child that the player on move finds easiest to refute for the other, and the effort for the next.
fn easiest(children: &[Child]) -> (usize, u32) {
    let (mut best, mut least, mut second) = (0, INFINITE, INFINITE);
    for (place, child) in children.iter().enumerate() {
        let effort = child.effort.failure;
        if effort < least {
            (best, least, second) = (place, effort, least);
        } else {
            second = second.min(effort);
        }
    }
    (best, second)
}

/// What has been found out, by [`node`].
type Table = HashMap<u64, Effort, BuildHasherDefault<AsItIs>>;

/// Position and plies left as one number.
fn node<P: Position>(position: &P, left: u32) -> u64 {
    position.key() ^ u64::from(left + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Hashes nothing: keys of positions are random already.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;
    use movegen::variants::drops::Drops;
    use movegen::variants::ha_lijnen::HaLijnen;
    use movegen::with_position_type;

    use super::*;
    use crate::{random_game, random_start};

    const BUDGET: u64 = 1_000_000;

    fn verdict<P: Position>(variant: Variant, fen: &str, moves: u32, attack: Attack) -> Verdict {
        let position: P = fen::parse(fen, variant, false).expect(fen);
        wins_within(&position, moves, attack, BUDGET)
    }

    /// Morphy's problem: 1. Ra6, and bxa6 or a bishop's move is mated by b7 or Rxa7.
    #[test]
    fn a_quiet_key_is_found_among_all_moves_only() {
        let fen = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
        let verdict = |moves, attack| verdict::<Chess>(Variant::Chess, fen, moves, attack);
        assert_eq!(verdict(0, Attack::All), Verdict::Disproved);
        assert_eq!(verdict(1, Attack::All), Verdict::Disproved);
        assert_eq!(verdict(2, Attack::All), Verdict::Proved);
        assert_eq!(verdict(2, Attack::Checks), Verdict::Disproved);
    }

    /// 1. Nf7+ Kg8 2. Nh6+ Kh8 3. Qg8+ Rxg8 4. Nf7; 1. ... Rxf7 is mated on the back rank.
    #[test]
    fn checks_lead_to_smothered_mate() {
        let fen = "5r1k/6pp/8/6N1/2Q5/8/1q4PP/7K w - - 0 1";
        let verdict = |moves| verdict::<Chess>(Variant::Chess, fen, moves, Attack::Checks);
        assert_eq!(verdict(3), Verdict::Disproved);
        assert_eq!(verdict(4), Verdict::Proved);
        assert_eq!(verdict(6), Verdict::Proved);
    }

    #[test]
    fn without_budget_or_before_the_fifty_move_rule_nothing_is_known() {
        let position: Chess = fen::parse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", Variant::Chess, false).unwrap();
        assert_eq!(wins_within(&position, 2, Attack::All, 10), Verdict::Unknown);
        let late: Chess = fen::parse("kbK5/pp6/1P6/8/8/8/8/R7 w - - 97 80", Variant::Chess, false).unwrap();
        assert_eq!(wins_within(&late, 2, Attack::All, BUDGET), Verdict::Unknown);
    }

    /// A rook on the back rank mates where nothing can be dropped between; a bughouse player waits for a man.
    #[test]
    fn men_in_hand_parry_and_a_waiting_player_is_not_mated() {
        let with_hand = |hand| format!("6k1/5ppp/8/8/8/8/8/R3K3[{hand}] w - - 0 1");
        let verdict = |variant, hand| verdict::<Drops>(variant, &with_hand(hand), 1, Attack::Checks);
        assert_eq!(verdict(Variant::Crazyhouse, ""), Verdict::Proved);
        assert_eq!(verdict(Variant::Crazyhouse, "n"), Verdict::Disproved);
        assert_eq!(verdict(Variant::Bughouse, ""), Verdict::Disproved);
    }

    #[test]
    fn a_drop_mates_in_crazyhouse_and_not_in_doorgeef() {
        let fen = "7k/6pp/8/8/8/8/8/K7[Q] w - - 0 1";
        assert_eq!(verdict::<Drops>(Variant::Crazyhouse, fen, 1, Attack::Checks), Verdict::Proved);
        assert_eq!(verdict::<Drops>(Variant::Doorgeefsolo, fen, 1, Attack::All), Verdict::Disproved);
    }

    /// The white king on the a-file is attacked there: Black captures it, and White on move steps away.
    #[test]
    fn a_king_on_the_line_is_captured() {
        let fen = |turn| format!("rnbqkbnr/1ppppppp/8/8/8/K7/PPPPPPPP/RNBQ1BNR[p] {turn} - - 0 1 frame=2/3 won=1-0");
        let verdict = |turn| verdict::<HaLijnen>(Variant::Halijnen, &fen(turn), 1, Attack::Checks);
        assert_eq!(verdict("b"), Verdict::Proved);
        assert_eq!(verdict("w"), Verdict::Disproved);
    }

    /// The definition, without any cleverness.
    fn brute_force<P: Position>(position: &mut P, attacker: Color, attack: Attack, left: u32) -> bool {
        let attacks = position.actor() == attacker;
        let wins = |status| matches!(status, Status::Won { winner, .. } if winner == attacker);
        let moves = position.legal_moves();
        let good = |&mv: &Move| {
            let undo = position.make(mv, &mut ());
            let tried = !attacks || attack == Attack::All || position.in_check();
            let good = match position.over() {
                Some(status) => wins(status),
                None if !tried => false,
                None if !position.has_legal_move() => wins(position.stuck()),
                None => left > 1 && brute_force(position, attacker, attack, left - 1),
            };
            position.unmake(mv, undo);
            good
        };
        if attacks { moves.iter().any(good) } else { moves.iter().all(good) }
    }

    fn agrees_with_brute_force<P: Position>(variant: Variant) {
        for seed in 0..20 {
            let start: P = random_start(variant, false, &crate::suite_fens(variant.id()), seed);
            random_game(start, 60, seed, |position, moves| {
                let reads = position.core().fullmove() % 8 == 0 && moves.len() < 40 && position.over().is_none();
                let fresh = reads.then(|| P::from_setup(&position.to_setup(), variant, false).unwrap());
                for attack in [Attack::Checks, Attack::All] {
                    let Some(mut position) = fresh.clone() else { continue };
                    let attacker = position.actor();
                    let expected = if brute_force(&mut position, attacker, attack, 3) {
                        Verdict::Proved
                    } else {
                        Verdict::Disproved
                    };
                    let found = wins_within(&position, 2, attack, u64::MAX);
                    assert_eq!(found, expected, "{variant} {attack:?}: {}", fen::write(&position));
                }
            });
        }
    }

    #[test]
    fn two_moves_are_proved_as_by_brute_force() {
        for variant in Variant::ALL {
            with_position_type!(variant, P => agrees_with_brute_force::<P>(variant));
        }
    }
}
