//! Setting up positions and taking moves back.

use movegen::piece::Color;

use super::super::board::Board;
use super::super::edit::Editor;
use super::super::thinker::Thinker;
use super::super::variants::{self, CHESS};
use super::{Front, Mode};

impl<T: Thinker> Front<T> {
    /// `new`: chess from its start. The engine plays Black, but an analysis goes on.
    pub(super) fn new_game(&mut self) {
        self.abandon_search();
        self.thinker.clear();
        self.kind = CHESS;
        self.clocks.new_game();
        self.paused = None;
        self.partner.new_game();
        self.place(Board::chess());
        if self.mode == Mode::Analysing {
            self.restart_analysis();
        } else {
            self.sit_down(Mode::Playing(Color::Black));
        }
    }

    /// `variant`: another game from its start. What XBoard does not know of it is described.
    pub(super) fn set_variant(&mut self, name: &str) {
        self.abandon_search();
        self.thinker.clear();
        let Some(kind) = variants::named(name, self.bughouse) else {
            self.board = None;
            return self.say(format_args!("Error (unknown variant): variant {name}"));
        };
        self.kind = kind;
        for line in variants::description(name) {
            self.say(line);
        }
        self.place(Board::start(kind));
        self.restart_analysis();
    }

    /// `setboard`: a position, from which nothing is played until the GUI says so.
    pub(super) fn set_board(&mut self, fen: &str) {
        self.abandon_search();
        let set_up = Board::set_up(self.kind, fen).map(|(board, notes)| {
            notes.iter().for_each(|note| self.note(note));
            board
        });
        self.place(set_up);
        self.restart_analysis();
    }

    /// Puts a position on the board. After one that cannot be there is none.
    fn place(&mut self, board: Result<Board, String>) {
        self.turn = None;
        self.editor = None;
        self.last_score = None;
        self.excluded.clear();
        self.board = match board {
            Ok(board) => Some(board),
            Err(reason) => {
                log::warn!("illegal position: {reason}");
                self.say(format_args!("tellusererror Illegal position: {reason}"));
                None
            }
        };
    }

    /// `edit`: the lines up to a `.` change the position.
    pub(super) fn start_editing(&mut self) {
        self.abandon_search();
        let fen = self.board.as_ref().map(Board::fen);
        self.editor = Some(Editor::new(fen.as_deref().unwrap_or("8/8/8/8/8/8/8/8")));
    }

    /// The position of edit mode is complete; the side on move stays.
    pub(super) fn finish_editing(&mut self) {
        let Some(editor) = self.editor.take() else { return };
        let turn = self.turn.or_else(|| self.board.as_ref().map(Board::turn)).unwrap_or(Color::White);
        self.set_board(&editor.fen(turn));
    }

    /// `white` or `black`: this colour is on move and the engine plays the other one. GUIs say so in passing and take it
    /// back, so that the board is not touched before it matters.
    pub(super) fn assign(&mut self, on_move: Color) {
        self.abandon_search();
        self.turn = Some(on_move);
        self.sit_down(Mode::Playing(!on_move));
    }

    /// The side that was said to be on move really is, from now on.
    pub(super) fn settle_turn(&mut self) {
        let (Some(turn), Some(board)) = (self.turn.take(), &mut self.board) else { return };
        if let Err(reason) = board.give_move_to(turn) {
            self.place(Err(reason));
        }
    }

    /// Takes back plies, as far as there are any.
    pub(super) fn take_back(&mut self, plies: usize) {
        self.abandon_search();
        self.excluded.clear();
        self.turn = None;
        self.last_score = None;
        if let Some(board) = &mut self.board {
            for _ in 0..plies {
                if board.undo() && self.mode == Mode::Playing(board.turn()) {
                    self.clocks.took_back_move();
                }
            }
        }
        self.restart_analysis();
    }
}
