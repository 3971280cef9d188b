//! One axis of an array, by its number.

use super::dims::{Dims, Take};
use super::expr::ArrayExpr;
use super::kinds::{Dim, Front, Full, Kinds};
use finch_traits::Result;
use finch_traits::algebra::typenum::{U0, U1, U2, U3, U4};
use finch_traits::view::{AxisNumber, ListPlace};

/// Ranks that have an axis number `AXIS`: ranks one to four.
#[diagnostic::on_unimplemented(
    message = "this array has no axis number {AXIS}",
    label = "no axis number {AXIS} of an array of one to four dimensions",
    note = "axes are counted from 0, the outermost; arrays of one to four dimensions are joined, turned round and repeated along one of \
            them"
)]
pub trait AlongAxis<const AXIS: usize>: Dims {
    /// The number of the axis as a type.
    type Number: AxisNumber;
    /// Kinds `K` without those of the axis.
    type Without<K: Kinds>: Kinds;
    /// Kinds `K` where the axis is looked up.
    type LookedUp<K: Kinds>: Kinds;
    /// Kinds `K` of an array without the axis, with the axis, which is dense.
    type Inserted<K: Kinds>: Kinds;
    /// Kinds `K` without those of the axis, where all of it is read at each place of the others: everything, if it is not the last one.
    type Summed<K: Kinds>: Kinds;
}

/// The kinds around the innermost dimension.
pub(super) type Out<K> = <K as Kinds>::Outer;

macro_rules! along_axes {
    ($($rank:ident $axis:literal $number:ident inside [$($inside:ident)*];)*) => { $(
        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl AlongAxis<$axis> for $rank {
            type Number = $number;
            type Without<K: Kinds> = along_axes!(@without K, $($inside)*);
            type LookedUp<K: Kinds> = along_axes!(@looked_up K, $($inside)*);
            type Inserted<K: Kinds> = along_axes!(@inserted K, $($inside)*);
            type Summed<K: Kinds> = along_axes!(@summed $rank K, $($inside)*);
        }
    )* };
    (@without $k:ty,) => { Out<$k> };
    (@without $k:ty, $first:ident $($inside:ident)*) => { Front<$k, along_axes!(@without Out<$k>, $($inside)*)> };
    (@looked_up $k:ty,) => { Dim<Full, Out<$k>> };
    (@looked_up $k:ty, $first:ident $($inside:ident)*) => { Front<$k, along_axes!(@looked_up Out<$k>, $($inside)*)> };
    (@inserted $k:ty,) => { Dim<Full, $k> };
    (@inserted $k:ty, $first:ident $($inside:ident)*) => { Front<$k, along_axes!(@inserted Out<$k>, $($inside)*)> };
    (@summed $rank:ident $k:ty,) => { Out<$k> };
    (@summed $rank:ident $k:ty, $($inside:ident)+) => { <<$rank as Dims>::Down as Dims>::AllFull };
}

// Inside of each axis: the dimensions that are behind it.
along_axes! {
    U1 0 U0 inside [];
    U2 1 U1 inside [];
    U2 0 U0 inside [i];
    U3 2 U2 inside [];
    U3 1 U1 inside [i];
    U3 0 U0 inside [j i];
    U4 3 U3 inside [];
    U4 2 U2 inside [i];
    U4 1 U1 inside [j i];
    U4 0 U0 inside [k j i];
}

/// The place of axis number `AXIS` of an array of rank `R`.
pub(super) type PlaceOf<R, const AXIS: usize> = <<R as AlongAxis<AXIS>>::Number as AxisNumber>::Place;

/// The index of that axis.
pub(super) type IndexAlong<R, const AXIS: usize, I> = <PlaceOf<R, AXIS> as ListPlace>::Term<Take<R, I>>;

/// The number of axis `AXIS` of an array of rank `R`, counted from 0, the innermost.
pub(super) fn from_inside<R: Dims>(axis: usize) -> usize {
    R::USIZE.saturating_sub(axis + 1)
}

/// The extent of dimension number `axis`, counted from 0, the innermost, of those that `expr` has beside axis number `AXIS`.
pub(super) fn extent_beside<E: ArrayExpr, const AXIS: usize>(expr: &E, axis: usize) -> Result<Option<usize>> {
    expr.extent(axis + usize::from(axis >= from_inside::<E::Rank>(AXIS)))
}
