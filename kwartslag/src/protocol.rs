//! Which protocol the GUI speaks: its first word tells.

use std::io::{self, BufRead, Cursor, Read, Write};

use crate::{uci, xboard};

/// Serves a GUI in the protocol of its first line: XBoard's after `xboard` or `protover`, else UCI.
///
/// # Errors
/// The input cannot be read, or the system gives no thread.
pub(crate) fn serve(mut input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> io::Result<()> {
    let mut opening = Vec::new();
    while opening.trim_ascii().is_empty() {
        if input.read_until(b'\n', &mut opening)? == 0 {
            break;
        }
    }
    let is_xboard = speaks_xboard(&opening);
    let input = Cursor::new(opening).chain(input);
    if is_xboard { xboard::run(input, output) } else { uci::run(input, output) }
}

fn speaks_xboard(opening: &[u8]) -> bool {
    let mut words = opening.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    matches!(words.next(), Some(b"xboard" | b"protover"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_tells_the_protocol() {
        for text in ["xboard\n", " \n\r\n xboard\r\n", "protover 2\n", "xboard"] {
            assert!(speaks_xboard(text.as_bytes()), "{text:?}");
        }
        for text in ["uci\n", "", "\n", "position startpos\n", "xboards\n", "go xboard\n"] {
            assert!(!speaks_xboard(text.as_bytes()), "{text:?}");
        }
    }
}
