//! Arrays that count from 1, as Fortran, MATLAB, Julia and MKL have them. Copies nothing; needs no feature.
//!
//! [`OneBased<I>`](OneBased) is an index or a pointer that is stored as one more than it is: an `I`, and nothing else. So arrays of `I` are
//! arrays of `OneBased<I>` where they lie, by [`slice()`] and [`vec()`], and back by [`stored`] and [`into_stored`]. Any level takes them, as it
//! takes arrays of other integers. In programs indices start at 0, whatever is stored: `a[0, 0]` is what the others call `a(1, 1)`.
//!
//! | they have | write | the tensor |
//! |---|---|---|
//! | sparse rows: MKL, `CSR` | [`csr`] | [`CompressedView`], `a[row, column]` |
//! | sparse columns: `SparseMatrixCSC` of Julia, `CSC` of Fortran | [`csc`] | [`CompressedView`], `a[column, row]` |
//! | a sparse vector: `SparseVector` of Julia | [`list`] | [`ListView`] |
//! | sorted coordinates: `[i, j, v] = find(a)` of MATLAB, which sorts by columns | [`coordinates`]`([cols, rows], [&j, &i], &v)` | [`CoordinatesView`], `a[column, row]` |
//!
//! An output of these types is written by programs as any other is; its arrays count from 1 then.
//!
//! ```
//! use finch_formats::interop::Compressed;
//! use finch_formats::interop::one_based::{OneBased, csc, into_stored};
//! use finch_formats::prelude::*;
//!
//! // sparse([2, 1, 2], [1, 2, 2], [2.0, 1.0, 3.0]) of Julia: colptr, rowval, nzval.
//! let (colptr, rowval, nzval) = ([1_i64, 2, 4], [2_i64, 1, 2], [2.0, 1.0, 3.0]);
//! let a = csc([2, 2], &colptr, &rowval, &nzval)?;
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
//! A stored 0, or a negative number, is no index. Read as one it is larger than any extent, so that the check refuses it as it refuses
//! any other array. Messages say of each number how it is counted.

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

/// As it is stored, with the words `counted from 1`.
impl<I: fmt::Debug> fmt::Debug for OneBased<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} counted from 1", self.0)
    }
}

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

/// A view `a[row, column]` of compressed rows that count from 1: row `j` of the `rows` by `cols` has the entries from `ptr[j]` on and before
/// `ptr[j + 1]`, at the columns `idx` and with the values `val`, the first of which is number 1. Copies nothing; the check takes linear time.
///
#[doc = include_str!("errors/one_based.md")]
pub fn csr<'a, T: Copy + 'static, P, I>(
    [rows, cols]: [usize; 2],
    ptr: &'a [P],
    idx: &'a [I],
    val: &'a [T],
) -> Result<CompressedView<'a, T, OneBased<P>, OneBased<I>>>
where
    Zero: Fill<T>,
    OneBased<P>: Width,
    OneBased<I>: Width,
{
    CompressedView::from_parts(rows, cols, slice(ptr), slice(idx), val)
}

/// A view `a[column, row]` of compressed columns that count from 1, of a matrix of `rows` by `cols`. Copies nothing; the check takes linear
/// time.
///
/// # Errors
///
/// Those of [`csr`], in which rows and columns change places.
pub fn csc<'a, T: Copy + 'static, P, I>(
    [rows, cols]: [usize; 2],
    ptr: &'a [P],
    idx: &'a [I],
    val: &'a [T],
) -> Result<CompressedView<'a, T, OneBased<P>, OneBased<I>>>
where
    Zero: Fill<T>,
    OneBased<P>: Width,
    OneBased<I>: Width,
{
    csr([cols, rows], ptr, idx, val)
}

/// A matrix as a sorted list of coordinates over borrowed arrays, whose indices of type `I` count from 1.
pub type CoordinatesView<'a, T, I> = Tensor<SparseCoo<U2, Element<T, Zero, &'a [T]>, Vec<usize>, &'a [OneBased<I>]>>;

/// A view of sorted coordinates, of a tensor of shape `shape`: value `val[q]` is at `idx[0][q], idx[1][q]`, and the first index is number 1.
/// Copies nothing; the check takes linear time.
///
/// # Errors
///
/// * [`Invalid`](crate::ErrorKind::Invalid): coordinates are not strictly ascending in lexicographic order, or the arrays differ in length.
/// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an index is less than 1 or larger than its extent.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): indices up to an extent do not fit their type.
pub fn coordinates<'a, T: Copy + 'static, I>(
    shape: [usize; 2],
    idx: [&'a [I]; 2],
    val: &'a [T],
) -> Result<CoordinatesView<'a, T, I>>
where
    Zero: Fill<T>,
    OneBased<I>: Width,
{
    let [first, second] = idx.map(<[I]>::len);
    ensure!(first == second, else Invalid,
        "there are {first} indices of the first dimension and {second} of the second one, where each entry has one of both");
    Tensor::new(SparseCoo::new(shape, vec![0, first], idx.map(slice), Element::new(val)))
}

/// A view of a sparse vector of length `len`, with values `val` at the indices `idx`, the first of which is number 1. Copies nothing; the
/// check takes linear time.
///
#[doc = include_str!("errors/list.md")]
pub fn list<'a, T: Copy + 'static, I>(len: usize, idx: &'a [I], val: &'a [T]) -> Result<ListView<'a, T, OneBased<I>>>
where
    Zero: Fill<T>,
    OneBased<I>: Width,
{
    ListView::from_parts(len, slice(idx), val)
}
