//! Whether the lines of thinking that an engine showed are sound. Checked while the opponent thinks.

use movegen::any_game::AnyGame;
use movegen::piece::Color;

use crate::connection::Info;
use crate::referee::pv_fault;

/// The thinking that led to a move.
pub(crate) struct Thinking {
    /// Who thought.
    pub color: Color,
    /// The game before the move.
    pub before: Box<dyn AnyGame>,
    /// What the engine showed.
    pub infos: Vec<Info>,
    /// The move, as the engine wrote it.
    pub best: String,
}

impl Thinking {
    /// What is wrong with the lines, one sentence for each: a move other than the first of the last line was played, or a
    /// line is not legal.
    pub(crate) fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.other_move().into_iter().collect();
        let mut sound: Option<&[String]> = None;
        for info in &self.infos {
            // The next iteration often only repeats the line, or shortens it.
            if sound.is_some_and(|sound| sound.starts_with(&info.pv)) {
                continue;
            }
            match pv_fault(self.before.as_ref(), &info.pv) {
                Some(fault) => faults.push(format!("{fault} in {}", info.pv.join(" "))),
                None => sound = Some(&info.pv),
            }
        }
        faults
    }

    fn other_move(&self) -> Option<String> {
        let main = self.infos.iter().rfind(|info| info.multipv == 1 && !info.pv.is_empty())?;
        let first = main.pv.first()?;
        // One may be written in capitals, the other not.
        let same = *first == self.best
            || self.before.parse_uci(first).is_ok_and(|first| self.before.parse_uci(&self.best) == Ok(first));
        (!same).then(|| format!("{} was played, not the first move of {}", self.best, main.pv.join(" ")))
    }
}

#[cfg(test)]
mod tests {
    use movegen::any_game;
    use movegen::rules::Variant;

    use super::*;

    fn faults(lines: &[&str], best: &str) -> Vec<String> {
        let infos = lines.iter().map(|line| Info {
            multipv: 1,
            pv: line.split(' ').map(String::from).collect(),
            ..Info::default()
        });
        let before = any_game::open(Variant::Chess.into(), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap().game;
        Thinking { color: Color::White, before, infos: infos.collect(), best: best.to_string() }.faults()
    }

    #[test]
    fn the_move_played_is_the_first_of_the_last_line() {
        assert_eq!(faults(&["e1d1", "a7a8q e8d7"], "a7a8q"), [""; 0]);
        assert_eq!(faults(&["a7a8q", "a7a8q"], "a7a8Q"), [""; 0], "in whatever letter case");
        assert_eq!(faults(&["a7a8q", "e1d1 e8d7"], "a7a8q").len(), 1);
        assert_eq!(faults(&[], "a7a8q"), [""; 0]);
    }

    #[test]
    fn every_new_line_must_be_legal_and_a_repeated_one_counts_once() {
        let found = faults(&["a7a8q a8a9", "e1e3", "e1d1"], "e1d1");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].ends_with("in a7a8q a8a9") && found[1].contains("e1e3"), "{found:?}");
        assert_eq!(faults(&["e1d1 e8d7", "e1d1", "e1d1 e8d7"], "e1d1"), [""; 0]);
    }
}
