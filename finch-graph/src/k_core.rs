//! Cores: parts of a graph in which every vertex has many neighbours (Seidman, 1983).
//!
//! The `k`-core is the largest part of a graph in which every vertex has at least `k` neighbours within the part. Each core
//! contains the next one; the core number of a vertex is the largest `k` whose core it belongs to. It is 1 for the vertices of a
//! path, 2 for those of a cycle, and `n - 1` for `n` vertices with all edges between them.
//!
//! Vertices are removed one after the other, always one of least degree, and the degrees of its neighbours that are larger fall by
//! one. The degree of a vertex when it is removed is its core number. An array keeps the vertices sorted by degree; one exchange
//! moves a neighbour to the end of the vertices whose degree is one less (Batagelj and Zaveršnik: An O(m) algorithm for cores
//! decomposition of networks, 2003). Removing all vertices is one program.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! // A triangle, and a path that leads away from it.
//! let graph = Graph::from_edges(5, [[0, 1], [1, 2], [2, 0], [2, 3], [3, 4]], Direction::Undirected)?;
//! let cores = k_core::decompose(&graph)?;
//! assert_eq!(cores.numbers(), [2, 2, 2, 1, 1]);
//! assert_eq!(cores.degeneracy(), 2);
//! assert_eq!(cores.members(2).collect::<Vec<_>>(), [0, 1, 2]);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Graph, vertex as number, zeros};
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// The core numbers of the vertices of a graph, and the order in which vertices were removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cores {
    numbers: Vec<u32>,
    order: Vec<u32>,
}

impl Cores {
    /// The core number of each vertex: 0 for those without neighbours.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The vertices in the order in which they were removed: each has at most [`degeneracy`](Self::degeneracy) neighbours behind it,
    /// so that an algorithm which looks at the later neighbours of each vertex looks at few. Core numbers ascend in it.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The largest core number, which is called the degeneracy of the graph; 0 if there are no vertices. Takes constant time.
    pub fn degeneracy(&self) -> u32 {
        self.order.last().map_or(0, |&last| self.numbers[last as usize])
    }

    /// The vertices of the `k`-core, ascending. Takes time linear in the vertices.
    pub fn members(&self, k: u32) -> impl Iterator<Item = usize> {
        let vertices = self.numbers.iter().enumerate();
        vertices
            .filter(move |&(_, &number)| number >= k)
            .map(|(vertex, _)| vertex)
    }
}

/// The core numbers of a graph, whichever way its edges lead: a neighbour is at either end of an edge. Edges from a vertex to itself
/// do not count.
///
/// Takes time linear in vertices and edges, and 12 bytes a vertex besides the result. A directed graph is first copied with edges
/// that lead both ways, which takes memory linear in the edges.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for the copy of a directed graph.
pub fn decompose(graph: &Graph) -> Result<Cores> {
    let graph = graph.both_ways()?;
    let degrees: Vec<u32> = (0..graph.vertices())
        .map(|vertex| graph.neighbours(vertex) as u32)
        .collect();
    let Sorted {
        mut order,
        mut place,
        mut start,
    } = sorted(&degrees);
    let mut core = Numbers::from(degrees);
    remove_all(&mut core, &mut order, &mut place, &mut start, graph.rows())?;
    Ok(Cores {
        numbers: core.into(),
        order: order.into(),
    })
}

/// A number for each vertex, or for each degree.
type Numbers = Vector<u32>;

/// The vertices by their degrees.
struct Sorted {
    /// The vertices, degrees ascending.
    order: Numbers,
    /// Where each vertex is among them.
    place: Numbers,
    /// Where the vertices of each degree start among them.
    start: Numbers,
}

/// Sorts by counting, in linear time.
fn sorted(degrees: &[u32]) -> Sorted {
    let most = degrees.iter().max().map_or(0, |&most| most as usize);
    let mut next: Vec<u32> = zeros(most + 2);
    for &degree in degrees {
        next[degree as usize + 1] += 1
    }
    for degree in 1..next.len() {
        next[degree] += next[degree - 1]
    }
    let start = next.clone();
    let (mut order, mut place) = (zeros(degrees.len()), zeros(degrees.len()));
    for (vertex, &degree) in degrees.iter().enumerate() {
        let at = &mut next[degree as usize];
        order[*at as usize] = vertex as u32;
        place[vertex] = *at;
        *at += 1
    }
    Sorted {
        order: order.into(),
        place: place.into(),
        start: start.into(),
    }
}

/// Removes vertices in `order`, which stays sorted: `core` is the degree that is left of each vertex, and its core number from when it
/// has been removed.
#[inline(never)]
fn remove_all(
    core: &mut Numbers,
    order: &mut Numbers,
    place: &mut Numbers,
    start: &mut Numbers,
    edges: &CsrPattern,
) -> Result<()> {
    let vertices = order.values().len();
    finch! {
        mut core;
        mut order;
        mut place;
        mut start;
        for p in 0..vertices {
            let vertex = order[p];
            let least = core[vertex];
            for i {
                if edges[vertex, i] {
                    let degree = core[i];
                    // Those that have been removed, and the vertex itself, have no greater one.
                    if degree > least {
                        let here = place[i];
                        let first = start[degree];
                        let other = order[first];
                        order[here] := other;
                        place[other] := here;
                        order[first] := number(i.value());
                        place[i] := first;
                        start[degree] := first + 1;
                        core[i] := degree - 1;
                    }
                }
            }
        }
    }
    .here()
    .run()
}
