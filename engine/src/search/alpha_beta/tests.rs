//! What single features of the search do, seen at one node.

use movegen::fen;
use movegen::game::Game;
use movegen::notation;
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use movegen::variants::ha_lijnen::HaLijnen;

use super::*;
use crate::search::history::PieceTo;
use crate::search::worker::with_worker;

/// The ply at which the tests search: not the root.
const PLY: usize = 1;

fn game<P: Evaluate>(variant: Variant, text: &str) -> Game<P> {
    Game::new(fen::parse(text, variant, false).expect("a sound position"))
}

fn chess(text: &str) -> Game<Chess> {
    game(Variant::Chess, text)
}

fn start() -> Game<Chess> {
    chess(Variant::Chess.start_fen())
}

fn mv<P: Evaluate>(position: &P, text: &str) -> Move {
    notation::parse_uci(position, text).expect("a legal move")
}

fn entry(best: Option<Move>, score: i32, depth: i32, bound: Bound) -> Entry {
    Entry { best, score, evaluation: None, depth, bound }
}

#[test]
fn the_table_cuts_but_near_the_draw_of_the_fifty_moves() {
    let scores = |clock: u32, beta: i32| {
        with_worker(chess(&format!("8/8/8/8/8/1k6/7R/K7 w - - {clock} 80")), |mut worker| {
            let known = Entry { evaluation: Some(500), ..entry(None, 3000, 60, Bound::Exact) };
            worker.job.table.store(worker.position().key(), known);
            let deep = worker.search::<Scout>(beta - 1, beta, 3, PLY, true);
            worker.job.table.store(worker.position().key(), known);
            (deep, worker.quiesce::<Scout>(beta - 1, beta, PLY, 0))
        })
    };
    assert_eq!(scores(10, 3000), (3000, 3000));
    let (deep, quiet) = scores(97, 3000);
    assert!(deep < 2000 && quiet < 2000, "{deep} {quiet}");
    let (deep, _) = scores(97, 2700);
    assert!(deep < 2000, "nor does it tell how much may be pruned");
}

/// Who is to move loses a pawn.
#[test]
fn nobody_passes_with_king_and_pawns() {
    let men = "8/8/8/3Kp3/4Pk2/8/8/8";
    let score =
        with_worker(chess(&format!("{men} w - - 0 1")), |mut worker| worker.search::<Scout>(-1, 0, 7, PLY, true));
    assert!(score < 0, "{score}");
    let in_crazyhouse: Game<Drops> = game(Variant::Crazyhouse, &format!("{men}[] w - - 0 1"));
    let score = with_worker(in_crazyhouse, |mut worker| worker.search::<Scout>(-1, 0, 7, PLY, true));
    assert!(score < 0, "{score}");
}

/// What the search without a move of the table says of it.
fn singularity<N: Node>(game: Game<Chess>, text: &str, score: i32, beta: i32) -> Singularity {
    with_worker(game, |mut worker| {
        let best = mv(worker.position(), text);
        let node = worker.node_info((beta - 1, beta), 8, PLY, false, Some(entry(Some(best), score, 6, Bound::Lower)));
        let found = worker.singularity::<N>(best, &node);
        assert_eq!(worker.plies[PLY].excluded, None);
        assert_eq!(worker.job.table.probe(worker.position().key()), None, "half the moves tell nothing");
        found
    })
}

#[test]
fn the_only_good_move_is_searched_deeper() {
    let queen_hangs = || chess("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    assert!(matches!(singularity::<Scout>(queen_hangs(), "e4d5", 100, 500), Singularity::Extend(2)));
    assert!(matches!(singularity::<Principal>(queen_hangs(), "e4d5", 100, 500), Singularity::Extend(1)));
    assert!(matches!(singularity::<Scout>(start(), "e2e4", 0, 500), Singularity::Extend(0)));
}

#[test]
fn several_moves_that_are_good_enough_cut() {
    assert!(matches!(singularity::<Scout>(start(), "e2e4", 0, -200), Singularity::Cut(-200..)));
    assert!(matches!(singularity::<Principal>(start(), "e2e4", 0, -200), Singularity::Extend(_)));
}

#[test]
fn a_capture_that_wins_much_cuts_by_a_shallower_search() {
    let pruned = |text: &str| {
        with_worker(chess(text), |mut worker| {
            let node = worker.node_info((99, 100), 5, PLY, true, None);
            (worker.prune_whole_node(&node), worker.job.table.probe(worker.position().key()))
        })
    };
    let (score, known) = pruned("4k3/8/8/3q4/4P3/8/8/R3K3 w - - 0 1");
    assert!(score.is_some_and(|score| score >= 100), "{score:?}");
    assert!(known.is_some_and(|entry| entry.bound == Bound::Lower && entry.depth == 2 && entry.best.is_some()));
    let (score, _) = pruned("4k3/8/8/3q4/8/4P3/8/R3K3 w - - 0 1");
    assert_eq!(score, None);
}

#[test]
fn without_a_move_of_the_table_the_search_is_shallower() {
    let depth = |known: Option<&str>| {
        with_worker(start(), |mut worker| {
            let key = worker.position().key();
            if let Some(text) = known {
                worker.job.table.store(key, entry(Some(mv(worker.position(), text)), 0, 0, Bound::Upper));
            }
            worker.search::<Scout>(100, 101, 4, PLY, true);
            worker.job.table.probe(key).map(|entry| entry.depth)
        })
    };
    assert_eq!([depth(None), depth(Some("e2e4"))], [Some(3), Some(4)]);
}

/// Black can win, but White's king can go back to a1, where it stood after the first move.
#[test]
fn a_repetition_at_hand_is_a_draw_without_a_search() {
    let moves = ["a2a1", "g2g3", "a1b1", "g3g2"];
    let searched = |made_in_search: bool| {
        with_worker(chess("7k/8/8/8/8/8/K5q1/8 w - - 0 1"), |mut worker| {
            for (ply, text) in moves.iter().enumerate() {
                let mv = mv(worker.position(), text);
                if made_in_search {
                    worker.make(mv, ply);
                } else {
                    worker.game.play(mv);
                }
            }
            let before = worker.nodes;
            let ply = if made_in_search { moves.len() } else { PLY };
            (worker.search::<Scout>(-1, 0, 3, ply, false), worker.nodes - before)
        })
    };
    assert_eq!(searched(true), (0, 0));
    let (score, nodes) = searched(false);
    assert!(score < 0 && nodes > 0, "in the game it has stood once, and may stand once more: {score}");
}

#[test]
fn dead_positions_and_stalemate_are_draws() {
    // White's only move takes the queen and leaves king and knight against king.
    let dead = with_worker(chess("8/8/8/8/8/k7/8/KqN5 w - - 0 1"), |mut worker| {
        worker.search::<Principal>(-INFINITE, INFINITE, 2, PLY, false)
    });
    assert_eq!(dead, DRAW);
    let stalemate = with_worker(chess("k7/8/1Q6/8/8/8/8/K7 b - - 0 1"), |mut worker| {
        worker.search::<Principal>(-INFINITE, INFINITE, 2, PLY, false)
    });
    assert_eq!(stalemate, DRAW);
}

#[test]
fn quiescence_takes_what_hangs_and_sees_the_mate_of_who_is_in_check() {
    let (still, best) = with_worker(chess("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1"), |mut worker| {
        (worker.evaluate(PLY), worker.quiesce::<Principal>(-INFINITE, INFINITE, PLY, 0))
    });
    assert!(best > still + 500, "{still} {best}");
    let mated = with_worker(chess("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1"), |mut worker| {
        worker.quiesce::<Principal>(-INFINITE, INFINITE, 3, 0)
    });
    assert_eq!(mated, 3 - MATE);
}

/// HA-lijnen: the score of a node rests on a move that the way to it bans (see the like test of quiescence).
#[test]
fn a_score_that_rests_on_a_banned_move_stays_out_of_the_table() {
    let kept = |text: &str, moves: &[&str]| {
        let mut line: Game<HaLijnen> = game(Variant::Halijnen, text);
        for text in moves {
            line.play(mv(line.position(), text));
        }
        with_worker(line, |mut worker| {
            worker.search::<Principal>(-INFINITE, INFINITE, 1, PLY, false);
            worker.job.table.probe(worker.position().key()).is_some()
        })
    };
    let pawns = "/2pppppp/8/8/8/8/1PPPPPPP/";
    let rest = "[QRRBBNNPqrbbnnpp]";
    assert!(!kept(&format!("r3k3{pawns}1K6{rest} b - - 0 1 frame=1/3 won=0-0"), &["a8b8", "b1a1", "b8a8"]));
    assert!(kept(&format!("r3k3{pawns}K7{rest} w - - 0 1 frame=1/3 won=0-0"), &[]), "the same position as the first");
}

#[test]
fn a_move_that_cuts_is_preferred_to_those_that_did_not() {
    with_worker(start(), |mut worker| {
        let [good, bad] = ["g1f3", "a2a4"].map(|text| mv(worker.position(), text));
        let node = worker.node_info((0, 1), 6, PLY, true, None);
        let context = worker.context(PLY);
        let mut searched = SearchedMoves::default();
        searched.note(bad, false);
        worker.update_histories(good, false, &searched, &node, &context);
        let learnt = worker.learned.history.quiets(worker.position().actor(), &context);
        assert!(learnt.of(good) > 0 && learnt.of(bad) < 0);
        assert_eq!(worker.plies[PLY].killers[0], Some(good));
    });
}

#[test]
fn the_context_of_a_node_are_the_moves_one_two_and_four_plies_ago() {
    with_worker(start(), |mut worker| {
        let mut made = Vec::new();
        for (ply, text) in ["e2e4", "e7e5", "g1f3", "b8c6"].into_iter().enumerate() {
            let mv = mv(worker.position(), text);
            made.push(PieceTo::of(mv));
            worker.make(mv, ply);
        }
        assert_eq!(worker.context(4), [Some(made[3]), Some(made[2]), Some(made[0])]);
    });
}

/// How the static evaluation, 0, is corrected after searches of the position came to this score.
fn correction_after(score: i32, bound: Bound, text: &str) -> i32 {
    with_worker(chess(text), |mut worker| {
        let node = NodeInfo { evaluation: 0, ..worker.node_info((-1, 1), 8, PLY, false, None) };
        for _ in 0..50 {
            worker.update_correction(score, bound, None, &node);
        }
        worker.corrected(0, &node.features)
    })
}

#[test]
fn the_static_evaluation_is_corrected_towards_what_searches_have_found() {
    let quiet = Variant::Chess.start_fen();
    assert!(correction_after(200, Bound::Exact, quiet) > 20);
    assert!(correction_after(-200, Bound::Exact, quiet) < -20);
    assert!(correction_after(200, Bound::Lower, quiet) > 20);
    assert!(correction_after(-200, Bound::Upper, quiet) < -20);
    for (score, bound) in [(-200, Bound::Lower), (200, Bound::Upper), (MATE - 5, Bound::Exact)] {
        assert_eq!(correction_after(score, bound, quiet), 0, "{score} {bound:?} tells nothing");
    }
    assert_eq!(correction_after(200, Bound::Exact, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1"), 0, "in check there is none");
}
