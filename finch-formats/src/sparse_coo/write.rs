//! Coordinate lists as programs write them.
//!
//! The outermost dimension unfurls to a target whose frame knows where the next entry goes, so in registers. Every
//! dimension but the last hands out a target that remembers the index; the last one appends the coordinate once its
//! child was assigned.

use crate::imports::*;
use crate::kit::append::{Appending, FreshChild};
use crate::kit::arrays::is_leaf;
use crate::sparse_coo::axes::{Left, MOST};
use core::ptr;

/// A level of `N` dimensions that can be written.
type Owned<N, L, P, I> = SparseCoo<N, L, Vec<P>, Vec<I>>;

// SAFETY: an entry is a coordinate, and has the position of the same number in the child.
unsafe impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> Compressed for Owned<N, L, P, I> {
    type P = P;
    type Child = L;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn parts(&mut self, _driver: Driver) -> CompressedParts<'_, P, L> {
        CompressedParts {
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

    fn append_entries(&mut self, part: &Self, count: usize) -> bool {
        let mut arrays = self.idx.iter_mut().zip(&part.idx);
        arrays.all(|(idx, more)| crate::buffer::Values::append(idx, &more[..count]))
    }

    fn shrink(&mut self) {
        self.ptr.shrink_to_fit();
        self.idx.iter_mut().for_each(|idx| idx.shrink_to_fit());
        self.child.shrink_to_fit()
    }

    fn reserve_values(&mut self, values: usize) -> bool {
        let has_room = !is_leaf::<L>() || self.idx.iter_mut().all(|idx| Values::reserve(idx, values));
        has_room && self.child.reserve_values(values)
    }
}

// SAFETY: as above.
unsafe impl<N: Dimensions, L: MergeLevel, P: Width, I: Width> CompareEntries for Owned<N, L, P, I> {
    fn equal_entries(&self, a: usize, b: usize, count: usize) -> bool {
        self.idx.iter().all(|idx| idx[a..a + count] == idx[b..b + count])
    }
}

crate::compressed! {
    unsafe impl[N: Dimensions, L: WriteLevel, P: Width, I: Width] for Owned<N, L, P, I>, as compressed,
    merged by [N: Dimensions, L: MergeLevel, P: Width, I: Width],
    mirrored L::MIRRORED.below(N::USIZE)
}

// SAFETY: entries are put behind those of the fibers before; those of one fiber ascend from part to part, by their outermost index.
in_parts! { unsafe impl[N: Dimensions, L: WriteInParts, P: Width, I: Width] WriteInParts for Owned<N, L, P, I>, splits Yes }

// SAFETY: the arrays of indices have capacity, and the child has reserved positions, for as many entries as there is
// room.
unsafe impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> Append for Owned<N, L, P, I> {
    type Bases = [*mut I; MOST];
    type New = Below<L>;
    /// Where the entries of the fiber start.
    type State = usize;
    type Announced = No;
    const TOGETHER: usize = at_once::<L>(N::USIZE);
    const MOST: usize = P::MAX;

    crate::append_list!(@child child);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn used(&self) -> usize {
        self.idx[0].len()
    }

    // Along the last dimension, it depends on the other indices.
    fn floor(&self, _fiber: usize) -> usize {
        0
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&self, fiber: usize, _floor: usize) -> usize {
        self.idx[0].len() - self.ptr[fiber + 1].to_usize()
    }

    fn grow(&mut self, driver: Driver, len: usize, room: usize) -> Result<(), Option<Fault>> {
        for idx in &mut self.idx {
            idx.try_reserve_exact(room - len).map_err(|_| None)?
        }
        self.child.reserve(driver, room).map_err(Some)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(&mut self, _driver: Driver, _start: usize, len: usize) {
        for idx in &mut self.idx {
            promise!(len <= idx.capacity());
            // SAFETY: that many indices were put along each dimension.
            unsafe { idx.set_len(len) }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn close(&mut self, _driver: Driver, fiber: usize, _start: usize, before: usize, len: usize) {
        // SAFETY: as the caller promises.
        unsafe { compressed::count(&mut self.ptr, fiber, len - before) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bases(&mut self, _driver: Driver) -> [*mut I; MOST] {
        let mut bases = [ptr::null_mut(); MOST];
        for (base, idx) in bases.iter_mut().zip(&mut self.idx) {
            *base = idx.as_mut_ptr()
        }
        bases
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn put(tip: Tip<Self>, start: usize, _len: usize, at: usize, index: usize, (): ()) -> usize {
        // SAFETY: there is room for the position.
        unsafe { *tip.bases[N::USIZE - 1].add(at) = I::truncate(index) };
        start
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<L::T>>(append: Appending<Self, D>, then: U) {
        then.call(SparseCooAppend::<N, Self, D>::new(append, [0; MOST], 0))
    }

    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        SparseCooAppend::<N, Self, D>::describe()
    }
}

/// A level of coordinates that is appended to: what is remembered is where the entries of the fiber start.
pub trait AppendCoordinates: Append<Bases = [*mut Self::I; MOST], State = usize> {
    /// The type of the indices.
    type I: Width;
    /// How many dimensions it spans.
    const SPANS: usize;
}

impl<N: Dimensions, L: WriteLevel, P: Width, I: Width> AppendCoordinates for Owned<N, L, P, I> {
    type I = I;
    const SPANS: usize = N::USIZE;
}

/// One fiber that is being appended to, at the indices that are bound; `M` of its dimensions are left.
#[derive(Debug)]
pub struct SparseCooAppend<M, A: AppendCoordinates, D> {
    append: Appending<A, D>,
    indices: [usize; MOST],
    /// The smallest index that may come along the last dimension: larger than those that an earlier loop appended.
    floor: usize,
    left: PhantomData<M>,
}

crate::copied!([M, A: AppendCoordinates, D: Copy] SparseCooAppend<M, A, D>);

impl<M, A: AppendCoordinates, D: Dirty> SparseCooAppend<M, A, D> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(append: Appending<A, D>, indices: [usize; MOST], floor: usize) -> Self {
        SparseCooAppend {
            append,
            indices,
            floor,
            left: PhantomData,
        }
    }

    /// The smallest index that may come along the last dimension, at the indices along the others. No index is that
    /// large if none may.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn floor(&self) -> usize {
        let frame = self.append.frame;
        let (len, start, bases) = (frame.len.get(), frame.state.get(), frame.tip.get().bases);
        if len == start {
            return 0;
        }
        // SAFETY: the frame has put that many indices along each dimension, or found them.
        let last = |axis: usize| unsafe { *bases[axis].add(len - 1) }.to_usize();
        for (axis, &index) in self.indices.iter().enumerate().take(A::SPANS - 1) {
            match index.cmp(&last(axis)) {
                Ordering::Less => return usize::MAX,
                Ordering::Equal => {}
                Ordering::Greater => return 0,
            }
        }
        last(A::SPANS - 1) + 1
    }
}

// SAFETY: the position is assembled; coordinates that come too late are refused.
unsafe impl<M: Left, A: AppendCoordinates, D: Dirty> WriteFiber for SparseCooAppend<M, A, D> {
    type T = A::T;
    type Fill = <A::Fill as Fill<A::T>>::Known;
    type Short = No;
    type Asked = D::Asked;
    type AnyOrder = No;
    type IsRow = finch_traits::algebra::logic::No;
    const TOGETHER: usize = if A::TOGETHER == 0 { 0 } else { M::VALUE };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<Q: Pass, R: RemainingIndices, K: OnTarget<Q, A::T>>(mut self, pass: Q, rest: R, k: K) {
        if M::IsLast::VALUE {
            self.floor = self.floor()
        }
        k.call(pass, UnfurledTarget::new(self, rest))
    }

    crate::write_fiber!(@no_value);

    fn describe() -> WriteDescription {
        type At<M, A, D> = SparseCooAppend<M, A, D>;
        let description = if M::IsLast::VALUE {
            WriteDescription::new::<At<M, A, D>, FreshChild<A>>(A::NAME)
        } else {
            WriteDescription::new::<At<M, A, D>, At<M::Less, A, D>>(A::NAME)
        };
        description.noting(A::ORDER)
    }
}

// SAFETY: the driver binds every index of a loop once, in ascending order, and coordinates that an earlier loop
// appended are below the floor; entries are appended only where there is room.
unsafe impl<M: Left, A: AppendCoordinates, D: Dirty> WriteLooplet for SparseCooAppend<M, A, D> {
    looked_up! { A::T, <A::Fill as Fill<A::T>>::Known }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, A::T>>(mut self, pass: Bind, rest: R, k: K) {
        self.indices[A::SPANS - M::VALUE] = pass.index();
        let SparseCooAppend {
            append, indices, floor, ..
        } = self;
        branch!(if M::IsLast {
            if pass.index() < floor {
                return fault::raise(A::too_late(append.fiber.position, pass.index()));
            }
            append.append(pass, rest, k, |tip, at| {
                for (base, &index) in tip.bases.iter().zip(&indices).take(A::SPANS - 1) {
                    // SAFETY: there is room for the position.
                    unsafe { *base.add(at) = A::I::truncate(index) }
                }
            })
        } else {
            let inner = SparseCooAppend::<M::Less, A, D>::new(append, indices, floor);
            k.call(pass, Write::new(inner, rest))
        })
    }
}
