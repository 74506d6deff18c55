//! The front with a thinker that thinks only what a test says.

use std::cell::RefCell;
use std::rc::Rc;

use engine::report::{Bound, Score};
use engine::session::{Answer, Request, Roots};
use engine::win_rates::WinRates;
use movegen::any_game;
use movegen::name::GameName;

use super::super::board::Line;
use super::*;

/// What the thinker was asked to do.
#[derive(Clone, Debug)]
enum Asked {
    Begin { id: SearchId, moves: Vec<String>, request: Box<Request> },
    Stop,
    PonderHit,
    Resize(usize),
    Clear,
    Settle,
}

#[derive(Default)]
struct Script(Rc<RefCell<Vec<Asked>>>);

impl Thinker for Script {
    fn begin(&mut self, id: SearchId, game: GameName, line: &Line, request: Request) {
        let mut game = any_game::open(game, &line.start).unwrap().game;
        for mv in &line.moves {
            game.play_uci(mv).unwrap();
        }
        self.0.borrow_mut().push(Asked::Begin { id, moves: line.moves.clone(), request: Box::new(request) });
    }

    fn stop(&mut self) {
        self.0.borrow_mut().push(Asked::Stop);
    }

    fn ponderhit(&mut self) {
        self.0.borrow_mut().push(Asked::PonderHit);
    }

    fn resize(&mut self, mebibytes: usize) {
        self.0.borrow_mut().push(Asked::Resize(mebibytes));
    }

    fn clear(&mut self) {
        self.0.borrow_mut().push(Asked::Clear);
    }

    fn settle(&mut self, _threads: usize) {
        self.0.borrow_mut().push(Asked::Settle);
    }
}

/// A front, what it says, and what it asks its thinker.
struct Table {
    front: Front<Script>,
    said: Rc<RefCell<Vec<String>>>,
    asked: Rc<RefCell<Vec<Asked>>>,
}

impl Table {
    fn new() -> Table {
        let said = Rc::new(RefCell::new(Vec::new()));
        let asked = Rc::new(RefCell::new(Vec::new()));
        let lines = Rc::clone(&said);
        let output = move |text: &str| lines.borrow_mut().extend(text.split('\n').map(str::to_string));
        let front = Front::new(Script(Rc::clone(&asked)), 1, output).unwrap();
        Table { front, said, asked }
    }

    /// After these commands.
    fn after(commands: &[&str]) -> Table {
        let mut table = Table::new();
        table.send(commands);
        table.said.borrow_mut().clear();
        table
    }

    /// What is said to these commands.
    fn send(&mut self, commands: &[&str]) -> Vec<String> {
        for command in commands {
            assert_eq!(self.front.obey(command), Flow::Next);
        }
        self.said.take()
    }

    /// The last search that was begun.
    fn search(&self) -> (SearchId, Vec<String>, Request) {
        let asked = self.asked.borrow();
        let begun = asked.iter().rev().find_map(|asked| match asked {
            Asked::Begin { id, moves, request } => Some((*id, moves.clone(), Request::clone(request))),
            _ => None,
        });
        begun.expect("a search was begun")
    }

    fn is_thinking(&self) -> bool {
        self.front.search.is_some()
    }

    fn line(&mut self, multipv: usize, score: Score, pv: &str) -> Vec<String> {
        let info = Info {
            depth: 5,
            seldepth: 7,
            multipv,
            score,
            bound: Bound::Exact,
            win_rates: WinRates::DRAW,
            nodes: 1000,
            time: Duration::from_millis(50),
            hashfull: 0,
            pv: Vec::new(),
        };
        let id = self.search().0;
        self.front.hear(id, Event::Info(info, pv.to_string()));
        self.said.take()
    }

    /// The running search ends with this move, in SAN, and the answer expected to it.
    fn best(&mut self, best: &str, ponder: Option<&str>) -> Vec<String> {
        let id = self.search().0;
        self.best_of(id, best, ponder)
    }

    fn best_of(&mut self, id: SearchId, best: &str, ponder: Option<&str>) -> Vec<String> {
        let answer = Answer {
            best: Some(best.to_string()),
            ponder: ponder.map(str::to_string),
            standing: movegen::any_game::Standing::Game(movegen::rules::Status::Ongoing),
            due: Duration::ZERO,
        };
        self.front.hear(id, Event::Best(answer));
        self.said.take()
    }
}

const NOTHING: [&str; 0] = [];

#[test]
fn after_new_the_engine_plays_black() {
    let mut table = Table::after(&["xboard", "protover 2", "new"]);
    assert_eq!(table.send(&["usermove e2e4"]), NOTHING);
    assert_eq!(table.search().1, ["e2e4"]);
    assert_eq!(table.best("e5", None), ["move e7e5"]);
    assert!(!table.is_thinking());
}

#[test]
fn go_plays_the_side_on_move_and_playother_the_other_one() {
    let mut table = Table::after(&["new", "force", "e2e4", "go"]);
    assert_eq!(table.best("e5", None), ["move e7e5"]);
    let mut table = Table::after(&["new", "force", "e2e4", "playother"]);
    assert!(!table.is_thinking());
    table.send(&["e7e5"]);
    assert_eq!(table.best("Nf3", None), ["move g1f3"]);
}

#[test]
fn in_force_mode_moves_are_checked_and_nothing_is_thought() {
    let mut table = Table::after(&["new", "force"]);
    assert_eq!(table.send(&["usermove e2e5"]), ["Illegal move (the pawn cannot go to e5): e2e5"]);
    assert_eq!(table.send(&["usermove e2e4", "usermove e7e5", "usermove g1f3"]), NOTHING);
    assert!(!table.is_thinking());
}

#[test]
fn no_move_comes_after_what_ends_a_search() {
    for command in ["force", "new", "result 1-0 {White resigns}", "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "analyze"]
    {
        let mut table = Table::after(&["new", "usermove e2e4"]);
        let id = table.search().0;
        assert_eq!(table.send(&[command]), NOTHING, "{command}");
        assert!(table.asked.borrow().iter().any(|asked| matches!(asked, Asked::Stop)), "{command}");
        assert_eq!(table.best_of(id, "e5", None), NOTHING, "{command}");
    }
}

#[test]
fn a_ping_waits_for_the_move_and_is_answered_at_once_otherwise() {
    let mut table = Table::after(&["new", "hard", "usermove e2e4"]);
    assert_eq!(table.send(&["ping 1", "ping 2"]), NOTHING);
    assert_eq!(table.best("e5", Some("Nf3")), ["move e7e5", "pong 1", "pong 2"]);
    assert!(matches!(table.front.search.as_ref().unwrap().purpose, Purpose::Ponder(_)));
    assert_eq!(table.send(&["ping 3"]), ["pong 3"]);
    assert_eq!(table.send(&["analyze", "ping 4"]), ["pong 4"]);
    assert_eq!(table.send(&["exit", "ping 5"]), ["pong 5"]);
    assert!(matches!(table.asked.borrow().last(), Some(Asked::Settle)));
}

#[test]
fn pings_are_answered_when_the_move_is_called_off() {
    let mut table = Table::after(&["new", "usermove e2e4", "ping 1"]);
    assert_eq!(table.send(&["force", "ping 2"]), ["pong 1", "pong 2"]);
}

#[test]
fn new_clears_sd_and_st_but_not_the_level() {
    let mut table = Table::after(&["new", "level 0 2 12", "sd 5", "st 3", "go"]);
    let limits = table.search().2.limits;
    assert_eq!((limits.depth, limits.movetime.is_some()), (Some(5), true));
    table.send(&["new", "go"]);
    let limits = table.search().2.limits;
    assert_eq!((limits.depth, limits.movetime, limits.increment), (None, None, [Some(12_000); 2]));
    assert!((119_000..=120_000).contains(&limits.time[0].unwrap()));
}

#[test]
fn the_clocks_told_count_even_at_level_zero() {
    let table = Table::after(&["new", "level 0 0 0", "time 6000", "otim 5000", "usermove e2e4"]);
    let limits = table.search().2.limits;
    assert_eq!(limits.time[0], Some(50_000));
    assert!((59_000..=60_000).contains(&limits.time[1].unwrap()));
}

#[test]
fn pondering_goes_on_if_the_expected_move_is_played_and_begins_anew_otherwise() {
    let mut table = Table::after(&["new", "hard", "usermove e2e4"]);
    table.best("e5", Some("Nf3"));
    let (id, moves, request) = table.search();
    assert_eq!((moves.join(" "), request.limits.ponder), ("e2e4 e7e5 g1f3".to_string(), true));
    table.send(&["usermove g1f3"]);
    assert!(matches!(table.asked.borrow().last(), Some(Asked::PonderHit)));
    assert_eq!(table.send(&["ping 1"]), NOTHING);
    assert_eq!(table.best_of(id, "Nc6", Some("Bb5")), ["move b8c6", "pong 1"]);
    table.send(&["usermove d2d4"]);
    let (_, moves, request) = table.search();
    assert_eq!((moves.len(), request.limits.ponder), (5, false));
}

#[test]
fn a_clock_much_shorter_than_expected_begins_a_new_search() {
    let mut table = Table::after(&["new", "hard", "level 0 5 0", "usermove e2e4"]);
    table.best("e5", Some("Nf3"));
    table.send(&["time 1000", "otim 1000", "usermove g1f3"]);
    assert!(!table.asked.borrow().iter().any(|asked| matches!(asked, Asked::PonderHit)));
    assert!(table.search().2.limits.time[1].unwrap() <= 10_000);
}

#[test]
fn easy_ends_pondering() {
    let mut table = Table::after(&["new", "hard", "usermove e2e4"]);
    table.best("e5", Some("Nf3"));
    table.send(&["easy"]);
    assert!(!table.is_thinking());
    table.send(&["usermove g1f3"]);
    table.best("Nc6", Some("Bb5"));
    assert!(!table.is_thinking());
}

#[test]
fn thinking_is_shown_after_post_alone() {
    let mut table = Table::after(&["new", "hard", "usermove e2e4"]);
    assert_eq!(table.line(1, Score::Centipawns(12), "e5 Nf3"), NOTHING);
    table.send(&["post"]);
    assert_eq!(table.line(1, Score::Centipawns(12), "e5 Nf3"), ["5 12 5 1000 7 20000 0\te5 Nf3"]);
    table.best("e5", Some("Nf3"));
    assert_eq!(table.line(1, Score::Centipawns(9), "Nc6"), ["5 9 5 1000 7 20000 0\tNf3 Nc6"]);
    table.send(&["nopost"]);
    assert_eq!(table.line(1, Score::Centipawns(9), "Nc6"), NOTHING);
}

#[test]
fn results_are_claimed_when_the_rules_end_the_game() {
    let mate = ["new", "force", "f2f3", "e7e5", "g2g4", "go"];
    assert_eq!(Table::after(&mate).best("Qh4#", None), ["move d8h4", "0-1 {Black mates}"]);
    let mut table = Table::after(&["new", "force", "f2f3", "e7e5", "playother", "ping 1"]);
    table.send(&["g2g4"]);
    let mut table = Table::after(&["new", "force", "setboard 7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "playother"]);
    assert_eq!(table.send(&["usermove f1f7"]), ["1/2-1/2 {Stalemate}"]);
    assert!(!table.is_thinking());
}

#[test]
fn two_knights_are_no_claim() {
    let mut table = Table::after(&["new", "force", "setboard k7/8/8/8/8/8/5p2/4K1NN w - - 0 1", "playother"]);
    assert_eq!(table.send(&["usermove e1f2"]), NOTHING);
    assert!(table.is_thinking());
}

#[test]
fn after_an_illegal_position_there_is_none() {
    let mut table = Table::after(&["new", "force"]);
    let said = table.send(&["setboard 8/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert_eq!(said, ["tellusererror Illegal position: placement: no black king"]);
    assert_eq!(table.send(&["usermove e1e2"]), ["Illegal move (illegal position): e1e2"]);
    assert_eq!(table.send(&["go", "ping 1"]), ["Error (illegal position): go", "pong 1"]);
    assert_eq!(table.send(&["analyze", "ping 2", "exit"]), ["pong 2"]);
    assert!(!table.is_thinking());
    table.send(&["setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "go"]);
    assert!(table.is_thinking());
}

#[test]
fn moves_are_taken_back_and_nothing_happens_where_there_is_none() {
    let mut table = Table::after(&["new"]);
    assert_eq!(table.send(&["undo", "remove", "exit", "?"]), NOTHING);
    table.send(&["usermove e2e4"]);
    table.best("e5", None);
    assert_eq!(table.send(&["remove", "usermove d2d4"]), NOTHING);
    assert_eq!(table.search().1, ["d2d4"]);
    table.send(&["force", "undo", "usermove c2c4", "go"]);
    assert_eq!(table.search().1, ["c2c4"]);
}

#[test]
fn analysis_follows_the_board() {
    let mut table = Table::after(&["new", "force", "post", "analyze"]);
    assert!(table.search().2.limits.infinite);
    table.send(&["usermove e2e4"]);
    assert_eq!(table.search().1, ["e2e4"]);
    table.send(&["undo"]);
    assert_eq!(table.search().1, NOTHING);
    table.send(&["usermove e2e4", "new"]);
    assert_eq!((table.search().1.len(), table.front.mode), (0, Mode::Analysing));
    table.line(1, Score::Centipawns(30), "e4 e5");
    assert_eq!(table.send(&["."]), ["stat01: 5 1000 5 0 20 e4"]);
    assert_eq!(table.send(&["exit"]), NOTHING);
    assert_eq!((table.is_thinking(), table.front.mode), (false, Mode::Forced));
    assert_eq!(table.send(&["."]), NOTHING);
}

#[test]
fn nothing_is_analysed_where_the_game_is_over() {
    let mut table = Table::after(&["new", "force", "analyze", "f2f3", "e7e5", "g2g4"]);
    assert!(table.is_thinking());
    assert_eq!(table.send(&["d8h4"]), NOTHING);
    assert!(!table.is_thinking());
    table.send(&["undo"]);
    assert!(table.is_thinking());
}

#[test]
fn excluded_moves_are_not_thought_about() {
    let mut table = Table::after(&["new", "force", "analyze", "exclude e2e4", "exclude d4"]);
    let Roots::Only(roots) = table.search().2.roots else { panic!() };
    assert_eq!(roots.len(), 18);
    table.send(&["include e2e4"]);
    let Roots::Only(roots) = table.search().2.roots else { panic!() };
    assert_eq!(roots.len(), 19);
    table.send(&["exclude all"]);
    assert!(!table.is_thinking());
    table.send(&["include a2a3"]);
    assert_eq!(table.search().2.roots, Roots::Only(vec!["a2a3".to_string()]));
    table.send(&["usermove e2e4"]);
    assert_eq!(table.search().2.roots, Roots::All);
    assert_eq!(table.send(&["exclude e2e4"]), ["Error (no man stands on e2): exclude e2e4"]);
}

#[test]
fn a_move_being_thought_about_is_thought_about_anew_without_the_excluded() {
    let mut table = Table::after(&["new", "usermove e2e4", "ping 1"]);
    assert_eq!(table.send(&["exclude e7e5"]), NOTHING);
    assert_eq!(table.best("c5", None), ["move c7c5", "pong 1"]);
}

#[test]
fn move_now_ends_the_thinking_and_nothing_else() {
    let mut table = Table::after(&["new", "usermove e2e4", "?"]);
    assert!(matches!(table.asked.borrow().last(), Some(Asked::Stop)));
    assert_eq!(table.best("e5", None), ["move e7e5"]);
    table.asked.borrow_mut().clear();
    table.send(&["?", "analyze"]);
    table.asked.borrow_mut().clear();
    table.send(&["?"]);
    assert!(table.asked.borrow().is_empty());
}

#[test]
fn in_a_pause_nothing_is_thought_and_afterwards_it_goes_on() {
    let mut table = Table::after(&["new", "usermove e2e4", "pause"]);
    assert!(!table.is_thinking());
    assert_eq!(table.send(&["ping 1"]), NOTHING);
    table.send(&["resume"]);
    assert_eq!(table.best("e5", None), ["move e7e5", "pong 1"]);
    table.send(&["pause", "usermove d2d4"]);
    assert!(!table.is_thinking());
    table.send(&["resume"]);
    assert_eq!(table.search().1.len(), 3);
    let mut table = Table::after(&["analyze", "pause", "usermove e2e4"]);
    assert!(!table.is_thinking());
    table.send(&["resume"]);
    assert_eq!(table.search().1, ["e2e4"]);
    assert_eq!(table.send(&["resume", "pause", "pause", "force", "resume"]), NOTHING);
    assert!(!table.is_thinking());
}

#[test]
fn debug_lines_are_sent_only_where_they_are_accepted() {
    let commands = ["level 40 5+3 0"];
    assert_eq!(Table::after(&["new"]).send(&commands), NOTHING);
    assert_eq!(Table::after(&["accepted debug", "new"]).send(&commands), ["# level: `+3` is not obeyed"]);
    assert_eq!(Table::after(&["rejected debug", "new"]).send(&commands), NOTHING);
}

#[test]
fn bare_moves_and_colours_of_protocol_1_are_understood() {
    let mut table = Table::after(&["xboard", "new", "white", "go"]);
    assert_eq!(table.best("e4", None), ["move e2e4"]);
    table.send(&["e7e5"]);
    assert_eq!(table.best("Nf3", None), ["move g1f3"]);
    let mut table = Table::after(&["new", "black", "time 100", "otim 100", "white", "go"]);
    assert_eq!(table.best("e4", None), ["move e2e4"]);
    assert_eq!(table.front.board.as_ref().unwrap().line().start, "startpos");
    let mut table = Table::after(&["new", "force", "black", "go"]);
    assert_eq!(table.best("e5", None), ["move e7e5"]);
}

#[test]
fn a_position_can_be_edited() {
    let mut table = Table::after(&["new", "force", "edit"]);
    assert_eq!(table.send(&["#", "Ke1", "Rh1", "c", "Ke8", ".", "go"]), NOTHING);
    assert_eq!(table.best("O-O", None), ["move e1g1"]);
    let mut table = Table::after(&["new", "force", "a2a3", "edit", "#", "Ke1", "c", "Ke8", "."]);
    assert_eq!(table.send(&["usermove e8d8"]), NOTHING, "black is on move");
    assert!(table.send(&["edit", "#", "."])[0].starts_with("tellusererror Illegal position"));
    let mut table = Table::after(&["new", "edit", "#", "new"]);
    assert_eq!(table.send(&[".", "usermove e2e4"]), NOTHING, "a new game ends the editing");
}

#[test]
fn options_memory_and_cores_reach_the_thinker() {
    let mut table = Table::after(&["new"]);
    assert_eq!(table.send(&["memory 64", "cores 2", "option Clear Hash", "option MultiPV=3"]), NOTHING);
    assert!(table.asked.borrow().iter().any(|asked| matches!(asked, Asked::Resize(64))));
    table.send(&["go"]);
    let options = table.search().2.options;
    assert_eq!((options.threads, options.multipv), (2, 3));
    assert_eq!(
        table.send(&["option UCI_Variant=euwe"]),
        ["Error (there is no option `UCI_Variant`): option UCI_Variant"]
    );
    let refused = table.send(&["option Bughouse Rules=chess"]);
    assert_eq!(refused, ["Error (choose one of bughouse, doorgeef, euwe): option Bughouse Rules=chess"]);
}

#[test]
fn an_unknown_variant_leaves_no_position() {
    let mut table = Table::after(&["new"]);
    let said = table.send(&["variant atomic", "usermove e2e4"]);
    assert_eq!(said, ["Error (unknown variant): variant atomic", "Illegal move (illegal position): e2e4"]);
    assert_eq!(table.send(&["new", "usermove e2e4"]), NOTHING);
    assert!(table.is_thinking());
}

#[test]
fn a_draw_is_accepted_by_who_stands_worse_and_never_in_halijnen() {
    for (setup, score, accepted) in [
        ("variant crazyhouse", -120, true),
        ("variant crazyhouse", 20, false),
        ("variant halijnen", -500, false),
        ("variant bughouse", -500, false),
        ("variant euwe", -500, true),
    ] {
        let mut table = Table::after(&["new", setup, "usermove e2e4"]);
        table.line(1, Score::Centipawns(score), "e5");
        table.best("e5", None);
        let said = table.send(&["draw"]);
        assert_eq!(said == ["offer draw"], accepted, "{setup} {score} {said:?}");
    }
    assert_eq!(Table::after(&["new"]).send(&["draw"]), NOTHING);
}

#[test]
fn a_draw_is_not_accepted_for_a_score_of_another_position_or_colour() {
    for commands in [
        &["setboard 4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1"][..],
        &["force", "usermove g1f3", "playother"],
        &["undo"],
        &["remove"],
    ] {
        let mut table = Table::after(&["new", "usermove e2e4"]);
        table.line(1, Score::Centipawns(-500), "e5");
        table.best("e5", None);
        table.send(commands);
        assert_eq!(table.send(&["draw"]), NOTHING, "{commands:?}");
    }
}

#[test]
fn moves_taken_back_are_to_be_made_again_within_the_session() {
    let mut table = Table::after(&["new", "level 40 5 0", "usermove e2e4"]);
    assert_eq!(table.search().2.limits.moves_to_go, Some(40));
    table.best("e5", None);
    table.send(&["remove", "usermove d2d4"]);
    assert_eq!(table.search().2.limits.moves_to_go, Some(40));
    table.best("d5", None);
    table.send(&["usermove c2c4"]);
    assert_eq!(table.search().2.limits.moves_to_go, Some(39));
}

#[test]
fn a_won_frame_is_claimed_and_nothing_is_thought_about_the_next_one() {
    let position = "setboard k5R1/pppppppN/7R/7B/7Q/7P/7B/7K[NPPPPPPPqrrbbnnp] w - - 0 1";
    let mut table = Table::after(&["new", "variant halijnen", "force", position, "usermove g8h8"]);
    assert!(table.send(&["go"])[0].starts_with("1-0 {White wins frame 1 of 3;"));
    assert_eq!(table.send(&["analyze", "hint"]), NOTHING);
    assert!(!table.is_thinking());
    table.send(&["undo"]);
    assert!(table.is_thinking());
}

#[test]
fn a_hint_is_what_is_expected_or_looked_for() {
    let mut table = Table::after(&["new", "hard", "usermove e2e4"]);
    assert_eq!(table.send(&["hint"]), NOTHING);
    table.best("e5", Some("Nf3"));
    assert_eq!(table.send(&["hint"]), ["Hint: g1f3"]);
    let mut table = Table::after(&["new", "hint"]);
    assert_eq!(table.send(&["ping 1"]), ["pong 1"]);
    assert_eq!(table.best("d4", None), ["Hint: d2d4"]);
    assert_eq!(table.send(&["bk"]), [" There is no opening book.", ""]);
}

#[test]
fn lifted_men_show_their_squares_and_pawns_what_they_may_become() {
    let mut table = Table::after(&["new"]);
    assert_eq!(table.send(&["lift g1", "put f3"]), ["highlight 8/8/8/8/8/5Y1Y/8/8"]);
    assert_eq!(table.send(&["lift e7"]), ["highlight 8/8/8/8/8/8/8/8"]);
    table.send(&["variant super", "setboard 4k3/P7/8/8/8/8/8/4K3[NE] w - - 0 1"]);
    assert_eq!(table.send(&["lift a7", "put a8"]), ["highlight M7/8/8/8/8/8/8/8", "choice EN"]);
    table.send(&["variant doorgeef", "holding [N] []"]);
    assert!(table.send(&["lift N@"])[0].starts_with("highlight 8/8/YYY1Y1YY/YYYYYYYY/"));
}

#[test]
fn the_prelude_is_played_in_xboards_order() {
    let mut table = Table::after(&["new", "variant superschaak", "force", "usermove a4g1", "go"]);
    assert_eq!(table.best("E@b8", None), ["move b5b8"]);
    assert_eq!(table.send(&["usermove b4b1"]), ["move a5g8"], "mirrored at once");
    table.send(&["usermove c4f1"]);
    let Roots::Only(roots) = table.search().2.roots else { panic!() };
    assert!(roots.iter().all(|mv| mv.len() == 4));
    assert_eq!(table.best("V@a8", None), ["move d5a8"]);
    assert_eq!(table.send(&["usermove d4a1"]), ["move c5f8"]);
    table.send(&["usermove e2e4"]);
    assert!(table.is_thinking());
}

/// A board of a match in which Black, who is the engine, is mated unless a man arrives.
const SMOTHERED: &str = "setboard 6rk/6pp/8/8/8/8/8/K6R[] w - - 0 1";

#[test]
fn bughouse_means_what_the_option_says() {
    let mut table = Table::after(&["option Bughouse Rules=doorgeef", "new", "variant bughouse"]);
    assert_eq!(table.front.kind.game.variant, Variant::Doorgeef);
    table.send(&["option Bughouse Rules=bughouse", "new", "variant bughouse"]);
    assert_eq!(table.front.kind.game.variant, Variant::Bughouse);
}

#[test]
fn who_can_be_saved_by_a_man_waits_says_so_and_claims_nothing() {
    let commands = ["new", "variant bughouse", "partner anna", "setboard 6rk/6pp/8/8/8/8/6PP/K2R4[] w - - 0 1", "go"];
    let mut table = Table::after(&commands);
    table.send(&["force", "setboard 4r1k1/5ppp/8/8/8/8/5PPP/3R2K1[] b - - 0 1", "playother"]);
    let said = table.send(&["usermove e8e1"]);
    assert_eq!(said, NOTHING, "the rook can be taken");
    let mut table = Table::after(&["new", "variant bughouse", "partner anna", SMOTHERED, "ping 1"]);
    table.send(&["force", "setboard 4r1k1/5ppp/8/8/8/8/5PPP/6K1[] b - - 0 1", "playother"]);
    let said = table.send(&["usermove e8e1", "ping 2"]);
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("tellics ptell +++"), "{said:?}");
    assert_eq!(said[1], "pong 2");
    assert_eq!(table.send(&["usermove g1h1"]), ["Illegal move (the engine is on move): g1h1"]);
    assert_eq!(table.send(&["holding [N] [] WN"]), NOTHING);
    assert!(table.is_thinking());
    assert_eq!(table.best("N@f1", None), ["move N@f1", "tellics ptell x"]);
}

#[test]
fn who_is_mated_by_force_sits_until_told_to_go() {
    let mut table =
        Table::after(&["new", "variant bughouse", "partner anna", "time 6000", "otim 6000", "usermove e2e4"]);
    table.line(1, Score::Mate(-2), "e5 Qh5");
    assert_eq!(table.best("e5", None), ["tellics ptell sitting (mated in 2 unless something arrives)"]);
    assert!(table.front.deadline().is_some());
    assert_eq!(table.send(&["ping 1"]), ["pong 1"]);
    assert_eq!(table.send(&["ptell go"]), ["move e7e5", "tellics ptell x"]);
    assert!(table.front.deadline().is_none());
}

#[test]
fn nobody_sits_with_a_short_clock_or_without_a_partner() {
    for commands in [["partner anna", "time 400"], ["partner", "time 9000"]] {
        let mut table = Table::after(&["new", "variant bughouse"]);
        table.send(&commands);
        table.send(&["usermove e2e4"]);
        table.line(1, Score::Mate(-2), "e5 Qh5");
        assert!(table.best("e5", None).contains(&"move e7e5".to_string()));
    }
}

#[test]
fn who_has_less_time_than_the_diagonal_opponent_does_not_sit() {
    for (diagonal, sits) in [("ptell otim 7000", false), ("ptell otim 5000", true)] {
        let commands = ["new", "variant bughouse", "partner anna", "time 6000", "ptell sit", diagonal, "usermove e2e4"];
        let mut table = Table::after(&commands);
        table.line(1, Score::Centipawns(0), "e5");
        assert_eq!(table.best("e5", None) == NOTHING, sits, "{diagonal}");
    }
}

#[test]
fn a_request_to_sit_is_for_one_move() {
    let mut table =
        Table::after(&["new", "variant bughouse", "partner anna", "time 6000", "ptell sit", "usermove e2e4"]);
    assert_eq!(table.best("e5", None), NOTHING);
    table.send(&["holding [] [N]"]);
    assert_eq!(table.best("e5", None), NOTHING, "it holds when men arrive");
    assert_eq!(table.send(&["?", "usermove d2d4"]), ["move e7e5"]);
    assert_eq!(table.best("d5", None), ["move d7d5"]);
}

#[test]
fn advice_on_when_to_move_is_not_followed_in_doorgeef_and_euwe() {
    for (variant, sits) in [("bughouse", true), ("doorgeef", false), ("euwe", false)] {
        let variant = format!("variant {variant}");
        let mut table = Table::after(&["new", &variant, "partner anna", "time 6000", "ptell sit", "usermove e2e4"]);
        assert_eq!(table.best("e5", None) == NOTHING, sits, "{variant}");
    }
}

#[test]
fn men_that_arrive_while_thinking_are_thought_about_on_the_same_clock() {
    let mut table = Table::after(&["new", "variant bughouse", "usermove e2e4", "ping 1"]);
    let first = table.search().0;
    assert_eq!(table.send(&["holding [] [N] BN"]), NOTHING);
    assert_eq!(table.best_of(first, "e5", None), NOTHING);
    assert_eq!(table.best("N@e6", None), ["move N@e6", "pong 1"]);
    assert_eq!(table.send(&["holding [x] []"]), ["Error (`x` cannot be in hand): holding [x] []"]);
}

#[test]
fn a_man_that_the_partner_wants_is_captured_if_the_price_is_right() {
    let position = "setboard 4k3/8/8/3n1p2/4P3/8/8/4K3[] w - - 0 1";
    for (wish, score, best) in [("+++n", -150, "exd5"), ("+n", -150, "exf5"), ("x", -150, "exf5"), ("+++q", 0, "exf5")]
    {
        let tell = format!("ptell {wish}");
        let mut table = Table::after(&["new", "variant bughouse", "partner anna", "force", position, &tell, "go"]);
        table.line(1, Score::Centipawns(0), "exf5");
        table.line(2, Score::Centipawns(score), "exd5");
        let said = table.best("exf5", None);
        let wanted = if best == "exd5" { "move e4d5" } else { "move e4f5" };
        assert!(said.contains(&wanted.to_string()), "{wish} {said:?}");
    }
}

#[test]
fn a_man_that_mates_the_partner_is_not_given_away() {
    let position = "setboard 4k3/8/8/8/3q4/8/8/3QK3[] w - - 0 1";
    let commands = ["new", "variant bughouse", "partner anna", "force", position, "ptell ---q", "go"];
    let Roots::Only(roots) = Table::after(&commands).search().2.roots else { panic!() };
    assert!(roots.contains(&"d1d4".to_string()) && !roots.contains(&"d1d2".to_string()), "{roots:?}");
}

#[test]
fn the_partner_hears_which_men_mate_in_bughouse_alone() {
    let position = "setboard 6rk/6pp/8/8/8/8/7P/6K1[] w - - 0 1";
    let mut table = Table::after(&["new", "variant bughouse", "partner anna", "force", position, "go"]);
    let said = table.best("h3", None);
    assert_eq!(said[0], "move h2h3");
    assert_eq!(said[1], "tellics ptell +++n (mates)");
    let mut table = Table::after(&["new", "variant doorgeef", "partner anna", "force", position, "go"]);
    assert_eq!(table.best("h3", None), ["move h2h3"]);
}

#[test]
fn unknown_tells_are_never_answered() {
    let mut table = Table::after(&["new", "variant bughouse", "partner anna"]);
    let said = table.send(&["ptell Sorry, but I don't understand that command.", "ptell hi", "ptell"]);
    assert_eq!(said, NOTHING);
    assert!(table.send(&["ptell help"])[0].starts_with("tellics ptell I understand"));
}
