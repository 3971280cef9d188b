//! Matrix Market files.
//!
//! ```text
//! %%MatrixMarket matrix coordinate real symmetric     the banner: format, field, symmetry
//! % anything                                          comments, here and below
//! 3 3 2                                               rows, columns, how many entries follow
//! 1 1 2.5                                             row, column (from 1) and value
//! 3 2 -1e3
//! ```
//!
//! | word | read here |
//! |---|---|
//! | format | `coordinate`; `array`, which gives all values column by column, one a line: zeros are dropped |
//! | field | `real`, `integer`, `pattern` (each entry is one) |
//! | symmetry | `general`; `symmetric` and `skew-symmetric`, which give the lower triangle only and are expanded |
//!
//! The reader is strict: whatever it does not understand is an error that names the line. The words of the banner may be
//! in either case. Comments and blank lines may stand anywhere behind the banner, lines end with a line feed that a
//! carriage return may precede, the last one may lack it. Nothing is allocated because a size line says so.

use crate::alias::Csr;
use crate::tensor::Tensor;
use core::fmt;
use core::num::IntErrorKind;
use core::str::FromStr;
use finch_traits::algebra::reducers::Add;
use finch_traits::lifecycle::WriteLevel;
use finch_traits::{Error, ErrorKind, Result};
use std::io::{BufRead, Read};
use typenum::U2;

/// What the entries of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Field {
    /// Floating point numbers.
    Real,
    /// Integers that fit 64 bits.
    Integer,
    /// Places without values.
    Pattern,
}

/// Which entries of a matrix a file names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Symmetry {
    /// All.
    General,
    /// Those on and below the diagonal.
    Symmetric,
    /// Those below the diagonal; the others are their negatives.
    SkewSymmetric,
}

/// How a file lists entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    /// Each with its row and column.
    Coordinate,
    /// Column by column.
    Array,
}

/// What a file says, with symmetric entries expanded.
#[derive(Clone, Debug, PartialEq)]
pub struct Coordinates {
    /// How many rows there are.
    pub rows: usize,
    /// How many columns there are.
    pub cols: usize,
    /// What the entries are.
    pub field: Field,
    /// Which entries the file names.
    pub symmetry: Symmetry,
    /// How many entries the file lists: `entries` are more if they were expanded, and fewer if zeros were dropped.
    pub stored: usize,
    /// Row and column, both from 0, and value, in the order of the file. An entry may be listed several times.
    pub entries: Vec<(usize, usize, f64)>,
}

impl Coordinates {
    /// The matrix, in any nest. Entries that are named several times are summed: in a pattern the sum says how often.
    /// Explicit zeros are kept.
    ///
    /// # Errors
    ///
    /// As for [`Tensor::from_triplets`].
    pub fn to_tensor<L: WriteLevel<T = f64, Rank = U2> + Default>(&self) -> Result<Tensor<L>> {
        let entries = self.entries.iter();
        let entries = entries.map(|&(row, col, value)| ([row, col], value));
        Tensor::from_triplets([self.rows, self.cols], entries, Add)
    }
}

/// The largest number of rows for which [`read_csr`] makes a pointer each.
pub const MAX_ROWS: usize = 1 << 31;

/// Reads a matrix into compressed sparse rows, see [`Coordinates::to_tensor`].
///
/// ```
/// use finch_formats::io::matrix_market::read_csr;
///
/// let file = "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n1 1 4.0\n2 1 0.5\n";
/// let a = read_csr(file.as_bytes())?;
/// assert_eq!(a.to_dense()?, [4.0, 0.5, 0.5, 0.0]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Errors
///
/// As for [`read`]; and if there are more than [`MAX_ROWS`] rows, which [`Coordinates::to_tensor`] can store in a nest
/// without a pointer for each.
pub fn read_csr(reader: impl BufRead) -> Result<Csr<f64>> {
    let coordinates = read(reader)?;
    if coordinates.rows > MAX_ROWS {
        return Err(Error::new(
            ErrorKind::TooLarge,
            format!(
                "a matrix of {} rows has more than the {MAX_ROWS} for which there is a pointer each: \
                 read it into a nest that stores only rows with entries",
                coordinates.rows
            ),
        ));
    }
    coordinates.to_tensor()
}

/// Reads a file.
///
/// ```
/// use finch_formats::io::matrix_market::read;
///
/// let file = read("%%MatrixMarket matrix coordinate pattern general\n2 3 1\n2 3\n".as_bytes())?;
/// assert_eq!((file.rows, file.cols), (2, 3));
/// assert_eq!(file.entries, [(1, 2, 1.0)]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
///
/// # Errors
///
/// A file that is not one of those that [the table](self) names, is malformed, or cannot be read. The message starts
/// with the number of the line.
pub fn read(reader: impl BufRead) -> Result<Coordinates> {
    let mut lines = Lines::new(reader);
    let (format, field, symmetry) = banner(&mut lines)?;
    let (rows, cols, stored) = size(&mut lines, format, symmetry)?;
    let mut entries = Vec::new();
    // Where the next value of an array belongs.
    let mut place = (usize::from(symmetry == Symmetry::SkewSymmetric), 0);
    for read in 0..stored {
        let Some(line) = lines.next_content()? else {
            return Err(lines.error(
                ErrorKind::Parse,
                format!("the file ends after {read} of {stored} entries"),
            ));
        };
        let (row, col, value) = match format {
            Format::Coordinate => entry(&line, field, rows, cols)?,
            Format::Array => {
                let (row, col) = place;
                place = below(place, rows, symmetry);
                let value = array_value(&line, field)?;
                if value == 0.0 {
                    continue;
                }
                (row, col, value)
            }
        };
        check_triangle(&line, symmetry, row, col)?;
        entries.push((row, col, value));
        match symmetry {
            Symmetry::General => {}
            _ if row == col => {}
            Symmetry::Symmetric => entries.push((col, row, value)),
            Symmetry::SkewSymmetric => entries.push((col, row, -value)),
        }
    }
    match lines.next_content()? {
        Some(line) => Err(line.error(
            ErrorKind::Parse,
            format!("the size line promises {stored} entries, and here is another line"),
        )),
        None => Ok(Coordinates {
            rows,
            cols,
            field,
            symmetry,
            stored,
            entries,
        }),
    }
}

/// The place after this one in an array, column by column.
fn below((row, col): (usize, usize), rows: usize, symmetry: Symmetry) -> (usize, usize) {
    if row + 1 < rows {
        return (row + 1, col);
    }
    let first = match symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric => col + 1,
        Symmetry::SkewSymmetric => col + 2,
    };
    (first, col + 1)
}

/// An entry is one that a file of this symmetry gives.
fn check_triangle(line: &Line<'_>, symmetry: Symmetry, row: usize, col: usize) -> Result<()> {
    let complaint = match symmetry {
        Symmetry::Symmetric | Symmetry::SkewSymmetric if row < col => {
            "above the diagonal, where a symmetric file names none"
        }
        Symmetry::SkewSymmetric if row == col => "on the diagonal, where a skew-symmetric file names none",
        _ => return Ok(()),
    };
    Err(line.error(
        ErrorKind::Parse,
        format!("entry {} {} is {complaint}", row + 1, col + 1),
    ))
}

// ---- lines ----

/// The longest line that is read, so that a file without line ends is not read into memory as one.
const MAX_LINE: usize = 1 << 20;

const BANNER: &[u8] = b"%%MatrixMarket";

/// The lines of a file, counted.
struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    number: usize,
}

/// One line, without its end.
struct Line<'a> {
    text: &'a [u8],
    number: usize,
}

#[cold]
fn error_at(number: usize, kind: ErrorKind, message: impl fmt::Display) -> Error {
    Error::new(kind, format!("line {number}: {message}"))
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Self {
        Lines {
            reader,
            buffer: Vec::new(),
            number: 0,
        }
    }

    fn error(&self, kind: ErrorKind, message: impl fmt::Display) -> Error {
        error_at(self.number, kind, message)
    }

    /// Reads the next line into the buffer: false at the end of the file.
    fn advance(&mut self) -> Result<bool> {
        self.buffer.clear();
        self.number += 1;
        let mut limited = (&mut self.reader).take(MAX_LINE as u64);
        let length = match limited.read_until(b'\n', &mut self.buffer) {
            Ok(length) => length,
            Err(error) => return Err(self.error(ErrorKind::Parse, error)),
        };
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        } else if length == MAX_LINE {
            return Err(self.error(ErrorKind::TooLarge, format!("the line is longer than {MAX_LINE} bytes")));
        }
        if self.buffer.last() == Some(&b'\r') {
            self.buffer.pop();
        }
        if self.buffer.contains(&b'\r') {
            return Err(self.error(ErrorKind::Parse, "a carriage return stands without a line feed"));
        }
        Ok(length > 0)
    }

    /// The next line, whatever it holds.
    fn next_any(&mut self) -> Result<Option<Line<'_>>> {
        Ok(self.advance()?.then_some(Line {
            text: &self.buffer,
            number: self.number,
        }))
    }

    /// The next line that is neither blank nor a comment.
    fn next_content(&mut self) -> Result<Option<Line<'_>>> {
        while self.advance()? {
            match self.buffer.iter().find(|&&byte| !is_blank(byte)) {
                None => {}
                Some(b'%') if starts_with_banner(&self.buffer) => {
                    return Err(self.error(ErrorKind::Parse, "a second matrix starts here"));
                }
                Some(b'%') => {}
                Some(_) => {
                    return Ok(Some(Line {
                        text: &self.buffer,
                        number: self.number,
                    }));
                }
            }
        }
        Ok(None)
    }
}

fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

fn starts_with_banner(text: &[u8]) -> bool {
    text.get(..BANNER.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(BANNER))
}

impl Line<'_> {
    fn error(&self, kind: ErrorKind, message: impl fmt::Display) -> Error {
        error_at(self.number, kind, message)
    }

    fn words(&self) -> impl Iterator<Item = &[u8]> {
        self.text.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())
    }

    /// The next word as a number that `what` names.
    fn number<'w, T: Number>(&self, words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<T> {
        let Some(word) = words.next() else {
            return Err(self.error(ErrorKind::Parse, format!("there is no {what}")));
        };
        let parsed = core::str::from_utf8(word).map_or(Err(ErrorKind::Parse), T::parse);
        parsed.map_err(|kind| {
            let complaint = match kind {
                ErrorKind::TooLarge => "is too large for",
                _ => "is not",
            };
            let word = String::from_utf8_lossy(&word[..word.len().min(40)]);
            self.error(kind, format!("`{word}` {complaint} a {what}"))
        })
    }

    /// Nothing else stands on the line.
    fn finish<'w>(&self, words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<()> {
        match words.next() {
            None => Ok(()),
            Some(word) => {
                let word = String::from_utf8_lossy(&word[..word.len().min(40)]);
                Err(self.error(
                    ErrorKind::Parse,
                    format!("`{word}` stands after {what}, where nothing may follow"),
                ))
            }
        }
    }
}

/// A number in a file.
trait Number: Sized {
    fn parse(word: &str) -> Result<Self, ErrorKind>;
}

macro_rules! integers {
    ($($t:ty),*) => { $(
        impl Number for $t {
            fn parse(word: &str) -> Result<Self, ErrorKind> {
                <$t>::from_str(word).map_err(|error| match error.kind() {
                    IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => ErrorKind::TooLarge,
                    _ => ErrorKind::Parse,
                })
            }
        }
    )* };
}

integers!(usize, i64);

impl Number for f64 {
    fn parse(word: &str) -> Result<Self, ErrorKind> {
        f64::from_str(word).map_err(|_| ErrorKind::Parse)
    }
}

// ---- what lines say ----

fn banner<R: BufRead>(lines: &mut Lines<R>) -> Result<(Format, Field, Symmetry)> {
    let Some(line) = lines.next_any()? else {
        return Err(error_at(1, ErrorKind::Parse, "the file is empty"));
    };
    let mut words = line.words();
    if !starts_with_banner(line.text) || words.next().map(<[u8]>::len) != Some(BANNER.len()) {
        return Err(line.error(
            ErrorKind::Parse,
            "a Matrix Market file starts with `%%MatrixMarket`, at once",
        ));
    }
    let mut word = |what: &str, known: &[&str]| match words.next() {
        None => Err(line.error(ErrorKind::Parse, format!("the banner names no {what}"))),
        Some(word) => {
            let found = known
                .iter()
                .position(|known| word.eq_ignore_ascii_case(known.as_bytes()));
            found.ok_or_else(|| {
                let word = String::from_utf8_lossy(&word[..word.len().min(40)]);
                line.error(
                    ErrorKind::Parse,
                    format!(
                        "the {what} `{word}` is none of those that are read: {}",
                        known.join(", ")
                    ),
                )
            })
        }
    };
    word("object", &["matrix"])?;
    let format = [Format::Coordinate, Format::Array][word("format", &["coordinate", "array"])?];
    let field = [Field::Real, Field::Integer, Field::Pattern][word("field", &["real", "integer", "pattern"])?];
    let symmetry = [Symmetry::General, Symmetry::Symmetric, Symmetry::SkewSymmetric]
        [word("symmetry", &["general", "symmetric", "skew-symmetric"])?];
    line.finish(&mut words, "the banner")?;
    if field == Field::Pattern && symmetry == Symmetry::SkewSymmetric {
        return Err(line.error(
            ErrorKind::Parse,
            "a pattern has no values that could be negated: it cannot be skew-symmetric",
        ));
    }
    if field == Field::Pattern && format == Format::Array {
        return Err(line.error(ErrorKind::Parse, "an array lists values, which a pattern has none of"));
    }
    Ok((format, field, symmetry))
}

fn size<R: BufRead>(lines: &mut Lines<R>, format: Format, symmetry: Symmetry) -> Result<(usize, usize, usize)> {
    let Some(line) = lines.next_content()? else {
        return Err(lines.error(ErrorKind::Parse, "the file ends before its size line"));
    };
    let mut words = line.words();
    let rows: usize = line.number(&mut words, "number of rows")?;
    let cols: usize = line.number(&mut words, "number of columns")?;
    let stored = match format {
        Format::Coordinate => Some(line.number(&mut words, "number of entries")?),
        Format::Array => match symmetry {
            Symmetry::General => rows.checked_mul(cols),
            Symmetry::Symmetric => rows.checked_add(1).and_then(|more| triangle(rows, more)),
            Symmetry::SkewSymmetric => triangle(rows.saturating_sub(1), rows),
        },
    };
    line.finish(&mut words, "the size")?;
    let Some(stored) = stored else {
        return Err(line.error(
            ErrorKind::TooLarge,
            format!("an array of {rows} by {cols} values is too large"),
        ));
    };
    if symmetry != Symmetry::General && rows != cols {
        return Err(line.error(
            ErrorKind::Parse,
            format!("a matrix of {rows} by {cols} cannot be symmetric"),
        ));
    }
    Ok((rows, cols, stored))
}

/// Half of the product of two successive numbers.
fn triangle(less: usize, more: usize) -> Option<usize> {
    if less.is_multiple_of(2) {
        (less / 2).checked_mul(more)
    } else {
        less.checked_mul(more / 2)
    }
}

fn array_value(line: &Line<'_>, field: Field) -> Result<f64> {
    let mut words = line.words();
    let value = value(line, &mut words, field)?;
    line.finish(&mut words, "a value")?;
    Ok(value)
}

fn value<'w>(line: &Line<'_>, words: &mut impl Iterator<Item = &'w [u8]>, field: Field) -> Result<f64> {
    Ok(match field {
        Field::Real => line.number(words, "value")?,
        Field::Integer => line.number::<i64>(words, "value of 64 bits")? as f64,
        Field::Pattern => 1.0,
    })
}

fn entry(line: &Line<'_>, field: Field, rows: usize, cols: usize) -> Result<(usize, usize, f64)> {
    let mut words = line.words();
    let row = index(line, &mut words, "row", rows)?;
    let col = index(line, &mut words, "column", cols)?;
    let value = value(line, &mut words, field)?;
    line.finish(&mut words, "an entry")?;
    Ok((row, col, value))
}

/// An index that counts from 1, as one that counts from 0.
fn index<'w>(line: &Line<'_>, words: &mut impl Iterator<Item = &'w [u8]>, what: &str, extent: usize) -> Result<usize> {
    let number: usize = line.number(words, what)?;
    match number.checked_sub(1).filter(|&index| index < extent) {
        Some(index) => Ok(index),
        None => Err(line.error(
            ErrorKind::OutOfBounds,
            format!("{what} {number} is not one of 1 to {extent}"),
        )),
    }
}

#[cfg(test)]
mod tests;
