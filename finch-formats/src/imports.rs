//! What most files of this crate need of each other, of the [kit](crate::kit::prelude), and of the crates below: they import
//! all of it. What a file has a name of its own for, or imports by name, is that.

pub(crate) use crate::blocks::Contiguous;
pub(crate) use crate::copy::accessors;
pub(crate) use crate::extent::Extent;
pub(crate) use crate::guarded::{Bounded, Guarded, found, spike, spike_steps, stable_steps};
pub(crate) use crate::kit::append::{Append, Below, Tip};
pub(crate) use crate::kit::arrays::{at, borrowed, stretch};
pub(crate) use crate::kit::by_pointer::ChildOf;
pub(crate) use crate::kit::compressed::{self, CompareEntries, Compressed, CompressedParts};
pub(crate) use crate::kit::covering::{self, Closing, end_from};
pub(crate) use crate::kit::entries::{Entries, EntriesFibers, Search, Sorted};
pub(crate) use crate::kit::faults;
pub(crate) use crate::kit::fiber::{looked_up, over_child, read_leaf};
pub(crate) use crate::kit::insert::{Entered, Insert};
pub(crate) use crate::kit::prelude::*;
pub(crate) use crate::kit::ranged::{Absent, Here, Presence, Ranged, RangedFiber, RangedFibers};
pub(crate) use crate::kit::run_writer::{AppendRuns, BaseOf, Gap, Reach, StageOf};
pub(crate) use crate::kit::runs::{
    Ended, Runs, RunsFiber, RunsFibers, RunsSteps, SearchedRuns, WithGaps, runs_end_at, search,
};
pub(crate) use crate::kit::window::{Stretch, WindowFibers, Windows};
pub(crate) use crate::levels::*;
pub(crate) use crate::merge::{InLocal, StagedLeaf, in_local};
pub(crate) use crate::nested::Nested;
pub(crate) use crate::refused::Refused;
pub(crate) use crate::search::first_at_least;
pub(crate) use crate::sparse_blocks::{Size, both};
pub(crate) use crate::sparse_coo::Dimensions;
pub(crate) use crate::tensor::axes::Axes;
pub(crate) use crate::triangular::{Half, Packing};
pub(crate) use crate::width::{FiberIndex, Keyed, bounds_at, holds};
pub(crate) use core::cmp::Ordering;
pub(crate) use core::hint::{assert_unchecked, cold_path, select_unpredictable};
pub(crate) use finch_traits::algebra::branch;
pub(crate) use finch_traits::algebra::fill::{False, Zero};
pub(crate) use finch_traits::algebra::logic::{And, Not};
pub(crate) use finch_traits::algebra::reducer::Reducer;
pub(crate) use finch_traits::algebra::reducers::Overwrite;
pub(crate) use finch_traits::expr::access::Access;
pub(crate) use finch_traits::index::Nil;
pub(crate) use finch_traits::index::protocol::{Offers, OuterAxis};
pub(crate) use finch_traits::lifecycle::{Output, Reread, WriteInParts, WriteInPlace};
pub(crate) use finch_traits::looplet::jumper::Jumper;
pub(crate) use finch_traits::looplet::lookup::At;
pub(crate) use finch_traits::looplet::spike::Spike;
pub(crate) use finch_traits::looplet::switch::Switch;
pub(crate) use finch_traits::rank::{Next, Rank, Shape};
pub(crate) use finch_traits::target::{OnWriteFiber, Unasked};
pub(crate) use generic_array::{ArrayLength, GenericArray};
pub(crate) use typenum::{U0, U1, U2, U3, U4, Unsigned};
