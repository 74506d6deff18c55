//! Tables of weights as Rust source.

use eval::weights::{Tree, Weights};
use movegen::rules::Variant;

/// Longest line of a table.
const WIDTH: usize = 118;
/// Longest array that is written on the line of its field.
const SHORT: usize = 94;
/// Spaces for each level of indentation.
const INDENT: usize = 4;

/// The source of the file that holds the table of a game.
pub fn table(variant: Variant, weights: &Weights) -> String {
    let name = variant.id().to_uppercase();
    let mut value = String::new();
    write_tree(&weights.tree(), 0, &mut value);
    format!(
        "//! The weights of {variant}, written by `kwartslag-tuning fit` (docs/tuning.md). Each pair holds a middle-game and\n\
         //! an endgame score. Arrays by role are in the order pawn, knight, bishop, rook, queen, king, veteran, princess,\n\
         //! empress, amazon; squares run from a1 to h8 as the owner of the piece sees them.\n\n\
         use super::{{KingWeights, PassedWeights, PawnWeights, PieceWeights, ThreatWeights, Weights, t}};\n\n\
         /// The weights of {variant}.\n\
         #[rustfmt::skip]\n\
         #[allow(clippy::needless_update, reason = \"weights that were added after the fit are zero\")]\n\
         pub static {name}: Weights = {value};\n"
    )
}

/// Writes a tree as an expression: one field per line, without those that are zero; arrays in lines as long as fit, in
/// rows of eight if there are 64 elements.
fn write_tree(tree: &Tree, indent: usize, out: &mut String) {
    match tree {
        Tree::Number(number) => *out += &number.to_string(),
        Tree::Entry(entry) => *out += &format!("t({}, {})", entry.middle(), entry.end()),
        Tree::List(elements) => write_list(elements, indent, out),
        Tree::Struct(name, fields) => {
            let inner = " ".repeat(indent + INDENT);
            *out += &format!("{name} {{\n");
            for (field, value) in fields.iter().filter(|(_, value)| !value.is_zero()) {
                *out += &format!("{inner}{field}: ");
                write_tree(value, indent + INDENT, out);
                *out += ",\n";
            }
            *out += &format!("{inner}..{name}::ZERO\n{}}}", " ".repeat(indent));
        }
    }
}

fn write_list(elements: &[Tree], indent: usize, out: &mut String) {
    let text = |element: &Tree| {
        let mut text = String::new();
        write_tree(element, indent + INDENT, &mut text);
        text
    };
    let texts: Vec<String> = elements.iter().map(text).collect();
    if elements.len() > 2 && elements.iter().all(|element| element == &elements[0]) {
        *out += &format!("[{}; {}]", texts[0], elements.len());
        return;
    }
    let is_nested = elements.iter().any(|element| matches!(element, Tree::List(_)));
    let line = format!("[{}]", texts.join(", "));
    if !is_nested && line.len() + indent < SHORT {
        *out += &line;
        return;
    }
    let width = texts.iter().map(String::len).max().unwrap_or(0) + 2;
    let per_row = match elements.len() {
        _ if is_nested => 1,
        64 => 8,
        _ => ((WIDTH - indent - INDENT) / width).max(1),
    };
    *out += "[\n";
    for row in texts.chunks(per_row) {
        let padded: String = row.iter().map(|text| format!("{:width$}", format!("{text},"))).collect();
        *out += &format!("{}{}\n", " ".repeat(indent + INDENT), padded.trim_end());
    }
    *out += &format!("{}]", " ".repeat(indent));
}

#[cfg(test)]
mod tests {
    use eval::tapered::Tapered;
    use eval::weights::{CHESS, CRAZYHOUSE, DOORGEEFSOLO, SUPERSCHAAK};

    use super::*;

    #[test]
    fn arrays_are_shortened_and_zeros_left_out() {
        let t = |middle, end| Tree::Entry(Tapered::new(middle, end));
        let inner = Tree::Struct("Inner", vec![("c", Tree::List(vec![Tree::Number(1), Tree::Number(-2)]))]);
        let fields = vec![("a", Tree::List(vec![t(5, 0); 3])), ("zero", Tree::List(vec![t(0, 0); 2])), ("b", inner)];
        let mut out = String::new();
        write_tree(&Tree::Struct("Outer", fields), 0, &mut out);
        let expected = "Outer {\n    a: [t(5, 0); 3],\n    b: Inner {\n        c: [1, -2],\n        ..Inner::ZERO\n    },\n    \
                        ..Outer::ZERO\n}";
        assert_eq!(out, expected);
    }

    #[test]
    fn the_tables_are_as_the_fit_writes_them() {
        for (variant, weights, source) in [
            (Variant::Chess, &CHESS, include_str!("../../eval/src/weights/chess.rs")),
            (Variant::Crazyhouse, &CRAZYHOUSE, include_str!("../../eval/src/weights/crazyhouse.rs")),
            (Variant::Doorgeefsolo, &DOORGEEFSOLO, include_str!("../../eval/src/weights/doorgeefsolo.rs")),
            (Variant::Superschaak, &SUPERSCHAAK, include_str!("../../eval/src/weights/superschaak.rs")),
        ] {
            assert_eq!(table(variant, weights), source, "{variant}");
        }
    }
}
