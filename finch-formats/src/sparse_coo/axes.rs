//! Dimensions of a coordinate list as types: those that are left, and the indices along those that are bound.

use crate::buffer::Buffer;
use crate::kit::ranged::Here;
use crate::sparse_coo::read::{SparseCooFiber, SparseCooSteps};
use crate::sparse_coo::write::Append;
use crate::width::Width;
use core::cell::Cell;
use finch_traits::fiber::Fiber;
use finch_traits::index::protocol::{Axis, AxisList};
use finch_traits::level::Fibers;
use finch_traits::promise;
use finch_traits::rank::{Next, Rank};
use generic_array::ArrayLength;
use typenum::{U1, U2, U3, U4};

/// The most dimensions that one level spans.
pub(super) const MOST: usize = 4;

/// How many dimensions a [`SparseCoo`](crate::SparseCoo) level spans: one to four.
#[diagnostic::on_unimplemented(
    message = "a `SparseCoo` level cannot span `{Self}` dimensions",
    note = "it spans `typenum::U1`, `U2`, `U3` or `U4`; nest levels for more"
)]
pub trait Dimensions: Rank + ArrayLength + Append {
    /// The rank of a level over a child of rank `R`.
    type Above<R: Rank>: Rank;
    /// What the dimensions of such a level offer, each of them `O`, above those of its child.
    type Offer<O, Below: AxisList>: AxisList;
    /// All dimensions with their arrays.
    type Axes<'a, I: Width>: Axes;
    /// The dimensions of these extents and arrays of indices, of which there are at least as many.
    fn axes<'a, I: Width, Idx: Buffer<Item = I>>(extents: &[usize], idx: &'a [Idx]) -> Self::Axes<'a, I>;
}

impl Dimensions for U1 {
    type Above<R: Rank> = Next<R>;
    type Offer<O, Below: AxisList> = Axis<O, Below>;
    type Axes<'a, I: Width> = Last<'a, I>;

    #[inline(always)]
    fn axes<'a, I: Width, Idx: Buffer<Item = I>>(extents: &[usize], idx: &'a [Idx]) -> Last<'a, I> {
        Last {
            extent: extents[0],
            idx: idx[0].as_slice(),
        }
    }
}

macro_rules! dimensions {
    ($($number:ident over $less:ident;)*) => { $(
        impl Dimensions for $number {
            type Above<R: Rank> = Next<<$less as Dimensions>::Above<R>>;
            type Offer<O, Below: AxisList> = Axis<O, <$less as Dimensions>::Offer<O, Below>>;
            type Axes<'a, I: Width> = More<'a, I, <$less as Dimensions>::Axes<'a, I>>;

            #[inline(always)]
            fn axes<'a, I: Width, Idx: Buffer<Item = I>>(extents: &[usize], idx: &'a [Idx]) -> Self::Axes<'a, I> {
                More {
                    extent: extents[0],
                    idx: idx[0].as_slice(),
                    inner: $less::axes(&extents[1..], &idx[1..]),
                }
            }
        }
    )* };
}

dimensions! {
    U2 over U1;
    U3 over U2;
    U4 over U3;
}

/// The dimensions that are left to be unfurled, outermost first, with their arrays.
///
/// # Safety
///
/// An implementer promises that `idx` has an index below `extent` for every entry of a valid level.
pub unsafe trait Axes: Copy {
    /// The type of the indices.
    type I: Width;
    /// There is only this one: each of its indices is one entry.
    const IS_LAST: bool;
    /// What there is at one index of the first of these dimensions, in a fiber whose outer indices are `G`.
    type Inner<'c, G: Group, C: Fibers>: Fiber<T = C::T>;
    /// What there is at one index of the first of these dimensions, or fill: one type for both.
    type OptionalFiber<'c, G: Group, C: Fibers>: Fiber<T = C::T>;

    /// The extent of the first of these dimensions.
    fn extent(self) -> usize;
    /// The indices of all entries along the first of these dimensions.
    fn idx(&self) -> &[Self::I];
    /// The extent along `axis` of a fiber with children in `child`.
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize>;

    /// What there is where `steps` stand.
    ///
    /// # Safety
    ///
    /// They stand at a stored entry.
    unsafe fn inner<'c, G: Group, C: Fibers>(steps: &SparseCooSteps<'c, G, Self, C>) -> Self::Inner<'c, G, C>;

    /// What there is where `steps` stand if that is `here`, else fill.
    ///
    /// # Safety
    ///
    /// If `here`, they stand at a stored entry.
    unsafe fn inner_if<'c, G: Group, C: Fibers>(
        steps: &SparseCooSteps<'c, G, Self, C>,
        here: bool,
    ) -> Self::OptionalFiber<'c, G, C>;
}

/// The last dimension.
#[derive(Clone, Copy, Debug)]
pub struct Last<'a, I> {
    extent: usize,
    idx: &'a [I],
}

/// A dimension, and those inside of it.
#[derive(Clone, Copy, Debug)]
pub struct More<'a, I, A> {
    extent: usize,
    idx: &'a [I],
    inner: A,
}

// SAFETY: made of the arrays of a level.
unsafe impl<I: Width> Axes for Last<'_, I> {
    type I = I;
    const IS_LAST: bool = true;
    type Inner<'c, G: Group, C: Fibers> = C::Fiber;
    type OptionalFiber<'c, G: Group, C: Fibers> = C::OptionalFiber;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    fn idx(&self) -> &[I] {
        self.idx
    }

    #[inline(always)]
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => child.dim(axis - 1),
        }
    }

    #[inline(always)]
    unsafe fn inner<'c, G: Group, C: Fibers>(steps: &SparseCooSteps<'c, G, Self, C>) -> C::Fiber {
        // SAFETY: the caller promises that the entry is stored.
        unsafe { steps.child.fiber(steps.at) }
    }

    #[inline(always)]
    unsafe fn inner_if<'c, G: Group, C: Fibers>(
        steps: &SparseCooSteps<'c, G, Self, C>,
        here: bool,
    ) -> C::OptionalFiber {
        // SAFETY: the caller promises that the entry is stored if `here`.
        unsafe { steps.child.fiber_or_fill(steps.at, here) }
    }
}

// SAFETY: made of the arrays of a level.
unsafe impl<'a, I: Width, A: Axes> Axes for More<'a, I, A> {
    type I = I;
    const IS_LAST: bool = false;
    type Inner<'c, G: Group, C: Fibers> = SparseCooFiber<Within<'c, Same<'a, I, G::Key>>, A, C>;
    type OptionalFiber<'c, G: Group, C: Fibers> = SparseCooFiber<Within<'c, Same<'a, I, G::Key>>, A, C, bool>;

    #[inline(always)]
    fn extent(self) -> usize {
        self.extent
    }

    #[inline(always)]
    fn idx(&self) -> &[I] {
        self.idx
    }

    #[inline(always)]
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.inner.dim(axis - 1, child),
        }
    }

    #[inline(always)]
    unsafe fn inner<'c, G: Group, C: Fibers>(steps: &SparseCooSteps<'c, G, Self, C>) -> Self::Inner<'c, G, C> {
        SparseCooFiber {
            at: steps.at,
            to: steps.to,
            group: Within {
                key: Same {
                    idx: steps.axes.idx,
                    index: steps.index,
                    outer: steps.group.key(),
                },
                came: steps.came,
            },
            axes: steps.axes.inner,
            child: steps.child,
            here: Here,
        }
    }

    #[inline(always)]
    unsafe fn inner_if<'c, G: Group, C: Fibers>(
        steps: &SparseCooSteps<'c, G, Self, C>,
        here: bool,
    ) -> Self::OptionalFiber<'c, G, C> {
        let (at, to, index) = if here {
            // SAFETY: the caller promises that the entry is stored if `here`.
            let fiber = unsafe { Self::inner(steps) };
            (fiber.at, fiber.to, fiber.group.key.index)
        } else {
            (0, 0, I::default())
        };
        SparseCooFiber {
            at,
            to,
            group: Within {
                key: Same {
                    idx: steps.axes.idx,
                    index,
                    outer: steps.group.key(),
                },
                came: steps.came,
            },
            axes: steps.axes.inner,
            child: steps.child,
            here,
        }
    }
}

/// The indices along the dimensions that are bound: the entries that have them are a group.
///
/// # Safety
///
/// An implementer promises that the entries of one group stand together.
pub unsafe trait Key: Copy {
    /// No dimension is bound: the group is the whole fiber.
    const IS_WHOLE: bool;
    /// Whether the entry at `position` is in the group.
    ///
    /// # Safety
    ///
    /// `position` is below the end of the fiber.
    unsafe fn holds(self, position: usize) -> bool;
}

/// How far a loop over a group came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Far {
    /// No entries are left in the group before this position.
    pub(super) at: usize,
    /// Nor from there on.
    pub(super) ended: bool,
}

/// A group, and whoever wants to know how far a loop over it came.
pub trait Group: Copy {
    /// Which entries are in the group.
    type Key: Key;
    /// Which entries are in the group.
    fn key(&self) -> Self::Key;
    /// Tells the loop around how far a loop over the group came.
    fn came(&self, far: Far);
}

/// No dimension is bound, and nobody wants to know.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

/// An index along one dimension, and those along the ones around it.
#[derive(Clone, Copy, Debug)]
pub struct Same<'a, I, K> {
    idx: &'a [I],
    index: I,
    outer: K,
}

/// A group inside of a loop over its last bound dimension, whose cursor is `came`.
#[derive(Clone, Copy, Debug)]
pub struct Within<'c, K> {
    key: K,
    came: &'c Cell<Far>,
}

// SAFETY: the whole fiber.
unsafe impl Key for Whole {
    const IS_WHOLE: bool = true;

    #[inline(always)]
    unsafe fn holds(self, _position: usize) -> bool {
        true
    }
}

// SAFETY: entries are sorted by the outer dimensions, so those with the same indices stand together.
unsafe impl<I: Width, K: Key> Key for Same<'_, I, K> {
    const IS_WHOLE: bool = false;

    #[inline(always)]
    unsafe fn holds(self, position: usize) -> bool {
        promise!(position < self.idx.len());
        // SAFETY: the caller names an entry of the fiber, and there is an index for each.
        let index = unsafe { *self.idx.get_unchecked(position) };
        // SAFETY: as the caller promises.
        index == self.index && unsafe { self.outer.holds(position) }
    }
}

impl Group for Whole {
    type Key = Whole;

    #[inline(always)]
    fn key(&self) -> Whole {
        Whole
    }

    #[inline(always)]
    fn came(&self, _far: Far) {}
}

impl<K: Key> Group for Within<'_, K> {
    type Key = K;

    #[inline(always)]
    fn key(&self) -> K {
        self.key
    }

    #[inline(always)]
    fn came(&self, far: Far) {
        self.came.set(far)
    }
}
