//! Blocks as programs read them.

use crate::imports::*;
use crate::kit::fiber::dim;

/// All fibers of a [`SparseBlocks`] level, for reading: its [`Level::Fibers`].
#[derive(Clone, Copy, Debug)]
pub struct SparseBlocksFibers<'a, R, C, L, P, I> {
    extents: [usize; 2],
    ptr: &'a [P],
    blocks: SparseBlocksRow<'a, R, C, L, I>,
}

/// One fiber. `W` says whether the last block of a row may be padded, `H` whether the fiber is there. If not, its rows are empty.
///
/// Where columns fill whole blocks, none is padded, and what is not there need not be asked for in every row.
#[derive(Clone, Copy, Debug)]
pub struct SparseBlocksFiber<'a, R, C, L, P, I, W = Yes, H = Here> {
    fibers: SparseBlocksFibers<'a, R, C, L, P, I>,
    /// The number of its first block row.
    first: usize,
    here: H,
    padded: PhantomData<W>,
}

/// The blocks of all rows, as one row sees them. `W` says whether its last block may be padded.
#[derive(Clone, Copy, Debug)]
pub struct SparseBlocksRow<'a, R, C, L, I, W = Yes> {
    /// From the first position of a block to that of this row.
    row: usize,
    idx: &'a [I],
    child: L,
    size: PhantomData<(R, C, W)>,
}

/// The blocks of one row of a [`SparseBlocks`] level, which a loop steps through. `W` says whether the last block may be padded.
#[derive(Clone, Copy, Debug)]
pub struct SparseBlocksSteps<'a, R, C, L, I, W> {
    extent: usize,
    at: usize,
    /// Behind the last block that is not padded.
    whole: usize,
    to: usize,
    blocks: SparseBlocksRow<'a, R, C, L, I, W>,
}

impl<'a, R: Size, C: Size, L, P, I> SparseBlocksFibers<'a, R, C, L, P, I> {
    /// Fibers of `extents` in these arrays, which are valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn new(extents: [usize; 2], ptr: &'a [P], idx: &'a [I], child: L) -> Self {
        let (row, size) = (0, PhantomData);
        let blocks = SparseBlocksRow { row, idx, child, size };
        SparseBlocksFibers { extents, ptr, blocks }
    }
}

// SAFETY: the caller names a stored position, whose block rows were checked.
unsafe impl<'a, R: Size, C: Size, L: Fibers, P: Width, I: Width> Fibers for SparseBlocksFibers<'a, R, C, L, P, I> {
    type T = L::T;
    type Fill = L::Fill;
    type Fiber = SparseBlocksFiber<'a, R, C, L, P, I>;
    type OptionalFiber = SparseBlocksFiber<'a, R, C, L, P, I, Yes, bool>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        SparseBlocksFiber::new(self, position, Here)
    }

    // Nothing is read yet, and nothing will be if the fiber is not here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> Self::OptionalFiber {
        SparseBlocksFiber::new(self, position, here)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(self, axis: usize) -> Option<usize> {
        dim(self.extents, self.blocks.child, axis)
    }
}

impl<'a, R: Size, C: Size, L, P, I, H> SparseBlocksFiber<'a, R, C, L, P, I, Yes, H> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fibers: SparseBlocksFibers<'a, R, C, L, P, I>, position: usize, here: H) -> Self {
        SparseBlocksFiber {
            first: position.wrapping_mul(fibers.extents[0].div_ceil(R::USIZE)),
            fibers,
            here,
            padded: PhantomData,
        }
    }

    /// This fiber, of which is known that no block is padded.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unpadded(self) -> SparseBlocksFiber<'a, R, C, L, P, I, No, H> {
        SparseBlocksFiber {
            fibers: self.fibers,
            first: self.first,
            here: self.here,
            padded: PhantomData,
        }
    }
}

// SAFETY: the driver asks for rows below the extent, and there is a pointer for each block row, as was checked with the level.
unsafe impl<'a, R: Size, C: Size, L: Fibers, P: Width, I: Width, W: Bool, H: Presence> At
    for SparseBlocksFiber<'a, R, C, L, P, I, W, H>
{
    type F = RangedFiber<SparseBlocksRow<'a, R, C, L, I, W>, H>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> Self::F {
        let SparseBlocksFibers { extents, ptr, blocks } = self.fibers;
        promise!(index < extents[0]);
        let bounds = if self.here.is_here() {
            // SAFETY: there is one pointer more than there are block rows.
            unsafe { bounds_at(ptr, self.first + index / R::USIZE) }
        } else {
            (0, 0)
        };
        let row = SparseBlocksRow {
            row: index % R::USIZE * C::USIZE,
            idx: blocks.idx,
            child: blocks.child,
            size: PhantomData,
        };
        RangedFiber::new(extents[1], bounds, row, self.here)
    }
}

// SAFETY: every row is looked up, and its block row was checked with the level.
unsafe impl<R: Size, C: Size, L: Fibers, P: Width, I: Width, H: Presence> Fiber
    for SparseBlocksFiber<'_, R, C, L, P, I, Yes, H>
{
    type T = L::T;
    type Known = Unknown;
    type Dense = No;
    type DenseBelow = No;
    type RuntimeKnown = H::RuntimeKnown;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, k: K) {
        branch!(if H::RuntimeKnown {
            k.looplet(pass, Lookup(self))
        } else {
            if self.fibers.extents[1].is_multiple_of(C::USIZE) {
                k.looplet(pass, Lookup(self.unpadded()))
            } else {
                cold_path();
                k.looplet(pass, Lookup(self))
            }
        })
    }

    fn value(self) -> L::T {
        L::Fill::value()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self) -> Knowledge {
        self.here.knowledge::<L::T, L::Fill>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fibers.dim(axis)
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        H::describe::<L::T, L::Fill>(FiberDescription::new("SparseBlocks", Nest::of::<Lookup<Self>>()))
    }
}

borrowed! { impl['a, R: Size, C: Size, L: Fibers, I: Width, W: Bool] SparseBlocksRow<'a, R, C, L, I, W>, "SparseBlocks", |arrays| arrays.child => L }

// SAFETY: the blocks of a row were checked with the level.
unsafe impl<'a, R: Size, C: Size, L: Fibers, I: Width, W: Bool> Ranged for SparseBlocksRow<'a, R, C, L, I, W> {
    type DenseBelow = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, Q: Pass, K: OnLeaf<Q, L::T>>(fiber: RangedFiber<Self, H>, pass: Q, k: K) {
        k.looplet(pass, Stepper(SparseBlocksSteps::of(fiber)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, Q: Pass, K: OnLeaf<Q, L::T>>(fiber: RangedFiber<Self, H>, pass: Q, k: K) {
        let cursor = Cell::new(fiber.bounds().0);
        // SAFETY: it is handed on from the frame of the cursor.
        k.looplet(pass, unsafe { Follow::new(SparseBlocksSteps::of(fiber), &cursor) })
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<SparseBlocksSteps<'a, R, C, L, I, W>>>(),
            _ => Nest::of::<Stepper<SparseBlocksSteps<'a, R, C, L, I, W>>>(),
        };
        FiberDescription::new(Self::NAME, nest).continued()
    }
}

impl<'a, R: Size, C: Size, L: Fibers, I: Width, W: Bool> SparseBlocksSteps<'a, R, C, L, I, W> {
    /// The blocks of `fiber`, which is one row.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of<H: Presence>(fiber: RangedFiber<SparseBlocksRow<'a, R, C, L, I, W>, H>) -> Self {
        let (extent, (at, to)) = (fiber.extent(), fiber.bounds());
        let mut steps = SparseBlocksSteps {
            extent,
            at,
            whole: to,
            to,
            blocks: fiber.arrays(),
        };
        if W::VALUE && at < to && steps.right(to - 1) > extent {
            steps.whole -= 1
        }
        steps
    }

    /// The block column of block `at`, which is below `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn column(&self, at: usize) -> usize {
        promise!(at < self.to);
        // SAFETY: the blocks of a row lie within `idx`, as was checked with the level.
        unsafe { self.blocks.idx.get_unchecked(at) }.to_usize()
    }

    /// Where block `at` starts.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self, at: usize) -> usize {
        let column = self.column(at);
        // SAFETY: the ends of blocks can be counted, as was checked with the level.
        unsafe { column.unchecked_mul(C::USIZE) }
    }

    /// Where block `at` ends, padding included.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn right(&self, at: usize) -> usize {
        let left = self.left(at);
        // SAFETY: as above.
        unsafe { left.unchecked_add(C::USIZE) }
    }

    /// The first block from the current one on that ends beyond `index`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beyond(&self, index: usize) -> usize {
        first_at_least(self.blocks.idx, self.at, self.to, index / C::USIZE)
    }

    /// The position of the place in this row that is the first one of block `at`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(&self, at: usize) -> usize {
        at.wrapping_mul(R::USIZE * C::USIZE).wrapping_add(self.blocks.row)
    }
}

// SAFETY: blocks are ascending and not empty, and their children are stored; between them and behind the last there is
// fill. What is padded ends beyond the extent, so that no region reaches there.
unsafe impl<'a, R: Size, C: Size, L: Fibers, I: Width, W: Bool> Steps for SparseBlocksSteps<'a, R, C, L, I, W> {
    stable_steps!(Steps);
    type T = L::T;
    type Child = Sequence<Run<FillFiber<L::T, L::Fill>>, Lookup<Contiguous<L>>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        self.right(self.at)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_cut_by(&self, index: usize) -> bool {
        self.left(self.at) < index
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop_of_whole(&self, index: usize) -> usize {
        let (left, right) = (self.left(self.at), self.right(self.at));
        promise!(index <= left && self.at < self.to);
        // SAFETY: the driver says that there is a child, and that it does not begin before `index`.
        unsafe { core::hint::assert_unchecked(index <= left && left < right && self.at < self.to) };
        right
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
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
            second: Lookup(unsafe { Contiguous::new(left, self.first(self.at), self.blocks.child) }),
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap_end(&self) -> usize {
        self.left(self.at)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        if self.at < self.to { self.right(self.to - 1) } else { 0 }
    }
    // Usually the whole row is meant, which needs no search.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.whole
        } else {
            cold_path();
            self.beyond(hi)
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rest<Q: Pass, K: OnLeaf<Q, L::T>>(self, pass: Q, first: usize, index: usize, k: K) {
        let Region { lo, hi } = pass.region();
        if self.at < self.to {
            cold_path();
            // A part of a block, perhaps. Where the one before it ends is looked up again, so that no loop over blocks keeps
            // it.
            let index = if self.at > first { self.right(self.at - 1) } else { lo };
            if index < hi {
                k.hand_on(pass.within(Region::new(index, hi)), self.child())
            }
        } else if index < hi {
            k.hand_on(
                pass.within(Region::new(index, hi)),
                Run(FillFiber::<L::T, L::Fill>::new()),
            )
        }
    }
}

// SAFETY: `seek` searches an empty range as any other; there is no last end.
unsafe impl<R: Size, C: Size, L: Fibers, I: Width, W: Bool> Bounded for SparseBlocksSteps<'_, R, C, L, I, W> {
    stable_steps!(Bounded);
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<R: Size, C: Size, L: Fibers, I: Width, W: Bool> Find for SparseBlocksSteps<'_, R, C, L, I, W> {
    found!(L);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(mut self, cursor: &Cell<usize>, index: usize) -> Option<L::Fiber> {
        self.at = cursor.get();
        self.at = self.beyond(index);
        cursor.set(self.at);
        if self.at < self.to && self.column(self.at) == index / C::USIZE {
            // SAFETY: the block has a position for each of its indices.
            Some(unsafe { self.blocks.child.fiber(self.first(self.at) + index % C::USIZE) })
        } else {
            None
        }
    }
}
