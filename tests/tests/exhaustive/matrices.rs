//! The files of `matrices` over all that their lists can be combined to, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
#![allow(dead_code, unused_imports, unused_macros)]

extern crate self as finch_tests;
#[path = "whole.rs"]
mod prelude;

use prelude::shared::{check, market, random};

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
