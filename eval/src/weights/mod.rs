//! Every number of the evaluation, one table a game.

mod ha_lijnen;
mod orthodox;

use movegen::piece::Role;

pub use ha_lijnen::{HA_LIJNEN, HaLijnenWeights};
pub use orthodox::{BUGHOUSE, CHESS, CRAZYHOUSE, DOORGEEF, DOORGEEFSOLO, SUPERSCHAAK};

use crate::tapered::Tapered;
use crate::term::DangerShape;

/// Most squares a man can attack, plus one: an Amazon in the centre attacks 35.
pub const MOBILITY: usize = 36;

/// The numbers with which the games of the check rule are evaluated. Scores in centipawns; danger in units
/// of which [`DangerShape`] makes a score.
#[derive(Clone, Copy, Debug)]
pub struct Weights<S = Tapered> {
    /// Values by role for exchanges and move ordering.
    pub values: [i32; Role::COUNT],
    /// A man on the board, by role.
    pub material: [S; Role::COUNT],
    /// A man on a square as its owner sees it, by role.
    pub squares: [[S; 64]; Role::COUNT],
    /// A man in hand (drop games), by role.
    pub hand: [S; Role::COUNT],
    /// What a man adds to the phase, on the board or in hand.
    pub phase: [i32; Role::COUNT],
    /// Squares that a piece attacks, not counting own men and squares under enemy pawns, by role.
    pub mobility: [[S; MOBILITY]; Role::COUNT],
    /// Pawns.
    pub pawns: PawnWeights<S>,
    /// Both bishops.
    pub bishop_pair: S,
    /// A rook on a file without pawns, or without own pawns.
    pub rook_open: S,
    /// A rook on a file without own pawns.
    pub rook_half_open: S,
    /// A piece that an enemy pawn attacks.
    pub threat_by_pawn: S,
    /// A rook or better that an enemy knight or bishop attacks.
    pub threat_by_minor: S,
    /// A man that is attacked and not defended.
    pub hanging: S,
    /// The right to move.
    pub tempo: S,
    /// The king's safety.
    pub king: KingWeights<S>,
    /// How the king's danger counts.
    pub danger: DangerShape,
}

/// Pawns, by own rank where it matters.
#[derive(Clone, Copy, Debug)]
pub struct PawnWeights<S = Tapered> {
    /// No enemy pawn ahead on its own or a neighbouring file.
    pub passed: [S; 8],
    /// A passed pawn whose next square is free of men.
    pub passed_free: [S; 8],
    /// No own pawn on a neighbouring file.
    pub isolated: S,
    /// An own pawn ahead on the file.
    pub doubled: S,
    /// Defended by a pawn, or beside one.
    pub connected: [S; 8],
}

/// The danger to a king, in units.
#[derive(Clone, Copy, Debug)]
pub struct KingWeights<S = Tapered> {
    /// A piece that attacks squares round the king, by role.
    pub attacker: [S; Role::COUNT],
    /// Each square round the king that a piece attacks.
    pub hit: S,
    /// Each square round the king that is attacked and only the king, or nobody, defends.
    pub weak: S,
    /// A kind of piece that can check from a safe square, by role.
    pub safe_check: [S; Role::COUNT],
    /// A kind of man in hand that can be dropped with check, by role; more if the square is safe.
    pub drop_check: [S; Role::COUNT],
    /// The same, on a square that the defender does not cover.
    pub safe_drop_check: [S; Role::COUNT],
    /// A man in the enemy's hand, by role, up to three of each.
    pub hand: [S; Role::COUNT],
    /// An empty square round the king that the defender does not cover while the enemy has men in hand.
    pub hole: S,
    /// Each own pawn before the king, next to it and one rank further.
    pub shield: [S; 2],
    /// A file at the king without own pawns.
    pub open_file: S,
    /// The attacker has no queen or better, on the board or in hand.
    pub no_queen: S,
    /// Always there.
    pub base: S,
}

impl<S: Copy> Weights<S> {
    /// The table with every entry replaced by what `f` makes of it, always in the same order. Values for exchanges,
    /// phases and the shape of the danger are kept.
    pub fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> Weights<T> {
        Weights {
            values: self.values,
            material: self.material.map(&mut *f),
            squares: self.squares.map(|row| row.map(&mut *f)),
            hand: self.hand.map(&mut *f),
            phase: self.phase,
            mobility: self.mobility.map(|row| row.map(&mut *f)),
            pawns: self.pawns.map(f),
            bishop_pair: f(self.bishop_pair),
            rook_open: f(self.rook_open),
            rook_half_open: f(self.rook_half_open),
            threat_by_pawn: f(self.threat_by_pawn),
            threat_by_minor: f(self.threat_by_minor),
            hanging: f(self.hanging),
            tempo: f(self.tempo),
            king: self.king.map(f),
            danger: self.danger,
        }
    }
}

impl<S: Copy> PawnWeights<S> {
    fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> PawnWeights<T> {
        PawnWeights {
            passed: self.passed.map(&mut *f),
            passed_free: self.passed_free.map(&mut *f),
            isolated: f(self.isolated),
            doubled: f(self.doubled),
            connected: self.connected.map(&mut *f),
        }
    }
}

impl<S: Copy> KingWeights<S> {
    fn map<T>(&self, f: &mut impl FnMut(S) -> T) -> KingWeights<T> {
        KingWeights {
            attacker: self.attacker.map(&mut *f),
            hit: f(self.hit),
            weak: f(self.weak),
            safe_check: self.safe_check.map(&mut *f),
            drop_check: self.drop_check.map(&mut *f),
            safe_drop_check: self.safe_drop_check.map(&mut *f),
            hand: self.hand.map(&mut *f),
            hole: f(self.hole),
            shield: self.shield.map(&mut *f),
            open_file: f(self.open_file),
            no_queen: f(self.no_queen),
            base: f(self.base),
        }
    }
}
