//! Scans, recurrences and substitution: programs that read what they write.

use super::Case;
use crate::data::Random;
use crate::twins::{self, Half, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The kernels that [`over_recurrences`] knows.
pub const RECURRENCE_KERNELS: &[&str] = &[
    "prefix-sums",
    "recurrence",
    "solve-unit-lower",
    "solve-lower-rows",
    "solve-lower",
];

/// A kernel over about `stored` values. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `prefix-sums` | `y[i]`, the sum of `x` up to `i` |
/// | `recurrence` | `y[i] = a y[i - 1] + x[i]` |
/// | `solve-unit-lower` | the solution of `L y = b`, for compressed rows of up to eight entries below a diagonal of ones |
/// | `solve-lower-rows` | the same with a diagonal that is stored |
/// | `solve-lower` | the same for a packed triangle |
///
/// # Errors
///
/// `stored` is too large.
pub fn over_recurrences(kernel: &str, stored: usize) -> Result<Option<Case>> {
    let random = &mut Random::default();
    Ok(Some(match kernel {
        "prefix-sums" => scan("prefix-sums", numbers(stored, random), twins::prefix_sums, |y, x| {
            let mut sum = Scalar::<f64>::default();
            finch! {
                sum .= 0;
                y .= 0;
                for i { sum[] += x[i]; y[i] = sum[]; }
            }
            .run()
        }),
        "recurrence" => scan(
            "recurrence",
            numbers(stored, random),
            |y, x| twins::recurrence(y, 0.5, x),
            |y, x| {
                let (n, a) = (x.values().len(), 0.5);
                finch! {
                    y .= 0;
                    y[0] = x[0];
                    for i in 1..n { y[i] = a * y[i - 1] + x[i]; }
                }
                .run()
            },
        ),
        "solve-unit-lower" => {
            let rows = (stored / 8).max(1);
            let l = Csr::from_triplets([rows, rows], below_diagonal(rows, random), Overwrite)?;
            let by_hand = |y: &mut Vec<f64>, l: &Csr<f64>, b: &[f64]| twins::solve_unit_lower(y, Rows::of(l), b);
            solve("solve-unit-lower", l, numbers(rows, random), by_hand, |y, l, b| {
                triangular::solve_unit_lower_into(y, l, b)
            })
        }
        "solve-lower-rows" => {
            let rows = (stored / 9).max(1);
            let mut entries = below_diagonal(rows, random);
            entries.extend((0..rows).map(|row| ([row, row], 1.0 + random.value())));
            let l = Csr::from_triplets([rows, rows], entries, Overwrite)?;
            let by_hand = |y: &mut Vec<f64>, l: &Csr<f64>, b: &[f64]| twins::solve_lower_rows(y, Rows::of(l), b);
            solve("solve-lower-rows", l, numbers(rows, random), by_hand, |y, l, b| {
                triangular::solve_lower_into(y, l, b)
            })
        }
        "solve-lower" => {
            let rows = (2 * stored).isqrt().max(1);
            let val = (0..rows * (rows + 1) / 2).map(|_| 1.0 + random.value()).collect();
            let l: LowerMatrix<f64> = Tensor::new(Triangular::new(rows, Element::new(val)))?;
            let by_hand = |y: &mut Vec<f64>, l: &LowerMatrix<f64>, b: &[f64]| twins::solve_lower(y, Half::of(l), b);
            // What grows by itself is not a number in the end: a right side of zeros costs as much.
            solve("solve-lower", l, Vector::from(vec![0.0; rows]), by_hand, |y, l, b| {
                triangular::solve_lower_into(y, l, b)
            })
        }
        _ => return super::over_entered(kernel, stored),
    }))
}

/// Up to eight entries below the diagonal in each row.
fn below_diagonal(rows: usize, random: &mut Random) -> Vec<([usize; 2], f64)> {
    let mut entries = Vec::new();
    for row in 1..rows {
        entries.extend((0..8).map(|_| ([row, random.below(row)], random.value() / 8.0)))
    }
    entries
}

fn numbers(count: usize, random: &mut Random) -> Vector<f64> {
    Vector::from((0..count.max(1)).map(|_| random.value()).collect::<Vec<_>>())
}

fn scan(
    kernel: &'static str,
    x: Vector<f64>,
    by_hand: fn(&mut Vec<f64>, &[f64]),
    run: fn(&mut Vector<f64>, &Vector<f64>) -> Result<()>,
) -> Case {
    Case::of_vectors(kernel, x, move |y, x| by_hand(y, x.values()), run)
}

fn solve<L: 'static>(
    kernel: &'static str,
    l: L,
    b: Vector<f64>,
    by_hand: fn(&mut Vec<f64>, &L, &[f64]),
    run: fn(&mut Vector<f64>, &L, &Vector<f64>) -> Result<()>,
) -> Case {
    Case::of_vectors(
        kernel,
        (l, b),
        move |y, (l, b)| by_hand(y, l, b.values()),
        move |y, (l, b)| run(y, l, b),
    )
}
