//! What most files of this crate need of each other and of the crates below: they import all of it.

pub(crate) use crate::operand::{Extents, both_forms};
pub(crate) use crate::policy::{Policy, Serial, kernel};
pub(crate) use crate::{MatrixOf, MatrixOutput, NewMatrix, VectorOf, VectorOutput};
pub(crate) use core::marker::PhantomData;
pub(crate) use core::ops::Range;
pub(crate) use finch_formats::array::Described;
pub(crate) use finch_formats::array::kinds::{Kinds, NoDim};
pub(crate) use finch_formats::traits::algebra::Unary;
pub(crate) use finch_formats::traits::algebra::fill::{Fill, Inf, Zero};
pub(crate) use finch_formats::traits::algebra::known::Known;
pub(crate) use finch_formats::traits::algebra::logic::{And, Bool, No, Not, Or, Yes};
pub(crate) use finch_formats::traits::algebra::nat::Nat;
pub(crate) use finch_formats::traits::algebra::number::{Number, Ordered};
pub(crate) use finch_formats::traits::algebra::reducer::Reducer;
pub(crate) use finch_formats::traits::algebra::semiring::{PlusTimes, Semiring};
pub(crate) use finch_formats::traits::expr::Expr;
pub(crate) use finch_formats::traits::expr::overload::{constant, define, literal, map1, map2, sieve};
pub(crate) use finch_formats::traits::index::{Cons, Index, IndexList, Nil};
pub(crate) use finch_formats::traits::level::Level;
pub(crate) use finch_formats::traits::lifecycle::{Output, WriteLevel};
pub(crate) use finch_formats::traits::program::{IntoOutput, OutputRoot, program};
pub(crate) use finch_formats::traits::stmt::Stmt;
pub(crate) use finch_formats::traits::{error, finch};
pub(crate) use finch_formats::{
    AnyMatrix, Csr, Dense, Element, Error, Matrix, MatrixFormat, MatrixWithFill, Result, Scalar, SparseByteMap,
    SparseDict, SparseList, Tensor, Vector, VectorView, VectorWithFill, ensure,
};
pub(crate) use typenum::{U0, U1, U2, U4};
