//! Matches between engines: processes that speak UCI, refereed by the rules of [`movegen`].

mod adjudication;
pub mod cli;
pub mod club;
mod config;
mod connection;
mod dialect;
mod openings;
mod options;
pub mod outcome;
mod play;
mod process;
pub mod random;
mod referee;
mod report;
pub mod runner;
mod schedule;
mod standings;
pub mod stats;
mod storage;
mod thinking;
mod time_control;
mod transcript;
mod uci;
mod worker;
