//! Who takes part: players, or teams of two (rules.md 5).

use std::collections::HashMap;

use super::rotation::PARTICIPANTS;
use super::{Fault, FileFault};

/// A participant: a player, or a team of two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Participant {
    /// The name of the player or of the team.
    pub name: String,
    /// The names of those who play: one, or the first and the second of a team.
    pub players: Vec<String>,
}

/// All participants, in the order in which they first sit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// The participants, 2 to 60.
    pub participants: Vec<Participant>,
    /// Whether they are teams of two, at tables of two boards.
    pub teams: bool,
}

impl Roster {
    /// Participants without names: players 1, 2, ...; teams 1, 2, ... with players 1a and 1b, 2a and 2b, ...
    ///
    /// # Errors
    /// The number is not between 2 and 60.
    pub fn numbered(participants: usize, teams: bool) -> Result<Roster, Fault> {
        if !PARTICIPANTS.contains(&participants) {
            return Err(Fault::Participants(participants));
        }
        let name = |number: usize| {
            let players =
                if teams { vec![format!("{number}a"), format!("{number}b")] } else { vec![number.to_string()] };
            Participant { name: number.to_string(), players }
        };
        Ok(Roster { participants: (1..=participants).map(name).collect(), teams })
    }

    /// Reads names, one participant on each line: a player's name, or for a team `TEAM: FIRST, SECOND` or
    /// `FIRST, SECOND`. Blank lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// Names the line: a name that stands twice, a team that has not two players; or there are too few or too many.
    pub fn parse(text: &str, teams: bool) -> Result<Roster, FileFault> {
        let mut participants = Vec::new();
        let mut seen = HashMap::new();
        for (number, line) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(text).lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let participant = Participant::parse(line, teams).map_err(|fault| fault.on_line(number))?;
            let team = teams.then_some(&participant.name);
            for name in team.into_iter().chain(&participant.players) {
                if let Some(first) = seen.insert(name.to_lowercase(), number) {
                    return Err(Fault::NameTwice { name: name.clone(), first }.on_line(number));
                }
            }
            participants.push(participant);
        }
        if !PARTICIPANTS.contains(&participants.len()) {
            return Err(Fault::Participants(participants.len()).in_file());
        }
        Ok(Roster { participants, teams })
    }
}

impl Participant {
    fn parse(line: &str, teams: bool) -> Result<Participant, Fault> {
        if !teams {
            return Ok(Participant { name: line.to_string(), players: vec![line.to_string()] });
        }
        let (team, players) = match line.split_once(':') {
            Some((team, players)) => (Some(team.trim()), players),
            None => (None, line),
        };
        let players: Vec<String> = players.split(',').map(|name| name.trim().to_string()).collect();
        let [first, second] = &players[..] else { return Err(Fault::NotATeam(line.to_string())) };
        if first.is_empty() || second.is_empty() || team == Some("") {
            return Err(Fault::NotATeam(line.to_string()));
        }
        let name = team.map_or_else(|| format!("{first} & {second}"), str::to_string);
        Ok(Participant { name, players })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_teams_are_read() {
        let players = Roster::parse("\u{feff}# evening\nAnna\n\n  Bob \r\nCarl\n", false).unwrap();
        let names: Vec<&str> = players.participants.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["Anna", "Bob", "Carl"]);
        let teams = Roster::parse("De Torens: Anna, Bob\nCarl,Dora", true).unwrap();
        assert_eq!(teams.participants[0].name, "De Torens");
        assert_eq!(teams.participants[1].name, "Carl & Dora");
        assert_eq!(teams.participants[1].players, ["Carl", "Dora"]);
    }

    #[track_caller]
    fn refuses(text: &str, teams: bool, message: &str) {
        assert_eq!(Roster::parse(text, teams).unwrap_err().to_string(), message);
    }

    #[test]
    fn a_name_that_stands_twice_is_named_with_both_lines() {
        refuses("Anna\nBob\nanna\n", false, "line 3: `anna` is already on line 1");
        refuses("Anna, Bob\nCarl, Anna\n", true, "line 2: `Anna` is already on line 1");
        refuses("Anna, Anna\nCarl, Dora\n", true, "line 1: `Anna` is already on line 1");
    }

    #[test]
    fn what_is_no_team_is_named() {
        let why = "is not a team: write `TEAM: FIRST, SECOND` or `FIRST, SECOND`";
        refuses("Anna, Bob\nCarl\n", true, &format!("line 2: `Carl` {why}"));
        refuses("X: Anna, Bob, Carl\n", true, &format!("line 1: `X: Anna, Bob, Carl` {why}"));
    }

    #[test]
    fn a_schedule_needs_two_participants_and_has_room_for_sixty() {
        refuses("Anna\n", false, "a schedule has 2 to 60 participants, not 1");
        assert!(Roster::numbered(60, false).is_ok());
        assert!(Roster::numbered(61, true).is_err());
    }
}
