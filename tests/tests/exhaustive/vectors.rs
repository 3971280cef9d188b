//! The files of `vectors` over what is too much for each run of the tests, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them. Cases that are no case of a list are tested where the files stand.
#![recursion_limit = "512"]
#![allow(dead_code, unused_imports, unused_macros)]

extern crate self as finch_tests;
mod prelude;

use prelude::shared::check;

#[path = "../vectors/copies.rs"]
mod copies;
#[path = "../vectors/merges.rs"]
mod merges;
#[path = "../vectors/passes.rs"]
mod passes;
#[path = "../vectors/reductions.rs"]
mod reductions;
#[path = "../vectors/statements.rs"]
mod statements;
