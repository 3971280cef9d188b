//! Levels of runs through programs, against nested loops.

mod run_list;
mod sparse_run_list;
mod testing;
