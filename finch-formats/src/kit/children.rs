//! Children at one index each, in ascending order, found in whatever way a level knows.
//!
//! For levels that have no array of sorted indices, which [`entries`](crate::kit::entries) wants: bitmaps, trees, delta-coded
//! lists. A level says how a cursor moves among the children of a fiber ([`Children`], [`ChildCursor`]), and has
//! [`ChildrenFibers`] as its fibers.
//!
//! | protocol | unfurls to |
//! |---|---|
//! | walk, gallop | `Stepper` of `Spike(fill, child)`, fill behind the last |
//! | follow | `Follow` by [`Children::find`] |
//!
//! A fiber that is absent is a [`FiberOrFill`].

use crate::kit::prelude::*;
use core::hint::assert_unchecked;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::GuardedSteps;

/// The arrays of a level, borrowed by value.
///
/// # Safety
///
/// An implementer promises, for each fiber of a valid level:
/// * the indices of its children ascend strictly and are below the extent;
/// * the places that a cursor and `find` tell are positions that `child` has stored.
pub unsafe trait Children: Copy {
    /// The fibers of the level below.
    type Child: Fibers;
    /// What moves among the children of a fiber.
    type Cursor: ChildCursor;
    /// What the level is called.
    const NAME: &'static str;

    /// The fibers of the level below.
    fn child(self) -> Self::Child;

    /// The arrays as the fiber at `position` sees them.
    ///
    /// # Safety
    ///
    /// The level has stored a fiber there.
    unsafe fn at(self, position: usize, extent: usize) -> Self;

    /// A cursor at the first child.
    ///
    /// # Safety
    ///
    /// The arrays are as a fiber of a valid level sees them.
    unsafe fn cursor(self) -> Self::Cursor;

    /// The position of the child at `index`, if there is one.
    ///
    /// # Safety
    ///
    /// The arrays are as a fiber of a valid level sees them, and the index is below its extent.
    unsafe fn find(self, index: usize) -> Option<usize>;
}

/// A child of a fiber, the current one.
///
/// # Safety
///
/// An implementer promises that a cursor of a valid level tells what [`Children`] promises, and that `at`, `end`, `seek` and `last`
/// may be called behind the last child as well.
pub unsafe trait ChildCursor: Copy {
    /// The number of the current child: children of a fiber are numbered in order, from any number on. Behind the last child,
    /// [`end`](ChildCursor::end).
    fn at(&self) -> usize;
    /// One more than the number of the last child.
    fn end(&self) -> usize;
    /// The index of the current child.
    fn index(&self) -> usize;
    /// The position of the current child.
    #[inline(always)]
    fn place(&self) -> usize {
        self.at()
    }
    /// Moves to the next child.
    fn next(&mut self);
    /// Moves to the first child whose index is at least `index`, from the current one on.
    fn seek(&mut self, index: usize);
    /// One more than the index of the last child, or 0 if none is left.
    fn last(&self) -> usize;
}

type FillBelow<G> = FillFiber<<<G as Children>::Child as Fibers>::T, <<G as Children>::Child as Fibers>::Fill>;

/// All fibers, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct ChildrenFibers<G> {
    extent: usize,
    arrays: G,
}

impl<G> ChildrenFibers<G> {
    /// The fibers of a level of this extent and these arrays. Whoever asks for one of them promises that the level is valid.
    #[inline(always)]
    pub fn new(extent: usize, arrays: G) -> Self {
        ChildrenFibers { extent, arrays }
    }
}

/// One fiber.
#[derive(Clone, Copy, Debug)]
pub struct ChildrenFiber<G> {
    extent: usize,
    arrays: G,
}

/// The children of one fiber, from the current one on.
#[derive(Clone, Copy, Debug)]
pub struct ChildrenSteps<G, C> {
    extent: usize,
    child: C,
    cursor: G,
}

// SAFETY: the caller names a stored position, whose children were checked with the level.
unsafe impl<G: Children> Fibers for ChildrenFibers<G> {
    type T = <G::Child as Fibers>::T;
    type Fill = <G::Child as Fibers>::Fill;
    type Fiber = ChildrenFiber<G>;
    type OptionalFiber = FiberOrFill<ChildrenFiber<G>, Self::Fill>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        ChildrenFiber {
            extent: self.extent,
            // SAFETY: the caller names a stored position.
            arrays: unsafe { self.arrays.at(position, self.extent) },
        }
    }

    #[inline(always)]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        // SAFETY: the caller names a stored position if `here`.
        unsafe { FiberOrFill::new(here.then(|| self.fiber(position))) }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.arrays.child().dim(axis - 1),
        }
    }
}

// SAFETY: children are where the cursor says, as `Children` promises; there is fill elsewhere.
unsafe impl<G: Children> Fiber for ChildrenFiber<G> {
    type T = <G::Child as Fibers>::T;
    type Known = Unknown;
    type RuntimeKnown = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        let steps = ChildrenSteps {
            extent: self.extent,
            child: self.arrays.child(),
            // SAFETY: a fiber has the arrays as it sees them.
            cursor: unsafe { self.arrays.cursor() },
        };
        k.looplet(pass, Stepper(steps))
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        k.looplet(pass, Follow::new(self, &Cell::new(0)))
    }

    fn value(self) -> Self::T {
        <G::Child as Fibers>::Fill::value()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.arrays.child().dim(axis - 1),
        }
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<'_, Self>>(),
            _ => Nest::of::<Stepper<ChildrenSteps<G::Cursor, G::Child>>>(),
        };
        FiberDescription::new(G::NAME, nest)
    }
}

// SAFETY: `find` says what is stored, and where, as `Children` promises.
unsafe impl<G: Children> Find for ChildrenFiber<G> {
    type F = <G::Child as Fibers>::Fiber;
    type Fill = FillBelow<G>;

    #[inline(always)]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<Self::F> {
        // SAFETY: a fiber has the arrays as it sees them, and the driver asks for indices below the extent.
        let place = unsafe { self.arrays.find(index) }?;
        // SAFETY: the child at an index is stored.
        Some(unsafe { self.arrays.child().fiber(place) })
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}

// SAFETY: children ascend strictly and are stored, as `Children` promises.
unsafe impl<G: ChildCursor, C: Fibers> Steps for ChildrenSteps<G, C> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, C::Fiber>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, C::OptionalFiber>;
    type Stable = No;
    type Guarded = GuardedSteps<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        GuardedSteps::new(self, self.cursor.end())
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.cursor.seek(index)
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.cursor.index() + 1
    }
    #[inline(always)]
    fn count(&self) -> usize {
        let count = self.cursor.end() - self.cursor.at();
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { assert_unchecked(count <= self.extent) }
        count
    }
    #[inline(always)]
    fn next(&mut self) {
        self.cursor.next()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        if self.stop() == end {
            self.next()
        }
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the current child is stored.
            tail: unsafe { self.child.fiber(self.cursor.place()) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        let place = if here { self.cursor.place() } else { 0 };
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, it is stored.
            tail: unsafe { self.child.fiber_or_fill(place, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.cursor.at()
    }
    #[inline(always)]
    fn last(&self) -> usize {
        self.cursor.last()
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.cursor.seek(end - 1);
        self.guarded().stop()
    }
}
