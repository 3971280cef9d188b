//! What reading a file may take of memory.

use super::*;
use crate::room;

/// How many bytes may still be taken. Nothing is given back: what is charged is the sum of all arrays and lists.
pub(in crate::io) struct Budget(u128);

impl Budget {
    pub(in crate::io) fn new(bytes: usize) -> Self {
        Budget(bytes as u128)
    }

    /// No limit but that of memory.
    pub(in crate::io) fn unlimited() -> Self {
        Budget(u128::MAX)
    }

    /// Takes so many times so many bytes for `what`.
    pub(in crate::io) fn charge(&mut self, count: usize, size: usize, what: &str) -> Result<()> {
        let left = self.0.checked_sub(count as u128 * size as u128);
        self.0 = left.ok_or_else(|| {
            error!(
                TooLarge,
                "{what} would take {count} times {size} bytes, more than the {} that are left: raise `max_bytes`",
                self.0
            )
        })?;
        Ok(())
    }

    /// A list with room for so many entries of order `R`: indices and values, what sorts them, and lists of lists.
    pub(in crate::io) fn entries<R: Rank, T: Value>(&mut self, count: usize) -> Result<(Vec<Shape<R>>, Vec<T>)> {
        let listed = size_of::<Shape<R>>() + size_of::<T>();
        // Sorted by a copy and an order; a list has children, pointers and indices along each axis.
        let size = 2 * listed + size_of::<usize>() + 3 * size_of::<Shape<R>>();
        self.charge(count, size, "a list of entries")?;
        Ok((room::room(count)?, room::room(count)?))
    }
}
