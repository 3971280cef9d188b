//! An expression with the indices of its accesses as a type.

use crate::expr::as_inside;
use crate::index::loops::AllWritten;
use crate::knot::*;

/// `expr`, whose accesses have no other indices than those of the set `S`, and read no output.
///
/// Whether loops bind the indices of an expression is a question to its type. A function that is generic over the expression
/// cannot answer it, but it knows the set: `Over` answers by that. It is gone after the first pass.
///
/// ```
/// use finch_traits::algebra::typenum::U0;
/// use finch_traits::expr::over::Over;
/// use finch_traits::expr::overload::expr_of;
/// use finch_traits::index::{Index, set::Just};
///
/// let i = Index::<U0>::new();
/// let _ = Over::<_, Just<U0>>::new(expr_of(i.value()));
/// ```
///
/// An index that is not in the set does not compile:
///
/// ```compile_fail
/// use finch_traits::algebra::typenum::{U0, U1};
/// use finch_traits::expr::over::Over;
/// use finch_traits::expr::overload::expr_of;
/// use finch_traits::index::{Index, set::Just};
///
/// let i = Index::<U0>::new();
/// let _ = Over::<_, Just<U1>>::new(expr_of(i.value()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Over<E, S> {
    expr: E,
    indices: PhantomData<S>,
}

impl<E: Expr, S: IndexSet> Over<E, S> {
    /// `expr`, whose accesses have indices of `S`. Any other expression does not compile.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(expr: E) -> Self {
        // More loops bind no fewer indices, so what holds of these holds of all that bind the set.
        const {
            assert!(
                <E::Ordered<S::LoopsIn<Outermost>> as Bool>::VALUE,
                "an access has an index that is not among those of the set"
            );
            assert!(
                <<E::Reads<AllWritten> as ReadSet>::IsNone as Bool>::VALUE,
                "an access reads an output of the program"
            )
        }
        Over {
            expr,
            indices: PhantomData,
        }
    }
}

forward_cursor!([E: Expr, S: IndexSet] Over<E, S>: expr);

impl<E: Expr, S: IndexSet> Expr for Over<E, S> {
    as_inside!(E: expr);
    type RuntimeKnown = E::RuntimeKnown;
    type Ordered<L: Loops> = S::BoundBy<L>;
    type Reads<L: Loops> = NoReads;
    type With<V: Nat, K: Known> = Over<E::With<V, K>, S>;
    type Changed<P: Change> = E::Changed<P>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn change<P: Change>(self, pass: P) -> E::Changed<P> {
        self.expr.change(pass)
    }

    each_part!(Over: expr; indices);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, E::T>>(self, pass: P, k: K) {
        self.expr.traverse(pass, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        self.expr.knowledge(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
        self.expr.knowledge_of_all(driver)
    }

    fn describe(&self) -> Expression {
        self.expr.describe()
    }
}
