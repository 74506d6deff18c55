//! BPGN files in `kwartslag verify`: each two-board game is replayed, by the rules of its tags or of the game asked for.
//! By those of doorgeefschaak the first drop that gives check is named.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use records::bpgn::{self, BpgnGame, replay};

use crate::cli::data::{Checked, GameName, Tally};

/// Whether the file is BPGN, by its name.
pub fn is_bpgn(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("bpgn"))
}

/// Checks all games of a file by the rules of `game`, or without one by their own.
///
/// # Errors
/// If the file cannot be read or the output not written, or the game has one board.
pub fn verify_file(path: &Path, game: Option<GameName>, chess960: bool, out: &mut dyn Write) -> anyhow::Result<Tally> {
    if let Some(game) = game.filter(|game| !game.variant.has_two_boards()) {
        anyhow::bail!("{}: {game} is not played on two boards", path.display());
    }
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut tally = Tally::default();
    for record in bpgn::read(&bytes) {
        tally.count(path, record.line, check(&record, game, chess960), out)?;
    }
    Ok(tally)
}

fn check(record: &BpgnGame, game: Option<GameName>, chess960: bool) -> Checked {
    match replay::replay(record, game.map(|game| game.variant), chess960) {
        Err(fault) => Checked::Failed(fault.to_string()),
        Ok(replay) => replay.fault.map_or(Checked::Passed, |fault| Checked::Failed(fault.to_string())),
    }
}
