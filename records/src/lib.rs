//! Game records: reading and writing PGN, EPD and, for two boards, BPGN, and replaying games by the rules of their
//! variant.
//!
//! Readers are liberal and never give up: a fault names its line and move, and what is sound around it is kept.

pub mod bpgn;
pub mod encoding;
pub mod epd;
mod lexer;
pub mod pgn;
pub mod reader;
pub mod record;
pub mod replay;
mod result;
mod signs;
pub mod text;
