//! Masks trim loops: nothing outside of them is read.

use crate::{Leaf, Reads, reads};
use finch_tests::prelude::algebra::Add;
use finch_tests::prelude::*;
use finch_traits::level::Level;
use finch_traits::lifecycle::WriteLevel;

/// Rows that hold runs, entries and nothing.
const ROWS: [[f64; 7]; 7] = [
    [1.0, 1.0, 1.0, 0.0, 0.0, 2.0, 2.0],
    [0.0, 0.0, 3.0, 3.0, 3.0, 3.0, 0.0],
    [0.0; 7],
    [4.0; 7],
    [0.0, 5.0, 0.0, 5.0, 0.0, 5.0, 0.0],
    [6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 6.0],
    [0.0, 0.0, 7.0, 7.0, 8.0, 8.0, 0.0],
];

/// What is read of a row of which the indices of `inside` are asked for.
type Expected = fn(&[f64; 7], &[usize]) -> usize;

/// Every value.
fn every(_row: &[f64; 7], inside: &[usize]) -> usize {
    inside.len()
}

/// Every value that is stored.
fn stored(row: &[f64; 7], inside: &[usize]) -> usize {
    inside.iter().filter(|&&i| row[i] != 0.0).count()
}

/// Every run, zero or not, that is not cut away.
fn runs(row: &[f64; 7], inside: &[usize]) -> usize {
    let starts = |pair: &&[usize]| row[pair[0]] != row[pair[1]];
    inside.windows(2).filter(starts).count() + usize::from(!inside.is_empty())
}

/// Every run that is stored and not cut away. The gap before a run belongs to it: where a loop ends in the gap, the run
/// is opened, though nothing of it is added.
fn stored_runs(row: &[f64; 7], inside: &[usize]) -> usize {
    let (mut count, mut phase) = (0, 0..0);
    for run in row.chunk_by(|a, b| a == b) {
        phase.end += run.len();
        if run[0] != 0.0 {
            count += usize::from(inside.iter().any(|i| phase.contains(i)));
            phase.start = phase.end
        }
    }
    count
}

/// The sum of what is inside, by a program over a counting nest, and how much it reads.
macro_rules! trimmed {
    ($($name:ident: |$j:ident, $i:ident| $mask:expr, where $inside:expr;)*) => { $(
        fn $name<L: Level<T = f64, Rank = U2> + Reads>(a: &Tensor<L>, expected: Expected) {
            let inside: fn(usize, usize) -> bool = $inside;
            let (before, mut s) = (reads(a), Scalar::new(0.0));
            indices!(j, i);
            let mask = |$j: finch_traits::index::Index<_>, $i: finch_traits::index::Index<_>| $mask;
            program()
                .declare(&mut s)
                .body(|(s,)| forall(j, forall(i, sieve(mask(j, i), s.at(()).add(a.at((j, i)))))))
                .run()
                .unwrap();
            let (mut sum, mut count) = (0.0, 0);
            for (j, row) in ROWS.iter().enumerate() {
                let inside: Vec<usize> = (0..7).filter(|&i| inside(j, i)).collect();
                sum += inside.iter().map(|&i| row[i]).sum::<f64>();
                count += expected(row, &inside);
            }
            assert_eq!(s.get(), sum, stringify!($name));
            assert_eq!(reads(a) - before, count as u64, "{} over {}", stringify!($name), finch_tests::nest::name::<L>());
        }
    )* };
}

trimmed! {
    upper: |j, i| j.le(i), where |j, i| j <= i;
    strictly_lower: |j, i| j.gt(i), where |j, i| j > i;
    diagonal: |j, i| j.eq(i), where |j, i| j == i;
    band: |j, i| j.band(i, -1, 2), where |j, i| j + 1 >= i && j <= i + 2;
    block: |j, i| j.within(3..6) & i.within(2..5), where |j, i| (3..6).contains(&j) && (2..5).contains(&i);
    chunks: |j, i| i.in_chunk(j, 3), where |j, i| i / 3 == j;
    parts: |j, i| i.in_part(j, 7, 4), where |j, i| j < 4 && 7 * j / 4 <= i && i < 7 * (j + 1) / 4;
}

fn of_entries<L: WriteLevel<T = f64, Rank = U2> + Default + Reads>(expected: Expected) {
    let entries = ROWS.iter().enumerate().flat_map(|(j, row)| {
        let stored = row.iter().enumerate().filter(|(_, value)| **value != 0.0);
        stored.map(move |(i, value)| ([j, i], *value))
    });
    under_all_masks(&Tensor::<L>::from_triplets([7, 7], entries, Add).unwrap(), expected);
}

fn under_all_masks<L: Level<T = f64, Rank = U2> + Reads>(a: &Tensor<L>, expected: Expected) {
    upper(a, expected);
    strictly_lower(a, expected);
    diagonal(a, expected);
    band(a, expected);
    block(a, expected);
    chunks(a, expected);
    parts(a, expected);
}

#[test]
fn dense() {
    of_entries::<Dense<Dense<Leaf>>>(every);
}

#[test]
fn lists() {
    of_entries::<Dense<SparseList<Leaf>>>(stored);
    of_entries::<SparseList<SparseList<Leaf>>>(stored);
}

#[test]
fn coordinates() {
    of_entries::<SparseCoo<U2, Leaf>>(stored);
}

#[test]
fn byte_maps() {
    of_entries::<Dense<SparseByteMap<Leaf>>>(stored);
}

#[test]
fn run_lists() {
    let entries = ROWS.as_flattened();
    // Runs of counted leaves are not merged, so they are made of plain ones.
    let plain = Tensor::<Dense<RunList<Element<f64>>>>::from_dense([7, 7], entries).unwrap();
    let (_, ptr, right, child) = plain.into_level().into_child().into_parts();
    let a = Tensor::new(Dense::new(7, RunList::new(7, ptr, right, Counted::new(child)))).unwrap();
    under_all_masks(&a, runs);
}

#[test]
fn sparse_run_lists() {
    let entries = ROWS.as_flattened();
    let plain = Tensor::<Dense<SparseRunList<Element<f64>>>>::from_dense([7, 7], entries).unwrap();
    let (_, ptr, left, right, child) = plain.into_level().into_child().into_parts();
    let a = Tensor::new(Dense::new(
        7,
        SparseRunList::new(7, ptr, left, right, Counted::new(child)),
    ))
    .unwrap();
    under_all_masks(&a, stored_runs);
}
