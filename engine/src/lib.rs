//! The engine as a library: search, threads, clock, transposition table, and sessions of every game. It knows no protocol and
//! no command line.
//!
//! - [`session`]: a game that can think, on one board or two. [`session::open`] is the door.
//! - [`host`]: the thinking thread. A protocol gives it jobs and hears events, and never waits for a search.
//! - [`options`]: what users may set, as data from which any protocol announces and reads it.
//! - [`search`]: the search itself, generic over the position, with what it learns.
//! - [`team`]: thinking for two players on two boards. [`strength`]: weaker play.
//!
//! ```
//! use engine::limits::{Control, Limits};
//! use engine::search::SharedState;
//! use engine::session::{self, Request, Rules};
//! use movegen::rules::Variant;
//!
//! let fen = "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1";
//! let opened = session::open(&Rules::new(Variant::Chess), Some(fen), &[])?;
//! let request = Request::new(Limits { depth: Some(2), ..Limits::default() });
//! let answer = opened.session.think(&SharedState::new(1), &Control::new(false), request, &|_info, _line| {});
//! assert_eq!(answer.best.as_deref(), Some("e1e8"));
//! # Ok::<(), session::OpenError>(())
//! ```

pub mod bench;
pub mod clock;
mod display;
pub mod host;
pub mod limits;
pub mod memory;
pub mod options;
pub mod report;
pub mod score;
pub mod search;
pub mod session;
pub mod strength;
pub mod table;
pub mod team;
pub mod threads;
pub mod win_rates;
