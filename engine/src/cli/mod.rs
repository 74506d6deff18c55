//! The commands of the command line, one module each: its arguments, and `run`.

pub mod analyse;
pub mod arrays;
pub mod bench;
pub mod data;
pub mod perft;
pub mod verify;
pub mod verify_bpgn;
pub mod verify_pgn;
