//! The suite `outside` over every name of its lists, see `finch_tests::each`. Of two lists each name is taken once: what two formats do together
//! depends on what their fibers unfurl to, and these two unfurl to what levels of the library do, which go with each kind in `all_matrices`.

// As there.
#![recursion_limit = "512"]

extern crate finch_tests as shared;
extern crate self as finch_tests;

#[path = "../outside/bitmap.rs"]
pub mod bitmap;
#[path = "../outside/blocks64.rs"]
pub mod blocks64;
#[path = "../outside/level.rs"]
mod level;
#[path = "../outside/names.rs"]
mod names;
#[allow(dead_code, reason = "cases of levels of the library alone")]
#[path = "../outside/programs.rs"]
mod programs;

use shared::{check, market, random};

mod prelude {
    pub(crate) use crate::names::{self as nests, names, some};
    pub(crate) use shared::once as each;
    pub(crate) use shared::prelude::*;
}
