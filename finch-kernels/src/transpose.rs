//! The transpose of a matrix, by counting: a sort of the entries by column that compares nothing.
//!
//! A matrix that can be looked up, or whose copy can be written anywhere, needs none of this: `for j, i { b[i, j] =
//! a[j, i] }` is a program of its own, and so is a product with a transposed matrix
//! ([`spmv_transposed`](crate::spmv_transposed)). Compressed rows are appended to, so that their transpose is made as
//! the arrays that it consists of.

use crate::imports::*;
use finch_formats::{CsrWithFill, VectorMut, VectorMutWithFill};

/// `b[i, j] = a[j, i]` as compressed rows, for `a` in any format: with a matrix by rows, its columns.
///
/// What equals the fill is not stored, even if `a` stores it. Columns are counted, counts are summed up, and each entry
/// is put where its column has come to: two passes over `a`, in time linear in its rows and columns and in what it
/// stores (Gustavson: Two Fast Algorithms for Sparse Matrices, 1978).
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): `a` has more than 2^32 rows, or there is not enough memory.
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
    a: &Tensor<impl MatrixOf<T, Fill = F>>,
) -> Result<CsrWithFill<T, F>> {
    let mut b = CsrWithFill::default();
    transposed_into(&mut b, a)?;
    Ok(b)
}

/// [`transposed`] into `b`: what it holds is replaced, and its memory is reused.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): `a` has more than 2^32 rows, or there is not enough memory.
pub fn transposed_into<T: Copy + PartialEq + 'static, F: Fill<T>>(
    b: &mut CsrWithFill<T, F>,
    a: &Tensor<impl MatrixOf<T, Fill = F>>,
) -> Result<()> {
    transposed_by(Serial, b, a)
}

/// The program of [`transposed_by`], which a [policy](crate::policy) runs.
#[derive(Debug)]
pub struct Transposition<'c, 'a, T, F, A> {
    b: &'c mut CsrWithFill<T, F>,
    a: &'a Tensor<A>,
}

/// [`transposed`] under a [policy](crate::policy), into `b`: what it holds is replaced, and its memory is reused.
///
/// On several threads each takes some of the columns, as many as hold its share of the entries: it searches every row for the first of
/// them, so that rows of few entries are left to one thread. The result is the same on any number of threads.
///
/// # Errors
///
/// [`TooLarge`](crate::ErrorKind::TooLarge): `a` has more than 2^32 rows, or there is not enough memory.
///
/// ```
/// use finch_kernels::prelude::*;
///
/// let a = Csr::from_triplets([2, 3], [([0, 1], 2.0), ([1, 0], 1.0), ([1, 1], 4.0)], Add)?;
/// let mut b = Csr::default();
/// transpose::transposed_by(Serial, &mut b, &a)?;
/// # #[cfg(feature = "parallel")]
/// transpose::transposed_by(Parallel::new(), &mut b, &a)?;
/// assert_eq!(b.to_dense()?, [0.0, 1.0, 2.0, 4.0, 0.0, 0.0]);
/// # Ok::<(), Error>(())
/// ```
pub fn transposed_by<'a, T, F, A>(
    policy: impl for<'c> Policy<Transposition<'c, 'a, T, F, A>>,
    b: &mut CsrWithFill<T, F>,
    a: &'a Tensor<A>,
) -> Result<()> {
    policy.run(Transposition { b, a })
}

impl<T, F, A> Policy<Transposition<'_, '_, T, F, A>> for Serial
where
    T: Copy + PartialEq + 'static,
    F: Fill<T>,
    A: MatrixOf<T> + Level<Fill = F>,
{
    fn run(self, Transposition { b, a }: Transposition<'_, '_, T, F, A>) -> Result<()> {
        in_two_passes(b, a, count, |starts, idx, val, a| {
            // Each start has moved on to the end of its column, where the next one starts.
            let mut ptr = place(starts, idx, val, a)?;
            ptr.rotate_right(1);
            ptr[0] = 0;
            Ok(ptr)
        })
    }
}

/// Counts what columns store, and puts it where it belongs, by these functions. The second one takes where columns start and where the
/// last one ends, and returns that.
fn in_two_passes<T: Copy + PartialEq + 'static, F: Fill<T>, A: MatrixOf<T>>(
    b: &mut CsrWithFill<T, F>,
    a: &Tensor<A>,
    count: impl FnOnce(&mut [usize], &Tensor<A>) -> Result<()>,
    place: impl FnOnce(Vec<usize>, &mut [u32], &mut [T], &Tensor<A>) -> Result<Vec<usize>>,
) -> Result<()> {
    let (rows, columns) = (a.extent(0), a.extent(1));
    let (_, _, ptr, idx, val) = core::mem::take(b).into_parts();

    // Counted one place on: the sum of the counts in front of a column is where it starts.
    let mut ptr = resized(ptr, columns + 1, 0)?;
    ptr.fill(0);
    count(&mut ptr[1..], a)?;
    let mut stored = 0;
    for end in &mut ptr {
        stored += *end;
        *end = stored
    }
    let (mut idx, mut val) = (resized(idx, stored, 0)?, resized(val, stored, F::value())?);
    let ptr = place(ptr, &mut idx, &mut val, a)?;
    *b = CsrWithFill::from_parts(columns, rows, ptr, idx, val)?;
    Ok(())
}

/// Both passes over the columns from a given one on, or over all of them: an index that nothing is added to is not subtracted from
/// either, at each entry; and where the loop goes over all of a row, no entry is searched for where it starts and ends.
macro_rules! passes {
    ($(#[$cfg:meta])* $count:ident, $place:ident $(, from $from:ident to $to:ident)?) => {
        /// Counts what columns store, as many as there are counts.
        $(#[$cfg])*
        fn $count<T: Copy + PartialEq + 'static, A: MatrixOf<T>>(
            counts: &mut [usize],
            a: &Tensor<A>,
            $($from: usize,)?
        ) -> Result<()> {
            let fill = literal::<T, A::Fill>();
            $(let $to = counts.len();)?
            let mut counts = VectorMut::from(counts);
            finch! {
                mut counts;
                for j, i $(in 0..$to)? { if a[j, i $(+ $from)?] != fill { counts[i] += 1; } }
            }
            .run()
        }

        /// Puts what columns store to where they start, and returns where they end. There is one start more than columns.
        $(#[$cfg])*
        fn $place<T: Copy + PartialEq + 'static, A: MatrixOf<T>>(
            mut starts: Vec<usize>,
            idx: &mut [u32],
            val: &mut [T],
            a: &Tensor<A>,
            $($from: usize,)?
        ) -> Result<Vec<usize>> {
            let (columns, fill) = (starts.len() - 1, literal::<T, A::Fill>());
            $(let $to = columns;)?
            let (mut next, mut idx) = (VectorMut::from(&mut starts[..columns]), VectorMut::from(idx));
            let mut val = VectorMutWithFill::<T, A::Fill>::from(val);
            finch! {
                mut next;
                mut idx;
                mut val;
                for j, i $(in 0..$to)? {
                    let entry = a[j, i $(+ $from)?];
                    if entry != fill {
                        let p = next[i];
                        idx[p] = j as u32;
                        val[p] = entry;
                        next[i] = p + 1;
                    }
                }
            }
            .run()?;
            Ok(starts)
        }
    };
}

passes!(count, place);
passes!(#[cfg(feature = "parallel")] count_from, place_from, from from to columns);

#[cfg(feature = "parallel")]
mod in_parts {
    use super::*;
    use crate::policy::Parallel;
    use finch_formats::traits::program::cut;
    use rayon::prelude::*;

    /// Entries that are counted and put in the time in which a column is looked for in a row.
    const SEARCH: usize = 4;

    impl<T, F, A> Policy<Transposition<'_, '_, T, F, A>> for Parallel
    where
        T: Copy + PartialEq + Send + Sync + 'static,
        F: Fill<T> + Send + Sync,
        A: MatrixOf<T> + Level<Fill = F> + Sync,
    {
        fn run(self, kernel: Transposition<'_, '_, T, F, A>) -> Result<()> {
            let ([rows, columns], stored) = ([kernel.a.extent(0), kernel.a.extent(1)], kernel.a.count_stored());
            let each = self.values(1).max(rows.saturating_mul(SEARCH)).max(1);
            let parts = (stored / each).min(rayon::current_num_threads()).min(columns);
            if parts < 2 {
                return Serial.run(kernel);
            }
            let Transposition { b, a } = kernel;
            in_two_passes(
                b,
                a,
                |counts, a| {
                    let width = columns.div_ceil(parts);
                    let parts = counts.par_chunks_mut(width).enumerate();
                    parts.try_for_each(|(part, counts)| count_from(counts, a, part * width))
                },
                |starts, mut idx, mut val, a| {
                    let before = |column: usize| starts[column];
                    let cuts = cut(0..columns, (columns + val.len()).div_ceil(parts), &before);
                    let mut parts = Vec::new();
                    for columns in cuts.windows(2) {
                        let stored = before(columns[1]) - before(columns[0]);
                        let (of_idx, of_val);
                        (of_idx, idx) = idx.split_at_mut(stored);
                        (of_val, val) = val.split_at_mut(stored);
                        parts.push((columns[0]..=columns[1], of_idx, of_val))
                    }
                    parts.into_par_iter().try_for_each(|(columns, idx, val)| {
                        let (from, starts) = (*columns.start(), &starts[columns]);
                        let starts = starts.iter().map(|start| start - starts[0]).collect();
                        place_from(starts, idx, val, a, from).map(drop)
                    })?;
                    Ok(starts)
                },
            )
        }
    }
}

/// An array of that length, in memory that is there: what it held, and `value`.
fn resized<T: Copy>(mut array: Vec<T>, len: usize, value: T) -> Result<Vec<T>> {
    ensure!(array.try_reserve(len.saturating_sub(array.len())).is_ok(), else TooLarge,
        "there is no memory for a transpose with arrays of {len}");
    array.resize(len, value);
    Ok(array)
}
