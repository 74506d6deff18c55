//! Perft on two boards: the number of sequences of half-moves, each made on either board (rules.md 6). Draws by
//! repetition and dead position do not end a board here.

use std::ops::ControlFlow;

use crate::moves::{Move, MoveList};
use crate::pair::Pair;
use crate::pair::status::Endings;
use crate::perft::{UNINTERRUPTED, asked, never};
use crate::position::Selection;
use crate::rules::{Reason, Status};

/// The number of sequences of `depth` half-moves. The last ply's move list is filled and counted.
pub fn perft(pair: &mut Pair, depth: u32) -> u64 {
    let ControlFlow::Continue(nodes) = perft_until(pair, depth, &|| never());
    nodes
}

fn perft_until<B>(pair: &mut Pair, depth: u32, stop: &impl Fn() -> ControlFlow<B>) -> ControlFlow<B, u64> {
    let mut lists = vec![MoveList::new(); depth as usize];
    walk(pair, &mut lists, stop)
}

/// `lists` holds one move list for each ply to go. Only where a board has no move can a game have ended.
fn walk<B>(pair: &mut Pair, lists: &mut [MoveList], stop: &impl Fn() -> ControlFlow<B>) -> ControlFlow<B, u64> {
    let Some((list, rest)) = lists.split_first_mut() else { return ControlFlow::Continue(1) };
    list.clear();
    pair.generate_on(0, Selection::All, list);
    let on_a = list.len();
    pair.generate_on(1, Selection::All, list);
    if on_a != 0 && on_a != list.len() {
        return descend(pair, list, rest, stop);
    }
    let settled = pair.settle(Endings::Stuck);
    if !settled.is_nothing() {
        list.clear();
        pair.generate(Selection::All, list);
    }
    let nodes = descend(pair, list, rest, stop);
    pair.unsettle(settled);
    nodes
}

fn descend<B>(
    pair: &mut Pair,
    list: &MoveList,
    rest: &mut [MoveList],
    stop: &impl Fn() -> ControlFlow<B>,
) -> ControlFlow<B, u64> {
    if rest.is_empty() {
        return ControlFlow::Continue(list.len() as u64);
    }
    // Two boards have twice the moves of one.
    if rest.len() + 1 >= UNINTERRUPTED {
        stop()?;
    }
    let mut nodes = 0;
    for &mv in list.iter() {
        let undo = pair.make(mv);
        let below = walk(pair, rest, stop);
        pair.unmake(mv, undo);
        nodes += below?;
    }
    ControlFlow::Continue(nodes)
}

/// Counts the sequences of `depth` half-moves and reports the count below each legal move, in the generator's order;
/// the sum. A draw by repetition or dead position that ended a game before is left out of account. `None` if `stop`
/// says that nobody waits for it any more.
pub fn divide(pair: &Pair, depth: u32, stop: &dyn Fn() -> bool, report: &mut dyn FnMut(Move, u64)) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut pair = without_draws_by_history(pair);
    let mut nodes = 0;
    for &mv in pair.legal_moves().iter() {
        let undo = pair.make(mv);
        let below = perft_until(&mut pair, depth - 1, &|| asked(stop)).continue_value();
        pair.unmake(mv, undo);
        let below = below?;
        report(mv, below);
        nodes += below;
    }
    Some(nodes)
}

/// The position as perft counts it.
fn without_draws_by_history(pair: &Pair) -> Pair {
    let is_drawn_so =
        |board| matches!(pair.over(board), Some(Status::Drawn(Reason::DeadPosition | Reason::Repetition)));
    if !(0..2).any(is_drawn_so) {
        return pair.clone();
    }
    let mut setups = pair.to_setups();
    for (_, setup) in setups.iter_mut().enumerate().filter(|&(board, _)| is_drawn_so(board)) {
        setup.over = None;
    }
    let chess960 = pair.board(0).core.chess960();
    Pair::from_setups(&setups, pair.variant(), chess960).unwrap_or_else(|_| pair.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn a_perft_that_is_stopped_has_no_count() {
        let pair = Pair::start(Variant::Bughouse, false).unwrap();
        let mut parts = 0;
        assert_eq!(divide(&pair, 2, &|| true, &mut |_, nodes| parts += nodes), Some(1600));
        assert_eq!(parts, 1600);
        assert_eq!(divide(&pair, 5, &|| true, &mut |_, _| ()), None);
    }
}
