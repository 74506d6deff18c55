//! How a match ended, read from what servers say of it in words.

use movegen::pair::Team;

use super::{BpgnGame, Seat};

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A team won it.
    Won(Team),
    /// Nobody did.
    Drawn,
    /// It was broken off.
    Unfinished,
}

impl Outcome {
    /// The result for White-A's team.
    pub fn result(self) -> &'static str {
        match self {
            Outcome::Won(Team::One) => "1-0",
            Outcome::Won(Team::Two) => "0-1",
            Outcome::Drawn => "1/2-1/2",
            Outcome::Unfinished => "*",
        }
    }
}

/// What FICS says after the name of a player who lost.
const LOSES: [&str; 6] = ["checkmated", "forfeits", "resigns", "resigned", "loses", "ran out of time"];

/// Reads words like `Delta checkmated`, `Bravo & Charlie won: ...` or
/// `A: Alpha won by resignation (resigned); B: Delta won with their partner`; `None` if they say nothing of the end, or
/// not whose it was.
pub(super) fn read(text: &str, game: &BpgnGame) -> Option<Outcome> {
    let decided = text.split(';').find_map(|part| {
        let part = part.trim();
        let (board, part) = match part.split_once(": ") {
            Some(("A", rest)) => (Some(0), rest),
            Some(("B", rest)) => (Some(1), rest),
            _ => (None, part),
        };
        let seats = || Seat::ALL.into_iter().filter(move |seat| board.is_none_or(|board| seat.board == board));
        winners(part, game, seats()).or_else(|| losers(part, game, seats()).map(|team| !team))
    });
    if let Some(team) = decided {
        return Some(Outcome::Won(team));
    }
    let says = |wanted: &[&str]| {
        let mut words = text.split(|c: char| !c.is_alphanumeric());
        words.any(|word| wanted.iter().any(|wanted| wanted.eq_ignore_ascii_case(word)))
    };
    if says(&["aborted", "adjourned"]) {
        Some(Outcome::Unfinished)
    } else {
        says(&["draw", "drawn"]).then_some(Outcome::Drawn)
    }
}

/// The team of whom `NAME won`, `NAME & NAME won` or `NAME's partner won` speaks.
fn winners(text: &str, game: &BpgnGame, seats: impl Iterator<Item = Seat> + Clone) -> Option<Team> {
    let (subject, _) = text.split_once(" won")?;
    let names: Vec<&str> = subject.split(" & ").map(|name| name.strip_suffix("'s partner").unwrap_or(name)).collect();
    // A team of whom all the names are. The seats of one board hold one player of each.
    the_only(Team::ALL.into_iter().filter(|&team| {
        let players: Vec<&str> =
            seats.clone().filter(|seat| seat.team() == team).filter_map(|seat| game.tag(seat.tag())).collect();
        names.iter().all(|name| players.contains(name))
            && (names.len() == 1 || players.iter().all(|player| names.contains(player)))
    }))
}

/// The team of the player of whom `NAME checkmated` and the like speak.
fn losers(text: &str, game: &BpgnGame, seats: impl Iterator<Item = Seat>) -> Option<Team> {
    let loses = |name: &str| {
        let rest = text.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
        rest.is_some_and(|rest| LOSES.iter().any(|word| rest.starts_with(word)) && !rest.contains(" has no "))
    };
    let mut teams: Vec<Team> = seats.filter(|seat| game.tag(seat.tag()).is_some_and(loses)).map(Seat::team).collect();
    teams.dedup();
    the_only(teams.into_iter())
}

fn the_only(mut teams: impl Iterator<Item = Team>) -> Option<Team> {
    let first = teams.next()?;
    teams.all(|team| team == first).then_some(first)
}
