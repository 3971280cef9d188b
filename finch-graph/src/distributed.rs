//! Graphs whose vertices are spread over processes, of MPI or threads: see [`finch_kernels::distributed`].
//!
//! ```
//! use finch_graph::distributed::{DistributedGraph, search};
//! use finch_graph::prelude::*;
//! use finch_kernels::distributed::{Communicator, on_threads};
//!
//! // Every rank runs this; with the feature `mpi`, `finch_kernels::distributed::mpi::run` runs it on the processes of `mpirun`.
//! let levels = on_threads(2, |ranks| {
//!     let edges = (0..5).filter(|j| j % 2 == ranks.rank()).map(|j| [j, j + 1]);
//!     let path = DistributedGraph::from_edges(ranks, 6, edges, Direction::Undirected)?;
//!     search(ranks, &path, &[2])?.levels().all_gather(ranks)
//! })?;
//! assert_eq!(levels, [[2, 1, 0, 1, 2, 3], [2, 1, 0, 1, 2, 3]]);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::vertex;
use crate::page_rank::{PageRank, Walk, how_they_were_found};
use crate::prelude::*;
use crate::threads::Threads;
use core::mem::swap;
#[cfg(feature = "files")]
use finch_kernels::distributed::read_entries;
use finch_kernels::distributed::{
    Communicator, DistributedMatrix, DistributedVector, Exchange, Partition, all_gather, all_sum,
};
use finch_kernels::traits::{Result, error, finch};

/// A graph of which each rank has some vertices, with all edges that leave them and all that lead to them. An edge takes four bytes in each
/// of these two lists.
#[derive(Clone, Debug)]
pub struct DistributedGraph {
    rows: DistributedMatrix<CsrPattern>,
    /// The edges by target, unless they are the same.
    columns: Option<DistributedMatrix<CsrPattern>>,
}

impl DistributedGraph {
    /// The graph of the edges that all ranks give together. Each rank may give any of them. Vertices are spread so that each rank has about
    /// as many vertices and edges that leave them as any other.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an edge has a vertex that the graph does not have.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory, or a rank has, or needs, more than 2^32 vertices.
    /// * Those of [`Communicator::all_to_all`].
    pub fn from_edges(
        ranks: &impl Communicator,
        vertices: usize,
        edges: impl IntoIterator<Item = [usize; 2]>,
        direction: Direction,
    ) -> Result<Self> {
        let mut entries: Vec<_> = edges.into_iter().map(|edge| (edge, true)).collect();
        if direction == Direction::Undirected {
            entries.extend_from_within(..);
            let first = entries.len() / 2;
            for ([from, to], _) in &mut entries[first..] {
                swap(from, to)
            }
        }
        let rows = DistributedMatrix::<CsrPattern>::from_triplets(ranks, [vertices; 2], entries, Or)?;
        Self::of_rows(ranks, rows, direction)
    }

    /// The graph of a [Matrix Market](finch_kernels::formats::io::matrix_market) file, plain or compressed, that all ranks read, each the whole of
    /// it: entry `(j, i)` is the edge from `j` to `i`, whatever its value. It is undirected if the file is symmetric. Takes memory for a few
    /// copies of the edges that a rank keeps.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the matrix is not square.
    /// * Those of [`read_entries`] and of [`from_edges`](Self::from_edges).
    #[cfg(feature = "files")]
    pub fn read_matrix_market(ranks: &impl Communicator, path: impl AsRef<std::path::Path>) -> Result<Self> {
        use finch_kernels::formats::{Dense, Pattern, SparseList};
        let path = path.as_ref();
        // Values are read and dropped: an entry of zero is an edge, too.
        let (header, entries) = read_entries::<Dense<SparseList<Pattern>>, f64>(ranks, path)?;
        let direction = crate::graph::market::direction(&header).map_err(|error| error.context(path.display()))?;
        let edges = entries.into_iter().map(|(edge, _)| (edge, true));
        let rows = DistributedMatrix::<CsrPattern>::from_triplets(ranks, [header.rows; 2], edges, Or)?;
        Self::of_rows(ranks, rows, direction)
    }

    /// The graph that every rank holds as a whole: each keeps its own vertices. Edges are sent to the ranks of their targets only.
    ///
    /// # Errors
    ///
    /// Those of [`from_edges`](Self::from_edges).
    pub fn from_graph(ranks: &impl Communicator, graph: &Graph) -> Result<Self> {
        let rows = DistributedMatrix::from_tensor(ranks, graph.rows())?;
        Self::of_rows(ranks, rows, graph.direction())
    }

    /// The graph of a square matrix, whose entry `[j, i]` is the edge from `j` to `i`: a directed one.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the rows are not cut like the columns.
    /// * Those of [`from_edges`](Self::from_edges).
    pub fn from_rows(ranks: &impl Communicator, rows: DistributedMatrix<CsrPattern>) -> Result<Self> {
        if rows.rows() != rows.columns() {
            let [rows, columns] = rows.shape();
            return Err(error!(
                Mismatch,
                "the {rows} rows and {columns} columns of a graph are cut in the same way"
            ));
        }
        Self::of_rows(ranks, rows, Direction::Directed)
    }

    fn of_rows(ranks: &impl Communicator, rows: DistributedMatrix<CsrPattern>, direction: Direction) -> Result<Self> {
        let columns = match direction {
            Direction::Undirected => None,
            Direction::Directed => {
                let mut turned = Vec::new();
                rows.for_each(|[from, to], edge| turned.push(([to, from], edge)));
                let cut = [rows.rows().clone(), rows.rows().clone()];
                Some(DistributedMatrix::from_triplets_cut(ranks, cut, turned, Or)?)
            }
        };
        Ok(DistributedGraph { rows, columns })
    }

    /// How many vertices all ranks have together. Takes constant time, and sends nothing.
    pub fn vertices(&self) -> usize {
        self.rows.shape()[0]
    }

    /// Which rank has which vertices.
    pub fn partition(&self) -> &Partition {
        self.rows.rows()
    }

    /// The edges that leave the vertices of this rank.
    pub fn rows(&self) -> &DistributedMatrix<CsrPattern> {
        &self.rows
    }

    /// The edges that lead to the vertices of this rank.
    pub fn columns(&self) -> &DistributedMatrix<CsrPattern> {
        self.columns.as_ref().unwrap_or(&self.rows)
    }

    /// The greatest number of bytes that this rank sends to others in a breadth-first search of `levels` levels.
    ///
    /// These are 8 bytes for each vertex of another rank to which an edge leads from a vertex of this one, since it tells about each of
    /// them once, and 16 bytes for each other rank and level. It sends that many if the search reaches all of its vertices that have such
    /// edges; [`search_bytes`](Self::search_bytes) counts those that were reached. Takes constant time.
    pub fn planned_search_bytes(&self, ranks: &impl Communicator, levels: usize) -> u64 {
        let (told, others) = (self.rows.exchange().needed().len(), ranks.count() - 1);
        8 * told as u64 + 16 * others as u64 * levels as u64
    }

    /// The number of bytes that this rank sends to others in a [`search`] with the result `found`: those of
    /// [`planned_search_bytes`](Self::planned_search_bytes), counted for the vertices that were reached. Takes time linear in the vertices and
    /// edges of this rank.
    pub fn search_bytes(&self, ranks: &impl Communicator, found: &Found) -> u64 {
        let exchange = self.rows.exchange();
        let (own, levels) = (exchange.own_places(), found.levels.own());
        let mut told = vec![false; exchange.places()];
        self.rows
            .local()
            .for_each(|edge, _| told[edge[1]] |= levels[edge[0]] != NO_VERTEX && !own.contains(&edge[1]));
        let (told, others) = (told.iter().filter(|&&told| told).count(), ranks.count() - 1);
        8 * told as u64 + 16 * others as u64 * (found.depth as u64 + 1)
    }
}

/// What a breadth-first search has found. Each rank has the results of its own vertices.
#[derive(Clone, Debug)]
pub struct Found {
    levels: DistributedVector<u32>,
    parents: DistributedVector<u64>,
    depth: usize,
}

impl Found {
    /// How many edges lead from the nearest source to each vertex, [`NO_VERTEX`] for those that were not reached.
    pub fn levels(&self) -> &DistributedVector<u32> {
        &self.levels
    }

    /// The parent of each vertex: the lowest of those one level up with an edge to it. Sources are their own, and `u64::MAX` is that of vertices
    /// that were not reached.
    pub fn parents(&self) -> &DistributedVector<u64> {
        &self.parents
    }

    /// The greatest level that the search has reached, on any rank: 0 if it has reached nothing but the sources.
    pub fn depth(&self) -> usize {
        self.depth
    }
}

/// Breadth-first search from `sources`, the same on each rank: finds what [`breadth_first::search`] finds. In each level a rank
/// goes along the edges of its own vertices, and tells the ranks of the others that it finds; about each vertex it tells once. Takes time linear in
/// edges and vertices, and two sums over all ranks for each level.
///
/// # Errors
///
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the graph does not have a source.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
/// * Those of [`Communicator::all_to_all`].
pub fn search(ranks: &impl Communicator, graph: &DistributedGraph, sources: &[usize]) -> Result<Found> {
    let vertices = graph.vertices();
    if let Some(source) = sources.iter().find(|&&source| source >= vertices) {
        return Err(error!(OutOfBounds, "source {source} of a graph of {vertices} vertices"));
    }
    let (partition, exchange) = (graph.partition(), graph.rows.exchange());
    let own = partition.range(ranks.rank());
    let mut found = Found {
        levels: DistributedVector::from_fn(ranks, partition, |_| NO_VERTEX)?,
        parents: DistributedVector::from_fn(ranks, partition, |_| u64::MAX)?,
        depth: 0,
    };
    let mut last: Vec<u32> = sources
        .iter()
        .filter(|source| own.contains(source))
        .map(|source| (source - own.start) as u32)
        .collect();
    last.sort_unstable();
    last.dedup();
    let mut step = Step::new(exchange)?;
    for &at in &last {
        found.levels.own_mut()[at as usize] = 0;
        found.parents.own_mut()[at as usize] = (own.start + at as usize) as u64;
        step.visited[exchange.own_places().start + at as usize] = true
    }
    for level in 1.. {
        let (mut next, mut told) = (Vec::new(), Vec::new());
        step.push(graph.rows.local(), &last)?;
        step.next.for_each(|place, _| {
            let (place, parent) = (place[0], step.parent.values()[place[0]]);
            if exchange.own_places().contains(&place) {
                let at = place - exchange.own_places().start;
                found.levels.own_mut()[at] = level;
                found.parents.own_mut()[at] = own.start as u64 + u64::from(parent);
                next.push(at as u32)
            } else {
                told.push((place, parent))
            }
        });
        step.mark();
        exchange.tell(ranks, told, |rank, at, parent| {
            let parent = partition.range(rank).start as u64 + u64::from(parent);
            let (reached, lowest) = (&mut found.levels.own_mut()[at], &mut found.parents.own_mut()[at]);
            if *reached == NO_VERTEX {
                (*reached, *lowest) = (level, parent);
                step.visited[exchange.own_places().start + at] = true;
                next.push(at as u32)
            } else if *reached == level {
                *lowest = parent.min(*lowest)
            }
        })?;
        if all_gather(ranks, next.len() as u64)?.iter().all(|&found| found == 0) {
            found.depth = level as usize - 1;
            break;
        }
        next.sort_unstable();
        last = next
    }
    Ok(found)
}

/// One level of a search, over the vertices that a rank has or needs.
struct Step {
    visited: Vec<bool>,
    next: Tensor<SparseByteMap<Pattern>>,
    parent: VectorWithFill<u32, Inf>,
}

impl Step {
    fn new(exchange: &Exchange) -> Result<Self> {
        let places = exchange.places();
        Ok(Step {
            visited: vec![false; places],
            next: Tensor::empty([places])?,
            parent: VectorWithFill::filled([places], u32::MAX)?,
        })
    }

    /// From the own vertices `last`, which ascend, along all edges: `next` are the places that were not visited, each with the lowest parent.
    fn push(&mut self, edges: &CsrPattern, last: &[u32]) -> Result<()> {
        let starts = [0, last.len()];
        let level = Tensor::new(SparseList::new(edges.shape()[0], &starts[..], last, Pattern))?;
        let visited = VectorView::from(&self.visited[..]);
        let (next, parent) = (&mut self.next, &mut self.parent);
        finch! {
            next .= false;
            mut parent;
            for j {
                if level[j] {
                    for i {
                        if edges[j, i] && !visited[i] {
                            next[i] |= true;
                            parent[i] <<min>>= vertex(j.value());
                        }
                    }
                }
            }
        }
        .run()
    }

    /// What was found is not found again.
    fn mark(&mut self) {
        self.next.for_each(|place, _| self.visited[place[0]] = true)
    }
}

/// The ranks of all vertices in the sense of [`page_rank`]: each process has those of its own vertices.
#[derive(Clone, Debug)]
pub struct PageRanks {
    values: DistributedVector<f64>,
    rounds: usize,
    change: f64,
    tolerance: f64,
}

impl PageRanks {
    /// The rank of each vertex; they sum to 1.
    pub fn values(&self) -> &DistributedVector<f64> {
        &self.values
    }

    how_they_were_found!();
}

impl PageRank<'_> {
    /// The ranks of the vertices of a graph that is spread over processes. In each step 8 bytes are sent for each vertex that another process
    /// needs, and 16 to each process. Sums over all vertices are rounded otherwise than in [`run`](Self::run), in the order of processes. On one
    /// thread for each process; each tells of progress.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run), and of [`Communicator::all_to_all`].
    pub fn run_distributed(&mut self, processes: &impl Communicator, graph: &DistributedGraph) -> Result<PageRanks> {
        self.check()?;
        let (vertices, edges_to) = (graph.vertices(), graph.columns());
        let PageRank {
            damping,
            tolerance,
            rounds,
            ..
        } = *self;
        let even = 1.0 / vertices as f64;
        let own = graph.partition().range(processes.rank()).len();
        let ptr = graph.rows.local().level().child().ptr();
        let walk = Walk::of(ptr[..=own].windows(2).map(|pair| pair[1] - pair[0]), false);
        let (mut now, mut all) = (walk.begin(own, even)?, Vec::new());
        let (mut round, mut change) = (0, if vertices == 0 { 0.0 } else { f64::INFINITY });
        while round < rounds && change > tolerance {
            let stuck = all_sum(processes, now.stuck)?;
            edges_to.exchange().fetch(processes, now.share.values(), &mut all)?;
            let anywhere = (1.0 - damping + damping * stuck) * even;
            let shares = Vector::from(core::mem::take(&mut all));
            let numbers = [damping, anywhere];
            let here = walk.step(Threads::One, &mut now, edges_to.local(), &shares, numbers)?;
            all = shares.into();
            change = all_sum(processes, here)?;
            round += 1;
            self.listener.tell(round, round, rounds)
        }
        let values: Vec<f64> = now.ranks.into();
        let first = graph.partition().range(processes.rank()).start;
        Ok(PageRanks {
            values: DistributedVector::from_fn(processes, graph.partition(), |vertex| values[vertex - first])?,
            rounds: round,
            change,
            tolerance,
        })
    }
}
