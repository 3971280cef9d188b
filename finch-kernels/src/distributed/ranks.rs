//! Processes, or threads, that hold parts of the same matrices and send each other what they lack.

use crate::Result;
use crate::traits::error;
use bytemuck::{CheckedBitPattern, NoUninit};

/// The processes that run a program together, as one of them sees them: each has a number, its rank, and all call the same functions
/// in the same order.
///
/// [`on_threads`](super::on_threads) runs them as threads of one process, `mpi::run` as processes of MPI. All that ranks tell each other
/// goes through [`all_to_all`](Ranks::all_to_all). What comes from another rank is checked like a file: an implementation that delivers
/// something else makes wrong results or errors.
pub trait Ranks {
    /// The number of this one, from 0.
    fn rank(&self) -> usize;

    /// How many there are, at least 1.
    fn count(&self) -> usize;

    /// Sends the first `send_counts[0]` bytes of `send` to rank 0, the next `send_counts[1]` to rank 1, and so on, and fills `receive` with what
    /// the ranks send here, `receive_counts[0]` bytes of rank 0 first. What a rank sends to itself is copied. All ranks call this together.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io): a rank has ended, or sends more or less than is expected of it.
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

    /// How many bytes this rank has sent to others since it started.
    fn bytes_sent(&self) -> u64;
}

/// What can be sent: numbers, truth values, and what consists of them without gaps. All ranks run the same program on machines that lay out
/// numbers in the same way.
pub trait Sent: NoUninit + CheckedBitPattern {}

impl<T: NoUninit + CheckedBitPattern> Sent for T {}

/// Sends `send_counts[r]` values to each rank `r`, and appends the `receive_counts[r]` that come from it to `into`.
pub(super) fn send<T: Sent>(
    ranks: &impl Ranks,
    send: &[T],
    send_counts: &[usize],
    receive_counts: &[usize],
    into: &mut Vec<T>,
) -> Result<()> {
    let size = size_of::<T>();
    let bytes = |counts: &[usize]| counts.iter().map(|&count| count * size).collect::<Vec<_>>();
    let expected: usize = receive_counts.iter().sum();
    let mut received = room(expected.saturating_mul(size))?;
    received.resize(expected * size, 0_u8);
    ranks.all_to_all(
        bytemuck::cast_slice(send),
        &bytes(send_counts),
        &mut received,
        &bytes(receive_counts),
    )?;
    into.try_reserve(expected).map_err(|_| no_room(expected * size))?;
    for at in 0..expected {
        let value = bytemuck::checked::try_pod_read_unaligned(&received[at * size..][..size]);
        into.push(value.map_err(|_| error!(Invalid, "another rank has sent bytes that are no value of their type"))?)
    }
    Ok(())
}

/// Sends a parcel to each rank, and returns what came from each, one behind the other, and how many from each.
pub(super) fn send_parcels<T: Sent>(ranks: &impl Ranks, parcels: &[Vec<T>]) -> Result<(Vec<T>, Vec<usize>)> {
    let counts: Vec<usize> = parcels.iter().map(Vec::len).collect();
    let from = tell_each(ranks, &counts)?;
    let mut received = Vec::new();
    send(ranks, &parcels.concat(), &counts, &from, &mut received)?;
    Ok((received, from))
}

/// Tells each rank a number, and returns what each has told.
pub(super) fn tell_each(ranks: &impl Ranks, numbers: &[usize]) -> Result<Vec<usize>> {
    let (ones, mut told) = (vec![1; ranks.count()], Vec::new());
    let wide: Vec<u64> = numbers.iter().map(|&number| number as u64).collect();
    send(ranks, &wide, &ones, &ones, &mut told)?;
    let narrow = told
        .into_iter()
        .map(usize::try_from)
        .collect::<core::result::Result<_, _>>();
    narrow.map_err(|_| error!(TooLarge, "another rank counts more than a `usize` holds"))
}

/// The value of each rank, in their order, on all of them.
///
/// # Errors
///
/// As for [`Ranks::all_to_all`].
pub fn gather<T: Sent>(ranks: &impl Ranks, value: T) -> Result<Vec<T>> {
    let (ones, mut values) = (vec![1; ranks.count()], Vec::with_capacity(ranks.count()));
    send(ranks, &vec![value; ranks.count()], &ones, &ones, &mut values)?;
    Ok(values)
}

/// The sum of what each rank has, added in the order of ranks, so that it is the same on all of them.
///
/// # Errors
///
/// As for [`Ranks::all_to_all`].
pub fn sum(ranks: &impl Ranks, value: f64) -> Result<f64> {
    Ok(gather(ranks, value)?.into_iter().sum())
}

/// An empty buffer with room for so many bytes.
fn room(bytes: usize) -> Result<Vec<u8>> {
    let mut room = Vec::new();
    room.try_reserve_exact(bytes).map_err(|_| no_room(bytes))?;
    Ok(room)
}

fn no_room(bytes: usize) -> crate::Error {
    error!(TooLarge, "there is not enough memory for {bytes} bytes that ranks send")
}
