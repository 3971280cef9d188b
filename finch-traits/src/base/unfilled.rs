//! Memory of an output that is filled as late as possible: what is stored before anybody loads it need not be filled at all.

use crate::derived::copied;
use crate::lent::Lent;
use crate::promise;
use crate::sealed::Sealed;
use core::cell::Cell;
use core::hint::cold_path;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// The values of an output that has room for them, and the value that they are filled with.
#[derive(Clone, Copy, Debug)]
pub struct Room<T> {
    start: *mut T,
    len: usize,
    fill: T,
}

impl<T: Copy> Room<T> {
    /// Room for `len` values from `start` on, each of which is `fill` unless it is assigned.
    ///
    /// # Safety
    ///
    /// There is memory for so many values, which need not be initialised, as long as the output is open.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub unsafe fn new(start: *mut T, len: usize, fill: T) -> Self {
        Room { start, len, fill }
    }

    /// The value that they are filled with.
    #[cfg(not(debug_assertions))]
    #[inline(always)]
    pub(crate) fn fill(&self) -> T {
        self.fill
    }
}

/// How far the values of an output are filled: those in front of a place are initialised, and nobody has stored anything behind it.
///
/// Where values are stored in their order, nothing is filled and nothing but the place changes. What is left out is filled when something
/// behind it is stored, or at the [end](Self::finish).
#[derive(Debug)]
pub(crate) struct Unfilled<T> {
    from: Cell<*mut T>,
    room: Option<Room<T>>,
}

impl<T: Copy> Unfilled<T> {
    /// Nothing of `room` is filled if it `is_unfilled`; otherwise, and if there is none, everything is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(room: Option<Room<T>>, is_unfilled: bool) -> Self {
        // Places of values that take no memory are all the same, and need no filling.
        let room = room.filter(|_| size_of::<T>() > 0);
        let from = match room {
            Some(room) if is_unfilled => room.start,
            // No value lies there: places are compared with this one alone, and not with whether there are any.
            _ => core::ptr::without_provenance_mut(usize::MAX),
        };
        Unfilled {
            from: Cell::new(from),
            room,
        }
    }

    /// The fill, if `len` values from `place` on are the next ones that are not initialised: the caller stores all of them before anything
    /// is loaded. Otherwise all of them are initialised from here on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take(&self, place: Option<*mut T>, len: usize) -> Option<T> {
        let (from, Some(place)) = (self.from.get(), place) else {
            self.finish();
            return None;
        };
        let to = place.wrapping_add(len);
        if place == from {
            self.from.set(to);
            return self.room.map(|room| room.fill);
        }
        cold_path();
        self.fill_to(to);
        None
    }

    /// Fills what is in front of `to`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_to(&self, to: *mut T) {
        let (mut place, Some(room)) = (self.from.get(), self.room) else {
            return;
        };
        if place >= to {
            return;
        }
        let end = room.start.wrapping_add(room.len);
        promise!(room.start <= place && to <= end);
        // No call is made of volatile stores, for which loops around would give up their registers. This is not where time is spent.
        while place < to {
            // SAFETY: it lies in the room, in which there is memory for so many values, says whoever made it.
            unsafe { place.write_volatile(room.fill) }
            place = place.wrapping_add(1)
        }
        self.from.set(to)
    }

    /// Fills what is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn finish(&self) {
        let (from, Some(room)) = (self.from.get(), self.room) else {
            return;
        };
        let end = room.start.wrapping_add(room.len);
        if from < end {
            let len = (end.addr() - from.addr()) / size_of::<T>();
            // SAFETY: so many values are left in the room, in which there is memory for all of them, says whoever made it.
            unsafe { core::slice::from_raw_parts_mut(from.cast::<MaybeUninit<T>>(), len) }
                .fill(MaybeUninit::new(room.fill));
            self.from.set(end)
        }
    }
}

/// What takes values over that nobody has stored yet, of an output that is [filled](AllFilled) or not.
pub trait Taking: Copy + Sealed {
    /// The type of the values.
    type T;
    /// Whether the caller stores values in any case, so that it need not note whether any was assigned.
    const STORED: bool;
    /// The fill, if the value at `place` is not initialised.
    fn absent(self, place: Option<*mut Self::T>) -> Option<Self::T>;
    /// The fill, if none of `len` values from `place` on is initialised, which the caller stores then.
    fn take(self, place: Option<*mut Self::T>, len: usize) -> Option<Self::T>;
}

/// All values are initialised.
#[derive(Debug)]
pub struct AllFilled<T>(PhantomData<T>);

copied!([T] AllFilled<T>);

impl<T> AllFilled<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new() -> Self {
        AllFilled(PhantomData)
    }
}

impl<T> Sealed for AllFilled<T> {}
impl<T> Taking for AllFilled<T> {
    type T = T;
    const STORED: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(self, _place: Option<*mut T>) -> Option<T> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(self, _place: Option<*mut T>, _len: usize) -> Option<T> {
        None
    }
}

impl<T: Copy> Sealed for Lent<Unfilled<T>> {}
impl<T: Copy> Taking for Lent<Unfilled<T>> {
    type T = T;
    // Some values have to be stored, and all can be: those that were initialised were loaded, and nobody else stores any meanwhile.
    const STORED: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn absent(self, place: Option<*mut T>) -> Option<T> {
        match place {
            Some(place) if place < self.from.get() => None,
            Some(_) => self.room.map(|room| room.fill),
            None => {
                self.finish();
                None
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(self, place: Option<*mut T>, len: usize) -> Option<T> {
        Unfilled::take(&self, place, len)
    }
}
