//! Ranges that data give to loops.

use finch_formats::prelude::*;
use finch_formats::{ErrorKind, Result};
use finch_traits::algebra::number::Number;
use finch_traits::index::gather::IndexValue;

/// The rows of a matrix, as arrays.
struct Rows {
    ptr: Vector<usize>,
    idx: Vector<u32>,
    val: Vector<f64>,
}

fn rows() -> Rows {
    Rows {
        ptr: Vector::from(vec![0, 2, 2, 5]),
        idx: Vector::from(vec![1, 3, 0, 1, 2]),
        val: Vector::from(vec![1.0, 2.0, 3.0, 4.0, 5.0]),
    }
}

#[test]
fn matrix_times_vector() {
    let Rows { ptr, idx, val } = rows();
    let (x, mut y) = (Vector::from(vec![1.0, 10.0, 100.0, 1000.0]), Vector::<f64>::default());
    finch! {
        y .= 0;
        for j in 0..3 {
            for p in ptr[j]..ptr[j + 1] { y[j] += val[p] * x[idx[p]]; }
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [2010.0, 0.0, 543.0]);
    // The loop around it cannot have as many indices as there are ends.
    let error = finch! {
        y .= 0;
        for j, p in ptr[j]..ptr[j + 1] { y[j] += val[p] * x[idx[p]]; }
    }
    .run()
    .unwrap_err();
    assert!(error.to_string().contains("for j in 0..3"), "{error}");
}

#[test]
fn ends() {
    let (count, x) = (Vector::from(vec![2_u8, 0, 3]), Vector::from(vec![1, 2, 3, 4]));
    let (mut first, mut last) = (Vector::<i32>::default(), Vector::<i32>::default());
    finch! {
        first .= 0;
        last .= 0;
        for j, p in 0..count[j] { first[j] += x[p]; }
        for j {
            for p in count[j]..4 { last[j] += x[p]; }
        }
    }
    .run()
    .unwrap();
    assert_eq!(first.values(), [3, 0, 6]);
    assert_eq!(last.values(), [7, 10, 4]);
    // Numbers of Rust stay numbers.
    let (ends, mut s) = ([1, 3], Scalar::new(0));
    finch! {
        s .= 0;
        for p in ends[0]..ends[1] { s[] += x[p]; }
        for p in 0..ends[1] { s[] += x[p]; }
        for p in 0..{ ends[0] } { s[] += x[p]; }
    }
    .run()
    .unwrap();
    assert_eq!(s.get(), 5 + 6 + 1);
}

/// Ends that scalars hold, sums with ends, and names of ends.
#[test]
fn scalars_and_sums() {
    let (x, count) = (Vector::from(vec![1, 2, 3, 4]), Vector::from(vec![2_u8, 0, 3]));
    let (start, end, n) = (Scalar::new(1_usize), Scalar::new(3_u32), 4);
    let sum = |range: core::ops::Range<usize>| x.values()[range].iter().sum::<i32>();
    let (mut a, mut b, mut c, mut d) = (Scalar::new(0), Scalar::new(0), Scalar::new(0), Scalar::new(0));
    finch! {
        a .= 0; b .= 0; c .= 0; d .= 0;
        for p in 0..end[] { a[] += x[p]; }
        for p in start[]..n { b[] += x[p]; }
        for p in start[]..end[] { c[] += x[p]; }
        for p in start[]..n - 1 { d[] += x[p]; }
    }
    .run()
    .unwrap();
    assert_eq!([a.get(), b.get(), c.get()], [sum(0..3), sum(1..4), sum(1..3)]);
    assert_eq!(d.get(), sum(1..3));
    let mut y = Vector::<i32>::default();
    let mut z = Vector::<i32>::default();
    finch! {
        y .= 0;
        z .= 0;
        for j, p in 0..end[] - 1 { y[j] += count[j] as i32 * x[p]; }
        for j {
            let from = count[j];
            for p in 0..count[j] + 1 { z[j] += x[p]; }
            for p in from..end[] { z[j] += 10 * x[p]; }
        }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [2, 0, 3].map(|count| count * sum(0..2)));
    assert_eq!(
        z.values(),
        [2, 0, 3].map(|count| sum(0..count + 1) + 10 * sum(count..3))
    );
    // What an earlier pass has written.
    let mut last = Scalar::<usize>::default();
    finch! {
        last .= 0;
        a .= 0;
        for j { last[] <<max>>= count[j] as usize; }
        for p in 0..last[] { a[] += x[p]; }
    }
    .run()
    .unwrap();
    assert_eq!(a.get(), sum(0..3));
    let (far, ends) = (Scalar::new(5), [1, 3]);
    let error = finch! { a .= 0; for p in 0..far[] { a[] += x[p]; } }.run().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    // Numbers of Rust stay numbers.
    finch! { a .= 0; for p in 0..ends[1] - 1 { a[] += x[p]; } }
        .run()
        .unwrap();
    assert_eq!(a.get(), sum(0..2));
}

/// Of 1, 2 and 3, those in two ranges.
fn sum_of_ranges<T: Number + IndexValue>(ptr: Vec<T>) -> Result<i32> {
    let (ptr, x, mut s) = (Vector::from(ptr), Vector::from(vec![1, 2, 3]), Scalar::new(0));
    finch! {
        s .= 0;
        for j in 0..2 { for p in ptr[j]..ptr[j + 1] { s[] += x[p]; } }
    }
    .run()?;
    Ok(s.get())
}

/// A range that runs backwards is empty, as in Rust; one that goes on beyond what its index names is an error.
#[test]
fn out_of_bounds() {
    let run = sum_of_ranges::<i64>;
    assert_eq!(run(vec![0, 2, 3]).unwrap(), 6);
    assert_eq!(run(vec![2, 0, 3]).unwrap(), 6);
    assert_eq!(run(vec![3, 3, 3]).unwrap(), 0);
    let error = run(vec![0, 2, 4]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds);
    assert!(error.to_string().contains("ends at 4, beyond the extent 3"), "{error}");
    assert_eq!(run(vec![-1, 2, 3]).unwrap_err().kind(), ErrorKind::OutOfBounds);
    assert_eq!(run(vec![0, i64::MAX, 3]).unwrap_err().kind(), ErrorKind::OutOfBounds);
}

/// A range that ends at what is no place is refused, and one that starts there is empty or refused.
#[test]
fn ends_that_are_no_places() {
    fn each<T: Number + IndexValue>(of: fn(u64) -> T) {
        let kind = |ptr: [u64; 3]| sum_of_ranges(ptr.map(of).to_vec()).unwrap_err().kind();
        for beyond in [u64::MAX, u64::MAX - 1, u64::MAX / 2, u64::MAX / 2 - 1, 1 << 63] {
            assert_eq!(kind([0, beyond, 3]), ErrorKind::OutOfBounds);
            assert_eq!(kind([0, 2, beyond]), ErrorKind::OutOfBounds);
            for (ptr, sum) in [([beyond, 2, 3], 3), ([beyond, 0, 3], 6), ([beyond, beyond, 3], 0)] {
                match sum_of_ranges(ptr.map(of).to_vec()) {
                    Ok(found) => assert_eq!(found, sum),
                    Err(error) => assert_eq!(error.kind(), ErrorKind::OutOfBounds),
                }
            }
        }
    }
    each(|end| end);
    each(|end| end as usize);
}

/// Segments that another format stores.
#[test]
fn of_sparse_data() {
    let starts = SparseVector::<usize>::from_dense([4], &[0, 2, 0, 3]).unwrap();
    let ends = RunVector::<usize>::from_dense([4], &[2, 3, 3, 5]).unwrap();
    let x = SparseVector::<i32>::from_dense([5], &[1, 0, 3, 0, 5]).unwrap();
    let mut y = Vector::<i32>::default();
    finch! {
        y .= 0;
        for j { for p in starts[j]..ends[j] { y[j] += x[p]; } }
    }
    .run()
    .unwrap();
    assert_eq!(y.values(), [1, 3, 4, 5]);
}
