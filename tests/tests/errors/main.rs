//! What running a program refuses: the kind of error, the names and numbers in its message, and that outputs are valid
//! afterwards.

mod extents;
mod lifecycles;
mod panics;
mod reducers;
mod sizes;
mod values;
mod writing;

use finch_kernels::prelude::{Error, ErrorKind};
use finch_tests::prelude::fails;

/// That a program failed for a reason of this kind, with a message that holds all of `words`.
#[track_caller]
fn refused(outcome: Result<(), Error>, kind: ErrorKind, words: &[&str]) {
    let error = fails(outcome, words);
    assert_eq!(error.kind(), kind, "{error}");
}
