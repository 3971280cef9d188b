//! The arrays of a level: owned, borrowed or shared.

use std::sync::Arc;

/// An array that a level reads.
///
/// # Safety
///
/// `as_slice` returns the same elements every time, until the buffer is changed through a `&mut` borrow: levels check
/// their arrays once.
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
        buffer.resize(target, fill());
        return Ok(());
    }
    buffer.try_reserve_exact(len - buffer.len()).map_err(|_| ())?;
    buffer.resize(len, fill());
    Ok(())
}
