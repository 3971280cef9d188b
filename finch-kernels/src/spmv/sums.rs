//! Products that add each row to the whole result, on several threads: each part of the rows has sums of its own.

use crate::imports::*;
use crate::policy::Parallel;
use finch_formats::traits::program::cut;

/// Products for each value that is cleared, and added up again behind them.
const PRODUCTS: usize = 4;
/// How many sums there are at most.
const MOST: usize = 64;

/// In how many parts so many products are added to `columns` sums: in one if the addition does not group at will, or if there are too few
/// for what it costs to clear the sums and to add them up. The number does not depend on that of the threads.
pub(super) fn parts_of<T: Copy + 'static, S: Semiring<T>>(policy: Parallel, products: usize, columns: usize) -> usize {
    let least = policy.values(1).max(columns.saturating_mul(PRODUCTS)).max(1);
    match <S::Plus as Reducer<T>>::Groups::VALUE {
        // Half as many as are worth it, where there are enough: the sums take a fraction of the time then.
        true if products / least >= 2 => (products / least / 2).clamp(2, MOST),
        _ => 1,
    }
}

/// Sums for each part of the rows.
pub(super) struct Sums<T: Copy + 'static, S: Semiring<T>> {
    /// The first row of each part, and the end of the last one.
    pub(super) starts: Vec<usize>,
    /// A row of sums for each part.
    pub(super) sums: MatrixWithFill<T, S::Zero>,
}

impl<T: Copy + 'static, S: Semiring<T>> Sums<T, S> {
    /// Cuts rows into about so many parts that store as much, and makes `columns` sums of each.
    pub(super) fn of(
        parts: usize,
        rows: usize,
        columns: usize,
        stored_before: impl Fn(usize) -> usize,
    ) -> Result<Self> {
        let work = rows.saturating_add(stored_before(rows));
        let starts = cut(0..rows, work.div_ceil(parts).max(1), &stored_before);
        let parts = starts.len() - 1;
        let count = parts.saturating_mul(columns);
        let mut values = Vec::new();
        ensure!(values.try_reserve_exact(count).is_ok(), else TooLarge,
            "there is no memory for the sums of {parts} parts of {columns} columns");
        values.resize(count, S::Zero::value());
        let sums = MatrixWithFill::from_parts(parts, columns, values)?;
        Ok(Sums { starts, sums })
    }
}
