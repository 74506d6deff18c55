//! Lines from the GUI, read into commands.
//!
//! Blanks, tabs and a carriage return at the end do not matter. Words before the first known command are
//! skipped (`joho debug on` is `debug on`), unknown words within a command are ignored. A line is obeyed
//! whole or not at all.

use thiserror::Error;

use engine::options::whole_number;
use movegen::fen::START_BOTH;

/// What a line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// `uci`
    Uci,
    /// `debug on|off`
    Debug(bool),
    /// `isready`
    IsReady,
    /// `setoption name N [value V]`
    SetOption {
        /// The name, its words joined by single blanks.
        name: String,
        /// Everything after `value`; `None` if that word is missing.
        value: Option<String>,
    },
    /// `register ...`: nothing to do.
    Register,
    /// `ucinewgame`
    NewGame,
    /// `position startpos|startpos2|fen F [moves ...]`
    Position {
        /// Where the game starts.
        origin: Origin,
        /// The moves played from there.
        moves: Vec<String>,
    },
    /// `go ...`
    Go(Box<Go>),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `d`: show the board.
    Display,
    /// `bench [DEPTH]`
    Bench(Option<i64>),
    /// `eval`: show the static evaluation.
    Eval,
    /// `quit`
    Quit,
}

/// Where the game of a `position` command starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// The start position of the current variant.
    Start,
    /// The start position of the current variant on both boards.
    StartBoth,
    /// This FEN.
    Fen(String),
}

/// The parameters of `go`, as written; a missing one is `None`. Numbers too large are the largest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    /// `searchmoves`: the texts up to the next keyword.
    pub(crate) search_moves: Vec<String>,
    /// `ponder`
    pub(crate) ponder: bool,
    /// `infinite`
    pub(crate) infinite: bool,
    /// `wtime` and `btime`, in milliseconds.
    pub(crate) time: [Option<i64>; 2],
    /// `winc` and `binc`, in milliseconds.
    pub(crate) increment: [Option<i64>; 2],
    /// `wtime2` and `btime2`: the clocks of board B, in milliseconds.
    pub(crate) time_b: [Option<i64>; 2],
    /// `winc2` and `binc2`: its increments, in milliseconds.
    pub(crate) increment_b: [Option<i64>; 2],
    /// `movestogo`
    pub(crate) moves_to_go: Option<i64>,
    /// `depth`, in plies.
    pub(crate) depth: Option<i64>,
    /// `nodes`
    pub(crate) nodes: Option<i64>,
    /// `mate`, in moves.
    pub(crate) mate: Option<i64>,
    /// `movetime`, in milliseconds.
    pub(crate) movetime: Option<i64>,
    /// `perft`, in plies.
    pub(crate) perft: Option<i64>,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ParseError {
    /// No word of the line is a command.
    #[error("unknown command `{0}`")]
    Unknown(String),
    /// `debug` without `on` or `off`.
    #[error("debug: neither `on` nor `off`")]
    Debug,
    /// `setoption` without a name.
    #[error("setoption: no `name`")]
    NoName,
    /// `position` with neither `startpos`, `startpos2` nor `fen`.
    #[error("position: neither `startpos`, `startpos2` nor `fen`")]
    NoOrigin,
    /// `go` with a parameter whose value is missing or no whole number. The search that was asked for still
    /// needs its answer, so the rest of the line comes along.
    #[error("go {parameter}: {}", match .value { Some(text) => format!("`{text}` is not a whole number"), None => "the number is missing".to_string() })]
    GoNumber {
        /// Which parameter.
        parameter: &'static str,
        /// What stands in the place of the number.
        value: Option<String>,
        /// Whether the answer must wait for `stop` (`infinite`).
        infinite: bool,
        /// Whether the answer must wait for `ponderhit` or `stop`.
        ponder: bool,
    },
}

/// Reads a line; `Ok(None)` if it is blank.
///
/// # Errors
/// Names the word that is wrong or missing.
pub(crate) fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let Some(&first) = words.first() else { return Ok(None) };
    let mut rest = words.as_slice();
    while let Some((&word, arguments)) = rest.split_first() {
        if let Some(command) = parse_command(word, arguments) {
            return command.map(Some);
        }
        rest = arguments;
    }
    Err(ParseError::Unknown(first.to_string()))
}

/// The command that starts with this word; `None` if no command does.
fn parse_command(word: &str, arguments: &[&str]) -> Option<Result<Command, ParseError>> {
    Some(match word {
        "uci" => Ok(Command::Uci),
        "debug" => parse_debug(arguments),
        "isready" => Ok(Command::IsReady),
        "setoption" => parse_option(arguments),
        "register" => Ok(Command::Register),
        "ucinewgame" => Ok(Command::NewGame),
        "position" => parse_position(arguments),
        "go" => parse_go(arguments).map(|go| Command::Go(Box::new(go))),
        "stop" => Ok(Command::Stop),
        "ponderhit" => Ok(Command::PonderHit),
        "d" => Ok(Command::Display),
        "bench" => Ok(Command::Bench(arguments.iter().find_map(|word| whole_number(word)))),
        "eval" => Ok(Command::Eval),
        "quit" => Ok(Command::Quit),
        _ => return None,
    })
}

fn parse_debug(arguments: &[&str]) -> Result<Command, ParseError> {
    let switch = arguments.iter().find_map(|&word| match word {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    });
    switch.map(Command::Debug).ok_or(ParseError::Debug)
}

fn parse_option(arguments: &[&str]) -> Result<Command, ParseError> {
    let mut after_name = arguments.iter().skip_while(|&&word| word != "name").skip(1).peekable();
    let mut name = Vec::new();
    while let Some(&&word) = after_name.peek() {
        if word == "value" {
            break;
        }
        name.push(word);
        after_name.next();
    }
    if name.is_empty() {
        return Err(ParseError::NoName);
    }
    let value = after_name.next().map(|_| after_name.copied().collect::<Vec<_>>().join(" "));
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn parse_position(arguments: &[&str]) -> Result<Command, ParseError> {
    let mut words = arguments.iter().copied().skip_while(|word| !matches!(*word, "startpos" | START_BOTH | "fen"));
    let keyword = words.next().ok_or(ParseError::NoOrigin)?;
    let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let origin = match keyword {
        "fen" => Origin::Fen(fields.join(" ")),
        START_BOTH => Origin::StartBoth,
        _ => Origin::Start,
    };
    Ok(Command::Position { origin, moves: words.map(str::to_string).collect() })
}

/// The keywords of `go`; a list of `searchmoves` ends at one.
fn is_go_keyword(word: &str) -> bool {
    matches!(word, "searchmoves" | "ponder" | "infinite") || NUMBERED.iter().any(|&(keyword, ..)| keyword == word)
}

/// Where the number of a parameter goes.
type Place = fn(&mut Go) -> &mut Option<i64>;

/// Reads a number.
type Read = fn(&str) -> Option<i64>;

/// The keywords of `go` that a number follows.
const NUMBERED: [(&str, Read, Place); 14] = [
    ("wtime", milliseconds, |go| &mut go.time[0]),
    ("btime", milliseconds, |go| &mut go.time[1]),
    ("winc", milliseconds, |go| &mut go.increment[0]),
    ("binc", milliseconds, |go| &mut go.increment[1]),
    ("wtime2", milliseconds, |go| &mut go.time_b[0]),
    ("btime2", milliseconds, |go| &mut go.time_b[1]),
    ("winc2", milliseconds, |go| &mut go.increment_b[0]),
    ("binc2", milliseconds, |go| &mut go.increment_b[1]),
    ("movestogo", whole_number, |go| &mut go.moves_to_go),
    ("depth", whole_number, |go| &mut go.depth),
    ("nodes", whole_number, |go| &mut go.nodes),
    ("mate", whole_number, |go| &mut go.mate),
    ("movetime", milliseconds, |go| &mut go.movetime),
    ("perft", whole_number, |go| &mut go.perft),
];

/// A time, also with a fraction as scripts that reckon in floating point write it (`1000.5`); whole milliseconds count.
fn milliseconds(text: &str) -> Option<i64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    whole_number(whole).filter(|_| !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit()))
}

fn parse_go(arguments: &[&str]) -> Result<Go, ParseError> {
    let mut go = Go::default();
    let mut fault = None;
    let mut words = arguments.iter().copied().peekable();
    while let Some(word) = words.next() {
        match word {
            "ponder" => go.ponder = true,
            "infinite" => go.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|text| !is_go_keyword(text)) {
                    go.search_moves.push(text.to_string());
                }
            }
            _ => {
                let Some((parameter, read, place)) = NUMBERED.into_iter().find(|&(keyword, ..)| keyword == word) else {
                    continue;
                };
                let text = words.next_if(|text| !is_go_keyword(text));
                match text.and_then(read) {
                    Some(number) => *place(&mut go) = Some(number),
                    None => fault = fault.or(Some((parameter, text))),
                }
            }
        }
    }
    match fault {
        None => Ok(go),
        Some((parameter, text)) => Err(ParseError::GoNumber {
            parameter,
            value: text.map(str::to_string),
            infinite: go.infinite,
            ponder: go.ponder,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    fn go(line: &str) -> Go {
        match command(line) {
            Command::Go(go) => *go,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn blanks_tabs_and_carriage_returns_do_not_matter() {
        assert_eq!(parse(" \t \r\n"), Ok(None));
        assert_eq!(command("\t isready \r\n"), Command::IsReady);
        assert_eq!(command("  go   depth\t5 \r"), command("go depth 5"));
    }

    #[test]
    fn words_before_the_command_are_skipped() {
        assert_eq!(command("joho debug on"), Command::Debug(true));
        assert_eq!(parse("joho  duh"), Err(ParseError::Unknown("joho".into())));
    }

    #[test]
    fn option_names_and_values_may_contain_blanks() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_string(),
            value: value.map(str::to_string),
        };
        assert_eq!(command("setoption name Clear  Hash"), option("Clear Hash", None));
        assert_eq!(
            command("setoption name UCI_Opponent value GM 2800 human  Gary value"),
            option("UCI_Opponent", Some("GM 2800 human Gary value"))
        );
        assert_eq!(command("setoption name X value"), option("X", Some("")));
        assert_eq!(parse("setoption"), Err(ParseError::NoName));
        assert_eq!(parse("setoption name value 3"), Err(ParseError::NoName));
    }

    #[test]
    fn positions_with_and_without_moves() {
        let position = |origin, moves: &[&str]| Command::Position {
            origin,
            moves: moves.iter().map(|mv| mv.to_string()).collect(),
        };
        assert_eq!(command("position startpos"), position(Origin::Start, &[]));
        assert_eq!(command("position startpos moves"), position(Origin::Start, &[]));
        assert_eq!(command("position startpos moves e2e4 N@f3"), position(Origin::Start, &["e2e4", "N@f3"]));
        assert_eq!(command("position fen 8/8  w - moves e7e8q"), position(Origin::Fen("8/8 w -".into()), &["e7e8q"]));
        assert_eq!(command("position startpos2 moves 1e2e4"), position(Origin::StartBoth, &["1e2e4"]));
        assert_eq!(command("position fen a|b moves 2e2e4"), position(Origin::Fen("a|b".into()), &["2e2e4"]));
        assert_eq!(parse("position"), Err(ParseError::NoOrigin));
        assert_eq!(parse("position e2e4"), Err(ParseError::NoOrigin));
    }

    #[test]
    fn go_reads_every_parameter_in_any_order() {
        let line = "go searchmoves e2e4 d2d4 wtime -5 btime 6 winc 7 binc 8 wtime2 1 btime2 2 winc2 3 binc2 4 movestogo 9 depth 10 nodes 11 mate 12 \
                    movetime 13 perft 14 infinite ponder";
        let expected = Go {
            search_moves: vec!["e2e4".into(), "d2d4".into()],
            ponder: true,
            infinite: true,
            time: [Some(-5), Some(6)],
            increment: [Some(7), Some(8)],
            time_b: [Some(1), Some(2)],
            increment_b: [Some(3), Some(4)],
            moves_to_go: Some(9),
            depth: Some(10),
            nodes: Some(11),
            mate: Some(12),
            movetime: Some(13),
            perft: Some(14),
        };
        assert_eq!(go(line), expected);
        assert_eq!(go("go ponder wtime 100").time, [Some(100), None]);
        assert_eq!(go("go"), Go::default());
        assert_eq!(go("go nonsense depth 3").depth, Some(3));
    }

    #[test]
    fn times_may_have_a_fraction_and_counts_may_not() {
        let line = "go wtime 1000.5 btime 999.999 winc 10.0 binc -0.5 movetime 250.75 wtime2 1.9";
        let expected = Go {
            time: [Some(1000), Some(999)],
            increment: [Some(10), Some(0)],
            movetime: Some(250),
            time_b: [Some(1), None],
            ..Go::default()
        };
        assert_eq!(go(line), expected);
        for line in ["go wtime 1000.", "go wtime 1.2.3", "go wtime .5", "go wtime 1.x", "go depth 5.5", "go nodes 1.0"]
        {
            assert!(matches!(parse(line), Err(ParseError::GoNumber { .. })), "{line}");
        }
    }

    #[test]
    fn numbers_beyond_64_bits_are_the_largest() {
        assert_eq!(go("go nodes 99999999999999999999").nodes, Some(i64::MAX));
        assert_eq!(go("go wtime -99999999999999999999").time[0], Some(-i64::MAX));
    }

    #[test]
    fn a_bad_number_is_named_and_the_need_to_wait_survives() {
        let error = parse("go depth abc infinite").unwrap_err();
        assert_eq!(error.to_string(), "go depth: `abc` is not a whole number");
        assert!(matches!(error, ParseError::GoNumber { infinite: true, ponder: false, .. }));
        let error = parse("go ponder wtime btime 5").unwrap_err();
        assert_eq!(error.to_string(), "go wtime: the number is missing");
        assert!(matches!(error, ParseError::GoNumber { infinite: false, ponder: true, .. }));
    }
}
