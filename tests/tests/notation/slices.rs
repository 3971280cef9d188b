//! Arrays, vectors and slices of Rust's own.

use finch_formats::prelude::*;

#[test]
fn elements() {
    let (w, x) = ([0.5, 0.25, 0.25], Vector::from(vec![1.0, 2.0, 4.0, 8.0, 16.0]));
    let (weights, part) = (w.to_vec(), &w[1..]);
    let mut y = Vector::<f64>::default();
    // A stencil whose weights are an array.
    finch! {
        y .= 0;
        for i in 1..4 { y[i] = w[1] * x[i - 1] + w[0] * x[i] + weights[2] * x[i + 1]; }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [0.0, 2.25, 4.5, 9.0]);
    let (mut s, mut t) = (Scalar::new(0.0), Scalar::new(0.0));
    finch! {
        s .= 0;
        t .= 0;
        for i { s[] += w[i] * weights[i]; }
        for i { t[] += part[i]; }
    }
    .run()
    .unwrap();
    assert_eq!((s.get(), t.get()), (0.375, 0.5));
}

#[test]
fn with_sparse_data() {
    let x = SparseVector::<i32>::from_dense([4], &[0, 3, 0, 5]).unwrap();
    let (w, mut y) = (vec![1, 10, 100, 1000], SparseVector::<i32>::default());
    finch! {
        y .= 0;
        for i { y[i] = w[i] * x[i]; }
    }
    .run()
    .unwrap();
    assert_eq!(y.to_triplets(), [([1].into(), 30), ([3].into(), 5000)]);
    // As ends, and as places.
    let (ptr, idx) = (vec![0_usize, 1, 3], [3_u8, 0, 1]);
    let mut sums = Vector::<i32>::default();
    finch! {
        sums .= 0;
        for j in 0..2 { for p in ptr[j]..ptr[j + 1] { sums[j] += w[idx[p]]; } }
    }
    .run()
    .unwrap();
    assert_eq!(sums.values(), [1000, 11]);
    // Beyond the last element there is none.
    let mut z = Vector::<i32>::default();
    finch! {
        z .= 0;
        for i in 0..6 { z[i] = coalesce(w[~i], -1); }
    }
    .run()
    .unwrap();
    assert_eq!(z.values(), [1, 10, 100, 1000, -1, -1]);
}

#[test]
fn slices_of_slices_and_extents() {
    let rows = [vec![1, 2, 3], vec![4, 5, 6]];
    let (k, mut s) = (1, Scalar::new(0));
    finch! {
        s .= 0;
        for i { s[] += rows[k][i]; }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 15);
    let short = [1, 2];
    let error = finch! {
        s .= 0;
        for i { s[] += rows[k][i] * short[i]; }
    }
    .run()
    .unwrap_err();
    assert!(error.to_string().contains("but 2 in `short` (axis 0)"), "{error}");
}
