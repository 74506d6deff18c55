//! FEN, reading and writing (rules.md 1).

use std::fmt;

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::message::shown;
use crate::name::GameName;
use crate::pair::Pair;
use crate::piece::{Color, Piece};
use crate::position::Position;
use crate::rules::Variant;
use crate::setup::{GameResult, PositionError, Setup};
use crate::square::Square;
use crate::stock::Stock;

/// Why a text is not the FEN of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// A field is missing.
    #[error("FEN: the field `{0}` is missing")]
    Missing(&'static str),
    /// The placement has too many or too few ranks.
    #[error("placement: {0} ranks, not 8")]
    Ranks(usize),
    /// A rank has too many or too few squares.
    #[error("placement: rank {rank} has {squares} squares, not 8")]
    RankSquares {
        /// 1 to 8.
        rank: u8,
        /// What was counted.
        squares: u32,
    },
    /// A letter that is no man.
    #[error("placement: unknown letter {} on {square}", .letter.escape_debug())]
    Letter {
        /// What stands there.
        letter: char,
        /// Where.
        square: Square,
    },
    /// A `~` that follows no man.
    #[error("placement: ~ follows no man on rank {0}")]
    StrayMark(u8),
    /// The stock is not `[` letters `]` at the end of the placement.
    #[error("stock: `{0}` is not letters in square brackets at the end of the placement")]
    StockForm(String),
    /// A letter in the stock that is no man.
    #[error("stock: unknown letter {}", .0.escape_debug())]
    StockLetter(char),
    /// The stock holds more men of a role than any game has.
    #[error("stock: too many `{0}`")]
    StockSize(char),
    /// The side to move is neither `w` nor `b`.
    #[error("side to move: `{0}` is neither w nor b")]
    Turn(String),
    /// A letter in the castling field.
    #[error("castling: unknown letter {}", .0.escape_debug())]
    CastlingLetter(char),
    /// The en passant field is no square.
    #[error("en passant: `{0}` is no square")]
    EnPassant(String),
    /// A counter is not a number, or out of range.
    #[error("{field}: `{text}` is not a number {range}")]
    Counter {
        /// Which counter.
        field: &'static str,
        /// What stands there.
        text: String,
        /// Which numbers are allowed.
        range: &'static str,
    },
    /// An extension field that is not `key=value` with a known key.
    #[error("extension: unknown field `{0}`")]
    UnknownField(String),
    /// An extension field twice.
    #[error("extension: `{0}=` stands twice")]
    FieldTwice(&'static str),
    /// The value of an extension field.
    #[error("{key}: `{value}` is not {expected}")]
    FieldValue {
        /// Which field.
        key: &'static str,
        /// What stands there.
        value: String,
        /// What should.
        expected: &'static str,
    },
    /// A board of a two-board position cannot be read.
    #[error("board {}: {error}", ["A", "B"][*.board & 1])]
    OnBoard {
        /// 0 = A, 1 = B.
        board: usize,
        /// What is wrong there.
        error: Box<FenError>,
    },
    /// A two-board position has not two boards.
    #[error("FEN: {0} boards, not 2 joined by ` | `")]
    Boards(usize),
    /// The text was read, but it is not a position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// Largest counter that is read, and written of a game that goes on beyond it.
const COUNTER_MAX: u32 = 1_000_000;

/// What stands for the FEN of the start position.
pub const START: &str = "startpos";

/// What stands for the FENs of two boards that both begin at the start position.
pub const START_BOTH: &str = "startpos2";

/// Whether a FEN speaks of two boards.
pub fn is_two_boards(fen: &str) -> bool {
    fen == START_BOTH || fen.contains('|')
}

/// What was changed in a FEN to read it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FenNote {}

impl fmt::Display for FenNote {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

/// Reads the FEN of a position of the game, or [`START`].
///
/// # Errors
/// The first field that is malformed, or the first rule of the game that the position breaks.
pub fn read<P: Position>(text: &str, game: GameName) -> Result<(P, Vec<FenNote>), FenError> {
    let text = if text == START { game.variant.start_fen() } else { text };
    if text.contains('|') && !game.variant.has_two_boards() {
        return Err(PositionError::OneBoard(game.variant).into());
    }
    let setup: Setup = text.parse()?;
    Ok((P::from_setup(&setup, game.variant, game.chess960)?, Vec::new()))
}

/// Reads a two-board position: two FENs joined by ` | `, board A first, or [`START_BOTH`].
///
/// # Errors
/// Names the board and its first field that is malformed, or the first rule of the game that the position breaks.
pub fn read_pair(text: &str, game: GameName) -> Result<(Pair, Vec<FenNote>), FenError> {
    if text == START_BOTH {
        return Ok((Pair::start(game.variant, game.chess960)?, Vec::new()));
    }
    Ok((parse_pair(text, game.variant, game.chess960)?, Vec::new()))
}

/// [`read`] without the notes.
///
/// # Errors
/// As [`read`].
pub fn parse<P: Position>(text: &str, variant: Variant, chess960: bool) -> Result<P, FenError> {
    Ok(read(text, GameName::new(variant, chess960))?.0)
}

/// Reads a two-board position: two FENs joined by ` | `, board A first.
///
/// # Errors
/// Names the board and its first field that is malformed, or the first rule of the game that the position breaks.
pub fn parse_pair(text: &str, variant: Variant, chess960: bool) -> Result<Pair, FenError> {
    if !variant.has_two_boards() {
        return Err(PositionError::OneBoard(variant).into());
    }
    let boards: Vec<&str> = text.split('|').collect();
    let [a, b] = boards[..] else { return Err(FenError::Boards(boards.len())) };
    let read = |board: usize, text: &str| {
        text.parse::<Setup>().map_err(|error| FenError::OnBoard { board, error: Box::new(error) })
    };
    Ok(Pair::from_setups(&[read(0, a)?, read(1, b)?], variant, chess960)?)
}

/// The two FENs of a two-board position, joined by ` | `.
pub fn write_pair(pair: &Pair) -> String {
    let [a, b] = pair.to_setups();
    format!("{a} | {b}")
}

/// The FEN of a position.
pub fn write<P: Position>(position: &P) -> String {
    position.to_setup().to_string()
}

impl std::str::FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let mut next = |name| fields.next().ok_or(FenError::Missing(name));
        let placement = next("placement")?;
        let (board, promoted, stock) = parse_placement(placement)?;
        let turn = match next("side to move")? {
            "w" => Color::White,
            "b" => Color::Black,
            other => return Err(FenError::Turn(shown(other))),
        };
        let castling = parse_castling(next("castling")?)?;
        let en_passant = match next("en passant")? {
            "-" => None,
            text => Some(Square::parse(text).ok_or_else(|| FenError::EnPassant(shown(text)))?),
        };
        let halfmove = parse_counter("halfmove clock", next("halfmove clock")?, 0)?;
        let fullmove = parse_counter("move number", next("move number")?, 1)?;
        let mut setup = Setup {
            board,
            promoted,
            stock,
            turn,
            castling,
            en_passant,
            halfmove,
            fullmove,
            prelude: None,
            frame: None,
            won: None,
            over: None,
        };
        for field in fields {
            setup.read_extension(field)?;
        }
        Ok(setup)
    }
}

impl Setup {
    fn read_extension(&mut self, field: &str) -> Result<(), FenError> {
        let (key, value) = field.split_once('=').ok_or_else(|| FenError::UnknownField(shown(field)))?;
        let wrong = |key, expected| FenError::FieldValue { key, value: shown(value), expected };
        let pair = |separator, key, expected| {
            let numbers = value.split_once(separator).and_then(|(a, b)| Some((number(a)?, number(b)?)));
            numbers.ok_or_else(|| wrong(key, expected))
        };
        match key {
            "prelude" => {
                let action = number(value).and_then(|n| u8::try_from(n).ok()).filter(|n| (1..=4).contains(n));
                let action = action.ok_or_else(|| wrong("prelude", "a number from 1 to 4"))?;
                set_once("prelude", &mut self.prelude, action)
            }
            "frame" => {
                let frame = pair('/', "frame", "two numbers as in 1/3")?;
                set_once("frame", &mut self.frame, frame)
            }
            "won" => {
                let won = pair('-', "won", "two numbers as in 1-0")?;
                set_once("won", &mut self.won, won)
            }
            "over" => {
                let over = GameResult::parse(value).ok_or_else(|| wrong("over", "1-0, 0-1 or 1/2-1/2"))?;
                set_once("over", &mut self.over, over)
            }
            _ => Err(FenError::UnknownField(shown(field))),
        }
    }
}

fn set_once<T>(key: &'static str, place: &mut Option<T>, value: T) -> Result<(), FenError> {
    match place.replace(value) {
        None => Ok(()),
        Some(_) => Err(FenError::FieldTwice(key)),
    }
}

/// A number of plain digits, at most [`COUNTER_MAX`].
fn number(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|&number| digits && number <= COUNTER_MAX)
}

fn parse_counter(field: &'static str, text: &str, least: u32) -> Result<u32, FenError> {
    number(text).filter(|&number| number >= least).ok_or_else(|| FenError::Counter {
        field,
        text: shown(text),
        range: if least == 0 { "from 0 to 1000000" } else { "from 1 to 1000000" },
    })
}

fn parse_castling(text: &str) -> Result<Vec<char>, FenError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    let known = |letter: char| matches!(letter.to_ascii_lowercase(), 'a'..='h' | 'k' | 'q');
    match text.chars().find(|&letter| !known(letter)) {
        Some(letter) => Err(FenError::CastlingLetter(letter)),
        None => Ok(text.chars().collect()),
    }
}

/// The placement with its stock, in brackets or as a ninth rank.
fn parse_placement(text: &str) -> Result<(Board, Bitboard, Option<Stock>), FenError> {
    let (ranks, mut stock) = match text.split_once('[') {
        Some((ranks, rest)) => {
            let letters = rest.strip_suffix(']').ok_or_else(|| FenError::StockForm(shown(rest)))?;
            (ranks, Some(parse_stock(letters)?))
        }
        None => (text, None),
    };
    let mut ranks: Vec<&str> = ranks.split('/').collect();
    if ranks.len() == 9 && stock.is_none() {
        stock = ranks.pop().map(parse_stock).transpose()?;
    }
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let (mut board, mut promoted) = (Board::EMPTY, Bitboard::EMPTY);
    for (rank, text) in (0..8).rev().zip(ranks) {
        parse_rank(text, rank, &mut board, &mut promoted)?;
    }
    Ok((board, promoted, stock))
}

fn parse_rank(text: &str, rank: u8, board: &mut Board, promoted: &mut Bitboard) -> Result<(), FenError> {
    let mut squares = 0u32;
    let mut last_man = None;
    for letter in text.chars() {
        let wrong_count = FenError::RankSquares { rank: rank + 1, squares: squares + 1 };
        match letter {
            '1'..='8' => {
                squares += letter as u32 - '0' as u32;
                last_man = None;
            }
            '~' => {
                let square: Square = last_man.take().ok_or(FenError::StrayMark(rank + 1))?;
                *promoted |= square.into();
            }
            _ if squares >= 8 => return Err(wrong_count),
            _ => {
                let square = Square::at(squares as u8, rank);
                let piece = Piece::from_letter(letter).ok_or(FenError::Letter { letter, square })?;
                board.put(piece, square);
                last_man = Some(square);
                squares += 1;
            }
        }
    }
    if squares == 8 { Ok(()) } else { Err(FenError::RankSquares { rank: rank + 1, squares }) }
}

fn parse_stock(letters: &str) -> Result<Stock, FenError> {
    let mut stock = Stock::EMPTY;
    for letter in letters.chars() {
        let piece = Piece::from_letter(letter).ok_or(FenError::StockLetter(letter))?;
        let hand = stock.of_mut(piece.color);
        if hand.count(piece.role) == 63 {
            return Err(FenError::StockSize(letter));
        }
        hand.add(piece.role);
    }
    Ok(stock)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            self.write_rank(rank, f)?;
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        if let Some(stock) = self.stock {
            write!(f, "[{stock}]")?;
        }
        f.write_str(if self.turn == Color::White { " w " } else { " b " })?;
        if self.castling.is_empty() {
            f.write_str("-")?;
        }
        for letter in &self.castling {
            write!(f, "{letter}")?;
        }
        match self.en_passant {
            Some(square) => write!(f, " {square}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {} {}", self.halfmove.min(COUNTER_MAX), self.fullmove.min(COUNTER_MAX))?;
        if let Some(action) = self.prelude {
            write!(f, " prelude={action}")?;
        }
        if let Some((frame, frames)) = self.frame {
            write!(f, " frame={frame}/{frames}")?;
        }
        if let Some((white, black)) = self.won {
            write!(f, " won={white}-{black}")?;
        }
        if let Some(over) = self.over {
            write!(f, " over={}", over.text())?;
        }
        Ok(())
    }
}

impl Setup {
    fn write_rank(&self, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut empty = 0;
        for square in (0..8).map(|file| Square::at(file, rank)) {
            let Some(piece) = self.board.piece_on(square) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
                empty = 0;
            }
            write!(f, "{}", piece.letter())?;
            if self.promoted.has(square) {
                f.write_str("~")?;
            }
        }
        if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
    }
}
