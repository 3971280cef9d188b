//! Ranks that are processes of MPI.

use super::communicator::Communicator;
use crate::imports::*;
use ::mpi::Threading;
use ::mpi::datatype::PartitionMut;
use ::mpi::environment::initialize_with_threading;
use ::mpi::request::multiple_scope;
use ::mpi::topology::SimpleCommunicator;
use ::mpi::traits::{Communicator as _, CommunicatorCollectives, Destination, Equivalence, Source};
use core::cell::Cell;
use core::fmt;

/// How many bytes a message has at most: MPI counts them in 32 bits. Few in debug builds, so that tests send several.
const MESSAGE: usize = if cfg!(debug_assertions) { 100 } else { 1 << 30 };

/// So many calls have messages of different tags: every MPI has at least these.
const TAGS: i32 = 1 << 15;

/// The processes that `mpirun` has started, as one of them sees them.
pub struct MpiCommunicator {
    world: SimpleCommunicator,
    sent: Cell<u64>,
    /// The tag of the messages of the next call: what an earlier one has left behind is not taken for it.
    tag: Cell<i32>,
}

impl MpiCommunicator {
    fn next_tag(&self) -> i32 {
        self.tag.replace((self.tag.get() + 1) % TAGS)
    }
}

impl fmt::Debug for MpiCommunicator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} of {}", self.rank(), self.count())
    }
}

impl Communicator for MpiCommunicator {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn count(&self) -> usize {
        self.world.size() as usize
    }

    fn all_to_all(
        &self,
        send: &[u8],
        send_counts: &[usize],
        receive: &mut [u8],
        receive_counts: &[usize],
    ) -> Result<()> {
        let own = self.rank();
        let parts = |counts: &[usize]| counts.iter().map(|count| count.div_ceil(MESSAGE)).sum::<usize>();
        let at_most = parts(send_counts) + parts(receive_counts);
        let start = |counts: &[usize]| counts[..own].iter().sum::<usize>();
        if send_counts[own] != receive_counts[own] {
            let [sends, expects] = [send_counts[own], receive_counts[own]];
            return Err(error!(
                Io,
                "rank {own} sends {sends} bytes to itself where {expects} are expected"
            ));
        }
        let copied = &send[start(send_counts)..][..send_counts[own]];
        receive[start(receive_counts)..][..copied.len()].copy_from_slice(copied);
        let tag = self.next_tag();
        multiple_scope(at_most, |scope, requests| {
            let mut rest = receive;
            for (rank, &count) in receive_counts.iter().enumerate() {
                let (parcel, behind) = rest.split_at_mut(count);
                rest = behind;
                if rank != own {
                    let source = self.world.process_at_rank(rank as i32);
                    for message in parcel.chunks_mut(MESSAGE) {
                        requests.add(source.immediate_receive_into_with_tag(scope, message, tag));
                    }
                }
            }
            let mut rest = send;
            for (rank, &count) in send_counts.iter().enumerate() {
                let (parcel, behind) = rest.split_at(count);
                rest = behind;
                if rank != own {
                    let destination = self.world.process_at_rank(rank as i32);
                    for message in parcel.chunks(MESSAGE) {
                        requests.add(destination.immediate_send_with_tag(scope, message, tag));
                    }
                    self.sent.update(|sent| sent + count as u64)
                }
            }
            let mut ended = Vec::with_capacity(at_most);
            requests.wait_all(&mut ended);
            // Messages that are received were started first, in the order of ranks.
            let received = ended
                .iter()
                .take(parts(receive_counts) - parts(&receive_counts[own..=own]));
            for (_, status, message) in received {
                let (rank, length) = (status.source_rank(), status.count(u8::equivalent_datatype()));
                if length as usize != message.len() {
                    let expected = message.len();
                    return Err(error!(
                        Io,
                        "rank {rank} sends {length} bytes where {expected} are expected"
                    ));
                }
            }
            Ok(())
        })
    }

    fn all_gather(&self, send: &[u8], receive: &mut [u8], receive_counts: &[usize]) -> Result<()> {
        let count = self.count();
        if receive.is_empty() {
            return Ok(());
        }
        // The address of an empty slice may be the one by which MPI is told that what is sent stands in the other buffer.
        let nothing = [0];
        let send = if send.is_empty() { &nothing[..0] } else { send };
        // MPI counts in 32 bits.
        let counts: core::result::Result<Vec<i32>, _> =
            receive_counts.iter().map(|&count| i32::try_from(count)).collect();
        let (Ok(counts), true) = (counts, i32::try_from(receive.len()).is_ok()) else {
            return self.all_to_all(&send.repeat(count), &vec![send.len(); count], receive, receive_counts);
        };
        let mut end = 0;
        let start = |&count: &i32| {
            end += count;
            end - count
        };
        let starts: Vec<i32> = counts.iter().map(start).collect();
        self.world
            .all_gather_varcount_into(send, &mut PartitionMut::new(receive, counts, starts));
        self.sent.update(|sent| sent + (send.len() * (count - 1)) as u64);
        Ok(())
    }

    fn bytes_sent(&self) -> u64 {
        self.sent.get()
    }
}

/// Runs `work` on each process that `mpirun` has started; a program that was started without it is the only one. The thread that calls this
/// starts MPI, and all that ranks send goes through it; MPI ends when `work` does.
///
/// An error of `work` on any rank is printed to the standard error output, with the number of the rank in front, and ends the processes of
/// all ranks with the exit code 1. A panic ends them with 101. A rank whose `work` returns while others wait for something of it makes them
/// wait forever: all ranks call the same functions.
///
/// ```no_run
/// use finch_kernels::distributed::{Communicator, ConjugateGradients, DistributedMatrix, DistributedVector, mpi};
/// use finch_kernels::prelude::*;
///
/// # #[cfg(feature = "files")]
/// fn main() -> Result<(), Error> {
///     use finch_kernels::distributed::read_matrix_market;
///
///     // Every rank runs this.
///     mpi::run(|ranks| {
///         let a: DistributedMatrix<Csr<f64>> = read_matrix_market(ranks, "matrix.mtx", Add)?;
///         let b = DistributedVector::from_fn(ranks, a.rows(), |_| 1.0)?;
///         let solved = ConjugateGradients::new().run(ranks, &a, &b)?;
///         if ranks.rank() == 0 {
///             println!("{} rounds, a residual of {:.1e}", solved.rounds(), solved.residual());
///         }
///         Ok(())
///     })
/// }
/// # #[cfg(not(feature = "files"))]
/// # fn main() {}
/// ```
///
/// # Errors
///
/// [`Lifecycle`](crate::ErrorKind::Lifecycle): MPI was started before, which a process does once.
pub fn run<R>(work: impl FnOnce(&MpiCommunicator) -> Result<R>) -> Result<R> {
    let Some((universe, _)) = initialize_with_threading(Threading::Funneled) else {
        return Err(error!(Lifecycle, "MPI was started before in this process"));
    };
    let ranks = MpiCommunicator {
        // A communicator of its own: messages of the caller's are no messages of ours.
        world: universe.world().duplicate(),
        sent: Cell::new(0),
        tag: Cell::new(0),
    };
    let panicking = EndAll(&ranks);
    let result = work(&ranks).unwrap_or_else(|error| {
        eprintln!("rank {} of {}: {error}", ranks.rank(), ranks.count());
        ranks.world.abort(1)
    });
    drop(panicking);
    drop(ranks);
    drop(universe);
    Ok(result)
}

/// Ends all processes if this one unwinds: the others would wait for it forever.
struct EndAll<'a>(&'a MpiCommunicator);

impl Drop for EndAll<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.world.abort(101)
        }
    }
}
