//! Operators of one, two and three expressions.

use crate::context::{FirstOf, LeftOf, OperandOf, RightOf, SecondOf, ThirdOf};
use crate::description::tree::Fold;
use crate::expr::known_now;
use crate::expr::variable::same_type;
use crate::folded::folded;
use crate::knot::*;
use core::hint::select_unpredictable;
use finch_algebra::operator::{
    BinaryOp, FoldBinary, FoldTernary, FoldUnary, TernaryOp, UnaryOp, fold_binary, fold_ternary, fold_unary,
};

/// A unary operator of what `A` is: see [`OfType`](crate::expr::OfType).
pub trait UnaryOf<A: Expr>: UnaryOp<A::T> {}
impl<A: Expr, O: UnaryOp<A::T>> UnaryOf<A> for O {}

/// A binary operator of what `A` and `B` are: see [`OfType`](crate::expr::OfType).
pub trait BinaryOf<A: Expr, B: Expr>: BinaryOp<A::T, B::T> {}
impl<A: Expr, B: Expr, O: BinaryOp<A::T, B::T>> BinaryOf<A, B> for O {}

/// A ternary operator of what `A`, `B` and `C` are: see [`OfType`](crate::expr::OfType).
pub trait TernaryOf<A: Expr, B: Expr, C: Expr>: TernaryOp<A::T, B::T, C::T> {}
impl<A: Expr, B: Expr, C: Expr, O: TernaryOp<A::T, B::T, C::T>> TernaryOf<A, B, C> for O {}

/// Declares an operator's node. Each operand stands in a context, in which the others are known, or cut short.
macro_rules! operators {
    ($(
        $(#[$doc:meta])*
        $name:ident: $of:ident, $fold:ident by $fold_known:ident, $arity:ident,
        ($($x:ident: $X:ident in $context:ty, cut short $cut:ty;)+)
        merged { $($merged:tt)* }
        $(but $takes_one:ident)?
        traverse |$f:ident, $pass:ident, $k:ident| $traverse:expr;
    )*) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name<O, $($X),+> {
            pub(crate) op: O,
            $(pub(crate) $x: $X,)+
        }

        impl<O, $($X),+> $name<O, $($X),+> {
            $(#[$doc])*
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub fn new(op: O, $($x: $X),+) -> Self {
                $name { op, $($x),+ }
            }
        }

        forward_cursor!([O, $($X: Expr),+] $name<O, $($X),+>: $($x),+);

        impl<O: $of<$($X),+>, $($X: Expr),+> Expr for $name<O, $($X),+> {
            type T = O::Out;
            of_parts!($($X),+);
            type Walked<N: Nat> = folded!(SumOf; $($X::Walked<N>),+);
            type Merged<N: Nat> = folded!(SumOf; $($X::Merged<N>),+);
            type Known = $fold<O, $($X::T,)+ $($X::Known),+>;
            type Conjunctive<In: Context> = folded!(And; $($X::Conjunctive<$context>),+);
            type Gapped<In: Context> = folded!(And; $($X::Gapped<$context>),+);
            type ConjunctiveJumpers<In: Context> = folded!(And; $($X::ConjunctiveJumpers<$context>),+);
            type WhenCut = $fold<O, $($X::T,)+ $($X::WhenCut),+>;
            type Alive<In: Context> = folded!(And; $($X::Alive<$cut>),+);
            $($merged)*
            type RuntimeKnown = folded!(Or; $($X::RuntimeKnown),+);
            type Ordered<L: Loops> = folded!(And; $($X::Ordered<L>),+);
            type Reads<L: Loops> = folded!(ReadsOf; $($X::Reads<L>),+);
            type With<V: Nat, K: Known> = $name<O, $($X::With<V, K>),+>;
            type Changed<P: Change> = $name<O, $($X::Changed<P>),+>;
            change_each!($name: $($x),+; op);

            each_part!($name: $($x),+; op);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn traverse<P: Pass, K: OnExpr<P, O::Out>>(self, $pass: P, $k: K) {
                let $name { op: $f, $($x),+ } = self;
                $traverse
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn value(self, driver: Driver) -> O::Out {
                $(if O::$takes_one && let Some(value) = self.one(driver) {
                    return value;
                })?
                self.op.apply_known($(known_now!($X, self.$x.knowledge(driver)),)+ $(self.$x.value(driver)),+)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn knowledge(&self, driver: Driver) -> Knowledge {
                $fold_known::<$($X::T,)+ O>($(known_now!($X, self.$x.knowledge(driver))),+)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn knowledge_of_all(&self, driver: Driver) -> Knowledge {
                $fold_known::<$($X::T,)+ O>($(known_now!($X, self.$x.knowledge_of_all(driver))),+)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_inside(&self, driver: Driver, index: usize) -> bool {
                // All of them are asked, so that there is no branch.
                true $(& self.$x.is_inside(driver, index))+
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn infer<Walk: Check>(&self, check: &mut Walk) -> Result<()> {
                $(self.$x.infer(check)?;)+
                Ok(())
            }

            fn describe(&self) -> Expression {
                let fold = Fold::$arity($fold_known::<$($X::T,)+ O>);
                Expression::over(ExprNode::Map(fold), O::SYMBOL, vec![$(self.$x.describe()),+])
            }
        }
    )* };
}

/// Whether in context `In` the statement is a no-op wherever all steppers of the left operand are cut short: they lead.
type LeftLeads<O, A, B, In> = <LeftIn<O, A, B, In, <B as Expr>::Known> as Context>::Dies<<A as Expr>::WhenCut>;
/// [`LeftLeads`] of the right operand.
type RightLeads<O, A, B, In> = <RightIn<O, A, B, In, <A as Expr>::Known> as Context>::Dies<<B as Expr>::WhenCut>;
type LeftIn<O, A, B, In, R> = LeftOf<O, <A as Expr>::T, <B as Expr>::T, In, R>;
type RightIn<O, A, B, In, L> = RightOf<O, <A as Expr>::T, <B as Expr>::T, In, L>;
/// What each operand takes for granted of the other one, `E`, when it says where it is due: what types know of it anywhere if one of
/// them leads, and that it is cut short if none does.
type Beside<O, A, B, In, E> =
    SelectKnown<Or<LeftLeads<O, A, B, In>, RightLeads<O, A, B, In>>, <E as Expr>::Known, <E as Expr>::WhenCut>;
type LeftDue<O, A, B, In> = LeftIn<O, A, B, In, Beside<O, A, B, In, B>>;
type RightDue<O, A, B, In> = RightIn<O, A, B, In, Beside<O, A, B, In, A>>;
/// What may be known of an operand where the statement is due: nothing if it `Leads`, since it is there.
type WhenMet<Leads, E> = SelectKnown<Leads, Unknown, <E as Expr>::WhenCut>;
/// [`Expr::Met`] of operand `E`, unless only the `Other` one leads: this one may be anywhere then.
type MetOrAlive<Leads, Other, E, C, M> =
    And<Implies<Or<Leads, Not<Other>>, <E as Expr>::Met<C, M>>, Implies<And<Other, Not<Leads>>, <E as Expr>::Alive<M>>>;

operators! {
    /// `op(a)`.
    Map1: UnaryOf, FoldUnary by fold_unary, Unary, (
        a: A in OperandOf<O, A::T, In>, cut short OperandOf<O, A::T, In>;
    ) merged {
        type Met<In: Context, M: Context> = A::Met<OperandOf<O, A::T, In>, OperandOf<O, A::T, M>>;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn due<In: Context>(&mut self) -> usize {
            self.a.due::<OperandOf<O, A::T, In>>()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn meets<In: Context>(&self, last: usize) -> bool {
            self.a.meets::<OperandOf<O, A::T, In>>(last)
        }
    } traverse |op, pass, k| a.traverse(pass, ThenMap1(op, k));

    /// `op(a, b)`.
    Map2: BinaryOf, FoldBinary by fold_binary, Binary, (
        a: A in LeftOf<O, A::T, B::T, In, B::Known>, cut short LeftOf<O, A::T, B::T, In, B::WhenCut>;
        b: B in RightOf<O, A::T, B::T, In, A::Known>, cut short RightOf<O, A::T, B::T, In, A::WhenCut>;
    ) merged {
        type Met<In: Context, M: Context> = And<
            MetOrAlive<
                LeftLeads<O, A, B, In>, RightLeads<O, A, B, In>, A, LeftDue<O, A, B, In>,
                LeftIn<O, A, B, M, WhenMet<RightLeads<O, A, B, In>, B>>,
            >,
            MetOrAlive<
                RightLeads<O, A, B, In>, LeftLeads<O, A, B, In>, B, RightDue<O, A, B, In>,
                RightIn<O, A, B, M, WhenMet<LeftLeads<O, A, B, In>, A>>,
            >,
        >;

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn due<In: Context>(&mut self) -> usize {
            let (a, b) = (self.a.due::<LeftDue<O, A, B, In>>(), self.b.due::<RightDue<O, A, B, In>>());
            match (LeftLeads::<O, A, B, In>::VALUE, RightLeads::<O, A, B, In>::VALUE) {
                (true, true) => select_unpredictable(a > b, a, b),
                (true, false) => a,
                (false, true) => b,
                (false, false) => select_unpredictable(a < b, a, b),
            }
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn meets<In: Context>(&self, last: usize) -> bool {
            let (a, b) = (self.a.meets::<LeftDue<O, A, B, In>>(last), self.b.meets::<RightDue<O, A, B, In>>(last));
            match (LeftLeads::<O, A, B, In>::VALUE, RightLeads::<O, A, B, In>::VALUE) {
                (true, true) => a & b,
                (true, false) => a,
                (false, true) => b,
                (false, false) => a | b,
            }
        }
    } but TAKES_ONE traverse |op, pass, k| a.traverse(pass, ThenRight(op, b, k));

    /// `op(a, b, c)`.
    Map3: TernaryOf, FoldTernary by fold_ternary, Ternary, (
        a: A in FirstOf<O, A::T, B::T, C::T, In, B::Known, C::Known>,
            cut short FirstOf<O, A::T, B::T, C::T, In, B::WhenCut, C::WhenCut>;
        b: B in SecondOf<O, A::T, B::T, C::T, In, A::Known, C::Known>,
            cut short SecondOf<O, A::T, B::T, C::T, In, A::WhenCut, C::WhenCut>;
        c: C in ThirdOf<O, A::T, B::T, C::T, In, A::Known, B::Known>,
            cut short ThirdOf<O, A::T, B::T, C::T, In, A::WhenCut, B::WhenCut>;
    ) merged {
        // It is due wherever one of its steppers is at a child.
        type Met<In: Context, M: Context> = Self::Alive<M>;
    } traverse |op, pass, k| a.traverse(pass, ThenSecond(op, b, c, k));
}

impl<O: BinaryOf<A, B>, A: Expr, B: Expr> Map2<O, A, B> {
    /// The value of the operand that is taken, if it is of the type of the result. The other one is not computed, which might be refused.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn one(self, driver: Driver) -> Option<O::Out> {
        match known_now!(A, self.a.knowledge(driver)).is_missing() {
            true => same_type(self.b.value(driver)),
            false => same_type(self.a.value(driver)),
        }
    }
}

continuation! {
    struct ThenMap1<O, K>(op: O, k: K);
    impl[P: Pass, T: Copy + 'static, O: UnaryOp<T>, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        k.call(pass, Map1 { op, a })
    }
}

continuation! {
    struct ThenRight<O, B, K>(op: O, b: B, k: K);
    impl[P: Pass, T: Copy + 'static, O: BinaryOp<T, B::T>, B: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        b.traverse(pass, ThenMap2(op, a, k))
    }
}

continuation! {
    struct ThenMap2<O, A, K>(op: O, a: A, k: K);
    impl[P: Pass, T: Copy + 'static, O: BinaryOp<A::T, T>, A: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, b: E| {
        k.call(pass, Map2 { op, a, b })
    }
}

continuation! {
    struct ThenSecond<O, B, C, K>(op: O, b: B, c: C, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<T, B::T, C::T>, B: Expr, C: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, a: E| {
        b.traverse(pass, ThenThird(op, a, c, k))
    }
}

continuation! {
    struct ThenThird<O, A, C, K>(op: O, a: A, c: C, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<A::T, T, C::T>, A: Expr, C: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, b: E| {
        c.traverse(pass, ThenMap3(op, a, b, k))
    }
}

continuation! {
    struct ThenMap3<O, A, B, K>(op: O, a: A, b: B, k: K);
    impl[P: Pass, T: Copy + 'static, O: TernaryOp<A::T, B::T, T>, A: Expr, B: Expr, K: OnExpr<P, O::Out>] OnExpr<P, T>: |pass, c: E| {
        k.call(pass, Map3 { op, a, b, c })
    }
}
