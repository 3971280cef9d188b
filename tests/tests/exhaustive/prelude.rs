//! What the suites of this folder find in place of the prelude of `finch_tests`: each is a crate whose files take it for that one.

pub(crate) extern crate finch_tests as shared;

pub(crate) use shared::prelude::*;
pub(crate) use shared::{none as some, rest as each};
