//! What most files need of the rooms below, of the algebra and of `core`: they import all of it.
//!
//! Nothing here knows of nodes, looplets or passes.

#![allow(unused_imports, reason = "some are named by documentation only")]

pub(crate) use crate::count::{Count, IsNone, IsOne, Nought, SumOf};
pub(crate) use crate::cursor::{Cursor, forward_cursor};
pub(crate) use crate::derived::{copied, shown};
pub(crate) use crate::description::nest::short_name;
pub(crate) use crate::description::{
    ExprNode, Expression, FiberDescription, FiberFacts, Nest, Protocol, Shape, Statement, StmtNode, TargetDescription,
    TargetNode, Term, WriteDescription,
};
pub(crate) use crate::driver::Driver;
pub(crate) use crate::error::{ErrorKind, Result, ensure, error};
pub(crate) use crate::if_resolved::IfResolved;
pub(crate) use crate::lent::Lent;
pub(crate) use crate::parts::Parts;
pub(crate) use crate::promise;
pub(crate) use crate::region::{EVERYWHERE, Region};
pub(crate) use crate::same_type::same_type;
pub(crate) use crate::scope::affine::{Affine, SignedIndex};
pub(crate) use crate::scope::{Check, LoopEnds, Scope};
pub(crate) use crate::sealed::Sealed;
pub(crate) use crate::style::{self, Kind, MaxOf, Style};
pub(crate) use crate::unfilled::Taking;
pub(crate) use core::cell::Cell;
pub(crate) use core::marker::PhantomData;
pub(crate) use core::ops::Range;
pub(crate) use finch_algebra::branch;
pub(crate) use finch_algebra::fault::Fault;
pub(crate) use finch_algebra::fill::Fill;
pub(crate) use finch_algebra::known::{IsMissing, Knowledge, Known, Unknown, tag};
pub(crate) use finch_algebra::logic::{And, Arm, Bool, Case, Implies, No, Not, Or, SelectKnown, Ways, Yes};
pub(crate) use finch_algebra::nat::{Apart, Nat};
pub(crate) use finch_algebra::reducer::{Again, Reducer};
pub(crate) use typenum::U0;
