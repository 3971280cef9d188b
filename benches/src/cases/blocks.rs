//! Products of vectors with matrices of blocks and bands, beside twins over the same format and over compressed rows.
//!
//! Values are small whole numbers, so that sums in any order are equal.

use super::Case;
use crate::twins::{self, Bands, Blocks, Rows};
use finch_kernels::MatrixOf;
use finch_kernels::Result;
use finch_kernels::prelude::*;

/// The kernels that [`over_blocks`] knows.
pub const BLOCK_KERNELS: &[&str] = &[
    "spmv-gather-blocks",
    "spmv-gather-blocks-fast",
    "spmv-scatter-blocks",
    "spmv-gather-blocks-csr",
    "spmv-gather-blocks-fast-csr",
    "spmv-scatter-blocks-csr",
    "spmv-gather-bands",
    "spmv-gather-bands-fast",
    "spmv-scatter-bands",
    "spmv-gather-bands-csr",
    "spmv-gather-bands-fast-csr",
    "spmv-scatter-bands-csr",
];

/// `a x` where any order of the sums will do.
pub(super) fn fast_gather(y: &mut Vector<f64>, a: &Tensor<impl MatrixOf<f64>>, x: &Vector<f64>) -> Result<()> {
    indices!(j, i);
    program()
        .declare(y)
        .body(|(y,)| {
            let product = a.at((j, i)) * x.at((i,));
            forall(j, forall(i, y.at((j,)).reduce(FastAdd, product)))
        })
        .run()
}

/// A matrix, the same in compressed rows, and vectors that it is multiplied with.
pub(super) struct Operands<M> {
    rows: Csr<f64>,
    pub(super) matrix: M,
    pub(super) across: Vector<f64>,
    pub(super) down: Vector<f64>,
}

impl<M> Operands<M> {
    /// `matrix`, which holds what `rows` does, with vectors of whole numbers.
    pub(super) fn new(matrix: M, rows: Csr<f64>) -> Self {
        let numbers = |len: usize| Vector::from((0..len).map(whole).collect::<Vec<_>>());
        Operands {
            matrix,
            across: numbers(rows.level().child().extent()),
            down: numbers(rows.level().extent()),
            rows,
        }
    }
}

/// A small whole number.
pub(super) fn whole(index: usize) -> f64 {
    (1 + index % 7) as f64
}

/// `a` in another format, with whole numbers for values.
pub(super) fn operands<M>(a: &Csr<f64>, convert: fn(&Csr<f64>) -> Result<M>) -> Result<Operands<M>> {
    let (rows, list) = (a.level().extent(), a.level().child());
    let rows = Tensor::<Dense<SparseList<Element<f64>>>>::from_parts(
        rows,
        list.extent(),
        list.ptr().clone(),
        list.idx().clone(),
        (0..list.idx().len()).map(whole).collect(),
    )?;
    Ok(Operands::new(convert(&rows)?, rows))
}

/// The twin over compressed rows.
pub(super) fn by_rows<M>(kernel: &str) -> fn(&mut Vec<f64>, &Operands<M>) {
    match kernel {
        _ if kernel.contains("scatter") => |y, o| twins::scatter(y, Rows::of(&o.rows), o.down.values()),
        _ if kernel.contains("fast") => |y, o| twins::gather_fast(y, Rows::of(&o.rows), o.across.values()),
        _ => |y, o| twins::gather(y, Rows::of(&o.rows), o.across.values()),
    }
}

/// The program beside a twin.
pub(super) fn race<L: MatrixOf<f64>>(
    kernel: &'static str,
    operands: Operands<Tensor<L>>,
    by_hand: fn(&mut Vec<f64>, &Operands<Tensor<L>>),
) -> Case
where
    Tensor<L>: 'static,
{
    let as_program: fn(&mut Vector<f64>, &Operands<Tensor<L>>) -> Result<()> = match kernel {
        _ if kernel.contains("scatter") => |y, o| spmv::spmv_transposed_into(y, &o.matrix, &o.down),
        _ if kernel.contains("fast") => |y, o| fast_gather(y, &o.matrix, &o.across),
        _ => |y, o| spmv::spmv_into(y, &o.matrix, &o.across),
    };
    Case::of_vectors(kernel, operands, by_hand, as_program)
}

/// A kernel over `a`. `None` if there is no kernel of that name.
///
/// | kernel | computes |
/// |---|---|
/// | `spmv-gather-blocks`, `spmv-scatter-blocks` | `a x` and `aᵀ x` over blocks, by hand and as programs |
/// | `..-fast` | `a x`, where any order of the sums will do |
/// | `..-csr` | the same program against compressed rows by hand, which are summed in the same order: into four lanes if it is `..-fast-csr` |
/// | `..-bands` | the same over rows that are stored from their first entry to their last |
///
/// # Errors
///
/// `a` is too large.
pub fn over_blocks(kernel: &str, a: &Csr<f64>) -> Result<Option<Case>> {
    let Some(&kernel) = BLOCK_KERNELS.iter().find(|known| **known == kernel) else {
        return super::over_dicts(kernel, a);
    };
    Ok(Some(if kernel.contains("bands") {
        let by_hand = by_hand!(kernel, BandMatrix, Bands, "bands": gather_bands, gather_bands_fast, scatter_bands);
        race(kernel, operands(a, BandMatrix::from_tensor)?, by_hand)
    } else {
        let by_hand = by_hand!(kernel, BlockCsr, Blocks, "blocks": gather_blocks, gather_blocks_fast, scatter_blocks);
        race(kernel, operands(a, BlockCsr::from_tensor)?, by_hand)
    }))
}
