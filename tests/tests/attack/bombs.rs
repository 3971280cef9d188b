//! A panic in every call of user code: the tensor is valid, and empty or as it was.

use crate::by_chance;
use finch_tests::attack::bombs;
use finch_tests::attack::lifecycle::bombed_writings;
use finch_tests::attack::nests::subjects;
use finch_tests::attack::subject::{Put, Writing};

/// Entries that fill what they reach: neighbours that are equal, rows that are, rows with one entry and with none. A symmetric
/// matrix can hold them.
fn puts(rank: usize) -> (Vec<usize>, Vec<Put>) {
    match rank {
        1 => (vec![6], vec![(vec![1], 2, 3), (vec![3], 1, 4)]),
        2 => (
            vec![4, 4],
            vec![(vec![0, 0], 2, 3), (vec![1, 0], 2, 3), (vec![2, 2], 1, 4)],
        ),
        _ => (
            vec![3, 3, 3],
            vec![(vec![0, 1, 0], 2, 3), (vec![2, 0, 1], 1, 4), (vec![2, 1, 1], 1, 4)],
        ),
    }
}

#[test]
fn every_call_by_every_writer_in_every_nest() {
    for mut subject in subjects::<()>() {
        let (shape, puts) = puts(subject.shape().len());
        assert!(
            bombed_writings(&*subject, &shape, &puts) > 10,
            "{subject:?}, while it is empty"
        );
        // One entry, which every nest can hold.
        let first = [(puts[0].0.clone(), 1, 3)];
        subject
            .write(Writing::Triplets, &shape, &first)
            .unwrap_or_else(|error| panic!("{subject:?}: {error}"));
        assert!(bombed_writings(&*subject, &shape, &puts) > 10, "{subject:?}");
    }
}

#[test]
fn by_chance_in_lives_by_chance() {
    by_chance(150, 600, |bytes| bombs(bytes))
}
