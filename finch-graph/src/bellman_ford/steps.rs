//! The steps, as programs. After the Finch paper, section 6.3.

use super::path::{Nearer, NoPath, Path, along, length, over};
use crate::graph::{Rows, Weight, then, vertex};
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Paths to some vertices.
pub(super) type Paths<T> = Tensor<SparseByteMap<Element<Path<T>, NoPath>>>;

/// A number for each vertex.
pub(super) type VertexNumbers = VectorWithFill<u32, Inf>;

/// From all vertices that came nearer along all their edges: `nearer` are the vertices to which that leads by a shorter path
/// than so far, and the shortest of these, over the lowest vertex.
pub(super) fn relax<T: Weight>(
    nearer: &mut Paths<T>,
    edges: &Rows<Element<T, Inf>>,
    active: &Paths<T>,
    distance: &VectorWithFill<T, Inf>,
) -> Result<()> {
    finch! {
        nearer .= NoPath;
        for j {
            let so_far = length(active[j]);
            for i {
                let through = then(so_far, edges[j, i]);
                if through < distance[i] {
                    nearer[i] <<Nearer>>= along(through, vertex(j.value()));
                }
            }
        }
    }
    .run()
}

/// Takes the shorter paths over.
pub(super) fn settle<T: Weight>(
    distance: &mut VectorWithFill<T, Inf>,
    parent: &mut VertexNumbers,
    hops: &mut VertexNumbers,
    nearer: &Paths<T>,
    round: u32,
) -> Result<()> {
    finch! {
        mut distance;
        mut parent;
        mut hops;
        for i {
            let path = nearer[i];
            if length(path) < inf {
                distance[i] := length(path);
                parent[i] := over(path);
                hops[i] := round;
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
