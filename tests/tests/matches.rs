//! Matches with engines that behave and engines that do not, as processes.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use arena::cli::{Request, parse};
use arena::outcome::{GameReport, Outcome, Termination};
use arena::runner::{MatchError, Summary, run};
use arena::stats::{Pentanomial, Wld};
use records::{pgn, replay};

const ENGINE: &str = env!("CARGO_BIN_EXE_scripted_engine");

/// A directory of the test's own, removed at its end.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = std::env::temp_dir().join(format!("kwartslag-match-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }

    fn games(&self) -> Vec<GameReport> {
        self.text("games.json").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The words of a match between engine `a` with a script and a well-behaved `b`, records in the directory.
fn words(dir: &Dir, script: &str, more: &str) -> Vec<String> {
    let args: String = script.split_whitespace().map(|arg| format!(" arg={arg}")).collect();
    let line = format!(
        "-engine cmd={ENGINE} name=a{args} -engine cmd={ENGINE} name=b -each nodes=1 -openings random plies=4 -pgnout {} \
         -jsonout {} -epdout {} {more}",
        dir.path("games.pgn"),
        dir.path("games.json"),
        dir.path("games.epd"),
    );
    line.split_whitespace().map(String::from).collect()
}

fn try_match(words: &[String]) -> (Result<Summary, MatchError>, String) {
    let Ok(Request::Match(config)) = parse(words) else { panic!("{words:?}") };
    let mut out = Vec::new();
    let result = run(&config, &Arc::new(AtomicBool::new(false)), &mut out);
    (result, String::from_utf8(out).unwrap())
}

fn play(dir: &Dir, script: &str, more: &str) -> (Summary, String) {
    let (result, out) = try_match(&words(dir, script, more));
    (result.unwrap(), out)
}

/// Every PGN game replays without a fault.
fn verify(dir: &Dir) -> usize {
    let bytes = std::fs::read(dir.0.join("games.pgn")).unwrap();
    let games = pgn::read(&bytes);
    for game in &games {
        let replay = replay::replay(game).unwrap();
        assert_eq!(replay.fault, None, "{game:?}");
    }
    games.len()
}

#[test]
fn games_of_every_variant_are_played_to_the_end_and_recorded() {
    for variant in ["chess", "chess960", "crazyhouse", "doorgeefsolo", "superschaak", "halijnen"] {
        let dir = Dir::new(variant);
        let (summary, out) = play(&dir, "", &format!("-variant {variant} -rounds 3 -concurrency 2"));
        assert_eq!(summary.standings.games(), 6, "{out}");
        assert!(summary.standings.faults.iter().all(|faults| *faults == Default::default()), "{out}");
        let games = dir.games();
        assert!(games.iter().all(|game| game.termination == Termination::Normal), "{out}");
        assert!(games.iter().all(|game| game.opening == 4 && game.moves[4].nodes.is_some()));
        assert!(verify(&dir) >= 6);
        assert_eq!(dir.text("games.epd").lines().count(), 6);
        // Both games of a pair have the same opening, with colours swapped.
        let game = |number: u64| games.iter().find(|game| game.game == number).unwrap();
        assert_eq!((&game(1).fen, &game(1).white), (&game(2).fen, &game(2).black));
        let opening = |number: u64| game(number).moves[..4].iter().map(|mv| mv.uci.clone()).collect::<Vec<_>>();
        assert_eq!(opening(1), opening(2));
        assert_ne!(opening(1), opening(3));
    }
}

/// The lines that an engine was sent, its clocks replaced by the name of the engine whose time control they follow.
fn transcript(dir: &Dir, name: &str) -> Vec<String> {
    let whose = |milliseconds: i64| match milliseconds {
        90_000..=110_000 => "A's time".to_string(),
        490_000..=510_000 => "B's time".to_string(),
        other => other.to_string(),
    };
    let mask = |line: &str| {
        let mut words: Vec<String> = line.split(' ').map(String::from).collect();
        for at in 1..words.len() {
            if matches!(words[at - 1].as_str(), "wtime" | "btime") {
                words[at] = words[at].parse().map_or(words[at].clone(), whose);
            }
        }
        words.join(" ")
    };
    dir.text(name).lines().map(mask).collect()
}

#[test]
fn engines_are_sent_options_new_games_positions_and_both_clocks() {
    let dir = Dir::new("transcript");
    let line = format!(
        "-engine cmd={ENGINE} name=A arg=transcript={} tc=100+1 option.Hash=3 -engine cmd={ENGINE} name=B arg=clocks \
         arg=delay=20 tc=40/500+2 -each option.Hash=2 option.UCI_Chess960=false -variant crazyhouse -maxmoves 2 -jsonout {}",
        dir.path("a"),
        dir.path("games.json"),
    );
    let words: Vec<String> = line.split_whitespace().map(String::from).collect();
    let (summary, out) = try_match(&words);
    assert!(summary.unwrap().standings.faults.iter().all(|faults| *faults == Default::default()), "{out}");
    let moves: Vec<Vec<String>> =
        dir.games().into_iter().map(|game| game.moves.into_iter().map(|mv| mv.uci).collect()).collect();
    let [first, second] = &moves[..] else { panic!("{out}") };
    let start = [
        "uci",
        "setoption name UCI_Chess960 value false",
        "setoption name Hash value 3",
        "setoption name UCI_Variant value crazyhouse",
        "setoption name UCI_Chess960 value false",
        "isready",
    ];
    let white_go = "go wtime A's time btime B's time winc 1000 binc 2000";
    let black_go = "go wtime B's time btime A's time winc 2000 binc 1000";
    let position = |moves: &[String]| format!("position startpos moves {}", moves.join(" "));
    // Started once to see that all is well, then for the games.
    let mut expected: Vec<String> = start.iter().chain(&["quit"]).chain(&start).map(ToString::to_string).collect();
    expected.extend(["ucinewgame", "isready", "position startpos", white_go].map(String::from));
    expected.extend([position(&first[..2]), white_go.to_string()]);
    // Asked whether it is still there before each further game.
    expected.extend(["isready", "ucinewgame", "isready"].map(String::from));
    expected.extend([position(&second[..1]), black_go.to_string(), position(&second[..3]), black_go.to_string()]);
    expected.push("quit".to_string());
    assert_eq!(transcript(&dir, "a"), expected);
}

#[test]
fn clocks_run_as_the_time_control_says() {
    let dir = Dir::new("clocks");
    let more = "-each tc=10/30+0.5 arg=clocks arg=delay=30 -maxmoves 8 -openings random plies=3 -rounds 2";
    let line = words(&dir, "", &more.replace("-each", "-each nodes=1"));
    let (summary, out) = try_match(&line);
    assert!(summary.unwrap().standings.faults.iter().all(|faults| *faults == Default::default()), "{out}");
}

#[test]
fn a_crash_costs_one_game_and_the_next_goes_on() {
    let dir = Dir::new("crash");
    let (summary, out) = play(&dir, &format!("crash-once={}", dir.path("crashed")), "-rounds 2");
    assert_eq!(summary.standings.games(), 4, "{out}");
    assert_eq!(summary.standings.faults[0].crashes, 1);
    let games = dir.games();
    let crashed: Vec<_> = games.iter().filter(|game| game.termination == Termination::Crash).collect();
    let [crashed] = crashed[..] else { panic!("{out}") };
    assert_eq!(crashed.result, if crashed.white == "a" { Outcome::Black } else { Outcome::White });
    assert!(crashed.reason.contains("engine a: ended") && out.contains("engine a: ended"), "{out}");
    verify(&dir);
}

#[test]
fn an_engine_that_ends_after_its_game_is_started_again_for_the_next() {
    let dir = Dir::new("leave");
    let (summary, out) = play(&dir, "leave=6", "-rounds 3 -maxmoves 4");
    assert_eq!((summary.standings.games(), summary.standings.faults[0].crashes), (6, 0), "{out}");
    verify(&dir);
}

#[test]
fn an_engine_that_does_not_answer_loses_and_is_started_again() {
    let dir = Dir::new("hang");
    let (summary, out) = play(&dir, "hang=6", "-stall 2");
    // Moves behind the position are even when White is on move.
    assert_eq!(summary.standings.faults[0].stalls, 1, "{out}");
    let games = dir.games();
    assert_eq!((games[0].termination, games[0].result), (Termination::Stall, Outcome::Black));
    assert_eq!(games[1].termination, Termination::Normal, "{out}");
    verify(&dir);
}

#[test]
fn an_illegal_move_loses_and_in_ha_lijnen_all_frames() {
    let dir = Dir::new("illegal");
    let (summary, out) = play(&dir, "illegal=6", "-variant halijnen -frames 5");
    assert_eq!(summary.standings.faults[0].illegal_moves, 1, "{out}");
    let games = dir.games();
    assert_eq!((games[0].termination, games[0].score), (Termination::IllegalMove, Some((0, 5))));
    assert!(games[0].reason.contains("a1a1"), "{}", games[0].reason);
    assert!(games[0].fen.ends_with("frame=1/5 won=0-0"));
    verify(&dir);
}

#[test]
fn overstepping_the_time_loses_the_game_or_only_the_frame() {
    let dir = Dir::new("slow");
    let (summary, out) = play(&dir, "slow=6:2500 delay=1", "-each nodes=1 tc=1 timemargin=100 -rounds 1 -games 1");
    assert_eq!(summary.standings.faults[0].time_losses, 1, "{out}");
    assert_eq!((dir.games()[0].termination, dir.games()[0].result), (Termination::TimeForfeit, Outcome::Black));
    let dir = Dir::new("flag");
    let more = "-each nodes=1 tc=1+0.5 timemargin=100 -variant halijnen -rounds 1 -games 1 -maxmoves 20";
    let (summary, out) = play(&dir, "slow=6:4000", more);
    assert_eq!(summary.standings.faults[0].time_losses, 1, "{out}");
    let game = &dir.games()[0];
    assert_eq!(game.moves[6].uci, "flag", "{out}");
    assert!(game.moves.len() > 8, "the next frame is played");
    assert_ne!(game.termination, Termination::TimeForfeit);
    let text = dir.text("games.pgn");
    assert!(text.contains("[Termination \"time forfeit\"]") && text.contains("[Frame \"2/3\"]"), "{text}");
    verify(&dir);
}

#[test]
fn bad_lines_of_thinking_are_counted_and_the_first_is_shown() {
    let dir = Dir::new("pv");
    let (summary, out) = play(&dir, "bad-pv", "-maxmoves 10");
    assert!(summary.standings.faults[0].bad_pvs > 5, "{out}");
    assert_eq!(summary.standings.faults[1].bad_pvs, 0);
    assert!(out.contains("Bad PV of white: ") && out.contains("a1a1"), "{out}");
}

#[test]
fn scores_and_length_adjudicate() {
    let dir = Dir::new("adjudicate");
    let (summary, out) = play(&dir, "score=-900", "-resign movecount=3 score=500");
    assert_eq!(summary.standings.between(0, 1).wld, Wld { wins: 0, losses: 2, draws: 0 }, "{out}");
    assert_eq!(summary.standings.between(0, 1).pairs, Pentanomial([1, 0, 0, 0, 0]));
    assert!(dir.games().iter().all(|game| game.moves.len() <= 10 && game.termination == Termination::Adjudication));
    let dir = Dir::new("long");
    let (summary, _) = play(&dir, "", "-maxmoves 8");
    assert!(summary.standings.between(0, 1).wld.draws > 0);
    verify(&dir);
}

#[test]
fn three_engines_meet_each_other_and_share_a_table() {
    let dir = Dir::new("table");
    let mut line = words(&dir, "", "-maxmoves 10 -rounds 2");
    line.extend(["-engine", &format!("cmd={ENGINE}"), "name=third"].map(String::from));
    let (summary, out) = try_match(&line);
    assert_eq!(summary.unwrap().standings.games(), 12);
    assert!(out.contains("Engine") && out.contains("third"), "{out}");
    line.extend(["-tournament", "gauntlet"].map(String::from));
    assert_eq!(try_match(&line).0.unwrap().standings.games(), 8);
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_of_an_engine_outlives_the_match() {
    let dir = Dir::new("child");
    let file = dir.path("child");
    let (summary, _) = play(&dir, &format!("deaf child={file}"), "-games 1 -maxmoves 6");
    assert_eq!(summary.standings.games(), 1);
    let child = dir.text("child");
    assert!(!child.is_empty());
    let gone = |pid: &str| {
        let state = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        // Nobody may have collected it yet, but it no longer runs.
        state.is_empty() || state.contains(") Z ")
    };
    let deadline = Instant::now() + Duration::from_secs(5);
    while !gone(&child) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(gone(&child), "process {child} still runs");
}

#[test]
fn wrong_requests_name_their_fault_and_touch_no_earlier_result() {
    let dir = Dir::new("wrong");
    std::fs::write(dir.0.join("games.pgn"), "[Event \"earlier\"]\n\n1. e4 *\n\n").unwrap();
    std::fs::write(dir.0.join("book.epd"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nnonsense\n")
        .unwrap();
    let book = dir.path("book.epd");
    let cases = [
        ("-engine cmd=/no/such/engine name=c".to_string(), "engine c: cannot start `/no/such/engine`"),
        (format!("-engine cmd={ENGINE} name=c option.Contempt=3"), "engine c: option.Contempt: the engine has no such"),
        (format!("-engine cmd={ENGINE} name=c option.Hash=65"), "engine c: option.Hash: `65` is not a number from 1"),
        (format!("-engine cmd={ENGINE} name=c variant=shogi"), "engine c: it does not play `shogi`"),
        (format!("-engine cmd={ENGINE} name=c dir=/no/such/directory"), "/no/such/directory: "),
        (format!("-engine cmd={ENGINE} name=c stderr=/no/such/file"), "/no/such/file: "),
        (format!("-openings file={book}"), "book.epd:2: "),
        ("-openings random plies=5000".to_string(), "plies=5000: no game was found that goes on"),
        (format!("-state {0} -epdout {0}", dir.path("state")), "this file is asked for twice"),
        ("-engine cmd=/bin/true name=c".to_string(), "engine c: ended"),
    ];
    for (more, expected) in cases {
        let error = try_match(&words(&dir, "", &more)).0.unwrap_err().to_string();
        assert!(error.contains(expected), "{more}: {error}");
        assert_eq!(dir.text("games.pgn"), "[Event \"earlier\"]\n\n1. e4 *\n\n");
        assert!(!Path::new(&dir.path("games.json")).exists(), "{more}");
    }
}

#[test]
fn a_decided_test_ends_the_match_and_counts_the_pairs_up_to_the_decision() {
    let dir = Dir::new("sprt");
    let more = "-rounds 400 -concurrency 2 -resign movecount=1 score=500 -sprt elo0=0 elo1=200 model=logistic";
    let (summary, out) = play(&dir, "score=-900", more);
    assert!(out.contains("H0 accepted"), "{out}");
    let (_, last) = summary.test.unwrap().decision.unwrap();
    assert!(last < 100, "{out}");
    assert_eq!(summary.standings.games(), 2 * (last + 1));
    assert!(!summary.interrupted);
}

#[test]
fn the_matches_in_the_docs_are_understood() {
    let docs = concat!(include_str!("../../README.md"), include_str!("../../docs/matches.md"));
    let block = |start: &str| {
        docs.split("\n```").filter_map(|block| block.strip_prefix(start).map(String::from)).collect::<Vec<_>>()
    };
    let script = block("sh\n").join("\n").replace("\\\n", " ");
    let commands: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("kwartslag match -")).collect();
    assert!(commands.len() >= 5, "{script}");
    for command in commands {
        let words: Vec<String> = format!("-{command}").split_whitespace().map(String::from).collect();
        assert!(matches!(parse(&words), Ok(Request::Match(_))), "{command}: {:?}", parse(&words).err());
    }
    let dir = Dir::new("docs");
    let toml = block("toml\n").into_iter().find(|text| text.contains("[[engine]]")).unwrap();
    std::fs::write(dir.0.join("match.toml"), toml).unwrap();
    let request = parse(&["-config".to_string(), dir.path("match.toml")]);
    let Ok(Request::Match(config)) = request else { panic!("{request:?}") };
    assert_eq!((config.frames, config.pairing.rounds, config.engines.len()), (5, 10, 2));
    assert_eq!(config.engines[1].options, [("Hash".to_string(), "64".to_string())]);
}
