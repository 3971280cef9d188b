//! Names that the code of nearly every level needs: `use finch_formats::kit::prelude::*`.
//!
//! The traits that levels implement, fibers and looplets for reading, targets for writing, and what stands in their
//! signatures. What only some levels need, as what is in the other modules of the [kit](crate::kit), is imported by name.

pub use crate::buffer::{Buffer, Growing};
pub use crate::kit::arrays::Borrowed;
pub use crate::kit::by_pointer::{PointerFiber, PointerWriting, Unfurling, WriteByPointer};
pub use crate::kit::compressed::WriteProgress;
pub use crate::kit::pieces::{Piece, Pieces};
pub use crate::merge::{CompareLevel, MergeLevel, Merging, StagedInPlace, Staging};
pub use crate::sparse_blocks::SwapLevel;
pub use crate::width::Width;
pub use core::cell::Cell;
pub use core::fmt::{self, Debug};
pub use core::marker::PhantomData;
pub use core::ops::Range;
pub use finch_traits::algebra::fault::{self, Fault};
pub use finch_traits::algebra::fill::Fill;
pub use finch_traits::algebra::known::{Knowledge, Known, Unknown};
pub use finch_traits::algebra::logic::{Bool, No, Yes};
pub use finch_traits::explain::{FiberDescription, Nest, Protocol, WriteDescription};
pub use finch_traits::fiber::{Fiber, FiberOrFill, FillFiber, Leaf, LeafOrFill};
pub use finch_traits::index::protocol::{Following, Galloping, Walking};
pub use finch_traits::lent::Lent;
pub use finch_traits::level::{Contents, Fibers, Level};
pub use finch_traits::lifecycle::{Driver, WriteFibers, WriteLevel};
pub use finch_traits::looplet::follow::{Find, Follow};
pub use finch_traits::looplet::lookup::Lookup;
pub use finch_traits::looplet::run::Run;
pub use finch_traits::looplet::sequence::Sequence;
pub use finch_traits::looplet::stepper::{Stepper, Steps};
pub use finch_traits::looplet::{Looplet, WriteLooplet};
pub use finch_traits::mirrored::Mirrored;
pub use finch_traits::pass::accept::Accept;
pub use finch_traits::pass::lookup::Bind;
pub use finch_traits::pass::{OnLeaf, OnTarget, Pass};
pub use finch_traits::promise;
pub use finch_traits::region::Region;
pub use finch_traits::style;
pub use finch_traits::target::{Dirty, RemainingIndices, UnfurledTarget, WholeRun, Write, WriteFiber};
pub use finch_traits::tree::Tree;
pub use finch_traits::writer::{at_once, together};
pub use finch_traits::{Error, ErrorKind, Result};
