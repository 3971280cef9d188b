//! Arrays: a header, which is a dictionary of Python, and values.

use super::dtype::Dtype;
use super::*;
use crate::room::{make_room, room};

const MAGIC: &[u8] = b"\x93NUMPY";

/// The longest header that is read: those of NumPy have some 100 bytes.
const MAX_HEADER: usize = 1 << 14;

/// An array: its values in C order.
pub(in crate::io) struct Array<T> {
    pub(in crate::io) shape: Vec<usize>,
    pub(in crate::io) val: Vec<T>,
}

/// What stands in front of the values.
pub(in crate::io) struct Header {
    pub(in crate::io) dtype: Dtype,
    /// The first index changes fastest.
    fortran: bool,
    shape: Vec<usize>,
}

/// How many bytes of values are read at a time: a multiple of the size of all.
const BLOCK: usize = 1 << 13;

/// Reads an array, behind which there is nothing.
pub(in crate::io) fn read<T: FileValue>(mut input: impl Read, budget: &mut Budget) -> Result<Array<T>> {
    let header = head(&mut input)?;
    values(header, input, budget)
}

/// Reads the values behind a header, behind which there is nothing.
pub(in crate::io) fn values<T: FileValue>(
    header: Header,
    mut input: impl Read,
    budget: &mut Budget,
) -> Result<Array<T>> {
    let Header { dtype, fortran, shape } = header;
    let cells = shape
        .iter()
        .try_fold(1_usize, |cells, &extent| cells.checked_mul(extent));
    let bytes = cells.and_then(|cells| Some((cells, cells.checked_mul(dtype.size())?)));
    let (cells, length) = bytes.ok_or_else(|| error!(TooLarge, "an array of shape {shape:?} is too large"))?;
    // Where the room grows or the order changes, the old values are there beside the new ones.
    budget.charge(cells, 2 * size_of::<T>(), "values")?;
    let (mut val, mut block) = (Vec::new(), [0; BLOCK]);
    while val.len() < cells {
        let count = (cells - val.len()).min(BLOCK / dtype.size());
        let block = &mut block[..count * dtype.size()];
        let found = fill(&mut input, block)?;
        ensure!(found >= block.len(), else Parse,
            "the array ends after {} of {length} bytes of values", val.len() * dtype.size() + found);
        // Room grows with what comes, not with what is claimed.
        if val.capacity() - val.len() < count {
            let more = val.len().clamp(count, cells - val.len());
            make_room(&mut val, more)?
        }
        dtype.append(block, &mut val)?
    }
    ended(&mut input)?;
    let val = match fortran && shape.len() > 1 {
        true => c_order(&shape, 0..shape.len(), val)?,
        false => val,
    };
    Ok(Array { shape, val })
}

/// What the values of an array are, where truth values are a pattern, and its shape.
pub(in crate::io) fn facts(mut input: impl Read) -> Result<(Field, Vec<usize>)> {
    let Header { dtype, shape, .. } = head(&mut input)?;
    let field = match dtype.is_truth() {
        true => Field::Pattern,
        false => dtype.field()?,
    };
    Ok((field, shape))
}

/// Reads a text: an array of one. Room grows with what comes.
pub(in crate::io) fn read_text(mut input: impl Read) -> Result<Vec<u8>> {
    let Header { dtype, shape, .. } = head(&mut input)?;
    ensure!(dtype.is_text() && shape.is_empty(), else Parse, "there is no text where one should be");
    let mut bytes = Vec::new();
    let found = input.by_ref().take(dtype.size() as u64).read_to_end(&mut bytes);
    ensure!(found.map_err(unreadable)? >= dtype.size(), else Parse,
        "the text ends after {} of {} bytes", bytes.len(), dtype.size());
    ended(&mut input)?;
    dtype.text(bytes)
}

/// Reads what is in front of the values.
pub(in crate::io) fn head(input: &mut impl Read) -> Result<Header> {
    let mut start = [0; 8];
    exact(input, &mut start)?;
    ensure!(start.starts_with(MAGIC), else Parse, "an array starts with `\\x93NUMPY`");
    let length = match start[6] {
        1 => {
            let mut length = [0; 2];
            exact(input, &mut length)?;
            usize::from(u16::from_le_bytes(length))
        }
        2 | 3 => {
            let mut length = [0; 4];
            exact(input, &mut length)?;
            u32::from_le_bytes(length) as usize
        }
        version => return Err(error!(Parse, "version {version} of npy is not read, only 1, 2 and 3")),
    };
    ensure!(length <= MAX_HEADER, else TooLarge, "a header of {length} bytes is longer than {MAX_HEADER}");
    let mut text = vec![0; length];
    exact(input, &mut text)?;
    parse(&text)
}

/// Reads as many bytes as there are, up to the length of `bytes`: how many.
fn fill(input: &mut impl Read, bytes: &mut [u8]) -> Result<usize> {
    let mut found = 0;
    while found < bytes.len() {
        match input.read(&mut bytes[found..]) {
            Ok(0) => break,
            Ok(more) => found += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    }
    Ok(found)
}

/// Nothing stands behind an array.
fn ended(input: &mut impl Read) -> Result<()> {
    match fill(input, &mut [0])? {
        0 => Ok(()),
        _ => Err(error!(Parse, "something stands behind the array")),
    }
}

fn exact(input: &mut impl Read, bytes: &mut [u8]) -> Result<()> {
    input.read_exact(bytes).map_err(unreadable)
}

#[cold]
pub(in crate::io) fn unreadable(error: std::io::Error) -> Error {
    use std::io::ErrorKind::{InvalidData, InvalidInput, OutOfMemory, UnexpectedEof};
    match error.kind() {
        OutOfMemory => error!(TooLarge, "there is not enough memory for the file"),
        InvalidData | InvalidInput | UnexpectedEof => Error::caused_by(
            ErrorKind::Parse,
            format!("the file is damaged or cut off: {error}"),
            error,
        ),
        _ => Error::caused_by(ErrorKind::Io, format!("the file cannot be read: {error}"), error),
    }
}

/// Values in C order. `axes` are those of the order that they are in, the one whose index changes fastest first.
pub(in crate::io) fn c_order<T: Copy>(
    shape: &[usize],
    axes: impl IntoIterator<Item = usize>,
    val: Vec<T>,
) -> Result<Vec<T>> {
    // Of no values, extents may be too large to multiply.
    if val.is_empty() {
        return Ok(val);
    }
    let (mut index, mut stride) = (vec![0; shape.len()], vec![0; shape.len()]);
    let mut cells = 1;
    for axis in axes {
        stride[axis] = cells;
        cells *= shape[axis]
    }
    let mut place = 0;
    let mut sorted = room(val.len())?;
    for _ in 0..val.len() {
        sorted.push(val[place]);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            place += stride[axis];
            if index[axis] < shape[axis] {
                break;
            }
            place -= stride[axis] * shape[axis];
            index[axis] = 0
        }
    }
    Ok(sorted)
}

/// Parses a dictionary with the keys `descr`, `fortran_order` and `shape`.
fn parse(text: &[u8]) -> Result<Header> {
    let text = core::str::from_utf8(text).map_err(|_| error!(Parse, "the header is not text"))?;
    let (mut dtype, mut fortran, mut shape) = (None, None, None);
    let mut words = Words(text);
    words.expect("{")?;
    while !words.take("}") {
        let key = words.text()?;
        words.expect(":")?;
        match key {
            "descr" => {
                ensure!(!words.rest().starts_with('['), else Parse, "types of several fields are not read");
                dtype = Some(Dtype::parse(words.text()?)?)
            }
            "fortran_order" => fortran = Some(words.truth()?),
            "shape" => shape = Some(words.tuple()?),
            _ => return Err(error!(Parse, "the header has a key `{}`", key.escape_debug())),
        }
        if !words.take(",") {
            words.expect("}")?;
            break;
        }
    }
    ensure!(let (Some(dtype), Some(fortran), Some(shape), "") = (dtype, fortran, shape, words.rest()), else Parse,
        "a header has the keys `descr`, `fortran_order` and `shape`, and nothing else");
    Ok(Header { dtype, fortran, shape })
}

/// What is left of a header.
struct Words<'t>(&'t str);

impl<'t> Words<'t> {
    fn rest(&mut self) -> &'t str {
        self.0 = self.0.trim_start();
        self.0
    }

    fn take(&mut self, word: &str) -> bool {
        let rest = self.rest().strip_prefix(word);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn wrong(&mut self, wanted: &str) -> Error {
        let shown: String = self.rest().chars().take(20).collect();
        error!(Parse, "the header has no {wanted} at `{}`", shown.escape_debug())
    }

    fn expect(&mut self, word: &str) -> Result<()> {
        match self.take(word) {
            true => Ok(()),
            false => Err(self.wrong(&format!("`{word}`"))),
        }
    }

    fn text(&mut self) -> Result<&'t str> {
        let quoted = ['\'', '"'].into_iter().find_map(|quote| {
            let rest = self.rest().strip_prefix(quote)?;
            rest.split_once(quote)
        });
        let (text, rest) = quoted.ok_or_else(|| self.wrong("text"))?;
        self.0 = rest;
        Ok(text)
    }

    fn truth(&mut self) -> Result<bool> {
        match () {
            () if self.take("True") => Ok(true),
            () if self.take("False") => Ok(false),
            () => Err(self.wrong("`True` or `False`")),
        }
    }

    fn tuple(&mut self) -> Result<Vec<usize>> {
        let mut numbers = Vec::new();
        self.expect("(")?;
        while !self.take(")") {
            let rest = self.rest();
            let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
            if digits == 0 {
                return Err(self.wrong("extent"));
            }
            let number = rest[..digits].parse();
            numbers.push(number.map_err(|_| error!(TooLarge, "extent {} is too large", &rest[..digits]))?);
            self.0 = &rest[digits..];
            // As Python 2 wrote it.
            self.take("L");
            if !self.take(",") {
                self.expect(")")?;
                break;
            }
        }
        Ok(numbers)
    }
}

/// Refuses values of a type that NumPy has no name for.
pub(in crate::io) fn is_named<T: FileValue>() -> Result<()> {
    ensure!(!T::DTYPE.is_empty(), else Mismatch,
        "NumPy has no values of type {}: write a tensor of `f32`, which holds them all: `b[j, i] = a[j, i] as f32`", T::NAME);
    Ok(())
}

/// The bytes of an array of values in C order, of a type that has a name.
pub(in crate::io) fn bytes<T: FileValue>(shape: &[usize], val: &[T]) -> Vec<u8> {
    bytes_as(T::DTYPE, shape, val)
}

/// The bytes of an array of another type, whose values are made of the same bytes: of pairs, as of single numbers.
pub(in crate::io) fn bytes_as<T: FileValue>(dtype: &str, shape: &[usize], val: &[T]) -> Vec<u8> {
    let mut bytes = header(dtype, shape);
    bytes.reserve_exact(size_of_val(val));
    for &value in val {
        value.put(&mut bytes)
    }
    bytes
}

/// The bytes of a text.
pub(in crate::io) fn text_bytes(text: &str) -> Vec<u8> {
    let mut bytes = header(&format!("|S{}", text.len()), &[]);
    bytes.extend(text.bytes());
    bytes
}

fn header(dtype: &str, shape: &[usize]) -> Vec<u8> {
    let extents: String = shape.iter().map(|extent| format!("{extent}, ")).collect();
    // One extent needs its comma.
    let extents = if shape.len() == 1 {
        extents.trim_end()
    } else {
        extents.trim_end_matches(", ")
    };
    let mut text = format!("{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({extents}), }}");
    let length = MAGIC.len() + 4 + text.len() + 1;
    text.extend(core::iter::repeat_n(' ', length.next_multiple_of(64) - length));
    text.push('\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    // Shapes have at most eight extents.
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.bytes());
    bytes
}
