//! Search, clock, transposition table, sessions and protocols of Kwartslag.

pub mod cli;
pub mod limits;
pub mod report;
