//! The files of `vectors` over what is too much for each run of the tests, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
// Cases that are no case of a list are tested where the files stand.
#![allow(dead_code, unused_imports, unused_macros)]

extern crate finch_tests as shared;
extern crate self as finch_tests;

use shared::check;

mod prelude {
    pub(crate) use shared::prelude::*;
    pub(crate) use shared::{none as some, rest as each};
}

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
