//! Triangles: three vertices with an edge between any two of them.
//!
//! Vertices are put in an order, and of each edge the direction towards the later vertex is kept. Where some vertices have many
//! more edges than most, those with fewer edges come first: no vertex keeps more than about the square root of the number of edges
//! then, however many it has. Elsewhere vertices stay in the order of their numbers, which takes less time than is won by another.
//! Each triangle is counted once, at its first vertex `j`, as a vertex `i` that both `j` and its neighbour `k` lead to:
//!
//! ```text
//! count[] += later[j, k] later[j, i] later[k, i]
//! ```
//!
//! How the rows of `j` and `k` are brought together is a matter of protocols, see [`Protocol`].
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! // Two triangles that share an edge.
//! let graph = Graph::from_edges(4, [[0, 1], [1, 2], [2, 0], [1, 3], [2, 3]], Direction::Undirected)?;
//! assert_eq!(triangles::count(&graph)?, 2);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Graph, filled};
use crate::prelude::*;
#[cfg(feature = "parallel")]
use crate::threads::grain;
use crate::threads::{Threads, parallel, run_on};
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// How two rows are intersected, the first one of `p` entries and the second one of `q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// `p + q` steps: both are walked.
    Walk,
    /// `min(p, q)` leaps, logarithmic each: both leap to where the other one stands.
    Gallop,
    /// `q` lookups, once the `p` entries of the first row are marked for all of its neighbours.
    Mark,
}

/// A graph that is prepared for counting triangles: its vertices in some order, each with its edges to later vertices.
#[derive(Clone, Debug)]
pub struct OrderedGraph {
    later: CsrPattern,
    /// The vertex at each place in that order; nothing if it is that of their numbers.
    by_degree: Option<Vec<u32>>,
    /// Those rows that have two edges or more: others have no triangle.
    first: First,
    /// Steps of walking, over all pairs of rows.
    steps: u64,
    /// Lookups of marking, over all pairs of rows.
    lookups: u64,
    /// Leaps of galloping with their probes, over all pairs of rows.
    probes: u64,
    threads: Threads,
}

/// Rows of which few are stored.
type First = Tensor<SparseList<SparseList<Pattern>>>;

/// How many triangles a graph has, whichever way its edges lead. If vertices have few edges it counts along the rows of the graph as they
/// are; otherwise it [orders](OrderedGraph) the graph first.
///
/// With `m` edges it takes `m^(3/2)` steps at most, and less in most graphs. A directed graph keeps a copy of itself with edges that lead both
/// ways, for the next time.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn count(graph: &Graph) -> Result<u64> {
    let graph = graph.kept_both_ways()?;
    let few = if graph.arcs() <= SMALL { FEW_IN_SMALL } else { FEW };
    if edges_at_ends(graph) < few {
        return walk_below(graph.rows());
    }
    OrderedGraph::new(graph)?.count()
}

/// To put edges in order takes longer than it saves where fewer than so many others, on average, meet an edge at one of its ends.
const FEW: f64 = 10.0;

/// Or so many, in graphs of up to so many edges, of which undirected ones count twice: to go wrong is cheaper than to sort.
const FEW_IN_SMALL: f64 = 16.0;
const SMALL: usize = 1 << 10;

/// Pairs of rows with so few steps are walked by a loop that is entered fast.
const FEW_STEPS: u64 = 1 << 8;

impl OrderedGraph {
    /// Orders the vertices, by degree if degrees differ much, and keeps edges towards later ones. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for the copy of a directed graph.
    pub fn new(graph: &Graph) -> Result<Self> {
        let graph = graph.kept_both_ways()?;
        let vertices = graph.vertices();
        let (starts, targets, by_degree) = if is_skewed(graph) {
            let (starts, targets, by_degree) = later_by_degree(graph);
            (starts, targets, Some(by_degree))
        } else {
            let (starts, targets) = later_by_number(graph);
            (starts, targets, None)
        };
        let (mut steps, mut lookups, mut probes) = (0, 0, 0);
        let (mut rows, mut row_starts, mut row_targets) = (Vec::new(), vec![0], Vec::with_capacity(targets.len()));
        for (at, row) in starts.windows(2).enumerate() {
            let p = (row[1] - row[0]) as u64;
            if p < 2 {
                continue;
            }
            let row = &targets[row[0]..row[1]];
            rows.push(at as u32);
            row_targets.extend_from_slice(row);
            row_starts.push(row_targets.len());
            for &k in row {
                let q = (starts[k as usize + 1] - starts[k as usize]) as u64;
                steps += p + q;
                lookups += q;
                let (few, many) = (p.min(q), p.max(q));
                // About the logarithm of their ratio, without a division.
                probes += few * u64::from(1 + many.ilog2() - few.max(1).ilog2())
            }
        }
        let first = SparseList::new(vertices, row_starts, row_targets, Pattern);
        let first = SparseList::new(vertices, vec![0, rows.len()], rows, first);
        let list = SparseList::new(vertices, starts, targets, Pattern);
        Ok(OrderedGraph {
            later: Tensor::new(Dense::new(vertices, list))?,
            by_degree,
            first: Tensor::new(first)?,
            steps,
            lookups,
            probes,
            threads: Threads::One,
        })
    }

    parallel! {
        /// Counts on the threads of the rayon pool that the caller is in. For [`count_each`](Self::count_each), every part of the loop that
        /// is being computed, or waits for those before it, takes 8 bytes a vertex.
    }

    /// The edges of the ordered graph: row `p` lists the later neighbours of the vertex that is at place `p` of the order.
    pub fn later(&self) -> &CsrPattern {
        &self.later
    }

    /// The protocol that is estimated to be fastest: the steps of each, which were counted when this was made, times a cost per step that was
    /// fitted to sixty graphs. Takes constant time.
    pub fn best(&self) -> Protocol {
        // What each takes, in tenths of nanoseconds, fitted to the times of sixty graphs; only their ratios matter.
        let pairs = self.first.level().child().idx().len() as u64;
        let walk = self.steps * 13;
        let gallop = self.probes * 26;
        let mark = self.lookups * 5 + pairs * 45;
        if mark <= walk && mark <= gallop {
            Protocol::Mark
        } else if walk <= gallop {
            Protocol::Walk
        } else {
            Protocol::Gallop
        }
    }

    /// How many triangles there are, by the [best](Self::best) protocol. With `m` edges it takes `m^(3/2)` steps at most.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory to mark a row, if that is the best protocol.
    pub fn count(&self) -> Result<u64> {
        self.count_by(self.best())
    }

    /// How many triangles there are, by this protocol: [`Protocol`] says what each pair of rows takes.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory to mark a row, which [`Protocol::Mark`] does.
    pub fn count_by(&self, protocol: Protocol) -> Result<u64> {
        let (threads, first, later) = (self.threads, &self.first, &self.later);
        match protocol {
            Protocol::Walk => walk(first, later, threads, self.each(self.steps), self.steps <= FEW_STEPS),
            // There are few steps to save.
            Protocol::Gallop if self.steps <= FEW_STEPS => walk(first, later, threads, 1, true),
            Protocol::Gallop => leap(first, later, threads, self.each(self.probes)),
            Protocol::Mark => match threads {
                Threads::One => mark(first, later),
                #[cfg(feature = "parallel")]
                Threads::Pool => mark_in_parts(first, later, self.each(self.lookups)),
            },
        }
    }

    /// What each pair of rows takes of so many steps.
    fn each(&self, steps: u64) -> usize {
        steps as usize / self.first.level().child().idx().len().max(1)
    }

    /// How many triangles each vertex is part of, by vertices as they are numbered in the graph. Rows are
    /// marked if that is the [best](Self::best) protocol, and walked otherwise, also where [`count`](Self::count) gallops and takes
    /// less time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn count_each(&self) -> Result<Vec<u64>> {
        let mut counts = Vector::filled([self.later.level().extent()], 0)?;
        let (threads, first, later) = (self.threads, &self.first, &self.later);
        match self.best() {
            Protocol::Mark => match threads {
                Threads::One => mark_each(&mut counts, first, later)?,
                #[cfg(feature = "parallel")]
                Threads::Pool => mark_each_in_parts(&mut counts, first, later, self.each(self.lookups))?,
            },
            Protocol::Walk | Protocol::Gallop => walk_each(&mut counts, first, later, threads, self.each(self.steps))?,
        }
        let counts: Vec<u64> = counts.into();
        let Some(by_degree) = &self.by_degree else {
            return Ok(counts);
        };
        let mut by_vertex = vec![0; counts.len()];
        for (&vertex, count) in by_degree.iter().zip(counts) {
            by_vertex[vertex as usize] = count
        }
        Ok(by_vertex)
    }
}

/// How many triangles each vertex of a graph is part of, whichever way its edges lead; the sum of all is three times [`count`].
/// Takes the time of [`OrderedGraph::count_each`]: with `m` edges `m^(3/2)` steps at most.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
pub fn count_each(graph: &Graph) -> Result<Vec<u64>> {
    OrderedGraph::new(graph)?.count_each()
}

/// Whether some vertices have many more edges than most: at the ends of edges there are many more than at vertices.
fn is_skewed(graph: &Graph) -> bool {
    let at_vertices = graph.arcs() as f64 / graph.vertices() as f64;
    edges_at_ends(graph) > 2.0 * at_vertices + 8.0
}

/// How many edges the end of an edge has on average; no number if there are no edges.
fn edges_at_ends(graph: &Graph) -> f64 {
    let degrees = graph.starts()[..=graph.vertices()]
        .windows(2)
        .map(|row| row[1] - row[0]);
    // Squares of integers might overflow.
    let squares: f64 = degrees.map(|degree| degree as f64 * degree as f64).sum();
    squares / graph.arcs() as f64
}

/// Starts of rows and what they hold: the edges to vertices of larger numbers.
fn later_by_number(graph: &Graph) -> (Vec<usize>, Vec<u32>) {
    let (mut starts, mut targets) = (
        Vec::with_capacity(graph.vertices() + 1),
        Vec::with_capacity(graph.arcs() / 2),
    );
    starts.push(0);
    for vertex in 0..graph.vertices() {
        let row = graph.targets(vertex);
        let later = row
            .iter()
            .rposition(|&target| target as usize <= vertex)
            .map_or(0, |at| at + 1);
        targets.extend_from_slice(&row[later..]);
        starts.push(targets.len())
    }
    (starts, targets)
}

/// For each vertex the neighbours that come later in the order of degrees, vertices of equal degree in that of their numbers: as
/// places in that order; and the vertices in it.
fn later_by_degree(graph: &Graph) -> (Vec<usize>, Vec<u32>, Vec<u32>) {
    let vertices = graph.vertices();
    let degree = |vertex: usize| graph.out_degree(vertex);
    // Sorted by counting: where the vertices of each degree start.
    let mut next = vec![0; (0..vertices).map(degree).max().map_or(0, |most| most + 2)];
    for vertex in 0..vertices {
        next[degree(vertex) + 1] += 1
    }
    for degree in 1..next.len() {
        next[degree] += next[degree - 1]
    }
    let (mut by_degree, mut place) = (vec![0_u32; vertices], vec![0_u32; vertices]);
    for vertex in 0..vertices {
        let at = &mut next[degree(vertex)];
        by_degree[*at] = vertex as u32;
        place[vertex] = *at as u32;
        *at += 1
    }
    let places = |at: usize| {
        graph
            .targets(by_degree[at] as usize)
            .iter()
            .map(|&target| place[target as usize])
    };
    let mut starts = Vec::with_capacity(vertices + 1);
    let mut end = 0;
    starts.push(0);
    for at in 0..vertices {
        end += places(at).filter(|&other| other as usize > at).count();
        starts.push(end)
    }
    // Each vertex is put into the rows of those before it, in the order of vertices: rows come out sorted.
    let (mut next, mut targets) = (starts.clone(), vec![0; end]);
    for at in 0..vertices {
        for other in places(at).filter(|&other| (other as usize) < at) {
            let next = &mut next[other as usize];
            targets[*next] = at as u32;
            *next += 1
        }
    }
    (starts, targets, by_degree)
}

/// Each triangle is counted at its last vertex `j`. Rows hold all edges, and are walked up to those that are looked for.
fn walk_below(edges: &CsrPattern) -> Result<u64> {
    let mut count = Scalar::new(0_u64);
    finch! {
        count .= 0;
        for j, k {
            if k < j {
                if edges[j, k] {
                    for i { if i < k { if edges[j, i] && edges[k, i] { count[] += 1; } } }
                }
            }
        }
    }
    .run()?;
    Ok(count.get())
}

/// By a loop that is a part of this function, on the caller's thread, if steps `are_few`.
fn walk(first: &First, later: &CsrPattern, threads: Threads, work: usize, are_few: bool) -> Result<u64> {
    let mut count = Scalar::new(0_u64);
    let program = finch! {
        count .= 0;
        parallel for j, k { if first[j, k] { for i { if first[j, i] && later[k, i] { count[] += 1; } } } }
    };
    if are_few {
        program.here().run()?
    } else {
        run_on!(threads, program, work work)?
    }
    Ok(count.get())
}

fn leap(first: &First, later: &CsrPattern, threads: Threads, work: usize) -> Result<u64> {
    let mut count = Scalar::new(0_u64);
    let program = finch! {
        count .= 0;
        parallel for j, k {
            if first[j, k] {
                for i { if first[j, gallop(i)] && later[k, gallop(i)] { count[] += 1; } }
            }
        }
    };
    run_on!(threads, program, work work)?;
    Ok(count.get())
}

/// Marks the neighbours of `j`, and takes the marks away again.
fn mark(first: &First, later: &CsrPattern) -> Result<u64> {
    let mut count = Scalar::new(0_u64);
    let mut marked = unmarked(later)?;
    finch! {
        count .= 0;
        mut marked;
        for j {
            for i { if first[j, i] { marked[i] := true; } }
            for k { if first[j, k] { for i { if later[k, i] && marked[i] { count[] += 1; } } } }
            for i { if first[j, i] { marked[i] := false; } }
        }
    }
    .run()?;
    Ok(count.get())
}

/// No vertex is marked.
fn unmarked(later: &CsrPattern) -> Result<Vector<bool>> {
    Ok(filled(false, later.level().extent())?.into())
}

/// Each part of the loop marks rows in a set of its own.
#[cfg(feature = "parallel")]
fn mark_in_parts(first: &First, later: &CsrPattern, work: usize) -> Result<u64> {
    let mut count = Scalar::new(0_u64);
    let mut row = Tensor::<SparseByteMap<Pattern>>::default();
    finch! {
        count .= 0;
        parallel for j {
            row .= false;
            for i { row[i] |= first[j, i]; }
            for k { if first[j, k] { for i { if later[k, i] && row[follow(i)] { count[] += 1; } } } }
        }
    }
    .run_parallel_by(grain(work))?;
    Ok(count.get())
}

/// Each triangle counts at its three vertices.
fn walk_each(counts: &mut Vector<u64>, first: &First, later: &CsrPattern, threads: Threads, work: usize) -> Result<()> {
    let mut common = Scalar::new(0_u64);
    let program = finch! {
        mut counts;
        parallel for j, k {
            if first[j, k] {
                common .= 0;
                for i {
                    if first[j, i] && later[k, i] {
                        common[] += 1;
                        counts[i] += 1;
                    }
                }
                {
                    counts[j] += common[];
                    counts[k] += common[];
                }
            }
        }
    };
    run_on!(threads, program, work work)
}

/// Each triangle counts at its three vertices.
fn mark_each(counts: &mut Vector<u64>, first: &First, later: &CsrPattern) -> Result<()> {
    let mut common = Scalar::new(0_u64);
    let mut marked = unmarked(later)?;
    finch! {
        mut counts;
        mut marked;
        for j {
            for i { if first[j, i] { marked[i] := true; } }
            for k {
                if first[j, k] {
                    common .= 0;
                    for i {
                        if later[k, i] && marked[i] {
                            common[] += 1;
                            counts[i] += 1;
                        }
                    }
                    {
                        counts[j] += common[];
                        counts[k] += common[];
                    }
                }
            }
            for i { if first[j, i] { marked[i] := false; } }
        }
    }
    .run()
}

/// Each triangle counts at its three vertices.
#[cfg(feature = "parallel")]
fn mark_each_in_parts(counts: &mut Vector<u64>, first: &First, later: &CsrPattern, work: usize) -> Result<()> {
    let mut common = Scalar::new(0_u64);
    let mut row = Tensor::<SparseByteMap<Pattern>>::default();
    finch! {
        mut counts;
        parallel for j {
            row .= false;
            for i { row[i] |= first[j, i]; }
            for k {
                if first[j, k] {
                    common .= 0;
                    for i {
                        if later[k, i] && row[follow(i)] {
                            common[] += 1;
                            counts[i] += 1;
                        }
                    }
                    {
                        counts[j] += common[];
                        counts[k] += common[];
                    }
                }
            }
        }
    }
    .run_parallel_by(grain(work))
}
