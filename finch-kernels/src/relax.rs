//! A relaxation step of Bellman and Ford.

use crate::{MatrixOf, OutputOf, VectorOf};
use finch_formats::Tensor;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::fill::{False, Inf};
use finch_formats::traits::algebra::number::Ordered;
use finch_formats::traits::finch;
use typenum::U1;

/// For every active vertex `j` and every edge from `j` to `i` of length `edges[j, i]`:
/// `closer[i] = min(closer[i], distance[j] + edges[j, i])`, and `changed[i]` says whether that is less than
/// `distance[i]`.
///
/// `edges` is square with fill infinity where there is no edge; `distance` holds the distances so far, `closer` starts
/// with a copy of them and is updated in place; `changed` are the vertices that are active in the next step. Takes time
/// linear in the edges of active vertices, if `changed` is sparse. After the Finch paper, section 6.3.
///
/// # Errors
///
/// The extents disagree.
pub fn step<T: Ordered>(
    closer: &mut Tensor<impl OutputOf<T, U1, Inf>>,
    changed: &mut Tensor<impl OutputOf<bool, U1, False>>,
    edges: &Tensor<impl MatrixOf<T>>,
    distance: &Tensor<impl VectorOf<T>>,
    active: &Tensor<impl VectorOf<bool>>,
) -> Result<()> {
    finch! {
        mut closer;
        changed .= false;
        for j {
            if active[j] {
                for i {
                    let through = distance[j] + edges[j, i];
                    closer[i] <<min>>= through;
                    changed[i] |= through < distance[i];
                }
            }
        }
    }
    .run()
}
