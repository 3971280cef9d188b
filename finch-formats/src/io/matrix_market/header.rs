//! What a file says of itself before its entries.

use super::*;

/// How a file lists entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each with its row and column.
    #[default]
    Coordinate,
    /// All values, column by column.
    Array,
}

/// The type of the entries of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Floating point numbers.
    Real,
    /// Integers of 64 bits with a sign.
    Integer,
    /// Integers of 64 bits without a sign: an extension of some writers, `unsigned-integer`.
    Unsigned,
    /// Pairs of floating point numbers.
    Complex,
    /// Places without values.
    Pattern,
}

/// Which entries of a matrix a file names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// All.
    #[default]
    General,
    /// Those on and below the diagonal; the others mirror them.
    Symmetric,
    /// Those below the diagonal; the others are their negatives.
    SkewSymmetric,
    /// Those on and below the diagonal; the others are their conjugates.
    Hermitian,
}

impl Symmetry {
    /// The value on the other side of the diagonal of an entry that a [`Reader`] has read.
    pub fn mirrored<T: FileValue>(self, value: T) -> T {
        match self {
            // The reader has seen to it that there is one.
            Symmetry::SkewSymmetric => value.negative().unwrap_or(value),
            Symmetry::Hermitian => value.conjugate(),
            Symmetry::General | Symmetry::Symmetric => value,
        }
    }
}

/// The header of a file: what its banner and its size line say.
///
/// It is displayed as the first line and the size line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// How entries are listed.
    pub format: Format,
    /// The type of the entries.
    pub field: Field,
    /// Which of the entries are listed.
    pub symmetry: Symmetry,
    /// How many rows there are.
    pub rows: usize,
    /// How many columns there are.
    pub cols: usize,
    /// How many entries the file claims to list: in an array, those that its symmetry asks for. Nothing has that many
    /// until they were read.
    pub entries: usize,
}

/// Words of the banner and what they stand for.
pub(in crate::io) type Words<T> = &'static [(&'static str, T)];

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::io) enum Object {
    Matrix,
    /// Of any number of dimensions: an extension of TACO, see [`tensor_market`](crate::io::tensor_market).
    Tensor,
}

/// What files of matrices hold.
const MATRICES: Words<Object> = &[("matrix", Object::Matrix)];

/// What files of tensors hold.
pub(in crate::io) const TENSORS: Words<Object> = &[("matrix", Object::Matrix), ("tensor", Object::Tensor)];

const FORMATS: Words<Format> = &[("coordinate", Format::Coordinate), ("array", Format::Array)];

const FIELDS: Words<Field> = &[
    ("real", Field::Real),
    ("integer", Field::Integer),
    ("complex", Field::Complex),
    ("pattern", Field::Pattern),
    ("unsigned-integer", Field::Unsigned),
];

const SYMMETRIES: Words<Symmetry> = &[
    ("general", Symmetry::General),
    ("symmetric", Symmetry::Symmetric),
    ("skew-symmetric", Symmetry::SkewSymmetric),
    ("hermitian", Symmetry::Hermitian),
];

macro_rules! displayed {
    ($($t:ident: $words:ident;)*) => { $(
        /// As in a file.
        impl fmt::Display for $t {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let word = $words.iter().find(|(_, meaning)| meaning == self);
                f.pad(word.map_or("", |(word, _)| word))
            }
        }
    )* };
}

displayed! {
    Format: FORMATS;
    Field: FIELDS;
    Symmetry: SYMMETRIES;
}

pub(super) const BANNER: &[u8] = b"%%MatrixMarket";

/// Whether a line starts like the first one of a file.
pub(in crate::io) fn starts_with_banner(text: &[u8]) -> bool {
    let start = text.get(..BANNER.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(BANNER))
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.banner())?;
        writeln!(f, "{}", self.size())
    }
}

impl Header {
    pub(super) fn banner(&self) -> String {
        format!("%%MatrixMarket matrix {} {} {}", self.format, self.field, self.symmetry)
    }

    pub(super) fn size(&self) -> String {
        match self.format {
            Format::Coordinate => format!("{} {} {}", self.rows, self.cols, self.entries),
            Format::Array => format!("{} {}", self.rows, self.cols),
        }
    }

    /// Reads the first line, comments, and the size line.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Header> {
        let banner = banner(lines, MATRICES)?;
        Self::behind(banner, lines)
    }

    /// Reads comments and the size line behind the banner of a matrix.
    pub(in crate::io) fn behind(banner: Banner, lines: &mut Lines<'_>) -> Result<Header> {
        let Some(line) = lines.next_content()? else {
            let error = error!(Parse, "the file ends before its size line");
            return Err(lines.wrong_at(lines.number() + 1, error));
        };
        size(line, banner).map_err(|error| lines.wrong(error))
    }

    /// Why no file has this format, field and symmetry together, if so.
    pub(super) fn contradiction(format: Format, field: Field, symmetry: Symmetry) -> Option<&'static str> {
        match (format, field, symmetry) {
            (_, Field::Pattern, Symmetry::SkewSymmetric) => {
                Some("a pattern has no values that could be negated: it cannot be skew-symmetric")
            }
            (_, Field::Unsigned, Symmetry::SkewSymmetric) => {
                Some("numbers without a sign cannot be negated: they cannot be skew-symmetric")
            }
            (Format::Array, Field::Pattern, _) => Some("an array lists values, which a pattern has none of"),
            (_, Field::Complex, Symmetry::Hermitian) => None,
            (_, _, Symmetry::Hermitian) => Some("only complex numbers have conjugates: others cannot be hermitian"),
            _ => None,
        }
    }

    /// How many values an array of this shape lists.
    pub(in crate::io) fn array_entries(rows: usize, cols: usize, symmetry: Symmetry) -> Option<usize> {
        match symmetry {
            Symmetry::General => rows.checked_mul(cols),
            Symmetry::Symmetric | Symmetry::Hermitian => rows.checked_add(1).and_then(|more| triangle(rows, more)),
            Symmetry::SkewSymmetric => triangle(rows.saturating_sub(1), rows),
        }
    }
}

/// Half of the product of two successive numbers.
fn triangle(less: usize, more: usize) -> Option<usize> {
    if less.is_multiple_of(2) {
        (less / 2).checked_mul(more)
    } else {
        less.checked_mul(more / 2)
    }
}

/// What the first line of a file says.
#[derive(Clone, Copy)]
pub(in crate::io) struct Banner {
    pub(in crate::io) object: Object,
    pub(in crate::io) format: Format,
    pub(in crate::io) field: Field,
    pub(in crate::io) symmetry: Symmetry,
}

/// Reads the first line of a file that holds one of these objects.
pub(in crate::io) fn banner(lines: &mut Lines<'_>, objects: Words<Object>) -> Result<Banner> {
    let Some(mut line) = lines.next_any()? else {
        return Err(lines.wrong_at(1, error!(Parse, "the file is empty")));
    };
    if let Some(rest) = line.strip_prefix(b"\xef\xbb\xbf") {
        line = rest;
    }
    let parsed = if let [0xff, 0xfe, ..] | [0xfe, 0xff, ..] = line {
        Err(error!(
            Parse,
            "this is text in UTF-16; a Matrix Market file is one of single bytes"
        ))
    } else if !starts_with_banner(line) || words(line).next().map(<[u8]>::len) != Some(BANNER.len()) {
        Err(error!(
            Parse,
            "a Matrix Market file starts with `%%MatrixMarket`, at once"
        ))
    } else {
        banner_words(line, objects)
    };
    parsed.map_err(|error| lines.wrong(error))
}

fn banner_words(line: &[u8], objects: Words<Object>) -> Result<Banner> {
    let mut words = words(line).skip(1);
    let object = meaning(words.next(), "object", objects)?;
    let format = meaning(words.next(), "format", FORMATS)?;
    let field = meaning(words.next(), "field", FIELDS)?;
    let symmetry = meaning(words.next(), "symmetry", SYMMETRIES)?;
    finish(&mut words, "the banner")?;
    match Header::contradiction(format, field, symmetry) {
        Some(complaint) => Err(error!(Parse, "{complaint}")),
        None => Ok(Banner {
            object,
            format,
            field,
            symmetry,
        }),
    }
}

fn meaning<T: Copy>(word: Option<&[u8]>, what: &str, known: Words<T>) -> Result<T> {
    let word = word.ok_or_else(|| error!(Parse, "the banner names no {what}"))?;
    let found = known
        .iter()
        .find(|(known, _)| word.eq_ignore_ascii_case(known.as_bytes()));
    found.map(|&(_, meaning)| meaning).ok_or_else(|| {
        let known: Vec<&str> = known.iter().map(|&(word, _)| word).collect();
        error!(
            Parse,
            "the {what} `{}` is none of those that are read: {}",
            shown(word),
            known.join(", ")
        )
    })
}

fn size(line: &[u8], banner: Banner) -> Result<Header> {
    let Banner {
        format,
        field,
        symmetry,
        ..
    } = banner;
    let mut words = words(line);
    let rows = number(&mut words, "number of rows")?;
    let cols = number(&mut words, "number of columns")?;
    let entries = match format {
        Format::Coordinate => Some(number(&mut words, "number of entries")?),
        Format::Array => Header::array_entries(rows, cols, symmetry),
    };
    finish(&mut words, "the size")?;
    ensure!(let Some(entries) = entries, else TooLarge, "an array of {rows} by {cols} values is too large");
    ensure!(symmetry == Symmetry::General || rows == cols, else Parse,
        "a matrix of {rows} by {cols} cannot be {symmetry}");
    Ok(Header {
        format,
        field,
        symmetry,
        rows,
        cols,
        entries,
    })
}
