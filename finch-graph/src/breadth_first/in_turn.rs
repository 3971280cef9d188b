//! Searches that look at the edges of one vertex after the other, in the order in which these are found.

use super::Left;
use super::found::{Found, LevelLists};
use super::steps::{self, Numbers};
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

/// What is known of the levels of a search in turn.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// Where each level starts in the queue, and the end of the last; nothing if it has not been looked for.
    starts: Vec<usize>,
    /// Each level is in ascending order.
    ascend: bool,
}

/// A search from these vertices. If it `pulls`, it goes level by level, and pulls the next one where that looks at fewer edges.
pub(super) fn search(graph: &Graph, sources: &[usize], pulls: bool) -> Result<Found> {
    let vertices = graph.vertices();
    // Each edge leads to one vertex at most that is new.
    let room = vertices.min(graph.arcs() + sources.len());
    // In one array: in very small graphs the allocator takes longer than the search. One place more is written to, and not filled.
    let mut numbers = filled(NO_VERTEX, 2 * vertices + room + 1)?;
    let (parent, rest) = numbers.split_at_mut(vertices);
    let (level, queue) = rest.split_at_mut(vertices);
    let mut count = 0;
    for &source in sources {
        if level[source] == NO_VERTEX {
            (level[source], parent[source]) = (0, source as u32);
            queue[count] = source as u32;
            count += 1
        }
    }
    let mut count = Scalar::new(count);
    let mut starts = Vec::new();
    let mut left = Left {
        vertices,
        edges: graph.arcs(),
    };
    // Levels ascend that were pulled, and what one vertex has edges to.
    let (mut is_pulled, mut ascend) = (false, sources.len() < 2);
    let mut from = 0;
    while from < count.get() {
        if count.get() == vertices && (pulls || are_of_one_level(&queue[from..vertices], level)) {
            break;
        }
        let mut to = count.get();
        if pulls {
            let leaving = left.take(graph, &queue[from..to], is_pulled);
            is_pulled = left.pulls(leaving, vertices);
            starts.push(from)
        } else {
            // Many more may be found than are reached so far, or few: to go through places that are not filled takes time, too.
            to = (4 * to + 256).min(room)
        }
        let numbers = Numbers { parent, level, queue };
        if is_pulled {
            steps::pull_in_turn(numbers, &mut count, graph.columns(), starts.len() as u32 - 1)?
        } else {
            steps::in_turn(numbers, &mut count, graph.rows(), [from, to])?;
            ascend &= to - from == 1
        }
        from = to
    }
    let reached = count.get();
    if pulls {
        if from < reached {
            starts.push(from)
        }
        starts.push(reached)
    }
    let last = reached.checked_sub(1).map(|last| queue[last]);
    let depth = last.map_or(0, |vertex| level[vertex as usize] as usize);
    numbers.truncate(2 * vertices + reached);
    Ok(Found::in_turn(numbers, vertices, depth, Turns { starts, ascend }))
}

impl Turns {
    /// The vertices of each level in ascending order, from the level of each vertex and the queue.
    pub(super) fn lists(&self, level: &[u32], queue: &[u32]) -> LevelLists {
        let mut starts = self.starts.clone();
        if starts.is_empty() {
            for (at, &vertex) in queue.iter().enumerate() {
                if level[vertex as usize] as usize == starts.len() {
                    starts.push(at)
                }
            }
            starts.push(queue.len())
        }
        let mut vertices = queue.to_vec();
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
