//! `SparsePoint`: at most one entry per fiber.
//!
#![doc = include_str!("../pictures/sparse_point.svg")]
//!
//! ```text
//! idx [ 2 | 6 | 0 ]                fiber p of extent 6 holds index idx[p], or nothing where that is 6
//!                                  its child is at position p, whether the fiber holds something or not
//! ```
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Run(child))`: fill, the one index, fill | constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, at any index, fibers in any order | constant |
//! | write at a second index of a fiber | refused by an `Order` error that names fiber and index |
//! | freeze, thaw | nothing of their own |
//!
//! Whatever comes first is kept, and may be assigned again; a fiber that is given another index keeps what it has. Bytes:
//! `idx` per fiber, and a position of the child, stored or not. For selections and permutations, one-hot rows, and the
//! parents of a tree.

use crate::imports::*;

crate::arrays! {
    /// A sparse dimension with at most one entry per fiber.
    ///
    /// For permutations, selections and parents of a tree. Reading and look-up take constant time; it is written in any order, each fiber
    /// at one index. The [module](self) has all costs.
    pub struct SparsePoint<L, Idx = Vec<u32>> {
        /// The index that each fiber holds, or the extent where it holds none.
        idx: Idx, of |_level, positions| positions;
    }
    besides {}
    /// Fibers of `extent` indices: fiber `p` holds the index `idx[p]`, or nothing where that is `extent`; its child is at
    /// position `p` in `child`. A tensor checks this when it is made.
    new [L, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [I: Width, Idx: Buffer<Item = I>]
    places |_level, positions| positions;
    pieces |level, position| position..position + usize::from(at(&level.idx, position) < level.extent);
    piece |level, position, _number| Piece::entry(at(&level.idx, position), position);
    contents by count_listed;
    unlisted |level, positions, visit| (0..positions).filter(|&at| level.pieces(at).is_empty()).for_each(visit);
    /// The points of all fibers: an index, and a child for each.
    borrowed SparsePointWindows<I: Width> { idx: I }
}

// SAFETY: `validate` checks that there is an index up to the extent and a child for every fiber.
unsafe impl<L: Level, I: Width, Idx: Buffer<Item = I>> Level for SparsePoint<L, Idx> {
    crate::level! {
        "SparsePoint" over L, (Walking, Following),
        fibers<'a> WindowFibers<SparsePointWindows<L::Fibers<'a>, I>> =
            |level| WindowFibers::new(level.extent, level.borrowed())
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::bound_fits::<I>(Self::NAME, self.extent)?;
        let idx = crate::check::one_each(Self::NAME, "indices", self.idx.as_slice(), positions)?;
        ensure!(!let Some(fiber) = idx.iter().position(|index| index.to_usize() > self.extent), else OutOfBounds,
            "index {:?} of fiber {fiber} of a {} level is neither below the extent {} nor the extent itself",
            idx[fiber], Self::NAME, self.extent);
        self.child.validate(positions)
    }
}

// ---- reading ----

// SAFETY: `SparsePoint` checks that the extent is a number with a sign, that indices are at most the extent, and that there is a
// child for each fiber.
unsafe impl<C: Fibers, I: Width> Windows for SparsePointWindows<C, I> {
    type Inside = Run<C::Fiber>;
    const IS_POINT: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.idx.len());
        // SAFETY: there is an index for each position.
        let lo = unsafe { self.idx.get_unchecked(position) }.to_usize();
        Stretch {
            lo,
            hi: lo.wrapping_add(1),
            place: position,
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn inside(self, stretch: Stretch) -> Self::Inside {
        // SAFETY: there is a child for each fiber.
        Run(unsafe { self.child.fiber(stretch.place) })
    }
}

// ---- writing ----

/// All fibers of a [`SparsePoint`] level, for writing: its [`WriteLevel::Writing`].
#[derive(Clone, Copy, Debug)]
pub struct SparsePointWriting<C, F, I> {
    extent: usize,
    idx: *mut I,
    child: C,
    fill: PhantomData<F>,
}

/// One fiber of a [`SparsePoint`] level, for writing.
#[derive(Clone, Copy, Debug)]
pub struct SparsePointWriteFiber<C, F, I, D> {
    fibers: SparsePointWriting<C, F, I>,
    position: usize,
    dirty: D,
}

impl<L: Level, I: Width> SparsePoint<L, Vec<I>> {
    /// What stands for no index.
    fn none(&self) -> I {
        I::truncate(self.extent)
    }
}

// SAFETY: there is an index and a child for every fiber that is assembled; indices that are stored are below the extent.
unsafe impl<L: WriteLevel, I: Width> WriteLevel for SparsePoint<L, Vec<I>> {
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1).with_single();

    over_child! { extents crate::check::extent_is_signed, crate::check::bound_fits::<I> }

    fn declare(&mut self, driver: Driver) {
        self.idx.clear();
        self.child.declare(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.child.assemble(driver, positions)?;
        let none = self.none();
        grow::<Self, _>(&mut self.idx, positions, || none)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        let none = self.none();
        self.idx.resize(positions, none);
        self.child.freeze(driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.child.thaw(driver, positions)?;
        self.idx.truncate(positions);
        Ok(())
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        append_array::<Self, _>(&mut self.idx, positions, &part.idx[..count])?;
        self.child.append(driver, positions, &mut part.child, count)
    }

    over_child! { shrinks idx }

    crate::writing! {
        flag No, SparsePointWriting<L::Writing, L::Fill, I> = |level| {
            SparsePointWriting {
                // SAFETY: the caller hands a valid level that nothing else accesses.
                extent: unsafe { (*level).extent },
                // SAFETY: as above; this borrow ends here.
                idx: unsafe { (*level).idx.as_mut_ptr() },
                // SAFETY: as above, so its child is one too, and it is assembled with its parent.
                child: unsafe { L::writing(&raw mut (*level).child) },
                fill: PhantomData,
            }
        }
    }
}

// SAFETY: entries are put behind those of the fibers before.
in_parts! { unsafe impl[L: WriteInParts, I: Width] WriteInParts for SparsePoint<L, Vec<I>>, splits No }

// SAFETY: the caller names an assembled position.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width> WriteFibers for SparsePointWriting<C, F, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber<D: Dirty> = SparsePointWriteFiber<C, F, I, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparsePointWriteFiber {
            fibers: self,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width, D: Dirty> WriteFiber for SparsePointWriteFiber<C, F, I, D> {
    crate::write_fiber! { C::T, C::Fill }
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = together(1, <C::Fiber<Lent<Cell<bool>>> as WriteFiber>::TOGETHER);

    fn describe() -> WriteDescription {
        WriteDescription::new::<Self, C::Fiber<Lent<Cell<bool>>>>("SparsePoint").noting("one index per fiber")
    }
}

impl<C: WriteFibers, F, I: Width, D: Dirty> SparsePointWriteFiber<C, F, I, D> {
    /// The index that is stored, or the extent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held(&self) -> usize {
        // SAFETY: the position is assembled, so there is an index for it.
        unsafe { *self.fibers.idx.add(self.position) }.to_usize()
    }

    /// Stores `index`; the extent for none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn hold(&self, index: usize) {
        // SAFETY: as above.
        unsafe { *self.fibers.idx.add(self.position) = I::truncate(index) }
    }

    /// Whether `index` can be stored: nothing else is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn takes(&self, index: usize) -> bool {
        let held = self.held();
        held == index || held == self.fibers.extent
    }

    #[cold]
    #[inline(never)]
    fn refuse(position: usize, index: usize) {
        fault::raise(Fault::Occupied {
            level: "SparsePoint",
            fiber: position,
            index,
        })
    }
}

// SAFETY: the child is written only where the fiber is empty or holds the index; indices are below the extent.
unsafe impl<C: WriteFibers, F: Fill<C::T>, I: Width, D: Dirty> WriteLooplet for SparsePointWriteFiber<C, F, I, D> {
    looked_up! { C::T, C::Fill }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        if !self.takes(index) {
            // Only if it is assigned is it too much.
            cold_path();
            let dirty = Cell::new(false);
            // SAFETY: `k` uses it while this frame exists.
            let dirty = unsafe { Lent::new(&dirty) };
            k.call(pass, Write::new(Refused::<C::T, F, _>::new(dirty), rest));
            if dirty.get() {
                Self::refuse(self.position, index)
            }
            return;
        }
        let held = Held { fiber: self, index };
        // SAFETY: the position is assembled.
        k.call(
            pass,
            Write::new(unsafe { self.fibers.child.fiber(self.position, held) }, rest),
        )
    }
}

/// Whether a fiber holds an index, as its child is told: statements of one loop that write the same index have one flag.
#[derive(Clone, Copy)]
pub struct Held<C, F, I, D> {
    fiber: SparsePointWriteFiber<C, F, I, D>,
    index: usize,
}

crate::shown!([C, F, I, D] Held<C, F, I, D> |it| index: it.index);

impl<C: WriteFibers, F: Fill<C::T>, I: Width, D: Dirty> Dirty for Held<C, F, I, D> {
    type Asked = Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn set(self) {
        // Another statement of the same loop nest may have been first.
        if self.fiber.takes(self.index) {
            self.fiber.hold(self.index);
            self.fiber.dirty.set()
        } else {
            SparsePointWriteFiber::<C, F, I, D>::refuse(self.fiber.position, self.index)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(self) -> bool {
        self.fiber.held() == self.index
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clear(self) {
        if self.get() {
            self.fiber.hold(self.fiber.fibers.extent)
        }
    }
}

// SAFETY: forwards; fibers that are taken back are empty.
unsafe impl<L: MergeLevel, I: Width> MergeLevel for SparsePoint<L, Vec<I>> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        self.idx[from - count..from] == self.idx[from..from + count]
            // SAFETY: the caller says so of our fibers, and there is one of the child for each.
            && unsafe { self.child.repeats(driver, from, count) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        let none = self.none();
        self.idx[from..from + count].fill(none);
        self.child.withdraw(driver, from, count)
    }
}

// SAFETY: as above.
unsafe impl<L: CompareLevel, I: Width> CompareLevel for SparsePoint<L, Vec<I>> {
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        // SAFETY: as above.
        self.idx[a] == self.idx[b] && unsafe { self.child.equal(a, b) }
    }
}

// SAFETY: an index moves with its child.
unsafe impl<L: SwapLevel, I: Width> SwapLevel for SparsePoint<L, Vec<I>> {
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        let (here, there) = both(&mut self.idx, a, b, count);
        here.swap_with_slice(there);
        self.child.swap(a, b, count)
    }
}
