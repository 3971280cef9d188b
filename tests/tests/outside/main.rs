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
#[allow(dead_code, reason = "the suite `all_outside` needs all of them")]
mod names;
#[allow(dead_code, reason = "cases of levels of the library alone")]
mod programs;

use shared::{check, market, random};

mod prelude {
    pub(crate) use crate::names::{self as nests, names, some};
    pub(crate) use shared::prelude::*;
}
