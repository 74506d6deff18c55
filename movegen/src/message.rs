//! Foreign text in messages.

/// Foreign text made fit for one line of a message: control characters escaped, the tail of a long one cut off.
pub fn shown(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut shown = String::new();
    for letter in text.chars().take(LONGEST) {
        match letter {
            '"' | '\'' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if text.chars().nth(LONGEST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// A foreign letter in a message, a control character escaped.
pub(crate) fn shown_letter(letter: char) -> String {
    shown(letter.encode_utf8(&mut [0; 4]))
}

/// A number of things, one of them in the singular.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    if number == 1 { format!("1 {thing}") } else { format!("{number} {thing}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_long_texts_cut() {
        assert_eq!(shown("a\tb\u{7}"), "a\\tb\\u{7}");
        assert_eq!(shown("id \"it's\""), "id \"it's\"");
        assert_eq!(shown("0123456789012345678901234567890123456789"), "0123456789012345678901234567890123456789");
        assert_eq!(shown("01234567890123456789012345678901234567890"), "0123456789012345678901234567890123456789...");
    }
}
