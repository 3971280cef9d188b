//! Putting together what parts of a parallel loop have written: block rows behind those of the parts before.

use super::Owned;
use crate::imports::*;

impl<R: Size, C: Size, L: SwapLevel + WriteLevel<NeedsFlag = No>, P: Width, I: Width> Owned<R, C, L, P, I> {
    /// Puts the first `count` block rows of `part` behind the first `rows`, and drops what is behind these. Both levels are frozen.
    pub(super) fn append_rows(
        &mut self,
        driver: Driver,
        rows: usize,
        part: &mut Self,
        count: usize,
    ) -> Result<(), Fault> {
        let (blocks, more) = (self.ptr[rows].to_usize(), part.ptr[count].to_usize());
        let fits = |sum: usize| sum <= P::MAX && sum.checked_mul(Self::AREA).is_some();
        if !blocks.checked_add(more).is_some_and(fits) {
            return Err(faults::too_large::<Self>(rows, more));
        }
        append_array::<Self, _>(&mut self.idx, blocks, &part.idx[..more])?;
        compressed::append_ends::<Self, _>(&mut self.ptr, rows, &part.ptr[..=count])?;
        self.child
            .append(driver, blocks * Self::AREA, &mut part.child, more * Self::AREA)
    }
}

// SAFETY: block rows are put behind those before, with their blocks. The root of a part counts its block rows from the first one that the
// part has: parts start where block rows do.
in_parts! {
    unsafe impl[R: Size, C: Size, L: SwapLevel + WriteInParts<NeedsFlag = No>, P: Width, I: Width] WriteInParts for Owned<R, C, L, P, I>, splits Yes
}
