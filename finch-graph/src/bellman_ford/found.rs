//! What a search has found.

use crate::graph::{NO_VERTEX, Weight};
use crate::path;

/// An array of so many values is long.
const LONG: usize = 1 << 12;

/// The result of a search for shortest paths: the distance of each vertex, and the vertex before it on its path. Takes 8 bytes and a
/// distance per vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortestPaths<T> {
    distances: Vec<T>,
    /// The parent of each vertex, and behind these the number of edges to each.
    numbers: Vec<u32>,
}

impl<T: Weight> ShortestPaths<T> {
    /// From distances, and the parents of as many vertices and the numbers of edges. What `numbers` has room for beyond these is given back
    /// where it is long.
    pub(crate) fn new(distances: Vec<T>, mut numbers: Vec<u32>) -> Self {
        numbers.truncate(2 * distances.len());
        if numbers.capacity() > LONG {
            numbers.shrink_to_fit()
        }
        ShortestPaths { distances, numbers }
    }

    fn numbers(&self) -> (&[u32], &[u32]) {
        self.numbers.split_at(self.distances.len())
    }

    /// The distance of each vertex from the nearest source; infinity, or the greatest value of an integer type, for those that
    /// cannot be reached.
    pub fn distances(&self) -> &[T] {
        &self.distances
    }

    /// The vertex before each on its path; sources are their own, and [`NO_VERTEX`] is that of vertices that cannot be reached.
    pub fn parents(&self) -> &[u32] {
        self.numbers().0
    }

    /// How many edges the path to each vertex has: as few as a path of its length can; [`NO_VERTEX`] for those that cannot be
    /// reached. Of lengths that are rounded, paths whose exact lengths differ may count as equal.
    pub fn hops(&self) -> &[u32] {
        self.numbers().1
    }

    /// How many vertices can be reached, sources included. Takes time linear in the vertices.
    pub fn reached(&self) -> usize {
        self.parents().iter().filter(|&&parent| parent != NO_VERTEX).count()
    }

    /// The distance of a vertex from the nearest source; `None` if it cannot be reached or is not a vertex.
    pub fn distance(&self, vertex: usize) -> Option<T> {
        self.parent(vertex)?;
        self.distances.get(vertex).copied()
    }

    /// The vertex before this one on its path, if it can be reached: itself for a source.
    pub fn parent(&self, vertex: usize) -> Option<usize> {
        let parent = *self.parents().get(vertex)?;
        (parent != NO_VERTEX).then_some(parent as usize)
    }

    /// A shortest path from the nearest source to `target`, both included; `None` if it cannot be reached or is not a
    /// vertex. Takes time linear in the length of the path.
    pub fn path_to(&self, target: usize) -> Option<Vec<usize>> {
        path::to(self.parents(), target)
    }
}
