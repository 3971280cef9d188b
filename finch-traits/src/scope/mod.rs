//! Scopes: what a program is checked against before it runs.
//!
//! One walk over the tree, in program order: every access tells the extent it has along each of its indices, every
//! loop takes the extent that its accesses agree on, declared outputs take theirs from the loops. The walk also checks
//! that what is written was introduced, and that a workspace is read only after it was written.

use crate::error::{Error, ErrorKind, Result};
use crate::region::Region;
use crate::scope::affine::{Affine, Along, Part};
use crate::scope::pending::{Limit, Pending};
use core::cell::Cell;
use core::fmt;
use core::ops::{Deref, DerefMut};

pub mod affine;
mod outputs;
mod pending;

pub use outputs::Introduction;
pub(crate) use outputs::Turn;
use outputs::{Axis, OutputInfo, Reduction, State, called};

/// An axis of an operand, as messages call it.
#[derive(Clone, Copy, Debug)]
struct Source {
    name: &'static str,
    axis: usize,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.name.is_empty() {
            write!(f, "an operand without a name (axis {})", self.axis)
        } else {
            write!(f, "`{}` (axis {})", self.name, self.axis)
        }
    }
}

#[derive(Debug)]
struct LoopInfo {
    number: usize,
    name: &'static str,
    given: Option<Region>,
    /// The extent, and where it comes from.
    extent: Option<(usize, Source)>,
    /// Where its end goes among those of all loops.
    slot: usize,
}

/// A declared output that a loop sizes along an axis.
#[derive(Clone, Copy, Debug)]
struct Sizing {
    /// The slot of the loop.
    slot: usize,
    output: usize,
    axis: usize,
}

/// What is known at one place of a program before it runs.
///
/// Its lists are flat, and kept by the thread from one program to the next (see `Scope::lend`): a program over little data
/// would take longer to allocate them than to run.
#[derive(Debug, Default)]
pub struct Scope {
    outputs: Vec<OutputInfo>,
    /// The axes of all outputs.
    axes: Vec<Axis>,
    loops: Vec<LoopInfo>,
    /// What the loops that are open size.
    sizings: Vec<Sizing>,
    variables: Vec<usize>,
    /// Places that some of the loops around them have still to bound.
    pending: Vec<Pending>,
    /// The ends of all loops, in the order in which they are entered.
    ends: Vec<usize>,
    /// How many loops there are around the innermost workspace that was read so far in the places of an access.
    named_by: usize,
    /// How the assignment that is looked at combines.
    reduction: Reduction,
    /// How many passes there are so far.
    passes: usize,
    turns: Vec<Turn>,
    /// Room for a shape.
    shape: Vec<usize>,
    /// An index, or what is added to one, exceeds [`VAST`].
    is_vast: bool,
    /// An access at a sum that may lie anywhere.
    wraps: Option<Source>,
    /// Two outputs have the same address, as those of no size may have.
    is_twice: bool,
}

/// Sums of as many indices as a place may have, and a number, are numbers themselves if none of these is larger.
const VAST: usize = isize::MAX as usize >> 3;

thread_local! {
    /// The scope of the last program, with room in its lists.
    static SPARE: Cell<Option<Box<Scope>>> = const { Cell::new(None) };
}

impl Scope {
    /// An empty scope, with the room that the one before had.
    #[inline]
    pub(crate) fn lend() -> Lent {
        // A program that runs inside of another one, or while its thread ends, makes a scope of its own.
        Lent(Some(SPARE.try_with(Cell::take).ok().flatten().unwrap_or_default()))
    }

    fn clear(&mut self) {
        let Scope {
            outputs,
            axes,
            loops,
            sizings,
            variables,
            pending,
            ends,
            named_by,
            reduction,
            passes,
            turns,
            shape,
            is_vast,
            wraps,
            is_twice,
        } = self;
        outputs.clear();
        axes.clear();
        loops.clear();
        sizings.clear();
        variables.clear();
        pending.clear();
        ends.clear();
        *named_by = 0;
        *reduction = Reduction::default();
        *passes = 0;
        turns.clear();
        shape.clear();
        *is_vast = false;
        *wraps = None;
        *is_twice = false
    }

    /// Checks, at the end of the walk, that outputs are large enough for the loops of given extent.
    pub(crate) fn finish(&self) -> Result<()> {
        if self.is_vast
            && let Some(source) = self.wraps
        {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "a place of {source} is a sum that may lie beyond its extent, in a program of which an index or a step exceeds \
                     {VAST}: the sum might be too large for a number"
                ),
            ));
        }
        for output in &self.outputs {
            for (number, axis) in self.axes_of(output).iter().enumerate() {
                if axis.extent() < axis.at_least {
                    return Err(Error::new(
                        ErrorKind::Mismatch,
                        format!(
                            "a loop of given extent writes {} up to {}, but other loops make its extent {}",
                            Source {
                                name: output.name,
                                axis: number
                            },
                            axis.at_least,
                            axis.extent()
                        ),
                    ));
                }
            }
        }
        Ok(())
    }

    /// Checks, when all outputs are introduced, that they can be told apart: by their addresses.
    pub(crate) fn tell_apart(&self) -> Result<()> {
        match self.is_twice {
            false => Ok(()),
            true => Err(Error::new(
                ErrorKind::Lifecycle,
                "two outputs are at the same address: one of them holds values of no size, and the other cannot be told from it",
            )),
        }
    }

    /// Enters a loop over index `number`; its extent may be given.
    pub(crate) fn enter(&mut self, number: usize, name: &'static str, given: Option<Region>) -> Result<()> {
        let same = |outer: &&LoopInfo| outer.number == number || !name.is_empty() && outer.name == name;
        if let Some(outer) = self.loops.iter().find(same) {
            let reason = match outer.number == number {
                true => format!("has the same index number {number}: declare both in one `indices!`"),
                false => "has an index of the same name: give one of them another".into(),
            };
            return Err(Error::new(
                ErrorKind::Lifecycle,
                format!(
                    "the loop over `{name}` stands inside the loop over `{}` and {reason}",
                    outer.name
                ),
            ));
        }
        if let Some(region) = given
            && region.lo > region.hi
        {
            return Err(Error::new(
                ErrorKind::Mismatch,
                format!(
                    "the loop over `{name}` is given the extent {}..{}, which runs backwards",
                    region.lo, region.hi
                ),
            ));
        }
        if let Some(region) = given
            && region.hi > isize::MAX as usize
        {
            return Err(Error::new(
                ErrorKind::TooLarge,
                format!(
                    "the loop over `{name}` is given the extent {}..{}; the largest end is {}",
                    region.lo,
                    region.hi,
                    isize::MAX
                ),
            ));
        }
        self.loops.push(LoopInfo {
            number,
            name,
            given,
            extent: None,
            slot: self.ends.len(),
        });
        self.ends.push(0);
        Ok(())
    }

    /// The ends of all loops, in the order in which they were entered.
    #[inline]
    pub(crate) fn ends(&self) -> Ends<'_> {
        Ends(self.ends.iter())
    }

    /// Leaves the innermost loop.
    pub(crate) fn leave(&mut self) -> Result<()> {
        let Some(left) = self.loops.pop() else {
            return Ok(());
        };
        let (slot, number) = (left.slot, left.number);
        let lo = left.given.map_or(0, |region| region.lo);
        let hi = self.end_of(left)?;
        self.ends[slot] = hi;
        self.is_vast |= hi > VAST;
        self.resolve_pending(number, Region::new(lo, hi))
    }

    fn end_of(&mut self, left: LoopInfo) -> Result<usize> {
        if let Some(region) = left.given {
            while let Some(Sizing { output, axis, .. }) = self.next_sizing(left.slot) {
                self.at_least(output, axis, region.hi)
            }
            return Ok(region.hi);
        }
        let first = self.sizings.iter().find(|sizing| sizing.slot == left.slot).copied();
        let extent = match (left.extent, first) {
            (Some((extent, _)), _) => extent,
            (None, Some(Sizing { output, axis, .. })) => self.axis_mut(output, axis).map_or(0, |axis| axis.extent()),
            (None, None) => {
                return Err(Error::new(
                    ErrorKind::Unresolved,
                    format!(
                        "the extent of index `{}` cannot be inferred: no access in its loop has one; give it to the loop",
                        left.name
                    ),
                ));
            }
        };
        while let Some(Sizing { output, axis, .. }) = self.next_sizing(left.slot) {
            let name = self.outputs[output].name;
            let Some(info) = self.axis_mut(output, axis) else {
                continue;
            };
            match info.exact {
                Some(exact) if exact != extent => {
                    return Err(mismatch(
                        left.name,
                        exact,
                        &format!("{}, as an earlier loop sized it", Source { name, axis }),
                        extent,
                        &left.extent.map_or("this loop".into(), |(_, source)| source.to_string()),
                    ));
                }
                _ => info.exact = Some(extent),
            }
        }
        Ok(extent)
    }

    /// Takes the first of those that the loop sizes.
    fn next_sizing(&mut self, slot: usize) -> Option<Sizing> {
        let first = self.sizings.iter().position(|sizing| sizing.slot == slot)?;
        Some(self.sizings.remove(first))
    }

    fn constrain(&mut self, number: usize, index: &'static str, extent: usize, source: Source) -> Result<()> {
        let Some(inner) = self.loops.iter_mut().rev().find(|inner| inner.number == number) else {
            return Err(Error::new(
                ErrorKind::Lifecycle,
                format!("index `{index}` of {source} is not bound by any loop around it"),
            ));
        };
        match (inner.given, inner.extent) {
            (Some(region), _) if region.hi > extent => Err(Error::new(
                ErrorKind::Mismatch,
                format!(
                    "index `{}` runs over {}..{}, beyond the extent {extent} of {source}",
                    inner.name, region.lo, region.hi
                ),
            )),
            (None, Some((other, other_source))) if other != extent => Err(mismatch(
                inner.name,
                other,
                &other_source.to_string(),
                extent,
                &source.to_string(),
            )),
            (None, None) => {
                inner.extent = Some((extent, source));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Calls `infer`, which tells what is read in the places of an access: how many loops there are around the innermost
    /// workspace that is.
    pub(crate) fn in_places(&mut self, infer: impl FnOnce(&mut Self) -> Result<()>) -> Result<usize> {
        self.named_by = 0;
        infer(self)?;
        Ok(core::mem::take(&mut self.named_by))
    }

    /// A place has a value as soon as `around` loops have one. That must not be before the workspace that it is a place of,
    /// or that names it, is filled: it would be looked up before.
    fn not_before(&self, sum: &Affine, around: usize, source: Source) -> Result<()> {
        let is_around = |number| self.loops.iter().take(around).any(|outer| outer.number == number);
        if around > 0 && sum.parts().iter().all(|part| is_around(part.number)) {
            return Err(Error::new(
                ErrorKind::Lifecycle,
                format!(
                    "the place `{sum}` of {source} would be looked up before the workspace is filled, as no loop behind its \
                     declaration has an index in it: write `for i {{ if i == .. {{ .. }} }}` with an index of such a loop"
                ),
            ));
        }
        Ok(())
    }

    /// A tensor is read: `root` if the same program writes it. Its places are named by a workspace inside of `named_by`
    /// loops.
    pub(crate) fn read(
        &mut self,
        root: Option<*const ()>,
        name: &'static str,
        named_by: usize,
        visit: &dyn Fn(&mut dyn FnMut(Along<'_>, usize, Option<usize>)),
    ) -> Result<()> {
        let output = match root {
            None => None,
            Some(root) => {
                let output = self.output(root, name)?;
                let info = &mut self.outputs[output];
                if info.name.is_empty() {
                    info.name = name;
                }
                if info.introduction == Introduction::Workspace && info.state != State::Reading {
                    return Err(Error::new(
                        ErrorKind::Lifecycle,
                        format!(
                            "{} is read where it is not a finished workspace: read it in the second part of its \
                             workspace statement",
                            called(name)
                        ),
                    ));
                }
                self.use_in_pass(output, false)?;
                Some(output)
            }
        };
        let around = output.map_or(0, |output| self.outputs[output].around);
        self.named_by = self.named_by.max(around);
        let mut result = Ok(());
        visit(&mut |place, axis, dim| {
            if result.is_ok() && around.max(named_by) > 0 {
                result = self.settled_in_time(place, axis, around, named_by, name)
            }
            if result.is_err() {
                return;
            }
            let extent = match output {
                // What was read once stays: a later loop may not size it otherwise.
                Some(output) => self.axis_mut(output, axis).map(|axis| {
                    let extent = axis.extent();
                    axis.exact = Some(extent);
                    extent
                }),
                None => dim,
            };
            result = self.place(place, extent, Source { name, axis });
        });
        result
    }

    /// The same for a place along an axis of a tensor that is a workspace inside of `around` loops: the first one decides when
    /// it is looked up.
    fn settled_in_time(
        &self,
        place: Along<'_>,
        axis: usize,
        around: usize,
        named_by: usize,
        name: &'static str,
    ) -> Result<()> {
        place.with_sum(|sum| {
            let own = if axis == 0 { around } else { 0 };
            let named = if sum.is_sum() { 0 } else { named_by };
            self.not_before(sum, own.max(named), Source { name, axis })
        })
    }

    /// A place along an axis, of that extent if it has one.
    #[inline]
    fn place(&mut self, place: Along<'_>, extent: Option<usize>, source: Source) -> Result<()> {
        match (place, extent) {
            (Along::Index(index), Some(extent)) => self.constrain(index.number, index.name, extent, source),
            (Along::Index(index), None) => self.bound(index.number, index.name),
            (Along::Sum(sum), extent) => self.sum(sum, extent, source),
        }
    }

    /// The same for a sum.
    fn sum(&mut self, sum: &Affine, extent: Option<usize>, source: Source) -> Result<()> {
        if sum.overflows() {
            return Err(overflow(sum, source));
        }
        match (sum.plain(), extent) {
            (Some(part), Some(extent)) => self.constrain(part.number, part.name, extent, source),
            (_, Some(extent)) if sum.is_checked() => self.require(sum, Limit::Extent(extent), source),
            _ => self.all_bound(sum, source),
        }
    }

    /// A place that is compared with the extent where it is looked up, or that has none.
    fn all_bound(&mut self, sum: &Affine, source: Source) -> Result<()> {
        if let Some((lo, hi)) = sum.window()
            && lo > hi
        {
            return Err(Error::new(
                ErrorKind::OutOfBounds,
                format!("the window {lo}..{hi} of {source} runs backwards"),
            ));
        }
        if sum.is_sum() && (sum.parts().len() > 1 || sum.constant() != 0 || sum.window().is_some()) {
            self.is_vast |= sum.constant().unsigned_abs() > VAST
                || sum
                    .window()
                    .is_some_and(|(lo, hi)| lo.unsigned_abs().max(hi.unsigned_abs()) > VAST);
            self.wraps = self.wraps.or(Some(source))
        }
        sum.parts()
            .iter()
            .try_for_each(|part| self.bound(part.number, part.name))
    }

    /// An index stands somewhere without an extent.
    pub(crate) fn bound(&self, number: usize, index: &'static str) -> Result<()> {
        if self.loops.iter().any(|inner| inner.number == number) {
            Ok(())
        } else {
            Err(Error::new(
                ErrorKind::Lifecycle,
                format!("index `{index}` is not bound by any loop around it"),
            ))
        }
    }

    /// What is written next is combined by this reducer.
    #[inline]
    pub(crate) fn reduces_by<O>(&mut self, symbol: &'static str) {
        self.reduction = Reduction {
            reducer: core::any::type_name::<O>(),
            symbol,
        }
    }

    /// A tensor is written.
    pub(crate) fn write(
        &mut self,
        root: Option<*const ()>,
        name: &'static str,
        named_by: usize,
        visit: &dyn Fn(&mut dyn FnMut(Along<'_>, usize)),
    ) -> Result<()> {
        let Some(root) = root else { return Ok(()) };
        let output = self.output(root, name)?;
        if self.outputs[output].name.is_empty() {
            self.outputs[output].name = name;
        }
        if self.outputs[output].state != State::Writing {
            return Err(Error::new(
                ErrorKind::Lifecycle,
                format!(
                    "{} is written outside of the first part of its workspace statement",
                    if name.is_empty() {
                        "a workspace".into()
                    } else {
                        format!("`{name}`")
                    }
                ),
            ));
        }
        self.use_in_pass(output, true)?;
        self.reduce_in_pass(output)?;
        let around = self.outputs[output].around;
        let mut result = Ok(());
        visit(&mut |place, axis| {
            if result.is_ok() && around.max(named_by) > 0 {
                result = self.settled_in_time(place, axis, around, named_by, name)
            }
            if result.is_ok() {
                result = self.write_place(place, output, axis, name)
            }
        });
        result
    }

    /// A place along an axis of an output.
    fn write_place(&mut self, place: Along<'_>, output: usize, axis: usize, name: &'static str) -> Result<()> {
        let Some(info) = self.axis_mut(output, axis).copied() else {
            return Ok(());
        };
        let source = Source { name, axis };
        if info.exact.is_some() {
            return self.place(place, info.exact, source);
        }
        match place {
            Along::Index(index) => self.size(index, output, axis),
            Along::Sum(sum) if sum.overflows() => Err(overflow(sum, source)),
            Along::Sum(sum) => match sum.plain() {
                Some(index) => self.size(index, output, axis),
                None if sum.is_checked() => self.require(sum, Limit::Output(output, axis), source),
                None => self.all_bound(sum, source),
            },
        }
    }

    /// The loop over an index sizes an output along an axis.
    fn size(&mut self, index: Part, output: usize, axis: usize) -> Result<()> {
        match self.loops.iter().rev().find(|inner| inner.number == index.number) {
            Some(inner) => {
                let slot = inner.slot;
                self.sizings.push(Sizing { slot, output, axis });
                Ok(())
            }
            None => self.bound(index.number, index.name),
        }
    }

    /// Variable `number` is named from here on.
    pub(crate) fn name(&mut self, number: usize) -> Result<()> {
        if self.variables.contains(&number) {
            return Err(Error::new(
                ErrorKind::Lifecycle,
                format!("a `let` stands inside another one of the same number {number}"),
            ));
        }
        self.variables.push(number);
        Ok(())
    }

    /// The name that was last given is out of scope.
    pub(crate) fn forget(&mut self) {
        self.variables.pop();
    }

    /// Variable `number` is read.
    pub(crate) fn variable(&self, number: usize) -> Result<()> {
        if self.variables.contains(&number) {
            Ok(())
        } else {
            Err(Error::new(
                ErrorKind::Lifecycle,
                format!("variable {number} is read outside of the `let` that names it"),
            ))
        }
    }
}

/// A scope that is given back to the thread.
#[derive(Debug)]
pub(crate) struct Lent(Option<Box<Scope>>);

impl Deref for Lent {
    type Target = Scope;

    #[inline(always)]
    fn deref(&self) -> &Scope {
        match &self.0 {
            Some(scope) => scope,
            None => crate::total::never(),
        }
    }
}

impl DerefMut for Lent {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Scope {
        match &mut self.0 {
            Some(scope) => scope,
            None => crate::total::never(),
        }
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(mut scope) = self.0.take() {
            scope.clear();
            let _ = SPARE.try_with(|spare| spare.set(Some(scope)));
        }
    }
}

/// The ends of the loops of a program that was checked, handed out in the order in which they are entered.
#[derive(Debug)]
pub struct Ends<'a>(core::slice::Iter<'a, usize>);

impl Ends<'_> {
    /// The end of the next loop.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> usize {
        self.0.next().copied().unwrap_or(0)
    }
}

#[cold]
fn overflow(sum: &Affine, source: Source) -> Error {
    Error::new(
        ErrorKind::TooLarge,
        format!("a place of {source} is a sum of more than four indices, or its number is too large: `{sum}` and more"),
    )
}

#[cold]
fn mismatch(index: &str, extent: usize, source: &str, other: usize, other_source: &str) -> Error {
    Error::new(
        ErrorKind::Mismatch,
        format!("index `{index}` has extent {extent} in {source} but {other} in {other_source}"),
    )
}
