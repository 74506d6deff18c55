//! Lines of the GUI as commands.
//!
//! What the protocol document calls a command is one here, of version 1 as well as of version 2; anything else that
//! has the shape of a move is a move, with or without `usermove` in front. Numbers are read generously: clocks may
//! be negative, times may have fractions.

use std::time::Duration;

use thiserror::Error;

use super::clocks::Level;

/// One line of the GUI.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Command {
    /// `xboard`: the protocol is this one.
    Xboard,
    /// `protover N`: the version of the protocol; the answer is the list of features.
    ProtocolVersion,
    /// `accepted FEATURE`.
    Accepted(String),
    /// `rejected FEATURE`.
    Rejected(String),
    /// `new`: a game of chess from its start, the engine plays Black.
    New,
    /// `variant NAME`.
    Variant(String),
    /// `quit`.
    Quit,
    /// `force`: the engine plays neither side.
    Force,
    /// `go`: the engine plays the side on move.
    Go,
    /// `playother`: the engine plays the side that is not on move.
    PlayOther,
    /// `white`: White is on move and the engine plays Black.
    White,
    /// `black`: Black is on move and the engine plays White.
    Black,
    /// `level MOVES BASE INCREMENT`.
    Level {
        /// The time control.
        level: Level,
        /// What stands after a number and was not understood.
        ignored: Vec<String>,
    },
    /// `st SECONDS`: time for each move.
    TimePerMove(Duration),
    /// `sd PLIES`: limit of depth.
    Depth(u32),
    /// `time N`: the engine's clock, in milliseconds.
    OwnTime(i64),
    /// `otim N`: the opponent's clock, in milliseconds.
    OpponentTime(i64),
    /// A move, with or without `usermove`.
    Move(String),
    /// `?`: move now.
    MoveNow,
    /// `ping N`.
    Ping(String),
    /// `draw`: the opponent offers a draw.
    Draw,
    /// `result R {COMMENT}`: the game is over.
    Result,
    /// `setboard FEN`.
    SetBoard(String),
    /// `edit`: the old way to set up a position begins.
    Edit,
    /// `hint`.
    Hint,
    /// `bk`: what does the opening book say?
    Book,
    /// `undo`: one ply back.
    Undo,
    /// `remove`: two plies back.
    Remove,
    /// `hard`: think on the opponent's time.
    Hard,
    /// `easy`: do not.
    Easy,
    /// `post`: show the thinking.
    Post,
    /// `nopost`: do not.
    NoPost,
    /// `analyze`.
    Analyze,
    /// `exit`: end of the analysis.
    Exit,
    /// `.`: how far is the analysis?
    Progress,
    /// `pause`: use no processor time.
    Pause,
    /// `resume`: go on.
    Resume,
    /// `memory N`, in mebibytes.
    Memory(usize),
    /// `cores N`.
    Cores(usize),
    /// `option NAME` or `option NAME=VALUE`.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `exclude MOVE`; `None` for `all`.
    Exclude(Option<String>),
    /// `include MOVE`; `None` for `all`.
    Include(Option<String>),
    /// `lift SQUARE`: the user has picked up a man.
    Lift(String),
    /// `put SQUARE`: the user has put it down.
    Put(String),
    /// `partner NAME`, or `None` for `partner`: there is no partner any more.
    Partner(Option<String>),
    /// `ptell TEXT`: what the partner says.
    PartnerTell(String),
    /// `holding [WHITE] [BLACK]`: the men in hand, by their letters.
    Holding {
        /// White's hand.
        white: String,
        /// Black's hand.
        black: String,
    },
    /// Information that changes nothing: `random`, `computer`, `name`, `rating`, `ics`, `egtpath`, `hover`.
    Information,
}

/// Why a line is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ParseError {
    /// Neither a command nor a move.
    #[error("Error (unknown command): {0}")]
    Unknown(String),
    /// Something is missing after the command.
    #[error("Error (parameter missing): {0}")]
    Missing(String),
    /// What follows the command is no number, or one that makes no sense.
    #[error("Error (not a number): {0}")]
    Number(String),
    /// The hands are not two pairs of brackets.
    #[error("Error (two hands in brackets wanted): {0}")]
    Hands(String),
}

/// Longest part of a faulty line that an error message repeats, in characters.
const SHOWN: usize = 120;

fn shown(line: &str) -> String {
    line.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Reads one line; `None` for an empty one.
///
/// # Errors
/// The line is no command, or what follows the command cannot be read.
pub(crate) fn parse(line: &str) -> Result<Option<Command>, ParseError> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let needed = || if rest.is_empty() { Err(ParseError::Missing(shown(line))) } else { Ok(rest.to_string()) };
    let optional = || (!rest.is_empty()).then(|| rest.to_string());
    let not_a_number = || ParseError::Number(shown(line));
    let number = |text: &str| leading_number(text).map(|(number, _)| number).ok_or_else(not_a_number);
    let move_or_all = || needed().map(|text| if text == "all" { None } else { Some(text) });
    let command = match word {
        "" => return Ok(None),
        "xboard" => Command::Xboard,
        "protover" => Command::ProtocolVersion,
        "accepted" => Command::Accepted(rest.to_string()),
        "rejected" => Command::Rejected(rest.to_string()),
        "new" => Command::New,
        "variant" => Command::Variant(needed()?),
        "quit" => Command::Quit,
        "force" => Command::Force,
        "go" => Command::Go,
        "playother" => Command::PlayOther,
        "white" => Command::White,
        "black" => Command::Black,
        "level" => level(rest).ok_or_else(|| {
            if rest.split_whitespace().count() < 3 { ParseError::Missing(shown(line)) } else { not_a_number() }
        })?,
        "st" => Command::TimePerMove(seconds(rest).ok_or_else(not_a_number)?),
        "sd" => Command::Depth(whole(number(rest)?).max(1)),
        "time" => Command::OwnTime(centiseconds(number(rest)?)),
        "otim" => Command::OpponentTime(centiseconds(number(rest)?)),
        "usermove" => Command::Move(needed()?),
        "?" => Command::MoveNow,
        "ping" => Command::Ping(rest.to_string()),
        "draw" => Command::Draw,
        "result" => Command::Result,
        "setboard" => Command::SetBoard(needed()?),
        "edit" => Command::Edit,
        "hint" => Command::Hint,
        "bk" => Command::Book,
        "undo" => Command::Undo,
        "remove" => Command::Remove,
        "hard" => Command::Hard,
        "easy" => Command::Easy,
        "post" => Command::Post,
        "nopost" => Command::NoPost,
        "analyze" => Command::Analyze,
        "exit" => Command::Exit,
        "." => Command::Progress,
        "pause" => Command::Pause,
        "resume" => Command::Resume,
        "memory" => Command::Memory(whole(number(rest)?).max(1) as usize),
        "cores" => Command::Cores(whole(number(rest)?).max(1) as usize),
        "option" => option(&needed()?),
        "exclude" => Command::Exclude(move_or_all()?),
        "include" => Command::Include(move_or_all()?),
        "lift" => Command::Lift(needed()?),
        "put" => Command::Put(needed()?),
        "partner" => Command::Partner(optional()),
        "ptell" => Command::PartnerTell(rest.to_string()),
        "holding" => holding(rest).ok_or_else(|| ParseError::Hands(shown(line)))?,
        "random" | "computer" | "name" | "rating" | "ics" | "egtpath" | "hover" => Command::Information,
        _ if rest.is_empty() && looks_like_a_move(word) => Command::Move(word.to_string()),
        _ => return Err(ParseError::Unknown(shown(line))),
    };
    Ok(Some(command))
}

/// The number at the start of a text, and what follows it.
fn leading_number(text: &str) -> Option<(f64, &str)> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let digits = text.get(sign..)?;
    let length = digits.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(digits.len());
    let (number, rest) = text.split_at_checked(sign + length)?;
    Some((number.parse().ok()?, rest))
}

/// A number as one that counts something.
fn whole(number: f64) -> u32 {
    number as u32
}

/// Centiseconds as milliseconds, within a range that nothing overflows.
fn centiseconds(number: f64) -> i64 {
    const LONGEST: f64 = 1e12;
    (number * 10.0).clamp(-LONGEST, LONGEST) as i64
}

/// The longest time for a move or a game: a year.
const LONGEST: f64 = 365.0 * 86_400.0;

/// A time from its number of seconds.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

/// `N` or `N.N` seconds, or `M:SS`.
fn seconds(text: &str) -> Option<Duration> {
    let (number, rest) = leading_number(text)?;
    Some(match rest.strip_prefix(':').and_then(leading_number) {
        Some((seconds, _)) => duration(number * 60.0 + seconds),
        None => duration(number),
    })
}

/// `MOVES BASE INCREMENT`, the base in minutes or as `M:SS`, the increment in seconds.
fn level(rest: &str) -> Option<Command> {
    let mut words = rest.split_whitespace();
    let mut ignored = Vec::new();
    let mut note = |text: &str| {
        if !text.is_empty() {
            ignored.push(text.to_string());
        }
    };
    let (moves, after) = leading_number(words.next()?)?;
    note(after);
    let (minutes, after) = leading_number(words.next()?)?;
    let (base, after) = match after.strip_prefix(':').and_then(leading_number) {
        Some((seconds, after)) => (minutes * 60.0 + seconds, after),
        None => (minutes * 60.0, after),
    };
    note(after);
    let (increment, after) = leading_number(words.next()?)?;
    note(after);
    words.for_each(note);
    let level = Level { moves: whole(moves), base: duration(base), increment: duration(increment) };
    Some(Command::Level { level, ignored })
}

fn option(rest: &str) -> Command {
    let (name, value) = match rest.split_once('=') {
        Some((name, value)) => (name, Some(value.trim().to_string())),
        None => (rest, None),
    };
    Command::SetOption { name: name.trim().to_string(), value }
}

/// `[WHITE] [BLACK]`, and whatever follows.
fn holding(rest: &str) -> Option<Command> {
    let (white, rest) = rest.strip_prefix('[')?.split_once(']')?;
    let (black, _) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    Some(Command::Holding { white: white.trim().to_string(), black: black.trim().to_string() })
}

/// Whether a word has the shape of a move in one of the notations that GUIs use: coordinates, SAN, castling, drop,
/// or a null move.
fn looks_like_a_move(word: &str) -> bool {
    const LONGEST: usize = 12;
    let is_letter = |c: char| matches!(c, 'a'..='h' | 'K' | 'Q' | 'R' | 'B' | 'N' | 'A' | 'E' | 'S' | 'V' | 'P' | '@');
    let names_square = word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let castles = ["O-O", "0-0", "o-o"].iter().any(|castling| word.starts_with(castling));
    let is_null = matches!(word, "@@@@" | "0000" | "null" | "pass" | "--");
    let is_plain = word.chars().all(|c| c.is_ascii_alphanumeric() || "@=-+#:,!?()/".contains(c));
    is_null || castles || (word.len() <= LONGEST && word.starts_with(is_letter) && names_square && is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(line: &str) -> Command {
        parse(line).unwrap().unwrap()
    }

    #[track_caller]
    fn refuses(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    fn level(moves: u32, base: f64, increment: f64) -> Level {
        Level { moves, base: Duration::from_secs_f64(base), increment: Duration::from_secs_f64(increment) }
    }

    fn plain(level: Level) -> Command {
        Command::Level { level, ignored: Vec::new() }
    }

    #[test]
    fn every_command_without_a_parameter_is_read() {
        for (line, command) in [
            ("xboard", Command::Xboard),
            ("protover 2", Command::ProtocolVersion),
            ("new", Command::New),
            ("quit", Command::Quit),
            ("force", Command::Force),
            ("go", Command::Go),
            ("playother", Command::PlayOther),
            ("white", Command::White),
            ("black", Command::Black),
            ("?", Command::MoveNow),
            ("draw", Command::Draw),
            ("edit", Command::Edit),
            ("hint", Command::Hint),
            ("bk", Command::Book),
            ("undo", Command::Undo),
            ("remove", Command::Remove),
            ("hard", Command::Hard),
            ("easy", Command::Easy),
            ("post", Command::Post),
            ("nopost", Command::NoPost),
            ("analyze", Command::Analyze),
            ("exit", Command::Exit),
            (".", Command::Progress),
            ("pause", Command::Pause),
            ("resume", Command::Resume),
            ("result 1-0 {White mates}", Command::Result),
            ("partner", Command::Partner(None)),
        ] {
            assert_eq!(reads(line), command, "{line}");
            assert_eq!(reads(&format!("  {line} \r\n")), command, "{line}");
        }
        for line in ["random", "computer", "name Anna", "rating 1500 1600", "ics -", "egtpath nalimov /x", "hover e4"] {
            assert_eq!(reads(line), Command::Information, "{line}");
        }
        assert_eq!(parse(" \r\n"), Ok(None));
    }

    #[test]
    fn every_command_with_a_parameter_is_read() {
        assert_eq!(reads("variant super"), Command::Variant("super".to_string()));
        assert_eq!(reads("accepted debug"), Command::Accepted("debug".to_string()));
        assert_eq!(reads("rejected usermove"), Command::Rejected("usermove".to_string()));
        assert_eq!(reads("sd 12"), Command::Depth(12));
        assert_eq!(reads("sd 0"), Command::Depth(1));
        assert_eq!(reads("st 30"), Command::TimePerMove(Duration::from_secs(30)));
        assert_eq!(reads("st 0.25"), Command::TimePerMove(Duration::from_millis(250)));
        assert_eq!(reads("time 4000"), Command::OwnTime(40_000));
        assert_eq!(reads("otim -5"), Command::OpponentTime(-50));
        assert_eq!(reads("ping 7"), Command::Ping("7".to_string()));
        assert_eq!(reads("memory 64"), Command::Memory(64));
        assert_eq!(reads("cores 0"), Command::Cores(1));
        assert_eq!(reads("setboard  8/8 w - -"), Command::SetBoard("8/8 w - -".to_string()));
        assert_eq!(reads("exclude all"), Command::Exclude(None));
        assert_eq!(reads("include e2e4"), Command::Include(Some("e2e4".to_string())));
        assert_eq!(reads("lift e2"), Command::Lift("e2".to_string()));
        assert_eq!(reads("put e4"), Command::Put("e4".to_string()));
        assert_eq!(reads("partner mann"), Command::Partner(Some("mann".to_string())));
        assert_eq!(reads("ptell go fast"), Command::PartnerTell("go fast".to_string()));
        let hands = |white: &str, black: &str| Command::Holding { white: white.to_string(), black: black.to_string() };
        assert_eq!(reads("holding [] []"), hands("", ""));
        assert_eq!(reads("holding [PPPRQ] [R] BR"), hands("PPPRQ", "R"));
    }

    #[test]
    fn options_may_have_blanks_in_their_names_and_need_no_value() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_string(),
            value: value.map(str::to_string),
        };
        assert_eq!(reads("option Bughouse Rules=euwe"), set("Bughouse Rules", Some("euwe")));
        assert_eq!(reads("option Clear Hash"), set("Clear Hash", None));
        assert_eq!(reads("option File=a=b"), set("File", Some("a=b")));
        assert_eq!(reads("option File="), set("File", Some("")));
    }

    #[test]
    fn a_level_has_minutes_or_minutes_and_seconds_and_fractions() {
        assert_eq!(reads("level 40 5 0"), plain(level(40, 300.0, 0.0)));
        assert_eq!(reads("level 40 0:30 0"), plain(level(40, 30.0, 0.0)));
        assert_eq!(reads("level 0 2 12"), plain(level(0, 120.0, 12.0)));
        assert_eq!(reads("level 0 1:05 0.25"), plain(level(0, 65.0, 0.25)));
        assert_eq!(reads("level 0 0 0"), plain(level(0, 0.0, 0.0)));
    }

    #[test]
    fn what_follows_the_numbers_of_a_level_is_named_and_not_obeyed() {
        let ignored = ["+5", "x", "more"].map(str::to_string).to_vec();
        let read = Command::Level { level: level(40, 1500.0, 0.0), ignored };
        assert_eq!(reads("level 40 25+5 0x more"), read);
    }

    #[test]
    fn a_move_may_come_bare() {
        for text in
            ["e2e4", "e7e8q", "N@f3", "@e4", "O-O", "0-0-0", "Nf3", "exd5+", "e8=Q#", "e7e8,e8d2", "@@@@", "b4h1"]
        {
            assert_eq!(reads(text), Command::Move(text.to_string()), "{text}");
            assert_eq!(reads(&format!("usermove {text}")), Command::Move(text.to_string()), "{text}");
        }
        assert_eq!(reads("usermove rubbish"), Command::Move("rubbish".to_string()));
    }

    #[test]
    fn what_is_no_command_is_called_so() {
        for line in ["nps 100", "setscore 10 5", "hello", "hello e4", "go2", "XBOARD"] {
            assert_eq!(refuses(line), format!("Error (unknown command): {line}"));
        }
        assert!(refuses(&"x".repeat(5000)).len() < 200);
    }

    #[test]
    fn a_faulty_parameter_is_no_unknown_command() {
        assert_eq!(refuses("sd deep"), "Error (not a number): sd deep");
        assert_eq!(refuses("time"), "Error (not a number): time");
        assert_eq!(refuses("level 40 five 0"), "Error (not a number): level 40 five 0");
        assert_eq!(refuses("level 40 5"), "Error (parameter missing): level 40 5");
        assert_eq!(refuses("setboard"), "Error (parameter missing): setboard");
        assert_eq!(refuses("holding N P"), "Error (two hands in brackets wanted): holding N P");
    }

    #[test]
    fn senseless_numbers_do_no_harm() {
        assert_eq!(reads("st -5"), Command::TimePerMove(Duration::ZERO));
        assert_eq!(reads("sd 99999999999"), Command::Depth(u32::MAX));
        assert_eq!(reads("memory -3"), Command::Memory(1));
        assert!(matches!(reads("time 9e99"), Command::OwnTime(90)));
        assert!(matches!(reads(&format!("level 0 {0} {0}", "9".repeat(50))), Command::Level { .. }));
    }
}
