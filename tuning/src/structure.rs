//! What is known of the parameters beforehand: which are the same, and which lie beside each other.

use eval::trace::Parameter;
use eval::weights::Weights;
use movegen::square::Square;

/// Which parameter stands for each: the wings are alike, since tables from the kings tell them apart where it matters.
pub(crate) fn ties(numbered: &Weights<Parameter>) -> Vec<u16> {
    let mut count = 0;
    numbered.map(&mut |_| count += 1);
    let mut ties: Vec<u16> = (0..count).collect();
    for squares in &numbered.squares {
        for square in Square::all().filter(|square| square.file() > 3) {
            let mirrored = Square::at(7 - square.file(), square.rank());
            ties[usize::from(squares[square.index()].0)] = squares[mirrored.index()].0;
        }
    }
    ties
}

/// Pairs of parameters that can be expected to change alike.
pub(crate) fn neighbours(numbered: &Weights<Parameter>, ties: &[u16]) -> Vec<(u16, u16)> {
    let mut pairs = Vec::new();
    let of_role = numbered.squares.iter().map(|table| (&table[..], 8));
    let from_kings = numbered.from_own_king.iter().chain(&numbered.from_their_king).map(|table| (&table[..], 8));
    let mobility = numbered.mobility.iter().map(|table| (&table[..], table.len()));
    let hands = numbered.hand.iter().map(|table| (&table[..], table.len()));
    let danger = [&numbered.king.escapes[..], &numbered.king.attackers[..]].map(|table| (table, table.len()));
    for (table, width) in of_role.chain(from_kings).chain(mobility).chain(hands).chain(danger) {
        add_grid(table, width, &mut pairs);
    }
    for table in [&numbered.passed.own_king, &numbered.passed.their_king] {
        add_grid(&table.concat(), 8, &mut pairs);
    }
    let tied = pairs.into_iter().map(|(a, b)| (ties[usize::from(a.0)], ties[usize::from(b.0)]));
    tied.filter(|(a, b)| a != b).collect()
}

/// The pairs of elements beside and above each other in a table with rows of this width.
fn add_grid(table: &[Parameter], width: usize, pairs: &mut Vec<(Parameter, Parameter)>) {
    for (i, &parameter) in table.iter().enumerate() {
        if (i + 1) % width != 0 && i + 1 < table.len() {
            pairs.push((parameter, table[i + 1]));
        }
        if i + width < table.len() {
            pairs.push((parameter, table[i + width]));
        }
    }
}
