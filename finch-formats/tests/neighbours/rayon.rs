//! Entries on several threads.

use crate::common::{SAMPLES, refused, sample};
use finch_formats::ErrorKind::OutOfBounds;
use finch_formats::interop::Compressed;
use finch_formats::prelude::*;
use rayon::ThreadPoolBuilder;
use rayon::iter::plumbing::{Producer, ProducerCallback};
use rayon::prelude::*;

/// Runs `work` on as many threads.
fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

#[test]
fn entries_are_those_of_one_thread_in_order() {
    for size in SAMPLES {
        let a: Csr<f64> = sample(size);
        let narrow: Compressed<f64, u16, i16> = sample(size);
        let expected: Vec<_> = a.iter().collect();
        for threads in [1, 2, 3] {
            on_threads(threads, || {
                assert_eq!(a.par_entries().len(), expected.len());
                assert_eq!(a.par_entries().opt_len(), Some(expected.len()));
                assert_eq!(a.par_entries().collect::<Vec<_>>(), expected);
                assert_eq!(a.par_entries().with_max_len(1).collect::<Vec<_>>(), expected);
                assert_eq!(narrow.par_entries().collect::<Vec<_>>(), expected);
                assert_eq!(a.par_iter().collect::<Vec<_>>(), expected);
                let reversed: Vec<_> = a.par_entries().with_max_len(7).rev().collect();
                assert!(reversed.iter().rev().eq(&expected));
            })
        }
    }
}

/// Takes a producer apart at every place, and what is left of it from both ends.
struct Cuts(Vec<([usize; 2], f64)>);

impl ProducerCallback<([usize; 2], f64)> for Cuts {
    type Output = ();

    fn callback<P: Producer<Item = ([usize; 2], f64)>>(self, producer: P) {
        let mut rest = producer;
        // Pieces of 0, 1, 2, .. entries.
        let (mut from, mut length) = (0, 0);
        while from + length <= self.0.len() {
            let (piece, behind) = rest.split_at(length);
            let mut piece = piece.into_iter();
            assert_eq!(piece.len(), length);
            let (mut front, mut back) = (Vec::new(), Vec::new());
            while let Some(first) = piece.next() {
                front.push(first);
                back.extend(piece.next_back())
            }
            assert!(piece.next().is_none() && piece.next_back().is_none());
            front.extend(back.into_iter().rev());
            assert_eq!(front, self.0[from..from + length]);
            (from, length, rest) = (from + length, length + 1, behind)
        }
        assert_eq!(rest.into_iter().collect::<Vec<_>>(), self.0[from..])
    }
}

#[test]
fn any_cut() {
    for size in SAMPLES {
        let a: Csr<f64> = sample(size);
        a.par_entries().with_producer(Cuts(a.iter().collect()))
    }
    // Rows without entries in front, between and behind; spare arrays.
    let (ptr, idx) = (vec![0, 0, 0, 2, 2, 2, 3, 3, 4], vec![1, 3, 0, 2]);
    let a = Csr::from_parts(7, 4, ptr, idx, vec![1.0, 2.0, 3.0, 4.0]).unwrap();
    let expected = vec![([2, 1], 1.0), ([2, 3], 2.0), ([5, 0], 3.0)];
    assert_eq!(a.par_entries().collect::<Vec<_>>(), expected);
    a.par_entries().with_producer(Cuts(expected));
    assert_eq!(Csr::<f64>::default().par_entries().count(), 0);
}

#[test]
fn other_nests() {
    let a: Csr<f64> = sample([60, 200, 900]);
    let (coo, runs) = (Coo::from_tensor(&a).unwrap(), RunMatrix::from_tensor(&a).unwrap());
    assert!(coo.par_iter().eq(coo.iter().collect::<Vec<_>>()));
    assert!(runs.par_iter().eq(runs.iter().collect::<Vec<_>>()));
    let cube = Csf::from_triplets([2, 3, 4], [([1, 2, 3], 0.5), ([0, 0, 1], -1.0)], Add).unwrap();
    assert_eq!(
        cube.par_iter().collect::<Vec<_>>(),
        [([0, 0, 1], -1.0), ([1, 2, 3], 0.5)]
    );
}

#[test]
fn triplets() {
    // Several at each place, of which none but the last counts; sums that depend on the order.
    let entry = |number: usize| ([number * 7 % 13, number * 5 % 11], 1.0 / (1 + number) as f64);
    let serial = Csr::from_triplets([13, 11], (0..5000).map(entry), Add).unwrap();
    let last = Coo::from_triplets([13, 11], (0..5000).map(entry), Overwrite).unwrap();
    for threads in [1, 2, 3] {
        on_threads(threads, || {
            let entries = (0..5000_usize).into_par_iter().with_max_len(3).map(entry);
            assert!(
                Csr::from_par_triplets([13, 11], entries.clone(), Add)
                    .unwrap()
                    .same_storage(&serial)
            );
            assert!(
                Coo::from_par_triplets([13, 11], entries, Overwrite)
                    .unwrap()
                    .same_storage(&last)
            );
            // One whose length nobody knows keeps its order as well.
            let entries = (0..10_000_usize)
                .into_par_iter()
                .filter(|number| *number < 5000)
                .map(entry);
            assert!(
                Csr::from_par_triplets([13, 11], entries, Add)
                    .unwrap()
                    .same_storage(&serial)
            );
            let again = Csr::from_par_triplets([13, 11], serial.par_entries(), Add).unwrap();
            assert!(again.same_storage(&serial));
        })
    }
    refused(
        Csr::<f64>::from_par_triplets([13, 10], (0..50_usize).into_par_iter().map(entry), Add),
        OutOfBounds,
        "10",
    );
}
