//! `Element`: the values, one per position.
//!
#![doc = include_str!("../pictures/element.svg")]
//!
//! ```text
//! val  [ 2.5 | 0.5 | 1.0 | ... ]
//!        p=0   p=1   p=2
//! ```
//!
//! A leaf: no dimension, so no protocol. There are at least as many values as positions; values behind the last position
//! count for nothing. Bytes: `size_of::<T>()` per position.
//!
//! | lifecycle | costs |
//! |---|---|
//! | declare | constant, and filling each position that is there from the start |
//! | read, write, at any position, in any order, any number of times | constant |
//! | freeze, thaw | constant: what lies behind the last position is cut off |

use crate::atomic::{Atomic, AtomicVec, MemoryAccess};
use crate::imports::*;
use core::mem::MaybeUninit;
use finch_traits::unfilled::Room;

/// The values, one per position, over a background of fill `F`. Costs are in the [module](self).
#[derive(Clone)]
pub struct Element<T, F = Zero, Val = Vec<T>> {
    val: Val,
    kind: PhantomData<(T, F)>,
}

crate::shown!([T: core::fmt::Debug, F, Val: core::fmt::Debug] Element<T, F, Val> |it| it.val);

impl<T, F, Val> Element<T, F, Val> {
    /// The values `val`.
    pub fn new(val: Val) -> Self {
        Element { val, kind: PhantomData }
    }

    accessors! {
        /// The array of values.
        pub val: Val, mut val_mut, into into_val;
    }
}

impl<T, F, Val: Default> Default for Element<T, F, Val> {
    fn default() -> Self {
        Element::new(Val::default())
    }
}

/// Leaves are equal if their arrays are.
impl<T: PartialEq, F, Val: Buffer<Item = T>> PartialEq for Element<T, F, Val> {
    fn eq(&self, other: &Self) -> bool {
        self.val.as_slice() == other.val.as_slice()
    }
}

/// The values of an [`Element`] level, for reading: its [`Level::Fibers`].
#[derive(Clone, Copy, Debug)]
pub struct ElementFibers<T, F> {
    val: Lent<[T]>,
    fill: PhantomData<F>,
}

// SAFETY: `validate` compares the number of positions with that of the values; there is no child and no index.
unsafe impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> Level for Element<T, F, Val> {
    crate::level! {
        leaf "Element" of F,
        fibers<'a> ElementFibers<T, F> = |level| ElementFibers { val: Lent::new(level.val.as_slice()), fill: PhantomData }
    }

    fn validate(&self, positions: usize) -> Result<()> {
        let len = self.val.as_slice().len();
        ensure!(len >= positions, else Invalid, "an Element level holds {len} values where {positions} are needed");
        Ok(())
    }
}

impl<T: Copy + 'static, F, Val: Buffer<Item = T>> Contents for Element<T, F, Val> {
    crate::contents! { leaf of T }

    fn get(&self, position: usize, _index: &[usize]) -> T {
        self.val.as_slice()[position]
    }

    fn bytes(&self) -> usize {
        crate::buffer::bytes(&self.val)
    }
}

// SAFETY: the caller names a position that is stored.
unsafe impl<T: Copy + 'static, F: Fill<T>> Fibers for ElementFibers<T, F> {
    read_leaf! { T, F }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber(self, position: usize) -> Leaf<T> {
        promise!(position < self.val.len());
        // SAFETY: the caller names a position that is stored.
        Leaf(unsafe { *self.val.get_unchecked(position) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber_or_fill(self, position: usize, here: bool) -> LeafOrFill<T, F> {
        promise!(!here || position < self.val.len());
        // Present or absent is a choice between two addresses, so that no branch depends on it.
        let stored = self.val.as_ptr().wrapping_add(position);
        let place = core::hint::select_unpredictable(here, stored, F::VALUE);
        // SAFETY: the caller names a stored position if `here`, else this is the fill's own place.
        LeafOrFill::new(unsafe { *place }, here)
    }
}

/// The values of an [`Element`] level, for writing: its [`WriteLevel::Writing`].
#[derive(Clone, Copy, Debug)]
pub struct ElementWriting<T, F, A> {
    val: *mut T,
    len: usize,
    level: PhantomData<(F, A)>,
}

/// One value of an [`Element`] level, for writing.
#[derive(Clone, Copy, Debug)]
pub struct ElementPlace<T, F, A, D> {
    place: *mut T,
    dirty: D,
    level: PhantomData<(F, A)>,
}

// SAFETY: there is a value for every position that is assembled, and memory for one that is reserved, which is written
// when it is handed out; freezing cuts off the rest.
unsafe impl<T: Copy + 'static, F: Fill<T>, Val: Values<Item = T>> WriteLevel for Element<T, F, Val> {
    fn resize(&mut self, _driver: Driver, _shape: &[usize]) -> Result<()> {
        self.val.truncate(0);
        Ok(())
    }

    fn declare(&mut self, _driver: Driver) {
        self.val.truncate(0)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        match self.val.lengthen(positions, F::value) {
            true => Ok(()),
            false => Err(no_room(&self.val, positions)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve(&mut self, _driver: Driver, positions: usize) -> Result<(), Fault> {
        match self.val.reserve(positions) {
            true => Ok(()),
            false => Err(no_room(&self.val, positions)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        self.reserve(driver, positions)
    }

    fn freeze(&mut self, _driver: Driver, positions: usize) {
        if positions <= self.val.as_slice().len() {
            self.val.truncate(positions)
        } else {
            // SAFETY: the caller has reserved these positions, and each was handed out filled.
            unsafe { self.val.set_len(positions) }
        }
    }

    fn thaw(&mut self, _driver: Driver, positions: usize) -> Result<()> {
        // Arrays may hold more than was needed; what is assembled later starts out as fill.
        self.val.truncate(positions);
        Ok(())
    }

    fn gather(&mut self, _driver: Driver, from: &[usize]) -> bool {
        let mut gathered = Vec::new();
        if self.val.as_mut_slice().is_none()
            || gathered.try_reserve_exact(from.len()).is_err()
            || !self.val.lengthen(from.len(), F::value)
        {
            return false;
        }
        let val = self.val.as_slice();
        gathered.extend(from.iter().map(|&from| val.get(from).copied().unwrap_or(F::value())));
        self.val.truncate(from.len());
        match self.val.as_mut_slice() {
            Some(val) => {
                val.copy_from_slice(&gathered);
                true
            }
            None => false,
        }
    }

    fn shrink_to_fit(&mut self) {
        self.val.shrink_to_fit()
    }

    fn reserve_values(&mut self, values: usize) -> bool {
        self.val.reserve(values)
    }

    const APART: bool = true;
    const ATOMIC: bool = <Val::Access as MemoryAccess<T>>::Atomic::VALUE;

    fn append(&mut self, _driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        self.val.truncate(positions);
        match Values::append(&mut self.val, &part.val.as_slice()[..count]) {
            true => Ok(()),
            false => Err(no_room(&self.val, positions.saturating_add(count))),
        }
    }

    fn values(&mut self) -> &mut [T] {
        self.val.as_mut_slice().unwrap_or_default()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn clear_positions(&mut self, _: Driver, below: usize, positions: impl Iterator<Item = usize>) -> bool {
        let Some(val) = self.val.as_mut_slice().and_then(|val| val.get_mut(..below)) else {
            return false;
        };
        positions.for_each(|position| {
            promise!(position < val.len());
            // SAFETY: the caller promises that the position is less than `below`.
            unsafe { *val.get_unchecked_mut(position) = F::value() }
        });
        true
    }

    crate::writing! {
        flag No, ElementWriting<T, F, Val::Access> = |level| {
            // SAFETY: the caller hands a valid level that nothing else accesses.
            let level = unsafe { &mut *level };
            ElementWriting {
                val: level.val.start(),
                len: level.val.capacity(),
                level: PhantomData,
            }
        }
    }
}

/// There is no memory for `positions` values.
#[cold]
fn no_room<Val: Values>(val: &Val, needed: usize) -> Fault {
    let level = "Element";
    match val.room() {
        Some(room) => Fault::NoRoom { level, room, needed },
        None => Fault::TooLarge {
            level,
            fiber: 0,
            index: needed,
        },
    }
}

// SAFETY: the caller names a position that is assembled.
unsafe impl<T: Copy + 'static, F: Fill<T>, A: MemoryAccess<T>> WriteFibers for ElementWriting<T, F, A> {
    type T = T;
    type Fill = F::Known;
    type Fiber<D: Dirty> = ElementPlace<T, F, A, D>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fiber<D: Dirty>(self, position: usize, dirty: D) -> ElementPlace<T, F, A, D> {
        promise!(position < self.len);
        ElementPlace {
            // SAFETY: the caller names a position that is assembled.
            place: unsafe { self.val.add(position) },
            dirty,
            level: PhantomData,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fresh<D: Dirty>(self, position: usize, dirty: D) -> ElementPlace<T, F, A, D> {
        // SAFETY: the caller names a position that is assembled or reserved, so there is memory for it.
        unsafe {
            self.val.add(position).write(F::value());
            self.fiber(position, dirty)
        }
    }

    const FILLS: bool = true;

    unsafe fn fill(self, positions: Range<usize>) {
        promise!(positions.start <= positions.end && positions.end <= self.len);
        // SAFETY: there is room for these values, which nobody else uses.
        let room = unsafe {
            let start = self.val.add(positions.start).cast::<MaybeUninit<T>>();
            core::slice::from_raw_parts_mut(start, positions.len())
        };
        room.fill(MaybeUninit::new(F::value()))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn bytes(self) -> usize {
        size_of::<T>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn room(self, positions: Range<usize>) -> Option<Room<T>> {
        promise!(positions.start <= positions.end && positions.end <= self.len);
        // SAFETY: there is memory for as many positions as the level is long.
        Some(unsafe { Room::new(self.val.add(positions.start), positions.len(), F::value()) })
    }
}

// SAFETY: the place is assembled.
unsafe impl<T: Copy + 'static, F: Fill<T>, A: MemoryAccess<T>, D: Dirty> WriteFiber for ElementPlace<T, F, A, D> {
    crate::write_leaf! { T, F::Known, asked D::Asked, short No, any order Yes, row Not<A::Atomic> }
    const ATOMIC: bool = A::Atomic::VALUE;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn place(&self) -> Option<*mut T> {
        Some(self.place)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn load(self, _driver: Driver) -> T {
        // SAFETY: the place is assembled and initialised with fill.
        unsafe { A::load(self.place) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn store(self, _driver: Driver, value: T) {
        self.dirty.set();
        // SAFETY: the place is assembled, and this is the only fiber at its position, unless all who use it do so atomically.
        unsafe { A::store(self.place, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn combine<O: Reducer<T>>(self, _driver: Driver, op: O, value: T) {
        // SAFETY: as above.
        unsafe { A::combine(self.place, op, value) };
        self.dirty.set()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn repeat<O: Reducer<T>>(self, _driver: Driver, op: O, value: T, count: usize) {
        // SAFETY: as above.
        unsafe { A::update(self.place, |old| op.repeat(old, value, count)) };
        self.dirty.set()
    }
}

// SAFETY: each position is a place in the array, behind which others are put.
unsafe impl<T: Copy + 'static, F: Fill<T>> WriteInParts for Element<T, F, Vec<T>> {
    type Apart = Yes;
    type Splits = No;
    type Atomic = No;
}

// SAFETY: as above; all threads use atomic instructions.
unsafe impl<T: Atomic, F: Fill<T>> WriteInParts for Element<T, F, AtomicVec<T>> {
    type Apart = Yes;
    type Splits = No;
    type Atomic = Yes;
}

// SAFETY: a place is an address, and all that are assembled are initialised.
unsafe impl<T: Copy + 'static, F: Fill<T>, Val: Values<Item = T>> WriteInPlace for Element<T, F, Val> {}

// SAFETY: comparing changes nothing, and values that are taken back are fill again.
unsafe impl<T: Copy + PartialEq + 'static, F: Fill<T>> MergeLevel for Element<T, F, Vec<T>> {
    type Staging = InLocal;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        promise!(count <= from && from + count <= self.val.capacity());
        // SAFETY: these positions are assembled or were handed out, so there are values; the length may lag behind.
        let values = unsafe { core::slice::from_raw_parts(self.val.as_ptr(), from + count) };
        values[from - count..from] == values[from..]
    }

    fn repeats_frozen(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        self.val[from - count..from] == self.val[from..from + count]
    }

    fn withdraw(&mut self, _driver: Driver, from: usize, count: usize) {
        let to = self.val.len().min(from + count);
        if from < to {
            self.val[from..to].fill(F::value())
        }
    }
}

// SAFETY: comparing changes nothing.
unsafe impl<T: Copy + PartialEq + 'static, F: Fill<T>> CompareLevel for Element<T, F, Vec<T>> {
    #[inline]
    unsafe fn equal(&self, a: usize, b: usize) -> bool {
        // SAFETY: these positions are assembled or were handed out.
        unsafe { self.written(a) == self.written(b) }
    }
}

impl<T: Copy, F> Element<T, F, Vec<T>> {
    /// The value at `position` while the level is written. The length may lag behind.
    ///
    /// # Safety
    ///
    /// The position is assembled, or was handed out and written.
    #[inline]
    pub(crate) unsafe fn written(&self, position: usize) -> T {
        promise!(position < self.val.capacity());
        // SAFETY: says the caller.
        unsafe { *self.val.as_ptr().add(position) }
    }
}

// SAFETY: values are as good in another order.
unsafe impl<T: Copy + 'static, F: Fill<T>> SwapLevel for Element<T, F, Vec<T>> {
    #[inline]
    fn swap(&mut self, a: usize, b: usize, count: usize) {
        if count == 1 {
            return self.val.swap(a, b);
        }
        let (a, b) = both(&mut self.val, a, b, count);
        a.swap_with_slice(b)
    }
}

// SAFETY: the local is the fiber until it is kept; the array has room up to its capacity.
unsafe impl<T: Copy + PartialEq + 'static, F: Fill<T>> Staging<Element<T, F, Vec<T>>> for InLocal {
    in_local! {
        Element<T, F, Vec<T>>, of T, F, at *mut T,
        // SAFETY: the caller has kept the value.
        load |base, position| unsafe { *base.add(position) },
        // SAFETY: the caller says that there is room.
        keep |base, position, value| unsafe { base.add(position).write(value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn make_room(driver: Driver, level: &mut Element<T, F, Vec<T>>, positions: usize) -> Result<(), Fault> {
        level.reserve(driver, positions)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn keep(_driver: Driver, level: &mut Element<T, F, Vec<T>>, position: usize, stage: Cell<T>) {
        match level.val.get_mut(position) {
            Some(place) => *place = stage.get(),
            None => level.val.push(stage.get()),
        }
    }

    const COPY: Option<usize> = Some(size_of::<T>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copy(driver: Driver, level: &mut Element<T, F, Vec<T>>, from: usize, to: usize, count: usize) {
        for position in to..to + count {
            let value = Cell::new(level.val[from]);
            <InLocal as Staging<Element<T, F, Vec<T>>>>::keep(driver, level, position, value)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn base(level: &mut Element<T, F, Vec<T>>) -> (*mut T, usize) {
        (level.val.as_mut_ptr(), level.val.capacity())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn settle(level: &mut Element<T, F, Vec<T>>, positions: usize) {
        promise!(positions <= level.val.capacity());
        if level.val.len() < positions {
            // SAFETY: the caller has kept a value at each of these positions.
            unsafe { level.val.set_len(positions) }
        }
    }
}
