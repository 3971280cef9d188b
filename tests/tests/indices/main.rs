//! Programs whose accesses name sums of indices, places, and places that data names, beside the oracle.

// Each pass over an expression is as deep as the expression: one of nine accesses takes more than the default.
#![recursion_limit = "512"]

mod matrices;
mod vectors;
mod views;
mod written;
