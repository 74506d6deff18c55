//! Results of the games of a schedule, as a table that spreadsheets read and write.

use std::collections::HashMap;

use csv::{ReaderBuilder, StringRecord};

use super::{Fault, FileFault, Pairing, Schedule};

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
}

impl Score {
    /// Reads a result, White's points first, as people and spreadsheets write it.
    ///
    /// # Errors
    /// The text is no result.
    pub fn parse(text: &str) -> Result<Score, Fault> {
        let plain: String = text
            .chars()
            .filter(|letter| !letter.is_whitespace())
            .map(|letter| if matches!(letter, '–' | '—' | '−' | ':') { '-' } else { letter })
            .collect();
        match plain.replace('½', "1/2").replace(',', ".").as_str() {
            "1-0" => Ok(Score::White),
            "0-1" => Ok(Score::Black),
            "1/2-1/2" | "0.5-0.5" | "1/2" => Ok(Score::Draw),
            _ => Err(Fault::Result(text.to_string())),
        }
    }

    /// As it is written.
    pub const fn text(self) -> &'static str {
        match self {
            Score::White => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
        }
    }

    /// Half points of White and of Black.
    pub const fn halves(self) -> (u32, u32) {
        match self {
            Score::White => (2, 0),
            Score::Black => (0, 2),
            Score::Draw => (1, 1),
        }
    }
}

/// The results known so far, in the order of the games of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    scores: Vec<Option<Score>>,
}

impl Results {
    /// No game is played yet.
    pub fn none(schedule: &Schedule) -> Results {
        Results { scores: vec![None; schedule.games.len()] }
    }

    /// The result of the game with this place in the schedule.
    pub fn of(&self, game: usize) -> Option<Score> {
        self.scores.get(game).copied().flatten()
    }

    /// The number of games with a result.
    pub fn played(&self) -> usize {
        self.scores.iter().flatten().count()
    }

    /// Reads a table with a header: `result`, and the game by `white` and `black` or by `round` and `table` (and `board`),
    /// or by all of them. Columns are separated by commas, semicolons or tabs; others are skipped. A row without a result
    /// must name a game as well.
    ///
    /// # Errors
    /// Names the line: no such game, another game than the names say, no result, or a second one.
    pub fn parse(schedule: &Schedule, text: &str) -> Result<Results, FileFault> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let separator = separator(text.lines().next().unwrap_or_default());
        let mut reader =
            ReaderBuilder::new().delimiter(separator).flexible(true).trim(csv::Trim::All).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| Fault::NotATable(error.to_string()).on_line(1))?;
        let columns = Columns::of(header).ok_or_else(|| Fault::Header.on_line(1))?;
        let games = Games::of(schedule);
        let mut results = Results::none(schedule);
        let mut lines = vec![0; schedule.games.len()];
        for row in reader.records() {
            let row = row.map_err(|error| Fault::NotATable(error.to_string()).in_file())?;
            let line = row.position().map_or(0, |position| line_of(text, position.byte() as usize));
            let game = games.find(&columns, &row).map_err(|fault| fault.on_line(line))?;
            let Some(score) = columns.text(&row, columns.result) else { continue };
            let score = Score::parse(score).map_err(|fault| fault.on_line(line))?;
            results.set(game, score).map_err(|_| {
                let twice = Fault::ResultTwice { game: schedule.players(&schedule.games[game]), first: lines[game] };
                twice.on_line(line)
            })?;
            lines[game] = line;
        }
        Ok(results)
    }

    /// Enters a result given as `ROUND.TABLE=RESULT`, with teams `ROUND.TABLE.BOARD=RESULT`; one that is there already
    /// is replaced.
    ///
    /// # Errors
    /// No such game, or no result.
    pub fn enter(&mut self, schedule: &Schedule, text: &str) -> Result<(), Fault> {
        let (place, score) = text.split_once('=').ok_or_else(|| Fault::NoGame(format!("`{text}`")))?;
        let score = Score::parse(score)?;
        let game = schedule.games.iter().position(|game| place.trim().eq_ignore_ascii_case(&short_place(game)));
        let game = game.ok_or_else(|| Fault::NoGame(format!("`{}`", place.trim())))?;
        self.scores[game] = Some(score);
        Ok(())
    }

    fn set(&mut self, game: usize, score: Score) -> Result<(), ()> {
        match self.scores[game].replace(score) {
            None => Ok(()),
            Some(_) => Err(()),
        }
    }

    /// The table of all games, ready to be filled in and read back.
    pub fn to_csv(&self, schedule: &Schedule) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut write = |row: &[&str]| writer.write_record(row).expect("a vector takes all rows");
        write(&["round", "table", "board", "white", "black", "result"]);
        for (number, game) in schedule.games.iter().enumerate() {
            let [round, table] = [game.round, game.table].map(|number| number.to_string());
            let board = game.board.map(|board| board.to_string()).unwrap_or_default();
            let score = self.of(number).map_or("", Score::text);
            write(&[&round, &table, &board, schedule.name(game.white), schedule.name(game.black), score]);
        }
        let bytes = writer.into_inner().expect("a vector takes all rows");
        String::from_utf8(bytes).expect("rows of text are text")
    }
}

/// The line of the record that begins at a byte of the text or, as the reader counts, at the line end or the blank lines
/// before it.
fn line_of(text: &str, byte: usize) -> usize {
    let rest = text.get(byte..).unwrap_or_default();
    let begin = text.len() - rest.trim_start_matches(['\r', '\n']).len();
    1 + text.get(..begin).unwrap_or_default().matches('\n').count()
}

/// The separator that a header uses most.
fn separator(header: &str) -> u8 {
    let count = |separator: &u8| header.bytes().filter(|byte| byte == separator).count();
    b",;\t".iter().copied().rev().max_by_key(count).unwrap_or(b',')
}

fn short_place(game: &Pairing) -> String {
    let place = format!("{}.{}", game.round, game.table);
    match game.board {
        Some(board) => format!("{place}.{board}"),
        None => place,
    }
}

/// Where the columns are.
struct Columns {
    result: usize,
    place: Option<[usize; 2]>,
    board: Option<usize>,
    names: Option<[usize; 2]>,
}

impl Columns {
    fn of(header: &StringRecord) -> Option<Columns> {
        let find = |name: &str| header.iter().position(|field| field.eq_ignore_ascii_case(name));
        let both = |a: &str, b: &str| Some([find(a)?, find(b)?]);
        let columns = Columns {
            result: find("result")?,
            place: both("round", "table"),
            board: find("board"),
            names: both("white", "black"),
        };
        (columns.place.is_some() || columns.names.is_some()).then_some(columns)
    }

    /// The text in a column, if there is any.
    fn text<'a>(&self, row: &'a StringRecord, column: usize) -> Option<&'a str> {
        row.get(column).filter(|text| !text.is_empty())
    }
}

/// The games of a schedule by place and by names.
struct Games<'a> {
    schedule: &'a Schedule,
    by_place: HashMap<String, usize>,
    by_names: HashMap<(String, String), usize>,
}

impl<'a> Games<'a> {
    fn of(schedule: &'a Schedule) -> Games<'a> {
        let names = |game: &Pairing| [game.white, game.black].map(|player| schedule.name(player).to_lowercase());
        let games = || schedule.games.iter().enumerate();
        Games {
            schedule,
            by_place: games().map(|(number, game)| (short_place(game).to_lowercase(), number)).collect(),
            by_names: games()
                .map(|(number, game)| {
                    let [white, black] = names(game);
                    ((white, black), number)
                })
                .collect(),
        }
    }

    /// The game that a row is about.
    fn find(&self, columns: &Columns, row: &StringRecord) -> Result<usize, Fault> {
        let place = columns.place.and_then(|[round, table]| self.place(columns, row, round, table));
        let given = columns.names.and_then(|[white, black]| {
            Some((columns.text(row, white)?.to_string(), columns.text(row, black)?.to_string()))
        });
        let by_names = match &given {
            Some((white, black)) => {
                let key = (white.to_lowercase(), black.to_lowercase());
                let named = || Fault::NoGame(format!("{white} - {black} (White first)"));
                Some(*self.by_names.get(&key).ok_or_else(named)?)
            }
            None => None,
        };
        let by_place = match &place {
            Some(place) => {
                let key = place.to_lowercase();
                Some(*self.by_place.get(&key).ok_or_else(|| Fault::NoGame(place.clone()))?)
            }
            None => None,
        };
        match (by_place, by_names, given) {
            (Some(place), Some(names), Some((white, black))) if place != names => {
                let game = &self.schedule.games[place];
                let scheduled = self.schedule.players(game);
                Err(Fault::OtherGame { place: game.place(), scheduled, given: format!("{white} - {black}") })
            }
            (Some(game), _, _) | (None, Some(game), _) => Ok(game),
            (None, None, _) => Err(Fault::NoGame("without names or place".to_string())),
        }
    }

    fn place(&self, columns: &Columns, row: &StringRecord, round: usize, table: usize) -> Option<String> {
        let place = format!("{}.{}", columns.text(row, round)?, columns.text(row, table)?);
        if !self.schedule.roster.teams {
            return Some(place);
        }
        let board: Option<&str> = columns.board.and_then(|board| columns.text(row, board));
        Some(board.map_or_else(|| place.clone(), |board| format!("{place}.{board}")))
    }
}

#[cfg(test)]
mod tests {
    use super::super::roster::Roster;
    use super::*;

    fn players() -> Schedule {
        Schedule::new(Roster::parse("Anna\nBob\nCarl\nDora", false).unwrap())
    }

    fn teams() -> Schedule {
        Schedule::new(Roster::parse("Rooks: Anna, Bob\nPawns: Carl, Dora\nKings: Eva, Fred", true).unwrap())
    }

    #[test]
    fn the_table_is_read_back_as_it_is_written() {
        for schedule in [players(), teams()] {
            let mut results = Results::none(&schedule);
            results.set(0, Score::White).unwrap();
            results.set(2, Score::Draw).unwrap();
            let text = results.to_csv(&schedule);
            assert_eq!(Results::parse(&schedule, &text), Ok(results.clone()), "{text}");
            assert_eq!(results.played(), 2);
        }
    }

    #[test]
    fn a_table_may_name_the_players_or_the_place_and_use_any_separator() {
        let schedule = players();
        let game = schedule.games[0];
        let [white, black] = [game.white, game.black].map(|player| schedule.name(player));
        for text in [
            format!("white,black,result\n{white},{black},1-0\n"),
            format!("Result;White;Black;Remark\r\n1 – 0;{white};{};ok\r\n", black.to_uppercase()),
            "round\ttable\tresult\n1\t1\t1:0\n1\t2\t\n".to_string(),
        ] {
            let results = Results::parse(&schedule, &text).unwrap();
            assert_eq!((results.of(0), results.played()), (Some(Score::White), 1), "{text}");
        }
    }

    #[track_caller]
    fn refuses(schedule: &Schedule, text: &str, message: &str) {
        assert_eq!(Results::parse(schedule, text).unwrap_err().to_string(), message);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let schedule = players();
        refuses(
            &schedule,
            "white,black,result\nAnna,Zoe,1-0\n",
            "line 2: there is no game Anna - Zoe (White first) in this schedule",
        );
        refuses(&schedule, "round,table,result\n1,1,1-0\n9,1,1-0\n", "line 3: there is no game 9.1 in this schedule");
        refuses(&schedule, "round,table,result\n1,1,2-0\n", "line 2: `2-0` is not a result: write 1-0, 0-1 or 1/2-1/2");
        let twice = "round,table,result\n1,1,1-0\n\n1,1,0-1\n";
        let game = schedule.players(&schedule.games[0]);
        let crlf = twice.replace('\n', "\r\n");
        refuses(&schedule, &crlf, &format!("line 4: {game} already has a result on line 2"));
        refuses(&schedule, twice, &format!("line 4: {game} already has a result on line 2"));
        let header = "line 1: the header has no column `result`, or neither `white` and `black` nor `round` and `table` (with teams `board` too)";
        refuses(&schedule, "white,result\n", header);
        refuses(&schedule, "", header);
        let other = schedule.games[1];
        let row = format!("1,1,{},{},1-0", schedule.name(other.white), schedule.name(other.black));
        let message = format!("line 2: round 1, table 1 is {game}, not {}", schedule.players(&other));
        refuses(&schedule, &format!("round,table,white,black,result\n{row}\n"), &message);
    }

    #[test]
    fn results_are_entered_by_place() {
        let schedule = teams();
        let mut results = Results::none(&schedule);
        results.enter(&schedule, "1.1.b=½-½").unwrap();
        results.enter(&schedule, "1.1.A = 1-0").unwrap();
        assert_eq!((results.of(0), results.of(1)), (Some(Score::White), Some(Score::Draw)));
        assert_eq!(results.enter(&schedule, "1.1=1-0"), Err(Fault::NoGame("`1.1`".to_string())));
        assert_eq!(results.enter(&schedule, "1.1.A=win"), Err(Fault::Result("win".to_string())));
    }
}
