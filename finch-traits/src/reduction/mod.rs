//! Reductions and short stretches: what is summed up in several accumulators, and what is stored several values at a time.

pub mod brief;
