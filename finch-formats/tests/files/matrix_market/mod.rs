//! Matrix Market files: what is read, what is refused and where, and what is written.

mod facts;
mod malformed;
pub(crate) mod reading;
mod refusals;
mod writing;
