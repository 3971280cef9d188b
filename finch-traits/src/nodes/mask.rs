//! Masks: booleans that depend on indices only. They have structure but no storage, so loops over them are *trimmed*,
//! not tested.

use crate::fiber::{Fiber, FillFiber};
use crate::looplet::lookup::{At, Lookup};
use crate::looplet::run::Run;
use crate::looplet::sequence::Sequence;
use crate::looplet::window::{Point, Window};
use crate::pass::{OnLeaf, Pass};
use crate::prelude::*;
use finch_algebra::fill::{False, True};

type AllTrue = Run<FillFiber<bool, True>>;
type AllFalse = Run<FillFiber<bool, False>>;

const TRUE: AllTrue = Run(FillFiber::new());
const FALSE: AllFalse = Run(FillFiber::new());

/// A border as a looplet splits at it: nothing lies below 0.
#[inline(always)]
fn split(border: isize) -> usize {
    border.max(0) as usize
}

macro_rules! mask_fiber {
    ($(#[$doc:meta])* $name:ident($($field:ident),+) unfurls to $nest:ty: |$mask:ident| $looplet:expr, as $notation:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name { $(pub(crate) $field: isize),+ }

        // SAFETY: the looplet describes the mask for every index, and nothing is stored.
        unsafe impl Fiber for $name {
            type T = bool;
            type Known = Unknown;
            type RuntimeKnown = No;

            #[inline(always)]
            fn unfurl<P: Pass, K: OnLeaf<P, bool>>(self, pass: P, k: K) {
                let $mask = self;
                k.looplet(pass, $looplet)
            }

            fn value(self) -> bool {
                false
            }

            fn dim(&self, _axis: usize) -> Option<usize> {
                None
            }

            fn describe(_protocol: Protocol) -> FiberDescription {
                FiberDescription::new(stringify!($name), Nest::of::<$nest>())
            }

            fn notation(&self, indices: &[&str]) -> Option<String> {
                let $name { $($field),+ } = self;
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

/// The value of an index.
#[derive(Clone, Copy, Debug)]
pub struct Iota;

/// One value of an index.
#[derive(Clone, Copy, Debug)]
pub struct IotaAt;

// SAFETY: the value of an index needs no storage.
unsafe impl At for IotaAt {
    type F = crate::fiber::Leaf<usize>;
    #[inline(always)]
    fn at(self, index: usize) -> Self::F {
        crate::fiber::Leaf(index)
    }
}

// SAFETY: every index has its own value.
unsafe impl Fiber for Iota {
    type T = usize;
    type Known = Unknown;
    type RuntimeKnown = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, usize>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(IotaAt))
    }

    fn value(self) -> usize {
        0
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
