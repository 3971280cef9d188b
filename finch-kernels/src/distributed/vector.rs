//! Vectors of which each rank holds a stretch.

use super::communicator::{Communicator, Sent, send, send_to_all};
use super::partition::Partition;
use crate::imports::*;

/// A vector that is cut by a [`Partition`], as one rank sees it: it holds the entries of its own stretch.
#[derive(Clone, Debug)]
pub struct DistributedVector<T> {
    partition: Partition,
    rank: usize,
    own: Vec<T>,
}

impl<T> DistributedVector<T> {
    /// The vector whose entries are `value(index)`, of the indices in the whole vector. Sends nothing.
    ///
    /// # Errors
    ///
    /// [`Invalid`](crate::ErrorKind::Invalid): the partition is not for as many ranks as there are.
    pub fn from_fn(ranks: &impl Communicator, partition: &Partition, value: impl FnMut(usize) -> T) -> Result<Self> {
        check_ranks(ranks, partition)?;
        Ok(Self::of_own(
            ranks,
            partition,
            partition.range(ranks.rank()).map(value).collect(),
        ))
    }

    /// The vector of which this rank has the entries `own`. Sends nothing.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the partition is not for as many ranks as there are.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): it gives another number of entries to this rank.
    pub fn from_own(ranks: &impl Communicator, partition: &Partition, own: Vec<T>) -> Result<Self> {
        check_ranks(ranks, partition)?;
        let [have, wanted] = [own.len(), partition.range(ranks.rank()).len()];
        ensure!(have == wanted, else Mismatch,
            "{have} entries of a vector, of which rank {} has {wanted}", ranks.rank());
        Ok(Self::of_own(ranks, partition, own))
    }

    pub(super) fn of_own(ranks: &impl Communicator, partition: &Partition, own: Vec<T>) -> Self {
        let (partition, rank) = (partition.clone(), ranks.rank());
        DistributedVector { partition, rank, own }
    }

    /// How many entries all ranks hold together.
    pub fn extent(&self) -> usize {
        self.partition.extent()
    }

    /// Which rank holds which entries.
    pub fn partition(&self) -> &Partition {
        &self.partition
    }

    /// The indices of the entries that this rank holds.
    pub fn range(&self) -> Range<usize> {
        self.partition.range(self.rank)
    }

    /// The entries that this rank holds.
    pub fn own(&self) -> &[T] {
        &self.own
    }

    /// The entries that this rank holds, to be changed in place.
    pub fn own_mut(&mut self) -> &mut [T] {
        &mut self.own
    }

    pub(super) fn own_entries(&mut self) -> &mut Vec<T> {
        &mut self.own
    }
}

impl<T: Sent> DistributedVector<T> {
    /// All entries, in order, on each rank. Takes memory for the whole vector.
    ///
    /// # Errors
    ///
    /// Those of [`Communicator::all_to_all`].
    pub fn all_gather(&self, ranks: &impl Communicator) -> Result<Vec<T>> {
        let ranges = (0..self.partition.ranks()).map(|rank| self.partition.range(rank));
        let counts: Vec<usize> = ranges.map(|range| range.len()).collect();
        send_to_all(ranks, &self.own, &counts)
    }

    /// This vector, cut by another partition. Each entry that another rank gets is sent once.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): the partition is not for as many ranks as there are.
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): it has another extent.
    /// * Those of [`Communicator::all_to_all`].
    pub fn redistribute(&self, ranks: &impl Communicator, partition: &Partition) -> Result<Self> {
        check_ranks(ranks, partition)?;
        if partition.extent() != self.extent() {
            let [of, into] = [self.extent(), partition.extent()];
            return Err(error!(
                Mismatch,
                "a vector of extent {of} is cut by a partition of extent {into}"
            ));
        }
        // How much of a stretch lies in each stretch of a partition.
        let within = |stretch: Range<usize>, cut: &Partition| {
            let common = |other: Range<usize>| {
                stretch
                    .end
                    .min(other.end)
                    .saturating_sub(stretch.start.max(other.start))
            };
            (0..cut.ranks())
                .map(|rank| common(cut.range(rank)))
                .collect::<Vec<usize>>()
        };
        let mut own = Vec::new();
        let from = within(partition.range(ranks.rank()), &self.partition);
        send(ranks, &self.own, &within(self.range(), partition), &from, &mut own)?;
        Ok(Self::of_own(ranks, partition, own))
    }
}

impl DistributedVector<f64> {
    /// The sum of the products of the entries of two vectors, on each rank, with the same bits on all of them: sums of the parts are added in the
    /// order of ranks. Sends 8 bytes to each rank.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): the vectors are cut differently.
    /// * Those of [`Communicator::all_to_all`].
    pub fn dot(&self, ranks: &impl Communicator, other: &Self) -> Result<f64> {
        check_cut(&self.partition, &other.partition, "two vectors")?;
        let own = crate::vector::dot(&VectorView::from(&self.own[..]), &VectorView::from(&other.own[..]))?;
        super::communicator::all_sum(ranks, own)
    }
}

/// Errors if the partition is for another number of ranks.
pub(super) fn check_ranks(ranks: &impl Communicator, partition: &Partition) -> Result<()> {
    let [count, of] = [ranks.count(), partition.ranks()];
    ensure!(count == of, else Invalid, "a partition for {of} ranks, where there are {count}");
    Ok(())
}

/// Errors if two partitions differ that must not.
pub(super) fn check_cut(one: &Partition, other: &Partition, what: &str) -> Result<()> {
    if one == other {
        return Ok(());
    }
    let [one_extent, other_extent] = [one.extent(), other.extent()];
    Err(if one_extent == other_extent {
        error!(
            Mismatch,
            "{what} of extent {one_extent} are cut differently among the ranks"
        )
    } else {
        error!(Mismatch, "{what} have extents {one_extent} and {other_extent}")
    })
}
