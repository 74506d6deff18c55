//! Search, clock, transposition table, sessions and the thinking thread of Kwartslag.
//!
//! A program opens a [`session`], gives it to a [`host`] and hears the host's events; [`options`] are what users may set.
//! The library knows no protocol.

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
