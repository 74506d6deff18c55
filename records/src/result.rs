//! Results, in the many ways in which they are written.

/// Reads a result that stands alone, as in a `Result` tag: `1-0`, `0-1`, `1/2-1/2` or `*`.
pub(crate) fn parse(text: &str) -> Option<&'static str> {
    let text = text.trim();
    read(text).filter(|&(_, length)| length == text.len()).map(|(result, _)| result)
}

/// The result at the start of the text, in its usual form, and its length in bytes. It ends where a word ends.
///
/// Read too: `0 - 1`, `0–1`, `0:1`, `0.5-0.5`, `½-½`, and half a point alone (`1/2`). `0-0` is castling.
pub(crate) fn read(text: &str) -> Option<(&'static str, usize)> {
    let first = text.chars().next()?;
    if first == '*' {
        return ends_word(&text[1..]).then_some(("*", 1));
    }
    let (white, after) = points(text)?;
    let both = after.trim_start().strip_prefix(is_separator).and_then(|rest| points(rest.trim_start()));
    let (result, rest) = match both {
        Some((black, rest)) => (result_of(white, black)?, rest),
        None if white == Points::Half && first != '0' => ("1/2-1/2", after),
        None => return None,
    };
    ends_word(rest).then_some((result, text.len() - rest.len()))
}

/// What a player scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Points {
    Zero,
    Half,
    One,
}

/// The points at the start of the text, and the text after them.
fn points(text: &str) -> Option<(Points, &str)> {
    let forms = [
        ("1/2", Points::Half),
        ("\u{bd}", Points::Half),
        ("0.5", Points::Half),
        ("0,5", Points::Half),
        ("1", Points::One),
        ("0", Points::Zero),
    ];
    forms.iter().find_map(|&(form, points)| Some((points, text.strip_prefix(form)?)))
}

fn result_of(white: Points, black: Points) -> Option<&'static str> {
    match (white, black) {
        (Points::One, Points::Zero) => Some("1-0"),
        (Points::Zero, Points::One) => Some("0-1"),
        (Points::Half, Points::Half) => Some("1/2-1/2"),
        _ => None,
    }
}

/// The colon, the hyphen, and the dashes that word processors make of it.
fn is_separator(letter: char) -> bool {
    letter == ':' || is_dash(letter)
}

/// A hyphen, a dash or a minus sign.
pub(crate) fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

fn ends_word(rest: &str) -> bool {
    rest.chars().next().is_none_or(|next| {
        !next.is_alphanumeric() && !is_separator(next) && !matches!(next, '/' | '+' | '=' | '*' | '@')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_their_forms() {
        for text in ["1-0", "1:0", "1 - 0", "1\u{2013}0", "1\u{2212}0", " 1-0 "] {
            assert_eq!(parse(text), Some("1-0"), "{text}");
        }
        for text in ["0-1", "0:1", "0 - 1", "0\u{2014}1", "0 -\n1"] {
            assert_eq!(parse(text), Some("0-1"), "{text}");
        }
        for text in ["1/2-1/2", "1/2", "\u{bd}-\u{bd}", "\u{bd}", "0.5-0.5", "0,5 - 0,5", "1/2 \u{2013} 1/2", "1/2:1/2"]
        {
            assert_eq!(parse(text), Some("1/2-1/2"), "{text}");
        }
        assert_eq!(parse("*"), Some("*"));
    }

    #[test]
    fn castling_numbers_and_other_scores_are_no_results() {
        for text in
            ["", "?", "0-0", "0-0-0", "0-0+", "1-1", "0-1-0", "1", "0", "1.", "1. - 0", "10-0", "1-0x", "0.5", "**"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_result_ends_where_the_word_does() {
        assert_eq!(read("1-0 {resigns}"), Some(("1-0", 3)));
        assert_eq!(read("0 - 1[Event"), Some(("0-1", 5)));
        assert_eq!(read("*{x}"), Some(("*", 1)));
        assert_eq!(read("1-0."), Some(("1-0", 3)));
        assert_eq!(read("1-01"), None);
    }
}
