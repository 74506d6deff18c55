//! The games and their house rules, as values.

mod variant;

use std::fmt;

pub use variant::{Variant, VariantInfo};

use crate::piece::Color;

/// Who gets a captured man.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Captured {
    /// The capturer, with the colour changed.
    OwnHand,
    /// The capturer's partner on the other board; seen alone, nobody.
    Partner,
}

/// Whether a drop may give check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DropCheck {
    /// It may, mate included.
    Allowed,
    /// Never, not even to parry a check (KNSB 2, Euwe 4c).
    Forbidden,
}

/// Where pawns may be dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PawnDrop {
    /// Ranks 2 to 7 (KNSB 3).
    FromSecondRank,
    /// The own ranks 1 to 7 (Euwe 4d, read literally).
    FromFirstRank,
}

/// What a pawn becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// Queen, rook, bishop or knight, marked `~`; captured it is a pawn again.
    Marked,
    /// A piece taken from the other board (Euwe 5); on a board seen alone any of the four, without a mark.
    Taken,
}

/// What it means to be on move without a legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoMove {
    /// Mate or stalemate, at once (crazyhouse).
    Ends,
    /// Mate if no man that may arrive could parry the check, else the player waits (rules.md 2.2).
    MateForGood,
    /// As before, and only when the partner cannot remove a mating piece by promoting (Euwe 7d).
    Definitive,
}

/// What two-board games do when one game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchEnd {
    /// The match is over with that result (bughouse).
    FirstResult,
    /// The other game goes on; both results are added up (KNSB 8).
    Sum,
}

/// What a fallen flag means in a two-board game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagFall {
    /// The game is lost, whatever the opponent has (Euwe 7c).
    Loses,
    /// The game is lost, but a draw if the opponent cannot possibly win (KNSB 7).
    LosesIfOpponentCanWin,
}

/// Who may agree on a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AgreedDraw {
    /// All four players, for the match (bughouse).
    AllFour,
    /// The two opponents on a board, for their game.
    Opponents,
    /// The two opponents for their game, and all four for the match (Euwe 6c, 7e).
    OpponentsOrAllFour,
}

/// House rules of the drop games (rules.md 2). The named presets are the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DropRules {
    /// The game these are the rules of.
    pub variant: Variant,
    /// Who gets a captured man.
    pub captured: Captured,
    /// Whether a drop may give check.
    pub drop_check: DropCheck,
    /// Where pawns may be dropped.
    pub pawn_drop: PawnDrop,
    /// What a pawn becomes.
    pub promotion: Promotion,
    /// What it means to have no legal move.
    pub no_move: NoMove,
    /// How the match ends.
    pub match_end: MatchEnd,
    /// What a fallen flag means.
    pub flag_fall: FlagFall,
    /// Who may agree on a draw.
    pub agreed_draw: AgreedDraw,
}

impl DropRules {
    /// Whether a king left in check may be captured: only where a taking can expose it (rules.md 2.3).
    #[inline(always)]
    pub const fn kings_fall(&self) -> bool {
        matches!(self.promotion, Promotion::Taken)
    }

    /// Whether the values fit together; every preset passes, or the build fails.
    pub(crate) const fn verify(&self) -> bool {
        match self.captured {
            Captured::OwnHand => matches!(self.no_move, NoMove::Ends) && matches!(self.promotion, Promotion::Marked),
            Captured::Partner => {
                !matches!(self.no_move, NoMove::Ends) && matches!(self.no_move, NoMove::Definitive) == self.kings_fall()
            }
        }
    }
}

/// Why a game is over (the words of game records).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The player on move is mated.
    Mate,
    /// No legal move and not in check.
    Stalemate,
    /// The third occurrence of a position.
    Repetition,
    /// A hundred half-moves without capture or pawn move.
    FiftyMoves,
    /// No sequence of moves can mate.
    DeadPosition,
    /// A king was captured (Euwe, HA-lijnen).
    KingCaptured,
    /// HA-lijnen: a player has fewer than eight men.
    FewMen,
    /// HA-lijnen: the last frame was won.
    Frames,
    /// HA-lijnen: the player on move cannot move.
    NoLegalMove,
    /// The result stood in the FEN or among the moves.
    Given,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::FiftyMoves => "fifty moves",
            Reason::DeadPosition => "dead position",
            Reason::KingCaptured => "king captured",
            Reason::FewMen => "fewer than 8 men",
            Reason::Frames => "frames",
            Reason::NoLegalMove => "no legal move",
            Reason::Given => "given",
        })
    }
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The player on move has a legal move.
    Ongoing,
    /// A board of a two-board game: no legal move now, but a man may still arrive.
    Waiting {
        /// The player who waits.
        color: Color,
        /// Whether that player is in check.
        check: bool,
    },
    /// Bughouse: the other board has decided the match.
    Stopped,
    /// A player has won.
    Won {
        /// The winner.
        winner: Color,
        /// The score, White first: 1-0 or 0-1; in HA-lijnen frames.
        score: (u8, u8),
        /// What won the game.
        reason: Reason,
    },
    /// Nobody has won, for this reason.
    Drawn(Reason),
}

impl Status {
    /// A win in a game that counts one point.
    pub const fn won(winner: Color, reason: Reason) -> Status {
        let score = match winner {
            Color::White => (1, 0),
            Color::Black => (0, 1),
        };
        Status::Won { winner, score, reason }
    }

    /// Whether no more move will be made on this board.
    pub const fn is_over(&self) -> bool {
        matches!(self, Status::Won { .. } | Status::Drawn(_) | Status::Stopped)
    }
}

/// The status words of game records: `ongoing`, `waiting white check`, `win black 0-1 mate`, ...
impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Ongoing => f.write_str("ongoing"),
            Status::Waiting { color, check } => {
                write!(f, "waiting {} {}", color.word(), if *check { "check" } else { "stalemate" })
            }
            Status::Stopped => f.write_str("stopped"),
            Status::Won { winner, score: (white, black), reason } => {
                write!(f, "win {} {white}-{black} {reason}", winner.word())
            }
            Status::Drawn(reason) => write!(f, "draw 1/2-1/2 {reason}"),
        }
    }
}
