//! Writing a tensor entry by entry, for code that is not a program, such as parsers and generators.
//!
//! A program's loops keep fibers open while they are in them. [`OutputWriter`] opens fibers for each entry, and leaves them
//! again. That is right for levels that can be opened again where they were left; others ask for all entries of a fiber
//! below at once ([`WriteFiber::TOGETHER`]), so the writer keeps such entries until the next one belongs elsewhere.

use crate::level::Level;
use crate::lifecycle::OnUnwind;
use crate::program::IntoOutput;
use crate::program::entries::{Entries, Group, Put};
use crate::rank::Rank;
use crate::upper::*;
use finch_algebra::fault;
use finch_algebra::reducers::Overwrite;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Writes an output entry by entry. It borrows the output, which cannot be read meanwhile. `Tensor::write` and `Tensor::reopen` of
/// finch-formats make one.
///
/// [`OutputWriter::put`] opens one fiber per level, in constant time but for searches. [`OutputWriter::freeze`] writes the entry that is
/// pending, closes the output and returns the last error. Dropping a writer does the same, but discards that error; if it is dropped
/// during a panic, the pending entry is discarded too. If a reducer or a comparison of values panics, the output is left empty.
#[must_use = "what is wrong with what was put last is said by `freeze`"]
pub struct OutputWriter<H: Output, O: Reducer<H::T> = Overwrite> {
    open: Open<H>,
    op: O,
    pending: Pending<H::T>,
}

/// An output that is open, and frozen in the end.
struct Open<H: Output> {
    handle: H,
    shape: Box<[usize]>,
    /// It is being written. If it is when it is dropped, an operator has panicked.
    busy: bool,
}

shown!([H: Output, O: Reducer<H::T> + core::fmt::Debug] OutputWriter<H, O> |it| shape: it.open.shape, op: it.op, pending: it.pending.val.len());

/// Entries that agree in their first indices.
struct Pending<T> {
    /// The indices of one entry after the other.
    index: Vec<usize>,
    /// One past the last index of each run, along the last axis.
    end: Vec<usize>,
    val: Vec<T>,
}

impl<H: Output, O: Reducer<H::T>> OutputWriter<H, O> {
    /// Empties `output`, gives it a shape and opens it. What is put into it is combined by `op` with what is there: the
    /// fill, at first.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::TooLarge`]: there is not enough memory, or an extent does not fit the index type of its level.
    /// * [`ErrorKind::Mismatch`]: there are not as many extents as dimensions, or the output cannot have these extents.
    ///
    /// The output can be read then.
    ///
    /// # Safety
    ///
    /// The writer is frozen or dropped before the output is read. Safe code can forget a writer, so whoever hands one out has
    /// the output somewhere else meanwhile.
    pub unsafe fn declare(output: impl IntoOutput<Handle = H>, shape: &[usize], op: O) -> Result<Self> {
        ensure!(shape.len() == H::Rank::VALUE, else Mismatch,
            "{} extents for an output of {} dimensions", shape.len(), H::Rank::VALUE);
        let writer = Self::open(output.into_output(Driver::new()), op, |handle| {
            handle.declare(Driver::new(), shape)
        })?;
        ensure!(*writer.open.shape == *shape, else Mismatch,
            "an output whose type says that its shape is {:?} cannot have {shape:?}", writer.open.shape);
        Ok(writer)
    }

    /// Opens `output`, which keeps what it holds. What is put into it is combined by `op` with what is there.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::Lifecycle`]: a level of the output is written once and cannot be opened again.
    /// * [`ErrorKind::TooLarge`]: there is not enough memory.
    ///
    /// The output can be read then, and is as it was.
    ///
    /// # Safety
    ///
    /// The writer is frozen or dropped before the output is read. Safe code can forget a writer, so whoever hands one out has
    /// the output somewhere else meanwhile.
    pub unsafe fn reopen(output: impl IntoOutput<Handle = H>, op: O) -> Result<Self> {
        Self::open(output.into_output(Driver::new()), op, |handle| {
            handle.thaw(Driver::new())
        })
    }

    fn open(handle: H, op: O, by: impl FnOnce(H) -> Result<()>) -> Result<Self> {
        let unwinding = OnUnwind(|| handle.reset(Driver::new()));
        let opened = by(handle);
        unwinding.disarm();
        opened?;
        Ok(OutputWriter {
            open: Open {
                shape: handle.shape(Driver::new()).into_boxed_slice(),
                handle,
                busy: false,
            },
            op,
            pending: Pending {
                index: Vec::new(),
                end: Vec::new(),
                val: Vec::new(),
            },
        })
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.open.shape
    }

    /// Combines the value at `index` with `value`.
    ///
    /// Takes the time of opening a fiber of each level and appending to it or looking up in it, which does not depend on
    /// how much is stored.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::OutOfBounds`]: an index is not below its extent.
    /// * [`ErrorKind::Mismatch`]: there are not as many indices as dimensions.
    /// * [`ErrorKind::Order`]: the index comes too late for a level that is written in ascending order, or its fiber has
    ///   room for one entry or run only, which is taken.
    /// * [`ErrorKind::Invalid`]: the index is in the half that a level of one half does not store.
    /// * [`ErrorKind::TooLarge`]: a number does not fit the index type of its level, or there is not enough memory.
    /// * [`ErrorKind::Arithmetic`]: the operator fails.
    /// * [`ErrorKind::Lifecycle`]: a panic has cut off an earlier call.
    ///
    /// Where lists of fibers make entries wait, the error may be of an entry that was put before, when the next one has
    /// other first indices. What is refused is left out, a fiber with all that is to be in it; everything else, before and
    /// after it, is written.
    pub fn put(&mut self, index: &[usize], value: H::T) -> Result<()> {
        let end = index.last().map_or(1, |&last| last.saturating_add(1));
        self.put_to(index, end, value)
    }

    /// Combines the values from `index` on, up to but not including `end` along the last axis, with `value`: one run, where
    /// the level takes runs, and index by index elsewhere. An empty run is none.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::OutOfBounds`]: an index is not below its extent, or `end` is beyond it.
    /// * [`ErrorKind::Mismatch`]: there are not as many indices as dimensions.
    /// * [`ErrorKind::Order`]: an index comes too late for a level that is written in ascending order, or its fiber has
    ///   room for one entry or run only, which is taken.
    /// * [`ErrorKind::Invalid`]: an index is in the half that a level of one half does not store.
    /// * [`ErrorKind::TooLarge`]: a number does not fit the index type of its level, or there is not enough memory.
    /// * [`ErrorKind::Arithmetic`]: the operator fails.
    /// * [`ErrorKind::Lifecycle`]: a panic has cut off an earlier call.
    ///
    /// Where lists of fibers make entries wait, the error may be of an entry that was put before. Where indices are taken
    /// one by one, those before the first that is refused are written.
    pub fn put_run(&mut self, index: &[usize], end: usize, value: H::T) -> Result<()> {
        match index.last() {
            Some(&last) if end <= last => Ok(()),
            _ => self.put_to(index, end, value),
        }
    }

    fn put_to(&mut self, index: &[usize], end: usize, value: H::T) -> Result<()> {
        self.is_whole()?;
        self.check(index, end)?;
        let together = H::Fiber::TOGETHER.min(self.open.shape.len());
        let result = if self.pending.index.get(..together) != index.get(..together) {
            self.flush()
        } else {
            Ok(())
        };
        self.pending.index.extend_from_slice(index);
        self.pending.end.push(end);
        self.pending.val.push(value);
        if together == 0 { self.flush() } else { result }
    }

    /// No panic has cut off what was being written.
    fn is_whole(&self) -> Result<()> {
        ensure!(!self.open.busy, else Lifecycle,
            "a panic has cut off this writer, which is to leave an empty tensor: nothing more can be put");
        Ok(())
    }

    fn check(&self, index: &[usize], end: usize) -> Result<()> {
        ensure!(index.len() == self.open.shape.len(), else Mismatch,
            "{} indices for a tensor of {} dimensions", index.len(), self.open.shape.len());
        let beyond = index
            .iter()
            .zip(&self.open.shape)
            .position(|(index, extent)| index >= extent);
        let last = self.open.shape.last().copied().unwrap_or(usize::MAX);
        let (axis, index) = match beyond {
            Some(axis) => (axis, index[axis]),
            None if end > last => (self.open.shape.len() - 1, end - 1),
            None => return Ok(()),
        };
        Err(error!(
            OutOfBounds,
            "index {index} is out of bounds along axis {axis}, whose extent is {}", self.open.shape[axis]
        ))
    }

    /// Writes the entries that are pending.
    ///
    /// # Errors
    ///
    /// An entry that was pending is refused by a level or the operator, or a panic has cut off an earlier call.
    fn flush(&mut self) -> Result<()> {
        self.is_whole()?;
        if self.pending.val.is_empty() {
            return Ok(());
        }
        self.open.busy = true;
        let ((), fault) = fault::watched(|| {
            let range = Cell::new((0, self.pending.val.len()));
            let group = Group {
                index: &self.pending.index,
                end: &self.pending.end,
                rank: self.open.shape.len(),
                range: &range,
            };
            let rest = Entries::<<H::Rank as Rank>::Depth> {
                group,
                depth: PhantomData,
            };
            let put = Put {
                range: &range,
                val: &self.pending.val,
                op: self.op,
            };
            rest.settle(self.open.handle.fiber(Driver::new()), Bind::at(0), put)
        });
        self.open.busy = false;
        self.pending.index.clear();
        self.pending.end.clear();
        self.pending.val.clear();
        fault.map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// Writes the entries that are pending and freezes the output, which can be read then.
    ///
    /// # Errors
    ///
    /// * [`ErrorKind::Order`]: an entry that was pending comes too late for a level that is written in ascending order, or
    ///   its fiber has room for one entry or run only, which is taken.
    /// * [`ErrorKind::Invalid`]: it is in the half that a level of one half does not store.
    /// * [`ErrorKind::TooLarge`]: a number does not fit the index type of its level, or there is not enough memory.
    /// * [`ErrorKind::Arithmetic`]: the operator fails.
    /// * [`ErrorKind::Lifecycle`]: a panic has cut off an earlier call. The output is empty then.
    ///
    /// The output is frozen all the same.
    pub fn freeze(mut self) -> Result<()> {
        self.flush()
        // What is open is frozen when it is dropped.
    }
}

impl<H: Output, O: Reducer<H::T>> Drop for OutputWriter<H, O> {
    fn drop(&mut self) {
        // An operator that panics once more would end the process.
        if !self.open.busy && !std::thread::panicking() {
            let _ = self.flush();
        }
    }
}

impl<H: Output> Drop for Open<H> {
    fn drop(&mut self) {
        let (handle, driver) = (self.handle, Driver::new());
        // What a panic has cut off cannot be frozen, but emptied.
        if self.busy {
            return handle.reset(driver);
        }
        let seal = || {
            let unwinding = OnUnwind(|| handle.reset(driver));
            handle.freeze(driver);
            unwinding.disarm()
        };
        // Values are compared while some levels are frozen. A second panic would end the process.
        if std::thread::panicking() {
            core::mem::forget(catch_unwind(AssertUnwindSafe(seal)))
        } else {
            seal()
        }
    }
}

/// The value of [`WriteFiber::TOGETHER`] of a fiber that can come back to any index, if `indices` indices lead from it to a fiber whose
/// `TOGETHER` is `below`.
pub const fn together(indices: usize, below: usize) -> usize {
    if below == 0 { 0 } else { indices + below }
}

/// The value of [`WriteFiber::TOGETHER`] of a fiber that appends, if `indices` indices lead from it to a child in the level `L`, which it
/// cannot come back to. If `L` is a leaf, entries are written one by one.
pub const fn at_once<L: Level>(indices: usize) -> usize {
    if <L::Rank as Nat>::VALUE == 0 { 0 } else { indices }
}
