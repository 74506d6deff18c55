//! PGN and BPGN in `kwartslag verify`: each game is replayed by the rules of its tags, or on two boards by those of the
//! game asked for, and its result compared with what the moves say.

use std::io::{self, Write};
use std::path::Path;

use anyhow::ensure;
use movegen::name::GameName;
use movegen::rules::Variant;
use records::bpgn::{self, BpgnGame};
use records::pgn::{self, PgnGame};
use records::reader::{self, AnyGameText};
use records::replay::{self, Replay, ReplayFault};

use crate::cli::data::{Checked, Tally};

/// Checks all games of a file with this text, or those of one game. What is wrong is written with the number of the game in the file;
/// what a replay took for granted goes to the standard error output.
///
/// # Errors
/// If the text holds no games, or the output cannot be written.
pub(super) fn verify_text(
    path: &Path,
    text: &str,
    asked: Option<GameName>,
    chess960: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    ensure!(
        text.trim().is_empty() || reader::holds_games(text),
        "{}: neither PGN nor BPGN, no list of games (`FEN ; moves ; status`) and no table",
        path.display()
    );
    let mut tally = Tally::default();
    let mut notes = Notes::default();
    for record in reader::games(text) {
        let replayed = match &record {
            AnyGameText::OneBoard(game) => replay_one_board(game, asked, chess960),
            AnyGameText::TwoBoards(game) => replay_two_boards(game, asked, chess960),
        };
        let Some(replayed) = replayed else { continue };
        let number = record.number();
        let (line, checked) = match replayed {
            Ok(Replay { notes: found, fault, .. }) => {
                found.into_iter().for_each(|note| notes.count(number, note.to_string()));
                checked(number, record.line(), fault)
            }
            Err(fault) => checked(number, record.line(), Some(fault)),
        };
        tally.count(path, line, checked, out)?;
    }
    notes.write(path);
    Ok(tally)
}

/// The line to name and what to say of a game.
fn checked(number: usize, line: usize, fault: Option<ReplayFault>) -> (usize, Checked) {
    match fault.map(|fault| fault.at_line()) {
        Some((line, what)) => (line, Checked::Failed(format!("game {number}: {what}"))),
        None => (line, Checked::Passed),
    }
}

/// Replays a game on one board; `None` if another one was asked for. A game without a `Variant` tag is of the game asked
/// for, else chess.
fn replay_one_board(game: &PgnGame, asked: Option<GameName>, chess960: bool) -> Option<Result<Replay, ReplayFault>> {
    let asked = asked.map(|name| GameName::new(name.variant, name.chess960 || chess960));
    let mut game = game.clone();
    if game.tag("Variant").is_none() {
        let name = asked.unwrap_or(GameName::new(Variant::Chess, chess960));
        let mut tag = |name: &str, value: String| game.tags.push((name.to_string(), value));
        tag("Variant", pgn::variant_name(name.variant, name.chess960));
        if let Some(rules) = pgn::rules_name(name.variant) {
            tag("Rules", rules.to_string());
        }
    }
    let is_asked = |name: GameName| game.variant() == Ok((name.variant, name.chess960));
    asked.is_none_or(is_asked).then(|| replay::replay(&game))
}

/// Replays a game on two boards by the rules of the game asked for; `None` if that one has one board.
fn replay_two_boards(game: &BpgnGame, asked: Option<GameName>, chess960: bool) -> Option<Result<Replay, ReplayFault>> {
    let chess960 = chess960 || asked.is_some_and(|name| name.chess960);
    let variant = asked.map(|name| name.variant);
    variant.is_none_or(|variant| variant.has_two_boards()).then(|| bpgn::replay::replay(game, variant, chess960))
}

/// What replays took for granted: the same words for many games are written once.
#[derive(Default)]
struct Notes {
    /// Each note with the first game it is about, and how many there are.
    found: Vec<(String, usize, usize)>,
}

impl Notes {
    fn count(&mut self, number: usize, note: String) {
        match self.found.iter_mut().find(|(known, ..)| *known == note) {
            Some((_, _, games)) => *games += 1,
            None => self.found.push((note, number, 1)),
        }
    }

    fn write(&self, path: &Path) {
        for (note, first, games) in &self.found {
            let others = match games - 1 {
                0 => String::new(),
                1 => " and another one".to_string(),
                others => format!(" and {others} others"),
            };
            // A note is a courtesy.
            let _ = writeln!(io::stderr(), "{}: note: game {first}{others}: {note}", path.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of a file with this text.
    fn verified(text: &str, asked: &str) -> (u64, u64, String) {
        let mut out = Vec::new();
        let tally = verify_text(Path::new("games"), text, asked.parse().ok(), false, &mut out).unwrap();
        (tally.passed, tally.failed, String::from_utf8(out).unwrap())
    }

    #[test]
    fn games_pass_or_fail_with_file_line_number_and_move() {
        let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n\
                    1. f3 e5 2. g4 Qh4 1-0\n";
        let (passed, failed, out) = verified(text, "all");
        assert_eq!((passed, failed), (1, 2), "{out}");
        assert!(out.contains(":7: game 2: move 2. Ke3: ") && out.contains(":9: game 3: Result 1-0, but"), "{out}");
        // Games without a tag are of the variant asked for, those of another one are left out.
        let of = |game: &str| {
            let (passed, failed, _) = verified(text, game);
            (passed, failed)
        };
        assert_eq!(of("crazyhouse"), (1, 2));
        assert_eq!(of("chess"), (0, 2));
    }

    #[test]
    fn games_on_one_board_and_on_two_are_told_apart_by_their_text() {
        let text = "1. e4 e5 1-0\n\n1A. e4 1a. e5 1B. d4 1b. e5 *\n\n1A. e4 1a. Ke5 *\n";
        let (passed, failed, out) = verified(text, "all");
        assert_eq!((passed, failed), (2, 1), "{out}");
        assert!(out.contains(":5: game 3: move 1a. Ke5: board A: "), "{out}");
        let (passed, failed, _) = verified(text, "chess");
        assert_eq!((passed, failed), (1, 0));
    }
}
