//! Ranks that are threads of one process.

use super::communicator::Communicator;
use crate::ErrorKind;
use crate::imports::*;
use core::cell::Cell;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// One rank of a distributed program whose ranks are threads of one process: what [`on_threads`] hands to its closure, and what the
/// functions of this module take as [`Communicator`]. Ranks exchange copies of bytes through channels.
#[derive(Debug)]
pub struct ThreadCommunicator {
    rank: usize,
    to: Vec<Sender<Vec<u8>>>,
    from: Vec<Receiver<Vec<u8>>>,
    sent: Cell<u64>,
    /// A rank has ended that this one waited for.
    left_alone: Cell<bool>,
}

impl Communicator for ThreadCommunicator {
    fn rank(&self) -> usize {
        self.rank
    }

    fn count(&self) -> usize {
        self.to.len()
    }

    fn all_to_all(
        &self,
        mut send: &[u8],
        send_counts: &[usize],
        mut receive: &mut [u8],
        receive_counts: &[usize],
    ) -> Result<()> {
        let ended = |rank: usize| {
            self.left_alone.set(true);
            error!(Io, "rank {rank} has ended while rank {} waited for it", self.rank)
        };
        for (rank, &count) in send_counts.iter().enumerate() {
            let (parcel, rest) = send.split_at(count);
            self.to[rank].send(parcel.to_vec()).map_err(|_| ended(rank))?;
            self.sent
                .update(|sent| sent + if rank == self.rank { 0 } else { count as u64 });
            send = rest
        }
        for (rank, &count) in receive_counts.iter().enumerate() {
            let (parcel, rest) = receive.split_at_mut(count);
            let received = self.from[rank].recv().map_err(|_| ended(rank))?;
            if received.len() != count {
                let error = error!(
                    Io,
                    "rank {rank} sends {} bytes where {count} are expected",
                    received.len()
                );
                return Err(error);
            }
            parcel.copy_from_slice(&received);
            receive = rest
        }
        Ok(())
    }

    fn bytes_sent(&self) -> u64 {
        self.sent.get()
    }
}

/// Runs `work` on as many ranks as `count` says, each on a thread of its own, and returns what each returned, in their order: for tests, and to find
/// out what a distributed program would send. A rank that fails ends the others as soon as they wait for it. There is a
/// channel for each pair of ranks, so hundreds of them take some memory.
///
/// ```
/// use finch_kernels::distributed::{Communicator, all_sum, on_threads};
///
/// let sums = on_threads(3, |ranks| all_sum(ranks, ranks.rank() as f64))?;
/// assert_eq!(sums, [3.0; 3]);
/// # Ok::<(), finch_kernels::Error>(())
/// ```
///
/// # Errors
///
/// The error of the first rank that failed by itself, with the number of the rank in front; [`Io`](ErrorKind::Io) if its thread cannot be started.
///
/// # Panics
///
/// If there are no ranks, or if `work` panics on one.
pub fn on_threads<R: Send>(count: usize, work: impl Fn(&ThreadCommunicator) -> Result<R> + Sync) -> Result<Vec<R>> {
    assert!(count > 0, "a program on no ranks");
    let mut senders: Vec<Vec<Sender<Vec<u8>>>> = (0..count).map(|_| Vec::new()).collect();
    let mut receivers: Vec<Vec<Receiver<Vec<u8>>>> = (0..count).map(|_| Vec::new()).collect();
    for sender in &mut senders {
        for receiver in &mut receivers {
            let (to, from) = channel();
            sender.push(to);
            receiver.push(from)
        }
    }
    let run = |ranks: ThreadCommunicator| {
        let result = work(&ranks);
        // Its channels end with it, and those who wait for it hear of it.
        result.map_err(|error| (ranks.left_alone.get(), error.context(format!("rank {}", ranks.rank))))
    };
    let ends = senders.into_iter().zip(receivers).enumerate();
    let results: Vec<core::result::Result<R, (bool, Error)>> = thread::scope(|scope| {
        let start = |(rank, (to, from))| {
            let (sent, left_alone) = (Cell::new(0), Cell::new(false));
            let ranks = ThreadCommunicator {
                rank,
                to,
                from,
                sent,
                left_alone,
            };
            // Programs of debug builds need larger stacks than threads have.
            let builder = thread::Builder::new().stack_size(8 << 20);
            let thread = builder.spawn_scoped(scope, || run(ranks));
            // The channels of one that is not started end, and so do those who wait for it.
            thread.map_err(|error| Error::caused_by(ErrorKind::Io, format!("rank {rank}: {error}"), error))
        };
        let threads: Vec<_> = ends.map(start).collect();
        let end = |thread: Result<thread::ScopedJoinHandle<'_, _>>| match thread {
            Ok(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => Err((false, error)),
        };
        threads.into_iter().map(end).collect()
    });
    let mut first: Option<(bool, Error)> = None;
    let mut values = Vec::with_capacity(count);
    for result in results {
        match result {
            Ok(value) => values.push(value),
            Err(error) if first.as_ref().is_none_or(|first| first.0 && !error.0) => first = Some(error),
            Err(_) => {}
        }
    }
    first.map_or(Ok(values), |(_, error)| Err(error))
}
