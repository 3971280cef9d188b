//! Shortest paths from a vertex to all others, along edges of which none has a negative length, nearest vertices first (Meyer and
//! Sanders: Δ-stepping: a parallelizable shortest path algorithm, 2003).
//!
//! Vertices that came nearer wait in a queue if their distance is in the bucket that is being emptied, a range as wide as `delta`, and
//! in a list if they are farther. A program relaxes the edges of the vertices of the queue until nothing is left in it. A vertex whose
//! parent waits goes to the end of the queue instead: its distance is going to change again (Cherkassky and Goldberg, 1999). Distances are
//! final then, and those of the list that lie in the next bucket are queued (Davidson, Baxter, Garland and Owens: Work-efficient
//! parallel GPU methods for single-source shortest paths, 2014). A small `delta` makes many buckets of few vertices, and in the limit
//! Dijkstra's algorithm; with a large one vertices are relaxed repeatedly, and in the limit it is the algorithm of Bellman and Ford.
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

use crate::bellman_ford::steps::{Changes, Nearest, NearestMut, leave_many};
use crate::bellman_ford::{ShortestPaths, by_level};
use crate::graph::{Rows, Weight, WeightedGraph, then, vertex, zeros};
use crate::prelude::*;
use crate::threads::{Threads, parallel};
use finch_kernels::formats::ensure;
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::{Error, Result, error, finch};

/// A search for shortest paths in a graph without negative lengths, with its options: the width of buckets, and on how many threads.
/// [`run`](Self::run) finds them. Without options there is [`search`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<T> {
    delta: Option<T>,
    threads: Threads,
}

/// The shortest paths from one source, with the distances and numbers of edges that
/// [`bellman_ford::search`] finds. Where several paths have that distance and number of edges, the two
/// searches may find different ones; where sums of lengths are rounded, the numbers of edges may differ, too.
///
/// Where all lengths are equal it is a breadth-first search, of a copy of the edges without lengths, which the graph keeps.
///
/// Takes time linear in the edges of the vertices that come nearer, summed over all rounds: in most graphs each vertex comes nearer
/// once or twice. All vertices that wait are looked at twice for each bucket. Takes 13 bytes a vertex besides the result.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): an edge has a negative length: the message names it. Or distances never settle, since sums of
///   lengths of a type of your own are not monotone.
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the source is not a vertex.
/// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
#[doc(alias = "dijkstra")]
pub fn search<T: Weight>(graph: &WeightedGraph<T>, source: usize) -> Result<ShortestPaths<T>> {
    Search::new().run(graph, &[source])
}

impl<T: Weight> Search<T> {
    /// A search on these threads.
    pub(crate) fn on(threads: Threads) -> Self {
        Search { delta: None, threads }
    }

    /// A search in buckets whose width is taken from a sample of the edges of the graph: by how long they are, and how many a vertex has. All
    /// vertices wait together in small graphs, and where all lengths are equal.
    pub fn new() -> Self {
        Search::on(Threads::One)
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
        /// Sets the width of buckets at the start, which is finite and not negative: by default it is taken from a sample of the edges. The
        /// distances that are found do not depend on it; the time does. Where fewer than a ninth of the vertices that wait lie in the next
        /// bucket, the width doubles. Width zero stays zero: each distance has a bucket of its own, and all vertices that wait are looked
        /// at for each distance.
        delta(delta: T) = Some(delta);
    }

    /// The shortest paths from the nearest of `sources`. Takes the time of [`search`].
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): an edge has a negative length: the message names it. Or the width of buckets is negative
    ///   or not finite. Or distances never settle, since sums of lengths of a type of your own are not monotone.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a source is not a vertex.
    /// * [`Arithmetic`](crate::ErrorKind::Arithmetic): a distance is beyond the type of lengths.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn run(&self, graph: &WeightedGraph<T>, sources: &[usize]) -> Result<ShortestPaths<T>> {
        let lengths = graph.lengths();
        if lengths.has_negative {
            return Err(negative(graph));
        }
        let delta = self.delta.or_else(|| lengths.width(graph));
        if let Some(delta) = delta
            && (!delta.is_length() || delta < *T::ZERO)
        {
            return Err(error!(
                Invalid,
                "buckets of distances are not {delta} wide: their width is finite and not negative"
            ));
        }
        if lengths.are_equal
            && let Some(paths) = by_level::search(graph, sources, self.threads)?
        {
            return Ok(paths);
        }
        let vertices = graph.vertices();
        let others = numbers(vertices);
        let mut found = Nearest::new(graph, sources, if others <= SHORT { others } else { 0 })?;
        let mut waiting = Waiting::new(&mut found, sources, delta)?;
        let mut changes = None;
        let several = self.threads.are_several();
        // Each bucket settles a vertex, but for its number of edges, which may become fewer, and takes as many rounds as its paths have edges.
        let most = (vertices + 1).saturating_mul(vertices + 1);
        let mut rounds = 0;
        loop {
            while waiting.next < waiting.ends[NEAR as usize] {
                ensure!(rounds / 4 <= most, else Invalid,
                    "distances still change after {rounds} rounds, far more than the square of {vertices} vertices: sums of lengths are not \
                     monotone");
                rounds += 1;
                if several && leave_many(graph, waiting.near(&found)) {
                    let changes = changes.get_or_insert_with(Changes::default);
                    found.pull(changes, graph, self.threads)?;
                    waiting.restart(changes.vertices(), &mut found)
                } else {
                    waiting.relax(&mut found, graph.rows(), several)?
                }
            }
            if !waiting.take_nearest(&mut found) {
                return Ok(found.finished());
            }
        }
    }
}

/// Where a vertex waits: nowhere, among those that are far, or among those that are near. Not from zero on: arrays of zeros come from a slower
/// function of the allocator.
const NOWHERE: u8 = 1;
const FAR: u8 = 2;
const NEAR: u8 = 3;

/// How many vertices a program goes through at least, if so many are found.
const AT_ONCE: usize = 32;

/// Buckets become wider if more than so many times as many vertices stay far as come near.
const FEW: usize = 8;

/// The queue, and where vertices wait, is behind what is found, in one array, if it has no more places. A longer one has pages that nobody writes,
/// which take no time.
const SHORT: usize = 1 << 10;

/// So many places of the queue are gone through before it starts again. In very small graphs fewer places are filled than a program goes through
/// elsewhere.
#[inline]
fn places_gone_through(vertices: usize) -> usize {
    vertices.max(AT_ONCE.min(2 * vertices))
}

/// How many places the queue has: as many vertices as there are may wait behind those that are gone through, and behind these wait those that
/// are far.
#[inline]
fn queue_places(vertices: usize) -> usize {
    places_gone_through(vertices) + 2 * vertices
}

/// How many numbers the queue takes, and behind it, four to a number, where each vertex waits.
#[inline]
fn numbers(vertices: usize) -> usize {
    queue_places(vertices) + vertices.div_ceil(size_of::<u32>())
}

/// The queue, and where each vertex waits: in memory of their own, or among the numbers behind what is found.
#[inline]
fn queue_and_waits<'a>(own: &'a mut [u32], others: &'a mut [u32], vertices: usize) -> (&'a mut [u32], &'a mut [u8]) {
    let numbers = if own.is_empty() { others } else { own };
    let (queue, waits) = numbers.split_at_mut(queue_places(vertices));
    (queue, &mut bytemuck::cast_slice_mut(waits)[..vertices])
}

/// Vertices that wait.
struct Waiting<T> {
    /// Distances that are less are near.
    limit: T,
    delta: Option<T>,
    /// [So many](places_gone_through) places of the queue are gone through before it starts again.
    places: usize,
    /// The queue, if it is long: those that are near, in the order in which they came, and those that are far. One that came near is left among
    /// these, where it is passed over. Behind it is where each vertex waits.
    numbers: Vec<u32>,
    /// Where those begin that are far.
    begin: usize,
    /// Which of the near ones comes next.
    next: usize,
    /// Where those end that wait: `ends[NEAR]` and `ends[FAR]`.
    ends: [usize; 4],
}

impl<T: Weight> Waiting<T> {
    /// The sources are near.
    fn new(found: &mut Nearest<T>, sources: &[usize], delta: Option<T>) -> Result<Self> {
        let vertices = found.distance.len();
        let places = places_gone_through(vertices);
        let begin = places + vertices;
        let mut own = Vec::new();
        if numbers(vertices) > SHORT {
            own = zeros(numbers(vertices))
        }
        let (queue, waits) = queue_and_waits(&mut own, found.distances_and_others().1, vertices);
        waits.fill(NOWHERE);
        let mut count = 0;
        for &source in sources {
            if waits[source] == NOWHERE {
                waits[source] = NEAR;
                queue[count] = source as u32;
                count += 1
            }
        }
        queue[..count].sort_unstable();
        Ok(Waiting {
            limit: delta.unwrap_or(*T::INF),
            delta,
            places,
            numbers: own,
            begin,
            next: 0,
            ends: [0, 0, begin, count],
        })
    }

    /// The vertices that are near.
    fn near<'a>(&'a self, found: &'a Nearest<T>) -> &'a [u32] {
        let queue = if self.numbers.is_empty() {
            found.others()
        } else {
            &self.numbers
        };
        &queue[self.next..self.ends[NEAR as usize]]
    }

    /// Goes through the vertices that are near, and through some of those that come near meanwhile, unless it is `one_round`.
    fn relax(&mut self, found: &mut Nearest<T>, edges: &Rows<Element<T, Inf>>, one_round: bool) -> Result<()> {
        let (from, count) = (self.next, self.ends[NEAR as usize]);
        let more = if one_round { 0 } else { 2 * (count - from) + AT_ONCE };
        let to = (count + more).min(self.places);
        relax(found, self, edges, from, to)?;
        let count = self.ends[NEAR as usize];
        self.next = to.min(count);
        if self.next == self.places {
            let vertices = found.distance.len();
            let (queue, _) = queue_and_waits(&mut self.numbers, found.distances_and_others().1, vertices);
            queue.copy_within(self.next..count, 0);
            self.ends[NEAR as usize] = count - self.next;
            self.next = 0
        }
        Ok(())
    }

    /// Lets those wait that `changed`, in place of those that are near, whose edges have been relaxed.
    fn restart(&mut self, changed: &[u32], found: &mut Nearest<T>) {
        let (distances, others) = found.distances_and_others();
        let (queue, waits) = queue_and_waits(&mut self.numbers, others, distances.len());
        let ends = &mut self.ends;
        for &vertex in &queue[self.next..ends[NEAR as usize]] {
            waits[vertex as usize] = NOWHERE
        }
        (self.next, ends[NEAR as usize]) = (0, 0);
        for &vertex in changed {
            let kind = kind_of(distances[vertex as usize], self.limit);
            if waits[vertex as usize] < kind {
                waits[vertex as usize] = kind;
                queue[ends[kind as usize]] = vertex;
                ends[kind as usize] += 1
            }
        }
    }

    /// Moves the limit a bucket beyond the nearest vertex that is far; those within come near. Returns whether there are any. Nobody is
    /// near before.
    fn take_nearest(&mut self, found: &mut Nearest<T>) -> bool {
        let begin = self.begin;
        let (distances, others) = found.distances_and_others();
        let (queue, waits) = queue_and_waits(&mut self.numbers, others, distances.len());
        let (near, far) = queue.split_at_mut(begin);
        let ends = &mut self.ends;
        let (mut left, mut least) = (0, *T::INF);
        for at in 0..ends[FAR as usize] - begin {
            let vertex = far[at];
            if waits[vertex as usize] == FAR {
                least = least.lesser(distances[vertex as usize]);
                far[left] = vertex;
                left += 1
            }
        }
        self.limit = self.delta.and_then(|delta| least.plus(delta)).unwrap_or(*T::INF);
        let (mut come, mut stay) = (0, 0);
        for at in 0..left {
            let vertex = far[at];
            let distance = distances[vertex as usize];
            // The width may be zero, or too little to make a difference.
            if distance < self.limit || distance == least {
                waits[vertex as usize] = NEAR;
                near[come] = vertex;
                come += 1
            } else {
                far[stay] = vertex;
                stay += 1
            }
        }
        // If most of them waited again and again, all would be looked at for each few of them.
        if stay > FEW * come {
            self.delta = self.delta.map(|delta| delta.plus(delta).unwrap_or(delta))
        }
        self.next = 0;
        (ends[FAR as usize], ends[NEAR as usize]) = (begin + stay, come);
        come > 0
    }
}

/// Where a vertex waits that is at this distance.
#[inline]
fn kind_of<T: Weight>(distance: T, limit: T) -> u8 {
    if distance < limit { NEAR } else { FAR }
}

/// Relaxes the edges of the vertices in these places of the queue, as far as it is filled. One whose parent waits is queued again instead.
#[inline(never)]
fn relax<T: Weight>(
    found: &mut Nearest<T>,
    waiting: &mut Waiting<T>,
    edges: &Rows<Element<T, Inf>>,
    from: usize,
    to: usize,
) -> Result<()> {
    let vertices = found.distance.len();
    let (found, others) = found.parts();
    let NearestMut {
        mut distance,
        mut parent,
        mut hops,
    } = found;
    let (queue, waits) = queue_and_waits(&mut waiting.numbers, others, vertices);
    let (mut queue, mut waits) = (VectorMut::from(queue), VectorMut::from(waits));
    let mut ends = VectorMut::from(&mut waiting.ends[..]);
    let limit = waiting.limit;
    let kind_of = move |distance: T| kind_of(distance, limit);
    let sum = |path: T, edge: T| path.saturating_plus(edge);
    finch! {
        mut distance;
        mut parent;
        mut hops;
        mut queue;
        mut ends;
        mut waits;
        for p in from..to {
            let near = NEAR;
            if p.value() < ends[near] {
                let j = queue[p];
                let above = parent[j];
                // What came nearer through a vertex that waits is going to come nearer again. A source is its own parent.
                // Named, so that it is read once: a condition is otherwise read again for each place that it guards.
                let waits_again = waits[above] == near && above != j;
                if waits_again {
                    let end = ends[near];
                    queue[end] := j;
                    ends[near] := end + 1;
                } else {
                    waits[j] := NOWHERE;
                    let so_far = distance[j];
                    let way = hops[j] + 1;
                    for i {
                        // By a name: an access that occurs twice is read twice.
                        let length = edges[j, i];
                        if length < inf {
                            let through = sum(so_far, length);
                            // In two conditions: few edges come as far as to the second, which looks at another array. Whether a sum is
                            // beyond the type is asked only there: it is no less than a distance that was found.
                            if through <= distance[i] {
                                if through < distance[i] || way < hops[i] {
                                    // Of `nearer`, not of `through`: LLVM would compute the kind of `through` for each edge, in front of the branch.
                                    let nearer = then(so_far, length);
                                    distance[i] := nearer;
                                    parent[i] := j;
                                    hops[i] := way;
                                    let kind = kind_of(nearer);
                                    if waits[i] < kind {
                                        waits[i] := kind;
                                        let end = ends[kind];
                                        queue[end] := vertex(i.value());
                                        ends[kind] := end + 1;
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
    .here()
    .run()
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
