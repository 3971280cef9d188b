//! A relaxation step of Bellman and Ford.

use crate::imports::*;
use finch_formats::Pattern;
use finch_formats::traits::algebra::fill::False;

/// The vertices that came nearer in a step: a list, beside a map of all vertices.
pub type Changed = Tensor<SparseByteMap<Pattern>>;

/// Relaxes the edges of all active vertices. Returns the new distances, and the vertices that came nearer.
///
/// `edges[j, i]` is the length of the edge from `j` to `i`: a square matrix with fill infinity where there is no edge.
/// `distance` holds the distances so far, and the edges of those vertices are looked at that are `active`. Takes time linear
/// in the number of vertices and in the edges of active ones; [`step_into`] saves the former. After Ahrens et al., "Finch", 2025, section
/// 6.3. The crate `finch-graph` has whole searches.
///
/// # Errors
///
/// [`Mismatch`](crate::ErrorKind::Mismatch): the extents disagree.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let edges = CsrWithFill::<f64, Inf>::from_triplets([3, 3], [([0, 1], 2.0), ([0, 2], 9.0), ([1, 2], 3.0)], Min)?;
/// let distance = VectorWithFill::<f64, Inf>::from_dense([3], &[0.0, f64::INFINITY, f64::INFINITY])?;
/// let source = Tensor::<SparseList<Pattern>>::from_triplets([3], [([0], true)], Or)?;
/// let (distance, changed) = relax::step(&edges, &distance, &source)?;
/// assert_eq!(distance.values(), [0.0, 2.0, 9.0]);
/// let (distance, changed) = relax::step(&edges, &distance, &changed)?;
/// assert_eq!(distance.values(), [0.0, 2.0, 5.0]);
/// assert_eq!(changed.to_dense()?, [false, false, true]);
/// # Ok::<(), Error>(())
/// ```
pub fn step<T: Ordered>(
    edges: &Tensor<impl MatrixOf<T>>,
    distance: &Tensor<impl VectorOf<T>>,
    active: &Tensor<impl VectorOf<bool>>,
) -> Result<(VectorWithFill<T, Inf>, Changed)> {
    let (mut closer, mut changed) = (VectorWithFill::from_tensor(distance)?, Changed::default());
    step_into(&mut closer, &mut changed, edges, distance, active)?;
    Ok((closer, changed))
}

/// [`step`] into vectors whose memory is reused. For every active vertex `j` and every edge from `j` to `i`:
/// `closer[i] = min(closer[i], distance[j] + edges[j, i])`, and `changed[i]` says whether that is less than `distance[i]`.
///
/// `closer` starts with a copy of `distance`, and is updated in place; `changed` are the vertices that are active in
/// the next step: what it holds is replaced, and its memory is reused. Takes time linear in the edges of active
/// vertices, if `changed` is sparse.
///
/// # Errors
///
/// * [`Mismatch`](crate::ErrorKind::Mismatch): the extents disagree.
/// * [`Order`](crate::ErrorKind::Order): `closer` or `changed` can only be written in order.
pub fn step_into<T: Ordered>(
    closer: &mut Tensor<impl VectorOutput<T, Inf>>,
    changed: &mut Tensor<impl VectorOutput<bool, False>>,
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
