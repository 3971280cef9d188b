//! Topological order: an order of the vertices in which every edge leads forwards. It exists if and only if the graph has no cycle.
//! Tasks that depend on each other can be done in this order.
//!
//! A vertex is ready once all vertices with an edge to it have been taken. Of the vertices that are ready, the one that became
//! ready first is taken next (Kahn: Topological sorting of large networks, 1962). Taking all vertices is one program.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let graph = Graph::from_edges(4, [[2, 1], [1, 3], [2, 3], [3, 0]], Direction::Directed)?;
//! assert_eq!(topological::order(&graph)?, [2, 1, 3, 0]);
//!
//! let graph = Graph::from_edges(4, [[0, 1], [1, 2], [2, 3], [3, 1]], Direction::Directed)?;
//! let error = topological::order(&graph).unwrap_err();
//! assert_eq!(error.to_string(), "the edge from 1 to 2 lies on a cycle: there is no topological order");
//! assert_eq!(topological::cycle(&graph)?, Some(vec![1, 2, 3]));
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Graph, NO_VERTEX, vertex as number};
use crate::prelude::*;
use finch_kernels::traits::{Result, error, finch};

/// All vertices, in such an order that every edge leads from an earlier one to a later one. Vertices without predecessors come
/// first, in ascending order. Any other vertex follows once its last predecessor has been listed: of two vertices, that one comes first whose
/// last predecessor does. Takes time linear in vertices and edges, and 4 bytes a vertex besides the result.
///
/// # Errors
///
/// [`Invalid`](crate::ErrorKind::Invalid): edges lead around a cycle: the message names one of them. An edge of an undirected graph is a
/// cycle, since it leads both ways, and so is one from a vertex to itself.
pub fn order(graph: &Graph) -> Result<Vec<u32>> {
    sorted(graph)?.map_err(|cycle| {
        let (source, target) = (cycle[0], cycle[1 % cycle.len()]);
        error!(
            Invalid,
            "the edge from {source} to {target} lies on a cycle: there is no topological order"
        )
    })
}

/// A cycle of edges, if there is one: its vertices in the order of the edges, starting with the lowest. Takes time linear in
/// vertices and edges.
///
/// # Errors
///
/// None: there is a cycle, or there is none.
pub fn cycle(graph: &Graph) -> Result<Option<Vec<usize>>> {
    Ok(sorted(graph)?.err())
}

/// An order, or a cycle.
fn sorted(graph: &Graph) -> Result<Result<Vec<u32>, Vec<usize>>> {
    let columns = graph.columns().level().child();
    let entering: Vec<u32> = columns.ptr().windows(2).map(|row| (row[1] - row[0]) as u32).collect();
    let (mut order, mut count) = (vec![NO_VERTEX; graph.vertices()], 0);
    for vertex in (0..graph.vertices()).filter(|&vertex| entering[vertex] == 0) {
        order[count] = vertex as u32;
        count += 1
    }
    let (mut entering, mut order, mut count) = (Numbers::from(entering), Numbers::from(order), Scalar::new(count));
    take_all(&mut order, &mut count, &mut entering, graph.rows())?;
    if count.get() == graph.vertices() {
        return Ok(Ok(order.into()));
    }
    Ok(Err(cycle_among(graph, entering.values())))
}

/// A number for each vertex.
type Numbers = Vector<u32>;

/// Takes the vertices of `order`, up to `count`, one after the other: `entering` is how many edges lead to a vertex from those that have
/// not been taken. Vertices to which none leads any more come behind the others.
fn take_all(order: &mut Numbers, count: &mut Scalar<usize>, entering: &mut Numbers, edges: &CsrPattern) -> Result<()> {
    let vertices = order.values().len();
    finch! {
        mut order;
        mut count;
        mut entering;
        for p in 0..vertices {
            if p.value() < count[] {
                let vertex = order[p];
                for i {
                    if edges[vertex, i] {
                        let left = entering[i] - 1;
                        entering[i] := left;
                        if left == 0 {
                            let end = count[];
                            order[end] := number(i.value());
                            count[] := end + 1;
                        }
                    }
                }
            }
        }
    }
    .run()
}

/// A cycle among the vertices that edges still lead to. Takes linear time: each of them has a predecessor among them.
fn cycle_among(graph: &Graph, entering: &[u32]) -> Vec<usize> {
    let columns = graph.columns().level().child();
    let is_left = |vertex: usize| entering[vertex] > 0;
    let before = |vertex: usize| {
        let sources = &columns.idx()[columns.ptr()[vertex]..columns.ptr()[vertex + 1]];
        sources
            .iter()
            .map(|&source| source as usize)
            .find(|&source| is_left(source))
    };
    // When each vertex was met on a walk backwards, which comes back to where it has been.
    let mut met = vec![NO_VERTEX; entering.len()];
    let mut walk = Vec::new();
    let mut here = (0..entering.len()).find(|&vertex| is_left(vertex));
    while let Some(vertex) = here {
        if met[vertex] != NO_VERTEX {
            let mut cycle = walk.split_off(met[vertex] as usize);
            cycle.reverse();
            crate::path::from_lowest(&mut cycle);
            return cycle;
        }
        met[vertex] = walk.len() as u32;
        walk.push(vertex);
        here = before(vertex)
    }
    unreachable!("vertices that were not taken have predecessors that were not taken")
}
