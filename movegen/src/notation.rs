//! Moves as text: UCI and SAN, both ways (rules.md 1, "Moves" and "SAN").
//!
//! ```
//! use movegen::notation::{parse_san, parse_uci, san, uci};
//! use movegen::rules::Variant;
//! use movegen::variants::drops::Drops;
//!
//! let fen = "4k3/8/8/8/8/8/8/4K2R[N] w K - 0 1";
//! let position: Drops = movegen::fen::parse(fen, Variant::Crazyhouse, false).unwrap();
//! let drop = parse_uci(&position, "N@d6").unwrap();
//! assert_eq!(san(&position, drop), "N@d6+");
//! let castling = parse_san(&position, "0-0").unwrap();
//! assert_eq!(uci(&position, castling), "e1g1");
//! assert_eq!(parse_uci(&position, "e1h1").unwrap_err().to_string(), "illegal move e1h1: castling is written e1g1 here");
//! ```

mod error;
pub mod pair;
pub mod san;
pub mod uci;

pub use error::{Fault, MoveError, why_illegal};
pub use san::{parse_san, san};
pub use uci::{parse_uci, uci};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::position::Position;
    use crate::rules::Variant;
    use crate::variants::chess::Chess;
    use crate::variants::drops::Drops;
    use crate::variants::ha_lijnen::HaLijnen;
    use crate::variants::superschaak::Superschaak;

    fn chess(fen: &str) -> Chess {
        fen::parse(fen, Variant::Chess, false).unwrap()
    }

    fn chess960(fen: &str) -> Chess {
        fen::parse(fen, Variant::Chess, true).unwrap()
    }

    fn drops(variant: Variant, fen: &str) -> Drops {
        fen::parse(fen, variant, false).unwrap()
    }

    #[track_caller]
    fn writes<P: Position>(position: &P, uci_text: &str, san_text: &str) {
        let mv = parse_uci(position, uci_text).unwrap();
        assert_eq!(uci(position, mv), uci_text);
        assert_eq!(san(position, mv), san_text);
        assert_eq!(parse_san(position, san_text), Ok(mv));
    }

    #[track_caller]
    fn reads<P: Position>(position: &P, san_text: &str, uci_text: &str) {
        let mv = parse_san(position, san_text).unwrap();
        assert_eq!(uci(position, mv), uci_text, "{san_text}");
    }

    #[track_caller]
    fn refuses<P: Position>(position: &P, text: &str, why: &str) {
        assert_eq!(parse_uci(position, text).unwrap_err().to_string(), format!("illegal move {text}: {why}"));
    }

    #[test]
    fn san_tells_men_apart_by_file_then_rank_then_both_among_legal_moves() {
        let position = chess("4k3/8/8/8/8/R6R/8/R3K3 w - - 0 1");
        writes(&position, "a3d3", "Rad3");
        writes(&position, "a1a2", "R1a2");
        let queens = chess("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1");
        writes(&queens, "h4e1", "Qh4e1");
        let pinned = chess("4k3/4r3/8/8/8/4N3/8/N3K3 w - - 0 1");
        writes(&pinned, "a1c2", "Nc2");
    }

    #[test]
    fn san_of_pawns_castling_check_and_mate() {
        let position = chess("r3k2r/1P6/8/3pP3/8/8/8/R3K2R w KQkq d6 0 2");
        writes(&position, "b7a8q", "bxa8=Q+");
        writes(&position, "b7b8n", "b8=N");
        writes(&position, "e5d6", "exd6");
        writes(&position, "e1g1", "O-O");
        writes(&position, "e1c1", "O-O-O");
        writes(&chess("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8", "Ra8#");
    }

    #[test]
    fn san_is_read_tolerantly() {
        let position = chess("r3k2r/1P6/8/3pP3/8/5N2/8/R3K2R w KQkq d6 0 2");
        for text in ["0-0", "O-O+!?", "e1g1"] {
            reads(&position, text, "e1g1");
        }
        for text in ["exd6", "ed6", "exd6 e.p.", "e5xd6e.p.", "e5d6", "Pe5xd6", "e5-d6"] {
            reads(&position, text, "e5d6");
        }
        for text in ["bxa8=Q", "bxa8Q#", "ba8(Q)", "b7xa8=q", "b7a8q", "bxa8/Q"] {
            reads(&position, text, "b7a8q");
        }
        for text in ["Nd4", "Nf3d4", "Nf3-d4!", "Nfd4", "N3xd4", "f3d4"] {
            reads(&position, text, "f3d4");
        }
        let hand = drops(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1");
        reads(&hand, "@e4", "P@e4");
        reads(&hand, "P@e4", "P@e4");
        writes(&hand, "N@f6", "N@f6+");
    }

    #[test]
    fn letters_of_promotions_and_drops_are_read_in_either_case_and_written_in_one() {
        let promotes = chess("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
        for (text, written) in [("b7b8Q", "b7b8q"), ("b7a8N", "b7a8n")] {
            assert_eq!(parse_uci(&promotes, text).map(|mv| uci(&promotes, mv)), Ok(written.to_string()));
        }
        let hand = drops(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PNb] b - - 0 1");
        assert_eq!(parse_uci(&hand, "b@f3").map(|mv| uci(&hand, mv)), Ok("B@f3".to_string()));
        let hand = drops(Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[PN] w - - 0 1");
        for (text, written) in [("n@f3", "N@f3"), ("p@e4", "P@e4")] {
            assert_eq!(parse_uci(&hand, text).map(|mv| uci(&hand, mv)), Ok(written.to_string()));
            reads(&hand, text, written);
        }
        refuses(&hand, "q@f3", "no queen in hand");
        refuses(
            &chess(Variant::Chess.start_fen()),
            "e2e4Q",
            "only a pawn that reaches the last rank becomes another man",
        );
    }

    #[test]
    fn a_small_letter_in_san_is_a_piece_where_one_legal_move_fits() {
        let position = chess("4k3/8/8/8/8/2n5/1P4B1/1N2K1NR w - - 0 1");
        for (text, written) in [("nf3", "g1f3"), ("kf1", "e1f1"), ("rh5", "h1h5"), ("bd5", "g2d5"), ("ngf3", "g1f3")] {
            reads(&position, text, written);
        }
        // A pawn of the b-file: what SAN says comes first.
        reads(&position, "bc3", "b2c3");
        reads(&position, "bxc3", "b2c3");
        let both = chess("4k3/8/8/8/8/8/1P6/2B1K3 w - - 0 1");
        reads(&both, "bb3", "b2b3");
        let either = chess("4k3/8/8/8/8/8/1P1B4/4K3 w - - 0 1");
        let ambiguous = parse_san(&either, "bb4").unwrap_err().to_string();
        assert_eq!(ambiguous, "ambiguous move bb4: it may be b2b4, d2b4");
        assert_eq!(parse_san(&either, "qd4").unwrap_err().to_string(), "illegal move qd4: no queen can go to d4");
        let two_knights = chess("4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1");
        assert!(parse_san(&two_knights, "nd2").unwrap_err().to_string().starts_with("ambiguous move nd2"));
    }

    #[test]
    fn both_squares_name_one_move_though_a_bishop_can_go_there_too() {
        // b3b2 is the pawn, not the bishop (`b`) from rank 3.
        let position = chess("8/5k1b/8/3P1p2/3P4/1pb5/8/6K1 b - - 8 106");
        reads(&position, "b3b2", "b3b2");
        reads(&position, "Bb2", "c3b2");
        reads(&position, "b2", "b3b2");
    }

    #[test]
    fn small_letters_in_superschaak_and_halijnen() {
        let superschaak: Superschaak =
            fen::parse("4k3/4P3/8/8/8/8/8/A3KE2[EQ] w - - 0 1", Variant::Superschaak, false).unwrap();
        for (text, written) in [("ab3", "a1b3"), ("eg3", "f1g3")] {
            reads(&superschaak, text, written);
        }
        let mut prelude: Superschaak =
            fen::parse(Variant::Superschaak.start_fen(), Variant::Superschaak, false).unwrap();
        for (text, written) in [("a@g1", "A@g1"), ("e@b8", "E@b8"), ("s@f1", "S@f1"), ("v@a8g8b8", "V@a8b8g8")] {
            let mv = parse_uci(&prelude, text).unwrap();
            assert_eq!(uci(&prelude, mv), written);
            prelude.make(mv, &mut ());
        }
        let promotes = "2bk2r1/2ppppp1/8/8/8/5N2/PPPPPP1p/3K4[QRRBBNPPqrbnnpp] b - - 0 40 frame=2/3 won=0-1";
        let promotes: HaLijnen = fen::parse(promotes, Variant::Halijnen, false).unwrap();
        for (text, written) in [("h2h1Ph7", "h2h1ph7"), ("h2h1Q", "h2h1q")] {
            assert_eq!(parse_uci(&promotes, text).map(|mv| uci(&promotes, mv)), Ok(written.to_string()));
        }
    }

    #[test]
    fn ambiguous_and_unknown_san_is_refused() {
        let position = chess("4k3/8/8/8/8/R6R/8/R3K3 w - - 0 1");
        let ambiguous = parse_san(&position, "Rd3").unwrap_err().to_string();
        assert_eq!(ambiguous, "ambiguous move Rd3: it may be a3d3, h3d3");
        assert_eq!(parse_san(&position, "Nd3").unwrap_err().to_string(), "illegal move Nd3: no knight can go to d3");
        assert_eq!(parse_san(&position, "hello\n").unwrap_err().to_string(), "`hello\\n` is not a move");
        assert_eq!(parse_san(&position, "d3").unwrap_err().to_string(), "illegal move d3: no pawn can go to d3");
    }

    #[test]
    fn castling_in_chess960_is_king_takes_own_rook_and_nothing_else() {
        let position = chess960("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        writes(&position, "e1h1", "O-O");
        writes(&position, "e1a1", "O-O-O");
        refuses(&position, "e1g1", "castling is written e1h1 here");
        refuses(&chess("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"), "e1h1", "castling is written e1g1 here");
    }

    #[test]
    fn errors_say_what_is_wrong_with_the_move() {
        let start = chess(Variant::Chess.start_fen());
        refuses(&start, "e5e6", "no man stands on e5");
        refuses(&start, "e7e5", "the man on e7 is the opponent's");
        refuses(&start, "a1a2", "a2 is occupied by your own man");
        refuses(&start, "a1a3", "the rook cannot go to a3");
        refuses(&start, "e1g1", "castling there is not possible now");
        refuses(&start, "N@e4", "chess has no drops");
        refuses(&start, "flag", "flag is a move in halijnen only");
        refuses(&start, "e2e4q", "only a pawn that reaches the last rank becomes another man");
        let mated = chess("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
        refuses(&mated, "h7h6", "the game is over (win white 1-0 mate)");
        let check = chess("4k3/P7/8/8/4r3/8/8/4K3 w - - 0 1");
        refuses(&check, "e1e2", "it leaves the king in check");
        refuses(&check, "a7a8", "the promotion piece is missing, as in a7a8q");
        for text in ["", "e2", "e2e9", "e2e4qq", "N@f9", "x@f3", "0000", "héé", "FLAG", "e2e4 ", "é@f3"] {
            assert_eq!(parse_uci(&start, text), Err(MoveError::NotAMove(text.to_string())), "{text}");
        }
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_drop() {
        let position = drops(Variant::Doorgeef, "4k3/8/8/8/8/8/4P3/4K3[PN] w - - 0 1");
        refuses(&position, "Q@d4", "no queen in hand");
        refuses(&position, "N@e2", "e2 is occupied");
        refuses(&position, "N@f6", "a drop may not give check");
        refuses(&position, "P@a8", "a pawn may not be dropped on a8");
        let check = drops(Variant::Doorgeef, "4k3/8/8/8/7q/8/8/4K3[N] w - - 0 1");
        refuses(&check, "N@a3", "it leaves the king in check");
    }

    #[test]
    fn in_ha_lijnen_a_blocked_pawn_steps_without_x_and_a_pawn_is_put_back_with_its_square() {
        let halijnen = |fen: &str| fen::parse::<HaLijnen>(fen, Variant::Halijnen, false).unwrap();
        let blocked =
            halijnen("2bk2r1/2ppppp1/5n2/8/1pP5/1P3N2/3PPPPP/3K4[QRRBBNPqrbnpp] b - - 0 40 frame=3/3 won=1-1");
        writes(&blocked, "b4a3", "ba3");
        writes(&blocked, "b4c3", "bc3");
        assert_eq!(parse_uci(&blocked, "flag").map(|mv| uci(&blocked, mv)), Ok("flag".to_string()));
        refuses(&blocked, "d7c6", "the pawn cannot go to c6");
        let promotes = halijnen("2bk2r1/2ppppp1/8/8/8/5N2/PPPPPP1p/3K4[QRRBBNPPqrbnnpp] b - - 0 40 frame=2/3 won=0-1");
        writes(&promotes, "h2h1ph7", "h1=Ph7");
        writes(&promotes, "h2h1q", "h1=Q");
    }

    #[test]
    fn the_prelude_is_written_as_in_uci_and_its_exchange_read_in_either_order() {
        let mut position: Superschaak =
            fen::parse(Variant::Superschaak.start_fen(), Variant::Superschaak, false).unwrap();
        refuses(&position, "e2e4", "the prelude comes first");
        refuses(&position, "A@a1", "the prelude does not allow this action now");
        for action in ["A@g1", "E@b8", "S@f1"] {
            writes(&position, action, action);
            let mv = parse_uci(&position, action).unwrap();
            position.make(mv, &mut ());
        }
        writes(&position, "V@a8b8g8", "V@a8b8g8");
        assert_eq!(parse_uci(&position, "V@a8g8b8"), parse_uci(&position, "V@a8b8g8"));
        reads(&position, "V@a8", "V@a8");
    }

    #[test]
    fn a_long_text_is_cut_in_the_message() {
        let start = chess(Variant::Chess.start_fen());
        let message = parse_uci(&start, &"x".repeat(1000)).unwrap_err().to_string();
        assert!(message.len() < 80, "{message}");
    }
}
