//! Programs whose accesses name sums of indices, places, and places that data names, beside the oracle.

mod matrices;
mod vectors;
mod written;
