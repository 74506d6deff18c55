//! The games: each rule in the file of its game.

pub mod bughouse;
pub mod chess;
pub mod crazyhouse;
pub mod doorgeef;
pub mod drops;
pub mod euwe;
