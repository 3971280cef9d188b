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
use finch_kernels::traits::{Result, error, finch};
use std::sync::{Mutex, PoisonError};

/// How betweenness is computed.
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
/// The number of shortest paths between two vertices is beyond 10^308: the message names the source. There is not enough memory.
pub fn centrality(graph: &Graph) -> Result<Vec<f64>> {
    Betweenness::new().run(graph)
}

impl<'l> Betweenness<'l> {
    /// All sources, and sums as they are.
    pub fn new() -> Self {
        Betweenness::default()
    }

    /// Counts paths from these sources alone, each as often as it is listed. In an undirected graph a pair counts one half from
    /// each of its ends; nothing else is scaled. If several runs take disjoint sources that are all vertices together, their
    /// results add up to the betweenness, so that several processes can share the work.
    #[must_use]
    pub fn sources(mut self, sources: impl IntoIterator<Item = usize>) -> Self {
        self.sources = Sources::These(sources.into_iter().collect());
        self
    }

    /// Estimates betweenness by the paths from `count` sources, which are chosen at random without repetition, and multiplies the
    /// sums by the number of vertices divided by `count`. If `count` is the number of vertices or more, the result is exact. Equal
    /// seeds choose equal sources.
    #[must_use]
    pub fn sample(mut self, count: usize, seed: u64) -> Self {
        self.sources = Sources::Some { count, seed };
        self
    }

    /// Divides by the number of pairs of other vertices, `(n - 1)(n - 2)`, or half of that in an undirected graph, so that
    /// betweenness is 1 at most. In a graph of fewer than three vertices it is 0.
    #[must_use]
    pub fn normalized(mut self) -> Self {
        self.normalized = true;
        self
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
    /// takes up to 40 bytes a vertex besides the result.
    ///
    /// # Errors
    ///
    /// A source is not a vertex, or none is to be sampled of a graph that has some; the number of shortest paths between two vertices is
    /// beyond 10^308: the message names the source. There is not enough memory.
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
                let mut search = kept.map_or_else(|| Search::new(vertices), Ok)?;
                let mut part = zero.map_or_else(|| Values::filled([vertices], 0.0), Ok)?;
                for &source in batch {
                    search.run(graph, source, &mut part)?
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
            let (mut search, mut part) = (Search::new(vertices)?, Values::filled([vertices], 0.0)?);
            for batch in sources.chunks(BATCH) {
                for &source in batch {
                    search.run(graph, source, &mut part)?;
                    done += 1;
                    self.listener.tell(done, done, total)
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

/// A number for each vertex.
type Numbers = Vector<u32>;

/// A number for each vertex, of any size.
type Values = Vector<f64>;

/// The memory of a search, which is as it was at first when the search has ended.
struct Search {
    /// The vertices that were found, nearest first.
    queue: Numbers,
    /// How many they are.
    count: Scalar<usize>,
    /// How far each vertex is from the source: [`NO_VERTEX`] before it is found.
    depth: Numbers,
    /// How many shortest paths lead to each vertex.
    paths: Values,
    /// How many paths from the source go through each vertex, those that end at a vertex counted in parts.
    depends: Values,
}

impl Search {
    fn new(vertices: usize) -> Result<Self> {
        Ok(Search {
            queue: Numbers::filled([vertices], 0)?,
            count: Scalar::default(),
            depth: Numbers::filled([vertices], NO_VERTEX)?,
            paths: Values::filled([vertices], 0.0)?,
            depends: Values::filled([vertices], 0.0)?,
        })
    }

    /// Adds what depends on each vertex, of the paths from `source`.
    fn run(&mut self, graph: &Graph, source: usize, sums: &mut Values) -> Result<()> {
        let Search {
            queue,
            count,
            depth,
            paths,
            depends,
        } = self;
        queue[[0]] = source as u32;
        depth[[source]] = 0;
        paths[[source]] = 1.0;
        count.set(1);
        // As far as the queue may get: most searches find all vertices, and those that find few look at few places of it.
        let (mut done, mut end) = (0, FEW);
        while done < count.get() {
            end = end.saturating_mul(8).min(graph.vertices());
            let most = count_paths(queue, count, depth, paths, graph.rows(), [done, end])?;
            if most > f64::MAX {
                return Err(error!(
                    TooLarge,
                    "from vertex {source} there are more than 10^308 shortest paths to another one"
                ));
            }
            done = end.min(count.get())
        }
        let found = count.get();
        depend(depends, sums, queue, depth, paths, graph.rows(), found)?;
        reset(depth, paths, queue, found)
    }
}

/// How many places of the queue a search looks at first, in eighths.
const FEW: usize = 64;

/// Goes on from the vertices in these places of the queue, as far as they are filled: counts the shortest paths to all vertices that are a step
/// farther, and puts those that are new at the end of the queue. Returns the largest count.
fn count_paths(
    queue: &mut Numbers,
    count: &mut Scalar<usize>,
    depth: &mut Numbers,
    paths: &mut Values,
    edges: &CsrPattern,
    [done, end]: [usize; 2],
) -> Result<f64> {
    let mut most = Scalar::new(0.0);
    finch! {
        mut queue;
        mut count;
        mut depth;
        mut paths;
        most .= 0;
        for p in done..end {
            if p.value() < count[] {
                let vertex = queue[p];
                let farther = depth[vertex] + 1;
                let so_many = paths[vertex];
                most[] <<max>>= so_many;
                for i {
                    if edges[vertex, i] {
                        if depth[i] == NO_VERTEX {
                            let last = count[];
                            queue[last] := number(i.value());
                            count[] := last + 1;
                            depth[i] := farther;
                        }
                        if depth[i] == farther { paths[i] += so_many; }
                    }
                }
            }
        }
    }
    .run()?;
    Ok(most.get())
}

/// From the last vertex of the queue back to the first: what depends on each, of those that are a step farther. What depends on the source,
/// which is the first, is not counted.
fn depend(
    depends: &mut Values,
    sums: &mut Values,
    queue: &Numbers,
    depth: &Numbers,
    paths: &Values,
    edges: &CsrPattern,
    found: usize,
) -> Result<()> {
    let mut sum = Scalar::new(0.0);
    finch! {
        mut depends;
        mut sums;
        for p in (1..found).rev() {
            let vertex = queue[p];
            let farther = depth[vertex] + 1;
            let so_many = paths[vertex];
            sum .= 0;
            for i {
                if edges[vertex, i] {
                    if depth[i] == farther { sum[] += (1.0 + depends[i]) / paths[i]; }
                }
            }
            {
                let through = so_many * sum[];
                depends[vertex] := through;
                sums[vertex] += through;
            }
        }
    }
    .run()
}

/// Forgets the vertices that were found.
fn reset(depth: &mut Numbers, paths: &mut Values, queue: &Numbers, found: usize) -> Result<()> {
    finch! {
        mut depth;
        mut paths;
        for p in 0..found {
            let vertex = queue[p];
            depth[vertex] := NO_VERTEX;
            paths[vertex] := 0.0;
        }
    }
    .run()
}
