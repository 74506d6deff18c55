//! What is done to fitted values before they are written down.

use eval::trace::Parameter;
use eval::weights::Weights;
use movegen::piece::Role;

use crate::model::Values;

/// Moves the mean of the square values of each role into its material value, so that both are easy to read.
pub(crate) fn centred(numbered: &Weights<Parameter>, mut values: Values) -> Values {
    for role in Role::ALL {
        let squares = &numbered.squares[role.index()];
        if squares.iter().all(|parameter| values[usize::from(parameter.0)] == values[usize::from(squares[0].0)]) {
            continue;
        }
        // Pawns never stand on the last rank; for the first see `with_first_rank`.
        let used = if role == Role::Pawn { &squares[8..56] } else { &squares[..] };
        let mut mean = [0.0; 2];
        for parameter in used {
            let value = values[usize::from(parameter.0)];
            mean = [mean[0] + value[0] / used.len() as f32, mean[1] + value[1] / used.len() as f32];
        }
        for parameter in used {
            let value = &mut values[usize::from(parameter.0)];
            *value = [value[0] - mean[0], value[1] - mean[1]];
        }
        if role != Role::King {
            let value = &mut values[usize::from(numbered.material[role.index()].0)];
            *value = [value[0] + mean[0], value[1] + mean[1]];
        }
    }
    values
}

/// How much less a pawn is worth on the first rank than on the second: it has no double step.
const SINGLE_STEP: f32 = 10.0;

/// Gives pawns on the first rank the values of those on the second. Only Euwe allows pawns there, and no game that is
/// fitted has any.
pub(crate) fn with_first_rank(numbered: &Weights<Parameter>, mut values: Values) -> Values {
    let mut set = |to: Parameter, from: Parameter, malus: f32| {
        let [middle, end] = values[usize::from(from.0)];
        values[usize::from(to.0)] = [middle - malus, end - malus];
    };
    let squares = &numbered.squares[Role::Pawn.index()];
    for file in 0..8 {
        set(squares[file], squares[8 + file], SINGLE_STEP);
    }
    let (pawns, passed) = (&numbered.pawns, &numbered.passed);
    for ranks in [&pawns.supported, &pawns.phalanx] {
        set(ranks[0], ranks[1], 0.0);
    }
    for ranks in [&passed.rank, &passed.free, &passed.safe_path, &passed.hindered, &passed.helped] {
        set(ranks[0], ranks[1], 0.0);
    }
    for distances in [&passed.own_king, &passed.their_king] {
        for (&to, &from) in distances[0].iter().zip(&distances[1]) {
            set(to, from, 0.0);
        }
    }
    values
}
