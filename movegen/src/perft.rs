//! Perft: the number of sequences of legal moves (rules.md 6).

use crate::moves::{Move, MoveList};
use crate::position::{Position, Selection};

/// Deepest perft worth asking for, in plies: nothing so deep ever ends, and every ply takes some stack.
pub const DEEPEST: u32 = 64;

/// The number of sequences of `depth` legal moves. The last ply's move list is filled and counted.
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut lists = vec![MoveList::new(); depth as usize];
    walk(position, &mut lists)
}

/// One list a ply to go.
fn walk<P: Position>(position: &mut P, lists: &mut [MoveList]) -> u64 {
    let Some((list, rest)) = lists.split_first_mut() else { return 1 };
    list.clear();
    position.generate(Selection::All, list);
    if rest.is_empty() {
        return list.len() as u64;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let undo = position.make(mv, &mut ());
        nodes += walk(position, rest);
        position.unmake(mv, undo);
    }
    nodes
}

/// Perft below each legal move, in the generator's order. `depth` counts from the given position and is at least 1.
pub fn divide<P: Position>(position: &mut P, depth: u32) -> Vec<(Move, u64)> {
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|&mv| {
            let undo = position.make(mv, &mut ());
            let nodes = perft(position, depth.saturating_sub(1));
            position.unmake(mv, undo);
            (mv, nodes)
        })
        .collect()
}
