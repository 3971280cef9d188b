//! Files that all ranks read.

use super::communicator::{Communicator, Sent};
use super::matrix::DistributedMatrix;
use super::partition::Partition;
use crate::imports::*;
use finch_formats::io::matrix_market::{FileValue, Header, Options, Reader, Symmetry};
use std::path::Path;

/// Reads a Matrix Market file, plain or compressed, on all ranks, each of which must be able to open the path. Every rank goes through the
/// whole file and keeps the entries of as many rows as the others; then rows are cut by work as
/// [`from_triplets`](DistributedMatrix::from_triplets) does, and entries sent to their ranks. It takes memory for a few copies of what a rank
/// keeps. Both halves of a symmetric matrix are made. Entries at the same place are combined by `reducer`, in the order of the file.
///
/// # Errors
///
/// * Those of [`Reader::open`] and [`Reader::next_block`], on the ranks that meet them. The message names the file, and the line.
/// * Those of [`from_triplets`](DistributedMatrix::from_triplets).
pub fn read_matrix_market<L>(
    ranks: &impl Communicator,
    path: impl AsRef<Path>,
    reducer: impl Reducer<L::T>,
) -> Result<DistributedMatrix<Tensor<L>>>
where
    L: WriteLevel<Rank = U2, T: FileValue + Sent> + Default,
{
    let (header, entries) = read_entries::<L, L::T>(ranks, path)?;
    DistributedMatrix::from_triplets(ranks, [header.rows, header.cols], entries, reducer)
}

/// Reads a Matrix Market file, plain or compressed, on all ranks. Gives its header, and the entries of as many rows as other ranks get, in the
/// order of the file, with both halves of a symmetric matrix. `L` is the nest that they are for: a file may claim as many rows as its entries
/// justify there. Takes time linear in the file, and memory for the entries of this rank.
///
/// # Errors
///
/// * Those of [`Reader::open`] and [`Reader::next_block`], on the ranks that meet them. The message names the file, and the line.
/// * [`TooLarge`](crate::ErrorKind::TooLarge): there are more rows than the default [`Options`] allow for so many entries, or there is not
///   enough memory.
pub fn read_entries<L: WriteLevel<Rank = U2>, V: FileValue>(
    ranks: &impl Communicator,
    path: impl AsRef<Path>,
) -> Result<(Header, Vec<([usize; 2], V)>)> {
    let (mut reader, options) = (Reader::open(path.as_ref())?, Options::default());
    // What no number of entries justifies is refused at once.
    options.check::<L>(&reader, usize::MAX)?;
    let (header, mut count) = (*reader.header(), 0_usize);
    let even = Partition::even(header.rows, ranks.count());
    let own = even.range(ranks.rank());
    let (mut entries, mut block) = (Vec::new(), Vec::new());
    while reader.next_block::<V>(&mut block)? {
        count = count.saturating_add(block.len());
        let more = entries.try_reserve(2 * block.len());
        more.map_err(|_| {
            error!(
                TooLarge,
                "there is not enough memory for {} entries",
                entries.len() + 2 * block.len()
            )
        })?;
        for &(row, column, value) in &block {
            if own.contains(&row) {
                entries.push(([row, column], value))
            }
            if header.symmetry != Symmetry::General && row != column && own.contains(&column) {
                entries.push(([column, row], header.symmetry.mirrored(value)))
            }
        }
    }
    options.check::<L>(&reader, count)?;
    Ok((header, entries))
}
