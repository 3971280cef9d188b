//! `Dense`: every index is stored.
//!
#![doc = include_str!("../pictures/dense.svg")]
//!
//! ```text
//! fiber p of extent 4    [ q=4p | 4p+1 | 4p+2 | 4p+3 ]    q = position of the child
//! ```
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Lookup` | constant per index |
//!
//! | lifecycle | costs, for fibers of `n` indices |
//! |---|---|
//! | declare | making the child's positions, `n` per fiber, which are fill |
//! | write, at any index, in any order if the child can, any number of times | constant |
//! | freeze, thaw | nothing of its own |
//!
//! The child has `n` positions per fiber, assigned or not: one that stores nothing but whether it was assigned, as
//! [`Pattern`], can be read below this level and not written. Bytes: none of its own.
//!
//! The extent is a number, or a type: of `Dense<L, Fixed<U3>>` the compiler knows that it is 3, and loops over it unroll. For
//! filters, small blocks, coordinates and colours.

use crate::extent::Fixed;
use crate::imports::*;
use crate::kit::multiples::multiples;
use finch_traits::short_blocks::ShortBlocks;
use finch_traits::unfilled::Room;

/// Every index of every fiber is stored, at a position that is computed from it: a lookup takes constant time. `X` is
/// the extent: a number, or [`Fixed`] where it is a type. Costs are in the [module](self).
#[derive(Clone, Debug, Default)]
pub struct Dense<L, X = usize> {
    extent: X,
    child: L,
}

impl<L> Dense<L> {
    /// Fibers of `extent` indices over `child`, which holds `extent` positions for each. A tensor checks this when it
    /// is made.
    pub fn new(extent: usize, child: L) -> Self {
        Dense { extent, child }
    }
}

impl<L, N: Unsigned> Dense<L, Fixed<N>> {
    /// Fibers of `N` indices over `child`, which holds `N` positions for each. A tensor checks this when it is made.
    pub fn fixed(child: L) -> Self {
        Dense {
            extent: Fixed::new(),
            child,
        }
    }
}

impl<L, X: Extent> Dense<L, X> {
    /// Fibers of this extent over `child`.
    pub(crate) fn like<M>(&self, child: M) -> Dense<M, X> {
        Dense {
            extent: self.extent,
            child,
        }
    }

    /// This level with its child replaced by what `to` makes of it.
    pub(crate) fn map_child<M>(self, to: impl FnOnce(L) -> M) -> Dense<M, X> {
        Dense {
            extent: self.extent,
            child: to(self.child),
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent.get()
    }

    /// How many children a fiber has.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn each(&self) -> usize {
        self.extent.get()
    }

    accessors! {
        /// The level below.
        pub child: L, mut child_mut, into into_child;
    }
}

impl<L: PartialEq, X: Extent> PartialEq for Dense<L, X> {
    fn eq(&self, other: &Self) -> bool {
        self.extent() == other.extent() && self.child == other.child
    }
}

/// All fibers of a [`Dense`] level, for reading: its [`Level::Fibers`]. Programs and levels above it use it.
#[derive(Clone, Copy, Debug)]
pub struct DenseFibers<C, X = usize> {
    extent: X,
    child: C,
}

/// One fiber of a [`Dense`] level, for reading. The child of an index is found by an addition.
#[derive(Clone, Copy, Debug)]
pub struct DenseFiber<C, X = usize> {
    pub(crate) extent: X,
    pub(crate) first: usize,
    pub(crate) child: C,
}

impl<L: Level, X: Extent> Pieces for Dense<L, X> {
    type Child = L;

    fn extent(&self) -> usize {
        self.extent.get()
    }
    fn below(&self) -> &L {
        &self.child
    }
    fn places(&self, positions: usize) -> usize {
        positions * self.extent.get()
    }
    fn pieces(&self, position: usize) -> Range<usize> {
        position..position + 1
    }
    fn piece(&self, position: usize, _number: usize) -> Piece {
        Piece::block(0..self.extent.get(), self.places(position))
    }
}

fn overflow(positions: usize, extent: usize) -> Error {
    error!(
        TooLarge,
        "a Dense level of {positions} fibers of extent {extent} has more positions than can be counted"
    )
}

// SAFETY: `validate` makes sure that the child holds `extent` positions for every one of ours; indices are below the
// extent, so the positions handed down are among them.
unsafe impl<L: Level, X: Extent> Level for Dense<L, X> {
    crate::level! {
        "Dense" over L, (Walking, Following),
        fibers<'a> DenseFibers<L::Fibers<'a>, X> = |level| DenseFibers { extent: level.extent, child: level.child.fibers() }
    }
    const STORES_EVERY_INDEX: bool = true;

    fn validate(&self, positions: usize) -> Result<()> {
        let below = positions
            .checked_mul(self.extent.get())
            .ok_or_else(|| overflow(positions, self.extent.get()))?;
        self.child.validate(below)
    }
}

impl<L: Level, X: Extent> Contents for Dense<L, X> {
    crate::contents! { over L, get, for_each, count_stored, draw }

    fn bytes(&self) -> usize {
        self.child.bytes()
    }
}

// SAFETY: the caller names a stored position; the fiber knows its extent.
unsafe impl<C: Fibers, X: Extent> Fibers for DenseFibers<C, X> {
    crate::read_fibers! { C, |fibers| [fibers.extent.get()], fibers.child }

    type Fiber = DenseFiber<C, X>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        DenseFiber {
            extent: self.extent,
            first: position * self.extent.get(),
            child: self.child,
        }
    }

    fn stored_before(self, position: usize) -> usize {
        self.child.stored_before(position.saturating_mul(self.extent.get()))
    }
}

// SAFETY: the child holds a position for every index below the extent.
unsafe impl<C: Fibers, X: Extent> At for DenseFiber<C, X> {
    type F = C::Fiber;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self, index: usize) -> C::Fiber {
        promise!(index < self.extent.get());
        // SAFETY: the driver asks for indices below the extent.
        unsafe { self.child.fiber(self.first + index) }
    }
}

// SAFETY: every index is looked up.
unsafe impl<C: Fibers, X: Extent> Fiber for DenseFiber<C, X> {
    crate::read_fiber! { C, dense <C::Fiber as Fiber>::Dense, below <C::Fiber as Fiber>::Dense, |fiber| [fiber.extent.get()], fiber.child }
    const FIXED: Option<usize> = X::FIXED;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Lookup(self))
    }

    fn stored_before(&self, index: usize) -> usize {
        let before = |position| self.child.stored_before(position);
        before(self.first.saturating_add(index)).saturating_sub(before(self.first))
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        FiberDescription::new("Dense", Nest::of::<Lookup<Self>>())
    }
}

/// All fibers of a [`Dense`] level, for writing: its [`WriteLevel::Writing`].
#[derive(Clone, Copy, Debug)]
pub struct DenseWriting<C, X = usize> {
    extent: X,
    child: C,
}

/// One fiber, for writing. The flag that it was lent is passed on to its children.
#[derive(Clone, Copy, Debug)]
pub struct DenseWriteFiber<C, D, X = usize> {
    extent: X,
    first: usize,
    child: C,
    dirty: D,
}

// SAFETY: the child is assembled for `extent` positions per fiber; whatever is written, all of them can be read.
unsafe impl<L: WriteLevel<NeedsFlag = No>, X: Extent> WriteLevel for Dense<L, X> {
    multiples!(lifecycle);

    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            let extent = X::of(extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents
            .split_first()
            .map_or(1, |(&extent, below)| extent.saturating_mul(L::room(below)))
    }

    fn make_room(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        match positions.checked_mul(self.extent.get()) {
            Some(below) => self.child.make_room(driver, below),
            // Too many, as `assemble` says.
            None => self.assemble(driver, positions),
        }
    }

    fn append_piece(&mut self, driver: Driver, part: &mut Self, piece: &Range<usize>) -> Result<(), Fault> {
        if piece.start == 0 {
            self.child.declare(driver);
            self.child.freeze(driver, 0)
        }
        self.child.append(driver, piece.start, &mut part.child, piece.len())
    }

    crate::writing! {
        flag No, DenseWriting<L::Writing, X> = |level| {
            DenseWriting {
                // SAFETY: the caller hands a valid level that nothing else accesses.
                extent: unsafe { (*level).extent },
                // SAFETY: as above, so its child is one too, and it is assembled with its parent.
                child: unsafe { L::writing(&raw mut (*level).child) },
            }
        }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<C: WriteFibers, X: Extent> WriteFibers for DenseWriting<C, X> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = DenseWriteFiber<C, D, X>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        DenseWriteFiber {
            extent: self.extent,
            first: position * self.extent.get(),
            child: self.child,
            dirty,
        }
    }

    const FILLS: bool = C::FILLS;

    unsafe fn fill(self, positions: Range<usize>) {
        let each = self.extent.get();
        // SAFETY: there is room for as many children of each fiber, which nobody else uses, as the caller says of the fibers.
        unsafe { self.child.fill(positions.start * each..positions.end * each) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(self) -> usize {
        self.extent.get().saturating_mul(self.child.bytes())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(self, positions: Range<usize>) -> Option<Room<C::T>> {
        let each = self.extent.get();
        self.child.room(positions.start * each..positions.end * each)
    }
}

// SAFETY: every index below the extent has an assembled position.
unsafe impl<C: WriteFibers, D: Dirty, X: Extent> WriteFiber for DenseWriteFiber<C, D, X> {
    crate::write_fiber! { C::T, C::Fill, row And<Not<D::Asked>, And<Self::AnyOrder, <C::Fiber<D> as WriteFiber>::IsRow>> }
    type AnyOrder = <C::Fiber<D> as WriteFiber>::AnyOrder;
    const FIXED: Option<usize> = X::FIXED;
    const TOGETHER: usize = together(1, <C::Fiber<D> as WriteFiber>::TOGETHER);

    const FILLS: bool = C::FILLS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fill(self, indices: Range<usize>) {
        let Range { start, end } = indices;
        let end = end.min(self.extent.get());
        // SAFETY: an index below the extent has one child, and the caller says so of the indices.
        unsafe { self.child.fill(self.first + start.min(end)..self.first + end) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(&self) -> usize {
        self.child.bytes()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(&self) -> Option<Room<C::T>> {
        self.child.room(self.first..self.first + self.extent.get())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn behind(self, first: usize) -> Self {
        DenseWriteFiber {
            // Extents that are types are not divided.
            extent: X::of(self.extent.get() + first).unwrap_or(self.extent),
            first: self.first.wrapping_sub(first),
            ..self
        }
    }

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, C::Fiber<D>>("Dense")
    }
}

// SAFETY: as above.
unsafe impl<C: WriteFibers, D: Dirty, X: Extent> WriteLooplet for DenseWriteFiber<C, D, X> {
    looked_up! { C::T, C::Fill }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        promise!(index < self.extent.get());
        // SAFETY: the driver asks for indices below the extent, whose positions are assembled.
        let fiber = unsafe { self.child.fiber(self.first.wrapping_add(index), self.dirty) };
        k.call(pass, Write::new(fiber, rest))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn short_blocks<R: RemainingIndices, K: OnTarget<(), C::T>>(self, driver: Driver, rest: R, k: K) {
        k.call((), ShortBlocks::new(driver, UnfurledTarget::new(self, rest)))
    }
}

// SAFETY: different positions have different ones below, and the children of a part of the indices are put behind those of the
// indices before.
unsafe impl<L: WriteInParts<NeedsFlag = No>> WriteInParts for Dense<L> {
    type Apart = L::Apart;
    type Atomic = L::Atomic;
    type Splits = Yes;
}

// SAFETY: as above.
unsafe impl<L: WriteInParts<NeedsFlag = No>, N: Unsigned> WriteInParts for Dense<L, Fixed<N>> {
    type Apart = L::Apart;
    type Atomic = L::Atomic;
    type Splits = No;
}

// SAFETY: unfurling and binding compute positions, and nothing else.
unsafe impl<L: WriteInPlace<NeedsFlag = No>, X: Extent> WriteInPlace for Dense<L, X> {}

multiples! {
    impl[X: Extent] for Dense<L, X>;
}
