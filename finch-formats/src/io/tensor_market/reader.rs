//! Reading a file entry by entry.

use super::*;
use crate::io::matrix_market::entries::expand;
use crate::io::matrix_market::header::{Banner, Object, TENSORS, banner, starts_with_banner};
use crate::io::matrix_market::{Header as MatrixHeader, Reader as MatrixReader};
use crate::io::watched::Told;

/// Reads a file as a stream: first its header, then its entries.
///
/// Compressed files are recognised and decompressed. What is in memory at a time is a block of the file, or its longest line, of
/// which there is none beyond 2^20 bytes.
///
/// ```
/// use finch_formats::io::tensor_market::Reader;
///
/// let reader = Reader::new("1 1 3 2\n2 1 1 4\n".as_bytes())?;
/// assert_eq!(reader.header().order, 3);
/// let mut listed = Vec::new();
/// reader.for_each(|index, value: i32| listed.push((index.to_vec(), value)))?;
/// assert_eq!(listed, [(vec![0, 0, 2], 2), (vec![1, 0, 0], 4)]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
pub struct Reader<'r> {
    header: Header,
    source: Source<'r>,
}

enum Source<'r> {
    Matrix(MatrixReader<'r>),
    Tensor(Entries<'r>),
}

/// The entries of a tensor.
struct Entries<'r> {
    lines: Lines<'r>,
    /// The line that gives the size.
    size_line: Option<usize>,
    /// The first line of a FROSTT file, which says how many dimensions there are.
    first: Option<Vec<u8>>,
    /// How many entries were read.
    read: usize,
}

crate::shown!([] Reader<'_> |it| header: it.header);

impl<'r> Reader<'r> {
    /// Starts to read `input`, as far as the size line, or the first line of a FROSTT file. Large blocks are read at a time, so
    /// `input` needs no buffer of its own.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::Parse`]: the banner or the size line is malformed, or compressed data is damaged.
    /// * [`ErrorKind::TooLarge`]: a number of the size line does not fit, or a line is too long.
    /// * [`ErrorKind::Io`]: the input cannot be read.
    ///
    /// The message starts with the number of the line.
    pub fn new(input: impl Read + 'r) -> Result<Self> {
        Self::of_lines(Lines::new(input, String::new())?)
    }

    /// Opens a file and reads as far as the size line, or the first line of a FROSTT file. A file whose name ends in `.ttx` or `.mtx`,
    /// before `.gz`, has a banner.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new); [`ErrorKind::Parse`] if the banner is missing, and [`ErrorKind::Io`] if there is no such file. The message
    /// starts with the name of the file.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<'static>> {
        Reader::told(path.as_ref(), None)
    }

    /// `open`, of which `listener` is told.
    pub(in crate::io) fn told(path: &Path, listener: Told<'r>) -> Result<Self> {
        let reader = Reader::of_lines(Lines::open(path, listener)?)?;
        if reader.header.field.is_none() && Dialect::of(path) != Dialect::Frostt {
            let error = error!(Parse, "a file of this name starts with `%%MatrixMarket`, at once");
            return Err(reader.wrong_size(error));
        }
        Ok(reader)
    }

    fn of_lines(mut lines: Lines<'r>) -> Result<Self> {
        const MARK: &[u8] = b"\xef\xbb\xbf";
        let start = lines.complete()?;
        let text = start.strip_prefix(MARK).unwrap_or(start);
        if starts_with_banner(text) {
            return Self::of_banner(lines);
        }
        let mark = start.len() - text.len();
        lines.skip(mark, 0);
        lines.set_comment(b'#');
        let first = lines.next_content()?.map(<[u8]>::to_vec);
        let line = first.as_deref().unwrap_or_default();
        let order = words(line).count().saturating_sub(1);
        if order == 0 && first.is_some() {
            let error = error!(Parse, "a line without blanks has no indices, or no value");
            return Err(lines.wrong(error));
        }
        if words(line).any(|word| word.starts_with(b"#")) {
            let error = error!(Parse, "a comment stands behind an entry, and not on a line of its own");
            return Err(lines.wrong(error));
        }
        Ok(Reader {
            header: Header::of_frostt(order),
            source: Source::Tensor(Entries {
                lines,
                size_line: None,
                first,
                read: 0,
            }),
        })
    }

    fn of_banner(mut lines: Lines<'r>) -> Result<Self> {
        let banner = banner(&mut lines, TENSORS)?;
        let Banner {
            object,
            format,
            field,
            symmetry,
        } = banner;
        if object == Object::Matrix {
            let header = MatrixHeader::behind(banner, &mut lines)?;
            return Ok(Reader {
                header: Header::of_matrix(&header),
                source: Source::Matrix(MatrixReader::behind(header, lines)),
            });
        }
        if symmetry != Symmetry::General {
            let error = error!(
                Parse,
                "what `{symmetry}` means of a tensor is not defined: only `general` is read"
            );
            return Err(lines.wrong(error));
        }
        let Some(line) = lines.next_content()? else {
            let error = error!(Parse, "the file ends before its size line");
            return Err(lines.wrong_at(lines.number() + 1, error));
        };
        let header = Header::of_tensor(line, format, field).map_err(|error| lines.wrong(error))?;
        Ok(Reader {
            header,
            source: Source::Tensor(Entries {
                size_line: Some(lines.number()),
                lines,
                first: None,
                read: 0,
            }),
        })
    }

    /// The reader of Matrix Market files, if the banner says that it is a matrix; this one otherwise.
    pub(in crate::io) fn into_matrix(self) -> core::result::Result<MatrixReader<'r>, Box<Self>> {
        match self.source {
            Source::Matrix(reader) => Ok(reader),
            source => Err(Box::new(Reader { source, ..self })),
        }
    }

    /// What is known of the file before its entries are read.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The error in the size line, or in the file as a whole.
    #[cold]
    pub(super) fn wrong_size(&self, error: Error) -> Error {
        match &self.source {
            Source::Matrix(reader) => reader.wrong_size(error),
            Source::Tensor(entries) => match entries.size_line {
                Some(line) => entries.lines.wrong_at(line, error),
                None => entries.lines.wrong_file(error),
            },
        }
    }

    /// Calls `visit` with the indices and the value of each entry that the file lists, in its order, indices from 0. Symmetric entries of a
    /// matrix are mirrored; an array lists zeros as well. If this fails, some entries may have been visited. Takes time linear in the file,
    /// and memory for some entries at a time.
    ///
    /// # Errors
    ///
    /// * [`Mismatch`](crate::ErrorKind::Mismatch): values of this type are not read from entries of the file's field.
    /// * [`Parse`](crate::ErrorKind::Parse): an entry is malformed, or there are fewer or more entries than the size line claims.
    /// * [`OutOfBounds`](crate::ErrorKind::OutOfBounds): an entry lies outside of the tensor.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): a value does not fit its type, or a line is too long.
    /// * [`Io`](crate::ErrorKind::Io): the input cannot be read.
    ///
    /// The message starts with the number of the line.
    pub fn for_each<T: FileValue>(mut self, mut visit: impl FnMut(&[usize], T)) -> Result<()> {
        self.visit(|index, value| {
            visit(index, value);
            Ok(())
        })
    }

    /// Calls `visit` with each entry until it fails.
    pub(super) fn visit<T: FileValue>(&mut self, mut visit: impl FnMut(&[usize], T) -> Result<()>) -> Result<()> {
        match &mut self.source {
            Source::Matrix(reader) => {
                let symmetry = reader.header().symmetry;
                let (mut block, mut visited) = (Vec::new(), Ok(()));
                while visited.is_ok() && reader.next_block(&mut block)? {
                    expand(&block, symmetry, |row, col, value| {
                        if visited.is_ok() {
                            visited = visit(&[row, col], value)
                        }
                    })
                }
                visited.map_err(|error| reader.wrong_size(error))
            }
            Source::Tensor(entries) => {
                let checked = self.header.check::<T>();
                checked.map_err(|error| entries.lines.wrong_at(1, error))?;
                let mut index = vec![0; self.header.order];
                match self.header.format {
                    Format::Coordinate => {
                        while let Some(value) = entries.coordinates(&self.header, &mut index)? {
                            visit(&index, value).map_err(|error| entries.lines.wrong(error))?
                        }
                    }
                    Format::Array => {
                        while let Some(value) = entries.value(&self.header)? {
                            visit(&index, value).map_err(|error| entries.lines.wrong(error))?;
                            next_place(&mut index, self.header.shape.as_deref().unwrap_or_default())
                        }
                    }
                }
                Ok(())
            }
        }
    }
}

/// The place after `index` in an array, the first index changing fastest.
fn next_place(index: &mut [usize], shape: &[usize]) {
    for (index, &extent) in index.iter_mut().zip(shape) {
        *index += 1;
        if *index < extent {
            return;
        }
        *index = 0
    }
}

/// The field that usual lines of FROSTT are read as.
fn usual<T: FileValue>(header: &Header) -> Field {
    header.field.unwrap_or(match T::FIELD {
        Field::Real | Field::Complex => Field::Real,
        _ => Field::Integer,
    })
}

impl Entries<'_> {
    /// Replaces `index` by the indices of the next entry, and returns its value: nothing at the end of the file.
    #[inline]
    fn coordinates<T: FileValue>(&mut self, header: &Header, index: &mut [usize]) -> Result<Option<T>> {
        if header.entries == Some(self.read) {
            return self.lines.finish(self.read).map(|()| None);
        }
        let shape = header.shape.as_deref();
        if self.first.is_none() {
            let text = self.lines.complete()?;
            if let Some((value, used)) = coordinate_line(usual::<T>(header), text, shape, index) {
                self.lines.skip(used, 1);
                self.read += 1;
                return Ok(Some(value));
            }
        }
        self.odd_line(header, |line| careful_line(line, header, index))
    }

    /// The next value of an array.
    #[inline]
    fn value<T: FileValue>(&mut self, header: &Header) -> Result<Option<T>> {
        if header.entries == Some(self.read) {
            return self.lines.finish(self.read).map(|()| None);
        }
        let field = usual::<T>(header);
        let text = self.lines.complete()?;
        if let Some((value, used)) = scan::array_line(field, text, 0) {
            self.lines.skip(used, 1);
            self.read += 1;
            return Ok(Some(value));
        }
        self.odd_line(header, |line| careful::array_line(line, field))
    }

    /// What `parse` makes of the next line that has an entry.
    #[cold]
    fn odd_line<T>(&mut self, header: &Header, parse: impl FnOnce(&[u8]) -> Result<T>) -> Result<Option<T>> {
        let first = self.first.take();
        let parsed = match &first {
            Some(line) => parse(line),
            None => match self.lines.next_content()? {
                Some(line) => parse(line),
                None => {
                    let too_few = header.entries.map(|entries| self.lines.too_few(self.read, entries));
                    return too_few.map_or(Ok(None), Err);
                }
            },
        };
        self.read += 1;
        parsed.map(Some).map_err(|error| self.lines.wrong(error))
    }
}

/// A usual line at the start of `text`: its value, and where it ends. The indices, from 0, go to `index`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn coordinate_line<T: FileValue>(
    field: Field,
    text: &[u8],
    shape: Option<&[usize]>,
    index: &mut [usize],
) -> Option<(T, usize)> {
    let mut at = scan::blanks(text, 0);
    for (axis, index) in index.iter_mut().enumerate() {
        if axis > 0 {
            at = scan::gap(text, at)?
        }
        let (number, end) = scan::natural(text, at)?;
        *index = (number as usize).checked_sub(1)?;
        if shape.is_some_and(|shape| *index >= shape[axis]) {
            return None;
        }
        at = end
    }
    if field != Field::Pattern {
        at = scan::gap(text, at)?
    }
    let (value, at) = scan::value(field, text, at)?;
    Some((value, scan::line_end(text, at)?))
}

/// A line that is not the usual thing, or of which an error says what is wrong.
fn careful_line<T: FileValue>(line: &[u8], header: &Header, index: &mut [usize]) -> Result<T> {
    let mut words = words(line);
    for (axis, index) in index.iter_mut().enumerate() {
        let count = number(&mut words, "coordinate")?;
        let extent = header.shape.as_ref().map_or(isize::MAX as usize, |shape| shape[axis]);
        ensure!((1..=extent).contains(&count), else OutOfBounds,
            "coordinate {count} along axis {axis} is not one of 1 to {extent}");
        *index = count - 1
    }
    let mut words = words.peekable();
    let field = match (usual::<T>(header), words.peek()) {
        // Without a field, integers of both signs are as large as any.
        (Field::Integer, Some(word)) if header.field.is_none() && word.first() != Some(&b'-') => Field::Unsigned,
        (field, _) => field,
    };
    let value = careful::value(&mut words, field)?;
    finish(&mut words, "an entry")?;
    Ok(value)
}
