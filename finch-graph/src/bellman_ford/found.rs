//! What a search has found.

use crate::graph::{NO_VERTEX, Weight};
use crate::path;

/// The result of a search for shortest paths: the distance of each vertex, and the vertex before it on its path. Takes 8 bytes and a
/// distance per vertex.
#[derive(Clone, Debug, PartialEq)]
pub struct ShortestPaths<T> {
    distances: Vec<T>,
    parents: Vec<u32>,
    hops: Vec<u32>,
}

impl<T: Weight> ShortestPaths<T> {
    pub(crate) fn new(distances: Vec<T>, parents: Vec<u32>, hops: Vec<u32>) -> Self {
        ShortestPaths {
            distances,
            parents,
            hops,
        }
    }

    /// The distance of each vertex from the nearest source; infinity, or the greatest value of an integer type, for those that
    /// cannot be reached.
    pub fn distances(&self) -> &[T] {
        &self.distances
    }

    /// The vertex before each on its path; sources are their own, and [`NO_VERTEX`] is that of vertices that cannot be reached.
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// How many edges the path to each vertex has: as few as a path of its length can; [`NO_VERTEX`] for those that cannot be
    /// reached. Of lengths that are rounded, paths whose exact lengths differ may count as equal.
    pub fn hops(&self) -> &[u32] {
        &self.hops
    }

    /// How many vertices can be reached, sources included. Takes time linear in the vertices.
    pub fn reached(&self) -> usize {
        self.parents.iter().filter(|&&parent| parent != NO_VERTEX).count()
    }

    /// The distance of a vertex from the nearest source; `None` if it cannot be reached or is not a vertex.
    pub fn distance(&self, vertex: usize) -> Option<T> {
        self.parent(vertex)?;
        self.distances.get(vertex).copied()
    }

    /// The vertex before this one on its path, if it can be reached: itself for a source.
    pub fn parent(&self, vertex: usize) -> Option<usize> {
        let parent = *self.parents.get(vertex)?;
        (parent != NO_VERTEX).then_some(parent as usize)
    }

    /// A shortest path from the nearest source to `target`, both included; `None` if it cannot be reached or is not a
    /// vertex. Takes time linear in the length of the path.
    pub fn path_to(&self, target: usize) -> Option<Vec<usize>> {
        path::to(&self.parents, target)
    }
}
