//! The files of `properties` over what is too much for each run of the tests, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
// Cases that are no case of a list are tested where the files stand.
#![allow(dead_code, unused_imports, unused_macros)]

extern crate finch_tests as shared;
extern crate self as finch_tests;

use shared::{check, nest, operand, oracle, random};

mod prelude {
    pub(crate) use shared::prelude::*;
    pub(crate) use shared::{none as some, rest as each};
}

#[path = "../properties/copies.rs"]
mod copies;
#[path = "../properties/data.rs"]
mod data;
#[path = "../properties/early.rs"]
mod early;
#[path = "../properties/fast.rs"]
mod fast;
#[path = "../properties/kernels.rs"]
mod kernels;
#[path = "../properties/lifecycles.rs"]
mod lifecycles;
#[path = "../properties/loops.rs"]
mod loops;
#[path = "../properties/statements.rs"]
mod statements;
#[path = "../properties/workspaces.rs"]
mod workspaces;
