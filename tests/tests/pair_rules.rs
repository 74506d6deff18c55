//! Each rule about the end of games on two boards (rules.md 2.2 and 2.3), with its article.

use movegen::fen;
use movegen::notation::pair::{parse, write};
use movegen::pair::Pair;
use movegen::pair::action::{Action, ActionError, Ending};
use movegen::pair::game::PairGame;
use movegen::piece::Color;
use movegen::rules::Variant::{self, Bughouse, Doorgeef, Euwe};
use movegen::setup::GameResult;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
/// White is mated by a knight once it has gone to f2 (Black to move).
const KNIGHT_MATE: &str = "6k1/8/8/8/6n1/8/6PP/6RK[] b - - 0 1";
/// White is mated on the back rank, by a check that a man dropped on b1 to f1 parries.
const BACK_RANK: &str = "6k1/8/8/8/8/8/5PPP/r5K1[] w - - 0 1";
const BARE_KINGS: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";

fn game(variant: Variant, a: &str, b: &str) -> PairGame {
    let fen = format!("{a} | {b}");
    PairGame::new(fen::parse_pair(&fen, variant, false).unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn play(game: &mut PairGame, moves: &str) {
    for entry in moves.split_whitespace() {
        let action = parse(game.pair(), entry).unwrap_or_else(|error| panic!("{error}"));
        game.play(action).unwrap_or_else(|error| panic!("{entry}: {error}"));
    }
}

/// The status after the moves.
#[track_caller]
fn status(variant: Variant, a: &str, b: &str, moves: &str, expected: &str) {
    let mut game = game(variant, a, b);
    play(&mut game, moves);
    assert_eq!(game.status().to_string(), expected);
}

#[track_caller]
fn refused(variant: Variant, a: &str, b: &str, moves: &str, entry: &str, why: &str) {
    let mut game = game(variant, a, b);
    play(&mut game, moves);
    assert_eq!(parse(game.pair(), entry).unwrap_err().to_string(), format!("illegal move {entry}: {why}"));
}

#[test]
fn bughouse_mate_for_good_ends_the_match() {
    status(Bughouse, KNIGHT_MATE, START, "1g4f2", "A: win black 0-1 mate | B: stopped | match: 0-1");
    status(Bughouse, START, KNIGHT_MATE, "2g4f2", "A: stopped | B: win black 0-1 mate | match: 1-0");
    refused(Bughouse, KNIGHT_MATE, START, "1g4f2", "2e2e4", "the match is over");
}

#[test]
fn bughouse_set_up_is_tested_board_a_first() {
    let mated = "6k1/8/8/8/8/8/5nPP/6RK[] w - - 0 1";
    status(Bughouse, mated, mated, "", "A: win black 0-1 mate | B: stopped | match: 0-1");
    status(Doorgeef, mated, mated, "", "A: win black 0-1 mate | B: win black 0-1 mate | match: 1-1");
}

#[test]
fn a_check_that_an_arriving_man_may_parry_makes_wait_until_it_arrives() {
    let capture = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
    for variant in [Bughouse, Doorgeef] {
        let waiting = "A: waiting white check | B: ongoing | match: ongoing";
        status(variant, BACK_RANK, "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1", "", waiting);
        // Black-B, White-A's partner, captures a knight, which White-A drops.
        let moves = "2d5e4 1N@d1";
        status(
            variant,
            BACK_RANK,
            "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1",
            moves,
            "A: ongoing | B: ongoing | match: ongoing",
        );
        // A man that White-B captures is no help.
        status(variant, BACK_RANK, capture, "2e4d5", waiting);
    }
}

#[test]
fn nobody_can_move_and_nothing_is_over() {
    let stalemate = "8/8/8/8/8/5k2/5q2/7K[] w - - 0 1";
    let game = game(Doorgeef, stalemate, BACK_RANK);
    let expected = "A: waiting white stalemate | B: waiting white check | match: waiting";
    assert_eq!(game.status().to_string(), expected);
    assert_eq!(game.pair().result_without_clocks(0), Some(GameResult::Draw));
    assert_eq!(game.pair().result_without_clocks(1), Some(GameResult::Black));
    assert_eq!(self::game(Doorgeef, START, START).pair().result_without_clocks(0), None);
}

#[test]
fn knsb_2_a_hand_that_could_only_parry_with_check_waits_and_is_mated_once_nothing_can_arrive() {
    // The bishop on f1 would check the king on a6.
    let board = "8/8/k7/8/8/8/5PPP/4r1K1[B] w - - 0 1";
    for variant in [Doorgeef, Euwe] {
        status(variant, board, START, "", "A: waiting white check | B: ongoing | match: ongoing");
        let over = "A: win black 0-1 mate | B: draw 1/2-1/2 given | match: 0.5-1.5";
        status(variant, board, START, "2over=1/2-1/2", over);
    }
    status(Bughouse, board, START, "", "A: ongoing | B: ongoing | match: ongoing");
}

#[test]
fn knsb_6_stalemate_is_final_once_the_other_game_is_over() {
    let stalemate = "8/8/8/8/8/5k2/5q2/7K[] w - - 0 1";
    for variant in [Doorgeef, Euwe] {
        status(variant, stalemate, START, "", "A: waiting white stalemate | B: ongoing | match: ongoing");
        let over = "A: draw 1/2-1/2 stalemate | B: win white 1-0 given | match: 0.5-1.5";
        status(variant, stalemate, START, "2over=1-0", over);
    }
}

#[test]
fn knsb_6_dead_position_is_a_draw_once_the_other_game_is_over_and_the_hands_are_empty() {
    let knight = "4k3/8/8/8/8/8/8/4KN2[] w - - 0 1";
    for variant in [Doorgeef, Euwe] {
        status(variant, knight, START, "", "A: ongoing | B: ongoing | match: ongoing");
        let over = "A: draw 1/2-1/2 dead position | B: win black 0-1 given | match: 1.5-0.5";
        status(variant, knight, START, "2over=0-1", over);
        status(variant, knight, &format!("{START} over=0-1"), "", over);
        let in_hand = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1";
        status(variant, in_hand, START, "2over=0-1", "A: ongoing | B: win black 0-1 given | match: ongoing");
    }
    status(Bughouse, BARE_KINGS, START, "", "A: ongoing | B: ongoing | match: ongoing");
}

#[test]
fn knsb_8_the_match_is_the_sum_of_both_games() {
    status(Doorgeef, KNIGHT_MATE, START, "1g4f2", "A: win black 0-1 mate | B: ongoing | match: ongoing");
    let sum = "A: win black 0-1 mate | B: draw 1/2-1/2 given | match: 0.5-1.5";
    status(Doorgeef, KNIGHT_MATE, START, "1g4f2 2e2e4 2over=1/2-1/2", sum);
    refused(Doorgeef, KNIGHT_MATE, START, "1g4f2", "1g1h1", "the game on board A is over");
    refused(Doorgeef, KNIGHT_MATE, START, "1g4f2", "1over=1-0", "the game on board A is over");
}

#[test]
fn nothing_passes_to_a_finished_board() {
    let mut game = game(Doorgeef, START, "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    play(&mut game, "1over=1-0 2e4d5");
    assert!(fen::write_pair(game.pair()).starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w"));
}

#[test]
fn knsb_7_flag_is_a_draw_if_the_opponent_cannot_possibly_win() {
    // White's flag falls on board A. (Black's men and White's there, what can still arrive, whether White is saved)
    let bare = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let over = &format!("{START} over=1-0");
    let saved = |a: &str, b: &str| {
        let pair = game(Doorgeef, a, b).pair().clone();
        match pair.ending(Ending::Flag { board: 0, color: Color::White }) {
            Ok(Action::Over { board: 0, result: GameResult::Draw }) => true,
            Ok(Action::Over { board: 0, result: GameResult::Black }) => false,
            other => panic!("{a} {b}: {other:?}"),
        }
    };
    let board = |black: &str, white: &str, hand: &str| format!("4k3/8/{black}/8/8/{white}/8/4K3[{hand}] w - - 0 1");
    // (i) A bare king, if nothing can arrive: the enemy of Black-A's partner, Black-B, has a king alone.
    let pawn = board("8", "P7", "");
    assert!(saved(&pawn, over) && saved(&pawn, bare));
    assert!(!saved(&pawn, START));
    assert!(!saved(&pawn, "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"));
    assert!(saved(&pawn, "4k3/8/8/8/8/8/P7/4K3[P] w - - 0 1"));
    // (ii) King and one knight against king and queens.
    assert!(saved(&board("n7", "Q7", "Q"), over));
    assert!(saved(&board("8", "Q7", "n"), over));
    assert!(!saved(&board("n7", "R7", ""), over));
    assert!(!saved(&board("n7", "Q7", "P"), over));
    assert!(!saved(&board("n7", "Q7", "n"), over));
    // (iii) King and bishops of one square colour (a6, c6: light).
    assert!(saved(&board("b1b5", "R7", ""), over));
    assert!(saved(&board("b7", "1B5R", ""), over));
    assert!(!saved(&board("b7", "B7", ""), over));
    assert!(!saved(&board("b7", "1B6", "B"), over));
    assert!(!saved(&board("bb6", "R7", ""), over));
    assert!(!saved(&board("b7", "P7", ""), over));
    assert!(!saved(&board("b7", "N7", ""), over));
    assert!(saved(&board("8", "R7", "b"), over));
    assert!(!saved(&board("8", "1B6", "b"), over));
    assert!(!saved(&board("b7", "R7", "b"), over));
    // Anything else can win.
    assert!(!saved(&board("p7", "8", "Q"), over));
    assert!(!saved(&board("8", "Q7", "r"), over));
    assert!(!saved(&board("nb6", "Q7", ""), over));
}

#[test]
fn euwe_7c_and_bughouse_flag_loses_whatever_the_opponent_has() {
    for (variant, b) in [(Euwe, format!("{START} over=1-0")), (Bughouse, START.to_string())] {
        let pair = game(variant, "4k3/8/8/8/8/8/P7/4K3[] w - - 0 1", &b).pair().clone();
        let action = pair.ending(Ending::Flag { board: 0, color: Color::White });
        assert_eq!(action, Ok(Action::Over { board: 0, result: GameResult::Black }));
    }
}

#[test]
fn euwe_7b_and_2c_a_forfeit_ends_that_game_only_but_a_bughouse_match() {
    let forfeit = Ending::Forfeit { board: 1, color: Color::White };
    for (variant, expected) in [
        (Euwe, "A: ongoing | B: win black 0-1 given | match: ongoing"),
        (Doorgeef, "A: ongoing | B: win black 0-1 given | match: ongoing"),
        (Bughouse, "A: stopped | B: win black 0-1 given | match: 1-0"),
    ] {
        let mut game = game(variant, START, START);
        let action = game.end(forfeit).unwrap();
        assert_eq!(write(game.pair(), action), "2over=0-1");
        assert_eq!(game.status().to_string(), expected);
        assert!(game.end(forfeit).is_err());
    }
}

#[test]
fn euwe_7e_two_opponents_agree_on_a_draw_of_their_game() {
    for variant in [Doorgeef, Euwe] {
        let mut game = game(variant, START, START);
        assert!(game.end(Ending::DrawOfTwo { board: 0 }).is_ok());
        let expected = "A: draw 1/2-1/2 given | B: ongoing | match: ongoing";
        assert_eq!(game.status().to_string(), expected);
    }
    let mut bughouse = game(Bughouse, START, START);
    assert_eq!(bughouse.end(Ending::DrawOfTwo { board: 0 }), Err(ActionError::NoGameDraw(Bughouse)));
}

#[test]
fn euwe_6c_all_four_agree_on_a_draw_whatever_one_game_stands_at() {
    let expected = "A: win black 0-1 mate | B: stopped | match: 1-1";
    status(Euwe, KNIGHT_MATE, "4k3/8/8/8/8/8/8/4K2R[] w - - 0 1", "2h1h2 1g4f2 over=1-1", expected);
    status(Bughouse, START, START, "over=1/2-1/2", "A: stopped | B: stopped | match: 1/2-1/2");
    refused(Doorgeef, START, START, "", "over=1-1", "a match of doorgeef is not drawn by agreement of all four");
    refused(Euwe, START, START, "", "over=1/2-1/2", "a draw of the match is written over=1-1 in euwe");
    refused(Bughouse, START, START, "", "over=1-1", "a draw of the match is written over=1/2-1/2 in bughouse");
    refused(Euwe, START, START, "over=1-1", "1e2e4", "the match is over");
    let pair = Pair::start(Euwe, false).unwrap();
    assert!(parse(&pair, "over=1-0").is_err() && parse(&pair, "1over=1-1").is_err());
}

#[test]
fn euwe_7d_knight_mate_is_not_definitive_while_the_partner_has_a_pawn() {
    let waiting = "A: waiting white check | B: ongoing | match: ongoing";
    status(Euwe, KNIGHT_MATE, "4k3/4p3/8/8/8/8/8/R3K3[] w - - 0 1", "1g4f2", waiting);
    // A pawn in hand counts.
    status(Euwe, KNIGHT_MATE, "4k3/8/8/8/8/8/8/R3K3[p] w - - 0 1", "1g4f2", waiting);
    // The partner's opponent's pawns do not.
    let over = "A: win black 0-1 mate | B: ongoing | match: ongoing";
    status(Euwe, KNIGHT_MATE, "4k3/8/8/8/8/8/4P3/R3K3[P] w - - 0 1", "1g4f2", over);
}

#[test]
fn euwe_7d_it_becomes_definitive_when_the_partners_last_pawn_is_captured() {
    let board = "4k3/p7/8/8/8/8/8/R3K3[] w - - 0 1";
    status(Euwe, KNIGHT_MATE, board, "1g4f2 2a1a7", "A: win black 0-1 mate | B: ongoing | match: ongoing");
}

#[test]
fn euwe_7d_a_check_that_could_be_parried_is_definitive_once_the_partner_can_pass_nothing() {
    // The enemy of the partner, Black-B, has the king alone, on the board and in hand.
    let over = "A: win black 0-1 mate | B: ongoing | match: ongoing";
    status(Euwe, BACK_RANK, "r3k3/8/8/8/8/8/8/4K3[] b - - 0 1", "", over);
    let waiting = "A: waiting white check | B: ongoing | match: ongoing";
    status(Euwe, BACK_RANK, "r3k3/8/8/8/8/8/8/4K3[N] b - - 0 1", "", waiting);
    status(Euwe, BACK_RANK, "r3k3/8/8/8/8/8/4P3/4K3[] b - - 0 1", "", waiting);
}

#[test]
fn euwe_7d_both_partners_mated_end_both_games_at_once() {
    // White-A and Black-B, each with a pawn.
    let black_mated = "6rk/5Npp/8/8/8/8/8/6K1[] b - - 0 1";
    let over = "A: win black 0-1 mate | B: win white 1-0 mate | match: 0-2";
    status(Euwe, KNIGHT_MATE, black_mated, "1g4f2", over);
    // White-A and White-B are opponents, not partners: Black-B, White-A's partner, has no pawn, White-B's has one.
    let one = "A: win black 0-1 mate | B: win black 0-1 mate | match: 1-1";
    status(Euwe, KNIGHT_MATE, KNIGHT_MATE, "2g4f2 1g4f2", one);
}

#[test]
fn euwe_5_a_taking_removes_the_mating_piece() {
    // Black-B, White-A's partner, promotes with the black knight that mates White-A.
    let board = "4k3/8/8/8/8/8/p7/4K3[] w - - 0 1";
    status(Euwe, KNIGHT_MATE, board, "1g4f2", "A: waiting white check | B: ongoing | match: ongoing");
    let mut game = game(Euwe, KNIGHT_MATE, board);
    play(&mut game, "1g4f2 2e1e2 2a2a1nf2");
    assert_eq!(game.status().to_string(), "A: ongoing | B: ongoing | match: ongoing");
    // The pawn goes to the hand of Black-A, who was robbed; turn and clocks of board A stay.
    let fen = "6k1/8/8/8/8/8/6PP/6RK[p] w - - 1 2 | 4k3/8/8/8/8/8/4K3/n7[] w - - 0 2";
    assert_eq!(fen::write_pair(game.pair()), fen);
}

#[test]
fn euwe_2b_a_taking_exposes_the_partners_opponents_king_which_may_be_captured() {
    // White-A takes the rook that shields White-B's king from the rook on e8.
    let (a, b) = ("7k/P7/8/8/8/8/8/7K[] w - - 0 1", "4r1k1/8/8/8/8/8/4R3/4K3[] b - - 0 1");
    let mut game = game(Euwe, a, b);
    play(&mut game, "1a7a8re2 2e8e1");
    assert_eq!(game.status().to_string(), "A: ongoing | B: win black 0-1 king captured | match: ongoing");
    // The king goes to no hand.
    assert!(fen::write_pair(game.pair()).contains("R6k/8/8/8/8/8/8/7K[] b"));
}

#[test]
fn euwe_5_pieces_are_taken_from_a_finished_board_and_the_pawn_leaves_play() {
    let finished = "r3k3/8/8/8/8/8/8/R3K2R[] w KQ - 3 9 over=0-1";
    let mut game = game(Euwe, finished, "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1");
    play(&mut game, "2a7a8ra1");
    let fen = "r3k3/8/8/8/8/8/8/4K2R[] w K - 3 9 over=0-1 | R3k3/8/8/8/8/8/8/4K3[] b - - 0 1";
    assert_eq!(fen::write_pair(game.pair()), fen);
}

#[test]
fn euwe_5_a_taking_needs_an_own_piece_on_the_other_board() {
    let a = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    let missing = "the piece taken from the other board is missing, as in a7a8qd1";
    refused(Euwe, a, START, "", "1a7a8q", missing);
    let nothing = |role: &str, square: &str| format!("you have no {role} to take on {square} of the other board");
    refused(Euwe, a, START, "", "1a7a8qa1", &nothing("queen", "a1"));
    refused(Euwe, a, START, "", "1a7a8qd8", &nothing("queen", "d8"));
    refused(Euwe, a, START, "", "1a7a8ke1", &nothing("king", "e1"));
    let pair = game(Euwe, a, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3[QR] w kq - 0 1").pair().clone();
    assert!(pair.legal_moves().iter().all(|mv| !mv.is_promotion()));
}

#[test]
fn euwe_2_3_a_castling_right_goes_with_the_rook_and_an_en_passant_right_may_lapse() {
    let mut game = game(Euwe, "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 5 7");
    play(&mut game, "1a7a8rh1");
    assert!(fen::write_pair(game.pair()).ends_with("| r3k2r/8/8/8/8/8/8/R3K3[P] w Qkq - 5 7"));
    // White-A takes the bishop that blocks the fifth rank: the capture en passant would now expose White-B's king.
    let a = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    let b = "4k3/8/8/KB1pP2r/8/8/8/8[] w - d6 0 2";
    let mut game = self::game(Euwe, a, b);
    assert!(parse(game.pair(), "2e5d6").is_ok());
    play(&mut game, "1a7a8bb5");
    assert!(fen::write_pair(game.pair()).ends_with("| 4k3/8/8/K2pP2r/8/8/8/8[P] w - - 0 2"));
    assert!(parse(game.pair(), "2e5d6").is_err());
}

#[test]
fn euwe_2_3_any_pseudo_legal_capture_of_an_exposed_king_is_legal() {
    // The knight is pinned, and moving it leaves the own king attacked.
    let board = "4r3/8/3k4/8/4N3/8/8/4K3[] w - - 0 1";
    status(Euwe, board, START, "1e4d6", "A: win white 1-0 king captured | B: ongoing | match: ongoing");
    // A pawn that captures on the last rank also needs a piece to take.
    let pawn = "3k4/2P5/8/8/8/8/8/4K3[] w - - 0 1";
    status(Euwe, pawn, START, "1c7d8qd1", "A: win white 1-0 king captured | B: ongoing | match: ongoing");
    assert!(game(Euwe, pawn, BARE_KINGS).pair().legal_moves().iter().all(|mv| mv.to().rank() != 7 || mv.board() == 1));
}

#[test]
fn euwe_2_3_a_king_that_is_gone_has_no_right_to_castle() {
    let mut game = game(Euwe, "R3k2r/8/8/8/8/8/8/4K3[] w k - 0 1", START);
    play(&mut game, "1a8e8");
    let text = fen::write_pair(game.pair());
    assert!(text.starts_with("4R2r/8/8/8/8/8/8/4K3[] b - - 0 1 over=1-0"), "{text}");
    assert_eq!(fen::parse_pair(&text, Euwe, false).map(|pair| fen::write_pair(&pair)), Ok(text));
}

#[test]
fn euwe_2_3_kings_set_up_side_by_side_check_each_other() {
    let board = "8/8/8/3kK3/8/8/P7/8[N] w - - 0 1";
    let moves = game(Euwe, board, BARE_KINGS).pair().legal_moves();
    let on_a = moves.iter().filter(|mv| mv.board() == 0);
    let targets: Vec<String> = on_a.map(|mv| format!("{}{}", mv.from(), mv.to())).collect();
    assert_eq!(targets, ["e5d5", "e5f4", "e5f5", "e5f6"]);
}

#[test]
fn repetition_counts_the_hands_as_they_stand_after_each_move_on_that_board() {
    let b = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
    let shuffle = "1g1f3 1g8f6 1f3g1 1f6g8";
    let drawn = "A: draw 1/2-1/2 repetition | B: ongoing | match: ongoing";
    status(Doorgeef, START, b, &format!("{shuffle} {shuffle}"), drawn);
    // A man that arrives makes it another position.
    let running = "A: ongoing | B: ongoing | match: ongoing";
    status(Doorgeef, START, b, &format!("{shuffle} 2d5e4 {shuffle}"), running);
    status(Doorgeef, START, b, &format!("2d5e4 {shuffle} {shuffle}"), running);
    status(Doorgeef, START, b, &format!("2d5e4 {shuffle} {shuffle} 1g1f3"), drawn);
    // Moves on the other board do not count.
    status(Doorgeef, START, b, &format!("{shuffle} 2e8e7 2e1e2 2e7e8 2e2e1"), running);
}

#[test]
fn a_promoted_man_passes_as_a_pawn_but_in_euwe_as_itself() {
    for variant in [Bughouse, Doorgeef] {
        let mut marked = game(variant, "3qk3/8/8/3Q~4/8/8/8/4K3[] b - - 0 1", START);
        play(&mut marked, "1d8d5");
        assert!(fen::write_pair(marked.pair()).ends_with("[P] w KQkq - 0 1"));
    }
    let mut euwe = game(Euwe, "4k3/8/8/8/8/8/2Kp4/8[] b - - 0 1", "4k3/8/8/8/8/8/8/q3K3[] b - - 0 1");
    play(&mut euwe, "1d2d1qa1 1c2d1");
    assert!(fen::write_pair(euwe.pair()).ends_with("| 4k3/8/8/8/8/8/8/4K3[qp] b - - 0 1"));
}
