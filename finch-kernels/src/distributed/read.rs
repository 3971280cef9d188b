//! Files that all ranks read.

use super::matrix::DistributedMatrix;
use super::partition::Partition;
use super::ranks::{Ranks, Sent};
use crate::Result;
use crate::traits::algebra::reducer::Reducer;
use crate::traits::error;
use crate::traits::lifecycle::WriteLevel;
use finch_formats::Tensor;
use finch_formats::io::matrix_market::Value;
use finch_formats::io::matrix_market::{Reader, Symmetry};
use std::path::Path;
use typenum::U2;

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
    ranks: &impl Ranks,
    path: impl AsRef<Path>,
    reducer: impl Reducer<L::T>,
) -> Result<DistributedMatrix<Tensor<L>>>
where
    L: WriteLevel<Rank = U2, T: Value + Sent> + Default,
{
    let mut reader = Reader::open(path.as_ref())?;
    let header = *reader.header();
    let even = Partition::even(header.rows, ranks.count());
    let own = even.range(ranks.rank());
    let (mut entries, mut block) = (Vec::new(), Vec::new());
    while reader.next_block::<L::T>(&mut block)? {
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
    DistributedMatrix::from_triplets(ranks, [header.rows, header.cols], entries, reducer)
}
