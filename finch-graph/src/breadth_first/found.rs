//! What a search has found.

use super::in_turn::Turns;
use super::steps;
use crate::graph::{NO_VERTEX, filled, no_memory, room};
use crate::path;
use crate::prelude::*;
use finch_kernels::traits::Result;
use std::sync::OnceLock;

/// The vertices that a search has reached, by level, and the edge by which each was reached. Takes 4 bytes a vertex, and 4 for each that was
/// reached; if it was gone through in turn, 4 bytes a vertex more, and 4 more for each that was reached once a [level](Self::level) was asked for.
#[derive(Clone, Debug)]
pub struct Found {
    /// The parent of each vertex. If the search went in turn, the level of each comes behind these, and the vertices that were reached, level by
    /// level.
    numbers: Vec<u32>,
    vertices: usize,
    reached: usize,
    depth: usize,
    /// After a search in turn levels are listed when somebody asks for one.
    lists: OnceLock<Box<LevelLists>>,
    /// There is nothing if the search did not go in turn.
    turns: Option<Turns>,
}

/// The vertices of each level, ascending.
#[derive(Clone, Debug)]
pub(super) struct LevelLists {
    /// Where each level starts among the vertices that were reached, and the end of the last.
    pub(super) starts: Vec<usize>,
    pub(super) vertices: Vec<u32>,
}

/// Searches that reach the same vertices in as many steps, by the same edges.
impl PartialEq for Found {
    fn eq(&self, other: &Self) -> bool {
        self.parents() == other.parents()
            && self.reached == other.reached
            && self.depth == other.depth
            && (0..=self.depth).all(|level| self.level(level) == other.level(level))
    }
}

impl Eq for Found {}

impl Found {
    /// From where each level starts, the vertices of all levels, and parents. The last level may be empty.
    pub(super) fn new(mut starts: Vec<usize>, vertices: Vec<u32>, parents: Vec<u32>) -> Self {
        if let [.., start, end] = starts[..]
            && start == end
        {
            starts.pop();
        }
        Found {
            vertices: parents.len(),
            numbers: parents,
            reached: vertices.len(),
            depth: starts.len().saturating_sub(2),
            lists: Box::new(LevelLists { starts, vertices }).into(),
            turns: None,
        }
    }

    /// From what a search in turn has found: parents, levels, and the vertices that were reached.
    pub(super) fn in_turn(numbers: Vec<u32>, vertices: usize, depth: usize, turns: Turns) -> Self {
        Found {
            reached: numbers.len() - 2 * vertices,
            numbers,
            vertices,
            depth,
            lists: OnceLock::new(),
            turns: Some(turns),
        }
    }

    /// What a search in turn has found: the level of each vertex, and the vertices that were reached.
    fn levels_and_queue(&self) -> (&[u32], &[u32]) {
        self.numbers[self.vertices..].split_at(self.vertices)
    }

    fn lists(&self) -> &LevelLists {
        self.lists.get_or_init(|| {
            Box::new(match &self.turns {
                Some(turns) => {
                    let (levels, queue) = self.levels_and_queue();
                    turns.lists(levels, queue)
                }
                None => LevelLists {
                    starts: vec![0],
                    vertices: Vec::new(),
                },
            })
        })
    }

    /// How many vertices were reached, sources included.
    pub fn reached(&self) -> usize {
        self.reached
    }

    /// The level of the vertices that are farthest from the sources: how many edges lead there. 0 if nothing was reached.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The vertices of a level, ascending; none beyond the depth. Takes constant time, but for the first time, when all levels of a search that
    /// went through the graph in turn are sorted: that takes time linear in the vertices.
    pub fn level(&self, level: usize) -> &[u32] {
        let LevelLists { starts, vertices } = self.lists();
        match starts.get(level..level.saturating_add(2)) {
            Some(&[start, end]) => &vertices[start..end],
            _ => &[],
        }
    }

    /// The sum of the levels of all vertices that were reached. Takes the time of [`level`](Self::level), and time linear in the depth.
    pub fn sum_of_levels(&self) -> usize {
        (0..=self.depth()).map(|level| level * self.level(level).len()).sum()
    }

    /// The level of each vertex, [`NO_VERTEX`] for those that were not reached. Takes linear time.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn levels(&self) -> Result<Vec<u32>> {
        if self.turns.is_some() {
            let mut levels = room(self.vertices)?;
            levels.extend_from_slice(self.levels_and_queue().0);
            return Ok(levels);
        }
        let mut levels = filled(NO_VERTEX, self.vertices)?;
        self.levels_into(&mut levels)?;
        Ok(levels)
    }

    /// The level of each vertex, after a search that did not go in turn.
    fn levels_into(&self, levels: &mut [u32]) -> Result<()> {
        let LevelLists { starts, vertices } = self.lists();
        let list = SparseList::new(self.vertices, &starts[..], &vertices[..], Pattern);
        let by_level = Tensor::new(Dense::new(starts.len() - 1, list))?;
        steps::levels(levels, &by_level)
    }

    /// The parent of each vertex, and behind these the level of each.
    pub(crate) fn into_parents_and_levels(mut self) -> Result<Vec<u32>> {
        let mut numbers = core::mem::take(&mut self.numbers);
        if self.turns.is_none() {
            numbers
                .try_reserve_exact(self.vertices)
                .map_err(|_| no_memory(self.vertices))?;
            numbers.resize(2 * self.vertices, NO_VERTEX);
            self.levels_into(&mut numbers[self.vertices..])?
        }
        numbers.truncate(2 * self.vertices);
        Ok(numbers)
    }

    /// The parent of each vertex: one level up, with an edge to it. Sources are their own, and [`NO_VERTEX`] is that of vertices
    /// that were not reached. Searches without parents have those of the sources only.
    pub fn parents(&self) -> &[u32] {
        &self.numbers[..self.vertices]
    }

    /// The parent of a vertex, if it was reached: its own number for a source.
    pub fn parent(&self, vertex: usize) -> Option<usize> {
        let parent = *self.parents().get(vertex)?;
        (parent != NO_VERTEX).then_some(parent as usize)
    }

    /// A shortest path from the nearest source to `target`, both included; `None` if it was not reached or is not a
    /// vertex, or if the search was one without parents. Takes time linear in the length of the path.
    pub fn path_to(&self, target: usize) -> Option<Vec<usize>> {
        path::to(self.parents(), target)
    }
}
