//! Sparse block lists as programs read them.

use crate::blocks::Block;
use crate::guarded::{Bounded, Guarded};
use crate::runs::Ends;
use crate::width::{Width, bounds_at};
use core::cell::Cell;
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::Fibers;
use finch_traits::looplet::block_jumper::{BlockJumper, Blocks};
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::lookup::{At, Lookup};
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::{OnLeaf, Pass};
use finch_traits::promise;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseBlockListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    ofs: &'a [P],
    right: &'a [I],
    child: C,
}

impl<'a, C, P, I> SparseBlockListFibers<'a, C, P, I> {
    /// Fibers of `extent` indices in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extent: usize, [ptr, ofs]: [&'a [P]; 2], right: &'a [I], child: C) -> Self {
        SparseBlockListFibers {
            extent,
            ptr,
            ofs,
            right,
            child,
        }
    }
}

/// One fiber.
#[derive(Debug)]
pub struct SparseBlockListFiber<'a, C, P, I> {
    extent: usize,
    from: usize,
    to: usize,
    ofs: &'a [P],
    right: &'a [I],
    child: C,
}

/// The blocks of one fiber.
#[derive(Debug)]
pub struct SparseBlockListSteps<'a, C, P, I> {
    /// Where the last block ends, or 0.
    last: usize,
    ends: Ends<'a, I>,
    ofs: &'a [P],
    child: C,
}

crate::copy!(
    SparseBlockListFibers<'a, C: Copy, P, I>,
    SparseBlockListFiber<'a, C: Copy, P, I>,
    SparseBlockListSteps<'a, C: Copy, P, I>,
);

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for SparseBlockListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseBlockListFiber<'a, C, P, I>;
    type Maybe = MaybeSparseBlockList<'a, C, P, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe { bounds_at(self.ptr, position) };
        SparseBlockListFiber {
            extent: self.extent,
            from,
            to,
            ofs: self.ofs,
            right: self.right,
            child: self.child,
        }
    }

    // An absent list is an empty list.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            SparseBlockListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                ofs: self.ofs,
                right: self.right,
                child: self.child,
            }
        };
        MaybeSparseBlockList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, P: Width, I: Width> SparseBlockListFiber<'a, C, P, I> {
    #[inline(always)]
    fn steps(self) -> SparseBlockListSteps<'a, C, P, I> {
        let ends = Ends::new(self.right, self.from, self.to);
        let last = ends.last(self.extent);
        SparseBlockListSteps {
            last,
            ends,
            ofs: self.ofs,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, P: Width, I: Width> Fiber for SparseBlockListFiber<'_, C, P, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Stepper(steps),
                split: steps.last,
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    #[inline(always)]
    fn unfurl_gallop<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: BlockJumper::new(steps),
                split: steps.last,
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    #[inline(always)]
    fn unfurl_follow<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        let cursor = Cell::new(self.from);
        k.looplet(pass, Follow::new(self.steps(), &cursor))
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

    fn describe(protocol: Protocol) -> FiberDescription {
        type Behind<C> = Run<FillFiber<<C as Fibers>::T, <C as Fibers>::Fill>>;
        type Walk<'a, C, P, I> = Sequence<Stepper<SparseBlockListSteps<'a, C, P, I>>, Behind<C>>;
        type Gallop<'a, C, P, I> = Sequence<BlockJumper<SparseBlockListSteps<'a, C, P, I>>, Behind<C>>;
        let nest = match protocol {
            Protocol::Gallop => Nest::of::<Gallop<'_, C, P, I>>(),
            Protocol::Follow => Nest::of::<Follow<'_, SparseBlockListSteps<'_, C, P, I>>>(),
            _ => Nest::of::<Walk<'_, C, P, I>>(),
        };
        FiberDescription::new("SparseBlockList", nest)
    }
}

/// A list of blocks that is there, or empty.
#[derive(Debug)]
pub struct MaybeSparseBlockList<'a, C, P, I> {
    fiber: SparseBlockListFiber<'a, C, P, I>,
    here: bool,
}

crate::copy!(MaybeSparseBlockList<'a, C: Copy, P, I>);

// SAFETY: forwards to a list, which is empty if it is not there.
unsafe impl<C: Fibers, P: Width, I: Width> Fiber for MaybeSparseBlockList<'_, C, P, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        self.fiber.unfurl(pass, k)
    }

    #[inline(always)]
    fn unfurl_gallop<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
        self.fiber.unfurl_gallop(pass, k)
    }

    #[inline(always)]
    fn unfurl_follow<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, k: K) {
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
        SparseBlockListFiber::<C, P, I>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}

impl<C: Fibers, P: Width, I: Width> SparseBlockListSteps<'_, C, P, I> {
    /// Block `at`, which is below the end, and where it starts.
    #[inline(always)]
    fn block(&self, at: usize) -> (usize, Block<C>) {
        let right = self.ends.end_of(at);
        // SAFETY: there is one offset more than there are blocks.
        let (from, to) = unsafe { bounds_at(self.ofs, at) };
        let left = right.wrapping_sub(to.wrapping_sub(from));
        // SAFETY: blocks are not empty, and start at 0 or later.
        unsafe { core::hint::assert_unchecked(left < right) };
        // SAFETY: the block has a position for each of its indices.
        (left, unsafe { Block::new(right, to, self.child) })
    }
}

// SAFETY: blocks are ascending and not empty, and their children are stored; between them there is fill.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Steps for SparseBlockListSteps<'a, C, P, I> {
    type T = C::T;
    type Child = Sequence<Run<FillFiber<C::T, C::Fill>>, Lookup<Block<C>>>;
    type Trunc = Self::Child;
    type Blend = Self::Child;
    type Stable = Yes;
    type Guarded = Guarded<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        Guarded::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        // Every block ends beyond 0, where most loops start.
        if index > 0 {
            self.ends.at = self.ends.beyond(index)
        }
    }
    #[inline(always)]
    fn count(&self) -> usize {
        usize::MAX
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.ends.stop()
    }
    #[inline(always)]
    fn stop_beyond(&self, index: usize) -> usize {
        let stop = self.ends.stop();
        promise!(index < stop);
        // SAFETY: the driver says so.
        unsafe { core::hint::assert_unchecked(index < stop) };
        stop
    }
    #[inline(always)]
    fn is_cut_by(&self, index: usize) -> bool {
        self.block(self.ends.at).0 < index
    }
    #[inline(always)]
    fn stop_of_whole(&self, index: usize) -> usize {
        let (left, right) = (self.block(self.ends.at).0, self.ends.stop());
        promise!(index <= left);
        // SAFETY: the driver says that the block does not begin before `index`.
        unsafe { core::hint::assert_unchecked(index <= left && left < right) };
        right
    }
    #[inline(always)]
    fn next(&mut self) {
        self.ends.at += 1
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.ends.next_if(end)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        let (left, block) = self.block(self.ends.at);
        Sequence {
            first: Run(FillFiber::new()),
            split: left,
            second: Lookup(block),
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Child {
        self.child()
    }
    #[inline(always)]
    fn blend(&self, _here: bool) -> Self::Child {
        self.child()
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.ends.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.last {
            self.ends.to
        } else {
            self.ends.beyond(hi)
        }
    }
    #[inline(always)]
    fn rest<Q: Pass, K: OnLeaf<Q, C::T>>(self, pass: Q, first: usize, _index: usize, k: K) {
        if let Some(pass) = self.ends.rest(pass, first) {
            k.looplet(pass, self.child())
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.ends.leap(end)
    }
}

// SAFETY: a block has the indices from its first one up to where it ends.
unsafe impl<C: Fibers, P: Width, I: Width> Blocks for SparseBlockListSteps<'_, C, P, I> {
    type Gap = Run<FillFiber<C::T, C::Fill>>;
    type Block = Lookup<Block<C>>;

    #[inline(always)]
    fn left(&self) -> usize {
        self.block(self.ends.at).0
    }
    #[inline(always)]
    fn inside(&self) -> Self::Block {
        Lookup(self.block(self.ends.at).1)
    }
}

// SAFETY: the cursor is compared with its end.
unsafe impl<C: Fibers, P: Width, I: Width> Bounded for SparseBlockListSteps<'_, C, P, I> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.ends.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.ends.at += count
    }
    #[inline(always)]
    fn note(&self) {}
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<C: Fibers, P: Width, I: Width> Find for SparseBlockListSteps<'_, C, P, I> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(mut self, cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        self.ends.at = cursor.get();
        let at = self.ends.beyond(index);
        cursor.set(at);
        if at < self.ends.to {
            let (left, block) = self.block(at);
            if left <= index {
                return Some(block.at(index));
            }
        }
        None
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
