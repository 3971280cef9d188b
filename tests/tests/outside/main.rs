//! Two levels that are written as a user's crate would write them, with public items alone, and every program over them.
//!
//! The programs are those of the suites `vectors`, `matrices` and `indices`: the same files. What they call `finch_tests` is
//! here this crate, with [lists of nests](names) of its own.

// As `indices`: one program of it has nine accesses.
#![recursion_limit = "512"]

extern crate finch_tests as shared;
extern crate self as finch_tests;

pub mod bitmap;
pub mod blocks64;
mod level;
mod names;

use shared::{check, market, random};

mod prelude {
    pub(crate) use crate::names::{self as nests, names, some};
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
