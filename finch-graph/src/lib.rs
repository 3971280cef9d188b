//! Graph algorithms as Finch programs.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let graph = Graph::from_edges(5, [[0, 1], [1, 2], [2, 3], [1, 3]], Direction::Undirected)?;
//! let found = breadth_first::search(&graph, 0)?;
//! assert_eq!(found.path_to(3), Some(vec![0, 1, 3]));
//! assert_eq!(found.path_to(4), None);
//! # Ok::<(), Error>(())
//! ```
//!
//! ```text
//! 0 ─── 1 ─── 2         rows     0: 1          level   0: 0
//!       │   ╱                    1: 0 2 3              1: 1
//!       3 ─┘    4                2: 1 3                2: 2 3
//!                                3: 1 2        not reached: 4
//! ```
//!
//! | module | |
//! |---|---|
//! | [`graph`] | graphs, from lists of edges, files and petgraph |
//! | [`generate`] | graphs made by chance |
//! | [`breadth_first`] | levels and parents, by direction-optimising breadth-first search |
//! | [`bellman_ford`] | shortest paths, along negative lengths too |
//! | [`delta_stepping`] | shortest paths where no length is negative, nearest vertices first |
//! | [`spanning_forest`] | the shortest edges that connect what is connected |
//! | [`topological`] | vertices in the order of directed edges, or a cycle |
//! | [`components`] | which vertices are connected, and which of them strongly |
//! | [`k_core`] | the parts in which every vertex has many neighbours |
//! | [`triangles`] | how many triangles there are, in all and at each vertex |
//! | [`clustering`] | how many neighbours are neighbours of each other |
//! | [`betweenness`] | how many shortest paths go through vertices |
//! | [`page_rank`] | how important vertices are |
//! | `distributed` | graphs that are spread over processes of MPI, or threads (features `mpi`, `distributed`): search and PageRank |
//!
//! With the feature `parallel` these run on the threads of the rayon pool that the caller is in, after `.parallel()`. Their results do
//! not depend on the number of threads.
//!
//! | | on several threads | compared with a run without `.parallel()` |
//! |---|---|---|
//! | [`breadth_first::Search`] | steps that pull: each vertex looks for a parent | equal |
//! | [`bellman_ford::Search`] | rounds that look at more than a quarter of the edges: each vertex looks for a shorter path | equal distances; of several shortest paths it may find another |
//! | [`delta_stepping::Search`] | rounds that look at more than a quarter of the edges | equal distances; of several shortest paths it may find another |
//! | [`components::Search`] | the search for edges between different labels | equal |
//! | [`triangles::OrderedGraph`] | the rows, for all counts | equal |
//! | [`betweenness::Betweenness`] | the sources, 16 at a time | equal, to the last bit |
//! | [`page_rank::PageRank`] | the vertices | sums over all vertices are rounded otherwise |
//!
//! The other algorithms run on the caller's thread.
//!
//! Accessors and options whose documentation names no cost take constant time.
//!
//! Those who know GraphBLAS [start here](guide::from_graphblas), those who know petgraph [here](guide::from_petgraph).
//!
//! Vertices are numbered from 0. Each step of most algorithms is a program in the notation of
//! [`finch!`](finch_kernels::traits::finch), short enough to read; what is around them decides which comes next.

#![forbid(unsafe_code)]

pub mod bellman_ford;
pub mod betweenness;
pub mod breadth_first;
pub mod clustering;
pub mod components;
pub mod delta_stepping;
#[cfg(feature = "distributed")]
pub mod distributed;
pub mod generate;
pub mod graph;
// Listings are tested with `--cfg guide`.
#[cfg(any(not(doctest), guide))]
pub mod guide;
pub mod k_core;
pub mod page_rank;
mod path;
mod progress;
pub mod spanning_forest;
mod threads;
pub mod topological;
pub mod triangles;

pub use finch_kernels::{Error, ErrorKind, Result};
pub use graph::{Direction, Graph, GraphOf, NO_VERTEX, Weight, WeightedGraph};
pub use progress::Progress;

/// Everything that a first program over graphs needs: `use finch_graph::prelude::*;`. It holds what
/// `finch_kernels::prelude` holds, which examples elsewhere import.
pub mod prelude {
    pub use crate::graph::{Direction, Graph, GraphOf, NO_VERTEX, Weight, WeightedGraph};
    pub use crate::{bellman_ford, betweenness, breadth_first, clustering, components, delta_stepping, k_core};
    pub use crate::{page_rank, spanning_forest, topological, triangles};
    pub use finch_kernels::prelude::*;
}
