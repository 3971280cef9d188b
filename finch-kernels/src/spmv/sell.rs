//! Matrices in slices of eight rows of like length (SELL-C-sigma).

use super::eights::{LANES, Lanes, add_rest, check_columns, no_memory, rows_of_eight, values_of};
use super::forms::short_forms;
use super::several::FixedRows;
use crate::imports::*;
use finch_formats::extent::Fixed;
use finch_formats::traits::algebra::reducers::Overwrite;
use finch_formats::{DcsrWithFill, SparseBand};
use std::cmp::Reverse;
use std::fmt::Debug;

/// Pieces of eight values, one for each row of a slice: `values[slice, piece, row of the slice]`.
pub type SellValues<T, F = Zero> = Tensor<Dense<SparseBand<Dense<Element<T, F>, Fixed<Lanes>>>>>;

/// The place of each row among those of slices: `places[row / 8, 0, row % 8]`.
pub type SellPlaces = Tensor<Dense<Dense<Dense<Element<u32>, Fixed<Lanes>>, Fixed<U1>>>>;

/// A matrix in slices of eight rows of like length (SELL-C-sigma, without padding), and what is left of longer rows.
///
/// ```text
///     2 . 1 .       rows, the longest first   1 0 2 3       (one slice of four rows, for short)
///     . 4 1 3       first entries             4 2 6 8
///     6 . . 1       in columns                1 0 0 0
///     8 . . .       beside, as lists          1 3 of row 1, 1 of row 0, 1 of row 2
/// ```
///
/// Piece `p` of a slice holds entry number `p` of each of its rows: eight values that are consecutive in memory, beside eight columns. A
/// product works on eight rows at once, and looks eight numbers of the vector up together. A slice has as many pieces as its shortest row
/// has entries, so that nothing is padded. What its other rows have besides is stored as lists, and so are rows that fill no slice. That is
/// little, since all rows are sorted by length. So are guesses that are wrong: the loops over the pieces of slices that follow each other end
/// alike. Where rows that are near each other read the vector near each other, and it does not fit into a cache, sort in
/// [windows](Self::in_windows).
///
/// It suits matrices in which the length changes from row to row without a pattern, on processors with AVX-512, which look eight numbers
/// up by one instruction: products take 0.5 to 1 times as long as those of compressed rows in any order. Where lengths change seldom they
/// take up to 1.5 times as long, and so they do on other processors.
#[derive(Clone)]
pub struct Sell<T: Copy + 'static, F: Fill<T> = Zero> {
    values: SellValues<T, F>,
    columns: FixedRows<u32, Lanes>,
    places: SellPlaces,
    rest: DcsrWithFill<T, F>,
}

impl<T: Copy + 'static, F: Fill<T>> Debug for Sell<T, F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [rows, cols] = self.shape();
        let (sliced, rest) = (self.values.count_stored(), self.rest.count_stored());
        write!(f, "Sell({rows} by {cols}, {sliced} stored in slices, {rest} beside)")
    }
}

/// An array of so many items.
fn room<I>(items: usize) -> Result<Vec<I>> {
    let mut array = Vec::new();
    array.try_reserve_exact(items).map_err(no_memory)?;
    Ok(array)
}

impl<T: Copy + 'static, F: Fill<T>> Sell<T, F> {
    /// The matrix `a`, of which all that is stored is copied, in slices of rows that are sorted by length. Takes time of order n log n in
    /// the rows and in what `a` stores, and memory for two indices with each entry meanwhile.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the type of indices, or there is not enough memory.
    ///
    /// ```
    /// use finch_kernels::prelude::*;
    /// use finch_kernels::spmv::Sell;
    ///
    /// let n = 800;
    /// let entries = (0..n).flat_map(|j| (0..1 + j * 7 % 5).map(move |k| ([j, (j + k * k * 11) % n], 1.0 + k as f64)));
    /// let a = Csr::from_triplets([n, n], entries, Add)?;
    /// let slices = Sell::of(&a)?;
    /// assert_eq!(slices.parts().3.count_stored(), 0);
    ///
    /// let x = Vector::from((0..n).map(|i| 1.0 / (1 + i) as f64).collect::<Vec<_>>());
    /// assert_eq!(spmv::sell(&slices, &x)?, spmv(&a, &x)?);
    /// # Ok::<(), Error>(())
    /// ```
    pub fn of<A: MatrixOf<T> + Level<Fill = F>>(a: &Tensor<A>) -> Result<Self> {
        Self::in_windows(a, usize::MAX)
    }

    /// [`of`](Self::of), with rows sorted by length only among so many that follow each other: those of a slice are near in the matrix.
    ///
    /// # Errors
    ///
    /// [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit the type of indices, or there is not enough memory.
    pub fn in_windows<A: MatrixOf<T> + Level<Fill = F>>(a: &Tensor<A>, window: usize) -> Result<Self> {
        let [rows, cols] = a.extents();
        let (Ok(last), Ok(_)) = (u32::try_from(rows), u32::try_from(cols)) else {
            return Err(error!(
                TooLarge,
                "a matrix of {rows} by {cols} in slices has numbers of rows and columns of 32 bits"
            ));
        };
        // Row by row, since slices need the length of each.
        let mut stored: Vec<([u32; 2], T)> = room(a.count_stored())?;
        a.for_each(|at, value| stored.push(([at[0] as u32, at[1] as u32], value)));
        if !stored.is_sorted_by_key(|&(at, _)| at) {
            stored.sort_by_key(|&(at, _)| at)
        }
        let mut ptr = room(rows.saturating_add(1))?;
        for (p, &([row, _], _)) in stored.iter().enumerate() {
            ptr.resize(row as usize + 1, p)
        }
        ptr.resize(rows + 1, stored.len());
        let entries = |row: &u32| ptr[*row as usize]..ptr[*row as usize + 1];
        let mut order = room(rows)?;
        order.extend(0..last);
        for rows in order.chunks_mut(window.max(1)) {
            rows.sort_by_key(|row| Reverse(entries(row).len()))
        }

        let (slices, ends) = order.as_chunks::<LANES>();
        let shortest = |slice: &[u32]| slice.iter().map(|row| entries(row).len()).min().unwrap_or(0);
        let pieces = slices.iter().map(|slice| shortest(slice)).sum::<usize>();
        let (mut from, mut left) = (room(slices.len() + 1)?, room(slices.len())?);
        let (mut columns, mut values) = (room(LANES * pieces)?, room(LANES * pieces)?);
        let mut rest = room(stored.len() - LANES * pieces)?;
        let beside = |rest: &mut Vec<_>, slice: &[u32], first: usize| {
            for row in slice {
                rest.extend(
                    entries(row)
                        .skip(first)
                        .map(|p| ([*row as usize, stored[p].0[1] as usize], stored[p].1)),
                )
            }
        };
        from.push(0);
        for slice in slices {
            let count = shortest(slice);
            // Pieces fit if what is stored does: there are eight entries in each.
            left.push(u32::try_from(columns.len() / LANES).map_err(no_memory)?);
            for piece in 0..count {
                for row in slice {
                    let ([_, column], value) = stored[entries(row).start + piece];
                    columns.push(column);
                    values.push(value)
                }
            }
            from.push(columns.len() / LANES);
            beside(&mut rest, slice, count)
        }
        beside(&mut rest, ends, 0);
        let values = SparseBand::new(pieces, from, left, Dense::fixed(Element::new(values)));
        let mut places = room(rows.next_multiple_of(LANES))?;
        places.resize(rows.next_multiple_of(LANES), 0);
        for (place, &row) in (0..).zip(&order) {
            places[row as usize] = place
        }
        Ok(Sell {
            values: Tensor::new(Dense::new(rows / LANES, values))?,
            columns: Tensor::new(Dense::new(pieces, Dense::fixed(Element::new(columns))))?,
            places: Tensor::new(Dense::new(
                rows.div_ceil(LANES),
                Dense::fixed(Dense::fixed(Element::new(places))),
            ))?,
            rest: Tensor::from_triplets([rows, cols], rest, Overwrite)?,
        })
    }

    /// The extents: rows, columns.
    pub fn shape(&self) -> [usize; 2] {
        self.rest.extents()
    }

    /// The values in slices, the columns of each piece, the place of each row among those of slices, and what is stored as lists of rows: an entry is in one of
    /// both.
    pub fn parts(
        &self,
    ) -> (
        &SellValues<T, F>,
        &FixedRows<u32, Lanes>,
        &SellPlaces,
        &DcsrWithFill<T, F>,
    ) {
        (&self.values, &self.columns, &self.places, &self.rest)
    }

    /// How many entries the matrix has.
    pub fn entries(&self) -> usize {
        self.values.count_stored() + self.rest.count_stored()
    }

    /// How many bytes its arrays take.
    pub fn bytes(&self) -> usize {
        self.values.bytes() + self.columns.bytes() + self.places.bytes() + self.rest.bytes()
    }
}

short_forms! {
    /// `y[j] = sum over i of a[j, i] x[i]`: matrix times vector, where `a` is stored in [slices of rows of like length](Sell).
    ///
    /// `a` is m by n, `x` has n entries, and the result has m. Takes time linear in m and in what `a` stores, if `x` can be looked up. Each row is
    /// summed up in the order of its columns, so that the result has the bits of that of [`spmv`](super::spmv()). There is no padding, so that
    /// this holds for every `x`.
    sell, sell_into, sell_semiring of sell_semiring_into(a: Sell; x: vector)
    -> y: dense Vector VectorWithFill;
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the columns of `a` are not as many as the entries of `x`.
    by
    /// `y[j] = plus over i of times(a[j, i], x[i])`: [`sell`] over a [semiring](super#semirings), into `y`: what it holds is replaced, and its
    /// memory is reused.
    as {
        let [rows, cols] = a.shape();
        check_columns(cols, x)?;
        let (values, columns, places) = (&a.values, &a.columns, &a.places);
        let mut sums = rows_of_eight::<T, S::Zero>(rows / LANES, Vec::new())?;
        finch! {
            sums .= _;
            for g, p, r { sums[g, r] <<S::plus()>>= map2(S::times(), values[g, p, r], x[columns[p, r]]); }
        }
        .widest()
        .run()?;
        // Rows that fill no slice are zero so far.
        let mut memory = values_of(sums);
        memory.resize(rows, S::Zero::value());
        let sums: VectorWithFill<T, S::Zero> = Tensor::new(Dense::new(rows, Element::new(memory)))?;
        // Each row has one place. A loop over that is what eight are looked up at once in, as the columns are.
        let memory = std::mem::take(y).into_level().into_child().into_val();
        let mut eights = rows_of_eight::<T, S::Zero>(rows.div_ceil(LANES), memory)?;
        finch! {
            eights .= _;
            for g, p, r { eights[g, r] <<S::plus()>>= sums[places[g, p, r]]; }
        }
        .widest()
        .run()?;
        let mut memory = values_of(eights);
        memory.truncate(rows);
        *y = Tensor::new(Dense::new(rows, Element::new(memory)))?;
        add_rest::<T, S>(y, &a.rest, x)
    }
}
