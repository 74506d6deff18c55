//! Matches between engines: processes that speak UCI, refereed by the rules of [`movegen`].

mod adjudication;
pub mod cli;
pub mod club;
mod config;
mod directives;
mod openings;
pub mod outcome;
mod play;
pub mod process;
pub mod random;
mod referee;
mod report;
pub mod runner;
mod schedule;
mod standings;
pub mod stats;
mod storage;
mod time_control;
mod uci;
