//! Levels that are written in any order: byte maps, dictionaries, unsorted lists.

mod byte_map;
mod dict;
mod testing;
mod unsorted;
mod unsorted_merged;
mod unsorted_sorted;
