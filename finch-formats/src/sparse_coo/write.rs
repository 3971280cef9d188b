//! Coordinate lists as programs write them.
//!
//! The outermost dimension unfurls to a target whose frame knows where the next entry goes, so in registers. Every
//! dimension but the last hands out a target that remembers the index; the last one appends the coordinate once its
//! child was assigned.

mod merge;

use crate::buffer::grow;
use crate::sparse_coo::SparseCoo;
use crate::sparse_coo::axes::{Dimensions, MOST};
use crate::width::Width;
use core::cell::Cell;
use core::cmp::Ordering;
use core::fmt;
use core::marker::PhantomData;
use core::ptr;
use finch_traits::Result;
use finch_traits::algebra::fault::{self, Fault};
use finch_traits::algebra::fill::Fill;
use finch_traits::algebra::logic::No;
use finch_traits::algebra::nat::Nat;
use finch_traits::explain::WriteDescription;
use finch_traits::level::Level;
use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::mirrored::Mirrored;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, Rest, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::at_once;
use typenum::{U1, U2, U3, U4};

/// A level of `N` dimensions that can be written.
type Owned<N, L, P, I> = SparseCoo<N, L, Vec<P>, Vec<I>>;

/// All fibers, for writing.
#[derive(Debug)]
pub struct SparseCooWriting<'w, N: Dimensions, L, P, I> {
    level: *mut Owned<N, L, P, I>,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber, for writing.
#[derive(Debug)]
pub struct SparseCooWriteFiber<'w, N: Dimensions, L, P, I, D> {
    level: *mut Owned<N, L, P, I>,
    position: usize,
    dirty: D,
    borrow: PhantomData<&'w mut L>,
}

/// One fiber that is being appended to, at the indices that are bound; `M` of its `N` dimensions are left.
pub struct SparseCooAppend<'f, M, N: Dimensions, L, P, I, D, C> {
    level: *mut Owned<N, L, P, I>,
    frame: &'f Appending<C, I>,
    position: usize,
    indices: [usize; MOST],
    /// The smallest index that may come along the last dimension: larger than those that an earlier loop appended.
    floor: usize,
    dirty: D,
    left: PhantomData<M>,
}

/// How far a fiber is written, and where it goes on: lives in the frame that unfurled its outermost dimension.
struct Appending<C, I> {
    /// Where the entries of the fiber start.
    start: usize,
    /// How many entries there are.
    len: Cell<usize>,
    /// For how many there is room.
    room: Cell<usize>,
    idx: [Cell<*mut I>; MOST],
    child: Cell<C>,
}

crate::copy!(
    SparseCooWriting<'w, N: Dimensions, L, P, I>,
    SparseCooWriteFiber<'w, N: Dimensions, L, P, I, D: Copy>,
    SparseCooAppend<'f, M, N: Dimensions, L, P, I, D: Copy, C>,
);

impl<M, N: Dimensions, L, P, I, D, C> fmt::Debug for SparseCooAppend<'_, M, N, L, P, I, D, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SparseCooAppend")
            .field("position", &self.position)
            .finish_non_exhaustive()
    }
}

impl<C, I: Width> Appending<C, I> {
    /// The smallest index that may come along the last of `n` dimensions, where `indices` are those along the others. No
    /// index is that large if none may.
    #[inline(always)]
    fn floor(&self, n: usize, indices: &[usize; MOST]) -> usize {
        let len = self.len.get();
        if len == self.start {
            return 0;
        }
        // SAFETY: the frame has written that many indices along each dimension, or found them.
        let last = |axis: usize| unsafe { *self.idx[axis].get().add(len - 1) }.to_usize();
        for (axis, &index) in indices.iter().enumerate().take(n - 1) {
            match index.cmp(&last(axis)) {
                Ordering::Less => return usize::MAX,
                Ordering::Equal => {}
                Ordering::Greater => return 0,
            }
        }
        last(n - 1) + 1
    }
}

impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> Owned<N, L, P, I> {
    /// The base pointers of the arrays of indices.
    #[inline(always)]
    fn bases(&mut self) -> [*mut I; MOST] {
        let mut bases = [ptr::null_mut(); MOST];
        for (base, idx) in bases.iter_mut().zip(&mut self.idx) {
            *base = idx.as_mut_ptr()
        }
        bases
    }

    /// The frame has written, or found, `len` indices along each dimension.
    ///
    /// # Safety
    ///
    /// It has.
    #[inline(always)]
    unsafe fn set_len(&mut self, len: usize) {
        for idx in &mut self.idx {
            promise!(len <= idx.capacity());
            // SAFETY: the caller promises it.
            unsafe { idx.set_len(len) }
        }
    }

    /// Makes room for more entries than there are, of which the next is in `fiber`; false after it has raised a fault.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, driver: Driver, fiber: usize) -> bool {
        match self.try_make_room(driver, fiber) {
            Ok(()) => true,
            Err(fault) => {
                fault::raise(fault);
                false
            }
        }
    }

    fn try_make_room(&mut self, driver: Driver, fiber: usize) -> Result<(), Fault> {
        let len = self.idx[0].len();
        let too_large = Fault::TooLarge {
            level: "SparseCoo",
            fiber,
            index: len,
        };
        let room = len.saturating_mul(2).max(4).min(P::MAX);
        if room <= len {
            return Err(too_large);
        }
        for idx in &mut self.idx {
            idx.try_reserve(room - len).map_err(|_| too_large)?
        }
        self.child.reserve(driver, room)?;
        self.room = room;
        Ok(())
    }
}

// SAFETY: an entry is appended only behind the last one of its fiber, and fibers are written in ascending order, so
// coordinates are strictly ascending; the child is assembled for every entry. Freezing makes the ends of fibers ascend.
unsafe impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> WriteLevel for Owned<N, L, P, I> {
    type NeedsFlag = finch_traits::algebra::logic::No;
    type Writing<'w>
        = SparseCooWriting<'w, N, L, P, I>
    where
        Self: 'w;
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(N::USIZE);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((extents, below)) = shape.split_at_checked(N::USIZE) {
            for &extent in extents {
                crate::check::extent_fits::<I>(Self::NAME, extent)?;
            }
            self.child.resize(driver, below)?;
            self.extents.copy_from_slice(extents)
        }
        self.declare(driver);
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.ptr.clear();
        for idx in &mut self.idx {
            idx.clear()
        }
        self.open = 0;
        self.start = 0;
        self.room = 0;
        self.busy = false;
        self.child.declare(driver)
    }

    #[inline(always)]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = Fault::TooLarge {
            level: Self::NAME,
            fiber: positions,
            index: positions,
        };
        let len = positions.checked_add(1).ok_or(too_large)?;
        grow(&mut self.ptr, len, P::default).map_err(|()| too_large)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.ptr.resize(positions + 1, P::default());
        let mut end = P::default();
        for ptr in &mut self.ptr {
            end = end.max(*ptr);
            *ptr = end
        }
        let len = end.to_usize();
        for idx in &mut self.idx {
            idx.truncate(len)
        }
        self.room = len;
        self.child.freeze(driver, len)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let len = self.ptr[positions].to_usize();
        self.child.thaw(driver, len)?;
        self.ptr.truncate(positions + 1);
        for idx in &mut self.idx {
            idx.truncate(len)
        }
        self.room = len;
        // The last fiber that has entries. Those behind it have ends too, which freezing moves on.
        self.open = self.ptr.partition_point(|end| end.to_usize() < len).saturating_sub(1);
        self.start = self.ptr[self.open].to_usize();
        Ok(())
    }

    fn shrink_to_fit(&mut self) {
        self.ptr.shrink_to_fit();
        for idx in &mut self.idx {
            idx.shrink_to_fit();
            self.room = self.room.min(idx.len())
        }
        self.child.shrink_to_fit()
    }

    #[inline(always)]
    unsafe fn writing<'w>(level: *mut Self) -> Self::Writing<'w>
    where
        Self: 'w,
    {
        SparseCooWriting {
            level,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the caller names an assembled position.
unsafe impl<'w, N: Dimensions, L: WriteLevel, P: Width, I: Width> WriteFibers for SparseCooWriting<'w, N, L, P, I> {
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Fiber<D: Dirty> = SparseCooWriteFiber<'w, N, L, P, I, D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> Self::Fiber<D> {
        SparseCooWriteFiber {
            level: self.level,
            position,
            dirty,
            borrow: PhantomData,
        }
    }
}

// SAFETY: the position is assembled; fibers that come too late are refused.
unsafe impl<'w, N, L, P, I, D> WriteFiber for SparseCooWriteFiber<'w, N, L, P, I, D>
where
    N: Dimensions,
    L: WriteLevel,
    P: Width,
    I: Width,
    D: Dirty,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = at_once::<L>(N::USIZE);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(self, pass: Q, rest: R, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *self.level };
        // The frame below keeps what it appends to itself until it ends, so there must be no other.
        if core::mem::replace(&mut level.busy, true) {
            return fault::raise(Fault::WrittenTwice {
                level: "SparseCoo",
                fiber: self.position,
                index: Some(pass.region().lo),
            });
        }
        if self.position < level.open {
            level.busy = false;
            return fault::raise(Fault::OutOfOrder {
                level: "SparseCoo",
                fiber: self.position,
                index: pass.region().lo,
            });
        }
        let before = level.idx[0].len();
        let start = if self.position == level.open {
            level.start
        } else {
            before
        };
        let frame = Appending {
            start,
            len: Cell::new(before),
            room: Cell::new(level.room),
            idx: level.bases().map(Cell::new),
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            child: Cell::new(unsafe { L::writing::<'w>(&raw mut (*self.level).child) }),
        };
        let append = SparseCooAppend::<'_, N, N, L, P, I, D, L::Writing<'w>> {
            level: self.level,
            frame: &frame,
            position: self.position,
            indices: [0; MOST],
            floor: 0,
            dirty: self.dirty,
            left: PhantomData,
        };
        append.unfurl(pass, rest, k);
        let len = frame.len.get();
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *self.level };
        // SAFETY: the frame has written that many indices, for which there was room.
        unsafe { level.set_len(len) }
        level.ptr[self.position + 1] = P::truncate(len);
        if len > before {
            // A fiber to which nothing was appended may come again, as part of another fiber of the parent.
            level.open = self.position;
            level.start = start
        }
        level.busy = false
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        N::describe::<N, L, P, I, D, L::Writing<'w>>()
    }
}

// SAFETY: as above.
unsafe impl<'w, M, N, L, P, I, D, C> WriteFiber for SparseCooAppend<'_, M, N, L, P, I, D, C>
where
    M: Append,
    N: Dimensions,
    L: WriteLevel<Writing<'w> = C> + 'w,
    P: Width,
    I: Width,
    D: Dirty,
    C: WriteFibers<T = L::T>,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = finch_traits::algebra::logic::No;
    const TOGETHER: usize = at_once::<L>(M::VALUE);

    #[inline(always)]
    fn unfurl<Q: Pass, R: Rest, K: OnTarget<Q, L::T>>(mut self, pass: Q, rest: R, k: K) {
        if M::VALUE == 1 {
            self.floor = self.frame.floor(N::USIZE, &self.indices)
        }
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        M::describe::<N, L, P, I, D, C>()
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and coordinates that an earlier loop appended
// are below the floor; entries are appended only where there is room.
unsafe impl<'w, M, N, L, P, I, D, C> WriteLooplet for SparseCooAppend<'_, M, N, L, P, I, D, C>
where
    M: Append,
    N: Dimensions,
    L: WriteLevel<Writing<'w> = C> + 'w,
    P: Width,
    I: Width,
    D: Dirty,
    C: WriteFibers<T = L::T>,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: Rest, K: OnTarget<Bind, L::T>>(mut self, pass: Bind, rest: R, k: K) {
        self.indices[N::USIZE - M::VALUE] = pass.index();
        M::bind(self, pass, rest, k)
    }
}

/// How many dimensions are left to be bound.
pub trait Append: Nat {
    /// Goes on at the index that was bound last.
    fn bind<'w, N, L, P, I, D, C, R, K>(append: SparseCooAppend<'_, Self, N, L, P, I, D, C>, pass: Bind, rest: R, k: K)
    where
        N: Dimensions,
        L: WriteLevel<Writing<'w> = C> + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        C: WriteFibers<T = L::T>,
        R: Rest,
        K: OnTarget<Bind, L::T>;

    /// What is written along the dimensions that are left.
    fn describe<'w, N, L, P, I, D, C>() -> WriteDescription
    where
        N: Dimensions,
        L: WriteLevel<Writing<'w> = C> + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        C: WriteFibers<T = L::T>;
}

macro_rules! hand_out {
    ($($number:ident over $less:ident;)*) => { $(
        impl Append for $number {
            #[inline(always)]
            fn bind<'w, N, L, P, I, D, C, R, K>(
                append: SparseCooAppend<'_, Self, N, L, P, I, D, C>,
                pass: Bind,
                rest: R,
                k: K,
            ) where
                N: Dimensions,
                L: WriteLevel<Writing<'w> = C> + 'w,
                P: Width,
                I: Width,
                D: Dirty,
                C: WriteFibers<T = L::T>,
                R: Rest,
                K: OnTarget<Bind, L::T>,
            {
                let SparseCooAppend { level, frame, position, indices, floor, dirty, .. } = append;
                let inner = SparseCooAppend::<$less, N, L, P, I, D, C> {
                    level,
                    frame,
                    position,
                    indices,
                    floor,
                    dirty,
                    left: PhantomData,
                };
                k.call(pass, Write::new(inner, rest))
            }

            fn describe<'w, N, L, P, I, D, C>() -> WriteDescription
            where
                N: Dimensions,
                L: WriteLevel<Writing<'w> = C> + 'w,
                P: Width,
                I: Width,
                D: Dirty,
                C: WriteFibers<T = L::T>,
            {
                type At<'f, M, N, L, P, I, D, C> = SparseCooAppend<'f, M, N, L, P, I, D, C>;
                WriteDescription::new::<At<'_, Self, N, L, P, I, D, C>, At<'_, $less, N, L, P, I, D, C>>("SparseCoo")
                    .noting("appending")
            }
        }
    )* };
}

hand_out! {
    U2 over U1;
    U3 over U2;
    U4 over U3;
}

impl Append for U1 {
    fn describe<'w, N, L, P, I, D, C>() -> WriteDescription
    where
        N: Dimensions,
        L: WriteLevel<Writing<'w> = C> + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        C: WriteFibers<T = L::T>,
    {
        type At<'f, M, N, L, P, I, D, C> = SparseCooAppend<'f, M, N, L, P, I, D, C>;
        WriteDescription::new::<At<'_, U1, N, L, P, I, D, C>, C::Fiber<&Cell<bool>>>("SparseCoo").noting("appending")
    }

    #[inline(always)]
    fn bind<'w, N, L, P, I, D, C, R, K>(append: SparseCooAppend<'_, Self, N, L, P, I, D, C>, pass: Bind, rest: R, k: K)
    where
        N: Dimensions,
        L: WriteLevel<Writing<'w> = C> + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        C: WriteFibers<T = L::T>,
        R: Rest,
        K: OnTarget<Bind, L::T>,
    {
        let frame = append.frame;
        if pass.index() < append.floor {
            return fault::raise(Fault::OutOfOrder {
                level: "SparseCoo",
                fiber: append.position,
                index: pass.index(),
            });
        }
        let position = frame.len.get();
        if position == frame.room.get() {
            // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before
            // the child is written.
            let level = unsafe { &mut *append.level };
            // SAFETY: the frame has written that many indices, for which there was room.
            unsafe { level.set_len(position) }
            if !level.make_room(pass.driver(), append.position) {
                return;
            }
            frame.room.set(level.room);
            for (base, now) in frame.idx.iter().zip(level.bases()) {
                base.set(now)
            }
            // SAFETY: the child has room for `room` positions, and is written through this view only.
            frame
                .child
                .set(unsafe { L::writing::<'w>(&raw mut (*append.level).child) });
        }
        let dirty = Cell::new(false);
        // SAFETY: there is room for the position, and it is written by this fiber only.
        let child = unsafe { frame.child.get().fresh(position, &dirty) };
        k.call(pass, Write::new(child, rest));
        if dirty.get() {
            for (base, &index) in frame.idx.iter().zip(&append.indices).take(N::USIZE) {
                // SAFETY: there is room for the position.
                unsafe { *base.get().add(position) = I::truncate(index) }
            }
            frame.len.set(position + 1);
            append.dirty.set()
        }
    }
}
