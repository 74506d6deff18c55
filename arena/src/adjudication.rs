//! Ends games that are decided, by what the engines themselves say of them.

use movegen::piece::Color;
use movegen::setup::Setup;

use crate::config::{DrawRule, MatchConfig, Resign};
use crate::outcome::Outcome;
use crate::referee::all_frames;

/// How a game that is not over by its rules ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Adjudication {
    /// Who wins.
    pub result: Outcome,
    /// HA-lijnen: the score in frames.
    pub score: Option<(u8, u8)>,
    /// Why.
    pub reason: String,
}

/// Follows the scores of a game.
#[derive(Clone, Debug)]
pub(crate) struct Adjudicator {
    resign: Option<Resign>,
    draw: Option<DrawRule>,
    max_plies: Option<usize>,
    /// Moves of each player in a row with a lost, and with a won score.
    lost: [u32; 2],
    won: [u32; 2],
    /// Moves in a row of both players with a drawn score.
    drawn: u32,
}

impl Adjudicator {
    /// The rules of a match.
    pub(crate) fn new(config: &MatchConfig) -> Adjudicator {
        let max_plies = config.max_moves.map(|moves| 2 * moves as usize);
        Adjudicator { resign: config.resign, draw: config.draw, max_plies, lost: [0; 2], won: [0; 2], drawn: 0 }
    }

    /// Takes the score, in hundredths of a pawn from the mover's side, that came with a move, and the position after
    /// it; `plies` moves have been played. Returns the verdict if it ends the game.
    pub(crate) fn judge(
        &mut self,
        mover: Color,
        score: Option<i64>,
        after: &Setup,
        plies: usize,
    ) -> Option<Adjudication> {
        self.follow(mover, score, after);
        if let Some(rule) = self.resign {
            let agreed = !rule.two_sided || self.won[(!mover).index()] >= rule.moves;
            if self.lost[mover.index()] >= rule.moves && agreed {
                return Some(Adjudication {
                    result: Outcome::won_by(!mover),
                    score: all_frames(after, !mover),
                    reason: format!("{} resigns", mover.word()),
                });
            }
        }
        if let Some(rule) = self.draw
            && after.fullmove > rule.from_move
            && self.drawn / 2 >= rule.moves
        {
            let reason = "both engines see a draw".to_string();
            return Some(Adjudication { result: Outcome::Draw, score: None, reason });
        }
        if self.max_plies.is_some_and(|most| plies >= most) {
            return Some(at_the_limit(after));
        }
        None
    }

    fn follow(&mut self, mover: Color, score: Option<i64>, after: &Setup) {
        let count = |counter: &mut u32, holds: bool| *counter = if holds { *counter + 1 } else { 0 };
        if let Some(rule) = self.resign {
            count(&mut self.lost[mover.index()], score.is_some_and(|score| score <= -rule.score));
            count(&mut self.won[mover.index()], score.is_some_and(|score| score >= rule.score));
        }
        if let Some(rule) = self.draw {
            let quiet =
                score.is_some_and(|score| score.unsigned_abs() <= rule.score.unsigned_abs()) && after.halfmove > 0;
            count(&mut self.drawn, quiet);
        }
    }
}

/// A game that has become too long is a draw; in HA-lijnen, which has none, whoever leads in frames wins, else whoever
/// has more men on the board, else the game does not count. The score there is that of the frames really won.
fn at_the_limit(setup: &Setup) -> Adjudication {
    let narrow = |frames: u32| u8::try_from(frames).unwrap_or(u8::MAX);
    let score = setup.frame.and(setup.won).map(|(white, black)| (narrow(white), narrow(black)));
    let Some((white, black)) = score else {
        return Adjudication { result: Outcome::Draw, score, reason: "too many moves".to_string() };
    };
    let men = |color| setup.board.count(color);
    let (what, order) = match white.cmp(&black) {
        std::cmp::Ordering::Equal => ("men", men(Color::White).cmp(&men(Color::Black))),
        order => ("frames", order),
    };
    let (result, reason) = match order {
        std::cmp::Ordering::Greater => (Outcome::White, format!("too many moves, white has more {what}")),
        std::cmp::Ordering::Less => (Outcome::Black, format!("too many moves, black has more {what}")),
        std::cmp::Ordering::Equal => (Outcome::Void, "too many moves, frames and men are equal".to_string()),
    };
    Adjudication { result, score: score.filter(|_| result != Outcome::Void), reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn adjudicator(resign: Option<Resign>, draw: Option<DrawRule>, max_plies: Option<usize>) -> Adjudicator {
        Adjudicator { resign, draw, max_plies, lost: [0; 2], won: [0; 2], drawn: 0 }
    }

    fn setup(text: &str) -> Setup {
        text.parse().unwrap()
    }

    const QUIET: &str = "4k3/8/8/8/8/8/8/4K2R b - - 7 50";

    #[test]
    fn an_engine_resigns_after_lost_scores_in_a_row() {
        let mut one_sided = adjudicator(Some(Resign { moves: 2, score: 500, two_sided: false }), None, None);
        assert_eq!(one_sided.judge(Color::White, Some(-600), &setup(QUIET), 1), None);
        assert_eq!(one_sided.judge(Color::Black, Some(0), &setup(QUIET), 2), None);
        assert_eq!(one_sided.judge(Color::White, Some(-499), &setup(QUIET), 3), None);
        assert_eq!(one_sided.judge(Color::White, Some(-500), &setup(QUIET), 5), None);
        let end = one_sided.judge(Color::White, Some(-1_000_000), &setup(QUIET), 7);
        let resigned = Adjudication { result: Outcome::Black, score: None, reason: "white resigns".to_string() };
        assert_eq!(end, Some(resigned));
        let mut two_sided = adjudicator(Some(Resign { moves: 1, score: 500, two_sided: true }), None, None);
        assert_eq!(two_sided.judge(Color::White, Some(-900), &setup(QUIET), 1), None);
        assert_eq!(two_sided.judge(Color::Black, Some(900), &setup(QUIET), 2), None);
        assert!(two_sided.judge(Color::White, Some(-900), &setup(QUIET), 3).is_some());
    }

    #[test]
    fn a_draw_needs_both_engines_a_move_number_and_quiet_moves() {
        let rule = DrawRule { from_move: 40, moves: 1, score: 10 };
        let mut rules = adjudicator(None, Some(rule), None);
        assert_eq!(rules.judge(Color::White, Some(5), &setup(QUIET), 1), None);
        assert!(rules.judge(Color::Black, Some(-10), &setup(QUIET), 2).is_some());
        let mut rules = adjudicator(None, Some(rule), None);
        let (early, capture) = (QUIET.replace("50", "40"), QUIET.replace(" 7 ", " 0 "));
        for position in [early, capture] {
            rules.judge(Color::White, Some(5), &setup(&position), 1);
            assert_eq!(rules.judge(Color::Black, Some(5), &setup(&position), 2), None, "{position}");
        }
        let mut patient = adjudicator(None, Some(DrawRule { moves: 1 << 31, ..rule }), None);
        assert_eq!(patient.judge(Color::White, Some(0), &setup(QUIET), 1), None);
    }

    #[test]
    fn a_game_too_long_is_a_draw_or_decided_by_frames_and_men() {
        let judge = |text: &str| {
            let verdict = adjudicator(None, None, Some(4)).judge(Color::White, None, &setup(text), 4).unwrap();
            (verdict.result, verdict.score)
        };
        assert_eq!(judge(QUIET), (Outcome::Draw, None));
        assert_eq!(judge(&format!("{QUIET} frame=2/3 won=0-1")), (Outcome::Black, Some((0, 1))));
        assert_eq!(judge(&format!("{QUIET} frame=1/3 won=0-0")), (Outcome::White, Some((0, 0))));
        assert_eq!(judge("4k3/8/8/8/8/8/8/4K3 b - - 7 50 frame=1/3 won=0-0"), (Outcome::Void, None));
        assert_eq!(adjudicator(None, None, Some(4)).judge(Color::White, None, &setup(QUIET), 3), None);
    }
}
