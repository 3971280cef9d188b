//! Reductions along an axis.

use super::dims::{innermost_first, of_arrays};
use super::infer::Compute;
use super::kinds::Keep;
use super::product::shape_of;
use super::uncomputed::NewTensor;
use crate::imports::*;
use crate::tensor::axes::numbers;

/// An array expression reduced along axis number `AXIS`, counted from 0, the outermost.
///
/// Nothing is computed until the result is asked for. The result has one dimension less, and the identity of the reducer is its fill.
/// Along the last axis results come in order, and are sparse where the expression is. Along another one they are dense.
///
/// A reduction is also an operand of other expressions, and has the methods of [`Array`](super::Array): `a.sum_axis::<1>() / 2.0`,
/// `x.sum_axis::<2>().sum_axis::<1>()`. It is then computed first, into a temporary tensor of the format that it has alone.
#[must_use = "a reduction does nothing until it is computed"]
#[derive(Clone, Copy, Debug)]
pub struct Reduced<O, E, const AXIS: usize> {
    op: O,
    expr: E,
}

impl<O, E, const AXIS: usize> Reduced<O, E, AXIS> {
    pub(super) fn new(op: O, expr: E) -> Self {
        Reduced { op, expr }
    }

    /// What is reduced.
    pub(super) fn expr(&self) -> &E {
        &self.expr
    }

    /// The reducer and the expression.
    #[cfg(feature = "parallel")]
    pub(super) fn parts(self) -> (O, E) {
        (self.op, self.expr)
    }
}

/// Ranks that have an axis number `AXIS`: ranks two to four.
#[diagnostic::on_unimplemented(
    message = "this expression cannot be reduced along axis number {AXIS}",
    label = "no axis number {AXIS} of an expression of two to four dimensions",
    note = "axes are counted from 0, the outermost; expressions of two, three and four dimensions are reduced along one of them",
    note = "all values at once are reduced by `sum()`, `reduce(Max)` and so on"
)]
pub trait HasAxis<const AXIS: usize>: Dims {
    /// The rank of the result.
    type Left: Dims;
    /// The nest of a result around `L`, reduced from an expression of kinds `K` that are sparse if `Keeps`.
    type Nest<K: Kinds, Keeps: Bool, L>;
}

/// Expressions of this rank can be reduced along axis number `AXIS` into level `L`: `E` by `O`.
#[diagnostic::on_unimplemented(
    message = "a reduction along axis number {AXIS} cannot be written to `{L}`",
    note = "its fill is the identity of the reducer: `VectorWithFill<f64, Inf>` for the least values",
    note = "along the last axis it can be written to any level; along another one results come in no order, and are written to a \
            `Vector`, `Matrix` or `Cube`"
)]
pub trait ReduceTo<const AXIS: usize, O, E, L>: HasAxis<AXIS> {
    /// `out .= expr`, reduced by `op`.
    fn reduce_to(op: O, expr: E, out: &mut Tensor<L>) -> Result<()>;
}

/// `out .= expr`, reduced by `op`, at the indices `kept` of the loops over it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn reduce_along<T, O, E, L, I>(op: O, expr: E, out: &mut Tensor<L>, kept: I) -> Result<()>
where
    T: Copy + 'static,
    O: Identity<T>,
    E: ArrayExpr<T = T>,
    L: WriteLevel<T = T>,
    I: IndexList,
{
    expr.check()?;
    let mut temporaries = E::Temporaries::default();
    expr.prepare(&mut temporaries)?;
    let value = innermost_first(expr.ready(&temporaries));
    program()
        .declare(out)
        .body(
            #[cfg_attr(not(debug_assertions), inline(always))]
            |(out,)| E::Rank::loops(out.at_by(kept).named("result").reduce(op, value)),
        )
        .run_generic()
        .map_err(of_arrays)
}

macro_rules! axes {
    ($($axis:literal of $rank:ident, left $left:ident: [$($kept:ident)*], $order:ident $($dense:ty)?;)*) => { $(
        // Not recommended, so that the compiler names the rule and not the ranks, which it writes as typenum does.
        #[diagnostic::do_not_recommend]
        impl HasAxis<$axis> for $rank {
            type Left = $left;
            type Nest<K: Kinds, Keeps: Bool, L> = axes!(@nest $left K Keeps $($dense)?);
        }
        axes! { @$order $axis $rank $left ($($dense)?) [$($kept)*] }
    )* };

    (@nest $left:ident $kinds:ident $keeps:ident) => {
        <$left as Dims>::Nest<Keep<$kinds::Outer, $keeps>, L>
    };
    (@nest $left:ident $kinds:ident $keeps:ident $dense:ty) => { $dense };

    (@in_order $axis:literal $rank:ident $left:ident () $kept:tt) => {
        axes! { @to L, [L: WriteLevel<T = T, Rank = $left, Fill = O::Fill>] $axis $rank $kept }
    };
    (@in_any_order $axis:literal $rank:ident U1 $dense:tt $kept:tt) => {
        axes! { @to Dense<Element<T, O::Fill>>, [] $axis $rank $kept }
    };
    (@in_any_order $axis:literal $rank:ident U2 $dense:tt $kept:tt) => {
        axes! { @to Dense<Dense<Element<T, O::Fill>>>, [] $axis $rank $kept }
    };
    (@in_any_order $axis:literal $rank:ident U3 $dense:tt $kept:tt) => {
        axes! { @to Dense<Dense<Dense<Element<T, O::Fill>>>>, [] $axis $rank $kept }
    };

    (@list) => { Nil };
    (@list $kept:ident $($others:ident)*) => {
        Cons(Index::<numbers::$kept>::new(), axes!(@list $($others)*))
    };
    (
        @to $level:ty, [$($generics:tt)*] $axis:literal $rank:ident
        [$($kept:ident)*]
    ) => {
        impl<T: Copy + 'static, O: Identity<T>, E: ArrayExpr<T = T, Rank = $rank>, $($generics)*> ReduceTo<$axis, O, E, $level> for $rank {
            fn reduce_to(op: O, expr: E, out: &mut Tensor<$level>) -> Result<()> {
                reduce_along(op, expr, out, axes!(@list $($kept)*))
            }
        }
    };
}

axes! {
    1 of U2, left U1: [J], in_order;
    0 of U2, left U1: [I], in_any_order Dense<L>;
    2 of U3, left U2: [K J], in_order;
    1 of U3, left U2: [K I], in_any_order Dense<Dense<L>>;
    0 of U3, left U2: [J I], in_any_order Dense<Dense<L>>;
    3 of U4, left U3: [L K J], in_order;
    2 of U4, left U3: [L K I], in_any_order Dense<Dense<Dense<L>>>;
    1 of U4, left U3: [L J I], in_any_order Dense<Dense<Dense<L>>>;
    0 of U4, left U3: [K J I], in_any_order Dense<Dense<Dense<L>>>;
}

/// The levels in which [`Reduced::compute`] stores expression `E` reduced by the reducer `O` along axis number `AXIS`, outermost first.
///
/// The fill is the identity of `O`. Along the last axis, if `O` skips the fill of `E`, the other dimensions stay as sparse as they are in
/// `E`; otherwise none of them is sparse.
pub type AxisLevelOf<O, E, const AXIS: usize> = <<E as ArrayExpr>::Rank as HasAxis<AXIS>>::Nest<
    <E as Infer>::Kinds,
    <O as Reducer<<E as ArrayExpr>::T>>::Skip<
        <E as Infer>::Fill,
        <<O as Identity<<E as ArrayExpr>::T>>::Fill as Fill<<E as ArrayExpr>::T>>::Known,
    >,
    Element<<E as ArrayExpr>::T, <O as Identity<<E as ArrayExpr>::T>>::Fill>,
>;

impl<O, E, const AXIS: usize> Compute for Reduced<O, E, AXIS>
where
    E: Infer<Rank: ReduceTo<AXIS, O, E, AxisLevelOf<O, E, AXIS>>>,
    O: Identity<E::T>,
    AxisLevelOf<O, E, AXIS>: WriteLevel + Default,
{
    type Level = AxisLevelOf<O, E, AXIS>;
    fn compute_into(self, out: &mut Tensor<Self::Level>) -> Result<()> {
        E::Rank::reduce_to(self.op, self.expr, out)
    }
}

impl<O: Identity<E::T>, E: ArrayExpr, const AXIS: usize> Reduced<O, E, AXIS> {
    /// The result, in the format that [follows from types](super#the-format-of-a-result).
    ///
    /// Takes the time of one nest of loops over what the operands store, whatever the axis.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute`](super::Uncomputed::compute).
    pub fn compute<L: WriteLevel + Default>(self) -> Result<Tensor<L>>
    where
        Self: Compute<Level = L>,
    {
        let mut out = Tensor::default();
        self.compute_into(&mut out)?;
        Ok(out)
    }

    /// What [`compute`](Self::compute) does: what it computes first, into temporary tensors, and the loops.
    ///
    /// ```
    /// use finch_formats::prelude::*;
    ///
    /// let (a, b) = (Csr::<f64>::empty([3, 4])?, Csr::<f64>::empty([4, 2])?);
    /// assert_eq!(
    ///     (2.0 * a.matmul(&b)).sum_axis::<1>().explain(),
    ///     "product of 3 by 4 and 4 by 2: computed before the loops, row by row, into a temporary tensor\n\
    ///      one nest of loops over 3 by 2, reduced along axis 1"
    /// );
    /// # Ok::<(), finch_formats::Error>(())
    /// ```
    pub fn explain(&self) -> String {
        let mut lines = Vec::new();
        self.expr.explain_products(false, &mut lines);
        lines.push(format!(
            "one nest of loops over {}, reduced along axis {AXIS}",
            shape_of(&self.expr)
        ));
        lines.join("\n")
    }

    /// The result, in the format that the caller names, whose fill is the identity of the reducer. Takes the time of
    /// [`compute`](Self::compute), and of writing that format.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute_as`](super::Uncomputed::compute_as).
    pub fn compute_as<R: NewTensor>(self) -> Result<R>
    where
        E::Rank: ReduceTo<AXIS, O, E, R::Level>,
    {
        let mut out = R::default();
        E::Rank::reduce_to(self.op, self.expr, out.output())?;
        Ok(out)
    }

    /// Computes the result into `out`, whose fill is the identity of the reducer: it gets the shape of the result, and its memory is reused.
    ///
    /// # Errors
    ///
    /// Those of [`Uncomputed::compute_as`](super::Uncomputed::compute_as). Then `out` is empty, or holds what did succeed.
    pub fn assign_to<L>(self, out: &mut Tensor<L>) -> Result<()>
    where
        E::Rank: ReduceTo<AXIS, O, E, L>,
    {
        E::Rank::reduce_to(self.op, self.expr, out)
    }
}
