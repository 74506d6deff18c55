//! Perft on two boards: the number of sequences of half-moves, each made on either board (rules.md 6). Draws by
//! repetition and dead position do not end a board here.

use crate::moves::{Move, MoveList};
use crate::pair::Pair;
use crate::pair::status::Endings;
use crate::position::Selection;

/// The number of sequences of `depth` half-moves. The last ply's move list is filled and counted.
pub fn perft(pair: &mut Pair, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![MoveList::new(); depth as usize];
    walk(pair, &mut lists)
}

/// One list a ply to go. Only where a board has no move can a game have ended.
fn walk(pair: &mut Pair, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    list.clear();
    pair.generate_on(0, Selection::All, list);
    let on_a = list.len();
    pair.generate_on(1, Selection::All, list);
    if on_a != 0 && on_a != list.len() {
        return descend(pair, list, rest);
    }
    let settled = pair.settle(Endings::Stuck);
    if !settled.is_nothing() {
        list.clear();
        pair.generate(Selection::All, list);
    }
    let nodes = descend(pair, list, rest);
    pair.unsettle(settled);
    nodes
}

fn descend(pair: &mut Pair, list: &MoveList, rest: &mut [MoveList]) -> u64 {
    if rest.is_empty() {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let undo = pair.make(mv);
        nodes += walk(pair, rest);
        pair.unmake(mv, undo);
    }
    nodes
}

/// Perft below each legal move, in the generator's order. `depth` counts from the given position and is at least 1.
pub fn divide(pair: &mut Pair, depth: u32) -> Vec<(Move, u64)> {
    let moves = pair.legal_moves();
    moves
        .iter()
        .map(|&mv| {
            let undo = pair.make(mv);
            let nodes = perft(pair, depth.saturating_sub(1));
            pair.unmake(mv, undo);
            (mv, nodes)
        })
        .collect()
}
