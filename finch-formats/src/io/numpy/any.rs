//! What a file is, before it is read.

use super::*;
use crate::any::AnyMatrix;
use finch_traits::algebra::number::Number;
use zip::Archive;

/// What the values of an array are.
pub(in crate::io) fn field_of_npy(input: impl Read) -> Result<Field> {
    Ok(npy::facts(input)?.0)
}

/// What the values of a sparse matrix are.
pub(in crate::io) fn field_of_npz(options: Options, input: impl Read) -> Result<Field> {
    options.archive(input, |mut archive| Ok(data(&mut archive)?.0))
}

/// What the values of a sparse matrix are, and how many there are along each axis.
fn data(archive: &mut Archive<'_>) -> Result<(Field, Vec<usize>)> {
    let found = archive.read("data", |mut file, _| {
        let facts = npy::facts(&mut file)?;
        // The check sum is that of the whole member.
        std::io::copy(&mut file, &mut std::io::sink()).map_err(npy::unreadable)?;
        Ok(facts)
    })?;
    found.ok_or_else(|| error!(Parse, "there is no member data.npy"))
}

/// Reads a sparse matrix into the format that is like its layout: `csr` and `csc` into `Csr`, `coo` into `Coo`, `bsr` into square blocks of
/// two to four or else stretches, `dia` into `Csr`.
pub(in crate::io) fn read_any<T: FileValue + Number>(options: Options, input: impl Read) -> Result<AnyMatrix<T>> {
    let cells = options.max_cells;
    options.archive(input, |mut archive| {
        let format = archive.read("format", |file, _| npy::read_text(file))?;
        let size = match format.as_deref() {
            Some(b"bsr") => data(&mut archive)?.1,
            Some(b"coo") => return sparse::read(archive, cells).map(AnyMatrix::Coo),
            _ => return sparse::read(archive, cells).map(AnyMatrix::Csr),
        };
        match size[..] {
            [_, 2, 2] => sparse::read(archive, cells).map(AnyMatrix::Blocks2),
            [_, 3, 3] => sparse::read(archive, cells).map(AnyMatrix::Blocks3),
            [_, 4, 4] => sparse::read(archive, cells).map(AnyMatrix::Blocks4),
            _ => sparse::read(archive, cells).map(AnyMatrix::Stretches),
        }
    })
}
