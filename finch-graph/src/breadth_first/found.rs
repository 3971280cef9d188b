//! What a search has found.

use super::steps;
use crate::graph::NO_VERTEX;
use crate::path;
use crate::prelude::*;
use finch_kernels::traits::Result;

/// The vertices that a search has reached, by level, and the edge by which each was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where each level starts among the vertices that were reached, and the end of the last.
    starts: Vec<usize>,
    reached: Vec<u32>,
    parents: Vec<u32>,
}

impl Found {
    /// From where each level starts, the vertices of all levels, and parents. The last level may be empty.
    pub(super) fn new(mut starts: Vec<usize>, reached: Vec<u32>, parents: Vec<u32>) -> Self {
        if let [.., start, end] = starts[..]
            && start == end
        {
            starts.pop();
        }
        Found {
            starts,
            reached,
            parents,
        }
    }

    /// How many vertices were reached, sources included.
    pub fn reached(&self) -> usize {
        self.reached.len()
    }

    /// The level of the vertices that are farthest from the sources: how many edges lead there. 0 if nothing was reached.
    pub fn depth(&self) -> usize {
        self.starts.len().saturating_sub(2)
    }

    /// The vertices of a level, ascending; none beyond the depth.
    pub fn level(&self, level: usize) -> &[u32] {
        match self.starts.get(level..level.saturating_add(2)) {
            Some(&[start, end]) => &self.reached[start..end],
            _ => &[],
        }
    }

    /// The sum of the levels of all vertices that were reached. Takes time linear in the depth.
    pub fn sum_of_levels(&self) -> usize {
        (0..=self.depth()).map(|level| level * self.level(level).len()).sum()
    }

    /// The level of each vertex, [`NO_VERTEX`] for those that were not reached. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn levels(&self) -> Result<Vec<u32>> {
        let list = SparseList::new(self.parents.len(), &self.starts[..], &self.reached[..], Pattern);
        let by_level = Tensor::new(Dense::new(self.starts.len() - 1, list))?;
        let mut level = VectorWithFill::default();
        steps::levels(&mut level, &by_level)?;
        Ok(level.into())
    }

    /// The parent of each vertex: one level up, with an edge to it. Sources are their own, and [`NO_VERTEX`] is that of vertices
    /// that were not reached. Searches without parents have those of the sources only.
    pub fn parents(&self) -> &[u32] {
        &self.parents
    }

    /// The parent of each vertex, as [`parents`](Self::parents) has them.
    pub(crate) fn into_parents(self) -> Vec<u32> {
        self.parents
    }

    /// The parent of a vertex, if it was reached: its own number for a source.
    pub fn parent(&self, vertex: usize) -> Option<usize> {
        let parent = *self.parents.get(vertex)?;
        (parent != NO_VERTEX).then_some(parent as usize)
    }

    /// A shortest path from the nearest source to `target`, both included; `None` if it was not reached or is not a
    /// vertex, or if the search was one without parents. Takes time linear in the length of the path.
    pub fn path_to(&self, target: usize) -> Option<Vec<usize>> {
        path::to(&self.parents, target)
    }
}
