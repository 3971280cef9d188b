//! What `let` names, as a place in programs over dense vectors: sorting, workspaces, and places that are not there.

use finch_formats::ErrorKind;
use finch_formats::prelude::*;
use finch_tests::run;

const A: [f64; 12] = [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 3.0, 0.0, 4.0];

/// A counting sort: what is named is read and written by the same statements, which run one after the other.
#[test]
fn sort() {
    let keys = Vector::from(vec![3_usize, 1, 0, 3, 3, 1, 4]);
    let (mut next, mut order) = (Vector::from(vec![0_usize; 6]), Vector::from(vec![9_usize; 7]));
    run! {
        mut next;
        for i { let key = keys[i]; next[key + 1] += 1; }
        for i in 0..5 { next[i + 1] += next[i]; }
    }
    run! {
        mut next;
        mut order;
        for i {
            let key = keys[i];
            let p = next[key];
            order[p] = i;
            next[key] = p + 1;
        }
    }
    assert_eq!(order.values(), [2, 1, 5, 0, 3, 4, 6]);
    assert_eq!(next.values(), [1, 3, 3, 6, 7, 7]);
    // Swapped in place.
    let step = Vector::from(vec![2_usize, 0, 1, 4, 3]);
    let mut swapped = Vector::from(vec![10, 11, 12, 13, 14]);
    run! {
        mut swapped;
        for i { let p = step[i]; let held = swapped[p]; swapped[p] = swapped[i]; swapped[i] = held; }
    }
    let mut expected = [10, 11, 12, 13, 14];
    for (i, &p) in [2, 0, 1, 4, 3].iter().enumerate() {
        expected.swap(i, p)
    }
    assert_eq!(swapped.values(), expected);
}

/// Workspaces are written and read at names that come behind their declaration.
#[test]
fn workspaces() {
    let (a, k) = (Csr::from_dense([4, 3], &A).unwrap(), Vector::from(vec![2_usize, 0, 2]));
    let mut w = Vector::<f64>::empty([3]).unwrap();
    let mut b = Matrix::<f64>::empty([4, 3]).unwrap();
    run! {
        mut b;
        for j {
            w .= 0;
            for i { let p = k[i]; w[p] += a[j, i]; }
            for i { let p = k[i]; b[j, i] = w[i] - w[p]; }
        }
    }
    let mut expected = Vec::new();
    for row in A.chunks(3) {
        let mut w = [0.0; 3];
        (0..3).for_each(|i| w[[2, 0, 2][i]] += row[i]);
        expected.extend((0..3).map(|i| w[i] - w[[2, 0, 2][i]]))
    }
    assert_eq!(b.to_dense().unwrap(), expected);
    // The place may be a function of the name.
    let turned = |p: usize| 2 - p;
    run! {
        mut b;
        for j {
            w .= 0;
            for i { w[i] += a[j, i]; }
            for i { let p = k[i]; b[j, i] = w[turned(p)] - w[i]; }
        }
    }
    let expected: Vec<f64> = A
        .chunks(3)
        .flat_map(|row| (0..3).map(|i| row[[0, 2, 0][i]] - row[i]))
        .collect();
    assert_eq!(b.to_dense().unwrap(), expected);
    let first = Vector::from(vec![1_usize, 2, 0, 2]);
    let error = finch! {
        mut b;
        for j {
            let p = first[j];
            w .= 0;
            for i { w[i] += a[j, i]; }
            for i { b[j, i] = w[p]; }
        }
    }
    .run()
    .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Lifecycle);
    assert!(error.to_string().contains("before the workspace is filled"), "{error}");
}

/// Places are checked where they are looked up, and what went wrong is named.
#[test]
fn out_of_bounds() {
    let (k, x) = (Vector::from(vec![0_i32, 2, -1]), Vector::from(vec![1.0, 2.0]));
    let mut y = Vector::from(vec![0.0; 3]);
    let error = finch! { mut y; for i { let p = k[i]; y[i] = x[p]; } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert!(error.to_string().contains("`x`"), "{error}");
    assert_eq!(y.values()[0], 1.0);
    let mut y = Vector::from(vec![0.0; 2]);
    let error = finch! { mut y; for i { let p = k[i]; y[p] += 1.0; } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert!(error.to_string().contains("`y`"), "{error}");
    assert_eq!(y.values(), [1.0, 0.0]);
    let (far, mut y) = (Vector::from(vec![usize::MAX, 1]), Vector::from(vec![0.0; 2]));
    let error = finch! { mut y; for i { let p = far[i]; y[p] += 1.0; } }
        .run()
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert_eq!(y.values(), [0.0, 1.0]);
    finch! { mut y; for i { let p = far[i]; y[~(p + 2)] += 1.0; } }
        .run()
        .unwrap();
    assert_eq!(y.values(), [0.0, 1.0]);
    // Of a loop that is moved, both ends are checked.
    let (mut c, mut z) = (Vector::default(), Vector::from(vec![0.0; 3]));
    for first in [-1_i32, 1] {
        let k = Vector::from(vec![first]);
        let error = finch! { c .= 0; let p = k[0]; for i in 0..2 { c[i] = x[p + i]; } }
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds, "from {first} on");
        let error = finch! { mut z; let p = k[0]; for i in 0..3 { z[p + i] += 1.0; } }
            .run()
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutOfBounds, "from {first} on");
        assert_eq!(z.values(), [0.0; 3])
    }
}
