//! A schedule with its results as plain text and as a page to print.

use std::fmt::Write as _;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::results::Results;
use super::rotation::Table;
use super::standings::{Row, cross_table, decimal, points, standings};
use super::{Board, Schedule};

/// A schedule and what has been played of it.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The schedule.
    pub schedule: &'a Schedule,
    /// The results.
    pub results: &'a Results,
}

/// One table of one round, in words.
struct Line {
    table: usize,
    above: String,
    below: String,
    result: String,
}

impl Report<'_> {
    /// The rounds, and the standings once there is a result.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for number in 1..=self.schedule.rounds.len() {
            let _ = writeln!(text, "Round {number}");
            let header = ["table", "above", "below", "result"].map(str::to_string);
            let lines = self.lines(number).into_iter();
            let rows = lines.map(|line| [line.table.to_string(), line.above, line.below, line.result]);
            text += &columns(&std::iter::once(header).chain(rows).collect::<Vec<_>>());
            for remark in self.remarks(number) {
                let _ = writeln!(text, "{remark}");
            }
            text.push('\n');
        }
        if self.results.played() == 0 {
            return text;
        }
        let _ = writeln!(text, "Standings ({})", self.progress());
        let header = ["", "name", "points", "games", "won", "drawn", "lost", "S-B"].map(str::to_string);
        let rows = standings(self.schedule, self.results).into_iter().map(|row| {
            let [won, drawn, lost] = row.won_drawn_lost.map(|games| games.to_string());
            let name = self.name_with_players(row.participant);
            let total = points(row.halves);
            let tie_break = decimal(row.sonneborn_berger);
            [row.rank.to_string(), name, total, row.games.to_string(), won, drawn, lost, tie_break]
        });
        text + &columns(&std::iter::once(header).chain(rows).collect::<Vec<_>>())
    }

    /// A page to print, complete in itself.
    pub fn html(&self, title: &str) -> String {
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    style { (PreEscaped(STYLE)) }
                }
                body {
                    h1 { (title) }
                    @if self.results.played() > 0 {
                        (self.html_standings())
                        (self.html_cross_table())
                    }
                    @for number in 1..=self.schedule.rounds.len() {
                        (self.html_round(number))
                    }
                }
            }
        };
        page.into_string()
    }

    fn html_round(&self, number: usize) -> Markup {
        html! {
            section {
                h2 { "Round " (number) }
                table {
                    thead { tr { th { "Table" } th { "Above" } th { "Below" } th { "Result" } } }
                    tbody {
                        @for line in self.lines(number) {
                            tr {
                                td.number { (line.table) }
                                td { (line.above) }
                                td { (line.below) }
                                td.result { (line.result) }
                            }
                        }
                    }
                }
                @for remark in self.remarks(number) { p { (remark) } }
            }
        }
    }

    fn html_standings(&self) -> Markup {
        html! {
            section {
                h2 { "Standings" }
                p { (self.progress()) }
                table {
                    thead {
                        tr {
                            th { "#" } th { "Name" } th { "Points" } th { "Games" } th { "Won" } th { "Drawn" }
                            th { "Lost" } th { abbr title="Sonneborn-Berger score" { "S-B" } }
                        }
                    }
                    tbody {
                        @for row in standings(self.schedule, self.results) {
                            tr {
                                td.number { (row.rank) }
                                td { (self.name_with_players(row.participant)) }
                                td.number { (points(row.halves)) }
                                td.number { (row.games) }
                                @for games in row.won_drawn_lost { td.number { (games) } }
                                td.number { (decimal(row.sonneborn_berger)) }
                            }
                        }
                    }
                }
            }
        }
    }

    fn html_cross_table(&self) -> Markup {
        let rows: Vec<Row> = standings(self.schedule, self.results);
        let cross = cross_table(self.schedule, self.results);
        html! {
            section {
                h2 { "Cross table" }
                table {
                    thead {
                        tr {
                            th { "#" } th { "Name" }
                            @for place in 1..=rows.len() { th { (place) } }
                        }
                    }
                    tbody {
                        @for (place, row) in (1..).zip(&rows) {
                            tr {
                                td.number { (place) }
                                td { (self.schedule.participant(row.participant)) }
                                @for other in &rows {
                                    @if other.participant == row.participant {
                                        td.self {}
                                    } @else {
                                        td.number {
                                            @if let Some(halves) = cross[row.participant][other.participant] {
                                                (points(halves))
                                            }
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    fn progress(&self) -> String {
        format!("{} of {} games played", self.results.played(), self.schedule.games.len())
    }

    /// The tables of a round.
    fn lines(&self, number: usize) -> Vec<Line> {
        let round = &self.schedule.rounds[number - 1];
        let line = |(table, seats): (usize, &Table)| Line {
            table,
            above: self.seat(seats.above, seats.white_above),
            below: self.seat(seats.below, !seats.white_above),
            result: self.result(number, table),
        };
        (1..).zip(&round.tables).map(line).collect()
    }

    /// Who sits there and with which colour; of a team both players.
    fn seat(&self, participant: usize, white: bool) -> String {
        let color = |white: bool| if white { "White" } else { "Black" };
        let participant = &self.schedule.roster.participants[participant];
        match &participant.players[..] {
            [first, second] => {
                format!("{}: {first} ({}), {second} ({})", participant.name, color(white), color(!white))
            }
            _ => format!("{} ({})", participant.name, color(white)),
        }
    }

    /// The results at a table, White's points first.
    fn result(&self, round: usize, table: usize) -> String {
        let games = self.schedule.games.iter().enumerate();
        let here = games.filter(|(_, game)| (game.round, game.table) == (round, table));
        let texts = here.filter_map(|(number, game)| {
            let score = self.results.of(number)?.text();
            Some(match game.board {
                Some(board @ (Board::A | Board::B)) => format!("{board}: {score}"),
                None => score.to_string(),
            })
        });
        texts.collect::<Vec<_>>().join(", ")
    }

    /// Who sits out, and what is to be done with a board after the round.
    fn remarks(&self, number: usize) -> Vec<String> {
        let schedule = self.schedule;
        let bye = schedule.rounds[number - 1].bye;
        let mut remarks: Vec<String> =
            bye.map(|participant| format!("{} sits out.", schedule.participant(participant))).into_iter().collect();
        if let Some(table) = schedule.turned_table().filter(|_| number < schedule.rounds.len()) {
            let boards = if schedule.roster.teams { "both boards" } else { "the board" };
            remarks.push(format!("After this round turn {boards} at table {table}."));
        }
        remarks
    }

    fn name_with_players(&self, participant: usize) -> String {
        let participant = &self.schedule.roster.participants[participant];
        match &participant.players[..] {
            [first, second] if participant.name != format!("{first} & {second}") => {
                format!("{} ({first}, {second})", participant.name)
            }
            _ => participant.name.clone(),
        }
    }
}

/// Lays out rows in columns, two blanks apart.
fn columns<const N: usize>(rows: &[[String; N]]) -> String {
    let widths: [usize; N] =
        std::array::from_fn(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0));
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        text += line.trim_end();
        text.push('\n');
    }
    text
}

const STYLE: &str = "\
body { font: 11pt/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em; }
table { border-collapse: collapse; width: 100%; }
th, td { border-bottom: 1px solid #999; padding: .25em .6em; text-align: left; }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.result { min-width: 7em; }
.self { background: #bbb; }
section { break-inside: avoid; }
@media print { body { margin: 0; max-width: none; } }
";

#[cfg(test)]
mod tests {
    use super::super::roster::Roster;
    use super::*;

    #[test]
    fn text_shows_seats_colours_who_sits_out_and_which_board_is_turned() {
        let odd = Schedule::new(Roster::parse("Anna\nBob\nCarl", false).unwrap());
        let results = Results::none(&odd);
        let text = Report { schedule: &odd, results: &results }.text();
        let first = "Round 1\ntable  above         below         result\n\
                     1      Anna (White)  Carl (Black)\nBob sits out.\n\nRound 2\n";
        assert!(text.starts_with(first), "{text}");
        let even = Schedule::new(Roster::parse("X: Anna, Bob\nY: Carl, Dora\nEva, Fred\nGea, Hans", true).unwrap());
        let mut results = Results::none(&even);
        results.enter(&even, "1.1.A=1-0").unwrap();
        let text = Report { schedule: &even, results: &results }.text();
        assert!(text.contains("1      X: Anna (White), Bob (Black)"), "{text}");
        assert!(text.contains("A: 1-0\n"), "{text}");
        assert_eq!(text.matches("After this round turn both boards at table 2.").count(), 2, "{text}");
        assert!(text.contains("Standings (1 of 12 games played)"), "{text}");
        assert!(text.contains("1  X (Anna, Bob)"), "{text}");
    }

    #[test]
    fn names_in_the_page_are_text_not_markup() {
        let schedule = Schedule::new(Roster::parse("<b>Anna\nBob & Co", false).unwrap());
        let mut results = Results::none(&schedule);
        results.enter(&schedule, "1.1=0-1").unwrap();
        let page = Report { schedule: &schedule, results: &results }.html("Thursday <1>");
        assert!(page.contains("&lt;b&gt;Anna (White)") && page.contains("Bob &amp; Co"), "{page}");
        assert!(page.contains("<h1>Thursday &lt;1&gt;</h1>") && page.contains("Cross table"), "{page}");
        assert!(!page.contains("<b>"), "{page}");
    }
}
