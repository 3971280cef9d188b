//! Runs and literals as programs write them.
//!
//! As in a [`RunList`](crate::RunList), opening a fiber closes those before it, by extending them to the extent with
//! fill; the level consists of complete fibers up to `closed`, and behind them the segments of at most one more. Closing
//! cannot fail: there is room for what each fiber that is not closed is closed with.
//!
//! What comes next in a fiber is *staged* behind the last position, and compared with the one there. What differs joins a
//! literal if it is short, or if it is not becomes a segment. What equals it makes a run longer; at the end of a literal,
//! it does so until the run is long, which then is taken out of the literal. So segments depend on what the fiber holds
//! alone:
//!
//! ```text
//! a a b     one run is short and alone: a run        | a a |
//! a a b     another short one: both are a literal    | a, a, b |
//! .. b b b  the second one has become long           | a a | b b b b |
//! ```

mod merge;
mod segments;

use crate::buffer::grow;
use crate::merge::{MergeLevel, Staging};
use crate::pack_bits::PackBits;
use crate::width::Width;
use core::cell::Cell;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Known};
use finch_traits::algebra::logic::No;
use finch_traits::explain::WriteDescription;
use finch_traits::fiber::Fiber;
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::accept::Accept;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, WholeRun, Write, WriteFiber};
use finch_traits::{Error, ErrorKind, Result};
use segments::Gap;

/// How far a level is written.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// How many fibers exist.
    assembled: usize,
    /// How many fibers are complete.
    closed: usize,
    /// The last complete fiber that was given something is the one before this.
    sealed: usize,
    /// How many equal positions the last segment ends with, if it is a literal.
    tail: usize,
    /// How many runs the last segment consists of, if it is a literal.
    pieces: usize,
    /// A fiber is being written right now.
    busy: bool,
}

/// All fibers, for writing.
#[derive(Debug)]
pub struct PackBitsWriting<L, P, I> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct PackBitsWriteFiber<L, P, I, D> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to.
#[derive(Debug)]
pub struct PackBitsAppend<L, P, I, D> {
    level: *mut PackBits<L, Vec<P>, Vec<I>>,
    position: usize,
    /// The first segment of the fiber.
    start: usize,
    dirty: D,
}

crate::copy!(
    PackBitsWriting<L, P, I>,
    PackBitsWriteFiber<L, P, I, D: Copy>,
    PackBitsAppend<L, P, I, D: Copy>,
);

/// Where the child of a new run waits.
type StageOf<L> = <<L as MergeLevel>::Staging as Staging<L>>::Stage;
/// One fiber below, for reading.
type FiberOf<'a, L> = <<L as Level>::Fibers<'a> as Fibers>::Fiber;

// SAFETY: a segment is appended only behind the last one of its fiber and not beyond the extent, fibers are written in
// ascending order, and freezing completes all of them; a child is kept for every position.
unsafe impl<L: MergeLevel, P: Width, I: Width> WriteLevel for PackBits<L, Vec<P>, Vec<I>> {
    type NeedsFlag = No;
    type Writing<'w>
        = PackBitsWriting<L, P, I>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        let (stored, fill) = (
            <FiberOf<'_, L> as Fiber>::Known::AT_RUN_TIME,
            <L::Fill as Fill<L::T>>::Known::AT_RUN_TIME,
        );
        if stored != Knowledge::NOTHING && stored != fill {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!(
                    "a {} level stores runs of fill, which a {} level cannot hold: write a SparseRunList level",
                    Self::NAME,
                    L::NAME
                ),
            ));
        }
        if let Some((&extent, below)) = shape.split_first() {
            crate::runs::ends_fit::<I>(Self::NAME, extent)?;
            self.child.resize(driver, below)?;
            self.extent = extent;
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.clear();
        self.right.clear();
        self.ofs.clear();
        self.ofs.push(P::default());
        self.progress = Progress::default();
        self.child.declare(driver)
    }

    #[inline]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.reserve(driver, positions)?;
        if positions > self.progress.assembled {
            let before = core::mem::replace(&mut self.progress.assembled, positions);
            if self.extent > 0
                && let Err(fault) = self.make_room(driver, self.progress.closed.min(positions), 0, 0, 0)
            {
                self.progress.assembled = before;
                return Err(fault);
            }
        }
        Ok(())
    }

    // Fibers that may never exist need no segments.
    #[inline]
    fn reserve(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = Self::too_large(positions, positions);
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        // A level below a parent without entries was never assembled.
        self.ptr.resize(positions + 1, P::default());
        if self.progress.closed >= positions {
            self.cut(driver, positions)
        } else {
            self.close(driver, positions)
        }
        self.child.freeze(driver, self.used())
    }

    fn thaw(&mut self, _driver: Driver, _positions: usize) -> Result<()> {
        Err(Error::new(
            ErrorKind::Lifecycle,
            "a PackBits level cannot be updated in place: write what comes out to another tensor that is declared, or update one of a \
             Dense level, as a Vector or Matrix",
        ))
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        self.right.shrink_to_fit();
        self.ofs.shrink_to_fit();
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        PackBitsWriting { level }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: MergeLevel, P: Width, I: Width> WriteFibers for PackBitsWriting<L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = PackBitsWriteFiber<L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        PackBitsWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled or reserved; fibers that come too late are refused.
unsafe impl<L: MergeLevel, P: Width, I: Width, D: Dirty> WriteFiber for PackBitsWriteFiber<L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        let Some(start) = level.open(pass.driver(), self.position, pass.region().lo) else {
            return;
        };
        k.call(
            pass,
            UnfurledTarget::new(
                PackBitsAppend {
                    level: self.level,
                    position: self.position,
                    start,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        level.progress.busy = false
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'s, L> = <<L as MergeLevel>::Staging as Staging<L>>::Staged<'s, &'s Cell<bool>>;
        fn with<'s, L: MergeLevel + 's, P: Width, I: Width, D: Dirty>() -> WriteDescription {
            WriteDescription::new::<PackBitsAppend<L, P, I, D>, Child<'s, L>>("PackBits")
        }
        with::<L, P, I, D>().noting("appending")
    }
}

impl<L: MergeLevel, P: Width, I: Width, D: Dirty> PackBitsAppend<L, P, I, D> {
    /// The level, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut PackBits<L, Vec<P>, Vec<I>> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are in use
        // only while a run is staged, when this is not called.
        unsafe { &mut *self.level }
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[inline(always)]
    fn write<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, driver: Driver, pass: Q, rest: R, k: K) {
        let region = pass.region();
        let (mut position, mut gap) = (0, Gap::None);
        if L::Staging::IN_PLACE {
            (position, gap) = match self.level().begin(driver, self.position, self.start, region) {
                Ok(begun) => begun,
                Err(fault) => return fault::raise(fault),
            }
        }
        let (stage, dirty) = (L::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { L::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(pass.driver(), Write::new(fiber, rest)));
        if !dirty.get() {
            return;
        }
        let put = if L::Staging::IN_PLACE {
            self.level()
                .put_in_place(driver, self.position, self.start, region, gap, stage)
        } else {
            self.level().put(driver, self.position, self.start, region, stage)
        };
        match put {
            Ok(()) => self.dirty.set(),
            Err(fault) => fault::raise(fault),
        }
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: MergeLevel, P: Width, I: Width, D: Dirty> WriteLooplet for PackBitsAppend<L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }

    #[inline(always)]
    fn accept<R: Rest, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass.driver(), pass, rest, k)
    }
}
