//! Values by their indices: `a[[j, i]]`, and `a[[j, i]] = value` of dense nests.

use crate::imports::*;
use core::ops::{Index, IndexMut};

/// A level whose values stand in memory one by one, so that they can be borrowed.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be borrowed",
    note = "`a[[j, i]]` is for `Dense`, `SparseList`, `SparsePairs`, `SparseByteMap` and `RunList` over `Element`, `Bit` and \
            `Pattern`; `a.get([j, i])` is for all levels",
    note = "a program sets values of other nests by `:=`, and adds to them by `+=`: \
            `finch! {{ mut a; for k {{ a[rows[k], cols[k]] += values[k]; }} }}.run()?`"
)]
pub trait Borrowable: Level {
    /// The value at `index` of the fiber at `position`, stored or not. Both are there.
    #[doc(hidden)]
    fn borrowed(&self, position: usize, index: &[usize]) -> &Self::T;
}

impl<T: Copy + 'static, F: Fill<T>, Val: Buffer<Item = T>> Borrowable for Element<T, F, Val> {
    #[inline]
    fn borrowed(&self, position: usize, _index: &[usize]) -> &T {
        &self.val().as_slice()[position]
    }
}

impl Borrowable for Pattern {
    #[inline]
    fn borrowed(&self, _position: usize, _index: &[usize]) -> &bool {
        &true
    }
}

impl<F: Fill<bool>, Words: Buffer<Item = u64>> Borrowable for Bit<F, Words> {
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &bool {
        if self.get(position, index) { &true } else { &false }
    }
}

impl<L: Borrowable, X: Extent> Borrowable for Dense<L, X> {
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &L::T {
        self.child().borrowed(position * self.extent() + index[0], &index[1..])
    }
}

impl<L: Borrowable, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>> Borrowable for SparseList<L, Ptr, Idx> {
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &L::T {
        let ptr = self.ptr().as_slice();
        let (from, to) = (ptr[position].to_usize(), ptr[position + 1].to_usize());
        let idx = &self.idx().as_slice()[from..to];
        match idx.binary_search_by_key(&index[0], |here| here.to_usize()) {
            Ok(at) => self.child().borrowed(from + at, &index[1..]),
            Err(_) => L::Fill::VALUE,
        }
    }
}

impl<T: Copy + 'static, F: Fill<T>, I: Width, Ptr: Buffer<Item: Width>, Pairs: Buffer<Item = Pair<I, T>>> Borrowable
    for SparsePairs<T, F, Ptr, Pairs>
{
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &T {
        let ptr = self.ptr().as_slice();
        let pairs = &self.pairs().as_slice()[ptr[position].to_usize()..ptr[position + 1].to_usize()];
        match pairs.binary_search_by_key(&index[0], |pair| pair.index.to_usize()) {
            Ok(at) => &pairs[at].value,
            Err(_) => F::VALUE,
        }
    }
}

impl<L: Borrowable, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, Merge> Borrowable
    for RunList<L, Ptr, Idx, Merge>
{
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &L::T {
        let ptr = self.ptr().as_slice();
        let (from, to) = (ptr[position].to_usize(), ptr[position + 1].to_usize());
        let run = self.right().as_slice()[from..to].partition_point(|end| end.to_usize() <= index[0]);
        self.child().borrowed(from + run, &index[1..])
    }
}

impl<L: Borrowable, Ptr: Buffer<Item: Width>, Idx: Buffer<Item: Width>, Tbl: Buffer<Item = bool>> Borrowable
    for SparseByteMap<L, Ptr, Idx, Tbl>
{
    #[inline]
    fn borrowed(&self, position: usize, index: &[usize]) -> &L::T {
        let slot = position * self.extent() + index[0];
        if self.tbl().as_slice()[slot] {
            self.child().borrowed(slot, &index[1..])
        } else {
            L::Fill::VALUE
        }
    }
}

/// What stands in the brackets of `a[..]`: as many numbers as there are dimensions, `a[[j, i]]`, of a vector `x[i]`, of a matrix `a[(j, i)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no place in this tensor",
    label = "as many numbers of type `usize` as there are dimensions, in brackets",
    note = "`x[[4]]` or `x[4]` of a vector, `a[[1, 2]]` or `a[(1, 2)]` of a matrix"
)]
pub trait PlaceIn<L> {
    /// What is there.
    #[doc(hidden)]
    type Value;
    #[doc(hidden)]
    fn of(self, tensor: &Tensor<L>) -> &Self::Value;
}

impl<L: Borrowable, const N: usize> PlaceIn<L> for [usize; N]
where
    [usize; N]: IntoShape<L::Rank>,
{
    type Value = L::T;

    #[inline]
    fn of(self, tensor: &Tensor<L>) -> &L::T {
        tensor.check_place(&self);
        tensor.level.borrowed(0, &self)
    }
}

/// `a[[j, i]]`: the value at these indices, stored or not. For nests whose values stand in memory one by one;
/// [`get`](Tensor::get) is for all. Takes the time of one search per level.
///
/// # Panics
///
/// If an index is not below its extent.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 2], 4.0)], Add)?;
/// assert_eq!((a[[0, 1]], a[[1, 0]]), (2.0, 0.0));
/// let x = Vector::from(vec![1, 2, 3]);
/// assert_eq!(x[[2]], 3);
/// # Ok::<(), finch_formats::Error>(())
/// ```
// One implementation: the compiler says what the levels lack for the place that is asked for, and does not look for another kind of place.
impl<L, P: PlaceIn<L>> Index<P> for Tensor<L> {
    type Output = P::Value;

    #[inline]
    fn index(&self, place: P) -> &P::Value {
        place.of(self)
    }
}

/// As many numbers as a tensor of rank `R` has dimensions: a shape, or the indices of one place. Arrays are, and tuples.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape of this tensor, and no place in it",
    label = "as many numbers of type `usize` as there are dimensions, in brackets",
    note = "`[5]` of a vector, `[2, 3]` of a matrix: `Vector::<f64>::empty([5])?`, `x.get([4])`, `a.get([1, 2])`"
)]
pub trait IntoShape<R: Rank>: Into<Shape<R>> {}

#[diagnostic::do_not_recommend]
impl<R: Rank, X: Into<Shape<R>>> IntoShape<R> for X {}

/// A level that stores a value at every index, which can be changed.
///
/// # Safety
///
/// What it lends is a value, and nothing else changes: the level stays valid for as many positions, since it is not checked again.
#[diagnostic::on_unimplemented(
    message = "values of `{Self}` cannot be changed in place",
    note = "`a[[j, i]] = value` is for `Dense` levels over an `Element`; other nests are written by programs and by \
            `Tensor::write`"
)]
pub unsafe trait BorrowableMut: Borrowable {
    /// The value at `index` of the fiber at `position`. Both are there.
    #[doc(hidden)]
    fn borrowed_mut(&mut self, position: usize, index: &[usize]) -> &mut Self::T;
}

// SAFETY: it lends one of the values.
unsafe impl<T: Copy + 'static, F: Fill<T>> BorrowableMut for Element<T, F, Vec<T>> {
    #[inline]
    fn borrowed_mut(&mut self, position: usize, _index: &[usize]) -> &mut T {
        &mut self.val_mut()[position]
    }
}

// SAFETY: the level below lends one of its values.
unsafe impl<L: BorrowableMut, X: Extent> BorrowableMut for Dense<L, X> {
    #[inline]
    fn borrowed_mut(&mut self, position: usize, index: &[usize]) -> &mut L::T {
        let position = position * self.extent() + index[0];
        self.child_mut().borrowed_mut(position, &index[1..])
    }
}

/// `a[[j, i]] = value`: for dense nests, in constant time.
///
/// # Panics
///
/// If an index is not below its extent.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let mut a = Matrix::<f64>::empty([2, 3])?;
/// a[[1, 2]] = 5.0;
/// a[[1, 2]] += 0.5;
/// assert_eq!(a.values(), [0.0, 0.0, 0.0, 0.0, 0.0, 5.5]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
impl<L: BorrowableMut, const N: usize> IndexMut<[usize; N]> for Tensor<L>
where
    [usize; N]: IntoShape<L::Rank>,
{
    #[inline]
    fn index_mut(&mut self, index: [usize; N]) -> &mut L::T {
        self.check_place(&index);
        self.level.borrowed_mut(0, &index)
    }
}

/// `x[2]` of a vector and `a[(1, 2)]` of a matrix are the same as `x[[2]]` and `a[[1, 2]]`.
macro_rules! also {
    ($($index:ty, of $rank:ty: |$this:ident| $list:expr;)*) => { $(
        impl<L: Borrowable<Rank = $rank>> PlaceIn<L> for $index {
            type Value = L::T;

            #[inline]
            fn of(self, tensor: &Tensor<L>) -> &L::T {
                let $this = self;
                &tensor[$list]
            }
        }

        impl<L: BorrowableMut<Rank = $rank>> IndexMut<$index> for Tensor<L> {
            #[inline]
            fn index_mut(&mut self, $this: $index) -> &mut L::T {
                &mut self[$list]
            }
        }
    )* };
}

also! {
    usize, of U1: |place| [place];
    (usize, usize), of U2: |place| [place.0, place.1];
}

impl<L: Level> Tensor<L> {
    /// Panics unless each index is below its extent. Axis by axis: a shape would be allocated.
    #[inline]
    fn check_place(&self, index: &[usize]) {
        let is_there = |axis, place| self.level.extent_along(axis).is_some_and(|extent| place < extent);
        if !index.iter().enumerate().all(|(axis, &place)| is_there(axis, place)) {
            out_of_bounds(index, &self.shape())
        }
    }
}

#[cold]
fn out_of_bounds(index: &[usize], shape: &[usize]) -> ! {
    panic!("the index {index:?} is out of bounds of a tensor of shape {shape:?}")
}
