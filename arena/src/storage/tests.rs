use super::*;
use crate::cli::{Request, parse};
use crate::outcome::{Faults, Outcome, Overhead, PlayedMove, Termination};

struct Dir(PathBuf);

impl Dir {
    fn new(name: &str) -> Dir {
        let path = std::env::temp_dir().join(format!("kwartslag-storage-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Dir(path)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_default()
    }
}

impl Drop for Dir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn config(dir: &Dir, more: &str) -> MatchConfig {
    let path = dir.0.display();
    let line = format!("-engine cmd=a nodes=5 -engine cmd=b nodes=5 -state {path}/s -pgnout {path}/g.pgn {more}");
    let words: Vec<String> = line.split_whitespace().map(String::from).collect();
    let Ok(Request::Match(config)) = parse(&words) else { panic!("{line}") };
    *config
}

fn report(game: u64) -> GameReport {
    let mv = PlayedMove { uci: "e2e4".into(), thought: Some("+0.31/9".into()), seconds: Some(0.12), nodes: None };
    GameReport {
        game,
        pair: game.div_ceil(2),
        variant: "chess".into(),
        white: "a".into(),
        black: "b".into(),
        fen: movegen::rules::Variant::Chess.start_fen().into(),
        opening: 0,
        moves: vec![mv],
        result: Outcome::White,
        score: None,
        termination: Termination::TimeForfeit,
        reason: "black's flag fell".into(),
        final_fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".into(),
        faults: [Faults::default(); 2],
        bad_pv: None,
        notes: Vec::new(),
        overhead: Overhead::default(),
        began: 0,
        seconds: 0.5,
    }
}

#[test]
fn games_come_back_and_a_torn_end_is_cut_off() {
    let dir = Dir::new("torn");
    let epd = format!("-epdout {}/e.epd", dir.0.display());
    let (mut storage, none) = Storage::open(&config(&dir, &epd)).unwrap();
    assert!(none.is_empty());
    storage.store(&report(1)).unwrap();
    storage.store(&report(2)).unwrap();
    drop(storage);
    let (state, pgn) = (dir.text("s"), dir.text("g.pgn"));
    // Killed in the middle of the line of state of a third game, before that inside of the second game's record.
    std::fs::write(dir.0.join("s"), format!("{state}{{\"files\":{{\"pgn\"")).unwrap();
    std::fs::write(dir.0.join("g.pgn"), &pgn[..pgn.len() - 9]).unwrap();
    let (mut storage, reports) = Storage::open(&config(&dir, &epd)).unwrap();
    assert_eq!(reports, [report(1), report(2)]);
    assert!(dir.text("s").starts_with(&state));
    assert_eq!(dir.text("g.pgn"), pgn);
    storage.store(&report(3)).unwrap();
    assert_eq!(dir.text("g.pgn").matches("[Event ").count(), 3);
    assert_eq!(dir.text("e.epd").lines().count(), 3);
    assert!(dir.text("g.pgn").starts_with(&pgn));
}

#[test]
fn killed_before_the_first_game_is_a_new_match() {
    let dir = Dir::new("header");
    std::fs::write(dir.0.join("s"), "{\"kwartslag_match\":2,\"cond").unwrap();
    let (_, reports) = Storage::open(&config(&dir, "")).unwrap();
    assert!(reports.is_empty());
    assert!(dir.text("s").ends_with("}\n"));
}

#[test]
fn records_asked_for_later_are_completed() {
    let dir = Dir::new("later");
    let (mut storage, _) = Storage::open(&config(&dir, "")).unwrap();
    storage.store(&report(1)).unwrap();
    drop(storage);
    let json = format!("-jsonout {}/j", dir.0.display());
    let (mut storage, _) = Storage::open(&config(&dir, &json)).unwrap();
    storage.store(&report(2)).unwrap();
    assert_eq!(dir.text("j").lines().count(), 2);
    drop(storage);
    // Left out for a game, and under another spelling of its path.
    let (mut storage, _) = Storage::open(&config(&dir, "")).unwrap();
    storage.store(&report(3)).unwrap();
    drop(storage);
    for _ in 0..3 {
        Storage::open(&config(&dir, &format!("-jsonout {}/./j", dir.0.display()))).unwrap();
        assert_eq!(dir.text("j").lines().count(), 3);
    }
    Storage::open(&config(&dir, &json)).unwrap();
    assert_eq!(dir.text("j").lines().count(), 3);
    assert_eq!(dir.text("g.pgn").matches("[Event ").count(), 3);
}

#[test]
fn what_others_add_to_a_file_of_records_stays() {
    let dir = Dir::new("shared");
    let (mut storage, _) = Storage::open(&config(&dir, "")).unwrap();
    storage.store(&report(1)).unwrap();
    drop(storage);
    let shared = format!("{}[Event \"another match\"]\n\n1. e4 *\n\n", dir.text("g.pgn"));
    std::fs::write(dir.0.join("g.pgn"), &shared).unwrap();
    let (mut storage, _) = Storage::open(&config(&dir, "")).unwrap();
    storage.store(&report(2)).unwrap();
    drop(storage);
    Storage::open(&config(&dir, "")).unwrap();
    assert!(dir.text("g.pgn").starts_with(&shared));
    assert_eq!(dir.text("g.pgn").matches("[Event ").count(), 3);
}

#[test]
fn a_record_that_could_not_be_written_comes_later() {
    let dir = Dir::new("full");
    let full = format!("-epdout {}/e", dir.0.display());
    let (mut storage, _) = Storage::open(&config(&dir, &full)).unwrap();
    storage.store(&report(1)).unwrap();
    drop(storage);
    std::fs::write(dir.0.join("e"), "").unwrap();
    let (mut storage, _) = Storage::open(&config(&dir, &full)).unwrap();
    storage.store(&report(2)).unwrap();
    assert_eq!(dir.text("e").lines().count(), 2);
}

#[test]
fn files_of_a_match_that_cannot_begin_are_not_created() {
    let dir = Dir::new("refused");
    let path = dir.0.display();
    for more in
        ["-jsonout /no/such/directory".to_string(), format!("-epdout {path}/./g.pgn"), format!("-jsonout {path}/s")]
    {
        assert!(Storage::open(&config(&dir, &more)).is_err(), "{more}");
        assert_eq!(std::fs::read_dir(&dir.0).unwrap().count(), 0, "{more}");
    }
}

#[cfg(unix)]
#[test]
fn devices_take_records_but_no_state() {
    let dir = Dir::new("device");
    let (mut storage, _) = Storage::open(&config(&dir, "-pgnout /dev/null")).unwrap();
    storage.store(&report(1)).unwrap();
    drop(storage);
    Storage::open(&config(&dir, "-pgnout /dev/null")).unwrap();
    assert!(matches!(Storage::open(&config(&dir, "-state /dev/full")), Err(StorageError::NotAState(_))));
}

#[test]
fn what_belongs_to_another_match_is_left_alone() {
    let dir = Dir::new("other");
    let (mut storage, _) = Storage::open(&config(&dir, "")).unwrap();
    storage.store(&report(1)).unwrap();
    assert!(matches!(Storage::open(&config(&dir, "")), Err(StorageError::InUse(_))), "locked");
    drop(storage);
    let (state, pgn) = (dir.text("s"), dir.text("g.pgn"));
    let error = Storage::open(&config(&dir, "-srand 5")).err().unwrap().to_string();
    assert!(error.contains("another match: srand was `1`, now it is `5`"), "{error}");
    // More rounds, another concurrency and a test are the same match.
    let (mut storage, _) = Storage::open(&config(&dir, "-rounds 50 -concurrency 2 -sprt elo0=0 elo1=5")).unwrap();
    assert_eq!((dir.text("s"), dir.text("g.pgn")), (state.clone(), pgn.clone()));
    storage.store(&report(2)).unwrap();
    drop(storage);
    std::fs::write(dir.0.join("g.pgn"), &pgn[..20]).unwrap();
    assert!(matches!(Storage::open(&config(&dir, "")), Err(StorageError::Shorter { .. })));
    std::fs::write(dir.0.join("s"), "my diary\n").unwrap();
    assert!(matches!(Storage::open(&config(&dir, "")), Err(StorageError::NotAState(_))));
    assert_eq!(dir.text("s"), "my diary\n");
    std::fs::write(dir.0.join("s"), state.replace("\"report\"", "\"rapport\"")).unwrap();
    let error = Storage::open(&config(&dir, "")).err().unwrap().to_string();
    assert!(error.contains("/s:2: "), "{error}");
}

#[test]
fn a_state_of_another_form_is_refused_and_left_alone() {
    let dir = Dir::new("form");
    let old = "{\"kwartslag_match\":1,\"setup\":{\"games\":\"2\"},\"files\":{}}\n";
    std::fs::write(dir.0.join("s"), old).unwrap();
    let error = Storage::open(&config(&dir, "")).err().unwrap().to_string();
    assert!(error.contains("another version of the program (form 1, this one reads 2)"), "{error}");
    assert_eq!(dir.text("s"), old);
}

#[test]
fn the_condition_that_differs_is_named() {
    let dir = Dir::new("conditions");
    drop(Storage::open(&config(&dir, "-openings random plies=4 -resign score=500")).unwrap());
    for (more, expected) in [
        ("-openings random plies=6 -resign score=500", "openings plies was `4`, now it is `6`"),
        ("-openings random plies=4 -resign score=600", "resign score was `500`, now it is `600`"),
        ("-openings random plies=4", "resign was `"),
        ("-openings random plies=4 -resign score=500 -each option.Hash=5", "engines 1 options was `[]`"),
        (
            "-openings random plies=4 -resign score=500 -variant crazyhouse",
            "variant was `chess`, now it is `crazyhouse`",
        ),
        ("-openings random plies=4 -resign score=500 -noswap", "pairing swap was `true`, now it is `false`"),
    ] {
        let error = Storage::open(&config(&dir, more)).err().unwrap().to_string();
        assert!(error.contains(expected), "{more}: {error}");
    }
}

#[test]
fn games_in_short_have_neither_comments_nor_tags_that_replaying_does_not_need() {
    let dir = Dir::new("short");
    let pgn = format!("-pgnout {}/g.pgn", dir.0.display());
    let (mut storage, _) = Storage::open(&config(&dir, &format!("{pgn} min"))).unwrap();
    storage.store(&report(1)).unwrap();
    let text = dir.text("g.pgn");
    assert!(text.contains("[White \"a\"]") && text.contains("1. e4 1-0"), "{text}");
    assert!(!text.contains('{') && !text.contains("TimeControl") && !text.contains("Ending"), "{text}");
}

#[test]
fn only_games_that_count_are_recorded_if_asked_for() {
    let dir = Dir::new("finished");
    let (mut storage, _) = Storage::open(&config(&dir, &format!("-pgnout {}/g.pgn fi", dir.0.display()))).unwrap();
    storage.store(&GameReport { result: Outcome::Void, termination: Termination::Void, ..report(1) }).unwrap();
    storage.store(&report(2)).unwrap();
    drop(storage);
    assert_eq!(dir.text("g.pgn").matches("[Event ").count(), 1);
    assert_eq!(dir.text("s").lines().count(), 3, "both are in the state");
}
