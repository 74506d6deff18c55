//! The commands of the command line, one module each: its arguments, and `run`.

pub mod analyse;
pub mod arrays;
pub mod bench;
pub mod data;
pub mod perft;
pub mod verify;
mod verify_bpgn;
mod verify_pgn;
