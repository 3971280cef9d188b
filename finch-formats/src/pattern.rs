//! `Pattern`: what is stored is true, and takes no room.
//!
//! ```text
//! SparseList  idx [ 1 | 4 | 0 | 2 | 3 ]     the parent stores positions 0..5
//! Pattern           t   t   t   t   t       which are true; no array says so
//! ```
//!
//! A leaf without an array: the fill is `false`, every stored position is `true`, and types know it. So over
//! `Dense<SparseList<Pattern>>` nothing is loaded but pointers and indices. It has no dimension, so no protocol. Bytes: none.
//!
//! | lifecycle | costs |
//! |---|---|
//! | read, write, at any position, in any order, any number of times | constant |
//! | declare, freeze, thaw | nothing |
//!
//! Written, its storage is the flag by which its parent learns that the position was assigned: `true` stores the
//! position, `false` takes it back. That takes a parent which asks for each position by itself: a level of lists, tables,
//! blocks that grow ([`SparseBlockList`](crate::SparseBlockList)), points, or runs with fill between them. Levels that store
//! what was not assigned as well can be read over it and not written, which the compiler says:
//! [`Dense`](crate::Dense), [`Ragged`](crate::Ragged), [`SparseBand`](crate::SparseBand),
//! [`SparseBlocks`](crate::SparseBlocks), [`Triangular`](crate::Triangular) and [`Symmetric`](crate::Symmetric). So
//! `Dense<Pattern>`, which is true everywhere, is no output, and neither is `SparseList<Dense<Pattern>>`, of which a row is
//! all true or all false; use [`Bit`](crate::Bit) or [`Element<bool>`](crate::Element) there.
//! [`RunList`](crate::RunList) and [`PackBits`](crate::PackBits), which store runs of fill, refuse it with an
//! [`Invalid`](finch_traits::ErrorKind::Invalid) error when they are declared. Without a parent there is no flag: what is
//! written to a tensor of rank 0 is refused with an [`Order`](finch_traits::ErrorKind::Order) error.

use crate::kit::faults;
use crate::kit::prelude::*;
use finch_traits::algebra::fill::{False, True};
use typenum::U0;

/// What is stored is true, over a background of `false`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern;

/// All positions.
#[derive(Clone, Copy, Debug)]
pub struct PatternFibers;

// SAFETY: nothing is stored, so every position can be read; there is no child and no index.
unsafe impl Level for Pattern {
    type T = bool;
    type Fill = False;
    type Rank = U0;
    type Axes = finch_traits::index::protocol::NoAxis;
    type Fibers<'a> = PatternFibers;
    const NAME: &'static str = "Pattern";

    #[inline(always)]
    fn fibers(&self) -> PatternFibers {
        PatternFibers
    }

    fn shape(&self, _shape: &mut Vec<usize>) {}

    fn validate(&self, _positions: usize) -> Result<()> {
        Ok(())
    }

    fn get(&self, _position: usize, _index: &[usize]) -> bool {
        true
    }

    fn for_each(&self, _position: usize, index: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize], bool)) {
        visit(index, true)
    }

    fn count_stored(&self, positions: usize) -> usize {
        positions
    }

    fn bytes(&self) -> usize {
        0
    }

    fn draw(&self, _position: usize, tree: &mut Tree<'_, '_>) -> fmt::Result {
        tree.value(&true)
    }
}

// SAFETY: no memory is read.
unsafe impl Fibers for PatternFibers {
    type T = bool;
    type Fill = False;
    type Fiber = FillFiber<bool, True>;
    type OptionalFiber = LeafOrFill<bool, False>;

    #[inline(always)]
    unsafe fn fiber(self, _position: usize) -> Self::Fiber {
        FillFiber::new()
    }

    #[inline(always)]
    unsafe fn fiber_or_fill(self, _position: usize, here: bool) -> Self::OptionalFiber {
        LeafOrFill::new(here, here)
    }

    #[inline(always)]
    fn dim(self, _axis: usize) -> Option<usize> {
        None
    }
}

/// All positions, for writing.
#[derive(Clone, Copy, Debug)]
pub struct PatternWriting;

/// One position, for writing: its value is the flag that its parent lent.
#[derive(Clone, Copy, Debug)]
pub struct PatternBit<D> {
    dirty: D,
}

// SAFETY: nothing is stored, so every position can be read in every state.
unsafe impl WriteLevel for Pattern {
    type NeedsFlag = finch_traits::algebra::logic::Yes;
    type Writing<'w> = PatternWriting;

    fn resize(&mut self, _driver: Driver, _shape: &[usize]) -> Result<()> {
        Ok(())
    }

    fn declare(&mut self, _driver: Driver) {}

    #[inline(always)]
    fn assemble(&mut self, _driver: Driver, _positions: usize) -> Result<(), Fault> {
        Ok(())
    }

    fn freeze(&mut self, _driver: Driver, _positions: usize) {}

    fn thaw(&mut self, _driver: Driver, _positions: usize) -> Result<()> {
        Ok(())
    }

    #[inline(always)]
    unsafe fn clear_positions(
        &mut self,
        _driver: Driver,
        _below: usize,
        positions: impl Iterator<Item = usize>,
    ) -> bool {
        // There is nothing to clear, but the caller may do something at each.
        positions.for_each(drop);
        true
    }

    #[inline(always)]
    unsafe fn writing<'w>(_level: *mut Self) -> PatternWriting
    where
        Self: 'w,
    {
        PatternWriting
    }
}

// SAFETY: no memory is written but the parent's flag.
unsafe impl WriteFibers for PatternWriting {
    type T = bool;
    type Fill = <False as Fill<bool>>::Known;
    type Fiber<D: Dirty> = PatternBit<D>;

    #[inline(always)]
    unsafe fn fiber<D: Dirty>(self, _position: usize, dirty: D) -> PatternBit<D> {
        PatternBit { dirty }
    }
}

// SAFETY: as above.
unsafe impl<D: Dirty> WriteFiber for PatternBit<D> {
    crate::write_leaf!();
    type T = bool;
    type Fill = <False as Fill<bool>>::Known;
    type Short = No;
    type Asked = D::Asked;

    #[inline(always)]
    fn load(self) -> bool {
        self.dirty.get()
    }

    #[inline(always)]
    fn store(self, value: bool) {
        if !D::Asked::VALUE {
            // Nobody keeps the flag: the position is stored whatever is written.
            return fault::raise(faults::occupied::<Pattern>(0, 0));
        }
        if value { self.dirty.set() } else { self.dirty.clear() }
    }
}

#[cfg(test)]
mod tests {
    use crate::prelude::*;

    fn edges(edges: &[[usize; 2]]) -> CsrPattern {
        let entries = edges.iter().map(|&edge| (edge, true));
        CsrPattern::from_triplets([4, 4], entries, Or).unwrap()
    }

    #[test]
    fn stored_positions_are_true() {
        let a = edges(&[[2, 1], [0, 3], [2, 1], [2, 2]]);
        a.validate().unwrap();
        assert_eq!(a.count_stored(), 3);
        assert_eq!(a.get([2, 1]), Some(true));
        assert_eq!(a.get([1, 1]), Some(false));
        let dense: Matrix<bool> = a.convert().unwrap();
        assert_eq!(dense, a);
        let back: CsrPattern = dense.convert().unwrap();
        assert_eq!(back.count_stored(), 3);
        assert_eq!(back, a);
        let lists: Tensor<SparseList<SparseList<Pattern>>> = a.convert().unwrap();
        assert_eq!(lists.level().idx(), &[0, 2]);
        assert_eq!(lists, a);
        assert!(a.to_string().contains("[3]: true"));
    }

    #[test]
    fn false_is_not_stored() {
        let x = Tensor::<SparseList<Pattern>>::from_triplets([3], [([0], false), ([1], true)], Or).unwrap();
        assert_eq!(x.level().idx(), &[1]);
        let y = Tensor::<SparseList<Pattern>>::from_triplets([3], [([1], true), ([1], false)], And).unwrap();
        assert_eq!(y.count_stored(), 0);
    }

    #[test]
    fn patterns_merge() {
        indices!(j, i);
        let (a, b) = (edges(&[[0, 1], [0, 3], [2, 0]]), edges(&[[0, 3], [1, 2], [2, 0]]));
        let (mut either, mut both, mut one) = (CsrPattern::default(), CsrPattern::default(), CsrPattern::default());
        program()
            .declare(&mut either)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).reduce(Or, a.at((j, i)) | b.at((j, i))))))
            .run()
            .unwrap();
        program()
            .declare(&mut both)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) & b.at((j, i))))))
            .run()
            .unwrap();
        program()
            .declare(&mut one)
            .body(|(y,)| forall(j, forall(i, y.at((j, i)).set(a.at((j, i)) ^ b.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(either, edges(&[[0, 1], [0, 3], [1, 2], [2, 0]]));
        assert_eq!(both, edges(&[[0, 3], [2, 0]]));
        assert_eq!(one, edges(&[[0, 1], [1, 2]]));
        assert_eq!(one.count_stored(), 2);
    }

    #[test]
    fn a_reduction_into_one_position_stores_it_once() {
        indices!(j, i);
        let a = edges(&[[0, 1], [0, 3], [2, 0]]);
        let mut rows = Tensor::<SparseList<Pattern>>::default();
        program()
            .declare(&mut rows)
            .body(|(rows,)| forall(j, forall(i, rows.at((j,)).reduce(Or, a.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(rows.level().idx(), &[0, 2]);
        // Of values that overwrite each other the last one stays, be it false.
        let mut last = Tensor::<SparseList<Pattern>>::default();
        program()
            .declare(&mut last)
            .body(|(last,)| forall(j, forall(i, last.at((j,)).reduce(Overwrite, a.at((j, i))))))
            .run()
            .unwrap();
        assert_eq!(last.level().idx(), &[0]);
    }

    #[test]
    fn below_a_dense_parent_everything_is_stored() {
        let all = Tensor::new(Dense::new(3, Pattern)).unwrap();
        assert_eq!(all.to_dense().unwrap(), [true; 3]);
    }
}
