//! Sparse run lists.

use crate::testing::*;
use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::conformance::*;
use finch_tests::{conformance, of_types, run};
use finch_traits::algebra::logic::No;
use typenum::U1;

type Unmerged<L> = SparseRunList<L, Vec<usize>, Vec<u32>, No>;

conformance! {
    Stretches, |level| [level.ptr(), level.left(), level.right(), level.child().val()];
    stores {
        some V9, 3 => [0 3] [1 3 7] [3 5 8] [1 2 3];
        some B6, 2 => [0 2] [1 5] [3 6] [1 1];
        some Z4, 0 => [0 0] [] [] [];
        // What is assigned is stored.
        whole Z4, 1 => [0 1] [0] [4] [0];
        whole B6, 4 => [0 4] [0 1 3 5] [1 3 5 6] [0 1 0 1];
    }
    refuses {
        |ptr: &[usize], left: &[i16], right: &[i16], len: usize| {
            SparseRunList::new(9, ptr.to_vec(), left.to_vec(), right.to_vec(), zeros(len))
        };
        &[0, 2], &[1, 4], &[4, 9], 2;
        &[0, 2], &[1, 4], &[4, 9], 1 => Invalid "1 values";
        &[0, 2], &[1, 4], &[4], 2 => Invalid "2 starts but 1 ends";
        &[0, 2], &[1, 3], &[4, 9], 2 => Invalid "run 1 of fiber 0";
        &[0, 2], &[1, 4], &[1, 9], 2 => Invalid "run 0 of fiber 0";
        &[0, 2], &[1, 4], &[4, 10], 2 => Invalid "goes from 4 to 10";
        &[0, 2], &[-1, 4], &[4, 9], 2 => Invalid "run 0 of fiber 0";
        &[0, 2], &[1, 4], &[4, -9], 2 => Invalid "run 1 of fiber 0";
        &[0, 3], &[1, 4], &[4, 9], 2 => Invalid "beyond its 2 entries";
        &[0], &[1], &[4], 1 => Invalid "pointers";
    }
    rejects { SparseRunList::new(300, vec![0, 0], vec![0_u8; 0], vec![], zeros(0)) => TooLarge; }
    survives_panics { V9, 3, false }
}

/// The arrays that a level of one fiber has for what is not zero in `values`, found by hand.
fn runs(values: &[i64]) -> Vec<Vec<i64>> {
    let (mut left, mut right, mut val) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &value) in (0..).zip(values).filter(|(_, value)| **value != 0) {
        if (right.last(), val.last()) == (Some(&index), Some(&value)) {
            right.pop();
        } else {
            left.push(index);
            val.push(value)
        }
        right.push(index + 1)
    }
    vec![vec![0, val.len() as i64], left, right, val]
}

#[test]
fn storage() {
    for values in [&V9[..], &B6, &H6, &Z4, &[5], &[]] {
        let stored: Tensor<Stretches> = some(&line(values));
        let of_runs = some(&copied::<Runs, _>(&line(values)));
        for tensor in [&stored, &copied(&list(values)), &copied(&stored), &of_runs] {
            assert_eq!(arrays(tensor.level()), runs(values))
        }
        assert_eq!(all(&stored), values)
    }
}

#[test]
fn unmerged_storage() {
    let singles = (vec![1, 2, 5], vec![2, 3, 6], vec![1, 1, 1]);
    let parts = |tensor: &Tensor<Unmerged<Value>>| {
        let level = tensor.level();
        (level.left().clone(), level.right().clone(), level.child().val().clone())
    };
    assert_eq!(parts(&some(&line(&B6))), singles);
    assert_eq!(parts(&copied(&list(&B6))), singles);
    assert_eq!(
        parts(&copied(&some::<Stretches, _>(&line(&B6)))),
        (vec![1, 5], vec![3, 6], vec![1, 1])
    );
    let level = Stretches::new(3, vec![0, 2], vec![0, 2], vec![1, 3], Element::new(vec![1, 2])).unmerged();
    assert_eq!(
        parts(&Tensor::new(level).unwrap()),
        (vec![0, 2], vec![1, 3], vec![1, 2])
    );
}

#[test]
fn drawing() {
    let tensor: Tensor<Dense<Stretches>> = some(&plane(5, M5_COLUMNS.as_flattened()));
    let text = tensor.to_string();
    let lines = [
        "5 x 5 tensor of i64, fill 0, 8 stored",
        "Dense [5]",
        "├─ [0]: SparseRunList [5]",
        "│  ├─ [2..3]: 1",
        "├─ [1]: SparseRunList [5]",
        "│  ├─ [0..1]: 1",
    ];
    assert_eq!(text.lines().take(6).collect::<Vec<_>>(), lines);
}

/// No run of a level equals a neighbour that it touches.
fn is_merged(tensor: &Tensor<Dense<Stretches>>) {
    let level = tensor.level().child();
    for fiber in level.ptr().windows(2) {
        for at in fiber[0] + 1..fiber[1] {
            let touches = level.right()[at - 1] == level.left()[at];
            assert!(!touches || level.child().val()[at - 1] != level.child().val()[at])
        }
    }
}

#[test]
fn nests() {
    holds_planes::<Dense<Stretches>>(is_merged);
    holds_planes::<SparseRunList<Line>>(|tensor| {
        let (level, rows) = (tensor.level(), tensor.level().child());
        let row = |at: usize| &rows.child().val()[at * rows.extent()..(at + 1) * rows.extent()];
        assert!((1..level.left().len()).all(|at| level.right()[at - 1] < level.left()[at] || row(at - 1) != row(at)))
    });
    of_types! { holds_planes(|_| ()):
        SparseRunList<List>, SparseRunList<Runs>, SparseRunList<Stretches>, Unmerged<Line>,
        Unmerged<Unmerged<Value>>, SparseList<Stretches>
    }
    holds_runs_of_planes::<Dense<Stretches>>(is_merged);
    holds_runs_of_planes::<SparseRunList<Stretches>>(|_| ());
    holds_runs_of_planes::<SparseRunList<Line>>(|_| ());
}

#[test]
fn deep_nests() {
    of_types! { holds_spaces():
        Dense<SparseRunList<Line>>, SparseRunList<Dense<Stretches>>, SparseRunList<Dense<Runs>>,
        SparseRunList<SparseList<Stretches>>, SparseList<Dense<Stretches>>, Unmerged<Dense<List>>
    }
    holds_runs_of_spaces::<SparseRunList<SparseRunList<Stretches>>>();
}

reads! { Stretches, some:
    Dense<Stretches>, Dense<Stretches>; Dense<Stretches>, Dense<List>; Dense<Runs>, Dense<Stretches>;
    SparseList<Stretches>, SparseList<Stretches>; SparseList<Stretches>, Plane;
    SparseRunList<Stretches>, SparseRunList<Runs>;
}

#[test]
fn combines_runs_into_runs() {
    let mut dice = Dice(2);
    for (count, length) in [(40, 3), (200, 9), (200, 70)] {
        let (x, y) = (dice.runs(count, length, 3), dice.runs(count, length, 2));
        let (a, b): (Tensor<Stretches>, Tensor<Stretches>) = (some(&line(&x)), some(&line(&y)));
        let mut c = empty::<Stretches>();
        run! { c .= 0; for i { c[i] = a[i] + b[i]; } }
        c.validate().unwrap();
        assert_eq!(arrays(c.level()), runs(&zipped(&x, &y, |x, y| x + y)));
        run! { c .= 0; for i { c[i] = a[i] * b[i]; } }
        c.validate().unwrap();
        assert_eq!(arrays(c.level()), runs(&zipped(&x, &y, |x, y| x * y)))
    }
}

#[test]
fn extents_of_nothing_and_one() {
    let a: Tensor<Stretches> = copied(&line(&[]));
    assert_eq!(arrays(a.level()), runs(&[]));
    assert!(all(&copied::<Line, _>(&a)).is_empty());
    assert_eq!(arrays(copied::<Stretches, _>(&line(&[4])).level()), runs(&[4]));
    assert!(all(&empty::<Stretches>()).is_empty());
    let none: Tensor<SparseList<Stretches>> = some(&plane(3, &[0; 12]));
    assert_eq!(none.level().child().ptr(), &[0]);
}

#[test]
fn is_updated_in_place() {
    let (x, mut c) = (line(&V9), empty::<Stretches>());
    run! { c .= 0; for i { if i < 4 { c[i] = x[i]; } } }
    assert_eq!(
        arrays(c.level()),
        [vec![0, 3], vec![0, 1, 3], vec![1, 3, 4], vec![0, 1, 2]]
    );
    // Appending goes on with the last run.
    run! { mut c; for i in 4..9 { c[i] = x[i]; } }
    c.validate().unwrap();
    let ends = [vec![0, 1, 3, 5, 7, 8], vec![1, 3, 5, 7, 8, 9]].to_vec();
    assert_eq!(
        arrays(c.level()),
        [vec![vec![0, 6]], ends, vec![vec![0, 1, 2, 0, 3, 0]]].concat()
    );
    refused(
        finch! { mut c; for i in 8..9 { c[i] = x[i]; } }.run(),
        ErrorKind::Order,
        &[],
    );
    assert_eq!(all(&c), V9);
    // Later rows, too, and longer arrays than there are runs.
    let level = Stretches::new(5, vec![0, 1, 1, 1], vec![1, 7], vec![2, 7], Element::new(vec![9, 8, 7]));
    let mut rows = Tensor::new(Dense::new(3, level)).unwrap();
    let a = plane(3, M5_COLUMNS[..3].as_flattened());
    run! { mut rows; for j in 1..3, i { if a[j, i] != 0 { rows[j, i] += a[j, i]; } } }
    assert_eq!(all(&rows), [[0, 9, 0, 0, 0], M5_COLUMNS[1], M5_COLUMNS[2]].concat());
    let mut planes: Tensor<SparseRunList<Line>> = some(&plane(2, &[1, 2, 3, 0, 0, 0]));
    let b = plane(2, &[4, 4, 4, 1, 2, 3]);
    run! { mut planes; for j in 1..2, i { planes[j, i] = b[j, i]; } }
    assert_eq!(all(&planes), [1, 2, 3, 1, 2, 3]);
    assert_eq!(planes.level().right(), &[2]);
}

#[test]
fn refuses_late_loops() {
    refuses_what_comes_too_late::<Stretches, SparseRunList<Stretches>>()
}

#[test]
fn narrow_widths() {
    type Narrow = SparseRunList<Value, Vec<u8>, Vec<u8>>;
    let mut c = too_many::<Narrow, U1>(&line(&long(300)), 0);
    U1::set(&mut c, &line(&long(255))).unwrap();
    assert_eq!(all(&c), long(255));
    // Runs that merge need no more pointers, others do not fit.
    type Wide = SparseRunList<Value, Vec<u8>, Vec<u16>>;
    assert_eq!(all(&copied::<Wide, U1>(&line(&steps(254)))), steps(254));
    too_many::<Wide, U1>(&line(&long(1000)), 255);
    let c = too_many::<SparseRunList<Value, Vec<u8>, Vec<u16>, No>, U1>(&line(&long(1000)), 255);
    assert_eq!(all(&c)[255], 0);
}

#[test]
fn values_are_equal_by_operator() {
    let x = Vector::<f64>::from(vec![f64::NAN, f64::NAN, 1.0, 1.0]);
    let mut c = empty::<SparseRunList<Element<f64>>>();
    run! { c .= 0; for i { c[i] = x[i]; } }
    c.validate().unwrap();
    assert_eq!((c.level().left(), c.level().right()), (&vec![0, 1, 2], &vec![1, 2, 4]));
}

#[test]
fn patterns() {
    let bits = B6.map(|value| value == 1).to_vec();
    let (x, mut c) = (Vector::<bool>::from(bits.clone()), empty::<SparseRunList<Pattern>>());
    run! { c .= _; for i { c[i] |= x[i]; } }
    assert_eq!(
        (all(&c), c.level().left(), c.level().right()),
        (bits, &vec![1, 5], &vec![3, 6])
    );
    let (y, mut count) = (line(&[1, 2, 4, 8, 16, 32]), Scalar::new(0_i64));
    run! { count .= 0; for i { if c[i] { count[] += y[i]; } } }
    assert_eq!(count.get(), 2 + 4 + 32);
    // What is stored cannot be taken back.
    let rows =
        Tensor::<Dense<Dense<Element<bool, False>>>>::from_dense([2, 3], &[true, true, true, false, false, false])
            .unwrap();
    let error = finch! { c .= _; for j, i { c[i] := rows[j, i]; } }.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Order);
    c.validate().unwrap();
}

#[test]
fn arrays_may_be_borrowed() {
    let (ptr, left, right, val) = ([0_u8, 2, 2], [0_u16, 2], [1_u16, 3], [4_i64, 5]);
    let child = Element::<i64, Zero, _>::new(&val[..]);
    let a = Tensor::new(Dense::new(
        2,
        SparseRunList::new(3, &ptr[..], &left[..], &right[..], child),
    ))
    .unwrap();
    assert_eq!(all(&a), [4, 0, 5, 0, 0, 0]);
    assert_eq!(all(&copied::<Dense<Stretches>, _>(&a)), [4, 0, 5, 0, 0, 0]);
}

#[test]
fn costs_follow_runs() {
    let (left, right) = (vec![1_u64 << 20, 1 << 39], vec![1_u64 << 30, 1 << 40]);
    let level = SparseRunList::new(1 << 40, vec![0, 2], left, right, Element::<f64>::new(vec![0.5, 2.0]));
    let (a, mut s) = (Tensor::new(level).unwrap(), Scalar::new(0.0));
    run! { s .= 0; for i { s[] += a[i] + a[i]; } }
    assert_eq!(s.get(), ((1_u64 << 30) - (1 << 20)) as f64 + (1_u64 << 39) as f64 * 4.0);
}
