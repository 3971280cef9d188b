//! `Tensor`: a thin owner of a level nest.

mod output;

pub use output::TensorOutput;

use core::fmt;
use finch_traits::Result;
use finch_traits::expr::access::Access;
use finch_traits::expr::overload::Value;
use finch_traits::index::Indices;
use finch_traits::level::{Fibers, Level};
use finch_traits::rank::Shape;
use generic_array::GenericArray;

/// A tensor: one root fiber of a nest of levels.
#[derive(Clone)]
pub struct Tensor<L> {
    level: L,
}

/// An access to a tensor.
pub type TensorAccess<'a, L, I> = Value<Access<RootFiber<'a, L>, <I as Indices>::List>>;

/// The root of a tensor, for reading.
pub type RootFiber<'a, L> = <<L as Level>::Fibers<'a> as Fibers>::Fiber;

impl<L: Level> Tensor<L> {
    /// A tensor of `level`, which is checked: it holds one root fiber, and every level below it is valid.
    ///
    /// # Errors
    ///
    /// Names the level, the fiber and the index that violate the format. Takes time linear in what is stored.
    pub fn new(level: L) -> Result<Self> {
        level.validate(1)?;
        Ok(Tensor { level })
    }

    /// The level nest.
    pub fn level(&self) -> &L {
        &self.level
    }

    /// The level nest.
    pub fn into_level(self) -> L {
        self.level
    }

    /// The extents, outermost first.
    pub fn shape(&self) -> Shape<L::Rank> {
        let mut shape = Vec::new();
        self.level.shape(&mut shape);
        GenericArray::from_iter(shape)
    }

    /// Checks the tensor again; a tensor that was only written by programs is valid.
    pub fn validate(&self) -> Result<()> {
        self.level.validate(1)
    }

    /// The tensor at `indices`, as a value in a program: `a.at((j, i))`.
    #[inline(always)]
    pub fn at<I: Indices<Rank = L::Rank>>(&self, indices: I) -> TensorAccess<'_, L, I> {
        // SAFETY: a tensor holds one root fiber, which was checked when it was made.
        let root = unsafe { self.level.fibers().fiber(0) };
        Value::new(Access::new(root, indices.list(), ""))
    }
}

impl<L: fmt::Debug> fmt::Debug for Tensor<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Tensor").field(&self.level).finish()
    }
}
