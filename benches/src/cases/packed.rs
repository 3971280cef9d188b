//! Products of vectors with matrices of blocks of fixed size, of pairs, of given lengths, and of runs and literals, beside
//! twins over the same format.

use super::Case;
use super::blocks::{Operands, operands, race};
use crate::twins::{self, FixedBlocks, PairRows, Segments};
use finch_kernels::Result;
use finch_kernels::formats::sparse_blocks::Size;
use finch_kernels::prelude::*;
use typenum::{U2, U4};

/// The kernels that [`over_packed`] knows.
pub const PACKED_KERNELS: &[&str] = &[
    "spmv-gather-bcsr-2",
    "spmv-scatter-bcsr-2",
    "spmv-gather-bcsr-4",
    "spmv-scatter-bcsr-4",
    "spmv-gather-pairs",
    "spmv-scatter-pairs",
    "spmv-gather-segments",
];

/// What is multiplied in blocks of `R` by `R`: `a`, with extents that are multiples of that.
fn in_blocks<R: Size>(a: &Csr<f64>) -> Result<Operands<Bcsr<f64, R, R>>> {
    let (rows, list) = (a.level().extent(), a.level().child());
    let (more, cols) = (
        rows.next_multiple_of(R::USIZE),
        list.extent().next_multiple_of(R::USIZE),
    );
    let mut ptr = list.ptr()[..=rows].to_vec();
    ptr.resize(more + 1, ptr[rows]);
    let padded = Csr::from_parts(more, cols, ptr, list.idx().clone(), list.child().val().clone())?;
    operands(&padded, Bcsr::from_tensor)
}

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather-..`, `spmv-scatter-..` | `a x` and `aᵀ x`, by hand and as programs |
/// | `..-bcsr-2`, `..-bcsr-4` | over blocks of 2 by 2 and of 4 by 4 |
/// | `..-pairs` | over rows of pairs |
/// | `..-segments` | over rows of runs and literals |
///
/// # Errors
///
/// `a` is too large.
pub fn over_packed(kernel: &str, a: &Csr<f64>) -> Result<Option<Case>> {
    let Some(&kernel) = PACKED_KERNELS.iter().find(|known| **known == kernel) else {
        return Ok(None);
    };
    Ok(Some(match kernel {
        "spmv-gather-bcsr-2" => race(kernel, in_blocks::<U2>(a)?, |y, o| {
            twins::gather_fixed(y, FixedBlocks::<2, 2>::of(&o.matrix), o.across.values())
        }),
        "spmv-scatter-bcsr-2" => race(kernel, in_blocks::<U2>(a)?, |y, o| {
            twins::scatter_fixed(y, FixedBlocks::<2, 2>::of(&o.matrix), o.down.values())
        }),
        "spmv-gather-bcsr-4" => race(kernel, in_blocks::<U4>(a)?, |y, o| {
            twins::gather_fixed(y, FixedBlocks::<4, 4>::of(&o.matrix), o.across.values())
        }),
        "spmv-scatter-bcsr-4" => race(kernel, in_blocks::<U4>(a)?, |y, o| {
            twins::scatter_fixed(y, FixedBlocks::<4, 4>::of(&o.matrix), o.down.values())
        }),
        "spmv-gather-pairs" => race(kernel, operands(a, PackedCsr::from_tensor)?, |y, o| {
            twins::gather_pairs(y, PairRows::of(&o.matrix), o.across.values())
        }),
        "spmv-scatter-pairs" => race(kernel, operands(a, PackedCsr::from_tensor)?, |y, o| {
            twins::scatter_pairs(y, PairRows::of(&o.matrix), o.down.values())
        }),
        _ => race(kernel, operands(a, PackBitsMatrix::from_tensor)?, |y, o| {
            twins::gather_segments(y, Segments::of(&o.matrix), o.across.values())
        }),
    }))
}
