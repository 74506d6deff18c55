//! Two boards through pipes: positions, joint moves, what a team must not overlook.

mod common;

use common::{Gui, one_error};
use movegen::fen::{parse_pair, write_pair};
use movegen::moves::Move;
use movegen::notation::pair::{parse_joint, write};
use movegen::pair::action::Action;
use movegen::pair::game::PairGame;
use movegen::pair::{Pair, Team};
use movegen::rules::{Status, Variant};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// Nobody can do harm here for a while.
const QUIET_WHITE: &str = "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1";
const QUIET_BLACK: &str = "4k3/p7/8/8/8/8/P7/4K3[] b - - 0 1";
/// Whatever White moves, Black mates on g2.
const LOST: &str = "7k/8/8/8/8/5p2/P1q4P/7K[] w - - 0 1";

const VARIANTS: [Variant; 3] = [Variant::Bughouse, Variant::Doorgeef, Variant::Euwe];

fn gui(variant: Variant) -> Gui {
    Gui::with_variant(variant.id())
}

fn pair(variant: Variant, fen: &str) -> Pair {
    parse_pair(fen, variant, false).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn team_name(team: Team) -> &'static str {
    match team {
        Team::One => "white",
        Team::Two => "black",
    }
}

/// Games won by the team less games lost.
fn points(game: &PairGame, team: Team) -> i32 {
    let of = |board| match game.pair().over(board) {
        Some(Status::Won { winner, .. }) if Team::of(board, winner) == team => 1,
        Some(Status::Won { .. }) => -1,
        _ => 0,
    };
    of(0) + of(1)
}

fn played(game: &PairGame, mv: Move) -> PairGame {
    let mut game = game.clone();
    game.play(Action::Move(mv)).unwrap();
    game
}

/// The team's points after the move by which the other team wins the most.
fn after_reply(game: &PairGame, team: Team) -> i32 {
    let replies = game.pair().legal_moves();
    let worst = replies.iter().filter(|mv| game.pair().team_on_move(mv.board()) != team);
    worst.map(|&mv| points(&played(game, mv), team)).min().unwrap_or(i32::MAX).min(points(game, team))
}

/// The joint action in the engine's answer, made on the boards in both orders; the game after the order A, B.
#[track_caller]
fn apply(game: &PairGame, team: Team, answer: &str) -> (PairGame, usize) {
    let fen = write_pair(game.pair());
    let joint = parse_joint(game.pair(), team, answer).unwrap_or_else(|error| panic!("{fen}: {error}"));
    let mut after = [game.clone(), game.clone()];
    for (game, order) in after.iter_mut().zip([[joint[0], joint[1]], [joint[1], joint[0]]]) {
        for mv in order.into_iter().flatten() {
            game.play(Action::Move(mv)).unwrap_or_else(|error| panic!("{fen}: {answer}: {error}"));
        }
    }
    let [after, _] = after;
    (after, joint.into_iter().flatten().count())
}

#[test]
fn positions_come_as_two_fens_or_as_startpos2() {
    let mut gui = gui(Variant::Bughouse);
    gui.send(&format!("position fen {START} | {START} moves 1e2e4 2g1f3 1d7d5 1e4d5"));
    let fen = gui.shown("Fen: ");
    assert_eq!(
        fen,
        "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[] b KQkq - 0 2 | \
         rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R[p] b KQkq - 1 1"
    );
    gui.send("position startpos2 moves 1e2e4 2g1f3 1d7d5 1e4d5");
    assert_eq!(gui.shown("Fen: "), fen);
    gui.send(&format!("position fen {}", fen.replace(" | ", "|")));
    assert_eq!(gui.shown("Fen: "), fen);
    gui.send("position startpos2 moves");
    assert_eq!(gui.shown("Fen: "), format!("{START} | {START}"));
    gui.send("position startpos moves e2e4");
    assert!(!gui.shown("Fen: ").contains('|'));
}

#[test]
fn entries_that_end_a_game_stand_among_the_moves() {
    let mut doorgeef = gui(Variant::Doorgeef);
    doorgeef.send("position startpos2 moves 1e2e4 1over=0-1 2e2e4");
    assert_eq!(doorgeef.shown("Status: "), "A: win black 0-1 given | B: ongoing | match: ongoing");
    doorgeef.send("position startpos2 moves 1over=0-1 2over=1/2-1/2");
    assert_eq!(doorgeef.shown("Status: "), "A: win black 0-1 given | B: draw 1/2-1/2 given | match: 0.5-1.5");
    doorgeef.send("go depth 1");
    let lines = doorgeef.until("bestmove ");
    assert_eq!(lines.last().unwrap(), "bestmove (pass,pass)");
    assert!(lines[0].starts_with("info string the match is over: A: "), "{lines:?}");
    let mut euwe = gui(Variant::Euwe);
    euwe.send("position startpos2 moves 1e2e4 over=1-1");
    assert!(euwe.shown("Status: ").ends_with("match: 1-1"));
}

#[test]
fn errors_name_board_ply_and_move() {
    let mut gui = gui(Variant::Doorgeef);
    gui.send("position startpos2 moves 1e2e4 2e2e5 1e7e5");
    assert_eq!(one_error(&gui.sync()), "ply 2 on board B: illegal move 2e2e5: the pawn cannot go to e5");
    gui.send("position startpos2 moves e2e4");
    assert!(one_error(&gui.sync()).starts_with("ply 1: "));
    gui.send(&format!("position fen {START} | 8/8/8/8/8/8/8/4K3[] w - - 0 1"));
    assert!(one_error(&gui.sync()).starts_with("board B: "));
    gui.send(&format!("position fen {START} | {START} | {START}"));
    one_error(&gui.sync());
    gui.send("position fen |");
    one_error(&gui.sync());
    gui.send("setoption name UCI_Variant value chess\nposition startpos2");
    let lines = gui.sync();
    assert!(lines.last().unwrap().contains("chess"), "{lines:?}");
}

#[test]
fn d_shows_both_boards_side_by_side() {
    let mut gui = gui(Variant::Bughouse);
    gui.send("position fen 4k3/8/8/8/8/8/4Q~3/4K3[Pn] b - - 0 1 | 4k3/8/8/8/8/8/8/4K3[R] w - - 0 1\nd");
    let lines = gui.sync();
    assert!(lines[0].starts_with(" board A (1)") && lines[0].ends_with(" board B (2)"), "{lines:#?}");
    assert!(lines[14].contains("| Q~|") && lines[14].matches("| 2").count() == 2, "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" white [P]") && line.contains(" white [R]")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(" black to move") && line.contains(" white to move")), "{lines:#?}");
    assert!(lines.iter().any(|line| line == "Checkers: 1e2"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.starts_with("Key: ")));
    assert_eq!(lines.last().unwrap(), "Status: A: ongoing | B: ongoing | match: ongoing");
    gui.send("eval");
    assert!(gui.line().starts_with("Static evaluation: "));
}

/// Euwe 5: White on A may take the queen by promoting that Black on B can capture, but not both.
#[test]
fn moves_that_exclude_each_other_do_not_make_a_player_wait() {
    let mut gui = gui(Variant::Euwe);
    gui.send("position fen 8/4P3/8/8/8/k7/8/4K3[] w - - 0 1 | 4k3/8/4p3/3Q4/8/8/8/4K3[] b - - 0 1\ngo nodes 20000");
    let best = gui.until("bestmove").pop().unwrap();
    assert!(!best.contains("pass"), "{best}");
}

#[test]
fn a_dead_position_does_not_end_a_perft() {
    let mut gui = gui(Variant::Doorgeef);
    gui.send(&format!("position fen {} over=1-0 | 4k3/8/8/8/8/8/8/4K3[] w - - 0 1\ngo perft 2", START));
    assert_eq!(gui.until("Nodes searched: ").last().unwrap(), "Nodes searched: 25");
}

#[test]
fn perft_counts_half_moves_on_both_boards() {
    let mut gui = gui(Variant::Euwe);
    gui.send("position startpos2\ngo perft 2");
    let lines = gui.until("Nodes searched");
    assert!(lines.iter().any(|line| line == "1e2e4: 40") && lines.iter().any(|line| line == "2e2e4: 40"), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 1600");
    gui.send("go perft 60\nstop");
    gui.until("info string perft stopped");
}

#[test]
fn chess960_castling_is_read_and_written_on_both_boards() {
    let mut gui = gui(Variant::Bughouse);
    gui.send("setoption name UCI_Chess960 value true");
    let board = "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQ1KR[] w KQkq - 0 1";
    gui.send(&format!("position fen {board} | {board} moves 1g1h1 2g1h1"));
    assert_eq!(gui.sync(), Vec::<String>::new());
    assert!(gui.shown("Fen: ").starts_with("nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQRK1[] b kq - 1 1 | "));
}

/// Games that can be won by one move: the game, both boards, the team, the moves of which one must be in the answer.
const WINS: [(Variant, &str, &str, Team, &str); 20] = [
    // Contact, knight and double checks mate at once.
    (Variant::Bughouse, "6k1/5ppp/8/5N2/6Q1/8/8/4K3[] w - - 0 1", QUIET_BLACK, Team::One, "(g4g7,"),
    (Variant::Bughouse, "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", QUIET_WHITE, Team::One, "(g5f7,pass)"),
    (Variant::Bughouse, "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1", QUIET_BLACK, Team::One, "(N@f7,"),
    (Variant::Bughouse, QUIET_WHITE, "4k3/8/8/8/8/8/6PP/6RK[n] b - - 0 1", Team::One, ",N@f2)"),
    (Variant::Bughouse, QUIET_WHITE, "4k3/8/8/8/6n1/8/6PP/6RK[] b - - 0 1", Team::One, ",g4f2)"),
    (Variant::Bughouse, "4k3/8/8/8/6n1/8/6PP/6RK[] b - - 0 1", QUIET_WHITE, Team::Two, "(g4f2,"),
    (Variant::Bughouse, QUIET_BLACK, "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", Team::Two, ",g5f7)"),
    (Variant::Bughouse, QUIET_WHITE, "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", Team::Two, "(pass,g5f7)"),
    (Variant::Doorgeef, "6k1/5ppp/8/5N2/6Q1/8/8/4K3[] w - - 0 1", QUIET_BLACK, Team::One, "(g4g7,"),
    (Variant::Doorgeef, "6rk/6pp/8/6N1/8/8/8/4K3[N] w - - 0 1", QUIET_BLACK, Team::One, "(g5f7,"),
    (Variant::Doorgeef, QUIET_BLACK, "6rk/6pp/8/6N1/8/8/8/4K3[N] w - - 0 1", Team::Two, ",g5f7)"),
    // The other game is over: nothing can arrive, so a check from afar mates too.
    (
        Variant::Doorgeef,
        "6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1",
        "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 over=0-1",
        Team::One,
        "(a1a8,pass)",
    ),
    (
        Variant::Doorgeef,
        "4k3/p7/8/8/8/8/P7/4K3[] w - - 0 1 over=1/2-1/2",
        "r3k3/8/8/8/8/8/5PPP/6K1[] b - - 0 1",
        Team::One,
        "(pass,a8a1)",
    ),
    // A definitive mate (Euwe 7d): the partner has no pawn.
    (
        Variant::Euwe,
        "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1",
        "4k3/p7/8/8/8/8/8/R3K3[] w - - 0 1",
        Team::One,
        "(g5f7,pass)",
    ),
    (Variant::Euwe, "r3k3/8/8/8/8/8/8/4K3[] w - - 0 1", "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1", Team::Two, ",g5f7)"),
    // The partner's last pawn falls on one board, the knight mates on the other.
    (
        Variant::Euwe,
        "6rk/6pp/8/6N1/8/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/3r4/3P4/8/4K3[] b - - 0 1",
        Team::One,
        "(g5f7,d4d3)",
    ),
    // A king that a taking has exposed (Euwe 2b); by a pawn, which needs a piece to take (Euwe 5).
    (Variant::Euwe, "4k3/p7/8/8/8/8/4R3/4K3[] w - - 0 1", QUIET_WHITE, Team::One, "(e2e8,pass)"),
    (Variant::Euwe, "r3k3/p7/8/8/8/8/P7/4K3[] w - - 0 1", "4k3/8/8/8/8/8/5p2/4K3[] b - - 0 1", Team::One, ",f2e1ra8)"),
    (
        Variant::Euwe,
        "4k3/3P4/8/8/8/8/8/4K3[] w - - 0 1",
        "4k3/p7/8/8/8/8/8/R3K3[] w - - 0 1",
        Team::One,
        "(d7e8ra1,pass)",
    ),
    // A mating piece taken from a finished board.
    (
        Variant::Euwe,
        "6rk/5Ppp/8/8/2B5/8/8/4K3[] w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3[] w - - 0 1 over=0-1",
        Team::One,
        "(f7g8ra1,pass)",
    ),
];

#[test]
fn a_win_in_one_is_found_on_either_board() {
    for variant in VARIANTS {
        let mut gui = gui(variant);
        for (_, a, b, team, expected) in WINS.into_iter().filter(|&(of, ..)| of == variant) {
            let fen = format!("{a} | {b}");
            let game = PairGame::new(pair(variant, &fen));
            gui.send(&format!("setoption name Team value {}\nposition fen {fen}\ngo nodes 500", team_name(team)));
            let answer = gui.best_move();
            assert!(answer.contains(expected), "{variant} {fen}: {answer}, not {expected}");
            let (after, _) = apply(&game, team, &answer);
            assert!(points(&after, team) > points(&game, team), "{fen}: {answer}");
        }
    }
}

#[test]
fn a_team_without_a_move_passes_on_both_boards() {
    let mut gui = gui(Variant::Bughouse);
    // Not on move on either board.
    gui.send(&format!("position fen {QUIET_BLACK} | {QUIET_WHITE}\ngo depth 5"));
    let lines = gui.until("bestmove");
    assert_eq!(lines.last().unwrap(), "bestmove (pass,pass)");
    assert!(lines[0].starts_with("info string the team has no move: A: ongoing"), "{lines:?}");
    gui.send("setoption name Team value black\ngo depth 2");
    let answer = gui.best_move();
    assert!(!answer.contains("pass"), "{answer}");
    // In check from afar without a man: the player waits.
    gui.send("setoption name Team value white");
    gui.send(&format!("position fen 4k3/8/8/8/8/8/5PPP/r5K1[] w - - 0 1 | {QUIET_WHITE}\ngo infinite"));
    gui.no_line("bestmove");
    gui.send("stop");
    assert_eq!(gui.best_move(), "(pass,pass)");
}

#[test]
fn only_a_team_that_may_sit_waits_on_both_boards() {
    let mut gui = gui(Variant::Bughouse);
    gui.send(&format!("position fen {LOST} | {QUIET_WHITE}\ngo depth 3"));
    let answer = gui.best_move();
    assert!(answer.ends_with(",pass)") && answer != "(pass,pass)", "{answer}");
    gui.send("setoption name Mode value sit\ngo depth 3");
    assert_eq!(gui.best_move(), "(pass,pass)");
    // Where the partner can move, one waits in either mode.
    for mode in ["go", "sit"] {
        gui.send(&format!("setoption name Mode value {mode}\nposition fen {LOST} | {QUIET_BLACK}\ngo depth 3"));
        let answer = gui.best_move();
        assert!(answer.starts_with("(pass,") && answer != "(pass,pass)", "{answer}");
    }
    gui.send("position startpos2\ngo depth 3");
    assert_ne!(gui.best_move(), "(pass,pass)");
}

#[test]
fn a_player_waits_for_a_man_that_wins() {
    let mut gui = gui(Variant::Bughouse);
    let fen = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1 | 4k3/p7/8/8/8/8/6PP/6RK[] b - - 0 1";
    gui.send(&format!("position fen {fen}\ngo depth 2"));
    assert_eq!(gui.best_move(), "(e4d5,pass)");
    gui.send(&format!("position fen {fen} moves 1e4d5\ngo depth 2"));
    assert_eq!(gui.best_move(), "(pass,N@f2)");
}

#[test]
fn the_last_line_says_the_action_that_is_played() {
    let mut gui = gui(Variant::Doorgeef);
    gui.send("position startpos2 moves 2e2e4\ngo depth 4");
    let lines = gui.until("bestmove");
    let [.., info, best] = &lines[..] else { panic!("{lines:?}") };
    let action = best.strip_prefix("bestmove ").unwrap();
    assert!(info.starts_with("info depth 4 ") && info.ends_with(&format!(" pv {action}")), "{info}");
    assert!(!action.contains("pass"), "{action}");
    assert!(lines.iter().any(|line| line.contains(",pass) ")) && lines.iter().any(|line| line.contains(" (pass,")));
}

#[test]
fn every_go_has_one_bestmove_by_whatever_limit() {
    let mut gui = gui(Variant::Euwe);
    for go in [
        "go wtime 200 btime 200",
        "go wtime 60000 btime 60000 winc 0 binc 0 wtime2 100 btime2 100 winc2 0 binc2 0",
        "go wtime -5 btime -5",
        "go btime2 90",
        "go movetime 0",
        "go movetime 60",
        "go nodes 1",
        "go nodes 3000 depth 30",
        "go mate 1 depth 3",
        "go depth abc",
    ] {
        gui.send(&format!("position startpos2 moves 2e2e4\n{go}"));
        let answer = gui.best_move();
        assert!(answer.starts_with('(') && answer.ends_with(')') && answer != "(pass,pass)", "{go}: {answer}");
        assert!(gui.sync().iter().all(|line| !line.starts_with("bestmove")), "{go}");
    }
    gui.send("position startpos2\ngo infinite");
    gui.no_line("bestmove");
    gui.send("stop\ngo infinite\nstop\ngo ponder wtime 1000 btime 1000");
    gui.best_move();
    gui.best_move();
    gui.no_line("bestmove");
    gui.send("ponderhit");
    gui.best_move();
    gui.send("go ponder depth 1");
    gui.no_line("bestmove");
    gui.send("stop");
    gui.best_move();
    gui.send("go ponder wtime 300 btime 300\nponderhit");
    gui.best_move();
    assert_eq!(gui.sync(), Vec::<String>::new());
    gui.quit();
}

#[test]
fn searchmoves_choose_by_board() {
    let mut gui = gui(Variant::Bughouse);
    gui.send("position startpos2 moves 2e2e4\ngo depth 2 searchmoves 1a2a3 2h7h6");
    assert_eq!(gui.best_move(), "(a2a3,h7h6)");
    gui.send("go depth 2 searchmoves a2a3 2h7h6");
    let lines = gui.until("bestmove");
    assert!(lines[0].starts_with("info string searchmoves: skipped, "), "{lines:?}");
    assert!(lines.last().unwrap().ends_with(",h7h6)"), "{lines:?}");
}

#[test]
fn searchmoves_of_the_other_team_are_skipped_by_name() {
    let mut gui = gui(Variant::Bughouse);
    gui.send("position startpos2\ngo depth 2 searchmoves 1a2a3 2h2h3");
    let lines = gui.until("bestmove");
    let note = "info string searchmoves: skipped, illegal move 2h2h3: the other team is on move on board B";
    assert_eq!(lines[0], note);
    assert_eq!(lines.last().unwrap(), "bestmove (a2a3,pass)");
}

/// What the engine must do with a position of a random game: play a legal joint action, win what one move wins, and allow
/// no loss by one move that another single move avoids. Whether there was something to win, and something to avoid.
#[track_caller]
fn check_answer(game: &PairGame, team: Team, answer: &str) -> [bool; 2] {
    let moves = game.pair().legal_moves();
    let ours: Vec<Move> = moves.iter().copied().filter(|mv| game.pair().team_on_move(mv.board()) == team).collect();
    let (after, count) = apply(game, team, answer);
    assert_eq!(count == 0, ours.is_empty(), "{answer}");
    let before = points(game, team);
    let verdict = |game: &PairGame| (points(game, team), after_reply(game, team));
    let verdicts: Vec<(i32, i32)> = ours.iter().map(|&mv| verdict(&played(game, mv))).collect();
    let Some(&best) = verdicts.iter().max() else { return [false; 2] };
    let fen = write_pair(game.pair());
    assert!(verdict(&after) >= best, "{team:?} {fen}: {answer} comes to {:?}, not {best:?}", verdict(&after));
    [best.0 > before, best.1 == before && verdicts.iter().any(|&(_, reply)| reply < before)]
}

#[test]
fn answers_in_random_games_are_legal_and_overlook_no_win_or_loss_in_one() {
    for variant in VARIANTS {
        let mut gui = gui(variant);
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let mut seen = [0; 2];
        for round in 0..400 {
            // Wins in one are rare: play on until one has been met.
            if round >= 40 && seen.iter().all(|&count| count > 0) {
                break;
            }
            let mut game = PairGame::new(Pair::start(variant, false).unwrap());
            let mut list = Vec::new();
            for ply in 0..160 {
                let moves = game.pair().legal_moves();
                let Some(&mv) = moves.choose(&mut random) else { break };
                list.push(write(game.pair(), Action::Move(mv)));
                game.play(Action::Move(mv)).unwrap();
                if (ply + round) % 20 != 0 && ply < 150 {
                    continue;
                }
                let team = Team::ALL[random.random_range(0..2)];
                let name = team_name(team);
                gui.send(&format!(
                    "setoption name Team value {name}\nposition startpos2 moves {}\ngo nodes 60",
                    list.join(" ")
                ));
                for (count, found) in seen.iter_mut().zip(check_answer(&game, team, &gui.best_move())) {
                    *count += usize::from(found);
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{variant}: {seen:?} wins and dangers met");
    }
}
