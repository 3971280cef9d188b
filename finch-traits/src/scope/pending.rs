//! Places that are sums of indices: they have to be in bounds whatever the loops around them bind, which is known when the
//! extents of all but one are.

use crate::error::{Error, Result, ensure, error};
use crate::region::Region;
use crate::scope::affine::Affine;
use crate::scope::state::{Limit, Pending, Scope, Source};

impl Scope {
    /// `sum` has to be below `limit` whatever its indices are.
    pub(super) fn require(&mut self, sum: &Affine, limit: Limit, source: Source) -> Result<()> {
        self.require_for(sum, limit, source, false)
    }

    /// `require`, where an output only `reads` what it holds.
    pub(super) fn require_for(&mut self, sum: &Affine, limit: Limit, source: Source, reads: bool) -> Result<()> {
        for part in sum.parts() {
            self.bound(part.number, part.name)?
        }
        let mut pending = Pending {
            sum: *sum,
            open: sum.parts().iter().map(|part| (part.number, part.negative)).collect(),
            least: sum.constant() as i128,
            most: sum.constant() as i128,
            never: false,
            reads,
            limit,
            source,
        };
        if let Some((lo, hi)) = sum.window() {
            let extent = match limit {
                Limit::Extent(extent) => extent,
                Limit::Output(..) | Limit::Sized(..) => isize::MAX as usize,
            };
            ensure!(!sum.is_outside(), else OutOfBounds,
                "the window {lo}..{hi} of {source} lies beyond the window around it");
            ensure!(lo >= 0 && lo <= hi && hi as usize <= extent, else OutOfBounds,
                "the window {lo}..{hi} lies beyond the extent {extent} of {source}");
            if let Limit::Output(output, axis) | Limit::Sized(output, axis) = limit {
                self.at_least(output, axis, hi as usize)
            }
            // Within the window, indices count from its start.
            pending.limit = Limit::Extent((hi - lo) as usize);
        }
        // Loops of given extent are known already.
        for inner in &self.loops {
            if let Some(region) = inner.given {
                pending.bind(inner.number, region)
            }
        }
        self.settle_pending(pending)
    }

    /// The loop over index `number` is left, which goes over `region`.
    pub(super) fn resolve_pending(&mut self, number: usize, region: Region) -> Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        for mut pending in core::mem::take(&mut self.pending) {
            pending.bind(number, region);
            self.settle_pending(pending)?
        }
        Ok(())
    }

    /// Checks a place, or bounds the last of its indices, or waits.
    fn settle_pending(&mut self, pending: Pending) -> Result<()> {
        match (&pending.open[..], pending.limit) {
            ([], _) => self.check_place(&pending),
            // The one index that is left goes as far as the others leave room.
            (&[(number, false)], Limit::Extent(extent)) if !pending.never && !self.is_given(number) => {
                let room = extent as i128 - pending.most;
                if pending.least < 0 || room < 0 {
                    return Err(pending.beyond(pending.least.min(extent as i128), pending.most, extent));
                }
                let name = pending.sum.parts().iter().find(|part| part.number == number);
                let source = Source {
                    moved: true,
                    ..pending.source
                };
                self.constrain(number, name.map_or("", |part| part.name), room as usize, source)
            }
            _ => {
                self.pending.push(pending);
                Ok(())
            }
        }
    }

    /// All indices of a place have extents.
    fn check_place(&mut self, pending: &Pending) -> Result<()> {
        if pending.never {
            return Ok(());
        }
        match pending.limit {
            Limit::Extent(extent) if pending.least < 0 || pending.most >= extent as i128 => {
                Err(pending.beyond(pending.least, pending.most, extent))
            }
            Limit::Extent(_) => Ok(()),
            Limit::Output(..) | Limit::Sized(..) if pending.least < 0 => {
                Err(pending.beyond(pending.least, pending.most, usize::MAX))
            }
            Limit::Output(output, axis) | Limit::Sized(output, axis) => {
                let end = usize::try_from(pending.most + 1).unwrap_or(usize::MAX);
                match self.axis_mut(output, axis) {
                    Some(axis) if axis.fixed && end > axis.extent() => {
                        return Err(pending.beyond(pending.least, pending.most, axis.extent()));
                    }
                    Some(axis) if pending.reads && axis.exact.is_some() => axis.read_up_to = axis.read_up_to.max(end),
                    Some(axis) => axis.at_least = axis.at_least.max(Some(end)),
                    None => {}
                }
                Ok(())
            }
        }
    }

    /// The extent of the loop over index `number` if only sums name it: what the outputs that earlier loops have sized leave
    /// for it, or what is read in a loop over nothing.
    pub(super) fn room(&mut self, number: usize) -> Result<Option<(usize, Source)>> {
        let mut least = None;
        for pending in &self.pending {
            let extent = match pending.limit {
                Limit::Sized(output, axis) if !pending.never => {
                    Some(self.axes_of(&self.outputs[output])[axis].extent())
                }
                Limit::Extent(extent) if pending.never => Some(extent),
                _ => None,
            };
            if let (Some(extent), &[(open, false)]) = (extent, &pending.open[..])
                && open == number
            {
                let room = extent as i128 - pending.most;
                if pending.least < 0 || room < 0 {
                    // No place of a loop over nothing lies anywhere.
                    if pending.never {
                        continue;
                    }
                    return Err(pending.beyond(pending.least.min(extent as i128), pending.most, extent));
                }
                if least.is_none_or(|(least, _)| (room as usize) < least) {
                    let source = Source {
                        moved: true,
                        ..pending.source
                    };
                    least = Some((room as usize, source))
                }
            }
        }
        Ok(least)
    }

    pub(super) fn is_given(&self, number: usize) -> bool {
        self.loops
            .iter()
            .any(|inner| inner.number == number && inner.given.is_some())
    }
}

impl Pending {
    /// Index `number` goes over `region`.
    fn bind(&mut self, number: usize, region: Region) {
        let (least, most) = (region.lo as i128, region.hi as i128 - 1);
        self.never |= least > most;
        if least > most && self.open.iter().any(|&(open, _)| open == number) {
            // The sum has no value, and nothing follows from it for other indices.
            return self.open.clear();
        }
        self.open.retain(|&(open, negative)| {
            if open == number {
                let (low, high) = if negative { (most, least) } else { (least, most) };
                let signed = |value: i128| if negative { -value } else { value };
                self.least += signed(low);
                self.most += signed(high)
            }
            open != number
        })
    }

    #[cold]
    fn beyond(&self, least: i128, most: i128, extent: usize) -> Error {
        let Pending { sum, source, .. } = self;
        let beyond = if least < 0 {
            format!("starts at {least}")
        } else {
            format!("goes up to {most}, where the extent is {extent}")
        };
        error!(
            OutOfBounds,
            "the place `{sum}` of {source} {beyond}: give the loops ranges in which it lies inside, or write `~({sum})` \
                 where what lies beyond is to be missing"
        )
    }
}
