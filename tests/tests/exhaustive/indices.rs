//! The files of `indices` over all that their lists can be combined to, see `finch_tests::each`.

// As there.
#![recursion_limit = "512"]
#![allow(dead_code, unused_imports, unused_macros)]

extern crate self as finch_tests;
#[path = "whole.rs"]
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
