//! Writing files.

use super::*;
use crate::io::check_fill;
use crate::io::files::{replace_by, unwritten};

/// How much is written at a time.
const BLOCK: usize = 1 << 16;

/// How a file is written: by default, coordinates of all entries that are stored, sorted by rows, in the field that their type suggests.
/// Writing takes time linear in the entries, or in all places of an array. With a symmetry, those beside the diagonal are sorted. It takes
/// memory for a list of all, two `usize`s and a value each, and with a symmetry for another one.
///
/// ```
/// use finch_formats::io::matrix_market::{Symmetry, WriteOptions};
/// use finch_formats::prelude::*;
///
/// let a = Csr::<f64>::from_triplets([2, 2], [([0, 0], 4.0), ([0, 1], 0.5), ([1, 0], 0.5)], Add)?;
/// let mut file = Vec::new();
/// let options = WriteOptions::default().symmetry(Symmetry::Symmetric).comment("two rows");
/// options.write(&a, &mut file)?;
/// let wanted = "%%MatrixMarket matrix coordinate real symmetric\n% two rows\n2 2 2\n1 1 4.0\n2 1 0.5\n";
/// assert_eq!(file, wanted.as_bytes());
/// # Ok::<(), finch_formats::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    format: Format,
    field: Option<Field>,
    symmetry: Symmetry,
    comment: String,
    any_fill: bool,
}

impl WriteOptions {
    settings! {
        /// Sets how entries are listed: by default as coordinates. An array lists the value at every place, stored or not; when it is read into a sparse
        /// nest, zeros are left out.
        format(format: Format) = format;

        /// Sets the field that entries are written as: by default that of their type. All of them must fit it: a pattern consists of ones only.
        field(field: Field) = Some(field);

        /// Sets which entries are listed, by default all. The others must mirror them, and be stored where those are stored.
        symmetry(symmetry: Symmetry) = symmetry;

        /// Sets a comment: lines below the first one, which readers skip.
        comment(comment: impl Into<String>) = comment.into();

        /// Sets whether coordinates are written of a matrix whose fill is not zero, as that of infinite lengths in a graph: by default it is refused. The file
        /// does not say what the fill is: it is that of the nest which the file is read into.
        any_fill(allowed: bool) = allowed;
    }

    /// Writes `matrix` to a file, compressed if its name ends in `.gz`. A file of that name is replaced when the new one is complete.
    /// [`WriteOptions`] says what it takes.
    ///
    #[doc = include_str!("errors/write.md")]
    ///
    /// The message starts with the name of the file. If there is an error, no file is made or overwritten.
    pub fn create<L: Level<T: FileValue, Rank = U2>>(&self, matrix: &Tensor<L>, path: impl AsRef<Path>) -> Result<()> {
        let path = path.as_ref();
        // What cannot be written is found out before a file is made.
        let entries = self.entries(matrix).map_err(|error| error.context(path.display()))?;
        replace_by(path, None, &mut |file| self.write_entries(&entries, file))
    }

    /// Writes `matrix` to `output`, by these options. Large blocks are written at a time, so `output` needs no buffer of its own.
    /// [`WriteOptions`] says what it takes.
    ///
    #[doc = include_str!("errors/write.md")]
    pub fn write<L: Level<T: FileValue, Rank = U2>>(&self, matrix: &Tensor<L>, output: impl Write) -> Result<()> {
        self.write_entries(&self.entries(matrix)?, output)
    }

    /// The entries that are listed, all of the field, in their order.
    fn entries<L: Level<T: FileValue, Rank = U2>>(&self, matrix: &Tensor<L>) -> Result<Entries<L::T>> {
        let shape = matrix.shape();
        let (rows, cols) = (shape[0], shape[1]);
        let symmetry = self.symmetry;
        ensure!(symmetry == Symmetry::General || rows == cols, else Mismatch,
            "a matrix of {rows} by {cols} is not {symmetry}");
        let mut entries = match self.format {
            Format::Coordinate => {
                if !self.any_fill {
                    check_fill::<L>("coordinates", "write `Format::Array`, or set `any_fill`")?
                }
                let (mut entries, mut fits) = (Vec::new(), true);
                matrix.for_each(|index, value| {
                    // Runs list more entries than there is memory for.
                    fits = fits && (entries.len() < entries.capacity() || entries.try_reserve(1).is_ok());
                    if fits {
                        entries.push((index[0], index[1], value))
                    }
                });
                if !fits {
                    return Err(too_large(rows, cols));
                }
                entries
            }
            Format::Array => {
                let values = matrix.to_dense()?;
                let mut entries = Vec::new();
                let room = entries.try_reserve_exact(values.len());
                room.map_err(|_| too_large(rows, cols))?;
                // Without rows there may be more columns than anybody can count.
                let cols = if rows == 0 { 0 } else { cols };
                let places = (0..cols).flat_map(|col| (0..rows).map(move |row| (row, col)));
                entries.extend(places.map(|(row, col)| (row, col, values[row * cols + col])));
                entries
            }
        };
        let field = self.field.unwrap_or_else(|| usual(self.format, &entries));
        ensure!(!let Some(complaint) = Header::contradiction(self.format, field, symmetry), else Mismatch,
            "{complaint}");
        ensure!(!let Some((row, col, value)) = entries.iter().find(|entry| !is_of(field, entry.2)), else Mismatch,
            "entry {row} {col} is {value:?}, which cannot be written as `{field}`");
        if symmetry != Symmetry::General {
            check_symmetry(&entries, symmetry)?;
            entries.retain(|&(row, col, _)| row > col || (row == col && symmetry != Symmetry::SkewSymmetric))
        }
        let header = Header {
            format: self.format,
            field,
            symmetry,
            rows,
            cols,
            entries: entries.len(),
        };
        Ok(Entries { header, entries })
    }

    fn write_entries<T: FileValue>(
        &self,
        Entries { header, entries }: &Entries<T>,
        mut output: impl Write,
    ) -> Result<()> {
        let mut text = Vec::with_capacity(BLOCK);
        text.extend(header.banner().bytes());
        text.push(b'\n');
        for line in self.comment.split(['\r', '\n']) {
            if !self.comment.is_empty() {
                text.extend(b"% ");
                text.extend(line.bytes());
                text.push(b'\n')
            }
        }
        text.extend(header.size().bytes());
        text.push(b'\n');
        for &(row, col, value) in entries {
            if header.format == Format::Coordinate {
                natural(&mut text, row + 1);
                text.push(b' ');
                natural(&mut text, col + 1)
            }
            if header.field != Field::Pattern {
                if header.format == Format::Coordinate {
                    text.push(b' ')
                }
                show(&mut text, header.field, value)
            }
            text.push(b'\n');
            if text.len() > BLOCK - 256 {
                output.write_all(&text).map_err(unwritten)?;
                text.clear()
            }
        }
        let written = output.write_all(&text).and_then(|()| output.flush());
        written.map_err(unwritten)
    }
}

/// What a file lists.
struct Entries<T> {
    header: Header,
    entries: Vec<(usize, usize, T)>,
}

#[cold]
fn too_large(rows: usize, cols: usize) -> Error {
    error!(
        TooLarge,
        "there is no memory for the entries of a matrix of {rows} by {cols}"
    )
}

/// The field that entries are written as if nobody says otherwise.
fn usual<T: FileValue>(format: Format, entries: &[(usize, usize, T)]) -> Field {
    let are = |field| entries.iter().all(|entry| is_of(field, entry.2));
    match T::FIELD {
        Field::Pattern if format == Format::Array || !are(Field::Pattern) => Field::Integer,
        Field::Integer if !are(Field::Integer) => Field::Unsigned,
        field => field,
    }
}

/// Whether a value can be written as one of this field, without loss.
pub(in crate::io) fn is_of<T: FileValue>(field: Field, value: T) -> bool {
    match field {
        Field::Complex => true,
        Field::Real => value.is_real(),
        Field::Integer => value.to_integer().is_some_and(|number| i64::try_from(number).is_ok()),
        Field::Unsigned => value.to_integer().is_some_and(|number| u64::try_from(number).is_ok()),
        Field::Pattern => value.to_integer() == Some(1),
    }
}

/// The entries that are not listed mirror those that are.
fn check_symmetry<T: FileValue>(entries: &[(usize, usize, T)], symmetry: Symmetry) -> Result<()> {
    let mirrored = |value: T| match symmetry {
        Symmetry::SkewSymmetric => value.negative(),
        Symmetry::Hermitian => Some(value.conjugate()),
        _ => Some(value),
    };
    let mut below = Vec::new();
    let mut above = Vec::new();
    for &(row, col, value) in entries {
        match row.cmp(&col) {
            core::cmp::Ordering::Greater => below.push((row, col, value)),
            core::cmp::Ordering::Less => above.push((col, row, value)),
            core::cmp::Ordering::Equal => {
                let allowed = match symmetry {
                    Symmetry::SkewSymmetric => value.to_integer() == Some(0),
                    Symmetry::Hermitian => value.is_real(),
                    _ => true,
                };
                if !allowed {
                    return Err(asymmetric(symmetry, (row, col)));
                }
            }
        }
    }
    below.sort_unstable_by_key(|&(row, col, _)| (row, col));
    above.sort_unstable_by_key(|&(row, col, _)| (row, col));
    for (number, &(row, col, value)) in below.iter().enumerate() {
        let pair = above.get(number);
        let mirrors = pair.is_some_and(|&(other_row, other_col, other)| {
            (other_row, other_col) == (row, col)
                && mirrored(value).is_some_and(|value| value == other || value.same(other))
        });
        if !mirrors {
            let place = pair.map_or((row, col), |&(other_row, other_col, _)| {
                (row, col).min((other_row, other_col))
            });
            return Err(asymmetric(symmetry, place));
        }
    }
    match above.get(below.len()) {
        None => Ok(()),
        Some(&(row, col, _)) => Err(asymmetric(symmetry, (row, col))),
    }
}

#[cold]
fn asymmetric(symmetry: Symmetry, (row, col): (usize, usize)) -> Error {
    if row == col {
        return error!(
            Mismatch,
            "the matrix is not {symmetry}: see the entry at row {row}, on the diagonal"
        );
    }
    error!(
        Mismatch,
        "the matrix is not {symmetry}: see the entries at row {row}, column {col}, and at row {col}, column {row}"
    )
}

/// Appends a number.
pub(in crate::io) fn natural(text: &mut Vec<u8>, number: usize) {
    // Writing to memory does not fail.
    let _ = write!(text, "{number}");
}

/// Appends a value that is of the field.
pub(in crate::io) fn show<T: FileValue>(text: &mut Vec<u8>, field: Field, value: T) {
    match field {
        Field::Integer | Field::Unsigned => {
            if let Some(number) = value.to_integer() {
                let _ = write!(text, "{number}");
            }
        }
        Field::Complex if T::FIELD != Field::Complex => {
            value.show(text);
            text.extend(b" 0")
        }
        Field::Real if T::FIELD == Field::Complex => {
            let start = text.len();
            value.show(text);
            // The imaginary part is zero, and not written.
            if let Some(blank) = text[start..].iter().position(|&byte| byte == b' ') {
                text.truncate(start + blank)
            }
        }
        _ => value.show(text),
    }
}
