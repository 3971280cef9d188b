//! Each format over a generated matrix of its own kind, beside a twin over the same arrays.
//!
//! Values are small whole numbers.

use super::Case;
use super::blocks::whole;
use crate::data::{self, Random};
use crate::twins::{self, Rows};
use finch_kernels::MatrixOf;
use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The kernels that [`over_kinds`] knows.
pub const KIND_KERNELS: &[&str] = &[
    "spmv-gather-list",
    "spmv-scatter-list",
    "spmv-gather-byte-map",
    "spmv-scatter-byte-map",
    "spmv-gather-coo",
    "spmv-scatter-coo",
    "spmv-gather-hybrid",
    "spmv-scatter-hybrid",
    "spmv-gather-lil",
    "spmv-gather-pattern",
    "spmv-gather-point",
    "spmv-scatter-point",
    "spmv-gather-interval",
    "sum-interval",
    "spmv-gather-run-list",
    "sum-run-list",
    "spmv-gather-sparse-run-list",
    "sum-sparse-run-list",
];

/// A matrix, and vectors that it is multiplied with.
struct Operands<M> {
    matrix: M,
    across: Vector<f64>,
    down: Vector<f64>,
}

fn operands<M>(matrix: M, rows: usize, cols: usize) -> Operands<M> {
    let numbers = |len: usize| Vector::from((0..len).map(whole).collect::<Vec<_>>());
    Operands {
        matrix,
        across: numbers(cols),
        down: numbers(rows),
    }
}

/// A sum beside a twin.
fn sum<L>(kernel: &'static str, a: Tensor<L>, by_hand: fn(&Tensor<L>) -> f64) -> Case
where
    Tensor<L>: 'static,
    L: MatrixOf<f64>,
{
    Case::of_numbers(kernel, a, by_hand, |a| reduce::sum_matrix(a))
}

/// `A x` beside a twin.
fn gathered<L>(
    kernel: &'static str,
    a: Tensor<L>,
    by_hand: impl Fn(&mut Vec<f64>, &Tensor<L>, &[f64]) + 'static,
) -> Case
where
    Tensor<L>: 'static,
    L: MatrixOf<f64>,
{
    let (rows, cols) = (a.shape()[0], a.shape()[1]);
    Case::of_vectors(
        kernel,
        operands(a, rows, cols),
        move |y, o| by_hand(y, &o.matrix, o.across.values()),
        |y, o| spmv::spmv_into(y, &o.matrix, &o.across),
    )
}

/// `A x`, or if the kernel says `scatter`, `Aᵀ x`.
fn product<L>(
    kernel: &'static str,
    a: Tensor<L>,
    gather: impl Fn(&mut Vec<f64>, &Tensor<L>, &[f64]) + 'static,
    scatter: impl Fn(&mut Vec<f64>, &Tensor<L>, &[f64]) + 'static,
) -> Case
where
    Tensor<L>: 'static,
    L: MatrixOf<f64>,
{
    if !kernel.contains("scatter") {
        return gathered(kernel, a, gather);
    }
    let (rows, cols) = (a.shape()[0], a.shape()[1]);
    Case::of_vectors(
        kernel,
        operands(a, rows, cols),
        move |y, o| scatter(y, &o.matrix, o.down.values()),
        |y, o| spmv::spmv_transposed_into(y, &o.matrix, &o.down),
    )
}

/// The sum of `x` over what is stored, for each row.
fn gather_where(y: &mut Vector<f64>, a: &CsrPattern, x: &Vector<f64>) -> Result<()> {
    indices!(j, i);
    program()
        .declare(y)
        .body(|(y,)| forall(j, forall(i, sieve(a.at((j, i)), y.at((j,)).add(x.at((i,)))))))
        .run()
}

/// Borders of runs, ascending, the last one being `extent`: so many, or as many as there can be.
fn borders(count: usize, extent: usize, random: &mut Random) -> Vec<u32> {
    let mut right = random.sorted(count.saturating_sub(1), extent.saturating_sub(1));
    for end in &mut right {
        *end += 1
    }
    right.push(extent as u32);
    right
}

/// A kernel over a matrix with about `stored` entries or runs, of the kind that the format is for. `None` if there is no
/// kernel of that name.
///
/// | kernel | over |
/// |---|---|
/// | `..-list`, `..-byte-map`, `..-coo`, `..-lil`, `..-pattern` | eight entries per row, spread evenly |
/// | `..-hybrid` | the same, and every hundredth row is full |
/// | `..-point` | one entry in nine of ten rows |
/// | `..-interval` | a run per row, of any length |
/// | `..-run-list`, `..-sparse-run-list` | eight runs per row, of any length |
///
/// # Errors
///
/// `stored` is too large.
pub fn over_kinds(kernel: &str, stored: usize) -> Result<Option<Case>> {
    let Some(&kernel) = KIND_KERNELS.iter().find(|known| **known == kernel) else {
        return super::over_recurrences(kernel, stored);
    };
    let random = &mut Random::default();
    let uniform =
        |random: &mut Random| -> Result<Csr<f64>> { Ok(data::uniform((stored / 8).max(1), 8, random)?.matrix) };
    Ok(Some(match kernel {
        "spmv-gather-list" | "spmv-scatter-list" => product(
            kernel,
            uniform(random)?,
            |y, a, x| twins::gather(y, Rows::of(a), x),
            |y, a, x| twins::scatter(y, Rows::of(a), x),
        ),
        "spmv-gather-byte-map" | "spmv-scatter-byte-map" => {
            // A byte and a value for every index: not so many.
            let few = data::scattered((stored / 8).max(1), 256, 8, random)?;
            let few = few.convert::<Dense<SparseByteMap<Element<f64>>>>()?;
            product(kernel, few, twins::gather_bytes, twins::scatter_bytes)
        }
        "spmv-gather-coo" | "spmv-scatter-coo" => product(
            kernel,
            Coo::from_tensor(&uniform(random)?)?,
            twins::gather_coo,
            twins::scatter_coo,
        ),
        "spmv-gather-hybrid" | "spmv-scatter-hybrid" => {
            let (rows, cols) = ((stored / 16).max(1), 800);
            let short = data::scattered(rows, cols, 8, random)?.to_triplets();
            let full = (0..rows).step_by(100);
            let full = full.flat_map(|row| (0..cols).map(move |col| ([row, col], 1.0)));
            let entries = short.into_iter().map(|(at, value)| ([at[0], at[1]], value));
            let a = HybridCsr::from_triplets([rows, cols], entries.chain(full), Add)?;
            product(kernel, a, twins::gather_hybrid, twins::scatter_hybrid)
        }
        "spmv-gather-lil" => gathered(kernel, Lil::from_tensor(&uniform(random)?)?, twins::gather_lengths),
        "spmv-gather-pattern" => {
            let a = uniform(random)?;
            let shape = a.shape();
            let places = a.to_triplets().into_iter().map(|(at, _)| ([at[0], at[1]], true));
            let pattern = CsrPattern::from_triplets([shape[0], shape[1]], places, Or)?;
            let o = operands(pattern, shape[0], shape[1]);
            Case::of_vectors(
                kernel,
                o,
                |y, o| twins::gather_pattern(y, &o.matrix, o.across.values()),
                |y, o| gather_where(y, &o.matrix, &o.across),
            )
        }
        "spmv-gather-point" | "spmv-scatter-point" => {
            let index = |_| match random.below(10) {
                0 => stored as u32,
                _ => random.below(stored) as u32,
            };
            let idx = (0..stored).map(index).collect();
            let val = (0..stored).map(whole).collect();
            let a: PointMatrix<f64> =
                Tensor::new(Dense::new(stored, SparsePoint::new(stored, idx, Element::new(val))))?;
            product(kernel, a, twins::gather_points, twins::scatter_points)
        }
        "spmv-gather-interval" | "sum-interval" => {
            let (rows, cols) = (stored, 200);
            let runs = (0..rows).map(|_| (random.below(cols + 1) as u32, random.below(cols + 1) as u32));
            let (left, right) = runs.map(|(one, other)| (one.min(other), one.max(other))).unzip();
            let val = (0..rows).map(whole).collect();
            let level = SparseInterval::new(cols, left, right, Element::new(val));
            let a: IntervalMatrix<f64> = Tensor::new(Dense::new(rows, level))?;
            match kernel {
                "sum-interval" => sum(kernel, a, twins::sum_intervals),
                _ => gathered(kernel, a, twins::gather_intervals),
            }
        }
        "spmv-gather-run-list" | "sum-run-list" => {
            let (rows, cols) = ((stored / 8).max(1), 400);
            let (mut ptr, mut right) = (vec![0], Vec::new());
            for _ in 0..rows {
                right.extend(borders(8, cols, random));
                ptr.push(right.len())
            }
            let val = (0..right.len()).map(whole).collect();
            let level = RunList::new(cols, ptr, right, Element::new(val));
            let a: RunMatrix<f64> = Tensor::new(Dense::new(rows, level))?;
            match kernel {
                "sum-run-list" => sum(kernel, a, twins::sum_run_rows),
                _ => gathered(kernel, a, twins::gather_runs),
            }
        }
        _ => {
            let (rows, cols) = ((stored / 8).max(1), 400);
            let (mut ptr, mut left, mut right) = (vec![0], Vec::new(), Vec::new());
            for _ in 0..rows {
                // Every other stretch is a run.
                let borders = borders(16, cols, random);
                left.extend(borders.iter().step_by(2));
                right.extend(borders.iter().skip(1).step_by(2));
                ptr.push(right.len())
            }
            let val = (0..right.len()).map(whole).collect();
            let level = SparseRunList::new(cols, ptr, left, right, Element::new(val));
            let a: SparseRunMatrix<f64> = Tensor::new(Dense::new(rows, level))?;
            match kernel {
                "sum-sparse-run-list" => sum(kernel, a, twins::sum_sparse_runs),
                _ => gathered(kernel, a, twins::gather_sparse_runs),
            }
        }
    }))
}
