//! The steps, as programs. After the Finch paper, section 6.3. Delta-stepping takes them, too.

use super::ShortestPaths;
use crate::graph::{Rows, Weight, WeightedGraph, then, vertex};
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Some vertices: a list, beside a map of all.
pub(crate) type Vertices = Tensor<SparseByteMap<Pattern>>;

/// A number for each vertex.
pub(crate) type VertexNumbers = VectorWithFill<u32, Inf>;

/// Vertices whose edges are looked at, ascending.
type Active<'a> = Tensor<SparseList<Pattern, &'a [usize], &'a [u32]>>;

/// What a search has found so far.
#[derive(Debug)]
pub(crate) struct Nearest<T: Weight> {
    pub(crate) distance: VectorWithFill<T, Inf>,
    pub(crate) parent: VertexNumbers,
    pub(crate) hops: VertexNumbers,
}

impl<T: Weight> Nearest<T> {
    /// The sources, which are their own parents, and who they are, ascending.
    pub(crate) fn new(graph: &WeightedGraph<T>, sources: &[usize]) -> Result<(Self, Vec<u32>)> {
        let vertices = graph.vertices();
        let mut found = Nearest {
            distance: VectorWithFill::empty([vertices])?,
            parent: VertexNumbers::empty([vertices])?,
            hops: VertexNumbers::empty([vertices])?,
        };
        let mut active = Vec::with_capacity(sources.len());
        for &source in sources {
            graph.check_vertex("source", source)?;
            found.distance[[source]] = *T::ZERO;
            found.parent[[source]] = source as u32;
            found.hops[[source]] = 0;
            active.push(source as u32)
        }
        active.sort_unstable();
        active.dedup();
        Ok((found, active))
    }

    /// Relaxes the edges of all active vertices, which are ascending. `nearer` are those that came nearer, or are reached along
    /// fewer edges.
    pub(crate) fn relax(&mut self, nearer: &mut Vertices, graph: &WeightedGraph<T>, active: &[u32]) -> Result<()> {
        let span = [0, active.len()];
        let active = Tensor::new(SparseList::new(graph.vertices(), &span[..], active, Pattern))?;
        let Nearest { distance, parent, hops } = self;
        relax(distance, parent, hops, nearer, graph.rows(), &active)
    }

    pub(crate) fn finished(self) -> ShortestPaths<T> {
        ShortestPaths::new(self.distance.into(), self.parent.into(), self.hops.into())
    }
}

/// Relaxes the edges of all active vertices, in ascending order: distances count as soon as they are found. `nearer` are those
/// that came nearer, or are reached along fewer edges.
fn relax<T: Weight>(
    distance: &mut VectorWithFill<T, Inf>,
    parent: &mut VertexNumbers,
    hops: &mut VertexNumbers,
    nearer: &mut Vertices,
    edges: &Rows<Element<T, Inf>>,
    active: &Active<'_>,
) -> Result<()> {
    finch! {
        mut distance;
        mut parent;
        mut hops;
        nearer .= false;
        for j {
            if active[j] {
                let so_far = distance[j];
                let way = hops[j] + 1;
                for i {
                    if edges[j, i] < inf {
                        let through = then(so_far, edges[j, i]);
                        if through < distance[i] || through == distance[i] && way < hops[i] {
                            distance[i] := through;
                            parent[i] := vertex(j.value());
                            hops[i] := way;
                            nearer[i] |= true;
                        }
                    }
                }
            }
        }
    }
    .run()
}

/// The length of the shortest edge: infinity if there is none.
pub(crate) fn least<T: Weight>(edges: &Rows<Element<T, Inf>>) -> Result<T> {
    let mut least = Scalar::<T, Inf>::default();
    finch! {
        least .= inf;
        for j, i { least[] <<min>>= edges[j, i]; }
    }
    .run()?;
    Ok(least.get())
}
