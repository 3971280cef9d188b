//! `SparseInterval`: at most one run per fiber.
//!
#![doc = include_str!("../pictures/sparse_interval.svg")]
//!
//! ```text
//! left  [ 2 | 0 | 0 ]              fiber p is one value from index left[p]
//! right [ 5 | 0 | 6 ]              to before index right[p], and fill elsewhere; its child is at position p
//!        2..5 none 0..6
//! ```
//!
//! No run ends beyond the extent. Where `left` and `right` are equal there is none; the child is there all the same.
//!
//! | protocol | unfurls to | costs |
//! |---|---|---|
//! | walk, follow | `Window(Run(fill), Run(child))`: fill, the run, fill | constant |
//!
//! | lifecycle | costs |
//! |---|---|
//! | write, a run per fiber, fibers in ascending order | constant per run, and the comparison of two children |
//! | write in any other order | refused: by the compiler where loops or places say so, else by an `Order` error |
//! | freeze | nothing of its own |
//! | thaw, which allows for later fibers, and for a run to grow | constant per fiber behind the last that has a run |
//!
//! A run that starts where the one before ends, and equals it, makes it longer, unless the last type parameter is [`No`];
//! see [`crate::merge`]. Any other second run is an error (`Order`) that names fiber and index; the fiber keeps what it
//! has. Bytes: `left` and `right` per fiber, and a position of the child, stored or not. For masks of rectangles and the
//! spans of events.

use crate::imports::*;

impl<L, Idx, Merge> SparseInterval<L, Idx, Merge> {
    /// This level without merging: its arrays stay as they are, and a second run that is written to a fiber is refused,
    /// even if it continues the first one with equal values. Takes constant time.
    pub fn unmerged(self) -> SparseInterval<L, Idx, No> {
        let (extent, left, right, child) = self.into_parts();
        SparseInterval::of_parts(extent, left, right, child)
    }
}

crate::arrays! {
    /// A sparse dimension with at most one run of equal values per fiber.
    ///
    /// For spans of events and masks of rectangles. Reading and look-up take constant time. It is written by runs, in ascending order of
    /// fibers. The [module](self) has all costs.
    ///
    /// `Merge` says whether a run that is written next to an equal one makes it longer: [`Yes`] or [`No`].
    pub struct SparseInterval<L, Idx = Vec<u32>, Merge = Yes> {
        /// Where the run of each fiber starts.
        left: Idx, of |_level, positions| positions;
        /// Where the run of each fiber ends.
        right: Idx, of |_level, positions| positions;
    }
    besides {
        /// While it is written: the last fiber that was given a run.
        open: usize,
        /// While it is written: a fiber is being written right now.
        busy: bool,
        merge: PhantomData<Merge>,
    }
    /// Fibers of `extent` indices: fiber `p` has the run `left[p]..right[p]`, or none if that is empty; its child is at
    /// position `p` in `child`. A tensor checks this when it is made.
    new [L, Idx];
    // SAFETY: these are all arrays.
    unsafe nested [I: Width, Idx: Buffer<Item = I>, Merge]
    places |_level, positions| positions;
    pieces |level, position| position..position + usize::from(level.has_run(position));
    piece |level, position, _number| {
        let (left, right) = level.run(position);
        Piece::run(left..right, position)
    };
    contents by count_listed;
    unlisted |level, positions, visit| (0..positions).filter(|&at| !level.has_run(at)).for_each(visit);
    /// The runs of all fibers: where each starts and ends, and a child for each.
    borrowed SparseIntervalWindows<I: Width> { left: I, right: I }
}

impl<L, I: Width, Idx: Buffer<Item = I>, M> SparseInterval<L, Idx, M> {
    /// The indices that the run of the fiber at `position` covers.
    fn run(&self, position: usize) -> (usize, usize) {
        (
            self.left.as_slice()[position].to_usize(),
            self.right.as_slice()[position].to_usize(),
        )
    }

    /// The fiber at `position` has a run.
    fn has_run(&self, position: usize) -> bool {
        let (left, right) = self.run(position);
        left < right
    }
}

// SAFETY: `validate` checks that there are borders within the extent and a child for every fiber.
unsafe impl<L: Level, I: Width, Idx: Buffer<Item = I>, M> Level for SparseInterval<L, Idx, M> {
    crate::level! {
        "SparseInterval" over L, (Walking, Following),
        fibers<'a> WindowFibers<SparseIntervalWindows<L::Fibers<'a>, I>> =
            |level| WindowFibers::new(level.extent, level.borrowed())
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_is_signed(Self::NAME, self.extent)?;
        crate::check::ends_fit::<I>(Self::NAME, self.extent)?;
        let (starts, ends) = (self.left.as_slice().len(), self.right.as_slice().len());
        ensure!(starts.min(ends) >= positions, else Invalid,
            "a {} level has {starts} starts and {ends} ends of runs where {positions} fibers need one each", Self::NAME);
        for fiber in 0..positions {
            let (left, right) = self.run(fiber);
            ensure!(left <= right && right <= self.extent, else Invalid,
                "the run of fiber {fiber} of a {} level goes from {left} to {right}: runs end where they start or later, and up to the extent {}",
                Self::NAME, self.extent);
        }
        self.child.validate(positions)
    }
}

// ---- reading ----

// SAFETY: `SparseInterval` checks that the extent is a number with a sign, that runs end up to the extent, and that there is a
// child for each fiber.
unsafe impl<C: Fibers, I: Width> Windows for SparseIntervalWindows<C, I> {
    type Inside = Run<C::Fiber>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn stretch(self, position: usize) -> Stretch {
        promise!(position < self.left.len() && position < self.right.len());
        Stretch {
            // SAFETY: there is a start for each position.
            lo: unsafe { self.left.get_unchecked(position) }.to_usize(),
            // SAFETY: there is an end for each position.
            hi: unsafe { self.right.get_unchecked(position) }.to_usize(),
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

/// A level that can be written.
type Owned<L, I, M> = SparseInterval<L, Vec<I>, M>;

/// One fiber that is given a run. That takes constant time, and where the run goes on from another one, the comparison of two children.
/// Nothing is allocated, unless a level below makes room.
#[derive(Debug)]
pub struct SparseIntervalPut<L, I, M, D>(PointerFiber<Owned<L, I, M>, D>);

crate::copied!([L, I, M, D: Copy] SparseIntervalPut<L, I, M, D>);

/// How a run relates to what its fiber holds. Fibers ascend: so what may make a run longer waits, and is compared with the run,
/// at the position behind it.
enum Place {
    /// It is the first.
    First,
    /// It starts where the first ends.
    Next,
    /// There is no place for it.
    Second,
}

impl<L: WriteLevel, I: Width, M: Merging<L>> Owned<L, I, M> {
    /// Where a run from `index` on goes, for which there is room then.
    fn begin(&mut self, driver: Driver, position: usize, index: usize) -> Result<Place, Fault> {
        if position < self.open {
            return Err(faults::out_of_order::<Self>(position, index));
        }
        let place = match self.run(position) {
            (left, right) if left == right => Place::First,
            (_, right) if right == index && M::Staging::COMPARES => Place::Next,
            _ => return Ok(Place::Second),
        };
        let behind = usize::from(matches!(place, Place::Next));
        M::Staging::make_room(driver, &mut self.child, position + behind + 1)?;
        Ok(place)
    }

    /// Keeps what is staged as the run of the fiber at `position`.
    fn keep(&mut self, driver: Driver, position: usize, region: Region, stage: <M::Staging as Staging<L>>::Stage) {
        M::Staging::keep(driver, &mut self.child, position, stage);
        self.left[position] = I::truncate(region.lo);
        self.right[position] = I::truncate(region.hi);
        self.open = position
    }

    /// Makes the run of the fiber at `position` longer, if what is staged behind it is equal.
    ///
    /// # Safety
    ///
    /// There was room for what is staged, and it is complete.
    unsafe fn extend(
        &mut self,
        driver: Driver,
        position: usize,
        region: Region,
        stage: &<M::Staging as Staging<L>>::Stage,
    ) -> Result<(), Fault> {
        // SAFETY: the run before is kept; the caller says the rest.
        let repeats = unsafe { M::Staging::repeats(driver, &mut self.child, position + 1, stage) };
        M::Staging::withdraw(driver, &mut self.child, position + 1, 1);
        if !repeats {
            return Err(faults::occupied::<Self>(position, region.lo));
        }
        self.right[position] = I::truncate(region.hi);
        Ok(())
    }
}

// SAFETY: there are borders and a child for every fiber that is assembled; runs that are stored are regions of loops, which
// lie within the extent.
unsafe impl<L: WriteLevel, I: Width, M: Merging<L>> WriteLevel for Owned<L, I, M> {
    crate::written_by_pointer!();
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1).with_single();

    over_child! { extents crate::check::extent_is_signed, crate::check::ends_fit::<I> }

    fn declare(&mut self, driver: Driver) {
        self.left.clear();
        self.right.clear();
        self.open = 0;
        self.busy = false;
        self.child.declare(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.child.assemble(driver, positions)?;
        grow::<Self, _>(&mut self.left, positions, I::default)?;
        grow::<Self, _>(&mut self.right, positions, I::default)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.left.resize(positions, I::default());
        self.right.resize(positions, I::default());
        self.child.freeze(driver, positions)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.child.thaw(driver, positions)?;
        self.left.truncate(positions);
        self.right.truncate(positions);
        self.open = (0..positions).rev().find(|&fiber| self.has_run(fiber)).unwrap_or(0);
        self.busy = false;
        Ok(())
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        append_array::<Self, _>(&mut self.left, positions, &part.left[..count])?;
        append_array::<Self, _>(&mut self.right, positions, &part.right[..count])?;
        self.child.append(driver, positions, &mut part.child, count)
    }

    over_child! { shrinks left, right }
}

// SAFETY: runs are put behind those of the fibers before.
in_parts! { unsafe impl[L: WriteInParts, I: Width, M: Merging<L>] WriteInParts for Owned<L, I, M>, splits No }

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<L: WriteLevel, I: Width, M: Merging<L>> WriteByPointer for Owned<L, I, M> {
    type AnyOrder = No;
    const TOGETHER: usize = at_once::<L>(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<L::T>>(fiber: PointerFiber<Self, D>, then: U) {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it.
        if unsafe { core::mem::replace(&mut (*fiber.level).busy, true) } {
            return fault::raise(faults::written_twice::<Self>(fiber.position, then.first()));
        }
        then.looplet(SparseIntervalPut(fiber));
        // SAFETY: as above.
        unsafe { (*fiber.level).busy = false }
    }

    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        type Child<L, M> = <<M as Merging<L>>::Staging as Staging<L>>::Staged<Lent<Cell<bool>>>;
        WriteDescription::new::<SparseIntervalPut<L, I, M, D>, Child<L, M>>(Self::NAME).noting("one run per fiber")
    }
}

impl<L: WriteLevel, I: Width, M: Merging<L>, D: Dirty> SparseIntervalPut<L, I, M, D> {
    /// Writes one run over the region of the pass, if it is assigned.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<Q: Pass, R: RemainingIndices, K: OnTarget<Q, L::T>>(self, driver: Driver, pass: Q, rest: R, k: K) {
        let PointerFiber {
            level, position, dirty, ..
        } = self.0;
        let (region, assigned) = (pass.region(), Cell::new(false));
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let place = unsafe { &mut *level }.begin(driver, position, region.lo);
        let outcome = match place {
            Err(fault) => Err(fault),
            Ok(Place::Second) => {
                // Only if it is assigned is it too much.
                // SAFETY: `k` uses it while this frame exists.
                let fiber = Refused::<L::T, L::Fill, _>::new(unsafe { Lent::new(&assigned) });
                k.call(pass, WholeRun::new(pass.driver(), Write::new(fiber, rest)));
                match assigned.get() {
                    true => Err(faults::occupied::<Owned<L, I, M>>(position, region.lo)),
                    false => Ok(()),
                }
            }
            Ok(place) => {
                let (stage, is_next) = (M::Staging::stage(), matches!(place, Place::Next));
                let at = position + usize::from(is_next);
                // SAFETY: there is room at that position, which nothing else uses until the run is kept: fibers ascend.
                let fiber = unsafe { M::Staging::staged(&raw mut (*level).child, at, &stage, Lent::new(&assigned)) };
                k.call(pass, WholeRun::new(pass.driver(), Write::new(fiber, rest)));
                // SAFETY: as above.
                let level = unsafe { &mut *level };
                if !assigned.get() {
                    Ok(())
                } else if is_next {
                    // SAFETY: room was made at the position behind, and what is staged there is complete.
                    unsafe { level.extend(driver, position, region, &stage) }.map(|()| dirty.set())
                } else {
                    level.keep(driver, position, region, stage);
                    dirty.set();
                    Ok(())
                }
            }
        };
        if let Err(fault) = outcome {
            fault::raise(fault)
        }
    }
}

// SAFETY: runs are stored where there are none, or made longer by one that starts where they end; regions are within the
// extent.
unsafe impl<L: WriteLevel, I: Width, M: Merging<L>, D: Dirty> WriteLooplet for SparseIntervalPut<L, I, M, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept<R: RemainingIndices, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }
}

// SAFETY: forwards; fibers that are taken back are empty.
unsafe impl<L: MergeLevel, I: Width, M: Merging<L>> MergeLevel for Owned<L, I, M> {
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        self.left[from - count..from] == self.left[from..from + count]
            && self.right[from - count..from] == self.right[from..from + count]
            // SAFETY: the caller says so of our fibers, and there is one of the child for each.
            && unsafe { self.child.repeats(driver, from, count) }
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        self.left[from..from + count].fill(I::default());
        self.right[from..from + count].fill(I::default());
        self.open = self.open.min(from);
        self.child.withdraw(driver, from, count)
    }
}
