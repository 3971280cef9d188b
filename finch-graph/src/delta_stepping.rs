//! Shortest paths from a vertex to all others, along edges of which none has a negative length, nearest vertices first (Meyer and
//! Sanders: Δ-stepping: a parallelizable shortest path algorithm, 2003).
//!
//! Vertices that came nearer wait in buckets, each of which holds distances of a range as wide as `delta`. The program that
//! [`bellman_ford`](crate::bellman_ford) runs, too, relaxes the edges of the vertices in the first bucket until the bucket stays
//! empty. Their distances are final then, and the next bucket is taken. A small `delta` makes many rounds of few vertices, and in
//! the limit Dijkstra's algorithm; with a large one vertices are relaxed repeatedly, and in the limit it is the algorithm of
//! Bellman and Ford.
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
//! // From the nearer one of two sources, in buckets of 2.
//! let paths = delta_stepping::Search::new().delta(2).run(&graph, &[0, 1])?;
//! assert_eq!(paths.distances()[..4], [0, 0, 1, 1]);
//!
//! let graph = WeightedGraph::from_edges(3, [([0, 1], 1), ([1, 2], -3)], Direction::Directed)?;
//! let error = delta_stepping::search(&graph, 0).unwrap_err();
//! assert_eq!(error.to_string(), "the edge from 1 to 2 has the negative length -3: `bellman_ford` takes such lengths");
//! # Ok::<(), Error>(())
//! ```

use crate::bellman_ford::ShortestPaths;
use crate::bellman_ford::steps::{Nearer, Nearest, has_negative};
use crate::graph::{NO_VERTEX, Weight, WeightedGraph};
use crate::threads::{Threads, parallel};
use core::mem::{swap, take};
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::{Error, Result, error};

/// A search for shortest paths in a graph without negative lengths, with its options: the width of buckets, and on how many threads.
/// [`run`](Self::run) finds them. Without options there is [`search`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<T> {
    delta: Option<T>,
    threads: Threads,
}

/// The shortest paths from one source, with the distances and numbers of edges that
/// [`bellman_ford::search`](crate::bellman_ford::search) finds. Where several paths have that distance and number of edges, the two
/// searches may find different ones; where sums of lengths are rounded, the numbers of edges may differ, too.
///
/// Takes time linear in the edges of the vertices that come nearer, summed over all rounds: in most graphs each vertex comes nearer
/// once or twice. Whenever 4096 buckets are used up, all vertices that wait are looked at once more. Takes 12 bytes a vertex
/// besides the result, and 4 for each vertex that waits.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): an edge has a negative length: the message names it.
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the source is not a vertex.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn search<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Result<ShortestPaths<T>> {
    Search::new().run(graph, &[source])
}

impl<T: Weight> Search<T> {
    /// A search in buckets whose width is taken from a sample of the edges of the graph: by how long they are, and how many a vertex has. All
    /// vertices wait together in small graphs, and where all lengths are equal.
    pub fn new() -> Self {
        Search {
            delta: None,
            threads: Threads::One,
        }
    }

    parallel! {
        /// Runs rounds in which the vertices of a bucket have more than a quarter of the edges on the threads of the rayon pool that the
        /// caller is in: each vertex looks for a shorter path along the edges to it, so that no two threads write the same place. Other
        /// rounds run on the caller's thread. There are such rounds where buckets are wide and paths have few edges, as in social
        /// networks; in networks of roads there are none. Results do not depend on the number of threads.
        ///
        /// Distances are those that are found without this, and numbers of edges, too, where sums of lengths are not rounded. Where
        /// several paths have that distance and number of edges, parents may differ. Where the length of a path that is not the
        /// shortest one is beyond the type of lengths, a search may fail with this and not without it, or the other way round. Takes up
        /// to 20 bytes more for each vertex, for lengths of 8 bytes.
    }

    settings! {
        /// Sets the width of buckets at the start, which is finite and not negative. The distances that are found do not depend on it;
        /// the time does. Whenever 4096 buckets are used up, all vertices that wait are looked at; if most of them would have to wait
        /// again, the width doubles. Width zero stays zero: each distance has a bucket of its own, and all vertices that wait are
        /// looked at for each distance.
        delta(delta: T) = Some(delta);
    }

    /// The shortest paths from the nearest of `sources`. Takes the time of [`search`].
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): an edge has a negative length: the message names it. Or the width of buckets is negative
    ///   or not finite.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a source is not a vertex.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn run(&self, graph: &WeightedGraph<T>, sources: &[usize]) -> Result<ShortestPaths<T>> {
        if has_negative(graph) {
            return Err(negative(graph));
        }
        let delta = self.delta.or_else(|| suitable_width(graph));
        if let Some(delta) = delta
            && (!delta.is_length() || delta < *T::ZERO)
        {
            return Err(error!(
                Invalid,
                "buckets of distances are not {delta} wide: their width is finite and not negative"
            ));
        }
        let (mut found, mut active) = Nearest::new(graph, sources)?;
        let (mut changes, mut nearer) = (None, Nearer::default());
        let mut buckets = delta.map(|delta| Buckets::new(graph.vertices(), delta));
        while !active.is_empty() {
            let nearer = found.round(&mut changes, &mut nearer, graph, &active, true, self.threads)?;
            if let Some(buckets) = &mut buckets {
                let distances = found.distance.values();
                for &vertex in nearer {
                    buckets.put(vertex, distances[vertex as usize])
                }
                buckets.take(&mut active, distances)
            } else {
                active.clear();
                active.extend_from_slice(nearer)
            }
        }
        Ok(found.finished())
    }
}

/// How many buckets there are at most; vertices beyond them wait together.
const MOST: usize = 4096;

/// Vertices that wait, by their distances. One that comes nearer moves on to another bucket, and is left in the old one, where it is passed over.
struct Buckets<T> {
    /// The distance at which the first bucket starts.
    start: T,
    delta: T,
    buckets: Vec<Vec<u32>>,
    /// The memory of buckets that were used up.
    spare: Vec<Vec<u32>>,
    /// Those beyond.
    far: Vec<u32>,
    /// The bucket that vertices are taken from.
    first: usize,
    /// In which bucket each vertex waits, [`MOST`] for those beyond, or [`NO_VERTEX`] for none.
    bucket: Vec<u32>,
}

impl<T: Weight> Buckets<T> {
    fn new(vertices: usize, delta: T) -> Self {
        Buckets {
            start: *T::ZERO,
            delta,
            buckets: Vec::new(),
            spare: Vec::new(),
            far: Vec::new(),
            first: 0,
            bucket: vec![NO_VERTEX; vertices],
        }
    }

    /// Lets a vertex wait that is at this distance now, which is not below those of vertices that are taken.
    fn put(&mut self, vertex: u32, distance: T) {
        let number = distance.steps_from(self.start, self.delta).clamp(self.first, MOST);
        let waits = &mut self.bucket[vertex as usize];
        if *waits as usize == number {
            return;
        }
        *waits = number as u32;
        if number == MOST {
            return self.far.push(vertex);
        }
        if number >= self.buckets.len() {
            self.buckets.resize_with(number + 1, Vec::new)
        }
        let bucket = &mut self.buckets[number];
        if bucket.capacity() == 0
            && let Some(spare) = self.spare.pop()
        {
            *bucket = spare
        }
        bucket.push(vertex)
    }

    /// Makes `active` the vertices of the first bucket that holds any: none if nobody waits.
    fn take(&mut self, active: &mut Vec<u32>, distances: &[T]) {
        active.clear();
        loop {
            while let Some(bucket) = self.buckets.get_mut(self.first) {
                if !bucket.is_empty() {
                    swap(active, bucket);
                    let (waits, first) = (&mut self.bucket, self.first);
                    active.retain(|&vertex| {
                        let waits = &mut waits[vertex as usize];
                        let is_here = *waits as usize == first;
                        if is_here {
                            *waits = NO_VERTEX
                        }
                        is_here
                    });
                    if !active.is_empty() {
                        return;
                    }
                }
                if bucket.capacity() > 0 {
                    self.spare.push(take(bucket))
                }
                self.first += 1
            }
            // Those beyond, from the nearest of them on.
            let (mut far, bucket) = (take(&mut self.far), &self.bucket);
            far.retain(|&vertex| bucket[vertex as usize] as usize == MOST);
            let Some(nearest) = far.iter().map(|&vertex| distances[vertex as usize]).reduce(T::lesser) else {
                return;
            };
            (self.start, self.first) = (nearest, 0);
            // If most of them waited again, all would be looked at once for each few of them: buckets become wider.
            let beyond = |delta| {
                far.iter()
                    .filter(|&&vertex| distances[vertex as usize].steps_from(nearest, delta) >= MOST)
                    .count()
            };
            if beyond(self.delta) > far.len() / 2
                && let Some(wider) = self.delta.plus(self.delta)
            {
                self.delta = wider
            }
            for vertex in far {
                self.bucket[vertex as usize] = NO_VERTEX;
                self.put(vertex, distances[vertex as usize])
            }
        }
    }
}

/// Where vertices have more edges than so many, buckets as wide as a usual length would hold vertices whose distances change often.
const FEW_EDGES: usize = 4;

/// Graphs of so many edges at most take longer to sort into buckets than to relax a few times, if vertices have many edges.
const SMALL: usize = 1 << 15;

/// And so many if they have few, where shortest paths are long.
const SMALL_SPARSE: usize = 1 << 11;

/// How wide buckets are, by a sample of all edges, or nothing where all vertices that wait may be taken at once: in small graphs, and
/// where all lengths are equal. Where vertices have few edges, eight times a usual length: few distances change within a bucket. Elsewhere
/// a length that one or two of the edges of a vertex do not exceed, one and a half on average.
fn suitable_width<T: Weight>(graph: &WeightedGraph<T>) -> Option<T> {
    const SAMPLES: usize = 256;
    let (vertices, arcs) = (graph.vertices(), graph.arcs());
    if arcs <= SMALL_SPARSE {
        return None;
    }
    // The arrays may go on behind the last edge.
    let list = graph.rows().level().child();
    let (targets, lengths) = (&list.idx()[..arcs], &list.child().val()[..arcs]);
    let every = arcs.div_ceil(SAMPLES);
    let sampled = targets.iter().step_by(every);
    let (edges, count) = (
        sampled.clone().map(|&target| graph.out_degree(target as usize)),
        sampled.len(),
    );
    let has_few = edges.sum::<usize>() < FEW_EDGES * count;
    if !has_few && arcs <= SMALL {
        return None;
    }
    // Buckets of width zero would hold one distance each.
    let mut sample: Vec<T> = lengths
        .iter()
        .copied()
        .step_by(every)
        .filter(|&length| length > *T::ZERO)
        .collect();
    let last = sample.len().checked_sub(1)?;
    if sample.iter().all(|&length| length == sample[0]) {
        return None;
    }
    let place = if has_few {
        last / 2
    } else {
        3 * sample.len() * vertices / (2 * arcs)
    };
    let compare = |one: &T, other: &T| one.partial_cmp(other).unwrap_or(core::cmp::Ordering::Equal);
    let length = *sample.select_nth_unstable_by(place.min(last), compare).1;
    let doubled = |length: T| length.plus(length).unwrap_or(length);
    Some(if has_few {
        doubled(doubled(doubled(length)))
    } else {
        length
    })
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
