//! Perft: the number of sequences of legal moves (rules.md 6).

use std::convert::Infallible;
use std::ops::ControlFlow;

use crate::moves::{Move, MoveList};
use crate::position::{Position, Selection};

/// Deepest perft worth asking for, in plies: nothing so deep ever ends, and every ply takes some stack.
pub const DEEPEST: u32 = 64;

/// Plies below which a perft is finished without asking whether it should stop: a few milliseconds.
pub(crate) const UNINTERRUPTED: usize = 3;

/// The number of sequences of `depth` legal moves. The last ply's move list is filled and counted.
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    let ControlFlow::Continue(nodes) = perft_until(position, depth, &|| never());
    nodes
}

/// Never stops.
pub(crate) fn never() -> ControlFlow<Infallible> {
    ControlFlow::Continue(())
}

/// Passes on whether to stop, in the terms of the walk.
pub(crate) fn asked(stop: &dyn Fn() -> bool) -> ControlFlow<()> {
    if stop() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn perft_until<P: Position, B>(
    position: &mut P,
    depth: u32,
    stop: &impl Fn() -> ControlFlow<B>,
) -> ControlFlow<B, u64> {
    let mut lists = vec![MoveList::new(); depth as usize];
    walk(position, &mut lists, stop)
}

/// `lists` holds one move list for each ply to go.
fn walk<P: Position, B>(
    position: &mut P,
    lists: &mut [MoveList],
    stop: &impl Fn() -> ControlFlow<B>,
) -> ControlFlow<B, u64> {
    let Some((list, rest)) = lists.split_first_mut() else { return ControlFlow::Continue(1) };
    list.clear();
    position.generate(Selection::All, list);
    if rest.is_empty() {
        return ControlFlow::Continue(list.len() as u64);
    }
    if rest.len() >= UNINTERRUPTED {
        stop()?;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let undo = position.make(mv, &mut ());
        let below = walk(position, rest, stop);
        position.unmake(mv, undo);
        nodes += below?;
    }
    ControlFlow::Continue(nodes)
}

/// Counts the sequences of `depth` legal moves and reports the count below each legal move, in the generator's order;
/// the sum. `None` if `stop` says that nobody waits for it any more.
pub fn divide<P: Position>(
    position: &mut P,
    depth: u32,
    stop: &dyn Fn() -> bool,
    report: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut nodes = 0;
    for &mv in position.legal_moves().iter() {
        let undo = position.make(mv, &mut ());
        let below = perft_until(position, depth - 1, &|| asked(stop)).continue_value();
        position.unmake(mv, undo);
        let below = below?;
        report(mv, below);
        nodes += below;
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::rules::Variant;
    use crate::variants::chess::Chess;

    fn start() -> Chess {
        fen::parse(Variant::Chess.start_fen(), Variant::Chess, false).unwrap()
    }

    #[test]
    fn the_parts_add_up() {
        let mut parts = Vec::new();
        let nodes = divide(&mut start(), 4, &|| false, &mut |mv, nodes| parts.push((mv, nodes)));
        assert_eq!(nodes, Some(197_281));
        assert_eq!(parts.iter().map(|&(_, nodes)| nodes).sum::<u64>(), 197_281);
        assert_eq!(parts.len(), 20);
        assert_eq!(divide(&mut start(), 0, &|| true, &mut |_, _| panic!()), Some(1));
    }

    #[test]
    fn a_perft_that_is_stopped_leaves_the_position_as_it_was() {
        let mut position = start();
        assert_eq!(divide(&mut position, 6, &|| true, &mut |_, _| ()), None);
        assert_eq!(position, start());
    }
}
