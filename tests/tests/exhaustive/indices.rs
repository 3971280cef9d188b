//! The files of `indices` over all that their lists can be combined to, see `finch_tests::each`.

// As there. Cases that are no case of a list are tested where the files stand.
#![recursion_limit = "512"]
#![allow(dead_code, unused_imports, unused_macros)]

extern crate self as finch_tests;
mod prelude;

use prelude::shared::{check, random};

#[path = "../indices/matrices.rs"]
mod matrices;
#[path = "../indices/vectors.rs"]
mod vectors;
#[path = "../indices/views.rs"]
mod views;
#[path = "../indices/written.rs"]
mod written;
