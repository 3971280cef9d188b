//! A kit for levels: what levels have in common, as small traits that a level implements, and generic code that does
//! the rest.
//!
//! A level answers four questions, and the kit has an answer to each that only needs to be told what is peculiar to the level.
//!
//! | question | in the kit |
//! |---|---|
//! | Which looplets does a fiber unfurl to? | [`entries`]: sorted indices with a child each. [`runs`]: pieces that end where they say. [`window`]: one stretch of indices. [`masks`]: a bit for each index. [`ranged`], which the first two build on: any stretch of arrays, from one pointer to the next |
//! | Which arrays does a level consist of? | [`arrays!`](crate::arrays): accessors, parts, bytes, and what is done to a tensor as a whole ([`Nested`](crate::nested::Nested)) |
//! | What does it store, looked at without a program? | [`pieces`]: from where the children of a fiber are follow `get`, `for_each`, `draw` and the like, of which `arrays!` or [`contents!`](crate::contents) make [`Contents`](finch_traits::level::Contents) |
//! | How is it written? | Laid out as [`compressed`]: stretches of entries, one fiber behind the other, delimited by pointers; as [`covering`]: of that kind, and the entries cover every index. Entries come by [`append`], index by index; by [`run_writer`], run by run; by [`insert`], at any index in any order. [`by_pointer`] lends out all arrays |
//!
//! `SparseList` is read by [`Entries`](entries::Entries), is [`Compressed`](compressed::Compressed) and
//! [`Append`](append::Append); `SparseRunList` is read by [`Runs`](runs::Runs), compressed, and
//! [`AppendRuns`](run_writer::AppendRuns); `RunList` is [`Covering`](covering::Covering) besides. The macros
//! [`compressed!`](crate::compressed), [`append_list!`](crate::append_list), [`append_runs!`](crate::append_runs) and
//! [`written_by_pointer!`](crate::written_by_pointer) write what levels have in common where the compiler admits no
//! implementation for all of them at once. `UnsortedList` is compressed and [`Append`](append::Append) as well: it looks for an
//! index before it appends one.
//!
//! [`prelude`] has the names that nearly every level needs. What is wrong with arrays is said by [`error!`](crate::error!), what is
//! wrong while they are written by [`faults`]. What fibers have in common is written by
//! [`read_fibers!`](crate::read_fibers) and [`read_fiber!`](crate::read_fiber), what targets have, by
//! [`write_fiber!`](crate::write_fiber), [`write_leaf!`](crate::write_leaf), [`writing!`](crate::writing) and
//! [`written_by_pointer!`](crate::written_by_pointer).
//!
//! A trait for reading is implemented by the borrowed arrays of a level: a small `Copy` struct of slices and the fibers of the
//! level below, which the compiler keeps in registers. The fibers, cursors and looplets over it are generic and inlined, so that
//! they cost what they would if they were written for the level alone.

pub mod append;
pub mod arrays;
pub mod by_pointer;
pub mod compressed;
pub mod covering;
pub mod entries;
pub mod faults;
pub mod fiber;
pub mod insert;
pub mod joined_runs;
pub mod masks;
pub(crate) mod multiples;
pub mod pieces;
pub mod prelude;
pub mod ranged;
pub mod run_writer;
pub mod runs;
pub mod window;
