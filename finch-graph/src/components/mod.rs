//! Connected components, whichever way edges lead; and strongly connected ones, along the directions of edges.
//!
//! | | in a component are vertices with | takes |
//! |---|---|---|
//! | [`connected`] | a path between them, of edges in any direction | one pass over the edges, or a few rounds of programs |
//! | [`strongly_connected`] | paths between them both ways | one depth-first search |
//!
//! For [`connected`], sets are joined in one pass over the edges where vertices have few of them and nobody has asked for several
//! threads. Otherwise each vertex has a label, at first its own number; labels sink until all vertices of a component have that of its lowest
//! vertex. A label is a vertex, too, so that labels make trees: a round hangs, for each edge whose ends have different labels, the
//! higher label below the lower one, and then lets labels take those of their labels. Both are programs that read the labels that
//! they write, so that a round sees what it has done, and there are few rounds.
//!
//! Where vertices have many edges, the first two of each come first: most vertices have the label of the largest component then,
//! and their edges are not looked at again (Afforest: Sutton, Ben-Nun and Barak, 2018).
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let graph = Graph::from_edges(5, [[3, 1], [4, 2]], Direction::Directed)?;
//! let found = components::connected(&graph)?;
//! assert_eq!(found.count(), 3);
//! assert_eq!(found.labels(), [0, 1, 2, 1, 2]);
//!
//! // 0 and 1 lead to each other, and to 2.
//! let graph = Graph::from_edges(3, [[0, 1], [1, 0], [1, 2]], Direction::Directed)?;
//! assert_eq!(components::connected(&graph)?.count(), 1);
//! assert_eq!(components::strongly_connected(&graph)?.labels(), [0, 0, 2]);
//! # Ok::<(), Error>(())
//! ```

mod joined;
mod strong;

use crate::graph::{Direction, Graph, NO_VERTEX};
use crate::prelude::*;
use crate::progress::{Listener, progress};
use crate::threads::{Threads, parallel, run_on};
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// A number for each vertex.
type Labels = VectorWithFill<u32, Inf>;

/// The components of a graph: which vertices are connected. Takes 4 bytes a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    labels: Vec<u32>,
}

impl Components {
    /// The label of each vertex, which is the lowest vertex of its component: two vertices are connected if their labels are equal.
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// How many components there are: vertices without edges are one each. Takes time linear in the vertices.
    pub fn count(&self) -> usize {
        self.labels
            .iter()
            .enumerate()
            .filter(|&(vertex, &label)| vertex == label as usize)
            .count()
    }

    /// Whether two vertices are in one component. Of [`connected`] components it says whether there is a path between them, of edges in any
    /// direction; of [`strongly_connected`] ones, whether there are paths both ways. `false` if one of them is not a vertex. Takes constant
    /// time.
    pub fn are_connected(&self, one: usize, other: usize) -> bool {
        match (self.labels.get(one), self.labels.get(other)) {
            (Some(one), Some(other)) => one == other,
            _ => false,
        }
    }

    /// How many vertices each component has, by its lowest vertex: 0 for vertices that are not the lowest. Takes time
    /// linear in the vertices.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.labels.len()];
        for &label in &self.labels {
            sizes[label as usize] += 1
        }
        sizes
    }
}

/// A search for connected components with its options: on how many threads, and who is told of progress. [`run`](Self::run) finds them.
/// Without options there is [`connected`].
///
/// ```
/// use finch_graph::prelude::*;
///
/// let graph = Graph::from_edges(5, [[3, 1], [4, 2]], Direction::Directed)?;
/// let mut rounds = 0;
/// let found = components::Search::new().progress(&mut |progress| rounds = progress.round).run(&graph)?;
/// assert_eq!((found.count(), rounds), (3, 1));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Search<'l> {
    threads: Threads,
    listener: Listener<'l>,
}

/// The components of a graph. Takes time linear in its vertices and edges for each of a few rounds, and in most graphs with many
/// edges time linear in the vertices.
///
/// # Errors
///
/// None: every graph has components.
pub fn connected(graph: &Graph) -> Result<Components> {
    Search::new().run(graph)
}

impl<'l> Search<'l> {
    /// On the caller's thread, without a listener.
    pub fn new() -> Self {
        Search::default()
    }

    parallel! {
        /// Looks for edges between vertices of different labels on the threads of the rayon pool that the caller is in. The caller's thread
        /// then joins the components at the ends of these edges. The result is equal to that of a search without this. Takes 8 bytes a
        /// vertex besides.
    }

    progress! {
        /// Calls `listener` after each round, with how many there were. How many there will be is not known.
        'l
    }

    /// The components of a graph. Takes the time of [`connected`].
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): there is not enough memory for what a search on several threads takes besides.
    pub fn run(&mut self, graph: &Graph) -> Result<Components> {
        labelled(graph, self.threads, &mut self.listener)
    }
}

/// The strongly connected components of a graph: vertices are in one if directed paths lead from each to the other. In an undirected
/// graph they are the [`connected`] ones.
///
/// Takes time linear in vertices and edges, by one depth-first search (Tarjan: Depth-first search and linear graph algorithms, 1972), which
/// is not recursive: long paths take memory of the heap, up to 64 bytes a vertex besides the result.
///
/// # Errors
///
/// None: every graph has components.
pub fn strongly_connected(graph: &Graph) -> Result<Components> {
    match graph.direction() {
        Direction::Undirected => connected(graph),
        Direction::Directed => Ok(Components {
            labels: strong::labels(graph),
        }),
    }
}

/// How many edges of each vertex are looked at first, where there are at least twice as many.
const FIRST: usize = 2;

/// With so many edges a vertex, of which undirected ones count twice, one pass over all of them takes less time than rounds that leave
/// most of them out.
const FEW: usize = 16;

fn labelled(graph: &Graph, threads: Threads, listener: &mut Listener<'_>) -> Result<Components> {
    let vertices = graph.vertices();
    if graph.arcs() <= FEW * vertices && !threads.are_several() {
        let labels = joined::labels(graph);
        listener.tell(1, 1, 1);
        return Ok(Components { labels });
    }
    let mut labels = Labels::from((0..vertices as u32).collect::<Vec<_>>());
    let mut largest = None;
    let mut round = 0;
    if graph.arcs() > 2 * FIRST * vertices {
        let rows = graph.starts().windows(2);
        let ends: Vec<usize> = rows.map(|row| row[1].min(row[0] + FIRST)).collect();
        hang(&mut labels, graph.rows(), &ends, NO_VERTEX)?;
        shorten(&mut labels)?;
        largest = most(labels.values());
        round = 1;
        listener.tell(round, round, round)
    }
    let mut ends = Vector::default();
    loop {
        // That of no vertex, if there is no such component.
        let passed_over = largest.unwrap_or(NO_VERTEX);
        let mut hang_all = |labels: &mut Labels, edges: &CsrPattern| {
            // In a first round there are hardly edges between equal labels.
            if threads.are_several() && round > 0 {
                differing(threads, &mut ends, labels, edges, passed_over)?;
                return hang(labels, edges, ends.values(), passed_over);
            }
            hang(labels, edges, ends_of(edges), passed_over)
        };
        let mut again = hang_all(&mut labels, graph.rows())?;
        if largest.is_some() && graph.direction() == Direction::Directed {
            // Edges from vertices that are passed over.
            again |= hang_all(&mut labels, graph.columns())?
        }
        shorten(&mut labels)?;
        round += 1;
        listener.tell(round, round, round);
        if !again {
            return Ok(Components { labels: labels.into() });
        }
        largest = most(labels.values())
    }
}

fn ends_of(edges: &CsrPattern) -> &[usize] {
    edges.level().child().ptr().get(1..).unwrap_or_default()
}

/// Where the edges of each vertex end that has one to a vertex with another label, and where those of each other vertex start.
/// Vertices with the label `passed_over` are others.
fn differing(
    threads: Threads,
    until: &mut Vector<usize>,
    labels: &Labels,
    edges: &CsrPattern,
    passed_over: u32,
) -> Result<()> {
    let ends = ends_of(edges);
    let starts = &edges.level().child().ptr()[..ends.len()];
    let mut differs = ShortScalar::<bool, False>::from(false);
    run_on!(
        threads,
        finch! {
            until .= 0;
            parallel for j {
                differs .= false;
                if labels[j] != passed_over {
                    let label = labels[j];
                    for i { differs[] |= edges[j, i] && labels[i] != label; }
                }
                if differs[] { until[j] = ends[j]; } else { until[j] = starts[j]; }
            }
        },
        work 1
    )
}

/// The label of most of the vertices, by a sample of them, if there is one.
fn most(labels: &[u32]) -> Option<u32> {
    const SAMPLES: usize = 1024;
    let sample = || labels.iter().step_by(labels.len().div_ceil(SAMPLES).max(1));
    // A label that more than half have outlasts all others (Boyer and Moore, 1981).
    let (label, _) = sample().fold((NO_VERTEX, 0_usize), |(most, votes), &label| match votes {
        0 => (label, 1),
        _ if label == most => (most, votes + 1),
        _ => (most, votes - 1),
    });
    let so_many = sample().filter(|&&other| other == label).count();
    (2 * so_many > sample().len()).then_some(label)
}

/// For each edge of a vertex, up to `ends`, whose ends have different labels, the higher label gets the lower one, and so does the
/// vertex. Vertices with the label `passed_over` are passed over. Says whether a label had another one already, whose tree may be
/// left apart.
fn hang(labels: &mut Labels, edges: &CsrPattern, ends: &[usize], passed_over: u32) -> Result<bool> {
    let list = edges.level().child();
    let (starts, targets) = (&list.ptr()[..ends.len()], &list.idx()[..]);
    let mut again = Scalar::<bool, False>::from(false);
    finch! {
        mut labels;
        again .= false;
        for j {
            if labels[j] != passed_over {
                for p in starts[j]..ends[j] {
                    let one = labels[j];
                    let other = labels[targets[p]];
                    if one != other {
                        let low = min(one, other);
                        let high = max(one, other);
                        let above = labels[high];
                        again[] |= above != high && above != low;
                        labels[high] := min(above, low);
                        labels[j] := low;
                    }
                }
            }
        }
    }
    .run()?;
    Ok(again.get())
}

/// Each vertex gets the label of its label, which has got it before: no label is higher than its vertex.
fn shorten(labels: &mut Labels) -> Result<()> {
    finch! {
        mut labels;
        for i {
            let label = labels[i];
            labels[i] := labels[label];
        }
    }
    .run()
}
