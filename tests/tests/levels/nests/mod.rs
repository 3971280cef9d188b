//! Round trips: data into a nest, out of it as triplets, densely, in compressed rows and in coordinates, and back.
//!
//! Each nest is converted from and to one of two common ones, by turns. Further nests, and pairs of vectors, are in `all_nests`.

mod data;
mod halves;
mod limited;
mod matrices;
mod trips;
mod vectors;
