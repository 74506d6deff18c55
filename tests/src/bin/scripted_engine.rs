//! A UCI engine that misbehaves on demand, to test the arena with. It plays pseudo-random legal moves that depend on
//! the position alone. Arguments, where PLY is the number of moves behind the position:
//!
//! `crash=PLY`, `crash-once=FILE` (if the file does not exist), `hang=PLY`, `illegal=PLY`, `slow=PLY:MS`, `delay=MS`
//! (every move), `leave=PLY` (ends of itself after its answer), `bad-pv`, `score=CP`, `deaf` (does not obey `quit`),
//! `child=FILE` (starts a process that stays, and writes its number to the file), `transcript=FILE` (adds every line it is
//! sent to the file), `clocks` (ends with code 4 if its clock does not run as the time controls say).

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

use movegen::any_game::{self, AnyGame};
use movegen::name::GameName;
use movegen::piece::Color;
use movegen::rules::Variant;

#[derive(Default)]
struct Script {
    crash: Option<usize>,
    crash_once: Option<String>,
    hang: Option<usize>,
    leave: Option<usize>,
    illegal: Option<usize>,
    slow: Option<(usize, u64)>,
    delay: u64,
    bad_pv: bool,
    score: i64,
    deaf: bool,
    transcript: Option<File>,
    clocks: bool,
}

impl Script {
    fn read() -> Script {
        let mut script = Script::default();
        for arg in std::env::args().skip(1) {
            let (key, value) = arg.split_once('=').unwrap_or((&arg, ""));
            match key {
                "crash" => script.crash = value.parse().ok(),
                "crash-once" => script.crash_once = Some(value.to_string()),
                "hang" => script.hang = value.parse().ok(),
                "leave" => script.leave = value.parse().ok(),
                "illegal" => script.illegal = value.parse().ok(),
                "slow" => {
                    script.slow =
                        value.split_once(':').and_then(|(ply, ms)| Some((ply.parse().ok()?, ms.parse().ok()?)));
                }
                "delay" => script.delay = value.parse().unwrap_or(0),
                "bad-pv" => script.bad_pv = true,
                "score" => script.score = value.parse().unwrap_or(0),
                "deaf" => script.deaf = true,
                "clocks" => script.clocks = true,
                "transcript" => script.transcript = OpenOptions::new().append(true).create(true).open(value).ok(),
                "child" => start_child(value),
                _ => eprintln!("scripted engine: unknown argument {arg}"),
            }
        }
        script
    }
}

/// Starts a process that would outlive this one.
fn start_child(file: &str) {
    if let Ok(child) = std::process::Command::new("sleep").arg("600").spawn() {
        drop(std::fs::write(file, child.id().to_string()));
    }
}

fn main() {
    let mut script = Script::read();
    let mut variant = Variant::Chess;
    let mut chess960 = false;
    let mut game: Option<(Box<dyn AnyGame>, usize)> = None;
    let mut own_clock: Option<OwnClock> = None;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if let Some(transcript) = &mut script.transcript {
            drop(writeln!(transcript, "{line}"));
        }
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words[..] {
            ["ucinewgame"] => own_clock = None,
            ["uci"] => greet(),
            ["isready"] => say("readyok"),
            ["setoption", "name", "UCI_Variant", "value", id] => variant = Variant::from_id(id).unwrap_or(variant),
            ["setoption", "name", "UCI_Chess960", "value", value] => chess960 = value == "true",
            ["position", ..] => game = set_up(&words, variant, chess960),
            ["go", ..] => {
                if let Some((game, ply)) = &game {
                    let begun = Instant::now();
                    if script.clocks && !OwnClock::runs_on(own_clock.as_ref(), &words, game.turn(0)) {
                        std::process::exit(4);
                    }
                    go(&script, game.as_ref(), *ply);
                    own_clock = OwnClock::after_move(&words, game.turn(0), begun.elapsed());
                }
            }
            ["quit"] if !script.deaf => return,
            _ => {}
        }
    }
    if script.deaf {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
}

/// What an engine can know of its own clock: its time when its last move was made, the increment included.
struct OwnClock {
    left: i64,
}

impl OwnClock {
    /// What the runner's measurement may differ by, in milliseconds.
    const TOLERANCE: i64 = 2000;

    fn parameter(words: &[&str], name: &str) -> Option<i64> {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1)?.parse().ok()
    }

    fn names(color: Color) -> [&'static str; 2] {
        if color == Color::White { ["wtime", "winc"] } else { ["btime", "binc"] }
    }

    /// The clock after a move that took this time.
    fn after_move(words: &[&str], color: Color, used: Duration) -> Option<OwnClock> {
        let [time, increment] = OwnClock::names(color).map(|name| OwnClock::parameter(words, name));
        Some(OwnClock { left: time? + increment? - used.as_millis() as i64 })
    }

    /// Whether the clock that `go` shows is the one that the last move left.
    fn runs_on(before: Option<&OwnClock>, words: &[&str], color: Color) -> bool {
        let [time, _] = OwnClock::names(color);
        match (before, OwnClock::parameter(words, time)) {
            (Some(before), Some(now)) => (now - before.left).abs() <= OwnClock::TOLERANCE,
            (None, now) => now.is_some(),
            (Some(_), None) => false,
        }
    }
}

fn say(line: &str) {
    let mut out = io::stdout().lock();
    drop(out.write_all(format!("{line}\n").as_bytes()).and_then(|()| out.flush()));
}

fn greet() {
    say("id name Scripted\nid author nobody\noption name Hash type spin default 1 min 1 max 64");
    say("option name UCI_Chess960 type check default false");
    let variants: Vec<String> = Variant::ALL.iter().map(|variant| format!("var {variant}")).collect();
    say(&format!("option name UCI_Variant type combo default chess {}\nuciok", variants.join(" ")));
}

fn set_up(words: &[&str], variant: Variant, chess960: bool) -> Option<(Box<dyn AnyGame>, usize)> {
    let at = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let fen = match words.get(1) {
        Some(&"fen") => words[2..at].join(" "),
        _ => variant.start_fen().to_string(),
    };
    let mut game = any_game::open(GameName::new(variant, chess960), &fen).ok()?.game;
    let moves = words.get(at + 1..).unwrap_or_default();
    for uci in moves {
        game.play_uci(uci).ok()?;
    }
    Some((game, moves.len()))
}

fn go(script: &Script, game: &dyn AnyGame, ply: usize) {
    std::thread::sleep(Duration::from_millis(script.delay));
    if script.crash == Some(ply) {
        std::process::exit(3);
    }
    if let Some(file) = script.crash_once.as_ref().filter(|file| ply > 3 && !std::path::Path::new(file).exists()) {
        drop(std::fs::write(file, "crashed"));
        std::process::abort();
    }
    if script.hang == Some(ply) {
        loop {
            std::thread::sleep(Duration::from_secs(1));
        }
    }
    if let Some((_, ms)) = script.slow.filter(|&(slow, _)| slow == ply) {
        std::thread::sleep(Duration::from_millis(ms));
    }
    let legal = game.legal_moves();
    // FNV-1a over the position, so that the same position always has the same answer.
    let hash = game
        .fen()
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let best = legal.get((hash >> 20) as usize % legal.len().max(1)).map(|&mv| game.uci(mv.into()));
    let best = best.filter(|_| script.illegal != Some(ply)).unwrap_or_else(|| "a1a1".to_string());
    let pv = if script.bad_pv { format!("{best} a1a1") } else { best.clone() };
    say(&format!("info depth 1 score cp {} nodes {} pv {pv}\nbestmove {best}", script.score, legal.len()));
    if script.leave == Some(ply) {
        std::process::exit(0);
    }
}
