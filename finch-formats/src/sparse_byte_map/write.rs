//! Byte maps as programs write them.
//!
//! Indices are appended to `idx` as they are first written, whatever fiber they belong to, and sorted by freezing. While a
//! fiber is written, the base pointers of the table and of the list, how long the list is, and the child's writing view
//! live in the frame that unfurled it. Several statements of one loop may write to one level: frames then nest, and the
//! inner ones append to lists of their own. So does a frame through which the fiber is read while it is written: its list stays empty.

mod merge;
mod touched;

pub(super) use touched::Touched;

use crate::buffer::grow;
use crate::imports::*;
use crate::tensor::values::AllDense;
use touched::BUSY;

/// A level that can be written.
type Owned<L, P, I> = SparseByteMap<L, Vec<P>, Vec<I>, Vec<bool>>;

/// One fiber that is being written: its arrays, and how long the list is, which lives in the frame that unfurled it. Of a set, whose child stores
/// nothing but that it is there, entries can be taken back.
#[derive(Clone, Copy, Debug)]
pub struct SparseByteMapWrite<C, I, D, IsSet> {
    extent: usize,
    /// The slot of index 0.
    first: usize,
    tbl: *mut bool,
    list: *mut I,
    /// Where the list starts that this frame appends to, and where there is room for one entry more and no others.
    start: usize,
    full: usize,
    len: Lent<Cell<usize>>,
    /// An entry was taken back.
    holes: Lent<Cell<bool>>,
    child: C,
    dirty: D,
    is_set: PhantomData<IsSet>,
}

// SAFETY: an index is listed if and only if its byte is set, once; so freezing, which sorts the list of every fiber and
// drops those beyond the last, leaves ascending indices below the extent. The table and the child have a place for every
// slot of every assembled fiber. If a frame was cut off, `declare` wipes everything.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteLevel for Owned<L, P, I> {
    crate::written_by_pointer!();

    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        if let Some((&extent, below)) = shape.split_first() {
            crate::check::extent_fits::<I>(Self::NAME, extent)?;
            let mut shape = Vec::new();
            self.child.shape(&mut shape);
            if extent != self.extent || below != shape {
                self.wipe(driver);
                self.child.resize(driver, below)?;
                self.extent = extent;
            }
        }
        self.declare(driver);
        Ok(())
    }

    fn room(extents: &[usize]) -> usize {
        extents
            .split_first()
            .map_or(1, |(&extent, below)| extent.saturating_mul(L::room(below)))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn declare(&mut self, driver: Driver) {
        if self.touched.is_one(0) && self.clear_one(driver) {
            // What else there is to forget is written by freezing.
            self.idx.clear()
        } else {
            self.declare_many(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        let too_large = faults::too_large::<Self>(positions, self.extent);
        // All slots may come to be listed.
        let slots = positions
            .checked_mul(self.extent)
            .filter(|&slots| slots <= P::MAX)
            .ok_or(too_large)?;
        grow(&mut self.tbl, slots, || false).map_err(|()| too_large)?;
        self.child.assemble(driver, slots)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.freeze_unordered(driver, positions);
        if positions == 1 {
            self.sort_one()
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn freeze_unordered(&mut self, driver: Driver, positions: usize) {
        if positions == 1 && self.touched.is_one(0) {
            self.list_one()
        } else {
            self.list_many(positions)
        }
        let slots = positions * self.extent;
        self.tbl.truncate(slots);
        self.child.freeze(driver, slots)
    }

    fn restore_order(&mut self, _driver: Driver) {
        if self.touched.is_one(0) {
            self.sort_one()
        }
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        self.child.thaw(driver, positions * self.extent)?;
        if self.touched.fiber == BUSY {
            self.take_over(driver, positions)
        }
        Ok(())
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        let (extent, before) = (self.extent, self.ptr[positions].to_usize());
        let more = part.ptr[count].to_usize();
        let slots = positions.checked_add(count).and_then(|all| all.checked_mul(extent));
        // All slots may come to be listed.
        if slots.is_none_or(|slots| slots > P::MAX) {
            return Err(faults::too_large::<Self>(positions, count));
        }
        // As if it was made of these arrays.
        self.touched = Touched::unlisted();
        append_array::<Self, _>(&mut self.idx, before, &part.idx[..more])?;
        append_array::<Self, _>(&mut self.tbl, positions * extent, &part.tbl[..count * extent])?;
        compressed::append_ends::<Self, _>(&mut self.ptr, positions, &part.ptr[..=count])?;
        self.child
            .append(driver, positions * extent, &mut part.child, count * extent)
    }

    over_child! { shrinks ptr, idx, tbl, touched }
}

// SAFETY: lists, bytes and slots are put behind those of the fibers before.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width] WriteInParts for Owned<L, P, I>, splits No }

// SAFETY: each index has a slot from the start, which holds fill unless it is listed: dense values are cleared where they are not when
// the level is opened. A frame that only binds finds the byte as its child leaves it, so it sets no other and counts no entry.
unsafe impl<L: WriteInPlace + AllDense, P: Width, I: Width> WriteInPlace for Owned<L, P, I> {}

// SAFETY: the position is assembled, so there are bytes and slots for every index below the extent.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteByPointer for Owned<L, P, I> {
    type AnyOrder = <ChildOf<L> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <ChildOf<L> as WriteFiber>::TOGETHER);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unfurl<D: Dirty, U: Unfurling<L::T>>(fiber: PointerFiber<Self, D>, then: U) {
        fiber.enter(then.driver(), then)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter<D: Dirty, K: OnWriteFiber<L::T>>(fiber: PointerFiber<Self, D>, _driver: Driver, k: K) {
        // SAFETY: the level outlives the program's use of it, nothing else accesses it, and this borrow ends before the
        // child is written.
        let level = unsafe { &mut *fiber.level };
        let Some((list, len)) = level.enter(fiber.position) else {
            return fault::raise(faults::too_large::<Self>(fiber.position, level.extent));
        };
        let (len, holes) = (Cell::new(len), Cell::new(false));
        let write = SparseByteMapWrite {
            extent: level.extent,
            first: fiber.position * level.extent,
            tbl: level.tbl.as_mut_ptr(),
            list,
            start: len.get(),
            full: len.get() + Self::list_room(level.extent) - 1,
            // SAFETY: `k` uses them while this frame exists.
            len: unsafe { Lent::new(&len) },
            // SAFETY: as above.
            holes: unsafe { Lent::new(&holes) },
            // SAFETY: the child was assembled with this level, and nothing else accesses it.
            child: unsafe { L::writing(&raw mut (*fiber.level).child) },
            dirty: fiber.dirty,
            is_set: PhantomData::<L::NeedsFlag>,
        };
        k.call(Entered(write));
        // SAFETY: as above; the child is not being written any more.
        let level = unsafe { &mut *fiber.level };
        if holes.get() {
            level.touched.holes = true;
            level.touched.mixed = true
        }
        // SAFETY: each entry was written before it was counted.
        unsafe { level.leave(fiber.position, len.get()) }
    }

    fn describe<D: Dirty>(_fiber: PhantomData<PointerFiber<Self, D>>) -> WriteDescription {
        type Map<L, I, D> = SparseByteMapWrite<<L as WriteLevel>::Writing, I, D, <L as WriteLevel>::NeedsFlag>;
        WriteDescription::new::<Map<L, I, D>, ChildOf<L>>(Self::NAME).noting("in any order")
    }
}

// SAFETY: as above.
unsafe impl<C: WriteFibers, I: Width, D: Dirty, IsSet: Bool> Insert for SparseByteMapWrite<C, I, D, IsSet> {
    type Asked = D::Asked;
    type AnyOrder = <C::Fiber<Lent<Cell<bool>>> as WriteFiber>::AnyOrder;
    const TOGETHER: usize = together(1, <C::Fiber<Lent<Cell<bool>>> as WriteFiber>::TOGETHER);
}

/// Moves the entries of a list that are stored, as their bytes say, to its front, once each. Returns how many there are. Its caller keeps
/// in registers what it is not given.
#[cold]
#[inline(never)]
fn without_holes<I: Width>(listed: &mut [I], bytes: &[Cell<bool>]) -> usize {
    let mut count = 0;
    for at in 0..listed.len() {
        let index = listed[at];
        // It is cleared when its entry is found, and set again afterwards.
        if bytes[index.to_usize()].take() {
            listed[count] = index;
            count += 1
        }
    }
    listed[..count]
        .iter()
        .for_each(|index| bytes[index.to_usize()].set(true));
    count
}

// SAFETY: there are bytes and slots for every index below the extent.
unsafe impl<C: WriteFibers, I: Width, D: Dirty, IsSet: Bool> WriteLooplet for SparseByteMapWrite<C, I, D, IsSet> {
    looked_up! { C::T, C::Fill }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bind<R: RemainingIndices, K: OnTarget<Bind, C::T>>(self, pass: Bind, rest: R, k: K) {
        let index = pass.index();
        promise!(index < self.extent);
        let slot = self.first + index;
        // Of a set only: else it is asked behind the assignment, where the answer holds.
        // SAFETY: there is a byte for every slot.
        let was = IsSet::VALUE && unsafe { *self.tbl.add(slot) };
        let own = Cell::new(false);
        // The value of a `Pattern` is this flag: the byte itself, since other statements of the loop may write this index, too.
        let dirty = if IsSet::VALUE {
            // SAFETY: there is a byte for every slot, which is read and written by pointers and such cells alone meanwhile.
            unsafe { &*self.tbl.add(slot).cast::<Cell<bool>>() }
        } else {
            &own
        };
        // SAFETY: the slot is assembled.
        let fiber = unsafe { self.child.fiber(slot, Lent::new(dirty)) };
        k.call(pass, Write::new(fiber, rest));
        if dirty.get() {
            // SAFETY: there is a byte for every slot.
            let is_stored = was || !IsSet::VALUE && unsafe { *self.tbl.add(slot) };
            // Asked here, since another statement may have written this index meanwhile. A branch: most loops over rows are
            // long stretches of new indices or of ones that are there, and a list that is written always costs each entry two
            // stores more, to other lines of the cache, of which one is written a cycle. Where the child stores nothing, this is a set,
            // such as the vertices of the next step of a search: whether an index is new is as good as random there, and it is
            // written always, and counted if it is.
            let (new, mut len) = (!is_stored, self.len.get());
            if new || IsSet::VALUE {
                // This frame may have listed more than there are indices if some were taken back since, by any frame.
                if IsSet::VALUE && new && len >= self.full {
                    // SAFETY: this frame has put these entries, all of them indices below the extent.
                    let listed =
                        unsafe { core::slice::from_raw_parts_mut(self.list.add(self.start), len - self.start) };
                    // SAFETY: there is a byte for every slot, which is read and written by pointers and such cells alone meanwhile.
                    let bytes = unsafe { core::slice::from_raw_parts(self.tbl.add(self.first).cast(), self.extent) };
                    len = self.start + without_holes(listed, bytes)
                }
                // SAFETY: there is a byte for every slot. This frame has counted bytes of this fiber that were not set before, of which
                // there are at most as many as indices, if none is taken back; where there is room for one entry only, those that
                // were taken back are counted no more. The last place is for what is not counted.
                unsafe {
                    *self.tbl.add(slot) = true;
                    self.list.add(len).write(I::truncate(index))
                }
                self.len.set(len + usize::from(new))
            }
            self.dirty.set()
        } else if IsSet::VALUE && was {
            Cell::set(&self.holes, true)
        }
    }
}
