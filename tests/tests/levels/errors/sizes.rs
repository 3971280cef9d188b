//! Numbers that do not fit: into index types, pointers, memory, or a machine word.

use super::refused;
use finch_kernels::prelude::*;
use finch_tests::prelude::{U1, U2};
use finch_traits::lifecycle::WriteLevel;

type Number = Element<f64>;

/// A vector of 300 ones is copied into `L`, whose indices are bytes.
#[track_caller]
fn does_not_hold<L: WriteLevel<T = f64, Rank = U1> + Default>(words: &[&str]) {
    let x = Vector::<f64>::from(vec![1.0; 300]);
    let mut y = Tensor::<L>::empty([3]).unwrap();
    refused(y.copy_from(&x), ErrorKind::TooLarge, words);
    y.validate().unwrap();
    refused(Tensor::<L>::empty([300]).map(drop), ErrorKind::TooLarge, words);
    // What fits is held, the largest index too.
    let fits = Tensor::<L>::from_triplets([255], [([254], 1.0)], Add).unwrap();
    assert_eq!(fits.get([254]), Some(1.0));
}

#[test]
fn extents_do_not_fit_the_index_type() {
    does_not_hold::<SparseList<Number, Vec<usize>, Vec<u8>>>(&["SparseList", "extent 300", "299", "u8"]);
    does_not_hold::<SparseByteMap<Number, Vec<usize>, Vec<u8>>>(&["SparseByteMap", "300", "u8"]);
    does_not_hold::<SparseCoo<U1, Number, Vec<usize>, Vec<u8>>>(&["SparseCoo", "300", "u8"]);
    does_not_hold::<RunList<Number, Vec<usize>, Vec<u8>>>(&["RunList", "300", "u8"]);
    does_not_hold::<SparseRunList<Number, Vec<usize>, Vec<u8>>>(&["SparseRunList", "300", "u8"]);
    does_not_hold::<Hybrid<Number, Vec<usize>, Vec<u8>>>(&["300", "u8"]);
    // All 256 indices of a byte are indices; a run ends behind its last one.
    let all = Vector::<f64>::from((0..256).map(f64::from).collect::<Vec<_>>());
    assert!(all.convert::<SparseList<Number, Vec<usize>, Vec<u8>>>().unwrap() == all);
    assert!(all.convert::<SparseByteMap<Number, Vec<usize>, Vec<u8>>>().unwrap() == all);
    assert!(all.convert::<SparseCoo<U1, Number, Vec<usize>, Vec<u8>>>().unwrap() == all);
    assert!(all.convert::<Hybrid<Number, Vec<usize>, Vec<u8>>>().unwrap() == all);
    let runs = all.convert::<RunList<Number, Vec<usize>, Vec<u8>>>().map(drop);
    refused(runs, ErrorKind::TooLarge, &["RunList", "256", "u8"]);
    let signed = Tensor::<SparseList<Number, Vec<usize>, Vec<i8>>>::empty([129]).map(drop);
    refused(signed, ErrorKind::TooLarge, &["128", "i8"]);
}

/// A matrix of 3 x 100 entries is copied into `L`, whose positions are bytes: the entries that fit are held.
#[track_caller]
fn does_not_count<L: WriteLevel<T = f64, Rank = U2> + Default>(words: &[&str]) {
    let x = Matrix::<f64>::from_dense([3, 100], &[1.0; 300]).unwrap();
    let mut y = Tensor::<L>::default();
    let outcome = y.copy_from(&x);
    refused(outcome, ErrorKind::TooLarge, words);
    y.validate().unwrap();
    let held = y.to_triplets().iter().filter(|(_, value)| *value == 1.0).count();
    assert!(held < 300 && y.to_triplets().iter().all(|(_, value)| *value == 1.0 || *value == 0.0));
    // The next run is not affected.
    let few = Matrix::<f64>::from_dense([3, 50], &[1.0; 150]).unwrap();
    y.copy_from(&few).unwrap();
    assert!(y == few);
}

#[test]
fn positions_do_not_fit_the_pointer_type() {
    does_not_count::<Dense<SparseList<Number, Vec<u8>>>>(&["SparseList", "255"]);
    does_not_count::<SparseList<SparseList<Number, Vec<u8>>>>(&["SparseList", "255"]);
    does_not_count::<SparseCoo<U2, Number, Vec<u8>>>(&["SparseCoo", "255"]);
    does_not_count::<Dense<RunList<Number, Vec<u8>, Vec<u32>, finch_tests::prelude::algebra::No>>>(&["RunList"]);
    does_not_count::<Dense<SparseRunList<Number, Vec<u8>, Vec<u32>, finch_tests::prelude::algebra::No>>>(&[
        "SparseRunList",
    ]);
    does_not_count::<Dense<SparseByteMap<Number, Vec<u8>>>>(&["SparseByteMap"]);
}

#[test]
fn extents_are_larger_than_the_largest() {
    let outcome = SparseVector::<f64>::empty([usize::MAX]).map(drop);
    refused(outcome, ErrorKind::TooLarge, &["axis 0", &usize::MAX.to_string()]);
    let outcome = Dcsr::<f64>::empty([5, usize::MAX]).map(drop);
    refused(outcome, ErrorKind::TooLarge, &["axis 1", &isize::MAX.to_string()]);
}

#[test]
fn more_positions_than_can_be_counted() {
    let large = isize::MAX as usize;
    let outcome = Matrix::<f64>::empty([large, large]).map(drop);
    refused(outcome, ErrorKind::TooLarge, &["Dense", &large.to_string()]);
    let level = Dense::new(large, Dense::new(large, Number::new(vec![])));
    refused(
        Tensor::new(level).map(drop),
        ErrorKind::TooLarge,
        &["Dense", "more positions"],
    );
}

#[test]
fn more_values_than_there_is_memory_for() {
    let outcome = Vector::<f64>::empty([isize::MAX as usize / 8]).map(drop);
    refused(outcome, ErrorKind::TooLarge, &[]);
    // An output of a program is left empty.
    let mut y = Vector::<f64>::from(vec![1.0; 4]);
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .body(|(y,)| forall_in(i, 0..isize::MAX as usize / 8, y.at((i,)).set(constant(1.0))))
        .run();
    refused(outcome, ErrorKind::TooLarge, &[]);
    y.validate().unwrap();
    assert!(y.values().is_empty());
}

/// Where the second of two outputs cannot be made, the first one is valid.
#[test]
fn the_first_output_is_valid_where_the_second_cannot_be_made() {
    let x = Vector::<f64>::from(vec![1.0; 300]);
    let mut y = SparseVector::<f64>::from_triplets([2], [([1], 3.0)], Add).unwrap();
    let mut z = Tensor::<SparseList<Number, Vec<usize>, Vec<u8>>>::from_triplets([2], [([1], 3.0)], Add).unwrap();
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .declare(&mut z)
        .body(|(y, z)| forall(i, block(y.at((i,)).set(x.at((i,))), z.at((i,)).set(x.at((i,))))))
        .run();
    refused(outcome, ErrorKind::TooLarge, &["SparseList", "300", "u8"]);
    y.validate().unwrap();
    z.validate().unwrap();
    assert_eq!((y.count_stored(), z.count_stored()), (0, 0));
}
