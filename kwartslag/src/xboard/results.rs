//! Results that the rules give, as claims. What a claim says must be true at once: GUIs count a false one as a loss.

use movegen::piece::Color;
use movegen::rules::{Reason, Status};

/// The line that says how the game has ended by rule; `None` while it has not.
pub(crate) fn claim(status: Status) -> Option<String> {
    match status {
        Status::Won { winner, reason, score } => {
            let (result, winner, loser) = match winner {
                Color::White => ("1-0", "White", "Black"),
                Color::Black => ("0-1", "Black", "White"),
            };
            let comment = match reason {
                Reason::Mate => format!("{winner} mates"),
                Reason::KingCaptured => format!("{winner} captures the king"),
                Reason::FewMen => format!("{loser} has fewer than eight men"),
                Reason::Frames => format!("{winner} wins by {}-{} frames", score.0, score.1),
                Reason::NoLegalMove => format!("{loser} has no legal move"),
                Reason::Stalemate | Reason::Repetition | Reason::FiftyMoves | Reason::DeadPosition | Reason::Given => {
                    return None;
                }
            };
            Some(format!("{result} {{{comment}}}"))
        }
        Status::Drawn(reason) => {
            let comment = match reason {
                Reason::Stalemate => "Stalemate",
                Reason::Repetition => "Draw by repetition",
                Reason::FiftyMoves => "Draw by fifty-move rule",
                Reason::DeadPosition => "Insufficient mating material",
                Reason::Mate
                | Reason::KingCaptured
                | Reason::FewMen
                | Reason::Frames
                | Reason::NoLegalMove
                | Reason::Given => return None,
            };
            Some(format!("1/2-1/2 {{{comment}}}"))
        }
        Status::Ongoing | Status::Waiting { .. } | Status::Stopped => None,
    }
}

/// The line that ends a frame of HA-lijnen: in XBoard a frame is a game, and the next one begins from this FEN.
pub(crate) fn claim_frame(winner: Color, frame: (u32, u32), next: &str) -> String {
    let (result, winner) = match winner {
        Color::White => ("1-0", "White"),
        Color::Black => ("0-1", "Black"),
    };
    format!("{result} {{{winner} wins frame {} of {}; the next one starts from {next}}}", frame.0, frame.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_names_its_cause() {
        let won = |reason| claim(Status::won(Color::Black, reason));
        assert_eq!(won(Reason::Mate).as_deref(), Some("0-1 {Black mates}"));
        assert_eq!(won(Reason::FewMen).as_deref(), Some("0-1 {White has fewer than eight men}"));
        let frames = Status::Won { winner: Color::White, score: (2, 1), reason: Reason::Frames };
        assert_eq!(claim(frames).as_deref(), Some("1-0 {White wins by 2-1 frames}"));
        assert_eq!(claim(Status::Drawn(Reason::Stalemate)).as_deref(), Some("1/2-1/2 {Stalemate}"));
    }

    #[test]
    fn nothing_is_claimed_while_a_man_may_still_arrive() {
        for check in [true, false] {
            assert_eq!(claim(Status::Waiting { color: Color::White, check }), None);
        }
        assert_eq!(claim(Status::Ongoing), None);
        assert_eq!(claim(Status::won(Color::White, Reason::Given)), None);
    }

    #[test]
    fn a_frame_says_how_the_next_one_starts() {
        assert_eq!(
            claim_frame(Color::White, (1, 3), "FEN"),
            "1-0 {White wins frame 1 of 3; the next one starts from FEN}"
        );
    }
}
