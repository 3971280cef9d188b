//! What a file says of itself before its entries.

use super::*;

/// What is known of a file before its entries are read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// How many dimensions there are; 0 if nothing says so, as in a FROSTT file without entries.
    pub order: usize,
    /// The extents, unless it is a FROSTT file, which gives none.
    pub shape: Option<Vec<usize>>,
    /// How many entries the file claims to list, unless it is a FROSTT file. Nothing has that many until they were read.
    pub entries: Option<usize>,
    /// How entries are listed.
    pub format: Format,
    /// The type of the entries, unless it is a FROSTT file, whose entries are numbers.
    pub field: Option<Field>,
    /// Which entries are listed: all, unless it is a file of Matrix Market.
    pub symmetry: Symmetry,
}

impl Header {
    /// Reads the size line of a tensor.
    pub(super) fn of_tensor(line: &[u8], format: Format, field: Field) -> Result<Header> {
        let count = words(line).count();
        let mut words = words(line);
        let order = match format {
            Format::Coordinate => count - 1,
            Format::Array => count,
        };
        let extents = (0..order).map(|axis| number(&mut words, &format!("extent of axis {axis}")));
        let shape: Vec<usize> = extents.collect::<Result<_>>()?;
        let entries = match format {
            Format::Coordinate => number(&mut words, "number of entries")?,
            Format::Array => crate::tensor::full::places(&shape)
                .ok_or_else(|| error!(TooLarge, "an array of extents {shape:?} is too large"))?,
        };
        ensure!(order != 0, else Parse, "the size line gives no extents, only the number of entries");
        Ok(Header {
            order,
            shape: Some(shape),
            entries: Some(entries),
            format,
            field: Some(field),
            symmetry: Symmetry::General,
        })
    }

    /// The header of a FROSTT file whose lines list so many indices.
    pub(super) fn of_frostt(order: usize) -> Header {
        Header {
            order,
            shape: None,
            entries: None,
            format: Format::Coordinate,
            field: None,
            symmetry: Symmetry::General,
        }
    }

    pub(super) fn of_matrix(header: &crate::io::matrix_market::Header) -> Header {
        Header {
            order: 2,
            shape: Some(vec![header.rows, header.cols]),
            entries: Some(header.entries),
            format: header.format,
            field: Some(header.field),
            symmetry: header.symmetry,
        }
    }

    /// Whether values of this type are read from such a file.
    pub(super) fn check<T: FileValue>(&self) -> Result<()> {
        match self.field {
            Some(field) if !T::takes(field) => Err(refused::<T>(field)),
            _ => Ok(()),
        }
    }
}
