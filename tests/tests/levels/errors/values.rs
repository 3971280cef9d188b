//! Values that operators have no result for, and entries that are out of bounds.

use super::refused;
use finch_kernels::prelude::*;

#[test]
fn integers_are_divided_by_zero() {
    let a = Vector::<i64>::from(vec![6, 7, 8, 9]);
    let b = Vector::<i64>::from(vec![2, 0, 4, 0]);
    let (mut y, mut s) = (SparseVector::<i64>::default(), Scalar::new(0));
    indices!(i);
    let outcome = program()
        .declare(&mut y)
        .declare(&mut s)
        .body(|(y, s)| {
            forall(
                i,
                block(y.at((i,)).set(a.at((i,)) / b.at((i,))), s.at(()).add(a.at((i,)))),
            )
        })
        .run();
    refused(outcome, ErrorKind::Arithmetic, &["division by zero"]);
    // The rest is done: a quotient that does not exist is zero.
    y.validate().unwrap();
    assert_eq!((y.to_dense().unwrap(), s.get()), (vec![3, 0, 2, 0], 30));
}

/// A divisor that is stored nowhere is a zero all the same, unless what is divided is known to be one.
#[test]
fn the_divisor_is_a_fill() {
    let a = SparseVector::<i32>::from_triplets([5], [([1], 4)], Add).unwrap();
    let b = SparseVector::<i32>::from_triplets([5], [([1], 2), ([3], 1)], Add).unwrap();
    let mut s = Scalar::new(0);
    indices!(i);
    let quotients = |s: &mut Scalar<i32>, a: &SparseVector<i32>, b: &SparseVector<i32>| {
        program()
            .declare(s)
            .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) / b.at((i,)))))
            .run()
    };
    // 4 / 2, and known zeros over anything.
    quotients(&mut s, &a, &b).unwrap();
    assert_eq!(s.get(), 2);
    refused(quotients(&mut s, &b, &a), ErrorKind::Arithmetic, &["division by zero"]);
    // 2 / 4 is 0, and 1 / 0 counts as 0.
    assert_eq!(s.get(), 0);
}

#[test]
fn a_fault_is_not_told_twice() {
    let (a, zero) = (Vector::<i64>::from(vec![1, 2]), Scalar::new(0));
    let mut s = Scalar::new(0);
    indices!(i);
    let outcome = program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)) / zero.at(()))))
        .run();
    refused(outcome, ErrorKind::Arithmetic, &["division by zero"]);
    program()
        .declare(&mut s)
        .body(|(s,)| forall(i, s.at(()).add(a.at((i,)))))
        .run()
        .unwrap();
    assert_eq!(s.get(), 3);
}

#[test]
fn entries_are_out_of_bounds() {
    let outcome = Csr::<f64>::from_triplets([2, 3], [([1, 2], 1.0), ([0, 3], 1.0)], Add).map(drop);
    refused(
        outcome,
        ErrorKind::OutOfBounds,
        &["entry 1", "index 3", "axis 1", "extent is 3"],
    );
    let outcome = Vector::<f64>::from_triplets([0], [([0], 1.0)], Add).map(drop);
    refused(outcome, ErrorKind::OutOfBounds, &["entry 0", "axis 0", "extent is 0"]);
}

#[test]
fn arrays_are_malformed() {
    let csr = |ptr: &[usize], idx: &[u32]| {
        let val = vec![1.0; idx.len()];
        Csr::<f64>::from_parts(2, 3, ptr.to_vec(), idx.to_vec(), val).map(drop)
    };
    csr(&[0, 1, 2], &[2, 0]).unwrap();
    refused(csr(&[0, 1], &[2, 0]), ErrorKind::Invalid, &["SparseList", "2 fibers"]);
    refused(csr(&[1, 1, 2], &[2, 0]), ErrorKind::Invalid, &["start with 1"]);
    refused(
        csr(&[0, 2, 1], &[1, 2]),
        ErrorKind::Invalid,
        &["descend from 2 to 1", "fiber 1"],
    );
    refused(csr(&[0, 1, 3], &[2, 0]), ErrorKind::Invalid, &["end at 3", "2 entries"]);
    refused(
        csr(&[0, 0, 2], &[2, 2]),
        ErrorKind::Invalid,
        &["fiber 1", "strictly ascending", "2 follows 2"],
    );
    refused(
        csr(&[0, 1, 2], &[2, 3]),
        ErrorKind::OutOfBounds,
        &["index 3", "fiber 1", "extent 3"],
    );
    let short = Csr::<f64>::from_parts(2, 3, vec![0, 1, 2], vec![2, 0], vec![1.0]).map(drop);
    refused(short, ErrorKind::Invalid, &["Element", "1", "2"]);
    let outcome = Vector::<f64>::from_dense([3], &[1.0; 4]).map(drop);
    refused(outcome, ErrorKind::Invalid, &["[3]", "4 values"]);
}

/// A reducer that combines entries of a place may have no result either.
#[test]
fn entries_are_combined_by_division() {
    use finch_tests::prelude::algebra::{BinaryOp, Div, Reduce, fault};
    let quotients = |divisor: i64| {
        let entries = [([1], 8), ([0], 1), ([1], divisor)];
        Vector::<i64>::from_triplets([2], entries, Reduce(|a: i64, b: i64| Div.apply(a, b)))
    };
    assert_eq!(quotients(4).unwrap().values(), [1, 2]);
    refused(quotients(0).map(drop), ErrorKind::Arithmetic, &["division by zero"]);
    assert_eq!(fault::take(), None);
}
