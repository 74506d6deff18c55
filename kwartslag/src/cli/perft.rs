//! `kwartslag perft`: counts sequences of legal moves, of one position or of a suite of them, on one board or two
//! (rules.md 6).

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use movegen::any_game;
use movegen::name::GameName;

use crate::cli::data::{Checked, Tally, numbered_lines, read_text, tell_notes};
use engine::report::nodes_per_second;

/// The columns of a suite.
pub(crate) const HEADER: [&str; 4] = ["variant", "fen", "depth", "nodes"];

const DEEPEST: i64 = movegen::perft::DEEPEST as i64;

/// Arguments of `kwartslag perft`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// The game, or chess960.
    #[arg(long, value_name = "GAME", default_value = "chess")]
    pub(crate) variant: GameName,
    /// The position, or two joined by ` | `; the start position if left out (startpos2: on both boards).
    #[arg(long, default_value = "startpos", conflicts_with = "suite")]
    pub(crate) fen: String,
    /// Castle as in Chess960 (king takes rook, X-FEN rights).
    #[arg(long)]
    pub(crate) chess960: bool,
    /// Number of plies.
    #[arg(required_unless_present = "suite", conflicts_with = "suite", value_parser = clap::value_parser!(u32).range(0..=DEEPEST))]
    pub(crate) depth: Option<u32>,
    /// Show the count below each move.
    #[arg(long, conflicts_with = "suite")]
    pub(crate) divide: bool,
    /// Check every line of a file `variant fen depth nodes` (tab-separated, one header line).
    #[arg(long, value_name = "FILE.tsv")]
    pub(crate) suite: Option<PathBuf>,
    /// Leave out lines of the suite with a larger count.
    #[arg(long, value_name = "N", requires = "suite")]
    pub(crate) max_nodes: Option<u64>,
}

/// Runs the command: the count on the standard output, nodes per second on the error output.
///
/// # Errors
/// A FEN that is no position of the game, or a file that cannot be read.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if let Some(path) = &args.suite {
        let tally = run_suite(path, args.chess960, args.max_nodes, &mut out)?;
        return Ok(tally.close(&mut out)?);
    }
    let any_game::Opened { game, notes } = any_game::open(args.variant.with_chess960(args.chess960)?, &args.fen)?;
    tell_notes(&notes);
    let depth = args.depth.unwrap_or(1);
    let mut parts = Vec::new();
    let start = Instant::now();
    let nodes = game.perft(depth, &|| false, &mut |mv, nodes| parts.push((mv, nodes))).unwrap_or_default();
    // Nobody need hear of the speed.
    let _ = writeln!(io::stderr(), "{} nodes per second", nodes_per_second(nodes, start.elapsed()));
    for (mv, nodes) in parts.into_iter().filter(|_| args.divide) {
        writeln!(out, "{}: {nodes}", game.uci(mv.into()))?;
    }
    writeln!(out, "{nodes}")?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Checks the lines of a suite, those with a count above `max_nodes` left out, and writes each that fails.
///
/// # Errors
/// If the file cannot be read or has another header, or the output cannot be written.
pub(crate) fn run_suite(
    path: &Path,
    chess960: bool,
    max_nodes: Option<u64>,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    let text = read_text(path)?;
    let mut lines = numbered_lines(&text).into_iter();
    let header = lines.next().with_context(|| format!("{}: no lines", path.display()))?.1;
    anyhow::ensure!(
        header.split('\t').eq(HEADER),
        "{}:1: the header is not `{}`, separated by tabs",
        path.display(),
        HEADER.join(" ")
    );
    let mut tally = Tally::default();
    for (number, line) in lines {
        tally.count(path, number, check_line(line, chess960, max_nodes), out)?;
    }
    Ok(tally)
}

/// Checks one line of a suite.
pub(crate) fn check_line(line: &str, chess960: bool, max_nodes: Option<u64>) -> Checked {
    let [name, fen, depth, nodes] = line.split('\t').collect::<Vec<_>>()[..] else {
        return Checked::Failed(format!("not the four fields `{}`, separated by tabs", HEADER.join(" ")));
    };
    let expected = match nodes.parse::<u64>() {
        Ok(nodes) => nodes,
        Err(_) => return Checked::Failed(format!("nodes: `{nodes}` is not a number")),
    };
    if max_nodes.is_some_and(|max| expected > max) {
        return Checked::Skipped("more nodes than --max-nodes");
    }
    let found = || -> Result<u64, String> {
        let game = name.parse::<GameName>().map_err(|error| error.to_string())?;
        let game = game.with_chess960(chess960).map_err(|error| error.to_string())?;
        let depth = depth.parse::<u32>().ok().filter(|&depth| i64::from(depth) <= DEEPEST);
        let depth = depth.ok_or_else(|| format!("depth: not a number from 0 to {DEEPEST}"))?;
        let game = any_game::open(game, fen).map_err(|error| error.to_string())?.game;
        Ok(game.perft(depth, &|| false, &mut |_, _| ()).unwrap_or_default())
    };
    match found() {
        Ok(found) if found == expected => Checked::Passed,
        Ok(found) => Checked::Failed(format!("{name} {fen} depth {depth}: {found} nodes, not {expected}")),
        Err(why) => Checked::Failed(why),
    }
}
