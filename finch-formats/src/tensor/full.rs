//! Tensors from and to all of their values, in the order of the nest: row by row.

use crate::imports::*;
use crate::{VectorMutWithFill, VectorViewWithFill};
use finch_traits::level::IsDense;

/// How many places a tensor of given shape has, if that can be counted.
pub(crate) fn places(shape: &[usize]) -> Option<usize> {
    if shape.contains(&0) {
        return Some(0);
    }
    shape
        .iter()
        .try_fold(1_usize, |places, &extent| places.checked_mul(extent))
}

// Bounds stand on the function, so that the compiler says which of them a type does not meet.
impl<L> Tensor<L> {
    /// A tensor of given shape with the values `val`: row by row, the innermost index fastest. Values that equal the fill, by `==`, are
    /// left out, so that -0.0 reads as a fill of 0.0. A nest of [`Dense`] levels alone stores all as they are. Takes time linear in `val`,
    /// whose values are copied.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = Csr::<f64>::from_dense([2, 3], &[0.0, 2.0, 0.0, 1.0, 0.0, 3.0])?;
    /// assert_eq!(a.count_stored(), 3);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): there are not as many values as the shape has places; or values are not
    ///   fill in the half that a [`Triangular`] level does not have, or differ that a
    ///   [`Symmetric`] level stores as one.
    #[doc = include_str!("errors/shape.md")]
    /// * [`Order`](crate::ErrorKind::Order): the nest cannot hold the data, as a level that has a single entry or run per
    ///   fiber.
    pub fn from_dense(shape: impl IntoShape<L::Rank>, val: &[L::T]) -> Result<Self>
    where
        L: WriteLevel<Rank: Axes> + Default,
        L::T: PartialEq,
    {
        let shape = shape.into();
        ensure!(places(&shape) == Some(val.len()), else Invalid,
            "a tensor of shape {:?} is made of {} values", &shape[..], val.len());
        let source = Tensor::new(<L::Rank as Axes>::full::<L::T, L::Fill>(&shape, val))?;
        // Nothing is left out, so that -0.0 keeps its sign.
        if IsDense::<'_, L>::VALUE {
            source.convert()
        } else {
            source.drop_fills()
        }
    }
}

impl<L: Level> Tensor<L> {
    /// There is an index at all: no extent is 0. Loops over the others may be long, and would find nothing.
    pub(super) fn has_places(&self) -> bool {
        !self.shape().contains(&0)
    }

    /// All values, stored or not: row by row, the innermost index fastest. Takes time and memory linear in the places.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if there is not enough memory.
    pub fn to_dense(&self) -> Result<Vec<L::T>> {
        let shape = self.shape();
        let mut values = Vec::new();
        let places = places(&shape).filter(|&places| values.try_reserve_exact(places).is_ok());
        ensure!(let Some(places) = places, else TooLarge,
            "there is no memory for all values of a tensor of shape {:?}", &shape[..]);
        values.resize(places, L::Fill::value());
        self.for_each(|index, value| {
            let place = index
                .iter()
                .zip(&shape)
                .fold(0, |place, (index, extent)| place * extent + index);
            values[place] = value
        });
        Ok(values)
    }
}

/// The extent of a vector of so many values. Of values that take no memory there may be more than a dimension is long: the others are no part
/// of it.
#[inline]
fn extent_of(len: usize) -> usize {
    len.min(isize::MAX as usize)
}

/// The vector of the given values, which are not copied.
impl<'a, T: Copy + 'static, F: Fill<T>> From<&'a [T]> for VectorViewWithFill<'a, T, F> {
    /// The vector of the values in `val`, which is borrowed. Copies nothing.
    fn from(val: &'a [T]) -> Self {
        Tensor {
            level: Dense::new(extent_of(val.len()), Element::new(val)),
        }
    }
}

impl<'a, T: Copy + 'static, F: Fill<T>> From<&'a mut [T]> for VectorMutWithFill<'a, T, F> {
    /// The vector of the values in `val`, which programs write: see [`SliceMut`]. Copies nothing.
    fn from(val: &'a mut [T]) -> Self {
        Tensor {
            level: Dense::new(extent_of(val.len()), Element::new(SliceMut::from(val))),
        }
    }
}

impl<T: Copy + 'static, F: Fill<T>> From<Vec<T>> for Tensor<Dense<Element<T, F>>> {
    fn from(val: Vec<T>) -> Self {
        // A dense level of as many indices as there are values, or fewer, is valid.
        Tensor {
            level: Dense::new(extent_of(val.len()), Element::new(val)),
        }
    }
}

/// Arrays of values that take no memory may be longer than a dimension.
const fn check_extent(extent: usize) {
    assert!(extent <= isize::MAX as usize, "a dimension is at most isize::MAX long")
}

/// The vector of these values.
impl<T: Copy + 'static, F: Fill<T>, const N: usize> From<[T; N]> for Tensor<Dense<Element<T, F>>> {
    fn from(val: [T; N]) -> Self {
        const { check_extent(N) };
        Vec::from(val).into()
    }
}

/// The matrix of these rows.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let a = Matrix::from([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
/// assert_eq!((a.nrows(), a.ncols(), a.values()), (3, 2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0][..]));
/// assert_eq!(Matrix::<f64>::from([[]; 2]).ncols(), 0);
/// assert_eq!(Vector::from([1, 2]).values(), [1, 2]);
/// ```
impl<T: Copy + 'static, F: Fill<T>, const N: usize, const M: usize> From<[[T; M]; N]>
    for Tensor<Dense<Dense<Element<T, F>>>>
{
    fn from(rows: [[T; M]; N]) -> Self {
        const {
            check_extent(N);
            check_extent(M);
            check_extent(N.saturating_mul(M))
        };
        // Dense levels of as many indices as there are values are valid.
        Tensor {
            level: Dense::new(N, Dense::new(M, Element::new(rows.concat()))),
        }
    }
}

/// The vector of the values of an iterator.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let x: Vector<usize> = (0..4).map(|i| i * i).collect();
/// assert_eq!(x.values(), [0, 1, 4, 9]);
/// ```
impl<T: Copy + 'static, F: Fill<T>> FromIterator<T> for Tensor<Dense<Element<T, F>>> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Vec::from_iter(values).into()
    }
}

/// Makes the vector longer by the values of an iterator. If that panics, the vector is left empty.
///
/// ```
/// use finch_formats::prelude::*;
///
/// let mut x = Vector::from(vec![1, 2]);
/// x.extend([3, 4]);
/// assert_eq!(x.values(), [1, 2, 3, 4]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
impl<T: Copy + 'static, F: Fill<T>> Extend<T> for Tensor<Dense<Element<T, F>>> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        let mut all = Vec::from(core::mem::take(self));
        all.extend(values);
        *self = all.into()
    }
}

/// The values of the vector, which are not copied.
impl<T: Copy + 'static, F: Fill<T>> From<Tensor<Dense<Element<T, F>>>> for Vec<T> {
    fn from(tensor: Tensor<Dense<Element<T, F>>>) -> Self {
        let extent = tensor.level.extent();
        let mut val = tensor.level.into_child().into_val();
        val.truncate(extent);
        val
    }
}
