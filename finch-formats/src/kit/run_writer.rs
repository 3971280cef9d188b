//! Writing runs: levels that are appended to by whole stretches of indices, each of which holds one child.
//!
//! A run is written in three steps, see [`crate::merge`]: its child is staged, compared with that of the run before it,
//! and kept or taken back. A level says what becomes of the borders of runs, [`AppendRuns`].
//!
//! While a fiber is written, how far it goes, base pointers and how much room there is live in the frame that entered
//! it, if children are staged in a local: what a loop does per run is then a comparison and two or three stores. What
//! is rare is done out of line by the level, with all that it needs as arguments, so that nothing of the frame is in
//! memory.

use crate::imports::*;

/// Where a run is to be appended: the fiber, what is written of it, and the indices of the run.
#[derive(Clone, Copy, Debug)]
pub struct RunPosition {
    /// The position of the fiber.
    pub fiber: usize,
    /// The first run of the fiber.
    pub start: usize,
    /// Where its last run ends: the smallest index that may come. No index is as large if the fiber comes too late.
    pub next: usize,
    /// The indices of the run, which start there or later.
    pub region: Region,
}

/// What becomes of the indices between the last run and one that is staged in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// There are none, or nothing is stored for them.
    None,
    /// They make the last run longer, which is fill.
    Extends,
    /// They get a run of fill.
    Fills,
}

/// A level to which runs are appended.
///
/// # Safety
///
/// * `open` says where the fiber is written, and counts as writing it until `close`; runs are put behind the last one
///   only.
/// * Runs are put through `bases`, and their children through what [`Staging::base`] hands out, where `room` says that
///   there is room for another run, until room is made again.
/// * `begin_in_place` returns a position of the level below where there is room.
/// * After `settle` the level holds what was put. It can be frozen then, whatever was written.
pub unsafe trait AppendRuns: Compressed<Child: WriteLevel<T = Self::T>> {
    /// How the child of a new run is written.
    type Staging: Staging<Self::Child>;
    /// Base pointers of the arrays of borders.
    type Bases: Copy;
    /// [`WriteFiber::TOGETHER`] of a fiber.
    const TOGETHER: usize;

    /// Opens `fiber`, of which `index` is written first, if that is known. Returns its first run and where its last run ends, see
    /// [`RunPosition`]; or nothing if it has raised a fault.
    fn open(&mut self, driver: Driver, fiber: usize, index: Option<usize>) -> Option<(usize, usize)>;
    /// Leaves `fiber`, which starts with run `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn close(&mut self, driver: Driver, _fiber: usize, _start: usize) {
        self.parts(driver).progress.busy = false
    }

    /// Takes note that the only fiber is written from index `first` on.
    fn begin_at(&mut self, _first: usize) {}

    /// Where runs are kept, and how far they go.
    fn reach(&mut self) -> Reach<Self::Bases, BaseOf<Self>>;
    /// A run from `lo` on needs no more than to be put, where the fiber is written up to `next`. If none does, as by default,
    /// nothing is put through `bases`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn follows(_lo: usize, _next: usize) -> bool {
        false
    }
    /// Puts where a new run starts, if that is kept.
    ///
    /// # Safety
    ///
    /// There is room for the run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put_start(_bases: Self::Bases, _run: usize, _lo: usize) {}
    /// Puts where a run ends.
    ///
    /// # Safety
    ///
    /// There is room for the run, or it is there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put_end(_bases: Self::Bases, _run: usize, _hi: usize) {}
    /// Takes note of the runs that were put behind the ends of the arrays.
    ///
    /// # Safety
    ///
    /// The borders of the first `runs` runs were put, and their children are kept.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(&mut self, _driver: Driver, _runs: usize) {}

    /// Appends what is staged in a local as a run, or makes the last run longer if that is equal: this is how it is done where
    /// there is no room, or where [`follows`](Self::follows) says so. A fault comes with the index up to which the fiber is
    /// written.
    fn put(&mut self, driver: Driver, at: RunPosition, stage: StageOf<Self>) -> Put;
    /// Finds out where a run is to be staged in place, and makes room there. Nothing changes that could be read.
    fn begin_in_place(&mut self, driver: Driver, at: RunPosition) -> Result<(usize, Gap), Fault>;
    /// Appends what is staged in place as a run, or makes the last run longer if that is equal. A fault comes with the index up to
    /// which the fiber is written.
    fn put_in_place(&mut self, driver: Driver, at: RunPosition, gap: Gap, stage: StageOf<Self>) -> Put;
}

/// What comes of putting a run: a fault comes with the index up to which the fiber is written.
pub type Put = Result<(), (Fault, usize)>;

/// Where the child of a new run is kept until it was compared with that of the run before.
pub type StageOf<A> = <<A as AppendRuns>::Staging as Staging<<A as Compressed>::Child>>::Stage;
/// How the child of a run is put, by its position, into the level below.
pub type BaseOf<A> = <<A as AppendRuns>::Staging as Staging<<A as Compressed>::Child>>::Base;

/// The looplet of a fiber that is being written run by run.
pub struct AppendingRuns<A: AppendRuns, D> {
    fiber: PointerFiber<A, D>,
    frame: Lent<Frame<A::Bases, BaseOf<A>>>,
}

/// How many runs a level holds, how many it has room for, and where they and their children are put.
#[derive(Clone, Copy, Debug)]
pub struct Reach<Bases, Base> {
    /// How many runs there are.
    pub runs: usize,
    /// How many there can be until room is made.
    pub room: usize,
    /// Where the borders of runs are kept.
    pub bases: Bases,
    /// Where their children are kept.
    pub child: Base,
}

/// How far a fiber is written. Where children are staged in a local the arrays are written behind their ends, and their
/// lengths are set when the fiber is left or needs more room.
struct Frame<Bases, Base> {
    /// The first run of the fiber.
    start: usize,
    /// Where the last run ends: the smallest index that may come.
    next: Cell<usize>,
    reach: Cell<Reach<Bases, Base>>,
}

crate::copied!([A: AppendRuns, D: Copy] AppendingRuns<A, D>);

crate::shown!([A: AppendRuns, D] AppendingRuns<A, D> |it| level: A::NAME, position: it.fiber.position);

/// Opens a fiber for as long as `then` writes it. `index` is the first one that may come, if that is known.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn open<A: AppendRuns, D: Dirty>(
    fiber: PointerFiber<A, D>,
    driver: Driver,
    index: Option<usize>,
    then: impl FnOnce(AppendingRuns<A, D>),
) {
    // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
    // child is written.
    let level = unsafe { &mut *fiber.level };
    let Some((start, next)) = level.open(driver, fiber.position, index) else {
        return;
    };
    let frame = Frame {
        start,
        next: Cell::new(next),
        reach: Cell::new(level.reach()),
    };
    // SAFETY: `then` uses it while this frame exists.
    let frame = unsafe { Lent::new(&frame) };
    let append = AppendingRuns { fiber, frame };
    then(append);
    append.level(driver).close(driver, fiber.position, start)
}

/// Implements [`WriteByPointer::describe`] for a level to which runs are appended.
pub fn describe<A: AppendRuns, D: Dirty>(_fiber: PhantomData<PointerFiber<A, D>>) -> WriteDescription {
    type Child<A> = <<A as AppendRuns>::Staging as Staging<<A as Compressed>::Child>>::Staged<Lent<Cell<bool>>>;
    WriteDescription::new::<AppendingRuns<A, D>, Child<A>>(A::NAME).noting("appending")
}

impl<A: AppendRuns, D: Dirty> AppendingRuns<A, D> {
    /// The level, with lengths that are right, for the length of one call.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::mut_from_ref)]
    fn level(&self, driver: Driver) -> &mut A {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are in
        // use only while a run is staged, when this is not called.
        let level = unsafe { &mut *self.fiber.level };
        if !A::Staging::IN_PLACE {
            // SAFETY: that many runs were put.
            unsafe { level.settle(driver, self.frame.reach.get().runs) }
        }
        level
    }

    /// Where a run over `region` is written; nothing if it comes too late, for which a fault is raised.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(&self, region: Region) -> Option<RunPosition> {
        let (fiber, start, next) = (self.fiber.position, self.frame.start, self.frame.next.get());
        if region.lo < next {
            fault::raise(faults::out_of_order::<A>(fiber, region.lo));
            return None;
        }
        let at = RunPosition {
            fiber,
            start,
            next,
            region,
        };
        Some(at)
    }

    /// A run over `region` was put, or the fiber is written up to some index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn note(&self, region: Region, put: Put) {
        match put {
            Ok(()) => {
                self.frame.next.set(region.hi);
                self.fiber.dirty.set()
            }
            Err((fault, next)) => {
                fault::raise(fault);
                self.frame.next.set(next)
            }
        }
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<Q: Pass, R: RemainingIndices, K: OnTarget<Q, A::T>>(self, pass: Q, rest: R, k: K) {
        let (driver, region) = (pass.driver(), pass.region());
        let (mut position, mut gap) = (0, Gap::None);
        if A::Staging::IN_PLACE {
            let Some(at) = self.at(region) else { return };
            (position, gap) = match self.level(driver).begin_in_place(driver, at) {
                Ok(begun) => begun,
                Err(fault) => return fault::raise(fault),
            }
        } else if <A::Child as WriteLevel>::NeedsFlag::VALUE && self.at(region).is_none() {
            // What is there already cannot be taken back.
            return;
        }
        let (stage, dirty) = (A::Staging::stage(), Cell::new(false));
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it.
        let child: *mut A::Child = unsafe { &mut *self.fiber.level }.parts(driver).child;
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { A::Staging::staged(child, position, &stage, Lent::new(&dirty)) };
        k.call(pass, WholeRun::new(driver, Write::new(fiber, rest)));
        if dirty.get() {
            if A::Staging::IN_PLACE {
                let Some(at) = self.at(region) else { return };
                let put = self.level(driver).put_in_place(driver, at, gap, stage);
                self.note(region, put)
            } else {
                self.put(driver, region, stage)
            }
        }
    }

    /// Appends what is staged in a local as a run over `region`, or makes the last run longer if that is equal.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn put(&self, driver: Driver, region: Region, stage: StageOf<A>) {
        let (frame, next, reach) = (self.frame, self.frame.next.get(), self.frame.reach.get());
        if !A::follows(region.lo, next) || reach.runs >= reach.room {
            let Some(at) = self.at(region) else { return };
            let level = self.level(driver);
            let put = level.put(driver, at, stage);
            frame.reach.set(level.reach());
            return self.note(region, put);
        }
        let mut runs = reach.runs;
        // SAFETY: the run before belongs to this fiber, so it is kept.
        let repeats =
            region.lo == next && runs != frame.start && unsafe { A::Staging::repeats_at(reach.child, runs, &stage) };
        if !repeats {
            // SAFETY: there is room for another run.
            unsafe { A::Staging::keep_at(reach.child, runs, stage) };
            // SAFETY: as above.
            unsafe { A::put_start(reach.bases, runs, region.lo) };
            runs += 1
        }
        // SAFETY: the last run was there, or there was room for it.
        unsafe { A::put_end(reach.bases, runs - 1, region.hi) };
        frame.reach.set(Reach { runs, ..reach });
        frame.next.set(region.hi);
        self.fiber.dirty.set()
    }
}

// SAFETY: runs are put only behind the last one of the fiber; regions are within the extent.
unsafe impl<A: AppendRuns, D: Dirty> WriteLooplet for AppendingRuns<A, D> {
    type T = A::T;
    type Fill = <A::Fill as Fill<A::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, A::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass, rest, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn accept<R: RemainingIndices, K: OnTarget<Accept, A::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass, rest, k)
    }
}

// SAFETY: the position is assembled, and the frame is open.
unsafe impl<A: AppendRuns, D: Dirty> Insert for AppendingRuns<A, D> {
    type Asked = D::Asked;
    type AnyOrder = No;
    const TOGETHER: usize = A::TOGETHER;
}

/// Implements [`WriteByPointer`](crate::kit::by_pointer::WriteByPointer) for a level to which runs are appended: for
/// all such levels at once it cannot be implemented.
///
/// ```text
/// append_runs! {
///     unsafe impl[L: WriteLevel] WriteByPointer for Runs<L>
/// }
/// ```
///
/// The generic parameters are in brackets, with all their bounds. Writing `unsafe` promises that the level keeps to
/// [`AppendRuns`](crate::kit::run_writer::AppendRuns).
#[macro_export]
macro_rules! append_runs {
    (unsafe impl[$($generics:tt)*] WriteByPointer for $level:ty) => {
        // SAFETY: the position is assembled or reserved; runs and fibers that come too late are refused.
        unsafe impl<$($generics)*> $crate::kit::by_pointer::WriteByPointer for $level {
            type AnyOrder = $crate::traits::algebra::logic::No;
            const TOGETHER: usize = <Self as $crate::kit::run_writer::AppendRuns>::TOGETHER;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unfurl<D: $crate::traits::target::Dirty, U: $crate::kit::by_pointer::Unfurling<Self::T>>(
                fiber: $crate::kit::by_pointer::PointerFiber<Self, D>,
                then: U,
            ) {
                let (driver, first) = (then.driver(), then.first());
                $crate::kit::run_writer::open(
                    fiber,
                    driver,
                    Some(first),
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    move |append| then.looplet(append),
                )
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn enter<D: $crate::traits::target::Dirty, K: $crate::traits::target::OnWriteFiber<Self::T>>(
                fiber: $crate::kit::by_pointer::PointerFiber<Self, D>,
                driver: $crate::traits::lifecycle::Driver,
                k: K,
            ) {
                $crate::kit::run_writer::open(
                    fiber,
                    driver,
                    None,
                    #[cfg_attr(not(debug_assertions), inline(always))]
                    move |append| k.call($crate::kit::insert::Entered(append)),
                )
            }

            fn begin_at(&mut self, first: usize) {
                $crate::kit::run_writer::AppendRuns::begin_at(self, first)
            }

            fn describe<D: $crate::traits::target::Dirty>(
                fiber: core::marker::PhantomData<$crate::kit::by_pointer::PointerFiber<Self, D>>,
            ) -> $crate::traits::explain::WriteDescription {
                $crate::kit::run_writer::describe(fiber)
            }
        }
    };
}
