//! Programs over vectors.

mod copies;
mod logic;
mod merges;
mod reductions;
mod statements;
