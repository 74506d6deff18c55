//! The rules of chess, the drop games, superschaak and HA-lijnen: positions, legal moves, and positions and moves as text.
//!
//! The rules are those of `docs/rules.md`. This crate knows no search, no evaluation and no protocol.
//!
//! # Where to start
//!
//! - [`any_game`]: a game of any kind, on one board or two, behind one type. For programs that learn at run time what is
//!   played, and that deal in text.
//! - [`game::Game`] and [`pair::game::PairGame`]: a game with its history, for code that is generic over the type of the
//!   position.
//! - [`variants`]: the types of positions, and each rule in the file of its game.
//! - [`position::Position`]: what all positions have in common: legal moves, make and unmake, status.
//! - [`fen`] and [`notation`]: positions and moves as text.
//!
//! # Examples
//!
//! A game whose kind is known at run time:
//!
//! ```
//! use movegen::any_game;
//!
//! let mut game = any_game::open("superschaak".parse()?, "startpos")?.game;
//! for text in ["A@g1", "E@b8", "S@f1", "V@a8"] {
//!     game.play_uci(text)?;
//! }
//! assert_eq!(game.fen(), "vebqksar/pppppppp/8/8/8/8/PPPPPPPP/VEBQKSAR[RBNNrbnn] w Kk - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A position whose type is known at compile time:
//!
//! ```
//! use movegen::position::Position;
//! use movegen::rules::Variant;
//! use movegen::variants::chess::Chess;
//!
//! let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
//! let position: Chess = movegen::fen::parse(fen, Variant::Chess, false)?;
//! assert_eq!(position.legal_moves().len(), 48);
//! # Ok::<(), movegen::fen::FenError>(())
//! ```

pub mod any_game;
pub mod attacks;
pub mod bitboard;
pub mod board;
pub mod check_squares;
pub mod core;
mod cycle;
pub mod fen;
pub mod game;
mod generate;
pub mod message;
pub mod moves;
pub mod name;
pub mod notation;
pub mod observer;
pub mod pair;
pub mod perft;
pub mod piece;
pub mod position;
pub mod rules;
mod see;
pub mod setup;
pub mod square;
pub mod stock;
pub mod variants;
mod zobrist;
