//! The steps, as programs. After the Finch paper, section 6.3.

use super::way::{Nearer, NoWay, Way, along, length, over};
use crate::graph::{Rows, Weight, then, vertex};
use crate::prelude::*;
use finch_kernels::traits::Result;
use finch_kernels::traits::finch;

/// Ways to some vertices.
pub(super) type Ways<T> = Tensor<SparseByteMap<Element<Way<T>, NoWay>>>;

/// A number for each vertex.
pub(super) type Numbers = VectorOver<u32, Inf>;

/// From all vertices that came nearer along all their edges: `nearer` are the vertices to which that leads by a shorter way
/// than so far, and the shortest of these, over the lowest vertex.
pub(super) fn relax<T: Weight>(
    nearer: &mut Ways<T>,
    edges: &Rows<Element<T, Inf>>,
    active: &Ways<T>,
    distance: &VectorOver<T, Inf>,
) -> Result<()> {
    finch! {
        nearer .= NoWay;
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

/// Takes the shorter ways over.
pub(super) fn settle<T: Weight>(
    distance: &mut VectorOver<T, Inf>,
    parent: &mut Numbers,
    hops: &mut Numbers,
    nearer: &Ways<T>,
    round: u32,
) -> Result<()> {
    finch! {
        mut distance;
        mut parent;
        mut hops;
        for i {
            let way = nearer[i];
            if length(way) < inf {
                distance[i] := length(way);
                parent[i] := over(way);
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
