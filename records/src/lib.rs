//! Game records: replaying games of any one-board game behind one type; PGN, EPD and, for two boards, BPGN, reading and
//! writing.
//!
//! Readers are liberal and never give up: a fault names its line and move, and what was read before it is kept.

pub mod any_game;
pub mod bpgn;
pub mod epd;
pub mod pgn;
pub mod record;
pub mod replay;
mod text;
