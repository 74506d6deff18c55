//! The referee: what an engine's move is worth by our rules, and what a fallen flag costs.

use movegen::any_game::{self, AnyGame};
use movegen::moves::{Move, MoveKind};
use movegen::pair::action::Action;
use movegen::piece::{Color, Role};
use movegen::rules::{Reason, Status, Variant};
use movegen::setup::Setup;
use movegen::stock::Hand;

use crate::config::FenStyle;
use crate::outcome::GameResult;

/// What a move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ruling {
    /// Legal.
    Legal(Move),
    /// Illegal, and why.
    Illegal(String),
    /// Allowed by the rules of the engine that played it, and forbidden by ours, through no fault of the engine.
    Void(String),
}

/// Judges the move that an engine answered.
pub(crate) fn judge(game: &dyn AnyGame, text: &str, style: FenStyle) -> Ruling {
    let error = match game.parse_uci(text) {
        Ok(Action::Move(mv)) if mv.kind() != MoveKind::Flag => return Ruling::Legal(mv),
        Ok(_) => return Ruling::Illegal("an engine cannot play `flag`".to_string()),
        Err(error) => error.to_string(),
    };
    if style == FenStyle::Plain && game.name().variant == Variant::Superschaak && lacks_only_the_stock(game, text) {
        return Ruling::Void(format!("{error}; the engine knows no stock"));
    }
    Ruling::Illegal(error)
}

/// Whether a promotion would be legal if its piece were in the stock. Fairy-Stockfish counts the pieces on the board
/// instead, and so thinks that a promoted piece can come back after its capture.
fn lacks_only_the_stock(game: &dyn AnyGame, text: &str) -> bool {
    let Some(role) = text.chars().nth(4).and_then(Role::from_letter) else { return false };
    let mut setup = game.setup(0);
    // Instead of the others: with them the count of men may exceed the limit. What never comes back is refused.
    let mut alone = Hand::EMPTY;
    alone.add(role);
    *setup.stock.get_or_insert_default().of_mut(setup.turn) = alone;
    let supplied = any_game::open(Variant::Superschaak.into(), &setup.to_string());
    supplied.is_ok_and(|supplied| supplied.game.parse_uci(text).is_ok())
}

/// The result when the flag of a colour falls, where it ends the game: in chess and superschaak a draw if the opponent
/// has a bare king (rules.md 3, "Draws").
pub(crate) fn flag_result(game: &dyn AnyGame, fallen: Color) -> GameResult {
    let setup = game.setup(0);
    let bare = setup.board.count(!fallen) == 1 && matches!(game.name().variant, Variant::Chess | Variant::Superschaak);
    if bare { GameResult::Draw } else { GameResult::won_by(!fallen) }
}

/// The score in frames when this colour wins all of them.
pub(crate) fn all_frames(setup: &Setup, winner: Color) -> Option<(u8, u8)> {
    let frames = u8::try_from(setup.frame?.1).unwrap_or(u8::MAX);
    Some(if winner == Color::White { (frames, 0) } else { (0, frames) })
}

/// What is wrong with a line of thinking, if anything. Its moves must be legal from here, and it must end where the
/// rules decide the game: at a mate, a stalemate, the last frame won. It may go on after a frame that is not the last,
/// on the turned board, and after a draw that an engine need not look for in its lines: repetition, fifty moves, a dead
/// position.
pub(crate) fn pv_fault(game: &dyn AnyGame, pv: &[String]) -> Option<String> {
    let mut game = game.copy();
    for (i, text) in pv.iter().enumerate() {
        let status = game.status().of_board(0);
        if i > 0 && ends_lines(status) {
            return Some(format!("{text} follows after the end ({status})"));
        }
        match game.play_uci(text) {
            Ok(Action::Move(mv)) if mv.kind() != MoveKind::Flag => {}
            Ok(_) => return Some("`flag` is no move of an engine".to_string()),
            Err(error) => return Some(error.to_string()),
        }
    }
    None
}

/// Whether a line of thinking has to end here.
fn ends_lines(status: Status) -> bool {
    match status {
        Status::Ongoing | Status::Waiting { .. } => false,
        Status::Drawn(Reason::Repetition | Reason::FiftyMoves | Reason::DeadPosition) => false,
        Status::Drawn(_) | Status::Won { .. } | Status::Stopped => true,
    }
}

/// The FEN as an engine of this style reads it.
pub(crate) fn fen_for(setup: &Setup, variant: Variant, style: FenStyle) -> String {
    match (style, variant) {
        (FenStyle::Plain, Variant::Superschaak) => {
            Setup { stock: None, promoted: movegen::bitboard::Bitboard::EMPTY, ..setup.clone() }.to_string()
        }
        _ => setup.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(fen: &str, variant: Variant) -> Box<dyn AnyGame> {
        any_game::open(variant.into(), fen).unwrap().game
    }

    #[test]
    fn a_promotion_that_only_fairy_stockfish_allows_voids_the_game() {
        let game = open("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1", Variant::Superschaak);
        assert!(matches!(judge(game.as_ref(), "a7a8n", FenStyle::Plain), Ruling::Legal(_)));
        assert!(matches!(judge(game.as_ref(), "a7a8q", FenStyle::Plain), Ruling::Void(_)));
        assert!(matches!(judge(game.as_ref(), "a7a8q", FenStyle::Full), Ruling::Illegal(_)));
        assert!(matches!(judge(game.as_ref(), "a7a8a", FenStyle::Plain), Ruling::Illegal(_)), "never an Amazon");
        assert!(matches!(judge(game.as_ref(), "a7b8q", FenStyle::Plain), Ruling::Illegal(_)), "nothing to capture");
        assert!(matches!(judge(game.as_ref(), "e1e3", FenStyle::Plain), Ruling::Illegal(_)));
        let complete = open("4k3/P7/8/8/8/8/1PPPPPPP/VEBQKSAR[RBNN] w - - 0 30", Variant::Superschaak);
        assert!(matches!(judge(complete.as_ref(), "a7a8q", FenStyle::Plain), Ruling::Void(_)), "no man is lost yet");
    }

    #[test]
    fn an_engine_cannot_flag_its_opponent_or_itself() {
        let game = open(Variant::Halijnen.start_fen(), Variant::Halijnen);
        assert!(matches!(judge(game.as_ref(), "flag", FenStyle::Full), Ruling::Illegal(_)));
        assert!(pv_fault(game.as_ref(), &["e2e4".into(), "flag".into()]).is_some());
    }

    #[test]
    fn a_flag_is_a_draw_against_a_bare_king_in_chess_and_superschaak() {
        let fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";
        assert_eq!(flag_result(open(fen, Variant::Chess).as_ref(), Color::White), GameResult::Draw);
        assert_eq!(flag_result(open(fen, Variant::Superschaak).as_ref(), Color::White), GameResult::Draw);
        assert_eq!(flag_result(open(fen, Variant::Crazyhouse).as_ref(), Color::White), GameResult::Black);
        assert_eq!(flag_result(open(fen, Variant::Chess).as_ref(), Color::Black), GameResult::White);
    }

    fn line(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn lines_of_thinking_end_at_a_mate_a_stalemate_and_the_last_frame() {
        let game = open(Variant::Chess.start_fen(), Variant::Chess);
        assert_eq!(pv_fault(game.as_ref(), &line("f2f3 e7e5 g2g4 d8h4")), None);
        assert!(pv_fault(game.as_ref(), &line("f2f3 e7e5 g2g4 d8h4 e1f2")).unwrap().contains("after the end"));
        assert!(pv_fault(game.as_ref(), &line("e2e4 e2e4")).unwrap().contains("e2e4"));
        let game = open("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", Variant::Chess);
        assert_eq!(pv_fault(game.as_ref(), &line("f1f7")), None);
        assert!(pv_fault(game.as_ref(), &line("f1f7 h8g8")).unwrap().contains("stalemate"));
        let men = "4k1R1/pppp3P/pppp3P/7P/7P/7P/7P/7K[QRBBNNPPqrrbbnn] w - - 0 30";
        let last = open(&format!("{men} frame=3/3 won=1-1"), Variant::Halijnen);
        assert_eq!(pv_fault(last.as_ref(), &line("g8h8")), None);
        assert!(pv_fault(last.as_ref(), &line("g8h8 e8e7")).unwrap().contains("win white 2-1"));
    }

    #[test]
    fn lines_of_thinking_may_go_on_in_the_next_frame() {
        let men = "4k1R1/pppp3P/pppp3P/7P/7P/7P/7P/7K[QRBBNNPPqrrbbnn] w - - 0 30";
        let first = open(&format!("{men} frame=1/3 won=0-0"), Variant::Halijnen);
        let mut turned = first.copy();
        turned.play_uci("g8h8").unwrap();
        let next = turned.uci(turned.legal_moves()[0].into());
        assert_eq!(pv_fault(first.as_ref(), &line(&format!("g8h8 {next}"))), None);
        assert!(pv_fault(first.as_ref(), &line("g8h8 g8h8")).is_some(), "by the rules of the turned board");
    }

    #[test]
    fn lines_of_thinking_may_go_on_after_a_draw_that_engines_need_not_see() {
        let dead = open("8/8/4k3/8/8/3K4/4p3/8 w - - 0 1", Variant::Chess);
        assert_eq!(pv_fault(dead.as_ref(), &line("d3e2 e6e5 e2e3")), None);
        let repetition = open("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", Variant::Chess);
        let round = "a1a2 e8e7 a2a1 e7e8";
        assert_eq!(pv_fault(repetition.as_ref(), &line(&format!("{round} {round} a1a3"))), None);
        let fifty = open("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", Variant::Chess);
        assert_eq!(pv_fault(fifty.as_ref(), &line("a1a2 e8e7 a2a3 e7e6")), None);
        let fault = pv_fault(fifty.as_ref(), &line("a1a2 e8e7 a2a3 e7e5"));
        assert!(fault.unwrap().contains("e7e5"), "the moves must still be legal");
    }

    #[test]
    fn plain_fens_of_superschaak_have_no_stock() {
        let setup =
            open("vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1", Variant::Superschaak).setup(0);
        assert_eq!(
            fen_for(&setup, Variant::Superschaak, FenStyle::Plain),
            "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR w Kk - 0 1"
        );
        assert!(fen_for(&setup, Variant::Superschaak, FenStyle::Full).contains("[RBNNrbnn]"));
    }
}
