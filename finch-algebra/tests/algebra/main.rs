//! Values, operators, reducers and semirings: what they compute, and what types know of it.

mod casts;
mod common;
mod elementary;
mod faults;
mod integers;
mod knowledge;
mod operators;
mod own;
mod reducers;
mod semirings;
mod styles;
