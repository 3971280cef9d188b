//! Products with matrices that store no values, as conditions, beside twins with values that are all one, and without.

use super::Case;
use super::blocks::whole;
use crate::twins::{self, Edges, Rows};
use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The kernels that [`over_patterns`] knows.
pub const PATTERN_KERNELS: &[&str] = &[
    "spmv-gather-pattern",
    "spmv-gather-pattern-fast",
    "spmv-scatter-pattern",
    "spmv-gather-pattern-twin",
    "spmv-scatter-pattern-twin",
];

struct Operands {
    /// Each entry is one.
    rows: Csr<f64>,
    edges: CsrPattern,
    across: Vector<f64>,
    down: Vector<f64>,
}

fn operands(a: &Csr<f64>) -> Result<Operands> {
    let (rows, list) = (a.level().extent(), a.level().child());
    let (cols, ptr, idx) = (list.extent(), list.ptr().clone(), list.idx().clone());
    let edges = SparseList::new(cols, ptr.clone(), idx.clone(), Pattern);
    let ones = vec![1.0; idx.len()];
    Ok(Operands {
        rows: Csr::from_parts(rows, cols, ptr, idx, ones)?,
        edges: Tensor::new(Dense::new(rows, edges))?,
        across: Vector::from((0..cols).map(whole).collect::<Vec<_>>()),
        down: Vector::from((0..rows).map(whole).collect::<Vec<_>>()),
    })
}

/// `y = a x`, where `a` is a condition.
fn gather(y: &mut Vector<f64>, a: &CsrPattern, x: &Vector<f64>) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { if a[j, i] { y[j] += x[i]; } }
    }
    .run()
}

/// `y = a x`, where `a` is a condition and any order of the sums will do.
fn fast_gather(y: &mut Vector<f64>, a: &CsrPattern, x: &Vector<f64>) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { if a[j, i] { y[j] <<FastAdd>>= x[i]; } }
    }
    .run()
}

/// `y = aᵀ x`, where `a` is a condition.
fn scatter(y: &mut Vector<f64>, a: &CsrPattern, x: &Vector<f64>) -> Result<()> {
    finch! {
        y .= 0;
        for j, i { if a[j, i] { y[i] += x[j]; } }
    }
    .run()
}

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather-pattern`, `spmv-scatter-pattern` | `a x` and `aᵀ x` where what `a` stores is true, as conditions; by hand over compressed rows with ones |
/// | `..-fast` | `a x`, where any order of the sums will do, on both sides |
/// | `..-twin` | the same against twins without values |
///
/// # Errors
///
/// `a` is too large.
pub fn over_patterns(kernel: &str, a: &Csr<f64>) -> Result<Option<Case>> {
    let Some(&kernel) = PATTERN_KERNELS.iter().find(|known| **known == kernel) else {
        return Ok(None);
    };
    let hand: fn(&mut Vec<f64>, &Operands) = match kernel {
        "spmv-gather-pattern" => |y, o| twins::gather(y, Rows::of(&o.rows), o.across.values()),
        "spmv-gather-pattern-fast" => |y, o| twins::gather_fast(y, Rows::of(&o.rows), o.across.values()),
        "spmv-scatter-pattern" => |y, o| twins::scatter(y, Rows::of(&o.rows), o.down.values()),
        "spmv-gather-pattern-twin" => |y, o| twins::gather_edges(y, Edges::of(&o.edges), o.across.values()),
        _ => |y, o| twins::scatter_edges(y, Edges::of(&o.edges), o.down.values()),
    };
    let finch: fn(&mut Vector<f64>, &Operands) -> Result<()> = if kernel.contains("fast") {
        |y, o| fast_gather(y, &o.edges, &o.across)
    } else if kernel.contains("gather") {
        |y, o| gather(y, &o.edges, &o.across)
    } else {
        |y, o| scatter(y, &o.edges, &o.down)
    };
    Ok(Some(Case::of_vectors(kernel, operands(a)?, hand, finch)))
}
