//! The arrays of a level: owned, borrowed or shared.

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

// SAFETY: a vector is its elements.
unsafe impl<T: Copy> Buffer for Vec<T> {
    type Item = T;
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        self
    }
    fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(self)
    }
}

// SAFETY: a slice is its elements.
unsafe impl<T: Copy> Buffer for &[T] {
    type Item = T;
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        self
    }
}

// SAFETY: a boxed slice is its elements.
unsafe impl<T: Copy> Buffer for Box<[T]> {
    type Item = T;
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        self
    }
    fn as_mut_slice(&mut self) -> Option<&mut [T]> {
        Some(self)
    }
}

// SAFETY: a shared slice is its elements, which nobody changes while they are shared.
unsafe impl<T: Copy> Buffer for Arc<[T]> {
    type Item = T;
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        self
    }
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
    #[inline(always)]
    fn vec(&mut self) -> &mut Vec<T> {
        self
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
#[inline(always)]
pub(crate) fn grow<T: Copy>(buffer: &mut Vec<T>, len: usize, fill: impl Fn() -> T) -> Result<(), ()> {
    if buffer.len() < len {
        grow_now(buffer, len, fill)
    } else {
        Ok(())
    }
}

#[cold]
#[inline(never)]
fn grow_now<T: Copy>(buffer: &mut Vec<T>, len: usize, fill: impl Fn() -> T) -> Result<(), ()> {
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
