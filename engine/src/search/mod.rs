//! The search: iterative deepening, principal variation search and quiescence over any game, by any number of threads.

mod alpha_beta;
mod correction;
mod history;
mod iterations;
mod job;
mod node;
mod ordering;
pub(crate) mod parameters;
mod pruning;
mod quiescence;
mod quiet_scores;
mod root_move;
mod state;
mod think;
mod worker;

pub use state::{ResourceNote, SharedState};
pub use think::think;
