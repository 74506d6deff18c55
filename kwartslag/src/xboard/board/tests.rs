use movegen::rules::Variant;

use super::super::variants::named;
use super::*;

fn kind(name: &str) -> XBoardGame {
    named(name, Variant::Bughouse).unwrap()
}

fn start(name: &str) -> Board {
    Board::start(kind(name)).unwrap()
}

fn set_up(name: &str, fen: &str) -> Board {
    Board::set_up(kind(name), fen).unwrap().0
}

#[track_caller]
fn play(board: &mut Board, moves: &str) {
    for text in moves.split(' ') {
        board.play(text).unwrap_or_else(|reason| panic!("{text}: {reason}"));
    }
}

fn squares(targets: Vec<(Square, Mark)>) -> String {
    let mut texts: Vec<String> = targets.iter().map(|(square, _)| square.to_string()).collect();
    texts.sort();
    texts.join(" ")
}

#[test]
fn moves_are_read_in_every_notation_of_guis() {
    let mut board = start("normal");
    play(&mut board, "e2e4 e5 g1f3 Nc6 f1b5 a6 O-O axb5");
    assert_eq!(board.last_move(), Some("a6b5"));
    let mut castles = start("normal");
    play(&mut castles, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1");
    assert_eq!(castles.fen(), "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 5 4");
}

#[test]
fn illegal_moves_have_a_reason() {
    let mut board = start("normal");
    for (text, reason) in [
        ("e2e5", "the pawn cannot go to e5"),
        ("rubbish", "not a move"),
        ("@@@@", "not a move"),
        ("Nd2", "no knight can go to d2"),
    ] {
        assert_eq!(board.play(text), Err(reason.to_string()), "{text}");
    }
}

#[test]
fn castling_in_chess960_is_written_with_letters() {
    let board = set_up("fischerandom", "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1");
    let written = |uci: &str| board.written(uci);
    assert_eq!((written("f1g1"), written("f1b1")), ("O-O".to_string(), "O-O-O".to_string()));
    assert_eq!(squares(board.targets("f1")), "b1 e1 e2 f2 g1 g2");
    for text in ["O-O", "O-O-O", "f1g1"] {
        assert!(set_up("fischerandom", "4k3/8/8/8/8/8/8/1R3KR1 w KQ - 0 1").play(text).is_ok(), "{text}");
    }
}

#[test]
fn plies_are_taken_back_to_the_beginning() {
    let mut board = start("normal");
    let begin = board.fen();
    play(&mut board, "e2e4 e7e5");
    assert!(board.undo() && board.undo());
    assert!(!board.undo());
    assert_eq!(board.fen(), begin);
}

#[test]
fn the_prelude_is_eight_plies_in_turn() {
    let mut board = start("superschaak");
    assert_eq!(board.written("A@g1"), "a4g1");
    play(&mut board, "a4g1");
    assert_eq!((board.turn(), board.forced()), (Color::Black, None));
    assert_eq!(board.written("E@b8"), "b5b8");
    play(&mut board, "b5b8");
    assert_eq!((board.turn(), board.forced().as_deref()), (Color::White, Some("b4b1")));
    let refused = board.play("c4f1").unwrap_err();
    assert_eq!(refused, "the other side's superpiece is mirrored first: b4b1");
    play(&mut board, "b4b1");
    assert_eq!((board.turn(), board.forced().as_deref()), (Color::Black, Some("a5g8")));
    play(&mut board, "a5g8");
    assert_eq!((board.turn(), board.forced()), (Color::White, None));
    assert!(board.legal_moves().iter().all(|mv| mv.len() == 4), "no exchange can be shown");
    play(&mut board, "c4f1 d5a8 d4a1 c5f8");
    assert_eq!(board.fen(), "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1");
    assert!(!board.is_in_prelude());
    play(&mut board, "e2e4 e7e5");
}

#[test]
fn the_prelude_is_taken_back_ply_by_ply() {
    let mut board = start("superschaak");
    play(&mut board, "a4g1 b5b8 b4b1 a5g8 c4f1 d5a8 d4a1 c5f8 e2e4");
    let mut turns = Vec::new();
    while board.undo() {
        turns.push(board.turn());
    }
    assert_eq!(turns.len(), 9);
    assert!(turns.windows(2).all(|pair| pair[0] != pair[1]), "{turns:?}");
    assert_eq!(board.fen(), Variant::Superschaak.start_fen());
    play(&mut board, "d4h1");
}

#[test]
fn lifted_superpieces_show_where_they_can_be_placed() {
    let mut board = start("superschaak");
    assert_eq!(squares(board.targets("b4")), "f1 g1 h1");
    assert_eq!(squares(board.targets("b5")), "");
    assert_eq!(squares(board.targets("e2")), "");
    play(&mut board, "b4g1 c5a8");
    assert_eq!(squares(board.targets("c4")), "a1");
}

#[test]
fn xboards_picture_of_the_prelude_is_its_beginning() {
    let fen = "rnbqkbnr/pppppppp/8/aesv4/AESV4/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";
    assert!(set_up("superschaak", fen).is_in_prelude());
    let after = "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1";
    let mut board = set_up("superschaak", after);
    assert!(!board.is_in_prelude());
    play(&mut board, "e2e4");
}

#[test]
fn super_takes_the_array_and_leaves_worthless_men_out_of_the_holdings() {
    let fen = "ravqkesr/pppppppp/8/8/8/8/PPPPPPPP/RAVQKESR[NNBBPAnnbbp] w KQkq - 0 1";
    let (board, notes) = Board::set_up(kind("super"), fen).unwrap();
    assert_eq!(board.fen(), "ravqkesr/pppppppp/8/8/8/8/PPPPPPPP/RAVQKESR[BBNNbbnn] w KQkq - 0 1");
    assert_eq!(notes, ["pawns and Amazons in the holdings are left out: no pawn becomes one"]);
}

#[test]
fn a_promotion_to_a_man_that_is_not_there_is_accepted_in_super_alone() {
    let fen = "4k3/P7/8/8/8/8/7R/4K3[N] w - - 5 30";
    for (text, placement) in
        [("a7a8q", "Q~3k3/8/8/8/8/8/7R/4K3[N] b - - 0 30"), ("a7a8a", "A3k3/8/8/8/8/8/7R/4K3[N] b - - 0 30")]
    {
        let mut board = set_up("super", fen);
        let played = board.play(text).unwrap();
        assert!(played.note.unwrap().contains("is available"), "{text}");
        assert_eq!(board.fen(), placement);
        assert!(board.undo());
        assert_eq!(board.fen(), fen);
    }
    let mut board = set_up("super", fen);
    for text in ["a7b8q", "a7a8k", "a7a8p", "a6a7q", "a7a8"] {
        assert!(board.play(text).is_err(), "{text}");
    }
    assert_eq!(board.play("a7a8n"), Ok(Played::default()));
    assert!(set_up("superschaak", fen).play("a7a8q").is_err());
}

#[test]
fn a_promotion_with_capture_that_is_not_there_fills_the_stock() {
    let fen = "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 30";
    let mut board = set_up("super", fen);
    board.play("a7b8e").unwrap();
    assert_eq!(board.fen(), "1E~2k3/8/8/8/8/8/8/4K3[r] b - - 0 30");
}

#[test]
fn hands_are_replaced_as_a_whole_and_own_captures_do_not_arrive() {
    let mut board = start("bughouse");
    play(&mut board, "e2e4 d7d5 e4d5");
    assert_eq!(board.stock(), Stock::EMPTY);
    assert_eq!(board.hold("NPp", ""), Ok(true));
    assert_eq!(board.hold("PNP", ""), Ok(false));
    play(&mut board, "d8d5 N@e4");
    assert_eq!(board.fen(), "rnb1kbnr/ppp1pppp/8/3q4/4N3/8/PPPP1PPP/RNBQKBNR[PP] b KQkq - 1 3");
    assert_eq!(board.hold("K", ""), Err("`K` cannot be in hand".to_string()));
    assert_eq!(board.hold("", "q"), Ok(true));
    play(&mut board, "Q@e6");
}

#[test]
fn pawn_drops_on_the_first_rank_are_not_chosen_as_xboard_takes_none() {
    let fen = "4k3/8/8/8/8/8/8/4K3[Pp] w - - 0 1";
    let euwe = set_up("euwe", fen);
    assert!(euwe.hides_moves());
    assert!(!euwe.legal_moves().contains(&"P@a1".to_string()));
    assert!(euwe.legal_moves().contains(&"P@a2".to_string()));
    assert!(!set_up("doorgeef", fen).hides_moves());
}

#[test]
fn moves_before_new_hands_are_taken_back_too() {
    let mut board = start("bughouse");
    let begin = board.fen();
    play(&mut board, "e2e4");
    board.hold("N", "").unwrap();
    play(&mut board, "d7d5");
    board.hold("NN", "").unwrap();
    assert!(board.undo() && board.undo());
    assert_eq!(board.fen(), begin);
    assert!(!board.undo());
}

#[test]
fn the_other_side_can_be_given_the_move() {
    let mut board = start("normal");
    board.give_move_to(Color::Black).unwrap();
    play(&mut board, "e7e5");
    assert_eq!(board.turn(), Color::White);
}

#[test]
fn a_won_frame_is_a_result_that_names_the_start_of_the_next_one() {
    let fen = "k5R1/pppppppN/7R/7B/7Q/7P/7B/7K[NPPPPPPPqrrbbnnp] w - - 0 1";
    let mut board = set_up("halijnen", fen);
    let claim = board.play("g8h8").unwrap().claim.unwrap();
    let next = "6pk/6p1/6p1/6p1/6p1/6p1/6p1/KBPQBRNR[NPPPPPPPqrrbbnnp] b - - 1 1 frame=2/3 won=1-0";
    assert_eq!(claim, format!("1-0 {{White wins frame 1 of 3; the next one starts from {next}}}"));
    assert_eq!(board.claim(), Some(claim));
    assert_eq!(board.status(), Status::Stopped, "the board that XBoard shows is not turned");
    assert_eq!(board.play("h4g3").unwrap_err(), "the frame is over");
    assert!(board.undo());
    assert!(board.fen().ends_with(" frame=1/3 won=0-0"));
}

#[test]
fn a_pawn_that_is_put_back_moves_in_two_legs() {
    let fen = "2bk2r1/2ppppp1/8/8/8/5N2/PPPPPP1p/3K4[QRRBBNPPqrbnnpp] b - - 0 40 frame=2/3 won=0-1";
    let mut board = set_up("halijnen", fen);
    assert_eq!(board.written("h2h1ph7"), "h2h1,h1h7");
    assert_eq!(board.promotions("h1"), "QRBN");
    board.play("h2h1,h1h7").unwrap();
    assert_eq!(board.last_move(), Some("h2h1ph7"));
    assert!(board.undo());
    board.play("h2h7,h1c7").unwrap();
    assert_eq!(board.last_move(), Some("h2h1ph7"), "as XBoard passes it on");
}

#[test]
fn captures_are_known_as_the_men_that_arrive() {
    let board = set_up("bughouse", "4k3/8/8/3pP3/8/8/8/4K2R[] w K d6 0 9");
    assert_eq!(board.captured("e5d6"), Some(Role::Pawn));
    assert_eq!(board.captured("e1g1"), None);
    let taker = set_up("bughouse", "7Q~/4k2r/8/8/8/8/8/4K3[] b - - 0 9");
    assert_eq!(taker.captured("h7h8"), Some(Role::Pawn));
    let gives = set_up("bughouse", "4k3/8/8/8/3q4/8/8/3QK3[] w - - 0 1");
    assert!(gives.gives_away("d1d2", |role| role == Role::Queen));
    assert!(!gives.gives_away("d1d4", |role| role == Role::Queen));
}
