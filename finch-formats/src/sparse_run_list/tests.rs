//! Sparse run lists through programs.
