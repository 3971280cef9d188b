//! `Window`: a looplet between two stretches of another; `Point`: the same of a single index, which `Single` marks.
//!
//! One looplet with two signed borders instead of two nested sequences: the borders may lie outside of the region, or
//! of the fiber, on either side.

use crate::knot::*;
use crate::looplet::as_looplet;
use crate::pass::single::SinglePass;

/// A looplet that is `inside` from `lo` up to but excluding `hi`, and `outside` elsewhere: what a band or an interval unfurls to.
#[derive(Clone, Copy, Debug)]
pub struct Window<A, B> {
    /// Before `lo`, and from `hi` on.
    pub outside: A,
    /// Where the inside starts.
    pub lo: isize,
    /// Where the inside ends.
    pub hi: isize,
    /// Between the two.
    pub inside: B,
}

impl<A, B> Cursor for Window<A, B> {}

// SAFETY: each phase is handed out for its part of the region only.
unsafe impl<A: Looplet, B: Looplet<T = A::T>> Looplet for Window<A, B> {
    type T = A::T;
    plain_looplet!(Sequence);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Window {
            outside: Box::new(A::describe()),
            inside: Box::new(B::describe()),
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sequence<K: OnLeaf<SequencePass, A::T>>(self, pass: SequencePass, k: K) {
        let region = pass.0;
        let (lo, hi) = (region.lo as isize, region.hi as isize);
        // Borders are compared before they are cut: a format may know how its own are ordered.
        let (first, end) = (self.lo.max(lo), self.hi.min(hi));
        let some = self.lo < self.hi && first < end;
        let from = if some { first } else { hi };
        if lo < from {
            k.hand_on(narrowed(pass, region.lo, from as usize), self.outside)
        }
        if some {
            k.hand_on(narrowed(pass, from as usize, end as usize), self.inside);
            if end < hi {
                k.hand_on(narrowed(pass, end as usize, region.hi), self.outside)
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, A::T>>(self, pass: Bind, k: K) {
        let index = pass.index() as isize;
        if self.lo <= index && index < self.hi {
            self.inside.bind(pass, k)
        } else {
            self.outside.bind(pass, k)
        }
    }
}

/// A looplet that is `inside` at index `at`, and `outside` elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Point<A, B> {
    /// Before `at`, and behind it.
    pub outside: A,
    /// The index, which may be beyond the region.
    pub at: usize,
    /// What is there.
    pub inside: B,
}

impl<A, B> Cursor for Point<A, B> {}

// SAFETY: each phase is handed out for its part of the region only.
unsafe impl<A: Looplet, B: Looplet<T = A::T>> Looplet for Point<A, B> {
    type T = A::T;
    plain_looplet!(Sequence);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Window {
            outside: Box::new(A::describe()),
            inside: Box::new(Single::<B>::describe()),
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn sequence<K: OnLeaf<SequencePass, A::T>>(self, pass: SequencePass, k: K) {
        let (Region { lo, hi }, at) = (pass.0, self.at);
        let some = lo <= at && at < hi;
        let from = if some { at } else { hi };
        if lo < from {
            k.hand_on(narrowed(pass, lo, from), self.outside)
        }
        if some {
            k.looplet(narrowed(pass, at, at + 1), Single(self.inside));
            if at + 1 < hi {
                k.hand_on(narrowed(pass, at + 1, hi), self.outside)
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, A::T>>(self, pass: Bind, k: K) {
        if pass.index() == self.at {
            self.inside.bind(pass, k)
        } else {
            self.outside.bind(pass, k)
        }
    }
}

/// Another looplet, where the region has only one index.
#[derive(Clone, Copy, Debug)]
pub struct Single<L>(pub L);

impl<L: Cursor> Cursor for Single<L> {}

// SAFETY: hands on what the looplet is that it holds.
unsafe impl<L: Looplet> Looplet for Single<L> {
    type Style = style::Single;
    as_looplet!(L);
    itself!();
    unchanged!();

    fn describe() -> Nest {
        Nest::new::<Self>(Shape::Single(Box::new(L::describe())))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn single<K: OnLeaf<SinglePass, L::T>>(self, pass: SinglePass, k: K) {
        k.hand_on(pass, self.0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<K: OnLeaf<Bind, L::T>>(self, pass: Bind, k: K) {
        self.0.bind(pass, k)
    }
}
