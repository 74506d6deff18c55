//! Correction history: by how much the search has differed from the static evaluation in positions with the same
//! pawns, pieces of a colour that stand on the same squares and move in the same lines, the same hands, or after the
//! same moves.

use movegen::bitboard::Bitboard;
use movegen::core::Core;
use movegen::piece::{Color, Role};

use super::history::Context;

/// Values by side to move and feature (by the last moves for both sides); a power of two.
const SLOTS: usize = 16_384;
/// Kinds of features: pawns, White's pieces, Black's pieces, hands.
const KINDS: usize = 4;
/// Units half a centipawn.
const UNITS: i32 = 256;
/// Most that one feature corrects, in half centipawns.
const MOST: i32 = 64;

/// What was learnt about the evaluation's errors.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Correction {
    by_feature: Vec<[i16; KINDS]>,
    by_moves: Vec<i16>,
}

/// The places in the tables that concern one position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Features {
    slots: [usize; KINDS],
    moves: Option<usize>,
}

/// A cheap hash of bitboards, to an index below [`SLOTS`].
#[inline(always)]
fn mix(sets: [Bitboard; 3], turn: Color) -> usize {
    let hash = sets[0].0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ sets[1].0.wrapping_mul(0xC2B2_AE3D_27D4_EB4F)
        ^ sets[2].0.wrapping_mul(0x1656_67B1_9E37_79F9);
    let hash = hash ^ hash >> 29;
    (hash.wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 51) as usize * 2 + turn.index()
}

impl Features {
    /// The features of a position that was reached by these moves.
    #[inline(always)]
    pub(crate) fn of(core: &Core, context: &Context) -> Features {
        let board = core.board();
        let turn = core.turn();
        let pieces = |color| {
            let own = board.color(color).without(board.role(Role::Pawn));
            let straight = board.role(Role::Rook) | board.role(Role::Queen) | board.role(Role::Empress);
            let diagonal = board.role(Role::Bishop) | board.role(Role::Queen) | board.role(Role::Princess);
            mix([own, own & straight, own & diagonal], turn)
        };
        let pawns =
            mix([board.men(Color::White, Role::Pawn), board.men(Color::Black, Role::Pawn), Bitboard::EMPTY], turn);
        let hand = |color| Bitboard(core.stock().of(color).bits());
        let hands = mix([hand(Color::White), hand(Color::Black), Bitboard::EMPTY], turn);
        let moves = match (context[0], context[1]) {
            (Some(last), Some(before)) => Some((last.index() * 37 + before.index() * 1_021) % SLOTS),
            _ => None,
        };
        Features { slots: [pawns, pieces(Color::White), pieces(Color::Black), hands], moves }
    }
}

impl Correction {
    /// What to add to the static evaluation, in centipawns.
    #[inline(always)]
    pub(crate) fn of(&self, features: &Features) -> i32 {
        let mut sum = 0;
        for (kind, &slot) in features.slots.iter().enumerate() {
            sum += i32::from(self.by_feature[slot][kind]);
        }
        sum += features.moves.map_or(0, |slot| i32::from(self.by_moves[slot]));
        sum / (2 * UNITS)
    }

    /// Remembers that a search `depth` plies deep differed from the static evaluation by so many centipawns.
    pub(crate) fn note(&mut self, features: &Features, error: i32, depth: i32) {
        let bonus = (error * depth * UNITS / 8).clamp(-MOST * UNITS / 4, MOST * UNITS / 4);
        for (kind, &slot) in features.slots.iter().enumerate() {
            learn(&mut self.by_feature[slot][kind], bonus);
        }
        if let Some(slot) = features.moves {
            learn(&mut self.by_moves[slot], bonus);
        }
    }
}

impl Default for Correction {
    fn default() -> Correction {
        Correction { by_feature: vec![[0; KINDS]; SLOTS], by_moves: vec![0; SLOTS] }
    }
}

/// Moves a value towards the bonus, the less the nearer it is to its bound.
#[inline(always)]
fn learn(value: &mut i16, bonus: i32) {
    let now = i32::from(*value);
    *value = (now + bonus - now * bonus.abs() / (MOST * UNITS)) as i16;
}

#[cfg(test)]
mod tests {
    use movegen::fen;
    use movegen::moves::{Move, MoveKind};
    use movegen::position::Position;
    use movegen::rules::Variant;
    use movegen::square::Square;
    use movegen::variants::chess::Chess;
    use movegen::variants::drops::Drops;

    use super::*;
    use crate::search::history::PieceTo;

    fn features(text: &str) -> Features {
        let position: Chess = fen::parse(text, Variant::Chess, false).expect("a sound position");
        Features::of(position.core(), &Context::default())
    }

    #[test]
    fn errors_are_remembered_within_bounds_and_shared_by_what_is_alike() {
        let here = features("4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1");
        let same_pawns = features("3k4/pp6/8/8/8/8/PP6/2N1K3 w - - 0 1");
        let other_player = features("4k3/pp6/8/8/8/8/PP6/R3K3 b - - 0 1");
        let mut correction = Correction::default();
        for _ in 0..1000 {
            correction.note(&here, 5000, 60);
        }
        let most = KINDS as i32 * MOST / 2;
        assert!(correction.of(&here) > most * 9 / 10 && correction.of(&here) <= most);
        assert!((1..=most / 2).contains(&correction.of(&same_pawns)));
        assert_eq!(correction.of(&other_player), 0);
        for _ in 0..1000 {
            correction.note(&here, -5000, 60);
        }
        assert!(correction.of(&here) < -most * 9 / 10);
    }

    /// What is learnt of one position counts the less in another the more it differs: each feature has its part.
    #[test]
    fn every_feature_has_its_part() {
        let last = [("e2", "e4"), ("e7", "e5")].map(|(from, to)| {
            let [from, to] = [from, to].map(|text| Square::parse(text).unwrap());
            Some(PieceTo::of(Move::new(MoveKind::Normal, Role::Pawn, from, to)))
        });
        let context = [last[0], last[1], None];
        let features = |text: &str, context: &Context| {
            let position: Drops = fen::parse(text, Variant::Crazyhouse, false).expect("a sound position");
            Features::of(position.core(), context)
        };
        let here = features("r3k3/pp6/8/8/8/8/PP6/R3K3[Nn] w - - 0 1", &context);
        let mut correction = Correction::default();
        for _ in 0..1000 {
            correction.note(&here, 5000, 60);
        }
        let whole = correction.of(&here);
        for (other, context) in [
            ("r3k3/p1p5/8/8/8/8/PP6/R3K3[Nn] w - - 0 1", &context),
            ("r3k3/pp6/8/8/8/8/PP6/1R2K3[Nn] w - - 0 1", &context),
            ("1r2k3/pp6/8/8/8/8/PP6/R3K3[Nn] w - - 0 1", &context),
            ("r3k3/pp6/8/8/8/8/PP6/R3K3[Bn] w - - 0 1", &context),
            ("r3k3/pp6/8/8/8/8/PP6/R3K3[Nn] w - - 0 1", &[last[1], last[0], None]),
        ] {
            let part = correction.of(&features(other, context));
            assert!(part > whole / 2 && part < whole * 9 / 10, "{other}: {part} of {whole}");
        }
    }
}
