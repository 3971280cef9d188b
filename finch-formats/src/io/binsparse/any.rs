//! Tensors in the format that the file has.

use super::*;
use crate::any::{AnyMatrix, AnyVector};
use crate::io::any::fills_half;
use crate::io::matrix_market::options::{FREE_ROWS, ROWS_PER_ENTRY};
use crate::io::watched::Told;
use finch_traits::algebra::number::Number;

/// What the values of a tensor are.
pub(in crate::io) fn field_of(options: Options, path: &Path) -> Result<Field> {
    options.opened(path, None, |_, descriptor| Ok(descriptor.data_type("values")?.field()))
}

/// Reads a matrix into the format that is most like its own.
pub(in crate::io) fn read_matrix<T: Number + FileValue>(
    options: Options,
    path: &Path,
    listener: Told<'_>,
) -> Result<AnyMatrix<T>> {
    let cells = options.max_cells;
    options.opened(path, listener, |source, descriptor| {
        let stored = descriptor.stored;
        let rows = descriptor.shape.first().copied().unwrap_or(0);
        let is_full = descriptor.layout.is_full();
        if descriptor.structure.is_symmetric() && (is_full || fills_half(rows, stored)) {
            return reader::read(source, descriptor, cells).map(AnyMatrix::FullSymmetric);
        }
        match descriptor.layout.levels[..] {
            _ if is_full => reader::read(source, descriptor, cells).map(AnyMatrix::Full),
            [LevelDesc::Sparse(2)] => reader::read(source, descriptor, cells).map(AnyMatrix::Coo),
            [LevelDesc::Dense(_), ..] if rows <= FREE_ROWS.max(stored.saturating_mul(ROWS_PER_ENTRY)) => {
                reader::read(source, descriptor, cells).map(AnyMatrix::Csr)
            }
            _ => reader::read(source, descriptor, cells).map(AnyMatrix::Dcsr),
        }
    })
}

/// Reads a vector into the format that is most like its own.
pub(in crate::io) fn read_vector<T: Number + FileValue>(
    options: Options,
    path: &Path,
    listener: Told<'_>,
) -> Result<AnyVector<T>> {
    let cells = options.max_cells;
    options.opened(path, listener, |source, descriptor| match descriptor.layout.is_full() {
        true => reader::read(source, descriptor, cells).map(AnyVector::Full),
        false => reader::read(source, descriptor, cells).map(AnyVector::Sparse),
    })
}
