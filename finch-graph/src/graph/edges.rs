//! Graphs from lists of edges, and what they do with the values of edges.

use super::lengths::Known;
use super::transpose::{no_memory, room};
use super::{Direction, Graph, GraphOf, Rows, Weight, WeightedGraph, check_count};
use crate::prelude::*;
use finch_kernels::formats::ensure;
use finch_kernels::traits::lifecycle::WriteLevel;
use finch_kernels::traits::{Error, Result, error, finch};
use typenum::U0;

/// The data of an edge: [`Pattern`], which says only that the edge is there, or [`Element`], which is its length.
pub trait EdgeLeaf: WriteLevel<Rank = U0> + Default + Clone + sealed::EdgeLeaf {}

impl EdgeLeaf for Pattern {}
impl<T: Weight> EdgeLeaf for Element<T, Inf> {}

pub(super) mod sealed {
    use super::Rows;
    use finch_kernels::traits::Result;

    pub trait EdgeLeaf: Sized {
        /// There is an array of values.
        const STORES: bool;

        /// All values can be those of edges.
        fn check(rows: &Rows<Self>) -> Result<()>;

        /// The edges of both, the shorter one where both have one.
        fn either(one: &Rows<Self>, other: &Rows<Self>) -> Result<Rows<Self>>;

        /// The edges that do not lead to where they come from.
        fn apart(rows: &Rows<Self>) -> Result<Rows<Self>>;

        /// The values at these positions.
        fn gathered(&self, positions: &[usize]) -> Self;
    }
}

/// Rows that are made of others: of two edges at one place, `$either` is kept.
macro_rules! made_of_rows {
    ($fill:tt, |$one:ident, $other:ident| at ($j:ident, $i:ident) $($either:tt)*) => {
        fn either($one: &Rows<Self>, $other: &Rows<Self>) -> Result<Rows<Self>> {
            let mut both = Rows::<Self>::default();
            finch! {
                both .= $fill;
                for $j, $i { both[$j, $i] = $($either)*; }
            }
            .run()?;
            Ok(both)
        }

        fn apart(rows: &Rows<Self>) -> Result<Rows<Self>> {
            let mut kept = Rows::<Self>::default();
            finch! {
                kept .= $fill;
                for j, i { if j != i { kept[j, i] = rows[j, i]; } }
            }
            .run()?;
            Ok(kept)
        }
    };
}

impl sealed::EdgeLeaf for Pattern {
    const STORES: bool = false;

    fn check(_rows: &Rows<Self>) -> Result<()> {
        Ok(())
    }

    made_of_rows!(false, |one, other| at (j, i) one[j, i] || other[j, i]);

    fn gathered(&self, _positions: &[usize]) -> Self {
        Pattern
    }
}

impl<T: Weight> sealed::EdgeLeaf for Element<T, Inf> {
    const STORES: bool = true;

    fn check(rows: &Rows<Self>) -> Result<()> {
        let mut wrong = None;
        rows.for_each(|edge, length| {
            if !length.is_length() && wrong.is_none() {
                wrong = Some((edge[0], edge[1], length))
            }
        });
        match wrong {
            None => Ok(()),
            Some((source, target, length)) => Err(no_length(source, target, length)),
        }
    }

    made_of_rows!(inf, |one, other| at (j, i) min(one[j, i], other[j, i]));

    fn gathered(&self, positions: &[usize]) -> Self {
        Element::new(positions.iter().map(|&position| self.val()[position]).collect())
    }
}

#[cold]
fn no_length<T: Weight>(source: usize, target: usize, length: T) -> Error {
    error!(
        Invalid,
        "the edge from {source} to {target} has length {length}: lengths are finite"
    )
}

/// The places of a matrix, without its values.
pub(super) fn pattern<L: WriteLevel>(rows: &Rows<L>) -> CsrPattern {
    let (vertices, list) = (rows.level().extent(), rows.level().child());
    let arcs = list.ptr()[vertices];
    let list = SparseList::new(list.extent(), list.ptr().clone(), list.idx()[..arcs].to_vec(), Pattern);
    Tensor::new(Dense::new(vertices, list)).unwrap_or_else(|error| unreachable!("the places of a matrix: {error}"))
}

/// Edges that were listed, by their first vertex, in order.
struct Listed<T> {
    starts: Vec<usize>,
    edges: Vec<(u32, T)>,
}

/// Checks edges, and sorts them: those of a vertex one after another, ascending; of several between the same vertices `keep`
/// makes one. Takes linear time, and `n log n` within each vertex.
fn listed<T: Copy>(
    vertices: usize,
    edges: impl IntoIterator<Item = ([usize; 2], T)>,
    direction: Direction,
    keep: impl Fn(T, T) -> T,
) -> Result<Listed<T>> {
    check_count(vertices)?;
    // What an iterator promises is not reserved: room grows with what comes.
    let mut all: Vec<(u32, u32, T)> = Vec::new();
    for (number, ([source, target], value)) in edges.into_iter().enumerate() {
        ensure!(source.max(target) < vertices, else OutOfBounds,
            "edge {number} leads from {source} to {target}, but there are {vertices} vertices, numbered from 0");
        if all.len() == all.capacity() {
            all.try_reserve(1 << 10).map_err(|_| no_memory(all.len()))?
        }
        all.push((source as u32, target as u32, value));
    }
    let both = direction == Direction::Undirected;
    let mut starts = room(vertices + 1)?;
    starts.resize(vertices + 1, 0_usize);
    for &(source, target, _) in &all {
        starts[source as usize + 1] += 1;
        if both && source != target {
            starts[target as usize + 1] += 1
        }
    }
    for vertex in 0..vertices {
        starts[vertex + 1] += starts[vertex]
    }
    let Some(&(_, _, any)) = all.first() else {
        return Ok(Listed {
            starts,
            edges: Vec::new(),
        });
    };
    let arcs = starts[vertices];
    let mut placed = room(arcs)?;
    placed.resize(arcs, (0, any));
    let mut next = room(vertices + 1)?;
    next.extend_from_slice(&starts);
    let mut place = |source: u32, target: u32, value: T| {
        let at = &mut next[source as usize];
        placed[*at] = (target, value);
        *at += 1
    };
    for &(source, target, value) in &all {
        place(source, target, value);
        if both && source != target {
            place(target, source, value)
        }
    }
    drop(all);
    let (mut kept, mut from) = (0, 0);
    for vertex in 0..vertices {
        let end = starts[vertex + 1];
        // Stable: those between the same vertices are combined in the order in which they came.
        placed[from..end].sort_by_key(|&(target, _)| target);
        let first = kept;
        for at in from..end {
            let (target, value) = placed[at];
            if kept > first && placed[kept - 1].0 == target {
                placed[kept - 1].1 = keep(placed[kept - 1].1, value)
            } else {
                placed[kept] = (target, value);
                kept += 1
            }
        }
        from = end;
        starts[vertex + 1] = kept
    }
    placed.truncate(kept);
    Ok(Listed { starts, edges: placed })
}

/// A graph from rows that are symmetric if it is undirected.
fn made<L: EdgeLeaf>(rows: Rows<L>, direction: Direction) -> Result<GraphOf<L>> {
    let columns = match direction {
        Direction::Directed => Some(super::transpose::transposed(&rows)?),
        Direction::Undirected => None,
    };
    Ok(GraphOf {
        rows,
        columns,
        direction,
        known: Known::default(),
    })
}

impl Graph {
    /// The graph of `vertices` vertices with these edges, each from its first vertex to its second, in any order. Edges
    /// that come twice are one.
    ///
    /// Takes time linear in vertices and edges, but for sorting the edges of each vertex.
    ///
    /// ```
    /// use finch_graph::prelude::*;
    ///
    /// let graph = Graph::from_edges(4, [[0, 1], [2, 1], [0, 3]], Direction::Undirected)?;
    /// assert_eq!((graph.vertices(), graph.edges()), (4, 3));
    /// assert_eq!(graph.targets(1), [0, 2]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an edge has a vertex that is not below `vertices`: the message names it.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 vertices or more, or there is not enough memory.
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item = [usize; 2]>,
        direction: Direction,
    ) -> Result<Self> {
        let edges = edges.into_iter().map(|edge| (edge, ()));
        let Listed { starts, edges } = listed(vertices, edges, direction, |(), ()| ())?;
        let mut targets = room(edges.len())?;
        targets.extend(edges.into_iter().map(|(target, ())| target));
        let list = SparseList::new(vertices, starts, targets, Pattern);
        made(Tensor::new(Dense::new(vertices, list))?, direction)
    }
}

impl<T: Weight> WeightedGraph<T> {
    /// The graph of `vertices` vertices with these edges and their lengths, each from its first vertex to its second, in any
    /// order. Of edges between the same vertices the shortest stays.
    ///
    /// Takes time linear in vertices and edges, but for sorting the edges of each vertex.
    ///
    /// ```
    /// use finch_graph::prelude::*;
    ///
    /// let graph = WeightedGraph::from_edges(3, [([0, 1], 2.5), ([1, 2], 1.0), ([0, 1], 3.0)], Direction::Directed)?;
    /// assert_eq!(graph.rows().get([0, 1]), Some(2.5));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an edge has a vertex that is not below `vertices`: the message names it.
    /// * [`Invalid`](crate::ErrorKind::Invalid): the length of an edge is no [length](Weight::is_length), since it is not a number or
    ///   infinite: the message names the edge.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there are 2^32 vertices or more, or there is not enough memory.
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item = ([usize; 2], T)>,
        direction: Direction,
    ) -> Result<Self> {
        let mut wrong = None;
        let edges = edges.into_iter().inspect(|&([source, target], length)| {
            if !length.is_length() && wrong.is_none() {
                wrong = Some((source, target, length))
            }
        });
        let Listed { starts, edges } = listed(vertices, edges, direction, T::lesser)?;
        if let Some((source, target, length)) = wrong {
            return Err(no_length(source, target, length));
        }
        let (mut targets, mut lengths) = (room(edges.len())?, room(edges.len())?);
        targets.extend(edges.iter().map(|&(target, _)| target));
        lengths.extend(edges.iter().map(|&(_, length)| length));
        made(
            Tensor::<Dense<SparseList<Element<T, Inf>>>>::from_parts(vertices, vertices, starts, targets, lengths)?,
            direction,
        )
    }
}
