//! Standard algebraic notation, with the forms that our games add (rules.md 1, "SAN").
//!
//! | written | move |
//! |---|---|
//! | `Nf3`, `exd5`, `e8=Q`, `O-O` | as in chess; `A E S V` are the superpieces |
//! | `N@f3`, `P@e4` | drops (read: `@e4` too) |
//! | `e8=Qd5` | euwe: the queen taken from d5 of the other board |
//! | `e8=Pd2` | HA-lijnen: the pawn put back on d2 |
//! | `ed5`, `ed8=Q` | HA-lijnen: the step of a blocked pawn diagonally forward to an empty square; a capture has its `x` |
//! | `V@a8b8g8`, `flag` | as in UCI |
//!
//! `+` means that the enemy king is in check (in HA-lijnen: could be captured next), `#` that the move wins the game.

use crate::message::shown;
use crate::moves::{Move, MoveKind, MoveList};
use crate::notation::error::{Fault, MoveError, fault};
use crate::notation::uci;
use crate::piece::Role;
use crate::position::Position;
use crate::rules::Status;
use crate::square::Square;

/// The SAN of a legal move, with `+` or `#`.
pub fn san<P: Position>(position: &P, mv: Move) -> String {
    let mut text = stem(position, mv, &position.legal_moves());
    if mv.kind() != MoveKind::Flag {
        text.push_str(suffix(position, mv));
    }
    text
}

/// `#` if the legal move wins the game, `+` if it attacks the king.
fn suffix<P: Position>(position: &P, mv: Move) -> &'static str {
    let mover = position.actor();
    let mut after = position.clone();
    after.make(mv, &mut ());
    let end = after.over().or_else(|| (!after.has_legal_move()).then(|| after.stuck()));
    match end {
        Some(Status::Won { winner, .. }) if winner == mover => "#",
        Some(status) if status.is_over() => "",
        _ if after.actor() != mover && after.in_check() => "+",
        _ => "",
    }
}

/// The SAN of a move without `+` or `#`. `legal` are the legal moves among which it must be told apart.
pub fn stem<P: Position>(position: &P, mv: Move, legal: &[Move]) -> String {
    let (from, to, role) = (mv.from(), mv.to(), mv.mover());
    match mv.kind() {
        MoveKind::Castling if to.file() > from.file() => return "O-O".to_string(),
        MoveKind::Castling => return "O-O-O".to_string(),
        MoveKind::Drop | MoveKind::Prelude | MoveKind::Flag => return uci::write(mv, false),
        _ => {}
    }
    let captures = if position.captured(mv).is_some() { "x" } else { "" };
    if role == Role::Pawn {
        let file = (b'a' + from.file()) as char;
        let file = if from.file() == to.file() { String::new() } else { file.to_string() };
        return format!("{file}{captures}{to}{}", becomes(mv));
    }
    format!("{}{}{captures}{to}", role.letter(), origin(mv, legal))
}

/// `=Q`, `=Qd5`, `=Pd2`, or nothing.
fn becomes(mv: Move) -> String {
    match mv.kind() {
        MoveKind::Promotion => format!("={}", mv.role().letter()),
        MoveKind::Taking | MoveKind::PawnBack => format!("={}{}", mv.role().letter(), mv.second()),
        _ => String::new(),
    }
}

/// As much of the square left as tells the move of a piece apart: nothing, the file, the rank, or both.
fn origin(mv: Move, legal: &[Move]) -> String {
    let from = mv.from();
    let (mut others, mut same_file, mut same_rank) = (false, false, false);
    let rivals = legal.iter().filter(|other| {
        other.kind() == MoveKind::Normal && other.role() == mv.role() && other.to() == mv.to() && other.from() != from
    });
    for other in rivals {
        others = true;
        same_file |= other.from().file() == from.file();
        same_rank |= other.from().rank() == from.rank();
    }
    let text = from.to_string();
    match (others, same_file, same_rank) {
        (false, ..) => String::new(),
        (true, false, _) => text[..1].to_string(),
        (true, true, false) => text[1..].to_string(),
        (true, true, true) => text,
    }
}

/// Reads SAN as a legal move of the position. Read too: any of `+ # ! ?` after it or none, `x` or `-` where they do
/// not belong or left out, `e.p.`, more of the square left than is needed (up to long algebraic), `0-0`, `@e4`,
/// `e8Q` and `e8(Q)`, small letters of men where exactly one legal move fits (`bc4`, unless a pawn of the b-file can
/// capture on c4), and UCI text.
///
/// # Errors
/// The text is no move, fits no legal move, or fits several.
pub fn parse_san<P: Position>(position: &P, text: &str) -> Result<Move, MoveError> {
    read(position, text)
}

/// Where SAN is read: a position, or one board of two.
pub(crate) trait Reading {
    /// The legal moves that SAN can mean.
    fn legal(&self) -> MoveList;

    /// The UCI text of a legal move.
    fn uci(&self, mv: Move) -> String;

    /// Reads UCI text, a part of `whole`.
    fn parse_uci(&self, text: &str, whole: &str) -> Result<Move, MoveError>;

    /// Why no legal move fits.
    fn fault(&self, pattern: &Pattern) -> Fault;
}

impl<P: Position> Reading for P {
    fn legal(&self) -> MoveList {
        self.legal_moves()
    }

    fn uci(&self, mv: Move) -> String {
        uci::uci(self, mv)
    }

    fn parse_uci(&self, text: &str, whole: &str) -> Result<Move, MoveError> {
        uci::parse_named(self, text, whole)
    }

    fn fault(&self, pattern: &Pattern) -> Fault {
        pattern.fault(self)
    }
}

/// Reads SAN there.
pub(crate) fn read(board: &impl Reading, text: &str) -> Result<Move, MoveError> {
    let bare = undecorated(text);
    let capital = Pattern::parse(bare);
    let small = Pattern::parse_with_small_letter(bare);
    let Some(pattern) = capital.or(small) else { return board.parse_uci(bare, text) };
    let legal = board.legal();
    let fitting = |pattern: Option<Pattern>| -> Vec<Move> {
        pattern.map_or(Vec::new(), |pattern| legal.iter().copied().filter(|&mv| pattern.fits(mv)).collect())
    };
    let mut found = fitting(capital);
    // Only a capture names the file that a pawn leaves; both squares together name one move.
    let names_both_squares = matches!(capital, Some(Pattern::Displacement { mover: None, .. }));
    let may_be_small = !names_both_squares && found.iter().all(|mv| mv.from().file() == mv.to().file());
    if found.is_empty() || may_be_small {
        found.extend(fitting(small));
    }
    match found[..] {
        [mv] => Ok(mv),
        [] => board.parse_uci(bare, text).map_err(|error| match error {
            MoveError::NotAMove(_) => MoveError::illegal(text, board.fault(&pattern)),
            other => other,
        }),
        _ => {
            let choices: Vec<String> = found.iter().map(|&mv| board.uci(mv)).collect();
            Err(MoveError::Ambiguous { text: shown(text), choices: choices.join(", ") })
        }
    }
}

/// The text without what says nothing about which move it is.
pub(crate) fn undecorated(text: &str) -> &str {
    let strip = |text: &'_ str| -> usize { text.trim_end_matches(['+', '#', '!', '?', ' ']).len() };
    let bare = &text[..strip(text)];
    let bare = bare.strip_suffix("e.p.").or_else(|| bare.strip_suffix("ep")).unwrap_or(bare);
    bare[..strip(bare)].trim_start()
}

/// What a SAN text says about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Castling, towards the h-file or not.
    Castling {
        /// `O-O`
        short: bool,
    },
    /// A man from the hand.
    Drop(Role, Square),
    /// A man from square to square.
    Displacement {
        /// The man; `None` where the whole square left says it.
        mover: Option<Role>,
        /// File of the square left, if given.
        file: Option<u8>,
        /// Rank of the square left, if given.
        rank: Option<u8>,
        /// The square reached.
        to: Square,
        /// What the pawn becomes.
        becomes: Option<Role>,
        /// The second square, if given.
        second: Option<Square>,
    },
}

impl Pattern {
    /// Reads undecorated SAN; `None` if it has another form (prelude actions and `flag` included).
    pub fn parse(text: &str) -> Option<Pattern> {
        match text {
            "O-O" | "0-0" | "o-o" => return Some(Pattern::Castling { short: true }),
            "O-O-O" | "0-0-0" | "o-o-o" => return Some(Pattern::Castling { short: false }),
            _ => {}
        }
        if let Some((role, to)) = text.split_once('@') {
            let role = match role.as_bytes() {
                [] => Role::Pawn,
                [letter] => Role::from_letter(*letter as char)?,
                _ => return None,
            };
            return Some(Pattern::Drop(role, Square::parse(to)?));
        }
        match text.as_bytes() {
            [letter @ b'A'..=b'Z', rest @ ..] => Pattern::displacement(Some(Role::from_letter(*letter as char)?), rest),
            text => Pattern::displacement(None, text),
        }
    }

    /// Reads undecorated SAN with a small letter for the man: `nf3`, `bc4`. `None` if it has another form.
    fn parse_with_small_letter(text: &str) -> Option<Pattern> {
        match text.as_bytes() {
            [letter @ b'a'..=b'z', rest @ ..] => Pattern::displacement(Some(Role::from_letter(*letter as char)?), rest),
            _ => None,
        }
    }

    fn displacement(role: Option<Role>, text: &[u8]) -> Option<Pattern> {
        let (mut file, text) = optional(text, |byte| (b'a'..=b'h').contains(&byte).then(|| byte - b'a'));
        let (mut rank, text) = optional(text, |byte| (b'1'..=b'8').contains(&byte).then(|| byte - b'1'));
        let (separator, after) = optional(text, |byte| matches!(byte, b'x' | b':' | b'-').then_some(()));
        let (to, text) = match (after, file, rank) {
            ([f @ b'a'..=b'h', r @ b'1'..=b'8', rest @ ..], ..) => (Square::at(f - b'a', r - b'1'), rest),
            (rest, Some(f), Some(r)) if separator.is_none() => {
                (file, rank) = (None, None);
                (Square::at(f, r), rest)
            }
            _ => return None,
        };
        let (becomes, second) = promotion(text)?;
        let mover = role.or((file.is_none() || rank.is_none()).then_some(Role::Pawn));
        Some(Pattern::Displacement { mover, file, rank, to, becomes, second })
    }

    /// Whether a legal move is what the text says.
    pub fn fits(&self, mv: Move) -> bool {
        match *self {
            Pattern::Castling { short } => {
                mv.kind() == MoveKind::Castling && (mv.to().file() > mv.from().file()) == short
            }
            Pattern::Drop(role, to) => match mv.kind() {
                MoveKind::Drop => mv.role() == role && mv.to() == to,
                MoveKind::Prelude => mv.role() == role && mv.to() == to && mv.from() == mv.second(),
                _ => false,
            },
            Pattern::Displacement { mover, file, rank, to, becomes, second } => {
                let from = mv.from();
                let displaces = matches!(mv.kind(), MoveKind::Normal | MoveKind::DoubleStep | MoveKind::EnPassant)
                    || mv.is_promotion();
                // A pawn that leaves its file says so.
                let straight = mover != Some(Role::Pawn) || file.is_some() || from.file() == to.file();
                displaces
                    && mv.to() == to
                    && straight
                    && mover.is_none_or(|role| role == mv.mover())
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && becomes == mv.is_promotion().then(|| mv.role())
                    && second.is_none_or(|second| second == mv.second())
            }
        }
    }

    /// Why no legal move fits.
    pub(crate) fn fault<P: Position>(&self, position: &P) -> Fault {
        let core = position.core();
        match *self {
            Pattern::Castling { .. } => {
                let king = core.board().king(core.turn()).unwrap_or(Square::A1);
                fault(position, Move::new(MoveKind::Castling, Role::King, king, king))
            }
            Pattern::Drop(role, to) => fault(position, Move::drop(role, to)),
            Pattern::Displacement { mover, to, .. } => match position.over() {
                Some(status) => Fault::Over(status),
                None => Fault::NobodyReaches(mover.unwrap_or(Role::Pawn), to),
            },
        }
    }
}

/// The first byte if it is one of those wanted, and the rest.
fn optional<T>(text: &[u8], read: impl Fn(u8) -> Option<T>) -> (Option<T>, &[u8]) {
    match text {
        [first, rest @ ..] => match read(*first) {
            Some(value) => (Some(value), rest),
            None => (None, text),
        },
        [] => (None, text),
    }
}

/// Nothing, `=Q`, `Q`, `q`, `(Q)`, `=Qd5`, `Qd5`; `None` for anything else.
fn promotion(text: &[u8]) -> Option<(Option<Role>, Option<Square>)> {
    let text = text.strip_prefix(b"=").or_else(|| text.strip_prefix(b"/")).unwrap_or(text);
    let text = text.strip_prefix(b"(").and_then(|text| text.strip_suffix(b")")).unwrap_or(text);
    let letter = |letter: u8| Role::from_letter(letter as char);
    match *text {
        [] => Some((None, None)),
        [role] => Some((Some(letter(role)?), None)),
        [role, ref square @ ..] => {
            let square = std::str::from_utf8(square).ok().and_then(Square::parse)?;
            Some((Some(letter(role)?), Some(square)))
        }
    }
}
