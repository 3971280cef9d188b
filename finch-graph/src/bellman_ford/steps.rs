//! The steps, as programs. After the Finch paper, section 6.3.

use crate::graph::{Rows, Weight, then, vertex};
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Some vertices: a list, beside a map of all.
pub(super) type Vertices = Tensor<SparseByteMap<Pattern>>;

/// A number for each vertex.
pub(super) type VertexNumbers = VectorWithFill<u32, Inf>;

/// Relaxes the edges of all active vertices, in ascending order: distances count as soon as they are found. `nearer` are those
/// that came nearer, or are reached along fewer edges.
pub(super) fn relax<T: Weight>(
    distance: &mut VectorWithFill<T, Inf>,
    parent: &mut VertexNumbers,
    hops: &mut VertexNumbers,
    nearer: &mut Vertices,
    edges: &Rows<Element<T, Inf>>,
    active: &Vertices,
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
pub(super) fn least<T: Weight>(edges: &Rows<Element<T, Inf>>) -> Result<T> {
    let mut least = Scalar::<T, Inf>::default();
    finch! {
        least .= inf;
        for j, i { least[] <<min>>= edges[j, i]; }
    }
    .run()?;
    Ok(least.get())
}
