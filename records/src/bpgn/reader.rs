//! Reads the words of a game as moves on two boards.

use movegen::piece::Color;

use super::{BpgnGame, BpgnMove, Seat, Stamp};
use crate::lexer::shorten;
use crate::reader::{Item, RawGame};
use crate::signs::{is_sign, move_text};
use crate::text::TextFault;

/// The game that a text is, each move with its seat. Words that are no moves of a seat are its fault.
pub(crate) fn interpret(raw: RawGame<'_>) -> BpgnGame {
    let game =
        BpgnGame { number: raw.number, line: raw.line, tags: raw.tags, ending: raw.ending, ..BpgnGame::default() };
    let mut reader = Reader { game, due: None };
    let mut text_fault = raw.fault;
    for (index, item) in raw.items.into_iter().enumerate() {
        if let Some((_, fault)) = text_fault.take_if(|(before, _)| *before <= index) {
            reader.fault(fault.line, &fault.what);
        }
        match item {
            Item::Comment(text) => reader.comment(text),
            Item::Word { text, line } => reader.word(text, line),
        }
    }
    if let Some((_, fault)) = text_fault {
        reader.fault(fault.line, &fault.what);
    }
    reader.finish()
}

struct Reader {
    game: BpgnGame,
    /// A number with its seat and line, whose move has not been read yet.
    due: Option<(u32, Seat, usize)>,
}

impl Reader {
    /// Keeps the first fault, with the move before it.
    fn fault(&mut self, line: usize, what: &str) {
        let moves = &self.game.moves;
        self.game.fault.get_or_insert_with(|| {
            let after = moves.last().map_or_else(String::new, |mv| format!("after {} {}: ", mv.label(), mv.text));
            TextFault { line, what: format!("{after}{what}") }
        });
    }

    /// Keeps a comment with the move before it; the first one may be its time.
    fn comment(&mut self, text: String) {
        match self.game.moves.last_mut() {
            None => self.game.preface.push(text),
            Some(mv) => match Stamp::parse(&text) {
                Some(stamp) if mv.stamp.is_none() => mv.stamp = Some(stamp),
                _ => mv.comments.push(text),
            },
        }
    }

    /// A number with a seat, a move, or both.
    fn word(&mut self, word: &str, line: usize) {
        let text = match label(word) {
            Some((number, seat, text)) => {
                self.miss_due();
                self.due = Some((number, seat, line));
                text
            }
            None => word,
        };
        if text.is_empty() || text.starts_with('$') || is_sign(text) {
            return;
        }
        match self.due.take() {
            Some((number, seat, _)) => {
                let text = move_text(text);
                self.game.moves.push(BpgnMove { seat, number, text, stamp: None, comments: Vec::new(), line });
            }
            None => self.fault(line, &format!("`{}` has no number like 1A. in front", shorten(word))),
        }
    }

    fn miss_due(&mut self) {
        if let Some((number, seat, line)) = self.due.take() {
            self.fault(line, &format!("the move {number}{}. is missing", seat.letter()));
        }
    }

    fn finish(mut self) -> BpgnGame {
        self.miss_due();
        self.alternate();
        self.game
    }

    /// Where all numbers have letters of one case (`1A. e4 1A. e5`), the letter names the board and the side to move
    /// tells the colour.
    fn alternate(&mut self) {
        let moves = &mut self.game.moves;
        let Some(first) = moves.first().map(|mv| mv.seat.color) else { return };
        if moves.iter().any(|mv| mv.seat.color != first) {
            return;
        }
        let mut turns = self.game.tag("FEN").map_or([Color::White; 2], turns_of);
        for mv in &mut self.game.moves {
            let turn = &mut turns[mv.seat.board & 1];
            mv.seat.color = *turn;
            *turn = !*turn;
        }
    }
}

/// Who is on move on each board, by the second fields of their FENs.
fn turns_of(fen: &str) -> [Color; 2] {
    let mut boards = fen.split('|').map(|board| match board.split_ascii_whitespace().nth(1) {
        Some("b") => Color::Black,
        _ => Color::White,
    });
    [boards.next(), boards.next()].map(|turn| turn.unwrap_or(Color::White))
}

/// Number, seat and rest of a word like `12a.`, `12a.Nf3` or `12a`.
pub(crate) fn label(word: &str) -> Option<(u32, Seat, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    let mut letters = rest.chars();
    let seat = Seat::of_letter(letters.next()?)?;
    let text = letters.as_str();
    (text.is_empty() || text.starts_with('.')).then_some((number.parse().ok()?, seat, text.trim_start_matches('.')))
}
