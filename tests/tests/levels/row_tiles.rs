//! Rows of a workspace that go from its producer to its consumer tile by tile, and those that must not: beside the same loops over plain
//! arrays, to the last bit.

use finch_formats::prelude::*;
use finch_formats::traits::Result;

/// Full tiles and what is left of them, in all sizes.
const COLUMNS: [usize; 12] = [0, 1, 2, 3, 4, 7, 12, 15, 16, 20, 31, 48];
const SHAPE: [usize; 4] = [4, 5, 3, 6];

/// Numbers whose sums are rounded.
fn number(at: usize) -> f64 {
    1.0 / (1 + at * 7 % 31) as f64 - 0.3
}

fn matrix(rows: usize, columns: usize) -> Result<(Matrix<f64>, Vec<f64>)> {
    let values: Vec<f64> = (0..rows * columns).map(|at| number(at + rows)).collect();
    Ok((Matrix::from_dense([rows, columns], &values)?, values))
}

/// What a tensor of four dimensions stores: fibers of none, one and several, and some that are missing.
fn entries() -> impl Iterator<Item = ([usize; 4], f64)> {
    let [l, m, n, p] = SHAPE;
    let places = (0..l * m * n * p).map(move |at| [at / (m * n * p), at / (n * p) % m, at / p % n, at % p]);
    let stored = places.filter(|&[h, i, j, k]| h != 1 && (h + i) % 3 != 0 && (i * j + k).is_multiple_of(2 + j));
    stored.map(|place| (place, number(place.iter().sum::<usize>() * 5)))
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(found), bits(expected))
}

/// The sums of workspaces in workspaces, by loops.
fn by_hand(r: usize, columns: usize, [b, c, d]: [&[f64]; 3]) -> Vec<f64> {
    let mut x = vec![None; SHAPE.iter().product()];
    for ([h, i, j, k], value) in entries() {
        x[((h * SHAPE[1] + i) * SHAPE[2] + j) * SHAPE[3] + k] = Some(value)
    }
    let mut y = vec![0.0; SHAPE[0]];
    for h in 0..SHAPE[0] {
        for i in 0..SHAPE[1] {
            let mut outer = 0.0;
            for j in 0..SHAPE[2] {
                let mut inner = 0.0;
                for k in 0..SHAPE[3] {
                    if let Some(value) = x[((h * SHAPE[1] + i) * SHAPE[2] + j) * SHAPE[3] + k] {
                        inner += value * d[k * columns + r]
                    }
                }
                outer += inner * c[j * columns + r]
            }
            y[h] += outer * b[i * columns + r]
        }
    }
    y
}

#[test]
fn rows_of_rows() -> Result<()> {
    type Csf4 = Tensor<SparseList<SparseList<SparseList<SparseList<Element<f64>>>>>>;
    let x = Csf4::from_triplets(SHAPE, entries(), Add)?;
    let dense = Tensor::<Dense<Dense<Dense<SparseList<Element<f64>>>>>>::from_triplets(SHAPE, entries(), Add)?;
    for n in COLUMNS {
        let ((b, bs), (c, cs), (d, ds)) = (matrix(SHAPE[1], n)?, matrix(SHAPE[2], n)?, matrix(SHAPE[3], n)?);
        let mut expected = vec![0.0; SHAPE[0] * n];
        for r in 0..n {
            for (h, sum) in by_hand(r, n, [&bs, &cs, &ds]).into_iter().enumerate() {
                expected[h * n + r] = sum
            }
        }
        let (mut y, mut outer, mut inner) = (Matrix::default(), Vector::<f64>::default(), Vector::<f64>::default());
        macro_rules! product {
            ($x:ident $($wide:ident)?) => {
                finch! {
                    y .= 0;
                    for h, i {
                        outer .= 0;
                        for j {
                            inner .= 0;
                            for k, r { inner[r] += $x[h, i, j, k] * d[k, r] }
                            for r { outer[r] += inner[r] * c[j, r] }
                        }
                        for r { y[h, r] += outer[r] * b[i, r] }
                    }
                }
                $(.$wide())?
                .run()?;
                same(y.values(), &expected)
            };
        }
        product!(x);
        product!(x wide);
        product!(dense);
    }
    Ok(())
}

/// A square of `a`, where entries are stored, and the numbers that go with it.
type Square = (usize, Csr<f64>, Vec<Option<f64>>, Matrix<f64>, Vec<f64>);

fn square(n: usize) -> Result<Square> {
    let stored: Vec<Option<f64>> = (0..n * n)
        .map(|at| (at % 3 != 1 && at / n != 2).then(|| number(at)))
        .collect();
    let triplets = stored.iter().enumerate();
    let triplets = triplets.filter_map(|(at, value)| value.map(|value| ([at / n, at % n], value)));
    let a = Csr::from_triplets([n, n], triplets, Add)?;
    let (b, values) = matrix(n, n)?;
    Ok((n, a, stored, b, values))
}

/// `row[i] += a[j, k] * b[k, i]` for the columns from `lo` to `hi`.
fn row(n: usize, a: &[Option<f64>], j: usize, (lo, hi): (usize, usize), b: impl Fn(usize, usize) -> f64) -> Vec<f64> {
    let mut row = vec![0.0; n];
    for k in 0..n {
        for (i, sum) in row.iter_mut().enumerate().take(hi).skip(lo) {
            if let Some(value) = a[j * n + k] {
                *sum += value * b(k, i)
            }
        }
    }
    row
}

/// Consumers that read a row where it is, in another place, and in a place that data name.
#[test]
fn places_of_rows() -> Result<()> {
    for n in [1, 5, 16, 21, 35] {
        let (n, a, stored, b, values) = square(n)?;
        let turned = Vector::from((0..n).map(|i| (i * 5 + 3) % n).collect::<Vec<_>>());
        let mut sum = Vector::<f64>::default();
        let (mut own, mut set, mut other, mut both, mut named) = (
            Matrix::default(),
            Matrix::default(),
            Matrix::default(),
            Matrix::default(),
            Matrix::default(),
        );
        // The names of indices and of the workspace come from where it is called, as those in the consumer do.
        macro_rules! consumed {
            ($y:ident of $row:ident: |$at:ident, $r:ident, $j:ident, $i:ident| $hand:expr; $($consumer:tt)+) => {{
                finch! {
                    $y .= 0;
                    for $j {
                        $row .= 0;
                        for k, $i { $row[$i] += a[$j, k] * b[k, $i]; }
                        for $i { $($consumer)+ }
                    }
                }
                .run()?;
                let mut expected = vec![0.0; n * n];
                for $j in 0..n {
                    let $r = row(n, &stored, $j, (0, n), |k, i| values[k * n + i]);
                    for $i in 0..n {
                        let $at = &mut expected[$j * n + $i];
                        $hand
                    }
                }
                same($y.values(), &expected);
            }};
        }
        consumed!(own of sum: |at, r, j, i| *at += r[i] * values[j * n + i]; own[j, i] += sum[i] * b[j, i]);
        consumed!(set of sum: |at, r, j, i| *at = r[i] * values[j * n + i]; set[j, i] = sum[i] * b[j, i]);
        consumed!(both of sum: |at, r, j, i| *at += r[i] * r[(i * 5 + 3) % n]; both[j, i] += sum[i] * sum[turned[i]]);
        consumed!(
            other of sum: |at, r, j, i| (0..n).for_each(|m| *at += r[m] * values[m * n + i]);
            for m { other[j, i] += sum[m] * b[m, i]; }
        );
        consumed!(named of sum: |at, r, j, i| *at += r[(i * 5 + 3) % n]; named[j, i] += sum[turned[i]]);
    }
    Ok(())
}

/// Producers and consumers for some of the columns, which start and end where tiles do not.
#[test]
fn parts_of_rows() -> Result<()> {
    for n in [5, 16, 21, 40] {
        let (n, a, stored, b, values) = square(n)?;
        let (lo, hi) = (n / 5, n - n / 7);
        let (from, to) = (n / 9, hi - n / 8);
        let (mut row_of, mut y) = (Vector::<f64>::default(), Matrix::default());
        finch! {
            y .= 0;
            for j {
                row_of .= 0;
                for k { for i in lo..hi { row_of[i] += a[j, k] * b[k, i]; } }
                for i in from..to { y[j, i] += row_of[i] + b[j, i]; }
            }
        }
        .run()?;
        // It has as many columns as are written.
        let mut expected = vec![0.0; n * to];
        for j in 0..n {
            let row = row(n, &stored, j, (lo, hi), |k, i| values[k * n + i]);
            for i in from..to {
                expected[j * to + i] += row[i] + values[j * n + i]
            }
        }
        same(y.values(), &expected);
    }
    Ok(())
}

/// A producer that reads what its consumer writes: in another row, and in columns that are in another tile.
#[test]
fn rows_that_are_read_and_written() -> Result<()> {
    let (n, a, stored, b, values) = square(35)?;
    let (mut row_of, mut y) = (Vector::<f64>::default(), b.clone());
    finch! {
        mut y;
        for j {
            row_of .= 0;
            for k, i { row_of[i] += a[j, k] * y[j, k] + b[k, i]; }
            for i { y[j, i] += row_of[i]; }
        }
    }
    .run()?;
    let mut expected = values.clone();
    for j in 0..n {
        let mut row = vec![0.0; n];
        for k in 0..n {
            for (i, sum) in row.iter_mut().enumerate() {
                *sum += stored[j * n + k].map_or(0.0, |value| value * expected[j * n + k]) + values[k * n + i]
            }
        }
        for (i, sum) in row.into_iter().enumerate() {
            expected[j * n + i] += sum
        }
    }
    same(y.values(), &expected);
    Ok(())
}
