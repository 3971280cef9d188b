//! The halves of a square, packed row by row.

use crate::imports::*;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Lower {}
    impl Sealed for super::Upper {}
}

/// Which half of a square is stored, the diagonal included: [`Lower`] or [`Upper`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no half of a square",
    note = "the halves are `Lower` and `Upper`"
)]
pub trait Half: sealed::Sealed + Copy + Debug + Default + 'static {
    /// What a triangular level of this half is called in messages.
    const TRIANGULAR: &'static str;
    /// What a symmetric level that stores this half is called in messages.
    const SYMMETRIC: &'static str;
    /// It is what is at and below the diagonal.
    const IS_LOWER: bool;
    /// What becomes of a row whose half is `A`, and the rest `B`.
    type Row<A: Looplet, B: Looplet<T = A::T>>: Looplet<T = A::T>;

    /// Row `row`: `half` where it is stored, `rest` elsewhere.
    fn row<A: Looplet, B: Looplet<T = A::T>>(row: usize, half: A, rest: B) -> Self::Row<A, B>;

    /// What is added to a column of `row` to make its position, modulo the size of `usize`.
    fn shift(extent: usize, row: usize) -> usize;

    /// The columns of `row` that are stored.
    fn columns(extent: usize, row: usize) -> Range<usize>;

    /// Whether `column` of `row` is stored.
    fn holds(row: usize, column: usize) -> bool;
}

/// The half of a square at and below the diagonal: row `j` holds the columns `0..=j`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lower;

/// The half of a square at and above the diagonal: row `j` holds the columns from `j` on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Upper;

impl Half for Lower {
    const TRIANGULAR: &'static str = "Triangular<Lower>";
    const SYMMETRIC: &'static str = "Symmetric<Lower>";
    const IS_LOWER: bool = true;
    type Row<A: Looplet, B: Looplet<T = A::T>> = Sequence<A, B>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn row<A: Looplet, B: Looplet<T = A::T>>(row: usize, half: A, rest: B) -> Sequence<A, B> {
        Sequence {
            first: half,
            split: row + 1,
            second: rest,
        }
    }

    // Before row `j` there are `1 + 2 + .. + j` places.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(_extent: usize, row: usize) -> usize {
        row * (row + 1) / 2
    }

    fn columns(_extent: usize, row: usize) -> Range<usize> {
        0..row + 1
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds(row: usize, column: usize) -> bool {
        column <= row
    }
}

impl Half for Upper {
    const TRIANGULAR: &'static str = "Triangular<Upper>";
    const SYMMETRIC: &'static str = "Symmetric<Upper>";
    const IS_LOWER: bool = false;
    type Row<A: Looplet, B: Looplet<T = A::T>> = Sequence<B, A>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn row<A: Looplet, B: Looplet<T = A::T>>(row: usize, half: A, rest: B) -> Sequence<B, A> {
        Sequence {
            first: rest,
            split: row,
            second: half,
        }
    }

    // Before row `j` there are `n + (n - 1) + .. + (n - j + 1)` places, and its first column is `j`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn shift(extent: usize, row: usize) -> usize {
        row * (2 * extent - row - 1) / 2
    }

    fn columns(extent: usize, row: usize) -> Range<usize> {
        row..extent
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn holds(row: usize, column: usize) -> bool {
        row <= column
    }
}

/// How many places a half of `extent` rows has, if twice as many can be counted.
pub(crate) fn places(extent: usize) -> Option<usize> {
    extent.checked_add(1)?.checked_mul(extent).map(|twice| twice / 2)
}

/// The row and the column of place `at` of a half of `extent` rows.
pub(crate) fn coordinate<H: Half>(extent: usize, at: usize) -> (usize, usize) {
    let starts = |row: usize| H::shift(extent, row) + H::columns(extent, row).start;
    let (mut row, mut end) = (0, extent);
    while row + 1 < end {
        let middle = row + (end - row) / 2;
        if starts(middle) <= at {
            row = middle
        } else {
            end = middle
        }
    }
    (row, at - H::shift(extent, row))
}
