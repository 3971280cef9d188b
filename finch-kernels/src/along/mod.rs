//! Reductions along one dimension of a tensor of two to four: norms, and places of extremes.

mod best;

pub(crate) use best::{Greatest, Least, Order};

use crate::imports::*;
use crate::norm::Norm;
use best::{Best, Candidate, candidate, settle};
use finch_formats::tensor::axes::numbers::{I, J, K, L};
use finch_formats::traits::algebra::operators::Ne;
use finch_formats::traits::expr::overload::{access_by, forall};
use finch_formats::traits::rank::Rank;
use finch_formats::traits::stmt::loop_::{Inferred, Loop};
use typenum::U3;

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
    message = "this tensor cannot be reduced along axis number {AXIS}",
    label = "no axis number {AXIS} of a tensor of two to four dimensions",
    note = "axes are counted from 0, the outermost; tensors of two, three and four dimensions are reduced along one of them"
)]
pub trait ReducedAlong<const AXIS: usize>: LoopsAlong<AXIS> {
    /// The rank of the result.
    type Left: Nat;
}

/// The loops of a reduction along dimension number `AXIS`, and their indices.
pub trait LoopsAlong<const AXIS: usize>: Rank {
    /// What is gathered of values `V`, by the indices behind the dimension.
    type Workspace<V: Copy + 'static>: WriteLevel<T = V, Fill = Zero> + Default
    where
        Zero: Fill<V>;
    /// The number of the index that is reduced.
    type Index: Nat;
    /// The indices of the operand.
    type All: IndexList;
    /// Those of the workspace.
    type Gathered: IndexList;
    /// Those of the result.
    type Kept: IndexList;
    /// Loops in front of the dimension, around statement `S`.
    type Before<S: Stmt>: Stmt;
    /// Loops over the dimension and what is behind it.
    type Walk<S: Stmt>: Stmt;
    /// Loops over what is behind it.
    type Behind<S: Stmt>: Stmt;

    /// The indices of the operand, of the workspace and of the result.
    fn indices() -> (Self::All, Self::Gathered, Self::Kept);
    /// Loops in front of the dimension.
    fn before<S: Stmt>(body: S) -> Self::Before<S>;
    /// Loops over the dimension and what is behind it.
    fn walk<S: Stmt>(body: S) -> Self::Walk<S>;
    /// Loops over what is behind it.
    fn behind<S: Stmt>(body: S) -> Self::Behind<S>;
}

/// Writes the norms of `x` along dimension number `AXIS` to `y`.
pub(crate) fn norms<T, M, N, X, Y, R, const AXIS: usize>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
where
    T: Number<Magnitude = M>,
    M: Ordered,
    N: Norm<M>,
    X: Level<T = T, Rank = R>,
    Y: WriteLevel<T = M, Rank = R::Left, Fill = Zero>,
    R: ReducedAlong<AXIS>,
{
    let (all, gathered, kept) = R::indices();
    let term = map1(N::Term::default(), access_by(x, all).abs());
    let mut sum = Tensor::<R::Workspace<M>>::default();
    program()
        .declare(y)
        .workspace(&mut sum)
        .body(|(y, sum)| {
            let sums = R::walk(sum.at_by(gathered).named("sum").reduce(N::Sum::default(), term));
            let root = map1(N::Root::default(), sum.read_by(gathered).named("sum"));
            let copy = R::behind(y.at_by(kept).named("y").set(root));
            R::before(sum.within(sums, copy))
        })
        .run_generic()
}

/// Writes the places of the extremes of `x` along dimension number `AXIS` to `y`.
pub(crate) fn places<T, O, X, F, Y, R, const AXIS: usize>(y: &mut Tensor<Y>, x: &Tensor<X>) -> Result<()>
where
    T: Ordered,
    O: Order<T>,
    X: Level<T = T, Rank = R>,
    F: Fill<usize>,
    Y: WriteLevel<T = usize, Rank = R::Left, Fill = F>,
    R: ReducedAlong<AXIS>,
{
    let settle = settle::<T, O>(<X::Fill as Fill<T>>::value(), x.extent(AXIS));
    let (all, gathered, kept) = R::indices();
    let mut best = Tensor::<R::Workspace<Candidate<T>>>::default();
    program()
        .declare(y)
        .workspace(&mut best)
        .body(|(y, best)| {
            let found = R::walk(define::<U0, _, _>(access_by(x, all), |entry| {
                let candidate = entry.zip_map(Index::<R::Index>::new().value(), candidate);
                sieve(
                    map2(Ne, entry, literal::<T, X::Fill>()),
                    best.at_by(gathered)
                        .named("best")
                        .reduce(Best::<O>::default(), candidate),
                )
            }));
            let place = map1(settle, best.read_by(gathered).named("best"));
            let copy = R::behind(y.at_by(kept).named("y").set(place));
            R::before(best.within(found, copy))
        })
        .run_generic()
}

/// A list of indices, and its type.
macro_rules! list {
    (@type) => { Nil };
    (@type $index:ident $($others:ident)*) => { Cons<Index<$index>, list!(@type $($others)*)> };
    () => { Nil };
    ($index:ident $($others:ident)*) => { Cons(Index::<$index>::new(), list!($($others)*)) };
}

/// Nested loops around `$body`, outermost first, and their type around `$body`.
macro_rules! nest {
    (@type [] $body:ty) => { $body };
    (@type [$index:ident $($others:ident)*] $body:ty) => { Loop<$index, Inferred, nest!(@type [$($others)*] $body)> };
    ([] $body:expr) => { $body };
    ([$index:ident $($others:ident)*] $body:expr) => { forall(Index::<$index>::new(), nest!([$($others)*] $body)) };
}

/// Byte maps and dictionaries of what a reduction has come to.
type Bytes<V> = SparseByteMap<Element<V>>;
type Dicts<V> = SparseDict<SparseDict<Element<V>>>;
type Dicts3<V> = SparseDict<Dicts<V>>;

/// A row for each dimension: the index that is reduced, the loops in front of it, over it and what is behind, and over what is behind, the
/// workspace, and the indices of the operand and of the result.
macro_rules! axes {
    ($(
        $axis:literal of $rank:ident, left $left:ident: $index:ident, [$($before:ident)*] [$($walk:ident)*] [$($behind:ident)*]
        of $workspace:ident, [$($all:ident)*] to [$($kept:ident)*];
    )*) => { $(
        impl LoopsAlong<$axis> for $rank {
            type Workspace<V: Copy + 'static> = $workspace<V> where Zero: Fill<V>;
            type Index = $index;
            type All = list!(@type $($all)*);
            type Gathered = list!(@type $($behind)*);
            type Kept = list!(@type $($kept)*);
            type Before<S: Stmt> = nest!(@type [$($before)*] S);
            type Walk<S: Stmt> = nest!(@type [$($walk)*] S);
            type Behind<S: Stmt> = nest!(@type [$($behind)*] S);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn indices() -> (Self::All, Self::Gathered, Self::Kept) {
                (list!($($all)*), list!($($behind)*), list!($($kept)*))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn before<S: Stmt>(body: S) -> Self::Before<S> {
                nest!([$($before)*] body)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn walk<S: Stmt>(body: S) -> Self::Walk<S> {
                nest!([$($walk)*] body)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn behind<S: Stmt>(body: S) -> Self::Behind<S> {
                nest!([$($behind)*] body)
            }
        }

        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl ReducedAlong<$axis> for $rank {
            type Left = $left;
        }
    )* };
}

axes! {
    1 of U2, left U1: I, [J] [I] [] of Element, [J I] to [J];
    0 of U2, left U1: J, [] [J I] [I] of Bytes, [J I] to [I];
    2 of U3, left U2: I, [K J] [I] [] of Element, [K J I] to [K J];
    1 of U3, left U2: J, [K] [J I] [I] of Bytes, [K J I] to [K I];
    0 of U3, left U2: K, [] [K J I] [J I] of Dicts, [K J I] to [J I];
    3 of U4, left U3: I, [L K J] [I] [] of Element, [L K J I] to [L K J];
    2 of U4, left U3: J, [L K] [J I] [I] of Bytes, [L K J I] to [L K I];
    1 of U4, left U3: K, [L] [K J I] [J I] of Dicts, [L K J I] to [L J I];
    0 of U4, left U3: L, [] [L K J I] [K J I] of Dicts3, [L K J I] to [K J I];
}
