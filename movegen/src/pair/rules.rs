//! The rules that need both boards, in the file of the game that has them.

pub(crate) mod bughouse;
pub(crate) mod doorgeef;
pub(crate) mod euwe;
