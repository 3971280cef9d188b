//! What reading a file may take of memory.

use super::*;
use crate::room;

/// Beyond [`FREE_BYTES`], so many for each byte of a file.
const BYTES_PER_BYTE: usize = 256;

/// How many bytes may still be taken. Nothing is given back: what is charged is the sum of all arrays and lists.
pub(in crate::io) struct Budget(u128);

impl Budget {
    /// What reading a file of `length` bytes may take, if nobody has said how many `max_bytes` are.
    pub(in crate::io) fn of_file(max_bytes: Option<usize>, length: usize) -> Self {
        let most = length.saturating_mul(BYTES_PER_BYTE).max(FREE_BYTES);
        Budget(max_bytes.unwrap_or(most) as u128)
    }

    /// So many bytes.
    pub(in crate::io) fn of_bytes(most: usize) -> Self {
        Budget(most as u128)
    }

    /// No limit but that of memory.
    pub(in crate::io) fn unlimited() -> Self {
        Budget(u128::MAX)
    }

    /// Takes so many times so many bytes for `what`.
    pub(in crate::io) fn charge(&mut self, count: usize, size: usize, what: &str) -> Result<()> {
        ensure!(let Some(left) = self.0.checked_sub(count as u128 * size as u128), else TooLarge,
            "{what} would take {count} times {size} bytes, more than the {} that are left: raise `max_bytes`", self.0);
        self.0 = left;
        Ok(())
    }

    /// Takes memory for a list of so many entries of order `R`: indices and values, what sorts them, and lists of lists.
    pub(in crate::io) fn charge_entries<R: Rank, T>(&mut self, count: usize) -> Result<()> {
        let listed = size_of::<Shape<R>>() + size_of::<T>();
        // Sorted by a copy and an order; a list has children, pointers and indices along each axis.
        let size = 2 * listed + size_of::<usize>() + 3 * size_of::<Shape<R>>();
        self.charge(count, size, "a list of entries")
    }

    /// A list with room for so many entries of order `R`.
    pub(in crate::io) fn entries<R: Rank, T: FileValue>(&mut self, count: usize) -> Result<(Vec<Shape<R>>, Vec<T>)> {
        self.charge_entries::<R, T>(count)?;
        Ok((room::room(count)?, room::room(count)?))
    }
}
