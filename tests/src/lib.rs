//! What the tests share: the data, start positions, random games, and positions seen from the other side.

pub mod mates;

use std::path::PathBuf;

use movegen::board::Board;
use movegen::fen;
use movegen::moves::Move;
use movegen::piece::{Color, Piece};
use movegen::position::Position;
use movegen::rules::Variant;
use movegen::setup::Setup;
use movegen::square::Square;
use movegen::stock::Stock;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A file of `tests/data`.
pub fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The text of a file of `tests/data`.
pub fn data_text(name: &str) -> String {
    std::fs::read_to_string(data(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The different one-board positions in the perft suite of a game, as FENs.
pub fn suite_fens(name: &str) -> Vec<String> {
    let text = data_text(&format!("perft/{name}.tsv"));
    let fens = text.lines().skip(1).filter_map(|line| line.split('\t').nth(1));
    let mut fens: Vec<String> = fens.filter(|fen| !fen.contains('|')).map(str::to_string).collect();
    fens.dedup();
    fens
}

/// The back rank of an array of Chess960, numbered 0 to 959 as by Scharnagl.
pub fn chess960_rank(number: u32) -> String {
    let mut rank = [' '; 8];
    let (n, light) = (number / 4, number % 4);
    let (n, dark) = (n / 4, n % 4);
    let (knights, queen) = (n / 6, n % 6);
    rank[2 * light as usize + 1] = 'B';
    rank[2 * dark as usize] = 'B';
    let mut put = |nth: usize, letter| {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file] == ' ').collect();
        rank[free[nth]] = letter;
    };
    put(queen as usize, 'Q');
    let (first, second) =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][knights as usize];
    put(second, 'N');
    put(first, 'N');
    for letter in ['R', 'K', 'R'] {
        put(0, letter);
    }
    rank.iter().collect()
}

/// The FEN of an array of Chess960.
pub fn chess960_fen(number: u32) -> String {
    let rank = chess960_rank(number);
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1", rank.to_lowercase())
}

/// Where random games begin: the start position (with `chess960` an array of Chess960), else now and then a position
/// of the perft suite. Deterministic in the seed.
pub fn random_start<P: Position>(variant: Variant, chess960: bool, suite: &[String], seed: u64) -> P {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let fen = if seed % 2 == 1 && !suite.is_empty() {
        suite[rng.random_range(0..suite.len())].clone()
    } else if chess960 {
        chess960_fen(rng.random_range(0..960))
    } else {
        variant.start_fen().to_string()
    };
    fen::parse(&fen, variant, chess960).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays random legal moves until there are none or `plies` are played, and shows each position on the way.
pub fn random_game<P: Position>(mut position: P, plies: u32, seed: u64, mut show: impl FnMut(&P, &[Move])) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..plies {
        let moves = position.legal_moves();
        show(&position, &moves);
        if moves.is_empty() {
            return;
        }
        position.make(moves[rng.random_range(0..moves.len())], &mut ());
    }
}

/// The set-up seen from the other side: colours exchanged and the board mirrored, or turned by half where files have
/// owners (HA-lijnen). `None` if the game, there, is not the same for both (castling on a turned board, the prelude).
pub fn other_side(setup: &Setup, variant: Variant) -> Option<Setup> {
    let turned = variant == Variant::Halijnen;
    if setup.prelude.is_some() || (turned && !setup.castling.is_empty()) {
        return None;
    }
    let image = |square: Square| if turned { Square::new(63 - square.index() as u8) } else { square.flip() };
    let mut board = Board::EMPTY;
    for square in setup.board.occupied() {
        let piece = setup.board.piece_on(square)?;
        board.put(Piece { color: !piece.color, role: piece.role }, image(square));
    }
    let swapped = |letter: &char| {
        if letter.is_ascii_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
    };
    Some(Setup {
        board,
        promoted: setup.promoted.iter().map(image).collect(),
        stock: setup.stock.map(|stock| Stock([stock.of(Color::Black), stock.of(Color::White)])),
        turn: !setup.turn,
        castling: setup.castling.iter().map(swapped).collect(),
        en_passant: setup.en_passant.map(image),
        won: setup.won.map(|(white, black)| (black, white)),
        ..setup.clone()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chess960_array_518_is_the_orthodox_one() {
        assert_eq!(chess960_rank(518), "RNBQKBNR");
        assert_eq!(chess960_rank(0), "BBQNNRKR");
        assert_eq!(chess960_rank(959), "RKRNNQBB");
    }
}
