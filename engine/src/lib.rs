//! Search, clock, transposition table, sessions and protocols of Kwartslag.

mod bench;
pub mod cli;
pub mod clock;
mod display;
pub mod limits;
pub mod memory;
pub mod report;
pub mod score;
pub mod search;
mod session;
pub mod strength;
pub mod table;
mod team;
pub mod uci;
mod win_rates;
