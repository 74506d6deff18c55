//! The commands of the command line, one module each: its arguments, and `run`.

pub(crate) mod analyse;
pub(crate) mod arrays;
pub(crate) mod bench;
pub(crate) mod data;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod schedule;
pub(crate) mod verify;
mod verify_games;
