//! Matrix times vector: Finch paper, figure 14, and figure 13; looplet paper, section 8.1.

use crate::data::{Given, Made, gives, grid, some, values, vector};
use finch_formats::prelude::*;
use finch_formats::traits::level::Level;
use finch_formats::traits::level::{Follows, Gallops, RowsGallop};
use finch_formats::traits::lifecycle::WriteLevel;
use typenum::{U1, U2};

/// A matrix and a vector, and their product.
fn operands<A: Given<f64, U2>, X: Given<f64, U1>>() -> (Tensor<A>, Tensor<X>, Vec<f64>) {
    let (grid, dense) = (grid(9, 14, 35, 1), some(14, 50, 2));
    let product = (0..9).map(|j| (0..14).map(|i| grid.at(j, i) * dense[i]).sum());
    let product = product.collect();
    (grid.tensor(), vector(&dense), product)
}

/// Figure 14, row-major; looplet paper, section 8.1, walking and following.
fn rows<A: Given<f64, U2>, X: Given<f64, U1> + Follows, Y: Made<f64, U1>>() {
    let (a, x, expected) = operands::<A, X>();
    gives!(Tensor::<Y>::default() => y, expected; for j, i { y[j] += a[j, i] * x[i]; });
    gives!(Tensor::<Y>::default() => y, expected; for j, i { y[j] += a[j, walk(i)] * x[follow(i)]; });
}

/// The same, galloping.
fn galloping<A: Given<f64, U2> + RowsGallop, X: Given<f64, U1> + Gallops, Y: Made<f64, U1>>() {
    let (a, x, expected) = operands::<A, X>();
    gives!(Tensor::<Y>::default() => y, expected; for j, i { y[j] += a[j, gallop(i)] * x[gallop(i)]; });
}

#[test]
fn row_major() {
    galloping::<Dense<SparseList<Element<f64>>>, SparseList<Element<f64>>, Dense<Element<f64>>>();
    galloping::<SparseList<SparseByteMap<Element<f64>>>, SparseDict<Element<f64>>, SparseList<Element<f64>>>();
    rows::<Dense<SparseList<Element<f64>>>, Dense<Element<f64>>, Dense<Element<f64>>>();
    rows::<SparseList<SparseList<Element<f64>>>, SparseList<Element<f64>>, SparseList<Element<f64>>>();
}

/// Figure 14, column-major.
fn columns<A: Given<f64, U2>, X: Given<f64, U1>>() {
    let (grid, dense) = (grid(9, 14, 35, 3), some(9, 50, 4));
    let (a, x) = (grid.tensor::<A>(), vector::<X>(&dense));
    let expected: Vec<f64> = (0..14)
        .map(|i| (0..9).map(|j| grid.at(j, i) * dense[j]).sum())
        .collect();
    gives!(Vector::default() => y, expected; for j, i { y[i] += a[j, i] * x[j]; });
}

#[test]
fn column_major() {
    columns::<Dense<SparseList<Element<f64>>>, Dense<Element<f64>>>();
    columns::<Dense<RunList<Element<f64>>>, SparseList<Element<f64>>>();
}

/// Figure 14, symmetric: the strict upper triangle and the diagonal.
fn triangle<A: Level<T = f64, Rank = U2>>(a: &Tensor<A>, d: &Vector<f64>, x: &Vector<f64>) -> Vec<f64> {
    let (mut y, mut y_j) = (Vector::default(), Scalar::<f64>::default());
    finch! {
        y .= 0;
        for j {
            let x_j = x[j];
            y_j .= 0;
            for i {
                let a_ji = a[j, i];
                y[i] += x_j * a_ji;
                y_j[] += a_ji * x[i];
            }
            y[j] += y_j[] + d[j] * x_j;
        }
    }
    .run()
    .unwrap();
    values(&y)
}

/// The same from the whole matrix, of which a mask leaves the triangle.
fn masked<A: Level<T = f64, Rank = U2>>(a: &Tensor<A>, x: &Vector<f64>) -> Vec<f64> {
    let mut y = Vector::default();
    finch! {
        y .= 0;
        for j {
            let x_j = x[j];
            for i {
                let a_ji = a[j, i];
                if j <= i { y[i] += x_j * a_ji; }
            }
        }
        for j, i {
            if j < i { y[j] += a[j, i] * x[i]; }
        }
    }
    .run()
    .unwrap();
    values(&y)
}

#[test]
fn symmetric() {
    let whole = grid(11, 11, 35, 5);
    let whole = whole.map(|j, i, _| whole.at(j.min(i), j.max(i)));
    let (strict, x) = (
        whole.map(|j, i, value| if j < i { value } else { 0.0 }),
        some(11, 90, 6),
    );
    let diagonal: Vec<f64> = (0..11).map(|j| whole.at(j, j)).collect();
    let expected: Vec<f64> = (0..11).map(|j| (0..11).map(|i| whole.at(j, i) * x[i]).sum()).collect();
    let (x, d) = (Vector::from(x), Vector::from(diagonal));
    assert_eq!(
        triangle::<Dense<SparseList<Element<f64>>>>(&strict.tensor(), &d, &x),
        expected
    );
    assert_eq!(
        triangle::<Dense<Dense<Element<f64>>>>(&strict.tensor(), &d, &x),
        expected
    );
    assert_eq!(masked::<Dense<SparseList<Element<f64>>>>(&whole.tensor(), &x), expected);
}

/// What the symmetric program of figure 14 is given: one pass over the whole matrix makes the strict triangle and the diagonal.
fn split<A: Level<T = f64, Rank = U2>>(a: &Tensor<A>) -> (Csr<f64>, Vector<f64>) {
    let (mut strict, mut d) = (Csr::default(), Vector::default());
    finch! {
        strict .= 0;
        d .= 0;
        for j, i {
            if j < i { strict[j, i] = a[j, i]; }
            if j == i { d[j] = a[j, i]; }
        }
    }
    .run()
    .unwrap();
    (strict, d)
}

#[test]
fn symmetric_from_the_whole() {
    let whole = grid(11, 11, 35, 5);
    let whole = whole.map(|j, i, _| whole.at(j.min(i), j.max(i)));
    let x = some(11, 90, 6);
    let expected: Vec<f64> = (0..11).map(|j| (0..11).map(|i| whole.at(j, i) * x[i]).sum()).collect();
    let x = Vector::from(x);
    let (strict, d) = split(&whole.tensor::<Dense<SparseList<Element<f64>>>>());
    assert_eq!(triangle(&strict, &d, &x), expected);
    let (strict, d) = split(&whole.tensor::<Dense<Dense<Element<f64>>>>());
    assert_eq!(triangle(&strict, &d, &x), expected);
    assert!(strict.to_triplets().iter().all(|(at, _)| at[0] < at[1]));
}

/// Figure 13: three passes of one program, between which `y` is sealed and `x` is opened and sealed again.
fn lifecycles<L: WriteLevel<T = f64, Rank = U1> + Default>() {
    let mut x = vector::<L>(&[1.0, 2.0, 3.0]);
    let mut y = Vector::<f64>::default();
    finch! {
        mut x;
        y .= 0;
        for i { y[i] = x[i] + 1.0; }
        for i {
            x[i] += 1.0;
            y[i] += 1.0;
        }
        for i { x[i] += y[i]; }
    }
    .run()
    .unwrap();
    assert_eq!((values(&x), y.values()), (vec![5.0, 7.0, 9.0], &[3.0, 4.0, 5.0][..]));
}

#[test]
fn lifecycles_are_inserted() {
    lifecycles::<Dense<Element<f64>>>();
    lifecycles::<SparseByteMap<Element<f64>>>();
    lifecycles::<SparseDict<Element<f64>>>();
}
