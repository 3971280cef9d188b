//! Shortest paths from a vertex to all others, along edges of which none has a negative length, nearest vertices first (Meyer and
//! Sanders: Delta-stepping, 1998).
//!
//! Distances up to a limit are made final before those beyond it are looked at. What is found within the limit is relaxed round by
//! round, in the program that [`bellman_ford`](crate::bellman_ford) takes; what is found beyond it waits in a pile. When nothing is
//! left within the limit, it moves on by `delta` from the nearest vertex of the pile (Davidson, Baxter, Garland and Owens, 2014).
//! With a `delta` of zero that is Dijkstra's algorithm; with a large one, that of Bellman and Ford, which is as fast where lengths hardly
//! differ, and far slower on roads, whose paths have many edges of different lengths.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let edges = [([0, 1], 4), ([0, 2], 1), ([2, 1], 2), ([1, 3], 1)];
//! let graph = WeightedGraph::from_edges(5, edges, Direction::Directed)?;
//! let paths = delta_stepping::search(&graph, 0)?;
//! assert_eq!(paths.distance(3), Some(4));
//! assert_eq!(paths.path_to(3), Some(vec![0, 2, 1, 3]));
//! assert_eq!(paths.distance(4), None);
//!
//! let graph = WeightedGraph::from_edges(3, [([0, 1], 1), ([1, 2], -3)], Direction::Directed)?;
//! let error = delta_stepping::search(&graph, 0).unwrap_err();
//! assert_eq!(error.to_string(), "the edge from 1 to 2 has the negative length -3: `bellman_ford` takes such lengths");
//! # Ok::<(), Error>(())
//! ```

use crate::bellman_ford::ShortestPaths;
use crate::bellman_ford::steps::{Nearest, Vertices, least};
use crate::graph::{Weight, WeightedGraph};
use finch_kernels::traits::{Error, Result, error};

/// The shortest paths from one source: the distances and numbers of edges that [`bellman_ford::search`](crate::bellman_ford::search)
/// finds. Of several such paths either may find another one; where lengths are rounded, one of another number of edges.
///
/// The limit moves on by a length that about four of the edges of a vertex do not exceed. Takes time linear in the
/// edges of the vertices that come nearer, summed over all rounds: in most graphs each vertex comes nearer a few times.
///
/// # Errors
///
/// An edge has a negative length: the message names it. The source is not a vertex; a distance is beyond the type of lengths; there
/// is not enough memory.
pub fn search<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Result<ShortestPaths<T>> {
    search_by(graph, &[source], usual_length(graph))
}

/// The shortest paths from the nearest of `sources`, where the limit moves on by `delta`: the shorter, the fewer edges are looked at
/// in vain, in more and smaller rounds. Whatever it is, what is found is the same.
///
/// # Errors
///
/// An edge has a negative length: the message names it. `delta` is negative or not finite; a source is not a vertex; a distance is
/// beyond the type of lengths; there is not enough memory.
pub fn search_by<T: Weight>(graph: &WeightedGraph<T>, sources: &[usize], delta: T) -> Result<ShortestPaths<T>> {
    if least(graph.rows())? < *T::ZERO {
        return Err(negative(graph));
    }
    if !delta.is_length() || delta < *T::ZERO {
        return Err(error!(
            Invalid,
            "the limit of distances cannot move on by {delta}: by a finite length that is not negative"
        ));
    }
    let (mut found, mut near) = Nearest::new(graph, sources)?;
    let (mut nearer, mut far, mut limit) = (Vertices::default(), Vec::new(), delta);
    loop {
        while !near.is_empty() {
            found.relax(&mut nearer, graph, &near)?;
            let distance = found.distance.values();
            near.clear();
            for &vertex in nearer.level().idx() {
                let pile = if distance[vertex as usize] <= limit {
                    &mut near
                } else {
                    &mut far
                };
                pile.push(vertex)
            }
        }
        // What came within the limit has been relaxed since.
        let distance = found.distance.values();
        far.retain(|&vertex: &u32| distance[vertex as usize] > limit);
        let Some(nearest) = far.iter().map(|&vertex| distance[vertex as usize]).reduce(T::lesser) else {
            return Ok(found.finished());
        };
        limit = nearest.plus(delta).unwrap_or(*T::INF);
        near.extend(far.extract_if(.., |vertex| distance[*vertex as usize] <= limit));
        near.sort_unstable();
        near.dedup()
    }
}

/// How many of the edges of a vertex, about, are no longer than what the limit moves on by.
const EDGES: usize = 4;

/// A length that so many of the edges of a vertex do not exceed, by a sample of all edges.
fn usual_length<T: Weight>(graph: &WeightedGraph<T>) -> T {
    const SAMPLES: usize = 64;
    let lengths = graph.rows().level().child().child().val();
    let every = lengths.len().div_ceil(SAMPLES).max(1);
    let mut sample: Vec<T> = lengths.iter().copied().step_by(every).collect();
    let place = sample.len() * EDGES * graph.vertices() / lengths.len().max(1);
    let Some(last) = sample.len().checked_sub(1) else {
        return *T::ZERO;
    };
    let compare = |one: &T, other: &T| one.partial_cmp(other).unwrap_or(core::cmp::Ordering::Equal);
    *sample.select_nth_unstable_by(place.min(last), compare).1
}

/// What is wrong with a graph of which an edge has a negative length.
#[cold]
fn negative<T: Weight>(graph: &WeightedGraph<T>) -> Error {
    let mut first = None;
    graph.rows().for_each(|edge, length| {
        if length < *T::ZERO && first.is_none() {
            first = Some((edge[0], edge[1], length))
        }
    });
    match first {
        Some((source, target, length)) => error!(
            Invalid,
            "the edge from {source} to {target} has the negative length {length}: `bellman_ford` takes such lengths"
        ),
        None => error!(
            Invalid,
            "an edge has a negative length: `bellman_ford` takes such lengths"
        ),
    }
}
