//! Structure in the control flow: Finch paper, section 1 (even indices), figure 12 (concordant loops), figure 24.

use crate::data::{Given, Grid, gives, grid, some, values, vector};
use finch_formats::prelude::*;
use finch_formats::traits::algebra::Keyed;
use finch_formats::traits::algebra::by::By;
use finch_formats::traits::expr::Expr;
use finch_formats::traits::expr::map::Map2;
use finch_formats::traits::expr::overload::Value;
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

/// The four ways of intersecting the even indices of two lists.
fn evens<A: Given<f64, U1>>() {
    let (left, right) = (some(25, 50, 50), some(25, 50, 51));
    let (a, b) = (vector::<A>(&left), vector::<A>(&right));
    let expected: Vec<f64> = (0..25)
        .map(|i| if i % 2 == 0 { left[i] * right[i] } else { 0.0 })
        .collect();

    let mut ap = ByteMapVector::<f64>::default();
    let mut cp = SparseVector::<f64>::default();
    let mut f = Vector::<f64>::filled([25], 0.0).unwrap();
    gives!(SparseVector::<f64>::default() => c, expected; for i { if i % 2 == 0 { c[i] = a[i] * b[i]; } });
    gives!(SparseVector::<f64>::default() => c, expected; {
        ap .= 0;
        for i { if i % 2 == 0 { ap[i] = a[i]; } }
        for i { c[i] = ap[i] * b[i]; }
    });
    gives!(SparseVector::<f64>::default() => c, expected; {
        cp .= 0;
        for i { cp[i] = a[i] * b[i]; }
        for i { if i % 2 == 0 { c[i] = cp[i]; } }
    });
    gives!(SparseVector::<f64>::default() => c, expected; {
        f .= 0;
        for i in 0..25 { if i % 2 == 0 { f[i] = 1; } }
        for i { c[i] = a[i] * b[i] * f[i]; }
    });
}

#[test]
fn even_indices() {
    evens::<SparseList<Element<f64>>>();
    evens::<Dense<Element<f64>>>();
}

/// Figure 12: `s[] += a[j, i]` with the loops the other way round, by a loop of one step.
fn discordant<A: WriteLevel<T = f64, Rank = U2> + Default>(from: &Grid<f64>) -> f64 {
    let a = from.tensor::<A>();
    let mut s = Scalar::new(0.0);
    finch! {
        s .= 0;
        for i in 0..from.cols {
            for j {
                for k {
                    if i == k { s[] += a[j, k]; }
                }
            }
        }
    }
    .run()
    .unwrap();
    s.get()
}

/// Figure 12: `a[p[i]] += 1`, by a loop and a condition on data.
fn scattered(places: &[usize], extent: usize) -> Vec<i64> {
    let p = Vector::from(places.to_vec());
    let mut a = Vector::<i64>::filled([extent], 0).unwrap();
    finch! {
        mut a;
        for i, j {
            if j == p[i] { a[j] += 1; }
        }
    }
    .run()
    .unwrap();
    values(&a)
}

/// Figure 12, as it is written: an access in another order than its levels, and one at a place that data names.
fn as_written<A: WriteLevel<T = f64, Rank = U2> + Default>(from: &Grid<f64>, places: &[usize]) -> (f64, Vec<i64>) {
    let (a, p) = (from.tensor::<A>(), Vector::from(places.to_vec()));
    let (mut s, mut counts) = (Scalar::new(0.0), Vector::<i64>::filled([5], 0).unwrap());
    finch! {
        s .= 0;
        mut counts;
        for i, j { s[] += a[j, i]; }
        for i { counts[p[i]] += 1; }
    }
    .run()
    .unwrap();
    (s.get(), values(&counts))
}

#[test]
fn concordant_loops() {
    let from = grid(7, 9, 50, 52);
    let sum = from.values.iter().sum::<f64>();
    assert_eq!(discordant::<Dense<SparseList<Element<f64>>>>(&from), sum);
    assert_eq!(discordant::<Dense<Dense<Element<f64>>>>(&from), sum);
    let counts = scattered(&[2, 0, 2, 4], 5);
    assert_eq!(counts, [1, 0, 2, 0, 1]);
    let places = [2, 0, 2, 4];
    assert_eq!(
        as_written::<Dense<SparseList<Element<f64>>>>(&from, &places),
        (sum, counts.clone())
    );
    assert_eq!(
        as_written::<Dense<RunList<Element<f64>>>>(&from, &places),
        (sum, counts)
    );
}

/// A value and its index.
fn at<E: Expr<T = f64>, I: Expr<T = usize>>(value: Value<E>, index: Value<I>) -> Value<Map2<Keyed, E, I>> {
    map2(Keyed, value, index)
}

/// Figure 24: `where`, `sum` over an axis, `argmin`.
fn array_functions<A: WriteLevel<T = f64, Rank = U1> + Default>() {
    let (left, right) = (some(20, 50, 53), some(20, 70, 54));
    let (a, b) = (vector::<A>(&left), vector::<A>(&right));
    let c = vector::<Dense<Element<bool>>>(&left.iter().map(|&value| value > 1.0).collect::<Vec<_>>());
    let mut chosen = Vector::<f64>::default();
    let mut least = Scalar::<By<f64, usize>, Inf>::default();
    finch! {
        chosen .= 0;
        least .= inf;
        for i { chosen[i] = select(c[i], a[i], b[i]); }
        for i { least[] <<minby>>= at(a[i], i.value()); }
    }
    .run()
    .unwrap();
    let either = left.iter().zip(&right).map(|(&a, &b)| if a > 1.0 { a } else { b });
    assert_eq!(values(&chosen), either.collect::<Vec<f64>>());
    let expected = (0..20).rev().min_by(|&i, &j| left[i].total_cmp(&left[j]));
    assert_eq!(left[least.get().value], left[expected.unwrap()]);
}

#[test]
fn arrays() {
    array_functions::<Dense<Element<f64>>>();
    array_functions::<SparseList<Element<f64>>>();
}

/// Any level in any level, written by programs: where rows are crowded the inner level makes them dense.
#[test]
fn hybrids_in_hybrids() {
    let dense = [1, 2, 3, 0, 0, 0, 0, 4, 5, 6, 7, 8, 0, 0, 0, 0];
    let a = Matrix::<i64>::from_dense([4, 4], &dense).unwrap();
    let mut b = Tensor::<Hybrid<Hybrid<Element<i64>>>>::default();
    finch! {
        b .= 0;
        for j, i { if a[j, i] != 0 { b[j, i] = a[j, i]; } }
    }
    .run()
    .unwrap();
    b.validate().unwrap();
    assert_eq!(b.to_dense().unwrap(), dense);
    assert_eq!(b.level().slot(), &[u32::MAX]);
    assert_eq!(b.level().child().slot(), &[0, u32::MAX, 1]);
    // More of it, behind what is there.
    finch! {
        mut b;
        for i { b[3, i] = 10 * a[2, i]; }
    }
    .run()
    .unwrap();
    b.validate().unwrap();
    let mut more = dense;
    (12..16).for_each(|at| more[at] = 10 * dense[at - 4]);
    assert_eq!(b.to_dense().unwrap(), more);
    // Dense fibers over lists, made of parts, are read; they cannot become lists again.
    let rows = SparseList::new(2, vec![0, 1, 1, 2], vec![1, 0], Element::<i64>::new(vec![3, 4]));
    let mut c = Tensor::new(Hybrid::new(3, vec![0, 0], Vec::<u32>::new(), vec![0], rows)).unwrap();
    assert_eq!(c.to_dense().unwrap(), [0, 3, 0, 0, 4, 0]);
    let outcome = finch! {
        mut c;
        for j, i { c[j, i] = a[j, i]; }
    }
    .run();
    outcome.unwrap_err();
    assert_eq!(c.to_dense().unwrap(), [0, 3, 0, 0, 4, 0]);
}
