//! Programs over matrices and tensors of three dimensions.

mod copies;
mod cubes;
mod halves;
mod masks;
mod pairs;
mod reductions;
mod vectors;
