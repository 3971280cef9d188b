//! `RunList`: runs that cover every index, each with one child (run-length encoding).
//!
//! ```text
//! ptr   [ 0 | 3 | 4 ]              fiber p holds runs ptr[p]..ptr[p + 1], which are the positions of the child
//! right [ 2 | 3 | 9 | 9 ]          run q ends before index right[q], and starts where the one before it ends
//!         ~fiber 0~   ~fiber 1~    0..2, 2..3, 3..9 and 0..9
//! ```
//!
//! The ends of a fiber are strictly ascending, and the last one is the extent; a fiber of extent 0 has no runs.
//!
//! | protocol | unfurls to | costs, for `r` runs |
//! |---|---|---|
//! | any | `Stepper` of `Run(child)`, nothing behind the last | `r` |
//!
//! Written by runs: ascending runs, ascending fibers, constant time each beside what the child takes. What is left out
//! becomes a run of fill. A run that equals its left neighbour is merged with it, unless the last type parameter is
//! [`No`]; see [`crate::merge`]. What was sealed cannot be updated in place. Bytes: `ptr` per fiber, `right` per run.

use crate::buffer::{Buffer, grow};
use crate::merge::{InPlace, MergeLevel, Merging, Staging};
use crate::runs::{Bounded, Ends, GuardedRuns};
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::{Knowledge, Unknown};
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::fiber::Fiber;
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::pass::accept::Accept;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnLeaf, OnTarget, Pass};
use finch_traits::rank::Next;
use finch_traits::region::Region;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, WholeRun, Write, WriteFiber};
use finch_traits::tree::Tree;
use finch_traits::{Error, ErrorKind, Result};

/// Runs that cover every index of every fiber.
///
/// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
#[derive(Clone, Debug)]
pub struct RunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
    extent: usize,
    ptr: Ptr,
    right: Idx,
    child: L,
    writing: Progress,
    merge: PhantomData<Merge>,
}

/// How far a level is written.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// How many fibers are assembled.
    assembled: usize,
    /// How many fibers are complete: their runs reach the extent.
    closed: usize,
    /// The last complete fiber that was given runs is the one before this.
    sealed: usize,
    /// A fiber is being written right now.
    busy: bool,
    /// How many runs there can be until room is made for more.
    room: usize,
}

impl<L, Ptr, Idx> RunList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` ends before index `right[q]`, and
    /// its child is at position `q` in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, right: Idx, child: L) -> Self {
        RunList {
            extent,
            ptr,
            right,
            child,
            writing: Progress::default(),
            merge: PhantomData,
        }
    }
}

impl<L, Ptr, Idx, Merge> RunList<L, Ptr, Idx, Merge> {
    /// The same level; runs that are written to it stay as they are written.
    pub fn unmerged(self) -> RunList<L, Ptr, Idx, No> {
        RunList {
            extent: self.extent,
            ptr: self.ptr,
            right: self.right,
            child: self.child,
            writing: self.writing,
            merge: PhantomData,
        }
    }

    /// How many indices a fiber has.
    pub fn extent(&self) -> usize {
        self.extent
    }

    /// Where each fiber starts, and the end of the last.
    pub fn ptr(&self) -> &Ptr {
        &self.ptr
    }

    /// Where each run ends.
    pub fn right(&self) -> &Idx {
        &self.right
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The extent, `ptr`, `right` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, L) {
        (self.extent, self.ptr, self.right, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> RunList<L, Ptr, Idx, M> {
    /// The runs that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.right.as_slice().len());
        (ptr[position].to_usize().min(to), to)
    }
}

impl<L: Default, P: Width, I: Width, M> Default for RunList<L, Vec<P>, Vec<I>, M> {
    fn default() -> Self {
        RunList {
            extent: 0,
            ptr: vec![P::default(); 2],
            right: Vec::new(),
            child: L::default(),
            writing: Progress::default(),
            merge: PhantomData,
        }
    }
}

// ---- reading ----

/// All fibers, borrowed.
#[derive(Debug)]
pub struct RunListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    right: &'a [I],
    child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct RunListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    right: &'a [I],
    child: C,
}

/// The runs of one fiber.
#[derive(Debug)]
pub struct RunListSteps<'a, C, I> {
    extent: usize,
    ends: Ends<'a, I>,
    child: C,
}

/// The runs of a fiber that is there, or none, in place of which there is fill.
#[derive(Debug)]
pub struct MaybeRunListSteps<'a, C, I>(RunListSteps<'a, C, I>);

crate::copy!(
    RunListFibers<'a, C: Copy, P, I>,
    RunListFiber<'a, C: Copy, I>,
    RunListSteps<'a, C: Copy, I>,
    MaybeRunListSteps<'a, C: Copy, I>,
);

// SAFETY: `validate` checks that every fiber's runs lie within `right` and the child, that they are not empty, and that
// they end at the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> Level
    for RunList<L, Ptr, Idx, M>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Fibers<'a>
        = RunListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "RunList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        RunListFibers {
            extent: self.extent,
            ptr: self.ptr.as_slice(),
            right: self.right.as_slice(),
            child: self.child.fibers(),
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::runs::ends_fit::<I>(Self::NAME, self.extent)?;
        let right = self.right.as_slice();
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, right.len())?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let (from, mut left) = (pair[0].to_usize(), 0);
            for (run, end) in right[from..pair[1].to_usize()].iter().enumerate() {
                let end = end.to_usize();
                if end <= left || end > self.extent {
                    return Err(crate::runs::invalid(
                        Self::NAME,
                        fiber,
                        run,
                        &format_args!(
                            "goes from {left} to {end}: ends are strictly ascending, up to the extent {}",
                            self.extent
                        ),
                    ));
                }
                left = end
            }
            if left != self.extent {
                return Err(Error::new(
                    ErrorKind::Invalid,
                    format!(
                        "the runs of fiber {fiber} of a {} level end at {left}, not at its extent {}",
                        Self::NAME,
                        self.extent
                    ),
                ));
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = Ends::new(self.right.as_slice(), from, to).beyond(index[0]);
        self.child.get(at, &index[1..])
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        let mut left = 0;
        for at in from..to {
            let right = self.right.as_slice()[at].to_usize();
            for here in left..right {
                index.push(here);
                self.child.for_each(at, index, visit);
                index.pop();
            }
            left = right
        }
    }

    fn count_stored(&self, positions: usize) -> usize {
        self.child.count_stored(self.ptr.as_slice()[positions].to_usize())
    }

    fn draw(&self, position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result
    where
        L::T: fmt::Debug,
    {
        tree.head(Self::NAME, &self.extent)?;
        let (from, to) = self.range(position);
        let right = self.right.as_slice();
        tree.children(from..to, &mut |at, tree| {
            let left = if at > from { right[at - 1].to_usize() } else { 0 };
            tree.label(format_args!("{left}..{}", right[at].to_usize()))?;
            self.child.draw(at, tree)
        })
    }
}

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for RunListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = RunListFiber<'a, C, I>;
    type Maybe = MaybeRunList<'a, C, I>;

    #[inline(always)]
    unsafe fn fiber(self, position: usize) -> Self::Fiber {
        debug_assert!(position + 1 < self.ptr.len());
        // SAFETY: there is one pointer more than there are positions, and the caller names one of them.
        let (from, to) = unsafe {
            (
                self.ptr.get_unchecked(position).to_usize(),
                self.ptr.get_unchecked(position + 1).to_usize(),
            )
        };
        RunListFiber {
            extent: self.extent,
            from,
            to,
            right: self.right,
            child: self.child,
        }
    }

    // An absent list has no runs.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            RunListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                right: self.right,
                child: self.child,
            }
        };
        MaybeRunList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> RunListFiber<'a, C, I> {
    #[inline(always)]
    fn steps(self) -> RunListSteps<'a, C, I> {
        RunListSteps {
            extent: self.extent,
            ends: Ends::new(self.right, self.from, self.to),
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for RunListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps()))
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
}

/// A list of runs that is there, or all fill.
#[derive(Debug)]
pub struct MaybeRunList<'a, C, I> {
    fiber: RunListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeRunList<'a, C: Copy, I>);

// SAFETY: forwards to a list; if it is not there it has no runs, and fill stands in place of them.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeRunList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = MaybeRunListSteps(self.fiber.steps());
        k.looplet(pass, Stepper(GuardedRuns::new(steps)))
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
}

// SAFETY: runs are not empty and ascending, the last one ends at the extent, and their children are stored.
unsafe impl<'a, C: Fibers, I: Width> Steps for RunListSteps<'a, C, I> {
    type T = C::T;
    type Child = Run<C::Fiber>;
    type Trunc = Self::Child;
    type Blend = Self::Child;
    type Stable = Yes;
    type Guarded = GuardedRuns<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        GuardedRuns::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.ends.at = self.ends.beyond(index)
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.ends.stop()
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
        debug_assert!(self.ends.is_in());
        // SAFETY: there is a current run, whose child is stored.
        Run(unsafe { self.child.fiber(self.ends.at) })
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
        if hi >= self.extent { self.ends.to } else { self.ends.beyond(hi) }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.ends.leap(end)
    }
}

// SAFETY: the cursor is compared with its end.
unsafe impl<C: Fibers, I: Width> Bounded for RunListSteps<'_, C, I> {
    #[inline(always)]
    fn is_in(&self) -> bool {
        self.ends.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.ends.at += count
    }
}

// SAFETY: forwards to runs; where there are none, there is fill.
unsafe impl<C: Fibers, I: Width> Steps for MaybeRunListSteps<'_, C, I> {
    type T = C::T;
    type Child = Run<C::Maybe>;
    type Trunc = Self::Child;
    type Blend = Self::Child;
    type Stable = Yes;
    type Guarded = GuardedRuns<Self>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        GuardedRuns::new(self)
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.0.seek(index)
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.0.stop()
    }
    #[inline(always)]
    fn next(&mut self) {
        self.0.next()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.0.next_if(end)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        // SAFETY: if there is a current run, its child is stored.
        Run(unsafe { self.0.child.fiber_if(self.0.ends.at, self.0.ends.is_in()) })
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
        self.0.position()
    }
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        self.0.end(hi)
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.0.leap(end)
    }
}

// SAFETY: forwards.
unsafe impl<C: Fibers, I: Width> Bounded for MaybeRunListSteps<'_, C, I> {
    #[inline(always)]
    fn is_in(&self) -> bool {
        self.0.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.0.skip(count)
    }
}

// ---- writing ----
//
// Fibers are written in ascending order. Opening one closes those before it: their runs are extended to the extent by
// fill, and `ptr` says where they end. So the level is made of complete fibers up to `closed`, and behind them are the
// runs of at most one more. `right` is as long as there are runs. Closing cannot fail, because the child always has room
// for the runs that there are and one for each fiber that is not closed; nor do the pointers overflow.
//
// A fiber below a sparse level may be opened, and those before it closed, without being given anything; its position is
// then used again. So a fiber may be opened as long as no fiber from it on was given runs (`sealed`), which reopens it.

/// All fibers, for writing.
#[derive(Debug)]
pub struct RunListWriting<L, P, I, M> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct RunListWriteFiber<L, P, I, M, D> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to.
#[derive(Debug)]
pub struct RunListAppend<'f, L, P, I, M, B: Copy, D> {
    level: *mut RunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    /// The first run of the fiber.
    start: usize,
    reach: &'f Reach<I, B>,
    dirty: D,
}

/// How far a fiber is written; lives in the frame that unfurled it. The arrays are written behind their ends, and their
/// lengths are set when the fiber is left or needs more room.
#[derive(Debug)]
pub struct Reach<I, B: Copy> {
    /// Where the last run ends.
    next: Cell<usize>,
    /// How many runs there are.
    runs: Cell<usize>,
    /// How many there can be until room is made.
    room: Cell<usize>,
    /// Where the ends of runs are kept.
    right: Cell<*mut I>,
    /// Where their children are kept.
    child: Cell<B>,
    /// There was no room for a run.
    refused: Cell<bool>,
}

impl<I: Width, B: Copy> Reach<I, B> {
    /// Takes note of where the arrays of `level` are, and how far they go.
    #[inline(always)]
    fn load<L: WriteLevel, P: Width, M: Merging<L, Staging: Staging<L, Base = B>>>(
        &self,
        level: &mut RunList<L, Vec<P>, Vec<I>, M>,
    ) {
        self.runs.set(level.right.len());
        self.room.set(level.writing.room);
        self.right.set(level.right.as_mut_ptr());
        self.child.set(M::Staging::base(&mut level.child).0)
    }
}

crate::copy!(
    RunListWriting<L, P, I, M>,
    RunListWriteFiber<L, P, I, M, D: Copy>,
    RunListAppend<'f, L, P, I, M, B: Copy, D: Copy>,
);

/// How a new child is written.
type StagingOf<L, M> = <M as Merging<L>>::Staging;
/// Where children are kept.
type BaseOf<L, M> = <StagingOf<L, M> as Staging<L>>::Base;

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> RunList<L, Vec<P>, Vec<I>, M> {
    fn too_large(fiber: usize, index: usize) -> Fault {
        Fault::TooLarge {
            level: "RunList",
            fiber,
            index,
        }
    }

    fn out_of_order(fiber: usize, index: usize) -> Fault {
        Fault::OutOfOrder {
            level: "RunList",
            fiber,
            index,
        }
    }

    /// Makes room for `runs` runs, if they fit the pointer type.
    #[inline(always)]
    fn make_room(&mut self, position: usize, runs: usize) -> Result<(), Fault> {
        let more = runs.saturating_sub(self.right.len());
        if runs > P::MAX || self.right.try_reserve(more).is_err() {
            return Err(Self::too_large(position, runs));
        }
        M::Staging::make_room(&mut self.child, runs)
    }

    /// How far the fiber at `position` is written, which is the first that is not closed and starts with run `start`.
    #[inline(always)]
    fn reach(&mut self, position: usize, start: usize) -> Reach<I, BaseOf<L, M>> {
        let next = match self.right.last() {
            Some(last) if self.right.len() > start => last.to_usize(),
            _ => 0,
        };
        self.set_room(position);
        let reach = Reach {
            next: Cell::new(next),
            runs: Cell::new(0),
            room: Cell::new(0),
            right: Cell::new(self.right.as_mut_ptr()),
            child: Cell::new(M::Staging::base(&mut self.child).0),
            refused: Cell::new(false),
        };
        reach.load(self);
        reach
    }

    /// Finds out how many runs there can be: what closes the fiber at `position` and those behind it has room too.
    #[inline(always)]
    fn set_room(&mut self, position: usize) {
        let (_, room) = M::Staging::base(&mut self.child);
        let room = room.min(self.right.capacity()).min(P::MAX);
        self.writing.room = room.saturating_sub(self.writing.assembled - position)
    }

    /// Makes room for `runs` runs, of which the last ends at `hi` in the fiber at `position`, and for what fibers are
    /// closed with afterwards.
    fn make_more_room(&mut self, position: usize, runs: usize, hi: usize) -> Result<(), Fault> {
        let unclosed = self.writing.assembled - position - usize::from(hi == self.extent);
        self.make_room(position, runs + unclosed)?;
        self.set_room(position);
        self.writing.room = self.writing.room.max(runs);
        Ok(())
    }

    /// Fills the gap between index `next`, up to which the fiber at `position` is written, and `region`, and makes room
    /// for another run if that is possible. Returns false if `region` comes too late or the gap cannot be filled.
    #[cold]
    #[inline(never)]
    fn prepare(&mut self, position: usize, start: usize, next: usize, region: Region) -> bool {
        let ready = if region.lo < next {
            Err(Self::out_of_order(position, region.lo))
        } else if region.lo > next {
            self.fill_gap(position, start, region.lo)
        } else {
            Ok(())
        };
        if let Err(fault) = ready {
            fault::raise(fault);
            return false;
        }
        // Whether it will be needed is not known yet.
        let _ = self.make_more_room(position, self.right.len() + 1, region.hi);
        true
    }

    fn fill_gap(&mut self, position: usize, start: usize, hi: usize) -> Result<(), Fault> {
        if !self.extends_by_fill(start, hi) {
            self.make_more_room(position, self.right.len() + 1, hi)?;
            self.push_fill(hi)
        }
        Ok(())
    }

    /// Extends the last run to `hi` if it is fill and belongs to the fiber that starts with run `start`.
    #[inline]
    fn extends_by_fill(&mut self, start: usize, hi: usize) -> bool {
        let runs = self.right.len();
        let (base, _) = M::Staging::base(&mut self.child);
        // SAFETY: the child of the run before is kept, if there is one.
        let repeats = runs > start
            && unsafe { M::Staging::repeats(&raw mut self.child, base, runs, &M::Staging::stage()) };
        if repeats {
            M::Staging::withdraw(&mut self.child, runs, 1);
            self.right[runs - 1] = I::truncate(hi)
        }
        repeats
    }

    /// Appends a run of fill that ends at `hi`, for which there is room.
    #[inline]
    fn push_fill(&mut self, hi: usize) {
        let runs = self.right.len();
        let (base, _) = M::Staging::base(&mut self.child);
        self.right.push(I::truncate(hi));
        // SAFETY: there is room for it.
        unsafe { M::Staging::keep(base, runs, M::Staging::stage()) };
        // SAFETY: it is kept now, and those before it were.
        unsafe { M::Staging::settle(&mut self.child, runs + 1) }
    }

    /// Takes note of the runs that were kept.
    ///
    /// # Safety
    ///
    /// The first `runs` runs are kept.
    #[inline(always)]
    unsafe fn settle(&mut self, runs: usize) {
        debug_assert!(runs <= self.right.capacity());
        // SAFETY: the caller has kept that many ends.
        unsafe { self.right.set_len(runs) };
        // SAFETY: the caller has kept a child for each.
        unsafe { M::Staging::settle(&mut self.child, runs) }
    }

    /// Completes the fibers below position `positions`.
    #[inline]
    fn close(&mut self, positions: usize) {
        while self.writing.closed < positions {
            let start = self.ptr[self.writing.closed].to_usize();
            let given = self.right.len() > start;
            let next = match self.right.last() {
                Some(last) if given => last.to_usize(),
                _ => 0,
            };
            if next < self.extent && !self.extends_by_fill(start, self.extent) {
                self.push_fill(self.extent)
            }
            self.writing.closed += 1;
            self.ptr[self.writing.closed] = P::truncate(self.right.len());
            if given {
                self.writing.sealed = self.writing.closed
            }
        }
    }

    /// Takes back the runs of the fibers from `position` on, if there are any; returns from which run on how many.
    fn cut(&mut self, position: usize) -> (usize, usize) {
        if self.writing.closed < position {
            return (self.right.len(), 0);
        }
        let from = self.ptr[position].to_usize();
        let count = self.right.len() - from;
        self.right.truncate(from);
        self.writing.closed = position;
        self.writing.sealed = self.writing.sealed.min(position);
        (from, count)
    }
}

// SAFETY: a run is appended only behind the last one of its fiber and not beyond the extent, fibers are written in
// ascending order, and freezing completes all of them; the child is kept for every run.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteLevel for RunList<L, Vec<P>, Vec<I>, M> {
    type Writing<'w>
        = RunListWriting<L, P, I, M>
    where
        Self: 'w;

    fn resize(&mut self, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::runs::ends_fit::<I>(Self::NAME, extent)?;
            self.child.resize(below)?;
            self.extent = extent;
        }
        self.declare();
        Ok(())
    }

    fn declare(&mut self) {
        self.ptr.clear();
        self.right.clear();
        self.writing = Progress::default();
        self.child.declare()
    }

    #[inline(always)]
    fn assemble(&mut self, positions: usize) -> Result<(), Fault> {
        if positions <= self.writing.assembled && !self.ptr.is_empty() {
            return Ok(());
        }
        let too_large = Self::too_large(positions, positions);
        let len = positions.checked_add(1).ok_or(too_large)?;
        if self.extent > 0 {
            let open = positions - self.writing.closed.min(positions);
            let runs = self.right.len().checked_add(open).ok_or(too_large)?;
            self.make_room(positions, runs)?;
        }
        grow(&mut self.ptr, len, P::default()).map_err(|()| too_large)?;
        self.writing.assembled = positions;
        Ok(())
    }

    fn freeze(&mut self, positions: usize) {
        if self.writing.closed >= positions {
            let (from, count) = self.cut(positions);
            M::Staging::withdraw(&mut self.child, from, count)
        } else {
            self.close(positions)
        }
        self.ptr.truncate(positions + 1);
        self.child.freeze(self.right.len())
    }

    fn thaw(&mut self, _positions: usize) -> Result<()> {
        Err(Error::new(
            ErrorKind::Lifecycle,
            "a RunList level cannot be updated in place: declare it, or update a SparseRunList or Dense level instead",
        ))
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        RunListWriting { level }
    }
}

// SAFETY: fibers are compared when they are complete, which closing makes them; taking fibers back leaves those before
// them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width, M: Merging<L>> MergeLevel for RunList<L, Vec<P>, Vec<I>, M> {
    type Staging = InPlace;

    fn repeats(&mut self, from: usize, count: usize) -> bool {
        self.close(from + count);
        let bound = |position: usize| self.ptr[position].to_usize();
        let (before, start) = (bound(from - count), bound(from));
        let runs = start - before;
        (0..=count).all(|fiber| bound(from + fiber) - start == bound(from - count + fiber) - before)
            && self.right[before..start] == self.right[start..start + runs]
            && self.child.repeats(start, runs)
    }

    fn withdraw(&mut self, from: usize, _count: usize) {
        let (from, count) = self.cut(from);
        self.child.withdraw(from, count)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteFibers for RunListWriting<L, P, I, M> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = RunListWriteFiber<L, P, I, M, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        RunListWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteFiber
    for RunListWriteFiber<L, P, I, M, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        if level.writing.busy || self.position < level.writing.sealed {
            return fault::raise(RunList::<L, Vec<P>, Vec<I>, M>::out_of_order(
                self.position,
                pass.region().lo,
            ));
        }
        if self.position < level.writing.closed {
            let (from, count) = level.cut(self.position);
            M::Staging::withdraw(&mut level.child, from, count)
        } else {
            level.close(self.position)
        }
        let start = level.ptr[self.position].to_usize();
        let reach = level.reach(self.position, start);
        level.writing.busy = true;
        k.call(
            pass,
            UnfurledTarget::new(
                RunListAppend {
                    level: self.level,
                    position: self.position,
                    start,
                    reach: &reach,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        // SAFETY: that many runs are kept.
        unsafe { level.settle(reach.runs.get()) };
        level.writing.busy = false;
        if reach.refused.get() {
            fault::raise(RunList::<L, Vec<P>, Vec<I>, M>::too_large(self.position, level.right.len() + 1))
        }
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}
}

/// What becomes of the indices between the last run and the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    /// There are none.
    None,
    /// They extend the last run, which is fill.
    Extends,
    /// They get a run of fill.
    Fills,
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> RunListAppend<'_, L, P, I, M, BaseOf<L, M>, D> {
    /// The level, with lengths that are right, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut RunList<L, Vec<P>, Vec<I>, M> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are in use
        // only while a run is staged, when this is not called.
        let level = unsafe { &mut *self.level };
        // SAFETY: that many runs are kept.
        unsafe { level.settle(self.reach.runs.get()) };
        level
    }

    /// Makes room for `runs` runs of which the last ends at `hi`; false if that is impossible.
    #[inline]
    fn make_room(&self, runs: usize, hi: usize) -> bool {
        let level = self.level();
        let made = level.make_more_room(self.position, runs, hi);
        self.reach.load(level);
        made.map_err(fault::raise).is_ok()
    }

    /// Whether what is staged equals the last run of the fiber.
    #[inline(always)]
    fn repeats(&self, stage: &<M::Staging as Staging<L>>::Stage) -> bool {
        let (runs, base) = (self.reach.runs.get(), self.reach.child.get());
        // SAFETY: the level is valid and nothing else accesses it; the run before is kept, because the fiber has one.
        runs > self.start && unsafe { M::Staging::repeats(&raw mut (*self.level).child, base, runs, stage) }
    }

    /// Takes back what is staged in place.
    #[inline(always)]
    fn withdraw(&self) {
        if M::Staging::IN_PLACE {
            M::Staging::withdraw(&mut self.level().child, self.reach.runs.get(), 1)
        }
    }

    /// Sets the end of the last run.
    #[inline(always)]
    fn end_at(&self, hi: usize) {
        // SAFETY: the callers know that the fiber has a run.
        unsafe { self.reach.right.get().add(self.reach.runs.get() - 1).write(I::truncate(hi)) }
        self.reach.next.set(hi)
    }

    /// Finds out where a run over `region` is staged in place, and makes room there. Nothing changes that could be read.
    #[inline]
    fn begin_in_place(&self, region: Region) -> Option<(usize, Gap)> {
        let (mut position, next) = (self.reach.runs.get(), self.reach.next.get());
        if region.lo < next {
            fault::raise(RunList::<L, Vec<P>, Vec<I>, M>::out_of_order(self.position, region.lo));
            return None;
        }
        let mut gap = Gap::None;
        if region.lo > next {
            gap = if self.repeats(&M::Staging::stage()) { Gap::Extends } else { Gap::Fills };
            self.withdraw();
            position += usize::from(gap == Gap::Fills)
        }
        let needs_room = gap == Gap::Fills || !M::Staging::COMPARES;
        (!needs_room || self.make_room(position + 1, region.hi)).then_some((position, gap))
    }

    /// Appends what is staged as a run that ends at `hi`, or extends the last run if that is equal.
    #[inline(always)]
    fn put(&self, hi: usize, stage: <M::Staging as Staging<L>>::Stage) {
        let (reach, runs) = (self.reach, self.reach.runs.get());
        if self.repeats(&stage) {
            self.withdraw()
        } else {
            if M::Staging::IN_PLACE {
                self.make_room(runs + 1, hi);
            }
            if runs >= reach.room.get() {
                reach.refused.set(true);
                return self.withdraw();
            }
            // SAFETY: there is room for another run.
            unsafe { M::Staging::keep(reach.child.get(), runs, stage) };
            reach.runs.set(runs + 1)
        }
        self.end_at(hi);
        self.dirty.set()
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[inline(always)]
    fn write<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        let (region, reach) = (pass.region(), self.reach);
        let (mut position, mut gap) = (0, Gap::None);
        if M::Staging::IN_PLACE {
            (position, gap) = match self.begin_in_place(region) {
                Some(begun) => begun,
                None => return,
            }
        }
        let (stage, dirty) = (M::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is put.
        let fiber = unsafe { M::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(Write::new(fiber, rest)));
        if !dirty.get() {
            return;
        }
        if M::Staging::IN_PLACE {
            if gap != Gap::None {
                reach.runs.set(position);
                self.end_at(region.lo)
            }
        } else if (region.lo != reach.next.get()) | (reach.runs.get() >= reach.room.get()) {
            let level = self.level();
            if !level.prepare(self.position, self.start, reach.next.get(), region) {
                return;
            }
            reach.load(level)
        }
        self.put(region.hi, stage)
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteLooplet
    for RunListAppend<'_, L, P, I, M, BaseOf<L, M>, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::AcceptRun;

    // A run of one index.
    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.write(pass, rest, k)
    }

    #[inline(always)]
    fn accept<R: Rest, K: OnTarget<Accept, L::T>>(self, pass: Accept, rest: R, k: K) {
        self.write(pass, rest, k)
    }
}
