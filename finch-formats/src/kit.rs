//! A kit for levels: what levels have in common, as small traits that a level implements, and generic code that does
//! the rest.
//!
//! | module | for levels |
//! |---|---|
//! | [`by_pointer`] | that are written through a pointer to all of their arrays |
//! | [`compressed`] | whose fibers are stretches of entries, one behind the other, delimited by pointers |
//! | [`covering`] | of that kind whose entries cover every index |
//! | [`append`] | that are appended to, index by index |
//! | [`run_writer`] | that are appended to, run by run |
//! | [`insert`] | that are written at any index, in any order |
//! | [`reserve`] | that make room for what a loop announces |
//!
//! A level picks one way in which its fibers are laid out and one in which they are written. `SparseList` is
//! [`Compressed`](compressed::Compressed) and [`Append`](append::Append); `SparseRunList` is compressed and
//! [`AppendRuns`](run_writer::AppendRuns); `RunList` is [`Covering`](covering::Covering) besides. The macros
//! [`compressed!`](crate::compressed) and [`append_runs!`](crate::append_runs) forward to the generic code where the
//! compiler admits no implementation for all such levels at once.

pub mod append;
pub mod by_pointer;
pub mod compressed;
pub mod covering;
pub mod insert;
pub mod reserve;
pub mod run_writer;
