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
//! | word | read and written |
//! |---|---|
//! | format | `coordinate`; `array`, which gives all values column by column, one a line |
//! | field | `real`, `integer`, `complex` (two numbers), `pattern` (no value); `unsigned-integer` |
//! | symmetry | `general`; `symmetric`, `skew-symmetric` and `hermitian`, which give the lower triangle only and are expanded |
//!
//! [`read`] reads a matrix into any nest and [`write`](fn@write) writes it;
//! [`Tensor::read_matrix_market`](crate::Tensor::read_matrix_market) and
//! [`Tensor::write_matrix_market`](crate::Tensor::write_matrix_market) do so with files. [`Options`] and [`WriteOptions`]
//! say how, [`Reader`] streams entries. With the feature `parallel` both have `parallel()`, by which several threads read the lines of one
//! file. The fields that can be read into a type of values are those of [`FileValue`].
//!
//! # What is read
//!
//! The reader is strict: whatever it does not understand is an error that names the line. Where files differ in what they
//! mean, it does this:
//!
//! | in a file | here |
//! |---|---|
//! | several entries at one place | are added, truth values or-ed: read into numbers, a pattern says how often. [`Options::read_with`] takes another reducer |
//! | more entries than there are places | the same |
//! | zeros among coordinates | are stored |
//! | zeros in an array | are not, in a sparse nest whose fill is zero |
//! | an entry above the diagonal of a symmetric file, or both of a pair | is refused |
//! | a diagonal entry of a skew-symmetric file, zero or not | is refused; so is one of a hermitian file that is not real |
//! | `nan`, `inf`, `infinity`, in either case, with a sign | are read |
//! | a number beyond the range of the type | is refused, never infinite; one that is too small for it is rounded |
//! | an integer that does not fit the type, or a sum of several at one place | is refused; one for a floating point type is rounded to the nearest |
//! | the exponent letter `D` of Fortran | is read as `E` |
//! | comments and blank lines, indented ones too, among entries | are skipped |
//! | an entry on two lines, two on one, text behind one | is refused |
//! | several values of an array on one line | are refused |
//! | words of the banner in either case, its first one too | are read |
//! | a further word in the banner, or one `%` where there should be two | is refused |
//! | the field `unsigned-integer` | is read as integers up to 2^64 - 1 |
//! | a byte order mark | is skipped if it is that of UTF-8 |
//! | line ends | are line feeds, which a carriage return may precede; the last one may be missing. Others are refused |
//! | a line of more than 2^20 bytes | is refused |
//! | compressed data (gzip), of one member or several | is recognised by how it starts, whatever the name of the file |
//! | anything behind the last member, a missing or wrong check sum | is refused |
//! | a last value that is cut off | cannot be told from a shorter one |
//!
//! # Cost
//!
//! Reading takes time linear in the file and in what the nest stores. Entries are distributed over rows, which are sorted if one of
//! them does not ascend. Where there are fewer entries than a quarter of the rows, or 2^32 rows or columns, all entries are sorted by
//! comparing them. They are in memory as a list, two `u32`s and a value each, or two `usize`s from 2^32 rows or columns on. What was
//! distributed is moved into a [`Csr`](crate::Csr), and copied into other nests. [`WriteOptions`] says what writing takes.
//!
//! # What is believed
//!
//! Memory grows with the entries that were read, not with those that a size line claims. Extents are another matter:
//! [`Csr`](crate::Csr) needs a pointer for each row. A nest that has room for each row takes up to [`MAX_ROWS`], and no
//! more than a thousand for each entry beyond the first million; one with room for each cell takes up to [`MAX_CELLS`],
//! or eight for each entry. [`Options`] set other limits. Beyond them a file is read into a nest that stores only rows
//! with entries: [`Dcsr`](crate::Dcsr) and [`Coo`](crate::Coo) up to 2^32 rows and columns, and
//! [`WideDcsr`](crate::WideDcsr) up to 2^63.

pub(in crate::io) mod careful;
pub(in crate::io) mod entries;
mod files;
mod fraction;
pub(in crate::io) mod header;
pub(in crate::io) mod lines;
pub(in crate::io) mod options;
#[cfg(feature = "parallel")]
mod pieces;
mod reader;
pub(in crate::io) mod scan;
pub(in crate::io) mod value;
pub(in crate::io) mod write_options;

use crate::imports::*;
use entries::Sorted;
use finch_traits::__settings as settings;
use header::starts_with_banner;
use lines::{Lines, finish, is_blank, next, number, shown, words};
use std::io::{Read, Write};
use std::path::Path;
use value::refused;

pub use files::{read, write};
pub use header::{Field, Format, Header, Symmetry};
pub use options::{MAX_CELLS, MAX_ROWS, Options};
pub use reader::Reader;
pub use value::FileValue;
pub use write_options::WriteOptions;
