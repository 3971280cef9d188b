//! Dimensions of a coordinate list as types: those that are left, and the indices along those that are bound.

use crate::imports::*;
use crate::sparse_coo::read::{SparseCooEntries, SparseCooSteps};
use finch_traits::index::protocol::AxisList;

/// The most dimensions that one level spans.
pub(super) const MOST: usize = 4;

/// How many dimensions a [`SparseCoo`](crate::SparseCoo) level spans: one to four.
#[diagnostic::on_unimplemented(
    message = "a `SparseCoo` level spans one to four dimensions",
    label = "neither `U1` nor `U2`, `U3` or `U4`",
    note = "it spans `typenum::U1`, `U2`, `U3` or `U4` dimensions; levels around it span the others: five are `Tensor::<SparseList<SparseCoo<U4, Element<f64>>>>`"
)]
pub trait Dimensions: Rank + ArrayLength + Left {
    /// The rank of a level over a child of rank `R`.
    type Above<R: Rank>: Rank;
    /// What the dimensions of such a level offer, each of them `O`, above those of its child.
    type Offer<O, Below: AxisList>: AxisList;
    /// The dimensions inside of the first one.
    type Inside<'a, I: Width>: InnerDimensions<'a, I>;
    /// The dimensions inside of the first one, of these extents and arrays of indices, of which there are at least as many.
    fn inside<'a, I: Width, Idx: Buffer<Item = I>>(extents: &[usize], idx: &'a [Idx]) -> Self::Inside<'a, I>;
}

/// How many dimensions of a [`SparseCoo`] level have no index yet, as a type-level number.
pub trait Left: Nat {
    /// How many are left inside of the next one, unless that is the last.
    type Less: Left;
    /// There is only one.
    type IsLast: Bool;
}

impl Left for U1 {
    type Less = U1;
    type IsLast = Yes;
}

// Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
#[diagnostic::do_not_recommend]
impl Dimensions for U1 {
    type Above<R: Rank> = Next<R>;
    type Offer<O, Below: AxisList> = OuterAxis<O, Below>;
    type Inside<'a, I: Width> = Innermost;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inside<I: Width, Idx: Buffer<Item = I>>(_extents: &[usize], _idx: &[Idx]) -> Innermost {
        Innermost
    }
}

macro_rules! dimensions {
    ($($number:ident over $less:ident;)*) => { $(
        impl Left for $number {
            type Less = $less;
            type IsLast = No;
        }

        #[diagnostic::do_not_recommend]
        impl Dimensions for $number {
            type Above<R: Rank> = Next<<$less as Dimensions>::Above<R>>;
            type Offer<O, Below: AxisList> = OuterAxis<O, <$less as Dimensions>::Offer<O, Below>>;
            type Inside<'a, I: Width> = Along<'a, I, <$less as Dimensions>::Inside<'a, I>>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn inside<'a, I: Width, Idx: Buffer<Item = I>>(extents: &[usize], idx: &'a [Idx]) -> Self::Inside<'a, I> {
                Along {
                    extent: extents[1],
                    idx: idx[1].as_slice(),
                    inner: $less::inside(&extents[1..], &idx[1..]),
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

/// What there is at an index along a dimension: further ones, outermost first, with their arrays, or a child.
///
/// # Safety
///
/// An implementer promises that what it hands out where steps stand can be read if they stand at a stored entry.
pub unsafe trait InnerDimensions<'a, I: Width>: Copy {
    /// There is a child: each index is one entry.
    const IS_LAST: bool;
    /// What there is at an index, in a fiber whose outer indices are `G`; or fill, if it may not be there.
    type Inner<'c, G: Group, C: Fibers, H: Presence>: Fiber<T = C::T>;

    /// The extent along `axis` of what there is at an index, with children in `child`.
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize>;

    /// What there is where `steps` stand if that is `here`, else fill.
    ///
    /// # Safety
    ///
    /// If it is `here`, they stand at a stored entry.
    unsafe fn inner<'c, G: Group, C: Fibers, H: Presence>(
        steps: &SparseCooSteps<'c, 'a, I, G, Self, C>,
        here: H,
    ) -> Self::Inner<'c, G, C, H>;
}

/// What is inside of the last dimension of a [`SparseCoo`] level: a child for each entry.
#[derive(Clone, Copy, Debug)]
pub struct Innermost;

/// What is inside of a dimension of a [`SparseCoo`] level: the next dimension, with its extent and array of indices, and those inside of
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Along<'a, I, A> {
    extent: usize,
    idx: &'a [I],
    inner: A,
}

// SAFETY: there is a child for every stored entry.
unsafe impl<'a, I: Width> InnerDimensions<'a, I> for Innermost {
    const IS_LAST: bool = true;
    type Inner<'c, G: Group, C: Fibers, H: Presence> = H::Of<C>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize> {
        child.dim(axis)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn inner<'c, G: Group, C: Fibers, H: Presence>(
        steps: &SparseCooSteps<'c, 'a, I, G, Self, C>,
        here: H,
    ) -> H::Of<C> {
        // SAFETY: the caller promises that the entry is stored if it is here.
        unsafe { here.fiber(steps.entries.child, steps.at) }
    }
}

/// The entries along the dimensions that are left, where `G` are bound and steps stand at an index of the next one.
type Part<'c, 'a, I, G, A, C, H> =
    RangedFiber<SparseCooEntries<'a, I, InnerGroup<'c, IndexKey<'a, I, <G as Group>::Key>>, A, C>, H>;

// SAFETY: the entries with the same index stand together.
unsafe impl<'a, I: Width, A: InnerDimensions<'a, I>> InnerDimensions<'a, I> for Along<'a, I, A> {
    const IS_LAST: bool = false;
    type Inner<'c, G: Group, C: Fibers, H: Presence> = Part<'c, 'a, I, G, A, C, H>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim<C: Fibers>(self, axis: usize, child: C) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.inner.dim(axis - 1, child),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn inner<'c, G: Group, C: Fibers, H: Presence>(
        steps: &SparseCooSteps<'c, 'a, I, G, Self, C>,
        here: H,
    ) -> Self::Inner<'c, G, C, H> {
        let (bounds, index) = if here.is_here() {
            ((steps.at, steps.to), steps.index)
        } else {
            ((0, 0), I::default())
        };
        let (entries, came) = (steps.entries, steps.came);
        let (Along { extent, idx, inner }, child, outer) = (entries.inner, entries.child, entries.group.key());
        let key = IndexKey {
            idx: entries.idx,
            index,
            outer,
        };
        let group = InnerGroup { key, came };
        let entries = SparseCooEntries {
            group,
            idx,
            inner,
            child,
        };
        RangedFiber::new(extent, bounds, entries, here)
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

/// The entries of a [`SparseCoo`] level that have the same outer indices, and the loop over these indices, which is told how far a loop
/// over the entries came.
pub trait Group: Copy {
    /// Which entries are in the group.
    type Key: Key;
    /// Which entries are in the group.
    fn key(&self) -> Self::Key;
    /// Tells the loop around how far a loop over the group came.
    fn came(&self, far: Far);
}

/// The group of all entries of a fiber: no dimension has an index yet.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

/// The key of the entries that have one index along a dimension, and given indices along the dimensions around it.
#[derive(Clone, Copy, Debug)]
pub struct IndexKey<'a, I, K> {
    idx: &'a [I],
    index: I,
    outer: K,
}

/// The key of entries inside of a loop over the last dimension that is bound; the cursor of that loop is in `came`.
#[derive(Clone, Copy, Debug)]
pub struct InnerGroup<'c, K> {
    key: K,
    came: &'c Cell<Far>,
}

// SAFETY: the whole fiber.
unsafe impl Key for Whole {
    const IS_WHOLE: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn holds(self, _position: usize) -> bool {
        true
    }
}

// SAFETY: entries are sorted by the outer dimensions, so those with the same indices stand together.
unsafe impl<I: Width, K: Key> Key for IndexKey<'_, I, K> {
    const IS_WHOLE: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
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

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(&self) -> Whole {
        Whole
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn came(&self, _far: Far) {}
}

impl<K: Key> Group for InnerGroup<'_, K> {
    type Key = K;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn key(&self) -> K {
        self.key
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn came(&self, far: Far) {
        self.came.set(far)
    }
}
