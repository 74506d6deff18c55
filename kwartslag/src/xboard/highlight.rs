//! Squares marked on the board, for GUIs that do not know the rules: with these they refuse wrong moves.

use movegen::square::Square;

/// What a move to a square does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    /// It goes there (yellow).
    Quiet,
    /// It captures there (red).
    Capture,
    /// A pawn becomes a piece there: the GUI asks which (magenta).
    Promotion,
}

impl Mark {
    fn letter(self) -> char {
        match self {
            Mark::Quiet => 'Y',
            Mark::Capture => 'R',
            Mark::Promotion => 'M',
        }
    }
}

/// The line that marks these squares and no others. Where several moves go to a square, the last kind counts.
pub(crate) fn highlight(targets: &[(Square, Mark)]) -> String {
    let mark = |file, rank| targets.iter().filter(|(to, _)| *to == Square::at(file, rank)).map(|&(_, mark)| mark).max();
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            match mark(file, rank) {
                None => empty += 1,
                Some(mark) => {
                    push_number(&mut text, &mut empty);
                    text.push(mark.letter());
                }
            }
        }
        push_number(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    format!("highlight {text}")
}

fn push_number(text: &mut String, number: &mut u32) {
    if *number > 0 {
        text.push_str(&number.to_string());
        *number = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Square {
        Square::parse(text).unwrap()
    }

    #[test]
    fn the_squares_are_written_as_in_a_fen() {
        let targets = [(at("e3"), Mark::Quiet), (at("e4"), Mark::Quiet), (at("f3"), Mark::Capture)];
        assert_eq!(highlight(&targets), "highlight 8/8/8/8/4Y3/4YR2/8/8");
        assert_eq!(highlight(&[]), "highlight 8/8/8/8/8/8/8/8");
        assert_eq!(highlight(&[(at("a8"), Mark::Promotion), (at("h1"), Mark::Quiet)]), "highlight M7/8/8/8/8/8/8/7Y");
    }
}
