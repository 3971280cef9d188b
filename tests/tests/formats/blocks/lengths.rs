//! Lists of lists: matrices that are made of the lengths of their rows.

use finch_formats::ErrorKind;
use finch_formats::buffer::Buffer;
use finch_formats::prelude::*;
use finch_tests::conformance;
use finch_tests::conformance::*;
use typenum::U2;

type List = SparseList<Value, Lengths>;

conformance! {
    List, |level| [level.ptr().to_lengths::<usize>().unwrap(), level.idx(), level.child().val()];
    stores { rows M5, 8 => [4 0 3 1 0] [1 2 3 4 0 1 2 3] [1 2 2 3 1 1 2 3]; }
    rejects {
        // Fewer lengths than rows.
        Dense::new(2, SparseList::new(3, Lengths::<usize>::new(&[0_u8]).unwrap(), Vec::<u32>::new(), zeros(0)))
            => Invalid "2 where 2 fibers need one more";
    }
    rows_go_on { Dense<List> }
    counts { SparseList<Value, Lengths<u8>>: 0..255 => 255, 0..300 => 255 }
    holds_nothing { Dense<List> }
    reads { Dense<List>; SparseList<List, Lengths<u16>, Vec<u8>> }
}

#[test]
fn lengths_are_summed_and_given_back() {
    let lengths = Lengths::<u8>::new(&[2_i64, 0, 250]).unwrap();
    assert_eq!(lengths.as_slice(), [0, 2, 2, 252]);
    assert_eq!((lengths.len(), lengths.is_empty()), (3, false));
    assert_eq!(
        [0, 1, 2, 3].map(|row| lengths.get(row)),
        [Some(2), Some(0), Some(250), None]
    );
    assert_eq!(lengths.iter().collect::<Vec<_>>(), [2, 0, 250]);
    assert_eq!(lengths.to_lengths::<u8>().unwrap(), [2, 0, 250]);
    let words = "fiber 2 has length 250, which does not fit i8";
    refused(lengths.to_lengths::<i8>(), ErrorKind::TooLarge, &[words]);
    let none = Lengths::<usize>::default();
    assert_eq!((none.len(), none.is_empty(), none.get(0)), (0, true, None));
    assert_eq!(Lengths::<usize>::new::<u8>(&[]).unwrap(), none);
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let words = ["fiber 2 has length 1 and starts at 255", "u8"];
    refused(Lengths::<u8>::new(&[200_u8, 55, 1]), ErrorKind::TooLarge, &words);
    let most = isize::MAX as usize;
    for lengths in [[most, 1, 0], [1, most, 0], [most; 3]] {
        refused(
            Lengths::<usize>::new(&lengths),
            ErrorKind::TooLarge,
            &["fiber 1 has length"],
        );
    }
    refused(Lengths::<u32>::new(&[0, -1_i32]), ErrorKind::TooLarge, &["length -1"]);
    refused(
        Lengths::<usize>::new(&[-1_i32]),
        ErrorKind::TooLarge,
        &["fiber 0 has length -1"],
    );
    refused(Lengths::<usize>::new(&[usize::MAX]), ErrorKind::TooLarge, &["fiber 0"]);
}

#[test]
fn matrices_are_made_of_lengths() {
    let (idx, val) = (vec![1, 2, 3, 4, 0, 1, 2, 3], vec![1, 2, 2, 3, 1, 1, 2, 3]);
    let a = Lil::<i64>::from_lengths(5, &[4_u8, 0, 3, 1, 0], idx.clone(), val.clone()).unwrap();
    holds(&a, M5.as_flattened(), 8);
    // By programs, from and to others.
    let csr: Csr<i64> = a.convert().unwrap();
    let lil = Lil::from_tensor(&csr).unwrap();
    assert_eq!((&lil, lil.bytes()), (&a, csr.bytes()));
    assert_eq!(all(&lil.convert::<SparseCoo<U2, Value>>().unwrap()), M5.as_flattened());
    assert_eq!(lil.into_lengths::<u16>().unwrap(), (5, vec![4, 0, 3, 1, 0], idx, val));
    // Borrowed columns and values, and more of them than the rows need.
    let (idx, val) = ([2_u32, 0, 7, 8], [1.0, 2.0, 3.0]);
    type Borrowed<'a> = Dense<SparseList<Element<f64, Zero, &'a [f64]>, Lengths<u8>, &'a [u32]>>;
    let a = Tensor::<Borrowed<'_>>::from_lengths(3, &[1_u64, 1], &idx[..], &val[..]);
    assert_eq!(all(&a.unwrap()), [0.0, 0.0, 1.0, 2.0, 0.0, 0.0]);
    assert!(all(&Lil::<f64>::default()).is_empty());
}

#[test]
fn lengths_that_do_not_fit_are_refused() {
    let make = |lengths: &[u8], idx: &[u32], len| Lil::<i64>::from_lengths(3, lengths, idx.to_vec(), vec![0; len]);
    make(&[1, 0, 2], &[2, 0, 1], 3).unwrap();
    make(&[], &[], 0).unwrap();
    use ErrorKind::{Invalid, OutOfBounds};
    for (made, kind, words) in [
        (
            make(&[1, 0, 3], &[2, 0, 1], 3),
            Invalid,
            "end at 4, beyond its 3 entries",
        ),
        (make(&[1, 0, 2], &[2, 0, 1], 2), Invalid, "2 values where 3 are needed"),
        (
            make(&[1, 0, 2], &[2, 1, 1], 3),
            Invalid,
            "fiber 2 of a SparseList level are not strictly ascending",
        ),
        (make(&[1, 0, 2], &[3, 0, 1], 3), OutOfBounds, "index 3 of fiber 0"),
    ] {
        refused(made, kind, &[words]);
    }
}

#[test]
fn equal_rows_are_merged() {
    let runs = matrix::<RunList<List>>([3, 2], &[1, 2, 1, 2, 0, 0]);
    assert_eq!(arrays(runs.level().child())[0], [2, 0]);
}

#[test]
fn rows_are_appended_to_and_declared_again() {
    let later = matrix::<Lists>([3, 4], &[0, 0, 0, 5, 0, 0, 0, 0, 6, 0, 7, 0]);
    let mut m = matrix::<Dense<List>>([3, 4], &[1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    U2::add(&mut m, &later).unwrap();
    assert_eq!(arrays(m.level().child())[0], [3, 0, 2]);
    m.copy_from(&later).unwrap();
    assert_eq!(arrays(m.level().child())[0], [1, 0, 2]);
}
