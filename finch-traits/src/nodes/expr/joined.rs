//! One expression before a place, another one from there on: what joined arrays are.
//!
//! Neither unfurls before a loop over the place has come to one side of it. So each side has a body of its own, in which the other expression
//! does not occur: there are as many bodies as parts, however joins are nested, and no access may lie beyond an extent.

use crate::context::{FirstOf, SecondOf, ThirdOf};
use crate::description::tree::Fold;
use crate::folded::folded;
use crate::knot::*;
use finch_algebra::known::Same;
use finch_algebra::operator::{FoldTernary, TernaryOp};

/// `before` where `condition` holds, else `behind`. [`joined`](crate::expr::overload::joined) makes it.
#[derive(Clone, Copy, Debug)]
pub struct Joined<C, A, B> {
    condition: C,
    before: A,
    behind: B,
}

/// A [`Joined`] in a loop over `N`, on which its condition depends. The condition has unfurled, or waits for `N`. The parts have not: each unfurls
/// where the loop has come to its side.
#[derive(Clone, Copy, Debug)]
pub struct JoinedAt<N, C, A, B> {
    condition: C,
    before: A,
    behind: B,
    index: PhantomData<N>,
}

/// What it is called as data.
pub(crate) const JOINED: &str = "joined";

/// What is known of it as data.
pub(crate) const FOLD: Fold = Fold::Ternary(<OneOf as TernaryOp<bool, (), ()>>::fold);

/// A condition and two parts as data.
pub(crate) fn described(node: ExprNode, parts: [Expression; 3]) -> Expression {
    Expression::over(node, JOINED, parts.into())
}

/// The operator whose laws say what is known of joined parts: of the chosen one what is known of it, and while none is chosen what is known of
/// both. [`Select`](finch_algebra::operators::Select) would be missing while one of them is and none is chosen.
#[derive(Clone, Copy, Debug)]
pub struct OneOf;

impl<T: Copy + 'static> TernaryOp<bool, T, T> for OneOf {
    type Out = T;
    type Strict = No;
    type Fold<C: Known, A: Known, B: Known> =
        SelectKnown<C::Is<tag::True>, A, SelectKnown<C::IsUnknown, SelectKnown<Same<A, B>, A, Unknown>, B>>;
    const SYMBOL: &'static str = JOINED;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold(condition: Knowledge, before: Knowledge, behind: Knowledge) -> Knowledge {
        if condition.is::<tag::True>() {
            before
        } else if condition != Knowledge::NOTHING {
            behind
        } else if before.same(behind) {
            before
        } else {
            Knowledge::NOTHING
        }
    }
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn apply(&self, condition: bool, before: T, behind: T) -> T {
        if condition { before } else { behind }
    }
}

impl<C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>> Joined<C, A, B> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(condition: C, before: A, behind: B) -> Self {
        Joined {
            condition,
            before,
            behind,
        }
    }

    /// Goes on with what a pass makes of each part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn each<P: Pass, K: OnExpr<P, A::T>>(self, pass: P, k: K) {
        let Joined {
            condition,
            before,
            behind,
        } = self;
        condition.traverse(pass, ThenBefore(before, behind, k))
    }

    /// What it is in a loop over `N`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn unfurl<N: Nat, P: Pass, K: OnExpr<P, A::T>>(self, pass: P, k: K) {
        let Joined {
            condition,
            before,
            behind,
        } = self;
        branch!(if IsSettled<C> {
            if condition.value(Driver::new()) {
                before.traverse(pass, k)
            } else {
                behind.traverse(pass, k)
            }
        } else if <C::Walked<N> as Count>::One {
            condition.traverse(pass, ThenAt::<N, _, _, _>(before, behind, k, PhantomData))
        } else {
            self.each(pass, k)
        })
    }
}

continuation! {
    struct ThenBefore<A, B, K>(before: A, behind: B, k: K);
    impl[P: Pass, A: Expr, B: Expr<T = A::T>, K: OnExpr<P, A::T>] OnExpr<P, bool>: |pass, condition: C| {
        before.traverse(pass, ThenBehind(condition, behind, k))
    }
}

continuation! {
    struct ThenBehind<C, B, K>(condition: C, behind: B, k: K);
    impl[P: Pass, C: Expr<T = bool>, B: Expr, K: OnExpr<P, B::T>] OnExpr<P, B::T>: |pass, before: A| {
        behind.traverse(pass, ThenJoined(condition, before, k))
    }
}

continuation! {
    struct ThenJoined<C, A, K>(condition: C, before: A, k: K);
    impl[P: Pass, C: Expr<T = bool>, A: Expr, K: OnExpr<P, A::T>] OnExpr<P, A::T>: |pass, behind: B| {
        k.call(pass, Joined { condition, before, behind })
    }
}

continuation! {
    struct ThenAt<N, A, B, K>(before: A, behind: B, k: K, index: PhantomData<N>);
    impl[N: Nat, P: Pass, A: Expr, B: Expr<T = A::T>, K: OnExpr<P, A::T>] OnExpr<P, bool>: |pass, condition: C| {
        k.call(pass, JoinedAt { condition, before, behind, index })
    }
}

continuation! {
    /// Continues once a pass has met the condition: with the part that is chosen, in the loop over `N`.
    struct ThenChosen<N, A, B, K>(before: A, behind: B, k: K, index: PhantomData<N>);
    impl[N: Nat, P: Pass, A: Expr, B: Expr<T = A::T>, K: OnExpr<P, A::T>] OnExpr<P, bool>: |pass, condition: C| {
        let here = Unfurl::<N>::part(pass.region());
        branch!(if <C::Known as Known>::Is<tag::True> {
            before.traverse(here, Again(pass, k))
        } else if Not<<C::Known as Known>::IsUnknown> {
            behind.traverse(here, Again(pass, k))
        } else if IsSettled<C> {
            if condition.value(Driver::new()) {
                before.traverse(here, Again(pass, k))
            } else {
                behind.traverse(here, Again(pass, k))
            }
        } else if <C::Style as Style>::IsInvariant {
            // The place has another index, which is bound inside.
            before.traverse(here, Again(pass, AgainBehind::<N, _, _, _>(condition, behind, k, index)))
        } else {
            k.call(pass, JoinedAt { condition, before, behind, index })
        })
    }
}

continuation! {
    /// Continues with what has unfurled under the pass that is going on.
    struct Again<P, K>(around: P, k: K);
    impl[N: Nat, P: Pass, T: Copy + 'static, K: OnExpr<P, T>] OnExpr<Unfurl<N>, T>: |_pass, expr: E| {
        expr.traverse(around, k)
    }
}

continuation! {
    struct AgainBehind<N, C, B, K>(condition: C, behind: B, k: K, index: PhantomData<N>);
    impl[N: Nat, P: Pass, C: Expr<T = bool>, B: Expr, K: OnExpr<P, B::T>] OnExpr<P, B::T>: |pass, before: A| {
        let here = Unfurl::<N>::part(pass.region());
        behind.traverse(here, Again(pass, ThenJoined(condition, before, k)))
    }
}

forward_cursor!([C: Expr, A: Expr, B: Expr] Joined<C, A, B>: condition, before, behind);
forward_cursor!([N, C, A, B] JoinedAt<N, C, A, B>);

/// A question to each part in its context, where `known` of the others is known.
macro_rules! asked {
    ($c:ident, $a:ident, $b:ident, $question:ident, $known:ident, $x:ident) => {
        And<
            $c::$question<FirstOf<OneOf, bool, $a::T, $a::T, $x, $a::$known, $b::$known>>,
            And<
                $a::$question<SecondOf<OneOf, bool, $a::T, $a::T, $x, $c::$known, $b::$known>>,
                $b::$question<ThirdOf<OneOf, bool, $a::T, $a::T, $x, $c::$known, $a::$known>>,
            >,
        >
    };
}

impl<C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>> Expr for Joined<C, A, B> {
    type T = A::T;
    of_parts!(C, A, B);
    type Walked<N: Nat> = folded!(SumOf; C::Walked<N>, A::Walked<N>, B::Walked<N>);
    type Merged<N: Nat> = folded!(SumOf; C::Merged<N>, A::Merged<N>, B::Merged<N>);
    type Known = FoldTernary<OneOf, bool, A::T, A::T, C::Known, A::Known, B::Known>;
    type Conjunctive<X: Context> = asked!(C, A, B, Conjunctive, Known, X);
    type Gapped<X: Context> = asked!(C, A, B, Gapped, Known, X);
    type ConjunctiveJumpers<X: Context> = asked!(C, A, B, ConjunctiveJumpers, Known, X);
    type WhenCut = FoldTernary<OneOf, bool, A::T, A::T, C::WhenCut, A::WhenCut, B::WhenCut>;
    type Alive<X: Context> = asked!(C, A, B, Alive, WhenCut, X);
    type Met<X: Context, M: Context> = Self::Alive<M>;
    type RuntimeKnown = folded!(Or; C::RuntimeKnown, A::RuntimeKnown, B::RuntimeKnown);
    type Ordered<L: Loops> = folded!(And; C::Ordered<L>, A::Ordered<L>, B::Ordered<L>);
    type Reads<L: Loops> = folded!(ReadsOf; C::Reads<L>, A::Reads<L>, B::Reads<L>);
    type With<V: Nat, K: Known> = Joined<C::With<V, K>, A::With<V, K>, B::With<V, K>>;
    type Changed<P: Change> = Joined<C::Changed<P>, A::Changed<P>, B::Changed<P>>;
    change_each!(Joined: condition, before, behind);
    each_part!(Joined: condition, before, behind);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, A::T>>(self, pass: P, k: K) {
        pass.joined(self, k)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn value(self, driver: Driver) -> A::T {
        // The other part may have no value there.
        if self.condition.value(driver) {
            self.before.value(driver)
        } else {
            self.behind.value(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn knowledge(&self, driver: Driver) -> Knowledge {
        if self.condition.value(driver) {
            self.before.knowledge(driver)
        } else {
            self.behind.knowledge(driver)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn infer<K: Check>(&self, check: &mut K) -> Result<()> {
        self.condition.infer(check)?;
        self.before.infer(check)?;
        self.behind.infer(check)
    }

    fn describe(&self) -> Expression {
        let [before, behind] = [self.before.describe(), self.behind.describe()];
        described(ExprNode::Map(FOLD), [self.condition.describe(), before, behind])
    }
}

impl<N: Nat, C: Expr<T = bool>, A: Expr, B: Expr<T = A::T>> Expr for JoinedAt<N, C, A, B> {
    type T = A::T;
    type Style = C::Style;
    type Known = Unknown;
    type Steppers = crate::count::Nought;
    type Stable = Yes;
    type HoldsStable = No;
    type Last = C::Last;
    type Conjunctive<X: Context> = Yes;
    type Gapped<X: Context> = Yes;
    type ConjunctiveJumpers<X: Context> = Yes;
    type WhenCut = Unknown;
    type Alive<X: Context> = No;
    type Met<X: Context, M: Context> = No;
    type RuntimeKnown = Yes;
    type Ordered<L: Loops> = Yes;
    type Reads<L: Loops> = ReadsOf<A::Reads<L>, B::Reads<L>>;
    type Beyond<M: Nat> = crate::count::Nought;
    type Walked<M: Nat> = crate::count::Single;
    type Merged<M: Nat> = crate::count::Single;
    type Walks<M: Nat> = Or<C::Walks<M>, Or<A::Walks<M>, B::Walks<M>>>;
    type IsGathered = Or<C::IsGathered, Or<A::IsGathered, B::IsGathered>>;
    type Uses<V: Nat> = Or<C::Uses<V>, Or<A::Uses<V>, B::Uses<V>>>;
    type With<V: Nat, K: Known> = JoinedAt<N, C::With<V, K>, A::With<V, K>, B::With<V, K>>;
    holds_no_looplet!();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with<V: Nat, K: Known, U: Copy + 'static>(self, value: U, known: Knowledge) -> Self::With<V, K> {
        JoinedAt {
            condition: self.condition.with::<V, K, U>(value, known),
            before: self.before.with::<V, K, U>(value, known),
            behind: self.behind.with::<V, K, U>(value, known),
            index: PhantomData,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn traverse<P: Pass, K: OnExpr<P, A::T>>(self, pass: P, k: K) {
        let JoinedAt {
            condition,
            before,
            behind,
            index,
        } = self;
        condition.traverse(pass, ThenChosen::<N, _, _, _>(before, behind, k, index))
    }

    fn describe(&self) -> Expression {
        let [before, behind] = [self.before.describe(), self.behind.describe()];
        described(ExprNode::Joined(N::VALUE), [self.condition.describe(), before, behind])
    }
}
