//! Levels that store a half of a square: their arrays, what they refuse, and reading them with others.

mod symmetric;
mod testing;
mod triangular;
