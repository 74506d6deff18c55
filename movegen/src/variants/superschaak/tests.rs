use std::collections::BTreeSet;

use super::*;
use crate::fen;
use crate::game::Game;
use crate::notation::{parse_uci, uci};
use crate::perft::perft;

fn position(fen: &str) -> Superschaak {
    fen::parse(fen, Variant::Superschaak, false).unwrap()
}

fn refused(fen: &str) -> String {
    fen::parse::<Superschaak>(fen, Variant::Superschaak, false).unwrap_err().to_string()
}

/// The game after the moves, each of which must be legal.
fn play(fen: &str, moves: &str) -> Game<Superschaak> {
    let mut game = Game::new(position(fen));
    for text in moves.split_ascii_whitespace() {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv);
    }
    game
}

fn after(fen: &str, moves: &str) -> String {
    fen::write(play(fen, moves).position())
}

fn legal(fen: &str, text: &str) -> bool {
    parse_uci(&position(fen), text).is_ok()
}

const START: &str = Variant::Superschaak.start_fen();

#[test]
fn the_start_position_is_the_first_action() {
    assert_eq!(Superschaak::start(), position(START));
    assert_eq!(fen::write(&Superschaak::start()), START);
}

#[test]
fn an_action_replaces_the_same_piece_on_both_sides() {
    assert_eq!(after(START, "A@g1"), "rnbqkbar/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBAR[ESNVesnv] b KQkq - 0 1 prelude=2");
}

#[test]
fn after_the_fourth_action_white_moves_and_the_move_number_is_one() {
    let array = "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1";
    assert_eq!(after(START, "A@g1 E@b8 S@f1 V@a8"), array);
    assert_eq!(play(START, "A@g1 E@b8 S@f1 V@a8").position(), &position(array));
}

#[test]
fn the_fourth_action_may_exchange_two_superpieces_on_both_ranks() {
    let exchanged = "aebqksvr/pppppppp/8/8/8/8/PPPPPPPP/AEBQKSVR[RBNNrbnn] w Kk - 0 1";
    assert_eq!(after(START, "A@g1 E@b8 S@f1 V@a8a8g8"), exchanged);
    assert_eq!(after(START, "A@g1 E@b8 S@f1 V@a8g8a8"), exchanged);
    let before = play(START, "A@g1 E@b8 S@f1");
    let mv = parse_uci(before.position(), "V@a8g8a8").unwrap();
    assert_eq!(uci(before.position(), mv), "V@a8a8g8");
}

#[test]
fn no_action_replaces_a_superpiece_the_king_or_a_piece_of_the_other_wing() {
    for (moves, action) in [("", "A@e1"), ("", "A@d1"), ("", "A@g8"), ("A@g1 E@b8", "S@g1"), ("A@g1", "E@g8")] {
        assert!(parse_uci(play(START, moves).position(), action).is_err(), "{action}");
    }
}

#[test]
fn the_prelude_has_1728_lines_without_an_exchange_and_12096_in_all() {
    let mut start = Superschaak::start();
    assert_eq!([1, 2, 3].map(|depth| perft(&mut start, depth)), [12, 144, 576]);
    assert_eq!(perft(&mut start, 4), 12_096);
    let mut thirds = vec![Superschaak::start()];
    for _ in 0..3 {
        thirds =
            thirds.iter().flat_map(|from| from.legal_moves().to_vec().into_iter().map(|mv| made(from, mv))).collect();
    }
    let plain = |from: &Superschaak| from.legal_moves().iter().filter(|mv| mv.from() == mv.second()).count();
    assert_eq!(thirds.iter().map(plain).sum::<usize>(), 1_728);
}

fn made(from: &Superschaak, mv: Move) -> Superschaak {
    let mut position = from.clone();
    position.make(mv, &mut ());
    position
}

#[test]
fn there_are_432_arrays_each_reached_by_its_prelude() {
    let arrays = arrays();
    let fens: BTreeSet<String> = arrays.iter().map(|array| fen::write(&array.position)).collect();
    assert_eq!((arrays.len(), fens.len()), (432, 432));
    for array in arrays {
        let mut game = Superschaak::start();
        for mv in array.prelude {
            assert!(game.is_legal(mv));
            game.make(mv, &mut ());
        }
        assert_eq!(game, array.position);
        assert_eq!(position(&fen::write(&game)), game);
    }
}

#[test]
fn castling_rights_are_lost_with_the_replaced_rooks() {
    assert_eq!(position(&after(START, "A@h1")).core().castling().count(), 2);
    assert!(after(START, "A@h1 E@a8").contains(" - 0 1 prelude=3"));
}

#[test]
fn a_prelude_fen_must_be_reachable() {
    let reachable = "rnbqkbar/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBAR[ESNVesnv] b KQkq - 0 1 prelude=2";
    position(reachable);
    for (from, to, complaint) in [
        ("prelude=2", "prelude=4", "superpieces"),
        ("b KQkq", "w KQkq", "action 2 is for black"),
        ("KQkq", "Kkq", "castling"),
        ("0 1", "1 1", "counters"),
        ("0 1", "0 2", "counters"),
        ("ESNVesnv", "ESRVesrv", "stock"),
        ("ESNVesnv", "ESNesnv", "stock"),
        ("rnbqkbar", "rnbqkanr", "f8"),
        ("/8/8/8/8/PPPPPPPP", "/8/8/8/P7/1PPPPPPP", "a2"),
        ("RNBQKBAR", "RNBQKBAA", "h1"),
    ] {
        let error = refused(&reachable.replacen(from, to, 1));
        assert!(error.contains(complaint), "{to}: {error}");
    }
    assert!(
        refused("rnaqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNAQKBNR[ESBVesbv] b KQkq - 0 1 prelude=2").contains("prelude")
    );
    assert!(refused("rnbqabnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQABNR[ESBVesbv] b KQkq - 0 1 prelude=2").contains("king"));
}

#[test]
fn the_prelude_does_not_enter_repetition() {
    let knights = "b1c3 b8c6 c3b1 c6b8 ";
    let prelude = "A@g1 E@c8 S@f1 V@a8 ";
    assert_eq!(play(START, &format!("{prelude}{knights}")).status(), Status::Ongoing);
    let third = play(START, &format!("{prelude}{knights}{knights}")).status();
    assert_eq!(third, Status::Drawn(Reason::Repetition));
}

#[test]
fn a_position_of_the_prelude_and_the_same_one_in_play_have_different_keys() {
    let prelude = "rebqksar/pppppppp/8/8/8/8/PPPPPPPP/REBQKSAR[BNNVbnnv] b KQkq - 0 1 prelude=4";
    assert_ne!(position(prelude).key(), position(prelude.strip_suffix(" prelude=4").unwrap()).key());
}

#[test]
fn a_pawn_becomes_what_is_available_and_the_stock_loses_it() {
    let fen = "4k3/P7/8/8/8/8/8/4K3[QSn] w - - 0 1";
    assert!(!legal(fen, "a7a8r"));
    assert!(!legal(fen, "a7a8n"), "the knight belongs to black");
    assert_eq!(after(fen, "a7a8s"), "S~3k3/8/8/8/8/8/8/4K3[Qn] b - - 0 1");
}

#[test]
fn no_promotion_if_nothing_is_available_though_the_pawn_gives_check() {
    assert!(!legal("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "a7a8q"));
    assert!(position("4k3/8/8/8/8/8/3p4/4K3[] w - - 0 1").in_check());
}

#[test]
fn captured_pieces_go_to_their_owner_but_amazons_pawns_and_promoted_men_do_not() {
    for (man, stock) in
        [("q", "q"), ("e", "e"), ("s", "s"), ("v", "v"), ("n", "n"), ("a", ""), ("p", ""), ("q~", ""), ("v~", "")]
    {
        let fen = format!("4k3/8/8/3{man}4/8/8/8/3RK3[] w - - 0 1");
        assert_eq!(after(&fen, "d1d5"), format!("4k3/8/8/3R4/8/8/8/4K3[{stock}] b - - 0 1"));
    }
}

#[test]
fn the_stock_holds_an_amazon_during_the_prelude_only() {
    assert!(refused("4k3/8/8/8/8/8/8/4K3[A] w - - 0 1").contains("amazon"));
    assert!(refused("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1").contains("pawn"));
}

#[test]
fn marks_stand_only_on_men_that_come_from_promotion() {
    for placement in ["4k3/8/8/3A~4/8/8/8/4K3", "4k3/8/8/3P~4/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K~3"] {
        assert!(refused(&format!("{placement}[] w - - 0 1")).contains('~'), "{placement}");
    }
    position("4k3/8/8/3V~4/8/8/8/3RK3[] w - - 0 1");
}

#[test]
fn set_up_limits_are_eight_pawns_and_twenty_men_with_the_stock() {
    position("4k3/8/8/8/8/VVVVV3/8/4K3[] w - - 0 1");
    position("4k3/8/8/8/8/8/PPPPPPPP/4K3[QRRBBNNVESV] w - - 0 1");
    assert!(refused("4k3/8/8/8/8/8/PPPPPPPP/4K3[QRRBBNNVESVV] w - - 0 1").contains("21 white men"));
    assert!(refused("4k3/8/8/8/8/P7/PPPPPPPP/4K3[] w - - 0 1").contains("9 white pawns"));
}

#[test]
fn the_veteran_moves_as_king_or_knight_gives_check_and_is_not_royal() {
    let fen = "4k3/8/8/8/3V4/8/8/K7[] w - - 0 1";
    let moves = position(fen).legal_moves();
    assert_eq!(moves.iter().filter(|mv| mv.role() == Role::Veteran).count(), 16);
    assert!(position("4k3/3V4/8/8/8/8/8/K7[] b - - 0 1").in_check());
    assert!(position("4k3/8/3V4/8/8/8/8/K7[] b - - 0 1").in_check());
    assert!(legal("4k3/8/8/3r4/3V4/8/8/K7[] w - - 0 1", "a1b1"), "an attacked veteran may stay");
}

#[test]
fn superpieces_check_and_pin_by_jump_and_by_line() {
    assert!(position("4k3/8/3E4/8/8/8/8/K7[] b - - 0 1").in_check());
    assert!(position("4k3/8/8/8/4A3/8/8/K7[] b - - 0 1").in_check());
    assert!(!legal("4k3/4n3/8/8/4E3/8/8/K7[] b - - 0 1", "e7c6"));
    assert!(legal("4k3/4n3/8/8/4S3/8/8/K7[] b - - 0 1", "e7c6"));
}

#[test]
fn castling_is_for_king_and_rook() {
    assert!(legal("4k3/8/8/8/8/8/8/V3K2R[] w K - 0 1", "e1g1"));
    assert!(!legal("4k3/8/8/8/8/8/8/V3K2R[] w KQ - 0 1", "e1c1"), "a veteran on a1");
}

#[test]
fn the_reason_is_the_first_of_mate_stalemate_dead_position_repetition_fifty_moves() {
    let status = |fen: &str| Game::new(position(fen)).status();
    assert_eq!(status("7k/5A2/5K2/8/8/8/8/8[] b - - 100 80"), Status::won(Color::White, Reason::Mate));
    assert_eq!(status("4k3/8/8/8/8/8/8/4K2N[Q] w - - 100 80"), Status::Drawn(Reason::DeadPosition));
    assert_eq!(status("4k3/8/8/8/8/8/8/4K2V[] w - - 99 80"), Status::Ongoing);
    assert_eq!(status("4k3/8/8/8/8/8/8/4K2V[] w - - 100 80"), Status::Drawn(Reason::FiftyMoves));
}

#[test]
fn prelude_actions_are_quiet_and_are_taken_back_whole() {
    let mut game = Superschaak::start();
    let mut moves = Vec::new();
    for text in ["E@h1", "A@d8", "V@f1", "S@a8d8h8"] {
        let before = game.clone();
        let mv = parse_uci(&game, text).unwrap();
        assert!(!game.is_tactical(mv));
        assert!(game.see_ge(mv, 0, &[1; Role::COUNT]) && !game.see_ge(mv, 1, &[1; Role::COUNT]));
        moves.push((mv, game.make(mv, &mut ()), before));
        assert_eq!(game.core.key(), game.core.computed_key());
    }
    for (mv, undo, before) in moves.into_iter().rev() {
        game.unmake(mv, undo);
        assert_eq!(game, before);
    }
}
