//! The arrays of a level: owned, borrowed or shared.

use crate::atomic::{Atomic, AtomicVec, ManyThreads, MemoryAccess, OneThread};
use core::cell::Cell;
use std::borrow::Cow;
use std::sync::Arc;

/// An array that a level reads.
///
/// # Safety
///
/// `as_slice` returns the same elements every time, until the buffer is changed through a `&mut` borrow: levels check
/// their arrays once. A clone, if there is one, has the same elements: a tensor that is cloned is not checked again.
pub unsafe trait Buffer {
    /// The type of its elements.
    type Item: Copy;
    /// The elements.
    fn as_slice(&self) -> &[Self::Item];
    /// The elements, if they are this buffer's alone.
    fn as_mut_slice(&mut self) -> Option<&mut [Self::Item]> {
        None
    }
}

macro_rules! buffers {
    ($($buffer:ty $(, changed as $slice:ident)?;)*) => { $(
        // SAFETY: it is its elements, which nobody changes while they are shared.
        unsafe impl<T: Copy> Buffer for $buffer {
            type Item = T;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn as_slice(&self) -> &[T] {
                self
            }
            $(
                fn as_mut_slice(&mut self) -> Option<&mut [T]> {
                    let $slice = self;
                    Some($slice)
                }
            )?
        }
    )* };
}

buffers! {
    Vec<T>, changed as elements;
    &[T];
    Box<[T]>, changed as elements;
    Arc<[T]>;
    Cow<'_, [T]>;
}

/// An array that a program writes: it is owned, and grows.
///
/// # Safety
///
/// The elements of `vec` are those of `as_slice`.
pub unsafe trait Growing: Buffer {
    /// The elements.
    fn vec(&mut self) -> &mut Vec<Self::Item>;
}

// SAFETY: both are the vector.
unsafe impl<T: Copy> Growing for Vec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn vec(&mut self) -> &mut Vec<T> {
        self
    }
}

/// Values that a program writes: an array that grows, or memory of the caller's ([`SliceMut`](crate::SliceMut)).
///
/// # Safety
///
/// There is memory for [`capacity`](Values::capacity) values from [`start`](Values::start) on, which stays where it is until
/// the array is lengthened, made room in, or shrunk; the first ones of them are those of [`Buffer::as_slice`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is only read, so a tensor of these values cannot be written",
    label = "the values of this tensor are borrowed or shared",
    note = "values that programs write are in a `Vec<T>`, or in memory of yours: `VectorMut::from(&mut values[..])`, \
            `MatrixMut::from_parts(rows, cols, SliceMut::from(&mut values[..]))`"
)]
pub unsafe trait Values: Buffer {
    /// How values are loaded and stored: as any others are, [`OneThread`], or by atomic instructions.
    type Access: MemoryAccess<Self::Item>;
    /// Lengthens the array to at least `len` values by copies of `fill`; leaves it as it is and returns `false` if there is not
    /// that much memory.
    fn lengthen(&mut self, len: usize, fill: impl Fn() -> Self::Item) -> bool;
    /// Puts `more` behind the values; leaves them as they are and returns `false` if there is not that much memory, or if the array
    /// cannot: by default none can.
    fn append(&mut self, _more: &[Self::Item]) -> bool {
        false
    }
    /// Makes room for `len` values; returns `false` if there is not that much memory.
    fn reserve(&mut self, len: usize) -> bool;
    /// Drops the values from `len` on.
    fn truncate(&mut self, len: usize);
    /// Makes the array `len` values long.
    ///
    /// # Safety
    ///
    /// There is room for `len` values, and all of them are written.
    unsafe fn set_len(&mut self, len: usize);
    /// Where the values are.
    fn start(&mut self) -> *mut Self::Item;
    /// For how many values there is memory.
    fn capacity(&self) -> usize;
    /// For how many values there ever is memory, if that is known.
    fn room(&self) -> Option<usize> {
        None
    }
    /// Gives memory back that no value is in.
    fn shrink_to_fit(&mut self);
}

/// Implements [`Values`] for vectors. Each names how its values are loaded and stored, and the `Vec` inside.
macro_rules! vectors {
    ($($vector:ident<T: $bound:path>, $access:ty, |$this:ident| $vec:expr;)*) => { $(
        // SAFETY: a vector keeps its values at one place until it grows or shrinks.
        unsafe impl<T: $bound> Values for $vector<T> {
            type Access = $access;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn lengthen(&mut self, len: usize, fill: impl Fn() -> T) -> bool {
                let vec = self.vec();
                if vec.len() >= len {
                    return true;
                }
                // A workspace that is declared again has the memory, for which nothing need be called.
                if vec.capacity() >= len {
                    let target = len.max(vec.len().saturating_mul(2)).min(vec.capacity());
                    lengthen(vec, target, fill());
                    return true;
                }
                grow(vec, len, fill).is_ok()
            }
            fn append(&mut self, more: &[T]) -> bool {
                extend(self.vec(), more.len(), more.iter().copied())
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn reserve(&mut self, len: usize) -> bool {
                let vec = self.vec();
                vec.capacity() >= len || reserve_now(vec, len)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn truncate(&mut self, len: usize) {
                self.vec().truncate(len)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn set_len(&mut self, len: usize) {
                // SAFETY: the caller says that there is room, and that the values are written.
                unsafe { self.vec().set_len(len) }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn start(&mut self) -> *mut T {
                self.vec().as_mut_ptr()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn capacity(&self) -> usize {
                let $this = self;
                $vec.capacity()
            }
            fn shrink_to_fit(&mut self) {
                self.vec().shrink_to_fit()
            }
        }
    )* };
}

vectors! {
    Vec<T: Copy>, OneThread, |vec| vec;
    AtomicVec<T: Atomic>, ManyThreads, |values| values.0;
}

/// Puts `more` elements behind those of `buffer`; leaves them as they are and returns `false` if there is not that much memory.
pub(crate) fn extend<T: Copy>(buffer: &mut Vec<T>, count: usize, more: impl Iterator<Item = T>) -> bool {
    buffer.try_reserve(count).is_ok() && {
        buffer.extend(more.take(count));
        true
    }
}

/// How many bytes the elements of `buffer` take.
pub fn bytes<B: Buffer>(buffer: &B) -> usize {
    size_of_val(buffer.as_slice())
}

/// Entries for which a list may make room in vain.
pub(crate) const MODEST: usize = 1 << 12;

/// How many entries a list of `len` entries makes room for if at least as many as are `wanted` are to fit, and at most
/// `most`: the first number, or the second if there is not that much memory. Twice as many, so that what grows bit by bit is
/// moved seldom, or as many as all `fibers` take if they are like those up to `fiber`, up to sixteen times as many. What was
/// foreseen in vain costs addresses and no memory.
pub(crate) fn rooms(len: usize, wanted: usize, most: usize, [fiber, fibers]: [usize; 2]) -> [usize; 2] {
    let each = len as f64 / (fiber + 1) as f64;
    let foreseen = 1.125 * each * fibers as f64;
    let twice = len.saturating_mul(2).max(4).max(wanted);
    let many = (foreseen as usize).min(len.saturating_mul(16)).max(twice);
    [many, twice].map(|room| room.min(most).max(wanted))
}

/// Grows `buffer` to `len` elements, at least doubling it; fails if there is not that much memory. The fill is a function
/// so that a constant stays one in the outlined part.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn grow<T: Copy>(buffer: &mut Vec<T>, len: usize, fill: impl Fn() -> T) -> Result<(), ()> {
    if buffer.len() < len {
        grow_now(buffer, len, fill)
    } else {
        Ok(())
    }
}

thread_local! {
    /// The greatest length that an array may grow to on this thread, see [`no_longer_than`].
    static LONGEST: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// Runs `write` and returns its result. No array that grows meanwhile becomes longer than twice `longest`: growing fails as if memory were used up.
/// For input from elsewhere: a few entries far apart would otherwise make a band or a dense row store all that lies between them.
#[cfg(any(feature = "files", feature = "serde"))]
pub(crate) fn no_longer_than<R>(longest: usize, write: impl FnOnce() -> R) -> R {
    struct Restored(usize);
    impl Drop for Restored {
        fn drop(&mut self) {
            LONGEST.set(self.0)
        }
    }
    let _restored = Restored(LONGEST.replace(longest.saturating_mul(2)));
    write()
}

/// Whether an array may grow to length `len`.
pub(crate) fn may_be_long(len: usize) -> bool {
    len <= LONGEST.get()
}

#[inline(never)]
fn reserve_now<T>(buffer: &mut Vec<T>, len: usize) -> bool {
    may_be_long(len) && buffer.try_reserve(len - buffer.len()).is_ok()
}

#[cold]
#[inline(never)]
fn grow_now<T: Copy>(buffer: &mut Vec<T>, len: usize, fill: impl Fn() -> T) -> Result<(), ()> {
    if !may_be_long(len) {
        return Err(());
    }
    let target = len.max(buffer.len().saturating_mul(2));
    if buffer.try_reserve_exact(target - buffer.len()).is_ok() {
        lengthen(buffer, target, fill());
        return Ok(());
    }
    buffer.try_reserve_exact(len - buffer.len()).map_err(|_| ())?;
    lengthen(buffer, len, fill());
    Ok(())
}

/// Appends copies of `value` until `buffer` has `len` elements. Copies, as `T: Copy` allows: `Vec::resize` would call `clone`, which
/// may be somebody's code.
#[inline]
fn lengthen<T: Copy>(buffer: &mut Vec<T>, len: usize, value: T) {
    buffer.extend(core::iter::repeat_with(|| value).take(len - buffer.len()))
}
