//! Exact rules, move generation and text formats of chess, the drop games, superschaak and HA-lijnen.
//!
//! From bits to legal moves, in the order of dependency: squares and sets of them, men, attacks, moves,
//! board and stock, rules as values, positions, generation, the games, text.

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
mod message;
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
