//! `UCI_ShowWDL`, `Skill Level`, `UCI_LimitStrength` and `UCI_Elo` as a GUI sees them.

mod common;

use std::time::{Duration, Instant};

use common::Gui;

/// The lines of a search that show a score.
fn infos(gui: &mut Gui) -> Vec<String> {
    gui.until("bestmove ").into_iter().filter(|line| line.contains(" score ")).collect()
}

/// The three numbers behind `wdl` in every line.
fn wdl(lines: &[String]) -> Vec<[u32; 3]> {
    let numbers = |line: &String| {
        let mut words = line.split(' ').skip_while(|&word| word != "wdl").skip(1).map(|word| word.parse().unwrap());
        [(); 3].map(|()| words.next().unwrap_or_else(|| panic!("{line}")))
    };
    lines.iter().map(numbers).collect()
}

/// The greatest depth that was reached.
fn depth(lines: &[String]) -> u32 {
    lines.iter().map(|line| line.split(' ').nth(2).unwrap().parse().unwrap()).max().unwrap()
}

#[test]
fn wdl_is_shown_only_if_asked_for() {
    let mut gui = Gui::start();
    gui.send("go depth 3");
    assert!(infos(&mut gui).iter().all(|line| !line.contains("wdl")));
    gui.send("setoption name UCI_ShowWDL value true\ngo depth 3");
    let lines = infos(&mut gui);
    assert!(wdl(&lines).into_iter().all(|rates| rates.iter().sum::<u32>() == 1000), "{lines:?}");
}

#[test]
fn wdl_of_mates_draws_and_games_without_draws() {
    for (variant, fen, expected) in [
        ("chess", "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", [1000, 0, 0]),
        ("chess", "7k/R7/8/1R6/8/8/8/7K b - - 0 1", [0, 0, 1000]),
        // Over: mated, and stalemated.
        ("chess", "R5k1/5ppp/8/8/8/8/8/7K b - - 0 1", [0, 0, 1000]),
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", [0, 1000, 0]),
    ] {
        let mut gui = Gui::with_variant(variant);
        gui.send(&format!("setoption name UCI_ShowWDL value true\nposition fen {fen}\ngo depth 6"));
        let lines = infos(&mut gui);
        assert_eq!(wdl(&lines).last(), Some(&expected), "{fen}: {lines:?}");
    }
    let mut gui = Gui::with_variant("halijnen");
    gui.send("setoption name UCI_ShowWDL value true\ngo depth 5");
    let lines = infos(&mut gui);
    assert!(wdl(&lines).into_iter().all(|[win, draw, loss]| draw == 0 && win + loss == 1000), "{lines:?}");
}

#[test]
fn wdl_of_two_boards_is_that_of_the_match() {
    let open = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    let lost = "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1 over=1-0";
    let mut gui = Gui::with_variant("doorgeef");
    // Black on B has lost his game; on A all is even.
    gui.send(&format!("setoption name UCI_ShowWDL value true\nposition fen {open} | {lost}\ngo depth 4"));
    let [win, draw, loss] = *wdl(&infos(&mut gui)).last().unwrap();
    assert!(win == 0 && draw + loss == 1000 && draw > 200 && loss > 200, "{win} {draw} {loss}");
    let mut gui = Gui::with_variant("bughouse");
    gui.send("setoption name UCI_ShowWDL value true\nposition startpos2\ngo depth 3");
    let [win, draw, loss] = *wdl(&infos(&mut gui)).last().unwrap();
    assert_eq!(win + draw + loss, 1000);
}

#[test]
fn a_low_level_searches_little_and_a_rating_goes_before_a_level() {
    let mut gui = Gui::start();
    gui.send("setoption name Skill Level value 0\ngo depth 8");
    assert_eq!(depth(&infos(&mut gui)), 1);
    gui.send("setoption name Skill Level value 20\ngo depth 8");
    assert_eq!(depth(&infos(&mut gui)), 8);
    gui.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1\ngo depth 8");
    assert_eq!(depth(&infos(&mut gui)), 1);
    gui.send("setoption name UCI_LimitStrength value false\ngo depth 8");
    assert_eq!(depth(&infos(&mut gui)), 8);
}

#[test]
fn analysis_is_not_weakened() {
    let mut gui = Gui::start();
    gui.send("setoption name Skill Level value 0\ngo infinite");
    gui.until("info depth 5 ");
    gui.send("stop");
    gui.best_move();
    gui.send("go mate 2 depth 5");
    assert_eq!(depth(&infos(&mut gui)), 5);
    gui.send("setoption name UCI_AnalyseMode value true\ngo depth 5");
    assert_eq!(depth(&infos(&mut gui)), 5);
    gui.send("setoption name UCI_AnalyseMode value false\ngo depth 5");
    assert_eq!(depth(&infos(&mut gui)), 1);
}

#[test]
fn weakened_play_answers_as_late_as_the_clock_allows_or_at_stop() {
    let mut gui = Gui::start();
    gui.send("setoption name Skill Level value 1\nsetoption name Move Overhead value 0");
    gui.sync();
    let begun = Instant::now();
    gui.send("go movetime 400");
    gui.best_move();
    assert!(begun.elapsed() >= Duration::from_millis(400), "{:?}", begun.elapsed());
    gui.send("go movetime 600000");
    gui.no_line("bestmove");
    gui.send("isready");
    gui.until("readyok");
    gui.send("stop");
    gui.best_move();
    // Nodes know no time.
    gui.send("go nodes 100000");
    gui.best_move();
}

#[test]
fn weakened_pondering_waits_for_ponderhit() {
    let mut gui = Gui::start();
    gui.send("setoption name Skill Level value 1\ngo ponder wtime 1000 btime 1000");
    gui.no_line("bestmove");
    gui.send("ponderhit");
    gui.best_move();
    gui.send("go ponder wtime 1000000 btime 1000000");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
}

#[test]
fn two_boards_are_weakened_as_well() {
    let mut gui = Gui::with_variant("doorgeef");
    gui.send("setoption name Skill Level value 0\nposition startpos2 moves 2e2e4\ngo depth 6");
    let lines = infos(&mut gui);
    assert_eq!(depth(&lines), 1, "{lines:?}");
    gui.send("go infinite");
    gui.until("info depth 3 ");
    gui.send("stop");
    gui.best_move();
}
