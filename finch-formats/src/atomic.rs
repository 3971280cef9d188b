//! Values that several threads combine at the same time.
//!
#![doc = include_str!("../pictures/atomic.svg")]
//!
//! A parallel loop writes places that other iterations may write, too, if the output is a nest of [`Dense`] over
//! [`AtomicElement`], and the reducer [commutes](Reducer::Commutes): sums and products of integers, minima, maxima, `|=`
//! and `&=`. Nobody makes copies of the output that are joined later, which pays where it is large and each iteration writes little
//! of it, and it need not hold the identity of the reducer. The result has the same bits on any number of threads.
//!
//! ```
//! use finch_formats::prelude::*;
//!
//! let colour = Vector::from(vec![3_usize, 0, 3, 3, 1]);
//! let mut count = AtomicVector::<u32>::empty([4])?;
//! let program = finch! {
//!     count .= 0;
//!     parallel for i { count[colour[i]] += 1 }
//! };
//! # #[cfg(feature = "parallel")]
//! program.run_parallel()?;
//! # #[cfg(not(feature = "parallel"))]
//! # program.run()?;
//! assert_eq!(count.values(), [1, 1, 0, 3]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! Sums and products of floats are rounded, so that their order matters: they do not commute, and are reduced or owned.
//!
//! What a loop combines may be read in it, as in `parallel for i, j { d[j] <<min>>= d[i] + w[i, j] }`. What is read is the value at that
//! moment. It depends on how far other threads are, and may differ from run to run.
//!
//! Costs: an atomic instruction for each value, `run` or `run_parallel`, or for each sum that a loop collects in a register.
//! Sums, `|=` and `&=` of integers are one instruction; the others are compared and swapped until nobody comes in between. Reading
//! costs what it costs anywhere. Counting 2^24 numbers with two threads, copies of plain values that are joined won up to 2^20 places,
//! and atomic values with 2^24 (`benches/results/parallel.txt`).

use crate::imports::*;
use finch_traits::algebra::reducer::Instruction;

mod numbers;

/// A number that processors change by atomic instructions: integers and floats of up to 64 bits, and `bool`.
///
/// # Safety
///
/// Functions here are data-race free, whoever calls them at the same time for one place.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be changed by several threads at the same time",
    label = "no atomic value",
    note = "values of `AtomicElement` are integers and floats of up to 64 bits, or `bool`"
)]
pub unsafe trait Atomic: Copy + 'static {
    /// The value at `place`.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes, and as long as others use it they do so by functions of this trait.
    unsafe fn load(place: *mut Self) -> Self;
    /// Stores `value` at `place`.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes, and as long as others use it they do so by functions of this trait.
    unsafe fn store(place: *mut Self, value: Self);
    /// Stores `new` at `place` if its bits are those of `old`; returns what is there otherwise.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes, and as long as others use it they do so by functions of this trait.
    unsafe fn swap(place: *mut Self, old: Self, new: Self) -> Result<(), Self>;
    /// Combines what is at `place` with `value` and returns what was there, if there is such an instruction.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes, and as long as others use it they do so by functions of this trait.
    unsafe fn fetch(place: *mut Self, instruction: Instruction, value: Self) -> Option<Self>;
    /// Whether both have the same bits.
    fn same(self, other: Self) -> bool;
}

/// How programs load and store values.
///
/// # Safety
///
/// If it is `Atomic`, these functions are data-race free, whoever calls them at the same time for one place.
pub unsafe trait MemoryAccess<T>: Copy + fmt::Debug + 'static {
    /// Whether several threads may do so at the same time.
    type Atomic: Bool;
    /// The value at `place`.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes. Others use it at the same time only if this is `Atomic`, and by functions of this trait.
    unsafe fn load(place: *mut T) -> T;
    /// Stores `value` at `place`.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes. Others use it at the same time only if this is `Atomic`, and by functions of this trait.
    unsafe fn store(place: *mut T, value: T);
    /// Changes the value at `place`. `change` is called again if somebody else comes in between.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes. Others use it at the same time only if this is `Atomic`, and by functions of this trait.
    unsafe fn update(place: *mut T, change: impl Fn(T) -> T);
    /// Combines the value at `place` with `value`.
    ///
    /// # Safety
    ///
    /// `place` is valid for reads and writes. Others use it at the same time only if this is `Atomic`, and by functions of this trait.
    unsafe fn combine<O: Reducer<T>>(place: *mut T, op: O, value: T);
}

/// Access to memory by plain loads and stores: for values that one thread at a time uses.
#[derive(Clone, Copy, Debug)]
pub struct OneThread;

// SAFETY: it is not atomic.
unsafe impl<T: Copy> MemoryAccess<T> for OneThread {
    type Atomic = No;
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load(place: *mut T) -> T {
        // SAFETY: the caller says that the place is valid.
        unsafe { *place }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(place: *mut T, value: T) {
        // SAFETY: as above.
        unsafe { *place = value }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn update(place: *mut T, change: impl Fn(T) -> T) {
        // SAFETY: as above.
        unsafe { *place = change(*place) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn combine<O: Reducer<T>>(place: *mut T, op: O, value: T) {
        // SAFETY: as above.
        unsafe { *place = op.combine(*place, value) }
    }
}

/// Access to memory by atomic instructions: for values that several threads combine at the same time.
#[derive(Clone, Copy, Debug)]
pub struct ManyThreads;

// SAFETY: nothing but functions of `Atomic` come at the place.
unsafe impl<T: Atomic> MemoryAccess<T> for ManyThreads {
    type Atomic = Yes;
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn load(place: *mut T) -> T {
        // SAFETY: says the caller.
        unsafe { T::load(place) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn store(place: *mut T, value: T) {
        // SAFETY: says the caller.
        unsafe { T::store(place, value) }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn update(place: *mut T, change: impl Fn(T) -> T) {
        // SAFETY: says the caller.
        let mut old = unsafe { T::load(place) };
        loop {
            let new = change(old);
            // What does not change is not written, which would take it away from the caches of others.
            if new.same(old) {
                return;
            }
            // SAFETY: says the caller.
            match unsafe { T::swap(place, old, new) } {
                Ok(()) => return,
                Err(now) => old = now,
            }
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn combine<O: Reducer<T>>(place: *mut T, op: O, value: T) {
        // SAFETY: says the caller.
        let old = O::INSTRUCTION.and_then(|instruction| unsafe { T::fetch(place, instruction, value) });
        match old {
            // A sum that is too large is reported as anywhere.
            Some(old) => {
                let _ = op.combine(old, value);
            }
            // SAFETY: says the caller.
            None => unsafe { Self::update(place, |old| op.combine(old, value)) },
        }
    }
}

/// Values that several threads may combine at the same time, over a background of fill `F`.
pub type AtomicElement<T, F = Zero> = Element<T, F, AtomicVec<T>>;

/// A vector of values that several threads may combine at the same time, by the leaf [`AtomicElement`]. `From`
/// converts it from and to a `Vec` in constant time.
#[derive(Clone, Debug, PartialEq)]
pub struct AtomicVec<T>(pub(crate) Vec<T>);

impl<T> Default for AtomicVec<T> {
    fn default() -> Self {
        AtomicVec(Vec::new())
    }
}

impl<T> From<Vec<T>> for AtomicVec<T> {
    fn from(values: Vec<T>) -> Self {
        AtomicVec(values)
    }
}

impl<T> From<AtomicVec<T>> for Vec<T> {
    fn from(values: AtomicVec<T>) -> Self {
        values.0
    }
}

// SAFETY: it is a vector.
unsafe impl<T: Copy> Buffer for AtomicVec<T> {
    type Item = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_slice(&self) -> &[T] {
        &self.0
    }
    fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(&mut self.0)
    }
}

// SAFETY: both are the vector.
unsafe impl<T: Copy> Growing for AtomicVec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vec(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
