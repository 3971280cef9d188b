//! Levels over slices: those of random arrays, lent.

use super::arrays::Arrays;
use super::fuse::Fuse;
use finch_algebra::fill::Fill;
use finch_formats::{Dense, Element, RunList, SparseByteMap, SparseCoo, SparseList};
use finch_traits::level::Level;
use typenum::U2;

/// A nest whose arrays can be lent.
pub trait Lends: Arrays {
    /// The nest over slices.
    type Lent<'a>: Level<T = Self::T, Fill = Self::Fill, Rank = Self::Rank>
    where
        Self: 'a;
    /// Lends all arrays.
    fn lend(&self) -> Self::Lent<'_>;
}

impl<F: Fill<Fuse>> Lends for Element<Fuse, F> {
    type Lent<'a>
        = Element<Fuse, F, &'a [Fuse]>
    where
        Self: 'a;
    fn lend(&self) -> Self::Lent<'_> {
        Element::new(&self.val()[..])
    }
}

impl<L: Lends> Lends for Dense<L> {
    type Lent<'a>
        = Dense<L::Lent<'a>>
    where
        Self: 'a;
    fn lend(&self) -> Self::Lent<'_> {
        Dense::new(self.extent(), self.child().lend())
    }
}

/// Levels of one dimension over arrays.
macro_rules! lends {
    ($($level:ident: $($array:ident of $item:ty),+;)*) => { $(
        impl<L: Lends> Lends for $level<L> {
            type Lent<'a>
                = $level<L::Lent<'a>, $(&'a [$item]),+>
            where
                Self: 'a;
            fn lend(&self) -> Self::Lent<'_> {
                $level::new(self.extent(), $(&self.$array()[..],)+ self.child().lend())
            }
        }
    )* };
}

lends! {
    SparseList: ptr of usize, idx of u32;
    RunList: ptr of usize, right of u32;
    SparseByteMap: ptr of usize, idx of u32, tbl of bool;
}

impl<L: Lends> Lends for SparseCoo<U2, L> {
    type Lent<'a>
        = SparseCoo<U2, L::Lent<'a>, &'a [usize], &'a [u32]>
    where
        Self: 'a;
    fn lend(&self) -> Self::Lent<'_> {
        let [rows, columns] = [0, 1].map(|axis| self.extents()[axis]);
        let idx = [0, 1].map(|axis| &self.idx()[axis][..]);
        SparseCoo::new([rows, columns], &self.ptr()[..], idx, self.child().lend())
    }
}
