//! How far reading and writing have come.

use std::cell::Cell;
use std::io::{Read, Result, Write};

/// How much is written at a time, so that progress is told in between.
const BLOCK: usize = 1 << 20;

/// An input or an output that tells how many bytes have passed: progress for every reader and writer of this module.
///
/// `tell` is called after each block that is read or written, with the number of all bytes so far. The format decides how long a
/// block is: most read some thousand bytes at a time. Where a reader decompresses, the bytes are counted before they are
/// decompressed, so that the last number is the length of the file. If `tell` panics, the panic passes through the reader or
/// writer, and a tensor that is being written to a file stays as it is.
///
/// Files that are named by a path are watched by [`Options::progress`](super::Options::progress).
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

    /// The input or output itself.
    pub fn into_inner(self) -> S {
        self.stream
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
        let count = self.stream.write(&buffer[..buffer.len().min(BLOCK)])?;
        Ok(self.pass(count))
    }

    fn flush(&mut self) -> Result<()> {
        self.stream.flush()
    }
}

crate::shown!([S, F] Watched<S, F> |it| passed: it.passed);

/// How far reading or writing a file has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// The number of bytes that are done. Of compressed files, those of the file are counted.
    pub bytes: u64,
    /// The length of the file that is read; of a folder, that of its files. It is `None` while a file is written, and for a file without a
    /// length, such as a pipe.
    pub total: Option<u64>,
}

/// Who is told of a file, if anybody.
pub(super) type Told<'l> = Option<&'l (dyn Hears + 'l)>;

/// Who is told of files, one after another.
pub(super) trait Hears {
    /// So many bytes will be read, or nobody knows how many.
    fn expect(&self, total: Option<u64>);
    /// How many bytes have passed in all.
    fn passed(&self) -> u64;
    /// So many bytes have passed in all.
    fn reach(&self, bytes: u64);
}

/// Somebody who is told of progress.
pub(super) struct Listener<'t> {
    /// None while it is told, and after it has panicked: a compressed file is ended when that passes.
    tell: Cell<Option<&'t mut dyn FnMut(Progress)>>,
    bytes: Cell<u64>,
    total: Cell<Option<u64>>,
}

impl<'t> Listener<'t> {
    pub(super) fn new(tell: &'t mut dyn FnMut(Progress)) -> Self {
        Listener {
            tell: Cell::new(Some(tell)),
            bytes: Cell::new(0),
            total: Cell::new(None),
        }
    }
}

impl Hears for Listener<'_> {
    fn expect(&self, total: Option<u64>) {
        self.total.set(total)
    }

    fn passed(&self) -> u64 {
        self.bytes.get()
    }

    fn reach(&self, bytes: u64) {
        self.bytes.set(bytes);
        let total = self.total.get();
        if let Some(tell) = self.tell.take() {
            tell(Progress { bytes, total });
            self.tell.set(Some(tell))
        }
    }
}

/// A file of which a listener is told, if there is one.
pub(super) type Heard<'l, S> = Watched<S, Box<dyn FnMut(u64) + 'l>>;

/// `stream`, of which `listener` is told behind what it was told before.
pub(super) fn heard<'l, S>(stream: S, listener: Told<'l>) -> Heard<'l, S> {
    let Some(listener) = listener else {
        return Watched::new(stream, Box::new(|_| {}));
    };
    let before = listener.passed();
    Watched::new(stream, Box::new(move |bytes| listener.reach(before + bytes)))
}
