//! Search, clock, transposition table, sessions and protocols of Kwartslag.

mod bench;
pub mod cli;
pub mod clock;
mod correction;
pub mod history;
pub mod knowledge;
pub mod limits;
mod listing;
pub mod memory;
pub mod ordering;
mod parameters;
mod picture;
mod pruning;
mod quiescence;
pub mod report;
pub mod score;
mod search;
mod session;
pub mod strength;
pub mod table;
mod team;
pub mod threads;
pub mod uci;
mod win_rates;
mod worker;
