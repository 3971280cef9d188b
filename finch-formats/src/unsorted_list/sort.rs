//! Sorting fibers: lists of ascending indices in the same arrays.

use crate::imports::*;

impl<L: SwapLevel, P: Width, I: Width, Ptr: Buffer<Item = P>> UnsortedList<L, Ptr, Vec<I>> {
    /// Sorts the first `fibers` fibers, for which the level is valid, and moves their children along.
    fn sorted(mut self, fibers: usize) -> SparseList<L, Ptr, Vec<I>> {
        // Half as much is sorted if narrow numbers will do, as for all that programs write.
        let (mut order, mut long): (Vec<(I, u32)>, Vec<(I, usize)>) = (Vec::new(), Vec::new());
        for pair in self.ptr.as_slice()[..=fibers].windows(2) {
            let (from, to) = (pair[0].to_usize(), pair[1].to_usize());
            let list = &mut self.idx[from..to];
            if list.is_sorted() {
                continue;
            }
            if list.len() <= u32::MAX as usize {
                sort(list, &mut self.child, from, &mut order)
            } else {
                sort(list, &mut self.child, from, &mut long)
            }
        }
        SparseList::new(self.extent, self.ptr, self.idx, self.child)
    }
}

/// Sorts a fiber whose children are at the positions from `from` on; `order` is overwritten.
fn sort<L: SwapLevel, I: Width, N: Width>(list: &mut [I], child: &mut L, from: usize, order: &mut Vec<(I, N)>) {
    order.clear();
    order.extend(list.iter().enumerate().map(|(at, &index)| (index, N::truncate(at))));
    order.sort_unstable_by_key(|&(index, _)| index);
    for (here, &(index, _)) in list.iter_mut().zip(&*order) {
        *here = index
    }
    exchange(child, from, order)
}

/// Puts the child that is at `from + order[n].1` at `from + n`, for every `n`: cycle by cycle, so that each is exchanged
/// once.
fn exchange<L: SwapLevel, I, N: Width>(child: &mut L, from: usize, order: &mut [(I, N)]) {
    for first in 0..order.len() {
        let mut here = first;
        loop {
            let there = core::mem::replace(&mut order[here].1, N::truncate(here)).to_usize();
            if there == first {
                break;
            }
            child.swap(from + here.min(there), from + here.max(there), 1);
            here = there
        }
    }
}

// Bounds stand on the functions, so that the compiler says what cannot change places.
impl<L, P: Width, I: Width, Ptr: Buffer<Item = P>> Tensor<UnsortedList<L, Ptr, Vec<I>>> {
    /// Sorts the entries by index, in place: makes a [`SparseList`] of the arrays of this list.
    ///
    /// What is below the list must be able to change places: [`Element`], [`Bit`] and
    /// [`Pattern`] can, and [`Dense`] levels over these; see [`SwapLevel`] for others. It is not sorted itself.
    ///
    /// Takes constant memory and linear time if the entries are sorted, and else time `m log m` for `m` entries, that of moving
    /// what is below each of them at most once, and room for `m` pairs of an index and a position.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let a = UnsortedList::new(5, vec![0, 3], vec![4_u32, 0, 2], Element::<i64>::new(vec![1, 2, 3]));
    /// let sorted: SparseVector<i64> = Tensor::new(a)?.sort();
    /// assert_eq!(sorted.level().idx(), &[0, 2, 4]);
    /// assert_eq!(sorted.level().child().val(), &[2, 3, 1]);
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn sort(self) -> Tensor<SparseList<L, Ptr, Vec<I>>>
    where
        L: SwapLevel,
    {
        let level = self.into_level().sorted(1);
        // SAFETY: the arrays were valid, the indices of the fiber, which differ, ascend now, and children that change places
        // are as valid as they were.
        unsafe { Tensor::new_unchecked(level) }
    }
}

impl<L, X: Extent, P: Width, I: Width, Ptr: Buffer<Item = P>> Tensor<Dense<UnsortedList<L, Ptr, Vec<I>>, X>> {
    /// Sorts the entries of every row by column, in place: makes compressed sparse rows of the arrays of this matrix.
    ///
    /// What is below the rows must be able to change places: [`Element`], [`Bit`] and
    /// [`Pattern`] can, and [`Dense`] levels over these, so that rows of blocks or of dense vectors can be
    /// sorted; see [`SwapLevel`] for others. It is not sorted itself.
    ///
    /// Takes time `m log m` for each row of `m` entries that is not sorted, and that of moving what is below each of its
    /// entries at most once; and room for the longest of these rows.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (ptr, idx, val) = (vec![0, 2, 3], vec![2, 0, 1], vec![1.0, 2.0, 3.0]);
    /// let a = UnsortedCsr::<f64>::from_parts(2, 3, ptr, idx, val)?;
    /// let sorted: Csr<f64> = a.sort();
    /// assert_eq!(sorted.into_parts(), (2, 3, vec![0, 2, 3], vec![0, 2, 1], vec![2.0, 1.0, 3.0]));
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    ///
    /// What has lists below cannot:
    ///
    /// ```compile_fail,E0277
    /// use finch_formats::prelude::*;
    ///
    /// let a = Tensor::<Dense<UnsortedList<SparseList<Element<f64>>>>>::default();
    /// a.sort();
    /// ```
    pub fn sort(self) -> Tensor<Dense<SparseList<L, Ptr, Vec<I>>, X>>
    where
        L: SwapLevel,
    {
        let rows = self.level().extent();
        let level = self.into_level().map_child(|list| list.sorted(rows));
        // SAFETY: as above, row by row.
        unsafe { Tensor::new_unchecked(level) }
    }
}
