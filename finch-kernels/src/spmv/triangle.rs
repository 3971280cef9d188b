//! Symmetric matrices from one triangle.

use crate::imports::*;
use std::fmt::Debug;

/// A symmetric matrix: what is strictly below the diagonal, in any nest, and the diagonal.
///
/// ```text
///     4 1 .            . . .
///     1 5 2     below  1 . .     diagonal  4 5 6
///     . 2 6            . 2 .
/// ```
///
/// Nothing is stored in `below` from the diagonal on; both are over the same fill.
#[derive(Clone)]
pub struct LowerTriangle<L: Level> {
    below: Tensor<L>,
    diagonal: VectorWithFill<L::T, L::Fill>,
}

impl<L: Level<Rank = U2>> Debug for LowerTriangle<L> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let extent = self.extent();
        write!(
            f,
            "LowerTriangle({extent} by {extent}, {} stored)",
            self.below.count_stored()
        )
    }
}

/// Triangles are equal if they hold the same values, whatever they store.
impl<L: Level<Rank = U2, T: PartialEq>> PartialEq for LowerTriangle<L> {
    fn eq(&self, other: &Self) -> bool {
        self.below == other.below && self.diagonal == other.diagonal
    }
}

/// Equal, or neither is equal to itself.
fn same<T: PartialEq>(one: &T, other: &T) -> bool {
    let is_itself = |value: &T| value.eq(value);
    one == other || (!is_itself(one) && !is_itself(other))
}

fn check_square(shape: [usize; 2], what: &str) -> Result<usize> {
    if shape[0] == shape[1] {
        return Ok(shape[0]);
    }
    Err(error!(
        Invalid,
        "{what} is {} by {}, and a symmetric matrix is square", shape[0], shape[1]
    ))
}

impl<L: Level<Rank = U2>> LowerTriangle<L> {
    /// The symmetric matrix of a triangle and a diagonal.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): `below` is not square, the diagonal has another extent, or something that is not fill is
    /// stored on the diagonal of `below` or above it: the message names the first such place.
    ///
    /// Takes time linear in what is stored.
    pub fn new(below: Tensor<L>, diagonal: VectorWithFill<L::T, L::Fill>) -> Result<Self>
    where
        L::T: PartialEq,
    {
        let extent = check_square(below.extents(), "the triangle")?;
        ensure!(diagonal.extent(0) == extent, else Invalid,
            "the diagonal has {} entries, and the triangle {extent} rows", diagonal.extent(0));
        let (fill, mut beyond) = (L::Fill::value(), None);
        below.for_each(|at, value| {
            if at[0] <= at[1] && beyond.is_none() && !same(&value, &fill) {
                beyond = Some([at[0], at[1]])
            }
        });
        match beyond {
            None => Ok(LowerTriangle { below, diagonal }),
            Some(at) => Err(error!(
                Invalid,
                "something is stored at {at:?}, which is not strictly below the diagonal"
            )),
        }
    }

    /// Splits a symmetric matrix into its lower triangle and its diagonal, after a check that it is symmetric (Ahrens et al., "Finch",
    /// 2025, section 6.1).
    ///
    /// Takes time linear in the rows and in what `a` stores, and two passes: the check looks up the mirrored place of each entry, which is
    /// a binary search where rows are lists.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): `a` is not square, or an entry differs from the one at the mirrored place: the message
    ///   names the first such place that is stored.
    /// * [`Order`](crate::ErrorKind::Order), [`TooLarge`](crate::ErrorKind::TooLarge): the nest cannot hold the triangle, or there is not
    ///   enough memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spmv::LowerTriangle;
    ///
    /// let entries = [([0, 0], 4.0), ([0, 1], 1.0), ([1, 0], 1.0), ([1, 1], 5.0)];
    /// let a = Csr::from_triplets([2, 2], entries, Add)?;
    /// let triangle = LowerTriangle::<Dense<SparseList<Element<f64>>>>::of(&a)?;
    /// assert_eq!(triangle.below().to_dense()?, [0.0, 0.0, 1.0, 0.0]);
    /// assert_eq!(triangle.diagonal().values(), [4.0, 5.0]);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<A: MatrixOf<L::T>>(a: &Tensor<A>) -> Result<Self>
    where
        L: WriteLevel + Default,
        L::T: PartialEq,
    {
        check_square(a.extents(), "the matrix")?;
        let mut differ = None;
        a.for_each(|at, value| {
            if differ.is_none() && !same(&value, &a.level().get(0, &[at[1], at[0]])) {
                differ = Some([at[0], at[1]])
            }
        });
        if let Some([row, column]) = differ {
            return Err(error!(
                Invalid,
                "the values at [{row}, {column}] and [{column}, {row}] differ, so the matrix is not symmetric"
            ));
        }
        let (mut below, mut diagonal) = (Tensor::<L>::default(), VectorWithFill::<L::T, L::Fill>::default());
        finch! {
            below .= _;
            diagonal .= _;
            for j, i {
                let entry = a[j, i];
                if i < j { below[j, i] = entry; }
                if i == j { diagonal[j] = entry; }
            }
        }
        .run()?;
        Ok(LowerTriangle { below, diagonal })
    }

    /// What is strictly below the diagonal.
    pub fn below(&self) -> &Tensor<L> {
        &self.below
    }

    /// The diagonal.
    pub fn diagonal(&self) -> &VectorWithFill<L::T, L::Fill> {
        &self.diagonal
    }

    /// The number of rows, and of columns.
    pub fn extent(&self) -> usize {
        self.diagonal.extent(0)
    }

    /// What is strictly below the diagonal, and the diagonal.
    pub fn into_parts(self) -> (Tensor<L>, VectorWithFill<L::T, L::Fill>) {
        (self.below, self.diagonal)
    }
}
