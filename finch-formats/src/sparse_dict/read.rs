//! Dictionaries as programs read them.

use crate::guarded::{Bounded, Guarded};
use crate::search::{first_at_least, gallop};
use crate::sparse_dict::key::Key;
use crate::sparse_dict::table::{Table, hash};
use crate::width::{Width, bounds_at};
use core::cell::Cell;
use core::hint::select_unpredictable;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::jumper::Jumper;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseDictFibers<'a, C, P, I: Width, S> {
    pub(super) extent: usize,
    pub(super) ptr: &'a [P],
    pub(super) list: List<'a, C, I, S>,
    pub(super) keys: &'a [Key<I>],
    pub(super) table: &'a Table<S>,
}

/// The entries of all fibers.
#[derive(Debug)]
pub(super) struct List<'a, C, I, S> {
    pub(super) idx: &'a [I],
    pub(super) slot: &'a [S],
    pub(super) child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct SparseDictFiber<'a, C, I: Width, S> {
    extent: usize,
    position: usize,
    from: usize,
    to: usize,
    list: List<'a, C, I, S>,
    keys: &'a [Key<I>],
    table: &'a Table<S>,
}

/// The stored children of one fiber.
#[derive(Debug)]
pub struct SparseDictSteps<'a, C, I, S> {
    extent: usize,
    at: usize,
    to: usize,
    list: List<'a, C, I, S>,
}

/// One fiber, whose indices are looked up one by one.
#[derive(Debug)]
struct SparseDictSearch<'a, C, I: Width, S> {
    position: usize,
    child: C,
    keys: &'a [Key<I>],
    table: &'a Table<S>,
}

crate::copy!(
    SparseDictFibers<'a, C: Copy, P, I: Width, S>,
    List<'a, C: Copy, I, S>,
    SparseDictFiber<'a, C: Copy, I: Width, S>,
    SparseDictSteps<'a, C: Copy, I, S>,
    SparseDictSearch<'a, C: Copy, I: Width, S>,
);

impl<'a, C: Copy, P: Width, I: Width, S: Width> SparseDictFibers<'a, C, P, I, S> {
    /// The entries `from..to` of the fiber at `position`.
    #[inline(always)]
    fn entries(self, position: usize, from: usize, to: usize) -> SparseDictFiber<'a, C, I, S> {
        SparseDictFiber {
            extent: self.extent,
            position,
            from,
            to,
            list: self.list,
            keys: self.keys,
            table: self.table,
        }
    }
}

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width, S: Width> Fibers for SparseDictFibers<'a, C, P, I, S> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseDictFiber<'a, C, I, S>;
    type Maybe = MaybeDict<'a, C, I, S>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        self.entries(position, from, to)
    }

    // An absent fiber lists nothing, and has a number that no fiber has.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            self.entries(Key::<I>::MOST_FIBERS, 0, 0)
        };
        MaybeDict { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.list.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width, S: Width> SparseDictFiber<'a, C, I, S> {
    #[inline(always)]
    fn steps(self) -> SparseDictSteps<'a, C, I, S> {
        SparseDictSteps {
            extent: self.extent,
            at: self.from,
            to: self.to,
            list: self.list,
        }
    }
}

// SAFETY: the range and the slots were checked with the level.
unsafe impl<C: Fibers, I: Width, S: Width> Fiber for SparseDictFiber<'_, C, I, S> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps()))
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Jumper(steps),
                split: steps.last(),
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let search = SparseDictSearch {
            position: self.position,
            child: self.list.child,
            keys: self.keys,
            table: self.table,
        };
        k.looplet(pass, Follow::new(search, &Cell::new(0)))
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.list.child.dim(axis - 1),
        }
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => {
                Nest::of::<Sequence<Jumper<SparseDictSteps<'_, C, I, S>>, Run<FillFiber<C::T, C::Fill>>>>()
            }
            Protocol::Follow => Nest::of::<Follow<'_, SparseDictSearch<'_, C, I, S>>>(),
            _ => Nest::of::<Stepper<SparseDictSteps<'_, C, I, S>>>(),
        };
        FiberDescription::new("SparseDict", nest)
    }
}

/// A fiber that is there, or lists nothing.
#[derive(Debug)]
pub struct MaybeDict<'a, C, I: Width, S> {
    fiber: SparseDictFiber<'a, C, I, S>,
    here: bool,
}

crate::copy!(MaybeDict<'a, C: Copy, I: Width, S>);

// SAFETY: forwards to a fiber, which lists nothing if it is not there.
unsafe impl<C: Fibers, I: Width, S: Width> Fiber for MaybeDict<'_, C, I, S> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl(pass, k)
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_gallop(pass, k)
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_follow(pass, k)
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.here)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fiber.dim(axis)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        SparseDictFiber::<C, I, S>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}

impl<C, I: Width, S: Width> SparseDictSteps<'_, C, I, S> {
    /// The index at `position`, which is below `to`.
    #[inline(always)]
    fn index(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: positions of a fiber lie within `idx`, as was checked with the level.
        unsafe { self.list.idx.get_unchecked(position) }.to_usize()
    }

    /// The slot at `position`, which is below `to`.
    #[inline(always)]
    fn slot(&self, position: usize) -> usize {
        promise!(position < self.to);
        // SAFETY: positions of a fiber lie within `slot`, as was checked with the level.
        unsafe { self.list.slot.get_unchecked(position) }.to_usize()
    }
}

// SAFETY: the stored indices are strictly ascending and below the extent, and their slots are positions of the child.
unsafe impl<'a, C: Fibers, I: Width, S: Width> Steps for SparseDictSteps<'a, C, I, S> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, C::Fiber>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, C::Maybe>;
    type Stable = No;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.at = first_at_least(self.list.idx, self.at, self.to, index)
    }
    #[inline(always)]
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { core::hint::assert_unchecked(count <= self.extent) }
        count
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.index(self.at) + 1
    }
    #[inline(always)]
    fn next(&mut self) {
        self.at += 1
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.at += select_unpredictable(self.stop() == end, 1, 0)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the slot of the current entry is a position of the child.
            tail: unsafe { self.list.child.fiber(self.slot(self.at)) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        let slot = if here { self.slot(self.at) } else { 0 };
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, its slot is a position of the child.
            tail: unsafe { self.list.child.fiber_if(slot, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.to
        } else {
            first_at_least(self.list.idx, self.at, self.to, hi)
        }
    }
    #[inline(always)]
    fn last(&self) -> usize {
        if self.at < self.to {
            self.index(self.to - 1) + 1
        } else {
            0
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        if self.at < self.to {
            let stop = self.stop();
            if stop >= end {
                return stop;
            }
            self.at = gallop(self.list.idx, self.at, self.to, end - 1);
            if self.at < self.to {
                return self.stop();
            }
        }
        usize::MAX
    }
}

// SAFETY: `seek` and `leap` search an empty range as any other, and 0 is noted where there is no entry.
unsafe impl<C: Fibers, I: Width, S: Width> Bounded for SparseDictSteps<'_, C, I, S> {
    /// The slot of the current entry.
    type Noted = usize;

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.at < self.to
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.at += count
    }
    #[inline(always)]
    fn note(&self) -> usize {
        if self.is_in() { self.slot(self.at) } else { 0 }
    }
    #[inline(always)]
    fn child_noted(&self, slot: usize) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the slot of the current entry is a position of the child.
            tail: unsafe { self.list.child.fiber(slot) },
        }
    }
    // Nothing is read, so no branch is needed where there is no child.
    #[inline(always)]
    fn blend_noted(&self, _stop: usize, slot: usize, here: bool) -> Self::Blend {
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, its slot is a position of the child.
            tail: unsafe { self.list.child.fiber_if(slot, here) },
        }
    }
}

// SAFETY: the slot in the table whose key is this one is that of the entry. Every entry has its slot in the table, with its
// key, as was checked with the level.
unsafe impl<C: Fibers, I: Width, S: Width> Find for SparseDictSearch<'_, C, I, S> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let key = Key::new(self.position, index);
        let is_it = |slot: S| {
            promise!(slot.to_usize() < self.keys.len());
            // SAFETY: there is a key for each slot that is in the table.
            *unsafe { self.keys.get_unchecked(slot.to_usize()) } == key
        };
        let slot = self.table.find(hash(self.position, index), is_it)?;
        // SAFETY: the slot of an entry is a position of the child.
        Some(unsafe { self.child.fiber(slot.to_usize()) })
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
