//! A position as somebody describes it, not yet checked; what is wrong with it; and the checks that
//! all games share.

use thiserror::Error;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::piece::{Color, Piece, Role, Roles};
use crate::rules::{Reason, Status, Variant};
use crate::square::Square;
use crate::stock::Stock;

/// The result of one board of a two-board game, as `over=` gives it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
}

impl GameResult {
    /// As written in FENs and records.
    pub const fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
        }
    }

    /// The result with this text.
    pub fn parse(text: &str) -> Option<GameResult> {
        [GameResult::White, GameResult::Black, GameResult::Draw].into_iter().find(|result| result.text() == text)
    }

    /// The result in which this colour wins.
    pub const fn won_by(winner: Color) -> GameResult {
        match winner {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// The result of a board with this status; `None` while it has none.
    pub const fn of(status: &Status) -> Option<GameResult> {
        match *status {
            Status::Won { winner, .. } => Some(GameResult::won_by(winner)),
            Status::Drawn(_) => Some(GameResult::Draw),
            Status::Ongoing | Status::Waiting { .. } | Status::Stopped => None,
        }
    }
}

/// The status of a board whose result was given, not played.
impl From<GameResult> for Status {
    fn from(result: GameResult) -> Status {
        match result {
            GameResult::White => Status::won(Color::White, Reason::Given),
            GameResult::Black => Status::won(Color::Black, Reason::Given),
            GameResult::Draw => Status::Drawn(Reason::Given),
        }
    }
}

/// An unchecked position: what a FEN says. [`Position::from_setup`](crate::position::Position::from_setup)
/// is the only door from here to a position with moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Who stands where.
    pub board: Board,
    /// The men marked `~`.
    pub promoted: Bitboard,
    /// The men in brackets; `None` if no stock was given.
    pub stock: Option<Stock>,
    /// Who is on move.
    pub turn: Color,
    /// The castling field, letter by letter, upper case for White; empty for `-`.
    pub castling: Vec<char>,
    /// The square behind a pawn that has just made a double step.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove: u32,
    /// Number of the move, from 1.
    pub fullmove: u32,
    /// Superschaak: the action to come, 1 to 4.
    pub prelude: Option<u8>,
    /// HA-lijnen: the frame now played and the number of frames.
    pub frame: Option<(u32, u32)>,
    /// HA-lijnen: frames won by White and by Black.
    pub won: Option<(u32, u32)>,
    /// Two-board games: the result of this board.
    pub over: Option<GameResult>,
}

/// Why a set-up is not a position of the game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A colour has no king.
    #[error("placement: no {} king", .0.word())]
    NoKing(Color),
    /// A colour has several kings.
    #[error("placement: more than one {} king", .0.word())]
    ManyKings(Color),
    /// A pawn on a rank where the game never has one.
    #[error("placement: {} pawn on {square}, where {variant} never has one", .color.word())]
    PawnRank {
        /// The pawn's colour.
        color: Color,
        /// Where it stands.
        square: Square,
        /// The game.
        variant: Variant,
    },
    /// A man that the game does not have.
    #[error("placement: no {} on {square} in {variant}", .role.name())]
    ForeignMan {
        /// The man.
        role: Role,
        /// Where it stands.
        square: Square,
        /// The game.
        variant: Variant,
    },
    /// A mark `~` in a game without marks.
    #[error("placement: {variant} does not mark promoted men (~ on {square})")]
    NoMarks {
        /// Where the marked man stands.
        square: Square,
        /// The game.
        variant: Variant,
    },
    /// A mark `~` on a man that no pawn becomes.
    #[error("placement: the man on {0} cannot come from promotion (~)")]
    MarkedMan(Square),
    /// Too many men of a colour on the board.
    #[error("placement: {count} {} men, more than {limit}", .color.word())]
    ManyMen {
        /// Their colour.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// Too many pawns of a colour, in drop games those in hand included.
    #[error("placement: {count} {} pawns, more than {limit}", .color.word())]
    ManyPawns {
        /// Their colour.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// Too many men of a colour, on the board and in the stock together.
    #[error("placement: {count} {} men on the board and in the stock, more than {limit}", .color.word())]
    ManyMenAndStock {
        /// Their colour.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there may be.
        limit: u32,
    },
    /// HA-lijnen: the men of a colour, on the board and off it, are not all there, or too many.
    #[error("placement: {count} {} men on the board and in the stock, not {needed}", .color.word())]
    NotAllMen {
        /// Their colour.
        color: Color,
        /// How many there are.
        count: u32,
        /// How many there must be.
        needed: u32,
    },
    /// HA-lijnen: so few men of a colour on the board that its game is lost.
    #[error("placement: {} has {count} men on the board, fewer than 8", .color.word())]
    FewMen {
        /// Their colour.
        color: Color,
        /// How many there are.
        count: u32,
    },
    /// A stock in a game without one.
    #[error("stock: {0} has no stock")]
    NoStock(Variant),
    /// A man that can never be in the stock.
    #[error("stock: no {} can be in the stock of {variant}", .role.name())]
    StockMan {
        /// The man.
        role: Role,
        /// The game.
        variant: Variant,
    },
    /// The king of this colour, which is not on move, could be captured.
    #[error("check: the {} king is in check but {} is on move", .0.word(), (!*.0).word())]
    OpponentInCheck(Color),
    /// A letter of the castling field that says what another one has said, or a second rook on one side of a king.
    #[error("castling: letter {0} twice")]
    CastlingTwice(char),
    /// A castling right of a king that is not where it castles from.
    #[error(
        "castling: {letter} without a king on its first rank, between the rooks or on the e-file where the game wants it"
    )]
    CastlingKing {
        /// The letter of the castling field.
        letter: char,
    },
    /// A castling right without its rook.
    #[error("castling: {letter} without a rook in place{}", .square.map(|s| format!(" on {s}")).unwrap_or_default())]
    CastlingRook {
        /// The letter of the castling field.
        letter: char,
        /// Where the rook must stand, if there is only one such square.
        square: Option<Square>,
    },
    /// HA-lijnen: a castling right, by its letter, after the first frame.
    #[error("castling: rights {0} after the first frame or during play where none exist")]
    CastlingNever(char),
    /// An en passant square that no double step has passed.
    #[error("en passant: no pawn can have just made a double step over {0}")]
    EnPassant(Square),
    /// An extension field of another game.
    #[error("{key}= does not belong to {variant}")]
    ForeignField {
        /// Its key.
        key: &'static str,
        /// The game.
        variant: Variant,
    },
    /// Superschaak: the prelude cannot have come to this; says why.
    #[error("prelude: {0}")]
    Prelude(String),
    /// HA-lijnen: the frames cannot stand so; says why.
    #[error("frame: {0}")]
    Frame(String),
    /// A game that other positions play.
    #[error("a position of {0} is set up as one of another game")]
    OtherGame(Variant),
    /// Two boards in a game with one.
    #[error("{0} has one board")]
    OneBoard(Variant),
    /// Two boards: one of them is wrong.
    #[error("board {}: {error}", ["A", "B"][*.board & 1])]
    OnBoard {
        /// Which, 0 = A.
        board: usize,
        /// What is wrong with it.
        error: Box<PositionError>,
    },
    /// Bughouse: results on both boards, though the first ends the match.
    #[error("over: both boards of a bughouse match carry a result")]
    BothOver,
}

impl Setup {
    /// Exactly one king of each colour.
    ///
    /// # Errors
    /// Names the colour with none or several.
    pub(crate) fn check_kings(&self) -> Result<(), PositionError> {
        for color in Color::ALL {
            match self.board.men(color, Role::King).count() {
                0 => return Err(PositionError::NoKing(color)),
                1 => {}
                _ => return Err(PositionError::ManyKings(color)),
            }
        }
        Ok(())
    }

    /// Pawns only on the own ranks `first` to `last` (0 to 7).
    pub(crate) fn check_pawn_ranks(&self, variant: Variant, first: u8, last: u8) -> Result<(), PositionError> {
        for color in Color::ALL {
            let stray = self
                .board
                .men(color, Role::Pawn)
                .iter()
                .find(|square| !(first..=last).contains(&square.relative_rank(color)));
            if let Some(square) = stray {
                return Err(PositionError::PawnRank { color, square, variant });
            }
        }
        Ok(())
    }

    /// Only men of these roles stand on the board.
    pub(crate) fn check_roles(&self, variant: Variant, allowed: Roles) -> Result<(), PositionError> {
        for square in self.board.occupied() {
            match self.board.role_on(square) {
                Some(role) if !allowed.has(role) => {
                    return Err(PositionError::ForeignMan { role, square, variant });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// `~` only on men of these roles (none: the game has no marks).
    pub(crate) fn check_marks(&self, variant: Variant, markable: Roles) -> Result<(), PositionError> {
        for square in self.promoted {
            if markable.is_empty() {
                return Err(PositionError::NoMarks { square, variant });
            }
            if !self.board.role_on(square).is_some_and(|role| markable.has(role)) {
                return Err(PositionError::MarkedMan(square));
            }
        }
        Ok(())
    }

    /// Only men of these roles are in the stock.
    pub(crate) fn check_stock_roles(&self, variant: Variant, allowed: Roles) -> Result<(), PositionError> {
        let Some(stock) = self.stock else { return Ok(()) };
        for color in Color::ALL {
            if let Some(role) = stock.of(color).roles().find(|&role| !allowed.has(role)) {
                return Err(PositionError::StockMan { role, variant });
            }
        }
        Ok(())
    }

    /// No extension field of another game.
    pub(crate) fn check_fields(&self, variant: Variant) -> Result<(), PositionError> {
        let given = [
            ("prelude", self.prelude.is_some(), variant == Variant::Superschaak),
            ("frame", self.frame.is_some(), variant == Variant::Halijnen),
            ("won", self.won.is_some(), variant == Variant::Halijnen),
            ("over", self.over.is_some(), variant.has_two_boards()),
        ];
        match given.into_iter().find(|&(_, given, allowed)| given && !allowed) {
            Some((key, ..)) => Err(PositionError::ForeignField { key, variant }),
            None => Ok(()),
        }
    }

    /// The rooks with which may be castled. Without `chess960` the king must stand on the e-file and the
    /// rook on the a- or h-file; with it `K`/`Q` mean the outermost rook on that side of the king, and file
    /// letters are read (X-FEN and Shredder-FEN, rules.md 1, "Castling field").
    pub(crate) fn castling_rooks(&self, chess960: bool) -> Result<Bitboard, PositionError> {
        let mut rooks = Bitboard::EMPTY;
        for (i, &letter) in self.castling.iter().enumerate() {
            if self.castling[..i].contains(&letter) {
                return Err(PositionError::CastlingTwice(letter));
            }
            let rook = self.castling_rook(letter, chess960)?;
            if rooks.has(rook) {
                return Err(PositionError::CastlingTwice(letter));
            }
            rooks |= rook.into();
        }
        self.check_two_sides(rooks)?;
        Ok(rooks)
    }

    /// At most one rook on each side of each king.
    fn check_two_sides(&self, rooks: Bitboard) -> Result<(), PositionError> {
        for color in Color::ALL {
            let Some(king) = self.board.king(color) else { continue };
            let own = rooks & self.board.color(color);
            let west = own.iter().filter(|rook| rook.file() < king.file()).count();
            if west > 1 || own.count() as usize - west > 1 {
                let is_own = |letter: &&char| letter.is_ascii_uppercase() == (color == Color::White);
                let letter = self.castling.iter().rev().find(is_own).copied().unwrap_or('-');
                return Err(PositionError::CastlingTwice(letter));
            }
        }
        Ok(())
    }

    pub(crate) fn castling_rook(&self, letter: char, chess960: bool) -> Result<Square, PositionError> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let home = Bitboard::relative_rank(color, 0);
        let king = self
            .board
            .king(color)
            .filter(|&king| home.has(king) && (chess960 || king.file() == 4))
            .ok_or(PositionError::CastlingKing { letter })?;
        let rooks = self.board.men(color, Role::Rook) & home;
        let missing = |square| PositionError::CastlingRook { letter, square };
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks
                .iter()
                .filter(|rook| rook.file() > king.file())
                .last()
                .ok_or_else(|| missing((!chess960).then(|| Square::at(7, king.rank()))))?,
            'q' => rooks
                .iter()
                .find(|rook| rook.file() < king.file())
                .ok_or_else(|| missing((!chess960).then(|| Square::at(0, king.rank()))))?,
            file => {
                let square = Square::at(file as u8 - b'a', king.rank());
                if !rooks.has(square) {
                    return Err(missing(Some(square)));
                }
                square
            }
        };
        if !chess960 && !matches!(rook.file(), 0 | 7) {
            let file = if rook.file() > king.file() { 7 } else { 0 };
            return Err(missing(Some(Square::at(file, king.rank()))));
        }
        // A rook that came from promotion has moved.
        if self.promoted.has(rook) {
            return Err(missing(Some(rook)));
        }
        Ok(rook)
    }

    /// Checks that an enemy pawn can have just passed the en passant square, if there is one.
    pub(crate) fn check_en_passant(&self, variant: Variant) -> Result<(), PositionError> {
        match self.en_passant.filter(|_| !self.can_have_been_passed(variant)) {
            Some(square) => Err(PositionError::EnPassant(square)),
            None => Ok(()),
        }
    }

    /// Whether an enemy pawn can have just made a double step over the en passant square: the pawn in front of it, the
    /// square itself and the one that the pawn left empty.
    pub(crate) fn can_have_been_passed(&self, variant: Variant) -> bool {
        let Some(square) = self.en_passant else { return false };
        let mover = !self.turn;
        let left = square.relative_rank(mover).checked_sub(1);
        left.is_some_and(|rank| variant.info().double_steps_from.contains(&rank))
            && self.board.piece_on(square.forward(mover)) == Some(Piece { color: mover, role: Role::Pawn })
            && self.board.role_on(square).is_none()
            && self.board.role_on(square.forward(self.turn)).is_none()
    }
}
