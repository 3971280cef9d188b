//! What a reducer makes of an expression over all values of an index: a loop within an expression.

use crate::description::tree::Fold;
use crate::index::Index;
use crate::knot::*;
use crate::reduction::accumulator::Accumulator;
use crate::stmt::loop_::Loop;

/// `op` over all `index` below `end` of `expr`, from the value of `F`, which is its identity.
///
/// It is computed each time its value is needed, by a loop of its own, in which the indices of the loops around are bound. Where types
/// know that `expr` is skipped by the reducer, the value is known to be that of `F`, and nothing is computed.
#[derive(Clone, Copy, Debug)]
pub struct Total<N, O, F, E> {
    index: Index<N>,
    end: usize,
    op: O,
    expr: E,
    from: PhantomData<F>,
}

impl<N, O, F, E> Total<N, O, F, E> {
    /// `op` over all `index` below `end` of `expr`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(index: Index<N>, end: usize, op: O, expr: E) -> Self {
        let from = PhantomData;
        Total {
            index,
            end,
            op,
            expr,
            from,
        }
    }
}

/// What is known of the value if `K` is known of the expression.
type KnownTotal<T, O, F, K> =
    <Or<<O as Reducer<T>>::Skip<K, <F as Fill<T>>::Known>, IsMissing<K>> as Bool>::SelectKnown<
        <F as Fill<T>>::Known,
        Unknown,
    >;

/// The expression over which `O` goes in context `X`.
#[derive(Clone, Copy, Debug)]
pub struct InTotal<T, O, F, X>(PhantomData<(T, O, F, X)>);

impl<T, O, F, X> Sealed for InTotal<T, O, F, X> {}
impl<T: Copy + 'static, O: Reducer<T>, F: Fill<T>, X: Context> Context for InTotal<T, O, F, X> {
    type Dies<K: Known> = X::Dies<KnownTotal<T, O, F, K>>;
}

continuation! {
    struct ThenTotal<N, O, F, K> {
        index: Index<N>,
        end: usize,
        op: O,
        from: PhantomData<F>,
        k: K,
    }
    impl[P: Pass, T: Copy + 'static, N: Nat, O: Reducer<T>, F: Fill<T>, K: OnExpr<P, T>] OnExpr<P, T>: |pass, expr: E| {
        k.call(pass, Total { index, end, op, expr, from })
    }
}

forward_cursor!([N, O, F, E: Expr] Total<N, O, F, E>: expr);

impl<N: Nat, O: Reducer<E::T>, F: Fill<E::T>, E: Expr> Expr for Total<N, O, F, E> {
    type T = E::T;
    of_parts!(E);
    type Walked<M: Nat> = E::Walked<M>;
    type Merged<M: Nat> = E::Merged<M>;
    type Known = KnownTotal<E::T, O, F, E::Known>;
    type Conjunctive<X: Context> = E::Conjunctive<InTotal<E::T, O, F, X>>;
    type Gapped<X: Context> = E::Gapped<InTotal<E::T, O, F, X>>;
    type ConjunctiveJumpers<X: Context> = E::ConjunctiveJumpers<InTotal<E::T, O, F, X>>;
    type WhenCut = KnownTotal<E::T, O, F, E::WhenCut>;
    type Alive<X: Context> = E::Alive<InTotal<E::T, O, F, X>>;
    type Met<X: Context, M: Context> = E::Met<InTotal<E::T, O, F, X>, InTotal<E::T, O, F, M>>;
    // What run time knows is asked of each value, in the loop.
    type RuntimeKnown = No;
    type Ordered<L: Loops> = And<Not<L::Bind<N>>, E::Ordered<L::Over<N, No>>>;
    type Reads<L: Loops> = E::Reads<L>;
    type With<V: Nat, K: Known> = Total<N, O, F, E::With<V, K>>;
    type Changed<P: Change> = Total<N, O, F, E::Changed<P>>;
    change_each!(Total: expr; index, end, op, from);

    each_part!(Total: expr; index, end, op, from);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn due<X: Context>(&mut self) -> usize {
        self.expr.due::<InTotal<E::T, O, F, X>>()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn meets<X: Context>(&self, last: usize) -> bool {
        self.expr.meets::<InTotal<E::T, O, F, X>>(last)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, E::T>>(self, pass: P, k: K) {
        let Total {
            index,
            end,
            op,
            expr,
            from,
        } = self;
        expr.traverse(
            pass,
            ThenTotal {
                index,
                end,
                op,
                from,
                k,
            },
        )
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> E::T {
        let total = Cell::new(F::value());
        // SAFETY: it is used below.
        let target = unsafe { Accumulator::<E::T, O::Saturates, No, F::Known, U0>::noting(&total, None) };
        // A range, as the walk was told: nothing says that it is all of what the accesses have.
        Loop::over(self.index, 0..self.end, Assign::new(target, self.op, self.expr)).exec(driver);
        total.get()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<K: Check>(&self, check: &mut K) -> Result<()> {
        let index = SignedIndex::of::<N>();
        // Types say that no loop around binds the index: `Ordered`.
        check.enter(index, false, Some(Region::new(0, self.end)))?;
        self.expr.infer(check)?;
        check.leave(index)?;
        check.keep_end();
        Ok(())
    }

    fn describe(&self) -> Expression {
        let fold = Fold::Unary(
            |known| match known.is_missing() || O::skips(known, F::Known::AT_RUN_TIME) {
                true => F::Known::AT_RUN_TIME,
                false => Knowledge::NOTHING,
            },
        );
        let label = format!("all {} by {} of ", self.index.name(), O::SYMBOL);
        Expression::over(ExprNode::Map(fold), &label, vec![self.expr.describe()])
    }
}
