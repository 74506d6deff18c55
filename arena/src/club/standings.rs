//! Who has scored how much.

use super::results::Results;
use super::{Player, Schedule};

/// A line of the standings. Points are counted in halves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The place, from 1; equal ones share it.
    pub rank: usize,
    /// The participant.
    pub participant: usize,
    /// Games with a result; for a team, of both players.
    pub games: u32,
    /// Games won, drawn and lost.
    pub won_drawn_lost: [u32; 3],
    /// Half points.
    pub halves: u32,
    /// Sonneborn-Berger score in quarters: for each opponent the half points scored against it, times its own.
    pub sonneborn_berger: u32,
}

/// The standings: by points, then by the Sonneborn-Berger score. The points of both boards add up for a team, and for each
/// of its players.
pub fn standings(schedule: &Schedule, results: &Results) -> Vec<Row> {
    let count = schedule.roster.participants.len();
    let mut rows: Vec<Row> = (0..count)
        .map(|participant| Row {
            rank: 0,
            participant,
            games: 0,
            won_drawn_lost: [0; 3],
            halves: 0,
            sonneborn_berger: 0,
        })
        .collect();
    let cross = cross_table(schedule, results);
    for (number, game) in schedule.games.iter().enumerate() {
        let Some(score) = results.of(number) else { continue };
        let (white, black) = score.halves();
        for (Player { participant, .. }, halves) in [(game.white, white), (game.black, black)] {
            let row = &mut rows[participant];
            row.games += 1;
            row.halves += halves;
            row.won_drawn_lost[2 - halves as usize] += 1;
        }
    }
    let totals: Vec<u32> = rows.iter().map(|row| row.halves).collect();
    for row in &mut rows {
        let against = cross[row.participant].iter().zip(&totals);
        row.sonneborn_berger = against.map(|(scored, total)| scored.unwrap_or(0) * total).sum();
    }
    rows.sort_by_key(|row| (std::cmp::Reverse((row.halves, row.sonneborn_berger)), row.participant));
    for place in 0..rows.len() {
        let tied = place > 0
            && (rows[place].halves, rows[place].sonneborn_berger)
                == (rows[place - 1].halves, rows[place - 1].sonneborn_berger);
        rows[place].rank = if tied { rows[place - 1].rank } else { place + 1 };
    }
    rows
}

/// The half points of each participant (row) against each other one (column); `None` where they have not played.
pub fn cross_table(schedule: &Schedule, results: &Results) -> Vec<Vec<Option<u32>>> {
    let count = schedule.roster.participants.len();
    let mut cross = vec![vec![None; count]; count];
    for (number, game) in schedule.games.iter().enumerate() {
        let Some(score) = results.of(number) else { continue };
        let (white, black) = score.halves();
        let (first, second) = (game.white.participant, game.black.participant);
        *cross[first][second].get_or_insert(0) += white;
        *cross[second][first].get_or_insert(0) += black;
    }
    cross
}

/// Points as people write them: `3`, `3½`, `½`.
pub fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// A Sonneborn-Berger score as a decimal number.
pub fn decimal(quarters: u32) -> String {
    let text = format!("{:.2}", f64::from(quarters) / 4.0);
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::super::roster::Roster;
    use super::*;

    #[test]
    fn points_of_both_boards_add_up_for_a_team() {
        let schedule = Schedule::new(Roster::parse("Rooks: Anna, Bob\nPawns: Carl, Dora", true).unwrap());
        let mut results = Results::none(&schedule);
        results.enter(&schedule, "1.1.A=1-0").unwrap();
        results.enter(&schedule, "1.1.B=1/2-1/2").unwrap();
        let rows = standings(&schedule, &results);
        let winner = schedule.games[0].white.participant;
        assert_eq!((rows[0].participant, rows[0].rank, rows[0].halves), (winner, 1, 3));
        assert_eq!((rows[0].won_drawn_lost, rows[1].won_drawn_lost), ([1, 1, 0], [0, 1, 1]));
        assert_eq!((rows[1].rank, rows[1].halves, rows[1].games), (2, 1, 2));
        assert_eq!([points(rows[0].halves), points(rows[1].halves), points(4)], ["1½", "½", "2"]);
    }

    #[test]
    fn equal_points_are_told_apart_by_sonneborn_berger_and_else_share_a_rank() {
        // A beats B and C beats D, then A - C and B - D are drawn.
        let schedule = Schedule::new(Roster::parse("A\nB\nC\nD", false).unwrap());
        let mut text = "white,black,result\n".to_string();
        for game in &schedule.games {
            let [white, black] = [game.white, game.black].map(|player| schedule.name(player));
            let result = match (white, black) {
                ("A", "B") | ("C", "D") => "1-0",
                ("B", "A") | ("D", "C") => "0-1",
                ("A", "C") | ("C", "A") | ("B", "D") | ("D", "B") => "1/2-1/2",
                _ => "",
            };
            text += &format!("{white},{black},{result}\n");
        }
        let results = Results::parse(&schedule, &text).unwrap();
        let rows = standings(&schedule, &results);
        let ranks: Vec<(usize, &str)> =
            rows.iter().map(|row| (row.rank, schedule.participant(row.participant))).collect();
        assert_eq!(ranks, [(1, "A"), (1, "C"), (3, "B"), (3, "D")]);
        // In half points: a win over one who has 1, a draw with one who has 3.
        assert_eq!(rows[0].sonneborn_berger, 2 + 3);
        assert_eq!((decimal(5), decimal(8), decimal(6)), ("1.25".to_string(), "2".to_string(), "1.5".to_string()));
    }
}
