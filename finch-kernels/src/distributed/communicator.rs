//! Processes, or threads, that hold parts of the same matrices and send each other what they lack.

use crate::imports::*;
use bytemuck::{CheckedBitPattern, NoUninit};

/// The processes that run a program together, as one of them sees them: each has a number, its rank, and all call the same functions
/// in the same order.
///
/// [`on_threads`](super::on_threads) runs them as threads of one process, `mpi::run` as processes of MPI. All that ranks tell each other
/// goes through [`all_to_all`](Self::all_to_all). What comes from another rank is checked like a file: an implementation that delivers
/// something else makes wrong results or errors.
pub trait Communicator {
    /// The number of this one, from 0.
    fn rank(&self) -> usize;

    /// How many there are, at least 1.
    fn count(&self) -> usize;

    /// Sends the first `send_counts[0]` bytes of `send` to rank 0, the next `send_counts[1]` to rank 1, and so on, and fills `receive` with what
    /// the ranks send here, `receive_counts[0]` bytes of rank 0 first. What a rank sends to itself is copied. All ranks call this together.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io): a rank has ended, or sends more or less than is expected of it, as far as this can be noticed. A program whose
    /// ranks call different functions may as well wait forever.
    ///
    /// # Panics
    ///
    /// May panic if there is not one count for each rank, or if counts do not add up to the lengths.
    fn all_to_all(
        &self,
        send: &[u8],
        send_counts: &[usize],
        receive: &mut [u8],
        receive_counts: &[usize],
    ) -> Result<()>;

    /// Sends `send` to each rank, and fills `receive` with what the ranks send here, as [`all_to_all`](Self::all_to_all) does, which
    /// is what it does unless a rank has a better way.
    ///
    /// # Errors
    ///
    /// Those of [`all_to_all`](Self::all_to_all).
    fn all_gather(&self, send: &[u8], receive: &mut [u8], receive_counts: &[usize]) -> Result<()> {
        let count = self.count();
        self.all_to_all(&send.repeat(count), &vec![send.len(); count], receive, receive_counts)
    }

    /// How many bytes this rank has sent to others since it started.
    fn bytes_sent(&self) -> u64;
}

/// What can be sent: numbers, truth values, and what consists of them without gaps. All ranks run the same program on machines that lay out
/// numbers in the same way.
pub trait Sent: NoUninit + CheckedBitPattern {}

impl<T: NoUninit + CheckedBitPattern> Sent for T {}

/// Sends `send_counts[r]` values to each rank `r`, and appends the `receive_counts[r]` that come from it to `into`.
pub(super) fn send<T: Sent>(
    ranks: &impl Communicator,
    send: &[T],
    send_counts: &[usize],
    receive_counts: &[usize],
    into: &mut Vec<T>,
) -> Result<()> {
    receive(receive_counts, into, |receive, counts| {
        let send_counts: Vec<_> = send_counts.iter().map(|&count| count * size_of::<T>()).collect();
        ranks.all_to_all(bytemuck::cast_slice(send), &send_counts, receive, counts)
    })
}

/// Sends all values to each rank, and returns what comes, `receive_counts[r]` from each rank `r`.
pub(super) fn send_to_all<T: Sent>(ranks: &impl Communicator, send: &[T], receive_counts: &[usize]) -> Result<Vec<T>> {
    let mut all = Vec::new();
    receive(receive_counts, &mut all, |receive, counts| {
        ranks.all_gather(bytemuck::cast_slice(send), receive, counts)
    })?;
    Ok(all)
}

/// Appends to `into` the values of which `work` receives the bytes.
fn receive<T: Sent>(
    counts: &[usize],
    into: &mut Vec<T>,
    work: impl FnOnce(&mut [u8], &[usize]) -> Result<()>,
) -> Result<()> {
    let size = size_of::<T>();
    let expected = counts.iter().try_fold(0, |sum: usize, &count| sum.checked_add(count));
    let bytes = expected.and_then(|expected| expected.checked_mul(size));
    let (Some(expected), Some(bytes)) = (expected, bytes) else {
        return Err(no_room());
    };
    let mut received = room(bytes)?;
    received.resize(bytes, 0_u8);
    let counts: Vec<usize> = counts.iter().map(|&count| count * size).collect();
    work(&mut received, &counts)?;
    into.try_reserve(expected).map_err(|_| no_room())?;
    for at in 0..expected {
        let value = bytemuck::checked::try_pod_read_unaligned(&received[at * size..][..size]);
        into.push(value.map_err(|_| error!(Invalid, "another rank has sent bytes that are no value of their type"))?)
    }
    Ok(())
}

/// Sends a parcel to each rank, and returns what came from each, one behind the other, and how many from each.
pub(super) fn send_parcels<T: Sent>(ranks: &impl Communicator, parcels: Vec<Vec<T>>) -> Result<(Vec<T>, Vec<usize>)> {
    let counts: Vec<usize> = parcels.iter().map(Vec::len).collect();
    let (ones, mut from) = (vec![1; ranks.count()], Vec::new());
    let wide: Vec<u64> = counts.iter().map(|&count| count as u64).collect();
    send(ranks, &wide, &ones, &ones, &mut from)?;
    let from = narrow(from)?;
    let mut received = Vec::new();
    // Each parcel is dropped as soon as it was copied.
    let parcels: Vec<T> = parcels.into_iter().flatten().collect();
    send(ranks, &parcels, &counts, &from, &mut received)?;
    Ok((received, from))
}

/// Sends all of `own` to each rank, and returns what all ranks have, in their order.
pub(super) fn gather_slices<T: Sent>(ranks: &impl Communicator, own: &[T]) -> Result<Vec<T>> {
    let counts = narrow(all_gather(ranks, own.len() as u64)?)?;
    send_to_all(ranks, own, &counts)
}

fn narrow(numbers: Vec<u64>) -> Result<Vec<usize>> {
    let numbers = numbers
        .into_iter()
        .map(usize::try_from)
        .collect::<core::result::Result<_, _>>();
    numbers.map_err(|_| error!(TooLarge, "another rank counts more than a `usize` holds"))
}

/// The value of each rank, in their order, on all of them.
///
/// # Errors
///
/// Those of [`Communicator::all_to_all`].
pub fn all_gather<T: Sent>(ranks: &impl Communicator, value: T) -> Result<Vec<T>> {
    send_to_all(ranks, &[value], &vec![1; ranks.count()])
}

/// The sum of what each rank has, added in the order of ranks, so that it is the same on all of them.
///
/// # Errors
///
/// Those of [`Communicator::all_to_all`].
pub fn all_sum(ranks: &impl Communicator, value: f64) -> Result<f64> {
    Ok(all_gather(ranks, value)?.into_iter().sum())
}

/// An empty array with room for so many elements.
pub(super) fn room<T>(elements: usize) -> Result<Vec<T>> {
    let mut room = Vec::new();
    room.try_reserve_exact(elements).map_err(|_| no_room())?;
    Ok(room)
}

#[cold]
fn no_room() -> crate::Error {
    error!(
        TooLarge,
        "there is not enough memory for what a rank holds, or what others send"
    )
}
