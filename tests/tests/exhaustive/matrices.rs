//! The files of `matrices` over what is too much for each run of the tests, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
// Cases that are no case of a list are tested where the files stand.
#![allow(dead_code, unused_imports, unused_macros)]

extern crate finch_tests as shared;
extern crate self as finch_tests;

use shared::{check, market, random};

mod prelude {
    pub(crate) use shared::prelude::*;
    pub(crate) use shared::{none as some, rest as each};
}

#[path = "../matrices/copies.rs"]
mod copies;
#[path = "../matrices/cubes.rs"]
mod cubes;
#[path = "../matrices/halves.rs"]
mod halves;
#[path = "../matrices/masks.rs"]
mod masks;
#[path = "../matrices/pairs.rs"]
mod pairs;
#[path = "../matrices/reductions.rs"]
mod reductions;
#[path = "../matrices/vectors.rs"]
mod vectors;
