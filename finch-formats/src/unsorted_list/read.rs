//! Unsorted lists as programs read them: by searching.

use crate::width::{Width, bounds_at};
use core::cell::Cell;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::No;
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber, MaybeFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct UnsortedListFibers<'a, C, P, I> {
    pub(super) extent: usize,
    pub(super) ptr: &'a [P],
    pub(super) idx: &'a [I],
    pub(super) child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct UnsortedListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

crate::copy!(UnsortedListFibers<'a, C: Copy, P, I>, UnsortedListFiber<'a, C: Copy, I>,);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for UnsortedListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = UnsortedListFiber<'a, C, I>;
    type Maybe = MaybeFiber<UnsortedListFiber<'a, C, I>, C::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        UnsortedListFiber {
            extent: self.extent,
            from,
            to,
            idx: self.idx,
            child: self.child,
        }
    }

    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        // SAFETY: the caller names a stored position if `here`.
        unsafe { MaybeFiber::new(if here { Some(self.fiber(position)) } else { None }) }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for UnsortedListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    // There is no order to step through.
    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.unfurl_follow(pass, k)
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let next = Cell::new(0);
        k.looplet(pass, Follow::new(self, &next))
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("UnsortedList", Nest::of::<Follow<'_, Self>>())
    }
}

impl<C, I: Width> UnsortedListFiber<'_, C, I> {
    /// The position of `index`, or `to`; `next` becomes the smallest index from `index` on that is stored.
    #[inline(never)]
    fn search(&self, next: &Cell<usize>, index: usize) -> usize {
        promise!(self.from <= self.to && self.to <= self.idx.len());
        // SAFETY: the range of a fiber lies within `idx`, as was checked with the level.
        let list = unsafe { self.idx.get_unchecked(self.from..self.to) };
        let mut least = usize::MAX;
        for (at, here) in list.iter().enumerate() {
            let here = here.to_usize();
            if here == index {
                next.set(index);
                return self.from + at;
            }
            if here > index && here < least {
                least = here
            }
        }
        next.set(least);
        self.to
    }
}

// SAFETY: indices are asked for in ascending order, so that none from the last one asked for to `next` is stored but
// `next` itself; where that says nothing the whole fiber is searched, whose positions are stored.
unsafe impl<C: Fibers, I: Width> Find for UnsortedListFiber<'_, C, I> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, next: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        if index < next.get() {
            return None;
        }
        let at = self.search(next, index);
        if at < self.to {
            // SAFETY: the positions of a fiber are stored.
            Some(unsafe { self.child.fiber(at) })
        } else {
            None
        }
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
