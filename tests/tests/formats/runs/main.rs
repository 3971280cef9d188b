//! Levels of runs through programs, against nested loops.

mod merged;
mod pack_bits;
mod pack_bits_refusals;
mod run_list;
mod run_list_refusals;
mod sparse_run_list;
mod testing;
