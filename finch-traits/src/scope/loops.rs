//! Loops: they are entered, take their extents, and are left.

use crate::error::{Error, Result, ensure, error};
use crate::region::Region;
use crate::scope::state::{LoopEnds, LoopInfo, Scope, Sizing, Source, VAST};

impl Scope {
    /// Checks, at the end of the walk, that outputs are large enough for the loops of given extent, and puts shapes together.
    pub(crate) fn finish(&mut self) -> Result<()> {
        if self.is_vast
            && let Some(source) = self.wraps
        {
            return Err(error!(
                TooLarge,
                "a place of {source} is a sum that may lie beyond its extent, in a program of which an index or a step exceeds \
                     {VAST}: the sum might be too large for a number"
            ));
        }
        for output in &self.outputs {
            for (number, axis) in self.axes_of(output).iter().enumerate() {
                let needed = axis.needed().max(axis.read_up_to);
                ensure!(axis.extent() >= needed, else Mismatch,
                    "{} is used up to {needed}, but its extent is {}: give the loops ranges in which its places lie inside, or write \
                     `~(..)` around a place where what lies beyond is to be missing", Source::new(output.name, number), axis.extent());
                // As of any tensor: differences of indices are signed numbers.
                ensure!(axis.extent() <= isize::MAX as usize, else TooLarge,
                    "{} is written up to {}; the largest extent is {}", Source::new(output.name, number), axis.extent(), isize::MAX);
            }
        }
        self.shape_all();
        Ok(())
    }

    /// Checks, when all outputs are introduced, that they can be told apart: by their addresses.
    pub(crate) fn tell_apart(&self) -> Result<()> {
        match self.is_twice {
            false => Ok(()),
            true => Err(error!(
                Lifecycle,
                "two outputs are at the same address: one of them holds values of no size, and the other cannot be told from it"
            )),
        }
    }

    /// Enters a loop over index `number`; its extent may be given.
    pub(super) fn enter_loop(&mut self, number: usize, name: &'static str, given: Option<Region>) -> Result<()> {
        let same = |outer: &&LoopInfo| outer.number == number || !name.is_empty() && outer.name == name;
        if let Some(outer) = self.loops.iter().find(same) {
            let reason = match outer.number == number {
                true => format!("has the same index number {number}: declare both in one `indices!`"),
                false => "has an index of the same name: give one of them another".into(),
            };
            return Err(error!(
                Lifecycle,
                "the loop over `{name}` stands inside the loop over `{}` and {reason}", outer.name
            ));
        }
        if let Some(region) = given
            && region.lo > region.hi
        {
            return Err(error!(
                Mismatch,
                "the loop over `{name}` is given the extent {}..{}, which runs backwards", region.lo, region.hi
            ));
        }
        if let Some(region) = given
            && region.hi > isize::MAX as usize
        {
            return Err(error!(
                TooLarge,
                "the loop over `{name}` is given the extent {}..{}; the largest end is {}",
                region.lo,
                region.hi,
                isize::MAX
            ));
        }
        self.loops.push(LoopInfo {
            number,
            name,
            given,
            extent: None,
            is_compared: false,
            slot: self.ends.len(),
        });
        self.ends.push(0);
        Ok(())
    }

    /// The ends of all loops, in the order in which they were entered.
    #[inline]
    pub(crate) fn ends(&self) -> LoopEnds<'_> {
        LoopEnds(self.ends.iter())
    }

    /// Leaves the innermost loop. Returns its end.
    pub(super) fn leave_loop(&mut self) -> Result<usize> {
        let Some(left) = self.loops.pop() else {
            return Ok(0);
        };
        let (slot, number, name, is_compared) = (left.slot, left.number, left.name, left.is_compared);
        let lo = left.given.map_or(0, |region| region.lo);
        let hi = self.end_of(left)?;
        ensure!(!is_compared || hi <= isize::MAX as usize, else TooLarge,
            "the loop over `{name}`, which is compared with another index, ends at {hi}; the largest end is {}", isize::MAX);
        self.ends[slot] = hi;
        self.is_vast |= hi > VAST;
        self.resolve_pending(number, Region::new(lo, hi))?;
        Ok(hi)
    }

    pub(super) fn end_of(&mut self, mut left: LoopInfo) -> Result<usize> {
        if let Some(region) = left.given {
            while let Some(Sizing { output, axis, .. }) = self.next_sizing(left.slot) {
                self.at_least(output, axis, region.hi)
            }
            return Ok(region.hi);
        }
        if left.extent.is_none() {
            left.extent = self.room(left.number)?
        }
        let own = || self.sizings.iter().filter(|sizing| sizing.slot == left.slot);
        let axis_of = |sizing: &Sizing| self.axes_of(&self.outputs[sizing.output]).get(sizing.axis).copied();
        let extent = match (left.extent, own().next()) {
            (Some((extent, _)), _) => extent,
            (None, Some(first)) => match own().filter_map(axis_of).find(|axis| axis.is_sized()) {
                Some(axis) => axis.extent(),
                // An output that is emptied and sized by the loop gives that loop no end.
                None => {
                    return Err(error!(
                        Unresolved,
                        "the extent of index `{}` cannot be inferred: {}, which its loop {}, has none yet; give it to the loop, \
                             `for {0} in 0..n`, or to the tensor in front of the program, as in `let mut {} = Vector::<f64>::empty([n])?;`",
                        left.name,
                        Source::new(self.outputs[first.output].name, first.axis),
                        if own().any(|sizing| sizing.reads) {
                            "reads and writes"
                        } else {
                            "writes"
                        },
                        self.outputs[first.output].name
                    ));
                }
            },
            (None, None) => {
                return Err(error!(
                    Unresolved,
                    "the extent of index `{}` cannot be inferred: no access in its loop has one; give it to the loop, \
                         `for {0} in 0..n`",
                    left.name
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
                        &format!("{}, as an earlier loop sized it", Source::new(name, axis)),
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
    pub(super) fn next_sizing(&mut self, slot: usize) -> Option<Sizing> {
        let first = self.sizings.iter().position(|sizing| sizing.slot == slot)?;
        Some(self.sizings.remove(first))
    }

    pub(super) fn constrain(
        &mut self,
        number: usize,
        index: &'static str,
        extent: usize,
        source: Source,
    ) -> Result<()> {
        let Some(inner) = self.loops.iter_mut().rev().find(|inner| inner.number == number) else {
            return Err(error!(
                Lifecycle,
                "index `{index}` of {source} is not bound by any loop around it"
            ));
        };
        match (inner.given, inner.extent) {
            (Some(region), _) if region.hi > extent => Err(error!(
                Mismatch,
                "index `{}` runs over {}..{}, beyond the extent {extent} of {source}", inner.name, region.lo, region.hi
            )),
            (None, Some((other, other_source))) if other != extent => {
                let (least, name) = (other.min(extent), inner.name);
                let is_moved = other_source.moved || source.moved;
                let error = mismatch(name, other, &other_source.to_string(), extent, &source.to_string());
                Err(match (is_moved, least) {
                    (false, _) => error,
                    (true, 0) => error!(
                        Mismatch,
                        "{error}, of which other indices and numbers in the place take all: write all of an output before it is \
                             read, which settles its extent"
                    ),
                    (true, _) => error!(
                        Mismatch,
                        "{error}, of which other indices and numbers in the place take their part; a range settles it, such as \
                             `for {name} in 0..{least}`"
                    ),
                })
            }
            (None, None) => {
                inner.extent = Some((extent, source));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

#[cold]
pub(super) fn mismatch(index: &str, extent: usize, source: &str, other: usize, other_source: &str) -> Error {
    error!(
        Mismatch,
        "index `{index}` has extent {extent} in {source} but {other} in {other_source}"
    )
}
