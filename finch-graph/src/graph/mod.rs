//! Graphs: their edges by source and by target.
//!
//! ```text
//! 0 -> 1, 0 -> 2, 2 -> 1        rows        0: 1 2     columns     0:
//!                               (edges      1:         (edges      1: 0 2
//!                               leaving)    2: 1       entering)   2: 0
//! ```
//!
//! | from | unweighted | weighted |
//! |---|---|---|
//! | edges in any order | [`Graph::from_edges`] | [`WeightedGraph::from_edges`](GraphOf::from_edges) |
//! | a Matrix Market file | [`Graph::read_matrix_market`] | [`WeightedGraph::read_matrix_market`](GraphOf::read_matrix_market) |
//! | a list of edges as text ([`edge_list`]) | [`Graph::read_edge_list`] | [`WeightedGraph::read_edge_list`](GraphOf::read_edge_list) |
//! | compressed rows | [`GraphOf::from_rows`] | [`GraphOf::from_rows`] |
//! | whatever petgraph visits (feature `petgraph`) | `Graph::from_petgraph` | `WeightedGraph::from_petgraph` |
//!
//! With that feature, petgraph's algorithms run on graphs without a copy: `petgraph::algo::dijkstra(&graph, ..)`.
//!
//! A graph is simple, but for loops from a vertex to itself: of edges between the same two vertices there is one.

#[cfg(feature = "files")]
pub mod edge_list;
mod edges;
mod lengths;
#[cfg(feature = "files")]
pub(crate) mod market;
#[cfg(feature = "petgraph")]
pub mod petgraph;
mod transpose;
mod weight;

pub use edges::EdgeLeaf;
pub(crate) use transpose::{filled, no_memory, room, zeros};
pub use weight::{Then, Weight, then};

use crate::prelude::*;
use finch_kernels::formats::ensure;
use finch_kernels::traits::algebra::operators::Cast;
use finch_kernels::traits::expr::Expr;
use finch_kernels::traits::expr::map::Map1;
use finch_kernels::traits::expr::overload::Value;
use finch_kernels::traits::{Result, error};
use lengths::Known;
use std::borrow::Cow;

/// A square matrix in compressed rows (CSR), whose row `j` lists the edges of vertex `j`.
pub type Rows<L> = Tensor<Dense<SparseList<L>>>;

/// A graph whose edges have no lengths. Each edge is stored twice, in four bytes each time.
pub type Graph = GraphOf<Pattern>;

/// A graph whose edges have lengths of type `T`. Where there is no edge, its matrix has the value infinity.
pub type WeightedGraph<T> = GraphOf<Element<T, Inf>>;

/// Whether an edge leads one way or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From its source to its target.
    Directed,
    /// Both ways: each edge is stored at both of its ends.
    Undirected,
}

/// A graph that stores what the level `L` holds at each edge: a length, or nothing. An edge is stored twice, by source and by target if
/// it is directed, else at both of its ends. Each time its index takes four bytes.
#[derive(Clone, Debug)]
pub struct GraphOf<L> {
    rows: Rows<L>,
    /// The edges by target, unless they are the same.
    columns: Option<Rows<L>>,
    direction: Direction,
    known: Known,
}

/// Graphs are equal if they have the same vertices, edges and lengths, and if edges lead the same ways.
impl<L: EdgeLeaf> PartialEq for GraphOf<L>
where
    Rows<L>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.direction == other.direction && self.rows == other.rows
    }
}

/// The number that stands for no vertex. It is also the greatest number of vertices that a graph can have.
pub const NO_VERTEX: u32 = u32::MAX;

/// The most vertices that a graph can have.
pub(crate) fn check_count(vertices: usize) -> Result<()> {
    if vertices <= NO_VERTEX as usize {
        return Ok(());
    }
    Err(error!(
        TooLarge,
        "a graph has at most {NO_VERTEX} vertices, not {vertices}"
    ))
}

impl<L: EdgeLeaf> GraphOf<L> {
    /// The graph of a square matrix, whose entry `[j, i]` is the edge from `j` to `i`. In an undirected graph the edges are
    /// those of the matrix and of its transpose; if both have one, the shorter is kept. Takes time linear in vertices and edges.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square.
    /// * [`Invalid`](crate::ErrorKind::Invalid): an entry is no [length](Weight::is_length), since it is NaN or infinite. The message names
    ///   the edge.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 rows or more, or there is not enough memory.
    pub fn from_rows(rows: Rows<L>, direction: Direction) -> Result<Self> {
        let shape = rows.shape();
        ensure!(shape[0] == shape[1], else Mismatch,
            "the matrix of a graph has as many rows as columns, not {} and {}", shape[0], shape[1]);
        check_count(shape[0])?;
        L::check(&rows)?;
        let columns = transpose::transposed(&rows)?;
        // A valid matrix may have arrays that go on behind the last row: those of a graph end there.
        let list = rows.level().child();
        let ends = list.ptr().len() <= shape[0] + 1 && list.ptr().last().is_none_or(|&arcs| arcs == list.idx().len());
        Ok(match direction {
            Direction::Directed => GraphOf {
                rows: if ends { rows } else { transpose::transposed(&columns)? },
                columns: Some(columns),
                direction,
                known: Known::default(),
            },
            Direction::Undirected => GraphOf {
                rows: L::either(&rows, &columns)?,
                columns: None,
                direction,
                known: Known::default(),
            },
        })
    }

    /// How many vertices there are. They are numbered from 0.
    #[doc(alias = "node_count")]
    pub fn vertices(&self) -> usize {
        self.rows.level().extent()
    }

    /// How many edges there are: an undirected one counts once. Takes constant time if the graph is directed, else a binary
    /// search in the edges of each vertex, since an edge from a vertex to itself is stored once.
    #[doc(alias = "edge_count")]
    pub fn edges(&self) -> usize {
        let stored = self.arcs();
        match self.direction {
            Direction::Directed => stored,
            Direction::Undirected => (stored + self.loops()) / 2,
        }
    }

    /// How many edges are stored by source: an undirected one counts once for each of its ends.
    pub fn arcs(&self) -> usize {
        self.starts()[self.vertices()]
    }

    /// How many edges lead from a vertex to itself. Takes a binary search in the edges of each vertex.
    pub fn loops(&self) -> usize {
        (0..self.vertices()).filter(|&vertex| self.has_loop(vertex)).count()
    }

    /// Whether an edge leads from a vertex to itself.
    pub(crate) fn has_loop(&self, vertex: usize) -> bool {
        self.targets(vertex).binary_search(&(vertex as u32)).is_ok()
    }

    /// Whether edges lead one way or both.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The edges by source, as a sparse matrix: row `i` has the vertices that `i` has an edge to.
    pub fn rows(&self) -> &Rows<L> {
        &self.rows
    }

    /// The edges by target: row `i` has the vertices with an edge to `i`.
    pub fn columns(&self) -> &Rows<L> {
        self.columns.as_ref().unwrap_or(&self.rows)
    }

    /// How many edges leave a vertex.
    ///
    /// # Panics
    ///
    /// There is no such vertex.
    pub fn out_degree(&self, vertex: usize) -> usize {
        self.targets(vertex).len()
    }

    /// The vertices that a vertex has edges to, ascending.
    ///
    /// # Panics
    ///
    /// There is no such vertex.
    #[doc(alias = "neighbors")]
    #[doc(alias = "successors")]
    pub fn targets(&self, vertex: usize) -> &[u32] {
        let starts = self.starts();
        &self.rows.level().child().idx()[starts[vertex]..starts[vertex + 1]]
    }

    /// The first vertex of largest out-degree, if there is any: a start for a search of a graph about which nothing is known.
    /// Takes time linear in the vertices.
    pub fn max_out_degree_vertex(&self) -> Option<usize> {
        (0..self.vertices()).max_by_key(|&vertex| (self.out_degree(vertex), core::cmp::Reverse(vertex)))
    }

    /// The graph with edges that lead both ways. Takes linear time, or constant time if it is undirected already.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn undirected(self) -> Result<Self> {
        if self.columns.is_none() {
            return Ok(self);
        }
        Ok(self.both_ways()?.into_owned())
    }

    /// This graph if it is undirected, else a copy of it with edges that lead both ways.
    pub(crate) fn both_ways(&self) -> Result<Cow<'_, Self>> {
        Ok(match &self.columns {
            None => Cow::Borrowed(self),
            Some(columns) => Cow::Owned(GraphOf {
                rows: L::either(&self.rows, columns)?,
                columns: None,
                direction: Direction::Undirected,
                known: Known::default(),
            }),
        })
    }

    /// How many other vertices a vertex has edges to.
    pub(crate) fn neighbours(&self, vertex: usize) -> usize {
        self.out_degree(vertex) - usize::from(self.has_loop(vertex))
    }

    /// The graph without edges from a vertex to itself. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn without_loops(self) -> Result<Self> {
        if self.loops() == 0 {
            return Ok(self);
        }
        let columns = self.columns.as_ref().map(L::apart).transpose()?;
        Ok(GraphOf {
            rows: L::apart(&self.rows)?,
            columns,
            direction: self.direction,
            known: Known::default(),
        })
    }

    /// The edges without their lengths. Takes linear time.
    pub fn unweighted(&self) -> Graph {
        GraphOf {
            rows: edges::pattern(&self.rows),
            columns: self.columns.as_ref().map(edges::pattern),
            direction: self.direction,
            known: Known::default(),
        }
    }

    /// Where the edges of each vertex start, and the end of the last.
    pub(crate) fn starts(&self) -> &[usize] {
        self.rows.level().child().ptr()
    }

    /// There is such a vertex.
    pub(crate) fn check_vertex(&self, what: &str, vertex: usize) -> Result<()> {
        if vertex < self.vertices() {
            return Ok(());
        }
        Err(error!(
            OutOfBounds,
            "the {what} {vertex} is not a vertex: there are {}, numbered from 0",
            self.vertices()
        ))
    }
}

/// The value of an index, as vertices are stored.
pub(crate) fn vertex<E: Expr<T = usize>>(index: Value<E>) -> Value<Map1<Cast<u32>, E>> {
    map1(Cast::<u32>::new(), index)
}
