//! Reductions along an axis as operands of other expressions.

use super::along::extent_beside;
use super::axis::{AxisLevelOf, HasAxis, ReduceTo};
use super::expr::ready_before;
use super::kinds::{Described, NoDim};
use super::methods::Array;
use super::product::shape_of;
use super::uncomputed::ArrayOperand;
use crate::imports::*;

/// The reduction of the array `E` along axis number `AXIS` by `O`, as an operand of a larger expression: it is computed first, into a
/// temporary tensor.
#[derive(Clone, Copy, Debug)]
pub struct Reduction<O, E, const AXIS: usize>(Reduced<O, E, AXIS>);

impl<O, E, const AXIS: usize> Reduction<O, E, AXIS> {
    pub(super) fn new(of: Reduced<O, E, AXIS>) -> Self {
        Reduction(of)
    }
}

impl<O, E, const AXIS: usize> ArrayExpr for Reduction<O, E, AXIS>
where
    O: Identity<E::T>,
    E: Infer<Rank: ReduceTo<AXIS, O, E, AxisLevelOf<O, E, AXIS>>>,
    AxisLevelOf<O, E, AXIS>: WriteLevel<T = E::T, Rank = <E::Rank as HasAxis<AXIS>>::Left> + Default + 'static,
{
    type T = E::T;
    type Rank = <E::Rank as HasAxis<AXIS>>::Left;
    type At<I: IndexList> = Constant<E::T>;
    fn at<I: IndexList>(self, _indices: I) -> Self::At<I> {
        const { panic!("a reduction that is computed first is read where it is stored") }
    }
    fn extent(&self, axis: usize) -> Result<Option<usize>> {
        extent_beside::<E, AXIS>(self.0.expr(), axis)
    }
    fn check(&self) -> Result<()> {
        self.0.expr().check()
    }
    fn explain_products(&self, _is_alone: bool, to: &mut Vec<String>) {
        let expr = self.0.expr();
        expr.explain_products(false, to);
        to.push(format!(
            "reduction of {} along axis {AXIS}: computed before the loops, into a temporary tensor",
            shape_of(expr)
        ))
    }
    ready_before!(AxisLevelOf<O, E, AXIS>, by rows in parts No, |of, result| of.0.assign_to(result));
}

impl<O, E, const AXIS: usize> Infer for Reduction<O, E, AXIS>
where
    O: Identity<E::T>,
    E: Infer<Rank: HasAxis<AXIS>>,
    Self: ArrayExpr<T = E::T>,
    AxisLevelOf<O, E, AXIS>: Described,
{
    type Fill = <O::Fill as Fill<E::T>>::Known;
    type Always = Unknown;
    type Kinds = <AxisLevelOf<O, E, AXIS> as Described>::Kinds<NoDim>;
}

impl<O: Copy, E: Copy, const AXIS: usize> Array for Reduced<O, E, AXIS>
where
    Reduction<O, E, AXIS>: ArrayExpr,
{
    type T = <Reduction<O, E, AXIS> as ArrayExpr>::T;
    type Rank = <Reduction<O, E, AXIS> as ArrayExpr>::Rank;
    type Expr<'a>
        = Reduction<O, E, AXIS>
    where
        Self: 'a;
    fn uncomputed(&self) -> Uncomputed<Reduction<O, E, AXIS>> {
        Uncomputed(Reduction(*self))
    }
}

impl<T, O, R, E, const AXIS: usize> ArrayOperand<T, O> for Reduced<R, E, AXIS>
where
    Reduction<R, E, AXIS>: ArrayExpr,
    O: BinaryOp<T, <Reduction<R, E, AXIS> as ArrayExpr>::T>,
{
    type Expr = Reduction<R, E, AXIS>;
    fn operand(self) -> Reduction<R, E, AXIS> {
        Reduction(self)
    }
}
