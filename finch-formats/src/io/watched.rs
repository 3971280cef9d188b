//! How far reading and writing have come.

use std::fmt;
use std::io::{Read, Result, Write};

/// An input or an output that tells how many bytes have passed: progress for every reader and writer of this module.
///
/// `tell` is called after each block that is read or written, with the number of all bytes so far. The format decides how long a
/// block is: most read some thousand bytes at a time. Where a reader decompresses, the bytes are counted before they are
/// decompressed, so that the last number is the length of the file. If `tell` panics, the panic passes through the reader or
/// writer, and a tensor that is being written to a file stays as it is.
///
/// ```
/// use finch_formats::io::{Watched, tensor_market};
/// use finch_formats::prelude::*;
///
/// let file = "1 1 2.5\n3 2 1.0\n".as_bytes();
/// let mut done = 0;
/// let progress = |bytes| done = 100 * bytes / file.len() as u64;
/// let a: Csr<f64> = tensor_market::read(Watched::new(file, progress))?;
/// assert_eq!((done, a.count_stored()), (100, 2));
/// # Ok::<(), finch_formats::Error>(())
/// ```
pub struct Watched<S, F> {
    stream: S,
    passed: u64,
    tell: F,
}

impl<S, F: FnMut(u64)> Watched<S, F> {
    /// Watches this input or output.
    pub fn new(stream: S, tell: F) -> Self {
        Watched {
            stream,
            passed: 0,
            tell,
        }
    }

    fn pass(&mut self, count: usize) -> usize {
        self.passed += count as u64;
        if count > 0 {
            (self.tell)(self.passed)
        }
        count
    }
}

impl<S: Read, F: FnMut(u64)> Read for Watched<S, F> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let count = self.stream.read(buffer)?;
        Ok(self.pass(count))
    }
}

impl<S: Write, F: FnMut(u64)> Write for Watched<S, F> {
    fn write(&mut self, buffer: &[u8]) -> Result<usize> {
        let count = self.stream.write(buffer)?;
        Ok(self.pass(count))
    }

    fn flush(&mut self) -> Result<()> {
        self.stream.flush()
    }
}

impl<S, F> fmt::Debug for Watched<S, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watched")
            .field("passed", &self.passed)
            .finish_non_exhaustive()
    }
}
