//! The nests that are attacked. What is behind the feature `exhaustive` is as good as the rest, but takes long to compile.

#![cfg_attr(not(feature = "exhaustive"), allow(unused_imports))]

use super::arrays::Arrays;
use super::fuse::Fuse;
use super::lent::Lends;
use super::maker::Maker;
use super::subject::{Found, Subject, cells};
use super::tensors::{Cubes, Matrices, Vectors};
use crate::levels;
use finch_algebra::logic::No;
use finch_algebra::{Inf, Zero};
use finch_formats::levels::*;
use finch_traits::algebra::nat::Nat;
use finch_traits::level::Level;
use std::sync::Arc;
use typenum::{U1, U2, U3, U4};

type Leaf = Element<Fuse>;
type Csr = Dense<SparseList<Leaf>>;

/// The names of the nests, as types have them.
#[cfg(feature = "exhaustive")]
macro_rules! type_names {
    ($into:ident: $($(#[$attr:meta])* $nest:ty;)*) => {
        $($(#[$attr])* $into.push(core::any::type_name::<$nest>());)*
    };
}

/// Looks at a tensor of a nest of random arrays, if they are accepted and it is small enough for that.
pub type Stored = fn(&mut Maker<'_, '_>, look: &mut dyn FnMut(&dyn Found));

/// A tensor of these nests each, empty.
macro_rules! subjects {
    ($into:ident: $($(#[$attr:meta])* $nest:ty;)*) => {
        $($(#[$attr])* $into.push(Box::new(Wrap::from(Tensor::<$nest>::default())) as Box<dyn Subject>);)*
    };
}

/// Random arrays of these nests each; those that are `lent` are read through slices of them.
macro_rules! stored {
    ($into:ident: $($(#[$attr:meta])* $nest:ty;)*) => { stored! { @ $into, arrays: $($(#[$attr])* $nest;)* } };
    ($into:ident lent: $($(#[$attr:meta])* $nest:ty;)*) => { stored! { @ $into, lent: $($(#[$attr])* $nest;)* } };
    (@ $into:ident, $arrays:ident: $($(#[$attr:meta])* $nest:ty;)*) => {
        $($(#[$attr])* $into.push((|make, look| {
            let shape = make.shape(<<$nest as Level>::Rank as Nat>::VALUE);
            let (one, other) = (<$nest>::arrays(make, &shape, 1), <$nest>::arrays(make, &shape, 1));
            stored! { @ $arrays one other }
            let Some(found) = one.ok().filter(|one| cells(&one.shape()).is_some()).map(Wrap::from) else {
                return;
            };
            match other {
                Ok(other) if other.shape()[..] == found.shape()[..] => look(&found.and(other)),
                _ => look(&found),
            }
        }) as Stored);)*
    };
    (@ arrays $one:ident $other:ident) => { let ($one, $other) = (Tensor::new($one), Tensor::new($other)); };
    (@ lent $one:ident $other:ident) => {
        let is_valid = Tensor::new($one.clone()).is_ok();
        let ($one, $other) = (Tensor::new($one.lend()), Tensor::new($other.lend()));
        assert_eq!($one.is_ok(), is_valid, "as slices, beside as vectors");
    };
}

/// The vectors that are written, handed to a macro.
macro_rules! vectors {
    ($with:ident $into:ident) => {{
        use Vectors as Wrap;
        levels! { $with { $into: SparseList<Leaf, Vec<u16>, Vec<u8>>; } Fuse, Leaf {
            Dense<Bit>;
            SparseList<Pattern>;
            #[cfg(feature = "exhaustive")]
            Dense<Leaf>;
            #[cfg(feature = "exhaustive")]
            SparseList<Leaf, Lengths<u16>, Vec<i32>>;
            #[cfg(feature = "exhaustive")]
            SparseList<Counted<Leaf>, Vec<i8>, Vec<i8>>;
            #[cfg(feature = "exhaustive")]
            RunList<Leaf, Vec<usize>, Vec<u32>, No>;
            #[cfg(feature = "exhaustive")]
            SparseRunList<Leaf, Vec<usize>, Vec<u32>, No>;
            #[cfg(feature = "exhaustive")]
            Counted<SparseList<Counted<Leaf>>>;
            #[cfg(feature = "exhaustive")]
            SparseRunList<Leaf, Vec<u8>, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            RunList<Leaf, Vec<u8>, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            PackBits<Leaf, Vec<u8>, Vec<i16>>;
            #[cfg(feature = "exhaustive")]
            UnsortedList<Leaf, Vec<u8>, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            SparseDict<Leaf, Vec<u8>, Vec<u8>, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            SparseBlockList<Leaf, Vec<u8>, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            SparsePoint<Leaf, Vec<u8>>;
            #[cfg(feature = "exhaustive")]
            SparseInterval<Leaf, Vec<u8>>;
        } }
    }};
}

/// The matrices that are written.
macro_rules! matrices {
    ($with:ident $into:ident) => {{
        use Matrices as Wrap;
        $with! { $into:
            Csr;
            Dense<UnsortedList<Leaf>>;
            Dense<SparseByteMap<Leaf>>;
            Dense<SparseDict<Leaf>>;
            Dense<Hybrid<Leaf>>;
            Dense<RunList<Leaf>>;
            Dense<RunList<Leaf, Vec<usize>, Vec<u32>, No>>;
            Dense<SparseList<Leaf>, Fixed<U4>>;
            Dense<Separate<SparseList<Leaf>>>;
            SparseList<SparseList<Leaf>>;
            SparseCoo<U2, Leaf>;
            SparseBlocks<U2, U3, Leaf>;
            Triangular<Lower, Leaf>;
            Symmetric<Lower, Leaf>;
            RunList<SparseList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            RunList<SparseRunList<Pattern>>;
            #[cfg(feature = "exhaustive")]
            Triangular<Lower, Bit>;
            #[cfg(feature = "exhaustive")]
            SparseBlocks<U2, U2, Bit>;
            #[cfg(feature = "exhaustive")]
            Dense<Dense<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparsePairs<Fuse>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseBlockList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseBand<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<Ragged<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparsePoint<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseInterval<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<PackBits<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseRunList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseRunList<Leaf, Vec<usize>, Vec<u32>, No>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseInterval<Leaf, Vec<u32>, No>>;
            #[cfg(feature = "exhaustive")]
            RunList<SparseList<Leaf>, Vec<usize>, Vec<u32>, No>;
            #[cfg(feature = "exhaustive")]
            SparseList<Dense<Leaf, Fixed<U4>>>;
            #[cfg(feature = "exhaustive")]
            Dense<Dense<Leaf, Fixed<U4>>, Fixed<U4>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseList<Leaf, Lengths>>;
            #[cfg(feature = "exhaustive")]
            Triangular<Upper, Leaf>;
            #[cfg(feature = "exhaustive")]
            Symmetric<Upper, Leaf>;
            #[cfg(feature = "exhaustive")]
            SparseByteMap<SparseByteMap<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseDict<SparseDict<Leaf>>;
            #[cfg(feature = "exhaustive")]
            UnsortedList<UnsortedList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseBand<SparseBand<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseRunList<RunList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            RunList<Dense<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseList<Dense<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Ragged<SparseList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseBlockList<RunList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseInterval<Dense<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparsePoint<SparseList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Separate<SparseList<SparseList<Leaf>>>;
        }
    }};
}

/// The tensors of three dimensions that are written.
macro_rules! cubes {
    ($with:ident $into:ident) => {{
        use Cubes as Wrap;
        $with! { $into:
            SparseList<SparseList<SparseList<Leaf>>>;
            SparseCoo<U2, RunList<Leaf>>;
            Dense<RunList<SparseList<Leaf>>>;
            #[cfg(feature = "exhaustive")]
            Dense<Dense<Dense<Leaf>>>;
            #[cfg(feature = "exhaustive")]
            Dense<Csr>;
            #[cfg(feature = "exhaustive")]
            SparseList<Dense<RunList<Leaf>>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseBlocks<U2, U2, Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseCoo<U3, Leaf>;
            #[cfg(feature = "exhaustive")]
            SparseList<SparseCoo<U2, Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseCoo<U2, Dense<Leaf>>;
            #[cfg(feature = "exhaustive")]
            SparseList<Triangular<Lower, Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<Symmetric<Upper, Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<Separate<SparseDict<SparseList<Leaf>>>>;
            #[cfg(feature = "exhaustive")]
            SparseByteMap<Dense<SparseDict<Leaf>>>;
            #[cfg(feature = "exhaustive")]
            UnsortedList<SparseBand<Ragged<Leaf>>>;
        }
    }};
}

/// The tensors that are only read.
macro_rules! only_read {
    ($with:ident $into:ident) => {{
        use Vectors as Wrap;
        $with! { $into:
            SparseList<Element<Fuse, Zero, Box<[Fuse]>>, Arc<[u32]>, Box<[i32]>>;
            #[cfg(feature = "exhaustive")]
            SparseBlockList<Bit>;
            #[cfg(feature = "exhaustive")]
            SparsePairs<Fuse, Inf, Arc<[u16]>, Vec<Pair<i64, Fuse>>>;
            #[cfg(feature = "exhaustive")]
            SparseDict<Element<Fuse, Inf>, Box<[u8]>, Arc<[i16]>, Box<[i64]>>;
        }
    }
    {
        use Matrices as Wrap;
        $with! { $into:
            Hybrid<SparseList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<Hybrid<Pattern>>;
        }
    }
    {
        use Cubes as Wrap;
        $with! { $into:
            SparseBlocks<U2, U1, SparseList<Leaf>>;
        }
    }};
}

/// An empty tensor of every nest that is written. Generic so that only who calls it compiles it.
pub fn subjects<Caller>() -> Vec<Box<dyn Subject>> {
    let mut all = Vec::new();
    vectors!(subjects all);
    matrices!(subjects all);
    cubes!(subjects all);
    all
}

/// The names of the nests that [`subjects`] has, as types have them.
#[cfg(feature = "exhaustive")]
#[allow(clippy::vec_init_then_push, unused_imports)]
pub fn written() -> Vec<&'static str> {
    let mut all = Vec::new();
    vectors!(type_names all);
    matrices!(type_names all);
    cubes!(type_names all);
    all
}

/// The names of the nests that only [`stored`] has, as types have them.
#[cfg(feature = "exhaustive")]
#[allow(clippy::vec_init_then_push, unused_imports)]
pub fn read() -> Vec<&'static str> {
    let mut all = Vec::new();
    only_read!(type_names all);
    all
}

/// Random arrays of these nests, and of those that are only read. Generic so that only who calls it compiles it.
pub fn stored<Caller>() -> Vec<Stored> {
    let mut all = Vec::new();
    vectors!(stored all);
    matrices!(stored all);
    cubes!(stored all);
    only_read!(stored all);
    {
        use Matrices as Wrap;
        stored! { all lent:
            Csr;
            SparseCoo<U2, Leaf>;
            Dense<RunList<Leaf>>;
            #[cfg(feature = "exhaustive")]
            Dense<SparseByteMap<Leaf>>;
            #[cfg(feature = "exhaustive")]
            RunList<Dense<Leaf>>;
        }
    }
    all
}
