//! Parallel loops: a program that runs in parts computes what it computes in one go, on any number of threads.
//!
//! | module | |
//! |---|---|
//! | `appended` | outputs that append, whose pieces are put together: what they store, faults, panics |
//! | `atomic` | outputs of atomic values |
//! | `files` | files that several threads read |
//! | `formats` | programs over many formats, beside the dense oracle: in the suite `all_parallel` |
//! | `kernels` | kernels under both policies: in the suite `all_parallel` |
//! | `levels` | levels that are no lists: dictionaries, coordinates, blocks, bits, halves, hybrids, levels that count: in the suite `all_parallel` |
//! | `outputs` | how outputs are written: owned, reduced, private; which are joined in order |
//! | `harness` | pools, and what compares |
//! | `endings` | faults, panics and errors in parts, and what is left behind |

mod appended;
mod atomic;
mod endings;
mod files;
mod harness;
mod outputs;

use harness::*;
