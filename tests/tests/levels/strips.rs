//! Sums at several children of a stepper at once: beside the same loops over plain arrays, to the last bit.

use finch_formats::prelude::*;
use finch_formats::traits::Result;
use finch_formats::{Element, SparseCoo, SparseList};
use typenum::U2;

/// Rows of no entry, of fewer than a strip has, and of whole strips with and without a rest.
const ROWS: usize = 12;
const COLUMNS: usize = 13;
/// How long sums are: whole blocks, and what is left of them.
const LENGTHS: [usize; 9] = [0, 1, 3, 4, 5, 7, 8, 9, 25];

/// Numbers whose sums are rounded.
fn number(at: usize) -> f64 {
    1.0 / (1 + at * 7 % 31) as f64 - 0.3
}

fn numbers(len: usize, first: usize) -> Vec<f64> {
    (first..first + len).map(number).collect()
}

/// The entries: `i` of them in row `i`, the last one in the last column in every other row.
fn entries() -> impl Iterator<Item = (usize, usize, f64)> {
    let places = (0..ROWS).flat_map(|i| (0..i).map(move |k| (i, if i % 2 == 0 { COLUMNS - i + k } else { k })));
    places.map(|(i, j)| (i, j, number(i * 17 + j)))
}

fn triplets() -> impl Iterator<Item = ([usize; 2], f64)> {
    entries().map(|(i, j, value)| ([i, j], value))
}

/// `x[i, j]` times the sum of `a[i, k] * b[j, k]`, where `x` stores something in the columns from `lo` to `hi`.
fn expected(a: &[f64], b: &[f64], len: usize, (lo, hi): (usize, usize)) -> Vec<f64> {
    let mut all = vec![0.0; ROWS * COLUMNS];
    for (i, j, value) in entries().filter(|&(_, j, _)| lo <= j && j < hi) {
        let mut sum = 0.0;
        for k in 0..len {
            sum += a[i * len + k] * b[j * len + k]
        }
        all[i * COLUMNS + j] = value * sum
    }
    all
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(found), bits(expected))
}

/// Factors with rows of each length, and their values.
fn factors() -> Result<Vec<(usize, [Matrix<f64>; 2], [Vec<f64>; 2])>> {
    let of = |len: usize| {
        let values = [numbers(ROWS * len, 3), numbers(COLUMNS * len, 11)];
        let a = Matrix::from_dense([ROWS, len], &values[0])?;
        let b = Matrix::from_dense([COLUMNS, len], &values[1])?;
        Ok((len, [a, b], values))
    };
    LENGTHS.into_iter().map(of).collect()
}

/// One program, for matrices in each format.
macro_rules! sampled {
    ($x:expr, $c:ty) => {{
        let x = $x;
        for (len, [a, b], [left, right]) in factors()? {
            let mut s = Scalar::<f64>::default();
            let (mut c, mut wide) = (<$c>::default(), <$c>::default());
            finch! { c .= 0; for i, j { s .= 0; for k { s[] += a[i, k] * b[j, k]; } c[i, j] = x[i, j] * s[]; } }
                .run()?;
            finch! { wide .= 0; for i, j { s .= 0; for k { s[] += a[i, k] * b[j, k]; } wide[i, j] = x[i, j] * s[]; } }
                .wide()
                .run()?;
            let all = expected(&left, &right, len, (0, COLUMNS));
            same(&c.to_dense()?, &all);
            same(&wide.to_dense()?, &all);
            for (lo, hi) in [(0, 5), (3, 11), (9, COLUMNS), (6, 6)] {
                finch! {
                    c .= 0;
                    for i { for j in lo..hi { s .= 0; for k { s[] += a[i, k] * b[j, k]; } c[i, j] = x[i, j] * s[]; } }
                }
                .run()?;
                same(&c.to_dense()?, &expected(&left, &right, len, (lo, hi)));
            }
        }
    }};
}

#[test]
fn sampled_products() -> Result<()> {
    sampled!(Csr::<f64>::from_triplets([ROWS, COLUMNS], triplets(), Add)?, Csr<f64>);
    sampled!(
        Csr::<f64>::from_triplets([ROWS, COLUMNS], triplets(), Add)?,
        Matrix<f64>
    );
    Ok(())
}

#[test]
fn sampled_products_of_other_formats() -> Result<()> {
    type Dcsr = Tensor<SparseList<SparseList<Element<f64>>>>;
    type Coo = Tensor<SparseCoo<U2, Element<f64>>>;
    sampled!(Dcsr::from_triplets([ROWS, COLUMNS], triplets(), Add)?, Dcsr);
    sampled!(Coo::from_triplets([ROWS, COLUMNS], triplets(), Add)?, Coo);
    Ok(())
}

/// Sums of which the consumer asks something first, that start with something else, and that several places read.
#[test]
fn consumers() -> Result<()> {
    let x = Csr::<f64>::from_triplets([ROWS, COLUMNS], triplets(), Add)?;
    for (len, [a, b], [left, right]) in factors()? {
        let mut s = Scalar::<f64>::default();
        let (mut some, mut y, mut z) = (
            Csr::<f64>::default(),
            Vector::<f64>::default(),
            Vector::<f64>::default(),
        );
        finch! {
            some .= 0;
            for i, j {
                s .= 0;
                for k { s[] += a[i, k] * b[j, k]; }
                if i != j { some[i, j] = x[i, j] * s[]; }
            }
        }
        .run()?;
        let mut all = expected(&left, &right, len, (0, COLUMNS));
        (0..ROWS).for_each(|i| all[i * COLUMNS + i] = 0.0);
        same(&some.to_dense()?, &all);

        let all = expected(&left, &right, len, (0, COLUMNS));
        finch! {
            y .= 0;
            for i, j { s .= 0; for k { s[] += a[i, k] * b[j, k]; } y[i] += x[i, j] * s[]; }
        }
        .run()?;
        let rows: Vec<f64> = (0..ROWS)
            .map(|i| {
                entries()
                    .filter(|entry| entry.0 == i)
                    .fold(0.0, |sum, (i, j, _)| sum + all[i * COLUMNS + j])
            })
            .collect();
        same(y.values(), &rows);

        // The least product, which is not below zero.
        finch! {
            z .= 0;
            for i, j { s .= 0; for k { s[] <<Min>>= a[i, k] * b[j, k]; } z[j] += x[i, j] * s[]; }
        }
        .run()?;
        let mut columns = vec![0.0; COLUMNS];
        for (i, j, value) in entries() {
            let least = (0..len).fold(0.0, |least: f64, k| least.min(left[i * len + k] * right[j * len + k]));
            columns[j] += value * least
        }
        same(z.values(), &columns);
    }
    Ok(())
}

/// Sums in any order, of numbers whose sums are not rounded.
#[test]
fn in_any_order() -> Result<()> {
    macro_rules! in_any_order {
        ($T:ty) => {{
            let whole = |at: usize| (at * 7 % 31) as $T;
            let stored = entries().map(|(i, j, _)| ([i, j], whole(i * 17 + j)));
            let x = Csr::<$T>::from_triplets([ROWS, COLUMNS], stored, Add)?;
            for len in LENGTHS {
                let values = |rows: usize, first: usize| (first..first + rows * len).map(whole).collect::<Vec<_>>();
                let (left, right) = (values(ROWS, 3), values(COLUMNS, 11));
                let a = Matrix::from_dense([ROWS, len], &left)?;
                let b = Matrix::from_dense([COLUMNS, len], &right)?;
                let (mut s, mut c) = (Scalar::<$T>::default(), Csr::<$T>::default());
                finch! {
                    c .= 0;
                    for i, j { s .= 0; for k { s[] <<FastAdd>>= a[i, k] * b[j, k]; } c[i, j] = x[i, j] * s[]; }
                }
                .wide()
                .run()?;
                let mut all = vec![0 as $T; ROWS * COLUMNS];
                for (i, j, _) in entries() {
                    let sum: $T = (0..len).map(|k| left[i * len + k] * right[j * len + k]).sum();
                    all[i * COLUMNS + j] = whole(i * 17 + j) * sum
                }
                assert_eq!(c.to_dense()?, all);
            }
        }};
    }
    in_any_order!(f64);
    in_any_order!(i64);
    Ok(())
}

/// Sums in any order beside what is assigned at each child, of numbers whose sums are not rounded: two sums, one of them under a name alone.
#[test]
fn in_any_order_beside_another_assignment() -> Result<()> {
    let whole = |at: usize| (at * 7 % 31) as f64;
    let stored = entries().map(|(i, j, _)| ([i, j], whole(i * 17 + j)));
    let a = Csr::<f64>::from_triplets([ROWS, COLUMNS], stored, Add)?;
    let x = Vector::from((0..COLUMNS).map(whole).collect::<Vec<_>>());
    let (mut columns, mut rows, mut largest) = (Vector::default(), Vector::default(), Vector::default());
    let mut sum = Scalar::<f64>::default();
    finch! {
        columns .= 0;
        rows .= 0;
        largest .= 0;
        for j {
            sum .= 0;
            for i {
                let entry = a[j, i];
                columns[i] += entry;
                sum[] <<FastAdd>>= entry * x[i];
                largest[j] <<Max>>= entry;
            }
            rows[j] = sum[];
        }
    }
    .run()?;
    let (mut all, mut greatest, mut below) = (vec![0.0; ROWS], vec![0.0_f64; ROWS], vec![0.0; COLUMNS]);
    for (i, j, _) in entries() {
        let value = whole(i * 17 + j);
        all[i] += value * whole(j);
        greatest[i] = greatest[i].max(value);
        below[j] += value
    }
    assert_eq!(
        (rows.values(), largest.values(), columns.values()),
        (&*all, &*greatest, &*below)
    );
    Ok(())
}

/// What is kept of a sum is its last value.
#[test]
fn replaced() -> Result<()> {
    let x = Csr::<f64>::from_triplets([ROWS, COLUMNS], triplets(), Add)?;
    for (len, [a, b], [left, right]) in factors()? {
        let (mut s, mut c) = (Scalar::<f64>::default(), Csr::<f64>::default());
        finch! {
            c .= 0;
            for i, j { s .= 0; for k { s[] = a[i, k] * b[j, k]; } c[i, j] = x[i, j] * s[]; }
        }
        .run()?;
        let mut all = vec![0.0; ROWS * COLUMNS];
        for (i, j, value) in entries() {
            let last = len.checked_sub(1);
            all[i * COLUMNS + j] = value * last.map_or(0.0, |k| left[i * len + k] * right[j * len + k])
        }
        same(&c.to_dense()?, &all);
    }
    Ok(())
}
