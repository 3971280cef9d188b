//! Matrices in slices of eight rows, each by the diagonals that it has.

use super::eights::{LANES, Lanes, add_rest, check_columns, no_memory, rows_of_eight, values_of};
use super::forms::short_forms;
use crate::imports::*;
use finch_formats::traits::algebra::reducers::Overwrite;
use finch_formats::{DcsrWithFill, Fixed};
use std::fmt::Debug;

/// Slices of eight rows: `a[slice, first column, row of the slice]`.
pub type Slices<T, F = Zero> = Tensor<Dense<SparseList<Dense<Element<T, F>, Fixed<Lanes>>>>>;

/// A matrix in slices of eight rows: pieces of diagonals, one entry for each row of the slice, and the rows that do not fit.
///
/// ```text
///     2 1 . . .       first column 0: 2 4 6 .
///     . 4 1 . .       first column 1: 1 1 1 .       (a slice of four rows, for short)
///     . . 6 1 .       the last row is a list: a piece with its 3 would
///     . . 3 8 1       start in front of the first column
/// ```
///
/// A piece holds the entries of row r of the slice in column `c + r`, for a first column `c`, and fill where there is none: eight values that
/// are consecutive in memory, and so are the eight of a vector that they are multiplied with. That takes one index for eight entries and no
/// lookups, on vectors of any width, so that it suits matrices whose entries lie on diagonals, or on pieces of some: grids, bands, dense
/// blocks along the diagonal. [`padding`](Self::padding) says how many values are stored for each entry: up to about 2, products take less
/// time than those of compressed rows; up to 1.3, half of it. A row whose entries lie so near to the first or the last column that a piece
/// would reach beyond is stored as a list.
///
/// What pads a piece is fill, and is multiplied as well: where `x` is infinite or no number, sums over rows that store nothing there are no
/// number.
#[derive(Clone)]
pub struct SlicedDiagonals<T: Copy + 'static, F: Fill<T> = Zero> {
    slices: Slices<T, F>,
    rest: DcsrWithFill<T, F>,
    entries: usize,
}

impl<T: Copy + 'static, F: Fill<T>> Debug for SlicedDiagonals<T, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [rows, cols] = self.shape();
        write!(f, "SlicedDiagonals({rows} by {cols}, {} stored)", self.entries)
    }
}

/// The entries of one row, and where all of them go.
struct Sorting<T> {
    cols: usize,
    row: Vec<(usize, T)>,
    slices: Vec<([usize; 3], T)>,
    rest: Vec<([usize; 2], T)>,
}

impl<T: Copy> Sorting<T> {
    /// Puts the entries of a row where they belong.
    fn end_row(&mut self, row: usize) {
        let (slice, lane) = (row / LANES, row % LANES);
        let fits = |&(column, _): &(usize, T)| column >= lane && column - lane + LANES <= self.cols;
        if self.row.iter().all(fits) {
            self.slices.extend(
                self.row
                    .drain(..)
                    .map(|(column, value)| ([slice, column - lane, lane], value)),
            )
        } else {
            self.rest
                .extend(self.row.drain(..).map(|(column, value)| ([row, column], value)))
        }
    }
}

impl<T: Copy + 'static, F: Fill<T>> SlicedDiagonals<T, F> {
    /// The matrix `a`, of which all that is stored is copied. Takes time of order n log n in what `a` stores, and memory for three indices with
    /// each entry meanwhile.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the type of indices, or there is not enough memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spmv::SlicedDiagonals;
    ///
    /// let n = 800;
    /// let near = |j: usize| [j.checked_sub(1), Some(j), Some(j + 1).filter(|&i| i < n)];
    /// let entries = (0..n).flat_map(|j| near(j).into_iter().flatten().map(move |i| ([j, i], 1.0 + (i + j) as f64)));
    /// let a = Csr::from_triplets([n, n], entries, Add)?;
    /// let sliced = SlicedDiagonals::of(&a)?;
    /// assert!(sliced.padding() < 1.02);
    ///
    /// let x = Vector::from((0..n).map(|i| 1.0 / (1 + i) as f64).collect::<Vec<_>>());
    /// assert_eq!(spmv::sliced(&sliced, &x)?, spmv(&a, &x)?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<A: MatrixOf<T> + Level<Fill = F>>(a: &Tensor<A>) -> Result<Self> {
        let [rows, cols] = a.extents();
        let mut sorting = Sorting {
            cols,
            row: Vec::new(),
            slices: Vec::new(),
            rest: Vec::new(),
        };
        sorting.slices.try_reserve(a.count_stored()).map_err(no_memory)?;
        let (mut entries, mut here) = (0, 0);
        a.for_each(|at, value| {
            if at[0] != here {
                sorting.end_row(here);
                here = at[0]
            }
            entries += 1;
            sorting.row.push((at[1], value))
        });
        sorting.end_row(here);
        // The last row of a slice starts so many columns behind the first one.
        let starts = cols.saturating_sub(LANES - 1);
        let slices = [rows.div_ceil(LANES), starts, LANES];
        Ok(SlicedDiagonals {
            slices: Tensor::from_triplets(slices, sorting.slices, Overwrite)?,
            rest: Tensor::from_triplets([rows, cols], sorting.rest, Overwrite)?,
            entries,
        })
    }

    /// The extents: rows, columns.
    pub fn shape(&self) -> [usize; 2] {
        self.rest.extents()
    }

    /// The pieces of diagonals, and the rows that are stored as lists: an entry is in one of them.
    pub fn parts(&self) -> (&Slices<T, F>, &DcsrWithFill<T, F>) {
        (&self.slices, &self.rest)
    }

    /// How many entries the matrix had.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// How many values are stored for each entry, those that pad pieces of diagonals included; 1 if there are no entries.
    pub fn padding(&self) -> f64 {
        match self.entries {
            0 => 1.0,
            entries => (self.slices.count_stored() + self.rest.count_stored()) as f64 / entries as f64,
        }
    }

    /// How many bytes its arrays take.
    pub fn bytes(&self) -> usize {
        self.slices.bytes() + self.rest.bytes()
    }
}

short_forms! {
    /// `y[j] = sum over i of a[j, i] x[i]`: matrix times vector, where `a` is stored in [slices of diagonals](SlicedDiagonals).
    ///
    /// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in what `a` stores, padding included, if `x` can be
    /// looked up. Each row is summed up in the order of its columns, so that the result has the bits of that of [`spmv`](super::spmv()), if
    /// `x` is finite.
    sliced, sliced_into, sliced_semiring of sliced_semiring_into(a: SlicedDiagonals; x: vector)
    -> y: dense Vector VectorWithFill;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    by
    /// `y[j] = plus over i of times(a[j, i], x[i])`: [`sliced`] over a [semiring](super#semirings), into `y`: what it holds is replaced, and its
    /// memory is reused.
    as {
        let [rows, cols] = a.shape();
        check_columns(cols, x)?;
        // The same memory in slices: the last one may have more rows than the matrix.
        let memory = std::mem::take(y).into_level().into_child().into_val();
        let mut sums = rows_of_eight::<T, S::Zero>(rows.div_ceil(LANES), memory)?;
        let pieces = &a.slices;
        let mut values = if pieces.count_stored() == 0 {
            // A matrix of fewer columns than a piece has none, and no place for its sums of indices.
            let mut values = values_of(sums);
            values.fill(S::Zero::value());
            values
        } else {
            finch! {
                sums .= _;
                for g, c, r { sums[g, r] <<S::plus()>>= map2(S::times(), pieces[g, c, r], x[c + r]); }
            }
            .wide()
            .run()?;
            values_of(sums)
        };
        values.truncate(rows);
        *y = Tensor::new(Dense::new(rows, Element::new(values)))?;
        add_rest::<T, S>(y, &a.rest, x)
    }
}
