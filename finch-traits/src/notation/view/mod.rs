//! Views: tensors seen at other indices.
//!
//! A view costs nothing to make and copies nothing: where a program names it, it becomes the access to the tensor behind
//! it that one would have written by hand. Views nest.
//!
//! | view of `a` | at | is |
//! |---|---|---|
//! | [`offset([c, d])`](Views::offset) | `[j, i]` | `a[j + c, i + d]` |
//! | [`window([2..5, 0..3])`](Views::window), of a vector `window(2..5)` | `[j, i]` | `a[window(j, 2..5), window(i, 0..3)]` |
//! | [`permissive()`](Views::permissive) | `[j, i]` | `a[~j, ~i]` |
//! | [`permissive_along::<U1>()`](Views::permissive_along) | `[j, i]` | `a[j, ~i]` |
//! | [`swizzle::<(U1, U0)>()`](Views::swizzle) | `[j, i]` | `a[i, j]` |
//! | [`toeplitz::<U1>()`](Views::toeplitz) | `[j, i, p]` | `a[j, i + p]` |
//! | [`products::<U1>()`](Views::products) | `[j, i, p]` | `a[j, i * p]` |
//!
//! They are the array wrappers of Ahrens et al., "Finch", 2025, section 5.4, and cost what the accesses do: see
//! [`index::term`](crate::index::term). Messages give the places in the tensor behind a view, under the view's name.

mod axis;
mod each;
mod looked_up;
mod order;
mod pair;
mod rearrange;

pub use axis::{AtPlace, AxisNumber, ListPlace};
pub use each::{Each, Entry, Inset, Offset, PartBehind, Permit, Permitted, WindowPart, Windowed};
pub use looked_up::{Backwards, EachSeveralTimes, OverAndOver};
pub use order::{PermutationOf, Swizzle};
pub use pair::{Products, Quotient, Remainder, Split, Toeplitz, quotient, remainder, split};
pub use rearrange::{AsItIs, Composed, ExtentsByNumber, ForRank, OneForEach, Rearrange, WindowRanges};

use crate::index::term::Step;
use crate::notation::Readable;

/// Makes views: of tensors, and of views.
///
/// ```text
/// let (turned, right) = (a.swizzle::<(U1, U0)>(), a.window([0..2, 1..3]));
/// finch! {
///     b .= 0;
///     for j, i { b[j, i] = turned[j, i] + right[j, i] }
/// }
/// ```
pub trait Views: Readable + Sized {
    /// The type of a view that rearranges the indices by `M`.
    type View<'a, M: Rearrange>: Readable<Rank = M::Rank<Self::Rank>>
    where
        Self: 'a;

    /// The view with the indices rearranged by `rearrange`.
    fn seen<M: Rearrange>(&self, rearrange: M) -> Self::View<'_, M>;

    /// The tensor moved: the view at index `i` is the tensor at `i + by`, with one step for each dimension, forward or back.
    #[inline]
    fn offset<const N: usize>(&self, by: [isize; N]) -> Self::View<'_, Offset<N>>
    where
        Offset<N>: Rearrange,
        [isize; N]: OneForEach<Self::Rank>,
    {
        self.seen(Offset::new(by.map(Step)))
    }

    /// The part of the tensor within `ranges`, one for each dimension: `x.window(2..5)` of a vector,
    /// `a.window([0..2, 1..3])` of a matrix. The indices of the view count from 0. If a range lies beyond the extent, a
    /// program that reads the view returns an error.
    #[inline]
    fn window<W: WindowRanges<Self::Rank>>(&self, ranges: W) -> Self::View<'_, W::Window> {
        self.seen(ranges.window())
    }

    /// The tensor, which may be read beyond its extents along every dimension: values there are missing. The extents of a
    /// window are its own.
    #[inline]
    fn permissive(&self) -> Self::View<'_, Permit<Self::Rank>>
    where
        Permit<Self::Rank>: Rearrange,
    {
        self.seen(Permit::new())
    }

    /// The tensor, which may be read beyond its extent along dimension `A`: values there are missing.
    #[inline]
    fn permissive_along<A: AxisNumber>(&self) -> Self::View<'_, AtPlace<A::Place, Permitted>> {
        self.seen(AtPlace::new(Permitted))
    }

    /// The tensor with its dimensions in another order: index number `d` of the tensor is index number `P.d` of the view.
    /// `(U1, U0)` transposes a matrix.
    #[inline]
    fn swizzle<P: PermutationOf<Self::Rank>>(&self) -> Self::View<'_, Swizzle<P, Self::Rank>> {
        self.seen(Swizzle::new())
    }

    /// The tensor with dimension `A` as two dimensions, whose indices are added: for Toeplitz and Hankel matrices and for
    /// filters.
    #[inline]
    fn toeplitz<A: AxisNumber>(&self) -> Self::View<'_, Toeplitz<A>> {
        self.seen(Toeplitz::new())
    }

    /// The tensor with dimension `A` as two dimensions, whose indices are multiplied. The tensor is looked up along these,
    /// not walked.
    #[inline]
    fn products<A: AxisNumber>(&self) -> Self::View<'_, Products<A>> {
        self.seen(Products::new())
    }
}
