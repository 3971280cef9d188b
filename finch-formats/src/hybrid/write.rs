//! Writing: while the level is written every fiber is a list; freezing makes some of them dense.

use super::LIST;
use crate::imports::*;

/// A child position that nobody wrote.
const UNWRITTEN: usize = usize::MAX;

/// Whether a fiber of `extent` indices is stored densely if it holds `count` of them.
fn is_dense(count: usize, extent: usize) -> bool {
    count > extent / 2
}

impl<T: Copy + 'static, F: Fill<T>, P: Width, I: Width> Hybrid<Element<T, F>, Vec<P>, Vec<I>> {
    /// Whether fibers repeat those before them once lists that are more than half full are dense: what such a fiber leaves out
    /// is fill then. While they are written, `ptr` holds how many entries each fiber has, and those of the last ones are
    /// the last.
    ///
    /// # Safety
    ///
    /// All of these fibers, and the `count` fibers before them, were handed out and are complete: nothing is written to them
    /// any more unless they are withdrawn before. Nothing is written behind them.
    unsafe fn repeats_as_stored(&self, from: usize, count: usize) -> bool
    where
        T: PartialEq,
    {
        let (extent, ptr, idx) = (self.extent(), &self.ptr()[..], &self.idx()[..]);
        let len = |fiber: usize| ptr[fiber + 1].to_usize();
        let new: usize = (from..from + count).map(len).sum();
        let old: usize = (from - count..from).map(len).sum();
        let (mut at, mut before) = (idx.len() - new, idx.len() - new - old);
        // SAFETY: the entries of these fibers were handed out, and are complete as their fibers are.
        let value = |entry: usize| unsafe { self.child().written(entry) };
        (from..from + count).all(|fiber| {
            let (list, other) = (at..at + len(fiber), before..before + len(fiber - count));
            (at, before) = (list.end, other.end);
            if is_dense(list.len(), extent) && is_dense(other.len(), extent) {
                let (mut entries, mut others) = (list.peekable(), other.peekable());
                (0..extent).all(|index| {
                    let is_here = |entry: &usize| idx[*entry].to_usize() == index;
                    let stored = |entry: Option<usize>| entry.map_or(F::value(), value);
                    stored(entries.next_if(is_here)) == stored(others.next_if(is_here))
                })
            } else {
                idx[list.clone()] == idx[other.clone()] && list.zip(other).all(|(a, b)| value(a) == value(b))
            }
        })
    }
}

impl<L: WriteLevel, P: Width, I: Width> Hybrid<L, Vec<P>, Vec<I>> {
    /// Makes those lists dense that are more than half full, if there is the memory, and if the level below can be put in
    /// another order.
    fn make_dense(&mut self, driver: Driver) {
        let extent = self.extent();
        let (ptr, idx, child) = self.list.parts_mut();
        let range = |pair: &[P]| pair[0].to_usize()..pair[1].to_usize();
        let count = ptr
            .windows(2)
            .filter(|pair| is_dense(range(pair).len(), extent))
            .count();
        // Dense fibers have more than half of their entries stored, so the sizes below are less than twice what is stored.
        let mut lists = Vec::new();
        let mut blocks = Vec::new();
        let fits = count > 0
            && count < LIST as usize
            && lists.try_reserve_exact(idx.len() + count * extent).is_ok()
            && blocks.try_reserve_exact(count * extent).is_ok();
        if !fits {
            return;
        }
        for pair in ptr.windows(2).map(range) {
            if is_dense(pair.len(), extent) {
                let start = blocks.len();
                blocks.resize(start + extent, UNWRITTEN);
                for at in pair {
                    blocks[start + idx[at].to_usize()] = at
                }
            } else {
                lists.extend(pair)
            }
        }
        let listed = lists.len();
        lists.append(&mut blocks);
        if !child.gather(driver, &lists) {
            return;
        }
        self.listed = false;
        let (mut end, mut old, mut slots) = (0, 0, 0);
        for (fiber, slot) in self.slot.iter_mut().enumerate() {
            let next = ptr[fiber + 1].to_usize();
            if is_dense(next - old, extent) {
                *slot = slots;
                slots += 1
            } else {
                end += next - old
            }
            old = next;
            ptr[fiber + 1] = P::truncate(end)
        }
        for (to, &from) in lists[..listed].iter().enumerate() {
            idx[to] = idx[from]
        }
        idx.truncate(listed)
    }

    /// Makes all fibers lists again; those that are dense hold `indices`. Changes nothing, and returns how many entries there would be,
    /// if they do not fit, or if the level below cannot be put in another order.
    fn make_lists(&mut self, driver: Driver, positions: usize, indices: Range<usize>) -> Result<(), usize> {
        if self.listed {
            return Ok(());
        }
        let dense = self.slot.iter().take(positions).filter(|&&slot| slot != LIST).count();
        if dense == 0 {
            return Ok(());
        }
        let len = self.idx().len() + dense * indices.len();
        if len > P::MAX {
            return Err(len);
        }
        let (mut from, mut idx, mut ptr) = (Vec::new(), Vec::new(), Vec::new());
        let reserved = from.try_reserve_exact(len).is_ok()
            && idx.try_reserve_exact(len).is_ok()
            && ptr.try_reserve_exact(positions + 1).is_ok();
        if !reserved {
            return Err(len);
        }
        ptr.push(P::default());
        for position in 0..positions {
            match self.dense(position) {
                Some(first) => {
                    from.extend(first + indices.start..first + indices.end);
                    idx.extend(indices.clone().map(I::truncate))
                }
                None => {
                    let list = self.ptr()[position].to_usize()..self.ptr()[position + 1].to_usize();
                    from.extend(list.clone());
                    idx.extend_from_slice(&self.idx()[list])
                }
            }
            ptr.push(P::truncate(from.len()))
        }
        let (old_ptr, old_idx, child) = self.list.parts_mut();
        if !child.gather(driver, &from) {
            return Err(len);
        }
        (*old_ptr, *old_idx) = (ptr, idx);
        self.slot.fill(LIST);
        self.listed = true;
        Ok(())
    }

    /// Makes all fibers lists before parts are put together: [`make_lists`](Self::make_lists) with a fault, which names fiber `fiber`.
    fn list_part(
        &mut self,
        driver: Driver,
        fiber: usize,
        positions: usize,
        indices: Range<usize>,
    ) -> Result<(), Fault> {
        let listed = self.make_lists(driver, positions, indices);
        listed.map_err(|len| faults::too_large::<Self>(fiber, len))
    }
}

// SAFETY: while it is written the level is a list; freezing keeps its invariants and moves whole fibers, with a
// position for every index of a dense one.
unsafe impl<L: WriteLevel, P: Width, I: Width> WriteLevel for Hybrid<L, Vec<P>, Vec<I>> {
    const MIRRORED: Mirrored<L::T> = L::MIRRORED.below(1);

    fn resize(&mut self, driver: Driver, shape: &[usize]) -> Result<()> {
        self.list.resize(driver, shape)?;
        self.slot.clear();
        Ok(())
    }

    fn declare(&mut self, driver: Driver) {
        self.slot.clear();
        self.listed = true;
        self.list.declare(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assemble(&mut self, driver: Driver, positions: usize) -> Result<(), Fault> {
        grow::<Self, _>(&mut self.slot, positions, || LIST)?;
        self.list.assemble(driver, positions)
    }

    fn freeze(&mut self, driver: Driver, positions: usize) {
        self.list.freeze(driver, positions);
        self.slot.truncate(positions);
        self.make_dense(driver)
    }

    fn thaw(&mut self, driver: Driver, positions: usize) -> Result<()> {
        let listed = self.make_lists(driver, positions, 0..self.extent());
        listed.map_err(|len| {
            error!(
                TooLarge,
                "a Hybrid level that is thawed needs lists of {len} entries, which do not fit, or which {} cannot be put in order for",
                L::NAME
            )
        })?;
        // Arrays may hold more than was needed; fibers that are assembled later start out as lists.
        self.slot.truncate(positions);
        self.list.thaw(driver, positions)
    }

    fn append(&mut self, driver: Driver, positions: usize, part: &mut Self, count: usize) -> Result<(), Fault> {
        self.list_part(driver, positions, positions, 0..self.extent())?;
        // All fibers, since more of them may be asked for than these.
        part.list_part(driver, positions, part.slot.len(), 0..part.extent())?;
        self.list.append(driver, positions, &mut part.list, count)?;
        append_array::<Self, _>(&mut self.slot, positions, &part.slot[..count])
    }

    fn append_piece(&mut self, driver: Driver, part: &mut Self, piece: &Range<usize>) -> Result<(), Fault> {
        if piece.start == 0 {
            self.declare(driver)
        }
        // A dense fiber has indices before and behind the piece, too.
        self.list_part(driver, 0, 1, 0..piece.start)?;
        part.list_part(driver, 0, 1, piece.clone())?;
        self.list.append_piece(driver, &mut part.list, piece)?;
        append_array::<Self, _>(&mut self.slot, 0, &part.slot[..1])
    }

    fn complete(&mut self, driver: Driver) {
        self.list.complete(driver);
        if self.listed {
            self.make_dense(driver)
        }
    }

    fn shrink_to_fit(&mut self) {
        self.slot.shrink_to_fit();
        self.list.shrink_to_fit()
    }

    crate::writing! {
        flag No, PointerWriting<SparseList<L, Vec<P>, Vec<I>>> = |level| {
            // SAFETY: the caller hands a valid level that nothing else accesses, so its list is one too, and it is assembled.
            unsafe { SparseList::writing(&raw mut (*level).list) }
        }
    }
}

// SAFETY: lists are put behind those of the fibers before, and pieces of one list behind each other; of a dense one, no indices but those
// of the piece. Making fibers dense keeps what they hold.
in_parts! { unsafe impl[L: WriteInParts, P: Width, I: Width] WriteInParts for Hybrid<L, Vec<P>, Vec<I>>, splits Yes }

// SAFETY: as for the list, which every fiber is while the level is written.
unsafe impl<T: Copy + PartialEq + 'static, F: Fill<T>, P: Width, I: Width> MergeLevel
    for Hybrid<Element<T, F>, Vec<P>, Vec<I>>
{
    type Staging = StagedInPlace;

    unsafe fn repeats(&mut self, _driver: Driver, from: usize, count: usize) -> bool {
        // SAFETY: as the caller promises.
        unsafe { self.repeats_as_stored(from, count) }
    }

    // While parts are put together, those that are dense are lists of all indices.
    fn repeats_frozen(&mut self, driver: Driver, from: usize, count: usize) -> bool {
        self.listed && self.list.repeats_frozen(driver, from, count)
    }

    fn withdraw(&mut self, driver: Driver, from: usize, count: usize) {
        self.list.withdraw(driver, from, count)
    }
}
