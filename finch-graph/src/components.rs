//! Connected components, whichever way edges lead.
//!
//! Each vertex has a label, at first its own number; labels sink until all vertices of a component have that of its lowest
//! vertex. A label is a vertex, too, so that labels make trees: a round hangs the tree of a vertex below the lowest label
//! among its neighbours, and then lets labels take those of their labels (FastSV: Zhang, Azad and Hu, 2020).
//! There are few rounds, about the logarithm of the length of the longest path.
//!
//! ```
//! use finch_graph::prelude::*;
//!
//! let graph = Graph::from_edges(5, [[3, 1], [4, 2]], Direction::Directed)?;
//! let found = components::connected(&graph)?;
//! assert_eq!(found.count(), 3);
//! assert_eq!(found.labels(), [0, 1, 2, 1, 2]);
//! # Ok::<(), Error>(())
//! ```

use crate::graph::{Direction, Graph};
use crate::prelude::*;
use crate::progress::{Listener, Progress};
use core::mem::swap;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// A number for each vertex.
type Labels = VectorWithFill<u32, Inf>;

/// Which vertices are connected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    labels: Vec<u32>,
}

impl Components {
    /// The lowest vertex of the component of each vertex.
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

    /// Whether there is a path between two vertices, of edges in any direction. There is none to what is not a vertex.
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

/// The components of a graph. Takes time linear in its edges for each of a few rounds.
///
/// # Errors
///
/// There is not enough memory.
pub fn connected(graph: &Graph) -> Result<Components> {
    labelled(graph, &mut Listener::default())
}

/// The components of a graph, where `listener` is called after each round, with how many there were. How many there will be is
/// not known. Takes time linear in the edges for each of a few rounds.
///
/// # Errors
///
/// There is not enough memory.
pub fn connected_with(graph: &Graph, listener: &mut dyn FnMut(Progress)) -> Result<Components> {
    labelled(graph, &mut Listener::new(listener))
}

fn labelled(graph: &Graph, listener: &mut Listener<'_>) -> Result<Components> {
    let mut labels = Labels::from((0..graph.vertices() as u32).collect::<Vec<_>>());
    let (mut lower, mut least, mut shorter) = (labels.clone(), Labels::default(), Labels::default());
    for round in 1.. {
        near(&mut least, graph.rows(), &labels)?;
        hang(&mut lower, &labels, &least)?;
        if graph.direction() == Direction::Directed {
            near(&mut least, graph.columns(), &labels)?;
            hang(&mut lower, &labels, &least)?;
        }
        let changed = shorten(&mut shorter, &lower, &labels)?;
        listener.tell(round, round, round);
        if !changed {
            break;
        }
        swap(&mut labels, &mut shorter);
        lower.clone_from(&labels)
    }
    Ok(Components { labels: labels.into() })
}

/// The least label of the neighbours of each vertex.
fn near(least: &mut Labels, edges: &CsrPattern, labels: &Labels) -> Result<()> {
    finch! {
        least .= inf;
        for j, i { if edges[j, i] { least[j] <<min>>= labels[i]; } }
    }
    .run()
}

/// The vertex and its label get the least label of its neighbours, if that is lower.
fn hang(lower: &mut Labels, labels: &Labels, least: &Labels) -> Result<()> {
    finch! {
        mut lower;
        for j {
            if least[j] < labels[j] {
                lower[labels[j]] <<min>>= least[j];
                lower[j] <<min>>= least[j];
            }
        }
    }
    .run()
}

/// Each vertex gets the label of its label. Says whether anything is other than it was.
fn shorten(shorter: &mut Labels, lower: &Labels, labels: &Labels) -> Result<bool> {
    let mut changed = Scalar::<bool, False>::from(false);
    finch! {
        shorter .= inf;
        changed .= false;
        for i {
            let label = lower[lower[i]];
            shorter[i] = label;
            changed[] |= label != labels[i];
        }
    }
    .run()?;
    Ok(changed.get())
}
