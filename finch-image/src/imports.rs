//! What most files of this crate need of each other and of the crates below: they import all of it.

pub(crate) use crate::arrays::Runs;
pub(crate) use crate::convert::reserved;
pub(crate) use crate::{BitImage, Pixel, RunImage};
pub(crate) use core::any::Any;
pub(crate) use core::ops::Range;
pub(crate) use finch_kernels::Result;
pub(crate) use finch_kernels::formats::{Dense, Element, Matrix, Tensor, ensure};
pub(crate) use finch_kernels::traits::algebra::Bool;
pub(crate) use finch_kernels::traits::algebra::fill::Fill;
pub(crate) use finch_kernels::traits::algebra::operator::BinaryOp;
pub(crate) use finch_kernels::traits::expr::overload::{constant, literal, map1, map2};
pub(crate) use finch_kernels::traits::level::IsDense;
pub(crate) use finch_kernels::traits::{error, finch};
pub(crate) use typenum::U2;
