//! The files of `indices` over what is too much for each run of the tests, see `finch_tests::each`.

// As there.
#![recursion_limit = "512"]
// Cases that are no case of a list are tested where the files stand.
#![allow(dead_code, unused_imports, unused_macros)]

extern crate finch_tests as shared;
extern crate self as finch_tests;

use shared::{check, random};

mod prelude {
    pub(crate) use shared::prelude::*;
    pub(crate) use shared::{none as some, rest as each};
}

#[path = "../indices/matrices.rs"]
mod matrices;
#[path = "../indices/vectors.rs"]
mod vectors;
#[path = "../indices/views.rs"]
mod views;
#[path = "../indices/written.rs"]
mod written;
