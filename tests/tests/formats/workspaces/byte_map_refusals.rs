//! What byte maps refuse.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_traits::algebra::Binary;
use finch_traits::algebra::Reduce;
use std::panic::{AssertUnwindSafe, catch_unwind};

type Map = SparseByteMap<Value>;

fn vector(values: &[i64]) -> Vector<i64> {
    Tensor::new(Dense::new(values.len(), Element::new(values.to_vec()))).unwrap()
}

#[test]
fn refuses_malformed_arrays() {
    fn message(extent: usize, ptr: Vec<usize>, idx: Vec<u8>, tbl: Vec<bool>, val: Vec<i64>) -> (ErrorKind, String) {
        let error = Tensor::new(SparseByteMap::new(extent, ptr, idx, tbl, Element::<i64>::new(val)))
            .err()
            .unwrap();
        (error.kind(), error.to_string())
    }
    let good = || (vec![0, 1], vec![1], vec![false, true, false], vec![0, 5, 0]);
    let refused = |extent, ptr, idx, tbl, val, kind, words: &str| {
        let (found, message) = message(extent, ptr, idx, tbl, val);
        assert_eq!(found, kind, "{message}");
        assert!(
            message.contains("SparseByteMap") || message.contains("Element"),
            "{message}"
        );
        assert!(message.contains(words), "{message}")
    };
    let (ptr, idx, tbl, val) = good();
    Tensor::new(SparseByteMap::new(
        3,
        ptr.clone(),
        idx.clone(),
        tbl.clone(),
        Element::<i64>::new(val.clone()),
    ))
    .unwrap();
    use ErrorKind::{Invalid, OutOfBounds, TooLarge};
    refused(257, ptr.clone(), idx.clone(), tbl.clone(), val.clone(), TooLarge, "u8");
    refused(
        usize::MAX,
        ptr.clone(),
        idx.clone(),
        tbl.clone(),
        val.clone(),
        TooLarge,
        "index type",
    );
    refused(3, vec![0], idx.clone(), tbl.clone(), val.clone(), Invalid, "pointers");
    refused(
        3,
        vec![1, 1],
        idx.clone(),
        tbl.clone(),
        val.clone(),
        Invalid,
        "start with 1",
    );
    refused(
        3,
        vec![0, 2],
        idx.clone(),
        tbl.clone(),
        val.clone(),
        Invalid,
        "beyond its 1 entries",
    );
    refused(
        3,
        ptr.clone(),
        vec![3],
        tbl.clone(),
        val.clone(),
        OutOfBounds,
        "index 3 of fiber 0",
    );
    refused(
        3,
        vec![0, 2],
        vec![1, 1],
        tbl.clone(),
        val.clone(),
        Invalid,
        "ascending",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![false, true],
        val.clone(),
        Invalid,
        "2 bytes",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![false, false, false],
        val.clone(),
        Invalid,
        "index 1 of fiber 0",
    );
    refused(
        3,
        ptr.clone(),
        idx.clone(),
        vec![true, true, false],
        val.clone(),
        Invalid,
        "index 0 of fiber 0",
    );
    refused(3, ptr, idx, tbl, vec![0, 5], Invalid, "2 values");
    let huge = SparseByteMap::new(
        usize::MAX,
        vec![0_usize; 4],
        Vec::<u64>::new(),
        Vec::<bool>::new(),
        Element::<i64>::new(vec![]),
    );
    assert_eq!(Tensor::new(Dense::new(3, huge)).err().unwrap().kind(), TooLarge);
}

#[test]
fn refuses_extents_that_do_not_fit() {
    indices!(j, i);
    let long = vector(&[1; 300]);
    let mut narrow = empty::<SparseByteMap<Value, Vec<usize>, Vec<u8>>>();
    let error = program()
        .declare(&mut narrow)
        .body(|(w,)| forall(i, w.at((i,)).set(long.at((i,)))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    narrow.validate().unwrap();

    let mut few = empty::<Dense<SparseByteMap<Value, Vec<u8>, Vec<u8>>>>();
    let a = csr(2, 200, &[1; 400]);
    let error = program()
        .declare(&mut few)
        .body(|(w,)| forall(j, forall(i, w.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooLarge);
    few.validate().unwrap();

    let short = vector(&[1; 256]);
    program()
        .declare(&mut narrow)
        .body(|(w,)| forall(i, w.at((i,)).set(short.at((i,)))))
        .run()
        .unwrap();
    narrow.validate().unwrap();
    assert_eq!(all(&narrow), [1; 256]);
}

#[test]
fn a_panic_leaves_it_empty() {
    indices!(i);
    let mut w = empty::<Map>();
    fill_from(&mut w, &list(&V9));
    let x = vector(&[3, 2, 1, 0, 1, 2, 3, 4, 5]);
    let divide = Binary(|a: i64, b: i64| if b == 0 { panic!("by zero") } else { a / b });
    let run = || {
        let nine = vector(&[9; 9]);
        let value = map2(divide, nine.at((i,)), x.at((i,)));
        program()
            .declare(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).add(value)))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    w.validate().unwrap();
    assert_eq!(all(&w), [0; 9]);
    assert_eq!(w.level().child().val(), &[0; 9]);
    let run = || {
        let nine = vector(&[9; 9]);
        let value = map2(divide, nine.at((i,)), x.at((i,)));
        program()
            .update(&mut w)
            .body(|(w,)| forall(i, w.at((i,)).reduce(Reduce(|a, b| a + b), value)))
            .run()
    };
    assert!(catch_unwind(AssertUnwindSafe(run)).is_err());
    w.validate().unwrap();
    fill_from(&mut w, &list(&V9));
    assert_eq!(w.level().child().val(), &V9);
}
