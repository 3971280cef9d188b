//! Reductions along one dimension of a tensor of two to four: norms, and places of extremes.

mod best;

pub(crate) use best::{Greatest, Least};

use crate::norm::Norm;
use best::{Best, Candidate, Order, candidate, settle};
use finch_formats::traits::algebra::fill::{Fill, Zero};
use finch_formats::traits::algebra::nat::Nat;
use finch_formats::traits::algebra::number::{Number, Ordered};
use finch_formats::traits::expr::overload::{literal, map1};
use finch_formats::traits::level::Level;
use finch_formats::traits::lifecycle::WriteLevel;
use finch_formats::traits::{Result, finch};
use finch_formats::{Element, Scalar, SparseByteMap, SparseDict, Tensor};
use typenum::{U1, U2, U3, U4};

/// Dimension number `AXIS` of a tensor, counted from 0, the outermost: `Axis::<1>`.
///
/// [`norm::along`](crate::norm::along), [`extremum::argmin_along`](crate::extremum::argmin_along) and
/// [`extremum::argmax_along`](crate::extremum::argmax_along) take it. How they do it says [`ReducedAlong`].
///
/// ```
/// use finch_kernels::norm::{self, L1};
/// use finch_kernels::prelude::*;
///
/// let x = Csf::from_triplets([2, 2, 3], [([0, 1, 0], 1.0), ([1, 1, 0], -2.0), ([1, 1, 2], 3.0)], Add)?;
/// let y: Dcsr<f64> = norm::along(L1, Axis::<0>, &x)?;
/// assert_eq!(y.to_dense()?, [0.0, 0.0, 0.0, 3.0, 0.0, 3.0]);
/// let y: Dcsr<f64> = norm::along(L1, Axis::<2>, &x)?;
/// assert_eq!(y.to_dense()?, [0.0, 1.0, 0.0, 5.0]);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axis<const AXIS: usize>;

/// Ranks whose tensors are reduced along dimension number `AXIS`: two to four.
///
/// The result has one dimension less. It is written in ascending order, so that any format can hold it, and it is sparse where the
/// operand is: a fiber along the dimension that stores nothing has no entry. For each place of the dimensions in front of this one, what
/// the operand stores there is gathered in a workspace by the indices behind it:
///
/// | the dimension is | the workspace is |
/// |---|---|
/// | the last one | a scalar |
/// | the last but one | a [`SparseByteMap`] |
/// | any other | a [`SparseDict`] in another |
#[diagnostic::on_unimplemented(
    message = "a tensor of rank `{Self}` is not reduced along its dimension number {AXIS}",
    note = "dimensions are counted from 0, the outermost; tensors of two, three and four dimensions are reduced along one of them"
)]
pub trait ReducedAlong<const AXIS: usize>: Nat {
    /// The rank of the result.
    type Left: Nat;

    /// The norm along the dimension.
    #[doc(hidden)]
    fn norms<T, M, N, X, Y>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
    where
        T: Number<Magnitude = M>,
        M: Ordered,
        N: Norm<M>,
        X: Level<T = T, Rank = Self>,
        Y: WriteLevel<T = M, Rank = Self::Left, Fill = Zero>;

    /// Places of extremes along the dimension.
    #[doc(hidden)]
    fn places<T, O, X, F, Y>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
    where
        T: Ordered,
        O: Order,
        X: Level<T = T, Rank = Self>,
        F: Fill<usize>,
        Y: WriteLevel<T = usize, Rank = Self::Left, Fill = F>;
}

/// Byte maps and dictionaries of what a reduction has come to.
type Bytes<V> = SparseByteMap<Element<V>>;
type Dicts<V> = SparseDict<SparseDict<Element<V>>>;
type Dicts3<V> = SparseDict<Dicts<V>>;

/// A row for each dimension: loops in front of it, loops over it and what is behind, loops over what is behind, and the indices of the
/// operand, of the workspace and of the result. The index that is reduced stands behind the number of the dimension.
macro_rules! axes {
    ($(
        $axis:literal of $rank:ident, left $left:ident: $index:ident, { $($before:tt)* } { $($walk:tt)* } { $($behind:tt)* }
        [$($all:ident)*] to [$($gathered:ident)*] of $workspace:ident, [$($kept:ident)*];
    )*) => { $(
        impl ReducedAlong<$axis> for $rank {
            type Left = $left;

            fn norms<T, M, N, X, Y>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
            where
                T: Number<Magnitude = M>,
                M: Ordered,
                N: Norm<M>,
                X: Level<T = T, Rank = Self>,
                Y: WriteLevel<T = M, Rank = Self::Left, Fill = Zero>,
            {
                let mut sum = axes!(@workspace $workspace M);
                finch! {
                    y .= 0;
                    $($before)* {
                        sum .= 0;
                        $($walk)* {
                            sum[$($gathered),*] <<N::Sum::default()>>= map1(N::Term::default(), abs(x[$($all),*]));
                        }
                        $($behind)* { y[$($kept),*] = map1(N::Root::default(), sum[$($gathered),*]); }
                    }
                }
                .run()
            }

            fn places<T, O, X, F, Y>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
            where
                T: Ordered,
                O: Order,
                X: Level<T = T, Rank = Self>,
                F: Fill<usize>,
                Y: WriteLevel<T = usize, Rank = Self::Left, Fill = F>,
            {
                let fill = literal::<T, X::Fill>();
                let settle = settle::<T, O>(<X::Fill as Fill<T>>::value(), x.shape()[$axis]);
                let best_of = Best::<O>::default();
                let mut best = axes!(@workspace $workspace Candidate<T>);
                finch! {
                    y .= _;
                    $($before)* {
                        best .= _;
                        $($walk)* {
                            let entry = x[$($all),*];
                            if entry != fill {
                                best[$($gathered),*] <<(best_of)>>= candidate(entry, $index);
                            }
                        }
                        $($behind)* { y[$($kept),*] = map1(settle, best[$($gathered),*]); }
                    }
                }
                .run()
            }
        }
    )* };
    (@workspace Scalar $value:ty) => { Scalar::<$value>::default() };
    (@workspace $level:ident $value:ty) => { Tensor::<$level<$value>>::default() };
}

axes! {
    1 of U2, left U1: i, { for j } { for i } {} [j i] to [] of Scalar, [j];
    0 of U2, left U1: j, {} { for j, i } { for i } [j i] to [i] of Bytes, [i];
    2 of U3, left U2: i, { for k, j } { for i } {} [k j i] to [] of Scalar, [k j];
    1 of U3, left U2: j, { for k } { for j, i } { for i } [k j i] to [i] of Bytes, [k i];
    0 of U3, left U2: k, {} { for k, j, i } { for j, i } [k j i] to [j i] of Dicts, [j i];
    3 of U4, left U3: i, { for l, k, j } { for i } {} [l k j i] to [] of Scalar, [l k j];
    2 of U4, left U3: j, { for l, k } { for j, i } { for i } [l k j i] to [i] of Bytes, [l k i];
    1 of U4, left U3: k, { for l } { for k, j, i } { for j, i } [l k j i] to [j i] of Dicts, [l j i];
    0 of U4, left U3: l, {} { for l, k, j, i } { for k, j, i } [l k j i] to [k j i] of Dicts3, [k j i];
}
