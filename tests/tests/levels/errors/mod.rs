//! What running a program refuses: the kind of error, the names and numbers in its message, and that outputs are valid
//! afterwards.

mod again;
mod extents;
mod lifecycles;
mod panics;
mod reducers;
mod sizes;
mod values;
mod writing;

use finch_tests::check::refused;
