//! Parallel loops over many formats, and kernels under both policies.

#[path = "../parallel/formats.rs"]
mod formats;
#[path = "../parallel/harness.rs"]
mod harness;
#[path = "../parallel/kernels.rs"]
mod kernels;
#[path = "../parallel/levels.rs"]
mod levels;

use harness::*;
