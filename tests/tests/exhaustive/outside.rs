//! The suite `outside` over all that its lists can be combined to, see `finch_tests::each`.

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
#[path = "../outside/programs.rs"]
mod programs;

use shared::{check, market, random};

mod prelude {
    pub(crate) use crate::names::{self as nests, names, some};
    pub(crate) use shared::all as each;
    pub(crate) use shared::prelude::*;
}
