//! Tables as Rust source.

use eval::trace::Parameter;
use eval::weights::Weights;
use movegen::piece::Role;
use movegen::rules::Variant;

use crate::model::Values;

/// Longest line of a table.
const WIDTH: usize = 118;

/// Moves the mean of a piece's square values into its material, so that both can be read.
pub fn centred(numbered: &Weights<Parameter>, mut values: Values) -> Values {
    for role in Role::ALL {
        let squares = &numbered.squares[role.index()];
        // Pawns stand on no first (see `with_first_rank`) or last rank.
        if squares.iter().all(|parameter| values[usize::from(parameter.0)] == values[usize::from(squares[0].0)]) {
            continue;
        }
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

/// What a pawn on rank 1 loses beside one on rank 2: its double step.
const SINGLE_STEP: f32 = 10.0;

/// Gives pawns on rank 1, where only Euwe drops them and no game of a fit has any, the values of those on rank 2.
pub fn with_first_rank(numbered: &Weights<Parameter>, mut values: Values) -> Values {
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

/// The source of the file that holds the table of a game.
pub fn table(variant: Variant, weights: &Weights) -> String {
    let name = variant.id().to_uppercase();
    let text = layout(&format!("{weights:?}"));
    format!(
        "//! The table of {variant}, written by `kwartslag-tuning fit` (docs/tuning.md). Pairs are a middle-game and an\n\
         //! endgame score; arrays by role in the order pawn, knight, bishop, rook, queen, king, veteran, princess, empress,\n\
         //! amazon; squares from a1 on as the owner sees them.\n\n\
         use super::{{KingWeights, PassedWeights, PawnWeights, PieceWeights, ThreatWeights, Weights, t}};\n\n\
         /// The table of {variant}.\n#[rustfmt::skip]\npub static {name}: Weights = {text};\n"
    )
}

/// Breaks the debug form of a value into lines: one field a line, arrays filled up to the width, in rows of eight where
/// there are 64 elements.
fn layout(text: &str) -> String {
    let mut out = String::new();
    lay(text, 0, &mut out);
    out
}

fn lay(text: &str, indent: usize, out: &mut String) {
    let inner = " ".repeat(indent + 4);
    if let Some((name, body)) = text.split_once(" { ").filter(|(name, _)| name.chars().all(char::is_alphanumeric)) {
        *out += &format!("{name} {{\n");
        for field in split(body.trim_end_matches('}').trim_end()) {
            let (name, value) = field.split_once(": ").unwrap_or((field, ""));
            *out += &format!("{inner}{name}: ");
            lay(value, indent + 4, out);
            *out += ",\n";
        }
        *out += &format!("{}}}", " ".repeat(indent));
        return;
    }
    let Some(body) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        *out += text;
        return;
    };
    let elements: Vec<&str> = split(body).collect();
    if elements.len() > 2 && elements.iter().all(|element| element == &elements[0]) {
        *out += "[";
        lay(elements[0], indent, out);
        *out += &format!("; {}]", elements.len());
    } else if text.len() + indent < WIDTH - 24 && !body.starts_with('[') {
        *out += text;
    } else {
        *out += "[\n";
        let nested = body.starts_with('[');
        let widest = elements.iter().map(|element| element.len()).max().unwrap_or(0) + 2;
        let per_row = if nested {
            1
        } else if elements.len() == 64 {
            8
        } else {
            ((WIDTH - indent - 4) / widest).max(1)
        };
        for row in elements.chunks(per_row) {
            *out += &inner;
            for (i, element) in row.iter().enumerate() {
                let mut laid = String::new();
                lay(element, indent + 4, &mut laid);
                laid += ",";
                *out += &if nested || i + 1 == row.len() { laid } else { format!("{laid:widest$}") };
            }
            *out += "\n";
        }
        *out += &format!("{}]", " ".repeat(indent));
    }
}

/// The parts of a list that are separated by commas outside all brackets.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |letter| {
        match letter {
            '[' | '(' | '{' => depth += 1,
            ']' | ')' | '}' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    })
    .map(str::trim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_debug_form_is_laid_out_as_source() {
        let text = "W { a: [t(0, 0), t(0, 0), t(0, 0)], b: P { c: [1, -2], d: t(3, -4) } }";
        let expected = "W {\n    a: [t(0, 0); 3],\n    b: P {\n        c: [1, -2],\n        d: t(3, -4),\n    },\n}";
        assert_eq!(layout(text), expected);
    }
}
