//! Reading a file entry by entry.

use super::*;
#[cfg(feature = "parallel")]
use crate::room::no_room;

/// Reads a file as a stream: first its header, then its entries, a block at a time.
///
/// Compressed files are recognised and decompressed. What is in memory at a time is a block of the file, or its longest
/// line, of which there is none beyond 2^20 bytes.
///
/// ```
/// use finch_formats::io::matrix_market::Reader;
///
/// let file = "%%MatrixMarket matrix coordinate integer symmetric\n3 3 2\n1 1 5\n3 1 7\n";
/// let reader = Reader::new(file.as_bytes())?;
/// assert_eq!(reader.header().rows, 3);
/// let mut listed = Vec::new();
/// reader.for_each(|row, col, value: i32| listed.push((row, col, value)))?;
/// assert_eq!(listed, [(0, 0, 5), (2, 0, 7)]);
/// # Ok::<(), finch_formats::Error>(())
/// ```
pub struct Reader<'r> {
    lines: Lines<'r>,
    header: Header,
    /// The line that gives the size.
    size_line: usize,
    /// How many entries were read.
    read: usize,
    /// Where the next value of an array belongs.
    place: (usize, usize),
    /// Lines are read by several threads.
    #[cfg(feature = "parallel")]
    in_pieces: bool,
}

/// Row, column and value.
pub(super) type Entry<T> = (usize, usize, T);

crate::shown!([] Reader<'_> |it| header: it.header, read: it.read);

/// How many entries are handed over at a time.
const BLOCK: usize = 1024;

impl<'r> Reader<'r> {
    /// Starts to read `input`, as far as the size line. Large blocks are read at a time, so `input` needs no buffer of its own.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::Parse`]: the banner or the size line is missing or malformed, or compressed data is damaged.
    /// * [`ErrorKind::TooLarge`]: a number of the size line does not fit, or a line is too long.
    /// * [`ErrorKind::Io`]: the input cannot be read.
    ///
    /// The message starts with the number of the line.
    pub fn new(input: impl Read + 'r) -> Result<Self> {
        Self::of_lines(Lines::new(input, String::new())?)
    }

    /// Opens a file and reads as far as the size line.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), and [`ErrorKind::Io`] if there is no such file. The message starts with the name of the file.
    pub fn open(path: impl AsRef<Path>) -> Result<Reader<'static>> {
        Reader::of_lines(Lines::open(path.as_ref(), None)?)
    }

    fn of_lines(mut lines: Lines<'r>) -> Result<Self> {
        let header = Header::read(&mut lines)?;
        Ok(Self::behind(header, lines))
    }

    /// Reads the entries behind this header.
    pub(in crate::io) fn behind(header: Header, lines: Lines<'r>) -> Self {
        Reader {
            size_line: lines.number(),
            lines,
            header,
            read: 0,
            place: (usize::from(header.symmetry == Symmetry::SkewSymmetric), 0),
            #[cfg(feature = "parallel")]
            in_pieces: false,
        }
    }

    /// Reads the lines of coordinates on the threads of the rayon pool that the caller is in. Entries come in the order of the file, and
    /// an error is that of the first line in which something is wrong. What is in memory at a time is 2^20 bytes of the
    /// file, and the entries in them twice: at most one for each 4 bytes, each of two `usize`s and a value. One thread reads and decompresses
    /// the file. Arrays are read by one thread.
    ///
    /// ```
    /// use finch_formats::io::matrix_market::Reader;
    ///
    /// let file = "%%MatrixMarket matrix coordinate integer general\n3 3 2\n1 1 5\n3 1 7\n";
    /// let mut sum = 0;
    /// Reader::new(file.as_bytes())?.parallel().for_each(|_, _, value: i32| sum += value)?;
    /// assert_eq!(sum, 12);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    #[cfg(feature = "parallel")]
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.read_in_pieces();
        self
    }

    #[cfg(feature = "parallel")]
    pub(super) fn read_in_pieces(&mut self) {
        if self.header.format == Format::Coordinate {
            self.in_pieces = true;
            self.lines.fill_up()
        }
    }

    /// The next entries, read by several threads: as far as nothing is wrong.
    #[cfg(feature = "parallel")]
    fn next_pieces<T: FileValue>(&mut self, block: &mut Vec<Entry<T>>) -> Result<()> {
        let comment = self.lines.comment();
        let found = pieces::read(self.lines.complete()?, &self.header, comment);
        for piece in found {
            let left = self.header.entries - self.read;
            let Some(piece) = piece.filter(|piece| piece.entries.len() <= left) else {
                // The error is found line by line, and nothing is read behind it.
                self.in_pieces = false;
                break;
            };
            if block.try_reserve(piece.entries.len()).is_err() {
                return Err(self.wrong_size(no_room(block.len() + piece.entries.len())));
            }
            block.extend_from_slice(&piece.entries);
            self.lines.skip(piece.bytes, piece.lines);
            self.read += piece.entries.len()
        }
        Ok(())
    }

    /// The header of the file: its format, field and symmetry, and its size.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The error in the size line.
    #[cold]
    pub(in crate::io) fn wrong_size(&self, error: Error) -> Error {
        self.lines.wrong_at(self.size_line, error)
    }

    /// Calls `visit` with row, column and value of each entry that the file lists, in its order, rows and columns from 0. Symmetric entries
    /// are not mirrored; an array lists zeros as well. If this fails, some entries may have been visited. Takes time linear in the file,
    /// and memory for 1024 entries at a time, more on several threads.
    ///
    #[doc = include_str!("errors/entries.md")]
    ///
    /// The message starts with the number of the line.
    pub fn for_each<T: FileValue>(mut self, mut visit: impl FnMut(usize, usize, T)) -> Result<()> {
        let mut block = Vec::new();
        while self.next_block(&mut block)? {
            for &(row, col, value) in &block {
                visit(row, col, value)
            }
        }
        Ok(())
    }

    /// Replaces what is in `block` by the next entries that the file lists: row and column from 0, and value. Returns false if there are no
    /// more, and the file ends as it should. They are 1024 at most, more on several
    /// threads. All blocks together take time linear in the file.
    ///
    #[doc = include_str!("errors/entries.md")]
    ///
    /// The message starts with the number of the line.
    pub fn next_block<T: FileValue>(&mut self, block: &mut Vec<(usize, usize, T)>) -> Result<bool> {
        block.clear();
        if !T::takes(self.header.field) {
            return Err(self.lines.wrong_at(1, refused::<T>(self.header.field)));
        }
        #[cfg(feature = "parallel")]
        if self.in_pieces && self.read < self.header.entries {
            self.next_pieces(block)?
        }
        while block.len() < BLOCK && self.read < self.header.entries {
            let most = (BLOCK - block.len()).min(self.header.entries - self.read);
            let text = self.lines.complete()?;
            let length = text.len();
            if length == 0 {
                return Err(self.lines.too_few(self.read, self.header.entries));
            }
            let before = block.len();
            let used = match self.header.format {
                Format::Coordinate => coordinates(text, &self.header, most, block),
                Format::Array => values(text, &self.header, &mut self.place, most, block),
            };
            let entries = block.len() - before;
            self.lines.skip(used, entries);
            self.read += entries;
            if entries < most && used < length {
                block.push(self.odd_line()?);
                self.read += 1
            }
        }
        if block.is_empty() {
            self.lines.finish(self.header.entries)?
        }
        Ok(!block.is_empty())
    }

    /// The entry of the next line that has one.
    #[cold]
    fn odd_line<T: FileValue>(&mut self) -> Result<(usize, usize, T)> {
        let header = &self.header;
        let Some(line) = self.lines.next_content()? else {
            return Err(self.lines.too_few(self.read, header.entries));
        };
        let entry = match header.format {
            Format::Coordinate => careful::coordinate_line(line, header),
            Format::Array => careful::array_line(line, header.field).map(|value| {
                let (row, col) = self.place;
                self.place = below(self.place, header);
                (row, col, value)
            }),
        };
        let listed = entry.and_then(|(row, col, value)| match is_listed(header, row, col, value) {
            true => Ok((row, col, value)),
            false => Err(careful::unlisted(header, row, col, value)),
        });
        listed.map_err(|error| self.lines.wrong(error))
    }
}

/// Whether a file of this symmetry lists such an entry.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_listed<T: FileValue>(header: &Header, row: usize, col: usize, value: T) -> bool {
    match header.symmetry {
        Symmetry::General => true,
        Symmetry::Symmetric => row >= col,
        Symmetry::SkewSymmetric => row > col && value.negative().is_some(),
        Symmetry::Hermitian => row > col || (row == col && value.is_real()),
    }
}

/// The place after this one in an array, column by column.
#[cfg_attr(not(debug_assertions), inline(always))]
fn below((row, col): (usize, usize), header: &Header) -> (usize, usize) {
    if row + 1 < header.rows {
        return (row + 1, col);
    }
    let first = match header.symmetry {
        Symmetry::General => 0,
        Symmetry::Symmetric | Symmetry::Hermitian => col + 1,
        Symmetry::SkewSymmetric => col + 2,
    };
    (first, col + 1)
}

/// Appends the entries of up to `most` usual lines to `block`: how many bytes these lines are.
pub(super) fn coordinates<T: FileValue>(text: &[u8], header: &Header, most: usize, block: &mut Vec<Entry<T>>) -> usize {
    let header = *header;
    // Asked once, and not by a table of jumps for each entry.
    let lists_all = header.symmetry == Symmetry::General;
    let mut at = 0;
    for _ in 0..most {
        let Some((row, col, value, next)) = scan::coordinate_line(header.field, text, at) else {
            break;
        };
        let (row, col) = (row.wrapping_sub(1) as usize, col.wrapping_sub(1) as usize);
        let is_inside = row < header.rows && col < header.cols;
        if !is_inside || !(lists_all || is_listed(&header, row, col, value)) {
            break;
        }
        block.push((row, col, value));
        at = next
    }
    at
}

/// Appends the values of up to `most` usual lines of an array to `block`, at `place` and the places after it: how many bytes
/// these lines are.
fn values<T: FileValue>(
    text: &[u8],
    header: &Header,
    place: &mut (usize, usize),
    most: usize,
    block: &mut Vec<(usize, usize, T)>,
) -> usize {
    let header = *header;
    let mut at = 0;
    for _ in 0..most {
        let (row, col) = *place;
        let Some((value, next)) = scan::array_line(header.field, text, at) else {
            break;
        };
        if !is_listed(&header, row, col, value) {
            break;
        }
        block.push((row, col, value));
        *place = below(*place, &header);
        at = next
    }
    at
}
