//! PGN files in `kwartslag verify`: each game is replayed by the rules of its `Variant` tag, and its result compared with
//! what the moves say.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use records::pgn::{self, PgnGame};
use records::replay;

use crate::cli::data::{Checked, GameName, Tally};

/// Whether the file is PGN, by its name.
pub fn is_pgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

/// Checks all games of a file, or those of one variant. Games without a `Variant` tag are of the variant given, else chess.
///
/// # Errors
/// If the file cannot be read or the output not written.
pub fn verify_file(path: &Path, game: Option<GameName>, chess960: bool, out: &mut dyn Write) -> anyhow::Result<Tally> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let mut tally = Tally::default();
    for mut record in pgn::read(&bytes) {
        if record.tag("Variant").is_none() {
            let (variant, name_960) =
                game.map_or((movegen::rules::Variant::Chess, false), |game| (game.variant, game.chess960));
            let chess960 = variant.allows_chess960() && (name_960 || chess960);
            record.tags.push(("Variant".to_string(), pgn::variant_name(variant, chess960)));
            record.tags.extend(pgn::rules_name(variant).map(|rules| ("Rules".to_string(), rules.to_string())));
        }
        let wanted = |game: GameName| {
            let name_960 = game.variant.allows_chess960() && (game.chess960 || chess960);
            record.variant() == Ok((game.variant, name_960))
        };
        if game.is_none_or(wanted) {
            tally.count(path, record.line, check(&record), out)?;
        }
    }
    Ok(tally)
}

fn check(game: &PgnGame) -> Checked {
    match replay::replay(game) {
        Err(fault) => Checked::Failed(fault.to_string()),
        Ok(replay) => replay.fault.map_or(Checked::Passed, |fault| Checked::Failed(fault.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_pass_or_fail_with_file_line_and_move() {
        let path = std::env::temp_dir().join(format!("kwartslag-verify-{}.PGN", std::process::id()));
        let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n1. f3 e5 \
                    2. g4 Qh4 1-0\n";
        std::fs::write(&path, text).unwrap();
        let mut out = Vec::new();
        assert!(is_pgn(&path));
        let tally = verify_file(&path, None, false, &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        assert_eq!((tally.passed, tally.failed), (1, 2), "{out}");
        assert!(out.contains(":5: line 7: move 2. Ke3: ") && out.contains(":9: line 9: Result 1-0, but"), "{out}");
        // Games without a tag are of the variant asked for, those of another one are left out.
        let of = |game: &str| verify_file(&path, game.parse().ok(), false, &mut Vec::new()).unwrap();
        assert_eq!((of("crazyhouse").passed, of("crazyhouse").failed), (1, 2));
        assert_eq!((of("chess").passed, of("chess").failed), (0, 2));
        std::fs::remove_file(&path).unwrap();
    }
}
