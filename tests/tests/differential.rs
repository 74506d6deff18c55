//! The same legal moves as shakmaty (chess, Chess960, crazyhouse) and cozy-chess (chess) on 100,000 positions
//! of random games.

use std::collections::BTreeMap;

use kwartslag_tests::{random_start, suite_fens};
use movegen::fen;
use movegen::moves::{Move, MoveKind};
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::variants::chess::Chess;
use movegen::variants::drops::Drops;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

const POSITIONS: u32 = 100_000;
const PLIES: u32 = 200;

/// What every program says of a move: squares left and reached (castling: king and rook) by number, and the letter of
/// what a pawn becomes or of the man dropped.
type Said = (u8, u8, char);

const DROP: u8 = 64;

fn ours(mv: Move) -> Said {
    let (from, to) = (mv.from().index() as u8, mv.to().index() as u8);
    match mv.kind() {
        MoveKind::Drop => (DROP, to, mv.role().letter()),
        MoveKind::Promotion => (from, to, mv.role().letter()),
        _ => (from, to, ' '),
    }
}

/// Another program's position.
trait Oracle: Sized {
    type Move: Clone;
    fn read(fen: &str, chess960: bool) -> Self;
    fn moves(&self) -> BTreeMap<Said, Self::Move>;
    fn play(&mut self, mv: Self::Move);
    /// The FEN as that program writes it, if it writes the same as we do but for the order of a stock.
    fn fen(&self) -> Option<String>;
}

impl<S> Oracle for S
where
    S: shakmaty::Position + shakmaty::FromSetup + Clone + std::fmt::Debug,
{
    type Move = shakmaty::Move;

    fn read(fen: &str, chess960: bool) -> S {
        use shakmaty::{CastlingMode, PositionError, fen::Fen};
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        // Positions that cannot arise in a game are no fault of the move generator.
        fen.into_position(mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    fn moves(&self) -> BTreeMap<Said, shakmaty::Move> {
        let letter = |role: Option<shakmaty::Role>| role.map_or(' ', |role| role.upper_char());
        let said = |mv: &shakmaty::Move| match *mv {
            shakmaty::Move::Normal { from, to, promotion, .. } => (u8::from(from), u8::from(to), letter(promotion)),
            shakmaty::Move::EnPassant { from, to } => (from.into(), to.into(), ' '),
            shakmaty::Move::Castle { king, rook } => (king.into(), rook.into(), ' '),
            shakmaty::Move::Put { role, to } => (DROP, to.into(), letter(Some(role))),
        };
        self.legal_moves().into_iter().map(|mv| (said(&mv), mv)).collect()
    }

    fn play(&mut self, mv: shakmaty::Move) {
        self.play_unchecked(mv);
    }

    fn fen(&self) -> Option<String> {
        Some(shakmaty::fen::Fen::from_position(self, shakmaty::EnPassantMode::Legal).to_string())
    }
}

struct Cozy(cozy_chess::Board);

impl Oracle for Cozy {
    type Move = cozy_chess::Move;

    fn read(fen: &str, _: bool) -> Cozy {
        Cozy(cozy_chess::Board::from_fen(fen, false).unwrap_or_else(|error| panic!("{fen}: {error}")))
    }

    fn moves(&self) -> BTreeMap<Said, cozy_chess::Move> {
        let mut moves = BTreeMap::new();
        self.0.generate_moves(|set| {
            for mv in set {
                let letter = match mv.promotion {
                    None => ' ',
                    Some(piece) => char::from(piece).to_ascii_uppercase(),
                };
                moves.insert((mv.from as u8, mv.to as u8, letter), mv);
            }
            false
        });
        moves
    }

    fn play(&mut self, mv: cozy_chess::Move) {
        self.0.play_unchecked(mv);
    }

    fn fen(&self) -> Option<String> {
        None
    }
}

/// Plays random games in both programs until enough positions were compared.
fn compare<P: Position, O: Oracle>(variant: Variant, chess960: bool) {
    let suite = suite_fens(if chess960 { "chess960" } else { variant.id() });
    let mut compared = 0;
    for seed in 0.. {
        let mut position: P = random_start(variant, chess960, &suite, seed);
        let mut oracle = O::read(&fen::write(&position), chess960);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..PLIES {
            let moves: BTreeMap<Said, Move> = position.legal_moves().iter().map(|&mv| (ours(mv), mv)).collect();
            let theirs = oracle.moves();
            assert!(moves.keys().eq(theirs.keys()), "{variant} {}", fen::write(&position));
            if let Some(fen) = oracle.fen() {
                let theirs: P = fen::parse(&fen, variant, chess960).unwrap_or_else(|error| panic!("{fen}: {error}"));
                assert_eq!(fen::write(&position), fen::write(&theirs));
            }
            compared += 1;
            if compared == POSITIONS {
                return;
            }
            if moves.is_empty() {
                break;
            }
            let chosen = rng.random_range(0..moves.len());
            if let (Some(&mv), Some(theirs)) = (moves.values().nth(chosen), theirs.into_values().nth(chosen)) {
                position.make(mv, &mut ());
                oracle.play(theirs);
            }
        }
    }
}

#[test]
fn chess_like_shakmaty() {
    compare::<Chess, shakmaty::Chess>(Variant::Chess, false);
}

#[test]
fn chess960_like_shakmaty() {
    compare::<Chess, shakmaty::Chess>(Variant::Chess, true);
}

#[test]
fn crazyhouse_like_shakmaty() {
    compare::<Drops, shakmaty::variant::Crazyhouse>(Variant::Crazyhouse, false);
}

#[test]
fn chess_like_cozy_chess() {
    compare::<Chess, Cozy>(Variant::Chess, false);
}
