//! Arrays that count from 1, as Fortran, MATLAB, Julia and MKL have them. Copies nothing; needs no feature.
//!
//! [`OneBased<I>`](OneBased) is an index or a pointer that is stored as one more than it is: an `I`, and nothing else. So arrays of `I` are
//! arrays of `OneBased<I>` where they lie, by [`slice()`] and [`vec()`], and back by [`stored`] and [`into_stored`]. Any level takes them, as it
//! takes arrays of other integers. In programs indices start at 0, whatever is stored: `a[0, 0]` is what the others call `a(1, 1)`.
//!
//! | they have | write | the tensor |
//! |---|---|---|
//! | sparse rows: MKL, `CSR` | [`CompressedView::from_parts`]`(rows, cols, slice(ptr), slice(idx), val)` | `a[row, column]` |
//! | sparse columns: `SparseMatrixCSC` of Julia, `CSC` of Fortran | [`CompressedView::from_parts`]`(cols, rows, ..)` | `a[column, row]` |
//! | a sparse vector: `SparseVector` of Julia | [`ListView::from_parts`]`(len, slice(idx), val)` | `x[index]` |
//! | sorted coordinates: `[i, j, v] = find(a)` of MATLAB, which sorts by columns | [`SparseCoo::new`]`([cols, rows], vec![0, v.len()], [slice(j), slice(i)], Element::new(v))`, in [`Tensor::new`] | [`CoordinatesView`], `a[column, row]` |
//!
//! An output of these types is written by programs as any other is; its arrays count from 1 then.
//!
//! ```
//! use finch_formats::interop::{Compressed, CompressedView};
//! use finch_formats::interop::one_based::{OneBased, into_stored, slice};
//! use finch_formats::prelude::*;
//!
//! // sparse([2, 1, 2], [1, 2, 2], [2.0, 1.0, 3.0]) of Julia: colptr, rowval, nzval.
//! let (colptr, rowval, nzval) = ([1_i64, 2, 4], [2_i64, 1, 2], [2.0, 1.0, 3.0]);
//! let a = CompressedView::from_parts(2, 2, slice(&colptr), slice(&rowval), &nzval)?;
//! let x = Vector::from(vec![1.0, 10.0]);
//! let mut y = Vector::default();
//! let mut twice = Compressed::<f64, OneBased<i32>, OneBased<i32>>::default();
//! finch! {
//!     y .= 0;
//!     for i, j { y[j] += a[i, j] * x[i] }
//!     twice .= 0;
//!     for i, j { twice[i, j] = 2.0 * a[i, j] }
//! }
//! .run()?;
//! assert_eq!(y.values(), [10.0, 32.0]);
//!
//! let (_, _, colptr, rowval, nzval) = twice.into_parts();
//! assert_eq!((into_stored(colptr), into_stored(rowval)), (vec![1, 2, 4], vec![2, 1, 2]));
//! assert_eq!(nzval, [4.0, 2.0, 6.0]);
//! # Ok::<(), finch_formats::Error>(())
//! ```
//!
//! # Costs
//!
//! Making a view takes no memory, and the check of the arrays time linear in them, as that of arrays from 0 does. Each index or pointer that
//! is read costs a subtraction, and a comparison more in `i64` and `isize`. To compute with a matrix many times,
//! [`Tensor::convert`] makes a copy that counts from 0: `let a: Csr<f64> = a.convert()?`.
//!
//! # What is refused
//!
//! What arrays from 0 are refused for. A stored 0, or a negative number, is no index. Read as one it is larger than any extent, so that the check refuses it
//! with [`OutOfBounds`](crate::ErrorKind::OutOfBounds), or, as a pointer, with [`Invalid`](crate::ErrorKind::Invalid). Messages say of each number how it is counted.

#[cfg(doc)]
use super::{CompressedView, ListView};
use crate::imports::*;
use ::bytemuck::TransparentWrapper;
use ::bytemuck::allocation::TransparentWrapperAlloc;

/// An index or a pointer that is stored as one more than it is, in an integer of type `I`.
///
/// It is read and written by its [`Width`]: `to_usize` is one less than what is stored. The default is the number 0, a stored 1.
///
/// ```
/// use finch_formats::interop::one_based::OneBased;
/// use finch_formats::width::Width;
///
/// let index: OneBased<u8> = Width::new(4).unwrap();
/// assert_eq!((index.stored(), index.to_usize()), (5, 4));
/// assert_eq!(index, OneBased::of_stored(5));
/// assert!(<OneBased<u8> as Width>::new(255).is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct OneBased<I>(I);

// It is no `Pod`: what takes arrays of these for arrays of `I`, as Arrow takes pointers, would be off by one.
//
// SAFETY: it is an `I` and nothing else, and takes any.
unsafe impl<I> TransparentWrapper<I> for OneBased<I> {}

impl<I> OneBased<I> {
    /// The number that is stored as `stored`: one less. It is no index if `stored` is 0 or negative; the check of a level refuses it.
    pub const fn of_stored(stored: I) -> Self {
        OneBased(stored)
    }

    /// What is stored: one more than the number.
    pub fn stored(self) -> I {
        self.0
    }
}

// As it is stored, with the words `counted from 1`.
crate::shown!([I: core::fmt::Debug] OneBased<I> |it| "{:?} counted from 1", it.0);

macro_rules! from_one {
    ($($t:ident)*) => { $(
        /// The number 0, which is stored as 1.
        impl Default for OneBased<$t> {
            fn default() -> Self {
                OneBased(1)
            }
        }

        // SAFETY: `new` refuses what does not fit once 1 is added, and `to_usize` subtracts it again. The order is that of what is stored,
        // in which adding 1 changes nothing; a stored 0 and what is below it stand in front of all indices, as negative numbers do.
        unsafe impl Width for OneBased<$t> {
            const MAX: usize = if $t::MAX as u128 > usize::MAX as u128 { usize::MAX } else { $t::MAX as usize - 1 };
            const NAME: &'static str = concat!("OneBased<", stringify!($t), ">");
            type FiberIndex = <$t as Width>::FiberIndex;
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn new(number: usize) -> Option<Self> {
                $t::try_from(number).ok()?.checked_add(1).map(OneBased)
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn truncate(number: usize) -> Self {
                OneBased((number as $t).wrapping_add(1))
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_usize(self) -> usize {
                // What is below 1 comes out in the upper half of `usize`, if the type is narrower than that. Of other types with a sign the
                // least number would come out in the lower half. What is asked first is a constant.
                if size_of::<$t>() < size_of::<usize>() {
                    return (self.0 as usize).wrapping_sub(1);
                }
                match self.0 < 1 {
                    true => usize::MAX,
                    false => self.0.wrapping_sub(1).to_usize(),
                }
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn less(self, other: Self) -> usize {
                self.0.less(other.0)
            }
        }
    )* };
}

from_one! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

/// Integers that count from 1, as indices that say so: what a level takes. Copies nothing and takes constant time.
pub fn slice<I>(stored: &[I]) -> &[OneBased<I>] {
    OneBased::wrap_slice(stored)
}

/// The integers in which `numbers` are stored, which count from 1: the way back from [`slice()`]. Copies nothing and takes constant time.
pub fn stored<I>(numbers: &[OneBased<I>]) -> &[I] {
    OneBased::peel_slice(numbers)
}

/// Integers that count from 1, as indices that say so: what a level takes that owns its arrays. Moves them. Takes constant time.
pub fn vec<I>(stored: Vec<I>) -> Vec<OneBased<I>> {
    OneBased::wrap_vec(stored)
}

/// The integers in which `numbers` are stored, which count from 1: the way back from [`vec()`]. Moves them. Takes constant time.
pub fn into_stored<I>(numbers: Vec<OneBased<I>>) -> Vec<I> {
    OneBased::peel_vec(numbers)
}

/// A matrix as a sorted list of coordinates over borrowed arrays, whose indices of type `I` count from 1.
pub type CoordinatesView<'a, T, I> = Tensor<SparseCoo<U2, Element<T, Zero, &'a [T]>, Vec<usize>, &'a [OneBased<I>]>>;
