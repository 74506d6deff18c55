//! What annotators write around moves outside comments: evaluations (`±`, `+/-`, `=+`), novelties (`N`), diagrams and
//! the like. None of it says which move was played.

use crate::result::is_dash;

/// Signs that are words. Each may also be attached to its move: `Nf3N`, `Qh5ch`.
const WORDS: [&str; 10] = ["N", "TN", "D", "RR", "e.p.", "e.p", "ep", "ch", "check", "mate"];

/// Longer words without a letter or digit are damage rather than signs.
const LONGEST: usize = 8;

/// Whether the word, its number taken off, annotates a move: nothing but signs, or one of the words that serve as one.
/// `--` does not; it is a null move.
pub(crate) fn is_sign(word: &str) -> bool {
    let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    if bare.is_empty() { word != "--" && word.chars().count() <= LONGEST } else { WORDS.contains(&bare) }
}

/// The move in a word, without the signs attached to it. `+`, `#`, `!` and `?` stay. Figurines, dashes and `×`, as word
/// processors write them, become the letters of SAN.
pub(crate) fn move_text(word: &str) -> String {
    let plain: String = word.chars().filter_map(plain_letter).collect();
    let plain = without_hyphen(plain);
    let core = plain.trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != ')');
    if core.is_empty() {
        return plain;
    }
    let tail = kept_tail(&plain[core.len()..]);
    format!("{}{tail}", without_sign_word(core))
}

/// The letter as SAN writes it; `None` for the marks that choose how a figurine is drawn.
fn plain_letter(letter: char) -> Option<char> {
    Some(match letter {
        '\u{2654}' | '\u{265a}' => 'K',
        '\u{2655}' | '\u{265b}' => 'Q',
        '\u{2656}' | '\u{265c}' => 'R',
        '\u{2657}' | '\u{265d}' => 'B',
        '\u{2658}' | '\u{265e}' => 'N',
        '\u{2659}' | '\u{265f}' => 'P',
        '\u{fe0e}' | '\u{fe0f}' => return None,
        '\u{d7}' => 'x',
        letter if is_dash(letter) => '-',
        letter => letter,
    })
}

/// `e2-e4` as `e2e4`, so that castling may be written like this, too.
fn without_hyphen(mut word: String) -> String {
    if let [b'a'..=b'h', b'1'..=b'8', b'-', b'a'..=b'h', b'1'..=b'8', ..] = word.as_bytes() {
        word.remove(2);
    }
    word
}

/// What stays of the signs after a move: check, mate and the marks of good and bad moves before the first other sign,
/// unless their `+` is a part of that (`+/-`, `+=`, `+-`).
fn kept_tail(tail: &str) -> &str {
    let end = tail.find(|letter: char| !matches!(letter, '+' | '#' | '!' | '?')).unwrap_or(tail.len());
    let kept = &tail[..end];
    match tail[end..].chars().next() {
        Some('/' | '-' | '=') => kept.strip_suffix('+').unwrap_or(kept),
        _ => kept,
    }
}

/// The move without a word attached to it. `N` is a knight where a pawn could become one.
fn without_sign_word(core: &str) -> &str {
    let cut = WORDS.iter().filter_map(|word| core.strip_suffix(word).map(|rest| (*word, rest)));
    for (word, rest) in cut {
        match rest.chars().last() {
            Some('2'..='7') => return rest,
            Some('1' | '8') if word.len() > 1 => return rest,
            _ => {}
        }
    }
    core
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_between_moves_are_no_moves() {
        let signs = "\u{b1} \u{2213} \u{221e} \u{2a72} \u{2a71} +/- -/+ +/= =/+ =+ += +- -+ +\u{2212} --+ = \u{25a1} ! ? !? ?! !! ?? \
                     \u{203c} \u{2047} \u{21c6} \u{2191} \u{2192} \u{25b3} \u{2295} =/\u{221e} ... \u{2026} # + ++ N TN D N! (N) e.p. ep ch mate";
        for sign in signs.split_ascii_whitespace() {
            assert!(is_sign(sign), "{sign}");
        }
        for word in ["e4", "Nf3", "--", "O-O", "@e4", "N@f3", "hello", "+---------+"] {
            assert!(!is_sign(word), "{word}");
        }
    }

    #[test]
    fn signs_are_taken_off_the_move_they_stand_on() {
        for (word, expected) in [
            ("Nf3", "Nf3"),
            ("Nf3!?", "Nf3!?"),
            ("Qxf7#", "Qxf7#"),
            ("Qh5+!", "Qh5+!"),
            ("Nf3\u{b1}", "Nf3"),
            ("Qh5+\u{b1}", "Qh5+"),
            ("Nf3+/-", "Nf3"),
            ("Nf3!+-", "Nf3!"),
            ("Nf3=+", "Nf3"),
            ("Nf3\u{25a1}", "Nf3"),
            ("e4,", "e4"),
            ("Nd2N", "Nd2"),
            ("Nd2N!", "Nd2!"),
            ("e8N", "e8N"),
            ("e8=N", "e8=N"),
            ("b8(Q)", "b8(Q)"),
            ("exd6e.p.", "exd6"),
            ("Qh8ch", "Qh8"),
            ("Qxf7mate!", "Qxf7!"),
            ("e2\u{2013}e4", "e2e4"),
            ("e1-g1+", "e1g1+"),
            ("Ng1-f3", "Ng1-f3"),
            ("O\u{2014}O", "O-O"),
            ("\u{2658}\u{d7}e5", "Nxe5"),
            ("\u{265f}\u{fe0e}@e4", "P@e4"),
            ("--", "--"),
        ] {
            assert_eq!(move_text(word), expected, "{word}");
        }
    }
}
