//! Runs: pieces of a fiber in ascending order, of which each says where it ends.
//!
//! ```text
//! ptr  [ 0 | 3 | 4 ]               fiber p has the runs ptr[p]..ptr[p + 1]
//! ends [ 2 | 3 | 9 | 9 ]           run q ends before index ends[q]: strictly ascending within a fiber
//! ```
//!
//! What a run is, with what lies before it, is a looplet of the level: one child, a gap and a child, a block of children. It
//! is the same wherever it is cut short.
//!
//! | runs | unfurl to |
//! |---|---|
//! | cover the extent, [`Gapless`] | `Stepper`, nothing behind the last |
//! | have fill behind the last, [`WithGaps`] | `Sequence(Stepper, fill)` |
//!
//! A level says where ends are and what a run is ([`Runs`]), and has [`RunsFibers`] as its fibers. Levels that gallop or search
//! say so in [`Runs::unfurl_gallop`] and [`Runs::unfurl_follow`].

use crate::imports::*;
use crate::kit::ranged::ChildValue;

/// The arrays of a level of runs, borrowed by value.
///
/// # Safety
///
/// An implementer promises, for each fiber of a valid level:
/// * the ends of its runs are within `ends`, ascend strictly from above 0, and are at most the extent; the last one is the
///   extent if runs are [`Gapless`];
/// * `run` reads nothing of a run that is not here;
/// * `run` is right for the indices from where the run before it ends up to where it ends itself;
/// * `left` is below the end of the run.
pub unsafe trait Runs: Borrowed {
    /// What stores ends.
    type End: Width;
    /// A run, with what lies before it; or fill, if runs are [`Gapless`] and it is not there.
    type Run<H: Presence>: Looplet<T = ChildValue<Self>>;
    /// Whether runs cover the extent: [`Gapless`] or [`WithGaps`].
    type Coverage: Coverage<Self>;

    /// Where runs end.
    fn ends(&self) -> &[Self::End];

    /// Run `at`, with what lies before it.
    ///
    /// # Safety
    ///
    /// It is stored, unless it is not `here` and runs are [`Gapless`].
    unsafe fn run<H: Presence>(self, at: usize, here: H) -> Self::Run<H>;

    /// Where run `at` starts, if that can be told without the run before it.
    ///
    /// # Safety
    ///
    /// It is stored.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn left(self, _at: usize) -> Option<usize> {
        None
    }

    /// Hands the looplet nest of the gallop protocol to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RunsFiber<Self, H>, pass: P, k: K) {
        Ended::unfurl(fiber, pass, k)
    }

    /// Hands the looplet nest of the follow protocol to `k`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RunsFiber<Self, H>, pass: P, k: K) {
        Ended::unfurl(fiber, pass, k)
    }

    /// What a fiber unfurls to, as data.
    fn nest<H: Presence>(_protocol: Protocol) -> Nest {
        Self::Coverage::nest::<H>()
    }
}

/// Writes into the `impl` of [`Runs`] which of the arrays has the ends of the pieces.
macro_rules! runs_end_at {
    ($array:ident: $end:ty) => {
        type End = $end;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn ends(&self) -> &[$end] {
            &self.$array
        }
    };
}
pub(crate) use runs_end_at;

/// Runs in which single indices are searched.
///
/// # Safety
///
/// An implementer promises that `find` returns the child at the index, and `None` where there is fill.
pub unsafe trait SearchedRuns: Runs {
    /// The child at `index`, of which it is known that run `at` is the first to end beyond it.
    ///
    /// # Safety
    ///
    /// The run is stored.
    unsafe fn find(self, at: usize, index: usize) -> Option<<Self::Child as Fibers>::Fiber>;
}

/// All fibers of a level that stores runs, for reading: stretches of the arrays `R` between pointers of type `P`.
pub type RunsFibers<P, R> = RangedFibers<P, Ended<R>>;

/// One fiber of a level that stores runs, for reading. `H` says whether it is there.
pub type RunsFiber<R, H> = RangedFiber<Ended<R>, H>;

/// Whether runs cover the extent: what a fiber of them unfurls to.
///
/// # Safety
///
/// As of [`Ranged`].
pub unsafe trait Coverage<R: Runs> {
    /// Runs cover the extent, or there is no fiber.
    const COVERS: bool;
    /// Hands the looplet nest of the walk protocol to `k`.
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<R>>>(steps: RunsSteps<R>, pass: P, k: K);
    /// What it unfurls to, as data.
    fn nest<H: Presence>() -> Nest;
}

/// The [`Coverage`] of runs that cover every index of a fiber. A fiber that is absent has no runs, and is all fill.
#[derive(Clone, Copy, Debug)]
pub struct Gapless;

/// The [`Coverage`] of runs that do not cover a fiber: there may be fill in front of each, and there is fill behind the last.
#[derive(Clone, Copy, Debug)]
pub struct WithGaps;

// SAFETY: there is a run at every index; where there is no run there is no fiber, and fill stands for it.
unsafe impl<R: Runs> Coverage<R> for Gapless {
    const COVERS: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<R>>>(steps: RunsSteps<R>, pass: P, k: K) {
        branch!(if H::RuntimeKnown {
            k.looplet(pass, Stepper(Guarded::new(steps.or_fill())))
        } else {
            k.looplet(pass, Stepper(steps))
        })
    }

    fn nest<H: Presence>() -> Nest {
        if H::RuntimeKnown::VALUE {
            Nest::of::<Stepper<Guarded<RunsSteps<R, bool>>>>()
        } else {
            Nest::of::<Stepper<RunsSteps<R>>>()
        }
    }
}

// SAFETY: behind the last run there is fill; a fiber that is absent has no runs.
unsafe impl<R: Runs> Coverage<R> for WithGaps {
    const COVERS: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<R>>>(steps: RunsSteps<R>, pass: P, k: K) {
        k.looplet(pass, steps.then_fill(Stepper(steps)))
    }

    fn nest<H: Presence>() -> Nest {
        Nest::of::<ThenFill<R, Stepper<RunsSteps<R>>>>()
    }
}

/// The looplet `L` up to the end of the last run of `R`, and fill behind that.
pub type ThenFill<R, L> = Sequence<L, Run<Absent<Ended<R>>>>;

/// The arrays `R` of a level that stores runs, as something whose stretches are fibers ([`Ranged`]).
#[derive(Clone, Copy, Debug)]
pub struct Ended<R>(pub R);

borrowed! { impl[R: Borrowed] Ended<R>, R::NAME, |arrays| arrays.0.child() => R::Child }

// SAFETY: as `Runs` promises, runs ascend and are right up to where they end.
unsafe impl<R: Runs> Ranged for Ended<R> {
    type DenseBelow = <<R::Child as Fibers>::Fiber as Fiber>::Dense;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RunsFiber<R, H>, pass: P, k: K) {
        R::Coverage::unfurl::<H, P, K>(RunsSteps::of(fiber), pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_gallop<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RunsFiber<R, H>, pass: P, k: K) {
        R::unfurl_gallop(fiber, pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl_follow<H: Presence, P: Pass, K: OnLeaf<P, ChildValue<Self>>>(fiber: RunsFiber<R, H>, pass: P, k: K) {
        R::unfurl_follow(fiber, pass, k)
    }

    fn describe<H: Presence>(protocol: Protocol) -> FiberDescription {
        FiberDescription::new(R::NAME, R::nest::<H>(protocol))
    }
}

/// Searches `fiber` with a monotone cursor: logarithmic in how far the next index is. What levels whose runs are
/// [`SearchedRuns`] unfurl to by [`Runs::unfurl_follow`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn search<R: SearchedRuns, H: Presence, P: Pass, K: OnLeaf<P, ChildValue<R>>>(
    fiber: RunsFiber<R, H>,
    pass: P,
    k: K,
) {
    let cursor = Cell::new(fiber.bounds().0);
    // SAFETY: it is handed on from the frame of the cursor.
    k.looplet(pass, unsafe { Follow::new(RunsSteps::of(fiber), &cursor) })
}

/// The runs of one fiber, and which of them is the current one. `H` says whether there is one wherever steps ask for it; where
/// there may be none, runs are [`Gapless`].
#[derive(Clone, Copy, Debug)]
pub struct RunsSteps<R, H = Here> {
    /// Where the last run ends, or 0.
    last: usize,
    at: usize,
    to: usize,
    runs: R,
    here: PhantomData<H>,
}

impl<R: Runs> RunsSteps<R> {
    /// The runs of `fiber`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn of<H: Presence>(fiber: RunsFiber<R, H>) -> Self {
        let (at, to) = fiber.bounds();
        let mut steps = RunsSteps {
            last: fiber.extent(),
            at,
            to,
            runs: fiber.arrays().0,
            here: PhantomData,
        };
        if !R::Coverage::COVERS {
            steps.last = steps.last_end()
        }
        steps
    }

    /// These runs, with fill if there are none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn or_fill(self) -> RunsSteps<R, bool> {
        let RunsSteps { last, at, to, runs, .. } = self;
        RunsSteps {
            last,
            at,
            to,
            runs,
            here: PhantomData,
        }
    }

    /// `looplet` up to where the last run ends, and fill behind that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn then_fill<L>(&self, looplet: L) -> ThenFill<R, L> {
        Sequence {
            first: looplet,
            split: self.last,
            second: Run(FillFiber::new()),
        }
    }

    /// The number of the current run.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at(&self) -> usize {
        promise!(self.at < self.to);
        self.at
    }

    /// The arrays of the level.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn arrays(&self) -> R {
        self.runs
    }

    /// Where the last run ends, or 0 if there is none. So far `last` is the extent.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn last_end(&self) -> usize {
        if self.at >= self.to {
            return 0;
        }
        let last = self.end_of(self.to - 1);
        // SAFETY: runs are not empty, and end up to the extent, as was checked with the level.
        unsafe { assert_unchecked(0 < last && last <= self.last) };
        last
    }
}

impl<R: Runs, H> RunsSteps<R, H> {
    /// Where run `at` ends, which is below `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_of(&self, at: usize) -> usize {
        promise!(at < self.to);
        // SAFETY: the runs of a fiber lie within the ends, as was checked with the level.
        unsafe { self.runs.ends().get_unchecked(at) }.to_usize()
    }

    /// The first run from the current one on that ends beyond `index`, or `to`.
    ///
    /// Whoever asks for one index after the other finds it in the current run or one of the next, mostly.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn beyond(&self, index: usize) -> usize {
        for at in self.at..self.at + 3 {
            if at >= self.to || self.end_of(at) > index {
                return at;
            }
        }
        first_at_least(self.runs.ends(), self.at + 3, self.to, index + 1)
    }

    /// Where the current run starts, if that can be told.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> Option<usize> {
        promise!(self.at < self.to);
        // SAFETY: there is a current run.
        unsafe { self.runs.left(self.at) }
    }
}

// SAFETY: runs are ascending and not empty, and their children are stored, as `Runs` promises.
unsafe impl<R: Runs, H: Presence> Steps for RunsSteps<R, H> {
    stable_steps!(Steps);
    type T = ChildValue<R>;
    type Child = R::Run<H>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop(&self) -> usize {
        self.end_of(self.at)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop_beyond(&self, index: usize) -> usize {
        let stop = self.stop();
        promise!(index < stop);
        // SAFETY: the driver says so.
        unsafe { assert_unchecked(index < stop) };
        stop
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_cut_by(&self, index: usize) -> bool {
        self.left().is_some_and(|left| left < index)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stop_of_whole(&self, index: usize) -> usize {
        let Some(left) = self.left() else {
            return self.stop_beyond(index);
        };
        let right = self.stop();
        promise!(index <= left && left < right);
        // SAFETY: the driver says that the run does not start before `index`, and runs are not empty.
        unsafe { assert_unchecked(index <= left && left < right) };
        right
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn gap_end(&self) -> usize {
        self.left().unwrap_or(0)
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn child(&self) -> Self::Child {
        // SAFETY: there is a current run, or none is here.
        unsafe { self.runs.run(self.at, H::of(self.at < self.to)) }
    }
    // Usually the whole fiber is meant, which needs no search.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.last { self.to } else { self.beyond(hi) }
    }
    // A part of the current run. Behind the last run no region goes on. Where the run before ends is looked up again, so that no
    // loop keeps it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn rest<P: Pass, K: OnLeaf<P, Self::T>>(self, pass: P, first: usize, _index: usize, k: K) {
        if self.at >= self.to {
            return;
        }
        cold_path();
        let Region { lo, hi } = pass.region();
        let index = if self.at > first { self.end_of(self.at - 1) } else { lo };
        if index < hi {
            k.hand_on(pass.within(Region::new(index, hi)), self.child())
        }
    }
}

// SAFETY: the cursor is compared with its end.
unsafe impl<R: Runs, H: Presence> Bounded for RunsSteps<R, H> {
    stable_steps!(Bounded);
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<R: SearchedRuns> Find for RunsSteps<R> {
    found!(R::Child);

    // Nothing is found in a fiber that is not there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(mut self, cursor: &Cell<usize>, index: usize) -> Option<Self::F> {
        self.at = cursor.get();
        let at = self.beyond(index);
        cursor.set(at);
        if at < self.to {
            // SAFETY: the run is stored, and the first to end beyond the index.
            unsafe { self.runs.find(at, index) }
        } else {
            None
        }
    }
}
