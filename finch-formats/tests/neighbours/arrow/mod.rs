//! Arrays of Apache Arrow.

mod booleans;
mod coordinates;
mod dictionaries;
mod lists;
mod null_runs;
mod numbers;
mod runs;

use finch_formats::Tensor;
use finch_formats::traits::level::Level;

/// All slices of an array of `len` rows: where they start, and how many rows they have.
fn slices(len: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..=len).flat_map(move |from| (0..=len - from).map(move |count| (from, count)))
}

/// Indices and values of what is stored, in order.
fn entries<L: Level>(tensor: &Tensor<L>) -> Vec<(Vec<usize>, L::T)> {
    let mut entries = vec![];
    tensor.for_each(|index, value| entries.push((index.to_vec(), value)));
    entries
}
