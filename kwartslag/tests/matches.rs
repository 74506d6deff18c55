//! `kwartslag match` as a process: what only a process can show.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use arena::outcome::{GameReport, Outcome};
use records::{pgn, replay};

const KWARTSLAG: &str = env!("CARGO_BIN_EXE_kwartslag");

/// A directory of the test's own, removed at its end.
struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = std::env::temp_dir().join(format!("kwartslag-program-match-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_default()
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

/// A short match of the engine against itself, with all its files in the directory.
fn command(dir: &Dir) -> Command {
    let mut command = Command::new(KWARTSLAG);
    command.args(["match", "-engine", &format!("cmd={KWARTSLAG}"), "name=a", "-engine", &format!("cmd={KWARTSLAG}")]);
    command.args(["name=b", "-each", "nodes=1", "-openings", "random", "plies=4", "-srand", "3"]);
    command.args(["-rounds", "8", "-concurrency", "2", "-maxmoves", "20"]);
    for (option, file) in
        [("-pgnout", "games.pgn"), ("-jsonout", "games.json"), ("-epdout", "games.epd"), ("-state", "state")]
    {
        command.arg(option).arg(dir.path(file));
    }
    command
}

/// Plays the match, or what is left of it, to its end; what it said.
fn play(dir: &Dir) -> String {
    let output = command(dir).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every PGN game replays without a fault.
fn verify(file: &Path) -> usize {
    let games = pgn::read(&std::fs::read(file).unwrap());
    for game in &games {
        assert_eq!(replay::replay(game).unwrap().fault, None, "{game:?}");
    }
    games.len()
}

/// Number, moves and result of a game.
type Played = (u64, Vec<String>, Outcome);

/// What must not depend on an interruption: the moves of each game, and the final report without its times.
fn essence(dir: &Dir, out: &str) -> (Vec<Played>, Vec<String>) {
    let mut games: Vec<_> = dir
        .games()
        .into_iter()
        .map(|game| (game.game, game.moves.into_iter().map(|mv| mv.uci).collect(), game.result))
        .collect();
    games.sort_by_key(|game| game.0);
    let report = out.rsplit("-".repeat(80).as_str()).nth(1).unwrap_or_default();
    let lines = report.lines().filter(|line| !line.starts_with("Overhead")).map(String::from).collect();
    (games, lines)
}

#[test]
fn a_match_killed_at_any_moment_resumes_without_losing_or_repeating_a_game() {
    let whole = Dir::new("whole");
    let out = play(&whole);
    let killed = Dir::new("killed");
    let mut kills = 0;
    // As soon as a file has grown: each is written at another moment.
    for file in ["state", "games.pgn", "state", "games.json", "games.epd", "state"] {
        let length = || std::fs::metadata(killed.path(file)).map_or(0, |data| data.len());
        let before = length();
        let mut child = command(&killed).stdout(Stdio::null()).spawn().unwrap();
        let deadline = Instant::now() + Duration::from_secs(30);
        while length() <= before && child.try_wait().unwrap().is_none() {
            assert!(Instant::now() < deadline, "{file} does not grow");
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        kills += usize::from(!child.wait().unwrap().success());
    }
    assert!(kills > 0, "the match was over too soon");
    let resumed = play(&killed);
    assert_eq!(essence(&killed, &resumed), essence(&whole, &out), "{resumed}");
    assert_eq!(killed.games().len(), 16);
    assert_eq!(verify(&killed.path("games.pgn")), 16);
    assert_eq!(killed.text("games.epd").lines().count(), 16);
    // Once more: nothing is left to play.
    let again = play(&killed);
    assert_eq!(killed.games().len(), 16);
    assert!(again.contains("16 games have been played, 0 are to be played"), "{again}");
}
