//! Clustering coefficients: how many of the neighbours of a vertex are neighbours of each other (Watts and Strogatz: Collective dynamics of
//! 'small-world' networks, 1998).
//!
//! A vertex with `d` neighbours, between which there are `t` edges, has the local coefficient `t / (d (d - 1) / 2)`, from 0 to 1. Each of
//! these edges makes a triangle with the vertex: [`triangles`] counts them.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! // A triangle, and a fourth vertex at one of its corners.
//! let graph = Graph::from_edges(4, [[0, 1], [1, 2], [2, 0], [2, 3]], Direction::Undirected)?;
//! let found = clustering::coefficients(&graph)?;
//! assert_eq!(found.local(), [1.0, 1.0, 1.0 / 3.0, 0.0]);
//! assert_eq!(found.average(), 7.0 / 12.0);
//! // Of five pairs of edges that meet, three are part of a triangle.
//! assert_eq!(found.global(), 3.0 / 5.0);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::Graph;
use crate::triangles;
use finch_kernels::traits::Result;

/// The clustering coefficients of a graph. Takes 16 bytes a vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct Clustering {
    local: Vec<f64>,
    triangles: Vec<u64>,
    pairs: f64,
}

impl Clustering {
    /// The local coefficient of each vertex: of all pairs of its neighbours, the fraction with an edge between them; 0 for vertices
    /// with fewer than two neighbours.
    pub fn local(&self) -> &[f64] {
        &self.local
    }

    /// The mean of all local coefficients, those that are 0 for want of neighbours among them; 0 if there are no vertices. Takes time
    /// linear in the vertices.
    pub fn average(&self) -> f64 {
        match self.local.len() {
            0 => 0.0,
            vertices => self.local.iter().sum::<f64>() / vertices as f64,
        }
    }

    /// The global coefficient, also called transitivity: of all pairs of edges that meet in a vertex, the fraction that belongs to
    /// a triangle; 0 if no edges meet. Takes time linear in the vertices.
    pub fn global(&self) -> f64 {
        if self.pairs == 0.0 {
            return 0.0;
        }
        self.triangles.iter().map(|&count| count as f64).sum::<f64>() / self.pairs
    }

    /// How many triangles each vertex is part of.
    pub fn triangles(&self) -> &[u64] {
        &self.triangles
    }
}

/// The clustering coefficients of a graph, whichever way its edges lead: neighbours are at either end of an edge. Edges from a vertex to
/// itself do not count.
///
/// Takes the time of [`triangles::count_each`], which with `m` edges is `m^(3/2)` steps at most. A directed graph is first copied
/// with edges that lead both ways, which takes memory linear in the edges.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn coefficients(graph: &Graph) -> Result<Clustering> {
    let graph = &*graph.both_ways()?;
    let triangles = triangles::count_each(graph)?;
    let pairs = |vertex| {
        let neighbours = graph.neighbours(vertex) as f64;
        0.5 * neighbours * (neighbours - 1.0)
    };
    let local = |(vertex, &count): (usize, &u64)| if count == 0 { 0.0 } else { count as f64 / pairs(vertex) };
    Ok(Clustering {
        local: triangles.iter().enumerate().map(local).collect(),
        pairs: (0..graph.vertices()).map(pairs).sum(),
        triangles,
    })
}
