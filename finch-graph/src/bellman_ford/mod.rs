//! Shortest paths from a vertex to all others, along edges of any length, negative ones too (Bellman, 1958; Ford, 1956).
//!
//! Each round looks at the edges of those vertices that came nearer in the round before, which are few in most rounds.
//! A round is a Finch program (after Ahrens et al., "Finch", 2025, section 6.3), which reads the distances that it writes: one that is
//! found is used in the same round. A vertex waits for the next round if it came nearer in this one, or the vertex before it on its path did
//! (parent checking; Cherkassky and Goldberg, 1999). Of paths of equal length the one of fewer edges is kept. If no length is negative
//! and there is no listener, [`delta_stepping`] searches instead: it finds the same paths and looks at fewer edges.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let edges = [([0, 1], 4), ([0, 2], 1), ([2, 1], 2), ([1, 3], -1)];
//! let graph = WeightedGraph::from_edges(5, edges, Direction::Directed)?;
//! let paths = bellman_ford::search(&graph, 0)?;
//! assert_eq!(paths.distance(3), Some(2));
//! assert_eq!(paths.path_to(3), Some(vec![0, 2, 1, 3]));
//! assert_eq!(paths.distance(4), None);
//!
//! let round = [([0, 1], 1), ([1, 2], -3), ([2, 1], 2)];
//! let graph = WeightedGraph::from_edges(3, round, Direction::Directed)?;
//! let error = bellman_ford::search(&graph, 0).unwrap_err();
//! assert_eq!(error.to_string(), "a cycle of negative length goes through vertex 1: there is no shortest path");
//! # Ok::<(), Error>(())
//! ```

pub(crate) mod by_level;
mod found;
pub(crate) mod steps;

pub use found::ShortestPaths;

use crate::delta_stepping;
use crate::graph::{NO_VERTEX, Weight, WeightedGraph};
use crate::path;
use crate::progress::{Listener, progress};
use crate::threads::{Threads, parallel};
use finch_kernels::formats::ensure;
use finch_kernels::traits::{Result, error};
use steps::{Changes, Nearer, Nearest};

/// A search for shortest paths, which can report its progress. Where a length is negative it keeps the memory that it takes from one run to
/// the next.
#[derive(Debug)]
pub struct Search<'l, T: Weight> {
    listener: Listener<'l>,
    active: Vec<u32>,
    nearer: Nearer,
    changes: Option<Changes<T>>,
    threads: Threads,
}

impl<T: Weight> Default for Search<'_, T> {
    fn default() -> Self {
        Search {
            listener: Listener::default(),
            active: Vec::new(),
            nearer: Nearer::default(),
            changes: None,
            threads: Threads::One,
        }
    }
}

/// The shortest paths from one source. If no length is negative, [`delta_stepping`] finds them.
///
/// Takes time linear in the edges of the vertices that came nearer, summed over all rounds: at most `n m` for `n` vertices and `m`
/// edges, and a small multiple of `m` in most graphs.
///
/// # Errors
///
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the source is not a vertex.
/// * [`Invalid`](crate::ErrorKind::Invalid): a cycle of negative length can be reached from it: the message names a vertex on it. Or
///   distances never settle, since sums of lengths of a type of your own are not monotone.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn search<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Result<ShortestPaths<T>> {
    Search::new().run(graph, &[source])
}

/// A cycle of negative length that can be reached from `source`, if there is one: its vertices in order, from the
/// lowest. Takes the time of [`search`].
///
/// # Errors
///
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the source is not a vertex.
/// * [`Invalid`](crate::ErrorKind::Invalid): distances never settle, since sums of lengths of a type of your own are not monotone.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
///
/// ```
/// use finch_graph::prelude::*;
///
/// let round = [([0, 1], 1), ([1, 2], -3), ([2, 1], 2)];
/// let graph = WeightedGraph::from_edges(3, round, Direction::Directed)?;
/// assert_eq!(bellman_ford::negative_cycle(&graph, 0)?, Some(vec![1, 2]));
/// # Ok::<(), Error>(())
/// ```
pub fn negative_cycle<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Result<Option<Vec<usize>>> {
    match Search::new().paths(graph, &[source])? {
        Ok(_) => Ok(None),
        Err(cycle) => Ok(Some(cycle)),
    }
}

impl<'l, T: Weight> Search<'l, T> {
    /// A search without a listener, which has taken no memory yet.
    pub fn new() -> Self {
        Search::default()
    }

    parallel! {
        /// Runs rounds that look at more than a quarter of the edges on the threads of the rayon pool that the caller is in: each vertex
        /// looks for a shorter path along the edges to it, so that no two threads write the same place. Other rounds run on the caller's
        /// thread. Results do not depend on the number of threads.
        ///
        /// Distances and numbers of edges are those that are found without this. Where several paths have that distance and number of
        /// edges, parents may differ. Where sums of lengths are rounded, numbers of edges may differ. Paths are looked at in another order:
        /// where the length of a path that is not the shortest one is beyond the type of lengths, one of both may fail and the other may
        /// not; and another vertex of a negative cycle may be named. Takes up to 20 bytes a vertex besides, for lengths of 8 bytes.
    }

    progress! {
        /// Calls `listener` after each round. Work is counted in rounds, of which there are at most as many as vertices.
        'l
    }

    /// The shortest paths from the nearest of `sources`. Takes the time of [`search`].
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a source is not a vertex.
    /// * [`Invalid`](crate::ErrorKind::Invalid): a cycle of negative length can be reached from one: the message names a vertex on it. Or
    ///   distances never settle, since sums of lengths of a type of your own are not monotone.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn run(&mut self, graph: &WeightedGraph<T>, sources: &[usize]) -> Result<ShortestPaths<T>> {
        self.paths(graph, sources)?.map_err(|cycle| {
            let vertex = cycle[0];
            error!(
                Invalid,
                "a cycle of negative length goes through vertex {vertex}: there is no shortest path"
            )
        })
    }

    /// The shortest paths, or a cycle of negative length.
    fn paths(&mut self, graph: &WeightedGraph<T>, sources: &[usize]) -> Result<Result<ShortestPaths<T>, Vec<usize>>> {
        // Only then can there be a cycle, which is looked for more and more seldom.
        let negative = graph.lengths().has_negative;
        if !negative && !self.listener.is_there() {
            return delta_stepping::Search::on(self.threads).run(graph, sources).map(Ok);
        }
        let vertices = graph.vertices();
        let mut found = Nearest::new(graph, sources, 0)?;
        self.active.clear();
        self.active.extend(sources.iter().map(|&source| source as u32));
        self.active.sort_unstable();
        self.active.dedup();
        let mut looks_at = 2;
        let mut round = 0;
        loop {
            if negative && (round >= looks_at || round >= vertices) {
                looks_at = 2 * round;
                if let Some(cycle) = cycle_among(found.parents(), found.hops()) {
                    return Ok(Err(cycle));
                }
            }
            if self.active.is_empty() {
                break;
            }
            // Without waiting there are no more rounds than vertices. What waits adds none where sums are exact; where they are
            // rounded it might, so from there on nobody waits.
            let may_wait = round <= vertices;
            ensure!(round / 2 <= vertices, else Invalid,
                "distances still change after {round} rounds, twice as many as there are vertices: sums of lengths are not monotone");
            let (changes, nearer) = (&mut self.changes, &mut self.nearer);
            let nearer = found.round(changes, nearer, graph, &self.active, may_wait, self.threads)?;
            self.active.clear();
            self.active.extend_from_slice(nearer);
            round += 1;
            self.listener.tell(round, round.min(vertices), vertices)
        }
        Ok(Ok(found.finished()))
    }
}

/// A cycle along parents, from its lowest vertex in the order of edges. Takes linear time.
fn cycle_among(parents: &[u32], hops: &[u32]) -> Option<Vec<usize>> {
    // In which walk a vertex was seen.
    let mut seen = vec![NO_VERTEX; parents.len()];
    for from in 0..parents.len() {
        let mut here = from;
        while seen[here] == NO_VERTEX {
            seen[here] = from as u32;
            let parent = parents[here];
            // A source is its own parent, and so is a vertex with an edge of negative length to itself.
            if parent == NO_VERTEX || hops[here] == 0 {
                break;
            }
            here = parent as usize;
            if seen[here] == from as u32 {
                return Some(cycle_through(parents, here));
            }
        }
    }
    None
}

/// The cycle that a vertex lies on.
fn cycle_through(parents: &[u32], vertex: usize) -> Vec<usize> {
    let mut cycle = vec![vertex];
    let mut here = parents[vertex] as usize;
    while here != vertex {
        cycle.push(here);
        here = parents[here] as usize
    }
    cycle.reverse();
    path::from_lowest(&mut cycle);
    cycle
}
