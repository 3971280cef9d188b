//! Coordinate lists as programs write them.
//!
//! The outermost dimension unfurls to a target whose frame knows where the next entry goes, so in registers. Every
//! dimension but the last hands out a target that remembers the index; the last one appends the coordinate once its
//! child was assigned.

use crate::kit::append::{self, Appending, Below, Tip};
use crate::kit::by_pointer::ChildOf;
use crate::kit::compressed::{self, CompareEntries, Compressed, Parts, Progress};
use crate::merge::MergeLevel;
use crate::sparse_coo::SparseCoo;
use crate::sparse_coo::axes::{Dimensions, MOST};
use crate::width::Width;
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
use finch_traits::lifecycle::{Driver, WriteLevel};
use finch_traits::looplet::WriteLooplet;
use finch_traits::pass::lookup::Bind;
use finch_traits::pass::{OnTarget, Pass};
use finch_traits::promise;
use finch_traits::style;
use finch_traits::target::{Dirty, RemainingIndices, UnfurledTarget, Write, WriteFiber};
use finch_traits::writer::at_once;
use typenum::{U1, U2, U3, U4};

/// A level of `N` dimensions that can be written.
type Owned<N, L, P, I> = SparseCoo<N, L, Vec<P>, Vec<I>>;

// SAFETY: an entry is a coordinate, and has the position of the same number in the child.
unsafe impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> Compressed for Owned<N, L, P, I> {
    type P = P;
    type Child = L;

    #[inline(always)]
    fn parts(&mut self, _driver: Driver) -> Parts<'_, P, L> {
        Parts {
            extent: &mut self.extents[0],
            ptr: &mut self.ptr,
            progress: &mut self.progress,
            child: &mut self.child,
        }
    }

    fn check_extent(extent: usize) -> Result<()> {
        crate::check::extent_fits::<I>(Self::NAME, extent)
    }

    fn set_shape(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((extents, below)) = shape.split_at_checked(N::USIZE) {
            extents.iter().try_for_each(|&extent| Self::check_extent(extent))?;
            self.child.resize(driver, below)?;
            self.extents.copy_from_slice(extents)
        }
        Ok(())
    }

    fn entries(&self) -> usize {
        self.idx[0].len()
    }

    fn truncate(&mut self, _driver: Driver, entries: usize) {
        self.idx.iter_mut().for_each(|idx| idx.truncate(entries))
    }

    fn shrink(&mut self) {
        self.ptr.shrink_to_fit();
        self.idx.iter_mut().for_each(|idx| idx.shrink_to_fit());
        self.child.shrink_to_fit()
    }
}

// SAFETY: as above.
unsafe impl<N: Dimensions, L: MergeLevel, P: Width, I: Width> CompareEntries for Owned<N, L, P, I> {
    fn equal_entries(&self, a: usize, b: usize, count: usize) -> bool {
        self.idx.iter().all(|idx| idx[a..a + count] == idx[b..b + count])
    }
}

crate::compressed! {
    unsafe impl[N: Dimensions, L: WriteLevel, P: Width, I: Width] WriteLevel for Owned<N, L, P, I>,
    mirrored L::MIRRORED.below(N::USIZE)
}

crate::compressed! {
    unsafe impl[N: Dimensions, L: MergeLevel, P: Width, I: Width] MergeLevel for Owned<N, L, P, I>
}

// SAFETY: the arrays of indices have capacity, and the child has reserved positions, for as many entries as there is
// room.
unsafe impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> append::Append for Owned<N, L, P, I> {
    type Bases = [*mut I; MOST];
    type New = Below<L>;
    /// Where the entries of the fiber start.
    type State = usize;
    type Announced = No;
    const TOGETHER: usize = at_once::<L>(N::USIZE);
    const MOST: usize = P::MAX;

    #[inline(always)]
    fn progress(&mut self, _driver: Driver) -> &mut Progress {
        &mut self.progress
    }

    #[inline(always)]
    fn used(&self) -> usize {
        self.idx[0].len()
    }

    // Along the last dimension, it depends on the other indices.
    fn floor(&self, _fiber: usize) -> usize {
        0
    }

    #[inline(always)]
    fn begin(&self, fiber: usize, _floor: usize) -> usize {
        self.idx[0].len() - self.ptr[fiber + 1].to_usize()
    }

    fn grow(&mut self, driver: Driver, len: usize, room: usize) -> Result<(), Option<Fault>> {
        for idx in &mut self.idx {
            idx.try_reserve_exact(room - len).map_err(|_| None)?
        }
        self.child.reserve(driver, room).map_err(Some)
    }

    #[inline(always)]
    unsafe fn settle(&mut self, _driver: Driver, _start: usize, len: usize) {
        for idx in &mut self.idx {
            promise!(len <= idx.capacity());
            // SAFETY: that many indices were put along each dimension.
            unsafe { idx.set_len(len) }
        }
    }

    #[inline(always)]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, _start: usize, before: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - before) }
    }

    #[inline(always)]
    fn bases(&mut self, _driver: Driver) -> [*mut I; MOST] {
        let mut bases = [ptr::null_mut(); MOST];
        for (base, idx) in bases.iter_mut().zip(&mut self.idx) {
            *base = idx.as_mut_ptr()
        }
        bases
    }

    #[inline(always)]
    unsafe fn below<'w>(level: *mut Self) -> L::Writing<'w>
    where
        Self: 'w,
    {
        // SAFETY: the caller hands a valid level that nothing else accesses, so the child is one too.
        unsafe { L::writing(&raw mut (*level).child) }
    }

    #[inline(always)]
    unsafe fn put<'w>(tip: Tip<'w, Self>, start: usize, _len: usize, at: usize, index: usize, (): ()) -> usize
    where
        Self: 'w,
    {
        // SAFETY: there is room for the position.
        unsafe { *tip.bases[N::USIZE - 1].add(at) = I::truncate(index) };
        start
    }

    #[inline(always)]
    fn unfurl<'w, D: Dirty, Q: Pass, R: RemainingIndices, K: OnTarget<Q, L::T>>(
        append: Appending<'_, 'w, Self, D>,
        pass: Q,
        rest: R,
        k: K,
    ) where
        Self: 'w,
    {
        let append = SparseCooAppend::<'_, 'w, N, N, L, P, I, D> {
            append,
            indices: [0; MOST],
            floor: 0,
            left: PhantomData,
        };
        append.unfurl(pass, rest, k)
    }

    fn describe<'w, D: Dirty>() -> WriteDescription
    where
        Self: 'w,
    {
        N::describe::<N, L, P, I, D>()
    }
}

/// One fiber that is being appended to, at the indices that are bound; `M` of its `N` dimensions are left.
pub struct SparseCooAppend<'f, 'w, M, N: Dimensions, L: WriteLevel + 'w, P: Width, I: Width, D> {
    append: Appending<'f, 'w, Owned<N, L, P, I>, D>,
    indices: [usize; MOST],
    /// The smallest index that may come along the last dimension: larger than those that an earlier loop appended.
    floor: usize,
    left: PhantomData<M>,
}

crate::copy!(
    impl['w, M, N: Dimensions, L: WriteLevel + 'w, P: Width, I: Width, D: Copy]
    for SparseCooAppend<'_, 'w, M, N, L, P, I, D>
);

impl<'w, M, N: Dimensions, L: WriteLevel + 'w, P: Width, I: Width, D> fmt::Debug
    for SparseCooAppend<'_, 'w, M, N, L, P, I, D>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SparseCooAppend").field(&self.append).finish()
    }
}

impl<'w, M, N: Dimensions, L: WriteLevel + 'w, P: Width, I: Width, D: Dirty> SparseCooAppend<'_, 'w, M, N, L, P, I, D> {
    /// The smallest index that may come along the last dimension, at the indices along the others. No index is that
    /// large if none may.
    #[inline(always)]
    fn floor(&self) -> usize {
        let (len, start, bases) = (self.append.used(), self.append.state(), self.append.tip().bases);
        if len == start {
            return 0;
        }
        // SAFETY: the frame has put that many indices along each dimension, or found them.
        let last = |axis: usize| unsafe { *bases[axis].add(len - 1) }.to_usize();
        for (axis, &index) in self.indices.iter().enumerate().take(N::USIZE - 1) {
            match index.cmp(&last(axis)) {
                Ordering::Less => return usize::MAX,
                Ordering::Equal => {}
                Ordering::Greater => return 0,
            }
        }
        last(N::USIZE - 1) + 1
    }
}

// SAFETY: the position is assembled; coordinates that come too late are refused.
unsafe impl<'w, M, N, L, P, I, D> WriteFiber for SparseCooAppend<'_, 'w, M, N, L, P, I, D>
where
    M: Append,
    N: Dimensions,
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    D: Dirty,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = No;
    const TOGETHER: usize = at_once::<L>(M::VALUE);

    #[inline(always)]
    fn unfurl<Q: Pass, R: RemainingIndices, K: OnTarget<Q, L::T>>(mut self, pass: Q, rest: R, k: K) {
        if M::VALUE == 1 {
            self.floor = self.floor()
        }
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    fn load(self) -> L::T {
        crate::leaf::not_a_leaf()
    }

    fn store(self, _value: L::T) {}

    fn describe() -> WriteDescription {
        M::describe::<N, L, P, I, D>()
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and coordinates that an earlier loop
// appended are below the floor; entries are appended only where there is room.
unsafe impl<'w, M, N, L, P, I, D> WriteLooplet for SparseCooAppend<'_, 'w, M, N, L, P, I, D>
where
    M: Append,
    N: Dimensions,
    L: WriteLevel + 'w,
    P: Width,
    I: Width,
    D: Dirty,
{
    type T = L::T;
    type Fill = <L::Fill as Fill<L::T>>::Known;
    type Style = style::Lookup;

    #[inline(always)]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, L::T>>(mut self, pass: Bind, rest: R, k: K) {
        self.indices[N::USIZE - M::VALUE] = pass.index();
        M::bind(self, pass, rest, k)
    }
}

/// How many dimensions are left to be bound.
pub trait Append: Nat {
    /// Goes on at the index that was bound last.
    fn bind<'w, N, L, P, I, D, R, K>(append: SparseCooAppend<'_, 'w, Self, N, L, P, I, D>, pass: Bind, rest: R, k: K)
    where
        N: Dimensions,
        L: WriteLevel + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        R: RemainingIndices,
        K: OnTarget<Bind, L::T>;

    /// What is written along the dimensions that are left.
    fn describe<'w, N, L, P, I, D>() -> WriteDescription
    where
        N: Dimensions,
        L: WriteLevel + 'w,
        P: Width,
        I: Width,
        D: Dirty;
}

macro_rules! hand_out {
    ($($number:ident over $less:ident;)*) => { $(
        impl Append for $number {
            #[inline(always)]
            fn bind<'w, N, L, P, I, D, R, K>(
                append: SparseCooAppend<'_, 'w, Self, N, L, P, I, D>,
                pass: Bind,
                rest: R,
                k: K,
            ) where
                N: Dimensions,
                L: WriteLevel + 'w,
                P: Width,
                I: Width,
                D: Dirty,
                R: RemainingIndices,
                K: OnTarget<Bind, L::T>,
            {
                let SparseCooAppend { append, indices, floor, .. } = append;
                let inner = SparseCooAppend::<'_, 'w, $less, N, L, P, I, D> {
                    append,
                    indices,
                    floor,
                    left: PhantomData,
                };
                k.call(pass, Write::new(inner, rest))
            }

            fn describe<'w, N, L, P, I, D>() -> WriteDescription
            where
                N: Dimensions,
                L: WriteLevel + 'w,
                P: Width,
                I: Width,
                D: Dirty,
            {
                type At<'w, M, N, L, P, I, D> = SparseCooAppend<'w, 'w, M, N, L, P, I, D>;
                WriteDescription::new::<At<'w, Self, N, L, P, I, D>, At<'w, $less, N, L, P, I, D>>("SparseCoo")
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
    #[inline(always)]
    fn bind<'w, N, L, P, I, D, R, K>(append: SparseCooAppend<'_, 'w, Self, N, L, P, I, D>, pass: Bind, rest: R, k: K)
    where
        N: Dimensions,
        L: WriteLevel + 'w,
        P: Width,
        I: Width,
        D: Dirty,
        R: RemainingIndices,
        K: OnTarget<Bind, L::T>,
    {
        let SparseCooAppend {
            append, indices, floor, ..
        } = append;
        if pass.index() < floor {
            return fault::raise(Fault::OutOfOrder {
                level: "SparseCoo",
                fiber: append.position(),
                index: pass.index(),
            });
        }
        append.append::<true, R, K>(pass, rest, k, |tip, at| {
            for (base, &index) in tip.bases.iter().zip(&indices).take(N::USIZE - 1) {
                // SAFETY: there is room for the position.
                unsafe { *base.add(at) = I::truncate(index) }
            }
        })
    }

    fn describe<'w, N, L, P, I, D>() -> WriteDescription
    where
        N: Dimensions,
        L: WriteLevel + 'w,
        P: Width,
        I: Width,
        D: Dirty,
    {
        type At<'w, M, N, L, P, I, D> = SparseCooAppend<'w, 'w, M, N, L, P, I, D>;
        WriteDescription::new::<At<'w, U1, N, L, P, I, D>, ChildOf<'w, L>>("SparseCoo").noting("appending")
    }
}
