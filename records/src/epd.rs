//! EPD: positions with operations, one a line.

use thiserror::Error;

use crate::lexer::shorten;

/// A position with its operations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position as a full FEN: six fields and the extension fields of the game; on two boards two joined by ` | `.
    pub fen: String,
    /// Opcode and operand, as written; quotes around a lone string are taken off.
    pub operations: Vec<(String, String)>,
}

impl Epd {
    /// The operand of the first operation with this opcode.
    pub fn operation(&self, opcode: &str) -> Option<&str> {
        self.operations.iter().find(|(name, _)| name == opcode).map(|(_, operand)| operand.as_str())
    }
}

/// Why a line is no EPD.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// Placement, side to move, castling and en passant are needed.
    #[error("{0} fields, but a position has at least 4")]
    Fields(usize),
    /// A string without its second quote.
    #[error("operation `{0}`: its string is not closed")]
    OpenString(String),
    /// Text between the two boards of a position.
    #[error("`{0}` stands between the boards; operations come after the second")]
    BetweenBoards(String),
}

/// Reads a line: the four fields of EPD or the six of a FEN, the extension fields of our games, then operations; or two
/// positions joined by `|`, board A first, then operations. The counters may also stand in the operations `hmvc` and
/// `fmvn`; absent they are 0 and 1.
///
/// # Errors
/// What is missing.
pub fn parse(line: &str) -> Result<Epd, EpdError> {
    let board_end = line.find(['"', ';', '|']).filter(|&at| line[at..].starts_with('|'));
    let Some(bar) = board_end else {
        let (position, rest) = Position::take(line)?;
        let operations = parse_operations(rest)?;
        return Ok(Epd { fen: position.fen(&operations), operations });
    };
    let (board_a, between) = Position::take(&line[..bar])?;
    if !between.is_empty() {
        return Err(EpdError::BetweenBoards(shorten(between)));
    }
    let (board_b, rest) = Position::take(&line[bar + 1..])?;
    let operations = parse_operations(rest)?;
    Ok(Epd { fen: format!("{} | {}", board_a.fen(&operations), board_b.fen(&operations)), operations })
}

/// The fields of one board.
struct Position<'a> {
    /// Placement, side to move, castling, en passant.
    fields: Vec<&'a str>,
    /// None, one or both.
    counters: Vec<&'a str>,
    /// `key=value`
    extensions: Vec<&'a str>,
}

impl<'a> Position<'a> {
    /// Takes a position off the start of the text; what follows is the rest.
    fn take(text: &'a str) -> Result<(Position<'a>, &'a str), EpdError> {
        let mut rest = text.trim();
        let mut fields = Vec::new();
        while fields.len() < 4 && !rest.is_empty() {
            fields.push(next_word(&mut rest));
        }
        if fields.len() < 4 {
            return Err(EpdError::Fields(fields.len()));
        }
        let is_number = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let mut counters = Vec::new();
        while counters.len() < 2 && is_number(peek_word(rest)) {
            counters.push(next_word(&mut rest));
        }
        let mut extensions = Vec::new();
        while peek_word(rest).contains('=') && !peek_word(rest).ends_with(';') {
            extensions.push(next_word(&mut rest));
        }
        Ok((Position { fields, counters, extensions }, rest))
    }

    /// The full FEN.
    fn fen(&self, operations: &[(String, String)]) -> String {
        let operand =
            |opcode: &str| operations.iter().find(|(name, _)| name == opcode).map(|(_, operand)| operand.as_str());
        let halfmove = self.counters.first().copied().or_else(|| operand("hmvc")).unwrap_or("0");
        let fullmove = self.counters.get(1).copied().or_else(|| operand("fmvn")).unwrap_or("1");
        let words = self.fields.iter().copied().chain([halfmove, fullmove]).chain(self.extensions.iter().copied());
        words.collect::<Vec<_>>().join(" ")
    }
}

fn peek_word(text: &str) -> &str {
    text.split_ascii_whitespace().next().unwrap_or("")
}

fn next_word<'a>(text: &mut &'a str) -> &'a str {
    let trimmed = text.trim_start();
    let end = trimmed.find(|c: char| c.is_ascii_whitespace()).unwrap_or(trimmed.len());
    let (word, rest) = trimmed.split_at(end);
    *text = rest.trim_start();
    word
}

fn parse_operations(text: &str) -> Result<Vec<(String, String)>, EpdError> {
    let mut operations = Vec::new();
    let (mut operation, mut quoted) = (String::new(), false);
    for letter in text.chars() {
        match letter {
            ';' if !quoted => push_operation(&mut operations, &std::mem::take(&mut operation)),
            '"' => {
                quoted = !quoted;
                operation.push(letter);
            }
            _ => operation.push(letter),
        }
    }
    if quoted {
        return Err(EpdError::OpenString(operation.trim().to_string()));
    }
    push_operation(&mut operations, &operation);
    Ok(operations)
}

fn push_operation(operations: &mut Vec<(String, String)>, text: &str) {
    let mut rest = text.trim();
    let opcode = next_word(&mut rest);
    if opcode.is_empty() {
        return;
    }
    let lone = rest.strip_prefix('"').and_then(|inner| inner.strip_suffix('"')).filter(|inner| !inner.contains('"'));
    operations.push((opcode.to_string(), lone.unwrap_or(rest).trim().to_string()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_fields_get_their_counters_from_the_operations() {
        let epd = parse("8/8/8/8/8/8/8/Kk6[Nn] w - - bm N@f3; id \"a; b\"; hmvc 7; fmvn 30;").unwrap();
        assert_eq!(epd.fen, "8/8/8/8/8/8/8/Kk6[Nn] w - - 7 30");
        assert_eq!(epd.operation("bm"), Some("N@f3"));
        assert_eq!(epd.operation("id"), Some("a; b"));
    }

    #[test]
    fn a_full_fen_with_extension_fields_is_read_as_it_is() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 3 9 frame=1/3 won=0-0";
        assert_eq!(parse(&format!("  {fen}\r\n")).unwrap(), Epd { fen: fen.to_string(), operations: vec![] });
        let epd = parse(&format!("{fen} variant \"halijnen\";")).unwrap();
        assert_eq!((epd.fen.as_str(), epd.operation("variant")), (fen, Some("halijnen")));
    }

    #[test]
    fn two_boards_are_read_with_the_operations_of_the_position() {
        let (board_a, board_b) = ("8/8/8/8/8/8/8/Kk6[Nn] w - -", "8/8/8/8/8/8/8/K1k5[] b - - 3 9 over=1-0");
        let epd = parse(&format!("{board_a} | {board_b} bm 1N@f3; c0 \"a|b\";")).unwrap();
        assert_eq!(epd.fen, format!("{board_a} 0 1 | {board_b}"));
        assert_eq!((epd.operation("bm"), epd.operation("c0")), (Some("1N@f3"), Some("a|b")));
        assert_eq!(parse(&format!("{board_a}|{board_b}")).unwrap().fen, epd.fen);
        assert_eq!(parse(&format!("{board_a} c0 \"a|b\";")).unwrap().fen, format!("{board_a} 0 1"));
        let between = parse(&format!("{board_a} bm N@f3 | {board_b}"));
        assert_eq!(between, Err(EpdError::BetweenBoards("bm N@f3".to_string())));
        assert_eq!(parse(&format!("{board_a} |")), Err(EpdError::Fields(0)));
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(parse("8/8 w"), Err(EpdError::Fields(2)));
        assert!(parse("8/8 w - - id \"x;").unwrap_err().to_string().contains("id"));
    }
}
