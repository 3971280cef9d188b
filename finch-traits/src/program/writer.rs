//! Writing one entry after another, for code that is no program: parsers, generators.
//!
//! A program's loops keep fibers open while they are in them. [`Writer`] opens fibers for each entry, and leaves them
//! again. That is right for levels that can be opened again where they were left; others ask for all entries of a fiber
//! below at once ([`WriteFiber::TOGETHER`]), so the writer keeps such entries until the next one belongs elsewhere.

use crate::description::Term;
use crate::driver::Driver;
use crate::error::{Error, ErrorKind, Result};
use crate::index::Loops;
use crate::level::Level;
use crate::lifecycle::OnUnwind;
use crate::pass::accept::Accept;
use crate::pass::lookup::Bind;
use crate::pass::unfurl::{Mode, Unfurl};
use crate::pass::{OnTarget, Pass};
use crate::program::IntoOutput;
use crate::rank::{Depth, Rank};
use crate::region::Region;
use crate::scope::Scope;
use crate::sealed::Sealed;
use crate::style::{Kind, Style};
use crate::target::output::Output;
use crate::target::{Rest, Target, Write, WriteFiber};
use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;
use finch_algebra::branch;
use finch_algebra::fault;
use finch_algebra::logic::{No, Yes};
use finch_algebra::nat::Nat;
use finch_algebra::reducer::Reducer;
use finch_algebra::reducers::Overwrite;
use std::panic::{AssertUnwindSafe, catch_unwind};
use typenum::U0;

/// An output that is being written, one entry after another. It borrows the output: what is being written cannot be read.
///
/// [`Writer::freeze`] seals it. A writer that is dropped does so too, and writes what was put, but what it would have said is
/// lost; while a panic unwinds, what is pending is lost as well. If a reducer or a comparison of values panics, the output is
/// left empty.
#[must_use = "what is wrong with what was put last is said by `freeze`"]
pub struct Writer<H: Output, O: Reducer<H::T> = Overwrite> {
    open: Open<H>,
    op: O,
    pending: Pending<H::T>,
}

/// An output that is open, and sealed in the end.
struct Open<H: Output> {
    handle: H,
    shape: Box<[usize]>,
    /// It is being written. If it is when it is dropped, an operator has panicked.
    busy: bool,
}

impl<H: Output, O: Reducer<H::T> + fmt::Debug> fmt::Debug for Writer<H, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer")
            .field("shape", &self.open.shape)
            .field("op", &self.op)
            .field("pending", &self.pending.val.len())
            .finish_non_exhaustive()
    }
}

/// Entries that agree in their first indices.
struct Pending<T> {
    /// The indices of one entry after the other.
    index: Vec<usize>,
    /// One past the last index of each run, along the last axis.
    end: Vec<usize>,
    val: Vec<T>,
}

impl<H: Output, O: Reducer<H::T>> Writer<H, O> {
    /// Empties `output`, gives it a shape and opens it. What is put into it is combined by `op` with what is there: the
    /// fill, at first.
    ///
    /// # Errors
    ///
    /// If there is not enough memory, an extent does not fit, or there are not as many extents as dimensions. The output
    /// can be read then.
    ///
    /// # Safety
    ///
    /// The writer is frozen or dropped before the output is read. Safe code can forget a writer, so whoever hands one out has
    /// the output somewhere else meanwhile.
    pub unsafe fn declare(output: impl IntoOutput<Handle = H>, shape: &[usize], op: O) -> Result<Self> {
        if shape.len() != H::Rank::VALUE {
            return Err(Error::new(
                ErrorKind::Mismatch,
                format!("{} extents for an output of {} dimensions", shape.len(), H::Rank::VALUE),
            ));
        }
        let writer = Self::open(output.into_output(), op, |handle| handle.declare(Driver::new(), shape))?;
        if *writer.open.shape != *shape {
            return Err(Error::new(
                ErrorKind::Mismatch,
                format!(
                    "an output whose type says that its shape is {:?} cannot have {shape:?}",
                    writer.open.shape
                ),
            ));
        }
        Ok(writer)
    }

    /// Opens `output`, which keeps what it holds.
    ///
    /// # Errors
    ///
    /// If a level says that it cannot be opened again.
    ///
    /// # Safety
    ///
    /// As for [`Writer::declare`].
    pub unsafe fn reopen(output: impl IntoOutput<Handle = H>, op: O) -> Result<Self> {
        Self::open(output.into_output(), op, |handle| handle.thaw(Driver::new()))
    }

    fn open(handle: H, op: O, by: impl FnOnce(H) -> Result<()>) -> Result<Self> {
        let unwinding = OnUnwind(|| handle.reset(Driver::new()));
        let opened = by(handle);
        unwinding.disarm();
        opened?;
        Ok(Writer {
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
    /// If the index is out of bounds; or as the levels say: an index that comes too late, a place that is taken, no
    /// memory. Where lists of fibers make entries wait, this may be said of an entry that was put before, when the next one
    /// has other first indices. What is refused is left out, a fiber with all that is to be in it; everything else, before and
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
    /// As for [`Writer::put`]. Where indices are taken one by one, those before the first that is refused are written.
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
        match self.open.busy {
            false => Ok(()),
            true => Err(Error::new(
                ErrorKind::Lifecycle,
                "a panic has cut off this writer, which is to leave an empty tensor: nothing more can be put",
            )),
        }
    }

    fn check(&self, index: &[usize], end: usize) -> Result<()> {
        if index.len() != self.open.shape.len() {
            return Err(Error::new(
                ErrorKind::Mismatch,
                format!(
                    "{} indices for a tensor of {} dimensions",
                    index.len(),
                    self.open.shape.len()
                ),
            ));
        }
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
        Err(Error::new(
            ErrorKind::OutOfBounds,
            format!(
                "index {index} is out of bounds along axis {axis}, whose extent is {}",
                self.open.shape[axis]
            ),
        ))
    }

    /// Writes what is pending.
    ///
    /// # Errors
    ///
    /// As for [`Writer::put`], of an entry that was pending.
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
            let rest = Coming::<<H::Rank as Rank>::Depth> {
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

    /// Seals the output, which can be read then.
    ///
    /// # Errors
    ///
    /// As for [`Writer::put`], of an entry that was pending.
    pub fn freeze(mut self) -> Result<()> {
        self.flush()
        // What is open is sealed when it is dropped.
    }
}

impl<H: Output, O: Reducer<H::T>> Drop for Writer<H, O> {
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
        // What a panic has cut off cannot be sealed, but emptied.
        if self.busy {
            return handle.reset(driver);
        }
        let seal = || {
            let unwinding = OnUnwind(|| handle.reset(driver));
            handle.freeze(driver);
            unwinding.disarm()
        };
        // Values are compared while some levels are sealed. A second panic would end the process.
        if std::thread::panicking() {
            core::mem::forget(catch_unwind(AssertUnwindSafe(seal)))
        } else {
            seal()
        }
    }
}

/// Which entries are written: they agree in the indices that are bound.
#[derive(Clone, Copy)]
struct Group<'g> {
    index: &'g [usize],
    end: &'g [usize],
    rank: usize,
    range: &'g Cell<(usize, usize)>,
}

impl Group<'_> {
    #[inline(always)]
    fn at(&self, entry: usize, axis: usize) -> usize {
        self.index[entry * self.rank + axis]
    }

    /// One past where an entry ends along `axis`.
    #[inline(always)]
    fn end(&self, entry: usize, axis: usize) -> usize {
        if axis + 1 == self.rank {
            self.end[entry]
        } else {
            self.at(entry, axis) + 1
        }
    }

    /// One past the last of the entries from `from` on that one loop along `axis` can bind: indices ascend in it, and only
    /// those above the last axis may be equal.
    fn ascending(&self, from: usize, to: usize, axis: usize) -> usize {
        let innermost = axis + 1 == self.rank;
        let mut entry = from + 1;
        while entry < to {
            let (before, here) = (self.at(entry - 1, axis), self.at(entry, axis));
            if here >= self.end(entry - 1, axis) || (!innermost && here == before) {
                entry += 1
            } else {
                break;
            }
        }
        entry
    }

    /// One past the last of the entries from `from` on that have the same index along `axis`.
    fn equal(&self, from: usize, to: usize, axis: usize) -> usize {
        let here = self.at(from, axis);
        let others = (from + 1..to).take_while(|&entry| self.at(entry, axis) == here);
        from + 1 + others.count()
    }
}

/// [`WriteFiber::TOGETHER`] of a fiber that can be come back to, where `indices` lead to a fiber whose own is `below`.
pub const fn together(indices: usize, below: usize) -> usize {
    if below == 0 { 0 } else { indices + below }
}

/// [`WriteFiber::TOGETHER`] of a fiber that appends: it cannot come back to what `indices` lead to, unless that is a leaf.
pub const fn at_once<L: Level>(indices: usize) -> usize {
    if <L::Rank as Nat>::VALUE == 0 { 0 } else { indices }
}

/// The indices of a group of entries, of which `D` are left.
struct Coming<'g, D> {
    group: Group<'g>,
    depth: PhantomData<D>,
}

impl<D> Clone for Coming<'_, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for Coming<'_, D> {}

impl<D: Depth> Sealed for Coming<'_, D> {}
impl<D: Depth> Rest for Coming<'_, D> {
    type Output = U0;
    type Declared = No;
    type IsEmpty = D::IsEmpty;
    type IsChecked = Yes;
    type Bound<L: Loops> = Yes;
    type Ascends<L: Loops> = Yes;
    type Bind<N: Nat> = Self;

    fn bind<N: Nat>(self, _index: usize) -> Self {
        self
    }

    /// Hands on the place of each entry.
    fn settle<P: Pass, F: WriteFiber, K: OnTarget<P, F::T>>(self, fiber: F, pass: P, k: K) {
        let group = self.group;
        branch!(if D::IsEmpty {
            k.call(pass, Write::new(fiber, self))
        } else {
            let axis = group.rank - D::VALUE;
            let rest = Coming::<D::Below> {
                group,
                depth: PhantomData,
            };
            let (mut from, to) = group.range.get();
            while from < to {
                let end = group.ascending(from, to, axis);
                group.range.set((from, end));
                let region = Region::new(group.at(from, axis), group.end(end - 1, axis));
                fiber.unfurl(Bind::at(0).within(region), rest, Each { group, axis, pass, k });
                from = end
            }
        })
    }

    fn sized(self, _extent: impl Fn(usize) -> Option<usize>) -> Self {
        self
    }

    fn unfurl<N: Nat, M: Mode, F: WriteFiber, K: OnTarget<Unfurl<N, M>, F::T>>(
        write: Write<F, Self>,
        pass: Unfurl<N, M>,
        k: K,
    ) {
        k.call(pass, write)
    }

    fn describe(self) -> Vec<Term> {
        Vec::new()
    }

    fn infer(self, _root: Option<*const ()>, _name: &'static str, _scope: &mut Scope) -> Result<()> {
        Ok(())
    }
}

/// Binds the indices of the entries, which ascend.
#[derive(Clone, Copy)]
struct Each<'g, P, K> {
    group: Group<'g>,
    axis: usize,
    pass: P,
    k: K,
}

impl<T: Copy + 'static, P: Pass, K: OnTarget<P, T>> OnTarget<Bind, T> for Each<'_, P, K> {
    fn call<W: Target<T = T>>(self, _pass: Bind, target: W) {
        let Each { group, axis, pass, k } = self;
        let (mut from, to) = group.range.get();
        while from < to {
            let innermost = axis + 1 == group.rank;
            let next = if innermost {
                from + 1
            } else {
                group.equal(from, to, axis)
            };
            group.range.set((from, next));
            let region = Region::new(group.at(from, axis), group.end(from, axis));
            let settle = Settle { pass, k };
            if W::Style::KIND == Kind::AcceptRun && region.len() > 1 {
                target.traverse(Accept::over(region), settle)
            } else {
                for index in region.lo..region.hi {
                    target.traverse(Bind::at(index), settle)
                }
            }
            from = next
        }
    }
}

/// Goes on with the indices that are left.
#[derive(Clone, Copy)]
struct Settle<P, K> {
    pass: P,
    k: K,
}

impl<T: Copy + 'static, P: Pass, Q: Pass, K: OnTarget<P, T>> OnTarget<Q, T> for Settle<P, K> {
    fn call<W: Target<T = T>>(self, _pass: Q, target: W) {
        target.settle(self.pass, self.k)
    }
}

/// Combines the place of an entry with its value.
struct Put<'g, T, O> {
    range: &'g Cell<(usize, usize)>,
    val: &'g [T],
    op: O,
}

impl<T, O: Copy> Clone for Put<'_, T, O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, O: Copy> Copy for Put<'_, T, O> {}

impl<P: Pass, T: Copy + 'static, O: Reducer<T>> OnTarget<P, T> for Put<'_, T, O> {
    fn call<W: Target<T = T>>(self, _pass: P, target: W) {
        let (from, to) = self.range.get();
        for &value in &self.val[from..to] {
            target.combine(Driver::new(), self.op, value)
        }
    }
}
