//! Breadth-first search: the vertices that edges lead to, level by level.
//!
//! A step goes from the vertices of one level to those of the next in one of two directions:
//!
//! | | looks at | is best |
//! |---|---|---|
//! | push | all edges that leave the level | while levels are small |
//! | pull | the edges to each vertex that was not reached, as far as the first from one that was | where most of the graph is one step away |
//!
//! Which it is, is decided before each step, by how many edges either would look at (after Beamer, Asanović and Patterson,
//! 2012, who compare the edges that leave the level with those that were not looked at). Steps are Finch programs, after the
//! Finch paper, section 6.3.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! // 0 - 1 - 2 - 3, 1 - 3, and 4 alone.
//! let graph = Graph::from_edges(5, [[0, 1], [1, 2], [2, 3], [1, 3]], Direction::Undirected)?;
//! let found = breadth_first::search(&graph, 0)?;
//! assert_eq!(found.parent(3), Some(1));
//! assert_eq!(found.path_to(3), Some(vec![0, 1, 3]));
//! assert_eq!(found.levels()?, [0, 1, 2, 2, NO_VERTEX]);
//! assert_eq!(found.reached(), 4);
//! # Ok::<(), Error>(())
//! ```

mod found;
mod steps;

pub use found::Found;

use crate::graph::Graph;
use crate::prelude::*;
use crate::progress::{Listener, Progress};
use core::mem::swap;
use finch_kernels::traits::{Error, ErrorKind, Result};
use steps::{Frontier, List, Numbers};

/// Levels of fewer vertices are pushed from unless vertices have many edges: their edges are not counted.
const FEW: usize = 16;

/// In which direction steps go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Steps {
    /// In whichever takes less time.
    #[default]
    Best,
    /// Away from what was reached.
    Push,
    /// Towards it.
    Pull,
}

/// Which parent of several a vertex gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parents {
    /// The lowest of those one level up.
    #[default]
    Lowest,
    /// Any of those one level up: a little faster.
    Any,
    /// None: levels only, which is faster.
    None,
}

/// A search: how it is done, and the memory that it takes, which it keeps from one run to the next.
///
/// ```
/// use finch_graph::breadth_first::{Parents, Search};
/// use finch_graph::prelude::*;
///
/// let graph = finch_graph::generate::uniform(10, 4, 1)?;
/// let mut search = Search::new().parents(Parents::None);
/// let far: Vec<usize> = (0..5).map(|source| Ok(search.run(&graph, &[source])?.depth())).collect::<Result<_>>()?;
/// assert!(far.iter().all(|&depth| depth > 2));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Search<'l> {
    steps: Steps,
    parents: Parents,
    listener: Listener<'l>,
    visited: BitVector,
    now_visited: BitVector,
    frontier: Frontier,
    next: Frontier,
    list: List,
}

/// Searches from one source: parents are the lowest, steps go in the best direction.
///
/// Takes time linear in edges and vertices at most.
///
/// # Errors
///
/// The source is not a vertex; there is not enough memory.
pub fn search(graph: &Graph, source: usize) -> Result<Found> {
    Search::new().run(graph, &[source])
}

impl<'l> Search<'l> {
    /// A search in the best direction for the lowest parents.
    pub fn new() -> Self {
        Search::default()
    }

    /// Sets in which direction steps go.
    #[must_use]
    pub fn steps(mut self, steps: Steps) -> Self {
        self.steps = steps;
        self
    }

    /// Sets which parents vertices get.
    #[must_use]
    pub fn parents(mut self, parents: Parents) -> Self {
        self.parents = parents;
        self
    }

    /// Calls `listener` after each step, with how many vertices were reached.
    #[must_use]
    pub fn progress(mut self, listener: &'l mut dyn FnMut(Progress)) -> Self {
        self.listener = Listener::new(listener);
        self
    }

    /// Searches from all `sources` at once: levels count from the nearest. Without sources nothing is reached.
    ///
    /// Takes time linear in edges and vertices at most, and as much memory as 2.5 bytes a vertex besides the result.
    ///
    /// # Errors
    ///
    /// A source is not a vertex; there is not enough memory.
    pub fn run(&mut self, graph: &Graph, sources: &[usize]) -> Result<Found> {
        let vertices = graph.vertices();
        let mut parent = self.start(graph, sources)?;
        let mut by_level = ByLevel::new(vertices)?;
        by_level.append(self.frontier.level().idx());
        let mut left = Left {
            vertices,
            edges: graph.arcs(),
        };
        let mut is_listed = false;
        while by_level.last() > 0 {
            let level = by_level.last_level();
            let leaving = self.leaving(graph, level, &left);
            left.vertices -= level.len();
            left.edges = left.edges.saturating_sub(leaving);
            let pulls = match self.steps {
                Steps::Best => left.pulls(leaving, vertices),
                Steps::Push => false,
                Steps::Pull => true,
            };
            if pulls {
                self.pull(graph, &mut parent)?;
                is_listed = true;
                by_level.append(self.list.level().idx())
            } else {
                if is_listed {
                    steps::turn(&mut self.frontier, &mut self.now_visited, &self.list, &self.visited)?;
                    is_listed = false
                }
                self.push(graph, &mut parent)?;
                by_level.append(self.frontier.level().idx())
            }
            self.listener.tell(by_level.depth(), by_level.reached(), vertices)
        }
        Ok(Found::new(by_level.starts, by_level.vertices, parent.into()))
    }

    /// How many edges leave a level.
    fn leaving(&self, graph: &Graph, level: &[u32], left: &Left) -> usize {
        let starts = graph.starts();
        // Of levels that are small whatever they are, an average will do.
        if level.len() < FEW {
            return left.edges / left.vertices.max(1) * level.len();
        }
        let degree = |&vertex: &u32| starts[vertex as usize + 1] - starts[vertex as usize];
        level.iter().map(degree).sum()
    }

    /// Parents as they are to begin with, the sources in the frontier.
    fn start(&mut self, graph: &Graph, sources: &[usize]) -> Result<Numbers> {
        for &source in sources {
            graph.check_vertex("source", source)?
        }
        let mut sources: Vec<u32> = sources.iter().map(|&source| source as u32).collect();
        sources.sort_unstable();
        sources.dedup();
        let sources = Tensor::new(SparseList::new(
            graph.vertices(),
            vec![0, sources.len()],
            sources,
            Pattern,
        ))?;
        let mut parent = Numbers::default();
        steps::start(
            &mut self.frontier,
            &mut parent,
            &mut self.visited,
            &mut self.now_visited,
            &sources,
        )?;
        Ok(parent)
    }

    /// One step away from the frontier, to the next one.
    fn push(&mut self, graph: &Graph, parent: &mut Numbers) -> Result<()> {
        let Search {
            visited,
            now_visited,
            frontier,
            next,
            ..
        } = self;
        match self.parents {
            Parents::Lowest => steps::push(next, parent, now_visited, graph.rows(), frontier, visited)?,
            Parents::Any => steps::push_any(next, parent, now_visited, graph.rows(), frontier, visited)?,
            Parents::None => steps::push_alone(next, now_visited, graph.rows(), frontier, visited)?,
        }
        swap(frontier, next);
        swap(visited, now_visited);
        Ok(())
    }

    /// One step towards what was reached, to the next list.
    fn pull(&mut self, graph: &Graph, parent: &mut Numbers) -> Result<()> {
        let Search {
            visited,
            now_visited,
            list,
            ..
        } = self;
        match self.parents {
            Parents::None => steps::pull_alone(list, now_visited, graph.columns(), visited)?,
            _ => steps::pull(list, parent, now_visited, graph.columns(), visited)?,
        }
        swap(visited, now_visited);
        Ok(())
    }
}

/// What was not looked at: vertices that were not reached, and about as many edges as leave them.
struct Left {
    vertices: usize,
    edges: usize,
}

impl Left {
    /// A pull looks at fewer edges than a push, which looks at all that leave the level.
    fn pulls(&self, leaving: usize, vertices: usize) -> bool {
        // An edge that was not looked at comes from the level with about this chance, one of so many, and a vertex is done
        // when the first one does. All vertices are asked whether they were reached.
        let one_of = 1 + self.edges / leaving.max(1);
        let looked_at = self.edges.min(self.vertices.saturating_mul(one_of));
        leaving > looked_at + vertices / 8
    }
}

/// The vertices that were reached, level by level.
struct ByLevel {
    /// Where each level starts, and the end of the last.
    starts: Vec<usize>,
    vertices: Vec<u32>,
}

impl ByLevel {
    fn new(vertices: usize) -> Result<Self> {
        let mut array = Vec::new();
        match array.try_reserve_exact(vertices) {
            Ok(()) => Ok(ByLevel {
                starts: vec![0],
                vertices: array,
            }),
            Err(_) => Err(Error::new(
                ErrorKind::TooLarge,
                format!("there is no memory for a search of {vertices} vertices"),
            )),
        }
    }

    fn append(&mut self, level: &[u32]) {
        self.vertices.extend_from_slice(level);
        self.starts.push(self.vertices.len())
    }

    /// How many vertices the last level has.
    fn last(&self) -> usize {
        self.last_level().len()
    }

    fn last_level(&self) -> &[u32] {
        match self.starts[..] {
            [.., start, end] => &self.vertices[start..end],
            _ => &[],
        }
    }

    fn depth(&self) -> usize {
        self.starts.len().saturating_sub(2)
    }

    fn reached(&self) -> usize {
        self.vertices.len()
    }
}
