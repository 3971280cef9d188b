//! What suites of this folder find in place of the prelude of `finch_tests` if neither `cargo test` nor CI runs the suite whose files they
//! take: every name, and further combinations.

pub(crate) extern crate finch_tests as shared;

pub(crate) use shared::all as each;
pub(crate) use shared::prelude::*;
