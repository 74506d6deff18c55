//! The referee: what an engine's move is worth by our rules, what a fallen flag costs, and whether a line of thinking is
//! sound.

use movegen::any_game::AnyGame;
use movegen::moves::{Move, MoveKind};
use movegen::pair::action::Action;
use movegen::piece::Color;
use movegen::rules::{Reason, Status, Variant};
use movegen::setup::Setup;

use crate::dialect::Dialect;
use crate::outcome::Outcome;

/// What a move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ruling {
    /// Legal, and its text as rules.md writes it.
    Legal(Move, String),
    /// Illegal, and why.
    Illegal(String),
    /// Allowed by the rules that the engine knows, and forbidden by ours, through no fault of the engine.
    Void(String),
}

/// Judges the move that an engine answered. Letters may be capital or small where they name a piece.
pub(crate) fn judge(game: &dyn AnyGame, text: &str, dialect: Dialect) -> Ruling {
    match board_move(game, text) {
        Ok(mv) => Ruling::Legal(mv, game.uci(mv.into())),
        Err(error) if dialect.excuses(game, text) => Ruling::Void(format!("{error}; the engine knows no stock")),
        Err(error) => Ruling::Illegal(error),
    }
}

/// Reads a move of an engine, which can play neither `flag` nor a result.
fn board_move(game: &dyn AnyGame, text: &str) -> Result<Move, String> {
    match game.parse_uci(text) {
        Ok(Action::Move(mv)) if mv.kind() != MoveKind::Flag => Ok(mv),
        Ok(_) => Err(format!("an engine cannot play `{text}`")),
        Err(error) => Err(error.to_string()),
    }
}

/// How a game on one board stands.
pub(crate) fn status(game: &dyn AnyGame) -> Status {
    game.status().of_board(0)
}

/// The result when the flag of a colour falls, where it ends the game: in chess and superschaak a draw if the opponent
/// has a bare king (rules.md 3, "Draws").
pub(crate) fn flag_result(game: &dyn AnyGame, fallen: Color) -> Outcome {
    let bare = match game.name().variant {
        Variant::Chess | Variant::Superschaak => game.setup(0).board.count(!fallen) == 1,
        Variant::Crazyhouse | Variant::Doorgeefsolo | Variant::Halijnen => false,
        Variant::Bughouse | Variant::Doorgeef | Variant::Euwe => false,
    };
    if bare { Outcome::Draw } else { Outcome::won_by(!fallen) }
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
        let status = status(game.as_ref());
        if i > 0 && ends_lines(status) {
            return Some(format!("{text} follows after the end ({status})"));
        }
        let played = board_move(game.as_ref(), text);
        let played =
            played.and_then(|mv| game.play(mv.into()).map_err(|fault| format!("illegal move {text}: {fault}")));
        if let Err(error) = played {
            return Some(error);
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

#[cfg(test)]
mod tests {
    use movegen::any_game;

    use super::*;

    fn open(fen: &str, variant: Variant) -> Box<dyn AnyGame> {
        any_game::open(variant.into(), fen).unwrap().game
    }

    #[test]
    fn a_promotion_that_only_fairy_stockfish_allows_voids_the_game() {
        let game = open("4k3/P7/8/8/8/8/8/4K3[N] w - - 0 1", Variant::Superschaak);
        assert!(matches!(judge(game.as_ref(), "a7a8n", Dialect::Plain), Ruling::Legal(..)));
        assert!(matches!(judge(game.as_ref(), "a7a8q", Dialect::Plain), Ruling::Void(_)));
        assert!(matches!(judge(game.as_ref(), "a7a8q", Dialect::Full), Ruling::Illegal(_)));
    }

    #[test]
    fn a_legal_move_comes_with_its_written_form() {
        let game = open("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", Variant::Chess);
        let Ruling::Legal(_, written) = judge(game.as_ref(), "a7a8Q", Dialect::Full) else { panic!("legal") };
        assert_eq!(written, "a7a8q");
    }

    #[test]
    fn an_engine_cannot_flag_its_opponent_or_itself() {
        let game = open(Variant::Halijnen.start_fen(), Variant::Halijnen);
        assert!(matches!(judge(game.as_ref(), "flag", Dialect::Full), Ruling::Illegal(_)));
        assert!(pv_fault(game.as_ref(), &["e2e4".into(), "flag".into()]).is_some());
    }

    #[test]
    fn a_flag_is_a_draw_against_a_bare_king_in_chess_and_superschaak() {
        let fen = "4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1";
        assert_eq!(flag_result(open(fen, Variant::Chess).as_ref(), Color::White), Outcome::Draw);
        assert_eq!(flag_result(open(fen, Variant::Superschaak).as_ref(), Color::White), Outcome::Draw);
        assert_eq!(flag_result(open(fen, Variant::Crazyhouse).as_ref(), Color::White), Outcome::Black);
        assert_eq!(flag_result(open(fen, Variant::Chess).as_ref(), Color::Black), Outcome::White);
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
}
