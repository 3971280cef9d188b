//! Products of vectors with triangles, symmetric matrices and rows of different lengths, beside twins over the same format
//! and over compressed rows.
//!
//! Values are small whole numbers, so that sums in any order are equal.

use super::Case;
use super::blocks::{Operands, by_rows, race, whole};
use crate::data::Random;
use crate::twins::{self, Half, Lines};
use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The kernels that [`over_halves`] knows.
pub const HALF_KERNELS: &[&str] = &[
    "spmv-gather-lower",
    "spmv-gather-lower-fast",
    "spmv-scatter-lower",
    "spmv-gather-lower-csr",
    "spmv-gather-lower-fast-csr",
    "spmv-scatter-lower-csr",
    "spmv-gather-symmetric",
    "spmv-gather-symmetric-csr",
    "spmv-gather-ragged",
    "spmv-gather-ragged-fast",
    "spmv-scatter-ragged",
    "spmv-gather-ragged-fast-csr",
    "spmv-scatter-ragged-csr",
];

/// A kernel over a matrix with about `stored` entries. Those of [`over_kinds`](super::over_kinds) are known, too. `None` if there
/// is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather-lower`, `spmv-scatter-lower` | `a x` and `aᵀ x` over a packed triangle, by hand and as programs |
/// | `..-fast` | `a x`, where any order of the sums will do |
/// | `..-csr` | the same program against compressed rows by hand, which are summed in the same order |
/// | `spmv-gather-symmetric` | `a x` over both halves, of which one is stored |
/// | `..-ragged` | the same over rows of different lengths |
///
/// # Errors
///
/// `stored` is too large.
pub fn over_halves(kernel: &str, stored: usize) -> Result<Option<Case>> {
    let Some(&kernel) = HALF_KERNELS.iter().find(|known| **known == kernel) else {
        return super::over_kinds(kernel, stored);
    };
    let extent = (2 * stored).isqrt();
    let against_rows = kernel.ends_with("csr");
    Ok(Some(if kernel.contains("lower") {
        let val = (0..extent * (extent + 1) / 2).map(whole).collect();
        let matrix: LowerMatrix<f64> = Tensor::new(Triangular::new(extent, Element::new(val)))?;
        let rows = matrix.convert()?;
        let by_hand = by_hand!(kernel, LowerMatrix, Half, "lower": gather_half, gather_half_fast, scatter_half);
        race(kernel, Operands::new(matrix, rows), by_hand)
    } else if kernel.contains("symmetric") {
        let val = (0..extent * (extent + 1) / 2).map(whole).collect();
        let matrix: SymmetricMatrix<f64> = Tensor::new(Symmetric::new(extent, Element::new(val)))?;
        let rows = matrix.convert()?;
        let by_hand: fn(&mut Vec<f64>, &Operands<SymmetricMatrix<f64>>) = match against_rows {
            true => by_rows(kernel),
            false => |y, o| twins::gather_both_halves(y, Half::of_symmetric(&o.matrix), o.across.values()),
        };
        race(kernel, Operands::new(matrix, rows), by_hand)
    } else {
        let random = &mut Random::default();
        let mut ptr = vec![0];
        for row in 0..extent {
            ptr.push(ptr[row] + random.below(extent + 1))
        }
        let val = (0..ptr[extent]).map(whole).collect();
        let matrix: RaggedMatrix<f64> = Tensor::new(Dense::new(extent, Ragged::new(extent, ptr, Element::new(val))))?;
        let rows = matrix.convert()?;
        let by_hand = by_hand!(kernel, RaggedMatrix, Lines, "ragged": gather_lines, gather_lines_fast, scatter_lines);
        race(kernel, Operands::new(matrix, rows), by_hand)
    }))
}
