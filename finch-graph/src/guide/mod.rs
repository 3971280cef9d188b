//! Pages for those who come from other libraries of graphs.
//!
//! | page | |
//! |---|---|
//! | [coming from GraphBLAS](from_graphblas) | masks, semirings, accumulators and descriptors as programs |
//! | [coming from petgraph](from_petgraph) | both libraries side by side |

#[doc = include_str!("from_graphblas.md")]
pub mod from_graphblas {}

#[doc = include_str!("from_petgraph.md")]
pub mod from_petgraph {}
