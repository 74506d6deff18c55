//! Reads FENs as real programs and files write them, and says what it changed (rules.md 1, "FEN").

use super::{COUNTER_MAX, FenError, FenNote};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::message::shown;
use crate::piece::{Color, Piece};
use crate::setup::{GameResult, Setup};
use crate::square::Square;
use crate::stock::Stock;

/// The words of a FEN that are not read yet.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    /// The next word without taking it; empty at the end.
    fn peek(&self) -> &'a str {
        self.0.split_ascii_whitespace().next().unwrap_or("")
    }

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_ascii_start();
        let (word, rest) = text.split_at(text.find(|c: char| c.is_ascii_whitespace()).unwrap_or(text.len()));
        self.0 = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    fn need(&mut self, field: &'static str) -> Result<&'a str, FenError> {
        self.next().ok_or(FenError::Missing(field))
    }

    /// Whether the rest is a list of EPD operations, `opcode operand ...;`.
    fn are_operations(&self) -> bool {
        let word = self.peek();
        word.starts_with(|c: char| c.is_ascii_alphabetic()) && !word.contains('=') && self.0.contains(';')
    }

    /// Whether a counter could stand here, but does not.
    fn lack_counter(&self) -> bool {
        self.peek().is_empty() || self.peek().contains('=') || self.are_operations()
    }
}

/// Reads a FEN without asking whether it is a position of any game. Counters may be missing, move number 0 is 1, a
/// stock may have counts or be `-`, and EPD operations at the end are skipped.
///
/// # Errors
/// The first field that is malformed.
pub(super) fn read_setup(text: &str) -> Result<(Setup, Vec<FenNote>), FenError> {
    let mut notes = Vec::new();
    let mut words = Words(text);
    let (board, promoted, stock) = parse_placement(words.need("placement")?, &mut notes)?;
    let turn = match words.need("side to move")? {
        "w" => Color::White,
        "b" => Color::Black,
        other => return Err(FenError::Turn(shown(other))),
    };
    let castling = parse_castling(words.need("castling")?)?;
    let en_passant = match words.need("en passant")? {
        "-" => None,
        text => Some(Square::parse(text).ok_or_else(|| FenError::EnPassant(shown(text)))?),
    };
    let (halfmove, fullmove) = read_counters(&mut words, &mut notes)?;
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
    while !words.are_operations() {
        let Some(field) = words.next() else { return Ok((setup, notes)) };
        setup.read_extension(field)?;
    }
    notes.push(FenNote::Operations(shown(words.0.trim())));
    Ok((setup, notes))
}

fn read_counters(words: &mut Words<'_>, notes: &mut Vec<FenNote>) -> Result<(u32, u32), FenError> {
    if words.lack_counter() {
        notes.push(FenNote::CountersMissing);
        return Ok((0, 1));
    }
    let halfmove = parse_counter("halfmove clock", words.need("halfmove clock")?)?;
    if words.lack_counter() {
        notes.push(FenNote::MoveNumberMissing);
        return Ok((halfmove, 1));
    }
    let fullmove = parse_counter("move number", words.need("move number")?)?;
    if fullmove == 0 {
        notes.push(FenNote::MoveNumberZero);
    }
    Ok((halfmove, fullmove.max(1)))
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

fn parse_counter(field: &'static str, text: &str) -> Result<u32, FenError> {
    number(text).ok_or_else(|| FenError::Counter { field, text: shown(text) })
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
fn parse_placement(text: &str, notes: &mut Vec<FenNote>) -> Result<(Board, Bitboard, Option<Stock>), FenError> {
    let (ranks, mut stock) = match text.split_once('[') {
        Some((ranks, rest)) => {
            let letters = rest.strip_suffix(']').ok_or_else(|| FenError::StockForm(shown(rest)))?;
            (ranks, Some(letters))
        }
        None => (text, None),
    };
    let mut ranks: Vec<&str> = ranks.split('/').collect();
    if ranks.len() == 9 && stock.is_none() {
        stock = ranks.pop();
    }
    let stock = stock.map(|letters| parse_stock(letters, notes)).transpose()?;
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

/// The letters of a stock. Some programs write `-` for an empty one, and a count before a letter: `N3P`.
fn parse_stock(letters: &str, notes: &mut Vec<FenNote>) -> Result<Stock, FenError> {
    let mut stock = Stock::EMPTY;
    if letters == "-" {
        notes.push(FenNote::Stock { written: letters.to_string(), read: stock });
        return Ok(stock);
    }
    let mut count = None;
    for letter in letters.chars() {
        if let Some(digit) = letter.to_digit(10) {
            count = Some(count.unwrap_or(0) * 10 + digit).filter(|&count| (1..=63).contains(&count));
            if count.is_none() {
                return Err(FenError::StockCount(shown(letters)));
            }
            continue;
        }
        let piece = Piece::from_letter(letter).ok_or(FenError::StockLetter(letter))?;
        for _ in 0..count.take().unwrap_or(1) {
            let hand = stock.of_mut(piece.color);
            if hand.count(piece.role) == 63 {
                return Err(FenError::StockSize(letter));
            }
            hand.add(piece.role);
        }
    }
    if count.is_some() {
        return Err(FenError::StockCount(shown(letters)));
    }
    if letters.contains(|letter: char| letter.is_ascii_digit()) {
        notes.push(FenNote::Stock { written: shown(letters), read: stock });
    }
    Ok(stock)
}
