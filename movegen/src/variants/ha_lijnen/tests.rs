use super::*;
use crate::fen;
use crate::game::Game;
use crate::notation::parse_uci;

fn position(fen: &str) -> HaLijnen {
    fen::parse(fen, Variant::Halijnen, false).unwrap()
}

fn refused(fen: &str) -> String {
    fen::parse::<HaLijnen>(fen, Variant::Halijnen, false).unwrap_err().to_string()
}

/// The position after the moves, each of which must be legal.
fn play(fen: &str, moves: &str) -> HaLijnen {
    let mut game = Game::new(position(fen));
    for text in moves.split_ascii_whitespace() {
        let mv = parse_uci(game.position(), text).unwrap();
        game.play(mv);
        assert_eq!(game.position().core.key(), game.position().core.computed_key());
    }
    game.position().clone()
}

fn legal(fen: &str, text: &str) -> bool {
    may(&position(fen), text)
}

fn may(position: &HaLijnen, text: &str) -> bool {
    parse_uci(position, text).is_ok()
}

fn status(position: &HaLijnen) -> String {
    position.status(1).to_string()
}

const START: &str = Variant::Halijnen.start_fen();

/// A FEN with these pieces in the stock, and pawns to make sixteen men a colour.
fn with_stock(placement: &str, pieces: &str, rest: &str) -> String {
    let count = |upper: bool| {
        let men = placement.chars().chain(pieces.chars()).filter(|c| c.is_alphabetic());
        men.filter(|c| c.is_uppercase() == upper).count()
    };
    let pawns = "P".repeat(16 - count(true)) + &"p".repeat(16 - count(false));
    format!("{placement}[{pieces}{pawns}] {rest}")
}

/// A position of the second frame in which most pawns stand on the last rank and cannot move.
fn second_frame(placement: &str, turn_and_rights: &str) -> String {
    with_stock(placement, "QRNqrn", &format!("{turn_and_rights} 0 20 frame=2/3 won=1-0"))
}

/// Both colours keep seven pawns still; White has one that moves.
fn cycle_start(white_pawn: &str) -> String {
    second_frame(&format!("PPPPPP2/8/8/2k5/8/3K4/{white_pawn}/pppppp1p"), "b - -")
}

/// Five moves of each colour that bring the g-pawn to g7 and the king round to c5.
const TO_G7: &str = "c5c6 g2g4 c6b6 g4g5 b6b5 g5g6 b5b4 g6g7 b4c5";

#[test]
fn each_colour_captures_on_its_own_line_only() {
    let fen = with_stock("3k4/1ppppp2/7r/r7/R6R/8/1PPPPPP1/4K3", "", "w - - 0 9");
    assert!(legal(&fen, "h4h6"));
    assert!(!legal(&fen, "a4a5"));
    assert!(may(&play(&fen, "e1f1"), "a5a4"));
    assert!(!may(&play(&fen, "e1f1"), "h6h4"));
}

#[test]
fn a_king_may_be_left_where_it_can_be_captured_and_its_capture_wins_all_frames() {
    let fen = with_stock("4k3/1ppppp2/7r/r7/8/7R/KPPPPPP1/8", "QB", "w - - 0 9");
    let position = position(&fen);
    assert!(position.in_check() && position.king_can_be_captured(Color::White));
    assert!(may(&position, "h3h6") && may(&position, "a2a3"));
    assert!(!position.king_can_be_captured(Color::Black));
    let end = play(&fen, "h3h5 a5a2");
    assert_eq!(status(&end), "win black 0-3 king captured");
    assert!(fen::write(&end).contains("[KQB"));
    assert!(end.legal_moves().is_empty() && !end.flag_is_possible());
    assert!(refused(&fen::write(&end)).contains("king"));
}

#[test]
fn a_pawn_that_could_not_promote_does_not_threaten_the_king() {
    let free = with_stock("7k/6P1/8/8/8/8/PPPPPP2/ppppppKp", "", "b - - 0 20");
    assert!(position(&free).in_check());
    let full = with_stock("7k/6P1/8/8/8/8/PPPPPPPP/ppppppKp", "", "b - - 0 20");
    assert!(!position(&full).in_check());
    assert!(position(&full.replacen("[P", "[N", 1)).in_check());
}

#[test]
fn castling_is_for_the_first_frame_and_attacks_on_the_way_do_not_matter() {
    let fen = with_stock("r3k2r/pppp1ppp/8/8/5q2/8/PPPP2PP/R3K2R", "", "w KQkq - 0 9");
    assert!(legal(&fen, "e1g1") && legal(&fen, "e1c1"));
    assert!(position(&format!("{fen} frame=2/3 won=0-1")).to_setup().castling.is_empty());
}

#[test]
fn double_steps_from_the_first_two_ranks() {
    let first = second_frame("PPPPPP2/8/8/2k5/8/3K4/8/pppppppP", "w - -");
    assert!(legal(&first, "h1h3") && legal(&first, "h1h2") && !legal(&first, "h1h4"));
    assert!(legal(&play(&first, "h1h2 c5c6").to_setup().to_string(), "h2h4"), "whatever it did before");
    assert!(!may(&play(&first, "h1h3 c5c6"), "h3h5"));
}

#[test]
fn en_passant_over_the_second_and_the_third_rank() {
    let third = with_stock("4kr2/2ppppp1/8/8/1p6/8/P1PPPPPP/4K3", "", "w - - 0 9");
    assert_eq!(play(&third, "a2a4").core().en_passant(), Square::parse("a3"));
    let second = with_stock("4kr2/2ppppp1/8/8/8/1p6/2PPPPPP/P3K2N", "", "w - - 0 9");
    assert_eq!(play(&second, "a1a3").core().en_passant(), Square::parse("a2"));
    let captured = play(&second, "a1a3 b3a2");
    assert_eq!(captured.core().board().role_on(Square::at(0, 2)), None);
    assert_eq!(captured.core().stock().of(Color::White).count(Role::Pawn), 8);
}

#[test]
fn no_en_passant_where_the_pawn_stands_off_the_line() {
    let fen = with_stock("4kr2/2ppppp1/8/8/1p6/8/P1PPPPPP/4K3", "", "w - - 0 9");
    assert_eq!(play(&fen.replace("1p6", "3p4"), "c2c4").core().en_passant(), None);
    assert_eq!(play(&fen.replace("1p6", "6p1"), "h2h4").core().en_passant(), None, "the h-file is the line of White");
}

#[test]
fn the_en_passant_square_of_a_fen_is_dropped_where_no_pawn_can_capture() {
    let fen = with_stock("4kr2/2ppppp1/8/8/Pp6/8/2PPPPPP/4K3", "", "b - a3 0 9");
    assert!(fen::write(&position(&fen)).contains(" b - a3 "));
    assert!(fen::write(&position(&fen.replace("Pp6", "P1p5"))).contains(" b - - "));
    for other in ["a2", "b3"] {
        assert!(fen::write(&position(&fen.replace("a3", other))).contains(" b - - "));
    }
}

#[test]
fn a_blockaded_pawn_steps_aside_to_empty_squares_only() {
    let fen = second_frame("PPPPP3/8/8/2k5/6N1/3K2P1/8/pppppp1p", "w - -");
    assert!(legal(&fen, "g3f4") && legal(&fen, "g3h4") && !legal(&fen, "g3g5"));
    assert!(!legal(&second_frame("PPPPP3/8/8/2k5/5NN1/3K2P1/8/pppppp1p", "w - -"), "g3f4"));
    assert!(!legal(&fen.replace("6N1", "7N"), "g3f4"), "the square ahead is free");
}

#[test]
fn a_blocked_second_square_is_no_blockade() {
    let fen = second_frame("PPPPP3/8/8/2k5/6N1/3K4/6P1/pppppp1p", "w - -");
    assert!(legal(&fen, "g2g3"));
    for text in ["g2g4", "g2f3", "g2h3"] {
        assert!(!legal(&fen, text), "{text}");
    }
}

#[test]
fn a_blockade_step_on_the_en_passant_square_is_the_capture() {
    let fen = with_stock("4kr2/2ppppp1/8/8/Pp6/1N6/2PPPPPP/4K3", "", "b - a3 0 9");
    let (b4, a3) = (Square::at(1, 3), Square::at(0, 2));
    let step = Move::new(MoveKind::Normal, Role::Pawn, b4, a3);
    let capture = Move::new(MoveKind::EnPassant, Role::Pawn, b4, a3);
    let offered = position(&fen);
    assert!(offered.is_legal(capture) && !offered.is_legal(step));
    let lapsed = position(&fen.replace("a3", "-"));
    assert!(lapsed.is_legal(step) && !lapsed.is_legal(capture));
}

#[test]
fn pawns_on_the_last_rank_do_not_move() {
    let moves = position(&cycle_start("6P1")).legal_moves();
    assert!(moves.iter().all(|mv| mv.role() == Role::King));
}

#[test]
fn a_promoting_pawn_goes_to_the_stock_and_another_man_comes_from_it() {
    let fen = second_frame("PPPPPP2/7P/8/2k5/8/3K4/8/pppppp1p", "w - -");
    let queen = play(&fen, "h7h8q");
    assert!(!queen.core().stock().of(Color::White).has(Role::Queen));
    assert_eq!(queen.core().stock().of(Color::White).count(Role::Pawn), 6);
    assert!(!legal(&fen, "h7h8b"), "no bishop is off the board");
    assert!(!legal(&fen, "h7h8k") && !legal(&fen, "h7h8p") && !legal(&fen, "h7h8ph3"));
}

#[test]
fn a_promoting_pawn_may_be_put_back_on_the_second_rank_though_no_other_pawn_is_off_the_board() {
    let fen = with_stock("1PPPPPP1/7P/8/2k5/8/3K4/PPPPPPP1/qppppp1p", "", "w - - 0 20");
    let back = play(&fen.replace("[P", "[N"), "h7h8ph2");
    assert_eq!(back.core().stock(), position(&fen.replace("[P", "[N")).core().stock());
    assert!(back.core().board().men(Color::White, Role::Pawn).has(Square::at(7, 1)));
    assert_eq!(back.core().board().role_on(Square::at(7, 7)), None);
    assert!(!legal(&fen, "h7h8pa2"), "a2 is not free");
}

#[test]
fn no_promotion_without_a_piece_in_the_stock_and_a_free_square_on_the_second_rank() {
    let fen = with_stock("4k3/7P/8/8/8/8/PPPPPPPP/ppppppKp", "", "w - - 0 20");
    assert!(!position(&fen).can_promote(Color::White));
    assert!(position(&fen).legal_moves().iter().all(|mv| mv.from() != Square::at(7, 6)));
    assert!(legal(&fen.replacen("[P", "[N", 1), "h7h8n"));
}

#[test]
fn the_position_at_the_start_counts_for_the_ban() {
    let game = play(START, "g1f3 b8c6 f3g1");
    assert!(may(&game, "c6a5"));
    let error = parse_uci(&game, "c6b8").unwrap_err();
    assert!(error.to_string().contains("has already stood"), "{error}");
    assert_eq!(game.plies_to_banned(|_| true), Some(3));
    assert_eq!(game.plies_to_banned(|mv| game.is_tactical(mv)), None);
    assert_eq!(play(START, "g1f3 b8c6").plies_to_banned(|_| true), None);
}

#[test]
fn the_ban_reaches_over_pawn_moves_since_a_pawn_can_be_put_back() {
    let game = play(&cycle_start("6P1"), TO_G7);
    assert!(!may(&game, "g7g8pg2"));
    assert!(may(&game, "g7g8ph2") && may(&game, "g7g8q"));
    let put_back_first = "c5c6 g7g8pg2 c6b6 g2g4 b6b5 g4g5 b5b4 g5g6 b4c5";
    let fen = second_frame("PPPPPP2/6P1/8/2k5/8/3K4/8/pppppp1p", "b - -");
    assert!(!may(&play(&fen, put_back_first), "g6g7"), "a single step");
}

#[test]
fn the_same_placement_with_another_en_passant_right_is_another_position() {
    let fen = second_frame("2PPPPPP/8/8/5k2/Pp6/3K4/8/2pppppp", "b - a3");
    let cycle = "f5f6 a4a5 f6g6 a5a6 g6g5 a6a7 g5g4 a7a8pa2 g4f5";
    assert!(!may(&play(&fen, cycle), "a2a4"), "it has stood with the right to capture");
    assert!(may(&play(&fen, cycle), "a2a3"));
    assert!(may(&play(&fen.replace("a3", "-"), cycle), "a2a4"), "it has stood without that right only");
}

#[test]
fn a_capture_leads_to_a_new_position_wherever_the_pawn_is_put_back() {
    let fen = second_frame("PPPPPP1n/8/8/2k5/8/3K4/6P1/pppppp1p", "b - -");
    let game = play(&fen, TO_G7);
    assert!(!may(&game, "g7g8pg2") && may(&game, "g7h8pg2"));
    assert!(game.is_barred_by_history(Move::with_second(
        MoveKind::PawnBack,
        Role::Pawn,
        Square::at(6, 6),
        Square::at(6, 7),
        Square::at(6, 1)
    )));
}

#[test]
fn a_new_frame_starts_a_new_record() {
    let game = play(START, "g1f3 b8c6 f3g1 flag");
    assert_eq!(game.frames().current(), 2);
    assert_eq!(game.plies_to_banned(|_| true), None);
}

#[test]
fn a_filled_line_turns_the_board_and_the_loser_of_the_frame_moves() {
    let fen = with_stock("6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/4p1K1", "", "w - - 0 40");
    let after = play(&fen, "g1h1");
    assert_eq!((after.frames().current(), after.frames().won_by(Color::White)), (2, 1));
    assert_eq!(after.core().turn(), Color::Black);
    assert_eq!(after.core().board().king(Color::White), Some(Square::at(0, 0)));
    assert_eq!(after.core().board().color(Color::White), Bitboard::rank(0));
    assert!(fen::write(&after).ends_with(" b - - 1 40 frame=2/3 won=1-0"));
}

#[test]
fn a_line_already_full_after_a_turn_counts_once_its_owner_has_moved() {
    let fen = with_stock("6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/P3p2K", "", "b - - 0 40 frame=2/3 won=0-1");
    assert_eq!(play(&fen, "d5d4").frames().current(), 2);
    assert_eq!(play(&fen, "d5d4 a1a2").frames().current(), 3);
}

#[test]
fn a_flag_loses_the_frame_only_and_the_loser_stays_on_move() {
    let after = play(START, "e2e4 flag");
    assert_eq!((after.core().turn(), after.frames().won_by(Color::White)), (Color::Black, 1));
    assert_eq!((after.core().halfmove(), after.core().fullmove()), (0, 1));
    assert!(after.core().castling().is_empty());
}

#[test]
fn flag_is_accepted_but_is_no_legal_move() {
    let start = position(START);
    assert!(start.accepts(Move::FLAG) && !start.is_legal(Move::FLAG));
    assert!(!start.legal_moves().contains(&Move::FLAG));
    assert_eq!(parse_uci(&start, "flag"), Ok(Move::FLAG));
}

#[test]
fn after_the_last_frame_the_board_stays_and_the_game_is_over() {
    let fen = with_stock("6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/4p1K1", "", "w - - 0 40 frame=3/3 won=0-2");
    let after = play(&fen, "g1h1");
    assert_eq!(status(&after), "win black 1-2 frames");
    assert!(fen::write(&after).ends_with(" b - - 1 40 frame=3/3 won=1-2"));
    assert_eq!(status(&position(&fen::write(&after))), "win black 1-2 frames", "as set up, too");
    assert!(after.legal_moves().is_empty() && !after.accepts(Move::FLAG));
}

#[test]
fn an_early_majority_does_not_end_the_game() {
    let fen = with_stock("6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/4p1K1", "", "w - - 0 40 frame=2/3 won=1-0");
    assert_eq!(status(&play(&fen, "g1h1")), "ongoing");
}

#[test]
fn a_king_capture_and_too_few_men_go_before_a_filled_line() {
    let king = with_stock("6Rk/7R/1p5N/1p1p3N/p2pp2B/4p2B/4p2Q/4p2K", "", "w - - 0 40 frame=3/3 won=0-2");
    assert_eq!(status(&play(&king, "g8h8")), "win white 3-0 king captured");
    let men = with_stock("6Rn/7R/1p5N/1p1p3N/4p2B/4p2B/k3p2Q/7K", "", "w - - 0 40 frame=3/3 won=0-2");
    let end = play(&men, "g8h8");
    assert_eq!(status(&end), "win white 3-0 fewer than 8 men");
    assert_eq!(end.frames().won_by(Color::White), 0, "won= counts frames really won");
}

#[test]
fn no_legal_move_loses_all_frames() {
    let fen = with_stock("K4N2/4P2p/4P2p/4P2p/4P2p/4P2p/6Pp/6pk", "", "b - - 0 40");
    assert_eq!(status(&play(&fen, "flag")), "win white 3-0 no legal move");
}

#[test]
fn frames_are_odd_from_three_and_the_frames_won_add_up() {
    let fen = |fields: &str| with_stock("PPPPPP2/8/8/2k5/8/3K4/6P1/pppppp1p", "", &format!("b - - 0 20 {fields}"));
    for (fields, complaint) in [
        ("frame=1/4 won=0-0", "4 frames"),
        ("frame=1/1 won=0-0", "1 frames"),
        ("frame=1/257 won=0-0", "257 frames"),
        ("frame=0/3 won=0-0", "no frame 0"),
        ("frame=4/3 won=2-1", "no frame 4"),
        ("frame=2/3 won=0-0", "won=0-0"),
        ("frame=2/3", "won=0-0"),
        ("won=1-0", "won=1-0"),
        ("frame=1/3 won=2-1", "won=2-1"),
    ] {
        let error = refused(&fen(fields));
        assert!(error.contains(complaint), "{fields}: {error}");
    }
    assert_eq!(position(&fen("")).frames(), position(START).frames(), "the first of three by default");
    assert_eq!(position(&fen("won=2-0 frame=3/5")).frames().count(), 5);
}

#[test]
fn sixteen_men_a_colour_and_at_least_eight_on_the_board() {
    assert!(refused(&START.replace("[]", "[P]")).contains("17 white men"));
    let seven = with_stock("PPPPPP2/8/8/2k5/8/3K4/8/pppppp1p", "", "b - - 0 20");
    assert!(refused(&seven).contains("fewer than 8"));
    assert!(refused(&cycle_start("6P1").replace("[Q", "[K")).contains("king"));
}

#[test]
fn an_exchange_is_one_capture_and_a_man_on_the_enemys_line_can_be_lost() {
    let mut values = [0; Role::COUNT];
    for (role, value) in [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)] {
        values[role.index()] = value;
    }
    let fen = with_stock("4k2r/1pppppp1/7p/r7/R6Q/8/1PPPPPP1/1K6", "", "w - - 0 9");
    let position = position(&fen);
    let see = |text: &str, threshold| position.see_ge(parse_uci(&position, text).unwrap(), threshold, &values);
    assert!(see("h4h6", 1) && !see("h4h6", 2), "the rook on h8 never captures on the h-file");
    assert!(see("a4a3", -5) && !see("a4a3", -4), "the rook on a5 captures on the a-file");
    assert!(see("a4c4", 0) && see("h4h5", 0) && !see("h4h5", 1));
    let exposed = self::position(&fen.replace("R6Q", "2R4Q"));
    let step = parse_uci(&exposed, "b1a1").unwrap();
    assert!(!exposed.see_ge(step, -1000, &values), "the king is lost");
}

#[test]
fn keys_tell_frames_apart_but_repetition_keys_do_not() {
    let fen = cycle_start("6P1");
    let positions = [fen.clone(), fen.replace("won=1-0", "won=0-1"), fen.replace("frame=2/3", "frame=2/5")];
    let [a, b, c] = positions.map(|fen| position(&fen));
    assert!(a.key() != b.key() && a.key() != c.key() && b.key() != c.key());
    assert!(a.repetition_key() == b.repetition_key() && a.repetition_key() == c.repetition_key());
}

#[test]
fn of_several_bans_the_earliest_position_counts() {
    let game = play(START, "g1f3 b8c6 f3g1 g8f6 g1f3 c6b8 f3g1");
    assert!(!may(&game, "f6g8") && !may(&game, "b8c6"), "the start, and the position after the second moves");
    assert_eq!(game.plies_to_banned(|_| true), Some(7));
    assert_eq!(play(START, "g1f3 b8c6 f3g1").plies_to_banned(|_| true), Some(3));
}

#[test]
fn a_null_move_hides_what_stood_before() {
    let mut game = play(START, "g1f3 b8c6 f3g1");
    let before = game.clone();
    let undo = game.make_null();
    assert_eq!(game.plies_to_banned(|_| true), None);
    game.unmake_null(undo);
    assert_eq!(game, before);
}

#[test]
fn the_end_of_a_frame_is_taken_back_whole() {
    let fen = with_stock("6kR/1p5R/1p5N/1p1p3N/4p2B/4p2B/4p2Q/4p1K1", "", "w - - 0 40");
    let mut game = play(&fen, "g1f1 d5d4 f1g1 g8f8");
    let before = game.clone();
    for text in ["g1h1", "flag"] {
        let mv = parse_uci(&game, text).unwrap();
        let undo = game.make(mv, &mut ());
        assert_eq!(game.core.key(), game.core.computed_key());
        game.unmake(mv, undo);
        assert_eq!(game, before);
    }
}
