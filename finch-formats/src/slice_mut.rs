//! `SliceMut`: memory of the caller's as the values of a tensor that programs write.

use crate::atomic::OneThread;
use crate::imports::*;
use core::ptr::NonNull;

/// A borrowed slice as the array of values of an output; nothing is copied. At first it holds the whole slice. After a program it holds the
/// values that were written, and the rest of the slice is unchanged.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0)], Add)?;
/// let x = [1.0, 10.0, 100.0];
/// let mut result = [0.0; 2];
/// let (x, mut y) = (VectorView::from(&x[..]), VectorMut::from(&mut result[..]));
/// finch! {
///     y .= 0;
///     for j, i { y[j] += a[j, i] * x[i] }
/// }
/// .run()?;
/// assert_eq!(result, [20.0, 1.0]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// A program that needs more values than the slice has is refused when it starts: [`TooLarge`](crate::ErrorKind::TooLarge). If it
/// needs fewer, the others stay as they were. Levels that append, such as [`SparseList`], want room for one
/// value more than they store, and find out while they are written.
pub struct SliceMut<'a, T> {
    // Not a reference: places that are handed out stay valid while the array is looked at.
    start: NonNull<T>,
    len: usize,
    room: usize,
    slice: PhantomData<&'a mut [T]>,
}

// SAFETY: it is a `&mut [T]`.
unsafe impl<T: Send> Send for SliceMut<'_, T> {}
// SAFETY: it is a `&mut [T]`.
unsafe impl<T: Sync> Sync for SliceMut<'_, T> {}

impl<T: fmt::Debug + Copy> fmt::Debug for SliceMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().fmt(f)
    }
}

impl<'a, T> From<&'a mut [T]> for SliceMut<'a, T> {
    /// All of `slice`.
    fn from(slice: &'a mut [T]) -> Self {
        let len = slice.len();
        SliceMut {
            start: NonNull::from(slice).cast(),
            len,
            room: len,
            slice: PhantomData,
        }
    }
}

impl<T> Default for SliceMut<'_, T> {
    /// No memory at all.
    fn default() -> Self {
        SliceMut::from(&mut [][..])
    }
}

// SAFETY: the slice is borrowed mutably for as long as this lives, and `len` is at most its length.
unsafe impl<T: Copy> Buffer for SliceMut<'_, T> {
    type Item = T;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn as_slice(&self) -> &[T] {
        // SAFETY: as above.
        unsafe { core::slice::from_raw_parts(self.start.as_ptr(), self.len) }
    }
    fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        // SAFETY: as above.
        Some(unsafe { core::slice::from_raw_parts_mut(self.start.as_ptr(), self.len) })
    }
}

// SAFETY: there is room for `room` values at `start`, all of which are initialised.
unsafe impl<T: Copy> Values for SliceMut<'_, T> {
    type Access = OneThread;
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn lengthen(&mut self, len: usize, fill: impl Fn() -> T) -> bool {
        if len > self.room {
            return false;
        }
        if self.len < len {
            let value = fill();
            for position in self.len..len {
                // SAFETY: there is room, as compared above.
                unsafe { self.start.add(position).write(value) }
            }
            self.len = len
        }
        true
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn reserve(&mut self, len: usize) -> bool {
        len <= self.room
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_len(&mut self, len: usize) {
        self.len = len
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn start(&mut self) -> *mut T {
        self.start.as_ptr()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn capacity(&self) -> usize {
        self.room
    }

    fn room(&self) -> Option<usize> {
        Some(self.room)
    }

    fn shrink_to_fit(&mut self) {}
}
