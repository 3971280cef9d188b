//! Minimum spanning forest: edges of least total length that connect all vertices which the graph connects.
//!
//! Edges are looked at from the shortest to the longest; one whose ends are not connected by those before it is taken (Kruskal: On the
//! shortest spanning subtree of a graph and the traveling salesman problem, 1956). Disjoint sets with path halving (Tarjan and van
//! Leeuwen, 1984) say which vertices are connected. It is not a program: most of it is sorting, and each choice depends on those
//! before.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let edges = [([0, 1], 4), ([1, 2], 1), ([2, 0], 2), ([3, 4], -3)];
//! let graph = WeightedGraph::from_edges(5, edges, Direction::Undirected)?;
//! let forest = spanning_forest::minimum(&graph)?;
//! assert_eq!(forest.edges(), [([3, 4], -3), ([1, 2], 1), ([0, 2], 2)]);
//! assert_eq!((forest.trees(), forest.length()), (2, Some(0)));
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Direction, Weight, WeightedGraph, room};
use finch_kernels::traits::Result;

/// A minimum spanning forest: a tree for each connected component of a graph.
#[derive(Clone, Debug, PartialEq)]
pub struct SpanningForest<T> {
    edges: Vec<([usize; 2], T)>,
    vertices: usize,
}

impl<T: Weight> SpanningForest<T> {
    /// The edges with their lengths, the shortest first, each from its lower vertex to the higher one; of equal length in the order of
    /// their vertices.
    pub fn edges(&self) -> &[([usize; 2], T)] {
        &self.edges
    }

    /// How many trees there are, which is how many connected components the graph has: a vertex without edges is one.
    pub fn trees(&self) -> usize {
        self.vertices - self.edges.len()
    }

    /// The sum of all lengths, added from the shortest to the longest, or `None` if a partial sum is beyond the type. Takes time
    /// linear in the edges.
    pub fn length(&self) -> Option<T> {
        let mut lengths = self.edges.iter().map(|&(_, length)| length);
        lengths.try_fold(*T::ZERO, T::plus)
    }

    /// The forest as an undirected graph. Takes the time of [`WeightedGraph::from_edges`](crate::graph::GraphOf::from_edges).
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn graph(&self) -> Result<WeightedGraph<T>> {
        WeightedGraph::from_edges(self.vertices, self.edges.iter().copied(), Direction::Undirected)
    }
}

/// A minimum spanning forest of a graph, whichever way its edges lead; lengths may be negative. Edges from a vertex to itself are left
/// out. Of equally short edges those of lower vertices come first, so that the forest is the same each time.
///
/// Takes time of `m log m` with `m` edges, memory for a copy of the edges, and 8 bytes a vertex.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for the copy of the edges.
pub fn minimum<T: Weight>(graph: &WeightedGraph<T>) -> Result<SpanningForest<T>> {
    let vertices = graph.vertices();
    let both_ways = graph.direction() == Direction::Undirected;
    let mut all: Vec<(T, u32, u32)> = room(graph.arcs() / if both_ways { 2 } else { 1 })?;
    graph.rows().for_each(|edge, length| {
        let (low, high) = (edge[0].min(edge[1]) as u32, edge[0].max(edge[1]) as u32);
        // An undirected edge comes up at both of its ends.
        if low != high && !(both_ways && edge[0] > edge[1]) {
            all.push((length, low, high))
        }
    });
    all.sort_unstable_by(|one, other| {
        let lengths = one.0.partial_cmp(&other.0).unwrap_or(core::cmp::Ordering::Equal);
        lengths.then((one.1, one.2).cmp(&(other.1, other.2)))
    });
    let mut sets = Sets::new(vertices);
    let mut edges = Vec::new();
    for (length, low, high) in all {
        if sets.join(low, high) {
            edges.push(([low as usize, high as usize], length));
            if edges.len() + 1 == vertices {
                break;
            }
        }
    }
    Ok(SpanningForest { edges, vertices })
}

/// Sets of vertices, as trees: a vertex that is above itself stands for its set.
struct Sets {
    above: Vec<u32>,
    /// How many vertices the set of each such vertex has.
    size: Vec<u32>,
}

impl Sets {
    /// Each vertex by itself.
    fn new(vertices: usize) -> Self {
        Sets {
            above: (0..vertices as u32).collect(),
            size: vec![1; vertices],
        }
    }

    /// The vertex that stands for the set of this one. Halves the path to it.
    fn root(&mut self, vertex: u32) -> usize {
        let mut here = vertex as usize;
        while self.above[here] as usize != here {
            let next = self.above[self.above[here] as usize];
            self.above[here] = next;
            here = next as usize
        }
        here
    }

    /// Makes one set of those of two vertices. Says whether they were two.
    fn join(&mut self, one: u32, other: u32) -> bool {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return false;
        }
        let (small, large) = if self.size[one] < self.size[other] {
            (one, other)
        } else {
            (other, one)
        };
        self.above[small] = large as u32;
        self.size[large] += self.size[small];
        true
    }
}
