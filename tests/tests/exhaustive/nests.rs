//! Round trips as in `nests`, through every nest that is not there, and of each vector into each.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
#[path = "../nests/conversions.rs"]
mod conversions;
#[path = "../nests/data.rs"]
mod data;
#[path = "../nests/higher.rs"]
mod higher;
#[path = "../nests/leaves.rs"]
mod leaves;
#[path = "../nests/matrix_nests.rs"]
mod matrix_nests;
#[path = "../nests/trips.rs"]
mod trips;
