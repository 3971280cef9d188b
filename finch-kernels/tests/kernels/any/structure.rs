//! What is measured, beside what a slow loop counts.

use super::cases;
use finch_kernels::advise::{Advice, Model, Structure, Symmetry, Workload};
use finch_kernels::prelude::*;
use std::collections::BTreeSet;

#[test]
fn structure_is_what_a_slow_loop_counts() {
    for case in cases() {
        let (a, name) = (&case.rows, case.name);
        let found = Structure::of(a).expect("memory");
        let entries = a.to_triplets();
        let at = |entry: usize| (entries[entry].0[0], entries[entry].0[1], entries[entry].1);
        assert_eq!((found.rows, found.cols), (a.shape()[0], a.shape()[1]), "{name}");
        assert_eq!((found.stored, found.value_bytes), (entries.len(), 8), "{name}");

        let lengths: Vec<usize> = (0..found.rows)
            .map(|row| entries.iter().filter(|entry| entry.0[0] == row).count())
            .collect();
        assert_eq!(
            found.filled_rows,
            lengths.iter().filter(|&&length| length > 0).count(),
            "{name}"
        );
        let least_and_most = [lengths.iter().min(), lengths.iter().max()].map(|length| length.copied().unwrap_or(0));
        assert_eq!(found.row_lengths, least_and_most, "{name}");
        assert_eq!(
            found.length_changes,
            lengths.windows(2).filter(|pair| pair[0] != pair[1]).count(),
            "{name}"
        );
        let changes = lengths.windows(2).filter(|pair| (pair[0] == 0) != (pair[1] == 0));
        assert_eq!(found.empty_changes, changes.count(), "{name}");

        let distinct = |of: &dyn Fn(usize, usize) -> (usize, usize)| {
            (0..entries.len())
                .map(|entry| of(at(entry).0, at(entry).1))
                .collect::<BTreeSet<_>>()
                .len()
        };
        assert_eq!(
            found.diagonals,
            distinct(&|row, col| (0, 1_000_000 + col - row)),
            "{name}"
        );
        // Not enough entries to stop counting.
        let blocks = found.blocks.expect("blocks are counted");
        for (size, count) in [2, 3, 4].into_iter().zip(blocks) {
            assert_eq!(
                count,
                distinct(&|row, col| (row / size, col / size)),
                "{name}, blocks of {size}"
            )
        }

        let follows = |entry: usize| entry > 0 && at(entry).0 == at(entry - 1).0 && at(entry).1 == at(entry - 1).1 + 1;
        let stretches: Vec<usize> = (0..entries.len()).filter(|&entry| !follows(entry)).collect();
        assert_eq!(found.stretches, stretches.len(), "{name}");
        let ends = stretches.iter().skip(1).copied().chain([entries.len()]);
        let long: Vec<usize> = stretches.iter().zip(ends).map(|(start, end)| end - start).collect();
        let changes = long.windows(2).filter(|pair| pair[0] != pair[1]).count() + usize::from(!long.is_empty());
        assert_eq!(found.stretch_changes, changes, "{name}");
        let runs = (0..entries.len()).filter(|&entry| !follows(entry) || at(entry).2 != at(entry - 1).2);
        assert_eq!(found.runs, runs.count(), "{name}");

        let row_of = |row: usize| {
            entries
                .iter()
                .filter(move |entry| entry.0[0] == row)
                .map(|entry| entry.0[1])
        };
        let bands = (0..found.rows).filter_map(|row| Some(row_of(row).max()? - row_of(row).min()? + 1));
        assert_eq!(found.band, bands.sum::<usize>(), "{name}");
        let below = (0..entries.len())
            .map(|entry| at(entry).0.saturating_sub(at(entry).1))
            .max()
            .unwrap_or(0);
        let above = (0..entries.len())
            .map(|entry| at(entry).1.saturating_sub(at(entry).0))
            .max()
            .unwrap_or(0);
        assert_eq!(found.bandwidths, [below, above], "{name}");
        for (axis, range) in found.index_ranges.iter().enumerate() {
            let least = entries.iter().map(|entry| entry.0[axis]).min().unwrap_or(0);
            let end = entries.iter().map(|entry| entry.0[axis] + 1).max().unwrap_or(0);
            assert_eq!(*range, least..end, "{name}")
        }

        let same = |one: f64, other: f64| one == other || (one.is_nan() && other.is_nan());
        let stored = |row: usize, col: usize| entries.iter().find(|entry| (entry.0[0], entry.0[1]) == (row, col));
        let mirrored = entries
            .iter()
            .all(|(at, value)| stored(at[1], at[0]).is_some_and(|other| same(*value, other.1)));
        let symmetric = found.rows == found.cols && mirrored;
        assert_eq!(
            found.symmetry,
            if symmetric { Symmetry::Yes } else { Symmetry::No },
            "{name}"
        );
        let mut values: Vec<f64> = Vec::new();
        entries.iter().for_each(|entry| {
            if !values.contains(&entry.1) {
                values.push(entry.1)
            }
        });
        assert_eq!(found.distinct, Some(values.len()).filter(|&count| count <= 8), "{name}")
    }
}

#[test]
fn blocks_are_counted_as_long_as_they_hold_enough() {
    // Every fifth column of each row, and the same in pairs of rows and of columns.
    let scattered = (0..1000).flat_map(|row| (0..40).map(move |at| [row, (5 * at + 7 * row) % 1000]));
    let paired = (0..1000).flat_map(|row| (0..40).map(move |at| [row, (row / 2 * 26 + at / 2 * 10 + at % 2) % 1000]));
    let of = |places: Vec<[usize; 2]>| {
        let a = Csr::from_triplets([1000, 1000], places.into_iter().map(|place| (place, 1.0)), Add).unwrap();
        let structure = Structure::of(&a).unwrap();
        assert_eq!(structure.stored, 40_000);
        structure
    };
    let (scattered, paired) = (of(scattered.collect()), of(paired.collect()));
    assert_eq!(scattered.blocks, None);
    assert_eq!(scattered.bytes(MatrixFormat::Blocks2), None);
    assert_eq!(paired.blocks.map(|blocks| blocks[0]), Some(10_000));
    let table = Advice::of(scattered, Workload::Spmv, &Model::default()).to_string();
    assert!(!table.contains("by 2"), "{table}")
}
