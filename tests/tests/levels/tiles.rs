//! Rows that a loop adds to again and again, tile by tile, and programs for the widest vectors of the processor: beside the same
//! loops over plain arrays, to the last bit.

use finch_formats::prelude::*;
use finch_formats::traits::Result;
use finch_formats::traits::algebra::known::Unknown;
use finch_formats::traits::algebra::logic::{No, Yes};
use finch_formats::traits::algebra::reducers::FastAdd;
use finch_formats::{Dense, Element, Fixed};
use finch_traits::explain::{FiberDescription, Nest, Protocol};
use finch_traits::fiber::{Fiber, Leaf};
use finch_traits::index::protocol::{Following, NoAxis, Offers, OuterAxis, Walking};
use finch_traits::looplet::lookup::{At, Lookup};
use finch_traits::looplet::sequence::Sequence;
use finch_traits::notation::Readable;
use finch_traits::pass::{OnLeaf, Pass};
use typenum::{U1, U5, U24};

/// Full tiles and what is left of them, in all sizes.
const COLUMNS: [usize; 15] = [0, 1, 2, 3, 4, 5, 8, 13, 15, 16, 17, 31, 32, 47, 68];
const ROWS: usize = 7;
const INNER: usize = 9;

/// Numbers whose sums are rounded.
fn number(at: usize) -> f64 {
    1.0 / (1 + at * 7 % 31) as f64 - 0.3
}

fn numbers(len: usize) -> Vec<f64> {
    (0..len).map(number).collect()
}

/// The entries of row `j`: none, one or several.
fn stored(j: usize, k: usize) -> bool {
    match j {
        0 | 4 => false,
        1 => k == 3,
        _ => !(j + k).is_multiple_of(3),
    }
}

/// The rows, columns and values of the left factor, row by row.
fn entries() -> impl Iterator<Item = (usize, usize, f64)> {
    let places = (0..ROWS).flat_map(|j| (0..INNER).map(move |k| (j, k)));
    places
        .filter(|&(j, k)| stored(j, k))
        .map(|(j, k)| (j, k, number(j * 17 + k)))
}

fn sparse() -> Result<Csr<f64>> {
    Csr::from_triplets([ROWS, INNER], entries().map(|(j, k, value)| ([j, k], value)), Add)
}

/// What `c[j, i] += a[j, k] * b[k, i]` comes to over arrays, for the columns from `lo` to `hi`.
fn product(c: &mut [f64], b: &[f64], n: usize, (lo, hi): (usize, usize)) {
    for (j, k, value) in entries() {
        for i in lo..hi {
            c[j * n + i] += value * b[k * n + i]
        }
    }
}

/// A number of columns, two factors of which the right one has so many, the values of the right one, and what the product comes to.
type Factors = (usize, Csr<f64>, Matrix<f64>, Vec<f64>, Vec<f64>);

fn factors(n: usize) -> Result<Factors> {
    let (values, mut expected) = (numbers(INNER * n), vec![0.0; ROWS * n]);
    product(&mut expected, &values, n, (0, n));
    Ok((n, sparse()?, Matrix::from_dense([INNER, n], &values)?, values, expected))
}

/// Factors of all widths.
fn of_all_widths() -> Result<Vec<Factors>> {
    COLUMNS.into_iter().map(factors).collect()
}

#[track_caller]
fn same(found: &[f64], expected: &[f64]) {
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(found), bits(expected))
}

#[test]
fn rows_of_products() -> Result<()> {
    for (n, a, b, values, mut expected) in of_all_widths()? {
        let (mut c, mut wide) = (Matrix::default(), Matrix::default());
        finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }.run()?;
        same(c.values(), &expected);
        finch! { wide .= 0; for j, k, i { wide[j, i] += a[j, k] * b[k, i]; } }
            .wide()
            .run()?;
        same(wide.values(), &expected);

        // In place, through a name, for some of the columns, which are not where a tile starts.
        let (lo, hi) = (n / 5, n - n / 7);
        finch! { mut c; for j, k { let x = a[j, k]; for i in lo..hi { c[j, i] += x * b[k, i]; } } }.run()?;
        product(&mut expected, &values, n, (lo, hi));
        same(c.values(), &expected);

        // Down nothing is cut into tiles.
        finch! { mut c; for j, k { for i in (lo..hi).rev() { c[j, i] += a[j, k] * b[k, i]; } } }.run()?;
        product(&mut expected, &values, n, (lo, hi));
        same(c.values(), &expected);
    }
    Ok(())
}

#[test]
fn extents_that_are_types() -> Result<()> {
    type Rows<N> = Tensor<Dense<Dense<Element<f64>, Fixed<N>>>>;
    macro_rules! fixed {
        ($($size:ty, $n:literal;)*) => { $(
            let (_, a, _, values, expected) = factors($n)?;
            let b = Rows::<$size>::from_dense([INNER, $n], &values)?;
            let mut c = Rows::<$size>::default();
            finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }.run()?;
            same(&c.to_dense()?, &expected);
        )* };
    }
    fixed! { U5, 5; U24, 24; }
    Ok(())
}

/// A workspace is a row of its own for each turn: declared again, added to, and read.
#[test]
fn workspaces() -> Result<()> {
    for (n, a, b, values, mut expected) in of_all_widths()? {
        let (mut c, mut row, mut columns) = (Matrix::default(), Vector::default(), Vector::<f64>::default());
        let program = finch! {
            c .= 0;
            columns .= 0;
            for j {
                row .= 0;
                for k, i { row[i] += a[j, k] * b[k, i]; }
                for i { c[j, i] = row[i]; columns[i] += row[i]; }
            }
        };
        program.run()?;
        same(c.values(), &expected);
        let sum_of = |i: usize| (0..ROWS).fold(0.0, |sum, j| sum + expected[j * n + i]);
        same(columns.values(), &(0..n).map(sum_of).collect::<Vec<_>>());

        // In two loops, for some of the columns, and where the second one reads what the first has added.
        let (lo, hi) = (n / 5, n - n / 7);
        let program = finch! {
            c .= 0;
            for j {
                row .= 0;
                {
                    for k, i { row[i] += a[j, k] * b[k, i]; }
                    for k { for i in lo..hi { row[i] += a[j, k] * b[k, i]; } }
                }
                for i { c[j, i] = row[i]; }
            }
        };
        program.run()?;
        product(&mut expected, &values, n, (lo, hi));
        same(c.values(), &expected);
    }
    let (_, a, b, _, expected) = factors(24)?;
    let mut row = Tensor::<Dense<Element<f64>, Fixed<U24>>>::default();
    let mut c = Matrix::default();
    finch! {
        c .= 0;
        for j {
            row .= 0;
            for k, i { row[i] += a[j, k] * b[k, i]; }
            for i { c[j, i] = row[i]; }
        }
    }
    .run()?;
    same(c.values(), &expected);
    Ok(())
}

/// Loops that add what a workspace has come to, row by row: all of a row, a part of it, by other reducers, and to rows that may not be
/// stored.
#[test]
fn consumers_of_workspaces() -> Result<()> {
    for (n, a, b, _, rows) in of_all_widths()? {
        let factors = numbers(ROWS * n);
        let d = Matrix::from_dense([ROWS, n], &factors)?;
        let (lo, hi) = (n / 5, n - n / 7);
        let (mut c, mut part, mut least) = (
            Vector::default(),
            Vector::default(),
            VectorWithFill::<f64, Inf>::default(),
        );
        let (mut row, mut again) = (Vector::<f64>::default(), Vector::<f64>::default());
        let mut few = Tensor::<SparseList<Dense<Element<f64>>>>::default();
        finch! {
            c .= 0;
            part .= 0;
            least .= inf;
            few .= 0;
            for j {
                row .= 0;
                for k, i { row[i] += a[j, k] * b[k, i]; }
                {
                    for i { c[i] += row[i] * d[j, i]; }
                    for i in lo..hi { part[i] += row[i] * d[j, i]; }
                    for i { least[i] <<min>>= row[i] + d[j, i]; }
                    again .= 0;
                    for i { again[i] += row[i] + d[j, i]; }
                    for i { few[j, i] += again[i] * row[i]; }
                }
            }
        }
        .run()?;
        let (mut all, mut some, mut lowest) = (vec![0.0; n], vec![0.0; n], vec![f64::INFINITY; n]);
        let mut squares = vec![0.0; ROWS * n];
        for at in 0..ROWS * n {
            let i = at % n;
            all[i] += rows[at] * factors[at];
            if (lo..hi).contains(&i) {
                some[i] += rows[at] * factors[at]
            }
            lowest[i] = lowest[i].min(rows[at] + factors[at]);
            squares[at] += (0.0 + (rows[at] + factors[at])) * rows[at]
        }
        same(c.values(), &all);
        same(&part.values()[lo..hi], &some[lo..hi]);
        same(least.values(), &lowest);
        same(&few.to_dense()?, &squares);
        // Row by row, only what a row is multiplied by is stored.
        finch! {
            few .= 0;
            for j {
                row .= 0;
                for k, i { row[i] += a[j, k] * b[k, i]; }
                for i { few[j, i] += row[i] * d[j, i]; }
            }
        }
        .run()?;
        let products: Vec<f64> = rows
            .iter()
            .zip(&factors)
            .map(|(row, factor)| 0.0 + row * factor)
            .collect();
        same(&few.to_dense()?, &products);
    }
    Ok(())
}

/// Two loops inside of the row, one of them over a dense dimension.
#[test]
fn loops_between() -> Result<()> {
    let a = sparse()?;
    let d = Matrix::from_dense([INNER, 3], &numbers(INNER * 3))?;
    for n in COLUMNS {
        let values = numbers(3 * n);
        let b = Matrix::from_dense([3, n], &values)?;
        let mut c = Matrix::default();
        finch! { c .= 0; for j, k, l, i { c[j, i] += a[j, k] * d[k, l] * b[l, i]; } }.run()?;
        let mut expected = vec![0.0; ROWS * n];
        for (j, k, value) in entries() {
            for l in 0..3 {
                for i in 0..n {
                    expected[j * n + i] += value * number(k * 3 + l) * values[l * n + i]
                }
            }
        }
        same(c.values(), &expected)
    }
    Ok(())
}

/// Reducers other than a sum: what comes last stays, and what is least.
#[test]
fn other_reducers() -> Result<()> {
    for (n, a, b, values, _) in of_all_widths()? {
        let (mut last, mut least) = (
            Matrix::from_dense([ROWS, n], &numbers(ROWS * n))?,
            MatrixWithFill::<f64, Inf>::default(),
        );
        finch! { mut last; for j, k, i { if a[j, k] != 0.0 { last[j, i] = b[k, i]; } } }.run()?;
        finch! { least .= inf; for j, k, i { if a[j, k] != 0.0 { least[j, i] <<min>>= b[k, i]; } } }.run()?;
        let (mut kept, mut smallest) = (numbers(ROWS * n), vec![f64::INFINITY; ROWS * n]);
        for (j, k, _) in entries().filter(|&(.., value)| value != 0.0) {
            for i in 0..n {
                kept[j * n + i] = values[k * n + i];
                smallest[j * n + i] = smallest[j * n + i].min(values[k * n + i])
            }
        }
        same(last.values(), &kept);
        same(least.values(), &smallest)
    }
    Ok(())
}

/// Where a sparse level asks whether its row was assigned, rows that are not are not stored.
#[test]
fn rows_below_a_sparse_level() -> Result<()> {
    let (_, a, b, _, expected) = factors(21)?;
    let mut c = Tensor::<SparseList<Dense<Element<f64>>>>::default();
    finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }.run()?;
    same(&c.to_dense()?, &expected);
    assert_eq!(c.count_stored(), 5 * 21);
    Ok(())
}

/// A row that is read while it is written is not copied: what is read was written before.
#[test]
fn rows_that_are_read() -> Result<()> {
    let a = sparse()?;
    for n in COLUMNS {
        let mut c = Matrix::from_dense([ROWS, n], &numbers(ROWS * n))?;
        finch! { mut c; for j, k, i { c[j, i] += a[j, k] * c[j, i]; } }.run()?;
        let mut expected = numbers(ROWS * n);
        for (j, _, value) in entries() {
            for i in 0..n {
                expected[j * n + i] += value * expected[j * n + i]
            }
        }
        same(c.values(), &expected)
    }
    Ok(())
}

/// Sums in any order have as many lanes on any processor.
#[test]
fn lanes_are_the_same_for_wider_vectors() -> Result<()> {
    let a = sparse()?;
    for n in COLUMNS {
        let dense = Matrix::from_dense([ROWS, n], &numbers(ROWS * n))?;
        let (x, z) = (Vector::from(numbers(n)), Vector::from(numbers(INNER)));
        let mut sums = [const { None }; 2];
        for (wide, sum) in sums.iter_mut().enumerate() {
            let (mut y, mut s) = (Vector::default(), Vector::default());
            let dense_rows = finch! { y .= 0; for j, i { y[j] <<FastAdd>>= dense[j, i] * x[i]; } };
            let sparse_rows = finch! { s .= 0; for j, k { s[j] <<FastAdd>>= a[j, k] * z[k]; } };
            if wide == 1 {
                dense_rows.wide().run()?;
                sparse_rows.wide().run()?
            } else {
                dense_rows.run()?;
                sparse_rows.run()?
            }
            *sum = Some([y.values().to_vec(), s.values().to_vec()].concat())
        }
        let [Some(plain), Some(wide)] = &sums else { panic!() };
        same(plain, wide)
    }
    Ok(())
}

/// Parallel loops for the widest vectors, and programs that are run again.
#[test]
fn wide_programs_run_like_others() -> Result<()> {
    let (n, a, b, values, mut expected) = factors(19)?;
    let mut c = Matrix::default();
    let program = finch! { c .= 0; parallel for j { for k, i { c[j, i] += a[j, k] * b[k, i]; } } };
    program.wide().run_parallel_by(1)?;
    same(c.values(), &expected);

    let mut rounds = finch! { mut c; for j, k, i { c[j, i] += a[j, k] * b[k, i]; } }.wide();
    rounds.run_mut()?;
    rounds.run_mut()?;
    product(&mut expected, &values, n, (0, n));
    product(&mut expected, &values, n, (0, n));
    same(c.values(), &expected);
    Ok(())
}

/// Loops that may read beyond an extent are cut into parts of their own.
#[test]
fn windows_of_rows() -> Result<()> {
    for (n, a, b, values, _) in of_all_widths()? {
        let mut c = Matrix::from_dense([ROWS, n], &vec![0.0; ROWS * n])?;
        finch! { mut c; for j, k, i { c[j, i] += a[j, k] * coalesce(b[k, ~(i + 1)], 0.5); } }.run()?;
        let mut expected = vec![0.0; ROWS * n];
        for (j, k, value) in entries() {
            for i in 0..n {
                let there = if i + 1 < n { values[k * n + i + 1] } else { 0.5 };
                expected[j * n + i] += value * there
            }
        }
        same(c.values(), &expected)
    }
    Ok(())
}

/// Rows that are looked up below a list, and places that move along the row.
#[test]
fn rows_below_lists_and_moved_ones() -> Result<()> {
    // A row of no columns settles no extent of the sum.
    for n in COLUMNS.into_iter().skip(1) {
        let (rows, z) = (numbers(ROWS * INNER * n), numbers(INNER - 1 + n));
        let at = |j: usize, k: usize, i: usize| (j * INNER + k) * n + i;
        let places = entries().flat_map(|(j, k, _)| (0..n).map(move |i| [j, k, i]));
        let pieces = Tensor::<Dense<SparseList<Dense<Element<f64>>>>>::from_triplets(
            [ROWS, INNER, n],
            places.map(|place| (place, rows[at(place[0], place[1], place[2])])),
            Add,
        )?;
        let moved = Vector::from(z.clone());
        let mut found = [const { None }; 2];
        for (wide, found) in found.iter_mut().enumerate() {
            let mut c = Matrix::from_dense([ROWS, n], &numbers(ROWS * n))?;
            let program = finch! { mut c; for j, k in 0..INNER, i { c[j, i] += pieces[j, k, i] * moved[k + i]; } };
            if wide == 1 {
                program.wide().run()?
            } else {
                program.run()?
            }
            *found = Some(c.values().to_vec())
        }
        let mut expected = numbers(ROWS * n);
        for (j, k, _) in entries() {
            for i in 0..n {
                expected[j * n + i] += rows[at(j, k, i)] * z[k + i]
            }
        }
        for found in found.into_iter().flatten() {
            same(&found, &expected)
        }
    }
    Ok(())
}

/// A vector of two parts, both of which are looked up: what another format may be.
#[derive(Clone, Copy, Debug)]
struct InTwo<'r>(&'r [f64], usize);

#[derive(Clone, Copy, Debug)]
struct Part<'r>(&'r [f64]);

// SAFETY: each index has the value that the slice has there.
unsafe impl At for Part<'_> {
    type F = Leaf<f64>;
    fn at(self, index: usize) -> Leaf<f64> {
        Leaf(self.0[index])
    }
}

// SAFETY: its extent is the length of the slice, which does not change.
unsafe impl Fiber for InTwo<'_> {
    type T = f64;
    type Known = Unknown;
    type RuntimeKnown = No;
    type Dense = Yes;
    type DenseBelow = Yes;

    fn unfurl<P: Pass, K: OnLeaf<P, f64>>(self, pass: P, k: K) {
        let InTwo(values, split) = self;
        let (first, second) = (Lookup(Part(values)), Lookup(Part(values)));
        k.looplet(pass, Sequence { first, split, second })
    }

    fn value(self) -> f64 {
        0.0
    }

    fn dim(&self, _axis: usize) -> Option<usize> {
        Some(self.0.len())
    }

    fn describe(_protocol: Protocol) -> FiberDescription {
        type Parts<'r> = Sequence<Lookup<Part<'r>>, Lookup<Part<'r>>>;
        FiberDescription::new("two parts", Nest::of::<Parts<'_>>())
    }
}

// SAFETY: it is read as it is, and no program writes it.
unsafe impl Readable for InTwo<'_> {
    type Rank = U1;
    type Axes = OuterAxis<Offers<Vec<f64>, (Walking, Following)>, NoAxis>;
    finch_traits::__no_view!();
    type Root<'s>
        = InTwo<'s>
    where
        Self: 's;
    fn root(&self) -> InTwo<'_> {
        *self
    }
}

/// What is looked up may have parts, which end where tiles do not.
#[test]
fn tiles_that_are_cut() -> Result<()> {
    let a = sparse()?;
    for n in COLUMNS {
        let values = numbers(n);
        for split in [0, n / 3, n - n / 4, n] {
            let (x, mut c) = (InTwo(&values, split), Matrix::default());
            finch! { c .= 0; for j, k, i { c[j, i] += a[j, k] * x[i]; } }.run()?;
            let mut expected = vec![0.0; ROWS * n];
            product(&mut expected, &values.repeat(INNER), n, (0, n));
            same(c.values(), &expected)
        }
    }
    Ok(())
}
