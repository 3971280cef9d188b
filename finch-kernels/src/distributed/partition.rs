//! Which rank holds which rows.

use crate::imports::*;

/// A cut of the indices below an extent into stretches, one for each rank, in order. Any of them may be empty.
///
/// ```
/// use finch_kernels::distributed::Partition;
///
/// // Rows that store 5, 1, 1, 1, 1 and 1 entries: half of the work is the first row's.
/// let rows = Partition::by_work(&[5, 1, 1, 1, 1, 1], 2);
/// assert_eq!([rows.range(0), rows.range(1)], [0..1, 1..6]);
/// assert_eq!(rows.owner(3), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// Where the stretch of each rank starts, and the extent: ascending, and one more than there are ranks.
    starts: Vec<usize>,
}

impl Partition {
    /// Stretches that differ by at most one index. Takes time linear in the ranks.
    ///
    /// # Panics
    ///
    /// If there are no ranks.
    pub fn even(extent: usize, ranks: usize) -> Self {
        assert!(ranks > 0, "a partition for no ranks");
        let (each, more) = (extent / ranks, extent % ranks);
        Partition {
            starts: (0..=ranks).map(|rank| each * rank + more.min(rank)).collect(),
        }
    }

    /// Stretches of about the same work, where index `i` takes `work[i]`, in any unit: no stretch has more than an equal share plus the
    /// work of one index. Takes time linear in the indices and ranks.
    ///
    /// # Panics
    ///
    /// If there are no ranks.
    pub fn by_work(work: &[usize], ranks: usize) -> Self {
        assert!(ranks > 0, "a partition for no ranks");
        let total = work.iter().map(|&work| work as u128).sum();
        let mut starts = Vec::with_capacity(ranks + 1);
        let mut behind = 0;
        for (index, &work) in work.iter().enumerate() {
            starts_within(&mut starts, [behind, total], ranks, (index, work));
            behind += work as u128
        }
        starts.resize(ranks, work.len());
        starts.push(work.len());
        Partition { starts }
    }

    /// The stretch of each rank from where it starts to where the next one does; the last number is the extent.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): there are fewer than two numbers, the first is not 0, or they descend.
    pub fn from_starts(starts: Vec<usize>) -> Result<Self> {
        ensure!(starts.len() >= 2 && starts[0] == 0 && starts.is_sorted(), else Invalid,
            "stretches start at {starts:?}: the first start is 0, none is below the one before, and the extent is behind them");
        Ok(Partition { starts })
    }

    /// How many indices there are.
    pub fn extent(&self) -> usize {
        self.starts[self.ranks()]
    }

    /// How many ranks there are.
    pub fn ranks(&self) -> usize {
        self.starts.len() - 1
    }

    /// The indices of `rank`.
    ///
    /// # Panics
    ///
    /// If there is no such rank.
    pub fn range(&self, rank: usize) -> Range<usize> {
        self.starts[rank]..self.starts[rank + 1]
    }

    /// The rank that has `index`. Takes time logarithmic in the ranks.
    ///
    /// # Panics
    ///
    /// If the index is not below the extent.
    pub fn owner(&self, index: usize) -> usize {
        assert!(index < self.extent(), "index {index} of {}", self.extent());
        self.starts.partition_point(|&start| start <= index) - 1
    }

    /// How many of `indices`, which ascend, each rank has.
    ///
    /// # Panics
    ///
    /// If an index is not below the extent.
    pub(super) fn count_ascending(&self, indices: &[usize]) -> Vec<usize> {
        debug_assert!(indices.is_sorted());
        assert!(
            indices.last().is_none_or(|&last| last < self.extent()),
            "an index beyond the extent"
        );
        let mut from = 0;
        let mut count = |rank| {
            let to = from + indices[from..].partition_point(|&index| index < self.starts[rank + 1]);
            to - core::mem::replace(&mut from, to)
        };
        (0..self.ranks()).map(&mut count).collect()
    }
}

/// Appends the starts of stretches that lie at `index`: of those behind which at least their share of the work is.
/// `behind` is the work of all indices before, of `total`.
pub(super) fn starts_within(
    starts: &mut Vec<usize>,
    [behind, total]: [u128; 2],
    ranks: usize,
    (index, work): (usize, usize),
) {
    // Rank r starts with the first index whose middle is behind r / ranks of the work: twice and `ranks` times, so that nothing is rounded.
    while starts.len() < ranks && (2 * behind + work as u128) * ranks as u128 >= 2 * total * starts.len() as u128 {
        starts.push(index)
    }
}
