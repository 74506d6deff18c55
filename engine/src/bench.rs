//! The bench: a fixed set of positions of every game, searched to a fixed depth by one thread. Its node count is
//! the checksum of the behaviour of search and evaluation.

use std::time::{Duration, Instant};

use eval::Evaluate;
use movegen::fen::{self, FenError};
use movegen::game::Game;
use movegen::name::GameName;
use movegen::rules::Variant;
use movegen::with_position_type;
use thiserror::Error;

use crate::limits::{Control, Limits, SearchOptions};
use crate::search::SharedState;
use crate::search::think;

/// Depth of every search if nobody says otherwise.
pub const DEPTH: u32 = 11;

/// Size of the table, emptied for each position, in mebibytes.
const TABLE: usize = 16;

/// Nodes and time of one game's positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BenchLine {
    /// The game.
    pub game: GameName,
    /// Moves made, over all positions.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

/// Why there is no result.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BenchError {
    /// The control stopped it.
    #[error("bench stopped")]
    Stopped,
    /// A position of the set is not one of its game: a fault of this program.
    #[error("a position of the bench is wrong: {0}")]
    Position(#[from] FenError),
}

/// Searches the positions of one game, or of all in the order of rules.md, to this depth. One entry for each game.
///
/// # Errors
/// The control stopped it, or a position is wrong.
pub fn bench(game: Option<GameName>, depth: u32, control: &Control) -> Result<Vec<BenchLine>, BenchError> {
    games(game).into_iter().map(|game| bench_game(game, depth, control)).collect()
}

/// This game, or all in the order of rules.md.
pub fn games(game: Option<GameName>) -> Vec<GameName> {
    match game {
        Some(game) => vec![game],
        None => Variant::ALL.map(GameName::from).to_vec(),
    }
}

fn bench_game(game: GameName, depth: u32, control: &Control) -> Result<BenchLine, BenchError> {
    let begun = Instant::now();
    let mut nodes = 0;
    for text in positions(game) {
        nodes += with_position_type!(game.variant, P => bench_position::<P>(text, game, depth, control)?);
    }
    if control.stopped() {
        return Err(BenchError::Stopped);
    }
    Ok(BenchLine { game, nodes, time: begun.elapsed() })
}

fn bench_position<P: Evaluate>(text: &str, game: GameName, depth: u32, control: &Control) -> Result<u64, FenError> {
    let game = Game::new(fen::read::<P>(text, game)?.0);
    let state = SharedState::new(TABLE);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let outcome = think(&game, &state, control, &limits, &SearchOptions::default(), &|_| {});
    Ok(outcome.nodes)
}

/// The set: openings, middle games, attacks and endings, with empty and with full hands.
pub fn positions(game: GameName) -> &'static [&'static str] {
    match game.variant {
        Variant::Chess if game.chess960 => &[
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        ],
        Variant::Chess => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1 w - - 0 7",
            "2r3k1/pp3ppp/4p3/3pP3/3P4/1P3N2/P4PPP/2R3K1 b - - 0 24",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "6k1/5ppp/3r4/8/3p4/1P3P2/P1R3PP/6K1 w - - 0 31",
        ],
        Variant::Crazyhouse | Variant::Doorgeefsolo | Variant::Bughouse | Variant::Doorgeef | Variant::Euwe => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            "r2qkb1r/ppp2ppp/2n2n2/3pp1B1/3PP1b1/2N2N2/PPP2PPP/R2QKB1R[NPbp] w KQkq - 0 1",
            "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1[QRBNPqrbnp] w - - 0 1",
            "r4rk1/ppp2ppp/3p1n2/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R2Q1RK1[Nnp] b - - 0 11",
            "2k5/pp3ppp/8/3p4/3P4/8/PP3PPP/4R1K1[RBqn] w - - 0 30",
        ],
        Variant::Superschaak => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[AESVaesv] w KQkq - 0 1 prelude=1",
            "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1",
            "rnvaks1r/ppp1pppp/4e3/3p4/3P4/4E3/PPP1PPPP/RNVAKS1R[QBBNqbbn] w KQkq - 0 5",
            "r3k3/1P4pp/4s3/8/2V5/8/p4PPP/4RK2[NBRqv] w - - 0 30",
        ],
        Variant::Halijnen => &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 frame=1/3 won=0-0",
            "r1b1kbnr/p1pppppp/n6q/1p6/4P2P/3B1N1R/PPPP1PP1/RNBQK3[] w Qkq - 0 6 frame=1/3 won=0-0",
        ],
    }
}
