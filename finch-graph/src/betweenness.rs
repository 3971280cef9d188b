//! Betweenness centrality: how many shortest paths go through each vertex (Freeman, 1977).
//!
//! The betweenness of a vertex `v` is the sum, over all pairs of other vertices `s` and `t`, of the fraction of the shortest paths
//! from `s` to `t` that go through `v`. The length of a path is its number of edges.
//!
//! From each source, a breadth-first search counts the shortest paths to every vertex; then, from the farthest vertex back to the
//! source, each vertex gets what depends on it from the vertices behind it (Brandes: A faster algorithm for betweenness centrality,
//! 2001):
//!
//! ```text
//! depends[j] += paths[j] / paths[i] * (1 + depends[i])        for each edge from j to i that is one step farther
//! ```
//!
//! The search is one program, and the way back is another. [`Betweenness::sample`] estimates betweenness from some sources instead
//! of all (Brandes and Pich: Centrality estimation in large networks, 2007).
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! // 1 is on all paths between the others but that from 2 to 3.
//! let graph = Graph::from_edges(4, [[0, 1], [1, 2], [1, 3], [2, 3]], Direction::Undirected)?;
//! assert_eq!(betweenness::centrality(&graph)?, [0.0, 2.0, 0.0, 0.0]);
//! # Ok::<(), Error>(())
//! ```

use crate::generate::Xorshift;
use crate::graph::{Direction, Graph, NO_VERTEX, vertex as number};
use crate::prelude::*;
use crate::progress::{Listener, progress};
use crate::threads::{Threads, parallel};
use finch_kernels::formats::ensure;
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::{Result, error, finch};
use std::sync::{Mutex, PoisonError};

/// A computation of betweenness with its options: over which sources, whether normalized, on how many threads. [`run`](Self::run) computes
/// it. For a graph with the usual options there is [`centrality`].
#[derive(Debug, Default)]
pub struct Betweenness<'l> {
    sources: Sources,
    normalized: bool,
    threads: Threads,
    listener: Listener<'l>,
}

/// From which vertices shortest paths are looked for.
#[derive(Clone, Debug, Default)]
enum Sources {
    #[default]
    All,
    These(Vec<usize>),
    Some {
        count: usize,
        seed: u64,
    },
}

/// The betweenness of each vertex, over all pairs of vertices: in an undirected graph each pair counts once, in a directed one both ways.
///
/// With `n` vertices and `m` edges it takes time of `n (n + m)`, and 40 bytes a vertex besides the result. For millions of edges
/// that is hours, where [`Betweenness::sample`] gives an estimate.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): the number of shortest paths between two vertices is beyond 10^308: the message names the
/// source. Or there is not enough memory.
pub fn centrality(graph: &Graph) -> Result<Vec<f64>> {
    Betweenness::new().run(graph)
}

impl<'l> Betweenness<'l> {
    /// All sources, and sums as they are.
    pub fn new() -> Self {
        Betweenness::default()
    }

    settings! {
        /// Counts paths from these sources alone, each as often as it is listed. In an undirected graph a pair counts one half from
        /// each of its ends; nothing else is scaled. If several runs take disjoint sources that are all vertices together, their
        /// results add up to the betweenness, so that several processes can share the work.
        sources(sources: impl IntoIterator<Item = usize>) = Sources::These(sources.into_iter().collect());
    }

    /// Estimates betweenness by the paths from `count` sources, which are chosen at random without repetition, and multiplies the
    /// sums by the number of vertices divided by `count`. If `count` is the number of vertices or more, the result is exact. Equal
    /// seeds choose equal sources.
    #[must_use]
    pub fn sample(mut self, count: usize, seed: u64) -> Self {
        self.sources = Sources::Some { count, seed };
        self
    }

    settings! {
        /// Divides by the number of pairs of other vertices, `(n - 1)(n - 2)`, or half of that in an undirected graph, so that
        /// betweenness is 1 at most. In a graph of fewer than three vertices it is 0.
        normalized() = true;
    }

    parallel! {
        /// Searches from several sources at the same time, on the threads of the rayon pool that the caller is in. Betweenness has the
        /// same bits as without this: sums are taken over 16 sources each, and then over these. Each thread takes 32 bytes a
        /// vertex, and besides up to 32 for sums that wait for those before them.
    }

    progress! {
        /// Calls `listener` after each source; on several threads, when what was found from it and those before it has been added up.
        'l
    }

    /// The betweenness of each vertex. For each source it takes time linear in the vertices and edges that the source reaches. It
    /// takes up to 40 bytes a vertex besides the result, and up to 500 in graphs of 512 vertices or fewer.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a source is not a vertex.
    /// * [`Invalid`](crate::ErrorKind::Invalid): none is to be sampled of a graph that has vertices.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): the number of shortest paths between two vertices is beyond 10^308: the message names
    ///   the source. Or there is not enough memory.
    pub fn run(&mut self, graph: &Graph) -> Result<Vec<f64>> {
        let vertices = graph.vertices();
        let (sources, mut scale) = self.chosen(graph)?;
        if graph.direction() == Direction::Undirected {
            // Each pair comes up from both of its ends.
            scale *= 0.5
        }
        let mut sums: Vec<f64> = Values::filled([vertices], 0.0)?.into();
        let (mut done, total) = (0, sources.len());
        if self.threads.are_several() {
            let batches: Vec<&[usize]> = sources.chunks(BATCH).collect();
            // Memory of searches that have ended, and of sums that were added.
            let (spare, zeros) = (Mutex::new(Vec::new()), Mutex::new(Vec::new()));
            let work = |&batch: &&[usize]| {
                // The locks are held no longer than these statements.
                let (kept, zero) = (lock(&spare).pop(), lock(&zeros).pop());
                let mut search = kept.map_or_else(|| Search::new(vertices, sources.len()), Ok)?;
                let mut part = zero.map_or_else(|| Values::filled([vertices], 0.0), Ok)?;
                for sources in batch.chunks(search.together()) {
                    search.run(graph, sources, &mut part)?;
                    search.reset(sources.len())?
                }
                lock(&spare).push(search);
                Ok((part, batch.len()))
            };
            self.threads.in_order(&batches, work, |(mut part, so_many)| {
                add(&mut sums, &mut part);
                lock(&zeros).push(part);
                for _ in 0..so_many {
                    done += 1;
                    self.listener.tell(done, done, total)
                }
            })?
        } else {
            let (mut search, mut part) = (Search::new(vertices, total)?, Values::filled([vertices], 0.0)?);
            for batch in sources.chunks(BATCH) {
                // A search alone may take long: who listens is told of each.
                for sources in batch.chunks(search.together()) {
                    search.run(graph, sources, &mut part)?;
                    for _ in sources {
                        done += 1;
                        self.listener.tell(done, done, total)
                    }
                    // Nobody searches after the last one.
                    if done < total {
                        search.reset(sources.len())?
                    }
                }
                add(&mut sums, &mut part)
            }
        }
        if self.normalized {
            let others = vertices.saturating_sub(1) as f64;
            let pairs = others * (others - 1.0).max(0.0);
            let pairs = match graph.direction() {
                Direction::Directed => pairs,
                Direction::Undirected => 0.5 * pairs,
            };
            scale = if pairs > 0.0 { scale / pairs } else { 0.0 }
        }
        for sum in &mut sums {
            *sum *= scale
        }
        Ok(sums)
    }

    /// The sources, and how many vertices each of them stands for.
    fn chosen(&self, graph: &Graph) -> Result<(Vec<usize>, f64)> {
        let vertices = graph.vertices();
        match self.sources {
            Sources::All => Ok(((0..vertices).collect(), 1.0)),
            Sources::These(ref sources) => {
                for &source in sources {
                    graph.check_vertex("source", source)?
                }
                Ok((sources.clone(), 1.0))
            }
            Sources::Some { count: 0, .. } if vertices > 0 => Err(error!(
                Invalid,
                "betweenness is estimated by a sample of one source at least, not of none"
            )),
            Sources::Some { count, seed } => {
                let count = count.min(vertices);
                let (mut all, numbers) = ((0..vertices).collect::<Vec<_>>(), &mut Xorshift::new(seed));
                for at in 0..count {
                    all.swap(at, at + numbers.below(vertices - at))
                }
                all.truncate(count);
                Ok((all, vertices as f64 / count.max(1) as f64))
            }
        }
    }
}

/// How many sources are summed up before the sum is added to those before: what threads do at a time.
const BATCH: usize = 16;

/// Adds the sums over a batch, which are zeros then.
fn add(sums: &mut [f64], part: &mut Values) {
    for (sum, part) in sums.iter_mut().zip(part.values_mut()) {
        *sum += core::mem::take(part)
    }
}

/// Nothing panics while a lock is held.
fn lock<T>(spare: &Mutex<Vec<T>>) -> std::sync::MutexGuard<'_, Vec<T>> {
    spare.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A number for each vertex, in a search from each of a few sources.
type Numbers = Matrix<u32>;

/// A number for each vertex, of any size.
type Values = Vector<f64>;

/// The memory of searches from a few sources, which is as it was at first when they have ended. Rows are sources.
struct Search {
    /// The vertices that were found, nearest first.
    queue: Numbers,
    /// How many they are.
    count: Vector<usize>,
    /// How far each vertex is from the source: [`NO_VERTEX`] before it is found.
    depth: Numbers,
    /// How many shortest paths lead to each vertex.
    paths: Matrix<f64>,
    /// The most of them.
    most: Values,
    /// How many paths from the source go through each vertex, those that end at a vertex counted in parts.
    depends: Matrix<f64>,
}

impl Search {
    /// From up to so many sources, at most [`BATCH`] at a time.
    fn new(vertices: usize, sources: usize) -> Result<Self> {
        let shape = [if vertices <= SMALL { sources.clamp(1, BATCH) } else { 1 }, vertices];
        Ok(Search {
            queue: Numbers::filled(shape, 0)?,
            count: Vector::filled([shape[0]], 0)?,
            depth: Numbers::filled(shape, NO_VERTEX)?,
            paths: Matrix::filled(shape, 0.0)?,
            most: Values::filled([shape[0]], 0.0)?,
            depends: Matrix::filled(shape, 0.0)?,
        })
    }

    /// From how many sources a program searches.
    fn together(&self) -> usize {
        self.count.len()
    }

    /// Adds what depends on each vertex, of the paths from each of the sources, one source after the other: at most
    /// [`together`](Self::together).
    fn run(&mut self, graph: &Graph, sources: &[usize], sums: &mut Values) -> Result<()> {
        for (s, &source) in sources.iter().enumerate() {
            self.queue[[s, 0]] = source as u32;
            self.depth[[s, source]] = 0;
            self.paths[[s, source]] = 1.0;
            self.count[[s]] = 1;
            self.most[[s]] = 0.0
        }
        // As far as a queue may get: most searches find all vertices, and those that find few look at few places of it.
        let (mut done, mut end, mut found) = (0, FEW, 1);
        while done < found {
            end = end.saturating_mul(8).min(graph.vertices());
            self.count_paths(graph.rows(), sources.len(), [done, end])?;
            for (&source, &most) in sources.iter().zip(self.most.values()) {
                ensure!(most <= f64::MAX, else TooLarge,
                    "from vertex {source} there are more than 10^308 shortest paths to another one");
            }
            found = self.count.values()[..sources.len()]
                .iter()
                .fold(0, |most, &count| most.max(count));
            done = end.min(found)
        }
        self.depend(sums, graph.rows(), sources.len(), found)
    }

    /// Goes on from the vertices in these places of the queues, as far as they are filled: counts the shortest paths to all vertices that are
    /// a step farther, and puts those that are new at the end of the queue.
    fn count_paths(&mut self, edges: &CsrPattern, sources: usize, [done, end]: [usize; 2]) -> Result<()> {
        let Search {
            queue,
            count,
            depth,
            paths,
            most,
            ..
        } = self;
        finch! {
            mut queue;
            mut count;
            mut depth;
            mut paths;
            mut most;
            for s in 0..sources {
                for p in done..end {
                    if p.value() < count[s] {
                        let vertex = queue[s, p];
                        let farther = depth[s, vertex] + 1;
                        let so_many = paths[s, vertex];
                        most[s] <<max>>= so_many;
                        for i {
                            if edges[vertex, i] {
                                if depth[s, i] == NO_VERTEX {
                                    let last = count[s];
                                    queue[s, last] := number(i.value());
                                    count[s] := last + 1;
                                    depth[s, i] := farther;
                                }
                                if depth[s, i] == farther { paths[s, i] += so_many; }
                            }
                        }
                    }
                }
            }
        }
        .run()
    }

    /// From the last vertex of each queue back to the first: what depends on each, of those that are a step farther. What depends on the
    /// source, which is the first, is not counted.
    fn depend(&mut self, sums: &mut Values, edges: &CsrPattern, sources: usize, found: usize) -> Result<()> {
        let Search {
            queue,
            count,
            depth,
            paths,
            depends,
            ..
        } = self;
        let mut sum = Scalar::new(0.0);
        finch! {
            mut depends;
            mut sums;
            for s in 0..sources {
                for p in (1..found).rev() {
                    if p.value() < count[s] {
                        let vertex = queue[s, p];
                        let farther = depth[s, vertex] + 1;
                        let so_many = paths[s, vertex];
                        sum .= 0;
                        for i {
                            if edges[vertex, i] {
                                if depth[s, i] == farther { sum[] += (1.0 + depends[s, i]) / paths[s, i]; }
                            }
                        }
                        {
                            let through = so_many * sum[];
                            depends[s, vertex] := through;
                            sums[vertex] += through;
                        }
                    }
                }
            }
        }
        .run()
    }

    /// Forgets the vertices that searches from so many sources have found.
    fn reset(&mut self, sources: usize) -> Result<()> {
        let found = self.count.values()[..sources]
            .iter()
            .fold(0, |most, &count| most.max(count));
        let Search {
            queue,
            count,
            depth,
            paths,
            ..
        } = self;
        finch! {
            mut depth;
            mut paths;
            for s in 0..sources {
                for p in 0..found {
                    if p.value() < count[s] {
                        let vertex = queue[s, p];
                        depth[s, vertex] := NO_VERTEX;
                        paths[s, vertex] := 0.0;
                    }
                }
            }
        }
        .run()
    }
}

/// Where there are up to so many vertices, a program searches from all sources of a batch: a search there takes no longer than entering a
/// program.
const SMALL: usize = 512;

/// How many places of the queue a search looks at first, in eighths.
const FEW: usize = 64;
