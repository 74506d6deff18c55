//! Our reader beside the one of `vampirc-uci`, on the orthodox lines that both understand.

use vampirc_uci::{UciMessage, UciSearchControl, UciTimeControl, parse_one};

use super::parse::{self, Command, Go, Origin};

fn ours(line: &str) -> Command {
    parse::parse(line).unwrap().unwrap()
}

#[test]
fn plain_commands_are_read_alike() {
    for (line, theirs) in [
        ("uci", UciMessage::Uci),
        ("isready", UciMessage::IsReady),
        ("ucinewgame", UciMessage::UciNewGame),
        ("stop", UciMessage::Stop),
        ("ponderhit", UciMessage::PonderHit),
        ("quit", UciMessage::Quit),
        ("debug on", UciMessage::Debug(true)),
        ("debug off", UciMessage::Debug(false)),
    ] {
        assert_eq!(parse_one(line), theirs);
        let same = match theirs {
            UciMessage::Uci => Command::Uci,
            UciMessage::IsReady => Command::IsReady,
            UciMessage::UciNewGame => Command::NewGame,
            UciMessage::Stop => Command::Stop,
            UciMessage::PonderHit => Command::PonderHit,
            UciMessage::Quit => Command::Quit,
            UciMessage::Debug(on) => Command::Debug(on),
            other => panic!("{other}"),
        };
        assert_eq!(ours(line), same);
    }
}

#[test]
fn options_are_read_alike() {
    for line in [
        "setoption name Hash value 128",
        "setoption name Clear Hash",
        "setoption name UCI_Variant value crazyhouse",
        "setoption name UCI_Opponent value GM 2800 human Gary Kasparov",
    ] {
        let UciMessage::SetOption { name, value } = parse_one(line) else { panic!("{line}") };
        assert_eq!(ours(line), Command::SetOption { name, value });
    }
}

#[test]
fn positions_are_read_alike() {
    for line in [
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        "position fen r3k2r/8/8/8/8/8/P6p/R3K2R w KQkq - 3 17 moves e1g1 h2h1q",
    ] {
        let UciMessage::Position { startpos, fen, moves } = parse_one(line) else { panic!("{line}") };
        let origin = match fen {
            Some(fen) => Origin::Fen(fen.as_str().to_string()),
            None => Origin::Start,
        };
        assert_eq!(startpos, origin == Origin::Start);
        let moves = moves.iter().map(ToString::to_string).collect();
        assert_eq!(ours(line), Command::Position { origin, moves });
    }
}

#[test]
fn searches_are_read_alike() {
    for line in [
        "go infinite",
        "go ponder",
        "go depth 12",
        "go nodes 5000",
        "go mate 4",
        "go movetime 250",
        "go wtime 1000 btime 2000",
        "go wtime 1000 btime 2000 winc 10 binc 20",
        "go wtime 1000 btime 2000 movestogo 12",
        "go depth 5 searchmoves e2e4 d2d4",
    ] {
        let UciMessage::Go { time_control, search_control } = parse_one(line) else { panic!("{line}") };
        let mut go = Go::default();
        time_control.into_iter().for_each(|control| read_time(&mut go, &control));
        search_control.into_iter().for_each(|control| read_search(&mut go, &control));
        assert_eq!(ours(line), Command::Go(Box::new(go)), "{line}");
    }
}

fn read_time(go: &mut Go, control: &UciTimeControl) {
    match control {
        UciTimeControl::Infinite => go.infinite = true,
        UciTimeControl::Ponder => go.ponder = true,
        UciTimeControl::MoveTime(time) => go.movetime = Some(time.num_milliseconds()),
        UciTimeControl::TimeLeft { white_time, black_time, white_increment, black_increment, moves_to_go } => {
            go.time = [white_time, black_time].map(|time| time.map(|time| time.num_milliseconds()));
            go.increment = [white_increment, black_increment].map(|time| time.map(|time| time.num_milliseconds()));
            go.moves_to_go = moves_to_go.map(i64::from);
        }
    }
}

fn read_search(go: &mut Go, control: &UciSearchControl) {
    go.search_moves = control.search_moves.iter().map(ToString::to_string).collect();
    go.depth = control.depth.map(i64::from);
    go.mate = control.mate.map(i64::from);
    go.nodes = control.nodes.map(|nodes| i64::try_from(nodes).unwrap());
}
