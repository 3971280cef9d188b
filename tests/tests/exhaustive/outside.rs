//! The suite `outside` over all that its lists can be combined to, see `finch_tests::each`.

// As there.
#![recursion_limit = "512"]

extern crate finch_tests as shared;
extern crate self as finch_tests;

#[path = "../outside/bitmap.rs"]
pub mod bitmap;
#[path = "../outside/blocks64.rs"]
pub mod blocks64;
#[path = "../outside/level.rs"]
mod level;
#[path = "../outside/names.rs"]
mod names;

use shared::{check, market, random};

mod prelude {
    pub(crate) use crate::names::{self as nests, names, some};
    pub(crate) use shared::all as each;
    pub(crate) use shared::prelude::*;
}

#[path = "../vectors/copies.rs"]
mod vector_copies;
#[path = "../vectors/merges.rs"]
mod vector_merges;
#[path = "../vectors/reductions.rs"]
mod vector_reductions;
#[path = "../vectors/statements.rs"]
mod vector_statements;

#[path = "../matrices/copies.rs"]
mod matrix_copies;
#[path = "../matrices/cubes.rs"]
mod matrix_cubes;
#[path = "../matrices/masks.rs"]
mod matrix_masks;
#[path = "../matrices/pairs.rs"]
mod matrix_pairs;
#[path = "../matrices/reductions.rs"]
mod matrix_reductions;
#[path = "../matrices/vectors.rs"]
mod matrix_vectors;

#[path = "../indices/matrices.rs"]
mod index_matrices;
#[path = "../indices/vectors.rs"]
mod index_vectors;
#[path = "../indices/written.rs"]
mod index_written;
