//! What most files of the upper rooms need of those below: they import all of it, and what [`knot`](crate::knot) has.

#![allow(
    unused_imports,
    reason = "some are needed with features only, or named by documentation"
)]

pub(crate) use crate::description::term::Term;
pub(crate) use crate::description::tree::VariableFacts;
pub(crate) use crate::expr::access::OfWorkspace;
pub(crate) use crate::expr::map::{Map1, Map2, Map3};
pub(crate) use crate::expr::variable::Variable;
pub(crate) use crate::index::arithmetic::{Calculated, Minus, Sum};
pub(crate) use crate::index::permissive::Permissive;
pub(crate) use crate::index::protocol::{AxisList, NoAxis, OuterAxis};
pub(crate) use crate::index::{Index, Passes};
pub(crate) use crate::knot::*;
pub(crate) use crate::mask::Iota;
pub(crate) use crate::scope::Glance;
pub(crate) use crate::stmt::block::Block;
pub(crate) use crate::stmt::let_::Let;
pub(crate) use crate::stmt::loop_::{Inferred, IntoLoopRange, Loop};
pub(crate) use crate::stmt::sieve::Sieve;
pub(crate) use crate::target::Place;
pub(crate) use crate::target::output::{Output, Reread};
pub(crate) use core::fmt;
pub(crate) use core::num::Wrapping;
pub(crate) use finch_algebra::number::Captured;
pub(crate) use finch_algebra::operator::{BinaryOp, TernaryOp, UnaryOp};
pub(crate) use finch_algebra::operators::Cast;
pub(crate) use num_complex::Complex;
pub(crate) use typenum::{U1, U2, U3, U4, U5};
