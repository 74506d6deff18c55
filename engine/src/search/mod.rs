//! The search: iterative deepening, principal variation search and quiescence over any game, by any number of threads.

mod alpha_beta;
mod correction;
mod history;
mod iterations;
mod node;
mod ordering;
pub(crate) mod parameters;
mod pruning;
mod quiescence;
mod quiet_scores;
mod state;
mod worker;

pub use iterations::{STACK, think};
pub use state::SharedState;
