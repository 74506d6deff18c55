//! Endgames in which the stronger side wins less often than its men let it seem.

use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use crate::pieces::LIGHT;

/// The whole score, in 64ths.
const WHOLE: i32 = 64;
/// Bishops on squares of different colours and pawns.
const OPPOSITE_BISHOPS: i32 = 32;
// Without pawns and hardly more than the other side (values of Stockfish 11): less than a rook in all, more against a bishop at
// most, more against more.
const HARDLY_A_PIECE: i32 = 0;
const AGAINST_A_MINOR: i32 = 4;
const AGAINST_MORE: i32 = 14;

/// How many 64ths of the score count, in chess: men in hand and superpieces win otherwise.
#[inline(always)]
pub(crate) fn share(core: &Core, values: &[i32; Role::COUNT], phase: i32) -> i32 {
    if phase > MOST_PHASE { WHOLE } else { share_of_few(core, values) }
}

/// With more men on the board than these, by their phase, nothing is known to be drawish.
const MOST_PHASE: i32 = 8;

fn share_of_few(core: &Core, values: &[i32; Role::COUNT]) -> i32 {
    let board = core.board();
    let pawns = Color::ALL.map(|color| board.men(color, Role::Pawn).count() as i32);
    let pieces = Color::ALL.map(|color| {
        let worth = |role: Role| values[role.index()] * board.men(color, role).count() as i32;
        Role::ALL.into_iter().filter(|role| !matches!(role, Role::Pawn | Role::King)).map(worth).sum::<i32>()
    });
    let [white, black] = [0, 1].map(|side| pieces[side] + pawns[side] * values[Role::Pawn.index()]);
    // Of equals the one with more pawns, so that colours are treated alike.
    let [strong, weak] = if (white, pawns[0]) >= (black, pawns[1]) { [0, 1] } else { [1, 0] };
    let [bishop, rook] = [Role::Bishop, Role::Rook].map(|role| values[role.index()]);
    if pawns[strong] == 0 && pieces[strong] - pieces[weak] <= bishop {
        return match pieces[strong] {
            few if few < rook => HARDLY_A_PIECE,
            _ if pieces[weak] <= bishop => AGAINST_A_MINOR,
            _ => AGAINST_MORE,
        };
    }
    if pieces == [bishop; 2] && are_opposite(board.role(Role::Bishop)) { OPPOSITE_BISHOPS } else { WHOLE }
}

/// Whether of two bishops one stands on a light square and one on a dark.
fn are_opposite(bishops: Bitboard) -> bool {
    (bishops & LIGHT).any() && bishops.without(LIGHT).any()
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::position::Position;
    use movegen::rules::Variant;
    use movegen::variants::chess::Chess;

    use super::*;
    use crate::weights::CHESS;

    #[test]
    fn what_is_hard_to_win_counts_less() {
        for (men, expected) in [
            ("4k3/8/8/8/8/8/8/4KN2", 0),
            ("4k1b1/8/8/8/8/8/8/4KR2", 4),
            ("4k1r1/8/8/8/8/8/8/2B1KR2", 14),
            ("4k1b1/8/8/8/8/8/P7/4KR2", 64),
            ("4k3/8/8/8/8/8/8/4KQ2", 64),
            ("4k1b1/p7/8/8/8/8/PP6/2B1KB2", 64),
            ("4k1b1/p7/8/8/8/8/PP6/4KB2", 64),
            ("4k1b1/p7/8/8/8/8/PP6/2B1K3", 32),
            ("4k1r1/ppp5/8/8/8/8/8/4KB2", 64),
            ("4k1b1/ppp5/8/8/8/8/8/4KR2", 64),
            ("4k1q1/8/8/8/8/8/PP3PPP/4KR2", 64),
            ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R", 64),
        ] {
            for men in [
                men.to_string(),
                men.chars()
                    .map(|c| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() })
                    .collect(),
            ] {
                let position: Chess =
                    fen::parse(&format!("{men} w - - 0 1"), Variant::Chess, false).expect("a sound position");
                assert_eq!(share(position.core(), &CHESS.values, 4), expected, "{men}");
            }
        }
    }
}
