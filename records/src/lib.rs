//! Game records: reading and writing PGN, EPD and BPGN (two boards), and replaying games by the rules of their variant.
//!
//! Readers are liberal and never give up: a fault is reported with its line and move, and whatever is sound around it is
//! kept. Reading takes time linear in the size of the text.
//!
//! - [`reader`]: the games of a file, on one board or two, told apart by the text.
//! - [`pgn`], [`bpgn`], [`epd`]: one format each. [`encoding`]: bytes to text.
//! - [`replay`]: a game played again by its rules, with its first fault.
//! - [`record`] and [`bpgn::record`]: from a game that was played to its text.
//!
//! ```
//! let file = b"[Event \"club\"]\n\n1. e4 {best by test} e5 2. Nf3 \xb1 Nc6 1/2-1/2\n\n1A. d4 1B. e4 1a. d5 *\n";
//! let games = records::reader::read(file);
//! let replay = games[0].replay().unwrap();
//! assert_eq!(replay.moves, ["e2e4", "e7e5", "g1f3", "b8c6"]);
//! assert_eq!((games[0].result(), replay.fault), ("1/2-1/2", None));
//! assert_eq!(games[1].replay().unwrap().moves, ["1d2d4", "2e2e4", "1d7d5"]);
//! ```

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
