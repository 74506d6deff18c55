//! Forced wins that a brute-force prover finds in self-play positions are found by the search within a million
//! nodes: mates in three, and in HA-lijnen frames won and kings captured within five plies.
//!
//! A few positions a game by default; `KWARTSLAG_MATES=100` looks at more.

mod prover;
mod searching;

use engine::knowledge::Knowledge;
use engine::limits::{Limits, SearchOptions};
use engine::report::Score;
use eval::Evaluate;
use movegen::game::Game;
use movegen::piece::Color;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::variants::ha_lijnen::HaLijnen;
use prover::{Goal, MateByChecks, Prover};
use searching::{Random, best, random_move, search, start};

/// What the search may spend.
const NODES: u64 = 1_000_000;
/// What the prover may spend on one position.
const BUDGET: u64 = 20_000;
/// Self-play: every so many moves a random one, the others at a few nodes.
const WILD: usize = 4;
const SELF_PLAY_NODES: u64 = 80;

fn wanted() -> usize {
    std::env::var("KWARTSLAG_MATES").ok().and_then(|count| count.parse().ok()).unwrap_or(6)
}

/// Positions from seeded self-play, given to the caller until it says stop.
fn self_play<P: Evaluate>(variant: Variant, mut look: impl FnMut(&Game<P>) -> bool) {
    let mut random = Random(0xbead_5eed + variant as u64);
    loop {
        let mut game = start::<P>(variant);
        let knowledge = Knowledge::new(1);
        for _ in 0..200 {
            if game.status() != Status::Ongoing {
                break;
            }
            if !look(&game) {
                return;
            }
            let wild = random.below(WILD) == 0;
            let mv = if wild { random_move(&game, &mut random) } else { best(&game, &knowledge, SELF_PLAY_NODES) };
            let Some(mv) = mv else { break };
            game.play(mv);
        }
    }
}

/// Looks for positions with a mate in two or three, but none in one, and has the search solve them.
fn mates<P: Evaluate>(variant: Variant) {
    let (mut found, mut nodes) = (0, 0);
    self_play::<P>(variant, |game| {
        let mut prover = Prover::new(game.position(), &MateByChecks, BUDGET);
        if !prover.winning_moves(1).is_empty() || prover.winning_moves(5).is_empty() {
            return true;
        }
        let limits = Limits { nodes: Some(NODES), mate: Some(3), ..Limits::default() };
        let (outcome, infos) = search(game, &limits, &SearchOptions::default());
        let last = infos.last().expect("a report");
        assert!(
            matches!(last.score, Score::Mate(1..=3)),
            "{variant}: {}: {last:?}",
            movegen::fen::write(game.position())
        );
        nodes += outcome.nodes;
        found += 1;
        found < wanted()
    });
    println!("{variant}: {found} mates in three, {} nodes on average", nodes / found as u64);
}

/// HA-lijnen: one frame more than at the beginning, or the game.
struct Frame(u32);

impl Goal<HaLijnen> for Frame {
    fn is_reached(&self, position: &HaLijnen, attacker: Color) -> bool {
        position.frames().won_by(attacker) > self.0
            || <MateByChecks as Goal<HaLijnen>>::is_reached(&MateByChecks, position, attacker)
    }

    /// With the last move but one something must be threatened: seven men on the line, or the king.
    fn is_tried(&self, position: &HaLijnen, plies_left: u32) -> bool {
        let attacker = !position.core().turn();
        let line = position.core().board().color(attacker) & HaLijnen::line(attacker);
        plies_left > 2 || line.count() >= 7 || position.king_can_be_captured(!attacker)
    }
}

#[test]
fn halijnen_frames_and_kings() {
    let (mut found, mut nodes) = (0, 0);
    self_play::<HaLijnen>(Variant::Halijnen, |game| {
        let position = game.position();
        let us = position.actor();
        let near = (position.core().board().color(us) & HaLijnen::line(us)).count() >= 5;
        let target = (position.core().board().men(!us, movegen::piece::Role::King) & HaLijnen::line(us)).any();
        if !near && !target {
            return true;
        }
        let goal = Frame(position.frames().won_by(us));
        let mut prover = Prover::new(position, &goal, 4 * BUDGET);
        if !prover.winning_moves(1).is_empty() {
            return true;
        }
        let winning = prover.winning_moves(5);
        if winning.is_empty() || winning.len() == position.legal_moves().len() {
            return true;
        }
        let mut limit = NODES / 64;
        loop {
            let outcome = search(game, &searching::nodes(limit), &SearchOptions::default()).0;
            let best = outcome.best.expect("a move");
            if winning.contains(&best) || keeps_winning(game, best) {
                nodes += outcome.nodes;
                break;
            }
            assert!(limit < NODES, "{}: {best:?}, not {winning:?}", movegen::fen::write(position));
            limit = NODES.min(4 * limit);
        }
        found += 1;
        found < wanted()
    });
    println!("halijnen: {found} forced wins, {} nodes on average", nodes / found as u64);
}

/// Whether the search's own move, though slower, is decisive by its own account: a forced end of the game.
fn keeps_winning(game: &Game<HaLijnen>, best: movegen::moves::Move) -> bool {
    let limits = Limits { search_moves: vec![best], ..searching::nodes(NODES / 8) };
    let (_, infos) = search(game, &limits, &SearchOptions::default());
    matches!(infos.last().map(|info| info.score), Some(Score::Mate(1..)))
}

test_games!(
    mates:
    chess: Chess,
    crazyhouse: Crazyhouse,
    bughouse: Bughouse,
    doorgeef: Doorgeef,
    doorgeefsolo: Doorgeefsolo,
    superschaak: Superschaak
);
