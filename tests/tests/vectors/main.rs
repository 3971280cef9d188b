//! Programs over vectors.

mod copies;
mod logic;
mod merges;
mod passes;
mod reductions;
mod statements;
