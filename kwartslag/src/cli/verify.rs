//! `kwartslag verify`: replays recorded games and checks what data files say of positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use movegen::any_game::{self, AnyGame, Standing};
use movegen::fen;
use movegen::name::GameName;
use movegen::notation::{Fault, MoveError};

use crate::cli::data::{Checked, Tally, numbered_lines, read_text};
use crate::cli::{perft, verify_games};

/// Arguments of `kwartslag verify`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// The game, or chess960. Of tables and PGN only the lines and games of this game are read; a PGN game without a
    /// Variant tag is taken for it (else for chess). Lists of games take it from their name (random-GAME.txt) if this
    /// is left out; BPGN is replayed by its rules.
    #[arg(long, value_name = "GAME")]
    pub(crate) variant: Option<GameName>,
    /// Castle as in Chess960 (king takes rook, X-FEN rights).
    #[arg(long)]
    pub(crate) chess960: bool,
    /// Lists of games, one on each line (`FEN ; moves ; status`), or tables whose header names the columns: `variant fen moves status`,
    /// `variant fen moves reason` (the last move is illegal), `variant fen reason` (the FEN is wrong),
    /// `variant fen written why` (the FEN is read as another one, with a note), `variant fen depth nodes`. Any other
    /// file holds games in PGN or BPGN.
    /// `-` stands for the standard input.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read, of unknown format, that holds nothing, or whose game is not known.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let mut total = Tally::default();
    let mut empty = Vec::new();
    for path in &args.files {
        let tally = verify_file(path, args.variant, args.chess960, &mut out)?;
        if tally.is_empty() {
            empty.push(path.display().to_string());
        }
        total.add(tally);
    }
    let code = if total.is_empty() { ExitCode::SUCCESS } else { total.close(&mut out)? };
    ensure!(empty.is_empty(), "{}: there is nothing to check", empty.join(", "));
    Ok(code)
}

/// The kinds of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// `FEN ; moves ; status`
    Games,
    /// `variant fen moves status`
    Endings,
    /// `variant fen moves reason`
    Illegal,
    /// `variant fen reason`
    InvalidFen,
    /// `variant fen written why`
    LenientFen,
    /// `variant fen depth nodes`
    Perft,
}

impl Format {
    /// The format of a file with this first line.
    fn of(first: &str) -> Option<Format> {
        let columns: Vec<&str> = first.split('\t').collect();
        match columns[..] {
            ["variant", "fen", "moves", "status"] => Some(Format::Endings),
            ["variant", "fen", "moves", "reason"] => Some(Format::Illegal),
            ["variant", "fen", "reason"] => Some(Format::InvalidFen),
            ["variant", "fen", "written", "why"] => Some(Format::LenientFen),
            _ if columns == perft::HEADER => Some(Format::Perft),
            _ if is_game(first) => Some(Format::Games),
            _ => None,
        }
    }
}

/// Checks all lines of a file and writes those that fail.
///
/// # Errors
/// If the file cannot be read, its format or game is not known, or the output cannot be written.
pub(crate) fn verify_file(
    path: &Path,
    game: Option<GameName>,
    chess960: bool,
    out: &mut dyn Write,
) -> anyhow::Result<Tally> {
    let text = read_text(path)?;
    let lines = numbered_lines(&text);
    let Some(format) = lines.first().and_then(|(_, first)| Format::of(first)) else {
        return verify_games::verify_text(path, &text, game, chess960, out);
    };
    let mut tally = Tally::default();
    if format == Format::Games {
        let game = game.or_else(|| game_of_name(path)).with_context(|| {
            format!("{}: name the game with --variant, or call the file random-GAME.txt", path.display())
        })?;
        let game = game.with_chess960(chess960)?;
        for (number, line) in &lines {
            tally.count(path, *number, check_game(game, line), out)?;
        }
        return Ok(tally);
    }
    let wanted = |line: &str| game.is_none_or(|game| line.split('\t').next() == Some(game.to_string().as_str()));
    for (number, line) in lines.iter().skip(1).filter(|(_, line)| wanted(line)) {
        let checked = match format {
            Format::Perft => perft::check_line(line, chess960, None),
            _ => check_row(format, chess960, line),
        };
        tally.count(path, *number, checked, out)?;
    }
    Ok(tally)
}

/// Whether a line is of the form `FEN ; moves ; status`.
fn is_game(line: &str) -> bool {
    let begins_with_position = |fen: &str| fen.starts_with(fen::START) || fen.matches('/').count() >= 7;
    matches!(line.split(';').collect::<Vec<_>>()[..], [fen, _, _] if begins_with_position(fen))
}

/// The game in a file name `random-GAME.txt`.
fn game_of_name(path: &Path) -> Option<GameName> {
    path.file_stem()?.to_str()?.rsplit('-').next()?.parse().ok()
}

/// Checks a line `FEN ; moves ; status`.
fn check_game(game: GameName, line: &str) -> Checked {
    let [fen, moves, status] = line.split(';').map(str::trim).collect::<Vec<_>>()[..] else {
        return Checked::Failed("not three fields `FEN ; moves ; status`".to_string());
    };
    check_ending(game, fen, moves, status).into()
}

/// Checks a line of a table with a column for the game.
fn check_row(format: Format, chess960: bool, line: &str) -> Checked {
    let fields: Vec<&str> = line.split('\t').map(str::trim).collect();
    let game = |name: &str| -> Result<GameName, String> {
        let game = name.parse().and_then(|game: GameName| game.with_chess960(chess960));
        game.map_err(|error| error.to_string())
    };
    match (format, &fields[..]) {
        (Format::InvalidFen, &[name, fen, reason]) => {
            game(name).and_then(|game| check_invalid_fen(game, fen, reason)).into()
        }
        (Format::LenientFen, &[name, fen, written, why]) => {
            game(name).and_then(|game| check_lenient_fen(game, fen, written, why)).into()
        }
        (Format::Endings, &[name, fen, moves, status]) => {
            game(name).and_then(|game| check_ending(game, fen, moves, status)).into()
        }
        (Format::Illegal, &[name, fen, moves, reason]) => {
            game(name).and_then(|game| check_illegal(game, fen, moves, reason)).into()
        }
        _ => Checked::Failed(format!("{} fields, separated by tabs; the header has another number", fields.len())),
    }
}

/// A move that could not be played.
struct Refused {
    /// Its number among the moves, from 0.
    index: usize,
    /// The move and why.
    why: String,
}

impl Refused {
    fn text(&self) -> String {
        format!("move {}: {}", self.index + 1, self.why)
    }
}

/// Opens the game that a FEN field begins.
fn open(game: GameName, fen: &str) -> Result<Box<dyn AnyGame>, String> {
    any_game::open(game, fen).map(|opened| opened.game).map_err(|error| error.to_string())
}

/// Plays the moves, separated by blanks, up to the first that is not possible. After the end of the game none is.
fn play(game: &mut dyn AnyGame, moves: &str) -> Result<(), Refused> {
    let mut play_one = |text: &str| match game.status() {
        Standing::Game(status) if status.is_over() => Err(MoveError::illegal(text, Fault::Over(status))),
        _ => game.play_uci(text).map(|_| ()),
    };
    moves
        .split_ascii_whitespace()
        .enumerate()
        .try_for_each(|(index, text)| play_one(text).map_err(|error| Refused { index, why: error.to_string() }))
}

/// All moves must be legal and lead to this status.
fn check_ending(game: GameName, fen: &str, moves: &str, status: &str) -> Result<(), String> {
    let mut game = open(game, fen)?;
    play(&mut *game, moves).map_err(|refused| refused.text())?;
    let found = game.status().to_string();
    if found == status { Ok(()) } else { Err(format!("status `{found}`, not `{status}`")) }
}

/// All moves but the last must be legal, the last must not.
fn check_illegal(game: GameName, fen: &str, moves: &str, reason: &str) -> Result<(), String> {
    let last = moves.split_ascii_whitespace().count().checked_sub(1).ok_or("no moves")?;
    match play(&mut *open(game, fen)?, moves) {
        Err(refused) if refused.index == last => Ok(()),
        Err(refused) => Err(refused.text()),
        Ok(()) => Err(format!("accepted the illegal move {} ({reason})", last + 1)),
    }
}

/// The FEN must be refused.
fn check_invalid_fen(game: GameName, fen: &str, reason: &str) -> Result<(), String> {
    match open(game, fen) {
        Ok(_) => Err(format!("accepted a wrong FEN ({reason}): {fen}")),
        Err(_) => Ok(()),
    }
}

/// The FEN must be read as another one, with a note.
fn check_lenient_fen(game: GameName, fen: &str, written: &str, why: &str) -> Result<(), String> {
    let opened = any_game::open(game, fen).map_err(|error| error.to_string())?;
    let found = opened.game.fen();
    if found != written {
        return Err(format!("read as {found}, not as {written} ({why})"));
    }
    if opened.notes.is_empty() { Err(format!("no note says what was changed ({why})")) } else { Ok(()) }
}
