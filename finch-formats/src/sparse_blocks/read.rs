//! Blocks as programs read them.

use crate::blocks::Block;
use crate::guarded::{Bounded, Guarded};
use crate::kit::prelude::*;
use crate::kit::ranged::{Here, Presence};
use crate::search::first_at_least;
use crate::sparse_blocks::Size;
use crate::width::bounds_at;
use core::hint::{cold_path, select_unpredictable};
use finch_traits::algebra::logic::Thunk;
use finch_traits::looplet::lookup::At;

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseBlocksFibers<'a, R, C, L, P, I> {
    extents: [usize; 2],
    ptr: &'a [P],
    idx: &'a [I],
    child: L,
    size: PhantomData<(R, C)>,
}

/// One fiber. `W` says whether the last block of a row may be padded, `H` whether the fiber is there. If not, its rows are empty.
///
/// Where columns fill whole blocks, none is padded, and what is not there need not be asked for in every row.
#[derive(Debug)]
pub struct SparseBlocksFiber<'a, R, C, L, P, I, W = Yes, H = Here> {
    fibers: SparseBlocksFibers<'a, R, C, L, P, I>,
    /// The number of its first block row.
    first: usize,
    here: H,
    padded: PhantomData<W>,
}

/// One row of a fiber. `W` says whether its last block may be padded, `H` whether the fiber is there. If not, the row is empty.
#[derive(Debug)]
pub struct SparseBlocksRow<'a, R, C, L, I, W, H = Here> {
    extent: usize,
    from: usize,
    to: usize,
    /// From the first position of a block to that of this row.
    row: usize,
    idx: &'a [I],
    child: L,
    here: H,
    size: PhantomData<(R, C, W)>,
}

/// The blocks of one row. `W` says whether the last one may be padded.
#[derive(Debug)]
pub struct SparseBlocksSteps<'a, R, C, L, I, W> {
    extent: usize,
    at: usize,
    /// Behind the last block that is not padded.
    whole: usize,
    to: usize,
    row: usize,
    idx: &'a [I],
    child: L,
    size: PhantomData<(R, C, W)>,
}

crate::copy!(
    SparseBlocksFibers<'a, R, C, L: Copy, P, I>,
    SparseBlocksFiber<'a, R, C, L: Copy, P, I, W, H: Copy>,
    SparseBlocksRow<'a, R, C, L: Copy, I, W, H: Copy>,
    SparseBlocksSteps<'a, R, C, L: Copy, I, W>,
);

impl<'a, R: Size, C: Size, L, P, I> SparseBlocksFibers<'a, R, C, L, P, I> {
    /// Fibers of `extents` in these arrays, which are valid.
    #[inline(always)]
    pub(super) fn new(extents: [usize; 2], ptr: &'a [P], idx: &'a [I], child: L) -> Self {
        SparseBlocksFibers {
            extents,
            ptr,
            idx,
            child,
            size: PhantomData,
        }
    }
}

// SAFETY: the caller names a stored position, whose block rows were checked.
unsafe impl<'a, R: Size, C: Size, L: Fibers, P: Width, I: Width> Fibers for SparseBlocksFibers<'a, R, C, L, P, I> {
    type T = L::T;
    type Fill = L::Fill;
    type Fiber = SparseBlocksFiber<'a, R, C, L, P, I>;
    type OptionalFiber = SparseBlocksFiber<'a, R, C, L, P, I, Yes, bool>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        SparseBlocksFiber::new(self, position, Here)
    }

    // Nothing is read yet, and nothing will be if the fiber is not here.
    #[inline(always)]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        SparseBlocksFiber::new(self, position, here)
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 | 1 => Some(self.extents[axis]),
            _ => self.child.dim(axis - 2),
        }
    }
}

impl<'a, R: Size, C: Size, L, P, I, W, H> SparseBlocksFiber<'a, R, C, L, P, I, W, H> {
    #[inline(always)]
    fn new(fibers: SparseBlocksFibers<'a, R, C, L, P, I>, position: usize, here: H) -> Self {
        SparseBlocksFiber {
            first: position.wrapping_mul(fibers.extents[0].div_ceil(R::USIZE)),
            fibers,
            here,
            padded: PhantomData,
        }
    }
}

// SAFETY: the driver asks for rows below the extent, and there is a pointer for each block row, as was checked with the level.
unsafe impl<'a, R, C, L, P, I, W, H> At for SparseBlocksFiber<'a, R, C, L, P, I, W, H>
where
    R: Size,
    C: Size,
    L: Fibers,
    P: Width,
    I: Width,
    W: Bool,
    H: Presence,
{
    type F = SparseBlocksRow<'a, R, C, L, I, W, H>;

    #[inline(always)]
    fn at(self, index: usize) -> Self::F {
        let SparseBlocksFibers { extents, ptr, .. } = self.fibers;
        promise!(index < extents[0]);
        let (from, to) = if self.here.is_here() {
            // SAFETY: there is one pointer more than there are block rows.
            unsafe { bounds_at(ptr, self.first + index / R::USIZE) }
        } else {
            (0, 0)
        };
        SparseBlocksRow {
            extent: extents[1],
            from,
            to,
            row: index % R::USIZE * C::USIZE,
            idx: self.fibers.idx,
            child: self.fibers.child,
            here: self.here,
            size: PhantomData,
        }
    }
}

// SAFETY: every row is looked up, and its block row was checked with the level.
unsafe impl<R: Size, C: Size, L: Fibers, P: Width, I: Width, H: Presence> Fiber
    for SparseBlocksFiber<'_, R, C, L, P, I, Yes, H>
{
    type T = L::T;
    type Known = Unknown;
    type RuntimeKnown = H::RuntimeKnown;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, k: K) {
        H::RuntimeKnown::branch(Rows(self, pass, k), PaddedOrNot(self, pass, k))
    }

    fn value(self) -> L::T {
        L::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        self.here.knowledge::<L::T, L::Fill>()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fibers.dim(axis)
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        H::describe::<L::T, L::Fill>(FiberDescription::new("SparseBlocks", Nest::of::<Lookup<Self>>()))
    }
}

struct Rows<F, Q, K>(F, Q, K);

impl<F: At, Q: Pass, K: OnLeaf<Q, <F::F as Fiber>::T>> Thunk for Rows<F, Q, K> {
    #[inline(always)]
    fn force(self) {
        self.2.looplet(self.1, Lookup(self.0))
    }
}

struct PaddedOrNot<F, Q, K>(F, Q, K);

impl<R: Size, C: Size, L: Fibers, P: Width, I: Width, H: Presence, Q: Pass, K: OnLeaf<Q, L::T>> Thunk
    for PaddedOrNot<SparseBlocksFiber<'_, R, C, L, P, I, Yes, H>, Q, K>
{
    #[inline(always)]
    fn force(self) {
        let PaddedOrNot(fiber, pass, k) = self;
        if fiber.fibers.extents[1].is_multiple_of(C::USIZE) {
            let SparseBlocksFiber {
                fibers, first, here, ..
            } = fiber;
            let padded = PhantomData::<No>;
            k.looplet(
                pass,
                Lookup(SparseBlocksFiber {
                    fibers,
                    first,
                    here,
                    padded,
                }),
            )
        } else {
            cold_path();
            k.looplet(pass, Lookup(fiber))
        }
    }
}

impl<'a, R: Size, C: Size, L: Fibers, I: Width, W: Bool, H> SparseBlocksRow<'a, R, C, L, I, W, H> {
    #[inline(always)]
    fn steps(self) -> SparseBlocksSteps<'a, R, C, L, I, W> {
        let mut steps = SparseBlocksSteps {
            extent: self.extent,
            at: self.from,
            whole: self.to,
            to: self.to,
            row: self.row,
            idx: self.idx,
            child: self.child,
            size: self.size,
        };
        if W::VALUE && self.from < self.to && steps.right(self.to - 1) > self.extent {
            steps.whole -= 1
        }
        steps
    }
}

// SAFETY: the range was checked with the level, or is empty.
unsafe impl<R, C, L, I, W, H> Fiber for SparseBlocksRow<'_, R, C, L, I, W, H>
where
    R: Size,
    C: Size,
    L: Fibers,
    I: Width,
    W: Bool,
    H: Presence,
{
    type T = L::T;
    type Known = Unknown;
    type RuntimeKnown = H::RuntimeKnown;

    #[inline(always)]
    fn unfurl<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, k: K) {
        k.looplet(pass, Stepper(self.steps()))
    }

    #[inline(always)]
    fn unfurl_follow<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, k: K) {
        let cursor = Cell::new(self.from);
        k.looplet(pass, Follow::new(self.steps(), &cursor))
    }

    fn value(self) -> L::T {
        L::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> Knowledge {
        self.here.knowledge::<L::T, L::Fill>()
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<'_, SparseBlocksSteps<'_, R, C, L, I, W>>>(),
            _ => Nest::of::<Stepper<SparseBlocksSteps<'_, R, C, L, I, W>>>(),
        };
        H::describe::<L::T, L::Fill>(FiberDescription::new("SparseBlocks", nest).continued())
    }
}

impl<R: Size, C: Size, L: Fibers, I: Width, W> SparseBlocksSteps<'_, R, C, L, I, W> {
    /// The block column of block `at`, which is below `to`.
    #[inline(always)]
    fn column(&self, at: usize) -> usize {
        promise!(at < self.to);
        // SAFETY: the blocks of a row lie within `idx`, as was checked with the level.
        unsafe { self.idx.get_unchecked(at) }.to_usize()
    }

    /// Where block `at` starts.
    #[inline(always)]
    fn left(&self, at: usize) -> usize {
        let column = self.column(at);
        // SAFETY: the ends of blocks can be counted, as was checked with the level.
        unsafe { column.unchecked_mul(C::USIZE) }
    }

    /// Where block `at` ends, padding included.
    #[inline(always)]
    fn right(&self, at: usize) -> usize {
        let left = self.left(at);
        // SAFETY: as above.
        unsafe { left.unchecked_add(C::USIZE) }
    }

    /// The first block from the current one on that ends beyond `index`.
    #[inline(always)]
    fn beyond(&self, index: usize) -> usize {
        first_at_least(self.idx, self.at, self.to, index / C::USIZE)
    }

    /// The position of the place in this row that is the first one of block `at`.
    #[inline(always)]
    fn first(&self, at: usize) -> usize {
        at.wrapping_mul(R::USIZE * C::USIZE).wrapping_add(self.row)
    }
}

// SAFETY: blocks are ascending and not empty, and their children are stored; between them and behind the last there is
// fill. What is padded ends beyond the extent, so that no region reaches there.
unsafe impl<'a, R: Size, C: Size, L: Fibers, I: Width, W: Bool> Steps for SparseBlocksSteps<'a, R, C, L, I, W> {
    type T = L::T;
    type Child = Sequence<Run<FillFiber<L::T, L::Fill>>, Lookup<Block<L>>>;
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
            self.at = self.beyond(index)
        }
    }
    #[inline(always)]
    fn count(&self) -> usize {
        usize::MAX
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.right(self.at)
    }
    #[inline(always)]
    fn is_cut_by(&self, index: usize) -> bool {
        self.left(self.at) < index
    }
    #[inline(always)]
    fn stop_of_whole(&self, index: usize) -> usize {
        let (left, right) = (self.left(self.at), self.right(self.at));
        promise!(index <= left && self.at < self.to);
        // SAFETY: the driver says that there is a child, and that it does not begin before `index`.
        unsafe { core::hint::assert_unchecked(index <= left && left < right && self.at < self.to) };
        right
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
        // Behind the last block all is fill.
        let left = if self.at < self.to {
            self.left(self.at)
        } else {
            usize::MAX
        };
        Sequence {
            first: Run(FillFiber::new()),
            split: left,
            // SAFETY: a block has a position for each of its indices.
            second: Lookup(unsafe { Block::new(left, self.first(self.at), self.child) }),
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
        self.at
    }
    // Usually the whole row is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.whole
        } else {
            cold_path();
            self.beyond(hi)
        }
    }
    #[inline(always)]
    fn rest<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, first: usize, index: usize, k: K) {
        let Region { lo, hi } = pass.region();
        if self.at < self.to {
            cold_path();
            // A part of a block, perhaps. Where the one before it ends is looked up again, so that no loop over blocks keeps
            // it.
            let index = if self.at > first { self.right(self.at - 1) } else { lo };
            if index < hi {
                k.looplet(pass.within(Region::new(index, hi)), self.child())
            }
        } else if index < hi {
            k.looplet(
                pass.within(Region::new(index, hi)),
                Run(FillFiber::<L::T, L::Fill>::new()),
            )
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.at = self.beyond(end - 1);
        if self.at < self.to { self.stop() } else { usize::MAX }
    }
}

// SAFETY: `seek` and `leap` search an empty range as any other; there is no last end.
unsafe impl<R: Size, C: Size, L: Fibers, I: Width, W: Bool> Bounded for SparseBlocksSteps<'_, R, C, L, I, W> {
    type Noted = ();

    #[inline(always)]
    fn is_in(&self) -> bool {
        self.at < self.to
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.at += count
    }
    #[inline(always)]
    fn note(&self) {}
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<R: Size, C: Size, L: Fibers, I: Width, W: Bool> Find for SparseBlocksSteps<'_, R, C, L, I, W> {
    type F = L::Fiber;
    type Fill = FillFiber<L::T, L::Fill>;

    #[inline(always)]
    fn find(mut self, cursor: &Cell<usize>, index: usize) -> Option<L::Fiber> {
        self.at = cursor.get();
        self.at = self.beyond(index);
        cursor.set(self.at);
        if self.at < self.to && self.column(self.at) == index / C::USIZE {
            // SAFETY: the block has a position for each of its indices.
            Some(unsafe { self.child.fiber(self.first(self.at) + index % C::USIZE) })
        } else {
            None
        }
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}
