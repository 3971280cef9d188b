//! The notation: every listing of the papers that needs nothing which is still to come, over several formats, against
//! plain loops; every construct; and programs that are the same as those built by hand.

mod constructs;
mod data;
mod graphs;
mod images;
mod looplets;
mod spgemm;
mod spmv;
mod structure;
mod twins;
