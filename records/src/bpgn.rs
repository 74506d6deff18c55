//! BPGN, the notation of two-board games (rules.md 7), as text: tags, moves with their seats and times, comments, result.
//!
//! Two dialects are read and written, told apart by the times: FICS and chess.com write what is left on the mover's
//! clock, `1A. e4{119.900}` (it may be negative), bughouse.pro the time since the start, `1A. d4 {[ts=0.861]}`, and
//! the house rules as tags. `1A.` is White's move on board A, `1a.` Black's, `1B.` and `1b.` are those on board B; the
//! moves of both boards stand in the order of time. A comment that is an entry like `1over=0-1` (rules.md 1) ends a
//! game where it stands. What the text means, move by move, is for [`replay`] to say.

mod outcome;
mod reader;
pub mod record;
pub mod replay;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;

use movegen::pair::Team;
use movegen::piece::Color;
use movegen::rules::Variant;

use crate::encoding::decode;
use crate::pgn::variant_of;
use crate::reader::RawGames;
use crate::text::GameText;

pub use outcome::Outcome;
pub(crate) use reader::{interpret, label};
pub use writer::write;

/// A player's place at the boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// 0 = A, 1 = B.
    pub board: usize,
    /// The colour there.
    pub color: Color,
}

impl Seat {
    /// All seats, in the order of the tags.
    pub const ALL: [Seat; 4] = [
        Seat { board: 0, color: Color::White },
        Seat { board: 0, color: Color::Black },
        Seat { board: 1, color: Color::White },
        Seat { board: 1, color: Color::Black },
    ];

    /// The seat of a letter after the move number.
    fn of_letter(letter: char) -> Option<Seat> {
        let at = ['A', 'a', 'B', 'b'].into_iter().position(|other| other == letter)?;
        Seat::ALL.get(at).copied()
    }

    /// `A`, `a`, `B` or `b`.
    pub fn letter(self) -> char {
        match (self.board & 1, self.color) {
            (0, Color::White) => 'A',
            (0, Color::Black) => 'a',
            (_, Color::White) => 'B',
            (_, Color::Black) => 'b',
        }
    }

    /// The tag with the player's name.
    pub fn tag(self) -> &'static str {
        match self.letter() {
            'A' => "WhiteA",
            'a' => "BlackA",
            'B' => "WhiteB",
            _ => "BlackB",
        }
    }

    /// The player's team.
    pub fn team(self) -> Team {
        Team::of(self.board, self.color)
    }
}

/// The time written after a move, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stamp {
    /// Left on the mover's clock after the move; negative when it has run out.
    Left(i64),
    /// Since the start of the match.
    Since(i64),
}

/// As it stands in braces: `{119.9}`, `{[ts=0.861]}`.
impl fmt::Display for Stamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Stamp::Left(time) => f.write_str(&seconds(time)),
            Stamp::Since(time) => write!(f, "[ts={}]", seconds(time)),
        }
    }
}

/// Milliseconds as seconds with three decimals.
fn seconds(time: i64) -> String {
    let sign = if time < 0 { "-" } else { "" };
    let time = time.unsigned_abs();
    format!("{sign}{}.{:03}", time / 1000, time % 1000)
}

impl Stamp {
    /// Reads a comment that is a time and nothing else.
    fn parse(text: &str) -> Option<Stamp> {
        match text.strip_prefix("[ts=").and_then(|text| text.strip_suffix(']')) {
            Some(time) => millis(time).map(Stamp::Since),
            None => millis(text).map(Stamp::Left),
        }
    }
}

/// Seconds with or without decimals as milliseconds; further decimals are cut off.
fn millis(text: &str) -> Option<i64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 9 || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let decimals: String = decimals.chars().chain("000".chars()).take(3).collect();
    Some(sign * (whole.parse::<i64>().ok()? * 1000 + decimals.parse::<i64>().ok()?))
}

/// One two-board game, as it stands in the file.
pub type BpgnGame = GameText<BpgnMove>;

/// All games of a file, each as a game on two boards; [`reader::read`](crate::reader::read) tells those on one board
/// apart. Faults stand in the game in which they occur, with the move before them; reading goes on after them.
pub fn read(bytes: &[u8]) -> Vec<BpgnGame> {
    RawGames::new(&decode(bytes)).map(interpret).collect()
}

/// One move of a two-board game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BpgnMove {
    /// Who moves.
    pub seat: Seat,
    /// The number of the move on its board, as written.
    pub number: u32,
    /// As written, without number.
    pub text: String,
    /// The time after it.
    pub stamp: Option<Stamp>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// Its line, from 1.
    pub line: usize,
}

impl BpgnMove {
    /// The number with its seat: `12a.`.
    pub fn label(&self) -> String {
        format!("{}{}.", self.number, self.seat.letter())
    }
}

impl BpgnGame {
    /// The comment that ends the moves.
    pub fn ending_comment(&self) -> Option<&str> {
        let comments = self.moves.last().map_or(&self.preface, |mv| &mv.comments);
        comments.last().map(String::as_str)
    }

    /// How the match ended by its own words: the tag `Outcome`, or the comment that ends the moves.
    pub fn outcome(&self) -> Option<Outcome> {
        let texts = [self.tag("Outcome"), self.ending_comment()];
        texts.into_iter().flatten().find_map(|text| outcome::read(text, self))
    }

    /// The result of the match for White-A's team. The words of [`outcome`](BpgnGame::outcome) are trusted more than the
    /// result after the moves, that more than the tag: some servers write a result of board A, or of the wrong team.
    pub fn result(&self) -> &'static str {
        self.outcome().map_or_else(|| self.given_result(), Outcome::result)
    }

    /// The variant, and whether castling is that of Chess960. Without a `Variant` tag, and where it says bughouse, the
    /// house rules decide: no checking drop is doorgeefschaak, by the rules of the Euwe club if promotion steals.
    ///
    /// # Errors
    /// The name of a variant that is unknown or has one board.
    pub fn variant(&self) -> Result<(Variant, bool), String> {
        let name = self.tag("Variant").unwrap_or("Bughouse");
        let found = variant_of(name, self.tag("Rules").unwrap_or("KNSB"));
        let (variant, chess960) =
            found.filter(|(variant, _)| variant.has_two_boards()).ok_or_else(|| name.to_string())?;
        let says = |tag: &str, value: &str| self.tag(tag).is_some_and(|given| given.eq_ignore_ascii_case(value));
        let variant = match variant {
            Variant::Bughouse if !says("DropAggression", NO_CHECK) => variant,
            Variant::Bughouse if says("Promotion", STEAL) => Variant::Euwe,
            Variant::Bughouse => Variant::Doorgeef,
            other => other,
        };
        Ok((variant, chess960))
    }
}

/// The value of `DropAggression` where no drop may check.
const NO_CHECK: &str = "No check";

/// The value of `Promotion` where the piece is taken from the other board.
const STEAL: &str = "Steal";

/// The tags of bughouse.pro for the house rules of a game.
fn rule_tags(variant: Variant) -> [(&'static str, &'static str); 3] {
    let (promotion, aggression, ranks) = match variant {
        Variant::Euwe => (STEAL, NO_CHECK, "1-7"),
        Variant::Doorgeef => ("Upgrade", NO_CHECK, "2-7"),
        Variant::Bughouse
        | Variant::Crazyhouse
        | Variant::Doorgeefsolo
        | Variant::Chess
        | Variant::Superschaak
        | Variant::Halijnen => ("Upgrade", "Mate allowed", "2-7"),
    };
    [("Promotion", promotion), ("DropAggression", aggression), ("PawnDropRanks", ranks)]
}
