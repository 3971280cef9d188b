//! Outputs that are read at other places than they are written.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_formats::traits::mask::Frame;
use finch_tests::run;
use typenum::U1;

fn x() -> Vec<f64> {
    vec![1.0, 0.0, 0.0, 4.0, 5.0, 0.0, 7.0]
}

#[test]
fn recurrences() {
    fn test<L: Level<T = f64, Rank = U1>>(x: Tensor<L>) {
        let dense = x.to_dense().unwrap();
        let mut expected = dense.clone();
        for i in 1..7 {
            expected[i] = 0.5 * expected[i - 1] + dense[i]
        }
        let a = 0.5;
        let mut y = Vector::<f64>::default();
        // The first one by itself, as a condition, and beyond the extent.
        run! {
            y .= 0;
            y[0] = x[0];
            for i in 1..7 { y[i] = a * y[i - 1] + x[i]; }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        run! {
            y .= 0;
            for i {
                if i == 0 { y[i] = x[i]; }
                if i > 0 { y[i] = a * y[~(i - 1)] + x[i]; }
            }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        run! {
            y .= 0;
            for i { y[i] = a * coalesce(y[~(i - 1)], 0) + x[i]; }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
        // Two behind, in place.
        let mut expected = dense;
        for i in 2..7 {
            expected[i] += expected[i - 1] - expected[i - 2]
        }
        let mut y = Vector::from(x.to_dense().unwrap());
        run! {
            mut y;
            for i in 2..7 { y[i] += y[i - 1] - y[i - 2]; }
        }
        assert_eq!(y.values(), expected, "{}", L::NAME);
    }
    test(Vector::from(x()));
    test(SparseVector::from_dense([7], &x()).unwrap());
    test(RunVector::from_dense([7], &x()).unwrap());
    test(Tensor::<SparseBlockList<Element<f64>>>::from_dense([7], &x()).unwrap());
}

#[test]
fn what_comes_later_is_as_it_was() {
    let mut y = Vector::from(x());
    let mut expected = x();
    for i in 0..6 {
        expected[i] += expected[i + 1]
    }
    run! {
        mut y;
        for i in 0..6 { y[i] := y[i + 1] + y[i]; }
    }
    assert_eq!(y.values(), expected);
    // From the end of the vector, into the start.
    run! {
        mut y;
        for i in 0..7 { y[i] := y[6 - i]; }
    }
    for i in 0..7 {
        expected[i] = expected[6 - i]
    }
    assert_eq!(y.values(), expected);
}

#[test]
fn places_that_data_name() {
    // Trees: each vertex comes behind its parent.
    let parent = Vector::from(vec![0_usize, 0, 0, 1, 1, 3, 2]);
    let length = Vector::from(vec![0.0, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0]);
    let (mut depth, mut distance) = (Vector::<usize>::default(), Vector::<f64>::default());
    run! {
        depth .= 0;
        distance .= 0;
        for v in 1..7 {
            depth[v] = depth[parent[v]] + 1;
            distance[v] = distance[parent[v]] + length[v];
        }
    }
    assert_eq!(depth.values(), [0, 1, 1, 2, 2, 3, 2]);
    assert_eq!(distance.values(), [0.0, 1.0, 2.0, 5.0, 9.0, 21.0, 34.0]);
    // What is written at such places, and read there again.
    let keys = Vector::from(vec![2_usize, 0, 2, 2, 1, 0]);
    let (mut count, mut rank) = (Vector::filled([3], 0_usize).unwrap(), Vector::<usize>::default());
    run! {
        mut count;
        rank .= 0;
        for i { rank[i] = count[keys[i]]; count[keys[i]] += 1; }
    }
    assert_eq!(
        (rank.values(), count.values()),
        (&[0, 0, 1, 2, 0, 1][..], &[2, 1, 3][..])
    );
    // Beyond the extent.
    let far = Vector::from(vec![0_usize, 1, 9]);
    let program = finch! {
        mut count;
        for i { count[i] += count[far[i]]; }
    };
    assert_eq!(program.run().unwrap_err().kind(), ErrorKind::OutOfBounds);
    assert_eq!(count.values(), [4, 2, 3]);
    // A place that is named by what is written is refused: it would be looked up too soon.
    let program = finch! {
        mut count;
        for i { count[i] := count[count[i]]; }
    };
    let error = program.run().unwrap_err();
    assert!(
        error
            .to_string()
            .contains("`count` is read by the statement that writes it, where it names a place"),
        "{error}"
    );
}

#[test]
fn extents() {
    let x = Vector::from(x());
    let mut y = Vector::<f64>::default();
    let refused = finch! {
        y .= 0;
        for i { y[i] = y[i - 1] + x[i]; }
    };
    let error = refused.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert!(error.to_string().contains("`i - 1` of `y`"), "{error}");
    let refused = finch! {
        y .= 0;
        for i { y[i] = y[i + 1] + x[i]; }
    };
    let error = refused.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
    let mut y = Vector::filled([3], 0.0).unwrap();
    let refused = finch! {
        mut y;
        for i in 0..3, j { y[i] += y[j] * x[j]; }
    };
    let error = refused.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Mismatch, "{error}");
}

#[test]
fn what_is_missing() {
    // The largest value to the left; nothing is to the left of the first.
    let mut y = Vector::from(vec![3.0, 1.0, 4.0, 1.0, 5.0]);
    run! {
        mut y;
        for i { y[i] <<max>>= y[~(i - 1)]; }
    }
    assert_eq!(y.values(), [3.0, 3.0, 4.0, 4.0, 5.0]);
}

#[test]
fn panics_leave_outputs_valid() {
    let mut y = Vector::from(vec![1.0, 2.0, 3.0, 4.0]);
    let stop = |value: f64| if value > 4.0 { panic!("too large") } else { value };
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = finch! {
            mut y;
            for i in 1..4 { y[i] += stop(y[i - 1]); }
        }
        .run();
    }));
    assert!(caught.is_err());
    y.level().validate(1).unwrap();
    assert_eq!(y.values(), [0.0; 4]);
}

/// What a loop reads and writes gives it an end if it has one.
#[test]
fn extents_of_what_is_read_and_written() {
    let mut y = Vector::<f64>::default();
    let error = finch! { y .= 0; for i { y[i] = y[i] + 1.0; } }.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unresolved);
    let message = error.to_string();
    assert!(
        message.contains("index `i`") && message.contains("`y` (axis 0)"),
        "{message}"
    );
    assert!(message.contains("for i in 0..n"), "{message}");
    run! { y .= 0; for i in 0..2 { y[i] = y[i] + 1.0; } }
    assert_eq!(y.values(), [1.0, 1.0]);
    // As large as it was, or as another access says.
    run! { y .= 0; for i { y[i] = y[i] + 2.0; } }
    assert_eq!(y.values(), [2.0, 2.0]);
    let x = Vector::from(vec![3.0]);
    run! { y .= 0; for i { y[i] = y[i] + x[i]; } }
    assert_eq!(y.values(), [3.0]);
    let mut none = Vector::<f64>::default();
    run! { mut none; for i { none[i] = none[i] + 1.0; } }
    assert!(none.values().is_empty());
}

/// Memory of the caller's is read while it is written, in whole and in part.
#[test]
fn slices() {
    let x = Vector::from(x());
    let mut expected = x.values().to_vec();
    for i in 1..7 {
        expected[i] += 0.5 * expected[i - 1]
    }
    let (a, mut values) = (0.5, [9.0; 8]);
    let mut y = VectorMut::from(&mut values[..7]);
    run! {
        y .= 0;
        y[0] = x[0];
        for i in 1..7 { y[i] = a * y[i - 1] + x[i]; }
    }
    assert_eq!((&values[..7], values[7]), (&expected[..], 9.0));
    let beta = 2.0;
    let mut y = VectorMut::from(&mut values[..7]);
    run! { mut y; for i { y[i] = beta * y[i] + x[i]; } }
    for (value, x) in expected.iter_mut().zip(x.values()) {
        *value = beta * *value + x
    }
    assert_eq!(values[..7], expected);
    // Rows of a matrix, downwards and in place.
    let mut rows = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    let mut m = MatrixMut::from_parts(3, 2, SliceMut::from(&mut rows[..])).unwrap();
    run! { mut m; for i in 1..3, j { m[i, j] += m[i - 1, j]; } }
    run! { mut m; for i in 0..3, j in 0..2 { m[i, j] := beta * m[i, j]; } }
    assert_eq!(rows, [2.0, 4.0, 8.0, 12.0, 18.0, 24.0]);
}

/// A slice that is too short for what is declared is refused before anything is read; a panic leaves it as if nothing was written.
#[test]
fn slices_that_fail() {
    let mut short = [1.0; 3];
    let mut y = VectorMut::from(&mut short[..]);
    let program = finch! { y .= 0; for i in 1..4 { y[i] = y[i - 1] + 1.0; } };
    assert_eq!(program.run().unwrap_err().kind(), ErrorKind::TooLarge);
    let stop = |value: f64| if value > 1.0 { panic!("too large") } else { value };
    let mut values = [1.0, 2.0, 3.0];
    let mut y = VectorMut::from(&mut values[..]);
    let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _ = finch! { mut y; for i in 1..3 { y[i] += stop(y[i - 1]); } }.run();
    }));
    assert!(caught.is_err());
    y.level().validate(1).unwrap();
    assert_eq!(values, [0.0; 3]);
}

/// A sum that may lie beyond is not computed of numbers of which it might be too large for a number.
#[test]
fn sums_of_large_numbers() {
    let x = Vector::<f64>::from(vec![1.0, 2.0, 3.0]);
    let (idx, mut s) = (Vector::<usize>::from(vec![0, 2]), Scalar::<f64>::default());
    let large = isize::MAX as usize / 4;
    let too_large = |outcome: finch_formats::Result<()>| {
        let error = outcome.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TooLarge, "{error}");
        assert!(error.to_string().contains("might be too large for a number"), "{error}")
    };
    too_large(finch! { s .= 0; for i in 0..4 { s[] += coalesce(x[~(i + large)], 5.0); } }.run());
    too_large(finch! { s .= 0; for i in 0..4, j in large..large + 2 { s[] += coalesce(x[~(i + j)], 5.0); } }.run());
    too_large(finch! { s .= 0; for i { s[] += coalesce(x[~(idx[i] + large)], 5.0); } }.run());
    // An eighth of the largest number is not too large.
    let large = isize::MAX as usize / 8;
    run! { s .= 0; for i in 0..4 { s[] += coalesce(x[~(i + large)], 5.0); } }
    assert_eq!(s.get(), 20.0)
}

/// Of what is missing, what is calculated is missing too, and of nothing else.
#[test]
fn what_is_missing_is_not_a_number() {
    let x = Vector::<f64>::from(vec![1.0, 2.0, 3.0, 4.0]);
    let (idx, mut y) = (Vector::<usize>::from(vec![5, 6]), Vector::<f64>::default());
    run! { y .= 0; for i in 0..4 { y[i] = coalesce(x[~(idx[~i] % 4)], 9.0); } }
    assert_eq!(y.values(), [2.0, 3.0, 9.0, 9.0]);
    run! { y .= 0; for i in 0..4 { y[i] = coalesce(x[~(idx[~i] / 4)], 9.0); } }
    assert_eq!(y.values(), [2.0, 2.0, 9.0, 9.0]);

    let far = i64::MIN / 2;
    for (idx, by, sums, products) in [
        ([1, 1], [1, 2, 0, 1], Some([3.0, 4.0]), Some([2.0, 3.0])),
        ([0, 1], [2, 1, -1, i64::MIN], Some([3.0, 3.0]), Some([1.0, 2.0])),
        ([2, 1], [0, 0, i64::MAX, i64::MAX], Some([3.0, 2.0]), Some([1.0, 1.0])),
        // Far in front of the first place there is none, but the place is named.
        ([far, 1], [far, 0, 0, 0], None, None),
        ([far, 1], [4, 0, 0, 0], None, None),
    ] {
        let (idx, by) = (Vector::from(idx.to_vec()), Vector::from(by.to_vec()));
        let holds = |expected: Option<[f64; 2]>, outcome: finch_formats::Result<()>, y: &Vector<f64>| match expected {
            Some([first, second]) => assert_eq!((outcome.is_ok(), y.values()), (true, &[first, second, 9.0, 9.0][..])),
            None => assert_eq!(outcome.unwrap_err().kind(), ErrorKind::OutOfBounds),
        };
        let outcome = finch! { y .= 0; for i in 0..4 { y[i] = coalesce(x[idx[~i] + by[i]], 9.0); } }.run();
        holds(sums, outcome, &y);
        let outcome = finch! { y .= 0; for i in 0..4 { y[i] = coalesce(x[idx[~i] * by[i]], 9.0); } }.run();
        holds(products, outcome, &y);
    }
}

/// A frame holds everywhere, and gives its extents to the loops.
#[test]
fn frames() {
    let (frame, mut y) = (Frame::new([2, 3]), Matrix::<f64>::default());
    run! { y .= 0; for j, i { if frame[j, i] { y[j, i] = 1.0; } } }
    assert_eq!((&y.shape()[..], y.values()), (&[2, 3][..], &[1.0; 6][..]))
}
