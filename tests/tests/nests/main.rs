//! Round trips: data into a nest, out of it as triplets, densely, in compressed rows and in coordinates, and back.
//!
//! Each nest is converted from and to two common ones, and pairs of vectors into each other.

mod data;
mod halves;
mod higher;
mod leaves;
mod limited;
mod matrices;
mod trips;
mod vectors;
