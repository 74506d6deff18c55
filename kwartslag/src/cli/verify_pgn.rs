//! PGN files in `kwartslag verify`: each game is replayed by the rules of its `Variant` tag, and its result compared with
//! what the moves say.

use std::io::Write;
use std::path::Path;

use movegen::name::GameName;
use records::pgn;
use records::replay::replay;

use crate::cli::data::{Tally, read_file};

/// Checks all games of a file, or those of one variant. Games without a `Variant` tag are of the variant given, else chess.
///
/// # Errors
/// If the file cannot be read or the output not written.
pub(super) fn verify_file(
    path: &Path,
    game: Option<GameName>,
    chess960: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    let mut tally = Tally::default();
    for mut record in pgn::read(&read_file(path)?) {
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
            let fault = replay(&record).map_or_else(Some, |replay| replay.fault);
            tally.count(path, record.line, fault.into(), out)?;
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::data::has_extension;

    #[test]
    fn games_pass_or_fail_with_file_line_and_move() {
        let path = std::env::temp_dir().join(format!("kwartslag-verify-{}.PGN", std::process::id()));
        let text = "[Variant \"crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[White \"x\"]\n\n1. e4 e5 2. Ke3 *\n\n1. f3 e5 \
                    2. g4 Qh4 1-0\n";
        std::fs::write(&path, text).unwrap();
        assert!(has_extension(&path, "pgn"));
        let mut out = Vec::new();
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
