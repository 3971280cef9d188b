//! `SparseList`: a sorted list of indices per fiber.
//!
//! ```text
//! ptr [ 0 | 2 | 2 | 5 ]            fiber p holds positions ptr[p]..ptr[p + 1] of the child
//! idx [ 1 | 4 | 0 | 2 | 3 ]        strictly ascending within a fiber
//!       ~fiber 0~  ~~fiber 2~~
//! ```
//!
//! | protocol | unfurls to | costs, for `m` stored of `n` |
//! |---|---|---|
//! | walk | `Stepper` of `Spike(fill, child)`, fill behind the last | `m` |
//! | gallop | `Sequence(Jumper, fill)` | logarithmic per jump |
//! | follow | a search with a monotone cursor | logarithmic per lookup |
//!
//! Written by appending: indices in ascending order, fibers in ascending order, constant time each. Thaw takes time
//! linear in the number of fibers, and allows for appending. Bytes: `ptr` per fiber, `idx` per entry.

use crate::buffer::{Buffer, grow};
use crate::merge::{InPlace, MergeLevel};
use crate::search::{first_at_least, gallop};
use crate::width::Width;
use core::cell::Cell;
use core::fmt;
use core::hint::{cold_path, select_unpredictable};
use core::marker::PhantomData;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::known::Unknown;
use finch_traits::algebra::logic::{No, Yes};
use finch_traits::cursor::Cursor;
use finch_traits::explain::{FiberDescription, Nest, Protocol, WriteDescription};
use finch_traits::fiber::{Fiber, FillFiber};
use finch_traits::level::{Fibers, Level};
use finch_traits::lifecycle::{WriteFibers, WriteLevel};
use finch_traits::looplet::follow::{Find, Follow};
use finch_traits::looplet::jumper::Jumper;
use finch_traits::looplet::run::Run;
use finch_traits::looplet::sequence::Sequence;
use finch_traits::looplet::spike::Spike;
use finch_traits::looplet::stepper::{Stepper, Steps};
use finch_traits::looplet::{Coming, OnWriteLooplet, WriteLooplet};
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnLeaf, OnTarget, Pass};
use finch_traits::rank::Next;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::tree::Tree;

/// A sorted list of indices per fiber.
#[derive(Clone, Debug)]
pub struct SparseList<L, Ptr = Vec<usize>, Idx = Vec<u32>> {
    extent: usize,
    ptr: Ptr,
    idx: Idx,
    child: L,
    /// While it is written: the fiber that was last appended to.
    open: usize,
    /// While it is written: for how many entries there is room.
    room: usize,
    /// While it is written: a loop is appending.
    busy: bool,
}

impl<L, Ptr, Idx> SparseList<L, Ptr, Idx> {
    /// Fibers of `extent` indices: fiber `p` holds the indices `idx[ptr[p]..ptr[p + 1]]`, whose children are at the same
    /// positions in `child`. A tensor checks this when it is made.
    pub fn new(extent: usize, ptr: Ptr, idx: Idx, child: L) -> Self {
        SparseList {
            extent,
            ptr,
            idx,
            child,
            open: 0,
            room: 0,
            busy: false,
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

    /// The stored indices.
    pub fn idx(&self) -> &Idx {
        &self.idx
    }

    /// The level below.
    pub fn child(&self) -> &L {
        &self.child
    }

    /// The extent, `ptr`, `idx` and the level below.
    pub fn into_parts(self) -> (usize, Ptr, Idx, L) {
        (self.extent, self.ptr, self.idx, self.child)
    }
}

impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> SparseList<L, Ptr, Idx> {
    /// The positions that the fiber at `position` holds, of those that exist.
    fn range(&self, position: usize) -> (usize, usize) {
        let ptr = self.ptr.as_slice();
        let to = ptr[position + 1].to_usize().min(self.idx.as_slice().len());
        (ptr[position].to_usize().min(to), to)
    }
}

impl<L: Default, P: Width, I: Width> Default for SparseList<L, Vec<P>, Vec<I>> {
    fn default() -> Self {
        SparseList::new(0, vec![P::default(); 2], Vec::new(), L::default())
    }
}

// ---- reading ----

/// All fibers, borrowed.
#[derive(Debug)]
pub struct SparseListFibers<'a, C, P, I> {
    extent: usize,
    ptr: &'a [P],
    idx: &'a [I],
    child: C,
}

/// One fiber.
#[derive(Debug)]
pub struct SparseListFiber<'a, C, I> {
    extent: usize,
    from: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

/// The stored children of one fiber.
#[derive(Debug)]
pub struct SparseListSteps<'a, C, I> {
    extent: usize,
    /// Where the current child ends, if somebody has looked.
    seen: usize,
    at: usize,
    to: usize,
    idx: &'a [I],
    child: C,
}

/// The same, which remember where they stop, so that the end is tested once per advance.
#[derive(Debug)]
pub struct GuardedList<'a, C, I> {
    steps: SparseListSteps<'a, C, I>,
    stop: usize,
}

crate::copy!(
    SparseListFibers<'a, C: Copy, P, I>,
    SparseListFiber<'a, C: Copy, I>,
    SparseListSteps<'a, C: Copy, I>,
    GuardedList<'a, C: Copy, I>,
);

// SAFETY: `validate` checks that every fiber's range lies within `idx` and the child, and that its indices are strictly
// ascending and below the extent.
unsafe impl<L: Level, P: Width, I: Width, Ptr: Buffer<Item = P>, Idx: Buffer<Item = I>> Level
    for SparseList<L, Ptr, Idx>
{
    type T = L::T;
    type Fill = L::Fill;
    type Rank = Next<L::Rank>;
    type Fibers<'a>
        = SparseListFibers<'a, L::Fibers<'a>, P, I>
    where
        Self: 'a;
    const NAME: &'static str = "SparseList";

    #[inline(always)]
    fn fibers(&self) -> Self::Fibers<'_> {
        SparseListFibers {
            extent: self.extent,
            ptr: self.ptr.as_slice(),
            idx: self.idx.as_slice(),
            child: self.child.fibers(),
        }
    }

    fn shape(&self, shape: &mut Vec<usize>) {
        shape.push(self.extent);
        self.child.shape(shape)
    }

    fn validate(&self, positions: usize) -> Result<()> {
        crate::check::extent_fits::<I>(Self::NAME, self.extent)?;
        let ptr = crate::check::pointers(Self::NAME, self.ptr.as_slice(), positions, self.idx.as_slice().len())?;
        crate::check::ascending(Self::NAME, ptr, self.idx.as_slice(), self.extent)?;
        self.child.validate(ptr[positions].to_usize())
    }

    fn get(&self, position: usize, index: &[usize]) -> L::T {
        let (from, to) = self.range(position);
        let at = first_at_least(self.idx.as_slice(), from, to, index[0]);
        if at < to && self.idx.as_slice()[at].to_usize() == index[0] {
            self.child.get(at, &index[1..])
        } else {
            L::Fill::value()
        }
    }

    fn for_each(&self, position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], L::T)) {
        let (from, to) = self.range(position);
        for at in from..to {
            index.push(self.idx.as_slice()[at].to_usize());
            self.child.for_each(at, index, visit);
            index.pop();
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
            tree.label(format_args!("{}", self.idx.as_slice()[at].to_usize()))?;
            self.child.draw(at, tree)
        })
    }
}

// SAFETY: the caller names a stored position, whose range was checked.
unsafe impl<'a, C: Fibers, P: Width, I: Width> Fibers for SparseListFibers<'a, C, P, I> {
    type T = C::T;
    type Fill = C::Fill;
    type Fiber = SparseListFiber<'a, C, I>;
    type Maybe = MaybeList<'a, C, I>;

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
        SparseListFiber {
            extent: self.extent,
            from,
            to,
            idx: self.idx,
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
            SparseListFiber {
                extent: self.extent,
                from: 0,
                to: 0,
                idx: self.idx,
                child: self.child,
            }
        };
        MaybeList { fiber, here }
    }

    #[inline(always)]
    fn dim(self, axis: usize) -> Option<usize> {
        match axis {
            0 => Some(self.extent),
            _ => self.child.dim(axis - 1),
        }
    }
}

impl<'a, C: Copy, I: Width> SparseListFiber<'a, C, I> {
    #[inline(always)]
    pub(crate) fn steps(self) -> SparseListSteps<'a, C, I> {
        SparseListSteps {
            extent: self.extent,
            seen: 0,
            at: self.from,
            to: self.to,
            idx: self.idx,
            child: self.child,
        }
    }
}

// SAFETY: the range was checked with the level.
unsafe impl<C: Fibers, I: Width> Fiber for SparseListFiber<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = No;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        k.looplet(pass, Stepper(self.steps()))
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let steps = self.steps();
        k.looplet(
            pass,
            Sequence {
                first: Jumper(steps),
                split: steps.last(),
                second: Run(FillFiber::<C::T, C::Fill>::new()),
            },
        )
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        let cursor = Cell::new(self.from);
        k.looplet(pass, Follow::new(self.steps(), &cursor))
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

    fn describe(protocol: Protocol) -> FiberDescription {
        let nest = match protocol {
            Protocol::Gallop => {
                Nest::of::<Sequence<Jumper<SparseListSteps<'_, C, I>>, Run<FillFiber<C::T, C::Fill>>>>()
            }
            Protocol::Follow => Nest::of::<Follow<'_, SparseListSteps<'_, C, I>>>(),
            _ => Nest::of::<Stepper<SparseListSteps<'_, C, I>>>(),
        };
        FiberDescription::new("SparseList", nest)
    }
}

/// A list that is there, or empty.
#[derive(Debug)]
pub struct MaybeList<'a, C, I> {
    pub(crate) fiber: SparseListFiber<'a, C, I>,
    here: bool,
}

crate::copy!(MaybeList<'a, C: Copy, I>);

// SAFETY: forwards to a list, which is empty if it is not there.
unsafe impl<C: Fibers, I: Width> Fiber for MaybeList<'_, C, I> {
    type T = C::T;
    type Known = Unknown;
    type Fickle = Yes;

    #[inline(always)]
    fn unfurl<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl(pass, k)
    }

    #[inline(always)]
    fn unfurl_gallop<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_gallop(pass, k)
    }

    #[inline(always)]
    fn unfurl_follow<P: Pass, K: OnLeaf<P, C::T>>(self, pass: P, k: K) {
        self.fiber.unfurl_follow(pass, k)
    }

    fn value(self) -> C::T {
        C::Fill::value()
    }

    #[inline(always)]
    fn knowledge(&self) -> finch_traits::algebra::known::Knowledge {
        crate::leaf::fill_unless::<C::T, C::Fill>(self.here)
    }

    #[inline(always)]
    fn dim(&self, axis: usize) -> Option<usize> {
        self.fiber.dim(axis)
    }

    fn describe(protocol: Protocol) -> FiberDescription {
        SparseListFiber::<C, I>::describe(protocol).or_fill::<C::T, C::Fill>()
    }
}

impl<C, I: Width> SparseListSteps<'_, C, I> {
    /// The index at `position`, which is below `to`.
    #[inline(always)]
    fn index(&self, position: usize) -> usize {
        debug_assert!(position < self.to);
        // SAFETY: positions of a fiber lie within `idx`, as was checked with the level.
        unsafe { self.idx.get_unchecked(position) }.to_usize()
    }
}

// SAFETY: the stored indices are strictly ascending, and their children are stored.
unsafe impl<'a, C: Fibers, I: Width> Steps for SparseListSteps<'a, C, I> {
    type T = C::T;
    type Child = Spike<FillFiber<C::T, C::Fill>, C::Fiber>;
    type Trunc = Run<FillFiber<C::T, C::Fill>>;
    type Blend = Spike<FillFiber<C::T, C::Fill>, C::Maybe>;
    type Stable = No;
    type Guarded = GuardedList<'a, C, I>;

    #[inline(always)]
    fn guarded(self) -> Self::Guarded {
        let mut guarded = GuardedList { steps: self, stop: 0 };
        guarded.load();
        guarded
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.at = first_at_least(self.idx, self.at, self.to, index)
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.index(self.at) + 1
    }
    #[inline(always)]
    fn next(&mut self) {
        self.at += 1
    }
    #[inline(always)]
    fn look(&mut self) -> usize {
        self.seen = self.stop();
        self.seen
    }
    #[inline(always)]
    fn count(&self) -> usize {
        let count = self.to - self.at;
        // SAFETY: the indices of a fiber differ, and are less than the extent.
        unsafe { core::hint::assert_unchecked(count <= self.extent) }
        count
    }
    #[inline(always)]
    fn differs(&self, end: usize) -> usize {
        self.seen ^ end
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.at += select_unpredictable(self.seen == end, 1, 0)
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        Spike {
            body: FillFiber::new(),
            // SAFETY: the current position is stored.
            tail: unsafe { self.child.fiber(self.at) },
        }
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        Run(FillFiber::new())
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        Spike {
            body: FillFiber::new(),
            // SAFETY: if the child ends here, its position is stored.
            tail: unsafe { self.child.fiber_if(self.at, here) },
        }
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.at
    }
    // Usually the whole fiber is meant, which needs no search.
    #[inline(always)]
    fn end(&self, hi: usize) -> usize {
        if hi >= self.extent {
            self.to
        } else {
            // Not that it were rare: but what a search keeps in registers, loops that need none must not pay for.
            cold_path();
            first_at_least(self.idx, self.at, self.to, hi)
        }
    }
    #[inline(always)]
    fn last(&self) -> usize {
        if self.at < self.to {
            self.index(self.to - 1) + 1
        } else {
            0
        }
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        if self.at < self.to {
            let stop = self.stop();
            if stop >= end {
                return stop;
            }
            self.at = gallop(self.idx, self.at, self.to, end - 1);
            if self.at < self.to {
                return self.stop();
            }
        }
        usize::MAX
    }
}

impl<C, I: Width> GuardedList<'_, C, I> {
    #[inline(always)]
    fn load(&mut self) {
        self.stop = if self.steps.at < self.steps.to {
            self.steps.index(self.steps.at) + 1
        } else {
            usize::MAX
        }
    }
}

// SAFETY: forwards; after the last child it stops at the largest index.
unsafe impl<'a, C: Fibers, I: Width> Steps for GuardedList<'a, C, I> {
    type T = C::T;
    type Child = <SparseListSteps<'a, C, I> as Steps>::Child;
    type Trunc = <SparseListSteps<'a, C, I> as Steps>::Trunc;
    type Blend = <SparseListSteps<'a, C, I> as Steps>::Blend;
    type Stable = No;
    type Guarded = Self;

    #[inline(always)]
    fn guarded(self) -> Self {
        self
    }
    #[inline(always)]
    fn seek(&mut self, index: usize) {
        self.steps.seek(index);
        self.load()
    }
    #[inline(always)]
    fn count(&self) -> usize {
        self.steps.count()
    }
    #[inline(always)]
    fn stop(&self) -> usize {
        self.stop
    }
    #[inline(always)]
    fn next(&mut self) {
        self.steps.next();
        self.load()
    }
    #[inline(always)]
    fn next_if(&mut self, end: usize) {
        self.steps.at += select_unpredictable(self.stop == end, 1, 0);
        self.load()
    }
    #[inline(always)]
    fn child(&self) -> Self::Child {
        self.steps.child()
    }
    #[inline(always)]
    fn trunc(&self) -> Self::Trunc {
        self.steps.trunc()
    }
    #[inline(always)]
    fn blend(&self, here: bool) -> Self::Blend {
        self.steps.blend(here)
    }
    #[inline(always)]
    fn position(&self) -> usize {
        self.steps.at
    }
    #[inline(always)]
    fn last(&self) -> usize {
        self.steps.last()
    }
    #[inline(always)]
    fn leap(&mut self, end: usize) -> usize {
        let stop = self.steps.leap(end);
        self.load();
        stop
    }
}

// SAFETY: the search is right for every index at or beyond the cursor.
unsafe impl<C: Fibers, I: Width> Find for SparseListSteps<'_, C, I> {
    type F = C::Fiber;
    type Fill = FillFiber<C::T, C::Fill>;

    #[inline(always)]
    fn find(self, cursor: &Cell<usize>, index: usize) -> Option<C::Fiber> {
        let position = first_at_least(self.idx, cursor.get(), self.to, index);
        cursor.set(position);
        if position < self.to && self.index(position) == index {
            // SAFETY: the position is stored.
            Some(unsafe { self.child.fiber(position) })
        } else {
            None
        }
    }
    #[inline(always)]
    fn fill(self) -> Self::Fill {
        FillFiber::new()
    }
}

// ---- writing ----
//
// While the level is written, `ptr[p + 1]` counts what fiber `p` holds; freezing sums the counts up. The child has
// reserved, and `idx` has capacity, for `room` entries.

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseListWriting<'w, L, P, I> {
    level: *mut SparseList<L, Vec<P>, Vec<I>>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseListWriteFiber<'w, L, P, I, D> {
    level: *mut SparseList<L, Vec<P>, Vec<I>>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being appended to.
pub struct SparseListAppend<'f, 'w, L: WriteLevel + 'w, P, I, D> {
    level: *mut SparseList<L, Vec<P>, Vec<I>>,
    frame: &'f Appending<L::Writing<'w>, I>,
    position: usize,
    dirty: D,
}

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled it, so in registers.
struct Appending<C, I> {
    /// The smallest index that may come: larger than those that an earlier loop appended.
    floor: usize,
    /// How many entries there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    idx: Cell<*mut I>,
    child: Cell<C>,
}

crate::copy!(
    SparseListWriting<'w, L, P, I>,
    SparseListWriteFiber<'w, L, P, I, D: Copy>,
);

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Clone for SparseListAppend<'_, 'w, L, P, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Copy for SparseListAppend<'_, 'w, L, P, I, D> {}

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for SparseListAppend<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseListAppend")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

// SAFETY: an entry is appended only behind the last one of its fiber, and fibers are written in ascending order, so the
// counts add up to valid pointers and indices are strictly ascending; the child is assembled for every entry.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteLevel for SparseList<L, Vec<P>, Vec<I>> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = SparseListWriting<'w, L, P, I>
    where
        Self: 'w;

    fn resize(&mut self, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            self.child.resize(below)?;
            self.extent = extent;
        }
        self.declare();
        Ok(())
    }

    fn declare(&mut self) {
        self.ptr.clear();
        self.idx.clear();
        self.open = 0;
        self.room = 0;
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
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, positions: usize) {
        // A level below a parent without entries was never assembled, and still has a first pointer.
        self.ptr.resize(positions + 1, P::default());
        let mut sum = 0;
        for count in &mut self.ptr {
            sum += count.to_usize();
            *count = P::truncate(sum);
        }
        self.room = self.idx.len();
        self.child.freeze(self.idx.len())
    }

    fn thaw(&mut self, positions: usize) -> Result<()> {
        let stored = self.ptr[positions].to_usize();
        self.child.thaw(stored)?;
        self.idx.truncate(stored);
        self.ptr.truncate(positions + 1);
        self.room = stored;
        self.open = 0;
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
        SparseListWriting {
            level,
            borrow: PhantomData,
        }
    }
}

impl<L: WriteLevel, P: Width, I: Width> SparseList<L, Vec<P>, Vec<I>> {
    /// The smallest index that may come in `fiber`, which is not behind the last one that was appended to.
    #[cold]
    #[inline(never)]
    fn floor(&self, fiber: usize) -> usize {
        if fiber < self.open {
            usize::MAX
        } else if self.ptr[fiber + 1].to_usize() == 0 {
            0
        } else {
            self.idx.last().map_or(0, |last| last.to_usize() + 1)
        }
    }

    /// Makes room for more than `len` entries, of which `len` exist; returns for how many there is room now, or 0 after it
    /// has raised a fault: there is no memory, or `index`, which comes next in `fiber`, is below what an earlier loop
    /// appended.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, len: usize, fiber: usize, index: usize, floor: usize) -> usize {
        match self.try_make_room(len, fiber, index, floor) {
            Ok(()) => self.room,
            Err(fault) => {
                fault::raise(fault);
                0
            }
        }
    }

    /// Makes room for `more` entries behind `len`; says whether there is as much memory.
    #[cold]
    #[inline(never)]
    fn make_room_for(&mut self, len: usize, more: usize, fiber: usize) -> bool {
        let too_large = Fault::TooLarge {
            level: "SparseList",
            fiber,
            index: len,
        };
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { self.idx.set_len(len) };
        // Twice as many, so that a list that grows bit by bit is moved seldom.
        let room = len.saturating_mul(2).max(len.saturating_add(more));
        let made = self.idx.try_reserve(room - len).map_err(|_| too_large);
        match made.and_then(|()| self.child.reserve(room)) {
            Ok(()) => self.room = room,
            Err(fault) => fault::raise(fault),
        }
        self.room >= len && self.room - len >= more
    }

    fn try_make_room(&mut self, len: usize, fiber: usize, index: usize, floor: usize) -> Result<(), Fault> {
        if index < floor {
            return Err(Fault::OutOfOrder {
                level: "SparseList",
                fiber,
                index,
            });
        }
        if len < self.room {
            return Ok(());
        }
        let too_large = Fault::TooLarge {
            level: "SparseList",
            fiber,
            index: len,
        };
        let room = len.saturating_mul(2).max(4).min(P::MAX);
        if room <= len {
            return Err(too_large);
        }
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { self.idx.set_len(len) };
        self.idx.try_reserve(room - len).map_err(|_| too_large)?;
        self.child.reserve(room)?;
        self.room = room;
        Ok(())
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width> WriteFibers for SparseListWriting<'w, L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseListWriteFiber<'w, L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseListWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<'w, L: WriteLevel, P: Width, I: Width, D: Dirty> WriteFiber for SparseListWriteFiber<'w, L, P, I, D> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        // The frame below keeps what it appends to itself until it ends, so there must be no other.
        if core::mem::replace(&mut level.busy, true) {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseList",
                fiber: self.position,
            });
        }
        let start = level.idx.len();
        // Everything may come behind the last fiber that was appended to, nothing before it.
        let floor = if self.position > level.open {
            0
        } else {
            level.floor(self.position)
        };
        let frame = Appending {
            floor,
            len: Cell::new(start),
            // Where an earlier loop has appended, the first index is checked, as if there were no room.
            room: Cell::new(if floor == 0 { level.room } else { start }),
            idx: Cell::new(level.idx.as_mut_ptr()),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: Cell::new(unsafe { L::writing(&raw mut (*self.level).child) }),
        };
        k.call(
            pass,
            UnfurledTarget::new(
                SparseListAppend::<'_, 'w, L, P, I, D> {
                    level: self.level,
                    frame: &frame,
                    position: self.position,
                    dirty: self.dirty,
                },
                rest,
            ),
        );
        let mut len = frame.len.get();
        if len > P::MAX {
            fault::raise(Fault::TooLarge {
                level: "SparseList",
                fiber: self.position,
                index: len,
            });
            // There was room for more than pointers can count: the rest is dropped.
            len = P::MAX
        }
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { level.idx.set_len(len) };
        debug_assert!(self.position + 1 < level.ptr.len());
        // SAFETY: the position is assembled, so there is a pointer for where it ends.
        let count = unsafe { level.ptr.get_unchecked_mut(self.position + 1) };
        *count = P::truncate(count.to_usize() + (len - start));
        if len > start {
            // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
            level.open = self.position
        }
        level.busy = false;
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        type Child<'w, L> = <<L as WriteLevel>::Writing<'w> as WriteFibers>::Fiber<&'w Cell<bool>>;
        WriteDescription::new::<SparseListAppend<'w, 'w, L, P, I, D>, Child<'w, L>>("SparseList").noting("appending")
    }
}

impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> SparseListAppend<'_, 'w, L, P, I, D> {
    /// Hands the next entry to `k`, and keeps it if it was assigned. There is room for it.
    #[inline(always)]
    fn append<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let frame = self.frame;
        let position = frame.len.get();
        let dirty = Cell::new(false);
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let fiber = unsafe { frame.child.get().fresh(position, &dirty) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            // SAFETY: there is room for the position.
            unsafe { *frame.idx.get().add(position) = I::truncate(pass.index()) };
            frame.len.set(position + 1);
            self.dirty.set()
        }
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and those that an earlier loop appended are
// below the floor; entries are appended only where there is room.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparseListAppend<'_, 'w, L, P, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn reserve<C: Cursor + Copy, K: OnWriteLooplet<L::T>>(self, coming: Coming<C>, k: K) {
        let (frame, more) = (self.frame, coming.at_most());
        let position = frame.len.get();
        // Where an earlier loop has appended there is no room, as if there were no memory.
        if more > frame.room.get() - position {
            if let Some(index) = coming.first().filter(|&first| first < frame.floor) {
                return fault::raise(Fault::OutOfOrder {
                    level: "SparseList",
                    fiber: self.position,
                    index,
                });
            }
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *self.level };
            if more > level.room - position && !level.make_room_for(position, more, self.position) {
                return;
            }
            frame.room.set(level.room);
            frame.idx.set(level.idx.as_mut_ptr());
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        }
        k.call(SparseListReserved(self))
    }

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        let (index, frame) = (pass.index(), self.frame);
        let position = frame.len.get();
        if position == frame.room.get() {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *self.level };
            let room = level.make_room(position, self.position, index, frame.floor);
            if room == 0 {
                return;
            }
            frame.room.set(room);
            frame.idx.set(level.idx.as_mut_ptr());
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame.child.set(unsafe { L::writing(&raw mut (*self.level).child) });
        }
        self.append(pass, rest, k)
    }
}

/// One fiber that is being appended to, and has room for all that comes.
pub struct SparseListReserved<'f, 'w, L: WriteLevel + 'w, P, I, D>(SparseListAppend<'f, 'w, L, P, I, D>);

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Clone for SparseListReserved<'_, 'w, L, P, I, D> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<'w, L: WriteLevel + 'w, P, I, D: Copy> Copy for SparseListReserved<'_, 'w, L, P, I, D> {}

impl<'w, L: WriteLevel + 'w, P, I, D> fmt::Debug for SparseListReserved<'_, 'w, L, P, I, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SparseListReserved").field(&self.0).finish()
    }
}

// SAFETY: the driver binds no more indices than it has announced, in ascending order, and the first one was compared with
// the floor.
unsafe impl<'w, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> WriteLooplet
    for SparseListReserved<'_, 'w, L, P, I, D>
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(self, pass: Bind, rest: R, k: K) {
        self.0.append(pass, rest, k)
    }
}

impl<L, P: Width, I: Width> SparseList<L, Vec<P>, Vec<I>> {
    /// How many entries the `count` fibers from position `from` on were given, while the level is written.
    fn given(&self, from: usize, count: usize) -> usize {
        self.ptr[from + 1..from + 1 + count]
            .iter()
            .map(|count| count.to_usize())
            .sum()
    }
}

// SAFETY: taking fibers back leaves those before them as they are.
unsafe impl<L: MergeLevel, P: Width, I: Width> MergeLevel for SparseList<L, Vec<P>, Vec<I>> {
    type Staging = InPlace;

    unsafe fn repeats(&mut self, from: usize, count: usize) -> bool {
        if count == 0 {
            return true;
        }
        if self.ptr[from + 1 - count..=from] != self.ptr[from + 1..=from + count] {
            return false;
        }
        let entries = self.given(from, count);
        let start = self.idx.len() - entries;
        // SAFETY: the entries of these fibers are the last ones; each was handed out, and is complete as its fiber is.
        self.idx[start - entries..start] == self.idx[start..] && unsafe { self.child.repeats(start, entries) }
    }

    fn withdraw(&mut self, from: usize, count: usize) {
        if count == 0 {
            return;
        }
        let entries = self.given(from, count);
        let start = self.idx.len() - entries;
        self.ptr[from + 1..from + 1 + count].fill(P::default());
        self.idx.truncate(start);
        self.open = self.open.min(from);
        self.child.withdraw(start, entries)
    }
}
