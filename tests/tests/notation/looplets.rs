//! The small programs of the looplet paper: section 6.1 and figure 1; section 7 and 8.3 on padding and convolution.

use crate::data::{grid, some, values, vector};
use finch_formats::prelude::*;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

fn scaled_dot<A, B>()
where
    A: WriteLevel<T = f64, Rank = U1> + Default,
    B: WriteLevel<T = f64, Rank = U1> + Default,
{
    let (left, right) = (some(30, 40, 40), some(30, 60, 41));
    let (a, b) = (vector::<A>(&left), vector::<B>(&right));
    let x = 0.5;
    let (mut c, mut d) = (Scalar::new(0.0), Scalar::new(0.0));
    finch! {
        c .= 0;
        d .= 0;
        for i { c[] += 2.0 * x * a[i] * b[i]; }
        for i in 3..21 { d[] += a[i] * b[i]; }
    }
    .run()
    .unwrap();
    let dot = |range: std::ops::Range<usize>| range.map(|i| left[i] * right[i]).sum::<f64>();
    assert_eq!((c.get(), d.get()), (dot(0..30), dot(3..21)));
}

#[test]
fn dots() {
    scaled_dot::<Dense<Element<f64>>, Dense<Element<f64>>>();
    scaled_dot::<SparseList<Element<f64>>, RunList<Element<f64>>>();
    scaled_dot::<SparseList<Element<f64>>, SparseList<Element<f64>>>();
}

/// Section 7: `C[i] = coalesce(A[permit[i]], B[permit[offset(size(A))[i]]])`, and a filter of three with its middle on
/// each place.
fn padded<A, B>()
where
    A: WriteLevel<T = f64, Rank = U1> + Default,
    B: WriteLevel<T = f64, Rank = U1> + Default,
{
    let (left, right, weights) = (some(9, 50, 42), some(6, 50, 43), [1.0, 10.0, 100.0]);
    let (a, b, f) = (vector::<A>(&left), vector::<B>(&right), Vector::from(weights.to_vec()));
    let n = left.len();
    let (mut c, mut d, mut viewed) = (SparseVector::default(), Vector::default(), SparseVector::default());
    let (front, behind) = (a.permissive(), b.permissive().offset([-9]));
    finch! {
        c .= 0;
        d .= 0;
        viewed .= 0;
        for i in 0..15 { c[i] = coalesce(a[~i], b[~(i - n)]); }
        for i in 0..n { for j in 0..3 { d[i] += coalesce(a[~(i + j - 1)], 0.0) * f[~j]; } }
        for i in 0..15 { viewed[i] = coalesce(front[i], behind[i]); }
    }
    .run()
    .unwrap();
    let joined = [left.clone(), right].concat();
    assert_eq!((values(&c), values(&viewed)), (joined.clone(), joined));
    let outside = |at: usize| at.checked_sub(1).and_then(|at| left.get(at)).unwrap_or(&0.0);
    let expected = (0..n).map(|i| (0..3).map(|j| outside(i + j) * weights[j]).sum());
    assert_eq!(values(&d), expected.collect::<Vec<f64>>());
}

#[test]
fn padding() {
    padded::<Dense<Element<f64>>, SparseList<Element<f64>>>();
    padded::<SparseList<Element<f64>>, RunList<Element<f64>>>();
    padded::<RunList<Element<f64>>, Dense<Element<f64>>>();
}

/// Section 8.3: a convolution of what is stored, where something is stored. The paper's filter is 11 x 11, this one is
/// 5 x 3.
fn masked_convolution<A: WriteLevel<T = f64, Rank = U2> + Default>() {
    let (image, filter) = (grid(9, 12, 25, 44), grid(5, 3, 80, 45));
    let (a, f) = (image.tensor::<A>(), filter.tensor::<Dense<Dense<Element<f64>>>>());
    let mut c = Csr::<f64>::default();
    finch! {
        c .= 0;
        for j, i {
            if a[j, i] != 0 {
                for q in 0..5, p in 0..3 { c[j, i] += coalesce(a[~(j + q - 2), ~(i + p - 1)], 0.0) * coalesce(f[~q, ~p], 0.0); }
            }
        }
    }
    .run()
    .unwrap();
    let at = |j: usize, i: usize| {
        let inside = (2..11).contains(&j) && (1..13).contains(&i);
        if inside { image.at(j - 2, i - 1) } else { 0.0 }
    };
    let expected = image.map(|j, i, value| {
        let sum = filter
            .map(|q, p, weight| at(j + q, i + p) * weight)
            .values
            .iter()
            .sum::<f64>();
        if value == 0.0 { 0.0 } else { sum }
    });
    assert_eq!(values(&c), expected.values);
}

#[test]
fn masked_convolutions() {
    masked_convolution::<Dense<SparseList<Element<f64>>>>();
    masked_convolution::<Dense<Dense<Element<f64>>>>();
    masked_convolution::<Dense<RunList<Element<f64>>>>();
}
