//! Tags: `[Name "value"]`.

/// How the tags of a game begin.
pub(super) const EVENT: &str = "[Event \"";

/// A tag at the start of a text.
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// Without the quotes and the backslashes that escape.
    pub(super) value: String,
    /// In bytes.
    pub(super) length: usize,
}

/// Reads the tag at the start of the text, which begins with `[`. The value ends at a quote with `]` after it, so that
/// quotes inside need no backslash; it does not go beyond the line or into an `Event` tag. Typographic quotes are read, and
/// names of several words.
///
/// # Errors
/// How many bytes to pass over: the rest of the line, or what is left of a tag without a value.
pub(super) fn parse(text: &str) -> Result<Tag<'_>, usize> {
    let (name, value_start) = parse_name(text).ok_or_else(|| {
        let end = 1 + text[1..].find(['[', ']', '\n']).unwrap_or(text.len() - 1);
        if text[end..].starts_with(']') { end + 1 } else { end }
    })?;
    let mut value = String::new();
    let mut letters = text[value_start..].char_indices().map(|(at, letter)| (value_start + at, letter)).peekable();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\n' => return Err(at),
            '[' if text[at..].starts_with(EVENT) => return Err(at),
            '\\' if matches!(letters.peek(), Some((_, '"' | '\\'))) => {
                value.extend(letters.next().map(|(_, escaped)| escaped));
            }
            _ if is_quote(letter) => {
                let after = text[at + letter.len_utf8()..].trim_start_matches([' ', '\t']);
                if let Some(rest) = after.strip_prefix(']') {
                    return Ok(Tag { name, value, length: text.len() - rest.len() });
                }
                value.push(letter);
            }
            _ => value.push(letter),
        }
    }
    Err(text.len())
}

/// Whether a name and the quote before its value follow the `[` at the start of the text.
pub(super) fn begins(text: &str) -> bool {
    parse_name(text).is_some()
}

/// The name of the tag, and where its value begins.
fn parse_name(text: &str) -> Option<(&str, usize)> {
    let inner = text.strip_prefix('[')?;
    let in_name =
        |letter: char| letter.is_alphanumeric() || matches!(letter, ' ' | '\t' | '_' | '-' | '+' | '#' | '=' | ':');
    let (name, value) = inner.split_at(inner.find(|letter| !in_name(letter))?);
    let quote = value.chars().next().filter(|&letter| is_quote(letter))?;
    let name = name.trim();
    (!name.is_empty()).then_some((name, text.len() - value.len() + quote.len_utf8()))
}

/// A straight quote, or one that a word processor made of it.
fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\u{201c}'..='\u{201f}')
}
