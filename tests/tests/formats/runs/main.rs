//! Levels of runs through programs, against nested loops.

mod merged;
mod pack_bits;
mod run_list;
mod sparse_run_list;
mod testing;
