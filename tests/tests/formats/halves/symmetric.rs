//! Symmetric squares.

use crate::testing::{holds, mirrored, packed, reads, scattered, written};
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::symmetric::{LowerSymmetric, UpperSymmetric};
use finch_formats::triangular::Half;
use finch_tests::conformance::{List, Programs, Space, Value, all, csr, plane, refused, zeros};
use finch_tests::run;
use typenum::U2;

#[test]
fn storage() {
    let square: Vec<i64> = (1..17).collect();
    let lower = mirrored::<Lower>(4, &square);
    let upper = mirrored::<Upper>(4, &square);
    let a = SymmetricMatrix::<i64>::from_tensor(&plane(4, &lower)).unwrap();
    let b = Tensor::<UpperSymmetric<Value>>::from_tensor(&csr(4, 4, &upper)).unwrap();
    assert_eq!(a.level().child().val(), &packed::<Lower>(4, &square));
    assert_eq!(b.level().child().val(), &packed::<Upper>(4, &square));
    assert_eq!((a.count_stored(), a.bytes()), (10, 80));
    holds(&a, 4, &lower);
    holds(&b, 4, &upper);
    let text = a.to_string();
    assert!(
        text.contains("Symmetric<Lower> [4, 4]") && text.contains("[1, 0]: 5"),
        "{text}"
    );
}

#[test]
fn parts_are_taken_and_given_back() {
    let a = Tensor::new(LowerSymmetric::new(3, Element::<i64>::new((1..7).collect()))).unwrap();
    assert_eq!(a.to_dense().unwrap(), [1, 2, 4, 2, 3, 5, 4, 5, 6]);
    // The half that is stored is the same arrays.
    let half = Tensor::new(Triangular::from(a.into_level())).unwrap();
    assert_eq!(half.to_dense().unwrap(), [1, 0, 0, 2, 3, 0, 4, 5, 6]);
    let (extent, child) = Symmetric::from(half.into_level()).into_parts();
    assert_eq!((extent, child.val().len()), (3, 6));
    let val = [1.0, 2.0, 3.0];
    let borrowed = Tensor::new(UpperSymmetric::new(2, Element::<f64, Zero, _>::new(&val[..]))).unwrap();
    assert_eq!(borrowed.to_dense().unwrap(), [1.0, 2.0, 2.0, 3.0]);
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let made = |extent: usize, len: usize| Tensor::new(UpperSymmetric::new(extent, zeros(len)));
    made(3, 6).unwrap();
    refused(made(3, 5), ErrorKind::Invalid, &["5 values where 6 are needed"]);
    refused(made(1 << 32, 0), ErrorKind::TooLarge, &["Symmetric<Upper>"]);
    refused(
        SymmetricMatrix::<i64>::empty([3, 4]),
        ErrorKind::Mismatch,
        &["Symmetric<Lower>"],
    );
}

#[test]
fn what_is_not_symmetric_is_refused() {
    let wrong = |entries: &[([usize; 2], f64)], says: &str| {
        let a = Csr::<f64>::from_triplets([4, 4], entries.iter().copied(), Add).unwrap();
        refused(SymmetricMatrix::from_tensor(&a), ErrorKind::Invalid, &[says]);
        let upper = Tensor::<UpperSymmetric<Element<f64>>>::from_tensor(&a);
        refused(upper, ErrorKind::Invalid, &[says]);
    };
    wrong(&[([2, 1], 5.0), ([1, 2], 5.0), ([3, 0], 1.0)], "[0, 3] and [3, 0]");
    wrong(&[([2, 1], 5.0), ([1, 2], 6.0), ([3, 1], 1.0)], "[1, 2] and [2, 1]");
    let rows = Csr::<f64>::from_triplets([2, 3], [([0, 0], 1.0)], Add).unwrap();
    refused(SymmetricMatrix::from_tensor(&rows), ErrorKind::Mismatch, &[]);
    // NaN is like NaN here.
    let nan = Csr::<f64>::from_triplets([2, 2], [([0, 1], f64::NAN), ([1, 0], f64::NAN)], Add).unwrap();
    assert!(SymmetricMatrix::from_tensor(&nan).is_ok());
    // A fill that is stored is like one that is not.
    let stored = Csr::<f64>::from_triplets([2, 2], [([0, 1], 0.0)], Add).unwrap();
    assert!(SymmetricMatrix::from_tensor(&stored).is_ok());
}

#[test]
fn copies_of_symmetric_tensors() {
    for n in [0, 1, 2, 9] {
        let x = mirrored::<Lower>(n, &scattered(n as u64 + 40, n * n));
        let a = Tensor::<UpperSymmetric<Value>>::from_tensor(&csr(n, n, &x)).unwrap();
        holds(&a, n, &x);
        let b = SymmetricMatrix::<i64>::from_tensor(&a).unwrap();
        holds(&b, n, &x);
        assert!(a == b);
        // With another background all is stored.
        let far = Tensor::<LowerSymmetric<Element<i64, One>>>::from_tensor(&a).unwrap();
        assert_eq!(far.level().child().val(), &packed::<Lower>(n, &x));
        assert_eq!(far.to_dense().unwrap(), x);
    }
    // What is below has dimensions of its own.
    let entries = [([0, 1, 2], 5), ([1, 0, 2], 5), ([1, 1, 0], 3)];
    let cube = Coo3::<i64>::from_triplets([2, 2, 3], entries, Add).unwrap();
    let a = Tensor::<LowerSymmetric<List>>::from_tensor(&cube).unwrap();
    assert_eq!(a.level().child().ptr(), &[0, 0, 1, 2]);
    assert!(a == cube);
    assert_eq!(all(&a.convert::<Space>().unwrap()), all(&cube));
}

#[test]
fn one_half_is_written() {
    let a = csr(3, 3, &[0, 5, 0, 5, 0, 0, 0, 0, 0]);
    let words = ["row 0 and column 1", "Symmetric<Lower>", "Tensor::copy_from"];
    refused(
        U2::set(&mut SymmetricMatrix::<i64>::default(), &a),
        ErrorKind::Invalid,
        &words,
    );
    for n in [0, 1, 2, 7] {
        let x = scattered(n as u64 + 3, n * n);
        let lower = written::<Lower, LowerSymmetric<Value>>(n, &x);
        holds(&lower, n, &mirrored::<Lower>(n, &x));
        let upper = written::<Upper, UpperSymmetric<Value>>(n, &x);
        holds(&upper, n, &mirrored::<Upper>(n, &x));
    }
    // Updated in place.
    let mut s = SymmetricMatrix::<i64>::from_tensor(&a).unwrap();
    let allocation = s.level().child().val().as_ptr();
    let one = 1;
    run! { mut s; for j, i { if i <= j { s[j, i] += a[j, i] + one; } } }
    holds(&s, 3, &[1, 11, 1, 11, 1, 1, 1, 1, 1]);
    assert_eq!(s.level().child().val().as_ptr(), allocation);
}

#[test]
fn reads_with_others() {
    fn both<H: Half>(n: usize, x: &[i64]) {
        let x = mirrored::<H>(n, x);
        let full = Matrix::<i64>::from_dense([n, n], &x).unwrap();
        reads(&Tensor::<Symmetric<H, Value>>::from_tensor(&full).unwrap(), n, &x)
    }
    for n in [0, 1, 2, 3, 8, 21] {
        let x = scattered(n as u64, n * n);
        both::<Lower>(n, &x);
        both::<Upper>(n, &x);
    }
}

#[test]
fn nests_of_symmetric_squares() {
    let of = |val: Vec<i64>| LowerSymmetric::new(2, Element::<i64>::new(val));
    let squares = Tensor::new(Dense::new(2, of(vec![1, 2, 3, 4, 5, 6]))).unwrap();
    assert_eq!(all(&squares), [1, 2, 2, 3, 4, 5, 5, 6]);
    let cube: Cube<i64> = squares.convert().unwrap();
    assert_eq!(all(&cube), all(&squares));
    // Lists of them: what is absent is fill.
    let list = Tensor::new(SparseList::new(4, vec![0, 1], vec![2], of(vec![1, 2, 3]))).unwrap();
    let cube: Cube<i64> = list.convert().unwrap();
    assert_eq!(&cube.to_dense().unwrap()[6..], [0, 0, 1, 2, 2, 3, 0, 0, 0, 0]);
}

/// Every way to copy a whole tensor compares the halves, wherever in a nest they are.
#[test]
fn copies_write_one_half() {
    type Upper2 = UpperSymmetric<Value>;
    for n in [0, 1, 2, 5, 9] {
        let x = mirrored::<Lower>(n, &scattered(n as u64 + 40, n * n));
        let rows = csr(n, n, &x);
        let (dense, places): (Matrix<i64>, Coo<i64>) = (rows.convert().unwrap(), rows.convert().unwrap());
        let mut kept = SymmetricMatrix::<i64>::empty([n, n]).unwrap();
        let allocation = kept.level().child().val().as_ptr();
        kept.copy_from(&rows).unwrap();
        assert_eq!(kept.level().child().val().as_ptr(), allocation);
        holds(&kept, n, &x);
        holds(&dense.convert::<Upper2>().unwrap(), n, &x);
        holds(&places.drop_fills::<Upper2>().unwrap(), n, &x);
        holds(&kept.convert::<Upper2>().unwrap(), n, &x);
        holds(&Tensor::<Upper2>::from_dense([n, n], &x).unwrap(), n, &x);
        // Entries of one half, of both, and of each one of them.
        let some = |keep: &dyn Fn(usize, usize) -> bool| {
            let entries = rows
                .to_triplets()
                .into_iter()
                .filter(|(index, _)| keep(index[0], index[1]));
            Tensor::<Upper2>::from_triplets([n, n], entries, Add).unwrap()
        };
        for made in [
            some(&|j, i| i <= j),
            some(&|j, i| i >= j),
            some(&|_, _| true),
            some(&|j, i| i == j || (i < j) == ((i + j) % 2 == 0)),
        ] {
            holds(&made, n, &x)
        }
        assert_eq!(
            SymmetricMatrix::<i64>::filled([n, n], 3).unwrap().to_dense().unwrap(),
            vec![3; n * n]
        );
    }
    // What is stored in no order.
    let x = mirrored::<Lower>(9, &scattered(49, 81));
    let mut unsorted = Tensor::<Dense<UnsortedList<Value>>>::default();
    let mut writer = unsorted.write([9, 9]).unwrap();
    for place in 0..81 {
        let index = [place / 9, 8 - place % 9];
        if x[index[0] * 9 + index[1]] != 0 {
            writer.put(index, x[index[0] * 9 + index[1]]).unwrap()
        }
    }
    writer.freeze().unwrap();
    holds(&unsorted.convert::<Upper2>().unwrap(), 9, &x);
    let rows = unsorted.convert::<Symmetric<Lower, Value>>().unwrap();
    holds(&rows, 9, &x);
    // Two pairs of axes, and one below a list.
    type Twice = LowerSymmetric<Upper2>;
    let value = |index: &[usize]| (index[0] + index[1]) * 10 + index[2] * index[3];
    let mut all = Vec::new();
    for place in 0..36 {
        all.push(value(&[place / 18, place / 9 % 2, place / 3 % 3, place % 3]) as i64)
    }
    let twice = Tensor::<Twice>::from_dense([2, 2, 3, 3], &all).unwrap();
    assert_eq!(twice.to_dense().unwrap(), all);
    assert_eq!(twice.count_stored(), 18);
    all[5] += 1;
    let error = Tensor::<Twice>::from_dense([2, 2, 3, 3], &all).unwrap_err();
    assert!(error.to_string().contains("[0, 0, 1, 2] and [0, 0, 2, 1]"), "{error}");
    let squares = Coo3::<i64>::from_triplets([9, 2, 2], [([4, 0, 1], 5), ([4, 1, 0], 5), ([7, 1, 1], 2)], Add).unwrap();
    let list = squares.convert::<SparseList<Upper2>>().unwrap();
    assert!(list == squares);
    assert_eq!(list.level().idx(), &[4, 7]);
}

#[test]
fn copies_refuse_what_differs() {
    let wrong = |entries: &[([usize; 2], i64)], words: &str| {
        let rows = Csr::<i64>::from_triplets([4, 4], entries.iter().copied(), Add).unwrap();
        let mut kept = SymmetricMatrix::<i64>::filled([4, 4], 7).unwrap();
        for outcome in [
            rows.convert::<LowerSymmetric<Value>>().map(drop),
            rows.drop_fills::<UpperSymmetric<Value>>().map(drop),
            rows.convert::<UpperSymmetric<Element<i64, One>>>().map(drop),
            SymmetricMatrix::from_dense([4, 4], &rows.to_dense().unwrap()).map(drop),
            kept.copy_from(&rows),
        ] {
            refused(outcome, ErrorKind::Invalid, &[words]);
        }
        assert_eq!(all(&kept), [7; 16])
    };
    wrong(&[([1, 0], 5)], "the values at [0, 1] and [1, 0] differ");
    wrong(&[([0, 1], 5), ([1, 0], 4)], "the values at [0, 1] and [1, 0] differ");
    // The first of several, in whichever half something is stored.
    wrong(
        &[([1, 2], 5), ([3, 0], 4), ([2, 3], 1)],
        "the values at [0, 3] and [3, 0] differ",
    );
    let made =
        |entries: &[([usize; 2], i64)]| SymmetricMatrix::<i64>::from_triplets([4, 4], entries.iter().copied(), Add);
    let entries = [([3, 2], 1), ([0, 1], 5), ([2, 3], 2), ([1, 0], 5)];
    refused(made(&entries), ErrorKind::Invalid, &["[2, 3] and [3, 2] differ"]);
    // Entries are combined where they are, and compared then.
    let entries = [([3, 2], 1), ([2, 3], 2), ([3, 2], 1)];
    assert_eq!(made(&entries).unwrap().get([2, 3]), Some(2));
    let wide = Csr::<i64>::empty([2, 3]).unwrap();
    for outcome in [
        wide.convert::<LowerSymmetric<Value>>().map(drop),
        SymmetricMatrix::<i64>::from_triplets([2, 3], [([0, 2], 1)], Add).map(drop),
        SymmetricMatrix::<i64>::filled([2, 3], 1).map(drop),
        SymmetricMatrix::<i64>::default().copy_from(&wide),
    ] {
        refused(outcome, ErrorKind::Mismatch, &["2 rows and 3 columns"]);
    }
}
