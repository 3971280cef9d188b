//! Programs that read what they write: what they compute is what the same loops over dense arrays do, one index after
//! another. The suite `all_recurrences` has loops that go down, maps, places and tables.

mod runs;
mod scans;
mod solvers;
