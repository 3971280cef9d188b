//! Files that are behind features of their own: Binsparse, in HDF5 too, and numbers of half precision. The suite `files` has the others, so that
//! these are compiled once, without the features.

mod binsparse;
#[allow(dead_code, reason = "the suite `files` needs all of it")]
mod data;
mod halves;
#[allow(dead_code, unreachable_pub)]
#[path = "../../../tests/src/memory.rs"]
mod memory;
mod numpy {
    pub(crate) mod archive;
}
mod progress;
mod python;

#[global_allocator]
static COUNTING: memory::Counting = memory::Counting;
