//! Graphs from those of petgraph.

use super::{Direction, Graph, Weight, WeightedGraph};
use finch_kernels::traits::Result;
use petgraph::csr::Csr;
use petgraph::graph::IndexType;
use petgraph::visit::{EdgeRef, IntoEdgeReferences};
use petgraph::{EdgeType, Graph as Adjacency};

fn direction(is_directed: bool) -> Direction {
    if is_directed {
        Direction::Directed
    } else {
        Direction::Undirected
    }
}

impl Graph {
    /// The vertices and edges of petgraph's `Graph`, with the same numbers; weights are left out, and edges that come
    /// twice are one.
    ///
    /// # Errors
    ///
    /// There are 2^32 vertices or more, or there is not enough memory.
    pub fn from_petgraph<N, E, Ty: EdgeType, Ix: IndexType>(graph: &Adjacency<N, E, Ty, Ix>) -> Result<Self> {
        let edges = graph
            .edge_references()
            .map(|edge| [edge.source().index(), edge.target().index()]);
        Graph::from_edges(graph.node_count(), edges, direction(graph.is_directed()))
    }

    /// The vertices and edges of petgraph's `Csr`, with the same numbers; weights are left out.
    ///
    /// # Errors
    ///
    /// There are 2^32 vertices or more, or there is not enough memory.
    pub fn from_petgraph_csr<N, E, Ty: EdgeType, Ix: IndexType>(graph: &Csr<N, E, Ty, Ix>) -> Result<Self> {
        let edges = graph
            .edge_references()
            .map(|edge| [edge.source().index(), edge.target().index()]);
        Graph::from_edges(graph.node_count(), edges, direction(Ty::is_directed()))
    }
}

impl<T: Weight> WeightedGraph<T> {
    /// The vertices and edges of petgraph's `Graph`, with the same numbers, each edge of the length that `length` makes of
    /// its weight. Of edges between the same vertices the shortest stays.
    ///
    /// # Errors
    ///
    /// A length is not a number or infinite: the message names the edge. There are 2^32 vertices or more, or there is not enough
    /// memory.
    pub fn from_petgraph<N, E, Ty: EdgeType, Ix: IndexType>(
        graph: &Adjacency<N, E, Ty, Ix>,
        mut length: impl FnMut(&E) -> T,
    ) -> Result<Self> {
        let edges = graph
            .edge_references()
            .map(|edge| ([edge.source().index(), edge.target().index()], length(edge.weight())));
        WeightedGraph::from_edges(graph.node_count(), edges, direction(graph.is_directed()))
    }

    /// The vertices and edges of petgraph's `Csr`, with the same numbers, each edge of the length that `length` makes of its
    /// weight.
    ///
    /// # Errors
    ///
    /// A length is not a number or infinite: the message names the edge. There are 2^32 vertices or more, or there is not enough
    /// memory.
    pub fn from_petgraph_csr<N, E, Ty: EdgeType, Ix: IndexType>(
        graph: &Csr<N, E, Ty, Ix>,
        mut length: impl FnMut(&E) -> T,
    ) -> Result<Self> {
        let edges = graph
            .edge_references()
            .map(|edge| ([edge.source().index(), edge.target().index()], length(edge.weight())));
        WeightedGraph::from_edges(graph.node_count(), edges, direction(Ty::is_directed()))
    }
}
