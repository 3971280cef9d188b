//! Programs over vectors.

mod reductions;
mod merges;
mod statements;
mod copies;
mod logic;
