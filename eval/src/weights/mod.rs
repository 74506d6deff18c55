//! Every number of the evaluation, one table a game.

mod chess;
mod crazyhouse;
mod doorgeefsolo;
mod ha_lijnen;
mod superschaak;
mod table;

use movegen::piece::Role;

pub use chess::CHESS;
pub use crazyhouse::CRAZYHOUSE;
pub use doorgeefsolo::DOORGEEFSOLO;
pub use ha_lijnen::{HA_LIJNEN, HaLijnenWeights};
pub use superschaak::SUPERSCHAAK;
pub use table::Tree;

use crate::relation::RELATIONS;
use crate::tapered::Tapered;
use crate::term::Term;
use table::{Part, Values, weights};

/// Most squares a man can attack, plus one: an Amazon in the centre attacks 35.
pub const MOBILITY: usize = 36;

/// So many men of a role in hand count each for itself, further ones as the last of these.
pub const MEN_IN_HAND: usize = 4;

/// A number for each role.
pub type ByRole<T> = [T; Role::COUNT];

weights! {
    /// The numbers with which the games of the check rule are evaluated: scores in centipawns for the middle game and the
    /// endgame. In drop games the phase follows the men on the board, whatever is in hand.
    pub struct Weights<S> {
        /// Values for exchanges and move ordering.
        pub values: ByRole<i32>,
        /// What a man on the board adds to the phase.
        pub phase: ByRole<i32>,
        /// The right to move.
        pub tempo: S,
        /// A man on the board.
        pub material: ByRole<S>,
        /// A man on a square as its owner sees it.
        pub squares: ByRole<[S; 64]>,
        /// A man seen from its own king (see [`relation`](crate::relation::relation)).
        pub from_own_king: ByRole<[S; RELATIONS]>,
        /// A man seen from the enemy king, by ranks as its owner sees them.
        pub from_their_king: ByRole<[S; RELATIONS]>,
        /// Squares that a piece attacks, not counting own pawns, the own king and squares under enemy pawns.
        pub mobility: ByRole<[S; MOBILITY]>,
        /// The first, second ... man of a role in the stock (so far other than zero in drop games alone).
        pub hand: ByRole<[S; MEN_IN_HAND]>,
        /// Places of pieces.
        pub pieces: PieceWeights<S>,
        /// Attacks on enemy men.
        pub threats: ThreatWeights<S>,
        /// Pawn structure.
        pub pawns: PawnWeights<S>,
        /// Passed pawns.
        pub passed: PassedWeights<S>,
        /// The king's safety.
        pub king: KingWeights<S>,
    }

    /// Places of pieces.
    pub struct PieceWeights<S> {
        /// Two bishops or more.
        pub bishop_pair: S,
        /// An own pawn on a square of a bishop's colour.
        pub pawns_of_bishop: S,
        /// A knight or bishop that a pawn supports on the fourth to sixth rank where no enemy pawn can attack it.
        pub outpost: ByRole<S>,
        /// A knight or bishop right behind a pawn.
        pub behind_pawn: S,
        /// A rook on a file without pawns.
        pub rook_open: S,
        /// A rook on a file without own pawns.
        pub rook_half_open: S,
        /// The right to castle to one side, to both.
        pub castling: [S; 2],
        /// A man marked `~`.
        pub promoted: ByRole<S>,
        /// A piece, for each own pawn on the board beyond five; less for each missing.
        pub with_pawns: ByRole<S>,
    }

    /// Attacks on enemy men, by the role of the man attacked. Pairs: not protected, or protected by a pawn or more men than
    /// attack it.
    pub struct ThreatWeights<S> {
        /// By a pawn.
        pub by_pawn: ByRole<S>,
        /// By a knight or bishop.
        pub by_minor: [ByRole<S>; 2],
        /// By a rook.
        pub by_rook: [ByRole<S>; 2],
        /// By a queen or superpiece.
        pub by_strong: [ByRole<S>; 2],
        /// Attacked and not defended at all.
        pub hanging: ByRole<S>,
        /// By the king, not protected.
        pub by_king: S,
        /// A piece that a safe step of a pawn would attack.
        pub by_push: S,
    }

    /// Pawns, by own rank where it matters.
    pub struct PawnWeights<S> {
        /// No own pawn on a neighbouring file.
        pub isolated: S,
        /// An own pawn ahead on the file.
        pub doubled: S,
        /// Left behind by its neighbours, the square ahead guarded by an enemy pawn.
        pub backward: S,
        /// Isolated or backward with no enemy pawn ahead on the file.
        pub weak_unopposed: S,
        /// Protected by a pawn.
        pub supported: [S; 8],
        /// Beside a pawn.
        pub phalanx: [S; 8],
    }

    /// Passed pawns, by own rank.
    pub struct PassedWeights<S> {
        /// No enemy pawn ahead on its own or a neighbouring file, no own pawn ahead.
        pub rank: [S; 8],
        /// The next square is free of men.
        pub free: [S; 8],
        /// No enemy man on the way to promotion, and no square of it attacked.
        pub safe_path: [S; 8],
        /// The next square is attacked by the enemy.
        pub hindered: [S; 8],
        /// The next square is covered by an own man.
        pub helped: [S; 8],
        /// Also by the king's distance from the next square.
        pub own_king: [[S; 8]; 8],
        /// Also by the enemy king's distance from the next square.
        pub their_king: [[S; 8]; 8],
        /// An own, an enemy rook behind it on the file.
        pub rook_behind: [S; 2],
    }

    /// The danger to a king, in units of which [`Sum::danger`](crate::term::Sum::danger) makes a score.
    pub struct KingWeights<S> {
        /// Always there.
        pub base: S,
        /// A piece that attacks squares round the king.
        pub attacker: ByRole<S>,
        /// So many such pieces.
        pub attackers: [S; 6],
        /// Each square round the king that a piece attacks.
        pub hit: S,
        /// Each square round the king that is attacked and only the king, or nobody, defends.
        pub weak: S,
        /// Each of them next to the king that is attacked twice.
        pub contact: S,
        /// So many squares to which the king can go.
        pub escapes: [S; 9],
        /// Each square of the king's flank that the enemy attacks.
        pub flank_attacked: S,
        /// Each of them that is attacked twice.
        pub flank_attacked_twice: S,
        /// Each square of the flank that is covered.
        pub flank_defended: S,
        /// A kind of piece that can check, but from no safe square.
        pub check: ByRole<S>,
        /// A kind of piece that can check from one safe square.
        pub safe_check: ByRole<S>,
        /// A kind of piece that can check from more safe squares.
        pub safe_checks: ByRole<S>,
        /// A kind of man in hand that can be dropped on a square from which it attacks the king.
        pub drop_check: ByRole<S>,
        /// The same, on a square that the defender does not cover.
        pub safe_drop_check: ByRole<S>,
        /// One, two, three or more men of a role in the enemy's hand.
        pub hand: ByRole<[S; 3]>,
        /// A kind of man in the own hand.
        pub own_hand: ByRole<S>,
        /// An empty square round the king that only the king or nobody covers while the enemy has men in hand.
        pub hole: S,
        /// Each own pawn before the king, next to it and one rank further.
        pub shield: [S; 2],
        /// A file at the king without own pawns.
        pub open_file: S,
        /// A file at the king without enemy pawns.
        pub their_open_file: S,
        /// The attacker has no queen, empress or amazon, on the board or in hand.
        pub no_queen: S,
    }
}

impl Weights {
    /// The table as a tree, to write it down by.
    pub fn tree(&self) -> Tree {
        Values::tree(self)
    }
}

impl<S: Term> Weights<S> {
    /// The table with every entry replaced by what `f` makes of it, always in the same order. Values for exchanges and
    /// phases are kept.
    pub fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> Weights<T> {
        Part::map(self, f)
    }
}

/// A middle-game and an endgame score, as the tables are written.
const fn t(middle: i32, end: i32) -> Tapered {
    Tapered::new(middle, end)
}
