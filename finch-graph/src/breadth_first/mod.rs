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
//! 2012, who compare the edges that leave the level with those that were not looked at). Steps are Finch programs, after
//! Ahrens et al., "Finch", 2025, section 6.3. Small graphs are gone through in turn: vertices wait in a queue, in the order in which they
//! are found, and each has its level, so that a step is one program, which looks levels up. So are graphs of any size whose vertices have few
//! edges, about as many each: roads, meshes. They and very small graphs are only pushed, and a program takes many steps.
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
mod in_turn;
mod steps;

pub use found::Found;

use crate::graph::Graph;
use crate::prelude::*;
use crate::progress::{Listener, progress};
use crate::threads::{Threads, parallel};
use core::mem::swap;
use finch_kernels::traits::__settings as settings;
use finch_kernels::traits::{Result, error};
use steps::{FoundList, Frontier, VertexNumbers};

/// Levels of fewer vertices are pushed from unless vertices have many edges: their edges are not counted.
const FEW: usize = 16;

/// How many edges a push looks at in the time by which entering the programs of a pull takes longer.
const OPENING: usize = 64;

/// The direction in which a breadth-first search looks for the vertices of the next level. Results are equal; the time is not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepDirection {
    /// The one of both that is estimated to take less time, at each level.
    #[default]
    Best,
    /// From the vertices of the last level along the edges that leave them: fast where these are few.
    Push,
    /// From the vertices that were not reached, back along the edges to them: fast where the last level has many vertices.
    Pull,
}

/// Which parent a vertex gets if several are possible.
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

/// A breadth-first search with its options. It keeps the memory that it takes from one run to the next.
///
/// ```
/// use finch_graph::breadth_first::{Parents, Search};
/// use finch_graph::prelude::*;
///
/// let graph = finch_graph::generate::uniform(10, 4, 1)?;
/// let mut search = Search::new().parents(Parents::None);
/// let far: Vec<usize> = (0..5).map(|source| Ok(search.run(&graph, &[source])?.depth())).collect::<Result<_, Error>>()?;
/// assert!(far.iter().all(|&depth| depth > 2));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Search<'l> {
    steps: StepDirection,
    parents: Parents,
    threads: Threads,
    listener: Listener<'l>,
    /// Nothing before the first search that takes steps.
    room: Option<Room>,
}

/// What steps go by, and what they find.
#[derive(Debug)]
struct Room {
    visited: BitVector,
    now_visited: BitVector,
    pushed: steps::FoundMap,
    pulled: FoundList,
    /// What was not reached when it was listed.
    listed: FoundList,
}

/// How many vertices a list has room for before it grows.
const ROOM: usize = 1 << 10;

/// Steps that pull ask those alone that are left where these are one of so many vertices at most: to list them takes about as long as to ask
/// all whether they were reached.
const LISTED: usize = 4;

impl Room {
    /// For graphs of about so many vertices.
    fn new(vertices: usize) -> Result<Self> {
        let list = || {
            let few = Vec::with_capacity(vertices.min(ROOM));
            Tensor::new(SparseList::new(vertices, vec![0; 2], few, Pattern))
        };
        Ok(Room {
            visited: BitVector::default(),
            now_visited: BitVector::default(),
            pushed: steps::FoundMap::default(),
            pulled: list()?,
            listed: list()?,
        })
    }
}

/// Searches from one source: parents are the lowest, steps go in the best direction.
///
/// Takes time linear in edges and vertices at most.
///
/// # Errors
///
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the source is not a vertex.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
#[doc(alias = "bfs")]
pub fn search(graph: &Graph, source: usize) -> Result<Found> {
    Search::new().run(graph, &[source])
}

impl<'l> Search<'l> {
    /// A search in the best direction for the lowest parents.
    pub fn new() -> Self {
        Search::default()
    }

    settings! {
        /// Sets in which direction steps go.
        steps(steps: StepDirection) = steps;

        /// Sets which parents vertices get.
        parents(parents: Parents) = parents;
    }

    parallel! {
        /// Runs steps that pull on the threads of the rayon pool that the caller is in. Steps that push, which look at few edges unless
        /// [`StepDirection::Push`] is set, run on the caller's thread. The result is equal to that of a search without this.
    }

    /// A search on these threads.
    pub(crate) fn on(threads: Threads) -> Self {
        Search {
            threads,
            ..Search::default()
        }
    }

    progress! {
        /// Calls `listener` after each step, with how many vertices were reached.
        'l
    }

    /// Searches from all `sources` at once: levels count from the nearest. Without sources nothing is reached.
    ///
    /// Takes time linear in edges and vertices at most, and 1.25 bytes a vertex besides the result, 4 for each vertex of the largest level, and
    /// 2 where several steps pull; nothing besides in graphs that are gone through in turn.
    ///
    /// # Errors
    ///
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): a source is not a vertex.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory.
    pub fn run(&mut self, graph: &Graph, sources: &[usize]) -> Result<Found> {
        if let Some(found) = self.in_turn(graph, sources)? {
            return Ok(found);
        }
        let vertices = graph.vertices();
        let mut by_level = ByLevel::new(vertices)?;
        let mut first: Vec<u32> = sources.iter().map(|&source| source as u32).collect();
        first.sort_unstable();
        first.dedup();
        by_level.append(&first);
        let Search { threads, room, .. } = self;
        let Room {
            visited,
            now_visited,
            pushed,
            pulled,
            listed,
        } = match room {
            Some(room) => room,
            None => room.insert(Room::new(vertices)?),
        };
        let mut parent = VertexNumbers::default();
        steps::start(&mut parent, visited, now_visited, &by_level.last()?)?;
        let mut left = Left {
            vertices,
            edges: graph.arcs(),
        };
        // Levels that a set does not have yet which the next push writes: from there on, but for the last.
        let mut missing = 0;
        let (mut is_pulled, mut is_listed) = (false, false);
        while by_level.count_last() > 0 && by_level.reached() < vertices {
            let leaving = left.take(graph, by_level.last_vertices(), is_pulled);
            is_pulled = match self.steps {
                StepDirection::Best => left.pulls(leaving, vertices),
                StepDirection::Push => false,
                StepDirection::Pull => true,
            };
            let (rows, columns) = (graph.rows(), graph.columns());
            if is_pulled {
                if !is_listed && left.vertices <= vertices / LISTED {
                    steps::unvisited(*threads, listed, visited)?;
                    is_listed = true
                }
                match (is_listed, self.parents) {
                    (false, Parents::None) => steps::pull_alone(*threads, pulled, columns, visited)?,
                    (false, _) => steps::pull(*threads, pulled, &mut parent, columns, visited)?,
                    (true, Parents::None) => steps::pull_alone_listed(*threads, pulled, columns, listed, visited)?,
                    (true, _) => steps::pull_listed(*threads, pulled, &mut parent, columns, listed, visited)?,
                }
                by_level.append(pulled.level().idx());
                steps::visit(visited, &by_level.last()?)?
            } else {
                for level in missing..by_level.depth() {
                    steps::visit(now_visited, &by_level.level(level, &[0, by_level.count(level)])?)?
                }
                let level = by_level.last()?;
                match self.parents {
                    Parents::Lowest => steps::push(pushed, &mut parent, now_visited, rows, &level, visited)?,
                    Parents::Any => steps::push_any(pushed, &mut parent, now_visited, rows, &level, visited)?,
                    Parents::None => steps::push_alone(pushed, now_visited, rows, &level, visited)?,
                }
                by_level.append(pushed.level().idx());
                swap(visited, now_visited);
                missing = by_level.depth()
            }
            self.listener.tell(by_level.depth(), by_level.reached(), vertices)
        }
        Ok(Found::new(by_level.starts, by_level.vertices, parent.into()))
    }

    /// What is found by a search in turn, if that is the best way. Sets take longer: a step is several programs.
    fn in_turn(&self, graph: &Graph, sources: &[usize]) -> Result<Option<Found>> {
        for &source in sources {
            graph.check_vertex("source", source)?
        }
        if self.steps != StepDirection::Best || self.parents == Parents::None || self.listener.is_there() {
            return Ok(None);
        }
        let pulls = !in_turn::only_pushes(graph);
        if pulls && (graph.vertices() > in_turn::MOST || self.threads.are_several()) {
            return Ok(None);
        }
        in_turn::search(graph, sources, pulls).map(Some)
    }
}

/// What was not looked at: vertices that were not reached, and about as many edges as leave them.
struct Left {
    vertices: usize,
    edges: usize,
}

impl Left {
    /// Takes a level away. Returns how many edges leave it, or about as many.
    fn take(&mut self, graph: &Graph, level: &[u32], about: bool) -> usize {
        let leaving = if about || level.len() < FEW {
            // To add up what is there would take longer than it is worth.
            (self.edges as f64 / self.vertices.max(1) as f64 * level.len() as f64) as usize
        } else {
            let starts = graph.starts();
            let degree = |&vertex: &u32| starts[vertex as usize + 1] - starts[vertex as usize];
            level.iter().map(degree).sum()
        };
        self.vertices -= level.len();
        self.edges = self.edges.saturating_sub(leaving);
        leaving
    }

    /// A pull looks at fewer edges than a push, which looks at all that leave the level.
    fn pulls(&self, leaving: usize, vertices: usize) -> bool {
        // An edge that was not looked at comes from the level with about this chance, one of so many, and a vertex is done
        // when the first one does. All vertices are asked whether they were reached.
        let one_of = 1 + self.edges / leaving.max(1);
        let looked_at = self.edges.min(self.vertices.saturating_mul(one_of));
        leaving > looked_at + vertices / 8 + OPENING
    }
}

/// The vertices that were reached, level by level.
struct ByLevel {
    /// Where each level starts, and the end of the last.
    starts: Vec<usize>,
    vertices: Vec<u32>,
    /// Zero, and how many the last level has.
    span: [usize; 2],
    extent: usize,
}

impl ByLevel {
    fn new(vertices: usize) -> Result<Self> {
        let mut array = Vec::new();
        match array.try_reserve_exact(vertices) {
            Ok(()) => Ok(ByLevel {
                starts: vec![0],
                vertices: array,
                span: [0; 2],
                extent: vertices,
            }),
            Err(_) => Err(error!(
                TooLarge,
                "there is no memory for a search of {vertices} vertices"
            )),
        }
    }

    fn append(&mut self, level: &[u32]) {
        self.vertices.extend_from_slice(level);
        self.starts.push(self.vertices.len());
        self.span[1] = level.len()
    }

    fn last_vertices(&self) -> &[u32] {
        self.vertices_of(self.depth())
    }

    fn vertices_of(&self, level: usize) -> &[u32] {
        match self.starts.get(level..level + 2) {
            Some(&[start, end]) => &self.vertices[start..end],
            _ => &[],
        }
    }

    fn count(&self, level: usize) -> usize {
        self.vertices_of(level).len()
    }

    fn count_last(&self) -> usize {
        self.last_vertices().len()
    }

    /// The last level as a tensor.
    fn last(&self) -> Result<Frontier<'_>> {
        self.level(self.depth(), &self.span)
    }

    /// A level as a tensor: `span` is zero, and how many vertices it has.
    fn level<'a>(&'a self, level: usize, span: &'a [usize; 2]) -> Result<Frontier<'a>> {
        let vertices = self.vertices_of(level);
        Tensor::new(SparseList::new(self.extent, &span[..], vertices, Pattern))
    }

    fn depth(&self) -> usize {
        self.starts.len().saturating_sub(2)
    }

    fn reached(&self) -> usize {
        self.vertices.len()
    }
}
