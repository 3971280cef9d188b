//! Values under a condition: missing where it does not hold.

use crate::description::tree::Fold;
use crate::knot::*;
use crate::stmt::sieve::{ThenSieve, holds};
use finch_algebra::known::Tagged;

/// `value` where `condition` holds, else missing: `if condition { s[] += value }` is `s[] += under(condition, value)`.
///
/// A [sieve](crate::stmt::sieve::Sieve) becomes the assignment of such a value while it is spread over several accumulators:
/// what is missing is assigned to none of them. In the loop for one of them it is [a sieve again](Expr::assign), which can be
/// tested in front of the loop.
#[derive(Clone, Copy, Debug)]
pub struct Under<C, E> {
    condition: C,
    value: E,
}

impl<C: OfType<bool>, E: Expr> Under<C, E> {
    /// `value` where `condition` holds.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(condition: C, value: E) -> Self {
        Under { condition, value }
    }
}

/// The condition is known not to hold, or is missing itself.
type Fails<K> = Or<<K as Known>::Is<tag::False>, IsMissing<K>>;

/// What is known of the value under a condition of which `C` is known.
type KnownUnder<C, E> = <Fails<C> as Bool>::SelectKnown<
    Tagged<tag::Missing>,
    <<C as Known>::Is<tag::True> as Bool>::SelectKnown<E, Unknown>,
>;

/// The context in which the condition of [`Under`] stands: that of the whole, `X`, and what is known of the value, `E`.
#[derive(Clone, Copy, Debug)]
pub struct ConditionOf<E, X>(PhantomData<(E, X)>);

impl<E: Known, X: Context> Sealed for ConditionOf<E, X> {}
impl<E: Known, X: Context> Context for ConditionOf<E, X> {
    type Dies<K: Known> = X::Dies<KnownUnder<K, E>>;
}

/// The context in which the value of [`Under`] stands: that of the whole, `X`, and what is known of the condition, `C`. Where the condition
/// does not hold, the value is missing.
#[derive(Clone, Copy, Debug)]
pub struct ValueUnder<C, X>(PhantomData<(C, X)>);

impl<C: Known, X: Context> Sealed for ValueUnder<C, X> {}
impl<C: Known, X: Context> Context for ValueUnder<C, X> {
    type Dies<K: Known> = And<X::Dies<K>, Or<C::Is<tag::True>, X::Dies<Tagged<tag::Missing>>>>;
}

continuation! {
    struct ThenValue<E, K>(value: E, k: K);
    impl[P: Pass, E: Expr, K: OnExpr<P, E::T>] OnExpr<P, bool>: |pass, condition: C| {
        // Where it does not hold and the value is all that is assigned, no place that data name in the value is looked up.
        if !(P::BINDS && K::ASSIGNS && And::<E::IsGathered, IsSettled<C>>::VALUE) || holds(condition) {
            value.traverse(pass, ThenUnder(condition, k))
        }
    }
}

continuation! {
    struct ThenUnder<C, K>(condition: C, k: K);
    impl[P: Pass, T: Copy + 'static, C: OfType<bool>, K: OnExpr<P, T>] OnExpr<P, T>, ASSIGNS [K::ASSIGNS]: |pass, value: E| {
        k.call(pass, Under::new(condition, value))
    }
}

/// What it is called as data.
pub(crate) const UNDER: &str = "under";

forward_cursor!([C: Expr, E: Expr] Under<C, E>: condition, value);

impl<C: OfType<bool>, E: Expr> Expr for Under<C, E> {
    type T = E::T;
    of_parts!(C, E);
    type Walked<N: Nat> = SumOf<C::Walked<N>, E::Walked<N>>;
    type Merged<N: Nat> = SumOf<C::Merged<N>, E::Merged<N>>;
    type Known = KnownUnder<C::Known, E::Known>;
    type Conjunctive<X: Context> =
        And<C::Conjunctive<ConditionOf<E::Known, X>>, E::Conjunctive<ValueUnder<C::Known, X>>>;
    type Gapped<X: Context> = And<C::Gapped<ConditionOf<E::Known, X>>, E::Gapped<ValueUnder<C::Known, X>>>;
    type ConjunctiveJumpers<X: Context> =
        And<C::ConjunctiveJumpers<ConditionOf<E::Known, X>>, E::ConjunctiveJumpers<ValueUnder<C::Known, X>>>;
    type WhenCut = KnownUnder<C::WhenCut, E::WhenCut>;
    // Elsewhere it is for run time to know whether there is a value.
    type Alive<X: Context> = And<<C::Known as Known>::Is<tag::True>, E::Alive<X>>;
    type Met<X: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = Or<E::RuntimeKnown, Not<<C::Known as Known>::Is<tag::True>>>;
    type Ordered<L: Loops> = And<C::Ordered<L>, E::Ordered<L>>;
    type Reads<L: Loops> = ReadsOf<C::Reads<L>, E::Reads<L>>;
    type With<V: Nat, K: Known> = Under<C::With<V, K>, E::With<V, K>>;
    type Changed<P: Change> = Under<C::Changed<P>, E::Changed<P>>;
    change_each!(Under: condition, value);

    each_part!(Under: condition, value);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, E::T>>(self, pass: P, k: K) {
        self.condition.traverse(pass, ThenValue(self.value, k))
    }

    /// Who asks for it has asked whether it is missing.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> E::T {
        self.value.value(driver)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        match holds(self.condition) {
            true => self.value.knowledge(driver),
            false => Knowledge::MISSING,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<K: Check>(&self, check: &mut K) -> Result<()> {
        self.condition.infer(check)?;
        self.value.infer(check)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn assign<W: Target<T = E::T>, O: Reducer<E::T>, H: OnStmt<()>>(self, target: W, op: O, k: H) {
        self.value.assign(target, op, ThenSieve(self.condition, k))
    }

    fn describe(&self) -> Expression {
        let fold = Fold::Binary(|condition, value| {
            if condition.is::<tag::False>() || condition.is_missing() {
                Knowledge::MISSING
            } else if condition.is::<tag::True>() {
                value
            } else {
                Knowledge::NOTHING
            }
        });
        let operands = vec![self.condition.describe(), self.value.describe()];
        Expression::over(ExprNode::Map(fold), UNDER, operands)
    }
}
