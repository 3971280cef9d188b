//! The transpose of a matrix, by counting: a sort of the entries by column that compares nothing.
//!
//! A matrix that can be looked up, or whose copy can be written anywhere, needs none of this: `for j, i { b[i, j] =
//! a[j, i] }` is a program of its own, and so is a product with a transposed matrix
//! ([`spmv_transposed`](crate::spmv_transposed)). Compressed rows are appended to, so that their transpose is made as
//! the arrays that it consists of.

use finch_formats::traits::algebra::fill::Fill;
use finch_formats::traits::expr::overload::literal;
use finch_formats::traits::level::Level;
use finch_formats::traits::{Result, error, finch};
use finch_formats::{CsrWithFill, Tensor, Vector, VectorWithFill};
use typenum::U2;

/// `b[i, j] = a[j, i]` as compressed rows, for `a` in any format: with a matrix by rows, its columns.
///
/// What equals the fill is not stored, even if `a` stores it. Columns are counted, counts are summed up, and each entry
/// is put where its column has come to: two passes over `a`, in time linear in its rows and columns and in what it
/// stores (Gustavson: Two Fast Algorithms for Sparse Matrices, 1978).
///
/// # Errors
///
/// `a` has more than 2^32 rows, or there is not enough memory.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 1], 4.0)], Add)?;
/// let b = transpose::transposed(&a)?;
/// assert_eq!(b.to_dense()?, [0.0, 1.0, 2.0, 4.0, 0.0, 0.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn transposed<T: Copy + PartialEq + 'static, F: Fill<T>>(
    a: &Tensor<impl Level<T = T, Fill = F, Rank = U2>>,
) -> Result<CsrWithFill<T, F>> {
    let mut b = CsrWithFill::default();
    transposed_into(&mut b, a)?;
    Ok(b)
}

/// [`transposed`] into `b`: what it holds is replaced, and its memory used again.
///
/// # Errors
///
/// `a` has more than 2^32 rows, or there is not enough memory.
pub fn transposed_into<T: Copy + PartialEq + 'static, F: Fill<T>>(
    b: &mut CsrWithFill<T, F>,
    a: &Tensor<impl Level<T = T, Fill = F, Rank = U2>>,
) -> Result<()> {
    let (rows, columns) = (a.shape()[0], a.shape()[1]);
    let fill = literal::<T, F>();
    let (_, _, ptr, idx, val) = core::mem::take(b).into_parts();

    // Counted one place on: the sum of the counts in front of a column is where it starts.
    let mut ptr = resized(ptr, columns + 1, 0)?;
    ptr.fill(0);
    let mut next = Vector::from(ptr);
    finch! {
        mut next;
        for j, i in 0..columns { if a[j, i] != fill { next[i + 1] += 1; } }
        for i in 0..columns { next[i + 1] += next[i]; }
    }
    .run()?;

    // Each start moves on to the end of its column, where the next one starts.
    let stored = next.values()[columns];
    let mut idx = Vector::from(resized(idx, stored, 0)?);
    let mut val = VectorWithFill::<T, F>::from(resized(val, stored, F::value())?);
    finch! {
        mut next;
        mut idx;
        mut val;
        for j, i in 0..columns {
            let entry = a[j, i];
            if entry != fill {
                let p = next[i];
                idx[p] = j as u32;
                val[p] = entry;
                next[i] = p + 1;
            }
        }
    }
    .run()?;
    let mut ptr = next.into_parts().1;
    ptr.rotate_right(1);
    ptr[0] = 0;
    *b = CsrWithFill::from_parts(columns, rows, ptr, idx.into_parts().1, val.into_parts().1)?;
    Ok(())
}

/// An array of that length, in memory that is there: what it held, and `value`.
fn resized<T: Copy>(mut array: Vec<T>, len: usize, value: T) -> Result<Vec<T>> {
    if array.try_reserve(len.saturating_sub(array.len())).is_err() {
        return Err(error!(
            TooLarge,
            "there is no memory for a transpose with arrays of {len}"
        ));
    }
    array.resize(len, value);
    Ok(array)
}
