//! Masks: booleans that depend on indices only. They have structure but no storage, so loops over them are *trimmed*,
//! not tested.

use crate::fiber::{FillFiber, vector_fiber};
use crate::knot::*;
use crate::looplet::window::{Point, Window};
use finch_algebra::fault::raise;
use finch_algebra::fill::{False, True};

type AllTrue = Run<FillFiber<bool, True>>;
type AllFalse = Run<FillFiber<bool, False>>;

const TRUE: AllTrue = Run(FillFiber::new());
const FALSE: AllFalse = Run(FillFiber::new());

/// A border as a looplet splits at it: nothing lies below 0.
#[cfg_attr(not(debug_assertions), inline(always))]
fn split(border: isize) -> usize {
    border.max(0) as usize
}

/// A fiber of a mask: as what it is described, how it unfurls, and how it is written in terms of indices.
macro_rules! describes_a_mask {
    (
        $name:ident as $called:expr $(, $continued:ident)?; $nest:ty: |$fiber:ident, $pass:ident| $looplet:expr,
        |$this:ident, $indices:ident| $notation:expr
    ) => {
        // SAFETY: the looplet describes the mask for every index, and nothing is stored.
        unsafe impl Fiber for $name {
            vector_fiber!(bool, dense No, false);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unfurl<P: Pass, K: OnLeaf<P, bool>>(self, $pass: P, k: K) {
                let $fiber = self;
                let looplet = $looplet;
                k.looplet($pass, looplet)
            }

            fn dim(&self, _axis: usize) -> Option<usize> {
                None
            }

            fn describe(_protocol: Protocol) -> FiberDescription {
                FiberDescription::new($called, Nest::of::<$nest>())$(.$continued())?
            }

            fn notation(&self, $indices: &[&str]) -> Option<String> {
                let $this = self;
                $notation
            }
        }
    };
}

macro_rules! mask_fiber {
    ($(#[$doc:meta])* $name:ident($($field:ident),+) unfurls to $nest:ty: |$mask:ident| $looplet:expr, as $notation:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $(pub(crate) $field: isize),+ }

        describes_a_mask! {
            $name as stringify!($name); $nest: |$mask, pass| $looplet,
            |mask, indices| {
                let $name { $($field),+ } = mask;
                Some(format!($notation, i = indices.first()?))
            }
        }
    };
}

mask_fiber! {
    /// True before `end`.
    Before(end) unfurls to Sequence<AllTrue, AllFalse>:
    |mask| Sequence { first: TRUE, split: split(mask.end), second: FALSE }, as "{i} < {end}"
}
mask_fiber! {
    /// True from `start` on.
    From(start) unfurls to Sequence<AllFalse, AllTrue>:
    |mask| Sequence { first: FALSE, split: split(mask.start), second: TRUE }, as "{start} <= {i}"
}
mask_fiber! {
    /// True from `start` up to but excluding `end`.
    Within(start, end) unfurls to Window<AllFalse, AllTrue>:
    |mask| Window { outside: FALSE, lo: mask.start, hi: mask.end, inside: TRUE }, as "{start} <= {i} < {end}"
}

mask_fiber! {
    /// True at `at` only. No index is negative.
    Only(at) unfurls to Point<AllFalse, AllTrue>:
    |mask| Point { outside: FALSE, at: mask.at as usize, inside: TRUE }, as "{i} == {at}"
}

/// True everywhere within `N` extents, which it gives to the loops over its indices.
///
/// A loop over `0..n` says nothing of an output's extent, as long as `n` places are there: what is written again may be larger, and stays
/// so. With `let frame = Frame::new([n])`, `for i { if frame[i] { y[i] = .. } }` has `n` places.
#[derive(Clone, Copy, Debug)]
pub struct Frame<const N: usize>([usize; N]);

impl<const N: usize> Frame<N> {
    /// True within `extents`, outermost first.
    pub fn new(extents: [usize; N]) -> Self {
        Frame(extents)
    }

    /// What is inside of its outermost dimension.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn inner(mut self) -> Self {
        self.0.rotate_left(usize::from(N > 0));
        self
    }
}

// SAFETY: it is true at every index, and nothing is stored.
unsafe impl<const N: usize> Fiber for Frame<N> {
    type T = bool;
    type Known = <True as Fill<bool>>::Known;
    type RuntimeKnown = No;
    type Dense = No;
    type DenseBelow = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, bool>>(self, pass: P, k: K) {
        k.looplet(pass, Run(self.inner()))
    }

    fn value(self) -> bool {
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.0.get(axis).copied()
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("frame", Nest::of::<AllTrue>())
    }

    fn notation(&self, indices: &[&str]) -> Option<String> {
        Some(format!("({}) within {:?}", indices.join(", "), self.0))
    }
}

/// The vector whose value at index `i` is `i`: what an index is as an operand.
#[derive(Clone, Copy, Debug)]
pub struct Iota;

/// The looplet of [`Iota`]: the value at an index is the index.
#[derive(Clone, Copy, Debug)]
pub struct IotaAt;

// SAFETY: the value of an index needs no storage.
unsafe impl At for IotaAt {
    type F = crate::fiber::Leaf<usize>;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> Self::F {
        crate::fiber::Leaf(index)
    }
}

// SAFETY: every index has its own value.
unsafe impl Fiber for Iota {
    vector_fiber!(usize, dense No, 0);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, usize>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(IotaAt))
    }

    fn dim(&self, _axis: usize) -> Option<usize> {
        None
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("index", Nest::of::<Lookup<IotaAt>>())
    }

    fn notation(&self, indices: &[&str]) -> Option<String> {
        indices.first().map(ToString::to_string)
    }
}

/// Ranges that data give to loops: true at `lo`, `hi` and `index` if the index is in `lo..hi`.
#[derive(Clone, Copy, Debug)]
pub struct Ranges;

/// The ranges of [`Ranges`] that start at one place.
#[derive(Clone, Copy, Debug)]
pub struct RangesFrom(isize);

/// True from `start` up to but excluding `end`. A loop whose extent is less than `end` raises a fault.
#[derive(Clone, Copy, Debug)]
pub struct InRange(isize, isize);

// SAFETY: a mask needs no storage.
unsafe impl At for Ranges {
    type F = RangesFrom;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> RangesFrom {
        RangesFrom(index as isize)
    }
}

// SAFETY: a mask needs no storage.
unsafe impl At for RangesFrom {
    type F = InRange;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> InRange {
        InRange(self.0, index as isize)
    }
}

describes_a_mask! {
    Ranges as "range"; Lookup<Ranges>: |fiber, pass| Lookup(fiber),
    |_fiber, indices| match indices {
        [lo, hi, index, ..] => Some(format!("{lo} <= {index} < {hi}")),
        _ => None,
    }
}
describes_a_mask! {
    RangesFrom as "range", continued; Lookup<RangesFrom>: |fiber, pass| Lookup(fiber), |_fiber, _indices| None
}
describes_a_mask! {
    InRange as "range", continued; Window<AllFalse, AllTrue>:
    |range, pass| {
        let (InRange(lo, hi), end) = (range, pass.region().hi);
        let beyond = pass.is_whole() && lo < hi && hi > end as isize;
        if beyond {
            raise(Fault::RangeBeyond { end: hi, extent: end })
        }
        Window { outside: FALSE, lo, hi: if beyond { lo } else { hi }, inside: TRUE }
    },
    |_fiber, _indices| None
}
