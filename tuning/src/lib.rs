//! How the tables of the evaluation are made: games of the engine against itself ([`selfplay`]), and a fit of every
//! number of a table to what became of their positions ([`fit`]).

pub mod data;
mod finish;
pub mod fit;
mod guess;
pub mod model;
pub mod optimiser;
pub mod sample;
pub mod selfplay;
pub mod source;
mod structure;
