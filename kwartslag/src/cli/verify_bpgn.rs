//! BPGN files in `kwartslag verify`: each two-board game is replayed, by the rules of its tags or of the game asked for.
//! By those of doorgeefschaak the first drop that gives check is named.

use std::io::Write;
use std::path::Path;

use movegen::name::GameName;
use records::bpgn;
use records::bpgn::replay::replay;

use crate::cli::data::{Tally, read_file};

/// Checks all games of a file by the rules of `game`, or without one by their own.
///
/// # Errors
/// If the file cannot be read or the output not written, or the game has one board.
pub(super) fn verify_file(
    path: &Path,
    game: Option<GameName>,
    chess960: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    if let Some(game) = game.filter(|game| !game.variant.has_two_boards()) {
        anyhow::bail!("{}: {game} is not played on two boards", path.display());
    }
    let variant = game.map(|game| game.variant);
    let mut tally = Tally::default();
    for record in bpgn::read(&read_file(path)?) {
        let fault = replay(&record, variant, chess960).map_or_else(Some, |replay| replay.fault);
        tally.count(path, record.line, fault.into(), out)?;
    }
    Ok(tally)
}
