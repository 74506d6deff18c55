//! Search, clock, transposition table, sessions and protocols of Kwartslag.

pub mod report;
pub mod limits;
