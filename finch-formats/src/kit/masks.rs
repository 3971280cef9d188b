//! Masks: a bit for each index, 64 to a block, says whether there is a child.
//!
//! ```text
//! masks  [ 0b1010 | 0b1 | 0 ]      bit i of block b is that of index 64 b + i
//! starts [ 0      | 2   | 3 ]      where the children of each block start
//! ```
//!
//! | protocol | unfurls to |
//! |---|---|
//! | walk, gallop | `Stepper` of `Spike(fill, child)`, fill behind the last |
//! | follow | `Follow`: the bit, and how many are set below it |
//!
//! A level says what the blocks of a fiber are ([`Masks`]), and has [`MaskFibers`] as its fibers. A fiber that is absent is a
//! [`FiberOrFill`].

use crate::imports::*;
use finch_traits::looplet::stepper::GuardedSteps;

/// The arrays of a level of masks, borrowed by value.
///
/// # Safety
///
/// An implementer promises, for each fiber of a valid level:
/// * there is a block for every 64 indices below the extent, and no bit is set beyond the extent;
/// * there is a start for each block, which is where the children of the block before it end; the children from a start on, as
///   many as bits are set, are stored.
pub unsafe trait Masks: Borrowed {
    /// The arrays as the fiber at `position` sees them.
    ///
    /// # Safety
    ///
    /// The level has stored a fiber there.
    unsafe fn at(self, position: usize, extent: usize) -> Self;

    /// The bits of each block.
    fn masks(&self) -> &[u64];

    /// Where the children of each block start.
    fn starts(&self) -> &[usize];
}

/// What is behind the highest bit that is set in these blocks, or 0.
pub fn end(masks: &[u64]) -> usize {
    let last = masks.iter().rposition(|&mask| mask != 0);
    last.map_or(0, |last| 64 * (last + 1) - masks[last].leading_zeros() as usize)
}

/// All fibers of a level that says by a bit for each index what is stored, for reading.
#[derive(Clone, Copy, Debug)]
pub struct MaskFibers<M> {
    extent: usize,
    arrays: M,
}

impl<M> MaskFibers<M> {
    /// The fibers of a level of this extent and these arrays. Whoever asks for one of them promises that the level is valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(extent: usize, arrays: M) -> Self {
        MaskFibers { extent, arrays }
    }
}

/// One fiber of a level that says by a bit for each index what is stored, for reading.
#[derive(Clone, Copy, Debug)]
pub struct MaskFiber<M> {
    extent: usize,
    arrays: M,
}

/// The stored indices of one fiber, from the current one on: what a loop that walks the bits steps through.
#[derive(Clone, Copy, Debug)]
pub struct MaskSteps<M> {
    extent: usize,
    arrays: M,
    /// The block of the current child.
    block: usize,
    /// What is left of its bits, the lowest of which is that of the current child.
    bits: u64,
    /// The position of the current child.
    at: usize,
    to: usize,
}

// SAFETY: the caller names a stored position, whose children were checked with the level.
unsafe impl<M: Masks> Fibers for MaskFibers<M> {
    crate::read_fibers! { M::Child, |fibers| [fibers.extent], fibers.arrays.child() }

    type Fiber = MaskFiber<M>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        MaskFiber {
            extent: self.extent,
            // SAFETY: the caller names a stored position.
            arrays: unsafe { self.arrays.at(position, self.extent) },
        }
    }
}

// SAFETY: children are where bits say, as `Masks` promises; there is fill elsewhere.
unsafe impl<M: Masks> Fiber for MaskFiber<M> {
    crate::read_fiber! { M::Child, dense No, below <<M::Child as Fibers>::Fiber as Fiber>::Dense, |fiber| [fiber.extent], fiber.arrays.child() }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(MaskSteps::new(self)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, k: K) {
        let cursor = Cell::new(0);
        // SAFETY: it is handed on from the frame of the cursor.
        k.looplet(pass, unsafe { Follow::new(self, &cursor) })
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Follow => Nest::of::<Follow<Self>>(),
            _ => Nest::of::<Stepper<MaskSteps<M>>>(),
        };
        FiberDescription::new(M::NAME, nest)
    }
}

// SAFETY: bits say what is stored, and where, as `Masks` promises.
unsafe impl<M: Masks> Find for MaskFiber<M> {
    found!(M::Child);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(self, _cursor: &Cell<usize>, index: usize) -> Option<Self::F> {
        let (mask, bit) = (self.arrays.masks()[index / 64], 1 << (index % 64));
        if mask & bit == 0 {
            return None;
        }
        let place = self.arrays.starts()[index / 64] + (mask & (bit - 1)).count_ones() as usize;
        // SAFETY: the child of a bit that is set is stored.
        Some(unsafe { self.arrays.child().fiber(place) })
    }
}

impl<M: Masks> MaskSteps<M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fiber: MaskFiber<M>) -> Self {
        let MaskFiber { extent, arrays } = fiber;
        let to = match (arrays.starts(), arrays.masks()) {
            ([.., start], [.., mask]) => start + mask.count_ones() as usize,
            _ => 0,
        };
        let mut steps = MaskSteps {
            extent,
            arrays,
            block: 0,
            bits: 0,
            at: to,
            to,
        };
        steps.go_to(0);
        steps.settle();
        steps
    }

    /// Goes to the first child of `block`, or behind the last child if there is no such block.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_to(&mut self, block: usize) {
        (self.bits, self.at) = match (self.arrays.masks().get(block), self.arrays.starts().get(block)) {
            (Some(&bits), Some(&start)) => {
                self.block = block;
                (bits, start)
            }
            _ => (0, self.to),
        }
    }

    /// Goes on to a block that has bits left, if there is a child.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn settle(&mut self) {
        while self.bits == 0 && self.at < self.to {
            self.block += 1;
            self.bits = self.arrays.masks()[self.block]
        }
    }
}

// SAFETY: bits are taken in ascending order, and the position of the child is counted along; children are stored.
unsafe impl<M: Masks> Steps for MaskSteps<M> {
    type T = <M::Child as Fibers>::T;
    spike_steps!(Absent<M>, <M::Child as Fibers>::Fiber, optional <M::Child as Fibers>::OptionalFiber, guarded |steps| GuardedSteps::new(steps, steps.to) => GuardedSteps<Self>);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn seek(&mut self, index: usize) {
        let block = index / 64;
        if block > self.block {
            self.go_to(block)
        }
        if block == self.block {
            let below = self.bits & ((1 << (index % 64)) - 1);
            self.at += below.count_ones() as usize;
            self.bits ^= below
        }
        self.settle()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        64 * self.block + self.bits.trailing_zeros() as usize + 1
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { assert_unchecked(count <= self.extent) }
        count
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) {
        self.bits &= self.bits - 1;
        self.at += 1;
        self.settle()
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> Self::Child {
        // SAFETY: the current child is stored.
        spike(unsafe { self.arrays.child().fiber(self.at) })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn blend(&self, here: bool) -> Self::Blend {
        // SAFETY: if the child ends here, it is stored.
        spike(unsafe { self.arrays.child().fiber_or_fill(self.at, here) })
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last(&self) -> usize {
        if self.at < self.to { end(self.arrays.masks()) } else { 0 }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leap(&mut self, end: usize) -> usize {
        self.seek(end - 1);
        self.guarded().stop()
    }
}
