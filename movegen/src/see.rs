//! Static exchange evaluation.

use crate::attacks;
use crate::core::{Core, Family};
use crate::moves::{Move, MoveKind};
use crate::piece::Role;

/// From the least to the most valuable attacker; the king last, since it cannot be given up.
const ORTHODOX: &[Role] = &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// The same with the superpieces.
const WITH_SUPER: &[Role] = &[
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Veteran,
    Role::Rook,
    Role::Princess,
    Role::Empress,
    Role::Queen,
    Role::Amazon,
    Role::King,
];

impl Core {
    /// Whether the exchange on the target square of a legal move wins at least `threshold`. Pins and drops
    /// are not looked at; men behind others join in. The method is the swap-off of
    /// <https://www.chessprogramming.org/Static_Exchange_Evaluation>.
    pub(crate) fn see_ge<F: Family>(&self, mv: Move, threshold: i32, values: &[i32; Role::COUNT]) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castling {
            return threshold <= 0;
        }
        let mut occupied = self.board.occupied() | to.into();
        let mut gain = match mv.kind() {
            MoveKind::EnPassant => {
                occupied ^= Core::en_passant_victim(mv).into();
                values[Role::Pawn.index()]
            }
            MoveKind::Drop => 0,
            _ => self.board.role_on(to).map_or(0, |role| values[role.index()]),
        };
        if !mv.is_drop() {
            occupied ^= from.into();
        }
        if mv.is_promotion() {
            gain += values[mv.role().index()] - values[Role::Pawn.index()];
        }
        // What the side that captures next must still win back to fall short of the threshold.
        let mut swap = gain - threshold;
        if swap < 0 {
            return false;
        }
        swap = values[mv.role().index()] - swap;
        if swap <= 0 {
            return true;
        }
        let mut attackers = self.attackers::<F>(to, occupied) & occupied;
        let order = if F::SUPER { WITH_SUPER } else { ORTHODOX };
        let (mut side, mut reached) = (self.turn, true);
        loop {
            side = !side;
            let own = attackers & self.board.color(side);
            let Some(role) = order.iter().copied().find(|&role| (own & self.board.role(role)).any()) else {
                return reached;
            };
            reached = !reached;
            if role == Role::King {
                return reached != (attackers & self.board.color(!side)).any();
            }
            swap = values[role.index()] - swap;
            if swap < reached as i32 {
                return reached;
            }
            let attacker = own & self.board.role(role);
            occupied ^= attacker ^ attacker.without_first();
            attackers |= (attacks::rook(to, occupied) & self.straight::<F>())
                | (attacks::bishop(to, occupied) & self.diagonal::<F>());
            attackers &= occupied;
        }
    }
}
