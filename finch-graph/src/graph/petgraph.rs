//! Graphs from those of petgraph, and graphs as petgraph's algorithms take them.
//!
//! `&Graph` and `&WeightedGraph` implement the traits by which petgraph visits a graph, so that its algorithms run on them without
//! a copy. Vertices are `u32`, and an edge is the pair of its ends. The weight of an edge is its length, or `()` in a graph without
//! lengths. An undirected graph is visited as a directed one with an edge each way, which is how it is stored: `edge_count` counts
//! both.
//!
//! | trait | takes |
//! |---|---|
//! | `NodeCount`, `NodeIndexable`, `NodeCompactIndexable`, `EdgeCount` | constant time |
//! | `IntoNeighbors`, `IntoNeighborsDirected`, `IntoEdges`, `IntoEdgesDirected` | constant time to start, and for each edge |
//! | `IntoEdgeReferences`, `IntoNodeIdentifiers`, `IntoNodeReferences` | all edges, or all vertices, in order |
//! | `Visitable` | a bit for each vertex |
//! | `GetAdjacencyMatrix` | nothing to make it; a search among the edges of a vertex for each question |
//!
//! A vertex that the graph does not have is a panic where petgraph asks for its edges, as it is with graphs of petgraph.

use super::{Direction, EdgeLeaf, Graph, GraphOf, Rows, Weight, WeightedGraph};
use crate::prelude::{Element, Inf, Pattern};
use core::iter::Copied;
use core::ops::Range;
use core::slice::Iter;
use finch_kernels::traits::Result;
use petgraph::visit::{
    Data, EdgeCount, EdgeRef, GetAdjacencyMatrix, GraphBase, GraphProp, IntoEdgeReferences, IntoEdges,
    IntoEdgesDirected, IntoNeighbors, IntoNeighborsDirected, IntoNodeIdentifiers, IntoNodeReferences,
    NodeCompactIndexable, NodeCount, NodeIndexable, Visitable,
};

fn direction<G: GraphProp>(graph: &G) -> Direction {
    if graph.is_directed() {
        Direction::Directed
    } else {
        Direction::Undirected
    }
}

impl Graph {
    /// The vertices and edges of a graph of petgraph: a reference to a `Graph`, `Csr`, `StableGraph` or any other type with these
    /// traits. Vertices keep their numbers; the number of a vertex that was removed becomes a vertex without edges. Weights are
    /// left out, and parallel edges become one. Takes the time of [`Graph::from_edges`].
    ///
    /// ```
    /// use finch_graph::prelude::*;
    ///
    /// let graph = petgraph::graph::UnGraph::<(), ()>::from_edges([(0, 1), (1, 2)]);
    /// let graph = Graph::from_petgraph(&graph)?;
    /// assert_eq!(graph.targets(1), [0, 2]);
    /// // And back to its algorithms, without a copy.
    /// assert_eq!(petgraph::algo::connected_components(&graph), 1);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 vertices or more, or there is not enough memory.
    pub fn from_petgraph<G: IntoEdgeReferences + NodeIndexable + GraphProp>(graph: G) -> Result<Self> {
        let ends = graph
            .edge_references()
            .map(|edge| [edge.source(), edge.target()].map(|end| graph.to_index(end)));
        Graph::from_edges(graph.node_bound(), ends, direction(&graph))
    }
}

impl<T: Weight> WeightedGraph<T> {
    /// The vertices and edges of a graph of petgraph, as by [`Graph::from_petgraph`], each edge of the length that `length` makes of its
    /// weight. Of edges between the same vertices the shortest stays. Takes the time of [`WeightedGraph::from_edges`](GraphOf::from_edges).
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the length of an edge is no [length](Weight::is_length), since it is not a number or
    ///   infinite: the message names the edge.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 vertices or more, or there is not enough memory.
    pub fn from_petgraph<G: IntoEdgeReferences + NodeIndexable + GraphProp>(
        graph: G,
        mut length: impl FnMut(&G::EdgeWeight) -> T,
    ) -> Result<Self> {
        let edges = graph.edge_references().map(|edge| {
            let ends = [edge.source(), edge.target()].map(|end| graph.to_index(end));
            (ends, length(edge.weight()))
        });
        WeightedGraph::from_edges(graph.node_bound(), edges, direction(&graph))
    }
}

/// What an edge holds, as petgraph asks for it: nothing in a [`Graph`], its length in a
/// [`WeightedGraph`].
pub trait EdgeData: EdgeLeaf {
    /// The weight of an edge: its length, or nothing.
    type Weight;

    /// The weight at this position.
    fn weight(&self, position: usize) -> &Self::Weight;
}

impl EdgeData for Pattern {
    type Weight = ();

    fn weight(&self, _position: usize) -> &() {
        &()
    }
}

impl<T: Weight> EdgeData for Element<T, Inf> {
    type Weight = T;

    fn weight(&self, position: usize) -> &T {
        &self.val()[position]
    }
}

/// An iterator over the edges of one vertex, or of all: each as its source, its target and a reference to its weight. The traits of
/// petgraph return it. A step takes constant time, and skips vertices without edges.
#[derive(Debug)]
pub struct Edges<'a, L> {
    rows: &'a Rows<L>,
    row: usize,
    positions: Range<usize>,
    /// Rows are those of targets.
    is_turned: bool,
}

impl<L> Clone for Edges<'_, L> {
    fn clone(&self) -> Self {
        Edges {
            positions: self.positions.clone(),
            ..*self
        }
    }
}

impl<'a, L: EdgeData> Edges<'a, L> {
    fn of(rows: &'a Rows<L>, vertices: Range<usize>, is_turned: bool) -> Self {
        let starts = rows.level().child().ptr();
        Edges {
            rows,
            row: vertices.start,
            positions: starts[vertices.start]..starts[vertices.end],
            is_turned,
        }
    }
}

impl<'a, L: EdgeData> Iterator for Edges<'a, L> {
    type Item = (u32, u32, &'a L::Weight);

    fn next(&mut self) -> Option<Self::Item> {
        let position = self.positions.next()?;
        let list = self.rows.level().child();
        while position >= list.ptr()[self.row + 1] {
            self.row += 1
        }
        let (row, other) = (self.row as u32, list.idx()[position]);
        let weight = list.child().weight(position);
        Some(if self.is_turned {
            (other, row, weight)
        } else {
            (row, other, weight)
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.positions.size_hint()
    }
}

impl<L> GraphBase for GraphOf<L> {
    type NodeId = u32;
    type EdgeId = (u32, u32);
}

impl<L: EdgeData> Data for GraphOf<L> {
    type NodeWeight = ();
    type EdgeWeight = L::Weight;
}

impl<L> GraphProp for GraphOf<L> {
    type EdgeType = petgraph::Directed;
}

impl<L: EdgeLeaf> NodeCount for GraphOf<L> {
    fn node_count(&self) -> usize {
        self.vertices()
    }
}

impl<L: EdgeLeaf> NodeIndexable for GraphOf<L> {
    fn node_bound(&self) -> usize {
        self.vertices()
    }

    fn to_index(&self, vertex: u32) -> usize {
        vertex as usize
    }

    fn from_index(&self, index: usize) -> u32 {
        index as u32
    }
}

impl<L: EdgeLeaf> NodeCompactIndexable for GraphOf<L> {}

impl<L: EdgeLeaf> EdgeCount for GraphOf<L> {
    fn edge_count(&self) -> usize {
        self.arcs()
    }
}

/// What petgraph notes visited vertices in, which it has no name of its own for.
type Visited = <petgraph::csr::Csr<(), ()> as Visitable>::Map;

impl<L: EdgeLeaf> Visitable for GraphOf<L> {
    type Map = Visited;

    fn visit_map(&self) -> Visited {
        Visited::with_capacity(self.vertices())
    }

    fn reset_map(&self, map: &mut Visited) {
        map.clear();
        map.grow(self.vertices())
    }
}

impl<L: EdgeLeaf> GetAdjacencyMatrix for GraphOf<L> {
    type AdjMatrix = ();

    fn adjacency_matrix(&self) {}

    fn is_adjacent(&self, (): &(), source: u32, target: u32) -> bool {
        self.targets(source as usize).binary_search(&target).is_ok()
    }
}

impl<L: EdgeLeaf> IntoNodeIdentifiers for &GraphOf<L> {
    type NodeIdentifiers = Range<u32>;

    fn node_identifiers(self) -> Range<u32> {
        0..self.vertices() as u32
    }
}

/// An iterator over the vertices of a graph, each with its weight, which is `()`. The traits of petgraph return it.
#[derive(Clone, Debug)]
pub struct Vertices(Range<u32>);

impl Iterator for Vertices {
    type Item = (u32, ());

    fn next(&mut self) -> Option<(u32, ())> {
        self.0.next().map(|vertex| (vertex, ()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<L: EdgeData> IntoNodeReferences for &GraphOf<L> {
    type NodeRef = (u32, ());
    type NodeReferences = Vertices;

    fn node_references(self) -> Vertices {
        Vertices(self.node_identifiers())
    }
}

/// Those at the other ends of the edges in a row.
fn others<L: EdgeLeaf>(rows: &Rows<L>, vertex: u32) -> Copied<Iter<'_, u32>> {
    let (list, vertex) = (rows.level().child(), vertex as usize);
    list.idx()[list.ptr()[vertex]..list.ptr()[vertex + 1]].iter().copied()
}

impl<'a, L: EdgeLeaf> IntoNeighbors for &'a GraphOf<L> {
    type Neighbors = Copied<Iter<'a, u32>>;

    fn neighbors(self, vertex: u32) -> Self::Neighbors {
        others(self.rows(), vertex)
    }
}

impl<'a, L: EdgeLeaf> IntoNeighborsDirected for &'a GraphOf<L> {
    type NeighborsDirected = Copied<Iter<'a, u32>>;

    fn neighbors_directed(self, vertex: u32, direction: petgraph::Direction) -> Self::NeighborsDirected {
        match direction {
            petgraph::Direction::Outgoing => others(self.rows(), vertex),
            petgraph::Direction::Incoming => others(self.columns(), vertex),
        }
    }
}

impl<'a, L: EdgeData> IntoEdgeReferences for &'a GraphOf<L> {
    type EdgeRef = (u32, u32, &'a L::Weight);
    type EdgeReferences = Edges<'a, L>;

    fn edge_references(self) -> Edges<'a, L> {
        Edges::of(self.rows(), 0..self.vertices(), false)
    }
}

impl<'a, L: EdgeData> IntoEdges for &'a GraphOf<L> {
    type Edges = Edges<'a, L>;

    fn edges(self, vertex: u32) -> Edges<'a, L> {
        self.edges_directed(vertex, petgraph::Direction::Outgoing)
    }
}

impl<'a, L: EdgeData> IntoEdgesDirected for &'a GraphOf<L> {
    type EdgesDirected = Edges<'a, L>;

    fn edges_directed(self, vertex: u32, direction: petgraph::Direction) -> Edges<'a, L> {
        let vertices = vertex as usize..vertex as usize + 1;
        match direction {
            petgraph::Direction::Outgoing => Edges::of(self.rows(), vertices, false),
            petgraph::Direction::Incoming => Edges::of(self.columns(), vertices, true),
        }
    }
}
