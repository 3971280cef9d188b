//! `Tensor`: a thin owner of a level nest.
//!
//! | to | there is |
//! |---|---|
//! | make one | [`Tensor::from_triplets`], [`Tensor::from_dense`], [`Tensor::empty`], [`Tensor::filled`], [`Tensor::random`], `from_parts` of [common nests](parts), [`Tensor::new`] of any, [`Tensor::new_unchecked`] of what was checked before |
//! | copy it into another nest | [`Tensor::convert`], [`Tensor::from_tensor`], [`Tensor::copy_from`], [`Tensor::drop_fills`] |
//! | read it in a program | [`Tensor::at`] |
//! | write it by a program | `&mut tensor` is an output, see [`program`](finch_traits::program) |
//! | change values of a dense one | `a[[j, i]] = value`, [`Tensor::values_mut`] |
//! | write it entry by entry | [`Tensor::write`], [`Tensor::reopen`], see [its page](mod@write) |
//! | see it moved, in part, turned round | [`Views`], views that copy nothing |
//! | change its shape | [`Tensor::resize`] |
//! | give back memory that it does not use | [`Tensor::shrink_to_fit`] |
//! | see it with other values | [`Tensor::pattern`], [`Tensor::set_fill`], [`Tensor::map_leaf`] |
//! | look at it | [`Tensor::get`], `a[[j, i]]`, [`Tensor::iter`], [`Tensor::to_triplets`], [`Tensor::for_each`], [`Tensor::to_dense`], `==`, [`Tensor::same_storage`], `{}` |
//!
//! Index order is nest order: in `a.at((j, i))` over `Dense<SparseList<_>>`, `j` belongs to `Dense`. An index is an array:
//! `a.get([j, i])`, `x.get([i])`, `s.get([])`.

pub mod axes;
mod convert;
mod differs;
mod display;
mod empty;
pub(crate) mod entries;
mod equality;
pub(crate) mod full;
mod habits;
pub mod index;
pub mod iter;
pub mod leaf;
mod output;
pub mod parts;
mod query;
mod random;
mod resize;
pub mod storage;
mod symmetric;
mod triplets;
pub mod values;
pub mod write;

pub use output::TensorOutput;
pub use triplets::Triplet;
pub use write::Writer;

use crate::array::Uncomputed;
use crate::array::expr::Source;
use crate::array::view::Viewed;
use crate::imports::*;
use finch_traits::expr::overload::{Value, access};
use finch_traits::index::protocol::AskedAlong;
use finch_traits::index::{Indices, IndicesOf};
use finch_traits::notation::Readable;
use finch_traits::root::Root;
use finch_traits::view::{Rearrange, Views};

/// A tensor: one root fiber of a nest of levels.
#[derive(Clone)]
pub struct Tensor<L> {
    level: L,
}

/// A [`Tensor`] at indices `I` as an operand of a program: what `a.at((j, i))` returns.
pub type TensorAccess<'a, L, I> = Value<Access<RootFiber<'a, L>, <I as Indices>::List>>;

/// A [`Tensor`] as programs read it: its outermost fiber, borrowed for `'a`.
pub type RootFiber<'a, L> = Root<'a, <L as Level>::Fibers<'a>>;

/// Differences of indices are signed numbers, so an index must be one.
fn check_extents(shape: &[usize]) -> Result<()> {
    ensure!(!let Some(axis) = shape.iter().position(|&extent| extent > isize::MAX as usize), else TooLarge,
        "axis {axis} has extent {}; the largest one is {}", shape[axis], isize::MAX);
    Ok(())
}

impl<L: Level> Tensor<L> {
    /// A tensor of `level`, which is checked: it holds one root fiber, and every level below it is valid.
    ///
    /// # Errors
    ///
    /// * [`Invalid`](crate::ErrorKind::Invalid), [`OutOfBounds`](crate::ErrorKind::OutOfBounds): the arrays violate the
    ///   format of a level. The message names the level, the fiber and the index.
    /// * [`TooLarge`](crate::ErrorKind::TooLarge): an extent does not fit `isize` or the index type of its level.
    ///
    /// The check takes time linear in what is stored.
    pub fn new(level: L) -> Result<Self> {
        let tensor = Tensor { level };
        tensor.validate()?;
        Ok(tensor)
    }

    /// A tensor of `level`, which is not checked, in constant time. In [checked mode](mod@finch_traits::promise) it is
    /// checked all the same.
    ///
    /// # Safety
    ///
    /// `level` is valid: [`Tensor::new`] would accept it, as it has accepted the same arrays before, say. Programs read them
    /// unchecked.
    ///
    /// # Panics
    ///
    /// In checked mode, if it is not.
    pub unsafe fn new_unchecked(level: L) -> Self {
        let tensor = Tensor { level };
        if finch_traits::promise::CHECKED
            && let Err(error) = tensor.validate()
        {
            finch_traits::promise::broken(&error.to_string())
        }
        tensor
    }

    /// The levels, outermost first: `a.level().child()` of a [`Csr`](crate::Csr) is its [`SparseList`], with the index
    /// arrays.
    pub fn level(&self) -> &L {
        &self.level
    }

    /// Moves the levels out of the tensor, with all arrays. Takes constant time.
    pub fn into_level(self) -> L {
        self.level
    }

    /// The extents, outermost first.
    #[inline]
    pub fn shape(&self) -> Shape<L::Rank> {
        let extent = |axis| self.level.extent_along(axis);
        GenericArray::from_iter((0..L::Rank::VALUE).map(|axis| extent(axis).expect("an extent along each axis")))
    }

    /// Checks again what [`Tensor::new`] checks: lengths, pointers, order and bounds of indices, and extents. Takes time linear in what is
    /// stored.
    ///
    /// A tensor is valid whenever safe code can see it. This is for tests, and for tensors that were made by
    /// [`new_unchecked`](Tensor::new_unchecked).
    ///
    /// # Errors
    ///
    /// Those of [`Tensor::new`].
    pub fn validate(&self) -> Result<()> {
        self.level.validate(1)?;
        check_extents(&self.shape())
    }

    /// This tensor at `indices`, as an operand of a program: `a.at((j, i))`. What `finch!` makes of `a[j, i]`. Reads nothing before the
    /// program runs.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn at<I: IndicesOf<L::Rank> + AskedAlong<L::Axes>>(&self, indices: I) -> TensorAccess<'_, L, I> {
        access(self, indices)
    }
}

// SAFETY: a tensor that is borrowed is not written.
unsafe impl<L: Level> Readable for Tensor<L> {
    type Rank = L::Rank;
    type Axes = L::Axes;
    finch_traits::__no_view!();
    type Root<'r>
        = RootFiber<'r, L>
    where
        L: 'r;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn root(&self) -> RootFiber<'_, L> {
        // SAFETY: a tensor holds one root fiber, which was checked when it was made, and is borrowed for the lifetime of the root.
        unsafe { Root::new(self.level.fibers()) }
    }
}

impl<L: Level> Views for Tensor<L> {
    type View<'a, M: Rearrange>
        = Uncomputed<Viewed<Source<'a, L>, M>>
    where
        L: 'a;

    #[inline]
    fn seen<M: Rearrange>(&self, rearrange: M) -> Self::View<'_, M> {
        Uncomputed::seeing(self, rearrange)
    }
}
