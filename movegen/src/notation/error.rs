//! Why a text is not a move of a position.

use std::fmt;

use thiserror::Error;

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::core::Core;
use crate::message::shown;
use crate::moves::{Move, MoveKind};
use crate::notation::uci;
use crate::pair::action::ActionError;
use crate::piece::{Color, Piece, Role};
use crate::position::Position;
use crate::rules::{DropRules, Status, Variant};
use crate::square::Square;
use crate::variants::ha_lijnen::HaLijnen;

/// Why a text is not a legal move. Every message names the text, on one line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text has the form of no move.
    #[error("`{0}` is not a move")]
    NotAMove(String),
    /// The text is a move, but not a legal one here.
    #[error("illegal move {text}: {fault}")]
    Illegal {
        /// The move as it was given.
        text: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// SAN that fits several legal moves.
    #[error("ambiguous move {text}: it may be {choices}")]
    Ambiguous {
        /// The move as it was given.
        text: String,
        /// The legal moves that fit, as UCI text.
        choices: String,
    },
}

impl MoveError {
    /// The text is no move.
    pub fn not_a_move(text: &str) -> MoveError {
        MoveError::NotAMove(shown(text))
    }

    /// The text is a move that is not legal.
    pub fn illegal(text: &str, fault: Fault) -> MoveError {
        MoveError::Illegal { text: shown(text), fault }
    }
}

/// What is wrong with a move that is not legal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Nothing stands on the square left.
    EmptySquare(Square),
    /// The man on the square left belongs to the opponent.
    OpponentsMan(Square),
    /// A man of the mover stands on the target.
    OwnMan(Square),
    /// The man does not move so.
    CannotReach(Role, Square),
    /// The king would be, or stay, in check.
    LeavesKingInCheck,
    /// The game has no drops.
    NoDrops(Variant),
    /// No such man in hand.
    NotInHand(Role),
    /// A drop on an occupied square.
    Occupied(Square),
    /// A drop that gives check (KNSB 2, Euwe 4c).
    DropWithCheck,
    /// A pawn dropped where none may stand.
    PawnDropRank(Square),
    /// A pawn that reaches the last rank without saying what it becomes.
    PromotionMissing,
    /// Something that promotes, but is not a pawn that reaches the last rank.
    NotAPromotion,
    /// A pawn cannot become that here.
    CannotBecome(Role),
    /// Castling in the other way of writing; this one is right.
    CastlingForm(String),
    /// No right to castle there, a man in the way, or an attacked square on it.
    CannotCastle,
    /// Superschaak: the actions of the prelude come first.
    PreludeFirst,
    /// A prelude action in a game without prelude.
    NoPrelude,
    /// Superschaak: not an action that the prelude allows now.
    NotThisAction,
    /// HA-lijnen: a capture off the mover's line.
    CaptureFile(Color),
    /// HA-lijnen: the position has already stood in this frame.
    Repetition,
    /// `flag` in a game without frames.
    NoFrames,
    /// HA-lijnen: `flag`, where a move is to be chosen.
    NotChosen,
    /// The game is over.
    Over(Status),
    /// Euwe: a promotion that does not name the piece taken.
    TakingMissing,
    /// Euwe: none of the mover's pieces of this kind stands on this square of the other board.
    NothingToTake(Role, Square),
    /// A result given in the move list of a game on one board.
    OneBoard,
    /// A two-board match does not allow it now.
    Action(ActionError),
    /// The player on move on this board (0 = A) belongs to the other team.
    OtherTeam(usize),
    /// No man of this kind can go there (SAN).
    NobodyReaches(Role, Square),
    /// Something else in the rules of the game forbids it.
    Rules(Variant),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::EmptySquare(square) => write!(f, "no man stands on {square}"),
            Fault::OpponentsMan(square) => write!(f, "the man on {square} is the opponent's"),
            Fault::OwnMan(square) => write!(f, "{square} is occupied by your own man"),
            Fault::CannotReach(role, square) => write!(f, "the {} cannot go to {square}", role.name()),
            Fault::LeavesKingInCheck => f.write_str("it leaves the king in check"),
            Fault::NoDrops(variant) => write!(f, "{variant} has no drops"),
            Fault::NotInHand(role) => write!(f, "no {} in hand", role.name()),
            Fault::Occupied(square) => write!(f, "{square} is occupied"),
            Fault::DropWithCheck => f.write_str("a drop may not give check"),
            Fault::PawnDropRank(square) => write!(f, "a pawn may not be dropped on {square}"),
            Fault::PromotionMissing => f.write_str("the promotion piece is missing, as in a7a8q"),
            Fault::NotAPromotion => f.write_str("only a pawn that reaches the last rank becomes another man"),
            Fault::CannotBecome(role) => write!(f, "a pawn cannot promote to {} here", role.name()),
            Fault::CastlingForm(right) => write!(f, "castling is written {right} here"),
            Fault::CannotCastle => f.write_str("castling there is not possible now"),
            Fault::PreludeFirst => f.write_str("the prelude comes first"),
            Fault::NoPrelude => f.write_str("only superschaak has a prelude"),
            Fault::NotThisAction => f.write_str("the prelude does not allow this action now"),
            Fault::CaptureFile(color) => {
                let file = if HaLijnen::line(*color) == Bitboard::FILE_A { 'a' } else { 'h' };
                write!(f, "{} captures on the {file}-file only", color.word())
            }
            Fault::Repetition => f.write_str("the position has already stood in this frame"),
            Fault::NoFrames => f.write_str("flag is a move in halijnen only"),
            Fault::NotChosen => f.write_str("the clock makes it, nobody chooses it"),
            Fault::Over(status) => write!(f, "the game is over ({status})"),
            Fault::TakingMissing => f.write_str("the piece taken from the other board is missing, as in a7a8qd1"),
            Fault::NothingToTake(role, square) => {
                write!(f, "you have no {} to take on {square} of the other board", role.name())
            }
            Fault::OneBoard => f.write_str("only a match on two boards has results among its moves"),
            Fault::Action(error) => error.fmt(f),
            Fault::OtherTeam(board) => {
                write!(f, "the other team is on move on board {}", ["A", "B"][board & 1])
            }
            Fault::NobodyReaches(role, square) => write!(f, "no {} can go to {square}", role.name()),
            Fault::Rules(variant) => write!(f, "the rules of {variant} do not allow it"),
        }
    }
}

/// Why a move may not be played; `None` if it may.
pub fn why_illegal<P: Position>(position: &P, mv: Move) -> Option<Fault> {
    if position.accepts(mv) { None } else { Some(fault(position, mv)) }
}

/// Why a well-formed candidate is not legal: the first cause that is cheap to know.
pub(crate) fn fault<P: Position>(position: &P, mv: Move) -> Fault {
    let variant = position.variant();
    if let Some(status) = position.over() {
        return Fault::Over(status);
    }
    let fault = match mv.kind() {
        MoveKind::Flag if variant != Variant::Halijnen => Fault::NoFrames,
        MoveKind::Flag => Fault::Rules(variant),
        MoveKind::Drop | MoveKind::Prelude => drop_fault(position, mv),
        _ if variant == Variant::Superschaak && position.to_setup().prelude.is_some() => Fault::PreludeFirst,
        _ => displacement_fault(position, mv),
    };
    // What is wrong with the text itself tells more than that the game is over.
    if matches!(fault, Fault::NoFrames | Fault::NoDrops(_)) || position.has_legal_move() {
        return fault;
    }
    let status = position.stuck();
    if status.is_over() { Fault::Over(status) } else { fault }
}

fn drop_fault<P: Position>(position: &P, mv: Move) -> Fault {
    let (core, variant) = (position.core(), position.variant());
    let (role, to) = (mv.role(), mv.to());
    if variant == Variant::Superschaak && position.to_setup().prelude.is_some() {
        return Fault::NotThisAction;
    }
    let Some(rules) = DropRules::of(variant) else { return Fault::NoDrops(variant) };
    if mv.kind() == MoveKind::Prelude {
        return Fault::NoPrelude;
    }
    if !core.stock().of(core.turn()).has(role) {
        return Fault::NotInHand(role);
    }
    if core.board().role_on(to).is_some() {
        return Fault::Occupied(to);
    }
    if role == Role::Pawn && !rules.pawn_drop_squares(core).has(to) {
        return Fault::PawnDropRank(to);
    }
    let mut checkers = core.checkers().iter();
    let parries = match (checkers.next(), checkers.next(), core.board().king(core.turn())) {
        (Some(checker), None, Some(king)) => attacks::between(king, checker).has(to),
        (None, ..) => true,
        _ => false,
    };
    if parries { Fault::DropWithCheck } else { Fault::LeavesKingInCheck }
}

fn displacement_fault<P: Position>(position: &P, mv: Move) -> Fault {
    let (core, variant) = (position.core(), position.variant());
    let (us, from, to) = (core.turn(), mv.from(), mv.to());
    let Some(man) = core.board().piece_on(from) else { return Fault::EmptySquare(from) };
    if man.color != us {
        return Fault::OpponentsMan(from);
    }
    if mv.kind() == MoveKind::Castling {
        return Fault::CannotCastle;
    }
    let target = core.board().piece_on(to);
    if man.role == Role::King && target == Some(Piece { color: us, role: Role::Rook }) {
        let castling = Move::new(MoveKind::Castling, Role::King, from, to);
        return if position.is_legal(castling) {
            Fault::CastlingForm(uci::write(castling, core.chess960()))
        } else {
            Fault::OwnMan(to)
        };
    }
    if man.role == Role::King && core.chess960() {
        let reaches = |rook: &Square| Core::castling_targets(from, *rook).0 == to;
        let castling = core.castling() & core.board().color(us);
        let castling = castling.iter().find(reaches).map(|rook| Move::new(MoveKind::Castling, Role::King, from, rook));
        if let Some(castling) = castling.filter(|&castling| position.is_legal(castling)) {
            return Fault::CastlingForm(uci::write(castling, true));
        }
    }
    if target.is_some_and(|target| target.color == us) {
        return Fault::OwnMan(to);
    }
    if variant == Variant::Halijnen && target.is_some() && !HaLijnen::line(us).has(to) {
        return Fault::CaptureFile(us);
    }
    let blockade = variant == Variant::Halijnen && man.role == Role::Pawn;
    if !blockade && !reaches(core, man, from).has(to) {
        return Fault::CannotReach(man.role, to);
    }
    let promotes = man.role == Role::Pawn && to.relative_rank(us) == 7;
    match (mv.is_promotion(), promotes) {
        (true, false) => return Fault::NotAPromotion,
        (false, true) => return Fault::PromotionMissing,
        (true, true) if !is_allowed_role(mv) => return Fault::CannotBecome(mv.role()),
        _ => {}
    }
    match variant {
        Variant::Halijnen if position.is_barred_by_history(mv) => Fault::Repetition,
        Variant::Halijnen if mv.is_promotion() && from.forward(us) == to => Fault::CannotBecome(mv.role()),
        Variant::Halijnen => Fault::CannotReach(man.role, to),
        Variant::Superschaak | Variant::Euwe if mv.is_promotion() => Fault::CannotBecome(mv.role()),
        Variant::Superschaak
        | Variant::Euwe
        | Variant::Chess
        | Variant::Crazyhouse
        | Variant::Bughouse
        | Variant::Doorgeef
        | Variant::Doorgeefsolo => Fault::LeavesKingInCheck,
    }
}

fn is_allowed_role(mv: Move) -> bool {
    match mv.kind() {
        MoveKind::PawnBack => mv.role() == Role::Pawn,
        _ => !matches!(mv.role(), Role::Pawn | Role::King | Role::Amazon),
    }
}

/// Where a man goes by its way of moving alone: pieces as they attack, pawns ahead to empty squares and diagonally
/// onto men or the en passant square.
fn reaches(core: &Core, man: Piece, from: Square) -> Bitboard {
    let occupied = core.board().occupied();
    let attacked = attacks::attacks(man.role, man.color, from, occupied);
    if man.role != Role::Pawn {
        return attacked;
    }
    let captures =
        attacked & (core.board().color(!man.color) | core.en_passant().map_or(Bitboard::EMPTY, Bitboard::of));
    let step = Bitboard::of(from).forward(man.color) & !occupied;
    let double = match from.relative_rank(man.color) {
        1 => step.forward(man.color) & !occupied,
        _ => Bitboard::EMPTY,
    };
    captures | step | double
}
