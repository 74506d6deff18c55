//! `kwartslag analyse`: what the engine thinks of a position, for people.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Duration;

use movegen::name::GameName;
use movegen::pair::Team;

use crate::cli::data::tell_notes;
use engine::limits::{Control, Limits, SearchOptions};
use engine::options::DEFAULT_HASH;
use engine::report::{Bound, Info, Score, nodes_per_second};
use engine::search::SharedState;
use engine::session::{self, Answer, Notation, Opened, Request, Roots, Rules};
use engine::team::{self, ClocksB, Mode, Seating};

/// How long to think unless told otherwise.
const USUAL_TIME: Duration = Duration::from_secs(5);

/// Analyse a position.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The game
    #[arg(long, value_name = "GAME", default_value = "chess")]
    variant: GameName,
    /// The position, or two joined by ` | ` [default: the start of the game; startpos2: on both boards]
    #[arg(long)]
    fen: Option<String>,
    /// Moves played from there, in UCI notation; on two boards with the board's digit, as 1e2e4
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
    /// Stop at this depth, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Stop after this many milliseconds [default: 5000, if nothing else is given]
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Stop after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Number of lines
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500))]
    multipv: u16,
    /// Size of the transposition table, in mebibytes
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH as u16, value_parser = clap::value_parser!(u16).range(1..))]
    hash: u16,
    /// Two boards: think for White on A and Black on B (white), or for Black on A and White on B (black)
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = team_named)]
    team: Team,
    /// Two boards: the team has the time advantage and may wait on both boards
    #[arg(long)]
    sit: bool,
}

fn team_named(text: &str) -> Result<Team, String> {
    team::named(text).ok_or_else(|| "the teams are white and black".to_string())
}

/// Prints the board, then each line of thinking as it is found, and the best move.
///
/// # Errors
/// The FEN or a move is not legal; the output cannot be written.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let GameName { variant, chess960 } = args.variant;
    let rules = Rules { chess960, ..Rules::new(variant) };
    let fen = args.fen.as_deref().filter(|fen| *fen != "startpos");
    let moves: Vec<String> = args.moves.iter().flat_map(|words| words.split_whitespace()).map(str::to_string).collect();
    let Opened { session, notes } = session::open(&rules, fen, &moves)?;
    tell_notes(&notes);
    let mut out = io::stdout();
    writeln!(out, "{}\n", session.display())?;
    let screen = Screen::new(usize::from(args.multipv));
    let control = Control::new(false);
    let mut state = SharedState::new(1);
    for note in state.prepare(usize::from(args.hash), 1) {
        // The line is a courtesy.
        let _ = writeln!(io::stderr(), "{note}");
    }
    let report = |info: &Info, pv: &str| {
        // Nobody reads any more: no reason to go on.
        if screen.show(info, pv).is_err() {
            control.stop();
        }
    };
    let answer = session.think(&state, &control, request(args), &report);
    screen.erase();
    writeln!(out, "{}", verdict(&answer))?;
    Ok(ExitCode::SUCCESS)
}

fn request(args: &Args) -> Request {
    let limited = args.depth.is_some() || args.movetime.is_some() || args.nodes.is_some();
    let limits = Limits {
        depth: args.depth,
        nodes: args.nodes,
        movetime: args.movetime.map(Duration::from_millis).or((!limited).then_some(USUAL_TIME)),
        ..Limits::default()
    };
    let options =
        SearchOptions { multipv: usize::from(args.multipv), move_overhead: Duration::ZERO, ..SearchOptions::default() };
    let seating = Seating { team: args.team, mode: if args.sit { Mode::Sit } else { Mode::Go } };
    let clocks_b = ClocksB::default();
    Request { limits, roots: Roots::All, options, strength: None, notation: Notation::San, seating, clocks_b }
}

fn verdict(answer: &Answer) -> String {
    match &answer.best {
        Some(best) => format!("Best move: {best}"),
        None if answer.standing.is_over() => format!("The game is over: {}", answer.standing),
        None => format!("No legal move now: {}", answer.standing),
    }
}

/// The lines on the screen: every line is printed whose score is exact, or `>` a bound that it exceeds; on a terminal a
/// line of progress stands below them.
struct Screen {
    multipv: usize,
    /// Where the progress goes, if somebody sees it.
    progress: Option<Mutex<io::Stderr>>,
}

impl Screen {
    fn new(multipv: usize) -> Screen {
        let err = io::stderr();
        Screen { multipv, progress: err.is_terminal().then(|| Mutex::new(err)) }
    }

    fn show(&self, info: &Info, pv: &str) -> io::Result<()> {
        if info.bound != Bound::Upper && info.depth > 0 {
            self.erase();
            let rank = if self.multipv > 1 { format!("{:>3}. ", info.multipv) } else { String::new() };
            let at_least = if info.bound == Bound::Lower { ">" } else { "" };
            let (depth, score) = (info.depth, format!("{at_least}{}", score_text(info.score)));
            writeln!(io::stdout(), "{rank}depth {depth:>2}  {score:>7}  {pv}")?;
        }
        let (time, nodes, speed) = (info.time.as_secs_f64(), info.nodes, nodes_per_second(info.nodes, info.time));
        self.tell(&format!("{time:.1} s, {nodes} nodes, {} thousand per second", speed / 1000));
        Ok(())
    }

    /// Removes the line of progress.
    fn erase(&self) {
        self.tell("");
    }

    /// Writes the line of progress over the last one. It is an ornament: that it cannot be written is no error.
    fn tell(&self, text: &str) {
        if let Some(Ok(mut err)) = self.progress.as_ref().map(Mutex::lock) {
            let _ = write!(err, "\r\x1b[K{text}");
        }
    }
}

/// A score as people read it, from the side to move: pawns with two decimals, or moves to the end.
fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(centipawns) => format!("{:+.2}", f64::from(centipawns) / 100.0),
        Score::Mate(moves) if moves > 0 => format!("win {moves}"),
        Score::Mate(moves) => format!("loss {}", -moves),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_as_pawns_or_moves_to_the_end() {
        assert_eq!(score_text(Score::Centipawns(-31)), "-0.31");
        assert_eq!(score_text(Score::Mate(3)), "win 3");
        assert_eq!(score_text(Score::Mate(-2)), "loss 2");
    }
}
