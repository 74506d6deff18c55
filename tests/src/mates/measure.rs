//! How many forced wins the engine finds, and after how many nodes.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use engine::limits::{Control, Limits, SearchOptions};
use engine::report::{Bound, Info, Score};
use engine::search::SharedState;
use engine::search::think;
use eval::Evaluate;
use movegen::fen::{self, FenError};
use movegen::game::Game;
use movegen::moves::Move;
use movegen::position::Position;
use movegen::rules::{Status, Variant};
use movegen::with_position_type;

use super::{ForcedWin, LENGTHS, Split};

/// Size of the table, emptied for each position, in mebibytes.
const TABLE: usize = 16;

/// What one search came to: nodes at the report in which it saw something, `None` if it never did.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attempt {
    /// A forced win, however long.
    pub win: Option<u64>,
    /// A forced win in no more moves than the suite says.
    pub in_time: Option<u64>,
    /// The first exact report of a forced win or loss whose line does not show it, and why.
    pub fault: Option<String>,
}

/// Has one thread search the position to the number of nodes, or until it has found what the suite says.
///
/// # Errors
/// If the FEN is none of the game.
pub fn attempt(position: &ForcedWin, nodes: u64) -> Result<Attempt, FenError> {
    with_position_type!(position.variant, P => attempt_in::<P>(position, nodes))
}

fn attempt_in<P: Evaluate>(position: &ForcedWin, nodes: u64) -> Result<Attempt, FenError> {
    let game = Game::new(fen::parse::<P>(&position.fen, position.variant, false)?);
    let limits = Limits { nodes: Some(nodes), mate: Some(position.moves), ..Limits::default() };
    let attempt = Mutex::new(Attempt::default());
    let watch = |info: &Info| {
        let (Score::Mate(moves), Ok(mut attempt)) = (info.score, attempt.lock()) else { return };
        if info.bound == Bound::Exact && attempt.fault.is_none() {
            let fault = fault(&game, moves, &info.pv);
            attempt.fault = fault.map(|fault| format!("mate {moves} by {:?}: {fault}", info.pv));
        }
        if moves > 0 && info.bound != Bound::Upper {
            attempt.win = attempt.win.or(Some(info.nodes));
            if moves as u32 <= position.moves {
                attempt.in_time = attempt.in_time.or(Some(info.nodes));
            }
        }
    };
    let state = SharedState::new(TABLE);
    think(&game, &state, &Control::new(false), &limits, &SearchOptions::default(), &watch);
    Ok(attempt.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// What is wrong with a line that is said to show how the side to move wins, or with a negative number loses, in so many
/// moves.
fn fault<P: Position>(start: &Game<P>, moves: i32, line: &[Move]) -> Option<&'static str> {
    let mut game = start.clone();
    for &mv in line {
        if game.status().is_over() {
            return Some("a move follows the end");
        }
        if !game.position().is_legal(mv) {
            return Some("an illegal move");
        }
        game.play(mv);
    }
    // In HA-lijnen either player can make the last move of a win; elsewhere only the winner, so the length is certain.
    if line.len().div_ceil(2) != moves.unsigned_abs() as usize {
        return Some("another number of moves");
    }
    let actor = start.position().actor();
    let expected = if moves > 0 { actor } else { !actor };
    match game.status() {
        Status::Won { winner, .. } if winner == expected => None,
        Status::Won { .. } => Some("the other player wins"),
        _ => Some("no win at its end"),
    }
}

/// All attempts at the wins of a suite.
pub type Attempts = Vec<(ForcedWin, Attempt)>;

/// Writes a line for each game and split, with `by_length` for each length too. Searches without success count with
/// all `nodes`.
///
/// # Errors
/// If it cannot be written.
pub fn report(attempts: &Attempts, nodes: u64, by_length: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<12} {:<5} {:>5} {:>9} {:>6} {:>7} {:>10} {:>10}",
        "game", "split", "moves", "positions", "won", "in time", "average", "median"
    )?;
    for variant in Variant::ALL {
        for split in Split::ALL {
            let of_split = |win: &ForcedWin| win.variant == variant && win.split == split;
            if by_length {
                for moves in LENGTHS {
                    let wanted = |win: &ForcedWin| of_split(win) && win.moves == moves;
                    report_line((variant, split, &moves.to_string()), attempts, wanted, nodes, out)?;
                }
            }
            report_line((variant, split, "all"), attempts, of_split, nodes, out)?;
        }
    }
    Ok(())
}

fn report_line(
    (variant, split, moves): (Variant, Split, &str),
    attempts: &Attempts,
    wanted: impl Fn(&ForcedWin) -> bool,
    nodes: u64,
    out: &mut dyn Write,
) -> io::Result<()> {
    let chosen: Vec<&Attempt> = attempts.iter().filter(|(win, _)| wanted(win)).map(|(_, attempt)| attempt).collect();
    if chosen.is_empty() {
        return Ok(());
    }
    let share = |found: usize| 100.0 * found as f64 / chosen.len() as f64;
    let won = share(chosen.iter().filter(|attempt| attempt.win.is_some()).count());
    let in_time = share(chosen.iter().filter(|attempt| attempt.in_time.is_some()).count());
    let mut spent: Vec<u64> = chosen.iter().map(|attempt| attempt.in_time.unwrap_or(nodes)).collect();
    spent.sort_unstable();
    let average = spent.iter().sum::<u64>() / spent.len() as u64;
    let median = (spent[(spent.len() - 1) / 2] + spent[spent.len() / 2]) / 2;
    writeln!(
        out,
        "{:<12} {split:<5} {moves:>5} {:>9} {won:>5.1}% {in_time:>6.1}% {average:>10} {median:>10}",
        variant.id(),
        chosen.len()
    )
}

#[cfg(test)]
mod tests {
    use movegen::notation::parse_uci;
    use movegen::variants::chess::Chess;
    use movegen::variants::ha_lijnen::HaLijnen;

    use super::*;

    fn win(moves: u32, split: Split) -> ForcedWin {
        ForcedWin { variant: Variant::Chess, fen: "7k/8/8/8/8/8/R7/1R5K w - - 0 1".to_owned(), moves, split }
    }

    #[test]
    fn a_mate_in_two_is_found_and_none_in_one() {
        let attempt = |moves| attempt(&win(moves, Split::Held), 20_000).unwrap();
        assert!(attempt(2).in_time.is_some_and(|nodes| nodes > 0 && nodes <= 20_000));
        assert!(attempt(1).win.is_some() && attempt(1).in_time.is_none());
    }

    /// A game and moves that are played from there.
    fn line<P: Position>(variant: Variant, fen: &str, moves: &str) -> (Game<P>, Vec<Move>) {
        let start = Game::new(fen::parse(fen, variant, false).unwrap());
        let mut game = start.clone();
        let play = |text| {
            let mv = parse_uci(game.position(), text).unwrap();
            game.play(mv);
            mv
        };
        let line = moves.split(' ').map(play).collect();
        (start, line)
    }

    #[test]
    fn a_line_shows_the_mate_it_claims_or_its_fault_is_told() {
        let (game, line) = line::<Chess>(Variant::Chess, "7k/8/8/8/8/8/R7/1R5K w - - 0 1", "b1b7 h8g8 a2a8");
        assert_eq!(fault(&game, 2, &line), None);
        assert_eq!(fault(&game, 1, &line), Some("another number of moves"));
        assert_eq!(fault(&game, 3, &line), Some("another number of moves"));
        assert_eq!(fault(&game, -2, &line), Some("the other player wins"));
        assert_eq!(fault(&game, 1, &line[..2]), Some("no win at its end"));
        assert_eq!(fault(&game, 2, &[line[0], line[0], line[2]]), Some("an illegal move"));
        assert_eq!(fault(&game, 2, &[&line[..], &line[..1]].concat()), Some("a move follows the end"));
    }

    /// White fills the h-file in the last frame, but Black has won two.
    #[test]
    fn the_loser_can_make_the_last_move() {
        let fen = "6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/4p1K1[PPPPPPPPppppppp] w - - 0 40 frame=3/3 won=0-2";
        let (game, line) = line::<HaLijnen>(Variant::Halijnen, fen, "g1h1");
        assert_eq!(fault(&game, -1, &line), None);
        assert_eq!(fault(&game, 1, &line), Some("the other player wins"));
    }

    #[test]
    fn searches_without_success_count_with_all_nodes() {
        let found = Attempt { win: Some(100), in_time: Some(200), fault: None };
        let late = Attempt { win: Some(500), in_time: None, fault: None };
        let attempts = vec![(win(2, Split::Held), found), (win(3, Split::Held), late)];
        let mut text = Vec::new();
        report(&attempts, 1000, true, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(
            lines,
            [
                ["chess", "held", "2", "1", "100.0%", "100.0%", "200", "200"],
                ["chess", "held", "3", "1", "100.0%", "0.0%", "1000", "1000"],
                ["chess", "held", "all", "2", "100.0%", "50.0%", "600", "600"],
            ]
        );
    }
}
