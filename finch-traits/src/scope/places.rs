//! Accesses: the places that are read and written, and the variables.

use crate::error::{Error, Result, ensure, error};
use crate::scope::affine::{Affine, AxisPlace, SignedIndex};
use crate::scope::check::{Extents, NamedAccess};
use crate::scope::outputs::called;
use crate::scope::state::{Introduction, Limit, OutputAxis, Scope, Sizing, Source, State, VAST, When};

impl Scope {
    /// How many loops there are around the innermost workspace that was read in the places of an access.
    fn named_by(&mut self, access: &NamedAccess<'_>) -> usize {
        match access.plain.is_all() {
            true => 0,
            // What stands in front of it in the same brackets counts for the access around it again.
            false => {
                let before = self.named_before.pop().unwrap_or(0);
                core::mem::replace(&mut self.named_by, before)
            }
        }
    }

    /// A place has a value as soon as `around` loops have one. That must not be before the workspace that it is a place of,
    /// or that names it, is filled: it would be looked up before.
    pub(super) fn not_before(&self, sum: &Affine, around: usize, source: Source) -> Result<()> {
        let is_around = |number| self.loops.iter().take(around).any(|outer| outer.number == number);
        ensure!(around == 0 || !sum.parts().iter().all(|part| is_around(part.number)), else Lifecycle,
            "the place `{sum}` of {source} would be looked up before the workspace is filled, as no loop behind its declaration has an \
             index in it: write `for i {{ if i == .. {{ .. }} }}` with an index of such a loop");
        Ok(())
    }

    /// A tensor is read: `root` if the same program writes it.
    pub(super) fn reads(&mut self, access: NamedAccess<'_>, extents: &Extents, when: When) -> Result<()> {
        let named_by = self.named_by(&access);
        let NamedAccess { root, name, .. } = access;
        let output = match root {
            None => None,
            Some(root) => {
                let output = self.output_of(root, &access, when != When::Finished)?;
                let info = &mut self.outputs[output];
                if info.name.is_empty() {
                    info.name = name;
                }
                let is_workspace = info.introduction == Introduction::Workspace;
                let (is_filling, is_filled) = (info.state == State::Writing, info.state == State::Reading);
                let is_current = match when {
                    When::Any => self.is_current(output),
                    When::Filling => is_filling,
                    When::Finished => false,
                };
                if is_current && self.in_places == 0 {
                    return self.read_current(output, access);
                }
                ensure!(when != When::Filling && (!is_workspace || is_filled), else Lifecycle,
                    "{} is read where it is not a finished workspace: read it in the second part of its workspace statement", called(name));
                self.use_in_pass(output, false)?;
                Some(output)
            }
        };
        let around = output.map_or(0, |output| self.outputs[output].around);
        self.named_by = self.named_by.max(around);
        let mut result = Ok(());
        access.visit(&mut |place, axis| {
            if result.is_ok() && around.max(named_by) > 0 {
                result = self.settled_in_time(place, axis, output, named_by, name)
            }
            if result.is_err() {
                return;
            }
            let extent = match output {
                // What was read once stays: a later loop may not size it otherwise.
                Some(output) => self.axis_mut(output, axis).map(OutputAxis::fix),
                None => extents.get(axis).copied().flatten(),
            };
            result = self.place(place, extent, Source::new(name, axis));
        });
        result
    }

    /// An output is read while it is written: its loops size it, as those of a write do.
    fn read_current(&mut self, output: usize, access: NamedAccess<'_>) -> Result<()> {
        let name = access.name;
        self.use_in_pass(output, true)?;
        let mut result = Ok(());
        access.visit(&mut |place, axis| {
            if result.is_ok() {
                result = self.write_place(place, output, axis, name, true)
            }
        });
        result
    }

    /// A name that stands in `sum` has come behind the first `names`.
    fn is_named_behind(&self, sum: &Affine, names: usize) -> bool {
        let behind = self.variables.get(names..).unwrap_or(&[]);
        sum.innermost_variable().is_some_and(|number| behind.contains(&number))
    }

    /// A place along `axis` of a tensor, which is workspace number `output` or whose places are named by one inside of
    /// `named_by` loops, must not have a value before that workspace is filled: it would be looked up before. The
    /// workspace itself is looked up when the place along its first axis has a value; if a name stands in that, when what
    /// is named has one.
    pub(super) fn settled_in_time(
        &self,
        place: AxisPlace<'_>,
        axis: usize,
        output: Option<usize>,
        named_by: usize,
        name: &'static str,
    ) -> Result<()> {
        place.with_sum(|sum| {
            let own = match output.map(|output| &self.outputs[output]) {
                Some(info) if axis == 0 && !self.is_named_behind(sum, info.names) => info.around,
                _ => 0,
            };
            let named = if sum.is_sum() { 0 } else { named_by };
            self.not_before(sum, own.max(named), Source::new(name, axis))
        })
    }

    /// A place along an axis, of that extent if it has one.
    #[inline]
    pub(super) fn place(&mut self, place: AxisPlace<'_>, extent: Option<usize>, source: Source) -> Result<()> {
        match (place, extent) {
            (AxisPlace::Index(index), Some(extent)) => self.constrain(index.number, index.name, extent, source),
            (AxisPlace::Index(index), None) => self.bound(index.number, index.name),
            (AxisPlace::Sum(sum), extent) => self.sum(sum, extent, source),
        }
    }

    /// A place that is a sum of indices, along an axis of that extent if it has one.
    pub(super) fn sum(&mut self, sum: &Affine, extent: Option<usize>, source: Source) -> Result<()> {
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
    pub(super) fn all_bound(&mut self, sum: &Affine, source: Source) -> Result<()> {
        if let Some((lo, hi)) = sum.window()
            && lo > hi
        {
            return Err(error!(OutOfBounds, "the window {lo}..{hi} of {source} runs backwards"));
        }
        if sum.is_named() {
            self.named.push(source)
        }
        if let Some(largest) = sum.added() {
            self.is_vast |= largest > VAST;
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
            Err(error!(Lifecycle, "index `{index}` is not bound by any loop around it"))
        }
    }

    /// A tensor is written.
    pub(super) fn writes(&mut self, access: NamedAccess<'_>) -> Result<()> {
        let named_by = self.named_by(&access);
        let NamedAccess { root, name, .. } = access;
        let Some(root) = root else { return Ok(()) };
        let output = self.output_of(root, &access, true)?;
        if self.outputs[output].name.is_empty() {
            self.outputs[output].name = name;
        }
        ensure!(self.outputs[output].state == State::Writing, else Lifecycle,
            "{} is written outside of the first part of its workspace statement",
            if name.is_empty() { "a workspace".into() } else { format!("`{name}`") });
        self.use_in_pass(output, true)?;
        self.reduce_in_pass(output)?;
        let around = self.outputs[output].around;
        let mut result = Ok(());
        access.visit(&mut |place, axis| {
            if result.is_ok() && around.max(named_by) > 0 {
                result = self.settled_in_time(place, axis, Some(output), named_by, name)
            }
            if result.is_ok() {
                result = self.write_place(place, output, axis, name, false)
            }
        });
        result
    }

    /// A place along an axis of an output, which is written there, or `reads` what was written before. What is declared takes
    /// the union of what its statements need, until it is read; loops over an index that stands alone there agree, unless
    /// their extents are given.
    pub(super) fn write_place(
        &mut self,
        place: AxisPlace<'_>,
        output: usize,
        axis: usize,
        name: &'static str,
        reads: bool,
    ) -> Result<()> {
        let Some(info) = self.axis_mut(output, axis).copied() else {
            return Ok(());
        };
        let source = Source::new(name, axis);
        if info.fixed {
            return self.place(place, info.exact, source);
        }
        let plain = match place {
            AxisPlace::Index(index) => Some(index),
            AxisPlace::Sum(sum) => sum.plain(),
        };
        match (plain, place) {
            (Some(index), _) if info.exact.is_none() || self.is_given(index.number) => {
                self.size(index, output, axis, reads)
            }
            (Some(index), _) => self.constrain(index.number, index.name, info.extent(), source),
            (None, AxisPlace::Sum(sum)) if sum.overflows() => Err(overflow(sum, source)),
            (None, AxisPlace::Sum(sum)) if sum.is_checked() => {
                let limit = match info.exact {
                    Some(_) => Limit::Sized(output, axis),
                    None => Limit::Output(output, axis),
                };
                self.require_for(sum, limit, source, reads)
            }
            (None, AxisPlace::Sum(sum)) => self.all_bound(sum, source),
            (None, AxisPlace::Index(_)) => Ok(()),
        }
    }

    /// The loop over an index sizes an output along an axis.
    fn size(&mut self, index: SignedIndex, output: usize, axis: usize, reads: bool) -> Result<()> {
        match self.loops.iter().rev().find(|inner| inner.number == index.number) {
            Some(inner) => {
                let slot = inner.slot;
                self.sizings.push(Sizing {
                    slot,
                    output,
                    axis,
                    reads,
                });
                Ok(())
            }
            None => self.bound(index.number, index.name),
        }
    }

    /// Variable `number` is named from here on.
    pub(super) fn names(&mut self, number: usize) -> Result<()> {
        ensure!(!self.variables.contains(&number), else Lifecycle,
            "a `let` stands inside another one of the same number {number}");
        self.variables.push(number);
        Ok(())
    }

    /// Variable `number` is read.
    pub(super) fn reads_variable(&self, number: usize) -> Result<()> {
        if self.variables.contains(&number) {
            Ok(())
        } else {
            Err(error!(
                Lifecycle,
                "variable {number} is read outside of the `let` that names it"
            ))
        }
    }
}

#[cold]
fn overflow(sum: &Affine, source: Source) -> Error {
    error!(
        TooLarge,
        "a place of {source} is a sum of more than four indices, or its number is too large: `{sum}` and more"
    )
}
