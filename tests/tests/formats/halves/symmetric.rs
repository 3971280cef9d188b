//! Symmetric squares.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::symmetric::{LowerSymmetric, UpperSymmetric};
use finch_formats::triangular::Half;

#[test]
fn storage() {
    let square: Vec<i64> = (1..17).collect();
    let lower = mirrored::<Lower>(4, &square);
    let upper = mirrored::<Upper>(4, &square);
    let a = SymmetricMatrix::<i64>::from_symmetric(&Matrix::<i64>::from_dense([4, 4], &lower).unwrap()).unwrap();
    let b = Tensor::<UpperSymmetric<Value>>::from_symmetric(&Csr::<i64>::from_dense([4, 4], &upper).unwrap()).unwrap();
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
    let made = |extent: usize, len: usize| {
        Tensor::new(UpperSymmetric::new(extent, Element::<i64>::new(vec![0; len])))
            .map(|_| ())
            .map_err(|error| (error.kind(), error.to_string()))
    };
    assert_eq!(made(3, 6), Ok(()));
    assert!(made(3, 5).unwrap_err().1.contains("5 values where 6 are needed"));
    let (kind, message) = made(1 << 32, 0).unwrap_err();
    assert_eq!(kind, ErrorKind::TooLarge);
    assert!(message.contains("Symmetric<Upper>"), "{message}");
    let error = SymmetricMatrix::<i64>::empty([3, 4]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch);
    assert!(error.to_string().contains("Symmetric<Lower>"), "{error}");
}

#[test]
fn what_is_not_symmetric_is_refused() {
    let refused = |entries: &[([usize; 2], f64)], says: &str| {
        let a = Csr::<f64>::from_triplets([4, 4], entries.iter().copied(), Add).unwrap();
        for error in [
            SymmetricMatrix::from_symmetric(&a).unwrap_err(),
            Tensor::<UpperSymmetric<Element<f64>>>::from_symmetric(&a).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Invalid);
            assert!(error.to_string().contains(says), "{error}")
        }
    };
    refused(&[([2, 1], 5.0), ([1, 2], 5.0), ([3, 0], 1.0)], "[0, 3] and [3, 0]");
    refused(&[([2, 1], 5.0), ([1, 2], 6.0), ([3, 1], 1.0)], "[1, 2] and [2, 1]");
    let rows = Csr::<f64>::from_triplets([2, 3], [([0, 0], 1.0)], Add).unwrap();
    assert_eq!(
        SymmetricMatrix::from_symmetric(&rows).unwrap_err().kind(),
        ErrorKind::Mismatch
    );
    // NaN is like NaN here.
    let nan = Csr::<f64>::from_triplets([2, 2], [([0, 1], f64::NAN), ([1, 0], f64::NAN)], Add).unwrap();
    assert!(SymmetricMatrix::from_symmetric(&nan).is_ok());
    // A fill that is stored is like one that is not.
    let stored = Csr::<f64>::from_triplets([2, 2], [([0, 1], 0.0)], Add).unwrap();
    assert!(SymmetricMatrix::from_symmetric(&stored).is_ok());
}

#[test]
fn copies_of_symmetric_tensors() {
    for n in [0, 1, 2, 9] {
        let x = mirrored::<Lower>(n, &scattered(n as u64 + 40, n * n));
        let a = Tensor::<UpperSymmetric<Value>>::from_symmetric(&Csr::<i64>::from_dense([n, n], &x).unwrap()).unwrap();
        holds(&a, n, &x);
        let b = SymmetricMatrix::<i64>::from_symmetric(&a).unwrap();
        holds(&b, n, &x);
        assert!(a == b);
        // With another background all is stored.
        let far = Tensor::<LowerSymmetric<Element<i64, One>>>::from_symmetric(&a).unwrap();
        assert_eq!(far.level().child().val(), &packed::<Lower>(n, &x));
        assert_eq!(far.to_dense().unwrap(), x);
    }
    // What is below has dimensions of its own.
    let entries = [([0, 1, 2], 5), ([1, 0, 2], 5), ([1, 1, 0], 3)];
    let cube = Coo3::<i64>::from_triplets([2, 2, 3], entries, Add).unwrap();
    let a = Tensor::<LowerSymmetric<SparseList<Value>>>::from_symmetric(&cube).unwrap();
    assert_eq!(a.level().child().ptr(), &[0, 0, 1, 2]);
    assert!(a == cube);
    assert_eq!(
        a.convert::<Dense<Dense<Dense<Value>>>>().unwrap().to_dense().unwrap(),
        cube.to_dense().unwrap()
    );
}

#[test]
fn one_half_is_written() {
    indices!(j, i);
    let a = Csr::<i64>::from_triplets([3, 3], [([1, 0], 5), ([0, 1], 5)], Add).unwrap();
    let mut s = SymmetricMatrix::<i64>::default();
    let copy = program().declare(&mut s);
    let error = copy
        .body(|(s,)| forall(j, forall(i, s.at((j, i)).set(a.at((j, i))))))
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Invalid);
    let message = error.to_string();
    assert!(
        message.contains("row 0 and column 1")
            && message.contains("Symmetric<Lower>")
            && message.contains("Tensor::copy_from"),
        "{message}"
    );
    for n in [0, 1, 2, 7] {
        let x = scattered(n as u64 + 3, n * n);
        let lower = written::<Lower, LowerSymmetric<Value>>(n, &x);
        holds(&lower, n, &mirrored::<Lower>(n, &x));
        let upper = written::<Upper, UpperSymmetric<Value>>(n, &x);
        holds(&upper, n, &mirrored::<Upper>(n, &x));
    }
    // Updated in place.
    let mut s = SymmetricMatrix::<i64>::from_symmetric(&a).unwrap();
    let allocation = s.level().child().val().as_ptr();
    program()
        .update(&mut s)
        .body(|(s,)| {
            forall(
                j,
                forall(i, when(i.le(j), s.at((j, i)).add(a.at((j, i)) + constant(1)))),
            )
        })
        .run()
        .unwrap();
    holds(&s, 3, &[1, 11, 1, 11, 1, 1, 1, 1, 1]);
    assert_eq!(s.level().child().val().as_ptr(), allocation);
}

#[test]
fn reads_with_others() {
    fn both<H: Half>(n: usize, x: &[i64]) {
        let x = mirrored::<H>(n, x);
        let full = Matrix::<i64>::from_dense([n, n], &x).unwrap();
        reads(&Tensor::<Symmetric<H, Value>>::from_symmetric(&full).unwrap(), n, &x)
    }
    for n in [0, 1, 2, 3, 8, 21] {
        let x = scattered(n as u64, n * n);
        both::<Lower>(n, &x);
        both::<Upper>(n, &x);
    }
}

#[test]
fn nests_of_symmetric_squares() {
    let squares = Tensor::new(Dense::new(
        2,
        LowerSymmetric::new(2, Element::<i64>::new(vec![1, 2, 3, 4, 5, 6])),
    ))
    .unwrap();
    assert_eq!(squares.to_dense().unwrap(), [1, 2, 2, 3, 4, 5, 5, 6]);
    let cube: Cube<i64> = squares.convert().unwrap();
    assert_eq!(cube.to_dense().unwrap(), squares.to_dense().unwrap());
    // Lists of them: what is absent is fill.
    let list = SparseList::new(
        4,
        vec![0, 1],
        vec![2],
        LowerSymmetric::new(2, Element::<i64>::new(vec![1, 2, 3])),
    );
    let list = Tensor::new(list).unwrap();
    let cube: Cube<i64> = list.convert().unwrap();
    assert_eq!(&cube.to_dense().unwrap()[6..], [0, 0, 1, 2, 2, 3, 0, 0, 0, 0]);
}

/// Every way to copy a whole tensor compares the halves, wherever in a nest they are.
#[test]
fn copies_write_one_half() {
    type Upper2 = UpperSymmetric<Value>;
    for n in [0, 1, 2, 5, 9] {
        let x = mirrored::<Lower>(n, &scattered(n as u64 + 40, n * n));
        let rows = Csr::<i64>::from_dense([n, n], &x).unwrap();
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
    let refused = |entries: &[([usize; 2], i64)], words: &str| {
        let rows = Csr::<i64>::from_triplets([4, 4], entries.iter().copied(), Add).unwrap();
        let mut kept = SymmetricMatrix::<i64>::filled([4, 4], 7).unwrap();
        for error in [
            rows.convert::<LowerSymmetric<Value>>().unwrap_err(),
            rows.drop_fills::<UpperSymmetric<Value>>().unwrap_err(),
            rows.convert::<UpperSymmetric<Element<i64, One>>>().unwrap_err(),
            SymmetricMatrix::from_dense([4, 4], &rows.to_dense().unwrap()).unwrap_err(),
            kept.copy_from(&rows).unwrap_err(),
        ] {
            assert_eq!(error.kind(), ErrorKind::Invalid);
            assert!(error.to_string().contains(words), "{error}")
        }
        assert_eq!(kept.to_dense().unwrap(), [7; 16])
    };
    refused(&[([1, 0], 5)], "the values at [0, 1] and [1, 0] differ");
    refused(&[([0, 1], 5), ([1, 0], 4)], "the values at [0, 1] and [1, 0] differ");
    // The first of several, in whichever half something is stored.
    refused(
        &[([1, 2], 5), ([3, 0], 4), ([2, 3], 1)],
        "the values at [0, 3] and [3, 0] differ",
    );
    let entries = [([3, 2], 1), ([0, 1], 5), ([2, 3], 2), ([1, 0], 5)];
    let error = SymmetricMatrix::<i64>::from_triplets([4, 4], entries, Add).unwrap_err();
    assert!(error.to_string().contains("[2, 3] and [3, 2] differ"), "{error}");
    // Entries are combined where they are, and compared then.
    let entries = [([3, 2], 1), ([2, 3], 2), ([3, 2], 1)];
    let made = SymmetricMatrix::<i64>::from_triplets([4, 4], entries, Add).unwrap();
    assert_eq!(made.get([2, 3]), Some(2));
    for error in [
        Csr::<i64>::empty([2, 3])
            .unwrap()
            .convert::<LowerSymmetric<Value>>()
            .unwrap_err(),
        SymmetricMatrix::<i64>::from_triplets([2, 3], [([0, 2], 1)], Add).unwrap_err(),
        SymmetricMatrix::<i64>::filled([2, 3], 1).unwrap_err(),
        SymmetricMatrix::<i64>::default()
            .copy_from(&Csr::<i64>::empty([2, 3]).unwrap())
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
        assert!(error.to_string().contains("2 rows and 3 columns"), "{error}")
    }
}
