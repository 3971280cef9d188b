//! What matrices in slices of eight rows have in common, however the entries of a slice are stored.

use super::several::FixedRows;
use crate::imports::*;
use finch_formats::DcsrWithFill;
use typenum::{U8, Unsigned};

/// How many rows a slice has.
pub(super) type Lanes = U8;

/// How many rows a slice has, as a number.
pub(super) const LANES: usize = Lanes::USIZE;

/// There is no memory for the arrays of slices.
pub(super) fn no_memory(error: impl std::fmt::Display) -> Error {
    error!(TooLarge, "there is no memory for the entries in slices: {error}")
}

/// So many rows of eight values each, in this memory.
pub(super) fn rows_of_eight<T: Copy + 'static, F: Fill<T>>(
    rows: usize,
    mut memory: Vec<T>,
) -> Result<FixedRows<T, Lanes, F>> {
    memory
        .try_reserve_exact((LANES * rows).saturating_sub(memory.len()))
        .map_err(no_memory)?;
    memory.resize(LANES * rows, F::value());
    Tensor::new(Dense::new(rows, Dense::fixed(Element::new(memory))))
}

/// The memory of such rows.
pub(super) fn values_of<T: Copy + 'static, F: Fill<T>>(rows: FixedRows<T, Lanes, F>) -> Vec<T> {
    rows.into_level().into_child().into_child().into_val()
}

/// An error unless a matrix of `cols` columns can be multiplied with `x`.
pub(super) fn check_columns<T>(cols: usize, x: &Tensor<impl VectorOf<T>>) -> Result<()> {
    let given = x.extent(0);
    ensure!(given == cols, else Mismatch, "the matrix has {cols} columns, and the vector {given} entries");
    Ok(())
}

/// Adds the products of what no slice holds.
pub(super) fn add_rest<T: Copy + 'static, S: Semiring<T>>(
    y: &mut VectorWithFill<T, S::Zero>,
    rest: &DcsrWithFill<T, S::Zero>,
    x: &Tensor<impl VectorOf<T>>,
) -> Result<()> {
    if rest.count_stored() == 0 {
        return Ok(());
    }
    finch! {
        mut y;
        for j, i { y[j] <<S::plus()>>= map2(S::times(), rest[j, i], x[i]); }
    }
    .run()
}
