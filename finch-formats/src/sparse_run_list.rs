//! `SparseRunList`: runs with fill between them, each with one child.
//!
//! ```text
//! ptr   [ 0 | 2 | 2 | 3 ]          fiber p holds runs ptr[p]..ptr[p + 1], which are the positions of the child
//! left  [ 1 | 6 | 0 ]              run q starts at index left[q]
//! right [ 4 | 7 | 9 ]              and ends before index right[q]
//!        ~fiber 0~ ~fiber 2~       1..4, 6..7 and 0..9
//! ```
//!
//! Runs are not empty, do not overlap, and ascend within a fiber; none ends beyond the extent.
//!
//! | protocol | unfurls to | costs, for `r` runs |
//! |---|---|---|
//! | any | `Stepper` of `Sequence(Run(fill), Run(child))`, then fill behind the last | `r` |
//!
//! Written by runs: ascending runs, ascending fibers, constant time each beside what the child takes; only what is
//! assigned is stored. A run that equals its left neighbour, and starts where that ends, is merged with it unless the
//! last type parameter is [`No`]; see [`crate::merge`]. Thaw takes time linear in the number of fibers, and allows for
//! appending. Bytes: `ptr` per fiber, `left` and `right` per run.

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
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
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

/// Runs with fill between them.
///
/// `Merge` says whether runs that are written are merged with equal neighbours: [`Yes`] or [`No`].
#[derive(Clone, Debug)]
pub struct SparseRunList<L, Ptr = Vec<usize>, Idx = Vec<u32>, Merge = Yes> {
    extent: usize,
    ptr: Ptr,
    left: Idx,
    right: Idx,
    child: L,
    /// The last fiber that was given runs.
    open: usize,
    /// A fiber is being written right now.
    busy: bool,
    merge: PhantomData<Merge>,
}

impl<L, Ptr, Idx> SparseRunList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds runs `ptr[p]..ptr[p + 1]`, run `q` covers the indices
    /// `left[q]..right[q]`, and its child is at position `q` in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, left: Idx, right: Idx, child: L) -> Self {
        SparseRunList {
            extent,
            ptr,
            left,
            right,
            child,
            open: 0,
            busy: false,
            merge: PhantomData,
        }
    }
}

impl<L, Ptr, Idx, Merge> SparseRunList<L, Ptr, Idx, Merge> {
    /// The same level; runs that are written to it stay as they are written.
    pub fn unmerged(self) -> SparseRunList<L, Ptr, Idx, No> {
        SparseRunList {
            extent: self.extent,
            ptr: self.ptr,
            left: self.left,
            right: self.right,
            child: self.child,
            open: self.open,
            busy: self.busy,
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

    /// Where each run starts.
    pub fn left(&self) -> &Idx {
        &self.left
    }

    /// Where each run ends.
    pub fn right(&self) -> &Idx {
        &self.right
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The extent, `ptr`, `left`, `right` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, Idx, L) {
        (self.extent, self.ptr, self.left, self.right, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> SparseRunList<L, Ptr, Idx, M> {
    /// How many runs there are.
    fn runs(&self) -> usize {
        self.left.as_slice().len().min(self.right.as_slice().len())
    }

    /// The runs that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.runs());
        (ptr[position].to_usize().min(to), to)
    }

    /// The indices that run `run` covers.
    fn run(&self, run: usize) -> (usize, usize) {
        (self.left.as_slice()[run].to_usize(), self.right.as_slice()[run].to_usize())
    }
}

impl<L: Default, P: Width, I: Width, M> Default for SparseRunList<L, Vec<P>, Vec<I>, M> {
    fn default() -> Self {
        SparseRunList {
            extent: 0,
            ptr: vec![P::default(); 2],
            left: Vec::new(),
            right: Vec::new(),
            child: L::default(),
            open: 0,
            busy: false,
            merge: PhantomData,
        }
    }
}

// ---- reading ----

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseRunListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    left: &'a [I],
    right: &'a [I],
    child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct SparseRunListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    left: &'a [I],
    right: &'a [I],
    child: C,
}

/// The runs of one fiber.
#[derive(Debug)]
pub struct SparseRunListSteps<'a, C, I> {
    /// Where the last run ends, or 0.
    last: usize,
    ends: Ends<'a, I>,
    left: &'a [I],
    child: C,
}

crate::copy!(
    SparseRunListFibers<'a, C: Copy, P, I>,
    SparseRunListFiber<'a, C: Copy, I>,
    SparseRunListSteps<'a, C: Copy, I>,
);

// SAFETY: `validate` checks that every fiber's runs lie within `left`, `right` and the child, and that they are ascending,
// not empty, and within the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>, M> Level
    for SparseRunList<L, Ptr, Idx, M>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Fibers<'a>
        = SparseRunListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseRunList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        SparseRunListFibers {
            extent: self.extent,
            ptr: self.ptr.as_slice(),
            left: self.left.as_slice(),
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
        let (starts, ends) = (self.left.as_slice().len(), self.right.as_slice().len());
        if starts != ends {
            return Err(Error::new(
                ErrorKind::Invalid,
                format!("a {} level has {starts} starts but {ends} ends of runs", Self::NAME),
            ));
        }
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, ends)?;
        for (fiber, pair) in ptr.windows(2).enumerate() {
            let (from, mut previous) = (pair[0].to_usize(), 0);
            for at in from..pair[1].to_usize() {
                let (left, right) = self.run(at);
                if left < previous || left >= right || right > self.extent {
                    return Err(crate::runs::invalid(
                        Self::NAME,
                        fiber,
                        at - from,
                        &format_args!(
                            "goes from {left} to {right}: runs are not empty, start where the one before ends ({previous}) \
                             or later, and end up to the extent {}",
                            self.extent
                        ),
                    ));
                }
                previous = right
            }
        }
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = Ends::new(self.right.as_slice(), from, to).beyond(index[0]);
        if at < to && self.run(at).0 <= index[0] {
            self.child.get(at, &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        for at in from..to {
            let (left, right) = self.run(at);
            for here in left..right {
                index.push(here);
                self.child.for_each(at, index, visit);
                index.pop();
            }
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
        tree.children(from..to, &mut |at, tree| {
            let (left, right) = self.run(at);
            tree.label(format_args!("{left}..{right}"))?;
            self.child.draw(at, tree)
        })
    }
}

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for SparseRunListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseRunListFiber<'a, C, I>;
    type Maybe = MaybeSparseRunList<'a, C, I>;

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
        SparseRunListFiber {
            extent: self.extent,
            from,
            to,
            left: self.left,
            right: self.right,
            child: self.child,
        }
    }

    // An absent list is an empty list.
    #[inline(always)]
    unsafe fn fiber_if(self, position: usize, here: bool) -> Self::Maybe {
        let fiber = if here {
            // SAFETY: the caller names a stored position if `here`.
            unsafe { self.fiber(position) }
        } else {
            SparseRunListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                left: self.left,
                right: self.right,
                child: self.child,
            }
        };
        MaybeSparseRunList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> SparseRunListFiber<'a, C, I> {
    #[inline(always)]
    fn steps(self) -> SparseRunListSteps<'a, C, I> {
        let ends = Ends::new(self.right, self.from, self.to);
        SparseRunListSteps {
            last: if ends.is_in() { ends.end_of(self.to - 1) } else { 0 },
            ends,
            left: self.left,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for SparseRunListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Stepper(steps),
                split: steps.last,
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
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

/// A list of runs that is there, or empty.
#[derive(Debug)]
pub struct MaybeSparseRunList<'a, C, I> {
    fiber: SparseRunListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeSparseRunList<'a, C: Copy, I>);

// SAFETY: forwards to a list, which is empty if it is not there.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeSparseRunList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl(pass, k)
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

// SAFETY: runs are ascending and not empty, and their children are stored; between them there is fill.
unsafe impl<'a, C: Fibers, I: Width> Steps for SparseRunListSteps<'a, C, I> {
    type T = C::T;
    type Child = Sequence<Run<FillFiber<C::T, C::Fill>>, Run<C::Fiber>>;
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
        let at = self.ends.at;
        debug_assert!(self.ends.is_in());
        Sequence {
            first: Run(FillFiber::new()),
            // SAFETY: there is a current run, and it lies within `left`, as was checked with the level.
            split: unsafe { self.left.get_unchecked(at) }.to_usize(),
            // SAFETY: the child of the current run is stored.
            second: Run(unsafe { self.child.fiber(at) }),
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
        self.ends.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.last { self.ends.to } else { self.ends.beyond(hi) }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        self.ends.leap(end)
    }
}

// SAFETY: the cursor is compared with its end.
unsafe impl<C: Fibers, I: Width> Bounded for SparseRunListSteps<'_, C, I> {
    #[inline(always)]
    fn is_in(&self) -> bool {
        self.ends.is_in()
    }
    #[inline(always)]
    fn skip(&mut self, count: usize) {
        self.ends.at += count
    }
}

// ---- writing ----
//
// While the level is written, `ptr[p + 1]` counts the runs of fiber `p`; freezing sums the counts up. `left` and `right`
// are as long as there are runs.

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseRunListWriting<L, P, I, M> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseRunListWriteFiber<L, P, I, M, D> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    dirty: D,
}

/// One fiber that runs are appended to; how far it is written lives in the frame that unfurled it.
#[derive(Debug)]
pub struct SparseRunListAppend<'f, L, P, I, M, D> {
    level: *mut SparseRunList<L, Vec<P>, Vec<I>, M>,
    position: usize,
    /// The first run of the fiber.
    start: usize,
    /// Where the last run ends.
    next: &'f Cell<usize>,
    dirty: D,
}

crate::copy!(
    SparseRunListWriting<L, P, I, M>,
    SparseRunListWriteFiber<L, P, I, M, D: Copy>,
    SparseRunListAppend<'f, L, P, I, M, D: Copy>,
);

impl<L, P: Width, I: Width, M> SparseRunList<L, Vec<P>, Vec<I>, M> {
    /// How many runs the `count` fibers from position `from` on were given.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count].iter().map(|count| count.to_usize()).sum()
    }
}

// SAFETY: a run is appended only behind the last one of its fiber and within the extent, and fibers are written in
// ascending order, so the counts add up to valid pointers; the child is kept for every run.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteLevel for SparseRunList<L, Vec<P>, Vec<I>, M> {
    type Writing<'w>
        = SparseRunListWriting<L, P, I, M>
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
        self.left.clear();
        self.right.clear();
        self.open = 0;
        self.busy = false;
        self.child.declare()
    }

    #[inline(always)]
    fn assemble(&mut self, positions: usize) -> Result<(), Fault> {
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber: positions,
            index: positions,
        };
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default()).map_err(|()| too_large)
    }

    fn freeze(&mut self, positions: usize) {
        self.ptr.truncate(positions + 1);
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum);
        }
        self.left.truncate(sum);
        self.right.truncate(sum);
        self.child.freeze(sum)
    }

    fn thaw(&mut self, positions: usize) -> Result<()> {
        let runs = self.ptr[positions].to_usize();
        self.child.thaw(runs)?;
        self.left.truncate(runs);
        self.right.truncate(runs);
        self.ptr.truncate(positions + 1);
        self.open = 0;
        self.busy = false;
        for position in (0..positions).rev() {
            let count = self.ptr[position + 1].to_usize() - self.ptr[position].to_usize();
            self.ptr[position + 1] = P::truncate(count);
            if count > 0 && self.open == 0 {
                self.open = position;
            }
        }
        Ok(())
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseRunListWriting { level }
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width, M: Merging<L>> MergeLevel for SparseRunList<L, Vec<P>, Vec<I>, M> {
    type Staging = InPlace;

    fn repeats(&mut self, from: usize, count: usize) -> bool {
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let runs = self.given(from, count);
        let start = self.left.len() - runs;
        self.left[start - runs..start] == self.left[start..]
            && self.right[start - runs..start] == self.right[start..]
            && self.child.repeats(start, runs)
    }

    fn withdraw(&mut self, from: usize, count: usize) {
        let runs = self.given(from, count);
        let start = self.left.len() - runs;
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.left.truncate(start);
        self.right.truncate(start);
        self.open = self.open.min(from);
        self.child.withdraw(start, runs)
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>> WriteFibers for SparseRunListWriting<L, P, I, M> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseRunListWriteFiber<L, P, I, M, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseRunListWriteFiber {
            level: self.level,
            position,
            dirty,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteFiber
    for SparseRunListWriteFiber<L, P, I, M, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends here.
        let level = unsafe { &mut *self.level };
        if level.busy || self.position < level.open {
            return fault::raise(Fault::OutOfOrder {
                level: "SparseRunList",
                fiber: self.position,
                index: pass.region().lo,
            });
        }
        let runs = level.right.len();
        let start = runs - level.ptr[self.position + 1].to_usize();
        let next = Cell::new(match level.right.last() {
            Some(last) if runs > start => last.to_usize(),
            _ => 0,
        });
        level.busy = true;
        k.call(
            pass,
            UnfurledTarget::new(
                SparseRunListAppend {
                    level: self.level,
                    position: self.position,
                    start,
                    next: &next,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        // SAFETY: as above.
        let level = unsafe { &mut *self.level };
        level.busy = false;
        if level.right.len() > runs {
            level.open = self.position;
            level.ptr[self.position + 1] = P::truncate(level.right.len() - start)
        }
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}
}

impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> SparseRunListAppend<'_, L, P, I, M, D> {
    /// The level, for the length of one call.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    fn level(&self) -> &mut SparseRunList<L, Vec<P>, Vec<I>, M> {
        // SAFETY: the level outlives the program's use of it, and nothing else accesses it: fibers of the child are used
        // only between `begin` and `commit`.
        unsafe { &mut *self.level }
    }

    fn too_large(&self, runs: usize) -> Fault {
        Fault::TooLarge {
            level: "SparseRunList",
            fiber: self.position,
            index: runs,
        }
    }

    /// Gets ready for a run over `region`; returns where its child is staged.
    #[inline(always)]
    fn begin(&self, region: Region) -> Result<usize, Fault> {
        if region.lo < self.next.get() {
            return Err(Fault::OutOfOrder {
                level: "SparseRunList",
                fiber: self.position,
                index: region.lo,
            });
        }
        let level = self.level();
        let position = level.right.len();
        // Whether there is another run is known only when it is complete, if runs are merged.
        if !M::Staging::COMPARES && position >= P::MAX {
            return Err(self.too_large(position));
        }
        M::Staging::make_room(&mut level.child, position + 1)?;
        Ok(position)
    }

    /// Stores the run whose child was staged at `position`.
    #[inline(always)]
    fn commit(&self, position: usize, region: Region, stage: <M::Staging as Staging<L>>::Stage) {
        let level = self.level();
        if M::Staging::COMPARES
            && position > self.start
            && self.next.get() == region.lo
            && { let b = M::Staging::base(&mut level.child).0; unsafe { M::Staging::repeats(&raw mut level.child, b, position, &stage)} }
            && let Some(last) = level.right.last_mut()
        {
            M::Staging::withdraw(&mut level.child, position, 1);
            *last = I::truncate(region.hi)
        } else if M::Staging::COMPARES && position >= P::MAX {
            M::Staging::withdraw(&mut level.child, position, 1);
            return fault::raise(self.too_large(position));
        } else {
let b = M::Staging::base(&mut level.child).0; unsafe { M::Staging::keep(b, position, stage); M::Staging::settle(&mut level.child, position + 1) };
            level.left.push(I::truncate(region.lo));
            level.right.push(I::truncate(region.hi))
        }
        self.next.set(region.hi);
        self.dirty.set()
    }

    /// Writes one run over the region of the pass, if it is assigned.
    #[inline(always)]
    fn write<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        let region = pass.region();
        let position = match self.begin(region) {
            Ok(position) => position,
            Err(fault) => return fault::raise(fault),
        };
        let (stage, dirty) = (M::Staging::stage(), Cell::new(false));
        // SAFETY: there is room at the position, which nothing else uses until the run is committed.
        let fiber = unsafe { M::Staging::staged(&raw mut (*self.level).child, position, &stage, &dirty) };
        k.call(pass, WholeRun::new(Write::new(fiber, rest)));
        if dirty.get() {
            self.commit(position, region, stage)
        }
    }
}

// SAFETY: runs are appended only behind the last one of the fiber; regions are within the extent.
unsafe impl<L: WriteLevel, P: Width, I: Width, M: Merging<L>, D: Dirty> WriteLooplet
    for SparseRunListAppend<'_, L, P, I, M, D>
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
