//! Twins of what is compared, beyond those of the examples.

mod arrays;
mod bellman_ford;
mod betweenness;
mod bfs;
mod blocks;
mod components;
mod convolve;
mod delta_stepping;
mod dijkstra;
mod einsum;
mod expressions;
mod halves;
pub mod images;
mod k_core;
mod kinds;
mod matrix;
mod packed;
mod pagerank;
mod recurrences;
mod reduce;
mod relax;
mod search;
mod spmspv;
mod tensor;
mod triangles;
mod vector;

pub use arrays::{Entries, Runs};
pub use bellman_ford::{Ways, bellman_ford};
pub use betweenness::betweenness;
pub use bfs::{Searched, bfs};
pub use blocks::{
    Bands, Blocks, gather_bands, gather_bands_fast, gather_blocks, gather_blocks_fast, scatter_bands, scatter_blocks,
};
pub use components::components;
pub use convolve::{Image, convolve, convolve_fixed};
pub use delta_stepping::delta_stepping;
pub use dijkstra::dijkstra;
pub use einsum::{cycles, cycles_marked};
pub use expressions::{bilinear, multiply_sum, multiply_three, product_rows};
pub use halves::{
    Half, Lines, gather_both_halves, gather_half, gather_half_fast, gather_lines, gather_lines_fast, scatter_half,
    scatter_lines,
};
pub use k_core::k_core;
pub use kinds::{
    gather_bytes, gather_coo, gather_hybrid, gather_intervals, gather_lengths, gather_pattern, gather_points,
    gather_runs, gather_sparse_runs, scatter_bytes, scatter_coo, scatter_hybrid, scatter_points, sum_intervals,
    sum_run_rows, sum_sparse_runs,
};
pub use matrix::{add as add_matrices, dot as dot_matrices, multiply as multiply_matrices};
pub use packed::{
    FixedBlocks, PairRows, Segments, gather_fixed, gather_pairs, gather_segments, scatter_fixed, scatter_pairs,
};
pub use pagerank::page_rank;
pub use recurrences::{prefix_sums, recurrence, solve_lower, solve_lower_rows, solve_unit_lower};
pub use reduce::{dot_runs, moments, sum_band, sum_runs, sum_upper};
pub use relax::{Changed, relax};
pub use spmspv::{
    gallop as spmspv_gallop, lead_matrix as spmspv_lead_matrix, lead_vector as spmspv_lead_vector, walk as spmspv_walk,
};
pub use tensor::{Csf4, Fibers, Fibers4, Lists, batched, mttkrp, mttkrp_4, sddmm, transposed};
pub use triangles::triangles;
pub use vector::{add, add_pushing, add_three, dot, gallop_dot, multiply, sum_three, sum_where};

use super::{Edges, Made, MadeRows, Rows, arrays, at, order, restart};
