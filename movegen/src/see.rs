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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use crate::notation::parse_uci;
    use crate::position::Position;
    use crate::rules::Variant;
    use crate::with_position_type;

    const VALUES: [i32; Role::COUNT] = [1, 3, 3, 5, 9, 0, 4, 7, 8, 13];

    /// The exchange wins this much and no more.
    #[track_caller]
    fn wins(variant: Variant, fen: &str, text: &str, value: i32) {
        with_position_type!(variant, P => {
            let position: P = fen::parse(fen, variant, false).unwrap();
            let mv = parse_uci(&position, text).unwrap();
            let found = (-20..=20).rev().find(|&threshold| position.see_ge(mv, threshold, &VALUES));
            assert_eq!(found, Some(value), "{fen} {text}");
            assert!((-20..=value).all(|threshold| position.see_ge(mv, threshold, &VALUES)), "{fen} {text}");
        });
    }

    #[test]
    fn every_role_is_an_attacker_in_the_order_of_value() {
        for order in [ORTHODOX, WITH_SUPER] {
            assert_eq!(order.last(), Some(&Role::King));
            assert!(
                order
                    .windows(2)
                    .all(|pair| { pair[1] == Role::King || VALUES[pair[0].index()] <= VALUES[pair[1].index()] })
            );
        }
        assert!(Role::ALL.iter().all(|role| WITH_SUPER.contains(role)));
    }

    #[test]
    fn exchanges_of_chess() {
        for (fen, text, value) in [
            // Nothing captured, nothing attacked; an undefended man; a defended one.
            ("4k3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d4", 0),
            ("4k3/8/3n4/4P3/8/8/8/4K3 w - - 0 1", "e5d6", 3),
            ("4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1", "d1d6", -4),
            ("4k3/2p5/8/8/8/8/8/3RK3 w - - 0 1", "d1d6", -5),
            // A rook behind the rook, a bishop behind the queen.
            ("4k3/2p5/3p4/8/8/8/3R4/3RK3 w - - 0 1", "d2d6", -3),
            ("4k3/8/3p4/4p3/8/2Q5/1B6/4K3 w - - 0 1", "c3e5", -7),
            // The defender's rook behind its rook, on the other side of the square.
            ("3r1k2/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", -4),
            ("3r1k2/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
            // The king takes back last, and only what nobody defends.
            ("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", -4),
            ("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 1),
            // The least valuable attacker first.
            ("4k3/8/2p5/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", -1),
            ("4k3/8/2p5/3p4/8/2N5/8/3RK3 w - - 0 1", "d1d5", -3),
            ("4k3/8/1n6/3p4/4P3/8/8/3QK3 w - - 0 1", "e4d5", 1),
            // A rook behind its own knight does not defend; nobody has to take back at a loss.
            ("3rk3/8/8/3n4/8/2B5/8/4K3 w - - 0 1", "c3d4", 0),
            ("3qk3/8/8/3n4/4P3/8/8/3RK3 w - - 0 1", "e4d5", 3),
            // En passant, with and without an answer.
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 1),
            ("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", 0),
            // En passant opens the file behind the pawn that is taken.
            ("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6 0 2", "e5d6", 1),
            // Promotion wins the piece and can lose it.
            ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 8),
            ("2r1k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -1),
            ("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", 13),
            ("1r1rk3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 4),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0),
        ] {
            wins(Variant::Chess, fen, text, value);
        }
    }

    #[test]
    fn exchanges_with_superpieces_and_drops() {
        for (fen, text, value) in [
            ("4k3/8/8/3v4/8/8/8/3EK3[] w - - 0 1", "d1d5", 4),
            ("4k3/1s6/8/3v4/8/8/8/3EK3[] w - - 0 1", "d1d5", -4),
            // The Amazon joins in on the diagonal, as a knight and on the file.
            ("4k3/1s6/8/3v4/8/8/A7/3EK3[] w - - 0 1", "d1d5", 3),
            ("4k3/1s6/8/3v4/8/2A5/8/3EK3[] w - - 0 1", "d1d5", 3),
            ("4k3/1s6/8/3v4/8/8/3E4/3AK3[] w - - 0 1", "d2d5", 3),
            // The less valuable piece takes first: after the Amazon's capture the princess is worth it.
            ("4k3/1s6/8/3v4/8/8/A7/3EK3[] w - - 0 1", "a2d5", -2),
            // A veteran defends as a king and as a knight.
            ("4k3/8/3v4/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", -4),
            ("4k3/5v2/8/3p4/8/8/8/2R1K3[] w - - 0 1", "c1c5", 0),
            ("4k3/8/1v6/3p4/8/8/8/3RK3[] w - - 0 1", "d1d5", -4),
        ] {
            wins(Variant::Superschaak, fen, text, value);
        }
        let hand = "4k3/2p5/8/8/8/8/8/4K3[N] w - - 0 1";
        wins(Variant::Crazyhouse, hand, "N@d6", -3);
        wins(Variant::Crazyhouse, hand, "N@e4", 0);
        wins(Variant::Crazyhouse, "4k3/2p5/8/8/8/8/8/3RK3[N] w - - 0 1", "N@d6", -2);
    }
}
