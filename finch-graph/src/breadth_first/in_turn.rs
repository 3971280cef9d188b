//! Searches that look at the edges of one vertex after the other, in the order in which these are found.

use super::Left;
use super::found::LevelLists;
use super::steps::{self, VertexNumbers};
use crate::graph::{Graph, NO_VERTEX, filled};
use crate::prelude::*;
use finch_kernels::traits::Result;

/// Graphs of so many vertices at most are gone through in turn. In larger ones sets of bits take less time than levels of four bytes.
pub(super) const MOST: usize = 1 << 15;

/// Graphs of so many vertices at most are only pushed if these have few edges.
const SMALL: usize = 1 << 12;

/// How many edges it may be where vertices have more: a step that pulls would not look at much fewer.
const SMALL_DENSE: usize = 1 << 11;

/// Larger graphs are if vertices have fewer edges, and about as many each: steps would not pull.
const FEW_EDGES: usize = 8;

/// Where fewer than one of so many vertices are reached, each level is sorted by itself.
const FEW_REACHED: usize = 4;

/// Whether a search of this graph in turn looks at all edges: it would not look at much fewer if it pulled. To enter a program for each level
/// takes longer where levels are small.
pub(super) fn only_pushes(graph: &Graph) -> bool {
    let (vertices, arcs) = (graph.vertices(), graph.arcs());
    arcs <= SMALL_DENSE
        || arcs < vertices
        || vertices <= SMALL && arcs < 4 * vertices
        || arcs < FEW_EDGES * vertices && graph.is_even()
}

/// What a search has found, but for parents.
#[derive(Clone, Debug)]
pub(super) struct InTurn {
    /// The vertices that were reached, level by level.
    queue: Vec<u32>,
    /// Where each level starts in it, and the end of the last; nothing if it has not been looked for.
    starts: Vec<usize>,
    /// Each level is in ascending order.
    ascend: bool,
    /// The level of each vertex.
    level: Vec<u32>,
}

impl InTurn {
    /// A search from these vertices. If it `pulls`, it goes level by level, and pulls the next one where that looks at fewer edges.
    /// Returns parents, too.
    pub(super) fn search(graph: &Graph, sources: &[usize], pulls: bool) -> Result<(InTurn, Vec<u32>)> {
        let vertices = graph.vertices();
        // Each edge leads to one vertex at most that is new.
        let room = vertices.min(graph.arcs() + sources.len());
        // One place more is written to, and not filled.
        let (mut queue, mut count) = (filled(0_u32, room + 1)?, 0);
        let (mut level, mut parent) = (filled(NO_VERTEX, vertices)?, filled(NO_VERTEX, vertices)?);
        for &source in sources {
            if level[source] == NO_VERTEX {
                (level[source], parent[source]) = (0, source as u32);
                queue[count] = source as u32;
                count += 1
            }
        }
        let (mut count, mut queue) = (Scalar::new(count), Vector::from(queue));
        let (mut level, mut parent) = (Vector::from(level), VertexNumbers::from(parent));
        let mut starts = Vec::new();
        let mut left = Left {
            vertices,
            edges: graph.arcs(),
        };
        // Levels ascend that were pulled, and what one vertex has edges to.
        let (mut is_pulled, mut ascend) = (false, sources.len() < 2);
        let mut from = 0;
        while from < count.get() {
            if count.get() == vertices && (pulls || are_of_one_level(&queue.values()[from..vertices], level.values())) {
                break;
            }
            let mut to = count.get();
            if pulls {
                let leaving = left.take(graph, &queue.values()[from..to], is_pulled);
                is_pulled = left.pulls(leaving, vertices);
                starts.push(from)
            } else {
                // Many more may be found than are reached so far, or few: to go through places that are not filled takes time, too.
                to = (4 * to + 256).min(room)
            }
            if is_pulled {
                let (edges_to, last) = (graph.columns(), starts.len() as u32 - 1);
                steps::pull_in_turn(&mut queue, &mut count, &mut level, &mut parent, edges_to, last)?
            } else {
                let (rows, places) = (graph.rows(), [from, to]);
                steps::in_turn(&mut queue, &mut count, &mut level, &mut parent, rows, places)?;
                ascend &= to - from == 1
            }
            from = to
        }
        let (count, mut queue): (_, Vec<u32>) = (count.get(), queue.into());
        queue.truncate(count);
        if pulls {
            if from < count {
                starts.push(from)
            }
            starts.push(count)
        }
        let level = level.into();
        let found = InTurn {
            queue,
            starts,
            ascend,
            level,
        };
        Ok((found, parent.into()))
    }

    pub(super) fn reached(&self) -> usize {
        self.queue.len()
    }

    /// The last level.
    pub(super) fn depth(&self) -> usize {
        self.queue
            .last()
            .map_or(0, |&vertex| self.level[vertex as usize] as usize)
    }

    /// The level of each vertex.
    pub(super) fn levels(&self) -> &[u32] {
        &self.level
    }

    /// The level of each vertex.
    pub(super) fn into_levels(self) -> Vec<u32> {
        self.level
    }

    /// The vertices of each level in ascending order.
    pub(super) fn lists(&self) -> LevelLists {
        let InTurn {
            queue, starts, level, ..
        } = self;
        let mut starts = starts.clone();
        if starts.is_empty() {
            for (at, &vertex) in queue.iter().enumerate() {
                if level[vertex as usize] as usize == starts.len() {
                    starts.push(at)
                }
            }
            starts.push(queue.len())
        }
        let mut vertices = queue.clone();
        if !self.ascend {
            sort_levels(&mut vertices, &mut starts, level)
        }
        LevelLists { starts, vertices }
    }
}

/// Whether these vertices, which end the queue, have one level. Once all vertices are reached those of the last level are nobody's parents. If a
/// step has ended in the middle of the level before, the rest of that level may still hold lower parents.
fn are_of_one_level(queue: &[u32], level: &[u32]) -> bool {
    let of = |vertex: Option<&u32>| vertex.map(|&vertex| level[vertex as usize]);
    of(queue.first()) == of(queue.last())
}

/// Sorts the vertices of each level, which were found in any order.
fn sort_levels(vertices: &mut [u32], starts: &mut [usize], level: &[u32]) {
    if vertices.len() < level.len() / FEW_REACHED {
        return starts
            .windows(2)
            .for_each(|level| vertices[level[0]..level[1]].sort_unstable());
    }
    // By counting: starts become ends.
    for (vertex, &level) in level.iter().enumerate() {
        if let Some(next) = starts.get_mut(level as usize) {
            vertices[*next] = vertex as u32;
            *next += 1
        }
    }
    let levels = starts.len() - 1;
    starts.copy_within(..levels, 1);
    starts[0] = 0
}
