//! Matches between engines: processes that speak UCI, refereed by the rules of [`movegen`].

pub mod adjudication;
pub mod cli;
pub mod config;
pub mod directives;
pub mod openings;
pub mod outcome;
pub mod play;
pub mod process;
pub mod random;
pub mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod standings;
pub mod stats;
pub mod storage;
pub mod time_control;
pub mod uci;
