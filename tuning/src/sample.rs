//! One position of a game of self-play, as a line of a data file.

use std::fmt;
use std::str::FromStr;

use anyhow::Context;

/// A position, what a search thought of it, and what became of the game.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// Number of the game, from 0.
    pub game: u64,
    /// The position.
    pub fen: String,
    /// The score of the search in centipawns, from White's view.
    pub score: i32,
    /// The result of the game in halves for White: 0, 1 or 2.
    pub result: u8,
}

impl fmt::Display for Sample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}", self.game, self.fen, self.score, self.result)
    }
}

impl FromStr for Sample {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> anyhow::Result<Sample> {
        let mut fields = line.split('\t');
        let mut next = |name| fields.next().with_context(|| format!("`{line}`: no {name}"));
        let sample = Sample {
            game: next("game")?.parse().context("game")?,
            fen: next("FEN")?.to_string(),
            score: next("score")?.parse().context("score")?,
            result: next("result")?.parse().context("result")?,
        };
        anyhow::ensure!(sample.result <= 2, "`{line}`: the result is not 0, 1 or 2");
        Ok(sample)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let sample = Sample { game: 7, fen: "8/8/8/8/8/8/8/K1k5 w - - 0 1".to_string(), score: -35, result: 1 };
        assert_eq!(sample.to_string().parse::<Sample>().unwrap(), sample);
        assert!("7\tfen\t3".parse::<Sample>().is_err());
        assert!("7\tfen\t3\t3".parse::<Sample>().is_err());
    }
}
