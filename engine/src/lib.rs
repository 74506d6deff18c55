//! Search, clock, transposition table, sessions and protocols of Kwartslag.

pub mod bench;
pub mod cli;
pub mod clock;
pub mod history;
pub mod limits;
pub mod ordering;
mod quiescence;
pub mod report;
pub mod score;
mod search;
pub mod table;
pub mod threads;
