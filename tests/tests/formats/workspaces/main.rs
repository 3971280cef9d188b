//! Levels that are written in any order: byte maps, dictionaries, unsorted lists.

mod byte_map;
mod byte_map_lifecycle;
mod byte_map_refusals;
mod dict;
mod dict_lifecycle;
mod dict_products;
mod dict_refusals;
mod testing;
mod unsorted;
mod unsorted_merged;
mod unsorted_refusals;
mod unsorted_sorted;
