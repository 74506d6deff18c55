//! Analysis, hints, and what helps a GUI that does not know the rules.

use std::time::Duration;

use engine::limits::Limits;
use movegen::rules::Status;

use super::super::highlight;
use super::super::thinker::Thinker;
use super::super::thinking;
use super::{Front, Mode, Purpose};

/// Time for a hint that is not at hand.
const HINT_TIME: Duration = Duration::from_millis(300);

impl<T: Thinker> Front<T> {
    /// `analyze`.
    pub(super) fn analyse(&mut self) {
        self.mode = Mode::Analysing;
        self.settle_turn();
        self.restart_analysis();
    }

    /// Analyses the position as it is now, if that is what the engine does.
    pub(super) fn restart_analysis(&mut self) {
        if self.mode != Mode::Analysing {
            return;
        }
        self.abandon_search();
        if self.paused.is_some() {
            self.suspended = Some(Purpose::Analysis);
            return;
        }
        let Some(board) = &self.board else { return };
        let is_a_move_left = board.legal_moves().iter().any(|mv| !self.excluded.contains(mv));
        if board.status() == Status::Ongoing && is_a_move_left {
            self.begin_analysis();
        }
    }

    /// `exit`.
    pub(super) fn end_analysis(&mut self) {
        if self.mode == Mode::Analysing {
            self.force();
        }
    }

    /// `.`: how far the analysis is.
    pub(super) fn show_progress(&mut self) {
        let (Mode::Analysing, Some(board), Some(search)) = (self.mode, &self.board, &self.search) else { return };
        let moves = board.legal_moves().len();
        let text = match search.lines.first() {
            Some(line) => thinking::progress(&line.info, moves, line.first_move()),
            None => format!("stat01: 0 0 0 {moves} {moves}"),
        };
        self.say(text);
    }

    /// `exclude`: a root move, or all, are not thought about.
    pub(super) fn exclude(&mut self, text: Option<&str>) {
        let Some(board) = &self.board else { return };
        match text.map(|text| board.read(text).map(|mv| board.uci(mv))) {
            None => self.excluded = board.legal_moves(),
            Some(Ok(mv)) if self.excluded.contains(&mv) => return,
            Some(Ok(mv)) => self.excluded.push(mv),
            Some(Err(reason)) => {
                return self.say(format_args!("Error ({reason}): exclude {}", text.unwrap_or_default()));
            }
        }
        self.reconsider();
    }

    /// `include`: they are again.
    pub(super) fn include(&mut self, text: Option<&str>) {
        let Some(board) = &self.board else { return };
        let before = self.excluded.len();
        match text.map(|text| board.read(text).map(|mv| board.uci(mv))) {
            None => self.excluded.clear(),
            Some(Ok(mv)) => self.excluded.retain(|excluded| *excluded != mv),
            Some(Err(reason)) => {
                return self.say(format_args!("Error ({reason}): include {}", text.unwrap_or_default()));
            }
        }
        if self.excluded.len() != before {
            self.reconsider();
        }
    }

    /// Other root moves are allowed than when the search began. A move that is being thought about is thought about anew,
    /// on the same clock.
    fn reconsider(&mut self) {
        match self.search.as_ref().map(|search| &search.purpose) {
            Some(Purpose::Move) => self.think_anew(),
            _ => self.restart_analysis(),
        }
    }

    /// `hint`: the move expected of the side on move.
    pub(super) fn hint(&mut self) {
        let Some(board) = &self.board else { return };
        let at_hand = match &self.search {
            Some(search) => match &search.purpose {
                Purpose::Ponder(expected) => Some(board.written(&expected.uci)),
                Purpose::Analysis => search.lines.first().and_then(|line| self.as_xboard_writes(line.first_move())),
                Purpose::Move | Purpose::Hint => return,
            },
            None => board.forced(),
        };
        if let Some(text) = at_hand {
            return self.say(format_args!("Hint: {text}"));
        }
        if self.search.is_none() && self.paused.is_none() && board.status() == Status::Ongoing {
            self.begin_hint(Limits { movetime: Some(HINT_TIME), ..Limits::default() });
        }
    }

    /// The move found for a hint.
    pub(super) fn give_hint(&mut self, best: Option<String>) {
        if let Some(text) = best.and_then(|san| self.as_xboard_writes(&san)) {
            self.say(format_args!("Hint: {text}"));
        }
    }

    /// `lift`: the squares to which the man can go.
    pub(super) fn show_targets(&mut self, from: &str) {
        if let Some(board) = &self.board {
            let text = highlight::highlight(&board.targets(from));
            self.say(text);
        }
    }

    /// `put`: what a pawn may become there.
    pub(super) fn offer_promotions(&mut self, to: &str) {
        let choice = self.board.as_ref().map(|board| board.promotions(to)).unwrap_or_default();
        if !choice.is_empty() {
            self.say(format_args!("choice {choice}"));
        }
    }
}
