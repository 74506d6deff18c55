//! `kwartslag arrays`: the starting arrays of superschaak (rules.md 3, "Prelude").

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};
use std::process::ExitCode;

use movegen::fen;
use movegen::moves::Move;
use movegen::notation;
use movegen::position::Position;
use movegen::variants::superschaak::{Array, Superschaak, arrays};

/// Arguments of `kwartslag arrays`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// Only one array, drawn at random
    #[arg(long)]
    random: bool,
    /// Before each FEN the actions of a prelude that leads to it, and a tab
    #[arg(long)]
    prelude: bool,
}

/// Prints the FENs of the 432 arrays, one a line, or of one of them.
///
/// # Errors
/// The output cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut arrays = arrays();
    if args.random {
        let drawn = RandomState::new().build_hasher().finish() % arrays.len() as u64;
        arrays = vec![arrays.swap_remove(drawn as usize)];
    }
    let mut out = io::stdout().lock();
    for array in &arrays {
        if args.prelude {
            write!(out, "{}\t", actions(array))?;
        }
        writeln!(out, "{}", fen::write(&array.position))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The four actions as they stand in the `Prelude` tag of a record.
fn actions(array: &Array) -> String {
    let mut position = Superschaak::start();
    let mut write = |mv: Move| {
        let text = notation::uci(&position, mv);
        position.make(mv, &mut ());
        text
    };
    array.prelude.map(&mut write).join(" ")
}
