//! Sparse matrix products beside a dense oracle.

mod choice;
mod data;
mod errors;
mod oracle;
mod products;
