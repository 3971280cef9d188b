//! Programs that read what they write: what they compute is what the same loops over dense arrays do, one index after
//! another.

mod down;
mod maps;
mod places;
mod runs;
mod scans;
mod solvers;
mod tables;
