//! The lines of a file, which is read in blocks.

use super::*;
use crate::io::watched::Told;
use std::io::Read;

/// How much is read at a time.
const BLOCK: usize = 1 << 16;

/// The longest line that is read, so that a file without line ends is not read into memory as one.
pub(in crate::io) const MAX_LINE: usize = 1 << 20;

/// The lines of a file.
///
/// ```text
/// buffer  | read already | complete lines ..\n | start of a line | free |
///                        at                    end               filled
/// ```
pub(in crate::io) struct Lines<'r> {
    input: Box<dyn Read + 'r>,
    /// What messages start with.
    name: String,
    /// How a line of comments starts.
    comment: u8,
    compressed: bool,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    filled: usize,
    /// How many lines there are before `at`.
    number: usize,
    /// There is nothing behind what is in the buffer.
    ended: bool,
    /// The buffer is filled before lines are taken from it.
    filling: bool,
    /// Why there is nothing behind the lines in the buffer.
    failed: Option<std::io::Error>,
}

impl<'r> Lines<'r> {
    /// The lines of `input`, which is decompressed if it starts like a gzip stream. Messages start with `name`, comments with `%`.
    pub(in crate::io) fn new(input: impl Read + 'r, name: String) -> Result<Self> {
        let mut lines = Lines {
            input: Box::new(std::io::empty()),
            name,
            comment: b'%',
            compressed: false,
            buffer: vec![0; BLOCK],
            at: 0,
            end: 0,
            filled: 0,
            number: 0,
            ended: false,
            filling: false,
            failed: None,
        };
        match crate::io::files::recognised(input) {
            Ok((compressed, input)) => {
                lines.compressed = compressed;
                lines.input = input;
                Ok(lines)
            }
            Err(error) => Err(lines.unreadable(error)),
        }
    }

    /// The lines of the file at `path`, whose name messages start with, and of which `listener` is told.
    pub(in crate::io) fn open(path: &Path, listener: Told<'r>) -> Result<Self> {
        crate::io::files::open(path, listener, Ok).and_then(|file| Lines::new(file, format!("{}: ", path.display())))
    }

    /// From here on, comments start with `comment`.
    pub(in crate::io) fn set_comment(&mut self, comment: u8) {
        self.comment = comment
    }

    /// How a line of comments starts.
    #[cfg(feature = "parallel")]
    pub(in crate::io) fn comment(&self) -> u8 {
        self.comment
    }

    /// From here on, up to 2^20 bytes are in memory at a time.
    #[cfg(feature = "parallel")]
    pub(in crate::io) fn fill_up(&mut self) {
        self.filling = true;
        if self.buffer.len() < MAX_LINE {
            self.buffer.resize(MAX_LINE, 0)
        }
    }

    /// The error in the file as a whole.
    #[cold]
    pub(in crate::io) fn wrong_file(&self, error: Error) -> Error {
        match self.name.strip_suffix(": ") {
            Some(name) => error.context(name),
            None => error,
        }
    }

    /// The error in the line of this number.
    #[cold]
    pub(in crate::io) fn wrong_at(&self, number: usize, error: Error) -> Error {
        error.context(format_args!("{}line {number}", self.name))
    }

    /// The error in the line that was returned last.
    #[cold]
    pub(in crate::io) fn wrong(&self, error: Error) -> Error {
        self.wrong_at(self.number, error)
    }

    #[cold]
    fn unreadable(&self, error: std::io::Error) -> Error {
        use std::io::ErrorKind::{InvalidData, InvalidInput, UnexpectedEof};
        let (kind, what) = match error.kind() {
            InvalidData | InvalidInput | UnexpectedEof if self.compressed => (
                ErrorKind::Parse,
                "compressed data is damaged, cut off, or followed by something else",
            ),
            _ => (ErrorKind::Io, "the file cannot be read"),
        };
        self.wrong_at(
            self.number + 1,
            Error::caused_by(kind, format!("{what}: {error}"), error),
        )
    }

    /// How many lines were returned or skipped.
    pub(in crate::io) fn number(&self) -> usize {
        self.number
    }

    /// Complete lines that are in memory. Empty only at the end of the file.
    #[inline]
    pub(in crate::io) fn complete(&mut self) -> Result<&[u8]> {
        if self.at == self.end {
            self.refill()?
        }
        Ok(&self.buffer[self.at..self.end])
    }

    /// Goes on behind so many bytes of [`complete`](Self::complete), which were so many lines.
    #[inline]
    pub(in crate::io) fn skip(&mut self, bytes: usize, lines: usize) {
        self.at += bytes;
        self.number += lines
    }

    /// Reads at least one more line, unless the file ends here.
    fn refill(&mut self) -> Result<()> {
        self.buffer.copy_within(self.at..self.filled, 0);
        self.filled -= self.at;
        (self.at, self.end) = (0, 0);
        if let Some(error) = self.failed.take() {
            self.ended = true;
            return Err(self.unreadable(error));
        }
        while !self.ended {
            // There is always room for a line feed that the last line may lack.
            if self.filled + 1 == self.buffer.len() {
                if self.filled > MAX_LINE {
                    self.ended = true;
                    let error = error!(TooLarge, "the line is longer than {MAX_LINE} bytes");
                    return Err(self.wrong_at(self.number + 1, error));
                }
                self.buffer.resize(2 * self.buffer.len(), 0)
            }
            let room = self.buffer.len() - 1;
            match self.input.read(&mut self.buffer[self.filled..room]) {
                Ok(0) => {
                    self.ended = true;
                    if self.filled > self.end {
                        self.buffer[self.filled] = b'\n';
                        self.filled += 1
                    }
                    self.end = self.filled
                }
                Ok(read) => {
                    let new = self.filled..self.filled + read;
                    self.filled = new.end;
                    if let Some(last) = self.buffer[new.clone()].iter().rposition(|&byte| byte == b'\n') {
                        self.end = new.start + last + 1
                    }
                    if self.end > 0 && (!self.filling || self.filled == room) {
                        break;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                // What is wrong with these lines comes first.
                Err(error) if self.end > 0 => {
                    self.failed = Some(error);
                    break;
                }
                Err(error) => {
                    self.ended = true;
                    return Err(self.unreadable(error));
                }
            }
        }
        Ok(())
    }

    /// Where in the buffer the next line is, without its end.
    fn next_range(&mut self) -> Result<Option<Range<usize>>> {
        let text = self.complete()?;
        let Some(length) = text.iter().position(|&byte| byte == b'\n') else {
            return Ok(None);
        };
        let start = self.at;
        self.skip(length + 1, 1);
        match without_return(&self.buffer[start..start + length]) {
            Some(line) => Ok(Some(start..start + line.len())),
            None => Err(self.wrong(error!(Parse, "a carriage return stands without a line feed"))),
        }
    }

    /// The error of a file that ends after `read` of the entries that its size line promises.
    #[cold]
    pub(in crate::io) fn too_few(&self, read: usize, entries: usize) -> Error {
        let error = error!(Parse, "the file ends after {read} of {entries} entries");
        self.wrong_at(self.number + 1, error)
    }

    /// Nothing stands behind the entries that the size line promises.
    pub(in crate::io) fn finish(&mut self, entries: usize) -> Result<()> {
        match self.next_content()? {
            None => Ok(()),
            Some(_) => {
                let error = error!(
                    Parse,
                    "the size line promises {entries} entries, and here is another line"
                );
                Err(self.wrong(error))
            }
        }
    }

    /// The next line, whatever it holds, without its end.
    pub(in crate::io) fn next_any(&mut self) -> Result<Option<&[u8]>> {
        Ok(self.next_range()?.map(|range| &self.buffer[range]))
    }

    /// The next line that is neither blank nor a comment, without its end.
    pub(in crate::io) fn next_content(&mut self) -> Result<Option<&[u8]>> {
        while let Some(range) = self.next_range()? {
            match has_content(&self.buffer[range.clone()], self.comment) {
                Some(false) => {}
                Some(true) => return Ok(Some(&self.buffer[range])),
                None => return Err(self.wrong(error!(Parse, "a second matrix starts here"))),
            }
        }
        Ok(None)
    }
}

/// A line without the carriage return at its end; `None` if there is another one.
pub(in crate::io) fn without_return(line: &[u8]) -> Option<&[u8]> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    (!line.contains(&b'\r')).then_some(line)
}

/// Whether a line is neither blank nor a comment; `None` if it is the banner of another matrix.
pub(in crate::io) fn has_content(line: &[u8], comment: u8) -> Option<bool> {
    match line.iter().find(|&&byte| !is_blank(byte)) {
        None => Some(false),
        Some(&first) if first == comment => (!starts_with_banner(line)).then_some(false),
        Some(_) => Some(true),
    }
}

#[cfg_attr(not(debug_assertions), inline(always))]
pub(in crate::io) fn is_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\t'
}

/// What stands between blanks.
pub(in crate::io) fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|&byte| is_blank(byte)).filter(|word| !word.is_empty())
}

/// A word as messages show it.
pub(in crate::io) fn shown(word: &[u8]) -> String {
    let start = String::from_utf8_lossy(&word[..word.len().min(40)]);
    start.escape_debug().to_string()
}

/// The next word, which `what` names.
pub(in crate::io) fn next<'w>(words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<&'w [u8]> {
    words.next().ok_or_else(|| error!(Parse, "there is no {what}"))
}

/// Nothing else stands on the line.
pub(in crate::io) fn finish<'w>(words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<()> {
    ensure!(!let Some(word) = words.next(), else Parse,
        "`{}` stands after {what}, where nothing may follow", shown(word));
    Ok(())
}

/// The next word as a number that `what` names.
pub(in crate::io) fn number<'w>(words: &mut impl Iterator<Item = &'w [u8]>, what: &str) -> Result<usize> {
    let word = next(words, what)?;
    let digits = word.strip_prefix(b"+").unwrap_or(word);
    ensure!(!digits.is_empty() && digits.iter().all(u8::is_ascii_digit), else Parse,
        "`{}` is not a {what}", shown(word));
    let add = |number: usize, &digit: &u8| number.checked_mul(10)?.checked_add(usize::from(digit - b'0'));
    let number = digits.iter().try_fold(0, add);
    number.ok_or_else(|| error!(TooLarge, "`{}` is too large for a {what}", shown(word)))
}
