//! What each rank lacks of a vector, and who has it: found once, and used by every product.

use super::communicator::{Communicator, Sent, send, send_parcels};
use super::partition::Partition;
use super::vector::check_ranks;
use crate::imports::*;

/// The indices that a rank has, which are a stretch, and others that it needs, counted in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Places {
    pub(super) own: Range<usize>,
    /// What is needed, ascending, and none of the own ones.
    pub(super) needed: Vec<usize>,
    /// How many of these lie before the own ones.
    pub(super) below: usize,
}

impl Places {
    /// Those of the needs of a rank, which ascend, and are not its own.
    pub(super) fn new(own: Range<usize>, needed: Vec<usize>) -> Self {
        let below = needed.partition_point(|&index| index < own.start);
        Places { own, needed, below }
    }

    /// Those of the own indices and of the rest of `indices`, in any order.
    pub(super) fn of(own: Range<usize>, indices: impl Iterator<Item = usize>) -> Self {
        let mut needed: Vec<usize> = indices.filter(|index| !own.contains(index)).collect();
        needed.sort_unstable();
        needed.dedup();
        Places::new(own, needed)
    }

    pub(super) fn len(&self) -> usize {
        self.own.len() + self.needed.len()
    }

    pub(super) fn own_places(&self) -> Range<usize> {
        self.below..self.below + self.own.len()
    }

    pub(super) fn index(&self, place: usize) -> usize {
        if place < self.below {
            self.needed[place]
        } else if place < self.own_places().end {
            place - self.below + self.own.start
        } else {
            self.needed[place - self.own.len()]
        }
    }

    pub(super) fn place(&self, index: usize) -> Option<usize> {
        if self.own.contains(&index) {
            return Some(index - self.own.start + self.below);
        }
        let at = self.needed.binary_search(&index).ok()?;
        Some(if at < self.below { at } else { at + self.own.len() })
    }
}

/// Which entries of a partitioned vector a rank needs that others have, and which of its own the others need.
///
/// The entries that a rank has or needs are counted in the order of the whole vector: those needed of lower ranks, then its own, then those
/// needed of higher ranks. So a matrix whose columns are counted like this keeps their order, and its products add in the order
/// in which one process would.
#[derive(Clone, Debug)]
pub struct Exchange {
    places: Places,
    /// How many each rank sends here.
    from: Vec<usize>,
    /// The own entries that others need, counted from the first own one, those for rank 0 first.
    given: Vec<usize>,
    /// How many go to each rank.
    to: Vec<usize>,
}

impl Exchange {
    /// The exchange of a rank that needs the entries `needed` of a vector that is cut by `partition`. All ranks call this together, each
    /// with its own needs. Takes time linear in what is needed here and of here, and sends 8 bytes for each entry, and for each rank.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): `needed` does not ascend strictly, or names entries that the rank has itself; the partition is
    ///   not for as many ranks; or another rank asks for an entry that this one does not have.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry is not below the extent.
    /// * Those of [`Communicator::all_to_all`].
    pub fn new(ranks: &impl Communicator, partition: &Partition, needed: Vec<usize>) -> Result<Self> {
        check_ranks(ranks, partition)?;
        let own = partition.range(ranks.rank());
        if let Some(pair) = needed.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(error!(
                Invalid,
                "needed entries ascend strictly, and {} stands before {}", pair[0], pair[1]
            ));
        }
        if let Some(last) = needed.last().filter(|&&last| last >= partition.extent()) {
            let extent = partition.extent();
            return Err(error!(
                OutOfBounds,
                "entry {last} is needed of a vector of extent {extent}"
            ));
        }
        let places = Places::new(own.clone(), needed);
        let Places { needed, below, .. } = &places;
        if let Some(index) = needed.get(*below).filter(|index| own.contains(index)) {
            return Err(error!(Invalid, "entry {index} is needed on the rank that has it"));
        }
        let from = partition.count_ascending(needed);
        let mut rest = &needed[..];
        let split = |&count: &usize| {
            let (parcel, behind) = rest.split_at(count);
            rest = behind;
            parcel.iter().map(|&index| index as u64).collect()
        };
        let asked: Vec<Vec<u64>> = from.iter().map(split).collect();
        let (asked, to) = send_parcels(ranks, asked)?;
        let place = |index: u64| {
            let index = usize::try_from(index).ok().filter(|index| own.contains(index));
            index.map(|index| index - own.start)
        };
        let given = asked
            .iter()
            .map(|&index| place(index).ok_or(index))
            .collect::<core::result::Result<_, _>>();
        let given = given.map_err(|index| {
            error!(
                Invalid,
                "entry {index} is asked of rank {}, which has {own:?}",
                ranks.rank()
            )
        })?;
        Ok(Exchange {
            places,
            from,
            given,
            to,
        })
    }

    /// What is needed of others, as indices of the whole vector, ascending.
    pub fn needed(&self) -> &[usize] {
        &self.places.needed
    }

    /// The entries that the rank has, as indices of the whole vector.
    pub fn own(&self) -> Range<usize> {
        self.places.own.clone()
    }

    /// Where the own entries stand among all that the rank has or needs.
    pub fn own_places(&self) -> Range<usize> {
        self.places.own_places()
    }

    /// How many entries of the whole vector the rank has or needs: the number of columns of its local matrix.
    pub fn places(&self) -> usize {
        self.places.len()
    }

    /// The index in the whole vector of what stands at `place` among the entries that the rank has or needs.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    pub fn index(&self, place: usize) -> usize {
        self.places.index(place)
    }

    /// Where the entry with this index in the whole vector stands among those that the rank has or needs. Takes time logarithmic in what is
    /// needed, and constant time for own entries.
    pub fn place(&self, index: usize) -> Option<usize> {
        self.places.place(index)
    }

    /// How many entries the rank gives to others each time.
    pub fn given(&self) -> usize {
        self.given.len()
    }

    /// How many bytes the rank sends to others each time, where an entry takes `bytes`.
    pub fn planned_bytes(&self, bytes: usize) -> u64 {
        self.given.len() as u64 * bytes as u64
    }

    /// Fills `all` with the entries that the rank has, and those that it needs of the others. All ranks call this together.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `own` has not as many entries as the rank has.
    /// * Those of [`Communicator::all_to_all`].
    pub fn fetch<T: Sent>(&self, ranks: &impl Communicator, own: &[T], all: &mut Vec<T>) -> Result<()> {
        self.check_own(own.len())?;
        let given: Vec<T> = self.given.iter().map(|&at| own[at]).collect();
        all.clear();
        let mut needed = Vec::new();
        send(ranks, &given, &self.to, &self.from, &mut needed)?;
        let below = self.places.below;
        all.extend_from_slice(&needed[..below]);
        all.extend_from_slice(own);
        all.extend_from_slice(&needed[below..]);
        Ok(())
    }

    /// The way back: `all` has something for each entry that the rank has or needs. What is for entries of others is sent to them, and
    /// `combine`d with what they have: `own` is what became of it: this rank's part of `all`, combined with what
    /// the other ranks send, in their order. All ranks call this together.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): `all` has not as many entries as the rank has and needs.
    /// * Those of [`Communicator::all_to_all`].
    pub fn give_back<T: Sent>(
        &self,
        ranks: &impl Communicator,
        all: &[T],
        own: &mut Vec<T>,
        combine: impl Fn(T, T) -> T,
    ) -> Result<()> {
        if all.len() != self.places() {
            let [places, have] = [self.places(), all.len()];
            return Err(error!(
                Mismatch,
                "{have} entries are given back where {places} are had or needed"
            ));
        }
        let own_places = self.own_places();
        let needed = [&all[..own_places.start], &all[own_places.end..]].concat();
        let mut returned = Vec::new();
        send(ranks, &needed, &self.from, &self.to, &mut returned)?;
        own.clear();
        own.extend_from_slice(&all[own_places]);
        for (&at, &value) in self.given.iter().zip(&returned) {
            own[at] = combine(own[at], value)
        }
        Ok(())
    }

    /// Sends a value to the owner of each of some needed entries: `told` has places among the entries that the rank has or needs, and the values.
    /// Calls `hear` for each value that others send: with the sender, the own entry, counted from the first own one, and the value. All ranks
    /// call this together. It sends 8 bytes to each rank, and for each entry 4 bytes and those of a value.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid): another rank tells of an entry that it does not need.
    /// * Those of [`Communicator::all_to_all`].
    ///
    /// # Panics
    ///
    /// If a place is not one of a needed entry.
    pub fn tell<T: Sent>(
        &self,
        ranks: &impl Communicator,
        told: impl IntoIterator<Item = (usize, T)>,
        mut hear: impl FnMut(usize, usize, T),
    ) -> Result<()> {
        let starts = |counts: &[usize]| {
            let mut start = 0;
            let next = |&count| {
                start += count;
                start - count
            };
            counts.iter().map(next).collect::<Vec<usize>>()
        };
        let (from, to) = (starts(&self.from), starts(&self.to));
        let mut places: Vec<Vec<u32>> = vec![Vec::new(); ranks.count()];
        let mut values: Vec<Vec<T>> = vec![Vec::new(); ranks.count()];
        for (place, value) in told {
            assert!(place < self.places(), "place {place} of {}", self.places());
            assert!(!self.own_places().contains(&place), "place {place} is an own one");
            let Places { own, below, .. } = &self.places;
            let at = if place < *below { place } else { place - own.len() };
            let owner = from.partition_point(|&start| start <= at) - 1;
            let number = u32::try_from(at - from[owner]);
            places[owner].push(number.map_err(|_| error!(TooLarge, "a rank needs more than 2^32 entries of another"))?);
            values[owner].push(value)
        }
        let (places, counts) = send_parcels(ranks, places)?;
        let mut heard = Vec::new();
        let told: Vec<usize> = values.iter().map(Vec::len).collect();
        send(ranks, &values.concat(), &told, &counts, &mut heard)?;
        let mut heard = places.iter().zip(heard);
        for (rank, &count) in counts.iter().enumerate() {
            for (&number, value) in heard.by_ref().take(count) {
                let asked = &self.given[to[rank]..][..self.to[rank]];
                let at = asked.get(number as usize).ok_or_else(|| {
                    error!(
                        Invalid,
                        "rank {rank} tells of entry {number} of {} that it needs",
                        asked.len()
                    )
                })?;
                hear(rank, *at, value)
            }
        }
        Ok(())
    }

    /// The own entries that others need, counted from the first own one, and how many of them go to each rank.
    pub(super) fn given_to(&self) -> [&[usize]; 2] {
        [&self.given, &self.to]
    }

    /// How many entries each rank sends here.
    pub(super) fn needed_from(&self) -> &[usize] {
        &self.from
    }

    fn check_own(&self, entries: usize) -> Result<()> {
        let own = self.places.own.len();
        if entries == own {
            return Ok(());
        }
        Err(error!(
            Mismatch,
            "{entries} entries of a part of a vector, where the rank has {own}"
        ))
    }
}
