//! Round trips as in `levels::nests`, through every nest that is not there, and of each vector by way of one of each kind.

// Pairs of formats nest deeper than one of them.
#![recursion_limit = "512"]
#[path = "../levels/nests/conversions.rs"]
mod conversions;
#[path = "../levels/nests/data.rs"]
mod data;
#[path = "../levels/nests/higher.rs"]
mod higher;
#[path = "../levels/nests/leaves.rs"]
mod leaves;
#[path = "../levels/nests/matrix_nests.rs"]
mod matrix_nests;
#[path = "../levels/nests/trips.rs"]
mod trips;
