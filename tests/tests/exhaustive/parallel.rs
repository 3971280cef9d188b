//! Parallel loops over many formats.

#[path = "../parallel/formats.rs"]
mod formats;
#[path = "../parallel/harness.rs"]
mod harness;

use harness::*;
