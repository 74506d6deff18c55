//! A brute-force prover of forced wins. It shares nothing with the search but the rules.
#![allow(unreachable_pub, missing_docs, reason = "a module of test binaries")]

use std::collections::HashMap;

use movegen::moves::Move;
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::Status;

/// What counts as having won.
pub trait Goal<P: Position> {
    /// Whether the attacker has reached it in this position, which the defender cannot change any more.
    fn is_reached(&self, position: &P, attacker: Color) -> bool;
    /// Whether an attacker's move is worth a try with so many plies to go, its position being on the board. It may
    /// say no to good moves: then fewer wins are proved, none falsely.
    fn is_tried(&self, position: &P, plies_left: u32) -> bool;
}

/// Mate, by checks alone: quick to prove, and a mate all the same.
pub struct MateByChecks;

impl<P: Position> Goal<P> for MateByChecks {
    fn is_reached(&self, position: &P, attacker: Color) -> bool {
        let status = position.over().unwrap_or_else(|| position.stuck());
        let stuck = position.over().is_some() || !position.has_legal_move();
        stuck && matches!(status, Status::Won { winner, .. } if winner == attacker)
    }

    fn is_tried(&self, position: &P, _plies_left: u32) -> bool {
        position.in_check()
    }
}

/// Proves goals within a number of plies, remembering what it knows.
pub struct Prover<'a, P, G> {
    goal: &'a G,
    attacker: Color,
    /// By key and plies left: whether the attacker forces the goal.
    known: HashMap<(u64, u32), bool>,
    /// Positions it may still look at; at none left nothing more is proved.
    budget: u64,
    position: P,
}

impl<'a, P: Position, G: Goal<P>> Prover<'a, P, G> {
    /// A prover for the side to move, which looks at no more than so many positions.
    pub fn new(position: &P, goal: &'a G, budget: u64) -> Prover<'a, P, G> {
        Prover { goal, attacker: position.actor(), known: HashMap::new(), budget, position: position.clone() }
    }

    /// The moves that force the goal within so many plies, the mover's own included.
    pub fn winning_moves(&mut self, plies: u32) -> Vec<Move> {
        let moves = self.position.legal_moves();
        moves.iter().copied().filter(|&mv| self.attack_wins(mv, plies)).collect()
    }

    fn attack_wins(&mut self, mv: Move, plies: u32) -> bool {
        let undo = self.position.make(mv, &mut ());
        let wins = self.goal.is_reached(&self.position, self.attacker)
            || plies >= 3 && self.goal.is_tried(&self.position, plies - 1) && self.defence_fails(plies - 1);
        self.position.unmake(mv, undo);
        wins
    }

    fn defence_fails(&mut self, plies: u32) -> bool {
        let key = (self.position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.budget == 0 {
            return false;
        }
        self.budget -= 1;
        let moves = self.position.legal_moves();
        let fails = !moves.is_empty()
            && moves.iter().all(|&mv| {
                let undo = self.position.make(mv, &mut ());
                let fails = self.position.over().is_none() && self.attack_exists(plies - 1);
                self.position.unmake(mv, undo);
                fails
            });
        if self.budget > 0 {
            self.known.insert(key, fails);
        }
        fails
    }

    fn attack_exists(&mut self, plies: u32) -> bool {
        let moves = self.position.legal_moves();
        moves.iter().any(|&mv| self.attack_wins(mv, plies))
    }
}
