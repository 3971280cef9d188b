//! The files of `properties` over all that their lists can be combined to, see `finch_tests::each`.

// Pairs of formats nest deeper than one of them. Cases that are no case of a list are tested where the files stand.
#![recursion_limit = "512"]
#![allow(dead_code, unused_imports, unused_macros)]

extern crate self as finch_tests;
mod prelude;

use prelude::shared::{check, nest, operand, oracle, random};

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
