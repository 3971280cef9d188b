//! How many bytes products would send, of matrices that nobody stores: their entries are only enumerated.
//!
//! ```
//! use finch_kernels::distributed::{Partition, traffic};
//!
//! // A grid of 1000 by 1000 points, each with its four neighbours, on 10 ranks: each rank needs the row of points before and behind its own.
//! let side = 1000;
//! let rows = Partition::even(side * side, 10);
//! let traffic = traffic::of_rows(&rows, &rows, |point, needs| {
//!     let (y, x) = (point / side, point % side);
//!     needs(point);
//!     if y > 0 { needs(point - side) }
//!     if y + 1 < side { needs(point + side) }
//!     if x > 0 { needs(point - 1) }
//!     if x + 1 < side { needs(point + 1) }
//! });
//! assert_eq!(traffic.received(0), side);
//! assert_eq!(traffic.received(5), 2 * side);
//! assert_eq!(traffic.most(), 2 * side);
//! ```

use super::partition::Partition;

/// How many entries of a vector the ranks send each other for a product with a matrix. A rank that needs an entry of another gets it once: where
/// each rank multiplies its own rows, nothing less will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traffic {
    /// What each rank needs of each, those of rank 0 first.
    needs: Vec<usize>,
    ranks: usize,
    entries: Vec<u64>,
}

/// The traffic of products with the matrix whose rows are cut by `rows`, and the vector by `columns`. `each` is called for each row, with a function
/// that it calls with the column of each entry, in any order. Takes time linear in the entries, and in the columns for each rank; memory for a bit
/// for each column, and for a number for each pair of ranks.
///
/// # Panics
///
/// If the partitions are for different numbers of ranks, or a column is beyond their extent.
pub fn of_rows(rows: &Partition, columns: &Partition, mut each: impl FnMut(usize, &mut dyn FnMut(usize))) -> Traffic {
    let ranks = rows.ranks();
    assert_eq!(ranks, columns.ranks(), "rows and columns are cut for the same ranks");
    let mut needed = vec![0_u64; columns.extent().div_ceil(64)];
    let (mut needs, mut entries) = (Vec::with_capacity(ranks * ranks), Vec::with_capacity(ranks));
    for rank in 0..ranks {
        needed.fill(0);
        let mut count = 0;
        let mut need = |column: usize| {
            assert!(column < columns.extent(), "column {column} of {}", columns.extent());
            needed[column / 64] |= 1 << (column % 64);
            count += 1
        };
        rows.range(rank).for_each(|row| each(row, &mut need));
        entries.push(count);
        let among = |owner| {
            if owner == rank {
                0
            } else {
                count_bits(&needed, columns.range(owner))
            }
        };
        needs.extend((0..ranks).map(among))
    }
    Traffic { needs, ranks, entries }
}

/// How many bits are set at `places`.
fn count_bits(words: &[u64], places: core::ops::Range<usize>) -> usize {
    if places.is_empty() {
        return 0;
    }
    let (first, last) = (places.start / 64, (places.end - 1) / 64);
    let (from, to) = (
        u64::MAX << (places.start % 64),
        u64::MAX >> (63 - (places.end - 1) % 64),
    );
    let count = |word: usize| {
        let from = if word == first { from } else { u64::MAX };
        let to = if word == last { to } else { u64::MAX };
        (words[word] & from & to).count_ones() as usize
    };
    (first..=last).map(count).sum()
}

impl Traffic {
    /// How many entries `rank` needs of `of`.
    ///
    /// # Panics
    ///
    /// If there is no such rank.
    pub fn needed(&self, rank: usize, of: usize) -> usize {
        assert!(
            rank < self.ranks && of < self.ranks,
            "ranks {rank} and {of} of {}",
            self.ranks
        );
        self.needs[rank * self.ranks + of]
    }

    /// How many entries `rank` gets of others in each product.
    pub fn received(&self, rank: usize) -> usize {
        (0..self.ranks).map(|of| self.needed(rank, of)).sum()
    }

    /// How many entries `rank` sends to others in each product.
    pub fn sent(&self, rank: usize) -> usize {
        (0..self.ranks).map(|by| self.needed(by, rank)).sum()
    }

    /// How many ranks `rank` gets something of.
    pub fn neighbours(&self, rank: usize) -> usize {
        (0..self.ranks).filter(|&of| self.needed(rank, of) > 0).count()
    }

    /// How many entries the matrix has in the rows of `rank`.
    pub fn entries(&self, rank: usize) -> u64 {
        self.entries[rank]
    }

    /// How many entries all ranks send.
    pub fn total(&self) -> usize {
        self.needs.iter().sum()
    }

    /// The most that one rank sends or gets: what decides how long a product takes.
    pub fn most(&self) -> usize {
        (0..self.ranks)
            .map(|rank| self.sent(rank).max(self.received(rank)))
            .max()
            .unwrap_or(0)
    }
}
